"""The commanders play whole games within the rules, clearly better than random play, each in his own manner."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from mamayev.engine.bot import Rated
from mamayev.engine.position import CHANCE
from mamayev.engine.registry import find
from mamayev.games.cauldron.rules.position import LINK_UP
from mamayev.games.cauldron.staff import chosen, reckoning
from mamayev.match.catalogue import info
from mamayev.match.match import Match
from mamayev.players import hint
from mamayev.testing.depth import deep

from .play import pocket, to_actions

GAME = find("cauldron")
NAMES = sorted(GAME.bots)


def command(name: str, p: Any) -> Rated:
    """What a commander does at the decision in a position."""
    return chosen(p, random.Random(0), name)


def drawn_options(rng: random.Random) -> dict[str, Any]:
    """A value at random for every option that the game has."""
    return {o.name: rng.choice([True, False] if o.type == "bool" else list(o.choices)) for o in GAME.options}


def play(
    seed: int, decide: Callable[[Any], Rated | None], edition: str | None = None, options: Any = None
) -> tuple[Any, list[str]]:
    """A whole game; where `decide` has no answer a player's action is drawn. Returns the position and the answers."""
    p, rng = GAME.table(edition, options).start(), random.Random(seed)
    played: list[str] = []
    while p.frames:
        actions = p.actions()
        intent = None if p.seat == CHANCE else decide(p)
        if intent is not None:
            assert intent.action in actions, p.name(intent.action)
            assert intent.why().endswith("."), intent.why()
            played.append(p.name(intent.action))
            p.apply(intent.action)
        elif p.seat == CHANCE:
            p.apply(rng.choice(actions)[0])
        else:
            frame = p.frames[-1]
            p.apply(rng.choice(p.table.boxes[frame[0]].options(p, frame)))
        assert len(played) < 10_000
    return p, played


@cache
def games(name: str, number: int = deep(30, 12)) -> list[tuple[Any, list[str]]]:
    """The last positions of some games of a commander, and what he ordered in them; of random play for ""."""
    return [play(seed, (lambda q: command(name, q)) if name else lambda q: None) for seed in range(number)]


def points(name: str) -> list[int]:
    return [p.table.result(p)["points"] for p, _ in games(name)]


@pytest.mark.parametrize("name", NAMES)
def test_a_commander_averages_clearly_more_than_random_play(name: str) -> None:
    ours, chance = points(name), points("")
    error = (statistics.variance(ours) / len(ours) + statistics.variance(chance) / len(chance)) ** 0.5
    assert statistics.mean(ours) - statistics.mean(chance) > 3 * error


@pytest.mark.parametrize("name", NAMES)
def test_a_commander_plays_to_the_end_under_any_options(name: str) -> None:
    rng = random.Random(name)
    for seed in range(deep(6, 2)):
        p, _ = play(seed, lambda q: command(name, q), rng.choice(GAME.editions), drawn_options(rng))
        assert p.table.result(p)["level"]


def test_every_commander_has_a_legal_order_in_positions_of_random_play() -> None:
    rng = random.Random("random play")
    for seed in range(deep(24, 8)):
        edition, options = rng.choice(GAME.editions), drawn_options(rng)
        play(seed, sometimes_asked, edition, options)


def sometimes_asked(p: Any) -> None:
    """At every fifth position or so all commanders are asked, and none is obeyed."""
    if (p.supply + p.ip + sum(p.at)) % 5 == 0:
        for name in NAMES:
            intent = command(name, p)
            assert intent.action in p.actions(), (name, p.name(intent.action))


@pytest.mark.parametrize("name", NAMES)
def test_a_commander_leaves_nothing_to_chance_and_the_position_alone(name: str) -> None:
    def decide(p: Any) -> Rated:
        before = p.to_data()
        intent = command(name, p)
        assert p.to_data() == before
        assert command(name, p) == intent
        return intent

    play(5, decide)


