"""Orders in Barbarossa: what each does, what the staff objects to, where it stops, and what it reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mamayev.games.barbarossa.printed.board import AXIS, LOST, RUSSIAN, ours
from mamayev.games.barbarossa.rules.odds import COLUMNS
from mamayev.games.barbarossa.rules.position import Campaign
from mamayev.games.barbarossa.staff.advance import is_fast
from mamayev.games.barbarossa.staff.appreciation import distances
from mamayev.games.barbarossa.staff.orders import drawn, style_of
from mamayev.games.barbarossa.staff.outlook import foreseen, marks
from mamayev.games.barbarossa.staff.staff import begins, plan
from mamayev.games.barbarossa.staff.task import sectors
from mamayev.match.match import Match
from mamayev.players import play_on
from mamayev.players.command import Commander
from mamayev.terrain.contact import units_of

from .campaign import A3, A4, A5, A6, A8, IN, IN2, PZ, PZ2, PZ3, begin, play

BOARD = ours()
OPPONENT = "recruit"
"""The player of the other side: it thinks for less time than the staff, and these tests are about orders."""


def position(match: Match) -> Campaign:
    p = match.position
    assert isinstance(p, Campaign)
    return p


def months(
    orders: str, seed: int, number: int, seat: str = "german", rival: str = OPPONENT, **options: Any
) -> Iterator[Commander]:
    """Carry out the same orders month by month, and go on after every stop."""
    match = Match.new("barbarossa", seed=seed, options=options)
    others = {name: rival for name in match.game.seats if name != seat}
    while True:
        play_on(match, others)
        if match.over or position(match).turn > number:
            return
        match.order(orders, seat)
        commander = Commander(match, seat)
        commander.play_out(others)
        if commander.turn:
            yield commander


def report_of(commander: Commander) -> dict[str, str]:
    return {kept.field: kept.state for kept in commander.report()}


def objected(orders: str, match: Match, seat: str | None = None) -> list[tuple[str, str]]:
    told = match.order(orders, seat)["objections"]
    return [(one["field"], one["clauses"][0]) for one in told]


# ------------------------------------------------------------------ the sectors


def test_the_sectors_divide_the_board_by_the_deciding_cities() -> None:
    north, center, south = sectors(BOARD)
    assert north | center | south == BOARD.grid.everywhere
    assert sum(s.bit_count() for s in sectors(BOARD)) == len(BOARD.grid)
    of = {
        city.name: next(name for name, s in zip("NCS", sectors(BOARD), strict=True) if s & BOARD.grid.bit[city.hex])
        for city in BOARD.cities
    }
    assert {of[name] for name in ("Leningrad", "Helsinki", "Riga", "Konigsberg", "Pskov")} == {"N"}
    assert {of[name] for name in ("Moscow", "Minsk", "Smolensk", "Vyazma")} == {"C"}
    assert {of[name] for name in ("Stalingrad", "Bucharest", "Kiev", "Odessa", "Rostov", "Maikop")} == {"S"}


def test_a_line_goes_through_its_corners() -> None:
    assert [BOARD.grid.ids[h] for h in drawn(BOARD, ["V15", "V18"])] == ["V15", "V16", "V17", "V18"]
    assert drawn(BOARD, []) == []


# ------------------------------------------------------------------ what the staff says


def test_an_objective_out_of_reach_is_said_with_the_distance_and_the_clause() -> None:
    match = begin({PZ: "V8", A3: "FF15"})
    told = match.order("objective_center=Moscow objective_south=kiev", "german")["objections"]
    assert [(one["field"], one["clauses"][:1]) for one in told] == [("objective_center", ("BAR-MOVE-02",))]
    assert told[0]["text"] == (
        "Moscow (S26) cannot be reached this month: it is 19 hexes away, and the fastest unit goes 6."
    )


@pytest.mark.parametrize(
    ("orders", "field", "clause"),
    [
        ("objective_north=Moscow", "objective_north", "BAR-MAP-01"),
        ("objective_center=W13 posture_center=hold", "objective_center", "BAR-MOVE-01"),
        ("posture_center=hold least_center=3-1", "least_center", "BAR-COMBAT-13"),
        ("posture_center=delay losses_center=2", "losses_center", "BAR-COMBAT-13"),
        ("reserve_center=9", "reserve_center", "BAR-COMBAT-13"),
        ("line_center=V9,V14", "line_center", "BAR-STACK-01"),
        ("line_center=V12", "line_center", "BAR-MOVE-03"),
        ("stand=V12", "stand", "BAR-MOVE-03"),
        ("stand=S26", "stand", "BAR-MOVE-02"),
        ("stand=A1", "stand", "BAR-TERRAIN-03"),
        ("objective_north=A1", "objective_north", "BAR-TERRAIN-03"),
        ("posture_center=withdraw stand=V8", "stand", "BAR-MOVE-01"),
        ("mechanized=center posture_center=hold", "mechanized", "BAR-COMBAT-13"),
        ("arrive=Kiev", "arrive", "BAR-REPL-07"),
        ("air=none", "air", "BAR-V-AIR-01"),
        ("buy=many", "buy", "BAR-REPL-01"),
    ],
)
def test_what_cannot_be_carried_out_or_contradicts_another_order_is_said(orders: str, field: str, clause: str) -> None:
    match = begin({PZ: "V8", A3: "V12"})
    told = match.order(orders, "german")
    (found,) = [one for one in told["objections"] if (one["field"], one["clauses"][0]) == (field, clause)]
    if found["cure"] is not None:
        cured = match.order({**told["orders"], **found["cure"]}, "german")["objections"]
        assert found["text"] not in [one["text"] for one in cured]


@pytest.mark.parametrize(
    ("orders", "field", "clause"),
    [
        ("arrive=Kiev", "arrive", "BAR-REPL-11"),
        ("stand=V8", "stand", "BAR-MOVE-03"),
        ("objective_center=V8 posture_center=hold", "objective_center", "BAR-MOVE-01"),
        ("mechanized=south", "mechanized", "BAR-COMP-02"),
    ],
)
def test_the_russian_staff_says_it_as_well(orders: str, field: str, clause: str) -> None:
    match = begin({PZ: "V8", A3: "V12"}, russian=True)
    assert (field, clause) in objected(orders, match, "russian")


def test_orders_that_can_be_carried_out_meet_no_objection() -> None:
    match = begin({PZ: "V8", PZ2: "V8", IN: "V7", A3: "V12"})
    assert objected("objective_center=V12 least_center=3-1 stand=V8 reserve_center=1", match, "german") == []


# ------------------------------------------------------------------ what each order does


def planned(orders: str, seed: int, number: int) -> Iterator[tuple[Campaign, Any]]:
    """Yield the position at the start of each movement of the Germans, and the plan by orders."""
    last = list(months(orders, seed, number))[-1]
    for ply in range(len(last.match.record.log)):
        p = last.match.at(ply)
        assert isinstance(p, Campaign)
        if p.side == AXIS and begins(p):
            yield p, plan(p, style_of(BOARD, last.orders))


def test_no_attack_is_planned_below_the_least_odds() -> None:
    orders = "least_north=4-1 least_center=4-1 least_south=4-1"
    for wanted, least in ((orders, COLUMNS.index("4-1")), ("", 0)):
        main = [b.odds for _, now in planned(wanted, 2, 2) for b in now.battles if not b.soak]
        low = [odds for odds in main if odds in COLUMNS and COLUMNS.index(odds) < COLUMNS.index("4-1")]
        assert main
        assert bool(low) == (not least)


def test_soak_offs_stop_at_the_odds_allowed_and_none_means_none() -> None:
    soaks = {}
    for orders in ("", "soak_offs=1-2", "soak_offs=none"):
        soaks[orders] = [b.odds for _, now in planned(orders, 2, 2) for b in now.battles if b.soak]
    assert any(COLUMNS.index(odds) < COLUMNS.index("1-2") for odds in soaks[""])
    assert not [odds for odds in soaks["soak_offs=1-2"] if COLUMNS.index(odds) < COLUMNS.index("1-2")]
    assert not soaks["soak_offs=none"]


@pytest.mark.parametrize("posture", ["hold", "delay", "withdraw"])
def test_a_sector_that_does_not_attack_plans_no_battle(posture: str) -> None:
    center = sectors(BOARD)[1]
    others = 0
    for p, now in planned(f"posture_center={posture}", 3, 2):
        for battle in now.battles:
            targets = BOARD.grid.gather(p.at[u] for u in units_of(battle.defenders))
            from_there = [u for u in units_of(battle.attackers) if center & BOARD.grid.bit[p.at[u]]]
            assert not from_there
            others += not targets & center
    assert others


def test_an_objective_is_attacked_and_taken_before_others() -> None:
    """Two panzer corps can take either of two armies; the staff takes the one that it is ordered to take."""
    for target in ("V12", "X12"):
        match = begin({PZ: "W8", PZ2: "W8", A3: "V12", A4: "X12"})
        match.order(f"objective_center={target}", "german")
        Commander(match, "german").carry_out()
        struck = [line for line in match.record.log if line.startswith("target")]
        assert struck[0] == f"target {A3 if target == 'V12' else A4}"


def test_the_reserve_stays_in_its_sector_and_out_of_contact() -> None:
    for commander in months("reserve_south=6", 4, 4):
        p = position(commander.match)
        near = BOARD.nets[p.frozen].spread(p.zones.occupied[RUSSIAN])
        out = sum(bool(sectors(BOARD)[2] & ~near & BOARD.grid.bit[p.at[u]]) for u in p.units(AXIS))
        assert (report_of(commander)["reserve_south"] == "kept") == (out >= 6)
        assert out >= 6


def test_mechanized_corps_gather_where_they_are_sent() -> None:
    share = {}
    for orders in ("mechanized=north", "mechanized=south"):
        last = list(months(orders, 5, 3))[-1]
        p = position(last.match)
        fast = [u for u in p.units(AXIS) if is_fast(p, u)]
        share[orders] = [sum(bool(s & BOARD.grid.bit[p.at[u]]) for u in fast) / len(fast) for s in sectors(BOARD)]
    assert share["mechanized=north"][0] > 0.8
    assert share["mechanized=south"][2] > 0.8


@pytest.mark.parametrize("orders", ["stand=W13,V9", "stand=U10 posture_center=withdraw", "line_center=V9,Y9"])
def test_places_to_hold_are_reported_as_the_board_shows_them(orders: str) -> None:
    for commander in months(orders, 0, 3):
        p, before, told = position(commander.match), commander.before, report_of(commander)
        assert isinstance(before, Campaign)
        style = style_of(BOARD, commander.orders)
        line = style.task.sectors[1].line if style.task.sectors else 0
        for field, hexes in (("stand", style.task.stand), ("line_center", line)):
            if not hexes or field not in told:
                continue
            lost = hexes & before.zones.occupied[AXIS] & ~p.zones.occupied[AXIS]
            assert (told[field] == "kept") == (not hexes & ~p.zones.occupied[AXIS])
            if field == "stand":
                assert (told[field] == "broken") == bool(lost)


def test_losses_beyond_those_accepted_stop_the_staff_or_are_reported() -> None:
    broken = 0
    for seed in range(3):
        for commander in months("losses_south=1", seed, 4):
            p, before = position(commander.match), commander.before
            assert isinstance(before, Campaign)
            south = sectors(BOARD)[2]
            lost = [u for u in before.units(AXIS) if p.at[u] == LOST and south & BOARD.grid.bit[before.at[u]]]
            assert (report_of(commander)["losses_south"] == "kept") == (len(lost) <= 1)
            broken += len(lost) > 1
    assert broken


def test_a_battle_below_the_least_odds_that_must_be_fought_is_the_commanders_decision() -> None:
    """An infantry corps that the player moved next to an army has to attack."""
    match = begin({IN: "V10", A3: "V12", IN2: "W8"})
    match.play(f"move {IN} V11")
    match.order("least_center=3-1", "german")
    commander = Commander(match, "german")
    stop = commander.carry_out().stop
    assert stop is not None
    assert (stop.field, stop.clauses) == ("least_center", ("BAR-COMBAT-02", "BAR-COMBAT-03"))
    assert "The odds are 1-2 at V12, and you ordered at least 3-1." in stop.text
    now, ordered = stop.dice  # BAR-T-CRT
    assert (now.title, ordered.title) == ("now 1-2", "ordered 3-1")
    assert [face.result for face in now.faces] == ["D Back 2", "Exchange", "A Back 2", "A Back 2", "A Elim", "A Elim"]
    assert [face.result for face in ordered.faces] == [
        "D Elim",
        "Exchange",
        "D Back 2",
        "D Back 2",
        "Exchange",
        "D Elim",
    ]
    before = len(match.record.log)
    assert commander.carry_out().stop == stop
    assert len(match.record.log) == before
    commander.carry_out(["least_center"])
    assert report_of(commander)["least_center"] == "broken"


def test_a_place_to_hold_that_must_fight_is_the_commanders_decision() -> None:
    match = begin({IN: "V10", A3: "V12", PZ3: "W8"})
    match.play(f"move {IN} V11")
    match.order("stand=V11", "german")
    stop = Commander(match, "german").carry_out().stop
    assert stop is not None
    assert stop.field == "stand"
    assert "The units in V11 must fight, and are driven out" in stop.text


def test_every_order_that_one_declaration_breaks_is_the_commanders_decision() -> None:
    """Two battles in two sectors are declared at once, one of them from a hex to hold."""
    match = begin({IN: "V10", A3: "V12", IN2: "H17", A4: "H19"})
    play(match, f"move {IN} V11", f"move {IN2} H18")
    match.order("least_center=3-1 least_north=3-1 stand=V11", "german")
    commander = Commander(match, "german")
    asked = list[str]()
    while (stop := commander.carry_out(asked).stop) is not None:
        assert stop.field not in asked
        asked.append(stop.field)
    assert sorted(asked) == ["least_center", "least_north", "stand"]
    report, p = report_of(commander), position(match)
    assert report["least_center"] == report["least_north"] == "broken"
    # The place was at stake: the report says what became of it.
    held = bool(p.zones.occupied[AXIS] & BOARD.grid.bit[BOARD.grid.index["V11"]])
    assert report["stand"] == ("kept" if held else "broken")


def test_points_buy_what_was_ordered() -> None:
    bought = {}
    for buy in ("staff", "mechanized", "infantry", "many", "nothing"):
        match = begin({IN2: "Y3", A3: "S26", PZ: "lost", PZ2: "lost", IN: "lost"}, points__german=8, turn=4)
        match.order(f"buy={buy}", "german")
        Commander(match, "german").carry_out()
        bought[buy] = [line.split()[1] for line in match.record.log if line.startswith("buy")]
    assert bought["nothing"] == []
    assert set(bought["mechanized"]) <= {PZ, PZ2}
    assert bought["mechanized"]
    assert bought["infantry"][0] == IN
    assert bought["many"][0] == IN
    assert bought["staff"][0] in (PZ, PZ2)


def test_the_report_on_points_tells_which_units_are_on_the_map() -> None:
    """A unit that points bought can fall in the enemy's turn of the same month, which no position shows."""
    match = begin({IN2: "Y3", A3: "S26", PZ: "lost"}, points__german=20, turn=4)
    match.order("buy=mechanized arrive=Y3", "german")
    commander = Commander(match, "german")
    before, panzer = position(match).copy(), next(u for u, unit in enumerate(BOARD.units) if unit.id == PZ)
    bought = before.copy()
    bought.at[panzer] = BOARD.grid.index["Y3"]
    orders, told = commander.orders, []
    for p in (bought, before.copy()):
        report = {one.field: one.text for one in commander.command.report(before, p, orders)}
        told.append((report["buy"], report["arrive"]))
    name, saved = before.called(panzer), before.points[AXIS]
    assert told == [
        (f"Back on the map: {name}; {saved} points are saved", "1 unit that arrived is on the map"),
        (f"Back on the map: no unit; {saved} points are saved", "0 units that arrived are on the map"),
    ]


