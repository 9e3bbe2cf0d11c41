"""German Phase, step 3: the relief force on the track and on the map; link-up."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mamayev.games.cauldron.printed import components
from mamayev.games.cauldron.rules.position import AVERAGE, STRONG, WEAK
from mamayev.match.match import Match
from mamayev.server.last import series_of

from .play import names, play, refused, to_actions, told


def after_relief(die: int, **start: Any) -> Match:
    """The game after the relief force's roll of the first turn; no attack is made from inside."""
    strategic, aim = start.pop("strategic", (2, 2, 1)), start.pop("aim", 0)
    match = play(to_actions((die,), strategic=strategic, **start), "end-actions")
    while match.decision is not None and match.decision.box in ("german.relief.choose", "german.relief.aim"):
        match.play(f"aim {aim}" if aim else next(n for n in names(match) if n.startswith(("relieve", "aim"))))
    while match.decision is not None and match.decision.box == "german.attacks.drive":
        match.play(names(match)[0])
    return match


def facts(match: Match, *keys: str) -> tuple[Any, ...]:
    seen = match.facts()
    return tuple(seen[key] for key in keys)


@pytest.mark.rule("CAU-RELIEF-01", "CAU-RELIEF-04", "CAU-HOTH-02")
def test_it_starts_in_box_1_and_rolls_once_a_phase_at_no_cost() -> None:
    match = to_actions((6,))
    assert match.facts()["hoth_box"] == 1
    ip, supply = facts(match, "ip", "supply")
    play(match, "end-actions")
    assert len(told(match, "roll", chart="F")) == 1
    assert facts(match, "hoth_box", "ip", "supply") == (2, ip, supply)


@pytest.mark.rule("CAU-RELIEF-05", "CAU-RELIEF-06", "CAU-RELIEF-07")
@pytest.mark.parametrize(
    ("level", "die", "box"),
    [
        (WEAK, 1, 2), (WEAK, 2, 3), (WEAK, 5, 3), (WEAK, 6, 3),
        (AVERAGE, 1, 2), (AVERAGE, 2, 3), (AVERAGE, 3, 3), (AVERAGE, 4, 3), (AVERAGE, 5, 4), (AVERAGE, 6, 4),
        (STRONG, 1, 2), (STRONG, 2, 3), (STRONG, 3, 3), (STRONG, 4, 4), (STRONG, 5, 4), (STRONG, 6, 4),
    ],
)  # fmt: skip
def test_table_f(level: int, die: int, box: int) -> None:
    dice = {WEAK: (3, 1, 1), AVERAGE: (3, 3, 1), STRONG: (3, 5, 1)}[level]
    match = after_relief(die, strategic=dice, ssi=6, hoth_box=3)
    assert match.facts()["relief"] == ("", "Weak", "Average", "Strong")[level]
    assert match.facts()["hoth_box"] == box


@pytest.mark.rule("CAU-RELIEF-08")
@pytest.mark.parametrize(("attack_die", "box"), [(6, 2), (1, 1)])
def test_a_retreat_result_from_inside_turns_the_star_into_an_advance(attack_die: int, box: int) -> None:
    # A Hit in Stalingrad is a Retreat result too: three supply make a 6 an 8.
    match = to_actions((attack_die, 4), supply=20)
    play(match, "attack 305th-inf 54", "support 54", "support 54", "support 54", "end-actions")
    assert match.facts()["hoth_box"] == box


@pytest.mark.rule("CAU-RELIEF-08")
def test_the_star_does_not_look_at_last_turns_attack() -> None:
    match = after_relief(4)
    assert match.facts()["hoth_box"] == 1


@pytest.mark.rule("CAU-RELIEF-09", "CAU-HOTH-03")
def test_an_advance_takes_one_box() -> None:
    assert after_relief(5, hoth_box=2).facts()["hoth_box"] == 3


@pytest.mark.rule("CAU-RELIEF-10")
@pytest.mark.parametrize(("box", "after"), [(4, 3), (1, 1)])
def test_a_retreat_takes_one_box_back_never_out_of_the_first(box: int, after: int) -> None:
    assert after_relief(1, hoth_box=box).facts()["hoth_box"] == after


@pytest.mark.rule("CAU-RELIEF-11", "CAU-HOTH-04")
def test_in_box_5_a_soviet_unit_bars_the_entry_area() -> None:
    match = after_relief(5, hoth_box=4)
    assert facts(match, "hoth_box", "soviet_29", "soviet_28") == (5, True, False)
    # Back in box 4 the ring alone decides, and 29 touches no German area.
    assert not after_relief(1, hoth_box=5).facts()["soviet_29"]


@pytest.mark.rule("CAU-RELIEF-12", "CAU-HOTH-05", "CAU-RELIEF-15", "CAU-RELIEF-17")
def test_an_advance_out_of_box_5_breaks_through_onto_the_map() -> None:
    match = after_relief(5, hoth_box=5)
    assert facts(match, "hoth_box", "hoth_area", "breakthrough_29") == (None, 29, True)
    around = match.table.board.neighbours[29]  # type: ignore[attr-defined]
    assert all(match.facts()[f"soviet_{area}"] for area in around)
    assert not match.facts()["soviet_29"]


