"""Long matches: little memory, and nothing of the past lost by that."""

import gc
import random
import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mamayev
from mamayev.engine.event import Event
from mamayev.match.eventlog import BLOCK, EventLog
from mamayev.match.match import Match

LIMITS = {"inferno": 100_000, "cauldron": 300_000, "donnerschlag": 450_000, "barbarossa": 600_000}
"""Bytes of a whole game: docs/reliability.md promises them."""


@given(st.lists(st.integers(-3 * BLOCK, 3 * BLOCK), max_size=12), st.integers(0, 6 * BLOCK))
def test_an_event_log_is_a_list(changes: list[int], start: int) -> None:
    log, model = EventLog(), list[Event]()
    for change in changes:
        if change >= 0:
            new = [Event(text=f"{len(model)} {n}", clauses=("X-01",)) for n in range(change)]
            log.extend(new)
            model += new
        else:
            length = max(0, len(model) + change)
            log.cut(length, 0)
            del model[length:]
    assert len(log) == len(model)
    assert log == model
    assert log[start:] == model[start:]
    assert log[: start // 2] == model[: start // 2]
    assert [log[n] for n in range(-min(5, len(model)), 0)] == model[-5:]
    copy = log.copy()
    log.extend([Event(text="more")])
    assert copy == model


def whole(game: str) -> Match:
    """A whole game at random."""
    return played_out(mamayev.new(game, seed=5), random.Random(3))


def played_out(match: Match, rng: random.Random) -> Match:
    """Play a game at random to its end."""
    while not match.over:
        match.play(match.position.name(match.position.draw(rng.random)))
    return match


@pytest.mark.parametrize("game", ["cauldron", "donnerschlag"])
def test_the_past_is_what_it_was(game: str) -> None:
    long = whole(game)
    fresh, positions = mamayev.new(game, seed=5), {}
    record = long.record
    while not fresh.over:
        positions[len(fresh.record.log)] = fresh.position.copy()
        fresh.play(record.log[len(fresh.record.log)])
    assert all(long.at(ply) == position for ply, position in positions.items())
    assert long.series() == fresh.series()
    back = long.copy()
    while back.undos:
        back.undo(practice=True)
        assert back.position == positions[len(back.record.log)]
        assert len(back.events) == 0 or back.events[-1].ply <= len(back.record.log)
    while back.redos:
        back.redo()
    assert (back.position, back.events) == (long.position, long.events)


@pytest.mark.parametrize("game", LIMITS)
def test_every_turn_has_a_point_and_the_changes_lead_from_each_to_the_next(game: str) -> None:
    match = whole(game)
    changes = match.changes()
    for name, points in match.series().items():
        turns = [turn for turn, _, _ in points]
        assert turns == list(range(turns[0], match.table.turn(match.position) + 1))
        for (_, before, _), (turn, after, ply) in pairwise(points):
            during = [by for at, _, by in changes.get(name, []) if at == turn]
            assert before + sum(during) == pytest.approx(after), (name, turn)
            shown = match.at(ply)
            assert match.table.turn(shown) in (turn, turn + 1)
            shows = match.table.game.study().series(shown)[name] == after
            assert shows or match.table.turn(match.at(ply + 1)) == turn + 1, "the next entry changes it as well"


def test_another_decision_at_the_end_of_a_turn_has_its_own_points() -> None:
    """The values of turns that ended are stored, and undo can change how a turn ends."""
    rng = random.Random(9)
    match = played_out(mamayev.new("inferno", seed=9), rng)
    for _ in range(5):
        match.series()
        ends = [at for at, (past, then) in enumerate(pairwise(match._past)) if past.packed and past.turn != then.turn]
        number = rng.choice(ends[-4:])
        while len(match._past) > number:
            match.undo(practice=True)
        names = [match.position.name(action) for action in match.position.actions()]
        match.play(rng.choice([name for name in names if name != match.undone[-1][0]] or names))
        played_out(match, rng)
        assert match.series() == Match.from_json(match.to_json()).series()


def test_a_surrender_changes_morale_in_its_own_turn() -> None:
    """CAU-SURR-01: what follows it has no decisions, so the turns after it end between two entries of the log."""
    match = mamayev.new("cauldron", seed=11)
    rng = random.Random(1)
    while match.table.turn(match.position) < 4 or not match.position.allows(match.table.notation.parse("surrender")):
        match.play(match.position.name(match.position.draw(rng.random)))
    turn = match.table.turn(match.position)
    match.play("surrender")
    played_out(match, rng)
    morale = {at: value for at, value, _ in match.series()["morale"]}
    assert all((value == 0) == (at >= turn) for at, value in morale.items())
    [fall] = [change for change in match.changes()["morale"] if change[0] >= turn]
    assert next(event.text for event in match.events if event.ply == fall[1]).startswith("6th Army surrenders")


@pytest.mark.parametrize("game", LIMITS)
def test_a_whole_game_takes_little_memory(game: str) -> None:
    text = whole(game).to_json()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        match = mamayev.from_json(text)
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert match.over
    assert taken < LIMITS[game]
