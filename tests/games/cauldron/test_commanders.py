"""The `staff` bot plays whole games, within the rules, clearly better than random play."""

from __future__ import annotations

import random
import statistics
from typing import Any

import pytest

from mamayev.engine.match import Match
from mamayev.engine.position import CHANCE
from mamayev.games.cauldron.commanders import command


def points(seed: int, *, by_staff: bool) -> int:
    """The victory points of one game; every order of the staff is checked to be on offer."""
    match = Match.new("cauldron", seed=seed)
    p, rng = match.table.start(), random.Random(seed)
    plies = 0
    while p.frames:
        actions = p.actions()
        if p.seat == CHANCE:
            p.apply(rng.choice(actions)[0])
        elif by_staff:
            choice = command("staff", p)
            assert choice.action in actions, p.name(choice.action)
            assert choice.why
            p.apply(choice.action)
        else:
            frame = p.frames[-1]
            p.apply(rng.choice(p.table.boxes[frame[0]].options(p, frame)))
        plies += 1
        assert plies < 10_000
    return int(match.table.result(p)["points"])


def test_staff_averages_clearly_more_than_random_play() -> None:
    ours = [points(seed, by_staff=True) for seed in range(60)]
    chance = [points(seed, by_staff=False) for seed in range(60)]
    error = (statistics.variance(ours) / 60 + statistics.variance(chance) / 60) ** 0.5
    assert statistics.mean(ours) - statistics.mean(chance) > 3 * error


@pytest.mark.parametrize(
    "options",
    [
        {"entry": "choose"},
        {"isolated_movement": "separate"},
        {"retreat_with_pdm": "any"},
        {"retreat_with_pdm": "battlegroups"},
    ],
)
def test_staff_finishes_under_every_option(options: dict[str, str]) -> None:
    for seed in range(5):
        match = Match.new("cauldron", seed=seed, options=options)
        while match.decision is not None:
            position: Any = match.position
            match.play(position.name(command("staff", position).action))
        assert match.result is not None
        assert match.result["level"]
