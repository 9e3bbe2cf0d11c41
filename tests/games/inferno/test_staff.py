"""The opponent of the German seat."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from mamayev.engine.chance import Luck
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.lab.mass import Setup
from mamayev.lab.study import record_games

from .battle import INF, INF2, INF3, PZ, RB, RD, begin, play

staff = find("inferno").bots["staff"].policy


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
    match = begin({PZ: "2", INF: "20", INF2: "20", RB: "3", RD: "19"}, home=False)
    p = match.position
    assert p.name(staff(p, random.Random(1))) == "attack 3"
    play(match, "attack 3")
    for _ in range(2):
        match.play(match.position.name(staff(match.position, random.Random(1))))
    assert match.position.name(staff(match.position, random.Random(1))) == "begin"


def test_the_staff_does_not_turn_back_from_a_spawn_hex() -> None:
    match = begin({INF: "24", INF2: "24", RB: "7", RD: "40", "rd-98": "19"}, control__3="german")
    assert match.position.name(staff(match.position, random.Random(1))) == "attack 7"


def test_the_staff_strikes_the_last_spawn_hex_with_one_card_left_and_calls_nobody() -> None:
    taken = {f"control__{h}": "german" for h in ("3", "6", "7", "13", "15")}
    match = begin({INF: "35", INF2: "35", RD: "19", "rd-98": "19", INF3: "Z"}, home=False, **taken)
    assert match.position.name(staff(match.position, random.Random(1))) == "attack 19"


def test_the_staff_gives_its_reasons_and_keeps_out_of_hopeless_fights() -> None:
    match = begin({"inf-544": "74", RD: "59", RB: "59", "rd-98": "59", "rd-126": "59"}, **{"strength__inf-544": 1})
    bot = find("inferno").bots["staff"]
    action = bot.policy(match.position, random.Random(1))
    assert not match.position.name(action).startswith("attack")
    assert bot.why(match.position, action)


def test_the_soviet_staff_takes_a_spawn_hex_back_and_lays_a_leader_first() -> None:
    bot = find("inferno").bots["staff"]
    lost = {"control__6": "german", "options": {"soviet_side": "player"}, "home": False}
    units = {"inf-578": "W", RB: "7", "rd-98": "7", "gds-13": "88", "rd-126": "25"}
    match = begin(units, [6], player="soviet", **lost)
    action = bot.policy(match.position, random.Random(1))
    assert match.position.name(action) == "use 7"
    assert bot.why(match.position, action)
    more = {"cards": ["soviet-sniper-1", "khrushchev", "thompson-1"]}
    match = play(begin({INF: "88", RB: "74"}, options={"soviet_side": "player"}, **more), "attack 74")
    assert match.position.name(bot.policy(match.position, random.Random(1))) == "lay khrushchev"


def test_the_study_counts_one_action_for_each_german_round() -> None:
    setup = Setup("inferno", ("staff", ""))
    for row in record_games(setup, 5, ("staff", ""), range(2))["games"]:
        actions = sum(row[name] for name in ("calls", "long", "short", "hasty", "deliberate"))
        assert 0 <= row["rounds"] - actions <= 2, "the staff seldom passes"
        cards = [row[f"card_{name}"] for name in ("heinkel", "howitzer", "pioneer", "sniper", "pak")]
        assert 0 < sum(cards) <= row["deliberate"]


def reasons(games: int) -> Iterator[tuple[Any, int, str]]:
    """Positions of staffs on both sides, what is done there, and why."""
    bot = find("inferno").bots["staff"]
    for seed in range(games):
        p: Any = find("inferno").table(options={"soviet_side": "player"}).start()
        rng = random.Random(seed)
        while p.frames:
            if p.seat < 0:
                p.apply(p.roll(rng.random))
                continue
            action = bot.policy(p, rng)
            yield p, action, bot.why(p, action)
            p.apply(action)
