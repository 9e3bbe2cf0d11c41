"""Duties, declarations, odds, and the results of battles."""

from typing import Any

import pytest

from mamayev.engine.event import Roll
from mamayev.engine.refusal import Refusal
from mamayev.games.barbarossa.printed.board import ours
from mamayev.games.barbarossa.rules.declaration import Battle
from mamayev.games.barbarossa.rules.odds import doubled_hexes, odds_name
from mamayev.games.barbarossa.rules.results import RESULTS
from mamayev.match.match import Match

from .campaign import (
    A3,
    A4,
    A5,
    A7,
    A9,
    A12,
    CAV,
    HU,
    IN,
    IN2,
    IN3,
    IN4,
    PZ,
    PZ2,
    PZ3,
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
    verbs,
)

BOARD = ours()


def to_combat(units: dict[str, str], dice: tuple[int, ...] = (), **more: Any) -> Match:
    """The battles are to be declared."""
    return play(begin(units, dice, **more), "done")


def battle(units: dict[str, str], *dice: int, **more: Any) -> Match:
    """One battle, all units in contact in it."""
    match = to_combat(units, dice, **more)
    attackers, defenders = (
        sorted(unit for unit in units if unit.startswith("ru-") == russian and at(match, unit) != "lost")
        for russian in (False, True)
    )
    for unit in defenders:
        if f"target {unit}" in map(str, actions(match)):
            match.play(f"target {unit}")
    for unit in attackers:
        if f"attack {unit}" in map(str, actions(match)):
            match.play(f"attack {unit}")
    return play(match, "declared")


def actions(match: Match) -> list[Any]:
    """All legal actions."""
    return [] if match.decision is None else list(match.decision.actions)


def declared(match: Match) -> list[str]:
    """The battles that were declared."""
    return [text for text in told(match, "BAR-COMBAT-09") if " against " in text]


def roll(match: Match) -> Roll:
    """The last throw."""
    return next(event for event in reversed(match.events) if isinstance(event, Roll) and event.chart == "combat")


# ------------------------------------------------------------------ BAR-COMBAT


@pytest.mark.rule("BAR-COMBAT-01", "BAR-COMBAT-02", "BAR-COMBAT-03", "BAR-COMBAT-13", "BAR-FLOW-05")
def test_who_stands_beside_an_enemy_must_attack_and_be_attacked() -> None:
    match = to_combat({PZ: "F34", IN: "F36", IN2: "C38", A4: "F35", A7: "G37", A9: "J37"})
    assert box(match) == ("german", "declare")
    p: Any = match.position
    assert {unit for unit in (PZ, IN, IN2, A4, A7, A9) if p.free >> BOARD.unit[unit] & 1} == {PZ, IN, A4, A7}
    assert "declared" not in quiet(match)
    assert refused(match, f"target {A9}") == ("BAR-COMBAT-13",)
    assert refused(match, f"target {IN}") == ("BAR-COMBAT-01",)
    play(match, f"target {A4}")
    assert refused(match, f"attack {IN}") == ("BAR-COMBAT-02", "BAR-COMBAT-03"), "nobody else could attack A7"
    play(match, f"attack {PZ}", "declared", f"target {A7}", f"attack {IN}")
    assert refused(match, "done")
    match.undo()
    assert "propose" in quiet(match)
    idle = go_on(begin({PZ: "F33", A4: "F35"}), "russian", "move")
    assert not idle.facts()["turn"] > 1, "nobody is forced to go near an enemy"


def test_the_forecast_of_a_certain_battle_tells_nothing_of_the_next() -> None:
    """The last battle is fought without a question."""
    strong = {"ge-pz-xli": "K34", "ge-pz-xlvii": "K34", "ge-pz-xlviii": "K34", "ru-cav-5": "K35"}
    match = play(begin({PZ: "F34", PZ2: "F34", PZ3: "F34", CAV: "F35"} | strong), "done", "propose")
    assert box(match) == ("german", "fight")
    assert match.decision is not None
    told = match.decision.foretell(f"fight {CAV}")
    assert [event.pieces for event in told.events if event.kind == "loss"] == [(CAV,)]
    assert [ghost.id for ghost in told.pieces] == [CAV]
    match.play(f"fight {CAV}")
    assert at(match, "ru-cav-5") == "lost"