@pytest.mark.rule("CAU-RELIEF-13")
def test_on_the_map_the_aim_is_chosen_before_the_roll() -> None:
    match = play(to_actions((5,), hoth_area=28), "end-actions")
    assert match.decision is not None
    assert match.decision.box == "german.relief.aim"
    assert not told(match, "roll", chart="F")
    assert refused(match, "aim 41") == ("CAU-RELIEF-13",)
    play(match, "aim 27")
    assert facts(match, "hoth_area", "breakthrough_27", "breakthrough_28") == (27, True, True)


@pytest.mark.rule("CAU-RELIEF-14")
def test_a_soviet_unit_in_the_way_retreats_where_the_player_says() -> None:
    match = play(to_actions((5,), hoth_area=8), "end-actions", "aim 7")
    assert {name for name in names(match) if name.startswith("drive")} == {"drive 2", "drive 4", "drive 5"}
    assert refused(match, "drive 6") == ("CAU-ATK-16",)
    play(match, "drive 4")
    assert told(match, "move", how="retreat")[-1].to == "4"
    assert match.facts()["hoth_area"] == 7


@pytest.mark.rule("CAU-RELIEF-15")
def test_no_soviet_unit_enters_a_breakthrough_area() -> None:
    match = play(to_actions((5,), hoth_area=28), "end-actions", "aim 27")
    # 28 touches the force's area and stays empty for good.
    assert not match.facts()["soviet_28"]
    assert match.facts()["soviet_8"]


@pytest.mark.rule("CAU-RELIEF-16")
def test_instead_of_attacking_it_may_go_back_and_change_direction() -> None:
    match = play(to_actions((), hoth_box=3), "end-actions")
    assert {n for n in names(match) if n.startswith("redirect")} == {"redirect b", "redirect c", "redirect d"}
    assert refused(match, "redirect a") == ("CAU-RELIEF-16",)
    assert match.decision is not None
    labels = [action["label"] for action in match.decision.to_data()["actions"] if action["verb"] == "redirect"]
    entries = [area for area in components.load().areas if area is not None and area.entry in ("B", "C", "D")]
    assert len(labels) == len(entries)
    for area in entries:
        assert any(f"entry {area.entry} ({area.number} {area.name})" in label for label in labels)
    play(match, "redirect d")
    assert facts(match, "hoth_box", "entry") == (2, "D")
    assert not told(match, "roll", chart="F")
    assert "Hollidt" in match.view("german")["notes"]["relief-force"]


@pytest.mark.rule("CAU-RELIEF-16")
@pytest.mark.parametrize("start", [{"hoth_box": 1}, {"hoth_area": 29}])
def test_not_from_the_first_box_nor_on_the_map(start: dict[str, Any]) -> None:
    match = play(to_actions((2,), **start), "end-actions")
    assert not any(name.startswith("redirect") for name in names(match))


@pytest.mark.rule("CAU-RELIEF-18")
def test_on_the_map_a_retreat_goes_to_a_breakthrough_area_and_takes_the_marker_up() -> None:
    match = play(to_actions((1,), hoth_area=27, breakthrough_28=True), "end-actions", "aim 25")
    assert facts(match, "hoth_area", "breakthrough_27", "breakthrough_28") == (28, False, True)
    match = play(to_actions((1,), hoth_area=27), "end-actions", "aim 25")
    assert facts(match, "hoth_area", "breakthrough_27") == (27, True)
    match = play(to_actions((1,), hoth_area=27, breakthrough_28=True, breakthrough_8=True), "end-actions", "aim 25")
    assert {n for n in names(match) if n.startswith("fall")} == {"fall-back 8", "fall-back 28"}
    assert refused(match, "fall-back 25") == ("CAU-RELIEF-18",)
    assert play(match, "fall-back 8").facts()["hoth_area"] == 8


@pytest.mark.rule("CAU-RELIEF-19")
def test_on_the_map_it_goes_on_attacking_every_phase() -> None:
    match = play(to_actions((2,), hoth_area=28), "end-actions", "aim 27")
    assert len(told(match, "roll", chart="F")) == 1
    assert match.facts()["hoth_area"] == 28


def reported(match: Match) -> set[str]:
    """The sentences of a report about the relief force's moves."""
    telling = match.table.telling
    return {
        re.sub(r"\{\d+\|(.+?)\}", r"\1", text)
        for number, event in enumerate(match.events)
        for fact in telling.facts(number, event)
        if fact.kind == "relief"
        for text in fact.variants
    }


