"""Authors' mistakes in the boxes, verbs, steps and clauses of a game, found when its table is bound.

Each mistake raises a TypeError whose message names the error, its place and the fix.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from .box import Box, method_name
from .former import MOVED, RENAMED
from .ledger import Clause
from .names import ALIKE, meant
from .notation import Notation
from .rulebook import Rulebook

OPENS = ("game", "edition", "options", "own")
"""The arguments of `Game.open`."""


def check_open(game: str, opens: Callable[..., Any]) -> None:
    """Check that a game's `open` function accepts the engine's arguments. Raises TypeError."""
    try:
        takes = inspect.signature(opens)
    except ValueError:  # compiled code has no signature
        return
    try:
        takes.bind(*OPENS)
    except TypeError:
        name, given = getattr(opens, "__name__", "open"), ", ".join(OPENS)
        method = f"{name}.__init__(self, " if inspect.isclass(opens) else f"{name}("
        raise TypeError(
            f"The game “{game}” opens its tables with {name}({', '.join(takes.parameters)}), but the engine gives "
            f"({given}). Write {method}{given}), where `own` holds the player's component files, or None if there are "
            "none. A table's `__init__` passes the first three on: `super().__init__(game, edition, options)`."
        ) from None


BASES = {"look": "a subclass of `Look`", "situations": "a subclass of `Situations`", "study": "the `Study`"}


def check_moved(made: type) -> None:
    """Check that a table class has no method that belongs in another class. Raises TypeError."""
    for field, names in MOVED.items():
        own = [name for name in names if name in vars(made) and not isinstance(vars(made)[name], property)]
        if own:
            shown = [f"`{name}`" + (f" (as `{RENAMED[name]}`)" if name in RENAMED else "") for name in own]
            home = f"Move {{}} to {BASES[field]}" if field in BASES else "Make {} a function"
            raise TypeError(
                f"The engine does not call {' and '.join(', '.join(shown).rsplit(', ', 1))} on a table, as "
                f"`{made.__name__}` expects. {home.format('it' if len(own) == 1 else 'them')} and name that in "
                f"`Game(..., {field}=...)`."
            )


def check_renamed(made: type) -> None:
    """Check that a class of situations has no method under its former name. Raises TypeError."""
    for name, new in RENAMED.items():
        if name in vars(made):
            raise TypeError(
                f"The engine does not call `{name}` on situations, as `{made.__name__}` expects. Write `{new}`."
            )


def check_sample(game: Rulebook, *, samples: bool) -> None:
    """Check that the table of a game has `sample` if and only if the game has hidden information. Raises TypeError."""
    if samples != game.hides:
        raise TypeError(
            f"{game.title} hides something from a seat (`hides=True`), but its table has no `sample`."
            if game.hides
            else f"The table of {game.title} has a `sample`, so it hides something: give its `Game` `hides=True`."
        )


def check_boxes(boxes: Sequence[Box[Any]], steps: Iterable[str]) -> None:
    """Check the names of boxes and steps. Raises TypeError."""
    names: set[str] = set()
    for box in boxes:
        if box.name in names:
            raise TypeError(f"Two boxes have the name “{box.name}”; frames are found by name. Give one another name.")
        names.update((box.name, *box.own_steps))
    for step in steps:
        if step not in names:
            raise TypeError(
                f"No box or sequence has the name of the step “{step}”, so play would never be in this step."
                f"{meant(step, names)}"
            )


def check_box(box: Box[Any], verbs: Sequence[str]) -> None:
    """Check the methods of a box. Raises TypeError. `verbs`: the names of all verbs."""
    kind = type(box)
    lists, asks = kind.options is not Box.options, kind.pieces is not Box.pieces and kind.choices is not Box.choices
    if not (box.chance or lists or asks):
        raise TypeError(f"The box “{box.name}” does not say what is legal: write `options`, or `pieces` and `choices`.")
    methods = [method_name(verb) for verb in verbs]
    engine = [above for above in kind.__mro__ if above.__module__ in (__package__ + ".box", "typing", "builtins")]
    written = set(dir(kind)).difference(*map(vars, engine))
    missing = [method for method in methods if not hasattr(box, method)]
    for name in sorted(written - set(methods)):
        prefix = next((p for p in ("bar_", "refuse_") if name.startswith(p)), "")
        words = [verb.replace("-", "_") for verb in verbs] if prefix else missing
        if prefix and name.removeprefix(prefix) in words:
            continue
        if not prefix and (name.startswith("_") or not _plays(box, name)):
            continue
        near = get_close_matches(name.removeprefix(prefix), words, 1, ALIKE)
        if near:
            raise TypeError(
                f"The box “{box.name}” has a method `{name}`, but there is no such verb. Did you mean "
                f"`{prefix}{near[0]}`? If the method plays no verb, give it another name, or begin it with “_”."
            )
    if box.chance:
        reader = {"die": "die(p, f, n)", "card": "card(p, f, card)", "lot": "lot(p, f, piece)"}[box.chance]
        if box.chance not in dir(box):
            raise TypeError(f"The box “{box.name}” does not use the outcome of chance: write `{reader}`.")
    elif len(missing) == len(methods):
        raise TypeError(
            f"The box “{box.name}” plays no verb: write a method for each verb that it offers, named like it."
            f"{meant(box.name, methods)}"
        )


def _plays(box: Box[Any], name: str) -> bool:
    """Return whether a method has the signature of a verb's method: p, f and up to two arguments."""
    method = getattr(box, name)
    if not inspect.ismethod(method):
        return False
    parameters = list(inspect.signature(method).parameters)
    return parameters[:2] == ["p", "f"] and len(parameters) <= 4


def check_nouns(notation: Notation) -> None:
    """Check the nouns of all verbs. Raises TypeError."""
    kinds = [*notation.nouns, "number"]
    for verb in notation.verbs:
        for kind in verb.args:
            if kind not in kinds and not (verb.name == "lot" and kind == "piece"):
                raise TypeError(
                    f"The verb “{verb.name}” names a “{kind}”, but the table has no nouns of that kind: give them to "
                    f"`bind`.{meant(kind, kinds)}"
                )


def check_clauses(game: Rulebook) -> None:
    """Check that options and clauses refer to each other. Raises TypeError."""
    options, clauses = [option.name for option in game.options], game.ledger().clauses
    for option in game.options:
        for name in option.clauses:
            if name not in clauses:
                raise TypeError(
                    f"The option “{option.name}” names {name}, which is not a clause.{meant(name, clauses)}"
                )
    for clause in clauses.values():
        if clause.optional and clause.optional not in options:
            raise TypeError(
                f"The clause {clause.id} belongs to the option “{clause.optional}”, which {game.title} does not "
                f"have.{meant(clause.optional, options)}"
            )
        if clause.under:
            _check_under(game, clause)


def _check_under(game: Rulebook, clause: Clause) -> None:
    """Check the condition under which a clause replaces others: "name", "name=value", "edition=name"."""
    name, _, value = clause.under.partition("=")
    values = {option.name: [str(choice) for choice in option.choices] for option in game.options}
    known = {"edition": list(game.editions), **values}
    if name not in known:
        raise TypeError(
            f"The clause {clause.id} replaces others under “{name}”, which is not an option of {game.title}."
            f"{meant(name, known)}"
        )
    if value and known[name] and value not in known[name]:
        raise TypeError(
            f"The clause {clause.id} replaces others under “{clause.under}”, but {name} has no such value."
            f"{meant(value, known[name])}"
        )
