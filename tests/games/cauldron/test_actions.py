"""German Phase, step 1: the Actions, their costs and limits."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from mamayev.engine.chance import Luck
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.games.cauldron.printed import components
from mamayev.match.match import Match
from mamayev.testing.depth import deep

from .play import game, modifiers, names, on, play, refusal, refused, to_actions, told

ACTIONS = ("appeal", "build", "activate", "move", "tactical", "battlegroup", "evacuate", "attack", "surrender")
NO_HQ: dict[str, Any] = {"unit.6th-army-hq": 0}
CUT_OFF: dict[str, Any] = {
    # 53 and 38 alone in the south-east corner: their neighbours 45, 44, 39 and 55 are lost.
    "unit.71st-inf": 47, "unit.20th-rum": 41, "unit.305th-inf": 56, "unit.79th-inf": 56, "pdm_55": "none",
    "german_45": False, "german_44": False, "german_39": False, "german_55": False,
}  # fmt: skip


def facts(match: Any, *keys: str) -> tuple[Any, ...]:
    seen = match.facts()
    return tuple(seen[key] for key in keys)


# ------------------------------------------------------------------ Actions in general


@pytest.mark.rule("CAU-ACT-01")
def test_the_eight_actions_are_on_offer() -> None:
    match = to_actions(supply=20)
    assert {name.split()[0] for name in names(match)} == {*ACTIONS, "assault", "end-actions"}


@pytest.mark.rule("CAU-ACT-02")
def test_actions_may_be_repeated_and_mixed_each_at_full_price() -> None:
    match = to_actions(supply=20)
    play(match, "build 42 ip", "evacuate", "battlegroup 43", "build 42 ip", "battlegroup 44")
    assert facts(match, "ip", "supply") == (6 - 2 - 1 - 2, 16 - 2 - 2)


@pytest.mark.rule("CAU-ACT-03")
def test_an_action_that_cannot_be_paid_is_refused() -> None:
    match = to_actions(supply=5)
    assert facts(match, "supply", "ip") == (1, 6)
    assert "CAU-ACT-03" in refused(match, "build 42 supply")
    play(match, "build 42 ip", "build 42 ip", "build 43 ip")
    assert "CAU-ACT-03" in refused(match, "evacuate")


@pytest.mark.rule("CAU-IP-04", "CAU-ACT-03")
def test_the_button_that_ends_actions_tells_the_initiative_that_it_wastes() -> None:
    def warning(match: Match) -> str:
        assert match.decision is not None
        data = match.decision.to_data()
        action, verb = (next(a for a in data[kind] if a["verb"] == "end-actions") for kind in ("actions", "verbs"))
        assert verb["cost"] == action.get("cost", "")
        return str(verb["cost"])

    match = to_actions(supply=20)
    assert warning(match) == "6 IP are unused"
    play(match, "build 42 ip", "build 42 ip")
    assert warning(match) == "2 IP are unused"
    play(match, "move 71st-inf 44")  # the open tally will take one of the two
    assert warning(match) == "1 IP is unused"
    play(match, "evacuate")
    assert warning(match) == ""


PRICE = re.compile(r"(?:(\d+) IP)?(?: \+ )?(?:(\d+) supply)?(?:, Table H -1)?")


@pytest.mark.rule("CAU-ACT-02", "CAU-ACT-03")
@pytest.mark.parametrize("edition", ["2020", "1996"])
def test_an_action_takes_the_price_that_its_button_shows(edition: str) -> None:
    offer, priced = find("cauldron"), set[str]()
    table, staff = offer.table(edition), offer.bots["staff"].policy

    def wanders(p: Any, rng: random.Random) -> int:
        if p.box.name == "german.actions":
            for action in p.box.options(p, p.top):
                price = PRICE.fullmatch(p.box.cost(p, p.top, action))
                if price is not None and price[0]:
                    after = p.copy()
                    after.apply(action)
                    ip, supply = (int(figure or 0) for figure in price.groups())
                    assert (p.ip - after.ip, p.supply - after.supply) == (ip, supply), p.name(action)
                    priced.add(p.name(action).split()[0])
        return int(p.draw(rng.random) if rng.random() < 0.3 else staff(p, rng))

    for seed in range(deep(8, 3)):
        playout(table.start(), random.Random(seed), {0: wanders}, luck=Luck(seed))
    assert priced >= {"attack", "build", "activate", "battlegroup", "evacuate"}


# ------------------------------------------------------------------ isolation and the HQ


@pytest.mark.rule("CAU-ISO-01", "CAU-ISO-02", "CAU-FLOW-16")
def test_a_cut_off_area_makes_battlegroups_and_attacks_dear() -> None:
    match = to_actions(supply=20, **CUT_OFF)
    assert facts(match, "german_53", "german_38", "soviet_45") == (True, True, True)
    supply = match.facts()["supply"]
    play(match, "battlegroup 53")
    assert match.facts()["supply"] == supply - 4
    play(match, "battlegroup 47")
    assert match.facts()["supply"] == supply - 6
    ip = match.facts()["ip"]
    play(match, "attack 100th-inf 54")
    assert match.facts()["ip"] == ip - 2
    play(match, "support 54")
    assert match.facts()["supply"] == supply - 8


@pytest.mark.rule("CAU-ISO-01")
def test_without_airfields_every_unit_is_isolated() -> None:
    match = to_actions(
        supply=20, **dict[str, Any]({"unit.6th-army-hq": 51, "german_52": False, "german_47": False, "pdm_47": "none"})
    )
    pieces = match.view("german")["pieces"]
    own = [piece for piece in pieces if piece["id"] in {u.id for u in components.ours().units}]
    assert own
    assert all("isolated" in piece["states"] for piece in own)


@pytest.mark.rule("CAU-FLOW-16")
def test_isolation_doubles_no_appeal_defense_evacuation_or_tactical_attack() -> None:
    match = to_actions((), (2,), supply=20, **CUT_OFF)
    ip, supply = facts(match, "ip", "supply")
    play(match, "activate 38 ip")
    assert match.facts()["ip"] == ip - 2
    play(match, "evacuate")
    assert match.facts()["ip"] == ip - 3
    play(match, "tactical")
    assert facts(match, "ip", "supply") == (ip - 4, supply - 2)


@pytest.mark.rule("CAU-HQ-01", "CAU-APPEAL-01")
def test_without_the_hq_every_action_costs_double() -> None:
    match = to_actions((2,), supply=20, **NO_HQ)
    assert facts(match, "ip", "supply") == (6, 16)
    play(match, "appeal conference")
    assert match.facts()["ip"] == 4
    play(match, "battlegroup 42")
    assert match.facts()["supply"] == 12
    play(match, "build 42 ip")
    assert match.facts()["ip"] == 0
    play(match, "build 43 supply")
    assert match.facts()["supply"] == 4


@pytest.mark.rule("CAU-HQ-02")
def test_isolation_and_the_lost_hq_make_the_price_four_times_as_high() -> None:
    match = to_actions(supply=20, **CUT_OFF, **NO_HQ)
    supply = match.facts()["supply"]
    play(match, "battlegroup 53")
    assert match.facts()["supply"] == supply - 8


@pytest.mark.rule("CAU-HQ-03")
def test_no_action_brings_the_hq_back() -> None:
    match = to_actions(supply=20, **NO_HQ)
    assert not any("6th-army-hq" in name for name in names(match))
    play(match, "battlegroup 52")
    assert facts(match, "unit.6th-army-hq", "unit.bg-a") == (0, 52)


# ------------------------------------------------------------------ Appeals


@pytest.mark.rule("CAU-APPEAL-01", "CAU-APPEAL-02")
def test_an_appeal_costs_one_point_and_is_made_once() -> None:
    match = play(to_actions((3,)), "appeal airlift")
    assert match.facts()["ip"] == 5
    assert refused(match, "appeal conference") == ("CAU-APPEAL-02",)


@pytest.mark.rule("CAU-APPEAL-03")
def test_the_type_is_named_before_the_roll() -> None:
    match = to_actions((3,))
    assert {n for n in names(match) if n.startswith("appeal")} == {"appeal conference", "appeal foa", "appeal airlift"}
    play(match, "appeal foa")
    assert told(match, "roll", chart="D")[-1].column == 2


@pytest.mark.rule("CAU-APPEAL-04", "CAU-APPEAL-08")
@pytest.mark.parametrize(("die", "bonus", "commitment"), [(1, 0, 0), (3, 0, 0), (4, 2, 0), (5, 2, 1), (6, 2, 2)])
def test_conference(die: int, bonus: int, commitment: int) -> None:
    match = play(to_actions((die,)), "appeal conference")
    assert facts(match, "foa_bonus", "commitment") == (bonus, commitment)


@pytest.mark.rule("CAU-APPEAL-05", "CAU-APPEAL-07", "CAU-APPEAL-11", "CAU-APPEAL-14")
@pytest.mark.parametrize(
    ("die", "politics", "bonus", "granted"),
    [(1, 1, 0, False), (3, 1, 0, False), (4, 0, 0, False), (5, 0, 1, False), (6, 0, 0, True)],
)
def test_freedom_of_action(die: int, politics: int, bonus: int, granted: bool) -> None:
    match = play(to_actions((die,)), "appeal foa")
    assert facts(match, "hq_politics", "foa_bonus", "foa") == (politics, bonus, granted)


@pytest.mark.rule("CAU-APPEAL-06")
@pytest.mark.parametrize(("die", "points"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_airlift_appeal(die: int, points: int) -> None:
    match = to_actions((die,))
    supply = match.facts()["supply"]
    assert play(match, "appeal airlift").facts()["supply"] == supply + points


@pytest.mark.rule("CAU-APPEAL-07")
def test_the_foa_marker_helps_freedom_appeals_only() -> None:
    match = play(to_actions((5,), foa_bonus=1), "appeal foa")
    assert match.facts()["foa"]
    match = play(to_actions((5,), foa_bonus=1), "appeal airlift")
    assert "FoA +1 marker" not in modifiers(match, "D")
    match = play(to_actions((5,), foa_bonus=1), "appeal conference")
    assert not modifiers(match, "D")


@pytest.mark.rule("CAU-APPEAL-08")
def test_the_double_marker_helps_freedom_and_airlift_appeals_from_the_next_on() -> None:
    match = to_actions((5,), foa_bonus=2)
    supply = match.facts()["supply"]
    assert play(match, "appeal airlift").facts()["supply"] == supply + 3
    assert play(to_actions((5,), foa_bonus=2), "appeal foa").facts()["foa"]
    assert not modifiers(play(to_actions((4,)), "appeal conference"), "D")


@pytest.mark.rule("CAU-APPEAL-09")
def test_the_marker_is_turned_never_doubled() -> None:
    match = play(to_actions((4,), foa_bonus=1), "appeal conference")
    assert match.facts()["foa_bonus"] == 2
    match = play(to_actions((4,), foa_bonus=2), "appeal foa")
    assert sum(modifiers(match, "D").values()) == 1


@pytest.mark.rule("CAU-APPEAL-10")
def test_further_results_are_ignored_but_the_commitment_counts() -> None:
    match = play(to_actions((5,), foa_bonus=2), "appeal conference")
    assert facts(match, "foa_bonus", "commitment") == (2, 1)
    match = play(to_actions((4,), foa_bonus=2), "appeal foa")
    assert match.facts()["foa_bonus"] == 2


@pytest.mark.rule("CAU-APPEAL-12")
def test_a_second_hq_politics_result_ends_freedom_appeals() -> None:
    match = play(to_actions((1,), hq_politics=1), "appeal foa")
    assert match.facts()["hq_politics"] == 2
    match = to_actions(hq_politics=2)
    assert refused(match, "appeal foa") == ("CAU-APPEAL-12",)
    assert "appeal airlift" in names(match)


@pytest.mark.rule("CAU-APPEAL-13")
def test_then_the_foa_marker_is_given_up_and_the_double_one_kept() -> None:
    assert play(to_actions((1,), hq_politics=1, foa_bonus=1), "appeal foa").facts()["foa_bonus"] == 0
    assert play(to_actions((1,), hq_politics=1, foa_bonus=2), "appeal foa").facts()["foa_bonus"] == 2


@pytest.mark.rule("CAU-APPEAL-14")
def test_freedom_of_action_is_kept_and_not_asked_for_again() -> None:
    match = to_actions(foa=True)
    assert refused(match, "appeal foa") == ("CAU-APPEAL-14",)


@pytest.mark.rule("CAU-APPEAL-15")
@pytest.mark.parametrize("kind", ["conference", "foa", "airlift"])
def test_the_penalty_falls_on_any_appeal_once(kind: str) -> None:
    match = play(to_actions((5,), appeal_penalty=True), f"appeal {kind}")
    assert list(modifiers(match, "D").values()) == [-1]
    assert not match.facts()["appeal_penalty"]


@pytest.mark.rule("CAU-APPEAL-16")
def test_the_commitment_marker_modifies_both_rolls_of_the_next_turn() -> None:
    match = game((1, 1), (1, 19), commitment=2, ssi=6)
    rolls = told(match, "roll", chart="A")
    assert [sum(line.value for line in roll.modifiers) for roll in rolls] == [2, 2]
    assert match.facts()["commitment"] == 0


# ------------------------------------------------------------------ Prepared Defenses


@pytest.mark.rule("CAU-PDM-01")
def test_build_and_activate_for_two_points_or_four_supply() -> None:
    match = to_actions(supply=20)
    play(match, "build 42 ip")
    assert facts(match, "pdm_42", "ip", "supply") == ("inactive", 4, 16)
    play(match, "activate 42 supply")
    assert facts(match, "pdm_42", "ip", "supply") == ("active", 4, 12)
    assert refused(match, "activate 42 ip") == ("CAU-PDM-01",)


@pytest.mark.rule("CAU-PDM-02")
def test_a_defense_goes_into_any_german_area_vacant_ones_too() -> None:
    match = to_actions()
    assert {"build 42 ip", "build 57 ip"} <= set(names(match))
    assert refused(match, "build 26 ip") == ("CAU-PDM-02",)
    assert refused(match, "build box-5 ip") == ("CAU-PDM-02",)
    play(match, "build 57 ip")
    marks = [(m["mark"], m.get("count", 1)) for m in match.view("german")["marks"] if m["at"] == "57"]
    assert sorted(marks) == [("pdm-active", 1), ("pdm-inactive", 1)]


@pytest.mark.rule("CAU-PDM-03", "CAU-PDM-10")
def test_a_defense_is_no_unit_and_never_moves() -> None:
    match = to_actions(supply=20)
    units = match.facts()["units"]
    play(match, "build 42 ip")
    assert match.facts()["units"] == units
    play(match, "move 76th-inf 48")
    assert match.facts()["pdm_20"] == "inactive"


@pytest.mark.rule("CAU-PDM-07")
def test_a_removed_defense_may_be_built_again() -> None:
    match = to_actions((), (), **dict[str, Any]({f"pdm_{n}": "inactive" for n in (42, 43, 44)}))
    assert "CAU-COMP-08" in refused(match, "build 45 ip")
    match = to_actions((), (), **dict[str, Any]({f"pdm_{n}": "inactive" for n in (42, 43)}))
    assert play(match, "build 45 ip").facts()["pdm_45"] == "inactive"


# ------------------------------------------------------------------ Movement


@pytest.mark.rule("CAU-MOVE-01")
def test_a_unit_moves_any_distance_area_by_adjacent_area() -> None:
    match = to_actions(supply=20)
    assert refused(match, "move 71st-inf 39") == ("CAU-MOVE-01", "CAU-AREA-02")
    play(match, "move 71st-inf 47", "move 71st-inf 46", "move 71st-inf 42", "move 71st-inf 43")
    assert match.facts()["unit.71st-inf"] == 43


@pytest.mark.rule("CAU-MOVE-02")
def test_each_unit_counts_by_itself() -> None:
    match = to_actions(supply=20)
    play(match, "move 71st-inf 47", "move 6th-army-hq 47")
    assert match.facts()["tally"] == 2


@pytest.mark.rule("CAU-MOVE-03")
def test_an_area_beside_the_soviets_counts_two() -> None:
    match = to_actions(supply=20)
    assert play(match, "move 71st-inf 38").facts()["tally"] == 2
    assert play(match, "move 71st-inf 44").facts()["tally"] == 3


@pytest.mark.rule("CAU-MOVE-04")
def test_at_five_a_payment_falls_due_and_the_rest_carries_over() -> None:
    match = to_actions(supply=20)
    play(match, "move 71st-inf 38", "move 71st-inf 45", "move 6th-army-hq 47")
    assert facts(match, "tally", "ip", "supply") == (4, 6, 16)
    play(match, "move 71st-inf 38")
    assert facts(match, "tally", "ip", "supply") == (1, 5, 15)


@pytest.mark.rule("CAU-MOVE-05")
@pytest.mark.parametrize("start", [{"supply": 4}, {"supply": 20, "wounded": 34}])
def test_no_movement_without_supply_or_initiative(start: dict[str, Any]) -> None:
    match = to_actions(**start)
    assert 0 in facts(match, "supply", "ip")
    assert refused(match, "move 71st-inf 44") == ("CAU-MOVE-05",)


@pytest.mark.rule("CAU-MOVE-06", "CAU-MOVE-07")
def test_an_open_tally_costs_one_more_payment_when_movement_ends() -> None:
    match = to_actions(supply=20)
    play(match, "move 71st-inf 44", "build 42 ip", "move 71st-inf 43")
    assert facts(match, "tally", "ip", "supply") == (2, 4, 16)
    play(match, "end-actions")
    assert facts(match, "tally", "ip", "supply") == (0, 3, 15)


@pytest.mark.rule("CAU-MOVE-08")
def test_the_open_remainder_is_reserved() -> None:
    match = to_actions(supply=20, wounded=24)
    assert match.facts()["ip"] == 2
    play(match, "move 71st-inf 44")
    assert "CAU-ACT-03" in refused(match, "build 42 ip")
    play(match, "evacuate")
    assert match.facts()["ip"] == 1
    play(match, "move 71st-inf 43", "move 71st-inf 42", "move 71st-inf 46")
    assert match.facts()["tally"] == 4
    assert refused(match, "move 71st-inf 22") == ("CAU-MOVE-08",)
    play(match, "move 71st-inf 47")
    assert facts(match, "ip", "tally") == (0, 0)


@pytest.mark.rule("CAU-MOVE-09")
def test_no_unit_enters_an_area_with_a_soviet_unit() -> None:
    assert refused(to_actions(), "move 14th-pz 26") == ("CAU-MOVE-09",)


@pytest.mark.rule("CAU-MOVE-10")
def test_relief_boxes_are_not_entered_by_movement() -> None:
    match = to_actions(**dict[str, Any]({"unit.16th-pz": 29, "breakthrough_28": True}))
    assert refused(match, "move 16th-pz box-5") == ("CAU-MOVE-10",)


@pytest.mark.rule("CAU-MOVE-11")
def test_any_number_of_units_may_share_an_area() -> None:
    match = to_actions(
        supply=30,
        **dict[str, Any]({f"unit.{n}": 52 for n in ("71st-inf", "113th-inf", "16th-pz", "24th-pz", "305th-inf")}),
    )
    play(match, "move 94th-inf 52")
    assert sum(p["at"] == "52" for p in match.view("german")["pieces"]) == 7


@pytest.mark.rule("CAU-MOVE-13", "CAU-BG-06")
def test_hq_depleted_units_and_battlegroups_move_like_others() -> None:
    match = play(to_actions(supply=20), "battlegroup 52", "move bg-a 47", "move 6th-army-hq 47", "move 71st-inf 47")
    assert facts(match, "unit.bg-a", "unit.6th-army-hq", "unit.71st-inf", "tally") == (47, 47, 47, 3)


@pytest.mark.rule("CAU-MOVE-14")
def test_a_named_attacker_moves_no_more_but_a_mover_may_attack() -> None:
    match = play(to_actions(supply=20), "attack 14th-pz 26")
    assert refused(match, "move 14th-pz 42") == ("CAU-MOVE-14",)
    play(match, "move 16th-pz 56", "attack 16th-pz 59")
    assert match.facts()["attack_without_foa"] == 2


@pytest.mark.rule("CAU-FLOW-17")
def test_the_refusal_of_an_isolated_mover_says_that_it_doubles_the_whole_movement() -> None:
    """Else "you have only 4 IP and 1 supply" reads as enough for one more step."""
    match = to_actions(supply=6, **CUT_OFF)
    play(match, "move 71st-inf 46", "move 71st-inf 42", "move 71st-inf 43", "move 71st-inf 42", "move 71st-inf 46")
    while match.facts()["supply"] > 1:
        play(match, "battlegroup 47")
    step = "This step adds 2 to a tally of 1; you have only 4 IP and 1 supply."
    assert refusal(match, "move 371st-inf 53") == (
        f"{step} The 371st Infantry is isolated and doubles the cost of all movement in this phase."
    )


@pytest.mark.rule("CAU-FLOW-17")
def test_one_isolated_mover_doubles_the_whole_movement() -> None:
    match = to_actions(supply=20, **CUT_OFF)
    ip, supply = facts(match, "ip", "supply")
    play(match, "move 71st-inf 46", "move 71st-inf 42", "move 71st-inf 43", "move 71st-inf 42", "move 71st-inf 46")
    paid = ip - match.facts()["ip"]
    assert paid >= 1
    play(match, "move 371st-inf 53")
    assert ip - match.facts()["ip"] >= 2 * paid
    tally = match.facts()["tally"]
    play(match, "end-actions")
    payments = -(-(5 * paid + 0) // 5) + (1 if tally else 0)
    assert (ip - match.facts()["ip"]) == 2 * payments
    assert (supply - match.facts()["supply"]) == 2 * payments


@pytest.mark.rule("CAU-FLOW-17")
def test_under_the_option_isolated_units_have_a_tally_of_their_own() -> None:
    match = to_actions(supply=20, options={"isolated_movement": "separate"}, **CUT_OFF)
    ip = match.facts()["ip"]
    play(match, "move 71st-inf 46", "move 371st-inf 53")
    assert facts(match, "tally", "isolated_tally") == (1, 2)
    play(match, "end-actions")
    assert match.facts()["ip"] == ip - 1 - 2


@pytest.mark.rule("CAU-FLOW-40")
def test_the_price_of_a_step_is_judged_before_it() -> None:
    # 34 is held by one unit outside the Perimeter and makes its neighbours German ground; leaving it changes the map.
    match = to_actions(supply=20, **dict[str, Any]({"unit.16th-pz": 32, "unit.24th-pz": 37, "unit.71st-inf": 38}))
    cost = next(a["cost"] for a in match.decision.to_data()["actions"] if a["text"] == "move 71st-inf 44")  # type: ignore[union-attr]
    assert cost == "tally +1"
    before = match.facts()["tally"]
    two = next(a["cost"] for a in match.decision.to_data()["actions"] if a["text"] == "move 16th-pz 38")  # type: ignore[union-attr]
    play(match, "move 16th-pz 38")
    assert match.facts()["tally"] - before == int(two.removeprefix("tally +"))
    # Before the step 38 touched no Soviet-controlled area; after it 32 is Soviet again.
    assert match.facts()["tally"] - before == 1
    assert match.facts()["soviet_32"]


@pytest.mark.rule("CAU-FLOW-03", "CAU-CTRL-06")
def test_an_area_outside_that_is_left_is_lost_and_filled_at_once() -> None:
    match = to_actions(supply=20, **dict[str, Any]({"unit.14th-pz": 26, "pdm_26": "active"}))
    assert facts(match, "german_26", "soviet_29", "soviet_30") == (True, True, True)
    play(match, "move 14th-pz 41")
    assert facts(match, "german_26", "soviet_26", "soviet_29", "pdm_26") == (False, True, False, "none")


# ------------------------------------------------------------------ Tactical Attack


@pytest.mark.rule("CAU-TAC-01")
def test_a_tactical_attack_costs_one_and_two_once_a_phase_and_names_nobody() -> None:
    match = play(to_actions((), (14,), supply=20), "tactical")
    assert facts(match, "ip", "supply") == (5, 14)
    assert refused(match, "tactical") == ("CAU-TAC-01",)
    assert match.facts()["attack_without_foa"] == 0


@pytest.mark.rule("CAU-TAC-02")
@pytest.mark.parametrize("card", [12, 15, 5, 9])  # random numbers 7, 8, 9, 10
def test_seven_to_ten_put_the_offensive_back(card: int) -> None:
    assert play(to_actions((), (card,), fo=3, ssi=1 + 2, turn=9), "tactical").facts()["fo"] == 2


@pytest.mark.rule("CAU-TAC-03")
@pytest.mark.parametrize(("ssi", "after"), [(8, 2), (9, 2), (7, 3)])
def test_eleven_to_thirteen_need_an_index_of_at_least_the_turn(ssi: int, after: int) -> None:
    assert play(to_actions((), (11,), strategic=(3, 3, 1), fo=3, ssi=ssi, turn=8), "tactical").facts()["fo"] == after


@pytest.mark.rule("CAU-TAC-04")
@pytest.mark.parametrize("card", [14, 4, 10, 7, 2, 8])  # random numbers 1 to 6
def test_one_to_six_do_nothing(card: int) -> None:
    assert play(to_actions((), (card,), fo=3), "tactical").facts()["fo"] == 3


@pytest.mark.rule("CAU-TAC-02")
def test_the_offensive_never_goes_below_zero() -> None:
    assert play(to_actions((), (12,), fo=0), "tactical").facts()["fo"] == 0


@pytest.mark.rule("CAU-TAC-05")
def test_after_the_launch_there_is_nothing_to_delay() -> None:
    assert refused(to_actions(supply=20, fo=8), "tactical") == ("CAU-TAC-05", "CAU-FO-05")


# ------------------------------------------------------------------ Battlegroups


@pytest.mark.rule("CAU-BG-01")
def test_a_battlegroup_costs_two_supply_and_no_initiative() -> None:
    match = play(to_actions(supply=6), "battlegroup 43")
    assert facts(match, "ip", "supply", "unit.bg-a") == (6, 0, 43)
    assert "CAU-BG-01" in refused(match, "battlegroup 44")


@pytest.mark.rule("CAU-BG-03", "CAU-BG-04")
def test_six_battlegroups_in_german_areas_eliminated_ones_again() -> None:
    match = to_actions(supply=30)
    assert refused(match, "battlegroup 26") == ("CAU-BG-04",)
    assert refused(match, "battlegroup box-5") == ("CAU-BG-04",)
    play(match, *(f"battlegroup {n}" for n in (42, 43, 44, 46, 48, 49)))
    assert refused(match, "battlegroup 47") == ("CAU-BG-03", "CAU-BG-04")
    match = to_actions(supply=30, **dict[str, Any]({f"unit.bg-{letter}": 43 for letter in "abcde"}))
    assert play(match, "battlegroup 42").facts()["unit.bg-f"] == 42


@pytest.mark.rule("CAU-BG-07")
def test_a_payment_says_how_many_units_it_leaves_without_supply() -> None:
    match = game((2, 2, 1, 6), (1, 19), supply=4, **dict[str, Any]({"unit.bg-a": 43}))
    assert match.decision is not None
    costs = [action["cost"] for action in match.decision.to_data()["actions"] if action["verb"] == "pay"]
    assert costs == [*(f"{left} unsupplied" for left in (23, 18, 13, 8, 3)), "all supplied"]


@pytest.mark.rule("CAU-BG-06", "CAU-BG-07")
def test_in_upkeep_a_battlegroup_counts_but_takes_no_loss() -> None:
    match = game((2, 2, 1, 6), (1, 19), supply=3, **dict[str, Any]({"unit.bg-a": 43}))
    play(match, "pay 4")
    assert match.facts()["units"] == 23
    play(match, "starve bg-a", "starve 71st-inf", "starve 6th-army-hq")
    assert facts(match, "unit.bg-a", "unit.71st-inf") == (43, 0)


@pytest.mark.rule("CAU-BG-08", "CAU-ATK-10")
@pytest.mark.parametrize("unit", ["bg-a", "6th-army-hq"])
def test_battlegroups_and_the_hq_do_not_attack(unit: str) -> None:
    match = to_actions(supply=20, **dict[str, Any]({f"unit.{unit}": 41}))
    assert refused(match, f"attack {unit} 26") == ("CAU-ATK-10", "CAU-BG-08")


# ------------------------------------------------------------------ Evacuation


@pytest.mark.rule("CAU-EVAC-01", "CAU-EVAC-02", "CAU-EVAC-04")
@pytest.mark.parametrize(("wounded", "left", "out"), [(7, 4, 3), (3, 0, 3), (2, 0, 2), (1, 0, 1)])
def test_a_point_evacuates_up_to_three(wounded: int, left: int, out: int) -> None:
    match = to_actions(wounded=wounded)
    ip = match.facts()["ip"]
    play(match, "evacuate")
    assert facts(match, "wounded", "evacuated_wounded", "ip") == (left, out, ip - 1)


@pytest.mark.rule("CAU-EVAC-03")
def test_no_evacuation_under_a_weak_luftwaffe() -> None:
    match = to_actions(strategic=(2, 3, 3), ssi=5)
    assert match.facts()["luftwaffe"] == "Weak"
    assert refused(match, "evacuate") == ("CAU-EVAC-03",)


# ------------------------------------------------------------------ Surrender


@pytest.mark.rule("CAU-SURR-01")
def test_surrender_is_open_at_every_decision_and_free() -> None:
    match = game((2, 2, 1), (1, 19))
    assert "surrender" in names(match)
    match = to_actions(supply=20)
    ip, supply = facts(match, "ip", "supply")
    play(match, "surrender")
    assert match.facts()["surrendered"]
    assert facts(match, "ip", "supply") == (ip, supply)


@pytest.mark.rule("CAU-SURR-02", "CAU-FLOW-24")
def test_after_a_surrender_only_evaluations_are_played() -> None:
    match = play(to_actions((6,) * 16), "surrender")
    assert match.over
    steps = [event.step for event in told(match, "step") if event.ply > 8]
    phases = {step.split(".")[0] for step in steps}
    assert phases == {"evaluation"}
    assert len(told(match, "roll", chart="H")) == 16
    assert match.facts()["turn"] == 16


@pytest.mark.rule("CAU-SURR-03", "CAU-EVAL-04")
def test_without_freedom_every_later_roll_has_minus_two() -> None:
    match = play(to_actions((3, 3)), "surrender")
    rolls = told(match, "roll", chart="H")
    assert [[line.value for line in roll.modifiers] for roll in rolls] == [[-2], [-2]]


@pytest.mark.rule("CAU-SURR-04", "CAU-EVAL-04")
def test_with_freedom_minus_one() -> None:
    match = play(to_actions((3, 3), foa=True), "surrender")
    assert [[line.value for line in roll.modifiers] for roll in told(match, "roll", chart="H")] == [[-1], [-1]]


@pytest.mark.rule("CAU-SURR-05")
def test_morale_drops_to_zero() -> None:
    match = to_actions()
    assert match.facts()["morale"] == 33
    assert play(match, "surrender").facts()["morale"] == 0


@pytest.mark.rule("CAU-FLOW-24")
def test_attacks_already_made_still_cost_the_index() -> None:
    match = play(to_actions((3,), supply=20), "attack 14th-pz 26", "surrender")
    assert [line.value for line in told(match, "roll", chart="H")[0].modifiers] == [-2, -1]
    assert not match.view("german").get("arrows")


# ------------------------------------------------------------------ what lasts for one turn


def next_actions(match: Match) -> Match:
    """Through a quiet rest of the turn to the next German Phase; both commitments are Average again."""
    on(play(match, "end-actions", "die 2", "card 3", "card 14"))
    return on(play(match, "die 4", "card 7", "card 18", "die 2", "die 2", "die 1"))


@pytest.mark.rule("CAU-APPEAL-02", "CAU-TAC-01")
def test_every_turn_has_its_own_appeal_and_tactical_attack() -> None:
    match = play(to_actions(supply=30), "appeal airlift", "die 1", "tactical", "card 4")
    assert not {"appeal airlift", "tactical"} & set(names(match))
    next_actions(match)
    assert {"appeal airlift", "tactical"} <= set(names(match))


@pytest.mark.rule("CAU-EVENT-01", "CAU-FLOW-42")
@pytest.mark.parametrize("event", [11, 21])
def test_what_an_event_does_to_airlift_and_upkeep_ends_with_its_turn(event: int) -> None:
    """Card 11 takes two from the airlift, card 21 one point from full upkeep: five for 22 units."""
    match = next_actions(to_actions(supply=30, drawn=(event, 19)))
    assert match.facts()["turn"] == 2
    assert modifiers(match, "B") == {}
    # 30, upkeep twice, and an airlift of one or (a 1 in fog) none.
    assert match.facts()["supply"] == 30 - 5 - 5 + 1 + (0 if event == 11 else 1 + 1)


@pytest.mark.rule("CAU-FLOW-17", "CAU-MOVE-04")
def test_an_isolated_mover_doubles_no_movement_of_another_turn() -> None:
    match = to_actions(supply=30, **CUT_OFF)
    ip = match.facts()["ip"]
    play(match, "move 71st-inf 46", "move 71st-inf 42", "move 71st-inf 43", "move 71st-inf 42", "move 71st-inf 46")
    assert ip - match.facts()["ip"] == 1
    next_actions(match)
    ip = match.facts()["ip"]
    # The payment of the turn before is not doubled after the event.
    play(match, "move 371st-inf 53", "end-actions")
    assert ip - match.facts()["ip"] == 2
    play(match, "die 2", "card 15", "card 6")
    on(match)
    play(match, "die 4", "card 8", "card 22", "die 2", "die 2", "die 1")
    on(match)
    ip = match.facts()["ip"]
    play(match, "move 71st-inf 42", "end-actions")
    assert ip - match.facts()["ip"] == 1


@pytest.mark.rule("CAU-FOA-01", "CAU-FOA-03", "CAU-EVAL-06")
def test_freedom_of_action_excuses_no_attack_declared_before_it() -> None:
    match = play(to_actions(supply=30), "attack 305th-inf 54", "appeal foa", "die 6", "attack 100th-inf 54")
    assert facts(match, "foa", "attack_without_foa") == (True, 1)
    play(match, "end-actions", "roll 305th-inf", "die 1", "die 1", "die 2", "card 3", "card 14")
    play(on(match), "die 4")
    assert modifiers(match, "H") == {"attacks without Freedom of Action": -1}


def test_why_an_area_several_steps_away_is_out_of_reach() -> None:
    match = Match.new("cauldron", seed=7)
    for action in ("pay 5", *["battlegroup 20"] * 3):
        match.play(action)
    assert match.decision is not None
    reached = {choice.space: choice.cost for choice in match.decision.choices("29th-mot")}
    assert ("20" in reached, reached["21"]) == (False, "tally +4")
    why = {space: match.why(piece="29th-mot", space=space)[0][1] for space in ("20", "10", "23")}
    assert why["20"].text == (
        "The path to 20 Zapadnovka ends in 21 Kazachi Kurgan (tally +4). "
        "This step adds 2 to a tally of 4; you have only 6 IP and 1 supply."
    )
    assert why["20"].clauses == ("CAU-MOVE-08",)
    assert why["10"].text == "The path to 10 Kalach: 9 Sovietsky holds a Soviet unit."
    assert why["10"].clauses == ("CAU-MOVE-09",)
    assert why["23"].text == "The 29th Motorized is already in 23 Marinovka."
