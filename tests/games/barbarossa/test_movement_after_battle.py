"""The switch movement-after-battle: who advances, how far, and where he must stop."""

from typing import Any

import pytest

from mamayev.games.barbarossa.printed.board import ours
from mamayev.games.barbarossa.rules.battle import is_mobile
from mamayev.match.match import Match

from .campaign import A3, A4, A5, A7, ARM, CAV, IN, IN2, PZ, PZ2, at, begin, box, ends, go_on, offered, play, refused

BOARD = ours()

ON = {"movement_after_battle": True}
D_ELIM, D_BACK, EXCHANGE = 1, 4, 2
"""Dice in the column 4-1."""
SNOW, MUD, SUMMER = (7, ()), (5, (6,)), (1, ())


def fought(units: dict[str, str], *dice: int, season: Any = SUMMER, options: Any = None, **more: Any) -> Match:
    """All units in contact have fought one battle."""
    turn, thrown = season
    match = begin(units, [*thrown, *dice], turn=turn, options=ON | (options or {}), **more)
    match.play("done")
    for unit in units:
        for verb in ("target", "attack"):
            p: Any = match.position
            if box(match)[1] == "declare" and any(
                p.name(code).startswith(verb) for code in p.choices(BOARD.unit[unit])
            ):
                match.play(f"{verb} {unit}")
    return play(match, "declared") if box(match)[1] == "declare" else match


def furthest(match: Match, unit: str) -> int:
    """How many hexes a unit may advance."""
    if box(match)[1] != "advance":
        return 0
    start = BOARD.hex[at(match, unit)]
    return max((BOARD.grid.distance(start, BOARD.hex[h]) for h in ends(match, unit, "advance")), default=0)


PAIR = {CAV: "F34", PZ: "F33", IN: "F33"}
"""12 to 3: 4-1."""


@pytest.mark.rule("BAR-V-AFTER-03", "BAR-V-AFTER-04", "BAR-V-AFTER-05", "BAR-V-AFTER-06", "BAR-V-AFTER-12")
def test_the_limits_by_result_unit_and_weather() -> None:
    """BAR-V-EX-07."""
    for season, limits in ((SUMMER, (1, 2, 3)), (MUD, (1, 1, 1)), (SNOW, (1, 1, 2))):
        exchange = play(fought(PAIR, EXCHANGE, season=season), f"lose {IN}")
        assert furthest(exchange, PZ) == limits[0]
        back = play(fought(PAIR, D_BACK, season=season), f"retreat {CAV} F36")
        assert (furthest(back, PZ), furthest(back, IN)) == (limits[1], 1)
        lost = fought(PAIR, D_ELIM, season=season)
        assert (furthest(lost, PZ), furthest(lost, IN)) == (limits[2], 1)
    for die in (4, 5):
        beaten = fought({A3: "F34", PZ: "F33"}, die)
        assert box(beaten)[1] != "advance"


@pytest.mark.rule("BAR-V-AFTER-12", "BAR-V-AFTER-13", "BAR-V-FLOW-10")
def test_who_is_mobile() -> None:
    """BAR-V-EX-26."""
    p: Any = begin({}, options=ON).position
    mobile = {BOARD.units[u].kind for u in range(len(BOARD.units)) if is_mobile(p, u)}
    assert mobile == {"armor", "panzergrenadier"}
    assert all(BOARD.units[u].nation == "German" for u in range(len(BOARD.units)) if is_mobile(p, u))
    cases = ((7, (), 1, 1), (8, (), 2, 1), (12, (), 3, 1), (17, (6,), 1, 1), (18, (6,), 2, 2))
    units = {IN: "F36", ARM: "F33", A4: "F33", A7: "F33"}  # 12 to 4: 3-1
    for turn, dice, letter, second in cases:
        for reading, limit in (("calendar-1942", letter), ("second-winter", second)):
            match = begin(units, [*dice, 1], turn=turn, options=ON | {"russian_mobile_from": reading})
            go_on(match, "russian", "move")
            play(match, f"move {ARM} F35", f"move {A4} F35", f"move {A7} F35", "done", f"target {IN}")
            play(match, f"attack {ARM}", f"attack {A4}", f"attack {A7}", "declared")
            assert furthest(match, ARM) == limit, (turn, reading)
            assert furthest(match, A4) == 1
    base = begin({**PAIR}, [D_ELIM])
    assert box(play(base, "done", "propose")) == ("russian", "move"), "off: a defender in the open was not doubled"


@pytest.mark.rule("BAR-V-AFTER-01", "BAR-V-AFTER-02", "BAR-V-AFTER-03")
def test_only_the_battle_that_empties_a_hex_gives_an_advance_to_its_own_attackers() -> None:
    """BAR-V-EX-13."""
    units = {A4: "F34", CAV: "F34", PZ: "F33", PZ2: "E34", IN: "E34"}
    match = play(begin(units, [1, 1], options=ON), "done")
    play(match, f"target {CAV}", f"attack {IN}", "declared")
    play(match, f"target {A4}", f"attack {PZ}", f"attack {PZ2}", "declared", f"fight {CAV}")
    assert at(match, CAV) == "lost"
    assert (box(match), offered(match, "advance")) == (("german", "advance"), {PZ, PZ2}), (
        "at once, before anything else"
    )