@pytest.mark.rule("BAR-COMBAT-04", "BAR-COMBAT-05", "BAR-COMBAT-06", "BAR-COMBAT-07")
def test_all_attackers_of_a_battle_touch_all_its_defenders_and_each_unit_fights_once() -> None:
    match = to_combat({PZ: "F34", PZ2: "F34", IN: "F36", A4: "F35", A3: "F35"})
    play(match, f"target {A4}", f"attack {PZ}")
    assert {PZ2, IN} <= offered(match, "attack")
    match.play("declared")
    assert refused(match, f"target {A4}") == ("BAR-COMBAT-04",)
    assert offered(match, "target") == {A3}, "units of one hex are attacked in separate battles"
    apart = to_combat({PZ: "F34", IN: "F36", A4: "F35", A3: "F37"})
    play(apart, f"target {A3}")
    assert refused(apart, f"attack {PZ}") == ("BAR-COMBAT-05",)
    apart = play(to_combat({IN: "F36", A4: "F35", A3: "F37"}), f"target {A3}", f"attack {IN}")
    assert offered(apart, "target") == {A4}, "one attacker against two hexes"


@pytest.mark.rule("BAR-COMBAT-08", "BAR-COMBAT-02", "BAR-COMBAT-03")
def test_a_soak_off_in_two_hexes() -> None:
    """BAR-EX-05."""
    match = to_combat({PZ: "F34", PZ2: "F34", PZ3: "F34", IN: "E36", A3: "G35", A4: "F35"}, (4, 4))
    play(match, f"target {A3}", f"attack {PZ}", f"attack {PZ2}", f"attack {PZ3}", "declared")
    play(match, f"target {A4}", f"attack {IN}", "declared")
    assert declared(match) == [
        "III Panzer Corps, XXIV Panzer Corps, XXXIX Panzer Corps against 3rd Army: 24 to 7, 3-1.",
        "I Corps against 4th Army: 4 to 6, 1-2.",
    ]


@pytest.mark.rule("BAR-COMBAT-11", "BAR-COMBAT-12", "BAR-FLOW-02")
def test_a_hopeless_attacker_falls_before_any_battle() -> None:
    """BAR-EX-03."""
    match = battle({HU: "F34", A3: "F35"})
    assert (at(match, HU), at(match, A3)) == ("lost", "F35")
    assert told(match, "BAR-COMBAT-11")[0].endswith("is eliminated, its attack being hopeless.")
    assert box(match) == ("russian", "move")


@pytest.mark.rule("BAR-COMBAT-11", "BAR-COMBAT-06")
def test_a_hopeless_battle_that_can_be_avoided_is_refused() -> None:
    """BAR-EX-04."""
    units = {PZ: "E35", PZ2: "E35", HU: "E35", A4: "F34", A3: "F35"}
    match = play(to_combat(units, (3, 3)), f"target {A4}", f"attack {PZ}", f"attack {PZ2}")
    assert refused(match, "declared") == ("BAR-COMBAT-11",), "1 against 7 would be left"
    match.undo()
    play(match, f"attack {HU}", "declared", f"target {A3}", f"attack {PZ2}", "declared")
    assert [text.rpartition(": ")[2] for text in declared(match)] == ["9 to 6, 1-1.", "8 to 7, 1-1."]
    proposed = play(to_combat(units, (3, 3)), "propose")
    assert at(proposed, HU) != "lost"


@pytest.mark.rule("BAR-COMBAT-09", "BAR-COMBAT-10", "BAR-SEQ-05", "BAR-FLOW-04")
def test_all_battles_are_declared_before_the_first_die_and_fought_in_any_order() -> None:
    units = {PZ: "S25", IN: "F36", A4: "S26", A7: "F35", A9: "G37"}
    match = to_combat(units, (6, 5))
    assert refused(match, f"fight {A7}")
    play(match, f"target {A4}", f"attack {PZ}", "declared")
    match.undo()
    play(match, "declared", f"target {A7}", f"attack {IN}", f"target {A9}", "declared")
    assert box(match) == ("german", "fight")
    assert offered(match, "fight") == {A4, A7, A9}
    assert refused(match, f"fight {A3}") == ("BAR-COMBAT-09", "BAR-SEQ-05")
    play(match, f"fight {A4}")
    assert [event.dice for event in match.events if isinstance(event, Roll)] == [(6,), (5,)], "the last without asking"
    assert (at(match, PZ), at(match, IN), box(match)) == ("lost", "lost", ("russian", "move"))


# ------------------------------------------------------------------ BAR-ODDS


@pytest.mark.rule("BAR-ODDS-03")
def test_odds_are_rounded_for_the_defender() -> None:
    """BAR-EX-01, BAR-EX-02."""
    pairs = [(15, 4), (7, 2), (8, 8), (4, 10), (2, 7), (21, 3), (20, 3), (1, 6), (1, 7)]
    assert [odds_name(*pair) for pair in pairs] == [
        "3-1", "3-1", "1-1", "1-3", "1-4", "7-1 or better", "6-1", "1-6", "worse than 1-6",
    ]  # fmt: skip


