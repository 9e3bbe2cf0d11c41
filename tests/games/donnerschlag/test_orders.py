"""Orders to the staff: what each does, what it cannot carry out, where it stops, what it reports, and what it hides."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from mamayev.engine.notation import ARG
from mamayev.engine.orders import Objection
from mamayev.games.donnerschlag.printed.map import AXIS, OFF_MAP, SOVIET
from mamayev.games.donnerschlag.printed.units import FORMATION
from mamayev.games.donnerschlag.rules.combat import Declared
from mamayev.games.donnerschlag.rules.outlook import Outlook, outlook
from mamayev.games.donnerschlag.rules.position import Operation
from mamayev.games.donnerschlag.rules.verbs import MOVE, RETREAT
from mamayev.games.donnerschlag.staff.appreciation import charge, spearhead, way
from mamayev.games.donnerschlag.staff.axis import lone
from mamayev.games.donnerschlag.staff.battle import combat
from mamayev.games.donnerschlag.staff.command import COMMAND
from mamayev.games.donnerschlag.staff.orders import AXIS_GROUPS, SOVIET_GROUPS, style_of
from mamayev.games.donnerschlag.staff.style import STAFF
from mamayev.match.match import Match
from mamayev.players import play_on
from mamayev.players.bots import find
from mamayev.players.command import Commander
from mamayev.players.seat import seen_by

from .operation import BOARD, HQ6, M1, R1, R2, T1, T2, begin, go_on, play

SEATS = ("axis", "soviet")
RNG = random.Random(1)


def operation(match: Match) -> Operation:
    assert isinstance(match.position, Operation)
    return match.position


def turns(seat: str, orders: str, seed: int, many: int = 1) -> Iterator[tuple[Match, Commander]]:
    """Carry out the same orders for some turns, the staff in the other seat, and go on after every stop."""
    match = Match.new("donnerschlag", seed=seed)
    other = {SEATS[1 - SEATS.index(seat)]: "staff"}
    for _ in range(many):
        play_on(match, other)
        if match.over:
            return
        match.order(orders, seat)
        commander, go_on = Commander(match, seat), list[str]()
        while not (done := commander.carry_out(go_on)).over:
            go_on = [done.stop.field] if done.stop is not None else []
            play_on(match, other)
            if match.over:
                break
        yield match, commander


@lru_cache(64)
def played(seat: str, orders: str, seeds: int = 3, many: int = 1) -> list[Match]:
    """Return some games after these turns."""
    return [[match for match, _ in turns(seat, orders, seed, many)][-1] for seed in range(seeds)]


def fights(matches: list[Match], side: int) -> list[tuple[str, Outlook, int]]:
    """Return the attacks of a side: the target, the outlook before any card, and the formations."""
    found = []
    for match in matches:
        for ply, line in enumerate(match.record.log):
            p: Any = match.at(ply) if line == "fight" else None
            if p is not None and p.active == side:
                h, units = p.top[Declared.target] - 1, p.top[Declared.units]
                charged = 0
                for u in range(len(BOARD.units)):
                    charged |= charge(p, u) if units >> u & 1 else 0
                found.append((BOARD.grid.ids[h], outlook(p, combat(h, units)), charged))
    return found


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


# ------------------------------------------------------------------ what each order does


@pytest.mark.parametrize("seat", SEATS)
def test_the_default_orders_are_the_style_of_the_staff(seat: str) -> None:
    assert style_of(BOARD, COMMAND.forms[seat]()) == STAFF[SEATS.index(seat)]  # type: ignore[arg-type]


@pytest.mark.parametrize(("seat", "least"), [("axis", "3-1"), ("soviet", "4-1")])
def test_no_attack_begins_below_the_least_odds(seat: str, least: str) -> None:
    side, column = SEATS.index(seat), {"3-1": 3, "4-1": 4}[least]
    free = fights(played(seat, "", many=2), side)
    assert any(seen.column < column for _, seen, _ in free)
    assert all(seen.column >= column for _, seen, _ in fights(played(seat, f"least={least}", many=2), side))


@pytest.mark.parametrize("seat", SEATS)
def test_no_attack_costs_a_step_more_often_than_accepted(seat: str) -> None:
    side = SEATS.index(seat)
    assert any(seen.lost > 0.1 for _, seen, _ in fights(played(seat, "", many=2), side))
    assert all(seen.lost <= 0.1 for _, seen, _ in fights(played(seat, "losses=10", many=2), side))


@pytest.mark.parametrize(("seat", "hold"), [("axis", "3404,3405"), ("soviet", "3020,3317")])
def test_hexes_are_held_or_the_report_says_how_it_went(seat: str, hold: str) -> None:
    side, hexes = SEATS.index(seat), [BOARD.grid.index[h] for h in hold.split(",")]
    kept = 0
    for seed in range(3):
        for match, commander in turns(seat, f"hold={hold}", seed, 2):
            p, before = operation(match), commander.before
            assert isinstance(before, Operation)
            gone = [h for h in hexes if before.troops(side) & ~p.troops(side) & BOARD.grid.bit[h]]
            states = {one.state for one in commander.report() if one.field == "hold"}
            assert ("broken" in states) >= bool(gone)
            kept += sum(bool(p.troops(side) & BOARD.grid.bit[h]) for h in hexes)
    free = sum(
        bool(operation(match).troops(side) & BOARD.grid.bit[h])
        for seed in range(3)
        for match, _ in turns(seat, "", seed, 2)
        for h in hexes
    )
    assert kept > free


def test_a_formation_holds_withdraws_or_attacks() -> None:
    mine = 1 << FORMATION["6P"]
    many = {}
    for posture in ("attack", "staff", "hold", "withdraw"):
        matches = played("axis", f"posture_6p={posture}")
        many[posture] = sum(bool(one & mine) for _, _, one in fights(matches, AXIS))
        if posture == "hold":
            for match in matches:
                start, p = match.at(0), operation(match)
                assert isinstance(start, Operation)
                moved = [u for u in start.of_formation(FORMATION["6P"]) if p.at[u] < 4000 and p.at[u] != start.at[u]]
                lines = [line for line in match.record.log if line.startswith("move ")]
                assert not {BOARD.units[u].id for u in moved} & {line.split()[1] for line in lines}
    assert many["attack"] > many["hold"] >= many["withdraw"] == 0


def test_the_report_tells_losses_from_restored_steps_and_lost_units_from_moved_ones() -> None:
    """A division that only regained a step has lost none, and a unit that fell where it stood has not gone anywhere."""
    match = Match.new("donnerschlag", seed=1)
    match.order("posture_6p=hold losses_6p=spare posture_17p=attack", "axis")
    orders, before = match.orders_of("axis"), operation(match).copy()
    units = [u for u in before.of_formation(FORMATION["6P"]) if before.at[u] < OFF_MAP and BOARD.units[u].steps >= 2]
    first, second, third = units[:3]
    before.steps[second] = 1

    def told(**changes: Any) -> dict[str, str]:
        p = before.copy()
        for u, (h, steps) in {int(name[1:]): value for name, value in changes.items()}.items():
            p.at[u], p.steps[u] = h, steps
        return {one.field: one.text for one in COMMAND.report(before, p, orders)}

    restored = told(**{f"u{second}": (before.at[second], 2)})
    assert restored["losses_6p"] == "0 steps lost, 1 regained"
    assert restored["posture_6p"] == "Every unit is where it was"
    mixed = told(**{f"u{second}": (before.at[second], 2), f"u{first}": (before.at[first], before.steps[first] - 1)})
    assert mixed["losses_6p"] == "1 step lost, 1 regained"
    fallen = told(**{f"u{first}": (OFF_MAP, 0), f"u{third}": (before.at[first], before.steps[third])})
    assert fallen["posture_6p"] == "1 unit is in another hex and 1 unit is off the map"
    p = before.copy()
    p.steps[second] = 2
    assert COMMAND.marks is not None
    assert {mark.label: mark.value for mark in COMMAND.marks(before, p, orders)}["Steps lost"] == 0


def test_formations_are_activated_early_or_late() -> None:
    def first(orders: str) -> list[str]:
        found = []
        for match in played("axis", orders, 6):
            found.append(next(line for line in match.record.log if line.startswith("activate act")))
        return found

    early, late = (first(f"activate_23p={when}") for when in ("early", "late"))
    of_23 = [sum("act2" in line for line in row) for row in (early, late)]
    assert of_23[0] > of_23[1] == 0


def test_the_zone_and_the_turn_of_the_call_are_those_ordered() -> None:
    for orders, turn, zone in (("zone=C call=2", 2, 2), ("zone=B call=4", 4, 1)):
        match = [match for match, _ in turns("axis", orders, 2, turn)][-1]
        assert (operation(match).called, operation(match).zone) == (turn, zone)


def test_the_advance_passes_the_ordered_hexes() -> None:
    def near(orders: str) -> float:
        found = []
        for match in played("axis", orders, 2, 2):
            p = operation(match)
            costs = way(p, BOARD.grid.bit[BOARD.grid.index["2818"]])
            found.append(float(costs[spearhead(p, costs)]))
        return mean(found)

    assert near("advance=2818") < near("")


def test_headquarters_stay_out_of_reach_or_go_forward() -> None:
    def alone(orders: str) -> int:
        found = 0
        for match in played("axis", orders, many=2):
            for ply, line in enumerate(match.record.log):
                p: Any = match.at(ply) if line.startswith("activate ") else None
                found += lone(p).bit_count() if p is not None and p.active == SOVIET else 0
        return found

    assert alone("hq=safe") < alone("hq=bold")


@pytest.mark.parametrize(("seat", "target"), [("axis", "3206"), ("soviet", "3613")])
def test_the_ordered_hexes_are_attacked(seat: str, target: str) -> None:
    side = SEATS.index(seat)
    counted = [
        sum(h == target for h, _, _ in fights(played(seat, orders, many=2), side))
        for orders in ("", f"strike={target}")
    ]
    assert counted[0] < counted[1]


@pytest.mark.parametrize("seat", SEATS)
def test_cards_are_spent_or_spared_for_attack_or_defense(seat: str) -> None:
    side = SEATS.index(seat)

    def in_combat(orders: str) -> list[bool]:
        found = []
        for match in played(seat, orders, many=2):
            for ply, line in enumerate(match.record.log):
                p: Any = match.at(ply) if line.startswith("play ") else None
                if p is not None and p.seat == side and p.inside("combat"):
                    found.append(p.active == side)
        return found

    assert len(in_combat("cards=spend")) > len(in_combat("cards=spare"))
    attack, defense = (in_combat(f"cards_for={what}") for what in ("attack", "defense"))
    assert sum(attack) / len(attack) > sum(defense) / len(defense)


def test_a_reserve_stands_at_the_zones() -> None:
    zones = sum(BOARD.zones)
    near = zones | BOARD.grid.around(zones)

    def there(orders: str) -> int:
        found = 0
        for match in played("soviet", orders, 2, 2):
            p = operation(match)
            found += sum(bool(near & BOARD.grid.bit[p.at[u]]) for u in p.on_map(BOARD.of_side[SOVIET] & BOARD.troops))
        return found

    assert there("reserve=10") > there("")


# ------------------------------------------------------------------ what it cannot carry out


def objected(match: Match, seat: str, orders: str) -> dict[str, tuple[str, ...]]:
    return {one["field"]: tuple(one["clauses"]) for one in match.order(orders, seat)["objections"]}


def test_orders_that_cannot_be_carried_out_are_answered_with_a_clause() -> None:
    match = Match.new("donnerschlag", seed=1)
    assert objected(match, "axis", "") == {}
    assert objected(match, "axis", "hold=3206") == {"hold": ("DON-COMBAT-01",)}
    assert objected(match, "axis", "strike=3404") == {"strike": ("DON-COMBAT-02",)}
    assert objected(match, "axis", "losses=0") == {"losses": ("DON-CRT-01",)}
    assert objected(match, "axis", "losses=0 least=5-1") == {}
    assert objected(match, "axis", "posture_17p=attack") == {"posture_17p": ("DON-REINF-01",)}
    assert objected(match, "axis", "call=1") == {"call": ("DON-SEQ-02",)}
    assert objected(match, "axis", "advance=3701") == {"advance": ("DON-VICT-01",)}
    stay = "posture_6p=hold posture_23p=withdraw posture_17p=hold"
    assert objected(match, "axis", stay)["posture_6p"] == ("DON-VICT-01",)
    assert objected(match, "soviet", "posture_7tc=hold") == {"posture_7tc": ("DON-REINF-01",)}


def test_the_call_is_final() -> None:
    match = begin({HQ6: "4015", T1: "4016", R1: "1010"}, turn=3, called=2, zone="B", track=1)
    go_on(match, "activation-card", "window", seat="axis")
    assert objected(match, "axis", "zone=A call=3") == {"zone": ("DON-CALL-04",), "call": ("DON-CALL-01",)}
    assert objected(match, "axis", "zone=B") == {}


def test_an_activation_needs_a_card() -> None:
    match = begin({HQ6: "4015", T1: "4016", R1: "4011"}, cards="act2-1")
    assert objected(match, "axis", "activate_6p=early") == {"activate_6p": ("DON-CMD-02",)}
    match = begin({HQ6: "4015", T1: "4016", R1: "4011"}, cards="act1-1")
    assert objected(match, "axis", "activate_6p=early") == {}


# ------------------------------------------------------------------ where it stops


def declared(*units: str) -> Match:
    """Declare an attack by hand."""
    match = begin({HQ6: "4017", T1: "4118", M1: "4118", R1: "4018", R2: "4018"}, cards="act1-1")
    go_on(match, "activation-card")
    play(match, "activate act1-1")
    go_on(match, "declare")
    return play(match, *(f"attack {unit} 4018" for unit in units))


@pytest.mark.parametrize(("orders", "field"), [("least=5-1", "least"), ("losses=0 least=1-1", "losses")])
def test_an_attack_that_breaks_an_order_is_the_commanders_decision(orders: str, field: str) -> None:
    match = declared(T1, M1)
    match.order(orders, "axis")
    commander = Commander(match, "axis")
    before = len(match.record.log)
    stop = commander.carry_out().stop
    assert stop is not None
    assert stop.field == field
    assert stop.clauses
    assert [die.title for die in stop.dice] == (["now 2-1", "ordered 5-1"] if field == "least" else [])
    assert all([face.die for face in die.faces] == [*range(1, 7)] for die in stop.dice)
    assert len(match.record.log) == before
    commander.carry_out([stop.field])
    assert match.record.log[before] == "fight"
    assert commander.report()[0].state == "broken"


@pytest.mark.parametrize(("orders", "asked"), [("least=5-1", []), ("least=4-1", ["least"])])
def test_new_orders_in_a_turn_ask_again_about_those_that_change_only(orders: str, asked: list[str]) -> None:
    match = declared(T1, M1)
    match.order("least=5-1 losses=0", "axis")
    first = Commander(match, "axis")
    first.carry_out()
    stop = first.carry_out(["least"]).stop
    assert stop is not None
    assert stop.field == "losses"
    match.order(orders, "axis")
    commander = first.renewed()
    assert commander is not None
    again = commander.carry_out().stop
    assert ([] if again is None else [again.field]) == asked
    if not asked:
        assert ("least", "broken") in [(one.field, one.state) for one in commander.report()]


def test_an_order_given_after_an_attack_does_not_speak_for_it() -> None:
    match = declared(M1)
    first = Commander(match, "axis")
    play(match, "fight")
    match.order("least=5-1 losses=0", "axis")
    commander = first.renewed()
    assert commander is not None
    said = {one.field: one.text for one in commander.report()}
    assert all(said[field].startswith("Under this order, the staff began no attack") for field in ("least", "losses"))


def test_an_attack_that_breaks_two_orders_asks_about_both() -> None:
    match = declared(T1, M1)
    match.order("least=5-1 losses=0", "axis")
    commander = Commander(match, "axis")
    before = len(match.record.log)
    for field, passed in (("least", []), ("losses", ["least"])):
        stop = commander.carry_out(passed).stop
        assert stop is not None
        assert stop.field == field
        assert len(match.record.log) == before
    commander.carry_out(["losses"])
    assert match.record.log[before] == "fight"
    assert [(one.field, one.state) for one in commander.report()[:2]] == [("least", "broken"), ("losses", "broken")]


def test_units_join_an_attack_that_is_begun_before_it_is_asked_about() -> None:
    match = declared(M1)
    match.order("least=5-1", "axis")
    commander = Commander(match, "axis")
    stop = commander.carry_out().stop
    assert match.record.log[-1] == f"attack {T1} 4018"
    assert stop is not None
    assert [die.title for die in stop.dice] == ["now 2-1", "ordered 5-1"]


def test_the_last_unit_does_not_leave_a_held_hex_in_silence() -> None:
    match = begin({T1: "4018", HQ6: "4218", R1: "3918", R2: "3918"}, dice=[6], cards="act8-1")
    match.order("hold=4018", "axis")
    p = operation(match)
    u, to = BOARD.unit[T1], BOARD.grid.index["4118"]

    for verb in (MOVE, RETREAT):
        (stop,) = COMMAND.stops(p, verb | u << ARG | to, match.orders_of("axis"))
        assert (stop.field, "4018" in stop.text) == ("hold", True)
        assert ("must retreat" in stop.text, "no choice" in stop.gain) == (verb == RETREAT,) * 2
    p.at[BOARD.unit[T2]] = p.at[u]
    assert not [*COMMAND.stops(p, MOVE | u << ARG | to, match.orders_of("axis"))]


# ------------------------------------------------------------------ what it foresees


def test_the_foreseen_battles_keep_the_orders_and_are_fought() -> None:
    match = Match.new("donnerschlag", seed=2)
    while match.decision is None or (match.decision.seat, match.decision.box) != ("axis", "activation-card"):
        match.play(match.table.notation.text(find(match.game, "staff").policy(operation(match).copy(), RNG)))
    match.order("hold=3404 least=4-1", "axis")
    orders, p = match.orders_of("axis"), operation(match).copy()
    assert COMMAND.battles is not None
    assert COMMAND.marks is not None
    foreseen = COMMAND.battles(p, orders)
    assert foreseen
    assert all(one.odds in ("4-1", "5-1", "6-1", "7-1") and one.own > one.enemy for one in foreseen)
    commander = Commander(match, "axis")
    while not any(line == "fight" for line in match.record.log):
        commander.carry_out()
        play_on(match, {"soviet": "staff"})
    attacked = {line.split()[2] for line in match.record.log if line.startswith("attack ")}
    assert {space for one in foreseen for space in one.spaces} & attacked
    marks = {mark.label: mark for mark in COMMAND.marks(p, operation(match), orders)}
    assert marks["3404 held"].field == "hold"
    killed = sum(p.steps[u] - operation(match).steps[u] for u in p.on_map(BOARD.of_side[SOVIET] & BOARD.troops))
    assert marks["Enemy steps lost"].value == killed


# ------------------------------------------------------------------ what it hides


def spoken(match: Match, p: Operation, seat: str, data: dict[str, Any]) -> tuple[Any, ...]:
    """Return everything that the staff says and does by orders in a position, as its seat sees it."""
    match.order(data, seat)
    orders, side = match.orders_of(seat), SEATS.index(seat)
    before, seen = (seen_by(q, side, random.Random(3)) for q in (match.at(0), p))
    objections: list[Objection] = list(COMMAND.objections(seen, orders))
    commanded = find(match.game, "staff").commanded
    assert commanded is not None
    acts = [commanded(orders).policy(seen.copy(), random.Random(1))] if seen.seat == side else []
    return objections, list(COMMAND.report(before, seen, orders)), acts


def test_soviet_orders_do_not_know_the_zone() -> None:
    match = [match for match, _ in turns("axis", "zone=A call=2", 4, 2)][-1]
    while match.decision is not None and match.decision.seat != "soviet":
        play_on(match, {"axis": "staff"})
    p = operation(match).copy()
    assert p.zone == 0
    data = {"reserve": 6, "hold": ["3206"], "least": "2-1", "posture_4cc": "hold", "activate_51a": "early"}
    told = spoken(match, p, "soviet", data)
    p.zone = 2
    assert spoken(match, p, "soviet", data) == told


def test_axis_orders_do_not_know_the_soviet_hand() -> None:
    match = Match.new("donnerschlag", seed=5)
    play_on(match, {"soviet": "staff"})
    p = operation(match).copy()
    data = {"zone": "B", "hq": "safe", "least": "2-1", "posture_6p": "attack", "activate_gp": "late", "cards": "spend"}
    told = spoken(match, p, "axis", data)
    hand, pile = ([c for c in BOARD.deck[SOVIET][0] if p.where[c] == place] for place in sorted({*p.where})[:2])
    for a, b in zip(hand, pile, strict=False):
        p.where[a], p.where[b] = p.where[b], p.where[a]
    assert spoken(match, p, "axis", data) == told


def test_every_formation_that_cards_activate_has_its_row() -> None:
    named = {FORMATION[name.upper()] for name in (*AXIS_GROUPS, *SOVIET_GROUPS) if name.upper() in FORMATION}
    under = {charge(Match.new("donnerschlag", seed=1).position, u) for u in range(len(BOARD.units))}  # type: ignore[arg-type]
    rest = {FORMATION["VI"], FORMATION["VII"], FORMATION["2GA"]}
    assert {1 << n for n in named | rest} | {0} >= under
