"""The strategist of Inferno: when it thinks, which plans it compares, and how long it keeps one."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from mamayev.engine.bot import Policy
from mamayev.engine.chance import Luck
from mamayev.engine.foresight import Budget
from mamayev.engine.notation import verb_of
from mamayev.engine.orders import read_text
from mamayev.engine.playout import playout
from mamayev.games.inferno import GAME
from mamayev.games.inferno.printed.map import GERMAN, SEAT_SIDES, SOVIET
from mamayev.games.inferno.rules import verbs
from mamayev.games.inferno.staff.directions import begun
from mamayev.games.inferno.staff.german_staff import on_the_march, rated
from mamayev.games.inferno.staff.orders import GermanOrders, german_style
from mamayev.players import checked
from mamayev.players.levels import Strategist, strategist
from mamayev.players.search import Estimate, Plan, Search, Thought

PLAYER = {"soviet_side": "player"}
SHORT = Budget(block=1, screen=1, confirm=1)
STAFF, FORESIGHT = GAME.bots["staff"], GAME.foresight
assert FORESIGHT is not None


def begins(p: Any, side: int = GERMAN) -> bool:
    """Whether a plan of a side begins at a position."""
    assert FORESIGHT is not None
    assert FORESIGHT.begins is not None
    return FORESIGHT.begins(p) and SEAT_SIDES[p.seat] == side


def first(wanted: Callable[[dict[str, float]], bool], germans: Policy = STAFF.policy, side: int = GERMAN) -> Any:
    """The first position in which a plan of a side begins and whose features are wanted."""
    for seed in range(20):
        p = GAME.table(options=PLAYER).start()

        def there(q: Any) -> bool:
            return begins(q, side) and wanted(q.table.features(q, q.seat))

        playout(p, random.Random(seed), {0: germans, 1: STAFF.policy, 2: germans}, there, Luck(seed))
        if p.frames:
            return p
    raise AssertionError("no game has such a position")


def compared(p: Any) -> set[str]:
    """The plans that it compares at a position."""
    assert FORESIGHT is not None
    found = Strategist(STAFF, FORESIGHT, SHORT).thought(p, lambda _: True)
    assert found is not None
    return {plan.name for plan, _ in found.others}


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_a_plan_can_begin_once_a_round(side: int) -> None:
    p, begun = GAME.table(options=PLAYER).start(), list[int]()

    def watch(q: Any) -> None:
        if q.frames and q.seat >= 0 and begins(q, side):
            begun.append(q.round)

    playout(p, random.Random(3), dict.fromkeys(range(3), STAFF.policy), luck=Luck(3), watch=watch)
    assert begun == sorted(set(begun))
    assert len(begun) > 8


def test_when_time_is_short_no_plan_asks_for_an_order_of_the_spawn_hexes() -> None:
    early = compared(first(lambda features: not features["late"]))
    assert {"North to south", "South to north", "Both wings", "Spare the army", "The Tractor Factory first"} < early
    late = compared(first(lambda features: bool(features["late"])))
    assert late == {"Run against the clock", "Cards for the Spawn hexes"}


def test_an_army_near_its_limit_of_losses_is_not_spent() -> None:
    reckless = GAME.probes["rush"].policy
    assert "Run against the clock" in compared(first(lambda features: not features["brink"], reckless))
    assert "Run against the clock" not in compared(first(lambda features: features["brink"] >= 0.5, reckless))


def test_soviets_with_two_spawn_hexes_left_hold_none_above_the_others() -> None:
    early = compared(first(lambda features: features["spawns"] > 0.5, side=SOVIET))
    assert {"Hold Rynok", "Hold the north", "Hold the factories", "Hold the Grain Elevator"} < early
    late = compared(first(lambda features: features["spawns"] < 0.4, side=SOVIET))
    assert late <= {"Run out the clock", "Wear the Germans down"}
    assert "Wear the Germans down" in late


def test_a_soviet_player_sees_no_german_strength() -> None:
    """Features depend on the number of German blocks, not on their steps, and on the own steps."""
    p = first(lambda features: features["spawns"] > 0.5, side=SOVIET)
    before = p.table.features(p, SOVIET)
    weaker = p.copy()
    for h in p.board.grid.hexes(p.german):
        for u in p.stacks[h]:
            weaker.strength[u] = 1
    assert p.table.features(weaker, SOVIET) == before
    for h in p.board.grid.hexes(p.soviet):
        for u in p.stacks[h]:
            weaker.strength[u] = 1
    assert p.table.features(weaker, SOVIET)["steps"] < before["steps"]


def cards_kept(search: Search) -> Thought:
    """A search that finds a campaign plan to be the best."""
    name = "Cards for the Spawn hexes"
    plan = Plan(search.by(name)(search.p, random.Random(0)), search.by(name), name, name)
    usual = Plan(STAFF.policy(search.p, random.Random(0)), STAFF.policy)
    return Thought(plan, usual, [(plan, Estimate(0.2, 0.05, 48))], worth=0.1)


def test_a_campaign_plan_is_that_of_the_season(monkeypatch: pytest.MonkeyPatch) -> None:
    assert FORESIGHT is not None
    monkeypatch.setattr(Search, "think", cards_kept)
    thinker, p = Strategist(STAFF, FORESIGHT, SHORT), first(lambda features: not features["late"])
    bot = thinker.by(thinker.choose(p, lambda _: True))
    why = bot.why(p, bot.policy(p, random.Random(0)))
    assert why.startswith("The plan of this season is “Cards for the Spawn hexes”: it is worth +0.20 ± 0.05")


@pytest.mark.parametrize("german_players", ["1", "2"])
def test_a_plan_is_kept_for_four_rounds(german_players: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds 1 to 4, 5 to 8, and so on. A partner's rounds follow the staff."""
    assert FORESIGHT is not None
    thought = list[int]()

    def think(search: Search) -> Thought:
        thought.append(search.table.turn(search.p))
        return cards_kept(search)

    monkeypatch.setattr(Search, "think", think)
    p = GAME.table(options=PLAYER | {"german_players": german_players}).start()
    bot = checked(strategist(STAFF, FORESIGHT, SHORT), "strategist")
    playout(p, random.Random(2), {0: bot, 1: STAFF.policy, 2: STAFF.policy}, luck=Luck(2))
    strategist.cache_clear()
    assert len(thought) > 2
    assert all((turn - 1) // 4 > (before - 1) // 4 for before, turn in pairwise(thought))


@pytest.mark.parametrize("german_players", ["1", "2"])
@pytest.mark.parametrize(
    "text", ["", "losses=spare call_below=14", "call_below=20 prefer=move", "least=60 prefer=attack", "hold=3,Y"]
)
def test_a_plan_under_orders_tells_the_action_that_they_lead_to(text: str, german_players: str) -> None:
    """Of a campaign plan, and of orders that a player gives."""
    assert GAME.command is not None
    assert STAFF.commanded is not None
    table = GAME.table(options=PLAYER | {"german_players": german_players})
    orders = read_text(GAME.command().forms["german"], text, table.notation)
    assert isinstance(orders, GermanOrders)
    bot = STAFF.commanded(orders)
    told = 0

    def watch(p: Any) -> None:
        nonlocal told
        if not p.frames or p.seat < 0 or not begins(p):
            return
        assert bot.intent is not None
        found, action, style = bot.intent(p), bot.policy(p, random.Random(0)), german_style(p.board, orders)
        assert found is not None
        if action == verbs.HAND_OVER:
            return
        told += 1
        legs, _ = on_the_march(p, action, style)
        one = next(one for one in rated(p, style) if one.action == action)
        assert found.sentence.startswith(begun(p, one, legs if verb_of(action) in (verbs.LONG, verbs.SHORT) else ())[0])
        assert "1000" not in str(found.because)

    policies = {0: bot.policy, 1: STAFF.policy, 2: bot.policy}
    playout(table.start(), random.Random(1), policies, luck=Luck(1), watch=watch)
    assert told > 5
