"""Crowded positions: what the battery makes of them, and that it notices a box without an answer."""

import random
import sys

import pytest

from mamayev.testing.battery import play_on
from mamayev.testing.play import Case, crowded


@pytest.fixture
def case(outpost: str, monkeypatch: pytest.MonkeyPatch) -> Case:
    """A game with zones and retreats, whose units a script may put anywhere."""
    assert outpost
    case = Case.of("outpost first")
    monkeypatch.setattr(type(case.table), "beginnings", lambda self: [{}])
    return case


def test_units_are_put_close_together_and_a_script_can_do_it(case: Case) -> None:
    p, changes = crowded(case.table, random.Random(1))
    assert changes
    again = case.table.start()
    for key, value in changes.items():
        case.table.change(again, key, value)
    again.settle()
    assert again == p
    play_on(p, random.Random(1))


def play_crowds(case: Case) -> None:
    for seed in range(100):
        rng = random.Random(seed)
        play_on(crowded(case.table, rng)[0], rng)


def test_a_box_without_an_answer_is_noticed(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["outpost_game"].Retreat, "options", lambda self, p, f: [])
    with pytest.raises(AssertionError, match="no answer is legal") as failed:
        play_crowds(case)
    assert "retreat" in failed.value.__notes__[0]