@pytest.mark.rule("BAR-V-AFTER-07", "BAR-V-AFTER-08", "BAR-V-AFTER-11", "BAR-V-AFTER-19")
def test_the_first_hex_is_the_one_that_was_left_then_any_direction() -> None:
    match = fought(PAIR | {IN2: "C35", A7: "C39"}, D_ELIM)
    found = ends(match, PZ, "advance")
    assert "F34" in found
    assert "F33" in found, "it may turn back to where it stood"
    assert {"E35", "G35", "F36"} <= found
    assert "F32" in found, "through F34 and back: three hexes"
    assert refused(match, f"advance {PZ} F37")[0] == "BAR-V-AFTER-05"
    assert refused(match, f"advance {IN2} F34") == ("BAR-V-AFTER-07",)
    play(match, f"advance {PZ} F36")
    assert offered(match, "advance") == {IN}, "each by its own path, one after the other"
    play(match, "halt")
    assert at(match, IN) == "F33"
    moscow = fought({CAV: "S26", PZ: "S25", PZ2: "S25"}, 1)
    play(moscow, f"advance {PZ} S27")
    assert moscow.facts()["german_objectives"] == 1, "control changes in passing"


@pytest.mark.rule("BAR-V-AFTER-05", "BAR-V-AFTER-08")
def test_a_unit_that_turns_back_has_as_many_hexes_as_its_result_allows() -> None:
    """Three hexes lead beyond the start, two back to it, and one nowhere but ahead."""
    three, two = fought(PAIR, D_ELIM), play(fought(PAIR, D_BACK), f"retreat {CAV} F36")
    assert {"F33", "F32"} <= ends(three, PZ, "advance")
    assert "F33" in ends(two, PZ, "advance")
    assert "F32" not in ends(two, PZ, "advance")
    assert ends(fought(PAIR, D_ELIM, season=MUD), PZ, "advance") == {"F34"}


@pytest.mark.rule("BAR-V-AFTER-09", "BAR-V-AFTER-10")
def test_mountains_swamps_and_enemy_zones_stop_an_advance() -> None:
    """BAR-V-EX-08, BAR-V-EX-09."""
    summer = fought({CAV: "T28", PZ: "T27", PZ2: "T27"}, 1)
    assert "T29" in ends(summer, PZ, "advance")
    assert "T30" not in ends(summer, PZ, "advance"), "not through the swamp"
    high = fought({CAV: "GG4", PZ: "GG5", PZ2: "GG5"}, 1)
    assert ends(high, PZ, "advance") == {"GG4"}, "the defender's own mountain"
    zone = fought(PAIR | {A7: "F37"}, D_ELIM)
    assert "F36" in ends(zone, PZ, "advance")
    stop = fought(PAIR | {A7: "F36"}, D_ELIM)
    assert "F35" in ends(stop, PZ, "advance")
    assert way(stop, PZ, "E36") == ("F34", "E35", "E36"), "round the zone, not on from F35"
    leaving = play(begin(PAIR | {A7: "E33", IN2: "D33"}, [D_ELIM], options=ON), "done")
    play(
        leaving,
        f"target {CAV}",
        f"attack {PZ}",
        f"attack {IN}",
        "declared",
        f"target {A7}",
        f"attack {IN2}",
        "declared",
    )
    play(leaving, f"fight {CAV}")
    assert {"F34", "F35"} <= ends(leaving, PZ, "advance"), "the zone in which it stood does not hold it"


def way(match: Match, unit: str, place: str) -> tuple[str, ...]:
    """The way of an advance."""
    assert match.decision is not None
    return next(tuple(c.path) for c in match.decision.choices(unit) if c.space == place)


@pytest.mark.rule("BAR-V-AFTER-14", "BAR-V-AFTER-15", "BAR-V-AFTER-16")
def test_an_advance_to_the_gates_of_a_city() -> None:
    """BAR-V-EX-06."""
    match = fought({A4: "J17", PZ: "K17", A3: "H17"}, 1)
    found = ends(match, PZ, "advance")
    assert "I17" in found
    play(match, f"advance {PZ} I17")
    assert box(match) == ("russian", "move"), "it does not attack again this turn"
    play(match, "done")
    assert box(match) == ("russian", "declare")
    assert offered(match, "target") == {PZ}


@pytest.mark.rule("BAR-V-AFTER-17", "BAR-V-AFTER-18")
def test_against_a_surrounded_defender_the_die_sets_the_advance() -> None:
    """BAR-V-EX-10."""
    ring = {A4: "F34", PZ: "F33", PZ2: "F35"}
    match = fought(ring, 3)
    assert at(match, A4) == "lost"
    assert furthest(match, PZ) == 2
    automatic = fought({CAV: "F34", PZ: "F33", PZ2: "F33", "ge-in-xxiii": "E34"})
    assert (at(automatic, CAV), furthest(automatic, PZ)) == ("lost", 3)


def test_the_units_of_these_tests() -> None:
    assert {BOARD.units[BOARD.unit[unit]].factors for unit in (PZ, PZ2)} == {"8-8-6"}
    assert (BOARD.units[BOARD.unit[ARM]].factors, BOARD.units[BOARD.unit[A5]].factors) == ("4-6-6", "5-7-4")
