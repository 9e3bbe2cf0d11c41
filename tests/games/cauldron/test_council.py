"""The Council of War, an optional rule."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.match.match import Match

from .play import QUIET, card_of, choices, game, modifiers, names, play, refused, to_actions, told

COUNCIL = {"council_of_war": True}


def weak(turn: int = 8, **start: Any) -> Match:
    """Both commitments roll Weak (SSI 4 takes two from each die), and the game waits for what comes of it."""
    options = start.pop("options", COUNCIL)
    return game([1, 1], QUIET, options=options, **{"turn": turn, "ssi": 4, "supply": 20} | start)


def with_counter(turn: int = 8, **start: Any) -> Match:
    """The German Phase, with the counter in hand."""
    return to_actions(options=COUNCIL, **{"turn": turn, "council": True, "supply": 20} | start)


def call(match: Match, number: int) -> Match:
    """The council with a card of this Random Number."""
    play(match, "council")
    return play(match, card_of(match, number))


@pytest.mark.rule("CAU-COUNCIL-01")
def test_the_counter_is_offered_when_both_commitments_are_weak_from_turn_8() -> None:
    match = weak()
    assert choices(match) == ["leave-counter", "take-counter"]
    assert play(match, "take-counter").facts()["council"] is True
    assert [held.id for held in match.table.look.picture(match.position, 0).held] == ["council"]
    assert play(weak(), "leave-counter").facts()["council"] is False
    for other in (weak(7), weak(8, ssi=9), weak(options={})):
        assert "take-counter" not in names(other)


@pytest.mark.rule("CAU-COUNCIL-01")
def test_one_weak_commitment_is_not_enough() -> None:
    for dice in ([1, 4], [4, 1]):
        match = game(dice, QUIET, options=COUNCIL, turn=8, ssi=6, supply=20)
        assert "Weak" in (match.facts()["luftwaffe"], match.facts()["relief"])
        assert match.decision is not None
        assert match.decision.box == "strategic.airlift"


@pytest.mark.rule("CAU-COUNCIL-01", "CAU-COUNCIL-12")
def test_who_holds_the_counter_is_not_asked_again() -> None:
    match = weak(council=True)
    assert match.facts()["council"] is True
    assert match.decision is not None
    assert match.decision.box == "strategic.airlift"


@pytest.mark.rule("CAU-COUNCIL-02")
def test_no_appeal_with_the_counter() -> None:
    match = with_counter()
    assert refused(match, "appeal airlift") == ("CAU-COUNCIL-02",)
    assert "council" in names(match)
    assert "appeal airlift" in names(to_actions(options=COUNCIL, turn=8))


@pytest.mark.rule("CAU-COUNCIL-03")
def test_the_council_is_called_in_a_german_phase_at_no_cost() -> None:
    match = with_counter()
    before = match.facts()
    play(match, "council")
    assert match.decision is not None
    assert match.decision.chance == "card"
    after = match.facts()
    assert after["council"] is False
    assert (after["ip"], after["supply"]) == (before["ip"], before["supply"])
    assert refused(to_actions(options=COUNCIL, turn=8), "council") == ("CAU-COUNCIL-01", "CAU-COUNCIL-03")
    # Without the option nothing of it is to be seen.
    plain: Any = to_actions().decision
    assert "council" not in {verb["verb"] for verb in plain.to_data()["verbs"]}


@pytest.mark.rule("CAU-COUNCIL-04")
def test_the_final_offensive_adds_one_to_the_card() -> None:
    match = call(with_counter(fo=8, launched=7), 1)
    assert match.facts()["ssi"] == 10
    assert told(match, "note", who="Council")[-1].text.startswith("Random number 1 + 1 (Final Offensive): surrender")


@pytest.mark.rule("CAU-COUNCIL-05")
def test_one_is_surrender_and_the_index_falls() -> None:
    match = call(with_counter(), 1)
    assert (match.facts()["surrendered"], match.facts()["ssi"]) == (True, 9)
    assert match.decision is not None
    assert match.decision.step == "evaluation.ssi"
    play(match, "die 6")
    assert modifiers(match, "H")["No FoA Surrender marker"] == -2


@pytest.mark.rule("CAU-COUNCIL-05", "CAU-SSI-02")
def test_the_last_point_of_the_index_ends_the_game() -> None:
    match = with_counter(ssi=1, strategic=(6, 6, 1))
    call(match, 1)
    assert match.over
    assert match.result is not None
    assert match.result["points"] == 0


@pytest.mark.rule("CAU-COUNCIL-06", "CAU-COUNCIL-07")
@pytest.mark.parametrize(("turn", "number"), [(8, 2), (8, 6), (8, 7), (12, 9), (13, 6)])
def test_two_to_six_and_before_turn_13_to_nine_is_surrender(turn: int, number: int) -> None:
    for foa, line, value in ((False, "No FoA Surrender marker", -2), (True, "surrendered with Freedom of Action", -1)):
        match = call(with_counter(turn, foa=foa), number)
        assert match.facts()["ssi"] == 10
        assert modifiers(play(match, "die 6"), "H")[line] == value


@pytest.mark.rule("CAU-COUNCIL-08", "CAU-COUNCIL-09")
@pytest.mark.parametrize("number", [7, 9])
def test_from_turn_13_the_terms_are_milder(number: int) -> None:
    match = call(with_counter(13), number)
    assert match.facts()["surrendered"] is True
    held = match.table.look.picture(match.position, 0).held
    assert [(one.title, one.clauses) for one in held if one.id == "surrender"] == [
        ("No FoA Surrender", ("CAU-COUNCIL-09",))
    ]
    assert modifiers(play(match, "die 6"), "H") == {"surrendered on milder terms": -1}
    with_foa = call(with_counter(13, foa=True), number)
    assert modifiers(play(with_foa, "die 6"), "H") == {}


@pytest.mark.rule("CAU-COUNCIL-10", "CAU-COUNCIL-12")
@pytest.mark.parametrize("number", [10, 11])
def test_ten_and_eleven_go_on(number: int) -> None:
    match = call(with_counter(), number)
    assert match.facts()["surrendered"] is False
    assert match.facts()["council_bonus"] == 0
    assert "appeal airlift" in names(match)
    again = weak(9)
    assert "take-counter" in names(again)


@pytest.mark.rule("CAU-COUNCIL-11")
def test_twelve_brings_new_resolve() -> None:
    match = call(with_counter(), 12)
    assert match.facts()["council_bonus"] == 1
    play(match, "appeal conference", "die 1")
    assert modifiers(match, "D") == {"Council of War": 1}
    play(match, "attack 29th-mot 9", "end-actions", "die 1")
    assert modifiers(match, "E") == {"panzer or motorized": 1, "Council of War": 1}
    twice = call(with_counter(council_bonus=1), 13)
    assert twice.facts()["council_bonus"] == 2
    assert any("+2" in held.title for held in twice.table.look.picture(twice.position, 0).held)


@pytest.mark.rule("CAU-COUNCIL-11")
def test_the_bonus_goes_to_every_appeal_and_to_attacks_on_the_city_and_toward_a_box() -> None:
    for appeal in ("foa", "airlift"):
        match = play(with_counter(council=False, council_bonus=1), f"appeal {appeal}", "die 3")
        assert modifiers(match, "D") == {"Council of War": 1}
    match = with_counter(council=False, council_bonus=2, **dict[str, Any]({"unit.14th-pz": "box-5"}))
    play(match, "attack 305th-inf 54", "attack 14th-pz box-4", "end-actions", "roll 305th-inf", "die 1", "die 1")
    rolls = told(match, "roll", chart="E")
    assert [sum(line.value for line in roll.modifiers) for roll in rolls] == [2 - 1, 2 + 1]


@pytest.mark.rule("CAU-COUNCIL-13", "CAU-VP-08")
def test_a_council_before_turn_14_costs_the_point_of_an_early_surrender() -> None:
    for turn, early in ((13, True), (14, False)):
        match = call(with_counter(turn), 7)
        while not match.over:
            play(match, "die 4")
        assert match.result is not None
        assert any("CAU-VP-08" in line["clauses"] for line in match.result["sum"]) == early


@pytest.mark.rule("CAU-COUNCIL-04")
def test_the_table_is_shown_with_the_option_only() -> None:
    shown = {chart.id: chart for chart in weak().table.look.kept.charts}
    assert [row[0] for row in shown["COUNCIL"].rows] == ["1", "2-6", "7-9", "10-11", "12 or more"]
    assert "COUNCIL" not in {chart.id for chart in to_actions().table.look.kept.charts}
    assert "Council of War result 12+: +1 (any type)" in shown["D"].modifiers
    assert any("milder terms" in line for line in shown["H"].modifiers)
    plain = {chart.id: chart for chart in to_actions().table.look.kept.charts}
    assert not any("milder terms" in line for line in plain["H"].modifiers)
