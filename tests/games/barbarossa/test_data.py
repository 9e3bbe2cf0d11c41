"""Map, counters, calendar and tables are what the ledger says of them."""

import math
import tomllib
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from mamayev.engine.components import Files
from mamayev.engine.registry import find
from mamayev.games.barbarossa.look.scene import charts
from mamayev.games.barbarossa.printed.board import AXIS, PRINTED, RUSSIAN, ours
from mamayev.games.barbarossa.printed.calendar import MONTHS
from mamayev.games.barbarossa.rules.setting import Setting

BOARD = ours()
DERIVED = tomllib.loads(PRINTED.text("map.toml"))["derived"]

GAME = find("barbarossa")
TABLES = {table["id"]: table for table in GAME.ledger().data["table"]}


def rows(name: str) -> list[list[Any]]:
    """The rows of a table."""
    found: list[list[Any]] = TABLES[name]["rows"]
    return found


@pytest.mark.rule("BAR-MAP-01", "BAR-TERRAIN-01")
def test_the_board_has_52_rows_of_42_hexes_each_of_one_terrain() -> None:
    assert (len(BOARD.grid), BOARD.grid.ids[0], BOARD.grid.ids[-1]) == (52 * 42, "A1", "ZZ42")
    clear = BOARD.grid.everywhere & ~(BOARD.sea | BOARD.lakes | BOARD.mountains | BOARD.swamps)
    assert sum(hexes.bit_count() for hexes in (BOARD.sea, BOARD.lakes, BOARD.mountains, BOARD.swamps, clear)) == len(
        BOARD.grid
    )
    assert (BOARD.open_land | BOARD.closed).bit_count() == DERIVED["land_hexes"]
    assert (BOARD.mountains.bit_count(), BOARD.swamps.bit_count(), BOARD.lakes.bit_count()) == (51, 34, 18)


@pytest.mark.rule("BAR-MAP-02", "BAR-MAP-03", "BAR-MAP-04")
def test_the_border_runs_between_the_ussr_and_the_open_countries_of_the_axis() -> None:
    sides = [
        (a, b) for a, b in BOARD.grid.sides if {bool(BOARD.ussr & BOARD.grid.bit[h]) for h in (a, b)} == {True, False}
    ]
    border = [(a, b) for a, b in sides if BOARD.west & (BOARD.grid.bit[a] | BOARD.grid.bit[b])]
    assert len(border) == DERIVED["start_line_hexsides"]
    assert BOARD.bordering.bit_count() == DERIVED["axis_hexes_next_to_the_ussr"]
    assert {BOARD.country[h] for h in BOARD.grid.hexes(BOARD.west)} == set("GKHRF")
    assert {BOARD.country[h] for h in BOARD.grid.hexes(BOARD.closed)} == set("BS")
    assert not any(BOARD.nets[0].exits[h] for h in BOARD.grid.hexes(BOARD.closed))


@pytest.mark.rule("BAR-MAP-05")
def test_four_hexsides_are_blocked() -> None:
    assert len(BOARD.blocked) == 2 * 4, "from either side"
    for a, b in (("TT23", "TT24"), ("H16", "G17"), ("PP27", "OO27"), ("QQ19", "RR19")):
        assert not BOARD.nets[0].leads(BOARD.hex[a], BOARD.hex[b])
        assert not BOARD.nets[1].leads(BOARD.hex[b], BOARD.hex[a])


@pytest.mark.rule("BAR-MAP-06", "BAR-MAP-07")
def test_seven_cities_are_major_and_each_side_has_three_objectives() -> None:
    majors = {city.name for city in BOARD.cities if city.major}
    assert majors == {"Leningrad", "Moscow", "Stalingrad", "Kiev", "Warsaw", "Bucharest", "Helsinki"}
    names = [{BOARD.cities[city].name for city in BOARD.objectives[side]} for side in (AXIS, RUSSIAN)]
    assert names == [{"Leningrad", "Moscow", "Stalingrad"}, {"Helsinki", "Warsaw", "Bucharest"}]
    assert not next(city for city in BOARD.cities if city.name == "Maikop").major


@pytest.mark.rule("BAR-MAP-08", "BAR-MAP-09")
def test_railways_link_hexes_and_all_land_of_the_last_column_is_the_east_edge() -> None:
    links = {frozenset((a, b)) for a in range(len(BOARD.grid)) for b in BOARD.rails.exits[a]}
    assert (BOARD.rails.hexes.bit_count(), len(links)) == (647, 709)
    beside = [
        (a, b)
        for a, b in BOARD.grid.sides
        if BOARD.rails.hexes & BOARD.grid.bit[a] and BOARD.rails.hexes & BOARD.grid.bit[b]
    ]
    assert any(frozenset(pair) not in links for pair in beside)
    assert {BOARD.grid.ids[h][-2:] for h in BOARD.grid.hexes(BOARD.east_edge)} == {"42"}
    assert all(
        BOARD.east_edge & BOARD.grid.bit[h]
        for h in range(41, len(BOARD.grid), 42)
        if BOARD.open_land & BOARD.grid.bit[h]
    )


