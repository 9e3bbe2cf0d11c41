"""Positions in which the staff once was foolish, and what it must or must not do there."""

import random
from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.games.donnerschlag.printed.board import ours
from mamayev.games.donnerschlag.printed.map import AXIS, SOVIET
from mamayev.games.donnerschlag.staff.appreciation import aim, exposed, foremost, in_question, line, way, ways_to
from mamayev.games.donnerschlag.staff.style import AXIS as PLAIN
from mamayev.match.match import Match

from .operation import (
    CAV,
    HQ6,
    HQ23,
    M1,
    M2,
    M3,
    R1,
    R2,
    R3,
    RECON,
    ROM,
    SCAV,
    SM,
    ST,
    T1,
    T2,
    assault,
    begin,
    box,
    go_on,
    play,
    to_fight,
    to_move,
)

BOARD = ours()
STAFF = find("donnerschlag").bots["staff"]
policy, why = STAFF.policy, STAFF.why
MOTORISED = ("36-4m", "59-4m")
"""Battalions of the 4th Mechanized Corps."""


def advice(match: Match) -> str:
    """What the staff does at the question that is asked."""
    p: Any = match.position
    return str(p.name(policy(p, random.Random(1))))


def led(match: Match, *boxes: str) -> Match:
    """Let the staff answer until another question than these is asked."""
    while not match.over and box(match)[1] in boxes:
        match.play(advice(match))
    return match


def overrun(units: dict[str, str]) -> Match:
    """The HQ of the 6th Panzer Division has been overrun by R1, and goes elsewhere."""
    match = begin({HQ6: "4112", R1: "4115", **units}, cards="act12-1", active="soviet")
    to_move(match, "act12-1", "colour 51a-red")
    return play(match, f"move {R1} 4112")


@pytest.mark.parametrize(("enemy", "goal"), [("3813", "4311"), ("4410", "3913")])
def test_an_overrun_headquarters_goes_to_the_unit_that_is_farther_from_the_enemy(enemy: str, goal: str) -> None:
    match = overrun({T1: "4311", M1: "3913", R2: enemy})
    assert box(match) == ("axis", "redeploying")
    assert advice(match) == f"redeploy {HQ6} {goal}"


@pytest.mark.parametrize("enemy", ["3910", "4013", "4410"])
def test_an_overrun_headquarters_does_not_go_beside_an_enemy(enemy: str) -> None:
    match = overrun({T1: "4309", SCAV: enemy})
    assert box(match) == ("axis", "redeploying")
    h = BOARD.hex[advice(match).split()[-1]]
    assert not any(BOARD.grid.distance(h, BOARD.hex[place]) <= 1 for place in ("4112", enemy))


@pytest.mark.parametrize("cavalry", ["3007", "3009", "3208"])
def test_no_headquarters_is_left_alone_in_reach_of_cavalry(cavalry: str) -> None:
    match = begin({HQ6: "3405", T1: "3306", T2: "3306", M1: "3307", RECON: "3405", SCAV: cavalry}, cards="act1-1")
    led(to_move(match, "act1-1"), "move")
    p: Any = match.position
    bit = BOARD.grid.bit[p.at[BOARD.unit[HQ6]]]
    assert bit & p.troops(AXIS) or not exposed(p, SOVIET, bit)


@pytest.mark.parametrize("cavalry", ["2807", "2907", "2708"])
def test_no_division_leaves_the_headquarters_of_another_alone_in_reach_of_cavalry(cavalry: str) -> None:
    """The 23rd Panzer Division had stood beside it, and went on."""
    units = {HQ6: "3109", "23-23p": "3109", "i-201-23p": "3209", "i-126-23p": "3209", HQ23: "3208",
             "ii-126-23p": "3208", SCAV: cavalry, R1: "2112"}  # fmt: skip
    match = begin(units, cards="act2-1")
    led(to_move(match, "act2-1"), "move")
    p: Any = match.position
    assert BOARD.grid.bit[BOARD.hex["3109"]] & p.troops(AXIS)


def test_nobody_advances_away_from_the_headquarters_that_it_guards() -> None:
    match = begin({HQ6: "3405", T1: "3405", T2: "3306", SCAV: "3305"}, dice=[6], cards="act1-1")
    assault(to_fight(match, "act1-1"), "3305", T1, T2)
    go_on(match, "advance")
    assert not advice(match).startswith(f"advance {T1}")


