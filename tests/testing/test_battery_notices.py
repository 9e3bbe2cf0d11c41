"""The battery is worth something: a secret that leaks out of the game with hands makes the test fail that should."""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any
from weakref import WeakValueDictionary

import pytest
from msgspec import structs

from mamayev.engine.event import Card
from mamayev.engine.notation import Notation, Verb
from mamayev.engine.registry import find
from mamayev.testing import battery, drawing, explorer
from mamayev.testing.play import Case

Fault = Callable[[Any, pytest.MonkeyPatch], None]


@pytest.fixture(autouse=True)
def whole_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    """The battery is held to what it notices at its own depth, whatever that of this run."""
    monkeypatch.setattr("mamayev.testing.depth.times", 1.0)


def told_to_all(game: Any, patch: pytest.MonkeyPatch) -> None:
    def card(self: Any, p: Any, f: Any, card: int) -> None:
        p.end()
        p.where[card] = game.IN_HAND
        if p.journal is not None:
            owner = game.SEATS[self.owner]
            p.journal.add(Card(text=f"{owner.title()} draws {game.NAME[card]}.", deck=owner, card=card, line="value"))

    patch.setattr(game.Draw, "card", card)


def named_in_a_text(game: Any, patch: pytest.MonkeyPatch) -> None:
    def card(self: Any, p: Any, f: Any, card: int) -> None:
        p.end()
        p.where[card] = game.IN_HAND
        if p.journal is not None:
            p.journal.note("Draw", f"{game.SEATS[self.owner].title()} draws {game.NAME[card]}.")

    patch.setattr(game.Draw, "card", card)


def answered_without_being_asked(game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Answer, "forced", True)


def asked_only_with_a_guard(game: Any, patch: pytest.MonkeyPatch) -> None:
    def guarded(p: Any, f: Any) -> bool:
        return p.pulled >= 0 and any(not game.VALUE[c] for c in p.cards(1 - p.pulled, game.IN_HAND))

    patch.setattr(game, "lost", guarded)


def prompted_by_the_hand(game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Answer, "prompt", lambda self, p, f: f"Answer? {len(self.options(p, f))} ways")


def laid_by_name(game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.DuelTable, "disguise", lambda self, p, action: "")


def laid_with_a_hint(game: Any, patch: pytest.MonkeyPatch) -> None:
    def lay(self: Any, p: Any, f: Any, card: int) -> None:
        p.end()
        p.where[card] = game.FACE_DOWN
        if p.journal is not None:
            p.journal.note("Lay", f"It is a card of value {game.VALUE[card]}.")

    patch.setattr(game.Lay, "lay", lay)


def drawn_without_a_word_but_counted(game: Any, patch: pytest.MonkeyPatch) -> None:
    def series(p: Any) -> dict[str, float]:
        return {"flag": sum(game.VALUE[c] for c in p.cards(0, game.IN_HAND))}

    patch.setattr(game, "PLAN", replace(game.PLAN, series=series))


def refused_by_the_enemys_hand(game: Any, patch: pytest.MonkeyPatch) -> None:
    honest = game.Lay.refuse_lay

    def refuse(self: Any, p: Any, f: Any, card: int) -> Any:
        if game.OWNER[card] != self.decider and p.where[card] == game.IN_HAND:
            return game.Reason("That is in the other hand.", self.clauses)
        return honest(self, p, f, card)

    patch.setattr(game.Lay, "refuse_lay", refuse)


def told_in_the_list_of_games(game: Any, patch: pytest.MonkeyPatch) -> None:
    honest = game.DuelLook.picture

    def picture(self: Any, p: Any, seat: int | None) -> Any:
        return structs.replace(honest(self, p, seat), headline=f"{len(p.cards(seat or 0, game.IN_HAND))} cards in hand")

    patch.setattr(game.DuelLook, "picture", picture)


