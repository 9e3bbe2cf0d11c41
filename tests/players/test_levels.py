"""The opponents made of a game's staff: the recruit, and the strategist who searches."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

import mamayev
from mamayev.engine.bot import Bot
from mamayev.engine.chance import Luck
from mamayev.engine.foresight import Budget
from mamayev.engine.playout import playout
from mamayev.engine.registry import find as find_game
from mamayev.engine.table import Game
from mamayev.games.barbarossa.staff.staff import PLANS
from mamayev.match.catalogue import info
from mamayev.match.match import Match
from mamayev.players import advice, checked, find, names, take, thinks
from mamayev.players.levels import Strategist, officer, recruit, strategist
from mamayev.players.search import Ended, Estimate, Plan, Search, Thought, by_verb, estimate, joined, seen

SHORT = Budget(block=2, screen=2, confirm=2)


def position(game: Game, turn: int = 3) -> Any:
    """The first decision of the first seat from a turn on that a search thinks about."""
    assert game.foresight is not None
    p, staff, boxes = game.table().start(), game.bots["staff"], game.foresight.boxes
    policies = dict.fromkeys(range(len(game.seats)), staff.policy)
    playout(p, random.Random(1), policies, lambda q: q.table.turn(q) >= turn and q.box.name in boxes, Luck(1))
    return p


@pytest.fixture(scope="module", params=["inferno", "cauldron"])
def game(request: pytest.FixtureRequest) -> Game:
    return find_game(request.param)


def test_levels_are_offered_beside_a_games_own_bots(tiny: str, game: Game) -> None:
    assert {"recruit", "strategist"} < {*names(game), *info(game)["bots"], *info(game)["bot_docs"]}
    assert info(game)["bot_strengths"]["strategist"]
    assert names(game)[0] == "staff", "advice is the staff's"
    assert "strategist" not in names(find_game(tiny)), "it does not say where it pays to think"
    assert [thinks(game, name) for name in ("staff", "recruit", "strategist", "nobody")] == [False, False, True, False]


# ------------------------------------------------------------------ recruit


def test_the_recruit_overlooks_one_thing_in_three_and_takes_the_best_of_the_rest() -> None:
    game = find_game("inferno")
    staff, p = game.bots["staff"], position(game)
    near = staff.near
    assert near is not None
    assert near.rank is not None
    best = sorted(((worth, a) for a, worth in near.rank(p)), reverse=True)
    chosen = [recruit(staff).policy(p, random.Random(seed)) for seed in range(150)]
    assert 0.5 < chosen.count(best[0][1]) / len(chosen) < 0.8
    assert all(p.allows(action) for action in chosen)


def test_a_staff_that_weighs_nothing_is_followed_two_times_in_three(tiny: str) -> None:
    p = find_game(tiny).table().start()
    bot = recruit(find_game(tiny).bots["eager"])
    rests = sum(p.name(bot.policy(p, random.Random(seed))) == "rest" for seed in range(300))
    assert 30 < rests < 75, "half of the third that is drawn"


@pytest.mark.parametrize(("name", "turns"), [("barbarossa", 2), ("cauldron", 2), ("donnerschlag", 2), ("inferno", 12)])
def test_the_recruit_has_short_sight_beside_what_it_overlooks(name: str, turns: int) -> None:
    """On the same dice the near hand and the staff part ways in the first turns, and both keep the rules."""
    staff, kept = find_game(name).bots["staff"], []
    assert staff.near is not None
    for policy in (staff.policy, staff.near.policy):
        p, taken = find_game(name).table().start(), list[int]()

        def noted(q: Any, rng: random.Random, policy: Any = policy, taken: list[int] = taken) -> int:
            taken.append(policy(q, rng))
            assert q.allows(taken[-1])
            return taken[-1]

        seats = range(len(p.table.game.seats))
        playout(
            p, random.Random(1), dict.fromkeys(seats, noted), lambda q: q.table.turn(q) >= turns, Luck(1), see=False
        )
        kept.append(taken)
    assert kept[0] != kept[1]


def test_the_recruit_is_beaten_by_the_staff() -> None:
    game = find_game("cauldron")
    points = {"staff": 0.0, "recruit": 0.0}
    for seed in range(8):
        for name in points:
            p = game.table().start()
            playout(p, random.Random(seed), {0: find(game, name).policy}, luck=Luck(seed))
            points[name] += game.table().returns(p)[0]
    assert points["recruit"] < points["staff"] - 8


# ------------------------------------------------------------------ officer


def test_the_officer_is_offered_where_a_game_says_how_often_it_errs(tiny: str) -> None:
    for name in ("barbarossa", "cauldron", "donnerschlag", "inferno"):
        levels = list(find_game(name).levels)
        assert levels[:2] == ["recruit", "officer"]
        assert info(find_game(name))["bot_docs"]["officer"].startswith("Plays like the staff")
    assert "officer" not in find_game(tiny).levels


def test_the_officer_plays_like_the_staff_and_in_haste_like_the_recruit() -> None:
    staff, p = find_game("inferno").bots["staff"], position(find_game("inferno"))
    never, always = (officer(replace(staff, hasty=hasty)) for hasty in (lambda _p, _rng: False, lambda _p, _rng: True))
    for bot, like in ((never, staff), (always, recruit(staff))):
        for seed in range(20):
            assert bot.policy(p, random.Random(seed)) == like.policy(p, random.Random(seed))


def test_a_month_of_the_officer_in_barbarossa_is_planned_in_haste_or_not_at_all() -> None:
    staff, kinds = find_game("barbarossa").bots["staff"], set[bool]()
    assert staff.hasty is not None
    for seed in range(8):
        p, rng, months = find_game("barbarossa").table().start(), random.Random(seed), dict[int, set[bool]]()
        for _ in range(40):
            while p.frames and p.seat < 0:
                p.apply(p.roll(rng.random))
            if p.box.name == "move":
                months.setdefault(p.turn * 2 + p.seat, set()).add(staff.hasty(p, rng))
            p.apply(p.draw(rng.random))
        assert all(len(found) == 1 for found in months.values())
        kinds |= {one for found in months.values() for one in found}
    assert False in kinds


# ------------------------------------------------------------------ what is compared


def test_the_best_of_each_verb_comes_before_the_second_best_of_any() -> None:
    verb = [kind << 24 for kind in range(3)]
    rank = [(verb[0] | 1, 9.0), (verb[0] | 2, 8.0), (verb[1] | 1, 1.0), (verb[2] | 1, 3.0), (verb[2] | 2, 2.0)]
    assert by_verb(rank) == [
        (0, verb[0] | 1), (0, verb[2] | 1), (0, verb[1] | 1), (1, verb[0] | 2), (1, verb[2] | 2),
    ]  # fmt: skip


def test_attack_tactical_and_appeal_are_always_weighed() -> None:
    game = find_game("cauldron")
    staff, seen = game.bots["staff"], set()
    assert staff.rank is not None
    for turn in (1, 2, 4, 6):
        p = position(game, turn)
        offered = {p.name(a).split()[0] for a in p.actions()}
        weighed = {p.name(a).split()[0] for a, _ in staff.rank(p)}
        assert {"tactical", "appeal"} & offered <= weighed
        seen |= weighed
    assert {"tactical", "appeal", "attack"} <= seen


def test_estimates_are_joined_by_their_variance() -> None:
    assert estimate([1.0, 1.0, 4.0]) == Estimate(2.0, 1.0, 3)
    assert not estimate([5.0]).sure, "one world says nothing"
    both = joined(Estimate(1.0, 0.1, 16), Estimate(0.0, 0.2, 24))
    assert (round(both.gain, 3), round(both.error, 3), both.worlds) == (0.8, 0.089, 40)


# ------------------------------------------------------------------ plans that are kept


@pytest.fixture
def months(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match before the first move of a month, whose thoughts always come to "careful"; each thought is counted in
    `THOUGHT`."""
    game = find_game("barbarossa")
    staff, foresight = game.bots["staff"], game.foresight
    assert foresight is not None

    def think(search: Search) -> Thought:
        THOUGHT.append(search.name)
        own, style = staff.policy, staff.styles["careful"]
        plan = Plan(style(search.p, random.Random(0)), style, "careful")
        usual = Plan(own(search.p, random.Random(0)), own)
        return Thought(plan, usual, [(plan, Estimate(0.2, 0.05, 48))])

    monkeypatch.setattr(Search, "think", think)
    strategist.cache_clear()
    THOUGHT.clear()
    match = mamayev.new("barbarossa", seed=5)
    while not (match.position.seat == 0 and foresight.begins is not None and foresight.begins(match.position)):
        take(match, staff, random.Random(0))
    return match


