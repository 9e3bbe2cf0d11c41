"""Studies in saved games: kept, bounded, and absent from a record that has none."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mamayev
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match, Record
from mamayev.match.studies import BYTES, COMMENT, MARKS, NOTES, Annotation, Chapter, Sketch, Study

STUDY = Study(
    seat="north",
    title="The race",
    notes=(Annotation(0, "It begins."), Annotation(2, "A long step.", (Sketch("1"), Sketch("1", "2", "gold")))),
    chapters=(Chapter(2, "The step"), Chapter(0, "The start")),
)


@pytest.fixture
def match(tiny: str) -> Match:
    match = mamayev.new(tiny, seed=3)
    for action in ("step north 1", "rest"):
        match.play(action)
    return match


def test_a_record_without_a_study_is_what_it_always_was(match: Match) -> None:
    assert "studies" not in json.loads(match.to_json())


def test_a_study_is_saved_and_replayed_with_the_game(match: Match) -> None:
    match.record.studies = [STUDY]
    text = match.to_json()
    again = Record.from_json(text)
    assert not again.altered
    assert again.studies == [STUDY]
    assert again.replay().to_json() == text


def test_a_changed_study_does_not_match_the_checksum(match: Match) -> None:
    match.record.studies = [STUDY]
    data = json.loads(match.to_json())
    data["studies"][0]["notes"][0]["text"] = "It ends."
    assert Record.from_json(json.dumps(data)).altered


def test_a_branch_keeps_the_study_up_to_its_moment(match: Match) -> None:
    match.record.studies = [STUDY]
    [study] = match.branch(1, seed=8).record.studies
    assert [note.ply for note in study.notes] == [chapter.ply for chapter in study.chapters] == [0]


@pytest.mark.parametrize(
    ("study", "reason"),
    [
        ({"seat": "north", "moves": []}, "moves"),
        ({"notes": [{"ply": -1}]}, "“studies[0].notes[0].ply” is less than 0"),
        ({"notes": [{"ply": 0, "text": "x" * (COMMENT + 1)}]}, "has more than 2000 characters"),
        ({"notes": [{"ply": 0, "marks": [{"at": "1"}] * (MARKS + 1)}]}, "“studies[0].notes[0].marks”"),
        ({"notes": [{"ply": 0}] * (NOTES + 1)}, "“studies[0].notes” has the wrong number of entries (200 or fewer)"),
        ({"notes": [{"ply": 0, "marks": [{"at": "1", "color": "pink"}]}]}, "“studies[0].notes[0].marks[0].color”"),
        ({"chapters": [{"ply": 0}]}, "title"),
        ({"notes": [{"ply": 0, "text": "\x1b[2J"}]}, "“studies[0].notes[0].text” has characters that are not allowed"),
        ({"title": "\x07"}, "“studies[0].title” has characters that are not allowed"),
        ("nonsense", "“studies[0]”"),
    ],
)
def test_a_wrong_study_is_refused_with_the_place(match: Match, study: Any, reason: str) -> None:
    data = json.loads(match.to_json()) | {"studies": [study]}
    with pytest.raises(Refusal) as refusal:
        Record.from_json(json.dumps(data))
    assert reason in refusal.value.text
    assert refusal.value.field == "record"


def test_a_note_replaces_the_one_at_its_ply_and_an_empty_one_removes_it() -> None:
    study = STUDY.noted(Annotation(2, "Better."))
    assert study.notes == (Annotation(0, "It begins."), Annotation(2, "Better."))
    assert study.noted(Annotation(2)).notes == (Annotation(0, "It begins."),)


def test_a_study_is_bounded() -> None:
    study = Study()
    for ply in range(NOTES):
        study = study.noted(Annotation(ply, "x"))
    with pytest.raises(Refusal, match="up to 200 positions"):
        study.noted(Annotation(NOTES, "x"))
    long = [Annotation(ply, "x" * COMMENT) for ply in range(NOTES)]
    fits = Study(notes=tuple(long[: BYTES // (COMMENT + 40)])).checked()
    assert len(msgspec.json.encode(fits)) <= BYTES
    with pytest.raises(Refusal, match="too long"):
        Study(notes=tuple(long)).checked()


NOTE = st.builds(Annotation, st.integers(0, 6), st.text("ab ", max_size=9), st.just(()))


@given(st.lists(NOTE, max_size=12), st.integers(0, 6))
def test_notes_are_one_for_each_ply_by_ply(notes: list[Annotation], plies: int) -> None:
    study = Study()
    for note in notes:
        study = study.noted(note)
    last = {note.ply: note for note in notes}
    assert list(study.notes) == [last[ply] for ply in sorted(last) if last[ply].text]
    assert study.within(range(plies + 1)).notes == tuple(note for note in study.notes if note.ply <= plies)
