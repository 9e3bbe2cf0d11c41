"""A game asks only for readings that its options have: a misspelled one would raise TypeError in the midst of play."""

import re
from pathlib import Path

import pytest

from mamayev.engine.options import Readings
from mamayev.engine.registry import find

GAMES = Path(__file__).parents[2] / "src/mamayev/games"
ASKED = re.compile(r'\breadings\["(.+?)"\]')


@pytest.mark.parametrize("game", sorted(data.parent.name for data in GAMES.glob("*/data")))
def test_a_game_asks_only_for_its_readings(game: str) -> None:
    files = (GAMES / game).rglob("*.py")
    asked = {reading for file in files for reading in ASKED.findall(file.read_text(encoding="utf-8"))}
    assert len(asked) > 10
    assert asked <= set(Readings(find(game).options, {}))
