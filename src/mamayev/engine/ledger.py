"""The rules ledger: a game's clauses, editions, options and presets, from its rules.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, TypeVar

import msgspec

from . import toml
from .options import Edition, Option, Preset
from .refusal import Refusal
from .validation import place, said

T = TypeVar("T", bound=msgspec.Struct)
Named = TypeVar("Named", Edition, Option, Preset)

GRADES = {
    "sourced": "",
    "sister": "from a sister game",
    "inferred": "inferred from sources",
    "house": "house rule",
}
"""The basis of a clause when we lack the rulebook, in words for players, or "" if a source states it."""
HEAD = ("edition", "option", "preset")
"""The kinds of entries before the first clause."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule in our own words.

    `ruling`: our reading if the rulebook is unclear. `optional`: the option to which the clause belongs. `grade`: its
    basis, one of GRADES, or "" if we have the rulebook. `where`: for a clause that no code enforces, its kind and
    place, such as "a definition: units.py". `replaces`: the clauses that it replaces if `under` holds.

    Raises ValueError for an empty text, an unknown grade, `replaces` without `under`, or `under` without `replaces`.
    """

    id: str
    section: str
    text: str
    edition: str = "both"
    optional: str = ""
    ruling: str = ""
    grade: str = ""
    where: str = ""
    replaces: tuple[str, ...] = ()
    under: str = ""

    def __post_init__(self) -> None:
        for key in ("id", "section", "text"):
            if not getattr(self, key):
                raise ValueError(f"“{key}” is empty")
        if self.grade and self.grade not in GRADES:
            raise ValueError(f"“grade” is {self.grade!r}. Use {', '.join(GRADES)}")
        if bool(self.replaces) != bool(self.under):
            raise ValueError("“replaces” names clauses and “under” the option that replaces them. Give both or neither")

    @property
    def is_note(self) -> bool:
        """Return whether it is advice, history or a definition of terms, with nothing to enforce or test."""
        return "-NOTE-" in self.id


class Difference(NamedTuple):
    """A difference between the editions of a game. `sides`: the text of each edition, in order. `decision`: what the
    program does."""

    id: str
    kind: str
    topic: str
    sides: dict[str, str]
    decision: str
    clauses: tuple[str, ...]


class Term(NamedTuple):
    """A word that players use: the clauses about it, and the message if the game has no such thing."""

    words: tuple[str, ...]
    clauses: tuple[str, ...]
    none: str = ""


class Ledger:
    """The rules of a game as data: editions, options, presets and clauses. `data`: the whole file with its tables.

    Each part is read at its first use. Editions, options and presets are at the beginning of the file, so a list of
    games reads no clauses. For an invalid entry, every part raises a Refusal that names the file, the entry and the
    key.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self._file: Traversable | None = None
        self.data = self._head = data

    @classmethod
    def load(cls, file: Traversable) -> Ledger:
        """Return the ledger of a rules.toml."""
        new = cls.__new__(cls)
        new._file = file
        return new

    @cached_property
    def data(self) -> dict[str, Any]:
        """The data of the whole file."""
        data = self._toml()
        for kind in HEAD:
            if data.get(kind) != self._head.get(kind):
                raise self._wrong(f"A [[{kind}]] is after the first [[clause]]. Move it to the beginning.", kind)
        return data

    @cached_property
    def _head(self) -> dict[str, Any]:
        return self._toml(until="[[clause]]")

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """The editions, with the default first."""
        found = self._named("edition", Edition)
        if not found:
            raise self._wrong("There is no [[edition]]. Give one with a “name”.", "edition")
        return found

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options in the order of the setup."""
        return self._named("option", Option)

    @cached_property
    def presets(self) -> tuple[Preset, ...]:
        """The presets in the order of the setup."""
        presets, options = self._named("preset", Preset), {option.name: option for option in self.options}
        for number, preset in enumerate(presets, 1):
            where = f"[[preset]] {number} ({preset.name})"
            if preset.edition not in {edition.name for edition in self.editions}:
                raise self._wrong(f"{where}: there is no edition “{preset.edition}”.", "preset.edition")
            for name, value in preset.options.items():
                if name not in options:
                    raise self._wrong(f"{where}: there is no option “{name}”.", "preset.options")
                if not options[name].allows(value):
                    what = f"{where}: “{name}” is {value!r}. Use {options[name].allowed}."
                    raise self._wrong(what, "preset.options")
        return presets

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """The clauses by id, in the order of the file."""
        clauses: dict[str, Clause] = {}
        for number, clause in enumerate(self._entries("clause", Clause), 1):
            if clause.id in clauses:
                raise self._wrong(f"[[clause]] {number}: the id {clause.id} is used above.", "clause.id")
            clauses[clause.id] = clause
        for clause in clauses.values():
            for name in clause.replaces:
                if name not in clauses or name == clause.id:
                    what = f"The clause {clause.id} replaces {name}, which is not another clause of this ledger."
                    raise self._wrong(what, "clause.replaces")
        return clauses

    @cached_property
    def terms(self) -> list[Term]:
        """The terms that players use, with their clauses."""
        return [self._term(entry, f"[[term]] {n}") for n, entry in enumerate(self.data.get("term", ()), 1)]

    def of_clause(self, clause: str) -> list[Option]:
        """Return the offered options that change a clause."""
        return [option for option in self.options if option.offered and clause in option.clauses]

    def replaced(self, holds: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
        """Return the replaced clauses with their replacements. `holds` returns whether an `under` condition is true."""
        found: dict[str, tuple[str, ...]] = {}
        for clause in self.clauses.values():
            if clause.replaces and holds(clause.under):
                for name in clause.replaces:
                    found[name] = (*found.get(name, ()), clause.id)
        return found

    def differences(self) -> list[Difference]:
        """Return the editions side by side, oldest first.

        In the file, the key for an edition's text is "e" and the edition's name.
        """
        editions = sorted(edition.name for edition in self.editions)
        return [
            Difference(
                entry["id"],
                entry["kind"],
                entry["topic"],
                {edition: entry[f"e{edition}"] for edition in editions if f"e{edition}" in entry},
                entry["implement"],
                tuple(entry["clauses"]),
            )
            for entry in self.data.get("edition_difference", ())
        ]

    def to_data(self) -> list[dict[str, Any]]:
        """Return the clauses, JSON-ready."""
        return [
            {
                "id": c.id,
                "section": c.section,
                "text": c.text,
                "ruling": c.ruling,
                "edition": c.edition,
                "optional": c.optional,
                "grade": GRADES.get(c.grade, ""),
                "where": c.where,
                "options": [option.name for option in self.of_clause(c.id)],
            }
            for c in self.clauses.values()
        ]

    def _toml(self, until: str = "") -> dict[str, Any]:
        assert self._file is not None
        try:
            return toml.ours(self._file, until)
        except tomllib.TOMLDecodeError as error:
            raise self._wrong(f"{error}.", "clause") from None

    def _wrong(self, text: str, field: str) -> Refusal:
        return Refusal(f"{self._file}: {text}" if self._file else text, field=field, malformed=True)

    def _entries(self, kind: str, form: type[T]) -> Iterable[T]:
        """Yield the entries of a kind in their form. Raises a Refusal that names the entry and the key."""
        entries = (self.data if kind == "clause" else self._head).get(kind, ())
        for number, entry in enumerate(entries, 1):
            name = entry.get("id", entry.get("name")) if isinstance(entry, dict) else None
            where = f"[[{kind}]] {number} ({name})" if name else f"[[{kind}]] {number}"
            try:
                yield msgspec.convert(entry, form)
            except msgspec.ValidationError as error:
                text = str(error)
                what = f"{said(text)}." if error.__cause__ is None else f"{error.__cause__}."
                if "unknown field" in text:
                    what += f" Use {', '.join(form.__struct_fields__)}."
                raise self._wrong(f"{where}: {what}", f"{kind}.{place(text)}".rstrip(".")) from None

    def _named(self, kind: str, form: type[Named]) -> tuple[Named, ...]:
        """Return the entries of a kind. Raises Refusal if two have the same name."""
        found: dict[str, Named] = {}
        for number, entry in enumerate(self._entries(kind, form), 1):
            if entry.name in found:
                raise self._wrong(f"[[{kind}]] {number}: the name “{entry.name}” is used above.", f"{kind}.name")
            found[entry.name] = entry
        return tuple(found.values())

    def _term(self, entry: dict[str, Any], where: str) -> Term:
        """Return the term of an entry: `words`, and `clauses` (“XYZ-ZOC-*” is a whole family), `none`, or both.

        Raises a Refusal that names the wrong key.
        """
        ids: list[str] = []
        words, wanted, none = entry.get("words"), entry.get("clauses", []), entry.get("none", "")
        if not words or not isinstance(words, list) or set(entry) - {"words", "clauses", "none"}:
            raise self._wrong(f"{where} needs “words”, a list of strings, and “clauses” or “none”.", "term")
        for name in wanted:
            family = name.removesuffix("*")
            found = [one for one in self.clauses if one == name or (family != name and one.startswith(family))]
            if not found:
                raise self._wrong(f"{where}: “{name}” does not name a clause.", "term.clauses")
            ids += found
        if not ids and not none:
            raise self._wrong(f"{where} leads nowhere. Give it “clauses” or “none”.", "term")
        return Term(tuple(words), tuple(dict.fromkeys(ids)), none)
