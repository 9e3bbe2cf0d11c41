"""Which functions, classes and constants of a game cite which clauses."""

import sys
from pathlib import Path

import pytest

from mamayev.engine.citations import citations

LEDGER = """
from mamayev.engine.ledger import Ledger

def clause(number, section="MOVE", **more):
    return {"id": f"WALK-{section}-{number:02}", "section": "Walk", "text": "A rule.", **more}

CLAUSES = [*map(clause, range(1, 8)), clause(1, "NOTE"), clause(1, "DATA", where="a map: map.toml")]
LEDGER = Ledger({"edition": [{"name": "first"}], "clause": CLAUSES})
"""

RULES = '''"""The rules of WALK-MOVE."""

STEPS = 3
"""WALK-MOVE-02."""

# As WALK-MOVE-03 to
# WALK-MOVE-05 say.
ENDS, OTHERS = {1}, {2}


class Walk:
    clauses = ("WALK-MOVE-01",)

    def step(self):
        """WALK-MOVE-01, WALK-MOVE-05."""
        return f"{self} WALK-MOVE-01"
'''

GAME = """
from dataclasses import replace
from tiny_game import GAME as TINY
from .ledger import LEDGER

GAME = replace(TINY, name="walk", ledger=lambda: LEDGER)
"""


@pytest.fixture
def walk(tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game that is a package, installed beside the tiny one."""
    assert tiny
    installed = tmp_path / "more"
    folder, metadata = installed / "walk", installed / "walk-1.dist-info"
    for new in (folder, metadata):
        new.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: walk\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[mamayev.games]\nwalk = walk:GAME\n")
    for name, text in (("__init__", GAME), ("ledger", LEDGER), ("rules", RULES)):
        (folder / f"{name}.py").write_text(text)
    (folder / "map.toml").write_text("")
    monkeypatch.syspath_prepend(str(installed))
    for name in ("walk", "walk.ledger"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return folder


def test_functions_classes_and_constants_are_found(walk: Path) -> None:
    found = citations(walk.name)
    assert {clause: [str(place) for place in places] for clause, places in found.places.items()} == {
        "WALK-MOVE-01": ["walk/rules.py:12 Walk", "walk/rules.py:15 Walk.step"],
        "WALK-MOVE-02": ["walk/rules.py:4 STEPS"],
        "WALK-MOVE-03": ["walk/rules.py:6 ENDS"],
        "WALK-MOVE-04": ["walk/rules.py:6 ENDS"],
        "WALK-MOVE-05": ["walk/rules.py:6 ENDS", "walk/rules.py:15 Walk.step"],
    }
    assert found.strays == []
    assert found.missing_files() == []


def test_what_is_neither_cited_nor_somewhere_is_found(walk: Path) -> None:
    found = citations(walk.name)
    nowhere = [clause.id for clause in found.ledger.clauses.values() if found.nowhere(clause)]
    assert nowhere == ["WALK-MOVE-06", "WALK-MOVE-07"]
    (walk / "map.toml").unlink()
    assert found.missing_files() == [("WALK-DATA-01", "map.toml")]


@pytest.mark.parametrize(
    ("words", "stray"),
    [
        ("WALK-MOVE-08", "WALK-MOVE-08"),
        ("WALK-MOVE-06 to WALK-MOVE-09", "WALK-MOVE-09"),
        ("WALK-MOVE-01 to -03", "WALK-MOVE-01 to -03"),
        ("WALK-MOVE-01 to 03", "WALK-MOVE-01 to 03"),
        ("WALK-MOVE-01, -03", "WALK-MOVE-01, -03"),
        ("WALK-MOVE-01 and -03", "WALK-MOVE-01 and -03"),
        ("WALK-MOVE-01, 03", "WALK-MOVE-01, 03"),
    ],
)
def test_what_is_no_clause_or_not_written_whole_is_told(walk: Path, words: str, stray: str) -> None:
    (walk / "more.py").write_text(f"def more():\n    # {words}\n    return 1\n")
    assert [(str(place), told) for place, told in citations(walk.name).strays] == [("walk/more.py:2 more", stray)]
