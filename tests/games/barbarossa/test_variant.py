"""The switches of the variant of 2001: order of battle, reserves, victory, railroads, Finns, replacements, supply."""

from collections import Counter
from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.games.barbarossa.printed.board import RUSSIAN, ours
from mamayev.games.barbarossa.rules.arrivals import supplied_hexes
from mamayev.games.barbarossa.rules.isolation import isolated, lines, sources
from mamayev.games.barbarossa.rules.movement import rides
from mamayev.games.barbarossa.rules.odds import attack, defense
from mamayev.match.match import Match

from .campaign import (
    A3,
    A4,
    A5,
    A7,
    A9,
    A12,
    ARM,
    IN,
    IN2,
    IN3,
    PZ,
    PZ2,
    RES,
    SHOCK,
    at,
    begin,
    box,
    ends,
    go_on,
    offered,
    play,
    quiet,
    refused,
    told,
)

BOARD = ours()

PLACE = {city.name: BOARD.grid.ids[city.hex] for city in BOARD.cities}
SHOCKS = {"unit__ru-shock-1": "waiting", "unit__ru-shock-2": "waiting", "unit__ru-armor-7": "waiting"}


def on(*switches: str, **options: str) -> dict[str, Any]:
    """Options with these switches on."""
    return {**dict.fromkeys(switches, True), **options}


def new(**options: Any) -> Match:
    """A match before its setup."""
    return Match.new("barbarossa", seed=1, options=options)


def months(match: Match, n: int) -> Match:
    """Play so many months on, doing nothing."""
    for _ in range(n):
        turn = match.facts()["turn"]
        while not match.over and match.facts()["turn"] == turn:
            go_on(match, *(("russian", "move") if box(match)[0] == "german" else ("german", "move")))
            if box(match) == ("russian", "move"):
                match.play("done")
    return match


# ------------------------------------------------------------------ order of battle


@pytest.mark.rule("BAR-V-OOB-02", "BAR-V-OOB-03", "BAR-V-OOB-04", "BAR-V-OOB-05", "BAR-V-FLOW-08")
def test_thirty_one_russian_units_set_up_two_to_a_hex() -> None:
    match = new(order_of_battle=True)
    army = Counter(BOARD.units[u].factors for u in match.position.pieces())
    assert army == {"4-6-4": 9, "5-7-4": 13, "4-6-6": 5, "2-3-6": 3, "5-7-6": 1}
    assert refused(match, f"deploy {SHOCK} S26") == ("BAR-V-OOB-06",)
    play(match, f"deploy {A4} F35", f"deploy {A7} F35")
    assert refused(match, f"deploy {A9} F35") == ("BAR-V-OOB-02",)
    play(match, "historical", "confirm", "historical", "confirm")
    assert (match.facts()["russian_units"], match.facts()["german_units"]) == (31, 59)
    base = play(new(), "historical", "confirm")
    assert base.facts()["russian_units"] == 34
    moved = begin({A4: "F35", A7: "F35", A9: "F36", IN: "C35", IN2: "C35", RES: "C36"}, options=on("order_of_battle"))
    assert "C35" in ends(moved, RES), "the Axis still stacks three"
    assert "F35" not in ends(go_on(moved, "russian", "move"), A9)


@pytest.mark.rule("BAR-V-OOB-01")
def test_armored_corps_are_tank_armies_from_1942_on() -> None:
    for turn, name in ((7, "III Mechanized Corps"), (8, "1 Tank Army")):
        match = begin({ARM: "F35"}, turn=turn, russian=True, options=on("order_of_battle"))
        assert match.decision is not None
        assert match.decision.choices_data(ARM)[0]["label"].startswith(f"Move {name} to ")
        play(match, f"move {ARM} F36")
        assert match.events[-1].text.startswith(name)
    base = begin({ARM: "F35"}, turn=8, russian=True)
    assert play(base, f"move {ARM} F36").events[-1].text.startswith("III Mechanized Corps")


def december(**options: str) -> Match:
    """BAR-V-EX-22."""
    lost = {f"city__{name}": "german" for name in ("Leningrad", "Kiev", "Maikop")}
    units = {A4: PLACE["Moscow"], IN: "S25"}
    return begin(
        units, turn=7, russian=True, options=on("order_of_battle", "replacement_hexes", **options), **lost, **SHOCKS
    )