THOUGHT: list[str] = []


def test_a_plan_is_kept_for_the_turn_and_found_again_from_the_log(months: Match) -> None:
    game, match = months.game, months
    bot, root = find(game, "strategist"), match.position.copy()
    q, style, meant = root.copy(), game.bots["staff"].styles["careful"], list[str]()
    for _ in range(8):
        meant.append(q.name(style(q, random.Random(0))))
        q.apply(style(q, random.Random(0)))
    for action in meant[:6]:
        assert mamayev.players.hint(match, "strategist")["text"] == action
        take(match, bot, random.Random(1))
        assert match.record.log[-1] == action
    assert len(THOUGHT) == 1, "it thinks once a month"
    match.undo()
    take(match, bot, random.Random(2))
    assert match.record.log[-1] == meant[5], "the same after it was taken back"
    again = Match.from_json(match.to_json())
    strategist.cache_clear()
    PLANS.clear()
    take(again, find(game, "strategist"), random.Random(3))
    assert again.record.log[-1] == meant[6], "and by another who has nothing but the log"
    assert len(THOUGHT) == 2


def test_the_reason_names_the_plan_with_its_gain_and_later_the_plan_alone(months: Match) -> None:
    why = mamayev.players.hint(months, "strategist")["why"]
    found = "it is worth +0.20 ± 0.05 in 48 rollouts compared with what the staff would do."
    assert why == f"The plan of this turn is “careful”: {found}"
    take(months, find(months.game, "strategist"), random.Random(1))
    assert mamayev.players.hint(months, "strategist")["why"] == "It follows the plan of this turn, “careful”."


