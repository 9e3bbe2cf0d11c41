"""Crowded positions: what the battery makes of them, and that it notices a box without an answer."""

import random
import sys
from collections.abc import Callable

import pytest

from mamayev.testing.battery import play_crowd
from mamayev.testing.play import Case, Crowds


@pytest.fixture
def crowds(outpost: str) -> Crowds:
    """Of a game with zones and retreats, whose units a script may put anywhere."""
    assert outpost
    return Crowds(Case.of("outpost first").table)


def test_units_are_put_close_together_and_a_script_can_do_it(crowds: Crowds) -> None:
    p, changes = crowds.front(random.Random(1))
    assert changes
    again = crowds.table.start()
    for key, value in changes.items():
        crowds.table.situations.change(again, key, value)
    assert again == p
    play_crowd(p, changes, random.Random(1))


def play_fronts(crowds: Crowds) -> None:
    for seed in range(100):
        rng = random.Random(seed)
        play_crowd(*crowds.front(rng), rng)


def play_clashes(crowds: Crowds) -> None:
    for seed in range(100):
        for p, changes in crowds.clashes(random.Random(seed)):
            play_crowd(p, changes, random.Random(seed), clash=True)


@pytest.mark.parametrize(("play", "told"), [(play_fronts, '"unit.'), (play_clashes, '"retreat": ')])
def test_a_box_without_an_answer_is_noticed(
    crowds: Crowds, play: Callable[[Crowds], None], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["outpost_game"].Retreat, "options", lambda self, p, f: [])
    with pytest.raises(AssertionError, match="no answer is legal") as failed:
        play(crowds)
    where, begun = failed.value.__notes__
    assert "retreat" in where
    assert told in begun


def test_clashes_are_begun_within_the_front_and_a_script_can_do_it(crowds: Crowds) -> None:
    found = [clash for seed in range(20) for clash in crowds.clashes(random.Random(seed))]
    assert found
    for p, changes in found:
        again = crowds.table.start()
        for key, value in changes.items():
            crowds.table.situations.change(again, key, value)
        assert again == p
        assert p.inside("combat")
        play_crowd(p, changes, random.Random(1), clash=True)
        assert not p.inside("combat"), "it is played to its end"