@pytest.mark.rule("BAR-ODDS-04", "BAR-ODDS-05", "BAR-RESULT-03", "BAR-COMP-04")
def test_at_seven_to_one_no_die_is_thrown() -> None:
    automatic = battle({PZ: "F34", PZ2: "F34", RES: "F36", CAV: "F35"})
    assert at(automatic, CAV) == "lost"
    assert told(automatic, "BAR-ODDS-04") == ["21 to 3, 7-1 or better: D Elim."]
    thrown = battle({PZ: "F34", PZ2: "F34", IN: "F36", CAV: "F35"}, 2)
    assert (roll(thrown).dice, roll(thrown).result, roll(thrown).modifiers) == ((2,), "D Back 2", ())


@pytest.mark.rule("BAR-ODDS-05", "BAR-RESULT-02", "BAR-RESULT-03", "BAR-RESULT-04", "BAR-RESULT-05")
def test_the_whole_results_table() -> None:
    table: Any = begin({}).table
    rows = next(t for t in table.game.ledger().data["table"] if t["id"] == "BAR-T-CRT")["rows"]
    assert [list(row) for row in table.combat] == [row[1:] for row in rows]
    assert sum(row.count(code) for row in table.combat for code in RESULTS) == 66
    # A die of 1 to 6 in the column 1-1: D Elim, Exchange, D Back 2, A Back 2, A Elim, A Elim.
    column = [table.combat[n][5] for n in range(6)]
    assert column == ["DE", "EX", "DB2", "AB2", "AE", "AE"]
    for die, lost in ((1, A3), (5, PZ)):
        match = battle({PZ: "F34", A3: "F35"}, die)
        assert (at(match, lost), roll(match).result) == ("lost", {1: "D Elim", 5: "A Elim"}[die])


@pytest.mark.rule("BAR-ODDS-06")
def test_a_surrounded_defender_is_lost_at_five_to_one_on_every_die() -> None:
    for die in range(1, 7):
        match = battle({PZ: "F34", IN: "F34", IN2: "F36", CAV: "F35"}, die)
        assert (roll(match).column, at(match, CAV)) == (10, "lost"), die


@pytest.mark.rule("BAR-ODDS-01", "BAR-ODDS-02", "BAR-TERRAIN-08", "BAR-TERRAIN-11", "BAR-TERRAIN-19")
def test_mountains_double_the_defender_swamps_and_minor_cities_do_not() -> None:
    assert "16 to 14" in roll(battle({PZ: "GG5", PZ2: "GG5", A3: "GG4"}, 6)).text
    assert "16 to 7" in roll(battle({PZ: "T28", PZ2: "T28", A3: "T29"}, 6)).text, "swamp"
    minor = battle({PZ: "FF12", PZ2: "FF12", A3: "FF13"}, 6)
    assert "16 to 7" in roll(minor).text, "Zhitomir"
    high = battle({PZ: "GG4", PZ2: "GG4", A3: "HH3"}, 6)
    assert "16 to 7" in roll(high).text, "the attacker's terrain changes nothing"


@pytest.mark.rule("BAR-TERRAIN-18", "BAR-TERRAIN-20")
def test_a_city_on_a_river_doubles_once() -> None:
    """BAR-EX-09."""
    match = battle({PZ: "FF14", PZ2: "FF14", PZ3: "FF14", A4: "FF15"}, 6)
    assert "24 to 12, defenders doubled (in a major city), 2-1" in roll(match).text


@pytest.mark.rule(
    "BAR-TERRAIN-12", "BAR-TERRAIN-14", "BAR-TERRAIN-15", "BAR-TERRAIN-17", "BAR-ADVANCE-02", "BAR-WEATHER-10"
)
def test_a_river_doubles_against_attackers_from_one_bank() -> None:
    """BAR-EX-07, BAR-EX-08: U19 has river to the west and east."""
    for turn in (1, 8):
        one_bank = battle({PZ: "T18", PZ2: "T19", A3: "U19"}, 1, turn=turn)
        assert "16 to 14, defenders doubled (attacked from one bank alone), 1-1" in roll(one_bank).text
        assert f"advance {PZ} U19" in map(str, actions(one_bank))
    both = {PZ: "T18", PZ2: "V19", A3: "U19"}
    along = {PZ: "T18", PZ2: "U20", A3: "U19"}
    for units in (both, along):
        match = battle(units, 1)
        assert "16 to 7, 2-1" in roll(match).text
        assert box(match) == ("russian", "move"), "no advance"
        any_bank = battle(units, 1, options={"river_doubling": "any"})
        assert "16 to 14" in roll(any_bank).text
        assert box(any_bank) == ("german", "advance")