@pytest.mark.rule("BAR-V-OOB-06", "BAR-V-OOB-07", "BAR-V-OOB-09", "BAR-V-OOB-10", "BAR-V-OOB-02")
def test_the_december_units_must_come_into_russian_cities_even_besieged_ones() -> None:
    match = december()
    points = match.facts()["russian_points"]
    assert offered(match, "bring") == {"ru-shock-1", "ru-shock-2", "ru-armor-7"}
    assert ends(match, SHOCK, "bring") == {PLACE["Moscow"], PLACE["Stalingrad"]}
    assert "arrived" not in quiet(match)
    assert refused(match, "arrived") == ("BAR-V-OOB-06",)
    play(match, f"bring {SHOCK} {PLACE['Moscow']}")
    assert refused(match, f"bring ru-shock-2 {PLACE['Moscow']}") == ("BAR-V-OOB-06", "BAR-V-OOB-02"), "two to a hex"
    play(match, f"bring ru-shock-2 {PLACE['Stalingrad']}", f"bring ru-armor-7 {PLACE['Stalingrad']}", "arrived")
    assert (box(match), match.facts()["russian_points"]) == (("russian", "move"), points)
    assert ends(match, "ru-armor-7"), "it may move at once"
    narrow = december(reinforce_besieged="no")
    assert ends(narrow, SHOCK, "bring") == {PLACE["Stalingrad"]}
    play(narrow, f"bring {SHOCK} {PLACE['Stalingrad']}", f"bring ru-shock-2 {PLACE['Stalingrad']}", "arrived")
    assert (box(narrow), at(narrow, "ru-armor-7")) == (("russian", "move"), "beside the map")


@pytest.mark.rule("BAR-V-OOB-08", "BAR-V-FLOW-04")
def test_the_third_armored_unit_and_the_cities_of_arrival() -> None:
    late = december(third_armor_month="1942-10")
    assert offered(late, "bring") == {"ru-shock-1", "ru-shock-2"}
    assert refused(late, f"bring ru-armor-7 {PLACE['Stalingrad']}") == ("BAR-V-OOB-08",)
    for switches, cities in (
        (("order_of_battle",), {"Leningrad", "Moscow", "Stalingrad"}),
        (("order_of_battle", "replacement_hexes"), {"Leningrad", "Moscow", "Stalingrad", "Kiev", "Maikop"}),
    ):
        match = begin({}, turn=7, russian=True, options=on(*switches), **SHOCKS)
        assert ends(match, SHOCK, "bring") == {PLACE[name] for name in cities}


# ------------------------------------------------------------------ reserves


@pytest.mark.rule("BAR-V-RESERVE-01", "BAR-V-RESERVE-02", "BAR-V-RESERVE-03", "BAR-V-RESERVE-04", "BAR-V-FLOW-09")
def test_the_german_reserves_come_in_july() -> None:
    """BAR-V-EX-27."""
    match = play(new(reserves=True), "historical", "confirm")
    assert refused(match, f"deploy {RES} X3") == ("BAR-V-RESERVE-02",)
    play(match, "historical", "confirm")
    assert (match.facts()["german_units"], match.facts()["russian_units"]) == (53, 34)
    waiting = {f"unit__{unit.id}": "waiting" for unit in BOARD.units if unit.reserve}
    units = {IN: PLACE["Warsaw"], IN2: PLACE["Warsaw"], A4: "Z7", "ge-in-liii": "out"}
    july = begin({**units}, turn=2, options=on("reserves", "railroads"), **waiting)
    warsaw = PLACE["Warsaw"]
    points = july.facts()["german_points"]
    play(july, f"bring {RES} {warsaw}")
    for place in (warsaw, "Z6", "S8"):
        assert refused(july, f"bring ge-in-xxxiv {place}")[0] == "BAR-V-RESERVE-02", place
    assert refused(july, "arrived") == ("BAR-V-RESERVE-02",), "all six must be placed"
    assert "W4" in ends(july, "ge-in-xxxiv", "bring"), "beside the border, no Russian near"
    assert july.facts()["german_points"] == points
    assert ends(july, "ge-in-l", "bring")
    june = begin({IN: "X2"}, options=on("reserves"), **waiting)
    assert box(june) == ("german", "move")


