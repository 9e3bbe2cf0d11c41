"""Every bot explains its choice by what it was chosen for: the best of the actions that it rates, with its grounds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from mamayev.engine.bot import BY_LOT, Bot, Ground, Rated, because, best, weighed
from mamayev.engine.registry import find
from mamayev.engine.scene import Arrow
from mamayev.testing.depth import deep

MANNED: dict[str, dict[str, object]] = {
    "barbarossa": {"airpower": True, "interception": True},
    "cauldron": {},
    "donnerschlag": {},
    "inferno": {"soviet_side": "player"},
}
"""Options under which seats decide most."""
DECISIONS = deep(300, least=100)


def decisions(game: str, name: str) -> Iterator[Any]:
    """Yield what a bot sees at decisions of a game that it plays in every seat."""
    offer = find(game)
    p, rng = offer.table(options=MANNED[game]).start(), random.Random(7)
    bot, left = {**offer.bots, **offer.probes}[name], DECISIONS
    while p.frames and left:
        if p.seat < 0:
            p.apply(p.roll(rng.random))
        else:
            left -= 1
            yield p
            p.apply(bot.policy(p, rng))


@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize("game", MANNED)
def test_the_reason_of_the_staff_is_that_of_the_best_action_that_it_rates(game: str, near: bool) -> None:
    staff, said = find(game).bots["staff"], set[str]()
    staff = staff.near or staff if near else staff
    assert staff.rated is not None
    for p in decisions(game, "staff"):
        before, rows = p.copy(), staff.rated(p)
        action, state = staff.policy(p, random.Random(1)), random.Random(1)
        (taken,) = (one for one in rows if one.action == action)
        assert taken.worth == best(rows).worth, p.name(action)
        why = staff.why(p, action)
        assert why == taken.why()
        assert why.endswith(".")
        assert all(ground.name and not ground.text.endswith(".") for ground in taken.told())
        assert dict(staff.rank(p)) == {one.action: one.worth for one in weighed(rows)}
        assert staff.policy(p, state) == action, "the same for the same generator"
        assert p == before
        said.add(why)
    assert len(said) > DECISIONS / 10


@pytest.mark.parametrize("game", MANNED)
def test_another_action_is_told_what_the_staff_prefers(game: str) -> None:
    staff, asked = find(game).bots["staff"], 0
    for p in decisions(game, "staff"):
        action = staff.policy(p, random.Random(1))
        other = p.draw(random.Random(asked).random)
        why = staff.why(p, other)
        if other != action and "drawn by lot" not in why and p.table.label(p, other) != p.table.label(p, action):
            assert f"prefers “{p.table.label(p, action)}”." in why or dict(staff.rank(p)).get(other), why
            asked += 1
    assert asked > DECISIONS / 4


# ------------------------------------------------------------------ what follows from `rated`


class Two:
    """A position of a game with three actions."""

    class table:
        @staticmethod
        def label(_p: object, action: int) -> str:
            return f"Action {action}"


def bot(*rows: Rated) -> Bot:
    """A bot that rates the same actions everywhere."""
    return Bot(rated=lambda _p: rows, doc="Rates.")


def test_a_bot_takes_the_best_and_says_why() -> None:
    hope, cost = Ground("Hoped for", "5 steps fall"), Ground("It costs", "2 of ours")
    one = bot(Rated(4, 1.5, (hope, cost)), Rated(7, -1.0, because("There is nothing to gain")))
    assert one.policy(Two, random.Random(1)) == 4
    assert one.why(Two, 4) == "5 steps fall. 2 of ours."
    assert one.why(Two, 7) == "There is nothing to gain. The bot prefers “Action 4”."
    assert one.why(Two, 9) == "The bot prefers “Action 4”. 5 steps fall. 2 of ours."
    assert one.rank(Two) == [(4, 1.5), (7, -1.0)]


def test_equals_are_drawn_by_the_generator() -> None:
    one = bot(Rated.by_rule(4, "Either will do"), Rated.by_rule(7, "Either will do"))
    rng = random.Random(3)
    assert {one.policy(Two, rng) for _ in range(20)} == {4, 7}
    assert one.why(Two, 7) == "Either will do."
    assert one.rank(Two) == [(4, 0.0), (7, 0.0)]
    assert bot(Rated.by_rule(4, "A rule decides")).rank(Two) == []
    assert bot(Rated(4, grounds=BY_LOT), Rated(7, grounds=BY_LOT)).rank(Two) == []


def test_grounds_and_arrows_are_worked_out_only_when_they_are_read() -> None:
    asked = []

    def grounds() -> tuple[Ground, ...]:
        asked.append("why")
        return because("It is far")

    one = Rated(4, 0.0, grounds, lambda: [Arrow(kind="attack", from_="1", to="2")])
    assert bot(one).policy(Two, random.Random(1)) == 4
    assert not asked
    assert one.why() == "It is far."
    assert asked == ["why"]
    assert [arrow.to for arrow in one.drawn()] == ["2"]


def test_a_bot_without_thoughts_needs_a_policy_and_a_reason() -> None:
    with pytest.raises(AssertionError, match="needs `rated`, or both `policy` and `why`"):
        Bot(doc="Empty.").policy(Two, random.Random(1))
