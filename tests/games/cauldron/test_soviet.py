"""The Soviet Phase: status of the Final Offensive, target areas, attacks, retreats, advances, follow-up attacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from mamayev.games.cauldron.printed import components
from mamayev.match.match import Match

from .play import QUIET, Numbers, game, names, play, pocket, refused, to_actions, told

EXPOSED = {20, 21, 22, 23, 24, 38, 39, 40, 41, 50, 51, 53, 55, 56, 57}
"""The areas of the historical pocket that touch a Soviet unit."""
ALL, NO_CHANGE = 7, 3
"""A card that has every exposed area attacked, and one whose Offensive number is zero."""
RESERVE = [f"unit.bg-{letter}" for letter in "abcdef"]
"""The counters that are not on the map at the start."""
LAUNCHED: dict[str, Any] = {"turn": 5, "fo": 8}
"""The Final Offensive began on an earlier turn."""
LAUNCHING: dict[str, Any] = {"turn": 5, "fo": 8, "launched": 5}
"""The Final Offensive began this turn, in the Strategic Phase."""


def soviet(
    dice: Numbers = (),
    cards: Numbers = (),
    *,
    options: Any = None,
    drawn: Numbers = QUIET,
    **start: Any,
) -> Match:
    """A game played to the first decision or roll of the Soviet Phase.

    Both commitments are Average, no Action is performed, the relief force stays where it is. Unless a supply is given
    upkeep takes all of it, so that no battlegroup can be made.
    """
    if "supply" not in start:
        placed = [
            bool(space) - (key not in RESERVE)
            for key, space in start.items()
            if key.startswith("unit.") and not key.endswith("side")
        ]
        start["supply"] = -(-(22 + sum(placed)) // 5) - 1
    ssi = start.get("ssi", 10)
    average = 2 if ssi >= 9 else 3 if ssi >= 7 else 4 if ssi == 6 else 5 if ssi == 5 else 6
    match = to_actions((2, *dice), cards, strategic=(average, average, 1), drawn=drawn, options=options, **start)
    play(match, "end-actions")
    if match.decision is not None and match.decision.box == "german.relief.choose":
        play(match, "relieve")
    if match.decision is not None and match.decision.box == "german.relief.aim":
        play(match, names(match)[0])
    return match


def attacked(match: Match) -> set[int]:
    """The areas that wait for their attack."""
    return {int(name.split()[1]) for name in names(match) if name.startswith("resolve ")}


def rolls(match: Match) -> list[tuple[str, int]]:
    """The rolls on Table G so far: the area attacked and the die."""
    return [(roll.spaces[0], roll.dice[0]) for roll in told(match, "roll", chart="G")]


def facts(match: Match, *keys: str) -> tuple[Any, ...]:
    seen = match.facts()
    return tuple(seen[key] for key in keys)


def soviet_cards(match: Match) -> list[tuple[str, int]]:
    """The cards of the Soviet Phase: the line that counted and the card."""
    return [(card.line, card.card) for card in told(match, "card") if card.line in ("offensive", "attack")]


def ring(match: Match) -> set[int]:
    """The areas that ought to hold a Soviet unit, worked out anew: not German, next to a German area."""
    seen = match.facts()
    areas = [area for area in components.ours().areas if area is not None]
    held = {area.number for area in areas if seen[f"german_{area.number}"]}
    if seen["hoth_area"]:
        held.add(seen["hoth_area"])
    needed = {n for area in areas if area.number in held for n in area.adjacent} - held
    if seen["hoth_box"] == 5:
        needed |= {area.number for area in areas if area.entry == seen["entry"]} - held
    return {area for area in needed if not seen[f"breakthrough_{area}"]}


def occupied(match: Match) -> set[int]:
    """The areas that hold a Soviet unit, as the map shows them, one for each counter."""
    at = [
        int(piece["at"])
        for piece in match.view("german")["pieces"]
        if piece["id"].startswith("soviet-") and piece["at"].isdigit()
    ]
    assert len(at) == len(set(at))
    return set(at)


def few(held: dict[int, list[str]], vacant: Sequence[int] = ()) -> dict[str, Any]:
    """A small army without Prepared Defenses that pays its upkeep with its last supply."""
    bare = {f"pdm_{area.number}": "none" for area in components.ours().areas if area is not None}
    return {**pocket(held, vacant), **bare, "supply": 1}


# ------------------------------------------------------------------ step 1: status of the Final Offensive


@pytest.mark.rule("CAU-FO-01")
@pytest.mark.parametrize(("card", "before", "after"), [(4, 3, 4), (6, 3, 5), (16, 3, 2), (3, 3, 3), (16, 0, 0)])
def test_the_offensive_number_is_added(card: int, before: int, after: int) -> None:
    match = soviet((), (card,), fo=before)
    assert match.facts()["fo"] == after
    assert soviet_cards(match) == [("offensive", card)]


@pytest.mark.rule("CAU-FO-02", "CAU-FO-03")
@pytest.mark.parametrize(
    ("ssi", "box", "change"),
    [(8, 1, 1), (8, 2, 1), (7, 3, 1), (7, 5, 1), (7, 2, 2), (1, 1, 2), (8, 3, 0), (10, 4, 0)],
)
def test_which_of_two_numbers_counts(ssi: int, box: int, change: int) -> None:
    assert soviet((), (2,), fo=3, ssi=ssi, hoth_box=box).facts()["fo"] == 3 + change


@pytest.mark.rule("CAU-FO-02")
def test_a_relief_force_on_the_map_is_nearer_than_box_3() -> None:
    assert soviet((), (2,), fo=3, ssi=7, hoth_area=29).facts()["fo"] == 4
    assert soviet((), (2,), fo=3, ssi=8, hoth_area=29).facts()["fo"] == 3


@pytest.mark.rule("CAU-FO-02")
def test_a_single_number_always_counts() -> None:
    assert soviet((), (4,), fo=3, ssi=8, hoth_box=3).facts()["fo"] == 4
    assert soviet((), (20,), fo=3, ssi=8).facts()["fo"] == 2


@pytest.mark.rule("CAU-FO-04", "CAU-TARGET-02")
def test_at_eight_the_final_offensive_begins_and_overshoot_is_lost() -> None:
    match = soviet((), (6,), fo=7)
    assert facts(match, "fo", "final_offensive") == (8, True)
    assert soviet_cards(match) == [("offensive", 6)]
    assert attacked(match) == EXPOSED


@pytest.mark.rule("CAU-FO-04")
def test_an_event_may_launch_it_at_once() -> None:
    match = to_actions(drawn=(17, 19), fo=7)
    assert facts(match, "fo", "final_offensive") == (8, True)


@pytest.mark.rule("CAU-FO-05", "CAU-TARGET-02")
def test_once_begun_no_status_and_no_target_card_is_drawn_and_the_marker_stays() -> None:
    match = soviet((), (16, 16), drawn=(16, 19), **LAUNCHED)
    assert facts(match, "fo", "final_offensive") == (8, True)
    assert soviet_cards(match) == []
    assert attacked(match) == EXPOSED


@pytest.mark.rule("CAU-FO-06")
@pytest.mark.parametrize("start", [{"fo": 7}, LAUNCHING], ids=["by its card", "by an event"])
def test_on_the_turn_it_begins_every_attack_has_a_follow_up(start: dict[str, Any]) -> None:
    match = soviet((1, 1, 3, 4), (6,) if start["fo"] == 7 else (), **start)
    play(match, "resolve 23 9")
    assert rolls(match) == [("23", 1), ("23", 1)]
    play(match, "resolve 50 19")
    assert rolls(match)[2:] == [("50", 3), ("50", 4)]
    assert match.facts()["wounded"] == 4


@pytest.mark.rule("CAU-FO-06")
def test_a_bracketed_first_result_adds_no_second_guaranteed_follow_up() -> None:
    match = play(soviet((2, 1, 3), **LAUNCHING), "resolve 23 9")
    assert rolls(match) == [("23", 2), ("23", 1)]


@pytest.mark.rule("CAU-FO-07")
def test_beyond_the_guaranteed_follow_up_brackets_count() -> None:
    match = play(soviet((1, 2, 2, 3, 1), **LAUNCHING), "resolve 23 9")
    assert rolls(match) == [("23", 1), ("23", 2), ("23", 2), ("23", 3)]


@pytest.mark.rule("CAU-FO-08", "CAU-FO-09", "CAU-SOVATK-01")
def test_under_the_offensive_each_exposed_area_is_rolled_for_once() -> None:
    match = soviet([1] * 15, **LAUNCHED)
    order = []
    while left := attacked(match):
        order.append(max(left))
        play(match, next(name for name in reversed(names(match)) if name.startswith(f"resolve {max(left)} ")))
    assert [int(area) for area, _ in rolls(match)] == order == sorted(EXPOSED, reverse=True)
    assert match.decision is not None
    assert match.decision.step == "evaluation.ssi"


# ------------------------------------------------------------------ step 2: target areas


@pytest.mark.rule("CAU-TARGET-01", "CAU-TARGET-03", "CAU-TARGET-04")
@pytest.mark.parametrize(
    ("card", "targets"),
    [(7, EXPOSED), (6, set()), (9, {20, 22, 24, 38, 40, 50, 56}), (4, EXPOSED - {20, 22, 24, 38, 40, 50, 56})],
    ids=["All", "None", "Even", "Odd"],
)
def test_the_attack_word_picks_the_areas(card: int, targets: set[int]) -> None:
    match = soviet((), (NO_CHANGE, card))
    assert soviet_cards(match) == [("offensive", NO_CHANGE), ("attack", card)]
    assert attacked(match) == targets


@pytest.mark.rule("CAU-TARGET-03")
def test_none_leaves_nothing_to_attack() -> None:
    match = soviet((), (NO_CHANGE, 6))
    assert match.decision is not None
    assert match.decision.step == "evaluation.ssi"


@pytest.mark.rule("CAU-TARGET-01")
def test_vacant_areas_are_targets_boxes_the_relief_area_and_breakthroughs_are_not() -> None:
    start: dict[str, Any] = {
        "unit.29th-mot": 24, "breakthrough_25": True, "unit.14th-pz": 25, "hoth_box": 3, "unit.24th-pz": "box-5",
    }  # fmt: skip
    match = soviet((), (NO_CHANGE, ALL), **start)
    # 24, 25's neighbour, does not touch a Soviet unit any more; 57 and 23 are vacant.
    assert facts(match, "german_25", "soviet_26") == (True, True)
    assert attacked(match) == EXPOSED - {24}
    assert attacked(soviet((), (NO_CHANGE, ALL), hoth_area=8)) == EXPOSED


@pytest.mark.rule("CAU-TARGET-05")
def test_any_three_different_areas_are_chosen_before_the_first_roll() -> None:
    match = soviet((), (NO_CHANGE, 8))
    assert {int(name.split()[1]) for name in names(match) if name.startswith("expose")} == EXPOSED
    assert "CAU-TARGET-01" in refused(match, "expose 47")
    play(match, "expose 57")
    assert "CAU-TARGET-05" in refused(match, "expose 57")
    play(match, "expose 20", "expose 53")
    assert attacked(match) == {57, 20, 53}
    assert rolls(match) == []


@pytest.mark.rule("CAU-TARGET-05")
def test_any_three_of_fewer_are_all() -> None:
    match = soviet((), (NO_CHANGE, 8), **few({55: ["6th-army-hq"], 53: ["100th-inf"]}))
    assert attacked(match) == {53, 55}


# ------------------------------------------------------------------ step 3: attacks


@pytest.mark.rule("CAU-SOVATK-01", "CAU-SOVATK-11", "CAU-SOVATK-03")
@pytest.mark.parametrize(
    ("die", "result"), [(1, "NE"), (2, "NE"), (3, "NE"), (4, "W"), (5, "DX, no effect"), (6, "X, loss or defense")]
)
def test_an_occupied_area(die: int, result: str) -> None:
    match = soviet((die,), (NO_CHANGE, 9), drawn=(1, 7), ssi=1)
    play(match, "resolve 50 19")
    roll = told(match, "roll", chart="G")[-1]
    assert (roll.dice, roll.total, roll.row, roll.result, roll.modifiers) == ((die,), die, 0, result, ())
    assert 50 not in attacked(match)
    assert "CAU-FLOW-10" in refused(match, "resolve 50 19") if die != 6 else names(match)[0].startswith("lose")


@pytest.mark.rule("CAU-SOVATK-02", "CAU-SOVATK-03", "CAU-SOVATK-10", "CAU-SOVADV-05")
@pytest.mark.parametrize("die", range(1, 7))
def test_an_area_without_units_falls_whatever_stands_there(die: int) -> None:
    match = soviet(
        (die,), (NO_CHANGE, 9), **{"unit.24th-pz": 55, "unit.94th-inf": 55, "unit.389th-inf": 55, "pdm_56": "active"}
    )
    units, wounded = facts(match, "units", "wounded")
    play(match, "resolve 56 59")
    roll = told(match, "roll", chart="G")[-1]
    assert (roll.row, roll.result) == (1, "X, area lost")
    assert facts(match, "german_56", "soviet_56", "pdm_56", "units", "wounded") == (False, True, "none", units, wounded)


@pytest.mark.rule("CAU-SOVATK-04")
def test_w_is_one_wounded() -> None:
    match = play(soviet((4,), (NO_CHANGE, ALL)), "resolve 22 11")
    assert match.facts()["wounded"] == 4


@pytest.mark.rule("CAU-SOVATK-05")
def test_a_defeat_is_one_loss_or_the_retreat_of_all() -> None:
    match = soviet((6,), (NO_CHANGE, ALL), pdm_50="active", **{"unit.6th-army-hq": 50})
    play(match, "resolve 50 19")
    assert set(names(match)) == {"lose 6th-army-hq", "lose 60th-mot", "lose 113th-inf", "absorb", "surrender"}
    match = soviet((6,), (NO_CHANGE, ALL), pdm_50="inactive", **{"unit.6th-army-hq": 50})
    play(match, "resolve 50 19")
    assert set(names(match)) == {
        "lose 6th-army-hq", "lose 60th-mot", "lose 113th-inf",
        "retreat 20", "retreat 48", "retreat 49", "retreat 51", "surrender",
    }  # fmt: skip
    assert "CAU-SOVATK-05" in refused(match, "lose 71st-inf")


@pytest.mark.rule("CAU-SOVATK-05", "CAU-SOVATK-09")
def test_what_a_loss_is() -> None:
    start: dict[str, Any] = {
        "unit.6th-army-hq": 50, "unit.60th-mot.side": "full", "unit.113th-inf.side": "depleted", "pdm_50": "active",
    }  # fmt: skip

    def lost(action: str) -> Match:
        return play(soviet((6,), (NO_CHANGE, ALL), **start), "resolve 50 19", action)

    assert lost("lose 60th-mot").facts()["unit.60th-mot.side"] == "depleted"
    assert lost("lose 113th-inf").facts()["unit.113th-inf.side"] == "out"
    assert lost("lose 6th-army-hq").facts()["unit.6th-army-hq"] == 0
    match = lost("absorb")
    assert facts(match, "pdm_50", "units") == ("inactive", 22)
    assert match.facts()["german_50"]


@pytest.mark.rule("CAU-SOVATK-06", "CAU-FLOW-14")
def test_what_bars_a_retreat() -> None:
    match = play(soviet((6,), (NO_CHANGE, ALL), pdm_50="active"), "resolve 50 19")
    assert "CAU-SOVATK-06" in refused(match, "retreat 48")
    match = play(soviet((6,), (NO_CHANGE, ALL), pdm_50="inactive", **{"unit.bg-a": 50}), "resolve 50 19")
    assert "CAU-SOVATK-06" in refused(match, "retreat 48")
    match = play(soviet((6,), (NO_CHANGE, ALL), pdm_50="inactive"), "resolve 50 19", "retreat 48")
    assert facts(match, "unit.60th-mot", "soviet_50", "pdm_50") == (48, True, "none")


@pytest.mark.rule("CAU-FLOW-14")
@pytest.mark.parametrize(
    ("ruling", "active", "inactive"), [("activated", False, True), ("any", False, False), ("battlegroups", True, True)]
)
def test_the_switch_of_retreats_with_prepared_defenses(ruling: str, active: bool, inactive: bool) -> None:
    for side, allowed in (("active", active), ("inactive", inactive)):
        match = soviet((6,), (NO_CHANGE, ALL), options={"retreat_with_pdm": ruling}, pdm_50=side)
        play(match, "resolve 50 19")
        assert ("retreat 48" in names(match)) is allowed
    match = soviet((6,), (NO_CHANGE, ALL), options={"retreat_with_pdm": ruling}, pdm_50="none", **{"unit.bg-a": 50})
    assert "retreat 48" not in names(play(match, "resolve 50 19"))


DX: list[tuple[dict[str, Any], bool]] = [
    ({"unit.76th-inf.side": "depleted", "pdm_20": "none"}, True),
    ({"unit.76th-inf.side": "depleted", "pdm_20": "inactive"}, True),
    ({"unit.76th-inf": 48, "unit.bg-a": 20, "pdm_20": "inactive"}, True),
    ({"unit.76th-inf.side": "depleted", "pdm_20": "active"}, False),
    ({"unit.76th-inf.side": "full", "pdm_20": "none"}, False),
    ({"unit.76th-inf.side": "depleted", "unit.bg-a": 20, "pdm_20": "none"}, False),
    ({"unit.76th-inf": 48, "unit.bg-a": 20, "unit.bg-b": 20, "pdm_20": "none"}, False),
    ({"unit.76th-inf": 48, "unit.6th-army-hq": 20, "pdm_20": "none"}, False),
]


@pytest.mark.rule("CAU-SOVATK-07", "CAU-SOVATK-08", "CAU-FLOW-33")
@pytest.mark.parametrize(("start", "destroyed"), DX)
def test_dx(start: dict[str, Any], destroyed: bool) -> None:
    match = soviet((5,), (NO_CHANGE, ALL), **start)
    units = match.facts()["units"]
    play(match, "resolve 20 19")
    assert match.facts()["units"] == units - destroyed
    assert facts(match, "german_20", "soviet_20") == (not destroyed, destroyed)
    assert match.facts()["pdm_20"] == ("none" if destroyed else start["pdm_20"])


@pytest.mark.rule("CAU-SOVATK-09")
def test_a_battlegroup_that_takes_a_loss_is_gone() -> None:
    match = soviet((6,), (NO_CHANGE, ALL), pdm_20="inactive", **{"unit.76th-inf": 48, "unit.bg-a": 20, "unit.bg-b": 20})
    play(match, "resolve 20 19")
    assert set(names(match)) == {"lose bg-a", "lose bg-b", "surrender"}
    play(match, "lose bg-b")
    assert facts(match, "unit.bg-a", "unit.bg-b", "german_20") == (20, 0, True)


@pytest.mark.rule("CAU-SOVATK-12")
def test_an_area_lost_before_its_turn_is_not_attacked_any_more() -> None:
    # 39 falls; 40 was listed, is vacant, and falls to the follow-up; the next one has no choice but the vacant 43.
    match = soviet((6, 6, 1), **LAUNCHED, **{"unit.20th-rum": 56, "unit.297th-inf": 56})
    assert {39, 40} <= attacked(match)
    play(match, "resolve 39 32", "follow 40")
    assert rolls(match) == [("39", 6), ("40", 6), ("43", 1)]
    assert 40 not in attacked(match)
    assert "CAU-SOVATK-12" in refused(match, "resolve 40 31")


@pytest.mark.rule("CAU-SOVATK-12")
def test_a_follow_up_against_a_listed_area_leaves_it_its_own_attack() -> None:
    match = soviet((6, 1), **LAUNCHED, **{"unit.29th-mot": 56})
    play(match, "resolve 23 9")
    assert set(names(match)) == {"follow 22", "follow 24", "surrender"}
    play(match, "follow 22")
    assert rolls(match)[-1] == ("22", 1)
    assert 22 in attacked(match)


# ------------------------------------------------------------------ retreat and advance


@pytest.mark.rule("CAU-RETREAT-01", "CAU-RETREAT-02", "CAU-RETREAT-03")
def test_all_units_retreat_together_into_one_adjacent_german_area() -> None:
    match = soviet((6,), (NO_CHANGE, ALL), pdm_50="none", **{"unit.6th-army-hq": 50, "unit.60th-mot.side": "depleted"})
    before = facts(match, "ip", "supply", "tally", "units", "wounded")
    play(match, "resolve 50 19")
    for space in ("58", "19", "47", "box-5"):
        assert "CAU-RETREAT-02" in refused(match, f"retreat {space}")
    play(match, "retreat 49")
    assert facts(match, "unit.6th-army-hq", "unit.60th-mot", "unit.113th-inf") == (49, 49, 49)
    assert facts(match, "unit.60th-mot.side", "unit.113th-inf.side") == ("depleted", "full")
    assert facts(match, "ip", "supply", "tally", "units", "wounded") == before


@pytest.mark.rule("CAU-RETREAT-02")
def test_without_a_german_neighbour_a_loss_must_be_taken() -> None:
    match = soviet((6,), (NO_CHANGE, ALL), **few({57: ["24th-pz"], 47: ["6th-army-hq"]}))
    play(match, "resolve 57 59")
    assert set(names(match)) == {"lose 24th-pz", "surrender"}
    assert "CAU-RETREAT-02" in refused(match, "retreat 56")


@pytest.mark.rule("CAU-RETREAT-02")
def test_isolation_bars_no_retreat() -> None:
    match = soviet((6,), (NO_CHANGE, ALL), **few({57: ["24th-pz"], 47: ["6th-army-hq"]}, vacant=[56]))
    play(match, "resolve 57 59", "retreat 56")
    assert match.facts()["unit.24th-pz"] == 56


@pytest.mark.rule("CAU-RETREAT-03")
def test_units_that_retreat_into_an_area_still_to_be_attacked_share_its_attack() -> None:
    match = soviet((6, 6), (NO_CHANGE, ALL), pdm_38="none")
    play(match, "resolve 39 32", "retreat 38", "resolve 38 37")
    assert {"lose 20th-rum", "lose 371st-inf"} <= set(names(match))


@pytest.mark.rule("CAU-SOVADV-01", "CAU-SOVADV-02", "CAU-FLOW-09")
def test_a_vacated_area_is_entered_and_the_gap_behind_is_filled() -> None:
    match = play(soviet((6,), (NO_CHANGE, ALL)), "resolve 39 32", "retreat 43")
    assert facts(match, "german_39", "soviet_39", "soviet_32") == (False, True, True)
    advance = told(match, "move", how="advance")[-1]
    assert (advance.piece, advance.from_, advance.to) == ("soviet-32", "32", "39")
    assert told(match, "move", how="place", to="32")
    assert occupied(match) == ring(match)


@pytest.mark.rule("CAU-SOVADV-01")
def test_an_area_emptied_by_a_loss_is_entered_too() -> None:
    match = soviet((6,), (NO_CHANGE, ALL), **{"unit.20th-rum.side": "depleted"})
    play(match, "resolve 39 32", "lose 20th-rum")
    assert facts(match, "german_39", "soviet_39", "unit.20th-rum") == (False, True, 0)


@pytest.mark.rule("CAU-SOVADV-03", "CAU-FLOW-04", "CAU-FLOW-09")
def test_the_unit_behind_leaves_the_map_where_it_touches_nothing_german() -> None:
    match = soviet((1,), (NO_CHANGE, ALL), **{"unit.24th-pz": 56})
    assert occupied(match) == ring(match)
    # 57 touches 55, 56 and 59 only: with 57 gone 59 still touches 51 and 56 and is filled again.
    play(match, "resolve 57 59")
    assert facts(match, "soviet_57", "soviet_59") == (True, True)
    match = soviet((1,), (NO_CHANGE, ALL), **few({21: [], 22: ["44th-inf"]}, vacant=[21]))
    play(match, "resolve 21 16")
    assert facts(match, "soviet_21", "soviet_16", "soviet_20", "soviet_48") == (True, False, False, False)
    assert occupied(match) == ring(match) == {11, 12, 21, 23, 24, 46}


@pytest.mark.rule("CAU-SOVADV-04")
def test_army_names_play_no_part() -> None:
    # The unit that comes into the gap is not the one that came from there, nor of the neighbours: any may be placed.
    match = play(soviet((6,), (NO_CHANGE, ALL)), "resolve 39 32", "retreat 43")
    assert match.facts()["soviet_units"] == len(ring(match))
    assert all(f"resolve {area} {source}" in names(match) for area, source in ((40, 39), (38, 39), (38, 32)))


@pytest.mark.rule("CAU-SOVADV-05")
def test_defenses_left_alone_go_with_the_advance() -> None:
    match = soviet((6,), (NO_CHANGE, ALL), pdm_20="inactive")
    assert match.facts()["pdm_20"] == "inactive"
    play(match, "resolve 20 19", "retreat 48")
    assert match.facts()["pdm_20"] == "none"
    assert told(match, "mark", mark="pdm-inactive", at="20", change=-1)


# ------------------------------------------------------------------ follow-up attacks


@pytest.mark.rule("CAU-FOLLOW-01", "CAU-FOLLOW-06", "CAU-FOLLOW-02")
def test_brackets_bring_follow_ups_as_long_as_they_come_up() -> None:
    match = play(soviet((2, 2, 2, 4, 1), **LAUNCHED), "resolve 23 9")
    assert rolls(match) == [("23", 2), ("23", 2), ("23", 2), ("23", 4)]


@pytest.mark.rule("CAU-FOLLOW-01")
@pytest.mark.parametrize("die", [1, 3, 4, 5])
def test_other_dice_bring_none(die: int) -> None:
    match = play(soviet((die, 1), **LAUNCHED), "resolve 23 9")
    assert rolls(match) == [("23", die)]


@pytest.mark.rule("CAU-FOLLOW-01")
@pytest.mark.parametrize("die", [2, 6])
def test_before_the_final_offensive_brackets_mean_nothing(die: int) -> None:
    match = play(soviet((die, 1), (NO_CHANGE, ALL), **{"unit.29th-mot": 56}), "resolve 23 9")
    assert rolls(match) == [("23", die)]


@pytest.mark.rule("CAU-FOLLOW-01", "CAU-FOLLOW-03")
def test_the_die_counts_on_the_empty_row_too() -> None:
    match = play(soviet((2, 1), **LAUNCHED, **{"unit.29th-mot": 56}), "resolve 23 9")
    assert match.facts()["soviet_23"] is True
    play(match, "follow 24")
    assert rolls(match) == [("23", 2), ("24", 1)]
    match = play(soviet((3, 1), **LAUNCHED, **{"unit.29th-mot": 56}), "resolve 23 9")
    assert rolls(match) == [("23", 3)]


@pytest.mark.rule("CAU-FOLLOW-02")
def test_after_a_loss_that_leaves_units_the_same_area_is_attacked_again() -> None:
    match = play(soviet((6, 1), **LAUNCHED, pdm_50="none"), "resolve 50 19", "lose 60th-mot")
    assert rolls(match) == [("50", 6), ("50", 1)]


@pytest.mark.rule("CAU-FOLLOW-03", "CAU-FOLLOW-05", "CAU-FLOW-13")
def test_after_an_advance_another_area_next_to_the_new_one_is_attacked() -> None:
    match = play(soviet((6, 1), **LAUNCHED, **{"unit.6th-army-hq": 43}), "resolve 39 32", "retreat 43")
    assert set(names(match)) == {"follow 38", "follow 40", "follow 43", "surrender"}
    assert "CAU-FOLLOW-03" in refused(match, "follow 41")
    assert "CAU-FOLLOW-03" in refused(match, "follow 39")
    play(match, "follow 43")
    roll = told(match, "roll", chart="G")[-1]
    assert roll.spaces == ("43", "39")


@pytest.mark.rule("CAU-FOLLOW-03", "CAU-FLOW-13")
def test_a_follow_up_lapses_without_a_german_neighbour() -> None:
    match = soviet((6, 1), **LAUNCHED, **few({57: [], 47: ["6th-army-hq"]}, vacant=[57]))
    play(match, "resolve 57 59")
    assert rolls(match) == [("57", 6)]
    assert facts(match, "soviet_57", "german_57") == (False, False)
    assert attacked(match) == {47}


@pytest.mark.rule("CAU-FOLLOW-04", "CAU-FLOW-32")
@pytest.mark.parametrize("start", [LAUNCHED, LAUNCHING], ids=["bracketed", "guaranteed"])
def test_a_vacant_area_must_be_chosen(start: dict[str, Any]) -> None:
    die = 6 if start == LAUNCHED else 3
    match = soviet((die, 1), **start, **{"unit.20th-rum": 40})
    play(match, "resolve 39 32")
    # 43 is the only vacant one: no choice is left.
    assert rolls(match)[:2] == [("39", die), ("43", 1)]
    assert told(match, "roll", chart="G")[-1].spaces == ("43", "39")
    match = soviet((die, 1), **start, **{"unit.20th-rum": 40, "unit.371st-inf": 53})
    play(match, "resolve 39 32")
    assert set(names(match)) == {"follow 38", "follow 43", "surrender"}
    assert "CAU-FOLLOW-04" in refused(match, "follow 40")


@pytest.mark.rule("CAU-FLOW-32")
def test_the_guaranteed_follow_up_of_an_area_still_held_goes_against_it_again() -> None:
    match = play(soviet((5, 6, 1), **LAUNCHING), "resolve 23 9")
    assert rolls(match) == [("23", 5), ("23", 6)]
    play(match, "lose 29th-mot")
    assert rolls(match)[2:] == [("23", 1)]


# ------------------------------------------------------------------ control, occupation and the ring


@pytest.mark.rule("CAU-FLOW-01")
def test_control_and_occupation_are_two_things() -> None:
    match = to_actions(supply=20, breakthrough_9=True)
    assert facts(match, "german_9", "soviet_9", "soviet_11") == (False, False, True)
    # Control alone: entry at the dearer price, nothing to attack. A unit: no entry.
    assert [name for name in names(match) if name.startswith("attack 29th-mot")] == ["attack 29th-mot 11"]
    assert "move 29th-mot 11" not in names(match)
    play(match, "move 29th-mot 9")
    assert facts(match, "unit.29th-mot", "tally", "german_9") == (9, 2, True)

    start = few({23: ["29th-mot"], 52: ["6th-army-hq"]}) | {"breakthrough_9": True}
    match = soviet((6,), (NO_CHANGE, ALL), **start)
    assert "resolve 23 9" not in names(match)
    play(match, "resolve 23 11")
    assert set(names(match)) == {"lose 29th-mot", "surrender"}
    assert "CAU-RETREAT-02" in refused(match, "retreat 9")


@pytest.mark.rule("CAU-FLOW-04", "CAU-SOVADV-03")
def test_the_ring_follows_every_change_of_control() -> None:
    match = game((2, 2, 1), QUIET)
    assert occupied(match) == ring(match) == {9, 11, 12, 15, 16, 19, 25, 26, 31, 32, 37, 54, 58, 59}
    match = to_actions(supply=20, breakthrough_25=True)
    assert not match.facts()["soviet_25"]
    play(match, "move 14th-pz 25")
    assert occupied(match) == ring(match)
    assert facts(match, "soviet_27", "soviet_28") == (True, True)
    play(match, "move 14th-pz 24")
    assert occupied(match) == ring(match)
    assert facts(match, "soviet_27", "soviet_28", "soviet_25") == (False, False, False)


@pytest.mark.rule("CAU-FLOW-04", "CAU-FLOW-31")
@pytest.mark.parametrize(("area", "kept"), [(25, False), (23, True)], ids=["outside", "inside"])
def test_what_an_upkeep_loss_leaves(area: int, kept: bool) -> None:
    match = game((2, 2, 1, 6), QUIET, supply=0, **{"unit.29th-mot": area, "unit.29th-mot.side": "depleted"})
    before = match.facts()[f"german_{area}"]
    play(match, "pay 0", "lose 29th-mot")
    assert before is True
    assert facts(match, f"german_{area}", f"soviet_{area}") == (kept, not kept)
    assert occupied(match) == ring(match)
    assert not told(match, "move", how="advance")


@pytest.mark.rule("CAU-FLOW-05")
def test_what_the_ring_leaves_out_and_takes_in() -> None:
    assert facts(soviet((), (NO_CHANGE, 6), breakthrough_9=True), "soviet_9", "soviet_11") == (False, True)
    # Relief boxes are not ringed, the entry area is while the relief force stands before it.
    assert [game(hoth_box=box).facts()["soviet_29"] for box in (4, 5)] == [False, True]
    assert game(hoth_box=5, entry="D").facts()["soviet_6"]
    away: dict[str, Any] = {"unit.24th-pz": "box-5"}
    assert not game(**away).facts()["soviet_29"]
    match = game(hoth_area=29)
    assert facts(match, "soviet_26", "soviet_28", "soviet_30", "soviet_33") == (True, True, True, True)
    assert facts(match, "soviet_29", "german_29") == (False, False)
    assert occupied(match) == ring(match)


@pytest.mark.rule("CAU-FLOW-06")
def test_soviet_units_never_run_out() -> None:
    printed = len(components.ours().soviet) + len(components.ours().soviet_reserve)
    outposts = {"14th-pz": 28, "24th-pz": 34, "29th-mot": 4, "3rd-mot": 10, "94th-inf": 61, "305th-inf": 18}
    match = soviet((), (NO_CHANGE, 6), **{f"unit.{unit}": area for unit, area in outposts.items()})
    assert occupied(match) == ring(match)
    assert match.facts()["soviet_units"] > printed


@pytest.mark.rule("CAU-FLOW-06")
def test_more_soviet_units_than_printed_are_reported() -> None:
    outposts: dict[str, Any] = {"unit.24th-pz": 34, "unit.29th-mot": 4, "unit.3rd-mot": 10, "unit.94th-inf": 61}
    outposts |= {"unit.305th-inf": 18, "unit.44th-inf": 6}
    match = to_actions(supply=20, breakthrough_25=True, breakthrough_28=True, **outposts)
    printed = len(components.ours().soviet) + len(components.ours().soviet_reserve)
    assert match.facts()["soviet_units"] <= printed
    assert not reports(match)
    play(match, "move 14th-pz 25", "move 14th-pz 28")
    assert match.facts()["soviet_units"] > printed
    assert len(reports(match)) == 1


def reports(match: Match) -> list[Any]:
    """The notes that the Soviet counters have run out."""
    return [note for note in told(match, "note") if "CAU-FLOW-06" in note.clauses]


# ------------------------------------------------------------------ who attacks, and what is attacked


@pytest.mark.rule("CAU-FLOW-08", "CAU-FLOW-09")
def test_the_unit_named_before_the_roll_is_the_one_that_advances() -> None:
    for source in (26, 31):
        match = soviet((6,), (NO_CHANGE, ALL))
        assert "CAU-FLOW-08" in refused(match, "resolve 40 32")
        play(match, f"resolve 40 {source}", "retreat 43")
        advance = told(match, "move", how="advance")[-1]
        assert (advance.piece, advance.to) == (f"soviet-{source}", "40")
        assert occupied(match) == ring(match)


@pytest.mark.rule("CAU-FLOW-08")
def test_one_unit_may_attack_several_areas() -> None:
    match = play(soviet((1, 1, 1), (NO_CHANGE, ALL)), "resolve 38 32", "resolve 39 32", "resolve 20 19")
    assert [area for area, _ in rolls(match)] == ["38", "39", "20"]


@pytest.mark.rule("CAU-FLOW-10", "CAU-FO-08")
@pytest.mark.parametrize("start", [{}, LAUNCHED], ids=["by card", "Final Offensive"])
def test_areas_exposed_by_an_advance_are_not_attacked(start: dict[str, Any]) -> None:
    vacated: dict[str, Any] = {"unit.20th-rum": 56}
    match = soviet((3,), () if start else (NO_CHANGE, ALL), **start, **vacated)
    listed = attacked(match)
    play(match, "resolve 39 32")
    assert facts(match, "soviet_39", "german_43") == (True, True)
    assert attacked(match) == listed - {39}
    assert "CAU-FLOW-10" in refused(match, "resolve 43 39")


@pytest.mark.rule("CAU-FLOW-11", "CAU-FLOW-12", "CAU-SOVATK-02")
def test_a_battlegroup_before_the_roll_holds_a_threatened_vacant_area() -> None:
    match = soviet((2,), (NO_CHANGE, ALL), supply=10, **{"unit.29th-mot": 56})
    supply = match.facts()["supply"]
    play(match, "battlegroup 23", "resolve 23 9")
    assert told(match, "roll", chart="G")[-1].row == 0
    assert facts(match, "german_23", "supply", "unit.bg-a") == (True, supply - 2, 23)


@pytest.mark.rule("CAU-FLOW-11", "CAU-BG-05")
@pytest.mark.parametrize("reading", ["phases", "before-attacks"])
def test_no_battlegroup_between_a_roll_and_its_end(reading: str) -> None:
    match = soviet((6,), (NO_CHANGE, 8), supply=10, options={"battlegroups": reading})
    # Between the card and its areas only where any moment of the phase will do.
    assert ("battlegroup 39" in names(match)) == (reading == "phases")
    play(match, "expose 39", "expose 40", "expose 38")
    assert [name for name in names(match) if name.startswith("battlegroup")]
    play(match, "resolve 39 32")
    assert not [name for name in names(match) if name.startswith("battlegroup")]
    assert "CAU-BG-05" in refused(match, "battlegroup 43")
    play(match, "retreat 43")
    assert "battlegroup 43" in names(match)


@pytest.mark.rule("CAU-FLOW-11")
def test_a_battlegroup_may_come_when_all_attacks_are_over() -> None:
    match = soviet((), (NO_CHANGE, 6), supply=10)
    assert "end-phase" in names(match)
    play(match, "battlegroup 42", "end-phase")
    assert match.facts()["unit.bg-a"] == 42


@pytest.mark.rule("CAU-FLOW-11", "CAU-FOLLOW-04")
def test_a_battlegroup_before_the_choice_of_a_follow_up_makes_an_area_occupied() -> None:
    match = soviet((6, 1), supply=10, **LAUNCHED, **{"unit.20th-rum": 40, "unit.371st-inf": 53})
    play(match, "resolve 39 32")
    assert {"follow 38", "follow 43", "battlegroup 43"} <= set(names(match))
    play(match, "battlegroup 43")
    assert "CAU-FOLLOW-04" in refused(match, "follow 43")
    play(match, "follow 38")
    assert match.decision is not None
    assert match.decision.box == "soviet.follow-up-window"
    assert {"let-roll", "battlegroup 38"} <= set(names(match))


@pytest.mark.rule("CAU-FLOW-11", "CAU-FLOW-12")
def test_a_battlegroup_after_the_choice_turns_the_row() -> None:
    for made, row in ((True, 0), (False, 1)):
        match = soviet((6, 1), supply=10, **LAUNCHED, **{"unit.20th-rum": 40, "unit.371st-inf": 53})
        play(match, "resolve 39 32", "follow 38", *(["battlegroup 38"] if made else []), "let-roll")
        roll = told(match, "roll", chart="G")[-1]
        assert (roll.spaces[0], roll.row) == ("38", row)


@pytest.mark.rule("CAU-FLOW-11")
def test_the_window_is_open_for_a_follow_up_against_the_same_area() -> None:
    match = play(soviet((2, 1), supply=10, **LAUNCHED), "resolve 23 9")
    assert "battlegroup 23" in names(match)
    play(match, "let-roll")
    assert rolls(match) == [("23", 2), ("23", 1)]


@pytest.mark.rule("CAU-FLOW-13", "CAU-FOLLOW-03")
def test_a_follow_up_starts_from_the_new_place_with_the_gap_behind_filled() -> None:
    match = soviet((1, 6, 1), **LAUNCHED)
    play(match, "resolve 40 31", "resolve 39 32", "retreat 43")
    assert match.facts()["soviet_32"]
    # 40 has been attacked in this phase already; it may be reached again.
    play(match, "follow 40")
    assert rolls(match) == [("40", 1), ("39", 6), ("40", 1)]
    assert told(match, "roll", chart="G")[-1].spaces == ("40", "39")


# ------------------------------------------------------------------ the HQ, losses for good


@pytest.mark.rule("CAU-FLOW-33", "CAU-SOVATK-09")
def test_the_hq_alone_is_attacked_like_any_unit() -> None:
    alone: dict[str, Any] = {"unit.29th-mot": 56, "unit.6th-army-hq": 23}
    match = play(soviet((4,), (NO_CHANGE, ALL), **alone), "resolve 23 9")
    assert match.facts()["wounded"] == 4
    match = play(soviet((6,), (NO_CHANGE, ALL), **alone), "resolve 23 9")
    assert set(names(match)) == {"lose 6th-army-hq", "retreat 22", "retreat 24", "surrender"}
    play(match, "retreat 24")
    assert facts(match, "unit.6th-army-hq", "soviet_23") == (24, True)
    match = play(soviet((6,), (NO_CHANGE, ALL), **alone), "resolve 23 9", "lose 6th-army-hq")
    assert facts(match, "unit.6th-army-hq", "soviet_23") == (0, True)


@pytest.mark.rule("CAU-FLOW-39")
def test_nothing_that_is_lost_comes_back_but_battlegroups() -> None:
    start: dict[str, Any] = {
        "unit.29th-mot.side": "depleted",
        "unit.bg-a": 57,
        "unit.24th-pz": 56,
        "pdm_57": "inactive",
    }
    match = soviet((5, 5), (NO_CHANGE, ALL), supply=20, turn=3, **start)
    play(match, "resolve 23 9", "resolve 57 59")
    assert facts(match, "unit.29th-mot", "unit.bg-a") == (0, 0)
    play(match, "battlegroup 56")
    assert facts(match, "unit.29th-mot", "unit.bg-a") == (0, 56)
    depleted = {key for key, value in match.facts().items() if key.endswith(".side") and value == "depleted"}
    while match.decision is not None and match.facts()["turn"] == 3:
        if match.decision.box == "soviet.attacks.choose":
            play(match, "end-phase" if "end-phase" in names(match) else names(match)[0])
        else:
            play(match, "die 3")
    play(match, "card 12", "card 2", "die 3", "die 3", "die 3")
    play(match, [name for name in names(match) if name.startswith("pay")][-1])
    assert match.decision is not None
    assert match.decision.box == "german.actions"
    assert not [name for name in names(match) if "29th-mot" in name]
    assert "unit.29th-mot" not in [key for key, value in match.facts().items() if value]
    assert {key for key, value in match.facts().items() if key.endswith(".side") and value == "depleted"} == depleted
    refused(match, "move 29th-mot 24")
    assert {"build 42 ip", "battlegroup 42"} <= set(names(match))


# ------------------------------------------------------------------ the last unit


@pytest.mark.rule("CAU-FLOW-29")
def test_the_phase_is_dropped_with_the_last_unit() -> None:
    match = soviet((6, 1), **(few({57: ["24th-pz"]}, vacant=[47, 55]) | {"unit.24th-pz.side": "depleted"} | LAUNCHED))
    assert attacked(match) == {47, 55, 57}
    play(match, "resolve 57 59", "lose 24th-pz")
    assert rolls(match) == [("57", 6)]
    assert match.decision is not None
    assert match.decision.step == "evaluation.ssi"


@pytest.mark.rule("CAU-BG-09", "CAU-BG-10")
def test_a_battlegroup_takes_a_loss_only_where_nothing_else_can() -> None:
    def defeat(**start: Any) -> Match:
        match = soviet((6,), (NO_CHANGE, ALL), pdm_20="none", **({"unit.bg-a": 20} | start))
        return play(match, "resolve 20 19")

    assert set(names(defeat())) == {"lose 76th-inf", "surrender"}
    assert "CAU-BG-09" in refused(defeat(), "lose bg-a")
    hq: dict[str, Any] = {"unit.76th-inf": 48, "unit.6th-army-hq": 20}
    assert set(names(defeat(**hq))) == {"lose 6th-army-hq", "surrender"}
    alone: dict[str, Any] = {"unit.76th-inf": 48, "pdm_20": "active"}
    match = play(soviet((6,), (NO_CHANGE, ALL), **alone, **{"unit.bg-a": 20}), "resolve 20 19")
    assert set(names(match)) == {"absorb", "surrender"}
    match = defeat(**{"unit.76th-inf": 48})
    assert set(names(match)) == {"lose bg-a", "surrender"}
    assert "CAU-BG-10" in refused(match, "retreat 48")


@pytest.mark.rule("CAU-SOVADV-01", "CAU-SOVADV-02", "CAU-FLOW-09")
def test_an_area_outside_the_perimeter_is_entered_by_the_attacker_alone() -> None:
    match = soviet((6,), (NO_CHANGE, ALL), **{"unit.14th-pz": 25})
    assert match.facts()["soviet_27"]
    play(match, "resolve 25 26")
    before = len(match.events)
    play(match, "retreat 24")
    told_now = [(e.kind, getattr(e, "piece", ""), getattr(e, "to", "")) for e in match.events[before:]]
    assert ("move", "soviet-26", "25") in told_now
    assert ("move", "soviet-25", "25") not in told_now
    assert occupied(match) == ring(match)
    assert facts(match, "soviet_25", "soviet_26", "soviet_27") == (True, True, False)


@pytest.mark.rule("CAU-TARGET-01")
def test_no_follow_up_goes_into_a_breakthrough_area() -> None:
    match = soviet((2, 1), breakthrough_9=True, **LAUNCHED, **{"unit.29th-mot": 9})
    assert 9 not in attacked(match)
    play(match, "resolve 23 11")
    assert set(names(match)) == {"follow 22", "follow 24", "surrender"}
    assert refused(match, "follow 9") == ("CAU-TARGET-01",)


@pytest.mark.rule("CAU-FLOW-07")
def test_a_soviet_unit_placed_in_an_area_always_has_the_same_name_from_the_counters() -> None:
    printed = {army for army, _ in components.ours().soviet} | set(components.ours().soviet_reserve)
    scenes = [game(supply=supply).table.scene() for supply in (1, 20)]
    armies = [{p.id: p.name for p in scene.pieces if p.id.startswith("soviet-")} for scene in scenes]
    assert armies[0] == armies[1]
    assert {name.removesuffix(" Army") for name in armies[0].values()} == printed
    assert all(armies[0][f"soviet-{area}"] == f"{army} Army" for army, area in components.ours().soviet)