def test_surrounded_units_stay_if_ordered() -> None:
    """With all sources of supply lost, every Axis unit is without supply."""
    lost: Any = {f"city__{name}": "russian" for name in ("Warsaw", "Bucharest", "Helsinki")}
    moved = {}
    for orders in ("", "break_out=stand"):
        match = begin({PZ: "V9", IN: "W9", A3: "S26"}, **lost)
        match.order(orders, "german")
        Commander(match, "german").carry_out()
        moved[orders] = {line.split()[1] for line in match.record.log if line.startswith("move")}
    assert {PZ, IN} <= moved[""]
    assert not moved["break_out=stand"]


def test_air_factors_fly_as_ordered() -> None:
    both: Any = {"airpower": True, "interception": True}
    flown = {}
    for orders in ("", "air=none", "keep_air=20", "air=battles"):
        found = list(months(orders, 3, 3, rival="staff", **both))
        log = found[-1].match.record.log
        flown[orders] = [sum(line.startswith(verb) and line != "fly 0" for line in log) for verb in ("fly", "bomb")]
        if orders == "keep_air=20":
            assert all(position(one.match).air[AXIS] >= 20 for one in found)
    assert min(flown[""]) > 0
    assert flown["air=none"] == [0, 0]
    assert flown["air=battles"][1] == 0 < flown["air=battles"][0]


