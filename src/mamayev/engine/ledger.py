"""The rules ledger: the clauses of a game, read from its rules.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any


@dataclass(frozen=True)
class Clause:
    """One rule in our words. `ruling`: the reading chosen where the book is unclear; `optional`: its option."""

    id: str
    section: str
    text: str
    edition: str
    optional: str
    ruling: str

    @property
    def is_note(self) -> bool:
        """Advice, history or words: nothing to enforce, no test needed."""
        return "-NOTE-" in self.id


@dataclass(frozen=True)
class Difference:
    """Where the editions of a game differ. `sides`: what each edition says, in the order of the editions; `decision`:
    what the program does."""

    id: str
    kind: str
    topic: str
    sides: dict[str, str]
    decision: str
    clauses: tuple[str, ...]


class Ledger:
    """Clauses by id, in the order of the file; `data` is the whole file (tables, examples, set-up)."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.clauses = {
            c["id"]: Clause(
                c["id"],
                c["section"],
                c["text"],
                c.get("edition", "both"),
                c.get("optional", ""),
                c.get("ruling", ""),
            )
            for c in data["clause"]
        }

    def differences(self) -> list[Difference]:
        """The editions side by side, oldest first; entries of the file have the keys "e" and the edition's name."""
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
        """The ledger of a rules.toml."""
        return cls(tomllib.loads(file.read_text(encoding="utf-8")))

    def to_data(self) -> list[dict[str, str]]:
        """The clauses, JSON-ready."""
        return [
            {
                "id": c.id,
                "section": c.section,
                "text": c.text,
                "ruling": c.ruling,
                "edition": c.edition,
                "optional": c.optional,
            }
            for c in self.clauses.values()
        ]
