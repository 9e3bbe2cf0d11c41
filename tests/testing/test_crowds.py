"""Crowded positions: what the battery makes of them, and that it notices a box without an answer."""

import random
import sys
from typing import Any

import pytest

from mamayev.testing.battery import play_crowd
from mamayev.testing.play import Case, Crowds


@pytest.fixture
def crowds(outpost: str, monkeypatch: pytest.MonkeyPatch) -> Crowds:
    """Of a game with zones and retreats, whose units a script may put anywhere."""
    assert outpost
    table = Case.of("outpost first").table
    monkeypatch.setattr(type(table), "beginnings", lambda self: [{}])
    return Crowds(table)


def test_units_are_put_close_together_and_a_script_can_do_it(crowds: Crowds) -> None:
    p, changes = crowds.front(random.Random(1))
    assert changes
    again = crowds.table.start()
    for key, value in changes.items():
        crowds.table.change(again, key, value)
    assert again == p
    play_crowd(p, changes, random.Random(1))


def test_a_box_without_an_answer_is_noticed(crowds: Crowds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["outpost_game"].Retreat, "options", lambda self, p, f: [])
    with pytest.raises(AssertionError, match="no answer is legal") as failed:
        for seed in range(100):
            rng = random.Random(seed)
            play_crowd(*crowds.front(rng), rng)
    assert "retreat" in failed.value.__notes__[0]


@pytest.mark.parametrize("game", ["donnerschlag", "barbarossa", "inferno", "cauldron"])
def test_a_clash_of_a_crowd_can_be_begun_by_a_script(game: str) -> None:
    """Each in the midst of the front, and another after it is played to its end."""
    crowds = Crowds(Case.of(f"{game} first").table)
    assert crowds