@pytest.mark.rule("BAR-V-RESERVE-05")
def test_reserves_may_come_in_finland() -> None:
    waiting = {f"unit__{RES}": "waiting"}
    match = begin({IN: "C10", IN2: "C10"}, turn=2, options=on("reserves"), **waiting)
    assert {"C11", PLACE["Helsinki"]} <= ends(match, RES, "bring")


# ------------------------------------------------------------------ extra victory


HEXES = {IN: PLACE["Kiev"], IN2: PLACE["Leningrad"], IN3: PLACE["Maikop"], PZ: PLACE["Stalingrad"]}


@pytest.mark.rule("BAR-V-WIN-01", "BAR-V-WIN-02", "BAR-V-WIN-03", "BAR-V-WIN-04", "BAR-V-FLOW-05")
def test_four_replacement_hexes_for_two_turns_win() -> None:
    """BAR-V-EX-25."""
    match = begin(HEXES, turn=15, options=on("extra_victory"))
    months(match, 1)
    assert match.facts()["economy"] == 1
    months(match, 1)
    assert match.over
    assert match.result is not None
    assert (match.result["winner"], match.result["notes"][0]["clauses"]) == ("german", ["BAR-V-WIN-02"])
    left = {**HEXES, IN: "FF14"}
    held = {"city__Kiev": "german"}
    assert months(begin(left, turn=15, options=on("extra_victory"), **held), 1).facts()["economy"] == 0
    control = on("extra_victory", extra_victory_hold="control")
    assert months(begin(left, turn=15, options=control, **held), 1).facts()["economy"] == 1
    three = {unit: place for unit, place in HEXES.items() if unit != PZ}
    for count, run in (("3", 1), ("4", 0), ("5", 0)):
        option = on("extra_victory", extra_victory_count=count)
        assert months(begin(three, turn=15, options=option), 1).facts()["economy"] == run
    assert "economy" not in begin(HEXES).facts()
    assert months(begin({}, turn=24, options=on("extra_victory")), 1).over, "the base conditions stay"


# ------------------------------------------------------------------ railroads


EAST = ("Y4", "Y5", "Z5", "Z6", "Z7", "Y8", "Y9", "X9", "X10", "X11")


def ridden(match: Match, unit: str) -> dict[str, str]:
    """Where a unit gets by a ride alone, beyond its walk."""
    assert match.decision is not None
    return {choice.space: choice.note for choice in match.decision.choices(unit) if choice.cost == "0"}


@pytest.mark.rule("BAR-V-RAIL-01", "BAR-V-RAIL-03", "BAR-V-RAIL-04", "BAR-V-RAIL-10", "BAR-V-FLOW-12")
def test_axis_rides_that_touch_the_ussr_are_short_in_1941() -> None:
    """BAR-V-EX-17."""
    march = {"ge-in-liii": "Y3"}
    p: Any = begin(march, turn=3, options=on("railroads")).position
    west, mixed = rides(p)
    assert (west.length, mixed.length) == (10, 5)
    assert not west.open & BOARD.grid.bit[BOARD.hex["Z7"]]
    assert west.open & BOARD.grid.bit[BOARD.hex["F11"]], "Finland lies west of the frontier"
    match = begin(march, turn=3, options=on("railroads"))
    found = ends(match, "ge-in-liii")
    assert "Z7" in found
    assert "X11" not in found, "5 by rail and 4 on foot do not reach it"
    assert "II2" in ridden(match, "ge-in-liii")
    assert "X11" in ends(begin(march, turn=3), "ge-in-liii")