@pytest.mark.rule("BAR-TERRAIN-16")
def test_at_a_confluence_two_banks_undo_the_doubling() -> None:
    name, hexes = confluence()
    p: Any = begin({PZ: hexes[0], PZ2: hexes[1], A3: name}).position
    units = [1 << BOARD.unit[unit] for unit in (PZ, PZ2, A3)]
    assert doubled_hexes(p, units[0], units[2]) == [BOARD.hex[name]]
    assert doubled_hexes(p, units[0] | units[1], units[2]) == []


def confluence() -> tuple[str, list[str]]:
    """A river hex with three banks, and a hex on each of two of them."""
    for h, banks in BOARD.banks.items():
        sides = {banks[d]: n for d, n in enumerate(BOARD.grid.toward[h]) if banks[d] and BOARD.nets[0].leads(n, h)}
        if len(sides) >= 3 and not BOARD.city_hexes & BOARD.grid.bit[h]:
            return BOARD.grid.ids[h], [BOARD.grid.ids[sides[bank]] for bank in sorted(sides)[:2]]
    raise AssertionError("no confluence")


@pytest.mark.rule("BAR-TERRAIN-21", "BAR-ADVANCE-01", "BAR-ADVANCE-04", "BAR-STACK-02")
def test_doubling_is_judged_hex_by_hex() -> None:
    """BAR-EX-10."""
    units = {PZ: "FF4", PZ2: "FF4", PZ3: "FF4", "ge-pz-xlvii": "HH4", "ge-pz-xlviii": "HH4", A4: "GG4", A3: "GG5"}
    match = battle(units, 1)
    assert "40 to 19" in roll(match).text
    assert {a.split()[-1] for a in map(str, actions(match)) if a.startswith("advance")} == {"GG4"}
    assert refused(match, f"advance {PZ} GG5") == ("BAR-ADVANCE-01", "BAR-ADVANCE-02")
    play(match, f"advance {PZ} GG4", f"advance {PZ2} GG4", "advance ge-pz-xlvii GG4")
    assert box(match) == ("russian", "move"), "three stand in it: nobody else is asked"


# ------------------------------------------------------------------ exchange


@pytest.mark.rule("BAR-RESULT-01", "BAR-RESULT-06", "BAR-RESULT-07", "BAR-RESULT-08", "BAR-ADVANCE-03")
def test_an_exchange_with_a_doubled_defender() -> None:
    """BAR-EX-11."""
    match = battle({PZ: "GG5", PZ2: "GG5", IN: "FF4", IN2: "FF4", A4: "GG4"}, 5)
    assert (at(match, A4), box(match), offered(match, "lose")) == ("lost", ("german", "exchange"), {PZ, PZ2, IN, IN2})
    assert match.decision is not None
    costs = {one["piece"]: one["cost"] for one in match.decision.to_data()["actions"] if "cost" in one}
    assert (costs[PZ], costs[IN]) == ("8 factors, 12 owed", "4 factors, 12 owed")
    play(match, f"lose {IN}")
    assert refused(match, f"lose {IN2}") == ("BAR-RESULT-08",), "8 + 4 + 4 holds a 4 too many"
    play(match, f"lose {PZ}")
    assert box(match) == ("german", "advance")
    assert offered(match, "advance") == {PZ2, IN2}
    other = play(battle({PZ: "GG5", PZ2: "GG5", IN: "FF4", IN2: "FF4", A4: "GG4"}, 5), f"lose {PZ}", f"lose {PZ2}")
    assert offered(other, "advance") == {IN, IN2}


@pytest.mark.rule("BAR-RESULT-06", "BAR-RESULT-07", "BAR-RESULT-08", "BAR-FLOW-03")
def test_an_exchange_that_the_defender_survives() -> None:
    """BAR-EX-12: he must give up the 5-7-4, which is done without asking."""
    match = battle({RES: "F34", A3: "F35", CAV: "F35"}, 2)
    assert roll(match).result == "Exchange"
    assert (at(match, RES), at(match, A3), at(match, CAV)) == ("lost", "lost", "F35")
    equal = battle({"ge-pz-lvii": "F34", A3: "F35"}, 2)
    assert (at(equal, "ge-pz-lvii"), at(equal, A3)) == ("lost", "lost")
    asked = battle({"ge-pz-lvii": "F34", A3: "F35", A5: "F35"}, 2)
    assert (box(asked), offered(asked, "lose")) == (("russian", "exchange"), {A3, A5})


