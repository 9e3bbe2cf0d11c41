"""Saved games that a disk or a hand has changed: all of it is told, in sentences that speak of the record."""

import json
from itertools import permutations
from typing import Any

import pytest

import mamayev
from mamayev.engine.refusal import Refusal
from mamayev.match.dealt import dealt
from mamayev.match.match import Match, Record

WORDS_OF_THE_VALIDATOR = ("Expected `", "Object ", "at `$", "codec")


@pytest.fixture
def match(tiny: str) -> Match:
    match = mamayev.new(tiny, seed=3, options={"length": 2})
    for action in ("step north 1", "rest", "rest"):
        match.play(action)
    return match


def told(text: str | bytes) -> str:
    """The sentence that refuses a saved game."""
    with pytest.raises(Refusal) as refusal:
        mamayev.from_json(text)
    assert not any(word in refusal.value.text for word in WORDS_OF_THE_VALIDATOR), refusal.value.text
    return refusal.value.text


def test_a_flipped_bit_in_every_byte_and_every_cut_is_told(match: Match) -> None:
    data = match.to_json().encode()
    for place in range(len(data)):
        told(data[:place])
        told(data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :])


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b'{"mamayev":1,"log":["\xff"]}',
            "This is not a saved game: it is damaged at byte 21, which is not UTF-8 text.",
        ),
        (b'{"mamayev":1,', "it is incomplete."),
        (b"{]", "it is damaged at byte 1."),
        (b"[]", "it is a list, but must be a set of named fields."),
        (b'{"mamayev":1}', "it has no “game”."),
        (b'{"mamayev":"1"}', "“mamayev” is text, but must be a whole number."),
        (b'{"mamayev":1,"moves":[]}', "it has “moves”, which is unknown."),
        (b'{"mamayev":1,"log":["rest",7]}', "“log[1]” is a whole number, but must be text."),
        (b'{"mamayev":1,"rules":"1\\u001b[2J"}', "“rules” has characters that are not allowed."),
        (b'{"mamayev":1,"rules":"1\\n"}', "“rules” has characters that are not allowed."),
        (b'{"mamayev":1,"differs":["1\\u009b2J"]}', "“differs[0]” has characters that are not allowed."),
        (b'{"mamayev":1,"dice":"glass"}', "“dice” cannot be “glass”."),
        (b'{"mamayev":1,"start":{"x":' + b"[" * 5000, "it is nested too deeply."),
        ('{"mamayev":1,"game":"\ud800"}', "the character at position 21 is not valid Unicode."),
    ],
)
def test_what_is_wrong_is_said_of_the_record(data: str | bytes, sentence: str) -> None:
    assert told(data).endswith(sentence)


@pytest.mark.parametrize("place", ["orders", "options", "start"])
def test_what_is_nested_too_deeply_to_be_opened_again_is_refused(match: Match, place: str) -> None:
    """A parser gives up at a depth that depends on its caller, so one read what another could not open again."""
    nested: Any = {}
    for _ in range(60):
        nested = {"a": nested}
    data = json.loads(match.to_json()) | {place: nested}
    if place == "orders":
        data["orders"] = [{"ply": 0, "seat": "x", "orders": nested}]
    data["log"].append("a text with [[[[ and {{{{" * 30)
    assert told(json.dumps(data)).endswith("it is nested too deeply.")


def test_every_other_order_of_the_log_is_told(match: Match) -> None:
    data = json.loads(match.to_json())
    for log in set(permutations(data["log"])) - {tuple(data["log"])}:
        told(json.dumps(data | {"log": log}))
    # As it was saved, only written otherwise.
    assert mamayev.from_json(json.dumps(dict(reversed(data.items())), indent=2)) == match


def test_without_its_checksum_a_saved_game_is_read_as_it_is(match: Match) -> None:
    data = json.loads(match.to_json())
    assert data.pop("checksum")
    assert mamayev.from_json(json.dumps(data)) == match
    assert mamayev.from_json(json.dumps(data | {"seed": 9})).record.seed == 9


def test_dice_are_held_against_the_seed(match: Match) -> None:
    assert dealt(match).wrong is None
    record = match.record
    die = record.log.index(next(line for line in record.log if line.startswith("die")))
    record.log[die] = next(f"die {n}" for n in (2, 3, 4) if f"die {n}" != record.log[die])
    assert dealt(record.replay()).wrong == die + 1


def test_a_branch_and_what_was_taken_back_have_the_dice_of_their_seeds(match: Match) -> None:
    branch = match.branch(4, seed=8)
    branch.play("rest")
    again = mamayev.from_json(branch.to_json())
    assert again.record.earlier == [[4, 3]]
    assert dealt(again).wrong is None
    again.undo_to(2, practice=True)
    again.redo()
    assert dealt(again).wrong is None
    again.undo_to(2, practice=True)
    again.play("step south 1")
    assert again.record.earlier == [[2, 3]]
    assert dealt(again).wrong is None
    further = again.branch(3, seed=5)
    further.play("rest")
    assert further.record.earlier == [[2, 3], [3, 8]]
    assert dealt(mamayev.from_json(further.to_json())).wrong is None


def test_a_lesson_s_dice_are_no_seed_s(tiny: str) -> None:
    lesson = mamayev.new(tiny, seed=3, lesson="first-race")
    lesson.play("step north 2")
    assert dealt(lesson).wrong is None
    lesson.leave_lesson()
    lesson.play("rest")
    assert dealt(Record.from_json(lesson.to_json()).replay()).wrong is None
