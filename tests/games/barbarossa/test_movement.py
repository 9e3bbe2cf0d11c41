"""Movement on foot and by rail, zones of control, stacking, weather."""

from typing import Any

import pytest

from mamayev.games.barbarossa.printed.board import AXIS, ours
from mamayev.match.match import Match

from .campaign import (
    A3,
    A4,
    A7,
    ARM,
    HOME,
    IN,
    IN2,
    IN3,
    IN4,
    PZ,
    RES,
    at,
    begin,
    box,
    ends,
    go_on,
    play,
    refused,
    told,
)

BOARD = ours()


def choice(match: Match, unit: str, place: str) -> Any:
    """What a player is shown of a move."""
    assert match.decision is not None
    return next(c for c in match.decision.choices(unit) if c.space == place)


def reaches(match: Match, unit: str) -> int:
    """How far a unit gets on ground without railways."""
    return max(
        BOARD.grid.distance(BOARD.hex[at(match, unit)], BOARD.hex[h]) for h in ends(match, unit) if h in NO_RAILS
    )


NO_RAILS = {BOARD.grid.ids[h] for h in BOARD.grid.hexes(BOARD.grid.disc(BOARD.hex["F35"], 3))}


@pytest.mark.rule("BAR-MOVE-01", "BAR-MOVE-02", "BAR-TERRAIN-02", "BAR-COMP-03", "BAR-SEQ-02", "BAR-SEQ-05")
def test_each_unit_moves_once_up_to_its_factor_in_any_order_and_only_the_phasing_side() -> None:
    match = begin({IN: "C37", PZ: "C37", A4: "J39"})
    assert "C33" in ends(match, IN)
    assert "C32" not in ends(match, IN), "four clear hexes on foot, none more"
    assert {"C31"} <= ends(match, PZ)
    assert refused(match, f"move {A4} J40") == ("BAR-SEQ-05",)
    assert choice(match, IN, "C35").cost == "2"
    play(match, f"move {IN} C35")
    assert refused(match, f"move {IN} C34") == ("BAR-MOVE-01",)
    match.play("done")
    assert (at(match, PZ), box(match)) == ("C37", ("russian", "move"))


@pytest.mark.rule("BAR-MOVE-03", "BAR-MOVE-04", "BAR-MOVE-05", "BAR-STACK-01", "BAR-STACK-02", "BAR-STACK-03")
def test_friends_are_passed_enemies_are_not_and_three_may_end_in_a_hex() -> None:
    match = begin({IN: "F33", IN2: "F34", IN3: "F34", PZ: "F34", RES: "G36", A4: "C35"})
    assert refused(match, f"move {IN} F34") == ("BAR-MOVE-05", "BAR-STACK-01")
    assert choice(match, IN, "F35").cost == "2", "through the full hex"
    play(match, f"move {IN2} F36", f"move {IN} F34")
    assert at(match, PZ) == "F34", "units of a stack move each on their own"
    match = begin({IN: "F35", A4: "F37"})
    assert refused(match, f"move {IN} F37") == ("BAR-MOVE-03",)


@pytest.mark.rule("BAR-MOVE-06", "BAR-TERRAIN-03", "BAR-TERRAIN-04", "BAR-MAP-04", "BAR-MAP-05")
def test_water_closed_countries_and_blocked_hexsides_are_barred() -> None:
    match = begin({IN: "M7", IN2: "TT2", IN3: "TT23", IN4: "L13"})
    assert refused(match, f"move {IN} M6") == ("BAR-TERRAIN-03", "BAR-MOVE-06")
    assert refused(match, f"move {IN2} UU2") == ("BAR-MAP-04",)
    assert "TT24" not in ends(match, IN3), "Kerch strait"
    assert refused(match, f"move {IN4} L14") == ("BAR-TERRAIN-04",)