@pytest.mark.rule("BAR-V-RAIL-02", "BAR-V-RAIL-05", "BAR-V-RAIL-06", "BAR-V-RAIL-07", "BAR-V-RAIL-11")
def test_no_axis_ride_in_russia_in_the_first_winter_and_normal_ones_later() -> None:
    def lengths(turn: int, dice: list[int] | None = None) -> list[tuple[int, bool]]:
        q: Any = begin({"ge-in-liii": "Y3"}, dice or [], turn=turn, options=on("railroads")).position
        return [(ride.length, bool(ride.open & BOARD.grid.bit[BOARD.hex["Z7"]])) for ride in rides(q)]

    assert lengths(7) == [(5, False)], "December 1941: west alone"
    assert lengths(11, [6]) == [(10, True)], "a perfect April 1942"
    assert lengths(11, [1]) == [(10, False), (5, True)], "mud in April 1942"
    assert lengths(12) == [(10, True)]
    assert lengths(19) == [(5, True)], "the second winter"
    winter = begin({"ge-in-liii": "Z7"}, turn=7, options=on("railroads"))
    assert not ridden(winter, "ge-in-liii"), "no ride begins in Russia"
    walk = begin({"ge-in-liii": "Y3"}, turn=7, options=on("railroads"))
    assert "Z7" in ends(walk, "ge-in-liii"), "it rides to the frontier and walks on"


@pytest.mark.rule("BAR-V-RAIL-08", "BAR-V-RAIL-11")
def test_a_russian_ride_ends_at_the_frontier_and_a_walk_may_follow() -> None:
    """BAR-V-EX-18."""
    away = {A4: "X9", "ge-in-liii": "TT7"}
    match = begin(away, russian=True, options=on("railroads"))
    p: Any = match.position
    (ride,) = rides(p)
    assert not ride.open & BOARD.grid.bit[BOARD.hex["Z6"]]
    assert "Z6" in ends(match, A4)
    assert len(ends(begin(away, russian=True), A4)) > len(ends(match, A4))


@pytest.mark.rule("BAR-V-RAIL-09")
def test_lines_run_along_all_railways() -> None:
    options = on("railroads", "supply_lines")
    match = begin({A4: "Z5", "ge-in-liii": "TT7", IN: "X10"}, turn=7, options=options)
    p: Any = match.position
    assert not isolated(p, 1) >> BOARD.unit[A4] & 1, "a Russian west of the frontier"
    assert not isolated(p, 0) >> BOARD.unit[IN] & 1, "an Axis unit in Russia in the first winter"


# ------------------------------------------------------------------ Finns


FINN = "fi-in-iv"  # 3-4-4


def sums(units: dict[str, str], **options: Any) -> tuple[int, int]:
    """Attack and defense of one battle, the Axis attacking, and of the Axis defending."""
    p: Any = begin(units, options=on("finns", **options)).position
    ours = sum(1 << BOARD.unit[unit] for unit in units if not unit.startswith("ru-"))
    theirs = sum(1 << BOARD.unit[unit] for unit in units if unit.startswith("ru-"))
    return attack(p, ours, theirs), defense(p, theirs, ours)


@pytest.mark.rule("BAR-V-FINN-01", "BAR-V-FINN-02", "BAR-V-FINN-03", "BAR-V-FINN-04", "BAR-V-FLOW-13")
def test_finns_are_doubled_at_home() -> None:
    """BAR-V-EX-21."""
    assert sums({FINN: "C11", IN: "C11", A4: "C12"}) == (10, 12)
    helsinki = PLACE["Helsinki"]
    assert sums({FINN: helsinki, IN: helsinki, A4: "F12"})[1] == 16
    assert sums({FINN: "F35", IN: "F35", A4: "F36"}) == (7, 8)
    assert sums({FINN: "F12", A4: helsinki})[0] == 3, "a major city is not clear"
    base: Any = begin({FINN: "C11", A4: "C12"}).position
    assert attack(base, 1 << BOARD.unit[FINN], 1 << BOARD.unit[A4]) == 3


@pytest.mark.rule("BAR-V-FINN-05", "BAR-V-FINN-06")
def test_only_finns_are_doubled_and_only_against_home_ground_alone() -> None:
    assert sums({FINN: "E15", IN: "E15", A4: "E14", A7: "E16"})[0] == 7, "one of two hexes lies in the USSR"
    match = begin({FINN: "C11", "fi-in-vi": "C11", A3: "C12", A5: "C12"}, [2], options=on("finns"))
    play(match, "done", f"target {A3}", f"target {A5}", f"attack {FINN}", "attack fi-in-vi", "declared")
    assert told(match, "BAR-ODDS-03")[0].endswith("12 to 14, Finnish attackers doubled (in clear Finland), 1-2.")
    assert box(match) == ("russian", "exchange"), "12 are owed, and each Russian unit counts 7"