# ------------------------------------------------------------------ retreat


ATTACK = {PZ: "F34", PZ2: "F34", IN: "F34"}
"""20 factors from the west: 3-1 against a 4-6-4, on a 3 D Back 2."""


@pytest.mark.rule("BAR-RETREAT-01", "BAR-RETREAT-02", "BAR-RETREAT-03", "BAR-RETREAT-06", "BAR-RESULT-05")
def test_the_winner_moves_the_beaten_unit_two_hexes_away_out_of_zones() -> None:
    """BAR-EX-14."""
    match = battle(ATTACK | {A4: "F35"}, 3)
    assert box(match) == ("german", "retreat")
    assert ends(match, A4, "retreat") == {"F37", "E37", "G37", "D35", "D36", "H35", "H36"}
    assert refused(match, f"retreat {A4} F36") == ("BAR-RETREAT-02",)
    assert refused(match, f"retreat {A4} D34") == ("BAR-RETREAT-03",)
    play(match, f"retreat {A4} F37")
    assert at(match, A4) == "F37"
    owner = battle(ATTACK | {A4: "F35"}, 3, options={"retreat_chooser": "owner"})
    assert box(owner) == ("russian", "retreat")


@pytest.mark.rule("BAR-RETREAT-03", "BAR-ADVANCE-01", "BAR-FLOW-06")
def test_a_retreat_into_zones_kills() -> None:
    """BAR-EX-13."""
    match = battle({PZ: "F34", PZ2: "F36", IN: "F36", A4: "F35"}, 3)
    assert (roll(match).result, at(match, A4)) == ("D Back 2", "lost")
    assert box(match) == ("russian", "move"), "not doubled: no advance"


@pytest.mark.rule("BAR-RETREAT-04", "BAR-RETREAT-05", "BAR-STACK-02")
def test_only_so_many_are_saved_as_find_room_and_the_winner_says_which() -> None:
    """BAR-EX-15: F37 alone is safe, and two stand in it."""
    units = {PZ: "F34", PZ2: "F34", PZ3: "F34", IN: "D36", IN2: "H36", A4: "F35", A7: "F35", A9: "F37", A12: "F37"}
    for chooser, seat in (("winner", "german"), ("owner", "russian")):
        match = battle(units, 3, options={"retreat_chooser": chooser})
        assert (box(match), ends(match, A4, "retreat")) == ((seat, "retreat"), {"F37"})
        play(match, f"retreat {A7} F37")
        assert (at(match, A7), at(match, A4)) == ("F37", "lost")
    free = battle({u: h for u, h in units.items() if u != A12}, 3)
    play(free, f"retreat {A7} F37")
    assert at(free, A4) == "F37", "both are saved: the second one is led without asking"


@pytest.mark.rule("BAR-RETREAT-05")
def test_no_route_is_chosen_that_costs_a_unit_which_could_be_saved() -> None:
    # 8-8-6 in H36 and D36 leave F37 alone to those who come from F35; G38 and E38 are reached by nobody.
    units = {PZ: "F34", PZ2: "F34", PZ3: "F34", IN: "D36", IN2: "H36", A4: "F35", A7: "F35", A9: "F37"}
    match = battle(units, 3)
    p: Any = match.position
    assert p.frames[-2][Battle.saved] == 2
    assert ends(match, A4, "retreat") == ends(match, A7, "retreat") == {"F37"}


@pytest.mark.rule("BAR-RESULT-04", "BAR-RETREAT-01", "BAR-RETREAT-08", "BAR-ADVANCE-06", "BAR-FLOW-03")
def test_beaten_attackers_are_led_by_the_defender_who_stays() -> None:
    match = battle({PZ: "F34", A3: "F35"}, 4)
    assert (roll(match).result, box(match)) == ("A Back 2", ("russian", "retreat"))
    play(match, f"retreat {PZ} F32")
    assert (at(match, PZ), at(match, A3), box(match)) == ("F32", "F35", ("russian", "move"))
    stays = play(battle(ATTACK | {A4: "F35"}, 3), f"retreat {A4} F37")
    assert at(stays, PZ) == "F34"


