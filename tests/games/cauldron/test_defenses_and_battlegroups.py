"""Prepared Defenses and battlegroups: what they are, hold and take, in the German and in the Soviet Phase; retreats."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.match.match import Match

from .play import choices, game, names, play, refused, to_actions, to_soviet, told


def attacked(area: int, source: int, die: int, *actions: str, **start: Any) -> Match:
    """An attack on an area in the Soviet Phase."""
    return to_soviet("card 3", "card 7", f"resolve {area} {source}", f"die {die}", *actions, **start)


@pytest.mark.rule("CAU-PDM-01")
def test_one_step_a_payment_and_both_in_one_phase() -> None:
    match = to_actions(supply=20)
    assert play(match, "build 52 ip").facts()["pdm_52"] == "inactive"
    assert (match.facts()["ip"], match.facts()["supply"]) == (4, 16)
    assert play(match, "activate 52 supply").facts()["pdm_52"] == "active"
    assert (match.facts()["ip"], match.facts()["supply"]) == (4, 12)
    assert "CAU-PDM-01" in refused(match, "activate 52 ip")
    assert "CAU-PDM-01" in refused(match, "activate 45 ip")


@pytest.mark.rule("CAU-COMP-08", "CAU-PDM-02")
def test_several_defenses_in_one_area_until_the_counters_run_out() -> None:
    match = play(to_actions(supply=40), "build 52 ip", "build 52 ip", "build 52 supply")
    assert "CAU-COMP-08" in refused(match, "build 47 supply")
    assert not [name for name in names(match) if name.startswith("build")]


@pytest.mark.rule("CAU-PDM-04", "CAU-PDM-06", "CAU-FLOW-14")
def test_an_inactive_defense_stays_behind_in_a_retreat_and_is_lost() -> None:
    match = attacked(20, 19, 6, "retreat 48")
    facts = match.facts()
    assert (facts["unit.76th-inf"], facts["soviet_20"]) == (48, True)
    assert (facts["pdm_20"], facts["pdm_48"]) == ("none", "none")


@pytest.mark.rule("CAU-PDM-05", "CAU-PDM-06", "CAU-PDM-10")
def test_an_area_with_nothing_but_a_defense_is_vacant() -> None:
    match = attacked(50, 58, 1, **{"unit.113th-inf": 48, "unit.60th-mot": 48})
    roll = told(match, "roll", chart="G")[-1]
    assert (roll.row, roll.result) == (1, "X, area lost")
    facts = match.facts()
    assert (facts["soviet_50"], facts["german_50"], facts["pdm_50"]) == (True, False, "none")


@pytest.mark.rule("CAU-PDM-08", "CAU-SOVATK-06")
def test_an_activated_defense_absorbs_a_loss_and_rules_out_the_retreat() -> None:
    match = attacked(50, 58, 6)
    assert choices(match) == ["lose 60th-mot", "lose 113th-inf", "absorb"]
    play(match, "absorb")
    facts = match.facts()
    assert (facts["pdm_50"], facts["unit.113th-inf.side"], facts["unit.60th-mot"]) == ("inactive", "full", 50)


@pytest.mark.rule("CAU-PDM-09")
def test_an_inactive_defense_absorbs_nothing() -> None:
    match = attacked(20, 19, 6)
    assert "absorb" not in names(match)
    assert refused(match, "absorb") == ("CAU-PDM-09",)


@pytest.mark.rule("CAU-PDM-06")
def test_a_defense_outside_goes_when_the_ring_closes_over_it() -> None:
    match = to_actions(supply=20, **{"unit.29th-mot": 9})
    play(match, "build 9 ip", "move 29th-mot 23")
    assert (match.facts()["pdm_9"], match.facts()["soviet_9"]) == ("none", True)


# ------------------------------------------------------------------ battlegroups


@pytest.mark.rule("CAU-BG-02", "CAU-FLOW-11")
def test_battlegroups_are_made_in_the_german_and_in_the_soviet_phase_only() -> None:
    assert "battlegroup 52" in names(to_actions(supply=20))
    match = to_soviet("card 3", "card 7", supply=20)
    assert "battlegroup 52" in names(match)
    play(match, "battlegroup 52")
    assert match.facts()["unit.bg-a"] == 52
    assert not [name for name in names(game((2, 2, 1), (1, 19), supply=20)) if name.startswith("battlegroup")]


@pytest.mark.rule("CAU-BG-02")
def test_a_battlegroup_may_hold_an_area_whose_attack_is_announced() -> None:
    start: dict[str, Any] = {"supply": 20, "unit.76th-inf": 48}
    match = to_soviet("card 3", "card 7", "battlegroup 20", "resolve 20 19", "die 1", **start)
    roll = told(match, "roll", chart="G")[-1]
    assert (roll.row, roll.result) == (0, "NE")
    assert match.facts()["german_20"]


@pytest.mark.rule("CAU-BG-05")
def test_no_battlegroup_between_a_roll_and_the_end_of_its_advance() -> None:
    match = attacked(20, 19, 6, supply=20)
    assert not [name for name in names(match) if name.startswith("battlegroup")]
    refused(match, "battlegroup 20")
    play(match, "retreat 48")
    # The advance is over, and 20 is lost.
    assert match.facts()["soviet_20"]
    assert "CAU-BG-04" in refused(match, "battlegroup 20")
    assert "battlegroup 48" in names(match)


@pytest.mark.rule("CAU-BG-04", "CAU-BG-03", "CAU-COMP-08")
def test_six_battlegroups_and_a_lost_one_again() -> None:
    match = play(to_actions(supply=40), *[f"battlegroup {area}" for area in (20, 42, 43, 44, 46, 48)])
    assert "CAU-BG-03" in refused(match, "battlegroup 52")
    lost: dict[str, Any] = {"unit.76th-inf": 48, "unit.bg-a": 20, "supply": 20}
    match = attacked(20, 19, 5, **lost)
    assert match.facts()["unit.bg-a"] == 0
    assert play(match, "battlegroup 21").facts()["unit.bg-a"] == 21


@pytest.mark.rule("CAU-BG-04")
def test_a_battlegroup_goes_only_where_the_germans_are_in_control() -> None:
    match = to_actions(supply=20)
    for area in ("54", "9", "1"):
        assert "CAU-BG-04" in refused(match, f"battlegroup {area}")
    # Vacant and inside.
    assert "battlegroup 46" in names(match)


@pytest.mark.rule("CAU-BG-09")
def test_a_battlegroup_takes_a_loss_only_where_nothing_else_can() -> None:
    match = attacked(20, 19, 6, **{"unit.bg-a": 20})
    assert choices(match) == ["lose 76th-inf"]
    assert "CAU-BG-09" in refused(match, "lose bg-a")
    # The HQ counts as another unit.
    match = attacked(20, 19, 6, **{"unit.bg-a": 20, "unit.6th-army-hq": 20, "unit.76th-inf": 48})
    assert choices(match) == ["lose 6th-army-hq"]
    # An activated defense takes it in the battlegroup's place, an inactive one cannot.
    alone = {"unit.bg-a": 20, "unit.76th-inf": 48}
    match = attacked(20, 19, 6, **alone, pdm_20="active")
    assert choices(match) == ["absorb"]
    match = attacked(20, 19, 6, **alone, pdm_20="inactive")
    assert choices(match) == ["lose bg-a"]


@pytest.mark.rule("CAU-BG-10")
def test_battlegroups_alone_do_not_retreat_one_is_lost() -> None:
    match = attacked(20, 19, 6, **{"unit.bg-a": 20, "unit.bg-b": 20, "unit.76th-inf": 48})
    assert choices(match) == ["lose bg-a", "lose bg-b"]
    assert "CAU-BG-10" in refused(match, "retreat 48")
    play(match, "lose bg-b")
    assert (match.facts()["unit.bg-a"], match.facts()["unit.bg-b"], match.facts()["german_20"]) == (20, 0, True)


# ------------------------------------------------------------------ where units retreat to


@pytest.mark.rule("CAU-FLOW-15", "CAU-RETREAT-01")
def test_all_retreat_together_the_hq_too_into_a_german_area_vacant_or_not() -> None:
    match = attacked(20, 19, 6, **{"unit.6th-army-hq": 20})
    assert [name for name in names(match) if name.startswith("retreat")] == ["retreat 21", "retreat 48", "retreat 50"]
    for space in ("16", "46", "box-5"):
        assert "CAU-FLOW-15" in refused(match, f"retreat {space}")
    play(match, "retreat 48")
    assert (match.facts()["unit.6th-army-hq"], match.facts()["unit.76th-inf"]) == (48, 48)


@pytest.mark.rule("CAU-FLOW-15")
def test_isolated_units_may_retreat_and_out_of_the_way_to_an_airfield() -> None:
    no_airfield = {"unit.6th-army-hq": 45, "german_47": False, "german_52": False}
    match = attacked(20, 19, 6, **no_airfield)
    assert "retreat 48" in names(match)
    match = attacked(20, 19, 6, **{"unit.71st-inf": 20, "unit.76th-inf": 21})
    assert "retreat 21" in names(match)