@pytest.mark.parametrize(("romanian", "quarters"), [(ROM, "vi-corps-hq"), (CAV, "gr-popescu-hq")])
def test_the_soviets_see_romanians_in_the_zone(romanian: str, quarters: str) -> None:
    p: Any = begin({romanian: "1113", quarters: "1213", HQ6: "4311", T1: "4311", R1: "1416"}).position
    assert foremost(p, ways_to(BOARD, in_question(p), 0, 0, p.built)) == BOARD.hex["1113"]


def test_the_main_effort_is_not_named_in_defence() -> None:
    match = begin({HQ6: "4311", M1: "4017", R1: "4018"}, cards="a7-1 act12-1", active="soviet")
    to_fight(match, "act12-1", "colour 51a-red")
    play(match, f"attack {R1} 4017", "fight")
    go_on(match, "window", seat="axis")
    assert advice(match) == "pass"


@pytest.mark.parametrize("card", ["s13-1", "sl9-1"])
def test_the_soviets_spend_no_card_that_changes_nothing(card: str) -> None:
    """No retreat is refused for a step that the stack does not have; no aircraft are barred late."""
    units = {HQ6: "4015", T1: "4017", T2: "4017", M1: "4118", R1: "4018"}
    match = begin(units, cards=f"act1-1 {card}", turn=4)
    to_fight(match, "act1-1")
    play(match, f"attack {T1} 4018", f"attack {T2} 4018", f"attack {M1} 4018", "fight")
    go_on(match, "window", seat="soviet")
    assert match.position.allows(match.position.table.notation.parse(f"play {card} general"))
    assert advice(match) == "pass"


def test_no_flak_fires_at_infantry() -> None:
    """It bars shifts that only tanks bring, and costs a step of a tank; two were thrown after one another."""
    units = {HQ6: "4015", RECON: "4017", **dict.fromkeys(MOTORISED, "4018")}
    match = begin(units, cards="a4-1 act12-1", active="soviet")
    to_fight(match, "act12-1", "formation 4mc")
    play(match, *(f"attack {unit} 4017" for unit in MOTORISED), "fight")
    go_on(match, "window", seat="axis")
    assert advice(match) == "pass"


# ------------------------------------------------------------------ headquarters and their divisions

MOVES = ("activation-card", "whom", "muster", "window", "answer", "luck", "move")
DIVISION = {HQ6: "2908", T1: "2908", T2: "2808", M1: "3006", M2: "3006", M3: "3106", RECON: "2709", R1: "2013"}
"""The 6th Panzer Division on the road, its infantry behind: 3106 is at the end of the HQ's reach."""


def in_command(match: Match, *units: str) -> list[bool]:
    """Which of some units are within the reach of their HQ."""
    p: Any = match.position
    return [p.in_command(BOARD.unit[unit]) for unit in units]


def test_a_headquarters_does_not_run_away_from_its_division() -> None:
    """It followed the foremost battalion, and the next card activated two units of seven."""
    match = begin(DIVISION, cards="act1-1")
    led(to_move(match, "act1-1"), "move")
    assert all(in_command(match, T1, T2, M1, M2, M3, RECON))


def test_a_headquarters_stays_in_reach_of_infantry_that_is_not_activated() -> None:
    units = {HQ6: "2709", T1: "2709", M1: "3106", M2: "3106", M3: "3006", R1: "1713"}
    match = begin(units, cards="act1-1")
    led(to_move(match, "act1-1"), "move")
    assert sum(in_command(match, T1, M1, M2, M3)) == 4


def test_tanks_do_not_outrun_their_headquarters() -> None:
    match = begin({HQ6: "3006", T1: "2511", T2: "2610", M1: "2907", R1: "1313"}, cards="act1-1 act1-2")
    led(to_move(match, "act1-1"), "move")
    assert all(in_command(match, M1))
    led(match, *MOVES, "declare")
    assert all(in_command(match, T1, T2))


