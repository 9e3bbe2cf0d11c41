"""Lessons: what they accept, whose dice fall, the way back, and what becomes of a match that leaves one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mamayev
from mamayev import Refusal
from mamayev.match.lesson import Lesson
from mamayev.match.match import Match

LESSON = Path(__file__).parents[1] / "tiny" / "first-race.toml"


def edited(text: str, before: str, after: str) -> str:
    """A saved game as an editor leaves it whose user takes the checksum out."""
    return re.sub(',"checksum":"[0-9a-f]+"', "", text.replace(before, after))


@pytest.fixture
def lesson(tiny: str) -> Match:
    return mamayev.new(tiny, seed=3, lesson="first-race")


def test_a_game_says_which_lessons_it_has(tiny: str) -> None:
    assert mamayev.info(tiny)["lessons"] == [
        {"name": "first-race", "title": "A first race", "doc": "Two turns as North.", "minutes": 1}
    ]


def test_a_lesson_brings_its_set_up_and_says_what_it_wants(lesson: Match) -> None:
    assert lesson.record.edition == "second"
    assert lesson.record.options["length"] == 2
    assert lesson.facts()["north"] == 1
    now = lesson.lesson_now()
    assert now is not None
    assert (now.number, now.of, now.text, now.task) == (1, 2, "Whoever is further ahead wins.", "Step to field 2.")
    assert now.accepts == ["step north 2"]
    assert now.action is not None
    assert (now.action["piece"], now.action["space"]) == ("north", "2")
    assert [page.text for page in now.opening] == ["You run for North."]


def test_what_the_rules_allow_is_refused_with_the_lesson_s_reason(lesson: Match) -> None:
    for action, reason in (
        ("rest", "Resting comes later. Step to field 2."),
        ("resign", "The rules allow that, but the lesson wants another action. Step to field 2."),
    ):
        with pytest.raises(Refusal) as refusal:
            lesson.play(action)
        assert (refusal.value.text, refusal.value.field) == (reason, "lesson")
    assert lesson.record.log == []


def test_what_the_rules_forbid_is_refused_with_their_clause(lesson: Match) -> None:
    with pytest.raises(Refusal) as refusal:
        lesson.play("step north 4")
    assert refusal.value.clauses == ("TINY-GO-02",)


def test_the_lesson_plays_tasks_without_a_text_and_its_dice_fall(lesson: Match) -> None:
    lesson.play("step north 2")
    assert lesson.record.log == ["step north 2", "die 1", "step south 1", "die 4"]
    now = lesson.lesson_now()
    assert now is not None
    assert (now.number, now.task, now.opening) == (2, "Rest and draw a card.", [])
    assert [page.text for page in now.pages] == ["A 1: you fell back."]
    lesson.play("rest")
    assert lesson.record.log[4:] == ["rest", "card 3", "step south 2", "die 3"]
    end = lesson.lesson_now()
    assert end is not None
    assert end.done
    assert [page.text for page in end.pages] == ["That was a race."]


def test_a_saved_lesson_goes_on_where_it_was(lesson: Match) -> None:
    for action in ("step north 2", "rest"):
        again = Match.from_json(lesson.to_json())
        assert again == lesson
        assert again.lesson_now() == lesson.lesson_now()
        assert again.free_undos == lesson.free_undos
        lesson = again
        lesson.play(action)
    assert Match.from_json(lesson.to_json()).lesson_now() == lesson.lesson_now()


def test_a_lesson_s_dice_are_no_secret_so_every_step_back_is_free(lesson: Match) -> None:
    lesson.play("step north 2")
    lesson.play("rest")
    log = list(lesson.record.log)
    assert lesson.free_undos == 2
    lesson.undo()
    lesson.undo()
    assert (lesson.record.log, lesson.record.practice) == ([], [])
    lesson.redo()
    lesson.redo()
    assert lesson.record.log == log


def test_who_leaves_a_lesson_plays_on_freely_with_the_match_s_own_dice(lesson: Match) -> None:
    lesson.play("step north 2")
    lesson.leave_lesson()
    assert lesson.lesson_now() is None
    assert lesson.free_undos == 0
    kept = Match.from_json(lesson.to_json())
    outcomes = set()
    for seed in range(8):
        other = Match.from_json(edited(kept.to_json(), '"seed":3', f'"seed":{seed}'))
        other.play("step north 2")
        outcomes.add(other.record.log[-1])
    assert len(outcomes) > 1
    with pytest.raises(Refusal, match="no lesson to leave"):
        lesson.leave_lesson()


def test_a_branch_is_a_game_of_its_own(lesson: Match) -> None:
    lesson.play("step north 2")
    branch = lesson.branch(1)
    assert branch.lesson_now() is None
    assert branch.record.lesson == ""


@pytest.mark.parametrize("more", [{"edition": "first"}, {"options": {"length": 3}}, {"dice": "hand"}])
def test_a_lesson_takes_no_set_up_of_one_s_own(tiny: str, more: dict) -> None:
    with pytest.raises(Refusal, match="A lesson has its own") as refusal:
        mamayev.new(tiny, lesson="first-race", **more)
    assert refusal.value.malformed


def test_an_unknown_lesson_is_refused_with_those_there_are(tiny: str) -> None:
    with pytest.raises(Refusal, match=r"has no lesson “last-race”\. Its lessons: first-race\."):
        mamayev.new(tiny, lesson="last-race")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (('"lesson":"first-race"', '"lesson":"gone"'), "has no lesson “gone”. Its lessons: first-race."),
        (('"edition":"second"', '"edition":"first"'), "It no longer provides this match's edition."),
        (('"dice":"seeded"', '"dice":"hand"'), "It no longer provides this match's dice."),
    ],
)
def test_a_record_that_fits_no_lesson_goes_on_as_a_game(lesson: Match, change: tuple[str, str], reason: str) -> None:
    lesson.play("step north 2")
    assert change[0] in lesson.to_json()
    other = Match.from_json(edited(lesson.to_json(), *change))
    assert other.lesson_now() is None
    assert other.record.log[:3] == ["step north 2", "die 1", "step south 1"]
    assert "no longer fits. The match continues as a game. " in other.lesson_notice
    assert other.lesson_notice.endswith(reason)
    assert other.copy().lesson_notice == other.lesson_notice


def test_a_log_that_goes_other_ways_is_no_lesson(lesson: Match) -> None:
    lesson.play("step north 2")
    other = Match.from_json(edited(lesson.to_json(), '"die 1"', '"die 2"'))
    assert other.lesson_now() is None
    assert other.lesson_notice.endswith("The log differs from the lesson.")
    other.play("step north 3")


def test_a_lesson_that_goes_on_says_nothing(lesson: Match) -> None:
    assert lesson.lesson_notice == ""
    for action in ("step north 2", "rest"):
        lesson.play(action)
    assert lesson.lesson_notice == ""
    now = lesson.lesson_now()
    assert now is not None
    assert now.done
    lesson.leave_lesson()
    assert lesson.lesson_notice == ""


def test_a_new_match_is_not_begun_with_a_lesson_that_the_rules_no_longer_allow(
    tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "first-race.toml"
    file.write_text(LESSON.read_text(encoding="utf-8").replace("step north 2", "step north 4"), encoding="utf-8")
    monkeypatch.setattr("mamayev.match.match.find_lesson", lambda game, name, own=None: Lesson(file))
    with pytest.raises(Refusal, match=r"\[\[do\]\] 1, “step north 4”: A step goes one field, not to 4\."):
        mamayev.new(tiny, lesson="first-race")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("step south 1", "step south 3"), "[[do]] 2, “step south 3”: A step goes one field, not to 3."),
        (('action = "rest"\n', 'action = "rest"\ngroup = "x"\n'), None),
        (("dice = [1, 4, 3]", "dice = [1]"), "[[do]] 3, “rest”: "),
        (("minutes = 1", 'minutes = "a"'), "minutes: expected `int`"),
        (("[[do.pages]]", "[[do.sides]]"), "[[do]] 3: object contains unknown field `sides`"),
    ],
)
def test_a_broken_lesson_is_refused_with_the_place(
    tiny: str, tmp_path: Path, change: tuple[str, str], reason: str | None
) -> None:
    text = LESSON.read_text(encoding="utf-8")
    assert change[0] in text
    file = tmp_path / "broken.toml"
    file.write_text(text.replace(*change), encoding="utf-8")
    if reason is None:
        assert Lesson(file).plan.tasks
        return
    with pytest.raises(Refusal) as refusal:
        Lesson(file).plan  # noqa: B018
    assert refusal.value.malformed
    assert str(file) in refusal.value.text
    assert reason in refusal.value.text


def test_a_group_with_dice_between_its_tasks_is_refused(tiny: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    text = LESSON.read_text(encoding="utf-8").replace('"step south 1"', '"step south 1"\ngroup = "g"')
    file.write_text(text.replace('task = "Step', 'group = "g"\ntask = "Step'), encoding="utf-8")
    with pytest.raises(Refusal, match="between the tasks of the group “g”"):
        Lesson(file).plan  # noqa: B018
