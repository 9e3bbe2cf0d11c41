"""Errors of authors in the boxes, verbs, steps and clauses of a game, found when its table is bound.

Each error is a TypeError with a sentence: what is wrong, where, how to fix it.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from .box import Box
    from .ledger import Clause
    from .table import Game, Table

T = TypeVar("T")

OPENS = ("game", "edition", "options", "own")
"""The arguments of `Game.open`."""

ALIKE = 0.75
"""Minimum similarity, by difflib, for a word to count as a misspelling of another."""


def meant(word: str, known: Iterable[str]) -> str:
    """Return a hint at the most similar known word, or at all of them if they are few."""
    words = list(known)
    near = get_close_matches(word, words, 1, ALIKE)
    if near:
        return f" Did you mean “{near[0]}”?"
    return f" There are: {', '.join(words)}." if 0 < len(words) <= 12 else ""


class ByName(dict[str, T]):
    """Attributes of boxes and sequences by name. Raises TypeError for an unknown name."""

    def __missing__(self, name: str) -> T:
        raise TypeError(f"No box or sequence has the name “{name}”.{meant(name, self)}")


def check_names(made: type, engine: type) -> None:
    """Check that a class of a game does not override what the engine needs of its base class `engine`: final methods,
    attributes set when a table is bound, and methods with other arguments. Raises TypeError."""
    for name, value in vars(made).items():
        method = _function(value)
        if name.startswith("__") or not inspect.isfunction(method):
            continue
        hidden = next((vars(above)[name] for above in made.__mro__[1:] if name in vars(above)), None)
        asked = _function(hidden)
        if getattr(asked, "__final__", False) or (
            name in engine.__annotations__ and isinstance(hidden, MemberDescriptorType | None)
        ):
            raise TypeError(
                f"{made.__name__}.{name} would hide `{engine.__name__}.{name}`, which belongs to the engine: whoever "
                f"asks the game something relies on it. Give it another name, such as `own_{name}`."
            )
        if name in vars(engine) and inspect.isfunction(asked) and not _answers(method, asked):
            raise TypeError(
                f"{made.__name__}.{name}{_arguments(method)} is asked by the engine as `{name}{_arguments(asked)}`. "
                f"Take these arguments, or give a method that is something else another name, such as `own_{name}`."
            )


def check_open(game: Game) -> None:
    """Check that the function that opens a game's tables accepts the engine's arguments. Raises TypeError."""
    try:
        takes = inspect.signature(game.open)
    except ValueError:  # compiled code has no signature
        return
    try:
        takes.bind(*OPENS)
    except TypeError:
        name, given = getattr(game.open, "__name__", "open"), ", ".join(OPENS)
        method = f"{name}.__init__(self, " if inspect.isclass(game.open) else f"{name}("
        raise TypeError(
            f"The game “{game.name}” opens its tables with {name}({', '.join(takes.parameters)}), but the engine gives "
            f"({given}). Write {method}{given}), where `own` holds the player's component files, None where there are "
            "none. A table's `__init__` passes the first three on: `super().__init__(game, edition, options)`."
        ) from None


def _function(value: Any) -> Any:
    """Return the function behind a property or a class method."""
    return next((inner for word in ("fget", "func", "__func__") if (inner := getattr(value, word, None))), value)


def _arguments(function: Any) -> str:
    names = [name for name in inspect.signature(function).parameters if name != "self"]
    return f"({', '.join(names)})"


def _answers(method: Any, asked: Any) -> bool:
    """Return whether a method can be called like the engine's method that it overrides."""
    given = [None] * len(inspect.signature(asked).parameters)
    try:
        inspect.signature(method).bind(*given)
    except TypeError:
        return False
    return True


MOVED = {
    "look": ("scene", "picture", "overlay", "card_use", "purse"),
    "situations": ("change", "misplaced", "take_over", "openings", "crowds", "clashes"),
    "study": ("series", "series_titles"),
    "observation": ("observation",),
    "features": ("features",),
}
"""By field of `Game`, the methods that tables once had."""
BASES = {"look": "a class of `Look`", "situations": "a class of `Situations`", "study": "the `Study`"}