@pytest.mark.rule("BAR-RETREAT-07")
def test_who_retreats_into_a_hex_takes_no_part_in_its_battle() -> None:
    match = to_combat({PZ: "F34", IN: "F39", A4: "F35", A9: "F38"}, (1, 1))
    play(match, f"target {A4}", f"attack {PZ}", "declared", f"target {A9}", f"attack {IN}", "declared")
    p: Any = match.position
    p.go(BOARD.unit[A4], [BOARD.hex["F38"]], "retreat")
    play(match, f"fight {A9}")
    assert "4 to 6" in roll(match).text
    assert at(match, A4) == "F38"


# ------------------------------------------------------------------ advance


@pytest.mark.rule("BAR-ADVANCE-01", "BAR-ADVANCE-03", "BAR-ADVANCE-04", "BAR-ADVANCE-05")
def test_attackers_advance_into_a_doubled_hex_they_emptied() -> None:
    units = {PZ: "S25", PZ2: "S25", PZ3: "R25", IN: "T24", A4: "S26", A7: "R28", A9: "S28"}
    match = battle(units, 1)
    assert box(match) == ("german", "advance")
    assert refused(match, f"advance {IN} S26") == ("BAR-ADVANCE-04",), "it has not fought"
    play(match, f"advance {PZ} S26")
    assert (at(match, PZ), offered(match, "advance")) == ("S26", {PZ2, PZ3})
    assert refused(match, f"advance {PZ2} S27") == ("BAR-ADVANCE-03",)
    play(match, "halt")
    assert box(match) == ("russian", "move"), "who advances beside an enemy does not fight again"
    assert match.facts()["german_objectives"] == 1


@pytest.mark.rule("BAR-ADVANCE-03", "BAR-COMBAT-07")
def test_no_advance_while_another_defender_is_left_in_the_hex() -> None:
    """BAR-EX-06."""
    units = {PZ: "GG5", PZ2: "GG5", PZ3: "GG5", IN: "FF4", A4: "GG4", A3: "GG4"}
    match = to_combat(units, (1, 3))
    play(match, f"target {A4}", f"attack {PZ}", f"attack {PZ2}", f"attack {PZ3}", "declared")
    play(match, f"target {A3}", f"attack {IN}", "declared")
    assert [text.rpartition(": ")[2] for text in declared(match)] == [
        "24 to 12, defenders doubled (in mountains), 2-1.",
        "4 to 14, defenders doubled (in mountains), 1-4.",
    ]
    play(match, f"fight {A4}")
    assert (at(match, A4), at(match, A3)) == ("lost", "GG4")
    assert "advance" not in verbs(match)


@pytest.mark.rule("BAR-SEQ-04", "BAR-COMP-08")
def test_units_of_several_nations_fight_together() -> None:
    match = battle({"rm-in-i": "F34", "it-in-ii": "F34", HU: "F34", A4: "F35"}, 6, turn=13)
    assert "5 to 6" in roll(match).text


def test_the_battles_that_are_proposed_are_legal_and_cover_everybody() -> None:
    units = {PZ: "F34", IN: "F36", IN2: "E35", IN3: "G36", IN4: "G35", A4: "F35", A7: "F35", SHOCK: "G37", CAV: "F37"}
    match = play(to_combat(units, (6,) * 9), "propose")
    p: Any = match.position
    assert not p.free


@pytest.mark.rule("BAR-ODDS-03", "BAR-ODDS-04", "BAR-COMBAT-11")
def test_odds_and_chances_are_told_before_a_battle_is_declared() -> None:
    match = play(to_combat({PZ: "F34", PZ2: "F34", A4: "F35"}), f"target {A4}")

    def told_of(action: str) -> tuple[str, dict[str, float]]:
        assert match.decision is not None
        (found,) = match.decision.foretell(action).rolls
        return found.title, {outcome.text: round(6 * outcome.chance) for outcome in found.outcomes}

    assert told_of(f"attack {PZ}") == (
        "8 to 6, 1-1",
        {"D Elim": 1, "Exchange": 1, "D Back 2": 1, "A Back 2": 1, "A Elim": 2},
    )
    play(match, f"attack {PZ}", f"attack {PZ2}")
    assert told_of("declared") == (
        "16 to 6, 2-1",
        {"D Elim": 1, "Exchange": 2, "D Back 2": 1, "A Back 2": 1, "A Elim": 1},
    )
    assert told_of("propose")[0] == "16 to 6, 2-1"
    match = play(to_combat({PZ: "F34", PZ2: "F34", RES: "F34", CAV: "F35"}), f"target {CAV}", f"attack {PZ}")
    play(match, f"attack {PZ2}")
    assert told_of(f"attack {RES}") == ("21 to 3, 7-1 or better", {"D Elim": 6})
    match = play(to_combat({HU: "F34", A3: "F35"}), f"target {A3}")
    assert told_of(f"attack {HU}") == ("1 to 7, worse than 1-6", {"the attackers are eliminated": 6})


