"""The expected trade of attacks: exact values worked out from the table, and the average of battles really fought."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from mamayev.engine.scene import Offer, Overlay
from mamayev.games.barbarossa.printed.board import LOST, ours
from mamayev.games.barbarossa.rules import trade
from mamayev.games.barbarossa.rules.declaration import Declared, sides
from mamayev.games.barbarossa.rules.odds import COLUMNS
from mamayev.games.barbarossa.rules.threat import threats
from mamayev.games.barbarossa.rules.trade import Trade
from mamayev.games.barbarossa.rules.verbs import DECLARED, HALT
from mamayev.match.match import Match
from mamayev.terrain.contact import units_of

from .campaign import A3, A4, A5, A6, A7, CAV, HU, IN, IN2, PZ, PZ2, PZ3, RES, SHOCK, begin

BOARD = ours()


def units(*names: str) -> int:
    return sum(1 << BOARD.unit[name] for name in names)


def expected(places: dict[str, str], attackers: tuple[str, ...], defenders: tuple[str, ...], **more: Any) -> Trade:
    """The trade of one battle between some of the units of a position."""
    p: Any = begin(places, **more).position
    h = p.at[BOARD.unit[defenders[0]]]
    return trade.of_attack(p, [(units(*attackers), units(*defenders))], h)


def close(trade_: Trade, killed: float, lost: float, falls: float, taken: float) -> bool:
    return trade_ == pytest.approx((killed, lost, falls, taken))


def test_at_1_1_an_attack_costs_more_than_it_kills() -> None:
    """8 to 6 is 1-1 (BAR-ODDS-03): D Elim, Exchange, D Back 2, A Back 2, and A Elim twice (BAR-T-CRT). The Exchange
    takes all 6 and, of two corps of 4, both (BAR-RESULT-06 to BAR-RESULT-08). Nothing doubles F35: no advance
    (BAR-ADVANCE-01)."""
    found = expected({A4: "F35", IN: "F34", IN2: "F34"}, (IN, IN2), (A4,))
    assert close(found, (6 + 6) / 6, (8 + 8 + 8) / 6, 3 / 6, 0.0)


def test_at_3_1_nothing_is_lost_but_in_an_exchange() -> None:
    """20 to 6 is 3-1: D Elim twice, Exchange twice, D Back 2 twice. One corps of 8 pays for 6; one of 4 does not."""
    found = expected({A4: "F35", PZ: "F34", PZ2: "F34", IN: "F34"}, (PZ, PZ2, IN), (A4,))
    assert close(found, 4 * 6 / 6, 2 * 8 / 6, 1.0, 0.0)


def test_an_exchange_is_paid_with_the_least_that_is_enough() -> None:
    """17 to 6 is 2-1: D Elim, Exchange, D Back 2, A Back 2, Exchange, A Elim. 8 pays for 6,
    which is less than 4 and 5."""
    found = expected({A4: "F35", PZ: "F34", RES: "F34", IN: "E34"}, (PZ, RES, IN), (A4,))
    assert close(found, 3 * 6 / 6, (8 + 8 + 17) / 6, 4 / 6, 0.0)


def test_defenders_without_a_retreat_are_lost_on_d_back() -> None:
    """BAR-RETREAT-03: enemy zones on every side. At 3-1 every face then kills."""
    ring = {A4: "F35", PZ: "F34", PZ2: "F34", IN: "F36"}
    found = expected(ring, (PZ, PZ2, IN), (A4,))
    assert close(found, 6.0, 2 * 8 / 6, 1.0, 0.0)


def test_attackers_without_a_retreat_are_lost_on_a_back() -> None:
    """BAR-RETREAT-03: with Russians around it, a corps that must go back two hexes is lost."""
    ring = {A4: "F35", A3: "F33", A5: "E33", A6: "G33", IN: "F34"}
    found = expected(ring, (IN,), (A4,))
    # 4 to 6 is 1-2: D Back 2, Exchange, A Back 2 twice, A Elim twice. The army of 6 pays for 4 in the Exchange.
    assert close(found, 6 / 6, 5 * 4 / 6, 2 / 6, 0.0)


def test_a_soak_off_at_1_6_costs_its_corps_five_times_in_six() -> None:
    found = expected({A4: "F35", HU: "F34"}, (HU,), (A4,))
    assert close(found, 0.0, 5 * 1 / 6, 0.0, 0.0)


def test_at_7_1_and_below_1_6_there_is_no_die() -> None:
    """BAR-ODDS-04: D Elim without a die. BAR-COMBAT-11: the attackers are eliminated."""
    many = {CAV: "F35", PZ: "F34", PZ2: "F34", PZ3: "F34"}
    assert close(expected(many, (PZ, PZ2, PZ3), (CAV,)), 3.0, 0.0, 1.0, 0.0)
    few = {SHOCK: "F35", HU: "F34"}
    assert close(expected(few, (HU,), (SHOCK,)), 0.0, 1.0, 0.0, 0.0)


def test_in_mountains_the_odds_and_the_price_double_and_the_hex_is_taken() -> None:
    """BAR-TERRAIN-08: 12 to 6 is 2-1. The Exchange kills 3 printed factors for 6 (BAR-RESULT-07), and its survivors may
    enter, as they may after D Elim and D Back 2 (BAR-ADVANCE-01)."""
    found = expected({CAV: "HH4", PZ: "GG5", IN: "GG5"}, (PZ, IN), (CAV,))
    # 12 to 6 is 2-1: D Elim, Exchange, D Back 2, A Back 2, Exchange, A Elim; 8 pays for 6.
    assert close(found, 9 / 6, (8 + 8 + 12) / 6, 4 / 6, 4 / 6)


def test_an_attack_counts_all_the_battles_that_it_brings_with_it() -> None:
    """A 3-1 pays for the soak-off beside it."""
    places = {A4: "F35", A7: "G35", PZ: "F34", PZ2: "F34", IN: "F34", HU: "G34"}
    p: Any = begin(places).position
    main, soak = (units(PZ, PZ2, IN), units(A4)), (units(HU), units(A7))
    h = p.at[BOARD.unit[A4]]
    both = trade.of_attack(p, [main, soak], h)
    assert both.killed == pytest.approx(4.0)
    assert both.lost == pytest.approx(16 / 6 + 5 / 6)
    assert both.falls == 1.0


def test_a_hex_falls_only_if_all_its_units_are_attacked() -> None:
    places = {A4: "F35", CAV: "F35", PZ: "F34", PZ2: "F34", IN: "G34"}
    p: Any = begin(places).position
    h = p.at[BOARD.unit[A4]]
    assert trade.of_attack(p, [(units(PZ, PZ2), units(A4))], h).falls == 0.0
    parts = trade.of_attack(p, [(units(PZ, PZ2), units(A4)), (units(IN), units(CAV))], h)
    # 16 to 6 is 2-1 and 4 to 3 is 1-1: 4 of 6 times 3 of 6.
    assert parts.falls == pytest.approx(4 / 6 * 3 / 6)


def test_in_words() -> None:
    said = trade.in_words(Trade(7.0, 8.04, 0.5, 0.0))
    assert said == "Expected: kills 7, costs 8; hex cleared 50%."
    assert trade.in_words(Trade(4.55, 0.0, 1.0, 1.0)) == "Expected: kills 4.5, costs 0; hex taken 100%."


# ------------------------------------------------------------------ the attacks on offer


def opening() -> Match:
    match = Match.new("barbarossa", seed=1)
    for action in ("historical", "confirm", "historical", "confirm"):
        match.play(action)
    return match


def overlay(match: Match, *apart: str) -> Overlay:
    return match.table.look.overlay(match.position, 0, "threats-russian", apart)


def gain(way: Offer) -> float:
    return way.trade.kills - way.trade.costs


def test_attacks_are_offered_by_their_trade_and_each_odds_once() -> None:
    shown = overlay(opening())
    assert shown.now
    assert shown.title == "What the Axis can attack"
    best = [each.ways[each.best] for each in shown.offers]
    assert [gain(way) for way in best] == sorted(map(gain, best), reverse=True)
    for each in shown.offers:
        columns = [(*COLUMNS, "7-1").index(way.odds) for way in each.ways]
        assert columns == sorted(set(columns))
        assert gain(each.ways[each.best]) == max(map(gain, each.ways))
        assert shown.trades[each.space] == each.ways[each.best].trade
        assert shown.values[each.space].startswith(each.ways[each.best].odds)
    highest = {each.space: each.ways[-1].odds for each in shown.offers}
    p: Any = opening().position
    assert highest == {BOARD.grid.ids[h]: blow.odds for h, blow in threats(p, 1).items()}


@pytest.mark.parametrize("n", range(6))
def test_an_offer_made_declared_and_fought_is_the_trade_that_was_told(n: int) -> None:
    """Each way is played: its moves, the end of movement, its declarations. The battles then have this trade."""
    match, rng = opening(), random.Random(n)
    each = rng.choice(overlay(match).offers)
    way = rng.choice(each.ways)
    match.play(way.draft)
    moved = {action.split()[1] for action in way.draft}
    assert moved <= set(way.pieces)
    match.play("done")
    match.play(way.later[:-1])
    combat: Any = match.table.look.picture(match.position, 0).combat
    battles = combat.battles
    assert sum(one.trade.kills for one in battles) == pytest.approx(way.trade.kills, abs=0.02)
    assert sum(one.trade.costs for one in battles) == pytest.approx(way.trade.costs, abs=0.02)
    main = next(one for one in battles if each.space in one.spaces)
    assert main.odds.removesuffix(" or better") == way.odds
    assert (main.attack, main.defense) == (way.attack, way.defense)


def test_what_is_foretold_of_a_battle_has_the_trade_of_the_panel() -> None:
    match = begin({A4: "F35", IN: "F33", IN2: "F33", A7: "J20"})
    for action in (f"move {IN} F34", f"move {IN2} F34", "done", f"target {A4}", f"attack {IN}"):
        match.play(action)
    assert match.decision is not None
    (roll,) = match.decision.foretell(f"attack {IN2}").rolls
    assert roll.trade is not None
    assert (roll.trade.kills, roll.trade.costs, roll.trade.chance, roll.trade.enters) == (2.0, 4.0, 0.5, False)
    match.play(f"attack {IN2}")
    combat: Any = match.table.look.picture(match.position, 0).combat
    assert combat.battles[0].trade == roll.trade
    assert "Expected: kills 2, costs 4; hex cleared 50%." in match.decision.help


def test_an_offer_leaves_out_units_that_another_attack_needs() -> None:
    match = opening()
    shown = overlay(match)
    first = shown.offers[0].ways[shown.offers[0].best]
    match.play(first.draft)
    apart = overlay(match, *first.pieces, *first.against)
    assert shown.offers[0].space not in {each.space for each in apart.offers}
    for each in apart.offers:
        for way in each.ways:
            assert not set(way.pieces) & set(first.pieces)


@pytest.mark.parametrize("n", range(4))
def test_an_attack_whose_units_are_in_place_needs_no_move_and_stays_in_the_list(n: int) -> None:
    match, rng = opening(), random.Random(n)
    each = rng.choice(overlay(match).offers)
    way = rng.choice(each.ways)
    match.play(way.draft)
    again = next(one for one in overlay(match).offers if one.space == each.space)
    same = next(one for one in again.ways if one.odds == way.odds)
    assert (same.attack, same.defense, same.draft) == (way.attack, way.defense, [])
    match.play("done")
    match.play(same.later[:-1])
    combat: Any = match.table.look.picture(match.position, 0).combat
    assert next(one for one in combat.battles if each.space in one.spaces).attack == way.attack


def test_in_the_declaration_only_what_can_be_declared_is_offered() -> None:
    match, apart = opening(), list[str]()
    for _ in range(2):
        best = overlay(match, *apart).offers[0]
        match.play(best.ways[best.best].draft)
        apart += best.ways[best.best].pieces
    match.play("done")
    offered = overlay(match)
    assert offered.now
    assert offered.offers
    for each in offered.offers:
        for way in each.ways:
            assert not way.later
            there = Match.from_record(match.record)
            there.play(way.draft)


def test_an_offer_in_the_declaration_does_not_count_declared_battles_again() -> None:
    match = opening()
    for _ in range(2):
        best = next(each for each in overlay(match).offers if each.ways[each.best].draft)
        match.play(best.ways[best.best].draft)
    match.play("done")
    combat: Any = match.table.look.picture(match.position, 0).combat
    match.play(f"strike {combat.debts[0].space}")
    match.play("declared")
    combat = match.table.look.picture(match.position, 0).combat
    declared = {one.id for one in combat.battles}
    assert declared
    for each in overlay(match).offers:
        way = each.ways[each.best]
        there = Match.from_record(match.record)
        there.play(way.draft)
        combat = there.table.look.picture(there.position, 0).combat
        brought = [one.trade for one in combat.battles if one.id not in declared]
        assert sum(one.costs for one in brought) == pytest.approx(way.trade.costs, abs=0.02)
        assert sum(one.kills for one in brought) == pytest.approx(way.trade.kills, abs=0.02)


# ------------------------------------------------------------------ against battles really fought


def lost(p: Any, before: Any, side: int) -> int:
    factors = BOARD.attack if side == before.side else BOARD.defense
    return sum(factors[u] for u in before.units(side) if p.at[u] == LOST)


def ends(p: Any) -> Iterator[Any]:
    """Every way in which the players can end a battle after its die, without an advance."""
    if not p.inside("battle"):
        yield p
        return
    box = p.box
    actions = [HALT] if HALT in p.choices(None) and box.name == "advance" else list(box.options(p, p.top))
    for action in actions:
        q = p.copy()
        q.apply(action)
        yield from ends(q)


def fought(p: Any, attackers: int, defenders: int) -> tuple[float, float, float]:
    """The mean losses of a battle over its six faces, played by the rules, and the chance that its defenders go. Each
    loss and retreat is chosen by the side that the rules name, for the least loss of its own."""
    q = p.copy()
    q.air = [0, 0]
    q.call("battle", attackers, defenders)
    q.settle()
    faces = [q]
    if q.inside("battle") and q.box.name == "battle-die":
        faces = []
        for outcome, _ in q.actions():
            faces.append(q.copy())
            faces[-1].apply(outcome)
    killed = paid = gone = 0.0
    for face in faces:
        best = chosen(face, p)
        killed += lost(best, p, 1 - p.side)
        paid += lost(best, p, p.side)
        hexes = {p.at[u] for u in units_of(defenders)}
        gone += all(best.at[u] not in hexes for u in units_of(defenders))
    return killed / len(faces), paid / len(faces), gone / len(faces)


def chosen(face: Any, before: Any) -> Any:
    """The end of a battle that its chooser prefers."""
    found = list(ends(face))
    if not face.inside("battle"):
        return found[0]
    chooser = face.seat
    return min(found, key=lambda q: (lost(q, before, chooser), -lost(q, before, 1 - chooser)))


READINGS: list[dict[str, Any]] = [
    {},
    {"movement_after_battle": True}, {"river_doubling": "any"}, {"retreat_chooser": "owner"}, {"retreat_path": "any"},
    {"advance_ground": "by-nature"}, {"isolation": "halve"}, {"finns": True}, {"seven_to_one": "6-1"},
    {"airpower": True}, {"retreat_into_battle": "shares"}, {"third_bank": "doubled"},
]  # fmt: skip


def at_random(rng: random.Random, options: dict[str, Any]) -> Any:
    """A declaration of battles between a few units of both sides in a random place."""
    grid, net = BOARD.grid, BOARD.nets[False]
    rough = BOARD.may_double & BOARD.open_land
    while True:
        h = rng.choice(grid.hexes(rough if rng.random() < 0.6 else BOARD.open_land))
        near = [h, *net.exits[h]]
        around = sorted({n for one in near for n in net.exits[one]} - set(near))
        if len(near) > 3 and len(around) > 3:
            break
    theirs, own = (rng.sample([u.id for u in BOARD.units if u.side == side], k) for side, k in ((1, 5), (0, 7)))
    places, full = dict[str, str](), dict[int, int]()
    for names, hexes, limit in ((theirs, near, 2), (own, around + near[1:], 3)):
        for name in names:
            at = rng.choice(hexes)
            taken = {places[other] for other in places if (other in theirs) != (name in theirs)}
            if full.get(at, 0) < limit and grid.ids[at] not in taken:
                places[name], full[at] = grid.ids[at], full.get(at, 0) + 1
    russian = rng.random() < 0.3
    match = begin(places, turn=rng.choice((2, 3, 8)), russian=russian, options=options)
    while match.decision is not None and match.decision.box in ("arrivals", "move", "air-supply", "fight"):
        before = match.decision.box
        match.play({"arrivals": "arrived", "move": "done"}.get(before, "stand-down"))
        if before == "move":
            break
    return match.position


@pytest.mark.parametrize("options", READINGS, ids=lambda options: "-".join(options) or "base")
def test_the_trade_is_the_average_of_the_battles_really_fought(options: dict[str, Any]) -> None:
    rng, seen = random.Random(20), 0
    while seen < 12:
        p = at_random(rng, options)
        if not p.frames or p.box.name != "declare":
            continue
        while p.frames and p.box.name == "declare":
            if (battle := p.top[Declared.battle]) and p.box.allows(p, p.top, DECLARED):
                attackers, defenders = sides(p, battle)
                h = p.at[next(units_of(defenders))]
                found = trade.of_battle(p, attackers, defenders, h)
                told = found.killed, found.lost, found.falls
                assert told == pytest.approx(fought(p, attackers, defenders)), (p.names(attackers), p.names(defenders))
                seen += 1
            p = p.copy()
            p.apply(p.box.draw(p, p.top, rng.random))
    assert seen