FAULTS: list[tuple[Callable[[Case], None], Fault]] = [
    (battery.test_what_a_seat_cannot_see_makes_no_difference_to_it, told_to_all),
    (battery.test_what_a_seat_cannot_see_makes_no_difference_to_it, named_in_a_text),
    (battery.test_what_a_seat_cannot_see_makes_no_difference_to_it, answered_without_being_asked),
    (battery.test_what_a_seat_cannot_see_makes_no_difference_to_it, asked_only_with_a_guard),
    (battery.test_what_a_seat_cannot_see_makes_no_difference_to_it, prompted_by_the_hand),
    (battery.test_what_a_seat_cannot_see_makes_no_difference_to_it, laid_with_a_hint),
    (battery.test_what_a_seat_cannot_see_makes_no_difference_to_it, drawn_without_a_word_but_counted),
    (battery.test_events_name_nothing_hidden, told_to_all),
    (battery.test_events_name_nothing_hidden, laid_by_name),
    (battery.test_nothing_hidden_shows, refused_by_the_enemys_hand),
    (battery.test_nothing_hidden_shows, told_in_the_list_of_games),
]


@cache
def accepted(check: Callable[[Case], None]) -> None:
    """Hold the game to a check before any fault is put into it, once for all faults that the check should notice."""
    check(Case(find("duel"), "first", {}))


@pytest.mark.parametrize(("check", "fault"), FAULTS, ids=[fault.__name__ for _, fault in FAULTS])
def test_the_battery_notices(
    check: Callable[[Case], None], fault: Fault, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find(duel)
    accepted(check)
    fault(sys.modules["duel_game"], monkeypatch)
    monkeypatch.setattr("mamayev.engine.table._tables", WeakValueDictionary())  # made anew, with the fault
    with pytest.raises((AssertionError, ExceptionGroup)):
        check(Case(game, "first", {}))


@pytest.mark.parametrize(
    ("start", "shifts", "column"),
    [(4, [1, -2], 3), (4, [3], 6), (1, [-2], 1), (1, [-2], 0), (4, [], 4)],
)
def test_a_column_is_where_the_shifts_lead(start: int, shifts: list[int], column: int) -> None:
    lines = [{"value": value, "text": "a reason", "clauses": []} for value in shifts]
    drawing.assert_shifted({"start": start, "shifts": lines, "column": column}, 7)


@pytest.mark.parametrize(
    ("start", "shifts", "column"), [(4, [1, -2], 4), (4, [1], 6), (1, [-2], 2), (None, [1], 4), (4, [1], None)]
)
def test_a_column_elsewhere_is_noticed(start: int | None, shifts: list[int], column: int | None) -> None:
    lines = [{"value": value, "text": "a reason", "clauses": []} for value in shifts]
    with pytest.raises(AssertionError):
        drawing.assert_shifted({"start": start, "shifts": lines, "column": column}, 7)


def test_a_deck_of_another_size_is_named_with_both_numbers(duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(find(duel), "first", {})
    scene = case.table.look.kept
    wrong = structs.replace(scene, decks=[structs.replace(scene.decks[0], size=7), *scene.decks[1:]])
    monkeypatch.setattr(type(case.table.look), "kept", wrong)
    monkeypatch.delitem(vars(case.table.look), "kept")
    with pytest.raises(AssertionError, match="deck north: size 7, but 6 cards"):
        battery.test_the_scene_fits_together(case)


def test_a_verb_that_is_inherited_and_never_offered_is_thought_of(duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "cases", lambda name: [Case(find(name), "first", {})])
    monkeypatch.setattr(explorer, "EXPLORED", 1_000)
    monkeypatch.setattr(explorer, "FIRST_ROUND", 1_000)
    battery.test_play_reaches_every_box_and_every_verb(duel, {})
    monkeypatch.setattr(sys.modules["duel_game"].Lay, "pass_", lambda self, p, f: p.end(), raising=False)
    monkeypatch.setattr("mamayev.engine.table._tables", WeakValueDictionary())  # made anew, with the fault
    with pytest.raises(AssertionError, match="or the box inherits a verb that it never offers"):
        battery.test_play_reaches_every_box_and_every_verb(duel, {})


@pytest.mark.parametrize(
    ("text", "begins"),
    [("bid", True), (" BID 3", True), ("die", True), ("bids", False), ("", False), (" ", False), ("no bid", False)],
)
def test_no_action_of_the_game_is_drawn_as_nonsense(text: str, begins: bool) -> None:
    notation = Notation([Verb("bid", (), "Bid")], {})
    assert battery.begins_with_a_verb(notation, text) == begins
