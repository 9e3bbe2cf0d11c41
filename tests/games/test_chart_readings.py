"""The charts beside the board show the rules of the match: what they say under other readings than our default ones."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from mamayev.engine.options import Readings
from mamayev.engine.registry import find
from mamayev.engine.reread import MODIFIER
from mamayev.engine.scene import Chart
from mamayev.games.cauldron.rules.position import TIGER_TANKS, ZHUKOV_DIES
from mamayev.games.cauldron.rules.rumors import ranges
from mamayev.games.cauldron.rules.strategic import ssi_modifier
from mamayev.match.match import Match

GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
CHANGES = {game: import_module(f"mamayev.games.{game}.look.readings").CHANGES for game in GAMES}
SHOWN: dict[str, Any] = {"airpower": True, "rumors": True, "council_of_war": True}
"""The options that bring the charts that a reading changes."""


def charts(game: str, edition: str = "", **options: Any) -> dict[str, Chart]:
    """The charts of a match that begins with these options."""
    match = Match.new(game, seed=1, edition=edition or None, options=options)
    return {chart.id: chart for chart in match.table.look.scene().charts}


def cell(chart: Chart, row: str, column: str) -> str:
    (found,) = (cells for cells in chart.rows if " | ".join(cells).startswith(row))
    return found[chart.columns.index(column)]


@pytest.mark.parametrize("game", GAMES)
def test_the_readings_named_are_those_of_the_game(game: str) -> None:
    assert CHANGES[game].keys() <= set(Readings(find(game).options, {}))


@pytest.mark.parametrize(("game", "reading"), [(game, reading) for game in GAMES for reading in CHANGES[game]])
def test_each_change_is_in_the_chart_of_a_match_with_its_reading(game: str, reading: str) -> None:
    kinds = {option.name: type(option.default) for option in find(game).options}
    shown = {name: value for name, value in SHOWN.items() if name in kinds}
    name, _, value = reading.partition("=")
    ours = charts(game, **shown)
    there = charts(game, **shown | {name: kinds[name](value) if value else True})
    for change in CHANGES[game][reading]:
        before, after = ours[change.chart], there[change.chart]
        assert before != after
        if not change.row:
            assert change.text in after.note
        elif change.column == MODIFIER:
            assert change.text in after.modifiers
        else:
            assert change.text in {cells[after.columns.index(change.column)] for cells in after.rows}


@pytest.mark.rule("BAR-RAIL-04")
@pytest.mark.parametrize("bonus", ["10", "5"])
def test_the_rail_bonus_in_mud_is_that_of_the_match(bonus: str) -> None:
    assert cell(charts("barbarossa", mud_rail=bonus)["weather-effects"], "mud", "Rail bonus") == bonus


@pytest.mark.rule("BAR-TERRAIN-07", "BAR-TERRAIN-09", "BAR-TERRAIN-17")
def test_the_terrain_chart_follows_the_readings_of_the_ground() -> None:
    chart = charts("barbarossa", rough_ground="two", frozen_rivers="freeze")["terrain"]
    assert [cell(chart, "mountain", column) for column in ("Cost", "Doubles defender")] == ["2", "yes"]
    assert cell(chart, "swamp", "In snow") == "frozen: as clear"
    assert cell(chart, "river", "In snow") == "frozen: does not double"


@pytest.mark.rule("CAU-RUMOR-09", "CAU-RUMOR-11")
@pytest.mark.parametrize("reading", ["swapped", "printed"])
def test_the_chart_of_rumors_shows_the_ranges_that_decide(reading: str) -> None:
    match = Match.new("cauldron", seed=1, options={"rumors": True, "rumor_ranges": reading})
    chart = {one.id: one for one in match.table.look.scene().charts}["RUMOR"]
    position: Any = match.position
    for rumor, name in ((TIGER_TANKS, "Tiger Tanks"), (ZHUKOV_DIES, "Zhukov")):
        dispelled, inconclusive, _ = ranges(position, rumor)
        assert cell(chart, name, "Dispelled") == "-".join(map(str, dispelled))
        assert cell(chart, name, "Inconclusive") == "-".join(map(str, inconclusive))


@pytest.mark.rule("CAU-COMMIT-02")
@pytest.mark.parametrize("value", ["-2", "0", "-3"])
def test_table_a_shows_the_modifier_at_ssi_one(value: str) -> None:
    match = Match.new("cauldron", seed=1, options={"ssi_one": value})
    chart = {one.id: one for one in match.table.look.scene().charts}["A"]
    position: Any = match.position
    position.ssi = 1
    assert f"SSI 1: {ssi_modifier(position)} (both rolls)" in chart.modifiers


@pytest.mark.rule("CAU-AIR-01")
def test_table_b_of_1996_has_one_row_under_one_reading() -> None:
    one = charts("cauldron", "1996", sample_airlift="table")["B"]
    assert one.rows[0][1:] == one.rows[1][1:]
    assert charts("cauldron", sample_airlift="table")["B"].rows == charts("cauldron")["B"].rows


@pytest.mark.rule("INF-SPAWN-04", "INF-MAP-05")
def test_the_charts_of_the_soviet_side_follow_the_readings() -> None:
    found = charts("inferno", full_spawn="each", sixth_spawn="hex-9", soviet_side="player")
    full = cell(found["soviet-cards"], "Spawn Action: controlled Spawn hex full", "Cards")
    assert full == "1 per unit without room"
    assert "#9" in cell(found["procedure"], "1 |", "Test")
    assert "random" not in cell(found["combat"], "1 |", "What")
    assert cell(found["spawn"], "4 | 15", "Known") == "same row as #9"
