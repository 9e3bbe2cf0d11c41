"""The Evaluation Phase: Table H, collapse and what follows it, the end of the game, victory points and levels."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.match.match import Match

from .play import choices, modifiers, pass_soviet, play, pocket, refused, to_actions, to_soviet, told

WARD = 20
"""Wounded that bring a collapse."""
LATER = {"turn": 5, "fo": 8}
"""The Final Offensive has begun in an earlier turn."""
HQ = "6th-army-hq"


def to_evaluation(**start: Any) -> Match:
    """A game before the die on Table H; all Soviet attacks of the turn, if any, have missed."""
    match = to_soviet(**start)
    if match.decision is not None and match.decision.box == "soviet.offensive":
        play(match, "card 3", "card 14")
    pass_soviet(match)
    assert box(match) == "evaluation.ssi"
    return match


def box(match: Match) -> str:
    """The box that asks now, "" at the end."""
    return match.decision.box if match.decision is not None else ""


def ring(match: Match) -> set[int]:
    """The areas with a Soviet unit."""
    facts = match.facts()
    return {area for area in range(1, 65) if facts[f"soviet_{area}"]}


def held(match: Match) -> set[int]:
    """The German-controlled areas."""
    facts = match.facts()
    return {area for area in range(1, 65) if facts[f"german_{area}"]}


def line(match: Match, words: str) -> int:
    """The points of a line of the victory sum, 0 where it is missing."""
    assert match.result is not None
    return sum(entry["points"] for entry in match.result["sum"] if words in entry["text"])


# ------------------------------------------------------------------ Table H


@pytest.mark.rule("CAU-EVAL-01", "CAU-EVAL-02")
@pytest.mark.parametrize(("die", "ssi"), [(1, 5), (2, 5), (3, 6), (4, 6), (5, 7), (6, 7)])
def test_table_h_with_average_commitments(die: int, ssi: int) -> None:
    match = to_evaluation(ssi=6)
    play(match, f"die {die}")
    assert match.facts()["ssi"] == ssi
    assert modifiers(match, "H") == {}


@pytest.mark.rule("CAU-EVAL-01", "CAU-EVAL-02", "CAU-EVAL-03")
@pytest.mark.parametrize(
    ("luftwaffe", "relief", "die", "ssi"),
    [(5, 5, 1, 4), (5, 5, 2, 5), (5, 5, 4, 5), (2, 2, 5, 8), (2, 2, 6, 8), (2, 2, 2, 6), (2, 5, 3, 6), (5, 2, 3, 6)],
)
def test_weak_commitments_raise_and_strong_ones_lower(luftwaffe: int, relief: int, die: int, ssi: int) -> None:
    match = to_actions(strategic=(luftwaffe, relief, 1), ssi=6, supply=7)
    play(match, "end-actions", "die 2", "card 3", "card 14")
    while box(match) != "evaluation.ssi":
        play(match, "end-phase")
    play(match, f"die {die}")
    words = {2: ("Weak", 1), 5: ("Strong", -1)}
    names = {f"{name} {words[n][0]}": words[n][1] for name, n in (("Luftwaffe", luftwaffe), ("relief force", relief))}
    assert modifiers(match, "H") == names
    assert match.facts()["ssi"] == ssi


@pytest.mark.rule("CAU-EVAL-04")
@pytest.mark.parametrize(
    ("foa", "found"), [(False, {"No FoA Surrender marker": -2}), (True, {"surrendered with Freedom of Action": -1})]
)
def test_a_surrender_lowers_every_later_roll(foa: bool, found: dict[str, int]) -> None:
    match = to_actions(foa=foa)
    play(match, "surrender", "die 6")
    assert modifiers(match, "H") == found
    play(match, "die 6")
    assert modifiers(match, "H") == found


@pytest.mark.rule("CAU-EVAL-05")
def test_an_army_that_is_gone_lowers_the_roll() -> None:
    match = play(to_actions(**pocket({})), "die 5")
    assert modifiers(match, "H") == {"all German units eliminated": -1}


@pytest.mark.rule("CAU-EVAL-05")
def test_a_surrendered_army_is_not_eliminated_too() -> None:
    match = to_actions(**pocket({52: [HQ]}))
    play(match, "surrender", "die 6")
    assert modifiers(match, "H") == {"No FoA Surrender marker": -2}
    match = to_evaluation(**pocket({52: [HQ]}))
    assert modifiers(play(match, "die 6"), "H") == {}


@pytest.mark.rule("CAU-EVAL-06")
def test_attacks_without_freedom_of_action_count_by_area() -> None:
    match = to_actions(supply=5)
    play(match, "attack 76th-inf 16", "attack 29th-mot 9", "attack 384th-inf 16", "end-actions")
    play(match, "roll 76th-inf", "die 1", "roll 384th-inf", "die 1", "die 1", "die 2", "card 3", "card 14")
    assert modifiers(play(match, "die 4"), "H") == {"attacks without Freedom of Action": -2}
    assert match.facts()["attack_without_foa"] == 0


# ------------------------------------------------------------------ collapse


@pytest.mark.rule("CAU-COL-01")
@pytest.mark.parametrize(
    ("offensive", "morale", "wounded", "collapses"),
    [
        (True, 20, 3, True),
        (True, 21, 3, False),
        (False, 20, 3, False),
        (False, 33, 20, True),
        (False, 33, 19, False),
        (True, 21, 20, True),
    ],
)
def test_when_the_army_collapses(offensive: bool, morale: int, wounded: int, collapses: bool) -> None:
    start: dict[str, Any] = {}
    if morale < 33:
        away = {"297th-inf": 39, "14th-pz": 39, "376th-inf": 39, "29th-mot": 24} | (
            {"44th-inf": 21} if morale == 20 else {}
        )
        start |= {f"unit.{unit}": area for unit, area in away.items()}
        lost = [42, 43, 44, 46, 47, 48, 49, 40, 41, 23] + [22] * (morale == 20)
        start |= {f"german_{area}": False for area in lost}
    match = to_evaluation(**start, wounded=wounded, **(LATER if offensive else {}))
    assert match.facts()["morale"] == morale
    play(match, "die 3")
    assert match.facts()["collapsed"] == collapses
    assert (box(match) == "evaluation.collapse.rally") == collapses


def collapsing(key: int = 52, **start: Any) -> Match:
    """A small army at the dice of its collapse; it falls back on Gumrak."""
    army = pocket({52: [HQ], 45: ["14th-pz", "bg-a"], 23: ["29th-mot"], 49: ["3rd-mot"]}, [47, 22])
    match = to_evaluation(**army | start, wounded=WARD)
    return play(match, "die 3", f"rally {key}")


@pytest.mark.rule("CAU-COL-02", "CAU-FLOW-43")
def test_a_die_for_every_unit_but_the_hq() -> None:
    match = collapsing()
    assert set(choices(match)) == {"face 3rd-mot", "face 14th-pz", "face 29th-mot", "face bg-a"}
    assert refused(match, f"face {HQ}") == ("CAU-COL-02",)
    play(match, "face bg-a", "die 2", "face 29th-mot", "die 1", "face 3rd-mot", "die 3")
    assert refused(match, "face 3rd-mot") == ("CAU-COL-02",)
    play(match, "die 6")
    facts = match.facts()
    assert (facts["unit.bg-a"], facts["unit.29th-mot"], facts["unit.3rd-mot"], facts["unit.14th-pz"]) == (0, 0, 49, 45)
    assert facts["unit.14th-pz.side"] == "full"
    assert facts[f"unit.{HQ}"] == 52


@pytest.mark.rule("CAU-COL-03")
def test_a_die_for_the_hq_too_in_1996() -> None:
    match = collapsing(edition="1996")
    assert set(choices(match)) == {"face 3rd-mot", "face 14th-pz", "face 29th-mot", "face bg-a", f"face {HQ}"}
    assert match.decision is not None
    assert match.decision.clauses == ("CAU-COL-03", "CAU-FLOW-43")
    play(match, f"face {HQ}", "die 2")
    assert match.facts()[f"unit.{HQ}"] == 0
    assert told(match, "loss", piece=HQ)[-1].clauses == ("CAU-COL-03",)
    assert refused(match, f"face {HQ}") == ("CAU-COL-03",)


@pytest.mark.rule("CAU-COL-03", "CAU-COL-02", "CAU-VP-09")
@pytest.mark.parametrize(("edition", "rolled"), [("1996", True), ("2020", False)])
def test_an_hq_alone_is_rolled_for_in_1996_only(edition: str, rolled: bool) -> None:
    match = play(to_evaluation(edition=edition, **pocket({52: [HQ]}, [47]), wounded=WARD), "die 3", "rally 52")
    assert (box(match) == "evaluation.collapse.roll") == rolled
    play(match, "die 2" if rolled else f"shelter {HQ} 47")
    assert match.facts()[f"unit.{HQ}"] == (0 if rolled else 47)
    # Without an army nothing but Evaluation Phases is left.
    assert (box(match) == "evaluation.ssi") == rolled


@pytest.mark.rule("CAU-COL-04", "CAU-FLOW-20")
def test_one_key_area_is_named_before_the_dice() -> None:
    army = pocket({52: [HQ], 23: ["29th-mot"]}, [47])
    match = play(to_evaluation(**army, wounded=WARD), "die 3")
    # 53 touches 45, 38, 54 and 55, none of them German.
    assert choices(match) == ["rally 47", "rally 52", "rally 55"]
    assert refused(match, "rally 53") == ("CAU-COL-04",)
    assert refused(match, "rally 49") == ("CAU-COL-04",)
    assert not told(match, "roll", title="Collapse: the 29th Motorized")
    play(match, "rally 55")
    assert box(match) == "evaluation.collapse.roll"


@pytest.mark.rule("CAU-COL-04", "CAU-FLOW-20")
def test_survivors_go_where_the_player_says_around_that_key_area() -> None:
    match = collapsing()
    for _ in range(3):
        play(match, choices(match)[0], "die 5")
    play(match, "die 5")
    assert box(match) == "evaluation.collapse.place"
    # From the far end of the pocket, with no way between; 22 and 23 do not touch Gumrak.
    assert refused(match, "shelter 29th-mot 23") == ("CAU-COL-04",)
    assert refused(match, "shelter 29th-mot 46") == ("CAU-COL-04",)
    play(match, "shelter 29th-mot 47", f"shelter {HQ} 45")
    assert "CAU-COL-04" in refused(match, "shelter 29th-mot 47")
    play(match, "shelter 14th-pz 45", "shelter bg-a 49", "shelter 3rd-mot 49")
    facts = match.facts()
    places = [facts[f"unit.{unit}"] for unit in ("29th-mot", HQ, "14th-pz", "bg-a", "3rd-mot")]
    assert places == [47, 45, 45, 49, 49]
    assert box(match) == "strategic.event"


@pytest.mark.rule("CAU-COL-06", "CAU-FLOW-20")
def test_the_ring_closes_round_the_smaller_pocket() -> None:
    match = collapsing(pdm_22="inactive", pdm_47="active")
    before = len(ring(match))
    for _ in range(3):
        play(match, choices(match)[0], "die 5")
    play(match, "die 5")
    while box(match) == "evaluation.collapse.place":
        play(match, choices(match)[0])
    # The Key Area and its German-controlled neighbours stay, also the vacant ones; all else is lost with its PDMs.
    assert held(match) == {45, 47, 49, 52}
    assert ring(match) == {38, 43, 44, 46, 48, 50, 51, 53, 55, 56}
    assert len(ring(match)) != before
    assert (match.facts()["pdm_22"], match.facts()["pdm_47"]) == ("none", "active")


@pytest.mark.rule("CAU-FLOW-20")
def test_a_key_area_in_soviet_hands_will_do() -> None:
    army = pocket({53: ["100th-inf"], 55: ["305th-inf"], 52: [HQ]})
    match = play(to_evaluation(**army, wounded=WARD), "die 3")
    assert match.facts()["soviet_54"]
    play(match, "rally 54", "face 100th-inf", "die 6", "die 6")
    while box(match) == "evaluation.collapse.place":
        assert not any(name.endswith(" 54") for name in choices(match))
        play(match, choices(match)[-1])
    assert held(match) == {53, 55}


@pytest.mark.rule("CAU-COL-05")
def test_without_a_key_area_near_every_unit_is_lost() -> None:
    army = pocket({23: ["29th-mot", HQ], 22: ["44th-inf"]}, [24])
    match = play(to_evaluation(**army, wounded=WARD), "die 3")
    facts = match.facts()
    assert facts["units"] == 0
    assert held(match) == set()
    assert ring(match) == set()
    assert not told(match, "roll", chart="")
    # Nothing but Evaluation Phases from now on.
    assert box(match) == "evaluation.ssi"
    assert facts["turn"] == 2


@pytest.mark.rule("CAU-COL-05", "CAU-FLOW-20")
def test_a_shelter_outside_the_perimeter_that_the_dice_empty_is_none() -> None:
    army = pocket({54: ["100th-inf"], 22: [HQ, "44th-inf"]})
    match = play(to_evaluation(**army, wounded=WARD), "die 3")
    while box(match) == "evaluation.collapse.rally":
        play(match, "rally 54")
    play(match, "face 44th-inf", "die 6", "die 1")
    assert match.facts()["units"] == 0


@pytest.mark.rule("CAU-COL-04", "CAU-FLOW-20")
def test_leaving_an_area_outside_the_perimeter_gives_it_up_at_once() -> None:
    army = pocket({54: ["100th-inf"], 53: ["295th-inf"], 26: ["14th-pz"], 52: [HQ]}, [45])
    match = play(to_evaluation(**army, wounded=WARD), "die 3", "rally 54")
    for _ in range(2):
        play(match, choices(match)[0], "die 5")
    play(match, "die 5")
    play(match, "shelter 14th-pz 53")
    assert (match.facts()["german_26"], match.facts()["german_54"]) == (False, True)
    play(match, "shelter 100th-inf 53")
    assert match.facts()["german_54"] is False
    assert match.facts()["soviet_54"]
    # So 53 is the only shelter left, and nothing remains to be asked.
    assert match.facts()[f"unit.{HQ}"] == 53
    assert box(match) == "strategic.event"


@pytest.mark.rule("CAU-SURR-02", "CAU-SURR-05")
def test_a_surrender_between_two_survivors_ends_the_collapse() -> None:
    match = collapsing()
    for _ in range(3):
        play(match, choices(match)[0], "die 5")
    play(match, "die 5", "shelter 29th-mot 47", "surrender")
    # The turn goes on behind the collapse check.
    assert box(match) == "evaluation.ssi"
    assert (match.facts()["turn"], match.facts()["morale"], match.facts()["unit.29th-mot"]) == (2, 0, 47)


@pytest.mark.rule("CAU-COL-09")
def test_a_collapse_happens_once() -> None:
    army = pocket({52: [HQ], 45: ["14th-pz"]})
    match = to_soviet("card 3", "face 14th-pz", "die 1", **army, wounded=WARD, collapsed=True)
    play(match, "die 3")
    assert box(match) == "strategic.event"
    assert match.facts()["units"] == 2
    assert not told(match, "note", who="Collapse")


@pytest.mark.rule("CAU-FLOW-22")
def test_units_in_relief_boxes_take_their_die_and_stay() -> None:
    army = pocket({52: [HQ]}) | {"unit.14th-pz": "box-5", "unit.16th-pz": "box-5"}
    match = play(to_evaluation(**army, wounded=WARD), "die 3")
    while box(match) == "evaluation.collapse.rally":
        play(match, "rally 52")
    play(match, "face 14th-pz", "die 2", "die 3")
    facts = match.facts()
    assert (facts["unit.14th-pz"], facts["unit.16th-pz"]) == (0, "box-5")
    army = pocket({52: [HQ, "24th-pz", "60th-mot"]}) | {"unit.16th-pz": "box-5"}
    match = to_soviet("card 3", **army, collapsed=True)
    assert set(choices(match)) == {"face 24th-pz", "face 60th-mot"}
    assert "CAU-FLOW-22" in refused(match, "face 16th-pz")


# ------------------------------------------------------------------ after a collapse


def after_collapse(*actions: str, **start: Any) -> Match:
    """The Soviet Phase of a collapsed army of five units, past the status card."""
    army = pocket({52: [HQ], 45: ["14th-pz", "71st-inf"], 49: ["3rd-mot", "bg-a"]}, [47])
    start = army | {"unit.71st-inf.side": "depleted"} | start
    status = () if "fo" in start else ("card 3",)
    return play(to_soviet(*status, **start, collapsed=True), *actions)


@pytest.mark.rule("CAU-COL-07", "CAU-FLOW-21", "CAU-FLOW-43")
def test_after_a_collapse_units_are_rolled_for_and_no_target_card_is_drawn() -> None:
    match = after_collapse()
    assert box(match) == "soviet.units.choose"
    assert set(choices(match)) == {"face 14th-pz", "face 71st-inf", "face 3rd-mot", "face bg-a"}
    assert "CAU-COL-08" in refused(match, f"face {HQ}")
    play(match, "face 3rd-mot", "die 1")
    assert refused(match, "face 3rd-mot") == ("CAU-COL-07",)
    play(match, "face bg-a", "die 4", "face 14th-pz", "die 2", "face 71st-inf", "die 5")
    assert [roll.row for roll in told(match, "roll", chart="G")] == [0, 0, 0, 0]
    assert not told(match, "card", line="attack")
    assert match.facts()["wounded"] == 4
    # The vacant areas of the pocket are not attacked, and DX is for a unit alone.
    assert held(match) == {45, 47, 49, 52}
    assert box(match) == "evaluation.ssi"


@pytest.mark.rule("CAU-FLOW-21")
def test_the_result_falls_on_the_unit_that_was_named() -> None:
    match = after_collapse("face 14th-pz", "die 6")
    assert refused(match, "lose 71st-inf") == ("CAU-FLOW-21",)
    play(match, "lose 14th-pz", "face 71st-inf", "die 6", "retreat 52")
    facts = match.facts()
    # It has gone alone.
    assert (facts["unit.14th-pz"], facts["unit.14th-pz.side"], facts["unit.71st-inf"]) == (45, "depleted", 52)
    play(match, "face bg-a", "die 6")
    # A battlegroup takes its own loss, whoever stands beside it; it bars the retreat.
    assert choices(match) == ["lose bg-a"]
    play(match, "lose bg-a")
    assert match.facts()["unit.bg-a"] == 0


@pytest.mark.rule("CAU-FLOW-21")
def test_a_vacated_area_is_entered_by_an_adjacent_soviet_unit() -> None:
    match = after_collapse("face 14th-pz", "die 6", "retreat 52", "face 71st-inf", "die 5")
    assert box(match) == "soviet.enter"
    assert choices(match) == ["enter-from 38", "enter-from 44", "enter-from 53"]
    assert refused(match, "enter-from 37") == ("CAU-FLOW-21",)
    play(match, "enter-from 53")
    assert (match.facts()["soviet_45"], match.facts()["german_45"]) == (True, False)
    # 53 touches nothing German any more.
    assert not match.facts()["soviet_53"]


@pytest.mark.rule("CAU-FLOW-21")
def test_an_activated_defense_absorbs_the_result_of_its_area() -> None:
    match = after_collapse("face 14th-pz", "die 6", pdm_45="active")
    assert choices(match) == ["lose 14th-pz", "absorb"]
    play(match, "absorb")
    assert match.facts()["pdm_45"] == "inactive"


@pytest.mark.rule("CAU-FLOW-21")
def test_a_follow_up_after_a_collapse_falls_on_the_same_unit_or_one_of_the_players_choice() -> None:
    match = after_collapse("face 14th-pz", "die 2", **LATER)
    assert [roll.pieces for roll in told(match, "roll", chart="G")] == [("14th-pz",)]
    play(match, "die 6", "lose 14th-pz", "die 6", "lose 14th-pz")
    # It is gone, 71st Infantry is left in the area.
    play(match, "die 1")
    assert [roll.pieces[0] for roll in told(match, "roll", chart="G")] == ["14th-pz"] * 3 + ["71st-inf"]
    # A follow-up does not replace the unit's own roll.
    assert "face 71st-inf" in choices(match)
    match = after_collapse("face 3rd-mot", "die 6", **LATER, **{"unit.bg-b": 49})
    assert choices(match) == ["lose 3rd-mot"]
    play(match, "lose 3rd-mot", "die 6", "lose 3rd-mot")
    assert choices(match) == ["face bg-a", "face bg-b"]
    assert refused(match, "face 71st-inf") == ("CAU-FLOW-21",)


@pytest.mark.rule("CAU-COL-08")
def test_the_hq_is_rolled_for_when_it_is_the_last() -> None:
    army = pocket({52: [HQ], 45: ["14th-pz"]}) | {"unit.14th-pz.side": "depleted"}
    match = to_soviet("card 3", **army, collapsed=True)
    assert choices(match) == ["face 14th-pz"]
    play(match, "face 14th-pz", "die 1")
    assert box(match) == "evaluation.ssi"
    match = to_soviet("card 3", "face 14th-pz", "die 5", **army, collapsed=True)
    if box(match) == "soviet.enter":
        play(match, choices(match)[0])
    assert choices(match) == [f"face {HQ}"]
    play(match, f"face {HQ}", "die 6")
    assert choices(match) == [f"lose {HQ}"]
    play(match, f"lose {HQ}")
    # The last area is entered as well.
    assert (match.facts()["units"], match.facts()["german_52"]) == (0, False)
    assert box(match) == "evaluation.ssi"


# ------------------------------------------------------------------ the end


@pytest.mark.rule("CAU-END-01", "CAU-END-02")
def test_the_game_ends_with_turn_16_after_its_collapse_check() -> None:
    match = to_evaluation(turn=15)
    play(match, "die 3")
    assert not match.over
    match = to_evaluation(turn=16)
    play(match, "die 3")
    assert match.result is not None
    assert match.result["turn"] == 16
    assert match.result["points"] == sum(entry["points"] for entry in match.result["sum"])
    match = play(to_evaluation(turn=16, wounded=WARD), "die 3")
    assert box(match) == "evaluation.collapse.rally"


@pytest.mark.rule("CAU-END-03", "CAU-FLOW-29")
def test_neither_surrender_nor_the_loss_of_the_army_ends_the_game() -> None:
    for match in (play(to_actions(), "surrender"), to_actions(**pocket({}))):
        for turn in range(1, 17):
            assert match.facts()["turn"] == turn
            assert box(match) == "evaluation.ssi"
            play(match, "die 6")
        assert match.result is not None
        assert match.result["turn"] == 16


@pytest.mark.rule("CAU-FLOW-29")
def test_without_an_army_the_rest_of_the_turn_is_dropped() -> None:
    # Two areas attacked; with the last unit gone the vacant one is not attacked any more, nor followed up.
    army = pocket({23: ["20th-rum"]}, [21]) | {"unit.20th-rum.side": "depleted"}
    match = to_soviet("resolve 23 9", "die 6", **army, **LATER, pdm_21="active")
    assert choices(match) == ["lose 20th-rum"]
    play(match, "lose 20th-rum")
    assert box(match) == "evaluation.ssi"
    facts = match.facts()
    assert (facts["german_21"], facts["pdm_21"], facts["soviet_23"]) == (True, "active", facts["soviet_23"])
    assert facts["german_23"] is False


@pytest.mark.rule("CAU-FLOW-29")
def test_units_in_relief_boxes_keep_the_army_alive_and_defenses_do_not() -> None:
    assert box(to_actions(**pocket({}, [47]), pdm_47="active")) == "evaluation.ssi"
    army = pocket({}, [47]) | {"unit.14th-pz": "box-5"}
    assert box(play(to_evaluation(**army), "die 3")) == "strategic.event"


@pytest.mark.rule("CAU-FLOW-36", "CAU-END-01")
def test_zero_ends_the_game_before_turn_16_is_counted() -> None:
    match = to_evaluation(turn=16, ssi=1)
    play(match, "die 1")
    assert match.result is not None
    assert (match.result["points"], match.result["sum"]) == (0, [])
    assert "zero" in match.result["why"]


# ------------------------------------------------------------------ victory


def linking(*units: str, elsewhere: dict[int, list[str]] | None = None, **start: Any) -> Match:
    """A link-up: units in 26, and the relief force breaks through next to them."""
    army = pocket({26: units, **(elsewhere or {})})
    match = play(to_actions(**army, hoth_box=5, **start, supply=4), "end-actions", "relieve", "die 6")
    # The Soviet unit in the entry area makes way.
    return play(match, choices(match)[0])


DIVISIONS = [
    "14th-pz", "16th-pz", "24th-pz", "3rd-mot", "29th-mot", "60th-mot", "44th-inf", "71st-inf", "76th-inf", "79th-inf",
    "94th-inf", "100th-inf", "113th-inf",
]  # fmt: skip


@pytest.mark.rule("CAU-VP-02", "CAU-VP-03", "CAU-END-01", "CAU-END-02", "CAU-FLOW-36")
@pytest.mark.parametrize(("units", "points"), [(4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3)])
def test_units_that_link_up(units: int, points: int) -> None:
    saved = [HQ, "bg-a", *DIVISIONS][:units]
    # A unit without a chain to the relief force is not saved. At a link-up on the last turn nothing else is played.
    match = linking(*saved, elsewhere={52: ["297th-inf"]}, turn=16)
    assert match.result is not None
    assert "linked up" in match.result["why"]
    assert match.facts()["linked"] == units
    assert line(match, "linked up") == points
    assert not told(match, "roll", chart="H")


def ended(**start: Any) -> Match:
    """A game at its end: the last turn is over, the SSI has not changed."""
    return play(to_evaluation(**{"turn": 16, "ssi": 6, **start}), "die 3")


@pytest.mark.rule("CAU-VP-01")
@pytest.mark.parametrize("ssi", [2, 5, 10])
def test_points_start_from_the_index(ssi: int) -> None:
    match = ended(ssi=ssi)
    assert line(match, "Strategic Situation Index") == ssi


@pytest.mark.rule("CAU-VP-04")
def test_all_of_stalingrad() -> None:
    assert line(ended(), "Stalingrad") == 0
    assert line(ended(**{"unit.100th-inf": 54}), "Stalingrad") == 1
    match = play(to_actions(turn=16, **{"unit.100th-inf": 54}), "surrender", "die 6")
    assert line(match, "Stalingrad") == 0


@pytest.mark.rule("CAU-VP-05")
def test_morale_of_25() -> None:
    lost: dict[str, Any] = {"unit.29th-mot": 24, "german_23": False, "unit.76th-inf": 21, "german_20": False}
    lost |= {f"german_{area}": False for area in (42, 43, 44, 46, 48, 49)}
    match = ended(**lost)
    assert (match.facts()["morale"], line(match, "Morale")) == (25, 1)
    match = ended(**lost, **{"unit.44th-inf": 21, "german_22": False})
    assert (match.facts()["morale"], line(match, "Morale")) == (24, 0)
    match = play(to_actions(turn=16), "surrender", "die 6")
    assert line(match, "Morale") == 0


@pytest.mark.rule("CAU-VP-06")
def test_manstein() -> None:
    assert line(ended(), "Manstein") == 0
    assert line(ended(manstein=True), "Manstein") == 1


@pytest.mark.rule("CAU-VP-07")
def test_the_final_offensive_that_never_came() -> None:
    assert line(ended(), "Final Offensive") == 1
    assert line(ended(fo=7), "Final Offensive") == 1
    assert line(ended(fo=8), "Final Offensive") == 0
    assert line(play(to_actions(turn=16), "surrender", "die 6"), "Final Offensive") == 1


@pytest.mark.rule("CAU-VP-08")
@pytest.mark.parametrize(("turn", "points"), [(1, -1), (13, -1), (14, 0), (16, 0)])
def test_an_early_surrender(turn: int, points: int) -> None:
    match = play(to_actions(turn=turn), "surrender")
    while not match.over:
        play(match, "die 6")
    assert line(match, "Surrender") == points
    assert line(match, "eliminated") == 0


@pytest.mark.rule("CAU-VP-09")
def test_an_army_eliminated_in_combat() -> None:
    army = pocket({23: ["20th-rum"]}) | {"unit.20th-rum.side": "depleted"}
    match = to_soviet("resolve 23 9", "die 5", **army, turn=16, fo=8)
    play(match, "die 4")
    assert line(match, "eliminated in combat") == -1
    # A collapse counts as combat.
    match = to_evaluation(**pocket({23: ["29th-mot", HQ]}), wounded=WARD, turn=16)
    play(match, "die 3")
    assert line(match, "eliminated in combat") == -1
    assert line(ended(), "eliminated") == 0


@pytest.mark.rule("CAU-VP-09")
def test_an_army_whose_last_unit_starved_did_not_fall_in_combat() -> None:
    army = pocket({23: ["20th-rum"]}) | {"unit.20th-rum.side": "depleted"}
    match = to_actions(strategic=(2, 2, 1, 5), turn=16, supply=0, airlift_each_turn=-1, **army)
    assert match.facts()["units"] == 0
    play(match, "die 4")
    assert match.result is not None
    assert line(match, "eliminated") == 0


@pytest.mark.rule("CAU-VP-09")
def test_an_army_whose_last_unit_fell_in_combat_is_not_excused_by_one_that_starved() -> None:
    army = pocket({23: ["14th-pz"], 47: ["20th-rum"]})
    sides = {f"unit.{unit}.side": "depleted" for unit in ("14th-pz", "20th-rum")}
    start = dict[str, Any](army | sides | {"turn": 16, "supply": 0, "airlift_each_turn": -1, "fo": 8})
    match = to_actions(strategic=(2, 2, 1, 5), **start)
    assert (match.facts()["unit.20th-rum"], match.facts()["units"]) == (0, 1)
    play(match, "end-actions", "die 2", "resolve 23 9", "die 5", "die 4")
    assert match.over
    assert line(match, "eliminated") == -1


@pytest.mark.rule("CAU-VP-10")
def test_points_add_up() -> None:
    match = ended(manstein=True, ssi=5, **{"unit.100th-inf": 54})
    assert match.result is not None
    assert [entry["points"] for entry in match.result["sum"]] == [5, 1, 1, 1, 1]
    assert match.result["points"] == 9
    match = play(to_actions(strategic=(4, 4, 1), turn=13, ssi=6), "surrender")
    while not match.over:
        play(match, "die 5")
    assert match.result is not None
    assert match.result["points"] == 6 + 1 - 1


@pytest.mark.rule("CAU-LEVEL-01", "CAU-LEVEL-02", "CAU-LEVEL-03", "CAU-LEVEL-04", "CAU-LEVEL-05")
@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [
        (1, "Soviet Decisive Victory", "soviet"),
        (2, "Soviet Victory", "soviet"),
        (5, "Soviet Victory", "soviet"),
        (6, "German Moral Victory", None),
        (7, "German Moral Victory", None),
        (8, "German Victory", "german"),
        (9, "German Victory", "german"),
        (10, "German Decisive Victory", "german"),
    ],
)
def test_levels(points: int, level: str, winner: str | None) -> None:
    # A surrender on turn 16 under the Final Offensive leaves the SSI alone.
    strategic = (2 if points >= 9 else 3 if points >= 7 else 4 if points == 6 else 5 if points == 5 else 6,) * 2
    match = to_actions(strategic=(*strategic, 1), turn=16, fo=8, ssi=points)
    play(match, "surrender", "die 5" if points > 1 else "die 6")
    assert match.result is not None
    assert (match.result["points"], match.result["level"], match.result["winner"]) == (points, level, winner)


@pytest.mark.rule("CAU-LEVEL-01", "CAU-LEVEL-05")
def test_no_points_at_all_and_more_than_ten() -> None:
    match = play(to_actions(strategic=(6, 6, 1), turn=13, fo=8, ssi=1), "surrender")
    while not match.over:
        play(match, "die 5")
    assert match.result is not None
    assert (match.result["points"], match.result["level"]) == (0, "Soviet Decisive Victory")
    match = ended(ssi=10, manstein=True)
    assert match.result is not None
    assert (match.result["points"], match.result["level"]) == (13, "German Decisive Victory")