def test_panzers_do_not_stay_behind_on_a_bridge_that_nobody_threatens() -> None:
    """The 23rd Panzer Division lost a battalion to every bridge, and drove on with three of eight."""
    units = {HQ23: "2411", "i-201-23p": "2311", "i-126-23p": "2411", "ii-126-23p": "2511", R1: "1018"}
    match = begin(units, cards="act2-1")
    led(to_move(match, "act2-1"), "move")
    p: Any = match.position
    assert p.at[BOARD.unit["ii-126-23p"]] != BOARD.hex["2511"]


def test_a_formation_with_a_unit_in_the_zone_brings_its_headquarters_into_range_before_the_check() -> None:
    units = {HQ6: "1614", T1: "1113", M1: "1615", HQ23: "2813", "i-201-23p": "2813", R1: "2613", R2: "1018"}
    match = begin(units, cards="act1-1 act2-1", turn=6, called=3, track=3, zone="A")
    go_on(match, "activation-card")
    assert advice(match) == "activate act1-1"
    led(match, *MOVES)
    assert in_command(match, T1) == [True]


def left_to_go(match: Match, unit: str, zone: str) -> int:
    """What the way of a unit to a zone costs, past the Soviets."""
    p: Any = match.position
    left: int = way(p, BOARD.zones["ABC".index(zone)])[p.at[BOARD.unit[unit]]]
    return left


def test_the_second_division_drives_as_well() -> None:
    """The 23rd Panzer Division stood at the Aksai while the 6th went on alone."""
    drivers = ("i-201-23p", "i-126-23p", "ii-126-23p")
    units = {HQ6: "1615", T1: "1614", T2: "1615", HQ23: "2411", R1: "1018", **dict.fromkeys(drivers, "2411")}
    match = begin({**units, "ii-126-23p": "2310"}, cards="act2-1")
    to_move(match, "act2-1")
    before = {unit: left_to_go(match, unit, "A") for unit in drivers}
    led(match, *MOVES[2:])
    assert all(left_to_go(match, unit, "A") < before[unit] for unit in drivers), before


@pytest.mark.parametrize("turn", [4, 5])
def test_nobody_stands_still_before_the_zone(turn: int) -> None:
    """Three counters in reach of their HQ, few hexes from the zone, and nobody in the way: they go on into it."""
    units = {HQ6: "1614", T1: "1614", T2: "1615", M1: "1615", R1: "1018"}
    match = begin(units, cards="act1-1", turn=turn, called=3, track=turn - 3, zone="A")
    to_move(match, "act1-1")
    before = left_to_go(match, T1, "A")
    assert 0 < before <= 6
    led(match, *MOVES[2:])
    assert left_to_go(match, T1, "A") < before


TANK_CORPS = {SM: "2415", ST: "2415"}
"""The 13th Tank Corps, four hexes from the bridge at Salivski."""


def test_the_second_division_keeps_the_bridge_that_an_enemy_can_reach() -> None:
    """Both divisions went north over one bridge; two Soviet battalions sat down on it, and all were out of supply."""
    units = {HQ6: "2011", T1: "2011", T2: "1912", HQ23: "2411", "i-201-23p": "2411", "i-126-23p": "2411",
             "ii-126-23p": "2511", "i-128-23p": "2512", **TANK_CORPS}  # fmt: skip
    match = begin(units, cards="act2-1")
    led(to_move(match, "act2-1"), "move")
    p: Any = match.position
    assert p.troops(AXIS) & BOARD.grid.bit[BOARD.hex["2411"]]
    assert p.troops(AXIS) & BOARD.grid.bit[BOARD.hex["2511"]]


def test_in_the_turn_that_decides_a_free_card_falls_on_who_can_still_come_into_the_zone() -> None:
    """The 6th Panzer Division stood a few hexes from the zone, and two free cards drove the 17th on far behind it."""
    units = {HQ6: "1813", T1: "1714", T2: "1714", M1: "1913", M2: "1913", "17p-hq": "3204", R1: "1613", R2: "1613",
             **dict.fromkeys(("i-40-17p", "ii-40-17p"), "3204"), **dict.fromkeys(("i-63-17p", "ii-63-17p"), "3404"),
             **dict.fromkeys(("ii-39-17p", "17-17p"), "3305")}  # fmt: skip
    match = begin(units, cards="act5-1 act6-1", turn=6, called=3, track=3, zone="A")
    go_on(match, "activation-card")
    match.play("activate act5-1")
    go_on(match, "whom")
    assert advice(match) == "formation 6p"