@pytest.mark.rule("BAR-RETREAT-01", "BAR-RETREAT-02", "BAR-WIN-06")
def test_of_two_ways_back_the_leader_chooses_whether_a_city_changes_hands() -> None:
    units = {A4: "V13", PZ: "U14", PZ2: "U14"}
    for through, holder in (("W14", 0), ("W13", 1)):
        match = begin(units, [3], city__Minsk="german")
        play(match, "done", f"target {A4}", f"attack {PZ}", f"attack {PZ2}", "declared")
        assert match.decision is not None
        assert match.decision.prompt == "D Back 2: retreat which Russian unit, and where?"
        match.play(f"retreat {A4} X13")
        assert box(match) == ("german", "retreat-way")
        assert verbs(match) == {"by"}
        assert refused(match, "by V12")
        match.play(f"by {through}")
        assert at(match, A4) == "X13"
        p: Any = match.position
        assert p.holds(holder, BOARD.named["Minsk"])
    plain = begin(units, [3])
    play(plain, "done", f"target {A4}", f"attack {PZ}", f"attack {PZ2}", "declared", f"retreat {A4} X13")
    assert box(plain)[1] != "retreat-way", "the city is Russian already"


@pytest.mark.rule("BAR-COMBAT-05", "BAR-COMBAT-09")
def test_all_who_may_strike_join_by_one_click_and_nothing_is_declared_by_it() -> None:
    match = play(begin({A4: "F35", A7: "E35", IN: "F34", IN2: "F34", PZ: "E34", HU: "E36"}), "done")
    assert refused(match, "join-all") == ("BAR-COMBAT-05",)
    play(match, f"target {A4}")
    assert match.decision is not None
    button = {verb["verb"]: verb for verb in match.decision.to_data()["verbs"]}["join-all"]
    assert button["key"] == "a"
    play(match, "join-all", f"take-out {IN}", "join-all")
    p: Any = match.position
    assert not p.battles
    play(match, "declared")
    assert any(f", {button['cost']}." in event.text for event in match.events), "the button told the odds"
    assert box(match) == ("german", "declare"), "the other army is left to somebody"


@pytest.mark.rule("BAR-COMBAT-05", "BAR-COMBAT-09", "BAR-COMBAT-07")
def test_a_hex_is_struck_by_all_who_may_and_the_next_one_declares_it() -> None:
    units = {PZ: "S25", PZ2: "S25", A4: "S26", A3: "S26", IN: "F36", A7: "F35", A9: "G37"}
    match = to_combat(units, (6, 5))
    assert refused(match, "strike S25") == ("BAR-COMBAT-02", "BAR-COMBAT-04")
    assert match.decision is not None
    (told,) = match.decision.foretell("strike S26").rolls
    play(match, "strike S26")
    p: Any = match.position
    assert not p.battles
    assert told.title.startswith("16 to 26, defenders doubled")
    assert {f"take-out {unit}" for unit in (PZ, PZ2, A4, A3)} <= {str(action) for action in match.decision.actions}
    play(match, f"take-out {A3}", f"take-out {PZ2}", "strike S26")
    assert len(match.position.battles) == 1, "one unit of the hex alone is declared"  # type: ignore[attr-defined]


@pytest.mark.rule("BAR-COMBAT-05", "BAR-COMBAT-09")
def test_a_click_on_another_enemy_says_that_the_open_battle_comes_first() -> None:
    match = play(to_combat({PZ: "S25", A4: "S26", IN: "F36", A7: "F35"}), f"target {A7}")
    (_, reason), *_ = match.why(piece=A4, space="S26")
    assert reason.text == (
        "No free attacker is next to 4th Army and every other target of this battle: declare it first, "
        "or remove its units."
    )
    assert reason.clauses == ("BAR-COMBAT-05", "BAR-COMBAT-09")


@pytest.mark.rule("BAR-COMBAT-02", "BAR-COMBAT-11")
def test_nobody_is_struck_while_the_open_battle_leaves_somebody_over() -> None:
    match = to_combat({PZ: "F34", IN: "F36", A4: "F35", A7: "G37"})
    play(match, "strike F35")
    assert IN not in offered(match, "take-out"), "nobody else could attack the other army"
    play(match, "strike G37", "declared")
    assert [text.split(":")[0] for text in declared(match)] == [
        "III Panzer Corps against 4th Army", "I Corps against 7th Army",
    ]  # fmt: skip