# ------------------------------------------------------------------ the Russian seat


def distance_in(p: Campaign, side: int, sector: int) -> float:
    """Return the mean distance of the units of a side in a sector to the nearest enemy."""
    way = distances(BOARD, p.zones.occupied[1 - side], p.frozen)
    away = [way[p.at[u]] for u in p.units(side) if sectors(BOARD)[sector] & BOARD.grid.bit[p.at[u]]]
    return sum(away) / max(1, len(away))


def test_the_russian_front_gives_ground_by_its_posture() -> None:
    """A front that withdraws is further from the Germans than one that holds."""
    away = {}
    for posture in ("hold", "withdraw"):
        found = [
            distance_in(position(one.match), RUSSIAN, 2) for one in months(f"posture_south={posture}", 0, 3, "russian")
        ]
        away[posture] = sum(found) / len(found)
    assert away["withdraw"] > away["hold"]


def test_the_russian_front_goes_along_the_line_to_hold() -> None:
    line = BOARD.grid.gather(drawn(BOARD, ["W16", "S16"]))
    held = {}
    for orders in ("", "line_center=W16,S16"):
        held[orders] = 0
        for one in months(orders, 1, 2, "russian"):
            held[orders] += (line & position(one.match).zones.occupied[RUSSIAN]).bit_count()
    assert held["line_center=W16,S16"] > held[""]


