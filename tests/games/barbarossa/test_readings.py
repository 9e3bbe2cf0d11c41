"""Disputed clauses: what changes where another reading than ours is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.games.barbarossa.printed.board import AXIS, RUSSIAN
from mamayev.games.barbarossa.rules.air import targets, why_no_target
from mamayev.games.barbarossa.rules.battle import retreat
from mamayev.games.barbarossa.rules.isolation import lines, sources
from mamayev.games.barbarossa.rules.odds import attack_halves, can_double, is_doubled, why_doubled
from mamayev.match.match import Match
from mamayev.terrain.contact import units_of

from .campaign import (
    A3,
    A4,
    A7,
    BOARD,
    CAV,
    HU,
    IN,
    IN2,
    PZ,
    PZ2,
    PZ3,
    RES,
    at,
    begin,
    box,
    ends,
    go_on,
    play,
    refused,
    told,
    verbs,
)


def farthest(match: Match, unit: str, start: str) -> int:
    return max(BOARD.grid.distance(BOARD.hex[start], BOARD.hex[h]) for h in ends(match, unit))


@pytest.mark.rule("BAR-RAIL-04")
@pytest.mark.parametrize(("reading", "length"), [("10", 10), ("5", 5)])
def test_the_rail_bonus_in_mud(reading: str, length: int) -> None:
    match = begin({A4: "S26"}, [6], turn=5, options={"mud_rail": reading})
    assert match.facts()["weather"] == "mud"
    go_on(match, "russian", "move")
    assert farthest(match, A4, "S26") == length + 2
    clear = go_on(begin({A4: "S26"}, turn=1, russian=True, options={"mud_rail": reading}), "russian", "move")
    assert farthest(clear, A4, "S26") == 14


@pytest.mark.rule("BAR-RAIL-05")
def test_under_one_reading_only_a_unit_that_begins_on_rails_rides() -> None:
    rails = begin({}).table.board.rails  # type: ignore[attr-defined]
    beside = next(name for h in BOARD.grid.neighbours[BOARD.hex["S26"]] if not rails.hexes & BOARD.grid.bit[h]
                  for name in (BOARD.grid.ids[h],))  # fmt: skip
    walks, start = (
        begin({A4: beside, A7: "S26"}, russian=True, options={"boarding": reading}) for reading in ("walks", "start")
    )
    assert farthest(walks, A4, beside) > 4
    assert farthest(start, A4, beside) == 4
    assert farthest(start, A7, "S26") == 14


@pytest.mark.rule("BAR-ISO-06", "BAR-ISO-11")
@pytest.mark.parametrize(("reading", "counted"), [("two", 0), ("one", 1)])
def test_a_unit_cut_off_in_its_own_turn_counts_by_one_reading(reading: str, counted: int) -> None:
    """Its turn begins with a line, which it loses by walking into a ring."""
    lost = {"city__Warsaw": "russian", "city__Bucharest": "russian", "city__Helsinki": "russian"}
    match = begin({IN: "F35"}, options={"isolation_tests": reading}, **lost)
    p: Any = match.position
    p.cut_off_early = 0
    play(match, "done")
    assert match.position.cut_off[BOARD.unit[IN]] == counted  # type: ignore[attr-defined]
    assert bool(told(match, "BAR-ISO-06")) or not counted


@pytest.mark.rule("BAR-REPL-06", "BAR-V-REPL-03")
@pytest.mark.parametrize("hexes", [False, True])
def test_under_one_reading_a_besieged_city_gives_no_points(*, hexes: bool) -> None:
    points = {}
    for reading in ("yes", "no"):
        options = {"besieged_points": reading, "replacement_hexes": hexes}
        match = begin({IN: "R26", A4: "S26"}, turn=8, russian=True, options=options)
        points[reading] = match.facts()["russian_points"]
    cities = 5 if hexes else 3
    assert points["no"] > 0
    assert points["no"] * cities == points["yes"] * (cities - 1)


@pytest.mark.rule("BAR-ODDS-04", "BAR-V-AFTER-18")
def test_under_one_reading_odds_of_seven_to_one_are_thrown_on_the_last_column() -> None:
    units = {PZ: "F34", PZ2: "F34", RES: "F36", CAV: "F35"}

    def fought(**options: Any) -> Match:
        match = play(begin(units, (2,), options={"seven_to_one": "6-1", **options}), "done", "propose")
        if box(match)[1] == "fight":
            play(match, f"fight {CAV}")
        return match

    assert "6-1, a 2" in " ".join(event.text for event in fought().events)
    assert at(fought(movement_after_battle=True), CAV) == "lost"


@pytest.mark.rule("BAR-TERRAIN-07", "BAR-TERRAIN-09")
def test_under_one_reading_rough_ground_costs_two_and_stops_nobody() -> None:
    options = {"rough_ground": "two"}
    summer = begin({IN: "T28", PZ: "HH2"}, options=options)
    costs = {shown.space: shown.cost for shown in choices(summer, IN)}
    assert costs["T29"] == "2"
    marsh = {reading: begin({IN: "AA10"}, options={"rough_ground": reading}) for reading in ("stops", "two")}
    found = {
        reading: next((shown.cost, shown.note) for shown in choices(match, IN) if shown.space == "AA12")
        for reading, match in marsh.items()
    }
    assert found == {"stops": ("0", "of 4, by rail, must stop: swamp"), "two": ("4", "of 4")}
    frozen = begin({IN: "T28"}, turn=8, options=options)
    assert {shown.space: shown.cost for shown in choices(frozen, IN)}["T29"] == "1"


def choices(match: Match, unit: str) -> list[Any]:
    assert match.decision is not None
    return list(match.decision.choices(unit))


@pytest.mark.rule("BAR-TERRAIN-17")
@pytest.mark.parametrize(("reading", "defense"), [("double", 14), ("freeze", 7)])
def test_under_one_reading_rivers_freeze_in_snow(reading: str, defense: int) -> None:
    units = {PZ: "T18", PZ2: "T19", A3: "U19"}
    snow = play(begin(units, (1,), turn=8, options={"frozen_rivers": reading}), "done", "propose")
    assert any(f"16 to {defense}" in event.text for event in snow.events)
    summer = play(begin(units, (1,), turn=1, options={"frozen_rivers": reading}), "done", "propose")
    assert any("16 to 14" in event.text for event in summer.events)


@pytest.mark.rule("BAR-REPL-10")
def test_under_one_reading_only_german_units_are_rebuilt() -> None:
    lost = {IN: "lost", HU: "lost", "rm-cav": "lost"}
    for reading, rumanian in (("all", True), ("german", False)):
        match = begin(lost, options={"axis_rebuilt": reading}, points__german=20)
        assert ends(match, IN, "buy")
        assert bool(ends(match, "rm-cav", "buy")) == rumanian
    assert refused(match, "buy rm-cav Y3") == ("BAR-REPL-10",)


@pytest.mark.rule("BAR-REPL-14")
@pytest.mark.parametrize(("reading", "points"), [("none", 0), ("wait", 4)])
def test_german_points_wait_for_warsaw_or_do_not_come(reading: str, points: int) -> None:
    match = begin({}, city__Warsaw="russian", options={"warsaw_lost": reading})
    assert match.facts()["german_points"] == points


@pytest.mark.rule("BAR-V-SUPPLY-01")
def test_under_one_reading_the_east_edge_stays_a_source_beside_the_cities() -> None:
    for reading in ("replaced", "kept"):
        p: Any = begin({}, options={"supply_lines": True, "east_edge": reading}).position
        assert bool(sources(p, RUSSIAN) & BOARD.east_edge & ~p.held(RUSSIAN, BOARD.supply_cities)) == (
            reading == "kept"
        )


@pytest.mark.rule("BAR-V-SUPPLY-05")
@pytest.mark.parametrize(("reading", "longest"), [("entered", 5), ("between", 6)])
def test_a_supply_line_is_counted_by_hexes_entered_or_between(reading: str, longest: int) -> None:
    options = {"supply_lines": True, "line_length": reading}
    for dice, turn in (([6], 5), ([], 7)):
        p: Any = begin({}, dice, turn=turn, options=options).position
        supply = lines(p, RUSSIAN)
        found = (supply.line(h).hexes for h in BOARD.grid.hexes(supply.hexes))
        assert max(next(n for n, h in enumerate(line) if supply.ends & BOARD.grid.bit[h]) for line in found) == longest


def bits(*names: str) -> int:
    return BOARD.grid.gather(BOARD.hex[name] for name in names)


@pytest.mark.rule("BAR-MAP-05")
def test_under_one_reading_straits_can_be_crossed() -> None:
    for reading, crosses in (("closed", False), ("crossed", True)):
        match = begin({IN: "TT23"}, russian=False, options={"straits": reading})
        assert ("TT24" in ends(match, IN)) == crosses
        p: Any = match.position
        assert bool(p.zones.controlled[0] & bits("TT24")) == crosses, "its zone crosses, too"


@pytest.mark.rule("BAR-TERRAIN-04", "BAR-TERRAIN-06")
@pytest.mark.parametrize(("reading", "stands"), [("snow", True), ("mid-winter", False)])
def test_under_one_reading_lakes_are_frozen_in_mid_winter_alone(reading: str, stands: bool) -> None:
    lake = BOARD.grid.ids[BOARD.grid.hexes(BOARD.lakes)[0]]
    match = begin({A4: lake}, [1], turn=9, weather="snow", russian=True, options={"ice": reading})
    go_on(match, "russian", "move")
    assert (at(match, A4), match.facts()["weather"]) == (lake, "snow"), "February"
    play(match, "done")
    assert (match.facts()["month"], match.facts()["weather"]) == ("March 1942", "snow")
    assert at(match, A4) == (lake if stands else "lost")
    assert bool(told(match, "BAR-TERRAIN-06")) != stands


@pytest.mark.rule("BAR-TERRAIN-10", "BAR-TERRAIN-04")
@pytest.mark.parametrize("rough", ["stops", "two"])
@pytest.mark.parametrize("ice", ["snow", "mid-winter"])
def test_swamps_freeze_in_every_snow_turn_whenever_lakes_do(ice: str, rough: str) -> None:
    match = begin({IN: "T28"}, [6], turn=6, options={"ice": ice, "rough_ground": rough})
    assert (match.facts()["month"], match.facts()["weather"]) == ("November 1941", "snow")
    found = {shown.space: (shown.cost, shown.note) for shown in choices(match, IN)}
    assert found["T29"] == ("1", "of 2")
    assert found["T30"][0] == "2", "straight through the swamp"


@pytest.mark.rule("BAR-TERRAIN-16")
@pytest.mark.parametrize(("reading", "two"), [("undoubled", False), ("doubled", True)])
def test_at_a_confluence_two_of_three_banks_double_under_one_reading(reading: str, two: bool) -> None:
    p: Any = begin({}, options={"third_bank": reading}).position
    for place, sides in (("PP17", ("OO18", "QQ18", "PP16")), ("Q33", ("P33", "R33", "Q32"))):
        first, second, third = (BOARD.hex[name] for name in sides)
        h = BOARD.hex[place]
        assert is_doubled(p, h, [first])
        assert is_doubled(p, h, [first, second]) == is_doubled(p, h, [second, third]) == two
        assert not is_doubled(p, h, [first, second, third])
        said = ("attacked from no more than two of three banks", "BAR-TERRAIN-16")
        assert why_doubled(p, h) == (said if two else ("attacked from one bank alone", "BAR-TERRAIN-15"))
    river = BOARD.rivers & ~BOARD.always_doubled
    two_banks = next(h for h in BOARD.grid.hexes(river) if len({*BOARD.banks[h]} - {0}) == 2)
    assert not is_doubled(p, two_banks, one_on_each_bank(two_banks))


def one_on_each_bank(h: int) -> list[int]:
    """A hex beside a river hex on each of its banks."""
    return list({bank: n for n in BOARD.grid.neighbours[h] if (bank := banks_of(h, n))}.values())


def banks_of(h: int, n: int) -> int:
    return BOARD.banks[h][BOARD.grid.direction(h, n)]


@pytest.mark.rule("BAR-WEATHER-02")
@pytest.mark.parametrize(("reading", "weather"), [("month", "perfect"), ("player-turn", "mud")])
def test_under_one_reading_each_player_turn_has_its_weather(reading: str, weather: str) -> None:
    match = begin({}, [1, 6], turn=5, options={"weather_throws": reading})
    assert match.facts()["weather"] == "perfect"
    go_on(match, "russian", "move")
    assert match.facts()["weather"] == weather
    fixed = begin({}, turn=5, options={"weather_throws": reading, "weather_mode": "historical"})
    assert go_on(fixed, "russian", "move").facts()["weather"] == fixed.facts()["weather"]


@pytest.mark.rule("BAR-RETREAT-02")
@pytest.mark.parametrize(("reading", "beside"), [("away", set()), ("any", {"F36"})])
def test_under_one_reading_a_retreat_takes_any_two_steps(reading: str, beside: set[str]) -> None:
    match = play(begin({PZ: "F34", PZ2: "F34", IN: "F34", A4: "F35"}, [3], options={"retreat_path": reading}), "done")
    play(match, "propose")
    p: Any = match.position
    found = ends(match, A4, "retreat")
    assert {"F37"} | beside <= found
    assert "F35" not in found
    assert bool(beside) == any(BOARD.grid.distance(BOARD.hex["F35"], BOARD.hex[h]) < 2 for h in found)
    through = BOARD.hex[next(iter(sorted(beside)), "F37")]
    play(match, f"retreat {A4} {BOARD.grid.ids[through]}")
    assert p.table.readings[f"retreat_path={reading}"]
    assert at(match, A4) == BOARD.grid.ids[through]


@pytest.mark.rule("BAR-RETREAT-07")
@pytest.mark.parametrize(("reading", "defense", "where"), [("apart", "4 to 3", "F38"), ("shares", "4 to 9", "F38")])
def test_under_one_reading_who_retreats_into_a_battle_defends_in_it(reading: str, defense: str, where: str) -> None:
    match = begin({PZ: "F34", PZ2: "F34", IN: "F34", A4: "F35", CAV: "F37", IN2: "F38"}, [3, 5],
                  options={"retreat_into_battle": reading, "zoc_to_zoc": "same-unit"})  # fmt: skip
    play(match, "done", f"target {A4}", f"attack {PZ}", f"attack {PZ2}", f"attack {IN}", "declared")
    play(match, f"target {CAV}", f"attack {IN2}", "declared", f"fight {A4}")
    p: Any = match.position
    retreat_to(p, A4, "F37")
    assert [bool(battle >> BOARD.unit[A4] & 1) for battle in p.battles if battle] == [reading == "shares"], where
    assert sum(p.board.defense[u] for u in units_of(p.battles[1] & p.board.all_of[RUSSIAN])) == int(
        {"4 to 3": 3, "4 to 9": 9}[defense]
    )


def retreat_to(p: Any, unit: str, place: str) -> None:
    retreat(p, BOARD.unit[unit], BOARD.hex["F36"], BOARD.hex[place])


@pytest.mark.rule("BAR-ADVANCE-02")
@pytest.mark.parametrize(("reading", "advances"), [("in-fact", False), ("by-nature", True)])
def test_under_one_reading_any_ground_that_can_double_is_advanced_into(reading: str, advances: bool) -> None:
    """A river hex attacked from both banks is not doubled in fact."""
    h = BOARD.hex["U18"]
    one, two = (BOARD.grid.ids[n] for n in one_on_each_bank(h))
    units = {PZ: one, PZ2: two, PZ3: one, A3: "U18"}
    match = play(begin(units, [1], options={"advance_ground": reading}), "done", "propose")
    p: Any = match.position
    assert at(match, A3) == "lost"
    assert not any("doubled" in event.text for event in match.events if "BAR-ODDS-05" in event.clauses)
    assert (box(match)[1] == "advance") == advances
    assert can_double(p, h)
    assert not can_double(p, BOARD.hex["F35"])


@pytest.mark.rule("BAR-WIN-02", "BAR-WIN-05")
def test_under_one_reading_the_clock_counts_whole_turns_from_the_capture() -> None:
    cities = {"city__Leningrad": "german", "city__Moscow": "german", "city__Stalingrad": "german"}
    for reading, clocks in (("opponent", [0, 1, 1]), ("capture", [1, 1, 2, 2])):
        match = begin({}, turn=12, options={"city_clock": reading}, **cities)
        found = []
        for n in range(len(clocks)):
            go_on(match, ("russian", "german")[n % 2], "move")
            found.append(match.facts()["german_clock"])
            if n + 1 < len(clocks):
                play(match, "done")
        assert found == clocks, reading
        month = match.facts()["month"]
        play(match, "done")
        assert (match.over, month) == (True, "June 1942" if reading == "opponent" else "July 1942")


@pytest.mark.rule("BAR-WIN-03")
@pytest.mark.parametrize(("reading", "over"), [("board", True), ("due", False)])
def test_under_one_reading_units_still_due_save_their_side(reading: str, over: bool) -> None:
    match = begin({"ge-in-liii": "out", HU: "waiting"}, options={"last_units": reading})
    assert match.over == over


@pytest.mark.rule("BAR-V-RESERVE-04")
@pytest.mark.parametrize(("reading", "waits"), [("placed", False), ("held", True)])
def test_under_one_reading_german_reserves_may_be_held_back(reading: str, waits: bool) -> None:
    match = begin({RES: "waiting"}, turn=2, options={"reserves": True, "reserves_due": reading})
    assert box(match) == ("german", "arrivals")
    assert ("arrived" in {str(action) for action in match.decision.actions}) == waits  # type: ignore[union-attr]


@pytest.mark.rule("BAR-V-RESERVE-05")
@pytest.mark.parametrize(("reading", "finland"), [("free", True), ("limited", False)])
def test_under_one_reading_eight_factors_in_finland_bind_the_reserves(reading: str, finland: bool) -> None:
    options = {"reserves": True, "reserves_in_finland": reading}
    match = begin({RES: "waiting", IN: "A9"}, turn=2, options=options)
    assert ("A10" in ends(match, RES, "bring")) == finland
    assert "A10" in ends(begin({RES: "waiting"}, turn=2, options=options), RES, "bring")


@pytest.mark.rule("BAR-V-FINN-03")
@pytest.mark.parametrize(("reading", "halves"), [("city", 2), ("clear", 4)])
def test_under_one_reading_helsinki_is_clear_ground_as_well(reading: str, halves: int) -> None:
    p: Any = begin({}, options={"finns": True, "finnish_cities": reading}).position
    finn = BOARD.unit["fi-in-ii"]
    assert attack_halves(p, finn, bits("F11")) == halves * BOARD.attack[finn]


@pytest.mark.rule("BAR-V-SUPPLY-09")
@pytest.mark.parametrize(("reading", "source"), [("re-entered", False), ("empty", True)])
def test_under_one_reading_an_empty_captured_city_is_a_source_again(reading: str, source: bool) -> None:
    options = {"supply_lines": True, "lost_source": reading}
    for units, found in (({}, source), ({IN: "S26"}, False), ({IN: "S25"}, False)):
        p: Any = begin(units, options=options, city__Moscow="german").position
        assert bool(sources(p, RUSSIAN) & bits("S26")) == found


@pytest.mark.rule("BAR-V-SUPPLY-10")
@pytest.mark.parametrize(("reading", "source"), [("lives", True), ("dead", False)])
def test_under_one_reading_a_russian_zone_ends_an_axis_source(reading: str, source: bool) -> None:
    match = begin({A4: "Z3"}, options={"supply_lines": True, "axis_source_in_zoc": reading})
    p: Any = match.position
    assert bool(sources(p, AXIS) & bits("Y3")) == source
    assert sources(p, AXIS) & bits("F11"), "no Russian zone is there"


@pytest.mark.rule("BAR-V-AIR-13")
@pytest.mark.parametrize(("reading", "now"), [("own-turn", 0), ("month", 1)])
def test_under_one_reading_both_sides_get_their_air_factors_at_once(reading: str, now: int) -> None:
    match = begin({A4: "S26"}, turn=12, options={"airpower": True, "air_income": reading})
    assert match.facts()["russian_air"] == now
    assert go_on(match, "russian", "move").facts()["russian_air"] == 1


@pytest.mark.rule("BAR-V-STRAT-02")
@pytest.mark.parametrize(("reading", "asked"), [("no", "retreat"), ("yes", "strike")])
def test_under_one_reading_a_strategic_attack_is_made_inside_a_battle(reading: str, asked: str) -> None:
    options = {"airpower": True, "strikes_in_battle": reading}
    match = begin({PZ: "F34", PZ2: "F34", IN: "F34", A4: "F35", A7: "F39"}, [3, 6], options=options)
    play(
        match,
        "done",
        f"target {A4}",
        f"attack {PZ}",
        f"attack {PZ2}",
        f"attack {IN}",
        "declared",
        f"fight {A4}",
        "fly 0",
    )
    assert box(match) == ("german", asked)
    if asked == "strike":
        assert refused(match, "bomb F35") == ("BAR-V-STRAT-05",)
        play(match, "bomb F39", "fly 4")
        assert match.facts()["interdicted"] == 1
        assert verbs(match) == {"stand-down"}
        play(match, "stand-down")
    assert box(match) == ("german", "retreat")


@pytest.mark.rule("BAR-V-STRAT-06")
@pytest.mark.parametrize(("reading", "clauses"), [("spared", None), ("shields", ("BAR-V-STRAT-06",))])
def test_under_one_reading_an_attacked_unit_shields_its_hex(reading: str, clauses: tuple[str, ...] | None) -> None:
    match = begin({PZ: "F34", A4: "F37", A7: "F37", CAV: "E35"}, options={"airpower": True, "attacked_unit": reading})
    p: Any = match.position
    p.attacked = 1 << BOARD.unit[A4]
    assert bool(targets(p) & bits("F37")) == (clauses is None)
    why = why_no_target(p, BOARD.hex["F37"])
    assert (why and why.clauses) == clauses


@pytest.mark.rule("BAR-V-INTER-07")
@pytest.mark.parametrize(("reading", "again"), [("flown", False), ("again", True)])
def test_under_one_reading_a_mission_shot_down_may_be_flown_again(reading: str, again: bool) -> None:
    options = {"airpower": True, "interception": True, "failed_mission": reading}
    match = begin({PZ: "F34", CAV: "E35", A4: "F37"}, [1], options=options, air__russian=5)
    play(match, "done")
    play(match, f"target {CAV}", f"attack {PZ}", "declared", "bomb F37", "fly 2", "intercept 2")
    p: Any = match.position
    assert bool(targets(p) & bits("F37")) == again
    if again:
        play(match, "bomb F37", "fly 2", "intercept 1")
        assert not targets(match.position) & bits("F37")  # type: ignore[arg-type]
