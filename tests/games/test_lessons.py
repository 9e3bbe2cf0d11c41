"""Every sentence of every lesson follows from what its script fixes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from mamayev.engine.event import Event, Roll
from mamayev.engine.registry import find
from mamayev.match.lesson import Lesson
from mamayev.match.match import Match
from mamayev.match.run import CLOSINGS, run_script
from mamayev.match.script import Said

GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno", "front", "skirmish")
LESSONS = [(game, file) for game in GAMES for file in find(game).lessons]
NUMBERS = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
WORDS = {word: number for number, word in enumerate(NUMBERS, 2)} | {"third": 3, "fourth": 4}
YEARS = range(1941, 1944)


def figures(text: str, one: bool = False) -> set[int]:
    """The numbers in a text, in digits or in words, but for years; `one`: also that word, which is mostly none."""
    found = {int(digits) for digits in re.findall(r"\d+", text)} - set(YEARS)
    if one and re.search(r"\bone\b", text.lower()):
        found.add(1)
    return found | {number for word, number in WORDS.items() if re.search(rf"\b{word}\b", text.lower())}


class Told(NamedTuple):
    """A text of a lesson, and what it may take its figures from."""

    text: str
    sources: list[str]


def journal(events: Sequence[Event]) -> list[str]:
    """The journal as it is read, with the figures of its rolls."""
    return [" ".join(str(part) for part in (event.text, *rolled(event)) if part is not None) for event in events]


def rolled(event: Event) -> list[int | str | None]:
    if not isinstance(event, Roll):
        return []
    return [*event.dice, event.total, *(figure for one in event.modifiers for figure in (one.value, one.text))]


def told(game: str, lesson: Lesson) -> Iterator[Told]:
    """Each text with its sources: the clauses that the lesson teaches, the facts that it expects, the journal since the
    last decision, and what the table shows beside the text."""
    script, clauses = lesson.script, find(game).ledger().clauses
    rules = " ".join(clauses[one].text for one in script.clauses)
    match, read = Match.new(game, seed=0, lesson=lesson.name), 0
    scene = match.table.look.kept
    names = " ".join([*(piece.name for piece in scene.pieces), *scene.space_ids()])

    def shown(page: Said) -> str:
        pieces = [f"{one.name} {' '.join(one.figures)}" for one in scene.pieces if one.id in page.show]
        places = [str(one.at) for one in match.table.look.picture(match.position, 0).pieces if one.id in page.show]
        return " ".join([*pieces, *places, *page.show, str(page.expect)])

    for page in script.opening:
        yield Told(page.text, [rules, shown(page)])
    for task in lesson.plan.tasks:
        if not task.do.text:
            continue
        decision, now = match.decision, match.lesson_now()
        assert decision is not None
        assert now is not None
        since = journal(match.events[read:])
        read = len(match.events)
        for page in task.do.pages:
            yield Told(page.text, [rules, *since, shown(page)])
        picture = match.table.look.picture(match.position, decision.index)
        offered = f"{now.accepts} {now.action} {decision.prompt} {decision.foretell(task.line)} {task.do.expect}"
        beside = [rules, *since, names, offered, f"{picture.combat} {picture.tracks}"]
        yield Told(task.do.text, beside)
        yield Told(task.do.task, beside)
        match.play(task.line)
    ends = []
    for seed in range(CLOSINGS):
        match = Match.new(game, seed=seed, lesson=lesson.name)
        for task in lesson.plan.tasks:
            if task.do.text:
                match.play(task.line)
        ends.append(journal(match.events[read:]))
    always = [text for text in ends[0] if all(text in end for end in ends)]
    options = " ".join(str(option["value"]) for option in scene.options)
    for page in script.closing:
        yield Told(page.text, [rules, options, *always, shown(page)])


@pytest.mark.parametrize(("game", "file"), LESSONS, ids=[f"{game} {file.stem}" for game, file in LESSONS])
def test_a_lesson_goes_as_its_words_say(game: str, file: Path) -> None:
    report = run_script(file)
    assert report.ok, report.failure
    assert report.checks


@pytest.mark.parametrize(("game", "file"), LESSONS, ids=[f"{game} {file.stem}" for game, file in LESSONS])
def test_every_figure_in_a_lesson_comes_from_the_game(game: str, file: Path) -> None:
    """A figure is one that a clause states, that a fact or the journal holds, or that the table shows."""
    lesson = Lesson(file)
    loose = [
        (sorted(left), one.text)
        for one in told(game, lesson)
        if (left := figures(one.text) - set().union(*(figures(source, one=True) for source in one.sources)))
    ]
    assert loose == []


@pytest.mark.parametrize(("game", "file"), LESSONS, ids=[f"{game} {file.stem}" for game, file in LESSONS])
def test_the_end_of_a_lesson_says_what_any_dice_leave_true(game: str, file: Path) -> None:
    """Whatever a closing page names, a fact that it expects holds it under every seed: `run_script` checks that."""
    closing = Lesson(file).script.closing
    assert closing
    assert any(page.expect for page in closing)


def test_a_promise_at_the_end_that_dice_can_break_is_found(tmp_path: Path) -> None:
    """The Situation after The Cauldron's lesson: the first card of the next turn may change it."""
    (game,) = [file for name, file in LESSONS if name == "cauldron"]
    text = game.read_text(encoding="utf-8").replace('expect = { decides = "german", turn = 2', "expect = { ssi = 10")
    file = tmp_path / "broken.toml"
    file.write_text(text, encoding="utf-8")
    report = run_script(file)
    assert not report.ok
    assert report.failure.startswith("[[closing]]: ssi is 9, not 10")


@pytest.mark.parametrize(("game", "file"), LESSONS, ids=[f"{game} {file.stem}" for game, file in LESSONS])
def test_a_lesson_speaks_to_a_finger_as_well(game: str, file: Path) -> None:
    """The texts are the same for mouse, finger and terminal: they name what is chosen, not the click."""
    script = Lesson(file).script
    pages = [page.text for page in (*script.opening, *script.closing, *(page for do in script.do for page in do.pages))]
    said = [*pages, *(part for do in script.do for part in (do.text, do.task, *do.why_not.values()))]
    assert [text for text in said if re.search(r"\bclick|\btap\b", text, re.IGNORECASE)] == []