@pytest.mark.rule("BAR-TERRAIN-14")
def test_a_river_hex_has_a_bank_on_each_side_of_the_river() -> None:
    kinds = {name: BOARD.banks[BOARD.hex[name]] for name in ("AA10", "S20", "FF15")}
    assert kinds["AA10"] == (2, 0, 1, 1, 0, 2), "along the row: two northern and two southern sides"
    assert kinds["S20"] == (0,) * 6, "a source with one river side protects nobody"
    assert len(set(kinds["FF15"]) - {0}) == 2, "Kiev"
    assert max(max(banks) for banks in BOARD.banks.values()) > 2, "a confluence"
    assert any(sorted(banks) == [0, 0, 2, 2, 2, 2] for banks in BOARD.banks.values()), (
        "a bend of 60 degrees has one bank"
    )


@pytest.mark.rule("BAR-COMP-01", "BAR-COMP-02", "BAR-COMP-05", "BAR-COMP-06", "BAR-COMP-07")
def test_the_counters_are_those_of_the_list() -> None:
    columns = TABLES["BAR-T-UNITS"]["columns"]
    for row in rows("BAR-T-UNITS"):
        entry = dict(zip(columns, row, strict=True))
        alike = [
            unit
            for unit in BOARD.units
            if (unit.nation, unit.kind, unit.factors, unit.reserve)
            == (entry["nation"], entry["type"], entry["factors"], entry["reserve_letter"])
        ]
        assert len(alike) == entry["number"], row
        assert sum(unit.attack for unit in alike) == entry["attack"]
        assert sum(unit.defense for unit in alike) == entry["defense"]
        assert {bool(unit.enters) for unit in alike} == {entry["enters"] != "set-up"}
    assert {unit.kind for unit in BOARD.units} == {"infantry", "armor", "cavalry", "panzergrenadier"}
    assert [len(units) for units in BOARD.of_side] == [66, 34]
    assert Counter(unit.kind for unit in BOARD.units if unit.side == RUSSIAN) == {
        "infantry": 24,
        "armor": 7,
        "cavalry": 3,
    }
    nations = Counter(unit.nation for unit in BOARD.units if unit.side == AXIS)
    assert nations == {"German": 45, "Rumanian": 9, "Finnish": 5, "Hungarian": 4, "Italian": 3}
    reserves = [unit for unit in BOARD.units if unit.reserve]
    assert (len(reserves), {unit.enters for unit in reserves}) == (6, {0})
    assert all(u in BOARD.suggested() for u, unit in enumerate(BOARD.units) if unit.reserve)


@pytest.mark.rule("BAR-SCOPE-03", "BAR-WEATHER-03", "BAR-WEATHER-04", "BAR-WEATHER-05", "BAR-REPL-04")
def test_the_calendar_is_that_of_the_tables() -> None:
    weather = {row[0]: row[1:7] for row in rows("BAR-T-WEATHER")}
    words = ("perfect", "mud", "snow")
    assert len(MONTHS) == 24
    for month, row in zip(MONTHS, rows("BAR-T-TURN"), strict=True):
        number, name, year, settled, historical, russian_rate, german_rate, _ = row
        assert month.name == f"{name} {year}"
        assert MONTHS.index(month) + 1 == number
        assert [words[w] for w in month.die] == weather[name]
        assert month.thrown == (settled == "throw")
        assert (words[month.fixed], month.russian_rate, month.german_rate) == (historical, russian_rate, german_rate)
    assert {name: set(row) for name, row in weather.items() if name in ("May", "December")} == {
        "May": {"perfect"},
        "December": {"snow"},
    }


@pytest.mark.rule("BAR-SCOPE-04", "BAR-FLOW-08")
def test_the_options_are_readings_of_clauses_and_off_by_default() -> None:
    for option in GAME.options:
        assert option.default == (option.choices[0] if option.type == "word" else False)
    assert len([option for option in GAME.options if option.type == "bool"]) == 10
    assert GAME.table().options == {option.name: option.default for option in GAME.options}


def test_every_house_rule_is_told_as_such() -> None:
    told = {row["id"]: row["grade"] for row in GAME.ledger().to_data()}
    assert told["BAR-RETREAT-02"] == "house rule"
    assert told["BAR-ODDS-03"] == "from a sister game"
    assert told["BAR-SCOPE-04"] == "", "what is from a source goes without saying"


def test_the_charts_on_the_table_are_the_tables_of_the_ledger() -> None:
    table: Any = GAME.table()
    by_id = {chart.id: chart for chart in charts(table)}
    assert by_id["combat"].rows[0] == ["1", *table.combat[0]]
    assert len(by_id["units"].rows) == len(rows("BAR-T-UNITS"))


@pytest.mark.rule("BAR-TERRAIN-14")
def test_a_map_of_ones_own_that_nobody_has_drawn_shows_its_rivers() -> None:
    table = GAME.table(components=Files({"map.toml": PRINTED.text("map.toml")}))
    assert isinstance(table, Setting)
    grid, courses = table.board.grid, table.board.courses
    lines = [one.points for one in table.look.kept.scenery if one.style == "river"]
    assert len(lines) == len(courses) == len(tomllib.loads(PRINTED.text("map.toml"))["river"])
    for line, course in zip(lines, courses, strict=True):
        for a, b in pairwise(course):
            crossed = [(x + u) / 2 for x, u in zip(grid.centre(a), grid.centre(b), strict=True)]
            assert any(math.dist(point, crossed) < 1 for point in line), (grid.ids[a], grid.ids[b])
