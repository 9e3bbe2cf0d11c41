"""What a failed test of the battery says: where the game stood, and how to see it again."""

import shlex
import sys
from weakref import WeakValueDictionary

import pytest

from mamayev.match.match import Match
from mamayev.testing.play import Case, Ending, Walk, assert_known


def fail_late(walk: Walk) -> None:
    match: Match = walk.end()
    assert match.facts()["round"] < 2, "the second round"


def test_a_failed_walk_says_where_the_game_stood(duel: str) -> None:
    with pytest.raises(AssertionError, match="the second round") as failed:
        Case.of("duel first").try_out(fail_late)
    line, box, last, again = failed.value.__notes__[0].splitlines()
    walk = eval(line, {"Walk": Walk, "Case": Case})
    assert walk.end().facts()["round"] == 2
    assert box.startswith("box “lay-north” (Which card do you lay?), after ")
    assert last.startswith("the last of them: “")
    words = shlex.split(again.removeprefix("again: "))
    assert words[:3] == ["pytest", "--mamayev-game", "duel"]
    assert words[-4:] == ["--mamayev-walk", "duel first", str(walk.seed), str(walk.plies)]


def test_one_walk_alone_can_be_tried(duel: str) -> None:
    case, tried = Case.of("duel first"), []
    case.only = 7, 3
    case.try_out(lambda walk: tried.append((walk.seed, walk.plies)))
    assert tried == [(7, 3)]


def test_a_case_is_named_by_a_text(tiny: str) -> None:
    case = Case.of("tiny second length=5 wind=True")
    assert (case.edition, case.options) == ("second", {"length": 5, "wind": True})
    assert str(case) == "tiny second length=5 wind=True"


def test_a_game_that_never_ends_says_where_it_stands(duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case.of("duel first")
    monkeypatch.setattr(Ending, "MOST", 1000)
    monkeypatch.setattr(sys.modules["duel_game"].Answer, "pass_", lambda self, p, f: None)
    monkeypatch.setattr("mamayev.engine.table._tables", WeakValueDictionary())  # made anew, with the fault
    with pytest.raises(AssertionError, match="it stands in game > round > answer: does the last one end its frame"):
        assert case.length


def test_a_clause_that_an_option_or_another_edition_has_replaced_may_not_be_cited() -> None:
    for text, cited, replaced in (
        ("barbarossa 1963 order_of_battle=true", "BAR-V-OOB-02", "BAR-STACK-01"),
        ("barbarossa 1963", "BAR-STACK-01", ""),
        ("cauldron 1996", "CAU-RELIEF-03", "CAU-RELIEF-02"),
        ("cauldron 2020", "CAU-RELIEF-02", "CAU-RELIEF-03"),
    ):
        case = Case.of(text)
        assert_known([cited], case)
        if replaced:
            with pytest.raises(AssertionError, match="these clauses are not in force"):
                assert_known([replaced], case)
