"""Coverage: the tests that cite each clause in a game's rules ledger."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mamayev.engine import registry, toml
from mamayev.engine.ledger import Ledger
from mamayev.engine.refusal import Refusal
from mamayev.engine.text import NotText
from mamayev.match.example import example


@dataclass
class Coverage:
    """The tests that cite each clause of a ledger. `unknown`: (test, id) pairs whose id no installed game defines.

    `not_offered`: clauses of editions and optional rules that the game does not offer.
    """

    ledger: Ledger
    not_offered: list[str] = field(default_factory=list)
    tests: dict[str, list[str]] = field(default_factory=dict)
    unknown: list[tuple[str, str]] = field(default_factory=list)

    @property
    def uncovered(self) -> list[str]:
        """The clauses that the game offers, except notes, that no test cites."""
        apart = set(self.not_offered)
        return [
            c.id
            for c in self.ledger.clauses.values()
            if not c.is_note and c.id not in apart and not self.tests.get(c.id)
        ]

    def to_data(self) -> dict[str, Any]:
        """Return the JSON-ready form."""
        return {
            "clauses": len(self.ledger.clauses),
            "notes": sum(c.is_note for c in self.ledger.clauses.values()),
            "not_offered": self.not_offered,
            "uncovered": self.uncovered,
            "unknown": [{"test": test, "clause": clause} for test, clause in self.unknown],
            "tests": {clause: self.tests.get(clause, []) for clause in self.ledger.clauses},
        }


def coverage(game: str, folders: Iterable[Path]) -> Coverage:
    """Return the clauses of a game that the tests in the given folders and the worked examples cover.

    Raises Refusal for an unreadable folder or file.
    """
    offer = registry.find(game)
    found = Coverage(offer.ledger())
    found.not_offered = [c.id for c in found.ledger.clauses.values() if not offer.offers(c)]
    elsewhere = {clause for game_there in registry.installed() for clause in game_there.ledger().clauses}
    played = [one for one in map(example, offer.examples) if not one.script.still]
    pairs = [(f"examples/{one.file.name}", clause) for one in played for clause in one.clauses]
    for folder in folders:
        if not folder.is_dir():
            raise Refusal(f"There is no test folder {folder}.", field="--tests", malformed=True)
        pairs += [*_marks(folder), *_scripts(folder)]
    for test, clause in pairs:
        if clause in found.ledger.clauses:
            listed = found.tests.setdefault(clause, [])
            if test not in listed:
                listed.append(test)
        elif clause not in elsewhere:
            found.unknown.append((test, clause))
    return found


def test_folders(game: str) -> list[Path]:
    """Return the folders with the tests of a game: in a checkout that contains the working folder, or next to the
    game's own sources.
    """
    near = next((p / "tests" for p in (Path.cwd(), *Path.cwd().parents) if _has_tests(p)), None)
    source = Path(registry.source(game))
    beside = next((p / "tests" for p in source.parents if _has_tests(p)), None)
    return list(dict.fromkeys(p for p in (near, beside) if p is not None))


def _has_tests(folder: Path) -> bool:
    return (folder / "tests").is_dir() and (folder / "pyproject.toml").is_file()


def _marks(folder: Path) -> list[tuple[str, str]]:
    """Return (test, clause) for each pytest.mark.rule("ID", ...) in the Python files of a folder."""
    pairs: list[tuple[str, str]] = []
    for file in sorted(folder.rglob("*.py")):
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        except (SyntaxError, UnicodeDecodeError) as error:
            raise Refusal(f"{file} is not a Python file that can be read: {error}.", malformed=True) from None
        _walk(tree, file.relative_to(folder).as_posix(), pairs)
    return pairs


def _walk(node: ast.AST, where: str, pairs: list[tuple[str, str]]) -> None:
    for child in ast.iter_child_nodes(node):
        inner = where
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{where}::{child.name}"
        elif isinstance(child, ast.Call) and _is_rule_mark(child.func):
            ids = [a.value for a in child.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            pairs += [(where, clause) for clause in ids]
        _walk(child, inner, pairs)


def _is_rule_mark(func: ast.expr) -> bool:
    return (
        isinstance(func, ast.Attribute)
        and func.attr == "rule"
        and isinstance(func.value, ast.Attribute)
        and func.value.attr == "mark"
    )


def _scripts(folder: Path) -> list[tuple[str, str]]:
    """Return (file, clause) for each clause that a script file in a folder names."""
    pairs: list[tuple[str, str]] = []
    for file in sorted(folder.rglob("*.toml")):
        try:
            data = toml.load(file)
        except (toml.TomlError, NotText):
            # Tests of invalid files have such files; one that is not TOML proves no clause.
            continue
        if "game" in data:
            ids = [*data.get("clauses", ()), *data.get("rules", ())]
            pairs += [(file.relative_to(folder).as_posix(), str(clause)) for clause in ids]
    return pairs