# ------------------------------------------------------------------ replacement hexes


@pytest.mark.rule("BAR-V-REPL-01", "BAR-V-REPL-02", "BAR-V-REPL-03", "BAR-V-REPL-04", "BAR-V-FLOW-11")
def test_five_hexes_give_russian_points_from_july() -> None:
    option = on("replacement_hexes")
    for turn, rate in ((1, 0), (2, 4), (6, 4), (7, 6), (11, 6), (12, 8)):
        dice = [1] if turn in (5, 6, 10, 11) else []
        match = begin({}, dice, turn=turn, russian=not dice, options=option)
        if dice:
            go_on(match, "russian", "move")
        assert match.facts()["russian_points"] == 5 * rate, turn
    assert begin({}, turn=2, russian=True).facts()["russian_points"] == 0
    besieged = begin({IN: "S25"}, turn=5, dice=[1], options=option, city__Kiev="german", city__Maikop="german")
    assert go_on(besieged, "russian", "move").facts()["russian_points"] == 12


@pytest.mark.rule("BAR-V-REPL-05")
def test_rebuilt_units_come_into_any_of_the_five_but_not_beside_an_enemy() -> None:
    lost = {f"unit__{A4}": "lost"}
    match = begin({IN: "S25"}, turn=2, russian=True, options=on("replacement_hexes"), **lost)
    assert ends(match, A4, "buy") == {PLACE[name] for name in ("Leningrad", "Stalingrad", "Kiev", "Maikop")}
    assert refused(match, f"buy {A4} {PLACE['Moscow']}") == ("BAR-V-REPL-05", "BAR-REPL-12")


@pytest.mark.rule("BAR-V-REPL-06", "BAR-V-REPL-07", "BAR-V-REPL-08", "BAR-V-REPL-09")
def test_the_germans_gain_a_point_for_each_hex_that_they_stand_in_with_a_line_to_warsaw() -> None:
    """BAR-V-EX-16."""
    option = on("replacement_hexes")
    beside = next(BOARD.grid.ids[h] for h in BOARD.nets[0].exits[BOARD.hex[PLACE["Maikop"]]])
    units = {"rm-in-i": PLACE["Kiev"], IN: PLACE["Maikop"], A4: beside}
    p: Any = begin(units, options=option).position
    assert [BOARD.cities[city].name for city in supplied_hexes(p)] == ["Kiev"]
    assert begin(units, options=option).facts()["german_points"] == 5
    gone = begin({IN: "FF14"}, options=option, city__Kiev="german", **{f"unit__{IN2}": "lost"})
    assert gone.facts()["german_points"] == 4
    assert ends(gone, IN2, "buy") == {PLACE["Warsaw"]}
    threatened = begin({"rm-in-i": PLACE["Kiev"], A4: "Y4"}, options=option)
    assert threatened.facts()["german_points"] == 4, "Warsaw lies in a Russian zone"
    assert begin(units).facts()["german_points"] == 4


# ------------------------------------------------------------------ supply lines


def cut_off(match: Match, side: int = 0) -> set[str]:
    """Who is isolated."""
    p: Any = match.position
    found = isolated(p, side)
    return {unit for unit, u in BOARD.unit.items() if found >> u & 1}