@pytest.mark.rule("BAR-COMBAT-09")
def test_a_declared_battle_is_declared_anew_before_the_first_die() -> None:
    units = {PZ: "S25", PZ2: "S25", A4: "S26", IN: "F36", IN2: "F36", A7: "F35", A9: "C37", IN3: "C38"}
    match = play(to_combat(units, (6, 5, 5)), "strike S26", "strike F35")
    assert refused(match, "reopen C37") == ("BAR-COMBAT-09",)
    play(match, "reopen S26")
    p: Any = match.position
    assert [p.names(one) for one in p.battles] == ["7th Army, I Corps, II Corps"], "the open one is declared"
    play(match, f"take-out {PZ2}", f"attack {PZ2}", "strike C37", "declared")
    assert len(declared(match)) == 5
    assert box(match) == ("german", "fight")


@pytest.mark.rule("BAR-FLOW-05", "BAR-COMBAT-08")
def test_what_is_proposed_spares_the_strong_and_leaves_a_battle_as_it_was_set() -> None:
    """The strong go where they win, the weakest soak off, however the first legal declaration falls out."""
    units = {PZ: "F34", PZ2: "F34", HU: "F34", A4: "F35", A3: "E35"}
    match = play(to_combat(units, (6, 6)), "propose")
    sums = sorted(text.rpartition(": ")[2] for text in declared(match))
    assert sums == ["1 to 6, 1-6.", "16 to 7, 2-1."]
    match = play(to_combat(units, (6, 6)), f"target {A4}", f"attack {PZ}", "propose")
    assert declared(match)[0] == "III Panzer Corps against 4th Army: 8 to 6, 1-1."


@pytest.mark.rule("BAR-RESULT-05", "BAR-RETREAT-05", "BAR-RESULT-07")
@pytest.mark.parametrize(("result", "asked"), [("retreat", "retreat"), ("exchange", "exchange")])
def test_a_script_may_begin_with_a_result(result: str, asked: str) -> None:
    match = begin({A4: "F35", PZ: "F34", IN: "F34", IN2: "E35"}, **{result: "F35"})
    assert box(match) == ("german", asked)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [({"retreat": "F34"}, "No enemy unit is next to F34"), ({"retreat": "F35", "exchange": "F35"}, "last change")],
)
def test_a_result_needs_enemies_beside_the_hex_and_comes_last(more: Any, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        begin({A4: "F35", PZ: "F34", IN: "F34"} if len(more) == 2 else {A4: "F34"}, **more)


@pytest.mark.rule("BAR-COMBAT-05", "BAR-COMBAT-09")
def test_who_has_joined_a_battle_is_taken_out_again_and_the_last_target_ends_it() -> None:
    match = play(begin({A4: "F35", IN: "F34", IN2: "F34", PZ: "F34"}), "done", f"target {A4}", f"attack {IN}")
    assert refused(match, f"take-out {PZ}") == ("BAR-COMBAT-09",)
    play(match, f"attack {PZ}", f"take-out {IN}")
    assert (offered(match, "attack"), offered(match, "take-out")) == ({IN, IN2}, {PZ, A4})
    play(match, f"attack {IN}", f"take-out {A4}")
    assert offered(match, "target") == {A4}, "nobody attacks any more"


@pytest.mark.rule("BAR-COMBAT-02", "BAR-COMBAT-03", "BAR-FLOW-05")
def test_a_battle_that_is_open_again_is_completed_by_a_proposal() -> None:
    match = to_combat({PZ: "F35", IN: "F35", CAV: "F36", A4: "F36", IN2: "F39", A7: "G39"})
    play(match, f"target {A4}", f"attack {PZ}", "strike G39", "reopen F36", f"attack {IN}")
    assert refused(match, "declared") == ("BAR-COMBAT-02", "BAR-COMBAT-03")
    play(match, "propose")
    declared = [event.text for event in match.events if "BAR-COMBAT-09" in event.clauses]
    assert any("2nd Cavalry" in text and "4th Army" in text for text in declared)


def test_the_log_names_an_action_by_its_heading_and_the_button_by_its_title() -> None:
    match = to_combat({PZ: "S25", A4: "S26"})
    assert match.decision is not None
    titles = {verb["verb"]: verb["title"] for verb in match.decision.to_data()["verbs"]}
    (chosen, *_) = match.play(f"target {A4}")
    assert (titles["target"], chosen.who, chosen.text) == ("Choose target", "Attack", "4th Army is attacked.")
