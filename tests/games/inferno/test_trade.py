"""The expected trade of an attack is what rollouts of the rules give, and it tells no secret."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from mamayev.engine.notation import parts
from mamayev.engine.position import CHANCE
from mamayev.engine.refusal import Refusal
from mamayev.games.inferno.printed.map import GERMAN, LOST, SOVIET
from mamayev.games.inferno.rules.fire import BY_SOVIETS, DELIBERATE
from mamayev.games.inferno.rules.position import City
from mamayev.games.inferno.rules.trade import of_attack, of_soviet_attack
from mamayev.match.expected import battles, expected
from mamayev.match.match import Match
from mamayev.testing.depth import deep

from .battle import BOARD, GDS, INF, INF2, MOT, PG, PZ, RB, RD, RD2, TB, WEAK, begin

GAMES = deep(1500, least=600)
"""Rollouts of each attack."""
CASES: dict[str, tuple[Any, ...]] = {
    "alone against one block": ({INF: "87", RD: "88"}, "88", ["87"], {}),
    "two stacks against two": ({PZ: "87", INF: "87", MOT: "74", RD: "88", TB: "88"}, "88", ["74", "87"], {}),
    "both arms with Hoth": ({PZ: "87", INF: "87", RD: "88", TB: "88"}, "88", ["87"], {"in_play": ["hoth"]}),
    "Urban": ({INF: "8", INF2: "9", RD: "25", GDS: "25"}, "25", ["8", "9"], {}),
    "Urban with many Panzers": ({PZ: "8", PG: "9", INF: "42", RD: "25"}, "25", ["8", "9", "42"], {}),
    "rubble": ({PZ: "8", PG: "9", RD: "25", RB: "25"}, "25", ["8", "9"], {"rubble__25": True}),
    "Chuikov": ({INF: "87", WEAK: "87", RD: "88", RD2: "100", TB: "75"}, "88", ["87"], {"in_play": ["chuikov"]}),
    "Khrushchev": ({INF: "87", RD: "88", TB: "88", RD2: "88"}, "88", ["87"], {"in_play": ["khrushchev", "chuikov"]}),
}


def of(match: Match) -> City:
    p: Any = match.position
    found: City = p
    return found


def texts(match: Match) -> list[str]:
    return [match.position.name(code) for code in match.position.actions()]


def steps(p: City, units: list[int]) -> int:
    return sum(p.strength[u] for u in units if p.at[u] < LOST)


def rolled(p: City, target: str, origins: list[str], rng: random.Random, card: str) -> tuple[int, int, bool]:
    """One attack by the rules, on a table that the Germans cannot tell from this one: the steps that the Soviets and
    the Germans lose, and whether the hex falls."""
    p = p.table.sample(p, GERMAN, rng)
    h, parse = BOARD.grid.index[target], p.table.notation.parse
    ours, theirs = [u for u in BOARD.germans if p.at[u] < LOST], list(p.stacks[h])
    before = steps(p, ours)
    whole = sum(p.strength[u] if p.strength[u] <= BOARD.most[u] else 1 for u in theirs)
    p.apply(parse(f"attack {target}"))
    if p.box.name == "attackers":
        for text in (*(f"join {one}" for one in origins), "begin"):
            p.apply(parse(text))
    while p.inside("combat") and p.box.name != "advance":
        choices: list[Any] = p.actions()
        if p.seat == CHANCE:
            p.apply(rng.choices([outcome for outcome, _ in choices], [weight for _, weight in choices])[0])
        elif p.box.name == "hit":
            # A German who takes a hit keeps the better shot; of Soviets the better shot is hit.
            struck = {action: parts(action)[1] for action in choices}
            best = min(choices, key=lambda one: BOARD.fire[struck[one]])
            worst = max(choices, key=lambda one: BOARD.fire[struck[one]])
            p.apply(best if BOARD.side[struck[best]] == SOVIET else worst)
        else:
            p.apply(parse(card) if p.box.name == "german-card" else choices[0])
    taken = p.inside("combat") or any(BOARD.side[u] == GERMAN for u in p.stacks[h])
    return whole - steps(p, [u for u in theirs if p.at[u] == h]), before - steps(p, ours), taken


def agrees(match: Match, target: str, origins: list[str], card: str = "") -> None:
    """The trade is the mean of rollouts, within four standard errors."""
    p, rng = of(match), random.Random(1)
    hexes = BOARD.grid.gather(BOARD.grid.index[one] for one in origins)
    found = of_attack(p, DELIBERATE, BOARD.grid.index[target], hexes, BOARD.card[card] if card else -1)
    assert found is not None
    rows = [rolled(p, target, origins, rng, f"play {card}" if card else "no-card") for _ in range(GAMES)]
    for trade, column in zip((found.kills, found.costs, found.chance), zip(*rows, strict=True), strict=True):
        mean = sum(column) / GAMES
        error = math.sqrt(max(sum((one - mean) ** 2 for one in column) / GAMES, 0.01) / GAMES)
        assert trade == pytest.approx(mean, abs=4 * error + 0.005)


@pytest.mark.parametrize("name", CASES)
def test_the_trade_of_an_attack_is_what_the_rules_give(name: str) -> None:
    units, target, origins, more = CASES[name]
    agrees(begin(units, **more), target, origins)


@pytest.mark.parametrize("card", ["howitzer-1", "sniper-1", "pak-1"])
def test_the_card_that_is_chosen_counts(card: str) -> None:
    match = begin({INF: "8", PG: "9", RD: "25", TB: "25", GDS: "25"}, cards=[card])
    agrees(match, "25", ["8", "9"], card)


SOVIET_CASES: dict[str, tuple[Any, ...]] = {
    "one block": ({PZ: "87", RD: "88"}, "87", ["88"], {}),
    "both arms with Hoth": ({PZ: "87", INF: "87", RD: "88", TB: "88"}, "87", ["88"], {"in_play": ["hoth"]}),
    "Urban": ({INF: "8", RD: "25", GDS: "25"}, "8", ["25"], {}),
    "in rubble": ({INF: "8", PG: "8", RD: "25", GDS: "25", RB: "25"}, "8", ["25"], {"rubble__8": True}),
    "Khrushchev": ({INF: "87", MOT: "87", RD: "88", TB: "88"}, "87", ["88"], {"in_play": ["khrushchev"]}),
}


def struck(p: City, target: str, origins: list[str], rng: random.Random, side: int) -> tuple[int, int, bool]:
    """A Soviet attack by the rules, on a table that a side cannot tell from this one: the steps that the Germans and
    the Soviets lose, and whether the hex falls."""
    p = p.table.sample(p, side, rng)
    h, hexes = BOARD.grid.index[target], BOARD.grid.gather(BOARD.grid.index[one] for one in origins)
    germans, soviets = list(p.stacks[h]), p.units_in(hexes)
    before = steps(p, germans), sum(p.strength[u] if p.strength[u] <= BOARD.most[u] else 1 for u in soviets)
    p.call("combat", BY_SOVIETS, h, hexes, BOARD.grid.index[origins[0]])
    p.settle()
    while p.inside("combat"):
        choices: list[Any] = p.actions()
        if p.seat == CHANCE:
            p.apply(rng.choices([outcome for outcome, _ in choices], [weight for _, weight in choices])[0])
        elif p.box.name == "hit":
            by_fire = sorted(choices, key=lambda one: BOARD.fire[parts(one)[1]])
            p.apply(by_fire[0 if BOARD.side[parts(by_fire[0])[1]] == SOVIET else -1])
        else:
            p.apply(choices[0])
    taken = any(BOARD.side[u] == SOVIET for u in p.stacks[h])
    return before[0] - steps(p, germans), before[1] - steps(p, soviets), taken


@pytest.mark.parametrize("name", SOVIET_CASES)
def test_the_trade_of_a_soviet_attack_is_what_the_rules_give(name: str) -> None:
    units, target, origins, more = SOVIET_CASES[name]
    p, rng = of(begin(units, **more)), random.Random(1)
    hexes = BOARD.grid.gather(BOARD.grid.index[one] for one in origins)
    found = of_soviet_attack(p, BOARD.grid.index[target], hexes, GERMAN)
    rows = [struck(p, target, origins, rng, GERMAN) for _ in range(GAMES)]
    for trade, column in zip((found.kills, found.costs, found.chance), zip(*rows, strict=True), strict=True):
        mean = sum(column) / GAMES
        error = math.sqrt(max(sum((one - mean) ** 2 for one in column) / GAMES, 0.01) / GAMES)
        assert trade == pytest.approx(mean, abs=4 * error + 0.005)


def test_a_soviet_player_sees_the_trade_before_a_stack_has_a_die_and_no_strength_of_the_germans() -> None:
    match = begin({PZ: "87", INF: "87", RD: "88", TB: "88"}, options={"soviet_side": "player"})
    p, rng, soviet = of(match), random.Random(2), match.seat_index("soviet")
    look, hexes = match.table.look, BOARD.grid.bit[BOARD.grid.index["88"]]
    shown = look.overlay(p, soviet, "dangers")
    assert shown.trades["87"] == of_soviet_attack(p, BOARD.grid.index["87"], hexes, SOVIET)
    found = set()
    for _ in range(20):
        other: Any = p.table.sample(p, SOVIET, rng)
        trade = of_soviet_attack(other, BOARD.grid.index["87"], hexes, SOVIET)
        found.add((trade.kills, trade.costs, trade.chance))
    assert len(found) == 1
    with pytest.raises(Refusal):
        look.overlay(p, None, "dangers")


def test_a_trade_is_the_same_whatever_the_concealed_blocks_are() -> None:
    match = begin({PZ: "87", INF: "74", RD: "88", TB: "88", GDS: "100"})
    p, rng, found = of(match), random.Random(2), set()
    for _ in range(20):
        other: Any = p.table.sample(p, GERMAN, rng)
        trade = of_attack(other, DELIBERATE, BOARD.grid.index["88"], BOARD.grid.bit[BOARD.grid.index["87"]])
        assert trade is not None
        found.add((trade.kills, trade.costs, trade.chance))
    assert len(found) == 1


def test_what_can_be_attacked_is_offered_with_its_trade_the_best_first() -> None:
    match = begin({PZ: "87", INF: "87", MOT: "74", RD: "88", INF2: "8", GDS: "25", TB: "25"})
    look, german = match.table.look, match.seat_index("german")
    listed = [one for one in look.picture(match.position, german).overlays if one.now]
    assert [(one.id, one.asked, one.side) for one in listed] == [("attacks", True, "german")]
    shown = look.overlay(match.position, german, "attacks")
    gains = [each.ways[each.best].trade for each in shown.offers]
    assert [each.space for each in shown.offers] == ["88", "25"]
    assert gains[0].kills - gains[0].costs > gains[1].kills - gains[1].costs
    both = shown.offers[0].ways[1]
    assert (both.odds, set(both.origins)) == ("12 dice", {"74", "87"})
    assert match.decision is not None
    assert match.decision.foretell(both.draft[0]).rolls[0].trade == both.trade, (
        "an attack by all of them is foretold with the same trade"
    )
    match.play(both.draft[:-1])
    combat = look.picture(match.position, german).combat
    assert combat is not None
    assert combat.battles[0].trade == both.trade
    match.play(both.draft[-1])
    assert "combat" in {event.who.lower() for event in match.events}


def test_what_can_be_attacked_is_not_listed_where_only_a_hasty_attack_is_possible() -> None:
    match = begin({PZ: "86", INF: "86", RD: "88", TB: "88", WEAK: "8"})
    assert any(text.startswith("hasty ") for text in texts(match))
    assert not [text for text in texts(match) if text.startswith("attack ")]
    assert not [one for one in match.table.look.picture(match.position, match.seat_index("german")).overlays if one.now]


@pytest.mark.rule("INF-COMBAT-02")
@pytest.mark.rule("INF-COMBAT-03")
@pytest.mark.parametrize(
    ("cards", "declared", "laid"),
    [
        ((), None, None),
        (("heinkel-1",), "a German card", "a German card"),
        (("aa-1",), "the Soviet card", None),
        (("heinkel-1", "aa-1"), "any card", "any card"),
    ],
)
def test_a_trade_says_which_cards_it_leaves_out(cards: tuple[str, ...], declared: str | None, laid: str | None) -> None:
    """A Heinkel turns a chance of a half into three quarters, so who reads the half must know that it is without."""
    match = begin({PZ: "8", INF: "42", RD: "25", GDS: "25"}, dice=[1] * 40, cards=cards)
    german = match.seat_index("german")

    def said() -> str | None:
        combat = match.table.look.picture(match.position, german).combat
        notes = [note.text for one in (combat.battles if combat else ()) for note in one.notes]
        found = [note for note in notes if note.startswith("The chance to take the hex")]
        if not found:
            return None
        start = "The chance to take the hex and the expected losses are without "
        assert found[0].startswith(start)
        return found[0].removeprefix(start).removesuffix(".")

    match.play("attack 25")
    assert said() == declared
    match.play("join-all")
    match.play("begin")
    if match.decision is not None and match.decision.chance:
        match.play(match.decision.actions[0].text)
    if laid is not None:
        assert match.decision is not None
        assert match.decision.box == "german-card"
        assert said() == laid


def test_a_hasty_attack_is_foretold_with_its_trade_before_its_units_move() -> None:
    match = begin({PZ: "86", INF: "86", RD: "88", TB: "88", WEAK: "8"})
    entered = next(text for text in texts(match) if text.startswith(f"hasty {PZ} "))
    assert match.decision is not None
    before = {roll.title.split()[-1]: roll.trade for roll in match.decision.foretell(entered).rolls}
    match.play(entered)
    more = f"hasty {INF} {entered.split()[-1]}"
    strikes = [text for text in texts(match) if text.startswith("strike ")]
    assert strikes
    assert before == {text.split()[-1]: match.decision.foretell(text).rolls[0].trade for text in strikes}
    with_both = [roll.trade for roll in match.decision.foretell(more).rolls]
    match.play(more)
    assert with_both == [match.decision.foretell(text).rolls[0].trade for text in strikes]


def test_a_soviet_player_is_not_told_the_trade() -> None:
    match = begin({PZ: "87", RD: "88"}, options={"soviet_side": "player"})
    look = match.table.look
    soviet = match.seat_index("soviet")
    assert not [one for one in look.picture(match.position, soviet).overlays if one.now]
    with pytest.raises(Refusal):
        look.overlay(match.position, soviet, "attacks")
    before = match.position.copy()
    match.play("attack 88")
    [(_, event)] = battles(look.kept, match.events)
    trades = [expected(before, "attack 88", event, match.seat_index(seat)) for seat in ("german", "soviet", None)]
    assert [trade is None for trade in trades] == [False, True, True]
