"""Skirmish's own bot."""

import random

from mamayev.engine.position import CHANCE
from mamayev_skirmish import GAME
from mamayev_skirmish.bot import CAPTAIN


def test_the_captain_beats_random_play() -> None:
    table, rng = GAME.table(), random.Random(1)
    points = 0.0
    for game in range(100):
        p = table.start()
        while p.frames:
            if p.seat == CHANCE:
                p.apply(rng.choice(p.actions())[0])
            elif p.seat == game % 2:
                p.apply(CAPTAIN.policy(table.sample(p, p.seat, rng), rng))
            else:
                p.apply(rng.choice(p.actions()))
        points += p.returns()[game % 2]
    assert points > 30
