"""The places in a game's code that cite clauses of its ledger, read from the sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from . import registry
from .ledger import Clause, Ledger

ID = r"\b[A-Z0-9]+(?:-[A-Z0-9]+)+\b"
GAP = r"[\s#]+"
"""The gap between words of a docstring or comment, which may include a line break."""

CITED = re.compile(rf"({ID})(?:{GAP}to{GAP}({ID}))?")
SHORT = re.compile(rf"{ID}(?:{GAP}to{GAP}|,{GAP}and{GAP}|,{GAP}|{GAP}and{GAP}|/)-?\d\d\b")
"""A range or list of shortened ids, which a search by full id would miss."""

NAMED_FILE = re.compile(r"[\w./-]+\.(?:py|toml|json)\b")


class Place(NamedTuple):
    """A place in a game's code: the file, the line, and the function, class or constant ("" at the top of a file)."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}".rstrip()

    def to_data(self) -> dict[str, Any]:
        """Return the JSON-ready form."""
        return {"file": self.file, "line": self.line, "name": self.name}


@dataclass
class Citations:
    """For each clause of a ledger, the places that cite it, one for each function, class or constant.

    `differences`: ids of the ledger's differences between editions. `folder`: the folder of the game's files. `strays`:
    (place, words) of each citation of an unknown id or of a range without full ids.
    """

    ledger: Ledger
    differences: set[str]
    folder: Path
    places: dict[str, list[Place]] = field(default_factory=dict)
    strays: list[tuple[Place, str]] = field(default_factory=list)

    def nowhere(self, clause: Clause) -> bool:
        """Return whether a clause has neither a citation nor a `where`. A note needs neither, so it returns False."""
        return not (clause.is_note or clause.where or clause.id in self.places)

    def missing_files(self) -> list[tuple[str, str]]:
        """Return (clause, file) for each `where` that names a file that does not exist."""
        return [
            (clause.id, file)
            for clause in self.ledger.clauses.values()
            for file in NAMED_FILE.findall(clause.where)
            if not (self.folder / file).is_file()
        ]

    def to_data(self, clause: str) -> list[dict[str, Any]]:
        """Return the places that cite a clause, as JSON-ready data."""
        return [place.to_data() for place in self.places.get(clause, ())]


def citations(game: str) -> Citations:
    """Return the citations in the Python files of a game: its package, or its single file. Raises Refusal for an
    unknown game."""
    source = Path(registry.source(game))
    packaged = (source.parent / "__init__.py").is_file()
    ledger = registry.find(game).ledger()
    found = Citations(ledger, {one.id for one in ledger.differences()}, source.parent)
    root = source.parent.parent if packaged else source.parent
    for file in sorted(source.parent.rglob("*.py")) if packaged else [source]:
        _read(found, file.relative_to(root).as_posix(), file.read_text(encoding="utf-8"))
    return found


def _read(found: Citations, file: str, text: str) -> None:
    tree = ast.parse(text, file)

    def place(at: int) -> Place:
        line = text.count("\n", 0, at) + 1
        return Place(file, line, ".".join(_around(tree.body, line)))

    begins = tuple({clause.partition("-")[0] + "-" for clause in found.ledger.clauses})
    for match in CITED.finditer(text):
        if not match[0].startswith(begins):
            continue
        here = place(match.start())
        for clause in _meant(found.ledger, match[1], match[2] or match[1]):
            if clause in found.ledger.clauses:
                listed = found.places.setdefault(clause, [])
                if not any((other.file, other.name) == (here.file, here.name) for other in listed):
                    listed.append(here)
            elif clause[-1].isdigit() and clause not in found.differences:
                found.strays.append((here, clause))
    found.strays += [(place(match.start()), match[0]) for match in SHORT.finditer(text) if match[0].startswith(begins)]


def _meant(ledger: Ledger, first: str, last: str) -> list[str]:
    """Return the ids from the first to the last, or both ids if they do not form a range.

    The ids need not be in a ledger.
    """
    stem, _, number = first.rpartition("-")
    other, _, end = last.rpartition("-")
    between = [
        clause
        for clause in ledger.clauses
        if stem == other == clause.rpartition("-")[0] and number <= clause.rpartition("-")[2] <= end
    ]
    return list(dict.fromkeys((first, *between, last)))


def _around(body: list[ast.stmt], line: int, top: bool = True) -> Iterator[str]:
    """Yield the names of the definitions around a line, outermost first.

    A comment belongs to the code after it, and a docstring below a constant belongs to the constant.
    """
    before = None
    for statement in body:
        if (statement.end_lineno or 0) >= line:
            break
        before = statement
    else:
        return
    if isinstance(statement, ast.Expr):
        statement = before or statement
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
        yield from _around(statement.body, line, top=False)
    elif top and isinstance(statement, ast.Assign | ast.AnnAssign):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        yield ast.unparse(target).lstrip("(").partition(",")[0]
