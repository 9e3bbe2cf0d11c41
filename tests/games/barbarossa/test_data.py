"""Map, counters, calendar and tables are what the ledger says of them."""

from collections import Counter
from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.games.barbarossa.board import (
    AXIS,
    BANKS,
    BLOCKED,
    BORDERING,
    CITIES,
    CLOSED,
    COUNTRY,
    EAST_EDGE,
    GRID,
    HEX,
    LAKES,
    MAP,
    MOUNTAINS,
    NETS,
    OBJECTIVES,
    OF_SIDE,
    OPEN_LAND,
    RAILS,
    RUSSIAN,
    SEA,
    SWAMPS,
    UNITS,
    USSR,
    WEST,
    suggested,
)
from mamayev.games.barbarossa.calendar import MONTHS
from mamayev.games.barbarossa.look import charts
from mamayev.games.barbarossa.options import OPTIONS
from mamayev.games.barbarossa.table import ledger

GAME = find("barbarossa")
TABLES = {table["id"]: table for table in ledger().data["table"]}


def rows(name: str) -> list[list[Any]]:
    """The rows of a table."""
    found: list[list[Any]] = TABLES[name]["rows"]
    return found


@pytest.mark.rule("BAR-MAP-01", "BAR-TERRAIN-01")
def test_the_board_has_52_rows_of_42_hexes_each_of_one_terrain() -> None:
    assert (len(GRID), GRID.ids[0], GRID.ids[-1]) == (52 * 42, "A1", "ZZ42")
    clear = GRID.everywhere & ~(SEA | LAKES | MOUNTAINS | SWAMPS)
    assert sum(hexes.bit_count() for hexes in (SEA, LAKES, MOUNTAINS, SWAMPS, clear)) == len(GRID)
    assert (OPEN_LAND | CLOSED).bit_count() == MAP["derived"]["land_hexes"]
    assert (MOUNTAINS.bit_count(), SWAMPS.bit_count(), LAKES.bit_count()) == (51, 34, 18)


@pytest.mark.rule("BAR-MAP-02", "BAR-MAP-03", "BAR-MAP-04")
def test_the_border_runs_between_the_ussr_and_the_open_countries_of_the_axis() -> None:
    sides = [(a, b) for a, b in GRID.sides if {bool(USSR & GRID.bit[h]) for h in (a, b)} == {True, False}]
    border = [(a, b) for a, b in sides if WEST & (GRID.bit[a] | GRID.bit[b])]
    assert len(border) == MAP["derived"]["start_line_hexsides"]
    assert BORDERING.bit_count() == MAP["derived"]["axis_hexes_next_to_the_ussr"]
    assert {COUNTRY[h] for h in GRID.hexes(WEST)} == set("GKHRF")
    assert {COUNTRY[h] for h in GRID.hexes(CLOSED)} == set("BS")
    assert not any(NETS[0].exits[h] for h in GRID.hexes(CLOSED))


@pytest.mark.rule("BAR-MAP-05")
def test_four_hexsides_are_blocked() -> None:
    assert len(BLOCKED) == 4
    for a, b in (("TT23", "TT24"), ("H16", "G17"), ("PP27", "OO27"), ("QQ19", "RR19")):
        assert not NETS[0].leads(HEX[a], HEX[b])
        assert not NETS[1].leads(HEX[b], HEX[a])


@pytest.mark.rule("BAR-MAP-06", "BAR-MAP-07")
def test_seven_cities_are_major_and_each_side_has_three_objectives() -> None:
    majors = {city.name for city in CITIES if city.major}
    assert majors == {"Leningrad", "Moscow", "Stalingrad", "Kiev", "Warsaw", "Bucharest", "Helsinki"}
    names = [{CITIES[city].name for city in OBJECTIVES[side]} for side in (AXIS, RUSSIAN)]
    assert names == [{"Leningrad", "Moscow", "Stalingrad"}, {"Helsinki", "Warsaw", "Bucharest"}]
    assert not next(city for city in CITIES if city.name == "Maikop").major


