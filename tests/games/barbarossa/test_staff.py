"""The staff as an opponent: what it does is legal and makes sense."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mamayev.games.barbarossa import GAME
from mamayev.players import find


def played(options: dict[str, Any], players: tuple[str, str], seed: int, months: int = 99) -> Any:
    """A position after some months between two players."""
    defaults = {option.name: option.default for option in GAME.options}
    p: Any = GAME.open("1963", defaults | options, None).start()
    bots, rng = [find(GAME, name) for name in players], random.Random(seed)
    while p.frames and p.turn < months:
        if p.box.chance:
            action = p.roll(rng.random)
        else:
            action = bots[p.seat].policy(p, rng)
            assert p.allows(action), p.name(action)
        p.apply(action)
    return p


@pytest.mark.parametrize("side", [0, 1])
def test_the_staff_beats_chance_from_either_side(side: int) -> None:
    players = ("staff", "random") if side == 0 else ("random", "staff")
    p = played({}, players, 1)
    assert p.table.returns(p)[side] == 1.0
