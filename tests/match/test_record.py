"""Saved games: written, read, replayed, and refused with the place that is wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mamayev
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match, Record


@pytest.fixture
def match(tiny: str) -> Match:
    match = mamayev.new(tiny, seed=3, edition="second", options={"length": 2})
    for action in ("step north 1", "rest", "rest"):
        match.play(action)
    return match


def test_a_saved_game_is_loaded_and_goes_on(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "race.json"
    match.record.save(file)
    again = Record.load(file).replay()
    assert again == match
    match.play("rest")
    again.play("rest")
    assert again == match
    assert again.result == match.result


def test_replay_may_stop_early(match: Match) -> None:
    assert match.record.replay(0).record.log == []
    assert match.record.replay(2).position == match.at(2)


def test_undo_takes_back_the_last_decision_and_says_so(match: Match) -> None:
    log = list(match.record.log)
    record = Record.from_json(match.to_json())
    record.undo()
    assert record.log == log[:4]
    assert record.practice == [[6, 2]]
    with pytest.raises(Refusal, match="nothing to undo"):
        Record.from_json(mamayev.new("tiny", seed=1).to_json()).undo()


def test_undo_beyond_the_barrier_is_kept_in_the_record(match: Match) -> None:
    with pytest.raises(Refusal, match="practice mode"):
        match.undo()
    assert match.record.practice == []
    match.undo(practice=True)
    assert match.record.practice == [[6, 2]]
    match.redo()
    assert mamayev.from_json(match.to_json()).record.practice == [[6, 2]]


def edited(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(fields)


@pytest.mark.parametrize(
    ("edit", "field", "reason"),
    [
        (edited(mamayev=9), "mamayev", "This saved game has format 9; this version reads format 1."),
        (edited(game="chess"), "game", "There is no game “chess”."),
        (edited(edition="third"), "edition", "has no edition “third”; it has first, second."),
        (edited(options={"length": 77}), "options.length", "Option length cannot be 77. It can be 1, 2, 3, 4, 5."),
        (edited(options={"depth": 1}), "options.depth", "has no option “depth”. Its options: length, wind."),
        (edited(options={"widn": 1}), "options.widn", "has no option “widn”. Do you mean wind?"),
        (
            edited(log=["step north 2"]),
            "log[0]",
            "Entry 1 of the log, “step north 2”: A step goes one field, not to 2.",
        ),
        (edited(log=["rest", "die 3"]), "log[1]", "the rules ask for something else here: Draw a card: A bonus."),
        (edited(log=["rest", "card 9"]), "log[1]", "the rules ask for something else here: Draw a card: A bonus."),
        (edited(log=["hop"]), "log[0]", "Entry 1 of the log, “hop”: There is no action “hop”."),
        (edited(log=["resign", "rest"]), "log[1]", "The game ends at entry 1 of the log, which has 2."),
        (edited(start={"speed": 3}), "speed", "speed"),
        (edited(together=[[0, 2], [3]]), "record", "“together[1]” has the wrong number of entries (2 or more)"),
        (edited(earlier=[[1, 2, 3]]), "record", "“earlier[0]” has the wrong number of entries (2 or fewer)"),
    ],
)
def test_a_wrong_saved_game_is_refused_with_the_place(
    match: Match, edit: Callable[[dict[str, Any]], None], field: str, reason: str
) -> None:
    data = json.loads(match.to_json())
    edit(data)
    with pytest.raises(Refusal) as refusal:
        mamayev.from_json(json.dumps(data))
    assert reason in refusal.value.text
    assert refusal.value.field == field


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"mamayev": 1}', "\u00ff", b"\xff\xfe"])
def test_what_is_no_record_is_refused(text: str | bytes) -> None:
    with pytest.raises(Refusal, match="This is not a saved game") as refusal:
        Record.from_json(text)
    assert refusal.value.malformed


def test_unknown_fields_are_refused_by_name(match: Match) -> None:
    data = json.loads(match.to_json()) | {"moves": []}
    with pytest.raises(Refusal, match="moves"):
        Record.from_json(json.dumps(data))


def test_a_branch_begins_with_the_same_plies_and_goes_on_with_other_dice(match: Match) -> None:
    branch = match.branch(2, seed=8)
    assert branch.record.log[:2] == match.record.log[:2]
    assert branch.record.seed == 8
    with pytest.raises(Refusal, match="plies 0 to 6, not 7"):
        match.branch(7)
    # Nobody can find a seed of 53 bits by testing candidates; 32 bits take minutes.
    assert max(match.branch(2).record.seed for _ in range(30)) >= 2**32
