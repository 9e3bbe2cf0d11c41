"""The opponent of the German seat."""

from __future__ import annotations

import random

from mamayev.engine.chance import Luck
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.games.inferno.staff import play as staff

from .battle import INF, INF2, PZ, RB, RD, begin, play


def test_the_staff_wins_where_random_play_never_does() -> None:
    table = find("inferno").table()
    won = {"staff": 0, "random": 0}
    for seed in range(24):
        for name, policies in (("staff", {0: staff}), ("random", None)):
            p = table.start()
            playout(p, random.Random(seed), policies, luck=Luck(seed))
            won[name] += table.returns(p)[0] > 0
    assert won["random"] == 0
    assert won["staff"] >= 8


def test_the_staff_attacks_a_spawn_hex_with_all_that_stands_around_it() -> None:
    match = begin({PZ: "2", INF: "20", INF2: "20", RB: "3"})
    p = match.position
    assert p.name(staff(p, random.Random(1))) == "attack 3"  # type: ignore[arg-type]
    play(match, "attack 3")
    for _ in range(2):
        match.play(match.position.name(staff(match.position, random.Random(1))))  # type: ignore[arg-type]
    assert match.position.name(staff(match.position, random.Random(1))) == "begin"  # type: ignore[arg-type]


def test_the_staff_gives_its_reasons_and_keeps_out_of_hopeless_fights() -> None:
    match = begin({"inf-544": "74", RD: "59", RB: "59", "rd-98": "59", "rd-126": "59"}, **{"strength__inf-544": 1})
    bot = find("inferno").bots["staff"]
    action = bot.policy(match.position, random.Random(1))
    assert not match.position.name(action).startswith("attack")
    assert bot.why(match.position, action)
