"""Positions in which the staff once was foolish, and what it must or must not do there."""

import random
from typing import Any

import pytest

from mamayev.games.donnerschlag.board import AXIS, GRID, HEX, SOVIET
from mamayev.games.donnerschlag.commanders import policy
from mamayev.games.donnerschlag.commanders.appreciation import exposed, foremost, in_question, ways_to
from mamayev.games.donnerschlag.units import UNIT
from mamayev.match.match import Match

from .operation import (
    CAV,
    HQ6,
    M1,
    R1,
    R2,
    RECON,
    ROM,
    SCAV,
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
    h = HEX[advice(match).split()[-1]]
    assert not any(GRID.distance(h, HEX[place]) <= 1 for place in ("4112", enemy))


@pytest.mark.parametrize("cavalry", ["3007", "3009", "3208"])
def test_no_headquarters_is_left_alone_in_reach_of_cavalry(cavalry: str) -> None:
    match = begin({HQ6: "3405", T1: "3306", T2: "3306", M1: "3307", RECON: "3405", SCAV: cavalry}, cards="act1-1")
    led(to_move(match, "act1-1"), "move")
    p: Any = match.position
    bit = GRID.bit[p.at[UNIT[HQ6]]]
    assert bit & p.troops(AXIS) or not exposed(p, SOVIET, bit)


def test_nobody_advances_away_from_the_headquarters_that_it_guards() -> None:
    match = begin({HQ6: "3405", T1: "3405", T2: "3306", SCAV: "3305"}, dice=[6], cards="act1-1")
    assault(to_fight(match, "act1-1"), "3305", T1, T2)
    go_on(match, "advance")
    assert not advice(match).startswith(f"advance {T1}")


@pytest.mark.parametrize(("romanian", "quarters"), [(ROM, "vi-corps-hq"), (CAV, "gr-popescu-hq")])
def test_the_soviets_see_romanians_in_the_zone(romanian: str, quarters: str) -> None:
    p: Any = begin({romanian: "1113", quarters: "1213", HQ6: "4311", T1: "4311", R1: "1416"}).position
    assert foremost(p, ways_to(in_question(p), 0, 0, p.built)) == HEX["1113"]


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
    match = begin(units, cards=f"act1-1 {card}")
    to_fight(match, "act1-1")
    play(match, f"attack {T1} 4018", f"attack {T2} 4018", f"attack {M1} 4018", "fight")
    go_on(match, "window", seat="soviet")
    assert match.position.allows(match.position.table.notation.parse(f"play {card} general"))
    assert advice(match) == "pass"