@pytest.mark.rule("BAR-TERRAIN-07", "BAR-TERRAIN-09", "BAR-TERRAIN-10", "BAR-WEATHER-07", "BAR-WEATHER-09")
def test_mountains_and_unfrozen_swamps_stop_a_unit_frost_opens_the_swamp() -> None:
    """BAR-EX-19."""
    summer = begin({IN: "T28", PZ: "HH2"})
    assert choice(summer, IN, "T29").note == "of 4, must stop: swamp"
    assert choice(summer, IN, "T30").cost == "3", "not straight through the swamp"
    assert choice(summer, PZ, "HH4").note.endswith("must stop: mountains")
    winter = begin({IN: "T28", PZ: "HH3"}, turn=8)
    assert choice(winter, IN, "T30").path == ("T29", "T30")
    assert choice(winter, PZ, "HH4").note.endswith("must stop: mountains")
    assert choice(winter, IN, "T29").note == "of 2"


@pytest.mark.rule("BAR-TERRAIN-13")
def test_a_river_costs_nothing() -> None:
    match = begin({IN: "U22"})
    assert choice(match, IN, "U18").cost == "4", "along the Dnieper"
    assert choice(match, IN, "V19").cost == "3", "and away from it"


@pytest.mark.rule("BAR-WEATHER-06", "BAR-WEATHER-07", "BAR-WEATHER-08", "BAR-WEATHER-09")
def test_mud_and_snow_halve_the_movement_factors_of_both_sides() -> None:
    units = {IN: "F35", PZ: "F35", A4: "C37", ARM: "C37"}
    perfect = begin(units, turn=1)
    assert [reaches(perfect, unit) for unit in (IN, PZ)] == [3, 3]
    for dice, turn, weather in (([6], 5, "mud"), ([], 8, "snow")):
        match = begin(units, dice, turn=turn)
        assert match.facts()["weather"] == weather
        assert [choice(match, unit, "F37").cost for unit in (IN, PZ)] == ["2", "2"]
        assert "F38" not in ends(match, IN)
        assert {"F38"} <= ends(match, PZ)
        go_on(match, "russian", "move")
        assert "C35" in ends(match, A4)
        assert "C34" not in ends(match, A4)
        assert "C34" in ends(match, ARM)


@pytest.mark.rule("BAR-ZOC-01", "BAR-ZOC-03", "BAR-ZOC-07", "BAR-MOVE-02")
def test_a_zone_reaches_six_hexes_and_stops_whoever_enters_it() -> None:
    match = begin({PZ: "F33", IN: "F36", A4: "F35"})
    p: Any = match.position
    grid = BOARD.grid
    controlled = grid.hexes(p.zones.controlled[1])
    assert {grid.ids[h] for h in controlled if grid.distance(h, BOARD.hex["F35"]) < 4} == {
        "E35", "E36", "F34", "F36", "G35", "G36",
    }  # fmt: skip
    assert choice(match, PZ, "F34").note == "of 6, must stop: enemy zone of control"
    assert choice(match, PZ, "F34").stops
    assert not choice(match, PZ, "D35").stops
    assert "F34" in ends(match, PZ)
    assert choice(match, PZ, "F36").cost == "6", "round the zone, not along it; a friend there cancels no zone"


@pytest.mark.rule("BAR-ZOC-04", "BAR-ZOC-05", "BAR-ZOC-06")
def test_no_step_leads_between_two_hexes_that_one_enemy_controls() -> None:
    """BAR-EX-18."""
    match = begin({IN: "F34", A4: "F35"})
    assert refused(match, f"move {IN} D39") == ("BAR-MOVE-02", "BAR-RAIL-02", "BAR-RAIL-01")
    assert choice(match, IN, "E35").path == ("E34", "E35"), "out of the zone and back into it"
    assert choice(match, IN, "E34").cost == "1", "leaving costs nothing more"
    other = begin({IN: "F34", A4: "F35", A7: "D34"})
    assert choice(other, IN, "E34").path == ("E34",), "controlled by another unit alone"
    never = begin({IN: "F34", A4: "F35", A7: "D34"}, options={"zoc_to_zoc": "never"})
    assert len(choice(never, IN, "E34").path) > 1
    shut_in = begin({IN: "F34", A4: "F35", A7: "F33"})
    assert refused(shut_in, f"move {IN} E35") == ("BAR-ZOC-05",)


