"""The plays of a review: values, comparisons and rolls, each a job that any process can do.

A play continues from a position with the staff in every seat: with its full policy until the end of the turn, then
with its brief one. Two plays that are compared share their determinization and their dice (common random numbers,
`Luck`). A play ends with the game, or after some turns with the value that the game's search uses (`Foresight`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean, pvariance
from typing import Any, NamedTuple

from mamayev.engine.bot import Bot
from mamayev.engine.chance import Luck
from mamayev.engine.playout import playout
from mamayev.engine.position import Position
from mamayev.engine.table import Game

from .story import Run, Stretch

REROLLS = 24
"""How often a run of chance is rolled again for the mean value after it."""
WORLDS = 4
"""How many determinizations may not allow what was played, before a comparison is given up."""


class Judge:
    """The value of a position for a seat without a play, in units of the result; for games whose search has one.

    A game may have it for one seat only. If its results are 1 and -1, the seat of the other side has the opposite.
    """

    def __init__(self, game: Game, *, opposite: bool) -> None:
        """`opposite`: whether the results of opposing seats are 1 and -1."""
        foresight = game.foresight
        known = {} if foresight is None else {seat: foresight.value(seat) for seat in game.seats}
        found = [(index, value) for index, (_, value) in enumerate(known.items()) if value is not None]
        self.known = bool(found)
        self.opposite = opposite
        self.fit = found[0][1].fit if found else 0.0
        self.values = dict(found)
        self.base = found[0][0] if found else 0

    def of(self, p: Position, seat: int) -> float:
        """Return the value of a position for a seat; exact for a finished game."""
        if not p.frames:
            returns: list[float] = p.table.returns(p)
            return returns[seat]
        if seat in self.values:
            return self.values[seat].of(p.table.features(p, seat))
        sides, seats = p.table.look.sides, p.table.game.seats
        value = self.values[self.base].of(p.table.features(p, self.base))
        return value if sides.get(seats[seat]) == sides.get(seats[self.base]) else -value

    def knows(self, seat: int) -> bool:
        """Return whether there is a value for a seat."""
        return self.known and (seat in self.values or self.opposite)


def staff_of(game: Game) -> Bot:
    """Return the first bot of a game."""
    return next(iter(game.bots.values()))


def play_on(p: Position, seed: int, turn: int, until: int | None, seat: int) -> None:
    """Play a position on, in place, with staffs: with their full policies while it is this turn, then with the brief
    ones. `until`: the turn in which the play ends, where the search ends it as well; None: to the end of the game."""
    table, game = p.table, p.table.game
    staff, seats = staff_of(game), range(len(game.seats))
    rng, luck = random.Random(seed), Luck(seed)
    foresight = game.foresight
    begins = None if foresight is None else foresight.begins

    def over(q: Position) -> bool:
        return until is not None and table.turn(q) >= until and (begins is None or (q.seat == seat and begins(q)))

    full = dict.fromkeys(seats, staff.policy)
    if staff.brief is None:
        playout(p, rng, full, over, luck, see=False)
        return
    playout(p, rng, full, lambda q: table.turn(q) != turn, luck, see=False)
    playout(p, rng, dict.fromkeys(seats, staff.brief), over, luck, see=False)


class Valued(NamedTuple):
    """The results of plays from the beginning of a period, one list a play, in the order of the seats."""

    number: int
    results: list[list[float]]


def value(number: int, position: Position, viewer: int | None, seeds: Sequence[int]) -> Valued:
    """Play a position to the end, once a seed. `viewer`: the seat that may not know what is hidden; None: the position
    as it is."""
    results, table = [], position.table
    for seed in seeds:
        p = position.copy() if viewer is None else table.sample(position, viewer, random.Random(seed)).copy()
        if p.frames:
            play_on(p, seed, table.turn(p), None, 0)
        results.append(list(table.returns(p)))
    return Valued(number, results)


class Compared(NamedTuple):
    """For each play of a stretch: what the seat got as played, and by the staff's choice on the same dice."""

    number: int
    pairs: list[tuple[float, float]]


def compare(number: int, stretch: Stretch, seeds: Sequence[int], turns: int | None, judge: Judge) -> Compared:
    """Play a stretch as played and as the staff would, once a seed. `turns`: how long, None to the end."""
    pairs = []
    for seed in seeds:
        there = _world(stretch, seed)
        if there is None:
            continue
        world, played = there
        until = None if turns is None else stretch.turn + turns
        worths = []
        for p in (played, world):
            if p.frames:
                play_on(p, seed, stretch.turn, until, stretch.seat)
            worths.append(p.table.returns(p)[stretch.seat] if not p.frames else judge.of(p, stretch.seat))
        pairs.append((worths[0], worths[1]))
    return Compared(number, pairs)


def _world(stretch: Stretch, seed: int) -> tuple[Position, Position] | None:
    """Return a determinization for the seat, before and after what was played; None if none allows it."""
    for again in range(WORLDS):
        rng = random.Random(f"{seed}/{again}")
        world = stretch.before.table.sample(stretch.before, stretch.seat, rng).copy()
        played = world.copy()
        for action in stretch.actions:
            if played.seat != stretch.seat or not played.allows(action):
                break
            played.apply(action)
        else:
            return world, played
    return None


class Rolled(NamedTuple):
    """A run of chance: the value after it for a seat less the mean of all that could have come, the error of that mean
    squared, and the share of results that are at least as far from it on the same side."""

    number: int
    gained: float
    error: float
    share: float


def roll(number: int, run: Run, seat: int, judge: Judge, seed: int) -> Rolled:
    """Measure the luck of a run of chance by the values after it. A single roll with few outcomes is counted, another
    is rolled again."""
    after = judge.of(run.after, seat)
    outcomes = run.before.actions() if run.until == run.ply + 1 and run.before.seat < 0 else []
    rows: list[tuple[float, float]] = []
    if 0 < len(outcomes) <= REROLLS:
        total = sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            p = run.before.copy()
            p.apply(outcome)
            rows.append((judge.of(p, seat), weight / total))
        mean, error = sum(worth * share for worth, share in rows), 0.0
    else:
        rng = random.Random(seed)
        for _ in range(REROLLS):
            p = run.before.copy()
            playout(p, rng, until=_stops, see=False)
            rows.append((judge.of(p, seat), 1 / REROLLS))
        worths = [worth for worth, _ in rows]
        mean, error = fmean(worths), pvariance(worths) / (REROLLS - 1)
    gained = after - mean
    share = sum(part for worth, part in rows if (worth - mean) * gained > 0 and abs(worth - mean) >= abs(gained) - 1e-9)
    if error:  # what was rolled is one of those that can come
        share = (share * REROLLS + 1) / (REROLLS + 1)
    return Rolled(number, gained, error, min(1.0, share))


def _stops(_p: Any) -> bool:
    return True
