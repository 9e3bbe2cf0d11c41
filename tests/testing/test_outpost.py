"""The throw-away game on hexes: what the recipes of the guide do."""

from typing import Any

import pytest

from mamayev.engine.chance import Scripted
from mamayev.engine.event import Roll
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match


def begin(*dice: int, **units: str) -> Match:
    start: dict[str, Any] = {f"unit.{unit.replace('_', '-')}": where for unit, where in units.items()}
    return Match.new("outpost", seed=1, start=start, chance=Scripted(list(dice), []))


def refused(match: Match, action: str) -> str:
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    return refusal.value.text


def test_a_unit_is_offered_its_reach_with_cost_and_way(outpost: str) -> None:
    match = begin(blue_1="0101", blue_2="0102", blue_3="0103", red_1="0504", red_2="lost", red_3="lost")
    assert match.decision is not None
    choices = {choice.space: choice for choice in match.decision.choices("blue-1")}
    assert (choices["0202"].cost, choices["0202"].path) == ("3 MP", ("0201", "0202"))
    assert (choices["0301"].cost, choices["0301"].path) == ("2 MP", ("0201", "0301"))
    assert refused(match, "move blue-1 0503") == "0503 costs blue-1 4 MP of 3."
    assert refused(match, "move blue-1 0504") == "No way leads blue-1 to 0504 past the enemy."
    near = begin(blue_1="0101", blue_2="lost", blue_3="lost", red_1="0201", red_2="lost", red_3="lost")
    assert refused(near, "move blue-1 0103") == "Enemy zones stop blue-1 before 0103."


def test_a_third_unit_finds_no_room(outpost: str) -> None:
    match = begin(blue_1="0101", blue_2="0102", blue_3="0103", red_1="0504", red_2="lost", red_3="lost")
    match.play("move blue-1 0102")
    assert refused(match, "move blue-3 0102") == "0102 holds 2 units already."


def test_odds_are_shifted_and_the_roll_says_by_what(outpost: str) -> None:
    match = begin(6, blue_1="0204", blue_2="0203", blue_3="0304", red_1="0303", red_2="lost", red_3="0501")
    match.play("done")
    roll = next(event for event in match.play("attack blue-3 0303") if isinstance(event, Roll))
    assert (roll.start, roll.column) == (3, 3)
    assert [(shift.value, shift.text) for shift in roll.shifts] == [
        (-1, "defender in wood"),
        (1, "attacked from two sides"),
    ]


def test_the_defender_is_asked_in_the_middle_of_a_combat(outpost: str) -> None:
    match = begin(6, blue_1="0204", blue_2="0203", blue_3="0304", red_1="0303", red_2="lost", red_3="0501")
    match.play("done")
    match.play("attack blue-3 0303")
    decision = match.decision
    assert decision is not None
    assert (decision.seat, decision.box) == ("red", "retreat")
    assert match.position.inside("combat")
    match.play(decision.actions[0])
    assert match.facts()["blue-3"] == "0303"
    assert match.decision is not None
    assert match.decision.box == "attack"
