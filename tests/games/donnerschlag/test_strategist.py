"""The strategist of Donnerschlag: when it thinks, what it knows, and what it says."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mamayev.engine.chance import Luck
from mamayev.engine.foresight import Budget
from mamayev.engine.playout import playout
from mamayev.games.donnerschlag import GAME
from mamayev.games.donnerschlag.printed.map import AXIS, SOVIET
from mamayev.games.donnerschlag.rules.victory import LAST_TURN
from mamayev.players.levels import Strategist, strategist
from mamayev.players.search import Estimate, Plan, Search, Thought

SHORT = Budget(block=1, screen=1, confirm=1)
STAFF, FORESIGHT = GAME.bots["staff"], GAME.foresight


def begins(p: Any) -> bool:
    """Whether a plan begins at a position."""
    assert FORESIGHT is not None
    assert FORESIGHT.begins is not None
    return FORESIGHT.begins(p)


def planning(seat: int, turn: int, seed: int = 1) -> Any:
    """The position in which a plan of a seat begins in a turn, between two staffs."""
    p = GAME.table().start()

    def there(q: Any) -> bool:
        return bool(q.seat == seat and q.turn >= turn and begins(q))

    playout(p, random.Random(seed), {0: STAFF.policy, 1: STAFF.policy}, there, Luck(seed))
    return p


def thinker() -> Strategist:
    """A strategist that remembers nothing, with a small budget."""
    assert FORESIGHT is not None
    return Strategist(STAFF, FORESIGHT, SHORT)


def test_a_plan_begins_at_most_once_a_turn_for_each_side_and_not_in_the_first() -> None:
    p, begun = GAME.table().start(), list[tuple[int, int]]()

    def watch(q: Any) -> None:
        if q.frames and q.seat >= 0 and begins(q):
            begun.append((q.turn, q.seat))

    playout(p, random.Random(3), {0: STAFF.policy, 1: STAFF.policy}, luck=Luck(3), watch=watch)
    assert len(begun) == len(set(begun))
    assert {(turn, seat) for turn in (2, 3, 4) for seat in (AXIS, SOVIET)} <= set(begun)
    assert all(1 < turn <= LAST_TURN for turn, _ in begun)


@pytest.mark.parametrize("seat", [AXIS, SOVIET])
def test_it_knows_no_more_than_its_seat(seat: int) -> None:
    """The same thought in positions that the seat cannot distinguish: other cards, and for the Soviets another zone."""
    p = planning(seat, 5)
    others = [p.table.sample(p, seat, random.Random(n)) for n in range(8)]
    assert any(other.where != p.where for other in others)
    if seat == SOVIET:
        assert len({other.zone for other in others}) > 1
    other = next(q for q in others if q.where != p.where and (seat == AXIS or q.zone != p.zone))
    assert thinker().thought(p, lambda _: True) == thinker().thought(other, lambda _: True) is not None


def test_after_the_call_no_plan_goes_to_another_zone() -> None:
    p = planning(AXIS, 5)
    assert p.called
    found = thinker().thought(p, lambda _: True)
    assert found is not None
    compared = {plan.name for plan, _ in found.others}
    assert "Headquarters forward" in compared
    assert not any(name.startswith("Through zone") for name in compared)


def test_the_intent_tells_the_aim_and_the_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chances are those of the thought: 50% for a result of 0, and half a point for each hundredth of it."""
    assert FORESIGHT is not None
    plan = next(one for one in FORESIGHT.plans_of("soviet") if one.name == "Guards at the zones")

    def think(search: Search) -> Thought:
        found = Plan(search.by(plan.name)(search.p, random.Random(0)), search.by(plan.name), plan.name, plan.name)
        usual = Plan(STAFF.policy(search.p, random.Random(0)), STAFF.policy)
        return Thought(found, usual, [(found, Estimate(0.3, 0.1, 16))], worth=-0.2)

    monkeypatch.setattr(Search, "think", think)
    p, bot = planning(SOVIET, 4), strategist(STAFF, FORESIGHT, SHORT)
    assert bot.plans is not None
    name = bot.plans.choose(p, lambda _: True)
    meant = bot.plans.by(name, [p]).intent
    assert meant is not None
    told = meant(p)
    strategist.cache_clear()
    assert told is not None
    assert told.sentence.startswith("Two units stay at the meeting zones. ")
    assert told.because[0].text == "about 55% with this plan, about 40% with the staff's own, in 16 rollouts"


def test_a_thought_says_how_far_it_is_and_can_be_ended() -> None:
    told = list[float]()

    def thrice(share: float) -> bool:
        told.append(share)
        return len(told) < 3

    found = thinker().thought(planning(AXIS, 5), thrice)
    assert found is not None
    assert not found.whole
    assert not found.departs
    assert told == sorted(told)
    assert 0 < told[0] <= told[-1] <= 1
