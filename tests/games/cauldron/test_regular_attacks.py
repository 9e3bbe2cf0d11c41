"""The German Phase: Regular Attacks on Table E, retreat of the Soviet unit, advance, the gap step."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.games.cauldron.rules.attacks import no_way_out
from mamayev.match.match import Match

from .play import AVERAGE, choices, modifiers, names, on, play, refusal, refused, to_actions, told


def ready(*dice: int, **start: Any) -> Match:
    """Actions with 6 IP and 26 supply, unless changed; the dice are those of the attacks."""
    return to_actions(dice, **{"supply": 30, **start})


def attack(match: Match, *actions: str) -> Match:
    """Declare and end the Actions."""
    return play(match, *actions, "end-actions")


def step(match: Match) -> str:
    """Where the match stands: the box that asks."""
    decision = match.decision
    assert decision is not None
    return f"{decision.seat} {decision.step}"


def rolls(match: Match) -> list[tuple[str, str]]:
    """The attack rolls so far: who, and the result."""
    return [(roll.pieces[0], roll.result) for roll in told(match, "roll", chart="E")]


# ------------------------------------------------------------------ declaring


@pytest.mark.rule("CAU-ATK-01", "CAU-FLOW-01")
def test_only_adjacent_soviet_units_are_attacked() -> None:
    match = ready(breakthrough_9=True)
    assert "attack 29th-mot 11" in names(match)
    assert "CAU-ATK-01" in refused(match, "attack 29th-mot 12")
    # Soviet-controlled, but without a unit.
    assert "CAU-ATK-01" in refused(match, "attack 29th-mot 9")
    assert "CAU-ATK-01" in refused(match, "attack 29th-mot 24")


@pytest.mark.rule("CAU-ATK-02", "CAU-ATK-03")
def test_attacks_are_resolved_when_all_other_actions_are_over() -> None:
    match = play(ready(3), "attack 79th-inf 54", "attack 305th-inf 54", "build 52 supply", "move 71st-inf 44")
    assert not rolls(match)
    play(match, "end-actions")
    assert set(choices(match)) == {"roll 79th-inf", "roll 305th-inf"}
    for action in ("attack 295th-inf 54", "support 54", "move 71st-inf 45", "build 52 supply"):
        assert action not in names(match)
        refused(match, action)
    play(match, "roll 79th-inf")
    assert rolls(match) == [("79th-inf", "No effect")]


@pytest.mark.rule("CAU-ATK-04")
def test_an_attacker_stands_between_its_area_and_the_target() -> None:
    match = play(ready(), "attack 79th-inf 54")
    note = told(match, "note", who="Attack")[-1]
    assert (note.spaces, note.pieces) == (("55", "54"), ("79th-inf",))
    assert match.facts()["unit.79th-inf"] == 55
    assert "CAU-MOVE-14" in refused(match, "move 79th-inf 52")


@pytest.mark.rule("CAU-ATK-05")
def test_an_area_costs_one_ip_however_many_attack_it() -> None:
    match = ready()
    left = [play(match, f"attack {unit}").facts()["ip"] for unit in ("79th-inf 54", "305th-inf 54", "100th-inf 54")]
    assert left == [5, 5, 5]
    assert play(match, "attack 24th-pz 59").facts()["ip"] == 4


@pytest.mark.rule("CAU-ATK-01", "CAU-ATK-05", "CAU-ATK-08")
def test_the_target_comes_first_with_all_who_may_attack_it() -> None:
    match = ready(**{"unit.94th-inf": 51, "unit.389th-inf": 51, "unit.113th-inf": 51})
    able = {name.split()[1] for name in names(match) if name.startswith("attack") and name.endswith(" 59")}
    assert able > {"24th-pz", "94th-inf"}
    assert match.decision.foretell("assault 59").rolls  # type: ignore[union-attr]
    play(match, "assault 59")
    assert match.facts()["ip"] == 5, "one IP for the target"
    assert "24th-pz" in able - {name.split()[1] for name in names(match) if name.endswith(" 59")}
    assert "assault 59" not in names(match)
    assert "CAU-ATK-01" in refused(match, "assault 59")
    match.undo()
    assert "assault 59" in names(match)


@pytest.mark.rule("CAU-ATK-05")
def test_without_an_ip_no_new_area_but_more_attackers() -> None:
    match = play(ready(wounded=25), "attack 79th-inf 54")
    assert match.facts()["ip"] == 0
    assert "CAU-ATK-05" in refused(match, "attack 24th-pz 59")
    assert "attack 305th-inf 54" in names(match)


@pytest.mark.rule("CAU-ATK-06", "CAU-ATK-13")
def test_up_to_three_supply_points_help_every_attacker_of_the_target() -> None:
    match = play(ready(1, 1), "attack 79th-inf 54", "attack 94th-inf 59", "support 54", "support 54", "support 54")
    assert match.facts()["supply"] == 23
    assert "support 54" not in names(match)
    assert "CAU-ATK-06" in refused(match, "support 54")
    assert "CAU-ATK-06" in refused(match, "support 58")
    play(match, "attack 305th-inf 54", "end-actions", "roll 305th-inf")
    assert modifiers(match, "E") == {"3 supply points": 3, "Stalingrad area": -1}
    play(match, "roll 94th-inf")
    assert modifiers(match, "E") == {"depleted attacker": -1}


@pytest.mark.rule("CAU-ATK-07")
def test_supply_committed_is_shown_and_lost() -> None:
    match = play(ready(1), "attack 79th-inf 54", "support 54", "support 54")
    assert [mark.at for mark in told(match, "mark", mark="supply")] == ["54", "54"]
    play(match, "end-actions")
    assert rolls(match) == [("79th-inf", "No effect")]
    assert match.facts()["supply"] == 24


@pytest.mark.rule("CAU-ATK-08")
def test_three_units_attack_out_of_one_area_over_all_targets() -> None:
    match = ready(**{"unit.94th-inf": 51, "unit.389th-inf": 51, "unit.113th-inf": 51})
    play(match, "attack 16th-pz 58", "attack 94th-inf 59", "attack 389th-inf 59")
    assert "attack 113th-inf 58" not in names(match)
    assert "CAU-ATK-08" in refused(match, "attack 113th-inf 58")
    assert "attack 24th-pz 59" in names(match)


@pytest.mark.rule("CAU-ATK-09")
def test_a_unit_attacks_one_area() -> None:
    match = play(ready(), "attack 16th-pz 58")
    assert "CAU-ATK-09" in refused(match, "attack 16th-pz 59")
    assert "CAU-ATK-09" in refused(match, "attack 16th-pz 58")


@pytest.mark.rule("CAU-ATK-10", "CAU-BG-08")
def test_hq_and_battlegroups_do_not_attack() -> None:
    match = play(ready(**{"unit.6th-army-hq": 55}), "battlegroup 55")
    assert "CAU-ATK-10" in refused(match, "attack 6th-army-hq 54")
    assert "CAU-BG-08" in refused(match, "attack bg-a 54")
    assert not [name for name in names(match) if name.startswith(("attack bg", "attack 6th"))]


# ------------------------------------------------------------------ rolling


@pytest.mark.rule("CAU-ATK-11")
def test_each_attacker_rolls_once_in_any_order_over_all_targets() -> None:
    match = attack(ready(1, 1, 1, 2), "attack 79th-inf 54", "attack 24th-pz 59", "attack 305th-inf 54")
    play(match, "roll 305th-inf")
    assert "CAU-ATK-11" in refused(match, "roll 305th-inf")
    assert "CAU-ATK-03" in refused(match, "roll 100th-inf")
    play(match, "roll 24th-pz")
    # The last one needs no question.
    assert [unit for unit, _ in rolls(match)] == ["305th-inf", "24th-pz", "79th-inf"]
    assert told(match, "roll", chart="F")


@pytest.mark.rule("CAU-ATK-12", "CAU-ATK-15")
@pytest.mark.parametrize(("die", "result"), [(1, "No effect"), (5, "No effect"), (6, "Retreat")])
def test_seven_is_needed(die: int, result: str) -> None:
    match = attack(ready(die), "attack 24th-pz 59")
    assert rolls(match) == [("24th-pz", result)]
    assert match.facts()["unit.24th-pz"] == 57
    assert match.facts()["unit.24th-pz.side"] == "full"
    assert bool(told(match, "move", piece="soviet-59", how="retreat")) == (result == "Retreat")


@pytest.mark.rule("CAU-ATK-13")
@pytest.mark.parametrize(
    ("unit", "start", "target", "expected"),
    [
        ("389th-inf", 56, 59, []),
        ("24th-pz", 57, 59, [1]),
        ("29th-mot", 23, 9, [1]),
        ("94th-inf", 56, 59, [-1]),
        ("60th-mot", 50, 58, [1, -1]),
        ("79th-inf", 55, 54, [-1]),
        ("24th-pz", 55, 54, [-1]),
        ("60th-mot", 55, 54, [-1, -1]),
        ("20th-rum", 39, 32, [-1]),
        ("24th-pz", 54, 59, None),
    ],
)
def test_modifiers_of_an_attack(unit: str, start: int, target: int, expected: list[int] | None) -> None:
    match = ready(1, **{f"unit.{unit}": start})
    if expected is None:
        assert "CAU-ATK-01" in refused(match, f"attack {unit} {target}")
        return
    attack(match, f"attack {unit} {target}")
    assert list(modifiers(match, "E").values()) == expected


@pytest.mark.rule("CAU-ATK-13")
@pytest.mark.parametrize(
    ("target", "garrison", "start", "expected"),
    [
        (55, ("305th-inf", "79th-inf"), 56, {"Stalingrad area": -1}),
        (53, ("100th-inf", "295th-inf"), 54, {"Stalingrad area": -1}),
        (52, ("6th-army-hq",), 51, {"panzer or motorized": 1}),
    ],
)
def test_stalingrad_is_three_areas(
    target: int, garrison: tuple[str, ...], start: int, expected: dict[str, int]
) -> None:
    away = {f"unit.{unit}": 57 if target == 55 else 49 for unit in garrison}
    match = ready(1, **away, **{"unit.24th-pz": start, f"german_{target}": False})
    attack(match, f"attack 24th-pz {target}")
    assert modifiers(match, "E") == expected


@pytest.mark.rule("CAU-ATK-13")
def test_it_is_the_area_attacked_that_matters_not_the_one_attacked_from() -> None:
    match = ready(1, **{"unit.24th-pz": 55, "german_57": False, "unit.79th-inf": 56, "unit.305th-inf": 56})
    attack(match, "attack 24th-pz 57")
    assert modifiers(match, "E") == {"panzer or motorized": 1}


@pytest.mark.rule("CAU-ATK-14", "CAU-ATK-15", "CAU-ATK-17", "CAU-FLOW-38")
def test_in_stalingrad_the_first_success_is_a_hit_and_the_second_drives_out() -> None:
    match = attack(
        ready(6, 6), "attack 79th-inf 54", "attack 305th-inf 54", "attack 100th-inf 54", "support 54", "support 54"
    )
    play(match, "roll 79th-inf")
    assert match.facts()["hit_54"]
    assert match.facts()["soviet_54"]
    play(match, "roll 305th-inf")
    # All neighbours of 54 are German: the unit is eliminated, and its area may be entered.
    assert told(match, "loss", piece="soviet-54")
    assert not match.facts()["hit_54"]
    assert set(choices(match)) == {"advance 79th-inf", "advance 305th-inf", "advance 100th-inf", "halt"}


@pytest.mark.rule("CAU-FLOW-38", "CAU-ADV-04")
def test_stalingrad_central_is_occupied_again_at_the_gap_step_if_nobody_advances() -> None:
    match = attack(ready(6, 6), "attack 79th-inf 54", "attack 305th-inf 54", "support 54", "support 54")
    play(match, "roll 79th-inf")
    assert not match.facts()["soviet_54"]
    play(match, "halt")
    assert match.facts()["soviet_54"]
    assert not match.facts()["hit_54"]


@pytest.mark.rule("CAU-ATK-14")
def test_a_hit_protects_no_second_time() -> None:
    match = attack(ready(6, hit_54=True), "attack 79th-inf 54", "support 54", "support 54")
    assert told(match, "loss", piece="soviet-54")


@pytest.mark.rule("CAU-ATK-19")
def test_hit_markers_go_at_the_end_of_the_phase() -> None:
    match = attack(ready(6, 1), "attack 79th-inf 54", "support 54", "support 54")
    assert told(match, "mark", mark="hit", at="54", change=1)
    assert told(match, "mark", mark="hit", at="54", change=-1)
    assert not match.facts()["hit_54"]
    waiting = attack(ready(6), "attack 79th-inf 54", "support 54", "support 54")
    assert step(waiting) == "chance german.relief"
    assert waiting.facts()["hit_54"]


@pytest.mark.rule("CAU-ATK-16", "CAU-MOVE-12")
def test_the_player_says_where_the_soviet_unit_goes() -> None:
    match = attack(ready(6), "attack 29th-mot 9")
    assert set(choices(match)) == {"drive 8", "drive 10", "drive 27"}
    # German, Soviet-occupied, not adjacent, a box.
    for area in ("23", "11", "25", "13", "box-5"):
        assert refused(match, f"drive {area}") == ("CAU-ATK-16",)
    play(match, "drive 10")
    assert match.facts()["soviet_10"]
    assert not match.facts()["soviet_9"]


@pytest.mark.rule("CAU-ATK-16")
def test_a_retreat_that_is_not_possible_says_why() -> None:
    match = attack(ready(6, breakthrough_27=True), "attack 29th-mot 9")
    assert choices(match) == ["drive 8", "drive 10"]
    said = {area: refusal(match, f"drive {area}").split(" ", 1)[1] for area in ("11", "23", "13", "27", "box-5")}
    nine = match.table.board.names[9]  # type: ignore[attr-defined]
    assert said["11"].endswith(" holds a Soviet unit.")
    assert said["23"].endswith(" is German-controlled.")
    assert said["27"].endswith(" has a Breakthrough marker.")
    assert said["13"].endswith(f" is not adjacent to {nine}.")
    assert said["box-5"].endswith(f" is not adjacent to {nine}.")
    p: Any = ready(hoth_area=27).position
    assert no_way_out(p, 9, 27) == "holds the relief force"


@pytest.mark.rule("CAU-ATK-16", "CAU-RELIEF-15")
def test_no_soviet_unit_retreats_into_a_breakthrough_area() -> None:
    match = attack(ready(6, breakthrough_8=True, breakthrough_27=True), "attack 29th-mot 9")
    # One way is left: nobody is asked.
    assert told(match, "move", piece="soviet-9", to="10", how="retreat")


@pytest.mark.rule("CAU-ATK-17")
def test_a_unit_without_a_way_out_is_eliminated_and_its_area_may_be_entered() -> None:
    match = attack(
        ready(6, breakthrough_8=True, breakthrough_27=True, breakthrough_10=True), "attack 29th-mot 9"
    )  # fmt: skip
    assert told(match, "loss", piece="soviet-9")
    assert "advance 29th-mot" in names(match)


@pytest.mark.rule("CAU-ATK-18")
def test_an_attack_on_a_vacated_area_is_wasted() -> None:
    match = ready(6, 1)
    attack(match, "attack 24th-pz 59", "attack 389th-inf 59", "attack 94th-inf 59", "attack 113th-inf 58")
    play(match, "roll 24th-pz", "halt")
    # The two others roll no more: what is left is the attack on 58, and it needs no question.
    assert [unit for unit, _ in rolls(match)] == ["24th-pz", "113th-inf"]
    assert step(match) == "chance german.relief"


@pytest.mark.rule("CAU-ATK-18")
def test_a_wasted_attack_is_refused_with_its_clause() -> None:
    match = ready(6)
    attack(match, "attack 24th-pz 59", "attack 389th-inf 59", "attack 60th-mot 58", "attack 113th-inf 58")
    play(match, "roll 24th-pz", "halt")
    assert refused(match, "roll 389th-inf") == ("CAU-ATK-18",)


@pytest.mark.rule("CAU-PDM-06", "CAU-ATK-16")
def test_a_beaten_unit_that_retreats_onto_a_defense_left_behind_removes_it() -> None:
    match = ready(6, 6, **{"unit.14th-pz": 30, "pdm_30": "inactive"})
    attack(match, "attack 14th-pz 29", "attack 297th-inf 26", "support 26")
    play(match, "roll 14th-pz", "advance 14th-pz")
    # 30 is vacant, and the only way out of 26.
    assert (match.facts()["soviet_30"], match.facts()["pdm_30"]) == (True, "none")


@pytest.mark.rule("CAU-ATK-18", "CAU-FLOW-34")
def test_an_area_vacated_before_takes_a_beaten_unit_and_the_wasted_attack_stays_wasted() -> None:
    match = ready(6, 6, 1)
    attack(match, "attack 3rd-mot 25", "attack 14th-pz 25", "attack 29th-mot 9")
    play(match, "roll 3rd-mot", "drive 27", "halt")
    # 25 is vacant now and nobody has advanced.
    assert "drive 25" in names(match)
    play(match, "drive 25")
    assert match.facts()["soviet_25"]
    play(match, "halt")
    assert [unit for unit, _ in rolls(match)] == ["3rd-mot", "29th-mot"]


@pytest.mark.rule("CAU-FLOW-34")
def test_an_area_that_a_german_unit_has_advanced_into_takes_no_beaten_unit() -> None:
    match = attack(ready(6, 6), "attack 3rd-mot 25", "attack 29th-mot 9")
    play(match, "roll 3rd-mot", "drive 27", "advance 3rd-mot")
    assert set(choices(match)) == {"drive 8", "drive 10"}


# ------------------------------------------------------------------ advance and gap step


@pytest.mark.rule("CAU-ADV-01", "CAU-ADV-02")
def test_all_units_named_may_advance_for_two_supply_points() -> None:
    match = attack(ready(6), "attack 24th-pz 59", "attack 389th-inf 59", "attack 94th-inf 59")
    play(match, "roll 24th-pz")
    assert match.facts()["supply"] == 26
    assert "CAU-ADV-01" in refused(match, "advance 16th-pz")
    # One that has not rolled goes first, then the others for the same two points.
    assert play(match, "advance 94th-inf").facts()["supply"] == 24
    assert "CAU-ADV-01" in refused(match, "advance 94th-inf")
    assert play(match, "advance 24th-pz", "advance 389th-inf").facts()["supply"] == 24
    assert {match.facts()[f"unit.{unit}"] for unit in ("24th-pz", "389th-inf", "94th-inf")} == {59}


@pytest.mark.rule("CAU-ADV-02")
def test_without_two_supply_points_nobody_advances() -> None:
    match = attack(ready(6, supply=5), "attack 24th-pz 59")
    assert match.facts()["supply"] == 1
    assert step(match) == "chance german.relief"


@pytest.mark.rule("CAU-ADV-02", "CAU-FLOW-16")
def test_an_isolated_unit_doubles_the_advance() -> None:
    start = {"unit.71st-inf": 62, "unit.94th-inf.side": "full"}
    match = attack(ready(6, **start), "attack 71st-inf 58", "attack 113th-inf 58", "support 58", "support 58")
    play(match, "roll 113th-inf")
    before = match.facts()["supply"]
    assert play(match, "advance 113th-inf").facts()["supply"] == before - 2
    # With 58 held the unit at 62 is isolated no longer.
    assert play(match, "advance 71st-inf").facts()["supply"] == before - 2
    match = attack(ready(6, **start), "attack 71st-inf 58", "attack 113th-inf 58", "support 58", "support 58")
    play(match, "roll 113th-inf")
    assert play(match, "advance 71st-inf").facts()["supply"] == before - 4


@pytest.mark.rule("CAU-ADV-03", "CAU-ATK-11")
def test_an_advance_is_made_at_once_or_not_at_all() -> None:
    match = attack(ready(6, 1, 1), "attack 24th-pz 59", "attack 79th-inf 54", "attack 305th-inf 54")
    play(match, "roll 24th-pz")
    assert not [name for name in names(match) if name.startswith("roll")]
    play(match, "halt")
    refused(match, "advance 24th-pz")
    assert match.facts()["unit.24th-pz"] == 57


@pytest.mark.rule("CAU-ADV-04", "CAU-FLOW-04", "CAU-FLOW-35")
def test_the_gap_step_closes_the_ring_and_takes_away_what_touches_no_german_area() -> None:
    match = attack(ready(6, 1), "attack 29th-mot 9", "attack 24th-pz 59")
    play(match, "roll 29th-mot", "drive 8", "halt")
    facts = match.facts()
    assert told(match, "move", piece="soviet-9", to="8", how="retreat")
    assert step(match) == "chance german.relief"
    assert facts["soviet_9"]
    assert not facts["soviet_8"]


@pytest.mark.rule("CAU-ADV-04", "CAU-FLOW-04", "CAU-FLOW-35")
def test_the_ring_waits_for_the_gap_step() -> None:
    match = attack(ready(6), "attack 29th-mot 9", "attack 24th-pz 59")
    play(match, "roll 29th-mot", "drive 8", "advance 29th-mot")
    facts = match.facts()
    assert step(match) == "chance german.attacks"
    assert facts["soviet_8"]
    assert not facts["soviet_10"]
    assert facts["german_9"]
    match = attack(ready(6, 1), "attack 29th-mot 9", "attack 24th-pz 59")
    play(match, "roll 29th-mot", "drive 8", "advance 29th-mot")
    facts = match.facts()
    assert [facts[f"soviet_{area}"] for area in (8, 10, 27)] == [True, True, True]


@pytest.mark.rule("CAU-FLOW-35")
def test_after_a_retreat_and_after_an_elimination_the_board_is_the_same() -> None:
    away = on(play(attack(ready(6, 1, 4), "attack 29th-mot 9"), "drive 8", "halt"))
    back = on(play(attack(ready(6, 1, 4), "attack 29th-mot 9"), "drive 27", "halt"))
    assert away.facts() == back.facts()


# ------------------------------------------------------------------ attacks without Freedom of Action


@pytest.mark.rule("CAU-FLOW-37", "CAU-FLOW-18")
def test_an_event_that_allows_no_appeal_lets_the_penalty_lapse() -> None:
    match = to_actions((2, 4), (14, 12, 7), drawn=(3, 19), supply=20, appeal_penalty=True)
    assert not match.facts()["appeal_allowed"]
    assert "CAU-FLOW-37" in refused(match, "appeal airlift")
    play(match, "end-actions")
    assert not match.facts()["appeal_penalty"]


@pytest.mark.rule("CAU-FOA-01", "CAU-FOA-02")
def test_the_marker_counts_areas_and_not_units() -> None:
    match = to_actions(supply=30)
    counts = []
    for action in (
        "attack 79th-inf 54", "attack 305th-inf 54", "attack 24th-pz 59", "attack 389th-inf 59", "attack 16th-pz 58",
    ):  # fmt: skip
        match.play(action)
        counts.append(match.facts()["attack_without_foa"])
    assert counts == [1, 1, 2, 2, 3]


@pytest.mark.rule("CAU-FOA-01", "CAU-FOA-04")
def test_an_appeal_of_the_same_phase_is_neither_lowered_nor_a_pardon() -> None:
    match = play(to_actions((6,), supply=20), "attack 79th-inf 54", "appeal foa")
    assert modifiers(match, "D") == {}
    assert match.facts()["foa"]
    assert match.facts()["attack_without_foa"] == 1


@pytest.mark.rule("CAU-FOA-05")
def test_with_freedom_of_action_attacks_cost_nothing_more() -> None:
    match = play(to_actions((1, 2, 4), (3, 14), supply=30, foa=True), "attack 79th-inf 54")
    assert match.facts()["attack_without_foa"] == 0
    on(play(match, "end-actions"))
    assert modifiers(match, "H") == {}
    assert not match.facts()["appeal_penalty"]


@pytest.mark.rule("CAU-FOA-03", "CAU-FOA-04", "CAU-FLOW-18")
def test_attacks_lower_this_turns_situation_roll_and_the_next_turns_appeal_by_one() -> None:
    dice = (1, 1, 2, 6, *AVERAGE, 1, 4, 2, 4)
    match = to_actions(dice, (3, 14, 8, 24, 23, 7), supply=40)
    play(match, "attack 79th-inf 54", "attack 389th-inf 59", "end-actions", "roll 79th-inf")
    on(match)
    assert [roll.total for roll in told(match, "roll", chart="H")] == [4]
    assert list(modifiers(match, "H").values()) == [-2]
    assert match.facts()["attack_without_foa"] == 0
    assert match.facts()["appeal_penalty"]
    play(match, "appeal airlift")
    assert list(modifiers(match, "D").values()) == [-1]
    play(match, "attack 79th-inf 54")
    assert match.facts()["attack_without_foa"] == 1


@pytest.mark.rule("CAU-FLOW-18")
def test_an_unused_penalty_lapses_at_the_end_of_the_next_german_phase() -> None:
    dice = (1, 2, 5, *AVERAGE, 1, 2, 4, *AVERAGE, 1, 6)
    match = to_actions(dice, (3, 14, 8, 24, 20, 5, 12, 15), supply=60)
    play(match, "attack 79th-inf 54", "end-actions")
    match = on(match)
    assert match.facts()["appeal_penalty"]
    play(match, "end-actions")
    assert not match.facts()["appeal_penalty"]
