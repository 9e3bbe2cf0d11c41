"""A seat that the rules play: what the log holds of it, and what may not be changed about it."""

from importlib import import_module
from typing import Any

import pytest

import mamayev
from mamayev.engine.chance import Scripted
from mamayev.engine.event import Chose
from mamayev.engine.procedure import Order
from mamayev.match.match import Match

SOUTH, CLAUSES = 1, ("TINY-GO-01",)


@pytest.fixture
def match(tiny: str, monkeypatch: pytest.MonkeyPatch) -> Match:
    """North has rested and drawn a 3; the rules have rested for South, who has drawn a 4."""
    game: Any = import_module("tiny_game")
    procedures = {SOUTH: lambda p: Order(p.table.notation.parse("rest"), "The rules rest.", CLAUSES)}
    monkeypatch.setattr(game.TinyTable, "procedures", procedures)
    match = Match.new(tiny, seed=1, chance=Scripted(cards=[3, 4]))
    match.play("rest")
    return match


def test_the_rules_play_their_seat_and_say_by_which_clause(match: Match) -> None:
    chose = [e for e in match.events if isinstance(e, Chose) and e.seat == "south"]
    assert [(e.action, e.clauses) for e in chose] == [("rest", CLAUSES)]
    assert match.record.log == ["rest", "card 3", "rest", "card 4"]
    assert match.decision is not None
    assert match.decision.seat == "north"


def test_a_record_cut_before_the_choice_of_the_rules_stops_there_and_takes_no_other(match: Match) -> None:
    cut = match.record.replay(2)
    assert cut.decision is not None
    assert (cut.decision.seat, [str(a) for a in cut.decision.actions]) == ("south", ["rest"])
    with pytest.raises(mamayev.Refusal) as refusal:
        cut.play("step south 1")
    assert refusal.value.clauses == CLAUSES
    cut.play("rest")
    assert cut.record.log[:3] == ["rest", "card 3", "rest"]


def test_a_log_with_another_choice_than_the_rules_make_is_refused_by_its_ply(match: Match) -> None:
    match.record.log[2] = "step south 1"
    with pytest.raises(mamayev.Refusal, match="Entry 3 of the log, “step south 1”") as refusal:
        match.record.replay()
    assert refusal.value.clauses == CLAUSES


def test_no_free_undo_past_the_choices_of_the_rules(match: Match) -> None:
    log = list(match.record.log)
    assert match.free_undos == 0
    with pytest.raises(mamayev.Refusal):
        match.undo()
    match.undo(practice=True)
    assert match.record.log == []
    match.redo()
    assert match.record.log == log
