"""Rival plans meet the same dice where they take the same roll, so that their difference shows sooner."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import mamayev
from mamayev.engine.registry import find
from mamayev.games.cauldron.staff import staff
from mamayev.lab.figures import difference
from mamayev.lab.mass import Setup, play_number
from mamayev.players import play_on

GAME = find("cauldron")
GAMES = 60
Plan = Callable[[Any, random.Random], int]


def staffs(p: Any, rng: random.Random) -> int:
    return GAME.bots["staff"].policy(p, rng)


def exposes_the_first(p: Any, rng: random.Random) -> int:
    """The staff, but for one small thing: where it picks the area that is attacked it takes the first."""
    frame = p.frames[-1]
    box = p.table.boxes[frame[0]]
    return min(box.options(p, frame)) if staff.BY_BOX[box.name] is staff.expose else staffs(p, rng)


def points(plan: Plan, luck: Callable[[int], mamayev.Luck | None], first: int) -> list[float]:
    """The points of some games of a plan, in the order of their numbers."""
    found = []
    for number in range(first, first + GAMES):
        p: Any = GAME.table().start()
        mamayev.playout(p, random.Random(number), {0: plan}, luck=luck(number))
        found.append(p.table.result(p)["points"])
    return found


def test_pairing_takes_most_of_the_variance_out_of_the_difference_of_two_plans() -> None:
    paired, streams = (
        difference(points(exposes_the_first, luck, 0), points(staffs, luck, 0))
        for luck in (mamayev.Luck, lambda number: None)
    )
    assert 0 < paired["kept"] < 0.25
    assert paired["kept"] < streams["kept"]


def test_a_simulated_game_can_be_opened_as_a_match() -> None:
    row, p = play_number(Setup("cauldron", ("staff",)), 1943, 2)
    match = mamayev.new("cauldron", seed=row["seed"])
    play_on(match, {"german": "staff"})
    assert match.position == p
    assert match.result is not None
    assert match.result["points"] == row["points"]


def test_a_playout_by_policies_is_the_game_that_bots_play_in_a_match() -> None:
    for name in ("breakout", "consolidate"):
        match = mamayev.new("cauldron", seed=7, edition="1996", options={"rumors": True})
        p = match.table.start()
        mamayev.playout(p, random.Random(1), {0: GAME.bots[name].policy}, luck=mamayev.Luck(7))
        play_on(match, {"german": name})
        assert match.position == p
