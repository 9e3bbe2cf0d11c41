"""The breakout along the Relief boxes, who is saved by a link-up, areas with a Breakthrough marker."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.match.match import Match

from .play import choices, modifiers, names, play, refusal, refused, to_actions, to_soviet, told

ROAD = {"unit.14th-pz": 29, "unit.71st-inf": 29, "unit.295th-inf": 29, "unit.94th-inf": 26}
"""Three units in the entry area A and one that keeps the way open."""


def ready(*dice: int, **start: Any) -> Match:
    """Actions with plenty of supply."""
    return to_actions(dice, **{"supply": 30, **start})


def places(match: Match, *units: str) -> list[object]:
    """Where units are."""
    return [match.facts()[f"unit.{unit}"] for unit in units]


@pytest.mark.rule("CAU-BREAK-01", "CAU-ATK-05", "CAU-FOA-01")
def test_out_of_an_entry_area_a_unit_attacks_toward_the_boxes() -> None:
    match = ready(6, **ROAD)
    assert "CAU-BREAK-01" in refused(match, "attack 94th-inf box-5")
    assert "CAU-BREAK-01" in refused(match, "attack 14th-pz box-4")
    before = match.facts()
    play(match, "attack 14th-pz box-5")
    assert match.facts()["ip"] == before["ip"] - 1
    assert match.facts()["attack_without_foa"] == 1
    play(match, "support box-5", "end-actions")
    assert modifiers(match, "E") == {"1 supply point": 1, "panzer or motorized": 1}
    assert choices(match) == ["advance 14th-pz", "halt"]
    supply = match.facts()["supply"]
    play(match, "advance 14th-pz")
    assert places(match, "14th-pz", "71st-inf") == ["box-5", 29]
    assert match.facts()["supply"] == supply - 2


@pytest.mark.rule("CAU-BREAK-01", "CAU-ATK-12")
def test_a_breakout_that_fails_stays_in_the_entry_area() -> None:
    match = play(ready(5, **ROAD), "attack 14th-pz box-5", "end-actions")
    assert places(match, "14th-pz") == [29]
    assert told(match, "roll", chart="E")[-1].result == "No effect"


@pytest.mark.rule("CAU-BREAK-01")
@pytest.mark.parametrize(("entry", "area"), [("A", 29), ("B", 28), ("C", 8), ("D", 6)])
def test_every_lettered_area_lets_out(entry: str, area: int) -> None:
    match = ready(6, entry=entry, hoth_box=4, **{"unit.14th-pz": area})
    play(match, "attack 14th-pz box-5", "end-actions", "advance 14th-pz")
    assert match.over
    assert places(match, "14th-pz") == ["box-5"]


@pytest.mark.rule("CAU-BREAK-02", "CAU-BREAK-05")
@pytest.mark.parametrize(("area", "linked"), [(29, True), (6, False)])
def test_the_letter_of_the_area_left_decides_whether_box_four_is_met(area: int, linked: bool) -> None:
    match = ready(6, hoth_box=4, **{"unit.14th-pz": area})
    play(match, "attack 14th-pz box-5", "end-actions", "advance 14th-pz")
    assert match.over == linked
    assert places(match, "14th-pz") == ["box-5"]


@pytest.mark.rule("CAU-BREAK-03", "CAU-BREAK-04", "CAU-ATK-18")
def test_each_further_success_takes_the_attackers_one_box_on() -> None:
    match = play(ready(6, 6, **ROAD), "attack 14th-pz box-5", "attack 71st-inf box-5")
    play(match, "support box-5", "support box-5", "end-actions")
    before = match.facts()["supply"]
    play(match, "roll 14th-pz", "advance 14th-pz", "advance 71st-inf")
    # The second roll is made though the first has opened the way; it takes both on, for two more points.
    assert match.facts()["supply"] == before - 2
    assert places(match, "14th-pz", "71st-inf") == ["box-5", "box-5"]
    play(match, "advance 14th-pz", "advance 71st-inf")
    assert match.facts()["supply"] == before - 4
    assert places(match, "14th-pz", "71st-inf") == ["box-4", "box-4"]


@pytest.mark.rule("CAU-BREAK-03", "CAU-ADV-01")
def test_a_success_takes_on_only_the_units_of_that_attack() -> None:
    match = ready(6, **{"unit.14th-pz": 29, "unit.24th-pz": "box-5"})
    play(match, "attack 14th-pz box-5", "attack 24th-pz box-4", "end-actions", "roll 14th-pz")
    assert choices(match) == ["advance 14th-pz", "halt"]
    assert "CAU-ADV-01" in refused(match, "advance 24th-pz")


@pytest.mark.rule("CAU-BREAK-02", "CAU-BREAK-03")
def test_a_success_takes_on_only_units_of_the_same_letter() -> None:
    match = ready(6, **{"unit.14th-pz": 29, "unit.24th-pz": 6})
    play(match, "attack 14th-pz box-5", "attack 24th-pz box-5", "end-actions", "roll 24th-pz")
    assert choices(match) == ["advance 24th-pz", "halt"]
    assert "CAU-BREAK-02" in refused(match, "advance 14th-pz")


@pytest.mark.rule("CAU-BREAK-04", "CAU-ADV-02", "CAU-ISO-01")
def test_a_box_costs_two_supply_points_and_four_when_cut_off() -> None:
    match = play(ready(6, **{"unit.14th-pz": 29}), "attack 14th-pz box-5", "end-actions")
    supply = match.facts()["supply"]
    # Nothing holds the way from 29 to the pocket.
    assert play(match, "advance 14th-pz").facts()["supply"] == supply - 4


@pytest.mark.rule("CAU-BREAK-05", "CAU-FLOW-23")
@pytest.mark.parametrize(("hoth_box", "letter", "linked"), [(3, "A", True), (2, "A", False), (3, "D", False)])
def test_adjacent_boxes_of_one_letter_are_a_link_up(hoth_box: int, letter: str, linked: bool) -> None:
    match = ready(5, hoth_box=hoth_box, **{"unit.14th-pz": "box-5", "unit.14th-pz.letter": letter})
    play(match, "end-actions", "relieve")
    assert (match.facts()["hoth_box"], match.over) == (hoth_box + 1, linked)


@pytest.mark.rule("CAU-BREAK-05", "CAU-RELIEF-16", "CAU-FLOW-23")
@pytest.mark.parametrize(("entry", "linked"), [("b", True), ("c", False)])
def test_the_same_box_of_one_letter_is_a_link_up_as_well(entry: str, linked: bool) -> None:
    match = ready(hoth_box=4, **{"unit.14th-pz": "box-3", "unit.14th-pz.letter": "B"})
    play(match, "end-actions", f"redirect {entry}")
    assert (match.facts()["hoth_box"], match.over) == (3, linked)


@pytest.mark.rule("CAU-BREAK-06")
def test_units_in_boxes_attack_only_the_next_box_and_none_from_box_one() -> None:
    match = ready(**{"unit.14th-pz": "box-4", "unit.14th-pz.letter": "D", "unit.24th-pz": "box-1",
                     "unit.24th-pz.letter": "D"})  # fmt: skip
    attacks = [name for name in names(match) if name.startswith(("attack 14th-pz", "attack 24th-pz"))]
    assert attacks == ["attack 14th-pz box-3"]
    assert "CAU-BREAK-06" in refused(match, "attack 14th-pz box-5")
    assert "CAU-BREAK-06" in refused(match, "attack 14th-pz 29")
    assert "CAU-BREAK-06" in refused(match, "attack 24th-pz box-1")


@pytest.mark.rule("CAU-BREAK-06", "CAU-LINK-04")
def test_units_in_boxes_are_not_attacked_and_boxes_give_no_morale_and_no_ring() -> None:
    match = to_soviet("card 3", "card 7", **{"unit.71st-inf": "box-5"})
    targets = {name.split()[1] for name in names(match) if name.startswith("resolve")}
    assert targets == {"20", "21", "22", "23", "24", "38", "39", "40", "41", "50", "51", "53", "55", "56", "57"}
    assert not match.facts()["soviet_29"]
    assert match.facts()["morale"] == to_soviet("card 3", "card 7").facts()["morale"]


# ------------------------------------------------------------------ who is saved


@pytest.mark.rule("CAU-LINK-03", "CAU-BREAK-05")
def test_units_in_boxes_of_another_letter_are_saved_through_their_entry_area() -> None:
    # Hoth by A is met at 29; the unit that left by B has its way back over 28.
    start = {
        "unit.71st-inf": 26, "unit.14th-pz": 28, "unit.24th-pz": "box-3", "unit.24th-pz.letter": "B",
        "unit.16th-pz": "box-3", "unit.16th-pz.letter": "D",
    }  # fmt: skip
    match = play(ready(5, 6, hoth_box=5, **start), "end-actions")
    play(match, "relieve")
    assert match.over
    assert match.facts()["hoth_area"] == 29
    # All but the one that left by D.
    assert match.facts()["linked"] == match.facts()["units"] - 1


@pytest.mark.rule("CAU-LINK-03", "CAU-LINK-04")
def test_units_behind_hoth_in_boxes_of_his_letter_are_saved_when_he_stands_in_the_entry_area() -> None:
    start = {"unit.71st-inf": 26, "unit.24th-pz": "box-1"}
    match = play(ready(5, hoth_box=5, **start), "end-actions", "relieve", "drive 33")
    assert match.facts()["hoth_area"] == 29
    assert match.over
    assert match.facts()["linked"] == 22


@pytest.mark.rule("CAU-LINK-01", "CAU-HOTH-04")
def test_box_five_touches_the_entry_area_of_a_units_letter() -> None:
    # Hoth, by A, stands on the map in 28; a unit that left by A waits in box 5, next to 29.
    start = {"unit.24th-pz": "box-5", "hoth_area": 28}
    match = play(ready(5, **start), "end-actions", "aim 29", "drive 33")
    assert match.facts()["hoth_area"] == 29
    assert match.over


# ------------------------------------------------------------------ Breakthrough areas


@pytest.mark.rule("CAU-RELIEF-15", "CAU-FLOW-19", "CAU-TARGET-01")
def test_a_breakthrough_area_is_no_soviet_target() -> None:
    # 24 is inside the Perimeter, vacant and German-controlled; 23 holds a unit.
    start = {"unit.3rd-mot": 41, "breakthrough_24": True, "breakthrough_23": True}
    match = to_soviet("card 3", "card 7", **start)
    targets = {name.split()[1] for name in names(match) if name.startswith("resolve")}
    assert match.facts()["german_24"]
    assert "22" in targets
    assert not targets & {"23", "24"}


@pytest.mark.rule("CAU-BREAK-03", "CAU-BREAK-06")
def test_there_is_no_advance_beyond_box_1() -> None:
    """Two units of another letter than the relief force, so that they do not link up."""
    units = ("14th-pz", "16th-pz")
    start = {key: value for unit in units for key, value in ((f"unit.{unit}", "box-2"), (f"unit.{unit}.letter", "B"))}
    match = ready(6, 6, **start)
    play(match, "attack 14th-pz box-1", "attack 16th-pz box-1", "end-actions", "roll 14th-pz")
    play(match, "advance 14th-pz", "advance 16th-pz")
    # The second success finds nobody who could go on.
    assert len(told(match, "roll", chart="E")) == 2
    assert places(match, *units) == ["box-1", "box-1"]
    assert match.decision is not None
    assert match.decision.step == "german.relief"


@pytest.mark.rule("CAU-BREAK-01", "CAU-BREAK-06")
def test_a_breakout_that_is_not_possible_says_why() -> None:
    start: dict[str, Any] = {"unit.14th-pz": 29, "unit.24th-pz": "box-1", "unit.71st-inf": "box-4"}
    match = to_actions(hoth_box=2, supply=30, entry="B", **start)
    assert refusal(match, "attack 94th-inf box-5").endswith(", which is not an entry area.")
    assert refusal(match, "attack 14th-pz box-4").endswith(" breaks out toward Relief box 5 first.")
    assert refusal(match, "attack 71st-inf box-5").endswith(" breaks out toward Relief box 3 next.")
    assert refusal(match, "attack 24th-pz box-2").endswith(" is in Relief box 1, the last one.")
