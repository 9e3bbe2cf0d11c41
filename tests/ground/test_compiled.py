"""What `make wheel-compiled` compiles, before it takes five minutes to do so."""

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.engine.table import Table

HERE = Path(__file__).parents[2]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", [str(HERE / "bench"), *sys.path])
    return importlib.import_module("compiled")


def test_mypyc_takes_every_module_that_the_wheel_is_to_have_compiled(compiled: Any, tmp_path: Path) -> None:
    modules = compiled.prepare(tmp_path)
    assert {f"mamayev/games/{game}/sequence.py" for game in ("barbarossa", "donnerschlag", "inferno")} <= set(modules)
    assert compiled.refused(tmp_path, modules) == {}


def tables(game: str) -> list[Table[Any]]:
    """As the game is set up at first, with each option at each of its values, and by each preset."""
    found = find(game)
    chosen: list[dict[str, Any]] = [{}, *(dict(preset.options) for preset in found.presets)]
    chosen += [{option.name: value} for option in found.options for value in option.choices]
    return [found.table(edition=edition, options=options) for edition in found.editions for options in chosen]


@pytest.mark.parametrize("game", ["barbarossa", "cauldron", "donnerschlag", "inferno"])
def test_a_box_whose_clauses_become_more_or_fewer_says_that_it_has_any_number(game: str) -> None:
    """A compiled class would hold the box to the number that it is written with."""
    for table in tables(game):
        for box in table.boxes:
            owner = next(kind for kind in type(box).__mro__ if "clauses" in vars(kind))
            if len(box.clauses) != len(vars(owner)["clauses"]):
                said = vars(owner).get("__annotations__", {}).get("clauses", "nothing")
                assert said.replace(" ", "") == "tuple[str,...]", (owner.__name__, box.clauses)
