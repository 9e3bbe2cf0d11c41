"""The rules ledger: the clauses of a game, from its rules.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from . import toml
from .refusal import Refusal


class Clause(NamedTuple):
    """A rule in our words. `ruling`: our reading where the book is unclear. `optional`: its option. `grade`: how well
    it is founded, one of GRADES, "" with the rulebook at hand. `where`: if no code carries it out, what it is and where
    it is, such as "a definition: units.py"."""

    id: str
    section: str
    text: str
    edition: str
    optional: str
    ruling: str
    grade: str = ""
    where: str = ""
    replaces: tuple[str, ...] = ()
    under: str = ""

    @property
    def is_note(self) -> bool:
        """Return whether it is advice, history or words, with nothing to enforce or test."""
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
    """The players' words for a thing, the clauses about it, and the message if the game has no such thing."""

    words: tuple[str, ...]
    clauses: tuple[str, ...]
    none: str = ""


KEYS = {
    "id": True,
    "section": True,
    "text": True,
    "ruling": False,
    "edition": False,
    "optional": False,
    "grade": False,
    "where": False,
    "under": False,
}
"""The keys of a clause, and whether they are required."""

GRADES = {
    "sourced": "",
    "sister": "from a sister game",
    "inferred": "inferred from sources",
    "house": "house rule",
}
"""How well a clause is founded without the rulebook, in the players' words; "" for a source."""


def _clause(entry: dict[str, Any], where: str) -> Clause:
    """Return the clause of an entry. Raises Refusal that names a missing, unknown or invalid key."""
    where = f"{where} ({entry['id']})" if entry.get("id") else where
    replaces = _replaced(entry, where)
    for key, value in entry.items():
        if key == "replaces":
            continue
        if key not in KEYS:
            known = f"A clause has: {', '.join([*KEYS, 'replaces'])}."
            raise Refusal(f"{where} has an unknown key “{key}”. {known}", field=f"clause.{key}", malformed=True)
        if not isinstance(value, str):
            raise Refusal(f"{where}: “{key}” is a text, not {value!r}.", field=f"clause.{key}", malformed=True)
    for key, needed in KEYS.items():
        if needed and not entry.get(key):
            raise Refusal(f"{where} has no “{key}”.", field=f"clause.{key}", malformed=True)
    grade = entry.get("grade", "")
    if grade and grade not in GRADES:
        known = ", ".join(GRADES)
        raise Refusal(f"{where}: “grade” is {grade!r}; it may be {known}.", field="clause.grade", malformed=True)
    return Clause(
        entry["id"],
        entry["section"],
        entry["text"],
        entry.get("edition", "both"),
        entry.get("optional", ""),
        entry.get("ruling", ""),
        grade,
        entry.get("where", ""),
        replaces,
        entry.get("under", ""),
    )


def _replaced(entry: dict[str, Any], where: str) -> tuple[str, ...]:
    """Return the ids under “replaces”. Raises Refusal if they are not a list of texts, or have no “under”."""
    given = entry.get("replaces", [])
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise Refusal(f"{where}: “replaces” is a list of ids, not {given!r}.", field="clause.replaces", malformed=True)
    if bool(given) != bool(entry.get("under")):
        raise Refusal(
            f"{where}: “replaces” names clauses and “under” the option with which they are replaced; one does not go "
            "without the other.", field="clause.replaces", malformed=True,
        )  # fmt: skip
    return tuple(given)


def _term(entry: dict[str, Any], known: Iterable[str], where: str) -> Term:
    """Return the term of an entry: `words`, and `clauses` (“XYZ-ZOC-*” is a whole family), `none`, or both. Raises
    Refusal that names the wrong key."""
    ids: list[str] = []
    words, wanted, none = entry.get("words"), entry.get("clauses", []), entry.get("none", "")
    if not words or not isinstance(words, list) or set(entry) - {"words", "clauses", "none"}:
        raise Refusal(f"{where} has “words”, a list of texts, and “clauses” or “none”.", field="term", malformed=True)
    for name in wanted:
        family = name.removesuffix("*")
        found = [one for one in known if one == name or (family != name and one.startswith(family))]
        if not found:
            raise Refusal(f"{where}: “{name}” names no clause.", field="term.clauses", malformed=True)
        ids += found
    if not ids and not none:
        raise Refusal(f"{where} leads nowhere. Give it “clauses” or “none”.", field="term", malformed=True)
    return Term(tuple(words), tuple(dict.fromkeys(ids)), none)


class Ledger:
    """Clauses by id, in the order of the file; `data` is the whole file (tables, examples, set-up).

    Raises Refusal for a clause with a missing or unknown part.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.clauses: dict[str, Clause] = {}
        for number, entry in enumerate(data.get("clause", ()), 1):
            clause = _clause(entry, f"[[clause]] {number}")
            if clause.id in self.clauses:
                raise Refusal(
                    f"[[clause]] {number}: the id {clause.id} is used above.", field="clause.id", malformed=True
                )
            self.clauses[clause.id] = clause
        for clause in self.clauses.values():
            for name in clause.replaces:
                if name not in self.clauses or name == clause.id:
                    raise Refusal(
                        f"The clause {clause.id} replaces {name}, which is not another clause of this ledger.",
                        field="clause.replaces", malformed=True,
                    )  # fmt: skip

        self.terms = [
            _term(entry, self.clauses, f"[[term]] {number}") for number, entry in enumerate(data.get("term", ()), 1)
        ]

    def replaced(self, holds: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
        """Return the replaced clauses with their replacements; `holds` evaluates an `under`."""
        found: dict[str, tuple[str, ...]] = {}
        for clause in self.clauses.values():
            if clause.replaces and holds(clause.under):
                for name in clause.replaces:
                    found[name] = (*found.get(name, ()), clause.id)
        return found

    def differences(self) -> list[Difference]:
        """Return the editions side by side, oldest first; entries of the file have the keys "e" and the edition's
        name."""
        editions = sorted(self.data.get("editions", ()))
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

    @classmethod
    def load(cls, file: Traversable) -> Ledger:
        """Return the ledger of a rules.toml. Raises Refusal that names the file, the clause and the key."""
        try:
            return cls(toml.ours(file))
        except tomllib.TOMLDecodeError as error:
            raise Refusal(f"{file}: {error}.", field="clause", malformed=True) from None
        except Refusal as refusal:
            raise Refusal(f"{file}: {refusal.text}", field=refusal.field, malformed=True) from None

    def to_data(self) -> list[dict[str, str]]:
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
            }
            for c in self.clauses.values()
        ]