@pytest.mark.rule("BAR-V-SUPPLY-01", "BAR-V-SUPPLY-02", "BAR-V-SUPPLY-03", "BAR-V-SUPPLY-06", "BAR-V-FLOW-07")
def test_russian_sources_are_four_cities_each_dead_in_an_axis_zone() -> None:
    """BAR-V-EX-20."""
    leningrad = PLACE["Leningrad"]
    p: Any = begin({}, options=on("supply_lines")).position
    cities = {PLACE[name] for name in ("Leningrad", "Moscow", "Stalingrad", "Kiev")}
    assert {BOARD.grid.ids[h] for h in BOARD.grid.hexes(sources(p, RUSSIAN))} == cities
    beside = next(BOARD.grid.ids[h] for h in BOARD.nets[0].exits[BOARD.hex[leningrad]])
    dead: Any = begin({IN: beside, A4: leningrad}, options=on("supply_lines")).position
    assert not sources(dead, RUSSIAN) & BOARD.grid.bit[BOARD.hex[leningrad]]
    garrison = on("supply_lines", city_source_in_zoc="garrison")
    alive: Any = begin({IN: beside, A4: leningrad}, options=garrison).position
    empty: Any = begin({IN: beside}, options=garrison).position
    assert sources(alive, RUSSIAN) & BOARD.grid.bit[BOARD.hex[leningrad]]
    assert not sources(empty, RUSSIAN) & BOARD.grid.bit[BOARD.hex[leningrad]]
    held = {f"city__{name}": "german" for name in ("Leningrad", "Moscow", "Stalingrad", "Kiev")}
    assert cut_off(begin({A4: "K42"}, options=on("supply_lines"), **held), RUSSIAN) == {A4, "ru-army-26"}


@pytest.mark.rule("BAR-V-SUPPLY-04", "BAR-V-SUPPLY-05", "BAR-V-SUPPLY-08")
def test_a_line_is_ten_hexes_long_then_rail_five_in_mud_and_snow() -> None:
    """BAR-V-EX-19."""
    far: Any = begin({}, options=on("supply_lines")).position
    found = lines(far, RUSSIAN)
    depth = {BOARD.grid.ids[h]: d for h, d in distances(found.ends).items()}
    ten = next(name for name, d in depth.items() if d == 9)
    five, six = (next(name for name, d in depth.items() if d == n) for n in (5, 6))
    assert not cut_off(begin({A4: ten, A7: six}, options=on("supply_lines")), RUSSIAN)
    for dice, turn in (([6], 5), ([], 7)):
        match = begin({A4: five, A7: six}, dice, turn=turn, options=on("supply_lines"))
        assert cut_off(match, RUSSIAN) - {"ru-army-26"} == {A7}
    assert not isolated(far, 0), "rails in Russia serve the Axis, whatever the weather"


def distances(ends: int) -> dict[int, int]:
    """Steps over land from a set of hexes."""
    found, layer, d = dict.fromkeys(BOARD.grid.hexes(ends), 0), ends, 0
    seen = ends
    while layer:
        layer = BOARD.nets[0].spread(layer) & ~seen
        seen |= layer
        d += 1
        found |= dict.fromkeys(BOARD.grid.hexes(layer), d)
    return found


@pytest.mark.rule("BAR-V-SUPPLY-07", "BAR-V-SUPPLY-09", "BAR-V-SUPPLY-10", "BAR-V-SUPPLY-11")
def test_lines_are_blocked_by_zones_and_captured_sources_serve_nobody() -> None:
    option = on("supply_lines")
    lost = {"city__Warsaw": "russian", "city__Bucharest": "russian"}
    besieged = begin({IN: "C10", FINN: PLACE["Helsinki"], A4: "F12"}, options=option, **lost)
    assert cut_off(besieged) == {IN, "ge-in-liii"}, "a zone on the source blocks lines into it, not who stands there"
    friends = on("supply_lines", supply_friends="open")
    open_ = begin({IN: "C10", FINN: PLACE["Helsinki"], A4: "F12"}, options=friends, **lost)
    assert IN not in cut_off(open_)
    captured: Any = begin({}, options=option, city__Moscow="german", city__Helsinki="russian").position
    assert not (sources(captured, 0) | sources(captured, 1)) & (
        BOARD.grid.bit[BOARD.hex[PLACE["Moscow"]]] | BOARD.grid.bit[BOARD.hex[PLACE["Helsinki"]]]
    )
    twice = begin({IN: "C10"}, turn=13, options=option, **lost, city__Helsinki="russian", **{f"isolated__{IN}": 1})
    assert at(go_on(twice, "russian", "move"), IN) == "lost", "the penalty is that of the base game"


def test_the_switches_are_options_of_the_game() -> None:
    names = {option.name for option in find("barbarossa").options if option.type == "bool"}
    assert {"order_of_battle", "reserves", "extra_victory", "railroads", "finns", "replacement_hexes"} <= names
    assert (A12, PZ2) == ("ru-army-12", "ge-pz-xxiv")