@pytest.mark.rule("BAR-ZOC-02", "BAR-TERRAIN-05")
def test_a_zone_does_not_reach_over_blocked_hexsides_and_water_but_over_ice() -> None:
    summer = begin({IN: "TT23", A4: "TT25", A7: "L13"})
    p: Any = summer.position
    assert not p.zones.controlled[0] & BOARD.grid.bit[BOARD.hex["TT24"]]
    assert not p.zones.controlled[1] & BOARD.grid.bit[BOARD.hex["L14"]]
    winter = begin({IN: "TT21", A7: "L13", PZ: "L16"}, turn=8)
    q: Any = winter.position
    assert q.zones.controlled[1] & BOARD.grid.bit[BOARD.hex["L14"]]
    assert choice(winter, PZ, "L15").note == "of 3"
    assert choice(winter, PZ, "L14").note == "of 3, must stop: enemy zone of control, on ice: lost in a thaw"


@pytest.mark.rule("BAR-TERRAIN-06", "BAR-TERRAIN-05", "BAR-WEATHER-02", "BAR-FLOW-02")
def test_a_thaw_takes_who_stands_on_the_ice_before_anything_else() -> None:
    """BAR-EX-25."""
    thaw = begin({IN: "L14", A4: "F19"}, [5], turn=10, weather="snow")
    assert thaw.facts()["weather"] == "mud"
    assert (at(thaw, IN), at(thaw, A4)) == ("lost", "lost")
    assert len(told(thaw, "BAR-TERRAIN-06")) == 2
    frost = begin({IN: "L14"}, [4], turn=10, weather="snow")
    assert (frost.facts()["weather"], at(frost, IN)) == ("snow", "L14")


@pytest.mark.rule("BAR-WEATHER-01", "BAR-WEATHER-02", "BAR-WEATHER-05", "BAR-SCOPE-06")
def test_the_weather_is_thrown_once_a_month_and_holds_for_both_player_turns() -> None:
    results = {1: "perfect", 3: "mud", 4: "snow"}
    for die, weather in results.items():
        match = begin({IN: "F35"}, [die], turn=6)
        assert match.facts()["weather"] == weather
        go_on(match, "russian", "move")
        assert match.facts()["weather"] == weather
    fixed = begin({IN: "F35"}, [], turn=22, options={"weather_mode": "historical"})
    assert fixed.facts()["weather"] == "mud"


def along_the_line(start: str, n: int) -> list[str]:
    """A straight stretch of the railway from Moscow to the east: hexes one after the other."""
    row = [BOARD.hex[start]]
    while len(row) < n:
        ahead = [h for h in BOARD.rails.exits[row[-1]] if h not in row and BOARD.grid.ids[h] > BOARD.grid.ids[row[0]]]
        row.append(ahead[0] if ahead else next(h for h in BOARD.rails.exits[row[-1]] if h not in row))
    return [BOARD.grid.ids[h] for h in row]


def rail_distance(a: str, b: str) -> int:
    """Links from one rail hex to another."""
    seen, layer, n = {BOARD.hex[a]}, {BOARD.hex[a]}, 0
    while BOARD.hex[b] not in seen:
        layer = {x for h in layer for x in BOARD.rails.exits[h]} - seen
        seen |= layer
        n += 1
    return n


