"""The first turn as a lesson: to the numbers that the book prints."""

import pytest

import mamayev
from mamayev.engine.registry import find
from mamayev.match.catalogue import find_lesson
from mamayev.match.example import find_example
from mamayev.match.run import run_script


@pytest.mark.rule("CAU-UPK-04", "CAU-IP-01", "CAU-MORALE-05", "CAU-EVAL-02")
def test_the_lesson_plays_to_the_printed_numbers() -> None:
    match = mamayev.new("cauldron", lesson="first-turn", seed=1)
    rows: dict[str, list[int]] = {name: [] for name in ("supply", "ip", "morale", "ssi")}
    while True:
        now = match.lesson_now()
        for name, row in rows.items():
            value = match.facts()[name]
            if not row or row[-1] != value:
                row.append(value)
        assert now is not None
        if now.done or match.facts()["turn"] > 1:
            break
        match.play(now.accepts[-1])
    # At the end turn 2 has begun, with Initiative and an airlift of its own.
    assert rows["supply"][:6] == [13, 9, 7, 6, 5, 4]
    assert rows["ip"][:7] == [6, 5, 4, 2, 1, 0, 6]
    assert rows["morale"] == [33, 34, 33]
    assert rows["ssi"] == [10, 9]


def test_lesson_and_script_are_the_same_turn() -> None:
    lesson = find_lesson(find("cauldron"), "first-turn")
    assert run_script(lesson.file).ok
    sample = find_example(find("cauldron"), "sample-turn-2020")
    assert lesson.plan.log == sample.report.match.record.log


def test_after_the_lesson_the_dice_are_the_match_s_own() -> None:
    ends = set()
    for seed in range(6):
        match = mamayev.new("cauldron", lesson="first-turn", seed=seed)
        while (now := match.lesson_now()) is not None and not now.done:
            match.play(now.accepts[0])
        ends.add(tuple(match.record.log[-8:]))
        match.leave_lesson()
        assert match.decision is not None
        match.play(match.decision.actions[0])
    assert len(ends) > 1


def test_equal_actions_of_a_group_are_told_in_the_script_s_order() -> None:
    match = mamayev.new("cauldron", lesson="first-turn", seed=11)
    told = []
    while (now := match.lesson_now()) is not None and not now.done:
        if now.accepts[0] == "support 54":
            told.append((now.text[:20], len(now.pages)))
        match.play(now.accepts[0])
    assert told == [("An attacker needs 7 ", 1), ("Give a second point:", 0)]