def test_the_game_offers_every_commander_with_a_sentence() -> None:
    assert next(iter(GAME.bots)) == "staff"
    assert all(info(GAME)["bot_docs"][name].endswith(".") for name in NAMES)


def test_the_hint_is_that_of_the_staff() -> None:
    match = Match.new("cauldron", seed=1)
    position: Any = match.position
    intent = command("staff", position)
    assert hint(match)["text"] == match.table.notation.text(intent.action)
    assert hint(match)["why"] == intent.why()


def test_a_commander_says_what_he_would_rather_do() -> None:
    match = to_actions()
    action = match.table.notation.parse("end-actions")
    position: Any = match.position
    left = f"{position.ip} Initiative Points and {position.supply} supply points"
    other = f"It ends the Actions while {left} are left. The bot prefers “Appeal: Conference”."
    assert GAME.bots["staff"].why(match.position, action) == other
    # What it has thought of has its own reason.
    second = [code for code, _ in GAME.bots["staff"].rank(match.position)][1]
    said = GAME.bots["staff"].why(match.position, second)
    assert said.endswith(" The bot prefers “Appeal: Conference”.")
    # A commander with one order gives the reason for that.
    said = GAME.bots["paulus"].why(match.position, action)
    assert said.startswith("The bot prefers “Appeal: Freedom of Action”. Once more the army asks ")


# ------------------------------------------------------------------ each in his own manner


def ordered(name: str, match: Match) -> list[str]:
    """What a commander does in the Actions of a German Phase; Appeals roll a 2, a Tactical Attack draws card 4."""
    done: list[str] = []
    while match.decision is not None and match.decision.step == "german.actions":
        if match.decision.chance:
            match.play("die 2" if match.decision.chance == "die" else "card 4")
            continue
        position: Any = match.position
        done.append(position.name(command(name, position).action))
        match.play(done[-1])
    return done


def verbs(orders: list[str], verb: str) -> list[str]:
    return [order for order in orders if order.split()[0] == verb]


def linked(name: str) -> list[int]:
    """The turns of the link-ups."""
    return [p.turn for p, _ in games(name) if p.outcome == LINK_UP]


def test_breakout_asks_for_freedom_of_action_before_all() -> None:
    """CAU-NOTE-03"""
    assert ordered("breakout", to_actions())[0] == "appeal conference"
    assert ordered("breakout", to_actions(foa_bonus=2))[0] == "appeal foa"
    assert ordered("breakout", to_actions(foa=True))[0] == "appeal airlift"


def test_breakout_gathers_armour_at_the_gate_and_attacks_with_freedom_of_action() -> None:
    waiting = to_actions()
    assert not verbs(ordered("breakout", waiting), "attack")
    armour = [u for u in ("14th-pz", "3rd-mot", "29th-mot", "60th-mot") if waiting.facts()[f"unit.{u}"] in (40, 41)]
    assert len(armour) == 3
    free = ordered("breakout", to_actions(foa=True))
    assert len(verbs(free, "attack")) >= 4
    assert all(order.endswith(" 26") for order in verbs(free, "attack"))


def test_breakout_links_up_most_often_and_early() -> None:
    for name in ("stay-put", "consolidate", "watch-and-wait", "paulus"):
        assert len(linked("breakout")) > len(linked(name)), name
        assert statistics.mean(linked("breakout")) < statistics.mean(linked(name)), name


def test_breakout_goes_on_through_the_relief_boxes() -> None:
    """CAU-BREAK-01"""
    places = {"unit.376th-inf": 26, "unit.14th-pz": 29, "unit.3rd-mot": 29, "unit.29th-mot": 29, "unit.297th-inf": 29}
    match = to_actions(foa=True, supply=20, **places)
    attacks = verbs(ordered("breakout", match), "attack")
    assert attacks
    assert all(order.endswith(" box-5") for order in attacks)


