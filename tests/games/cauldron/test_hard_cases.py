"""Hard cases of the Actions: units cut off, the HQ lost, movement to the last point, areas lost and won."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.match.match import Match

from .play import names, on, play, refused, to_actions, told

NO_HQ: dict[str, Any] = {"unit.6th-army-hq": 0}
CUT_OFF: dict[str, Any] = {"unit.71st-inf": 62, "unit.94th-inf": 61}
"""Two units north of the pocket, ringed by Soviet units."""
NO_AIRFIELD: dict[str, Any] = {"unit.6th-army-hq": 45, "german_47": False, "german_52": False}
WALK = ("move 71st-inf 44", "move 71st-inf 43", "move 71st-inf 42", "move 71st-inf 46", "move 71st-inf 47")
"""Five areas inside the pocket, none of them next to the Soviets."""


def rich(*dice: int, **start: Any) -> Match:
    """Actions with plenty of supply; the dice are those after the Strategic Phase."""
    return to_actions(dice, **{"supply": 40, **start})


def purse(match: Match) -> tuple[int, int, int]:
    """Initiative Points, supply, tally."""
    facts = match.facts()
    return facts["ip"], facts["supply"], facts["tally"]


def spent(match: Match, *actions: str) -> tuple[int, int]:
    """IP and supply that actions cost."""
    before = match.facts()
    play(match, *actions)
    after = match.facts()
    return before["ip"] - after["ip"], before["supply"] - after["supply"]


@pytest.mark.rule("CAU-ISO-01")
def test_vacant_areas_carry_the_way_to_an_airfield_and_one_airfield_is_enough() -> None:
    # From 26 over 41, 42 and the vacant 46 to Pitomnik; without it over 43, 44, 45 to Gumrak.
    assert spent(rich(**{"unit.297th-inf": 26}), "battlegroup 26") == (0, 2)
    assert spent(rich(german_47=False, **{"unit.297th-inf": 26}), "battlegroup 26") == (0, 2)


@pytest.mark.rule("CAU-ISO-01", "CAU-ISO-02")
def test_without_an_airfield_every_unit_is_isolated() -> None:
    match = rich(**NO_AIRFIELD)
    assert spent(match, "battlegroup 50") == (0, 4)
    assert spent(match, "attack 79th-inf 54") == (2, 0)
    assert spent(match, "support 54") == (0, 2)


@pytest.mark.rule("CAU-ISO-01")
def test_a_unit_in_a_box_traces_through_the_entry_area_of_its_letter() -> None:
    road = {"unit.71st-inf": 29, "unit.94th-inf": 26, "unit.14th-pz": "box-5"}
    assert spent(rich(**road), "attack 14th-pz box-4") == (1, 0)
    assert spent(rich(**road, **{"unit.14th-pz.letter": "D"}), "attack 14th-pz box-4") == (2, 0)
    del road["unit.71st-inf"]
    assert spent(rich(**road), "attack 14th-pz box-4") == (2, 0)


@pytest.mark.rule("CAU-ISO-02", "CAU-FLOW-16")
def test_an_isolated_attacker_doubles_what_its_target_costs() -> None:
    match = rich(**CUT_OFF)
    assert spent(match, "attack 71st-inf 58") == (2, 0)
    assert spent(match, "attack 113th-inf 58") == (0, 0)
    assert spent(match, "support 58") == (0, 2)
    assert spent(match, "attack 79th-inf 54") == (1, 0)
    assert spent(match, "support 54") == (0, 1)


@pytest.mark.rule("CAU-ISO-02", "CAU-FLOW-16")
def test_an_isolated_unit_that_joins_later_doubles_what_has_been_paid() -> None:
    match = rich(**CUT_OFF)
    assert spent(match, "attack 113th-inf 58", "support 58", "support 58") == (1, 2)
    assert spent(match, "attack 71st-inf 58") == (1, 2)
    assert spent(match, "attack 94th-inf 58") == (0, 0)


@pytest.mark.rule("CAU-ISO-02", "CAU-FLOW-16")
def test_a_battlegroup_in_a_cut_off_area_costs_double() -> None:
    match = rich(**CUT_OFF)
    assert spent(match, "battlegroup 62") == (0, 4)
    assert spent(match, "battlegroup 52") == (0, 2)
    poor = to_actions(supply=6, **CUT_OFF)
    assert poor.facts()["supply"] == 2
    assert "CAU-FLOW-16" in refused(poor, "battlegroup 62")
    assert "battlegroup 52" in names(poor)


@pytest.mark.rule("CAU-HQ-01", "CAU-MOVE-04", "CAU-ADV-02")
def test_without_the_hq_movement_and_advance_cost_double() -> None:
    match = rich(6, 6, **NO_HQ)
    assert spent(match, "move 71st-inf 44", "move 71st-inf 43", "move 71st-inf 39", "move 71st-inf 43") == (2, 2)
    play(match, "attack 24th-pz 59", "end-actions")
    assert match.decision is not None
    assert match.decision.step == "german.attacks"
    assert spent(match, "advance 24th-pz") == (0, 4)


@pytest.mark.rule("CAU-HQ-01")
def test_without_the_hq_an_action_at_the_single_price_is_refused() -> None:
    match = to_actions(wounded=25, supply=5, **NO_HQ)
    assert match.facts()["ip"] == 1
    for action in ("evacuate", "appeal airlift", "attack 79th-inf 54", "move 71st-inf 44"):
        assert action not in names(match)
        assert refused(match, action)


@pytest.mark.rule("CAU-HQ-02", "CAU-ISO-02")
def test_isolation_without_the_hq_makes_it_four_times() -> None:
    match = rich(**CUT_OFF, **NO_HQ)
    assert spent(match, "attack 71st-inf 58") == (4, 0)
    assert spent(match, "support 58") == (0, 4)
    assert spent(match, "battlegroup 61") == (0, 8)
    assert spent(rich(**CUT_OFF, **NO_HQ), "move 71st-inf 61", "end-actions") == (4, 4)


@pytest.mark.rule("CAU-TAC-05")
def test_a_tactical_attack_is_no_attack_without_foa() -> None:
    assert play(to_actions((), (12,), supply=20), "tactical").facts()["attack_without_foa"] == 0


@pytest.mark.rule("CAU-EVAC-03")
def test_evacuation_needs_no_airfield() -> None:
    assert "evacuate" in names(rich(**NO_AIRFIELD))


@pytest.mark.rule("CAU-ACT-03", "CAU-MOVE-08")
def test_the_reserve_of_an_open_tally_is_not_spent_on_anything_else() -> None:
    match = play(to_actions(supply=6, wounded=25), "move 71st-inf 44")
    assert (match.facts()["ip"], match.facts()["supply"]) == (1, 2)
    assert "CAU-ACT-03" in refused(match, "evacuate")
    assert "CAU-ACT-03" in refused(match, "attack 79th-inf 54")
    assert "CAU-BG-01" in refused(match, "battlegroup 52")
    assert spent(match, "end-actions") == (1, 1)


@pytest.mark.rule("CAU-MOVE-03", "CAU-FLOW-01", "CAU-FLOW-19")
def test_vacant_soviet_control_counts_as_well() -> None:
    # 9 and 11 hold no Soviet unit for their Breakthrough markers, but nobody German stands there either.
    match = rich(breakthrough_9=True, breakthrough_11=True)
    facts = match.facts()
    assert not facts["soviet_9"]
    assert not facts["soviet_11"]
    assert play(match, "move 44th-inf 23").facts()["tally"] == 2


@pytest.mark.rule("CAU-FLOW-19", "CAU-CTRL-02")
def test_a_breakthrough_area_may_be_entered() -> None:
    match = play(rich(breakthrough_9=True), "move 29th-mot 9")
    assert match.facts()["german_9"]
    assert match.facts()["soviet_8"]
    play(match, "move 29th-mot 23")
    assert not match.facts()["german_9"]
    assert not match.facts()["soviet_9"]


@pytest.mark.rule("CAU-MOVE-05")
def test_movement_ends_the_instant_the_last_ip_is_gone() -> None:
    match = play(rich(wounded=25), *WALK)
    assert purse(match) == (0, 35, 0)
    assert "CAU-MOVE-05" in refused(match, "move 71st-inf 49")


@pytest.mark.rule("CAU-MOVE-08")
def test_supply_limits_a_step_as_well() -> None:
    match = play(rich(supply=5), "move 71st-inf 44", "move 71st-inf 43", "move 71st-inf 39")
    assert purse(match) == (6, 1, 4)
    assert "CAU-MOVE-08" in refused(match, "move 71st-inf 40")


@pytest.mark.rule("CAU-MOVE-07")
def test_the_tally_stays_open_while_other_actions_are_taken() -> None:
    match = play(rich(), "move 71st-inf 44", "evacuate", "move 71st-inf 43", "build 52 supply", "attack 79th-inf 54")
    assert purse(match) == (4, 32, 2)
    play(match, "end-actions")
    assert purse(match) == (3, 31, 0)
    assert match.decision is not None
    assert match.decision.step == "german.attacks"


@pytest.mark.rule("CAU-FLOW-17")
def test_payments_made_before_become_double_ones() -> None:
    match = rich(supply=40, **CUT_OFF)
    ip, supply, _ = purse(match)
    play(match, *("move 44th-inf 46", "move 44th-inf 42", "move 44th-inf 43", "move 44th-inf 44", "move 44th-inf 45"))
    assert purse(match) == (ip - 1, supply - 1, 0)
    play(match, "move 71st-inf 61")
    assert purse(match) == (ip - 2, supply - 2, 2)
    assert purse(play(match, "end-actions")) == (ip - 4, supply - 4, 0)


@pytest.mark.rule("CAU-FLOW-17", "CAU-MOVE-08")
def test_an_isolated_step_that_cannot_be_paid_double_is_refused() -> None:
    match = rich(supply=40, wounded=30, **CUT_OFF)
    assert purse(match)[0] == 1
    assert "CAU-FLOW-17" in refused(match, "move 71st-inf 61")
    assert "move 44th-inf 46" in names(match)


@pytest.mark.rule("CAU-FLOW-40")
def test_the_price_is_judged_before_the_step() -> None:
    # 53 touches no Soviet-controlled area but the one that the unit gives up by leaving it.
    match = rich(**{"unit.71st-inf": 54})
    assert match.facts()["german_54"]
    play(match, "move 71st-inf 53")
    assert match.facts()["tally"] == 1
    assert match.facts()["soviet_54"]
    play(match, "move 295th-inf 45", "move 295th-inf 53")
    assert match.facts()["tally"] == 4


@pytest.mark.rule("CAU-FLOW-03", "CAU-CTRL-01")
def test_leaving_an_area_inside_keeps_it() -> None:
    match = play(rich(), "move 29th-mot 24")
    assert match.facts()["german_23"]
    assert not match.facts()["soviet_23"]


@pytest.mark.rule("CAU-FLOW-02")
def test_a_lost_area_inside_stays_lost_until_a_german_unit_enters_it() -> None:
    lost = {"unit.24th-pz": 56, "german_57": False}
    match = rich(**lost)
    assert match.facts()["soviet_57"]
    match = to_actions((6,), supply=30, **lost)
    play(match, "attack 24th-pz 57", "end-actions")
    assert not match.facts()["soviet_57"]
    assert not match.facts()["german_57"]
    play(match, "halt")
    assert not match.facts()["german_57"]
    assert match.facts()["soviet_57"]
    assert told(match, "move", piece="soviet-57", to="57", how="place")


@pytest.mark.rule("CAU-FLOW-02")
def test_an_area_retaken_counts_as_inside_again() -> None:
    dice, cards = (6, 2, 5, 2, 2, 1), (3, 14, 8, 24)
    match = to_actions(dice, cards, supply=40, **{"unit.24th-pz": 56, "german_57": False})
    play(match, "attack 24th-pz 57", "end-actions", "advance 24th-pz")
    match = on(match)
    assert match.facts()["turn"] == 2
    play(match, "move 24th-pz 56")
    assert match.facts()["german_57"]
    assert not match.facts()["soviet_57"]


@pytest.mark.rule("CAU-FLOW-17", "CAU-MOVE-08")
def test_an_isolated_step_is_refused_if_what_has_been_paid_cannot_be_doubled() -> None:
    match = rich(wounded=20, **CUT_OFF)
    assert purse(match)[0] == 3
    play(match, *(f"move 44th-inf {area}" for area in (46, 42, 43, 44, 45)))
    assert purse(match)[0] == 2
    # One more for the payment made, and two for the new one: three.
    assert "CAU-FLOW-17" in refused(match, "move 71st-inf 61")


@pytest.mark.rule("CAU-APPEAL-07", "CAU-APPEAL-08")
@pytest.mark.parametrize(("bonus", "supply"), [(1, 2), (2, 3)])
def test_only_the_double_marker_helps_an_airlift_appeal(bonus: int, supply: int) -> None:
    match = rich(5, foa_bonus=bonus)
    before = match.facts()["supply"]
    assert play(match, "appeal airlift").facts()["supply"] == before + supply