def test_nobody_advances_out_of_the_reach_of_his_headquarters() -> None:
    """Two battalions stood in the zone, in command and fed, and followed those whom they had thrown out."""
    units = {HQ6: "1416", T1: "1114", T2: "1114", M1: "1214", R1: "1013", R2: "2613"}
    match = begin(units, dice=[6], cards="act1-1", turn=6, called=3, track=3, zone="A")
    match = assault(to_fight(match, "act1-1"), "1013", T1, T2)
    go_on(match, "advance")
    assert in_command(match, T1, T2) == [True, True]
    assert advice(match) == "halt"


BEFORE_THE_CHECK = {
    HQ23: "1013", "i-128-23p": "1012", "ii-126-23p": "1012", "23-23p": "1212", "i-201-23p": "1212",
    HQ6: "2516", T1: "2515", T2: "2515", "17p-hq": "2714", "ii-39-17p": "2716", "ii-63-17p": "2716",
    R1: "1015", R2: "1116", R3: "2614",
}  # fmt: skip
"""The 23rd Panzer Division in zone A, its HQ alone; the guards come."""


def test_in_the_turn_that_decides_the_headquarters_of_those_in_the_zone_is_covered_first() -> None:
    """A card went to a division eighteen hexes off; the HQ was overrun, and four battalions stood out of command."""
    cards = "act2-1 act1-1 act6-1"
    match = begin(BEFORE_THE_CHECK, cards=cards, turn=6, called=3, track=3, zone="A")
    go_on(match, "activation-card")
    assert advice(match) == "activate act2-1"
    led(match, *MOVES)
    p: Any = match.position
    bit = BOARD.grid.bit[p.at[BOARD.unit[HQ23]]]
    assert bit & p.troops(AXIS) or not exposed(p, SOVIET, bit)


def test_in_the_turn_that_decides_the_headquarters_goes_with_the_foremost() -> None:
    """It went back from the enemy, and none of those who stood before the zone was activated any more."""
    units = {HQ23: "1712", "i-201-23p": "1511", "ii-201-23p": "1410", "i-126-23p": "1510", "stug-243": "1510",
             R1: "1211", R2: "1211", R3: "1611", "366-126": "1312", "561-91": "1512", "503-91": "1714",
             HQ6: "2013", T1: "1913", T2: "1913"}  # fmt: skip
    match = begin(units, cards="act2-1", turn=6, called=3, track=3, zone="A", attach__stug_243="23P")
    led(to_move(match, "act2-1"), "move")
    assert any(in_command(match, "i-201-23p", "ii-201-23p", "i-126-23p"))


def test_in_the_turn_that_decides_who_can_come_into_the_zone_goes_there_before_he_strikes() -> None:
    """Three battalions with their HQ at hand struck beside it, and nobody who was in command stood in it."""
    units = {HQ23: "1517", "i-201-23p": "1515", "ii-201-23p": "1415", "i-126-23p": "1417", R1: "1016", R2: "1313",
             HQ6: "1615", T1: "1114", T2: "1114"}  # fmt: skip
    match = begin(units, cards="act2-1", turn=6, called=3, track=3, zone="A")
    led(to_move(match, "act2-1"), "move")
    p: Any = match.position
    there = [unit for unit in ("i-201-23p", "ii-201-23p", "i-126-23p")
             if BOARD.zones[0] & BOARD.grid.bit[p.at[BOARD.unit[unit]]]]  # fmt: skip
    assert there
    assert all(in_command(match, *there))


def test_a_line_that_is_cut_is_reopened() -> None:
    """R1 sits on the bridge behind the spearhead: who does not lead comes back for him."""
    units = {HQ6: "1615", T1: "1614", T2: "1615", HQ23: "2411", "i-201-23p": "2310", "i-126-23p": "2411",
             "ii-126-23p": "2311", R1: "1813", R2: "1712"}  # fmt: skip
    match = begin(units, cards="act2-1")
    led(to_move(match, "act2-1"), *MOVES[2:])
    assert box(match) == ("axis", "declare")
    assert advice(match).split()[-1] in ("1813", "1712")