@pytest.mark.rule("BAR-MAP-08", "BAR-MAP-09")
def test_railways_link_hexes_and_all_land_of_the_last_column_is_the_east_edge() -> None:
    links = {frozenset((a, b)) for a in range(len(GRID)) for b in RAILS.exits[a]}
    assert (RAILS.hexes.bit_count(), len(links)) == (647, 709)
    beside = [(a, b) for a, b in GRID.sides if RAILS.hexes & GRID.bit[a] and RAILS.hexes & GRID.bit[b]]
    assert any(frozenset(pair) not in links for pair in beside)
    assert {GRID.ids[h][-2:] for h in GRID.hexes(EAST_EDGE)} == {"42"}
    assert all(EAST_EDGE & GRID.bit[h] for h in range(41, len(GRID), 42) if OPEN_LAND & GRID.bit[h])


@pytest.mark.rule("BAR-TERRAIN-14")
def test_a_river_hex_has_a_bank_on_each_side_of_the_river() -> None:
    kinds = {name: BANKS[HEX[name]] for name in ("AA10", "S20", "FF15")}
    assert kinds["AA10"] == (2, 0, 1, 1, 0, 2), "along the row: two northern and two southern sides"
    assert kinds["S20"] == (0,) * 6, "a source with one river side protects nobody"
    assert len(set(kinds["FF15"]) - {0}) == 2, "Kiev"
    assert max(max(banks) for banks in BANKS.values()) > 2, "a confluence"
    assert any(sorted(banks) == [0, 0, 2, 2, 2, 2] for banks in BANKS.values()), "a bend of 60 degrees has one bank"


@pytest.mark.rule("BAR-COMP-01", "BAR-COMP-02", "BAR-COMP-05", "BAR-COMP-06", "BAR-COMP-07")
def test_the_counters_are_those_of_the_list() -> None:
    columns = TABLES["BAR-T-UNITS"]["columns"]
    for row in rows("BAR-T-UNITS"):
        entry = dict(zip(columns, row, strict=True))
        alike = [
            unit
            for unit in UNITS
            if (unit.nation, unit.kind, unit.factors, unit.reserve)
            == (entry["nation"], entry["type"], entry["factors"], entry["reserve_letter"])
        ]
        assert len(alike) == entry["number"], row
        assert sum(unit.attack for unit in alike) == entry["attack"]
        assert sum(unit.defense for unit in alike) == entry["defense"]
        assert {bool(unit.enters) for unit in alike} == {entry["enters"] != "set-up"}
    assert {unit.kind for unit in UNITS} == {"infantry", "armor", "cavalry", "panzergrenadier"}
    assert [len(units) for units in OF_SIDE] == [66, 34]
    assert Counter(unit.kind for unit in UNITS if unit.side == RUSSIAN) == {"infantry": 24, "armor": 7, "cavalry": 3}
    nations = Counter(unit.nation for unit in UNITS if unit.side == AXIS)
    assert nations == {"German": 45, "Rumanian": 9, "Finnish": 5, "Hungarian": 4, "Italian": 3}
    reserves = [unit for unit in UNITS if unit.reserve]
    assert (len(reserves), {unit.enters for unit in reserves}) == (6, {0})
    assert all(u in suggested() for u, unit in enumerate(UNITS) if unit.reserve)


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
    for option in OPTIONS:
        assert option.default == (option.choices[0] if option.type == "word" else False)
        assert any(clause.rpartition("-")[0] in option.doc for clause in ledger().clauses), option.name
    table = GAME.table()
    assert table.options == {option.name: option.default for option in OPTIONS}


def test_every_house_rule_is_told_as_such() -> None:
    told = {row["id"]: row["grade"] for row in ledger().to_data()}
    assert told["BAR-RETREAT-02"] == "house rule"
    assert told["BAR-ODDS-03"] == "from a sister game"
    assert told["BAR-SCOPE-04"] == "", "what is from a source goes without saying"


def test_the_charts_on_the_table_are_the_tables_of_the_ledger() -> None:
    table: Any = GAME.table()
    by_id = {chart.id: chart for chart in charts(table)}
    assert by_id["combat"].rows[0] == ["1", *table.combat[0]]
    assert len(by_id["units"].rows) == len(rows("BAR-T-UNITS"))
