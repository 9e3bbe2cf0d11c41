"""What mypyc asks of the boxes that `make wheel-compiled` compiles."""

from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.engine.table import Table


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