def test_the_division_that_is_cut_off_waits_until_another_has_opened_its_line() -> None:
    """It was activated as if it were in supply, and all its units went on at half their strength (DON-SUP-06)."""
    units = {HQ6: "2011", T1: "2011", T2: "1912", M1: "1912", M2: "2011", HQ23: "2613", "i-201-23p": "2612",
             "i-126-23p": "2613", R1: "2411", R2: "2415", "366-126": "2621", "503-91": "2705",
             "690-126": "1813"}  # fmt: skip
    match = begin(units, cards="act1-1 act2-1")
    go_on(match, "activation-card")
    assert not fed(match, T1)
    assert advice(match) == "activate act2-1"


# ------------------------------------------------------------------ the call and the marker


def test_the_call_comes_in_turn_3_before_the_second_guards_army_does() -> None:
    """Of the games that were called in turn 4 and decided in turn 7, against twice the army, hardly any were won."""
    match = begin({HQ6: "2813", T1: "2713", T2: "2813", R1: "2013"}, turn=3, admin=True, cards="a2-1")
    go_on(match, "calling")
    assert advice(match).startswith("call")


def test_an_activation_of_romanians_is_exchanged() -> None:
    cards = "act4-1 act1-1 act1-2 act2-1 act2-2"
    match = begin({HQ6: "2813", T1: "2713", R1: "2013"}, turn=3, admin=True, luck="axis", cards=cards)
    go_on(match, "exchange", seat="axis")
    assert advice(match) == "swap act4-1"


def test_a_card_of_the_main_effort_is_exchanged_while_its_marker_is_not_on_the_map() -> None:
    """It activates nobody, and was the last card of a game that was lost one hex from the zone."""
    cards = "act7-1 act1-1 act1-2 act2-1 act2-2"
    match = begin({HQ6: "2813", T1: "2713", R1: "2013"}, turn=5, admin=True, luck="axis", cards=cards)
    go_on(match, "exchange", seat="axis")
    assert advice(match) == "swap act7-1"


def test_the_main_effort_lies_with_the_division_that_is_ahead() -> None:
    units = {HQ6: "2813", T1: "2713", HQ23: "1813", "i-201-23p": "1813", "ii-201-23p": "1913", R1: "1018"}
    match = begin(units, turn=5, admin=True, cards="act7-1 act1-1", schwerpunkt=HQ6)
    go_on(match, "marking")
    assert advice(match) == f"mark {HQ23}"


# ------------------------------------------------------------------ the Soviets and the zone

RELIEF = {HQ6: "1113", T1: "1113", T2: "1213", M1: "1313"}
"""The relief has come, by the road from Nizhne-Kumski."""


def fed(match: Match, unit: str) -> bool:
    """Whether a unit traces a line."""
    p: Any = match.position
    return bool(p.traces(p.at[BOARD.unit[unit]], BOARD.side_of[BOARD.unit[unit]]))


@pytest.mark.parametrize("place", ["1217", "1018"])
def test_whoever_stands_at_another_zone_goes_for_those_who_have_come_or_their_line(place: str) -> None:
    """With the enemy in a zone there was no way ahead of him to bar, and nobody moved who was not behind him."""
    units = {**RELIEF, R1: place, "366-126": "3413"}
    match = begin(units, cards="act8-1", active="soviet", turn=5, called=3, track=2, zone="A")
    led(go_on(match, "activation-card"), *MOVES)
    p: Any = match.position
    goals = [p.at[BOARD.unit[T1]], *line(p, p.at[BOARD.unit[T1]]).hexes]
    before, after = (
        min(BOARD.grid.distance(h, goal) for goal in goals) for h in (BOARD.hex[place], p.at[BOARD.unit[R1]])
    )
    assert after < before


@pytest.mark.parametrize("place", ["1217", "1018", "1416"])
def test_nobody_goes_for_the_line_of_those_whom_a_card_feeds(place: str) -> None:
    """Nine guards regiments came in the turn that decides, and marched off to a line that did not matter any more."""
    match = begin({**RELIEF, R1: place}, cards="act8-1", active="soviet", turn=6, called=3, track=3, zone="A")
    p: Any = match.position
    p.fed = sum(1 << BOARD.unit[unit] for unit in (T1, T2, M1))

    def far() -> int:
        p: Any = match.position
        h = p.at[BOARD.unit[R1]]
        return min(BOARD.grid.distance(h, p.at[BOARD.unit[unit]]) for unit in (T1, T2, M1))

    before = far()
    led(go_on(match, "activation-card"), *MOVES)
    assert far() < before


