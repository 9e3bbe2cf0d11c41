"""A lesson in the terminal."""

from collections.abc import Callable
from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.match.catalogue import find_lesson
from mamayev.match.script import Said

from .conftest import last

Command = Callable[..., Any]


def test_enter_alone_plays_a_whole_lesson(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("lesson", tiny, "--seed", "3", typed="\n" * 5)
    assert done.code == 0
    said = [
        "You run for North.",
        "Northern spaces",
        "A first race, task 1 of 2",
        "Whoever is further ahead wins.",
        "Enter plays: step north 2.",
        "The runner falls back one field.",
        "A 1: you fell back.",
        "A first race, task 2 of 2",
        "Rest and draw a card.",
        "That was a race.",
        "south wins",
    ]
    places = [done.out.index(text) for text in said]
    assert places == sorted(places)
    assert last().log == [
        "step north 2", "die 1", "step south 1", "die 4", "rest", "card 3", "step south 2", "die 3",
    ]  # fmt: skip


def test_a_mistype_at_a_page_and_the_way_back(
    mamayev_command: Command, tiny: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [Said("Page one."), Said("Page two."), Said("Page three.")]
    monkeypatch.setattr(find_lesson(find(tiny), "first-race").script, "opening", pages)
    done = mamayev_command("lesson", tiny, typed="foo\n\n\nundo\nundo\nundo\n")
    assert "There is no action “foo”. Enter continues, undo goes back one page." in done.out
    told = [line for line in done.out.splitlines() if line.startswith("Page")]
    assert told == ["Page one.", "Page two.", "Page three.", "Page two.", "Page one."]
    assert "There is nothing to undo." in done.out
    assert "Northern spaces" not in done.out


def test_other_actions_are_answered_and_the_accepted_one_may_be_typed(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("lesson", tiny, "first-race", typed="\nrest\nwhy rest\nstep north 3\nhint\nstep north 2\n")
    assert "Resting comes later. Step to field 2." in done.out
    assert "TINY-GO-02" in done.out
    assert "The north runner steps to field 2  step north 2" in done.out
    assert last().log[0] == "step north 2"


def test_a_lesson_is_resumed_left_and_played_on(mamayev_command: Command, tiny: str) -> None:
    mamayev_command("lesson", tiny, typed="\n\n")
    done = mamayev_command("play", tiny, "--resume", typed="\nseat south eager\nundo\nleave\nleave\nstep north 2\n")
    assert "A first race, task 2 of 2" in done.out
    assert "Bots wait until the lesson ends" in done.out
    assert "Undone." in done.out
    assert "You are in command now" in done.out
    assert "There is no lesson to leave." in done.out
    record = last()
    assert record.lesson == ""
    assert record.log[0] == "step north 2"


def test_a_game_without_that_lesson_says_so(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("lesson", tiny, "second-race")
    assert done.code == 2
    assert "has no lesson “second-race”" in done.err


def test_games_lists_lessons(mamayev_command: Command, tiny: str) -> None:
    assert "lesson first-race: A first race, 1 minutes. Two turns as North." in mamayev_command("games").out
