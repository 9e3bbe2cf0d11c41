"""The rulebook's statements about the map, counters and cards, with clauses, and a check of a board against them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from importlib.resources.abc import Traversable
from types import FunctionType, MappingProxyType
from typing import Any, Literal, NamedTuple

import msgspec

from . import toml

Question = Callable[..., Any]
"""A function that looks up a fact on a table, given the arguments of a statement.

It returns the fact on the components, as a string, number, bool or sorted list of strings. A KeyError means that the
table lacks something that the statement names.
"""
State = Literal["agrees", "differs", "not stated", "to come"]
LONGEST = 200  # maximum characters of what was found, because a player's names may be very long


About = Literal["map", "counters", "cards"]


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A statement in the rulebook, or a note that the rulebook says nothing.

    `says`: the statement in our own words. `ask`: the name of the question, or "" if there is no statement. `of`: the
    subject. `is_`: the rulebook's answer. `file`: the file that contains the answer, if it is not the file of the whole
    list. `entry` and `spaces`: the place in the file, if `of` does not name it.
    """

    id: str
    clause: str
    says: str
    ask: str = ""
    of: tuple[str, ...] = ()
    is_: Any = msgspec.field(default=True, name="is")
    file: str = ""
    entry: str = ""
    spaces: tuple[str, ...] = ()


class StatementsForm(msgspec.Struct, forbid_unknown_fields=True):
    """A statements.toml: three lists, and the component file of each."""

    file: dict[About, str]
    map: list[Statement] = []
    counters: list[Statement] = []
    cards: list[Statement] = []


class Place(NamedTuple):
    """The place of a statement: the file, the counter or card, and the spaces. If the statement is about the whole
    file, these two are empty.
    """

    file: str
    entry: str
    spaces: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of its subjects, as written in its file."""
        return (*filter(None, [self.entry]), *self.spaces)


class Stated(NamedTuple):
    """A statement compared with a board.

    `found`: the fact on the components if it differs, or "" if it agrees or was not checked.
    """

    id: str
    clause: str
    about: About
    state: State
    says: str
    found: str
    place: Place


_COMING: tuple[State, str] = ("to come", "")


class Statements:
    """The statements of a game, in the order of the file, and their questions by name."""

    def __init__(self, form: StatementsForm, questions: Mapping[str, Question]) -> None:
        lists: tuple[tuple[About, list[Statement]], ...]
        lists = (("map", form.map), ("counters", form.counters), ("cards", form.cards))
        self.entries = [(about, one, one.file or form.file[about]) for about, row in lists for one in row]
        self.questions = questions

    @classmethod
    def load(cls, file: Traversable, module: str, of: str) -> Statements:
        """Return the statements of a statements.toml. The public functions of `module` are their questions. Each is
        called with the table's attribute named by `of`, such as "board".
        """
        return cls(msgspec.convert(toml.ours(file), StatementsForm), _questions(module, of))

    def beside(
        self, table: Any, undone: Mapping[str, Collection[str]] = MappingProxyType({}), unfit: Collection[str] = ()
    ) -> list[Stated]:
        """Compare each statement with a table.

        `undone`: for each file, the names that are not transcribed yet (spaces, counters or cards). `unfit`: invalid
        files, which the table ignores.
        """
        known = _known(table)
        left = {file: frozenset(names) for file, names in undone.items()}
        found = []
        for about, entry, file in self.entries:
            place = _place(entry, file, known)
            open_ = left.get(file, frozenset())
            coming = file in unfit or any(name in open_ for name in place.names or open_)
            state, instead = _COMING if entry.ask and coming else self._asked(table, entry)
            found.append(Stated(entry.id, entry.clause, about, state, entry.says, instead, place))
        return found

    def _asked(self, table: Any, entry: Statement) -> tuple[State, str]:
        """Return the state of a statement, and what the components say instead of the book."""
        if not entry.ask:
            return "not stated", ""
        try:
            answer = self.questions[entry.ask](table, *entry.of)
        except KeyError as error:
            return "differs", f"there is no “{error.args[0]}”"[:LONGEST]
        if isinstance(answer, tuple):
            answer = list(answer)
        return ("agrees", "") if answer == entry.is_ else ("differs", _told(answer))


def _questions(module: str, of: str) -> dict[str, Question]:
    """Return the public functions of a module by name. Each is called with the table's attribute named by `of`."""

    def asked(function: FunctionType) -> Question:
        return lambda table, *more: function(getattr(table, of), *more)

    known = vars(sys.modules[module])
    return {
        name: asked(found)
        for name, found in known.items()
        if isinstance(found, FunctionType) and found.__module__ == module and not name.startswith("_")
    }


class _Known(NamedTuple):
    """The things on a table: its spaces by id and by name ("Town" for "Town (S26)"), and the ids of counters and
    cards."""

    spaces: dict[str, str]
    entries: set[str]


def _known(table: Any) -> _Known:
    nouns = table.notation.nouns
    spaces = nouns.get("space", ())
    names = {noun.name.partition(" (")[0]: noun.id for noun in spaces}
    entries = {noun.id for kind in ("piece", "card") for noun in nouns.get(kind, ())}
    return _Known(names | {noun.id: noun.id for noun in spaces}, entries)


def _place(entry: Statement, file: str, known: _Known) -> Place:
    spaces = entry.spaces or tuple(known.spaces[name] for name in entry.of if name in known.spaces)
    return Place(file, entry.entry or next((name for name in entry.of if name in known.entries), ""), spaces)


def _told(answer: Any) -> str:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    text = ", ".join(map(str, answer)) if isinstance(answer, list) else str(answer)
    return text[:LONGEST] or "none"