@pytest.mark.rule("CAU-RELIEF-10", "CAU-RELIEF-13", "CAU-RELIEF-18")
def test_reports_say_whether_it_advanced_or_fell_back_also_on_the_map() -> None:
    ahead = reported(play(to_actions((5,), hoth_area=28), "end-actions", "aim 27"))
    assert ahead
    assert all("advanced to" in one and "Zety" in one for one in ahead)
    back = reported(play(to_actions((1,), hoth_area=27, breakthrough_28=True), "end-actions", "aim 25"))
    assert back
    assert all("fell back to" in one for one in back)
    assert any("fell back to" in one for one in reported(after_relief(1, hoth_box=3)))


@pytest.mark.rule("CAU-RELIEF-02", "CAU-RELIEF-10")
def test_reports_name_the_commander_of_the_relief_force() -> None:
    assert any(one.startswith("Hoth advanced to") for one in reported(after_relief(5, hoth_box=2)))
    match = play(to_actions((), hoth_box=3), "end-actions", "redirect d")
    told_of = reported(match)
    assert any(one.startswith("Hollidt fell back to") for one in told_of)
    assert not any("Hoth" in one for one in told_of)


@pytest.mark.rule("CAU-RELIEF-10", "CAU-RELIEF-12")
@pytest.mark.parametrize(
    "match", [after_relief(5, hoth_box=5), play(to_actions((), hoth_box=3), "end-actions", "redirect d")]
)
def test_its_moves_explain_the_progress_that_is_plotted(match: Match) -> None:
    (series,) = [one for one in series_of(match).series if one.id == "relief-force"]
    moves = told(match, "move", who="Relief")
    assert moves
    assert {move.piece for move in moves} <= set(series.pieces)


# ------------------------------------------------------------------ link-up


@pytest.mark.rule("CAU-LINK-01", "CAU-FLOW-23", "CAU-LINK-02")
def test_a_step_next_to_the_relief_force_ends_the_game_without_another_roll() -> None:
    match = to_actions(supply=20, hoth_area=29, **dict[str, Any]({"unit.14th-pz": 25}))
    # 26 lies next to 29; it holds a Soviet unit, so the way leads through an attack.
    assert not match.over
    play(match, "attack 14th-pz 26", "attack 376th-inf 26", "support 26", "support 26", "support 26")
    match.chance = _dice(6)
    play(match, "end-actions", "roll 14th-pz")
    if match.decision is not None and match.decision.box == "german.attacks.drive":
        play(match, next(name for name in names(match) if name.startswith("drive")))
    ssi = match.facts()["ssi"]
    play(match, "advance 376th-inf")
    assert match.over
    assert match.facts()["ssi"] == ssi
    assert not told(match, "roll", chart="H")
    assert match.result is not None
    assert "linked up" in match.result["why"]


@pytest.mark.rule("CAU-LINK-01")
def test_a_vacant_german_area_next_to_it_is_not_enough() -> None:
    match = after_relief(
        5, hoth_area=28, aim=25, **dict[str, Any]({"unit.14th-pz": 42, "unit.376th-inf": 42, "unit.3rd-mot": 42})
    )
    assert facts(match, "hoth_area", "german_41", "german_24") == (25, True, True)
    assert not match.over


@pytest.mark.rule("CAU-LINK-01", "CAU-FLOW-19")
def test_battlegroups_link_up_defenses_do_not() -> None:
    start = dict[str, Any]({"unit.14th-pz": 42, "unit.376th-inf": 42, "unit.3rd-mot": 42})
    match = to_actions(supply=20, hoth_area=25, **start)
    play(match, "build 41 ip")
    assert not match.over
    play(match, "battlegroup 41")
    assert match.over


@pytest.mark.rule("CAU-LINK-01", "CAU-RELIEF-11")
def test_box_5_and_the_entry_area_are_adjacent() -> None:
    match = after_relief(5, hoth_box=4, **dict[str, Any]({"unit.16th-pz": 29}))
    assert match.over
    assert match.facts()["linked"] == 1


@pytest.mark.rule("CAU-LINK-03")
def test_linked_up_are_the_units_with_an_unbroken_chain() -> None:
    everybody = after_relief(5, hoth_box=4, **dict[str, Any]({"unit.16th-pz": 29, "unit.14th-pz": 26}))
    assert everybody.over
    assert everybody.facts()["linked"] == 22
    assert any(line["points"] == 3 for line in (everybody.result or {})["sum"])


@pytest.mark.rule("CAU-LINK-04")
def test_relief_boxes_hold_no_soviets_give_no_morale_and_are_no_targets() -> None:
    inside = to_actions(hoth_box=1).facts()["morale"]
    match = to_actions((2,), hoth_box=1, entry="B", **dict[str, Any]({"unit.16th-pz": "box-3"}))
    assert match.facts()["morale"] == inside
    assert match.facts()["soviet_units"] == 14
    play(match, "end-actions")
    assert not any("box" in name for name in names(match))


def _dice(*values: int) -> Any:
    from mamayev.engine.chance import Scripted

    return Scripted(values)
