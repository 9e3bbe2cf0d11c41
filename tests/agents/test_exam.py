"""The exam: its questions and answers, and the score."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mamayev.agents.exam import making
from mamayev.agents.exam.grading import graded, is_right
from mamayev.agents.exam.items import KINDS, Given, Item, Key, write
from mamayev.agents.exam.making import exam
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.match.match import Record

ITEMS = 240


@pytest.fixture(scope="module")
def made() -> list[tuple[Item, Key]]:
    """An exam about a game with all kinds of questions."""
    return list(exam("cauldron", ITEMS, 3))


def key(kind: str, answer: str) -> Key:
    """The answer to a question of a kind."""
    return Key("x-1", "x", kind, answer, ["X-1"], "Movement", "", True, [], "red", 0, "")


def test_a_question_names_the_edition_and_the_readings_behind_its_answer() -> None:
    """The answer to a question under another reading is wrong under ours, so the question must tell."""
    offer = find("cauldron")
    option = next(one for one in offer.options if one.group == "Readings" and one.choices)
    ((item, _),) = exam("cauldron", 1, 1, edition=offer.editions[1], options={option.name: option.choices[-1]})
    rules = next(line for line in item.position.splitlines() if line.startswith("Rules: "))
    assert rules == f"Rules: Edition {offer.editions[1]}; {option.title}: {option.labels[-1]}"
    ((plain, _),) = exam("cauldron", 1, 1)
    assert "Rules: " not in plain.position


def test_an_exam_is_balanced_by_kind_verdict_and_clause(made: list[tuple[Item, Key]]) -> None:
    assert len(made) == len({item.id for item, _ in made}) == ITEMS
    kinds = Counter(item.kind for item, _ in made)
    assert set(kinds) == set(KINDS)
    assert max(kinds.values()) - min(kinds.values()) <= ITEMS // 10
    verdicts = Counter(one.answer for _, one in made if one.kind == "verdict")
    assert abs(verdicts["yes"] - verdicts["no"]) <= 1
    assert sum(one.dependent for _, one in made) * 2 >= ITEMS
    refused = Counter(one.clauses[0] for _, one in made if one.kind == "verdict" and one.answer == "no")
    assert len(refused) >= 8
    assert max(refused.values()) <= 5


def test_the_answers_hold_when_the_saved_game_is_asked_again(made: list[tuple[Item, Key]]) -> None:
    ledger = find("cauldron").ledger()
    for item, one in made[::4]:
        match = Record.from_json(one.record).replay(one.ply)
        decision = match.decision
        assert decision is not None
        assert decision.seat == item.seat == one.seat
        assert set(one.clauses) <= set(ledger.clauses)
        assert one.section == ledger.clauses[one.clauses[0]].section
        legal = [decision.actions.__contains__(text) for text in one.actions]
        if item.kind == "verdict":
            assert legal == [one.answer == "yes"]
        elif item.kind == "four":
            assert legal == [letter == one.answer for letter in "ABCD"]
        elif item.kind == "isolated":
            assert "isolated" not in item.position
        else:
            assert legal == [True]
        if item.kind != "isolated":
            assert match.table.describe(match.position, decision.index) in item.position


def test_who_can_trace_no_supply_line_where_pieces_do_not_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "KINDS", ("isolated",))
    for item, one in exam("donnerschlag", 4, 1):
        p: Any = Record.from_json(one.record).replay(one.ply).position
        side = p.table.game.seats.index(one.seat)
        cut = {p.board.units[unit].name for unit in p.on_map(p.board.of_side[side]) if not p.traces(p.at[unit], side)}
        assert one.answer == json.dumps(sorted(cut), ensure_ascii=False)
        assert one.clauses == ["DON-SUP-02", "DON-SUP-03"]
        assert "supply line" in item.question
        assert "unsupplied" not in item.position


def test_the_same_seed_gives_the_same_exam() -> None:
    first, again, other = (list(exam("inferno", 8, seed)) for seed in (5, 5, 6))
    assert first == again != other


@pytest.mark.parametrize(
    ("kind", "answer", "right", "wrong"),
    [
        ("verdict", "no", ["No.", " no "], ["yes", ""]),
        ("four", "B", ["b"], ["A", "AB"]),
        ("odds", '{"hit": 0.1667, "miss": 0.8333}', ['{"miss": 0.83, "hit": 0.17}'], ['{"hit": 0.1667}', "0.5", "[]"]),
        ("roll", '{"modifiers": 2, "column": "3-1"}', ['{"column": "3-1", "modifiers": 2}'], ['{"modifiers": 2}']),
        ("isolated", '["1st", "2nd"]', ['["2ND", "1st"]'], ['["1st"]', "1st, 2nd"]),
    ],
)
def test_an_answer_counts_in_its_form(kind: str, answer: str, right: list[str], wrong: list[str]) -> None:
    assert all(is_right(key(kind, answer), said) for said in right)
    assert not any(is_right(key(kind, answer), said) for said in wrong)


@pytest.mark.parametrize("kind", ["odds", "roll", "isolated"])
def test_no_answer_ends_the_grading(kind: str) -> None:
    right = {"odds": '{"a": 0.5}', "roll": '{"modifiers": 1, "column": "3-1"}', "isolated": '["A"]'}[kind]
    for said in ("[" * 100_000, '{"a":' * 100_000, f'{{"a":1{"0" * 400}}}', '{"a":1e400}', "\ud800", "nan", '{"a":{}}'):
        assert not is_right(key(kind, right), said)


def test_answers_to_other_questions_are_refused() -> None:
    with pytest.raises(Refusal, match="“y-1” is not a question of this exam"):
        graded([Given("y-1", "no")], [key("verdict", "no")])
    with pytest.raises(Refusal, match="no questions"):
        graded([], [])


def test_a_file_appears_complete_or_not_at_all(made: list[tuple[Item, Key]], tmp_path: Path) -> None:
    out = tmp_path / "exam.parquet"

    def failing():
        yield made[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(out, failing())
    assert not list(tmp_path.iterdir())