def check_moved(table: Table[Any], engine: type) -> None:
    """Check that a table has no method that belongs beside it. Raises TypeError."""
    for field, names in MOVED.items():
        for name in names:
            owner = next((kind for kind in type(table).__mro__ if name in vars(kind)), engine)
            if owner is not engine and not isinstance(vars(owner)[name], property):
                home = f"Move it to {BASES[field]}" if field in BASES else "Make it a function"
                raise TypeError(
                    f"The table of {table.game.title} has a method `{name}`, which the engine no longer asks of a "
                    f"table. {home} and name that in `Game(..., {field}=...)`."
                )


def check_table(table: Table[Any], *, samples: bool) -> None:
    """Check nouns, names, steps and clauses of a table before its boxes are bound, and that it has `sample` for hidden
    information. Raises TypeError."""
    if samples != table.game.hides:
        raise TypeError(
            f"{table.game.title} hides something from a seat (`hides=True`), but its table has no `sample`."
            if table.game.hides
            else f"The table of {table.game.title} has a `sample`, so it hides something: give its `Game` `hides=True`."
        )
    _check_nouns(table)
    names: set[str] = set()
    for box in table.boxes:
        if box.name in names:
            raise TypeError(f"Two boxes have the name “{box.name}”; a frame is found by it. Give one another name.")
        names.update((box.name, *box.own_steps))
    for step in table.steps:
        if step not in names:
            raise TypeError(
                f"The step “{step}” is the name of no box or sequence, so that nothing would ever be in it."
                f"{meant(step, names)}"
            )
    _check_options(table)


def check_box(box: Box[Any], verbs: Sequence[str], methods: Sequence[str]) -> None:
    """Check the methods of a decision: `verbs` are the names of all verbs, `methods` the method for each. Raises
    TypeError."""
    engine = [above for above in type(box).__mro__ if above.__module__ in (__package__ + ".box", "typing", "builtins")]
    written = set(dir(type(box))).difference(*map(vars, engine))
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
                f"`{prefix}{near[0]}`? A method that plays no verb is called otherwise, or begins with “_”."
            )
    if box.chance:
        reader = {"die": "die(p, f, n)", "card": "card(p, f, card)", "lot": "lot(p, f, piece)"}[box.chance]
        if box.chance not in dir(box):
            raise TypeError(f"The box “{box.name}” does not read what chance gives: write `{reader}`.")
    elif len(missing) == len(methods):
        raise TypeError(
            f"The box “{box.name}” plays no verb: write a method for each verb that it offers, named like it."
            f"{meant(box.name, methods)}"
        )


def _plays(box: Box[Any], name: str) -> bool:
    """Return whether a method has the form of one for a verb: p, f and up to two arguments."""
    method = getattr(box, name)
    if not inspect.ismethod(method):
        return False
    parameters = list(inspect.signature(method).parameters)
    return parameters[:2] == ["p", "f"] and len(parameters) <= 4


def _check_nouns(table: Table[Any]) -> None:
    kinds = [*table.notation.nouns, "number"]
    for verb in table.notation.verbs:
        for kind in verb.args:
            if kind not in kinds and not (verb.name == "lot" and kind == "piece"):
                raise TypeError(
                    f"The verb “{verb.name}” names a “{kind}”, but the table has no nouns of that kind: give them to "
                    f"`bind`.{meant(kind, kinds)}"
                )


def _check_options(table: Table[Any]) -> None:
    options, clauses = [option.name for option in table.game.options], table.game.ledger().clauses
    for option in table.game.options:
        for name in option.clauses:
            if name not in clauses:
                raise TypeError(f"The option “{option.name}” names {name}, which is no clause.{meant(name, clauses)}")
    for clause in clauses.values():
        if clause.optional and clause.optional not in options:
            raise TypeError(
                f"The clause {clause.id} belongs to the option “{clause.optional}”, which {table.game.title} does not "
                f"have.{meant(clause.optional, options)}"
            )
        if clause.under:
            _check_under(table, clause)


def _check_under(table: Table[Any], clause: Clause) -> None:
    """Check the option or edition with which a clause replaces others: "name", "name=value", "edition=name"."""
    name, _, value = clause.under.partition("=")
    values = {option.name: [str(choice) for choice in option.choices] for option in table.game.options}
    known = {"edition": list(table.game.editions), **values}
    if name not in known:
        raise TypeError(
            f"The clause {clause.id} replaces others under “{name}”, which is no option of {table.game.title}."
            f"{meant(name, known)}"
        )
    if value and known[name] and value not in known[name]:
        raise TypeError(
            f"The clause {clause.id} replaces others under “{clause.under}”, but {name} has no such value."
            f"{meant(value, known[name])}"
        )
