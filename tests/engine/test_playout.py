"""Play of the bare table: by lot, by policies, up to a decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

import mamayev
from mamayev.engine.notation import CHANCE_VERBS, VERB
from mamayev.engine.playout import playout
from mamayev.engine.position import CHANCE
from mamayev.engine.procedure import Order
from mamayev.engine.registry import find, names

REST, RESIGN = (len(CHANCE_VERBS) + 1) << VERB, (len(CHANCE_VERBS) + 2) << VERB
NORTH, SOUTH = 0, 1


def start(tiny: str) -> Any:
    return find(tiny).table().start()


def rests(p: Any, rng: random.Random) -> int:
    return REST


def reaches(turn: int) -> Callable[[Any], bool]:
    return lambda q: bool(q.turn >= turn)


def test_policies_play_their_seats_and_lot_the_others(tiny: str) -> None:
    fields = set()
    for seed in range(20):
        p = start(tiny)
        assert mamayev.playout(p, random.Random(seed), {NORTH: rests}) == 6
        assert p.at[NORTH] == 0
        assert p.bonus[NORTH] > 0
        fields.add(p.at[SOUTH])
    assert fields == {0, 1, 2, 3}


def test_the_same_generator_gives_the_same_game(tiny: str) -> None:
    games = [start(tiny) for _ in range(2)]
    for p in games:
        mamayev.playout(p, random.Random(3), {SOUTH: find(tiny).bots["moody"].policy})
    assert games[0] == games[1]


@pytest.mark.parametrize("game", names())
def test_dice_and_lots_fall_the_same_whether_or_not_somebody_watches(game: str) -> None:
    unseen, seen = (find(game).table().start() for _ in range(2))
    boxes = []
    decisions = [
        playout(unseen, random.Random(5)),
        playout(seen, random.Random(5), watch=lambda p: boxes.append(p.frames and p.box.chance)),
    ]
    assert unseen == seen
    assert decisions[0] == decisions[1]
    assert any(boxes)  # chance is shown one by one


def test_a_policy_may_take_a_standing_action_which_lot_never_does(tiny: str) -> None:
    p = start(tiny)
    assert mamayev.playout(p, random.Random(1), {SOUTH: lambda q, rng: RESIGN}) == 2
    assert (p.at[SOUTH], p.turn) == (-1, 1)
    for seed in range(50):
        mamayev.playout(p := start(tiny), random.Random(seed))
        assert p.turn == 3


def test_play_stops_at_the_first_decision_of_a_seat_where_until_holds(tiny: str) -> None:
    p, asked = start(tiny), []

    def until(q: Any) -> bool:
        asked.append((q.turn, q.seat))
        return bool(q.turn == 2 and q.seat == SOUTH)

    assert mamayev.playout(p, random.Random(1), until=until) == 3
    assert asked == [(1, NORTH), (1, SOUTH), (2, NORTH), (2, SOUTH)]
    assert (p.turn, p.seat) == (2, SOUTH)
    assert REST in p.actions()
    assert mamayev.playout(p, random.Random(1), until=until) == 0
    assert mamayev.playout(p, random.Random(1)) == 3
    assert p.frames == []


def test_a_stop_changes_nothing_in_what_follows(tiny: str) -> None:
    whole, rng = start(tiny), random.Random(9)
    decisions = mamayev.playout(whole, rng)
    parts, rng = start(tiny), random.Random(9)
    taken = 0
    for turn in (2, 3, 4):
        taken += mamayev.playout(parts, rng, until=reaches(turn))
    assert (parts, taken) == (whole, decisions)


def test_decisions_of_the_rules_are_neither_counted_nor_asked_about(tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("tiny_game").TinyTable, "procedures", {SOUTH: lambda p: Order(REST, "Rest.")})
    asked = []
    decisions = mamayev.playout(p := start(tiny), random.Random(1), {SOUTH: rests}, lambda q: asked.append(q.seat))
    assert decisions == 3
    assert asked == [NORTH] * 3
    assert p.at[SOUTH] == 0


def test_everything_at_rest_is_shown_to_who_watches(tiny: str) -> None:
    seen: list[tuple[int, int]] = []
    playout(start(tiny), random.Random(1), watch=lambda q: seen.append((q.turn, q.seat)))
    assert seen == [(t, s) for t in (1, 2, 3) for s in (NORTH, CHANCE, SOUTH, CHANCE)] + [(3, -1)]


def test_a_policy_looks_at_the_position_itself_where_nothing_is_secret(tiny: str) -> None:
    p, seen = start(tiny), []

    def policy(q: Any, rng: random.Random) -> int:
        seen.append(q)
        return REST

    mamayev.playout(p, random.Random(1), {NORTH: policy})
    assert len(seen) == 3
    assert all(q is p for q in seen)


def test_a_policy_never_sees_the_secrets_of_others(tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def sample(table: Any, p: Any, seat: int, rng: random.Random) -> Any:
        other = p.copy()
        other.bonus[1 - seat] = 77
        return other

    p, seen = start(tiny), []
    monkeypatch.setattr(import_module("tiny_game").TinyTable, "sample", sample)

    def policy(q: Any, rng: random.Random) -> int:
        seen.append(q.bonus[SOUTH])
        return REST

    mamayev.playout(p, random.Random(1), {NORTH: policy})
    assert seen == [77] * 3
    assert p.bonus[SOUTH] < 77


def test_a_rollout_that_begins_with_a_sample_deals_none_anew(tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    p, seen = start(tiny), []
    monkeypatch.setattr(type(p.table), "sample", lambda table, q, seat, rng: q.copy())

    def policy(q: Any, rng: random.Random) -> int:
        seen.append(q is p)
        return REST

    mamayev.playout(p, random.Random(1), {NORTH: policy})
    mamayev.playout(p := start(tiny), random.Random(1), {NORTH: policy}, see=False)
    assert seen == [False] * 3 + [True] * 3
