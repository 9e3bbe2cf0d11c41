"""Former names that a game still uses, and their replacements: the engine's part of “Renamed for authors” in the
changelog.
"""

from __future__ import annotations

import re
import sys

from .names import meant
from .options import MOVED_TO_LEDGER

MOVED = {
    "look": ("scene", "picture", "overlay", "card_use", "purse"),
    "situations": ("change", "misplaced", "take_over", "openings", "crowds", "beginnings", "clashes"),
    "study": ("series", "series_titles"),
    "observation": ("observation",),
    "features": ("features",),
}
"""The methods that formerly belonged to tables, by the field of `Game` that replaces them."""
RENAMED = {"beginnings": "crowds"}
"""The new names of these methods, if they differ."""
NAMES = {
    "Option": MOVED_TO_LEDGER.format("option"),
    "Preset": MOVED_TO_LEDGER.format("preset"),
    "encode": "Write `act(MOVE, x, y)`, from `mamayev.author`, where `MOVE` is from `codes(VERBS)`.",
    "decode": "Write `parts(action)`, from `mamayev.author`.",
    "Record": "Import `Record` from `mamayev` or `mamayev.match.match`.",
    "CHANCE_VERBS": "Write `MOVE, DONE = codes(VERBS)`, which numbers the verbs in their order.",
}
"""The advice for each former name in `mamayev.author` or in the modules behind it."""
ARGUMENTS = {
    "text_width": "Remove `text_width`: names are fitted into their space automatically.",
    "tables": "A scene has `charts`: write `charts`.",
    "on_table": "A roll names its chart: write `chart`.",
    "rank": "A bot rates its actions: write `rated`.",
}
"""The advice for each former keyword argument."""
PROPERTIES = {"own": "Remove the assignment: the engine sets `files`, the player's own component files, itself."}
"""The advice for each read-only attribute of a table."""
MODULES = "Import from `mamayev.author`. A game's tests also import from `mamayev.match`."
SUBJECT = re.compile(r"(import name|name|attribute|argument|module named|property) '([\w.]+)'")
"""The pattern that finds the name in a Python error message."""


def advice(error: BaseException) -> str:
    """Return the replacement for the former name in a Python error, or "" for other errors."""
    found = SUBJECT.search(str(error))
    if found is None:
        return ""
    kind, name = found.groups()
    if kind == "argument":
        return ARGUMENTS.get(name, "")
    if isinstance(error, ImportError):
        return _of_import(error.name or "", name)
    if isinstance(error, NameError):
        return NAMES.get(name, "")
    if kind == "property":
        return PROPERTIES.get(name, "")
    if isinstance(error, AttributeError) and hasattr(error.obj, "bind"):
        return next((f"Write `table.{moved_to(field, name)}`." for field, of in MOVED.items() if name in of), "")
    return ""


def _of_import(module: str, name: str) -> str:
    """Return the advice for a name that a module of Mamayev lacks, or for a missing module."""
    if module.partition(".")[0] != __name__.partition(".")[0]:
        return ""
    if name == module:
        return MODULES
    known = getattr(sys.modules.get(module), "__all__", ())
    offered = getattr(sys.modules.get("mamayev.author"), "__all__", [name])
    here = f"Import `{name}` from `mamayev.author`." if name in offered else ""
    return NAMES.get(name) or (meant(name, known).strip() if known else here)


def moved_to(field: str, name: str) -> str:
    """Return the new place of a method that formerly belonged to tables, as a path from the table."""
    if field in ("observation", "features"):
        return f"game.{field}"
    home = "game.study()" if field == "study" else field
    return f"{home}.{'kept' if name == 'scene' else RENAMED.get(name, name)}"