def test_russian_places_to_hold_keep_a_unit_or_the_report_says_that_they_are_lost() -> None:
    stand = BOARD.grid.gather(BOARD.cities[BOARD.named[name]].hex for name in ("Kiev", "Minsk"))
    for one in months("stand=kiev,minsk", 2, 4, "russian"):
        p, before = position(one.match), one.before
        assert isinstance(before, Campaign)
        lost = stand & before.zones.occupied[RUSSIAN] & ~p.zones.occupied[RUSSIAN]
        assert (report_of(one)["stand"] == "broken") == bool(lost)
        assert (report_of(one)["stand"] == "kept") == (not stand & ~p.zones.occupied[RUSSIAN])


def test_russian_reserves_take_no_place_in_the_front() -> None:
    for one in months("reserve_center=4", 3, 3, "russian"):
        p = position(one.match)
        near = BOARD.nets[p.frozen].spread(p.zones.occupied[AXIS])
        out = sum(bool(sectors(BOARD)[1] & ~near & BOARD.grid.bit[p.at[u]]) for u in p.units(RUSSIAN))
        assert (report_of(one)["reserve_center"] == "kept") == (out >= 4)


def test_a_russian_objective_is_retaken() -> None:
    """Two armies next to a lost city retake it if it is their objective."""
    home = {A5: "H17", A6: "S26", A8: "KK36"}
    match = begin({IN: "W13", A3: "W15", A4: "V15", PZ: "Y3"} | home, russian=True, city__Minsk="german")
    match.order("objective_center=minsk posture_center=attack", "russian")
    commander = Commander(match, "russian")
    play_on(match, {"german": "staff"})
    commander.carry_out()
    assert f"target {IN}" in match.record.log


