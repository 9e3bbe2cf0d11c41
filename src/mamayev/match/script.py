"""Script files: actions with their dice and cards, and texts for lessons and examples."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from mamayev.engine import toml
from mamayev.engine.chance import Scripted
from mamayev.engine.refusal import Refusal
from mamayev.engine.text import NotText, plain


class Page(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A page to read before the game continues. `show`: the ids of the pieces, spaces and tracks that the text
    mentions. `roll`: the 1-based number of the roll since the last decision that the page is about.

    In examples, `clauses` are cited below the page, and the page appears after `fell` dice, cards and lots since the
    last decision (default: all; in an opening: 0).
    """

    text: str
    show: list[str] = []
    roll: int = 0
    clauses: list[str] = []
    fell: int | None = None


class Said(Page):
    """A page in a script file, with the facts that its text relies on. They must be true while the page is visible."""

    expect: dict[str, Any] = {}

    @property
    def page(self) -> Page:
        """Return the page for the player."""
        return Page(self.text, self.show, self.roll, self.clauses, self.fell)


class Do(msgspec.Struct, forbid_unknown_fields=True):
    """One action, and the expected facts after it. The other fields are for lessons and examples: see
    docs/writing-a-lesson.md.

    `text` explains the decision, and `task` gives the instruction. Without a text, the lesson plays the action
    automatically. `pages` are shown first. Players may do adjacent tasks in one `group` in any order. `why_not` maps
    the beginning of an action's text to the reason why that action is wrong. `orders`: the orders that the player gives
    instead of the action, as data ("{}" leaves everything to the staff). The staff then plays this action, and the same
    seat's following actions that have no text.

    In an example, `text` describes the effect of the action. `show`, `clauses` and `fell` are as in `Page`, and `fell`
    counts from the action. An action without a text belongs to the next action that has one.
    """

    action: str
    seat: str = ""
    expect: dict[str, Any] = {}
    text: str = ""
    task: str = ""
    group: str = ""
    pages: list[Said] = []
    why_not: dict[str, str] = {}
    orders: dict[str, Any] | None = None
    show: list[str] = []
    clauses: list[str] = []
    fell: int | None = None


class Refuse(msgspec.Struct, forbid_unknown_fields=True):
    """An action that must be refused at the end, and the clause that the refusal must cite. `text`: what an example
    says before the reason."""

    action: str
    clause: str = ""
    text: str = ""


class Script(msgspec.Struct, forbid_unknown_fields=True):
    """A script file. `doc` and `minutes` are for lessons, `opening` and `closing` for lessons and examples.

    For examples: `source` is where the example is in the rulebook, and `reader` is the seat that the reader takes to
    play on (default: the first to decide). `still` is the reason why there is no position to step through. Such an
    example has only its opening.
    """

    game: str
    edition: str | None = None
    options: dict[str, Any] = {}
    title: str = ""
    clauses: list[str] = []
    rules: list[str] = []
    setup: dict[str, Any] = {}
    chance: dict[str, list[int | str]] = {}
    do: list[Do] = []
    expect: dict[str, Any] = {}
    refuse: list[Refuse] = []
    doc: str = ""
    minutes: int = 0
    opening: list[Said] = []
    closing: list[Said] = []
    source: str = ""
    reader: str = ""
    still: str = ""

    def scripted(self, file: Path) -> Scripted:
        """Return the script's dice, lots and cards. The cards are those of one deck ("cards"), or of several decks by
        name. Raises Refusal."""
        for name, row in self.chance.items():
            wanted, words = (str, "ids of pieces") if name == "lots" else (int, "numbers")
            if not all(type(value) is wanted for value in row):
                raise Refusal(f"{file}: [chance] {name} takes {words}.", field=f"chance.{name}", malformed=True)
        rows: dict[str, Any] = dict(self.chance)
        dice, lots = rows.pop("dice", ()), rows.pop("lots", ())
        return Scripted(dice, {"": rows.pop("cards", []), **rows}, lots)


def read(file: Path) -> Script:
    """Read the script in a file. For an invalid file, raises a malformed Refusal that names the file, the step and the
    field."""
    try:
        return msgspec.convert(toml.load(file), Script)
    except OSError as error:
        reason, where = plain(error), ""
    except NotText as error:
        reason, where = str(error), ""
    except toml.TomlError as error:
        reason, where = str(error), ""
    except msgspec.ValidationError as error:
        text, _, path = str(error).partition(" - at `$")
        where = _place(path.rstrip("`"))
        reason = text[:1].lower() + text[1:]
    raise Refusal(f"{file}: {where}{reason}.", field=where.rstrip(": ") or "file", malformed=True)


def _place(path: str) -> str:
    """Return the table and field of a path such as ".do[2].action", with steps counted from 1."""
    if not path:
        return ""
    step = re.match(r"\.(do|refuse)\[(\d+)\]\.?(\w*)", path)
    if step:
        table, number, inner = step.groups()
        return f"[[{table}]] {int(number) + 1}{f', {inner}' if inner else ''}: "
    # A key of a table stands as [...] in the path.
    return f"{path.partition('[')[0].lstrip('.')}: "


def flat(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Flatten nested TOML tables into dotted keys: unit.red-1 = 39."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found
