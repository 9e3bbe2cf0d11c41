"""Campaign plans: their file can be ordered, and a strategist keeps one for a season or until it is dropped."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import mamayev
from mamayev.engine.foresight import CampaignPlan, Drop
from mamayev.engine.orders import read_text
from mamayev.engine.registry import find as find_game
from mamayev.engine.registry import names as games
from mamayev.match.match import Match
from mamayev.players import checked, find, take
from mamayev.players.levels import strategist
from mamayev.players.search import Estimate, Plan, Search, Thought, following

NAME = "The south first"
LEAST = 6
"""The plans of a seat."""
PLANNED = {"barbarossa": {"german", "russian"}, "donnerschlag": {"axis", "soviet"}, "inferno": {"german", "soviet"}}
"""The seats that have plans, by game."""
LATER = " on the map yet."
"""The end of an objection to orders for a formation that arrives later."""


def planned() -> list[str]:
    """The games with campaign plans."""
    found = [find_game(name) for name in games()]
    return [game.name for game in found if game.foresight is not None and game.foresight.campaign is not None]


@pytest.mark.parametrize("name", planned())
def test_every_plan_can_be_ordered_at_the_start_and_ends_on_what_a_position_shows(name: str) -> None:
    game = find_game(name)
    assert game.foresight is not None
    assert game.command is not None
    command, table = game.command(), game.table()
    for seat in game.seats:
        plans = game.foresight.plans_of(seat)
        assert (len(plans) >= LEAST) if seat in PLANNED[name] else not plans
        assert len({plan.name for plan in plans}) == len(plans)
        for plan in plans:
            orders = read_text(command.forms[seat], plan.orders, table.notation)
            assert orders != command.forms[seat](), plan.name
            p = table.start()
            serious = [one for one in command.objections(p, orders) if not one.text.endswith(LATER)]
            assert not serious, plan.name
            assert {drop.feature for drop in plan.drops} <= set(table.features(p, game.seats.index(seat)))
            assert not plan.aim.endswith(".")


def test_a_plan_is_dropped_at_its_limit() -> None:
    plan = CampaignPlan(
        "A", "german", "Aim", "", (Drop("held", "It is held", above=1), Drop("left", "Late", below=0.2))
    )
    assert plan.dropped({"held": 0.0, "left": 0.5}) == ""
    assert plan.dropped({"held": 1.0, "left": 0.5}) == "It is held"
    assert plan.dropped({"held": 0.0, "left": 0.2}) == "Late"


def test_a_plan_whose_places_a_board_lacks_is_left_out() -> None:
    game = find_game("barbarossa")
    plan = CampaignPlan("A", "german", "Aim", "objective_center=atlantis")
    assert following(game.table(), game.bots["staff"], plan) is None


# ------------------------------------------------------------------ a season

THOUGHT: list[int] = []


@pytest.fixture
def summer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Match]:
    """A match before the German June of 1941. Each thought comes to a campaign plan, and its month is in `THOUGHT`."""
    game = find_game("barbarossa")
    staff, foresight = game.bots["staff"], game.foresight
    assert foresight is not None

    def think(search: Search) -> Thought:
        THOUGHT.append(search.table.turn(search.p))
        plan = Plan(search.by(NAME)(search.p, random.Random(0)), search.by(NAME), NAME, NAME)
        usual = Plan(staff.policy(search.p, random.Random(0)), staff.policy)
        return Thought(plan, usual, [(plan, Estimate(0.2, 0.05, 48))], worth=0.1)

    monkeypatch.setattr(Search, "think", think)
    strategist.cache_clear()
    THOUGHT.clear()
    match = mamayev.new("barbarossa", seed=5)
    ahead(match, 1, "staff")
    yield match
    strategist.cache_clear()


def ahead(match: Match, turn: int, bot: str) -> None:
    """Play to the start of the German movement of a month."""
    assert match.game.foresight is not None
    begins = match.game.foresight.begins
    assert begins is not None
    staff, german = find(match.game, "staff"), find(match.game, bot)
    while not (match.position.seat == 0 and begins(match.position) and match.table.turn(match.position) == turn):
        take(match, german if match.position.seat == 0 else staff, random.Random(0))


def test_a_season_is_thought_about_once(summer: Match) -> None:
    """June to August, and then September."""
    ahead(summer, 2, "strategist")
    assert THOUGHT == [1]
    hint = mamayev.players.hint(summer, "strategist")
    assert hint["why"] == f"It follows the plan of this season, “{NAME}”."
    assert THOUGHT == [1]
    again = Match.from_json(summer.to_json())
    strategist.cache_clear()
    assert mamayev.players.hint(again, "strategist")["text"] == hint["text"]
    assert THOUGHT == [1, 1], "found again from the log, where it began"
    ahead(summer, 4, "staff")
    take(summer, find(summer.game, "strategist"), random.Random(1))
    assert THOUGHT == [1, 1, 4], "a new season"


def test_a_plan_that_is_dropped_is_thought_about_again(summer: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = checked(find(summer.game, "strategist"), "strategist")
    policy(summer.position.copy(), random.Random(1))
    ahead(summer, 2, "strategist")
    policy(summer.position.copy(), random.Random(1))
    assert policy.plan == (2, NAME)
    assert THOUGHT == [1]
    policy.plan = 1, NAME
    monkeypatch.setattr(CampaignPlan, "dropped", lambda _plan, _features: "It is over")
    staff = summer.game.bots["staff"].policy
    usual = Plan(staff(summer.position.copy(), random.Random(0)), staff)
    monkeypatch.setattr(Search, "think", lambda _search: Thought(usual, usual, []))
    policy(summer.position.copy(), random.Random(1))
    assert policy.plan == (2, "")


def test_the_intent_tells_the_aim_and_the_chances(summer: Match) -> None:
    plan = next(plan for plan in summer.game.foresight.plans_of("german") if plan.name == NAME)  # type: ignore[union-attr]
    intent = mamayev.players.hint(summer, "strategist")["intent"]
    assert intent.sentence.startswith(f"{plan.aim}. The main effort is ")
    assert intent.because[0].name == "Chances"
    told = "about 65% with this plan, about 55% with the staff's own, in 48 rollouts"
    assert intent.because[0].text == told
