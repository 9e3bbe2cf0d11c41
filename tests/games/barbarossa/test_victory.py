"""Who holds what, and who wins."""

from typing import Any

import pytest

from mamayev.games.barbarossa.printed.board import ours
from mamayev.match.match import Match

from .campaign import A3, A4, A7, CAV, IN, IN2, PZ, at, begin, box, go_on, play, told

BOARD = ours()

CITIES = {"city__Leningrad": "german", "city__Moscow": "german", "city__Stalingrad": "german"}
CAPITALS = {"city__Helsinki": "russian", "city__Warsaw": "russian", "city__Bucharest": "russian"}


def winner(match: Match) -> tuple[str, str]:
    """Who has won, and by which clause."""
    assert match.over
    assert match.result is not None
    return match.result["winner"], match.result["notes"][0]["clauses"][0]


@pytest.mark.rule("BAR-WIN-01", "BAR-WIN-02", "BAR-WIN-08")
def test_the_german_clock_is_read_after_each_russian_player_turn() -> None:
    """BAR-EX-22."""
    match = begin({}, turn=15, **CITIES)
    go_on(match, "russian", "move")
    assert match.facts()["german_clock"] == 0
    go_on(play(match, "done"), "german", "move")
    assert match.facts()["german_clock"] == 1
    go_on(play(match, "done"), "russian", "move")
    play(match, "done")
    assert winner(match) == ("german", "BAR-WIN-01")


def test_the_map_shows_whose_ground_is_whose() -> None:
    """Land belongs to the nearest units and cities. Where both are as near, the border of 1941 decides."""
    match = begin({IN: "S26", A4: "S30"}, turn=3)
    control = match.table.look.picture(match.position, 0).control
    assert [control.get(f"S{n}") for n in range(25, 31)] == ["german"] * 3 + [None] * 3


@pytest.mark.rule("BAR-WIN-02", "BAR-WIN-06")
def test_a_russian_unit_in_one_of_the_cities_sets_the_clock_back() -> None:
    match = begin({A4: "S28"}, turn=15, clock__german=1, **CITIES)
    go_on(match, "russian", "move")
    play(match, f"move {A4} S26", "done")
    assert (match.facts()["german_clock"], match.facts()["german_objectives"]) == (0, 2)
    passed = begin({A4: "R27"}, turn=15, clock__german=1, **CITIES)
    go_on(passed, "russian", "move")
    p: Any = passed.position
    p.go(BOARD.unit[A4], [BOARD.hex["S26"], BOARD.hex["S27"]], "move")
    play(passed, "done")
    assert passed.facts()["german_clock"] == 0, "passing through is enough"


@pytest.mark.rule("BAR-WIN-04", "BAR-WIN-05")
def test_the_russian_clock_is_read_after_each_german_player_turn() -> None:
    """BAR-EX-23."""
    match = begin({}, turn=21, options={"isolation": "halve"}, **CAPITALS)
    play(match, "done")
    assert match.facts()["russian_clock"] == 1
    go_on(play(match, "done"), "german", "move")
    play(match, "done")
    assert winner(match) == ("russian", "BAR-WIN-04")


@pytest.mark.rule("BAR-WIN-07", "BAR-WIN-08", "BAR-SCOPE-03")
def test_the_last_month() -> None:
    """BAR-EX-24."""
    in_time = begin({}, turn=24, clock__german=1, **CITIES)
    go_on(in_time, "russian", "move")
    assert winner(play(in_time, "done")) == ("german", "BAR-WIN-01")
    late = begin({}, turn=24, **CITIES)
    go_on(late, "russian", "move")
    assert winner(play(late, "done")) == ("russian", "BAR-WIN-07")


@pytest.mark.rule("BAR-WIN-03")
def test_a_side_without_a_unit_on_the_board_has_lost() -> None:
    none = {"unit__ru-army-26": "out"}
    match = begin({PZ: "F34", CAV: "F35"}, [1], **none)
    play(match, "done", "propose")
    assert winner(match) == ("german", "BAR-WIN-03")
    both = begin({"ge-pz-lvii": "F34", A3: "F35"}, [2], **none, **{"unit__ge-in-liii": "out"})
    play(both, "done", "propose")
    assert winner(both) == ("russian", "BAR-WIN-03")


@pytest.mark.rule("BAR-WIN-06")
def test_control_goes_with_the_last_unit_and_garrisons_count_under_one_reading() -> None:
    match = begin({IN: "S25"})
    play(match, f"move {IN} S26")
    assert told(match, "BAR-WIN-06") == ["Moscow is in Axis hands."]
    play(match, "done")
    assert match.facts()["german_objectives"] == 1
    left = begin({IN: "S26"})
    play(left, f"move {IN} S25")
    assert left.facts()["german_objectives"] == 1
    garrison = begin({IN: "S26"}, options={"city_holding": "garrison"})
    assert garrison.facts()["german_objectives"] == 1
    play(garrison, f"move {IN} S25")
    assert garrison.facts()["german_objectives"] == 0


@pytest.mark.rule("BAR-WIN-09", "BAR-FLOW-02", "BAR-SCOPE-05")
def test_who_resigns_loses_and_nothing_is_hidden() -> None:
    match = begin({})
    play(match, "resign")
    assert winner(match) == ("russian", "BAR-WIN-09")
    other = go_on(begin({}), "russian", "move")
    play(other, "resign")
    assert winner(other) == ("german", "BAR-WIN-09")
    table: Any = begin({A4: "F35"}).table
    assert not table.secrets


@pytest.mark.rule("BAR-SEQ-06", "BAR-FLOW-07")
def test_the_closing_step_judges_isolation_first() -> None:
    """The last Axis unit is lost by isolation; the side that has none then loses before any clock is read."""
    ring = {A4: "F32", A7: "F37", "ru-army-9": "D35", "ru-army-12": "H35", A3: "D33", CAV: "H33"}
    units = {IN: "F35"} | ring | {"ru-shock-1": "D37", "ru-army-5": "H37"}
    start = {f"isolated__{IN}": 1, "unit__ge-in-liii": "out", "clock__russian": 1}
    match = begin(units, turn=13, **start, **CAPITALS)
    play(match, "done")
    assert winner(match) == ("russian", "BAR-WIN-03")


def test_the_facts_tell_the_state() -> None:
    match = begin({IN: "F35", IN2: "F34"}, points__german=3)
    assert match.facts()["german_points"] == 7
    assert (box(match), at(match, IN)) == (("german", "move"), "F35")