# ------------------------------------------------------------------ the outlook


def test_the_battles_foreseen_are_those_that_are_fought() -> None:
    match = begin({PZ: "W8", PZ2: "W8", A3: "V12", A4: "X12"})
    match.order("objective_center=V12", "german")
    (found,) = foreseen(position(match), match.orders_of("german"))
    assert (found.spaces, found.own, found.enemy, found.odds) == (("V12",), 16, 7, "2-1")
    assert found.title.endswith("at V12")
    assert found.chance.endswith("of 6")
    Commander(match, "german").carry_out()
    told = [event.text for event in match.events if "16 to 7" in event.text]
    assert told
    assert not foreseen(position(match), match.orders_of("german"))


def test_a_forecast_counts_objectives_places_and_losses() -> None:
    match = begin({PZ: "W8", PZ2: "W8", IN: "W7", A3: "V12"})
    match.order("objective_center=V12 stand=W7", "german")
    p, orders = position(match), match.orders_of("german")
    found = {mark.label: (mark.kind, mark.value) for mark in marks(p, p, orders)}
    assert found == {
        "V12 taken": ("chance", 0.0),
        "Bialystok (W7) held": ("chance", 1.0),
        "Own units lost": ("amount", 0.0),
        "Enemy units lost": ("amount", 0.0),
    }


def test_bold_germans_attack_more_than_the_staff_and_careful_ones_less_but_not_never() -> None:
    battles = dict[str, int]()
    for risk in ("bold", "staff", "careful"):
        *_, last = months(f"risk={risk}", 1, 2)
        battles[risk] = sum(line.startswith("fight ") for line in last.match.record.log)
    assert battles["bold"] > battles["staff"] > battles["careful"] > 0, battles