@pytest.mark.rule("BAR-RAIL-01", "BAR-RAIL-02", "BAR-RAIL-03", "BAR-RAIL-04", "BAR-RAIL-05", "BAR-RAIL-08")
def test_a_move_may_hold_one_ride_of_ten_hexes_five_in_snow() -> None:
    """BAR-EX-16: what is ridden costs no movement factors; walking before and after it does."""
    for dice, turn, bonus, points in (([], 1, 10, 4), ([6], 5, 10, 2), ([], 8, 5, 2)):
        match = begin({A4: "S26", A7: "S26"}, dice, turn=turn, russian=turn != 5)
        if turn == 5:
            go_on(match, "russian", "move")
        elif turn == 8:
            match = go_on(begin({A4: "S26", A7: "S26"}, turn=8), "russian", "move")
        found = ends(match, A4)
        assert max(BOARD.grid.distance(BOARD.hex["S26"], BOARD.hex[h]) for h in found) == bonus + points
        assert match.decision is not None
        for shown in match.decision.choices(A4):
            h = shown.space
            if (
                BOARD.rails.hexes & BOARD.grid.bit[BOARD.hex[h]]
                and BOARD.grid.distance(BOARD.hex["S26"], BOARD.hex[h]) > points
            ):
                assert (shown.cost == "0") == (rail_distance("S26", h) <= bonus), h
        assert found == ends(match, A7), "any number of units may ride"


@pytest.mark.rule("BAR-RAIL-06", "BAR-RAIL-07", "BAR-RAIL-09")
def test_no_hex_of_a_ride_is_in_an_enemy_zone_and_a_walk_may_follow_into_one() -> None:
    """BAR-EX-17."""
    line = along_the_line("S26", 8)
    beside = next(
        BOARD.grid.ids[h]
        for h in BOARD.grid.neighbours[BOARD.hex[line[6]]]
        if not BOARD.rails.hexes & BOARD.grid.bit[h] and all(BOARD.grid.distance(h, BOARD.hex[x]) > 1 for x in line[:6])
    )
    match = begin({A4: "S26", IN: beside}, russian=True)
    assert choice(match, A4, line[5]).note == "of 4, by rail"
    assert choice(match, A4, line[6]).note == "of 4, by rail, must stop: enemy zone of control"
    assert int(choice(match, A4, line[6]).cost) >= 1, "the last hex is walked"
    free = begin({A4: "S26"}, russian=True)
    inside = begin({A4: "S26", IN: "R26"}, russian=True)
    costs = [choice(match, A4, line[5]).cost for match in (free, inside)]
    assert costs == ["0", "3"], "it walks out of the zone first"
    germany = begin({PZ: "Z2", A3: "BB4"}, russian=True)
    assert germany.decision is not None
    assert any("by rail" in shown.note for shown in germany.decision.choices(A3)), "railways of all countries are open"


@pytest.mark.rule("BAR-MOVE-07", "BAR-MOVE-08", "BAR-COMP-08")
def test_all_nations_may_enter_every_open_country() -> None:
    match = begin({A4: "E16", A7: "V6"}, russian=True)
    assert {"E14", "D14"} <= ends(match, A4), "Finland"
    assert "V4" in ends(match, A7), "Germany"
    axis = begin({"fi-in-ii": "F12", "rm-in-i": "X3", IN: "X3"})
    assert "Y6" in ends(axis, "rm-in-i"), "a Rumanian in Germany, into the USSR, in one stack with a German"
    assert ends(axis, "fi-in-ii")


@pytest.mark.rule("BAR-FLOW-01", "BAR-FLOW-04", "BAR-SEQ-02", "BAR-SEQ-03", "BAR-SCOPE-01", "BAR-SCOPE-02")
def test_the_steps_come_in_order_and_moves_are_taken_back() -> None:
    match = begin({PZ: "F32", A4: "F35"}, [1], points__german=4, turn=1)
    steps = [box(match)]
    match.play(f"move {PZ} F34")
    match.undo()
    assert at(match, PZ) == "F32"
    play(match, f"move {PZ} F34", "done")
    steps.append(box(match))
    play(match, f"target {A4}", f"attack {PZ}", "declared")
    steps.append(box(match))
    assert steps == [("german", "move"), ("german", "declare"), ("russian", "move")]
    assert match.facts()["turn"] == 1
    play(match, "done")
    assert (box(match), match.facts()["turn"]) == (("german", "move"), 2)


