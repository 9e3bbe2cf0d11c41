"""Disputed clauses: what changes where another reading than ours is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.games.barbarossa.board import RUSSIAN
from mamayev.games.barbarossa.isolation import lines, sources
from mamayev.match.match import Match

from .campaign import A3, A4, A7, BOARD, CAV, HU, IN, PZ, PZ2, RES, at, begin, box, ends, go_on, play, refused, told


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
    assert found == {"stops": ("0", "of 4, by rail, stops in a swamp"), "two": ("4", "of 4")}
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