def test_one_unit_cuts_the_line_where_one_is_enough() -> None:
    """All bridges but two are barred, and all ways round the river."""
    units = {**RELIEF, R1: "1917", R3: "2021", "366-126": "2023", "503-91": "1705", SM: "1516"}
    match = begin(units, cards="act9-1", active="soviet", turn=6, called=3, track=3, zone="A")
    assert fed(match, T1)
    led(go_on(match, "activation-card"), *MOVES)
    assert not fed(match, T1)


def test_the_soviets_cut_the_line_at_a_bridge_that_nobody_keeps() -> None:
    """Both panzer divisions are beyond the Aksai, and four hexes from the bridge stands a tank corps."""
    units = {HQ6: "1912", T1: "1812", T2: "1812", M1: "1911", R1: "1712", R2: "1714", **TANK_CORPS,
             "366-126": "2621", "503-91": "2705", "690-126": "1917"}  # fmt: skip
    match = begin(units, cards="act12-1", active="soviet")
    assert fed(match, T1)
    led(go_on(match, "activation-card"), *MOVES)
    assert not fed(match, T1)


def test_romanian_headquarters_are_not_chased_across_the_map() -> None:
    units = {HQ6: "2411", T1: "2411", T2: "2311", "vi-corps-hq": "3403", SCAV: "3006"}
    match = begin(units, cards="act9-1", active="soviet")
    led(go_on(match, "activation-card"), *MOVES)
    p: Any = match.position
    assert p.at[BOARD.unit[SCAV]] != BOARD.hex["3403"]


def test_a_free_choice_falls_on_those_who_stand_before_the_foremost_enemy_whoever_he_is() -> None:
    """Romanians in the zone; the panzers are far away."""
    units = {ROM: "1113", "vi-corps-hq": "1113", HQ6: "3605", T1: "3605", R1: "3206", R2: "1215"}
    match = begin(units, cards="act12-1", active="soviet", turn=6, called=3, track=3, zone="A")
    go_on(match, "activation-card")
    match.play("activate act12-1")
    go_on(match, "whom")
    assert advice(match) == "colour 51a-blue"


# ------------------------------------------------------------------ reasons


def test_a_reason_names_what_is_hoped_for_and_the_next_best() -> None:
    match = begin({HQ6: "3405", T1: "3306", M1: "3307", HQ23: "3507", R1: "3206"}, cards="act1-1 act2-1")
    go_on(match, "activation-card")
    p: Any = match.position
    said = why(p, policy(p, random.Random(1)))
    assert said.startswith("6. Panzer promises ")
    assert "attacks" in said
    assert "The next best is 23. Panzer with " in said


def test_the_reason_of_an_attack_names_its_odds_and_its_price() -> None:
    match = begin({HQ6: "3405", T1: "3306", T2: "3306", M1: "3307", R1: "3206"}, cards="act1-1")
    to_fight(match, "act1-1")
    p: Any = match.position
    said = why(p, policy(p, random.Random(1)))
    assert said.startswith("Against 3206 at ")
    assert "; expected: " in said
    assert " enemy steps and " in said
    assert "; worth " in said


@pytest.mark.rule("DON-RIVER-04")
@pytest.mark.parametrize("straggler", ["1705", "1806", "1808"])
def test_engineers_bridge_the_river_before_the_spearhead(straggler: str) -> None:
    """A bridge was laid somewhere beside a German unit, as a rule where nobody wanted to cross."""
    match = begin({HQ6: "2214", T1: "1814", M1: straggler}, [4], cards="act1-1 al6-1", turn=5)
    go_on(match, "muster")
    play(match, "begin", "play al6-1 general")
    while box(match)[1] != "build-bridge":
        play(match, "pass" if box(match)[1] in ("answer", "window") else "keep")

    def to_the_zone() -> int:
        p: Any = match.position
        return int(way(p, aim(p, PLAIN))[p.at[BOARD.unit[T1]]])

    before = to_the_zone()
    play(match, advice(match))
    assert to_the_zone() < before