@pytest.mark.rule("BAR-WIN-06", "BAR-MOVE-02")
def test_a_unit_may_take_a_city_in_passing_and_go_on_with_what_is_left() -> None:
    match = begin({PZ: "W10", IN: "W12", "ru-army-3": "Q20"})
    assert "W13" in ends(match, PZ, "through")
    assert refused(match, f"through {PZ} W11") == ("BAR-WIN-06",)
    match.play(f"through {PZ} W13")
    assert box(match) == ("german", "walk-on")
    p: Any = match.position
    assert p.holds(AXIS, BOARD.named["Minsk"])
    assert refused(match, f"move {IN} W11") == ("BAR-MOVE-01",)
    assert {"W16", "W10"} <= ends(match, PZ), "3 of 6 are left"
    assert refused(match, f"move {PZ} W17") == ("BAR-MOVE-02",)
    match.play(f"move {PZ} W11")
    assert (at(match, PZ), box(match)) == ("W11", ("german", "move"))
    assert PZ not in {BOARD.units[u].id for u in match.position.pieces()}
    clear = begin({PZ: "F35", "ru-army-3": "F37"})
    assert [reason.text for _, reason in clear.why(space="F37")] == ["An enemy unit is in F37."], (
        "and nothing of cities"
    )
    assert len(clear.why(piece=PZ, space="F10")) == 1, "one reason for one unit"
    stopped = begin({PZ: "W10", "ru-army-3": "W14"})
    assert refused(stopped, f"through {PZ} W13") == ("BAR-MOVE-02", "BAR-ZOC-03")


@pytest.mark.rule("BAR-WIN-06", "BAR-RAIL-05")
def test_a_unit_may_ride_through_a_city_and_walk_on() -> None:
    match = begin({IN: "A13", "ru-army-3": "Q20"})
    assert "H17" in ends(match, IN, "through"), "beyond its four movement factors, though not beyond a ride"
    match.play(f"through {IN} H17")
    assert box(match) == ("german", "walk-on")
    p: Any = match.position
    assert p.holds(AXIS, BOARD.named["Leningrad"])
    assert "J17" in ends(match, IN)
    cut = begin({IN: "A13", "ru-army-3": "F16"})
    assert refused(cut, f"through {IN} H17")


def test_pictures_tell_the_land_that_is_not_whose_it_was_at_first() -> None:
    """A move foretells the hexes that change hands, those that go back to their first owner among them."""
    match = begin({PZ: "F35", A4: "F39"})
    scene = match.table.look.kept
    before = match.table.look.picture(match.position, None)
    assert scene.sides_of(before).keys() == scene.control.keys()
    assert len(before.control) < len(scene.control) / 2
    assert match.decision is not None
    foretold = [match.decision.foretell(f"move {PZ} {place}").control for place in ("F34", "F37")]
    for place, told_of in zip(("F34", "F37"), foretold, strict=True):
        there = play(match.copy(), f"move {PZ} {place}")
        after = scene.sides_of(match.table.look.picture(there.position, None))
        assert told_of == {h: side for h, side in after.items() if scene.sides_of(before)[h] != side}
    assert all(foretold)
    assert any(side == scene.control[h] for row in foretold for h, side in row.items())


def test_the_end_of_movement_says_how_many_units_have_not_moved() -> None:
    match = begin({PZ: "F33", IN: "F33"})

    def said() -> tuple[str, str]:
        assert match.decision is not None
        verb = next(one for one in match.decision.to_data()["verbs"] if one["verb"] == "done")
        return verb["note"], verb.get("asks", "")

    units = [PZ, IN, next(unit for unit, place in HOME.items() if ends(match, unit))]
    assert said() == ("3 units have not moved", "No unit has moved.")
    for unit, note in zip(units, ("2 units have not moved", "1 unit has not moved", ""), strict=True):
        match.play(f"move {unit} {min(ends(match, unit) - {at(match, unit)})}")
        assert said() == (note, "")
