"""The staff plays whole games from either seat, and better than chance."""

import random

from mamayev.engine.playout import playout
from mamayev.engine.registry import find

GAME = find("donnerschlag")
STAFF = GAME.bots["staff"].policy


def test_the_staff_reaches_the_zone_more_often_than_not_where_nobody_thinks() -> None:
    table, won = GAME.table(), 0
    for seed in range(4):
        p = table.start()
        playout(p, random.Random(seed), {0: STAFF})
        won += p.returns()[0] > 0
    assert won >= 2


def test_as_the_soviets_it_holds_against_itself() -> None:
    p = GAME.table().start()
    playout(p, random.Random(1), {0: STAFF, 1: STAFF})
    assert p.returns() in ([1.0, -1.0], [-1.0, 1.0])