def test_in_mass_play_a_plan_is_kept_as_well(months: Match) -> None:
    p, style = months.position.copy(), months.game.bots["staff"].styles["careful"]
    policy = checked(find(months.game, "strategist"), "strategist")
    for _ in range(5):
        action = policy(p, random.Random(1))
        assert action == style(p, random.Random(0))
        p.apply(action)
    assert len(THOUGHT) == 1


def test_a_month_is_thought_about_in_worlds_on_the_same_dice() -> None:
    """A short thought: every style is compared, and the choice is the same whoever thinks."""
    game = find_game("barbarossa")
    assert game.foresight is not None
    begins = game.foresight.begins
    assert begins is not None
    p, staff = game.table().start(), game.bots["staff"].policy
    playout(p, random.Random(1), {0: staff, 1: staff}, begins, Luck(1))
    one = Budget(block=1, screen=1, confirm=1)
    thoughts = [Strategist(game.bots["staff"], game.foresight, one).thought(p, lambda _share: True) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0] is not None
    plans = {plan.name for plan in game.foresight.plans_of("german")} - {"Winter line"}
    assert {plan.name for plan, _ in thoughts[0].others} == {*game.bots["staff"].styles, *plans}
    assert not thoughts[0].departs, "one world proves nothing"
    p.apply(staff(p, random.Random(1)))
    assert Strategist(game.bots["staff"], game.foresight, one).thought(p, lambda _share: True) is None


