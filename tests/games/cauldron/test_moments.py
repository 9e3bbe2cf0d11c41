"""Any time: battlegroups and the surrender at every decision, and between decisions for whoever asks for it."""

from __future__ import annotations

import pytest

from mamayev.match.match import Match, Record

from .play import AVERAGE, QUIET, choices, game, names, play, pocket, refused, to_actions

ATTACKS = ("attack 79th-inf 54", "attack 305th-inf 54", "attack 100th-inf 54")


def groups(match: Match) -> list[str]:
    return [name for name in names(match) if name.startswith("battlegroup")]


@pytest.mark.rule("CAU-BG-02")
@pytest.mark.parametrize(
    ("reading", "where"),
    [("before-attacks", {"german.actions"}), ("phases", {"german.actions", "german.attacks.choose"})],
)
def test_what_the_readings_open_in_the_german_phase(reading: str, where: set[str]) -> None:
    match = to_actions((1, 1, 1, 2), (3, 14), supply=20, options={"battlegroups": reading})
    found = set()
    for action in (*ATTACKS, "end-actions", "roll 79th-inf"):
        assert match.decision is not None
        found |= {match.decision.box} if groups(match) else set()
        play(match, action)
    assert found == where


@pytest.mark.rule("CAU-BG-02")
def test_outside_the_two_phases_only_the_widest_reading_opens_a_moment() -> None:
    for reading, opened in (("phases", False), ("any-moment", True)):
        match = game((*AVERAGE, 1), QUIET, options={"battlegroups": reading}, supply=20)
        assert match.decision is not None
        assert match.decision.box == "strategic.upkeep.pay"
        assert bool(groups(match)) == opened
        if not opened:
            assert refused(match, "battlegroup 42") == ("CAU-BG-02",)


@pytest.mark.rule("CAU-SURR-01", "CAU-BG-02")
def test_play_stops_before_each_roll_and_draw_until_it_is_told_to_go_on() -> None:
    match = play(to_actions((1, 1, 1, 2), (3, 14), supply=20), *ATTACKS, "stop", "end-actions", "roll 79th-inf")
    asked = []
    while match.decision is not None and match.decision.box == "moment":
        asked.append(match.decision.prompt)
        assert choices(match) == ["go-on", "run-on"]
        assert groups(match)
        play(match, "go-on")
        if match.decision.box == "german.attacks.choose":
            play(match, choices(match)[0])
    assert [text.partition(":")[0] for text in asked] == ["Next, a die is rolled"] * 4 + ["Next, a card is drawn"] * 2
    assert match.decision is not None
    assert match.decision.box == "soviet.attacks.choose"
    # The phase has been ended by the player; what comes after it is asked for once, not twice.
    play(match, "end-phase")
    assert match.decision.prompt == "The Soviet attacks are over. Continue?"
    play(match, "run-on")
    assert match.position.stops == 0  # type: ignore[attr-defined]


@pytest.mark.rule("CAU-SURR-01")
def test_nobody_is_asked_who_has_not_asked_for_it() -> None:
    match = play(to_actions((1, 1, 1, 2), (3, 14), supply=20), *ATTACKS, "end-actions", "roll 79th-inf")
    assert match.decision is not None
    assert match.decision.box == "german.attacks.choose"


@pytest.mark.rule("CAU-BG-02", "CAU-FLOW-11")
def test_a_battlegroup_never_ends_the_soviet_phase() -> None:
    match = play(to_actions((2,), (3, 14), supply=6, **pocket({52: ["6th-army-hq"], 47: ["79th-inf"]})), "end-actions")
    assert match.decision is not None
    before = match.facts()["supply"]
    assert before >= 2
    while groups(match):
        play(match, groups(match)[0])
    assert choices(match) == ["end-phase"]
    match.undo()
    assert groups(match)


@pytest.mark.rule("CAU-BG-02")
def test_a_game_saved_before_goes_on_as_it_was() -> None:
    match = play(to_actions((2,), (3, 14), supply=6), "end-actions")
    record = Record.from_json(match.to_json())
    for name in ("revision", "battlegroups", "relief_boxes", "breakout_letters", "deck"):
        del record.options[name]
    old = Match.from_record(record)
    assert old.record.options["revision"] == 1
    assert old.record.options["battlegroups"] == "phases"
    assert old.record.options["deck"] == "first"
    assert old.facts() == match.facts()


def test_whatever_rolls_draws_or_ends_a_phase_says_so() -> None:
    match = to_actions(supply=20)
    assert match.decision is not None
    before = match.position.copy()
    data = match.decision.to_data()
    leads = {action["text"]: action.get("leads", []) for action in data["actions"]}
    assert leads["appeal airlift"] == ["die"]
    assert leads["tactical"] == ["card"]
    assert leads["surrender"] == ["phase", "die"]
    assert leads["stop"] == []
    verbs = {verb["verb"]: verb.get("leads", []) for verb in data["verbs"]}
    assert (verbs["appeal"], verbs["end-actions"], verbs["evacuate"]) == (["die"], ["die"], [])
    assert match.position == before


def notes(match: Match) -> dict[str, str]:
    assert match.decision is not None
    return {action["text"]: action.get("note", "") for action in match.decision.to_data()["actions"]}


def test_a_choice_says_what_it_brings_about() -> None:
    match = play(to_actions((2, 6), (3, 7), supply=4), "end-actions")
    said = notes(match)
    assert said["resolve 50 19"] == "2 units, 1 of them on its last step, with 1 activated defense"
    assert said["resolve 38 37"] == "1 unit"
    assert "Table H is rolled 16 more times, at -2" in said["surrender"]
    assert "You lose a victory point" in said["surrender"]
    said = notes(play(match, "resolve 20 16"))
    assert said["lose 76th-inf"] == "20 Zapadnovka is held."
    retreat = next(note for text, note in said.items() if text.startswith("retreat"))
    assert retreat.startswith("No unit is lost.")
    assert "is lost: morale -1, 1 defense." in retreat