def test_stay_put_asks_for_the_airlift_and_digs_in() -> None:
    """CAU-NOTE-09"""
    orders = ordered("stay-put", to_actions())
    assert orders[0] == "appeal airlift"
    assert verbs(orders, "activate") or verbs(orders, "build")
    for _, played in games("stay-put"):
        assert not verbs(played, "attack")
        assert not [order for order in verbs(played, "appeal") if order != "appeal airlift"]


def test_stay_put_delays_the_final_offensive_longest() -> None:
    def quiet(name: str) -> float:
        return statistics.fmean(p.launched or p.turn + 1 for p, _ in games(name) if p.outcome != LINK_UP)

    assert all(quiet("stay-put") > quiet(name) for name in ("breakout", "paulus"))


def test_consolidate_gives_up_the_west_in_order_once_it_may() -> None:
    """CAU-NOTE-06"""
    assert not verbs(ordered("consolidate", to_actions()), "move")
    match = to_actions(foa=True)
    left = [order.split()[1] for order in verbs(ordered("consolidate", match), "move")]
    order_of_the_book = ["29th-mot", "3rd-mot", "44th-inf", "384th-inf", "76th-inf"]
    west = list(dict.fromkeys(unit for unit in left if unit in order_of_the_book))
    assert west
    assert west == order_of_the_book[: len(west)]


def test_consolidate_surrenders_late_where_table_h_makes_it_pay() -> None:
    """CAU-SURR-04, CAU-VP-08"""
    held = pocket({47: ["16th-pz", "6th-army-hq"], 52: ["24th-pz"]}, [45, 49])
    dire: Any = {"fo": 8, "foa": True, "collapsed": True, "ssi": 7, "supply": 3, **held}
    late = to_actions(strategic=(1, 1, 1), turn=14, **dire)
    assert late.facts()["luftwaffe"] == late.facts()["relief"] == "Weak"
    position: Any = late.position
    intent = command("consolidate", position)
    assert position.name(intent.action) == "surrender"
    assert "CAU-SURR-02" in intent.why()
    assert "surrender" not in ordered("consolidate", to_actions(strategic=(1, 1, 1), turn=13, **dire))
    assert "surrender" not in ordered("consolidate", to_actions(strategic=(6, 6, 1), turn=14, **dire))


@pytest.mark.rule("CAU-SURR-03", "CAU-SURR-04")
def test_what_a_surrender_is_worth_is_the_mean_over_the_dice() -> None:
    for foa, mean in ((False, -5 / 6), (True, -2 / 6)):
        position: Any = to_actions(strategic=(4, 4, 1), turn=16, ssi=6, fo=8, foa=foa).position
        assert reckoning.by_surrender(position) == pytest.approx(6 + mean)


def test_watch_and_wait_attacks_when_the_relief_force_is_within_reach() -> None:
    """CAU-NOTE-09"""
    for box, attacks in ((1, False), (3, False), (4, True), (5, True)):
        orders = ordered("watch-and-wait", to_actions(hoth_box=box, supply=20))
        assert bool(verbs(orders, "attack")) == attacks, box


def test_paulus_never_attacks_without_freedom_of_action() -> None:
    for name, foa in (("paulus", False), ("staff", True)):
        orders = ordered(name, to_actions(hoth_box=5, supply=20))
        assert bool(verbs(orders, "attack")) == foa
    assert verbs(ordered("paulus", to_actions(hoth_box=5, supply=20, foa=True)), "attack")
    assert ordered("paulus", to_actions())[0] == "appeal foa"
    for p, played in games("paulus"):
        assert p.foa or not verbs(played, "attack")
        assert "tactical" not in played
        assert "surrender" not in played


def test_a_unit_goes_to_meet_the_relief_force_on_the_map() -> None:
    """CAU-LINK-01"""
    held = pocket({47: ["16th-pz"], 41: ["14th-pz"], 40: ["297th-inf"]}, [42, 43, 24])
    for name in NAMES:
        match = to_actions(hoth_area=25, supply=8, **held)
        if match.result is None:
            ordered(name, match)
        assert match.result is not None, name
        assert "linked up" in match.result["why"]