# ------------------------------------------------------------------ the search


def searched(p: Any, gains: Callable[[str], float], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The thought about a position in which the last plan does better than the staff's by so much in each world."""

    def stub(search: Search, name: str, usual: Plan, plans: Sequence[Plan], *, whole: bool) -> list[float]:
        assert whole == name.startswith("confirm")
        return [*(-1.0 for _ in plans[1:]), gains(name)]

    monkeypatch.setattr(Search, "gains", stub)
    game = p.table.game
    value = game.foresight.value(game.seats[0])
    return Search(p, game.bots["staff"], game.foresight, value, Budget(), lambda _share: True).think()


def worlds(screen: Sequence[float], confirm: Sequence[float]) -> Callable[[str], float]:
    """Gains by the name of the world, over and over."""

    def gain(name: str) -> float:
        kind, number = name.split()
        row = screen if kind == "screen" else confirm
        return row[int(number) % len(row)]

    return gain


@pytest.mark.parametrize(
    ("screen", "confirm", "departs"),
    [
        ([0.2, 0.4], [0.1, 0.3], True),
        ([-0.9, 1.3, 0.4, -0.2], [0.1, 0.3], False),  # the screen is below two standard errors
        ([0.2, 0.4], [-0.3, 0.1], False),  # fresh worlds speak against
        ([-0.1, -0.2], [1.0], False),
    ],
)
def test_it_departs_only_above_two_standard_errors(
    screen: list[float], confirm: list[float], departs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    p = position(find_game("inferno"))
    thought = searched(p, worlds(screen, confirm), monkeypatch)
    assert thought.departs == departs
    assert p.allows(thought.plan.action)


def test_the_reason_tells_gain_error_worlds_and_the_next_best(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("cauldron")
    p = position(game)
    thought = searched(p, worlds([0.2, 0.4], [0.2, 0.4]), monkeypatch)
    bot = find(game, "strategist")
    why = bot.why(p, thought.plan.action)
    assert why.startswith("It is worth +0.30 ± 0.01 in 48 rollouts compared with what the staff would do, “")
    assert "The next best, “" in why
    stays = searched(p, worlds([-0.2, -0.4], []), monkeypatch)
    staff = game.bots["staff"].why(p, stays.usual.action)
    assert game.foresight is not None
    why = Strategist(game.bots["staff"], game.foresight, Budget()).findings(p, stays.usual.action)
    assert why.startswith(f"{staff} No other plan is clearly better: the best of ")


def test_the_reason_tells_of_the_plan_that_fresh_worlds_spoke_against(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of another, whose figure is of the first stage alone."""
    game = find_game("inferno")
    p = position(game)
    assert game.foresight is not None
    thinker = Strategist(game.bots["staff"], game.foresight, Budget())
    thought = searched(p, worlds([0.2, 0.4], [-0.3, 0.1]), monkeypatch)
    why = thinker.findings(p, thought.usual.action)
    assert "No other plan is clearly better: “" in why
    assert "” looked clearly better at first, but is -0.10 ± " in why


def test_ended_in_its_second_stage_it_plays_what_it_is_sure_of(monkeypatch: pytest.MonkeyPatch) -> None:
    good = worlds([0.2, 0.4], [0.2, 0.4])

    def ended(name: str) -> float:
        if name == f"confirm {Budget().block}":
            raise Ended
        return good(name)

    thought = searched(position(find_game("inferno")), ended, monkeypatch)
    assert (thought.departs, thought.whole) == (True, False)


def test_a_thought_is_remembered_for_the_rules_that_it_was_thought_by() -> None:
    """What a seat sees does not tell an option that matters later."""
    game = find_game("inferno")
    assert game.foresight is not None
    thinker = Strategist(game.bots["staff"], game.foresight, SHORT)
    p = position(game)
    blitz = next(option for option in game.options if option.name == "blitz")
    other = game.table(options={"blitz": next(choice for choice in blitz.choices if choice != blitz.default)})
    q = other.from_data(p.table.to_data(p))
    assert seen(p) == seen(q)
    for one in (p, q):
        thinker.thought(one, lambda _share: True)
    assert len(thinker._last) == 2


def test_the_same_position_gives_the_same_choice_whatever_the_generator(game: Game) -> None:
    assert game.foresight is not None
    p = position(game)
    thinkers = [Strategist(game.bots["staff"], game.foresight, SHORT) for _ in range(2)]
    assert len({thinker.policy(p, random.Random(i)) for i, thinker in enumerate(thinkers)}) == 1
    assert thinkers[0]._last == thinkers[1]._last


def test_it_knows_no_more_than_its_seat() -> None:
    game = find_game("inferno")
    assert game.foresight is not None
    p = position(game, 5)
    other = p.table.sample(p, p.seat, random.Random(5))
    assert other != p, "blocks and cards lie elsewhere"
    thoughts = [Strategist(game.bots["staff"], game.foresight, SHORT) for _ in range(2)]
    found = [thinker.thought(q, lambda _share: True) for thinker, q in zip(thoughts, (p, other), strict=True)]
    assert found[0] == found[1] is not None


def test_a_thought_can_be_ended_and_says_how_far_it_is(game: Game) -> None:
    assert game.foresight is not None
    p, told = position(game), list[float]()

    def twice(share: float) -> bool:
        told.append(share)
        return len(told) < 3

    thinker = Strategist(game.bots["staff"], game.foresight, SHORT)
    action = thinker.think(p, twice)
    assert action == game.bots["staff"].policy(p, random.Random(0))
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] <= 1
    again = thinker.thought(p, lambda _share: True)
    assert again is not None
    assert again.whole, "what was ended early is thought anew"


def test_elsewhere_it_plays_and_speaks_as_the_staff() -> None:
    game = find_game("cauldron")
    p, staff = game.table().start(), game.bots["staff"]
    playout(p, random.Random(1), until=lambda _: True)
    assert game.foresight is not None
    assert p.box.name not in game.foresight.boxes
    action, why = advice(p, find(game, "strategist"), random.Random(1))
    assert (action, why) == (staff.policy(p, random.Random(1)), staff.why(p, action))


def test_a_games_own_bot_goes_before_a_level_of_its_name(tiny: str) -> None:
    own = Bot(lambda p, rng: 0, lambda p, a: "", "Mine.")
    game = replace(find_game(tiny), bots={"eager": own, "recruit": own})
    assert find(game, "recruit") is own
    assert names(game).count("recruit") == 1


def test_features_are_numbers_by_the_same_names_and_tell_no_secret(game: Game) -> None:
    p, table = position(game, 4), game.table()
    first = table.features(table.start(), 0)
    assert first
    assert table.features(p, 0).keys() == first.keys()
    assert table.features(p, 0) == table.features(table.sample(p, 0, random.Random(2)), 0)
    assert game.foresight is not None
    value = game.foresight.value(game.seats[0])
    assert value is not None
    assert value.weights.keys() == first.keys(), "the weights are of other features: make values"
    assert value.low <= value.of(first) <= value.high


def test_the_set_up_sheet_has_the_strength_in_figures_where_it_was_measured() -> None:
    """For the scale beside an opponent: the measure stands in the middle, the others where they were found."""
    shares = info(find_game("inferno"))["bot_shares"]
    assert shares["staff"] == {"share": 0.5, "low": 0.5, "high": 0.5, "games": 0}
    one = shares["strategist"]
    assert one["low"] <= one["share"] <= one["high"]
    assert one["games"] > 0
