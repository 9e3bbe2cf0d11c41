"""The playouts of a review: values, comparisons and rolls, each a job that any process can run.

A playout continues from a position with the staff in every seat: with its full policy until the end of the turn, then
with its brief one. Two playouts in a comparison share their determinization and their dice (common random numbers,
`Luck`). A playout ends with the game, or after some turns with the value function of the game's search (`Foresight`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from statistics import fmean, pvariance
from typing import Any, NamedTuple

from mamayev.engine.bot import Bot
from mamayev.engine.chance import Luck
from mamayev.engine.foresight import Value
from mamayev.engine.playout import playout
from mamayev.engine.position import CHANCE, Position
from mamayev.engine.table import Game

from .learned import plotted
from .story import Run, Stretch

REROLLS = 24
"""The number of times that a run of chance is rerolled to determine the mean value after it."""
FEW = 4
"""The number of rerolls for each result of a roll, in the search for the roll that mattered most."""
RESULTS = 500
"""The maximum number of results of a roll in this search."""
WORLDS = 4
"""The number of determinizations that may rule out the actions played before a comparison is abandoned."""


class Judge:
    """A judge that evaluates a position for a seat without a playout, in units of the result. A game may define this
    value for only one seat. If the results of the game are 1 and -1, the other side has the opposite value.
    """

    def __init__(self, game: Game, *, opposite: bool, learned: tuple[int, Value] | None = None) -> None:
        """Create a judge. `opposite`: whether the results of opposing seats are 1 and -1. `learned`: a value function
        for a seat, based on the game's plotted values; by default, the value functions of the game's search.
        """
        foresight = game.foresight
        self.learned = learned is not None
        if learned is not None:
            self.values = dict([learned])
        else:
            known = {} if foresight is None else {at: foresight.value(seat) for at, seat in enumerate(game.seats)}
            self.values = {seat: value for seat, value in known.items() if value is not None}
        self.known, self.opposite = bool(self.values), opposite
        self.base = next(iter(self.values), 0)
        self.fit = self.values[self.base].fit if self.known else 0.0

    def of(self, p: Position, seat: int) -> float:
        """Return the value of a position for a seat. For a finished game, this is the exact result."""
        if not p.frames:
            returns: list[float] = p.table.returns(p)
            return returns[seat]
        if seat in self.values:
            return self.values[seat].of(self.seen(p, seat))
        sides, seats = p.table.look.sides, p.table.game.seats
        value = self.values[self.base].of(self.seen(p, self.base))
        return value if sides.get(seats[seat]) == sides.get(seats[self.base]) else -value

    def seen(self, p: Position, seat: int) -> dict[str, float]:
        """Return the inputs of the value function."""
        found: dict[str, float] = plotted(p) if self.learned else p.table.features(p, seat)
        return found

    def knows(self, seat: int) -> bool:
        """Return whether there is a value for a seat."""
        return self.known and (seat in self.values or self.opposite)


def staff_of(game: Game) -> Bot:
    """Return the first bot of a game."""
    return next(iter(game.bots.values()))


def play_on(
    p: Position,
    seed: int,
    turn: int,
    until: int | None,
    seat: int,
    watch: Callable[[Any], object] | None = None,
) -> None:
    """Play on from a position, in place, with the staff: with its full policy during this turn, then with its brief
    policy. `until`: the turn in which the playout ends, at the same point as in the search, or None for the end of the
    game. `watch`: see `playout`.
    """
    table, game = p.table, p.table.game
    staff, seats = staff_of(game), range(len(game.seats))
    rng, luck = random.Random(seed), Luck(seed)
    foresight = game.foresight
    begins = None if foresight is None else foresight.begins

    def over(q: Position) -> bool:
        return until is not None and table.turn(q) >= until and (begins is None or (q.seat == seat and begins(q)))

    full = dict.fromkeys(seats, staff.policy)
    if staff.brief is None:
        playout(p, rng, full, over, luck, watch, see=False)
        return
    playout(p, rng, full, lambda q: table.turn(q) != turn, luck, watch, see=False)
    playout(p, rng, dict.fromkeys(seats, staff.brief), over, luck, watch, see=False)


class Valued(NamedTuple):
    """The results of playouts from the beginning of a period: one list per playout, in the order of the seats. `seen`:
    for each playout, the plotted values at the beginning of each later turn, if requested."""

    number: int
    results: list[list[float]]
    seen: list[list[dict[str, float]]]


def value(number: int, position: Position, viewer: int | None, seeds: Sequence[int], watched: bool) -> Valued:
    """Play a position to the end, once per seed. `viewer`: the seat whose hidden information is redealt, or None for
    the true position.
    """
    results, seen, table = [], list[list[dict[str, float]]](), position.table
    for seed in seeds:
        p = position.copy() if viewer is None else table.sample(position, viewer, random.Random(seed)).copy()
        turns: dict[int, dict[str, float]] = {}

        def watch(q: Position, turns: dict[int, dict[str, float]] = turns) -> None:
            if q.frames and (turn := q.table.turn(q)) not in turns:
                turns[turn] = plotted(q)

        if p.frames:
            play_on(p, seed, table.turn(p), None, 0, watch if watched else None)
        results.append(list(table.returns(p)))
        seen.append([*turns.values()])
    return Valued(number, results, seen)


class Compared(NamedTuple):
    """The results of the playouts of a stretch: for each, the seat's result as played, and with the staff's choice and
    the same dice.
    """

    number: int
    pairs: list[tuple[float, float]]


def compare(number: int, stretch: Stretch, seeds: Sequence[int], turns: int | None, judge: Judge) -> Compared:
    """Play out a stretch as played and with the staff's choice, once per seed. `turns`: the number of turns, or None
    for the rest of the game.
    """
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
    """Return a determinization for the seat, before and after the actions played, or None if none allows them."""
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
    """A run of chance: a seat's value after it minus the mean over all possible outcomes, and the squared error of that
    mean."""

    number: int
    gained: float
    error: float


def roll(number: int, run: Run, seat: int, judge: Judge, seed: int) -> Rolled:
    """Measure the luck in a run of chance by the values after it. If the run is a single roll with few results,
    enumerate them. Otherwise, reroll.
    """
    after, rng = judge.of(run.after, seat), random.Random(seed)
    throws = _throws(run.before)
    if 0 < len(throws) <= REROLLS and len(throws[0][0]) == len(run.actions):
        worths = [(_after(run.before, outcomes, seat, judge, rng, 1), chance) for outcomes, chance in throws]
        return Rolled(number, after - sum(worth * chance for worth, chance in worths), 0.0)
    rows = [_on(run.before.copy(), seat, judge, rng) for _ in range(REROLLS)]
    return Rolled(number, after - fmean(rows), pvariance(rows) / (REROLLS - 1))


class Sifted(NamedTuple):
    """The roll that mattered most in a run: the ply before it and the seat's gain. `chance`: the chance of an outcome
    that is at least as good or, for a loss, at least as bad."""

    number: int
    ply: int
    gained: float
    chance: float


def sift(number: int, run: Run, seat: int, judge: Judge, seed: int) -> Sifted:
    """Find the roll of a run that mattered most: the one that changed the mean value after the run the most. Dice that
    are read together are one roll."""
    p, rng, most, found = run.before.copy(), random.Random(seed), 0.0, (0, 0, run.before)
    place = 0
    while place < len(run.actions):
        worths = _worths(p, seat, judge, rng, FEW)
        dice = _throw(p, run.actions[place:])
        if worths and (gained := abs(_gained(worths, p, dice))) > most:
            most, found = gained, (place, len(dice), p.copy())
        for action in dice:
            p.apply(action)
        place += len(dice)
    place, count, p = found
    worths = _worths(p, seat, judge, rng, REROLLS) if count else {}
    if not worths:  # no roll changed anything
        return Sifted(number, run.ply, 0.0, 1.0)
    dice = run.actions[place : place + count]
    came, gained = worths[_meaning(p, dice)][0], _gained(worths, p, dice)
    sign = 1 if gained > 0 else -1
    chance = sum(chance for worth, chance in worths.values() if sign * (worth - came) >= 0)
    return Sifted(number, run.ply + place, gained, chance)


Worths = dict[object, tuple[float, float]]
"""The results of a roll by their meaning: for each, the mean value after it, and its chance."""


def _gained(worths: Worths, p: Position, dice: tuple[int, ...]) -> float:
    """Return the value after a roll minus the mean over all results."""
    return worths[_meaning(p, dice)][0] - sum(worth * chance for worth, chance in worths.values())


def _worths(p: Position, seat: int, judge: Judge, rng: random.Random, times: int) -> Worths:
    """Return the results of the roll that a position waits for. Empty if there are too many results, or only one.
    `times`: the maximum number of samples for each result.
    """
    throws = _throws(p)
    if not 1 < len(throws) <= RESULTS:
        return {}
    few, seed = min(times, max(1, REROLLS * times // len(throws))), rng.getrandbits(64)
    # Each result is followed by the same luck. Otherwise faces with the same result would differ in value.
    return {
        _meaning(p, outcomes): (_after(p, outcomes, seat, judge, random.Random(seed), few), chance)
        for outcomes, chance in throws
    }


def _throws(p: Position) -> list[tuple[tuple[int, ...], float]]:
    """Return the results of the roll that a position waits for: outcomes that lead to each, and its chance. Empty if it
    waits for none.
    """
    return p.box.throws(p, p.top) if p.seat == CHANCE else []


def _throw(p: Position, actions: tuple[int, ...]) -> tuple[int, ...]:
    """Return the first of these actions, with all dice that are read together with it."""
    return actions[: p.box.pooled(p, p.top)] if p.seat == CHANCE else actions[:1]


def _meaning(p: Position, dice: tuple[int, ...]) -> object:
    return p.box.meaning(p, p.top, dice)


def _after(p: Position, outcomes: tuple[int, ...], seat: int, judge: Judge, rng: random.Random, times: int) -> float:
    """Return the mean value at the next decision after a roll. `times`: the number of samples."""
    there = p.copy()
    for outcome in outcomes:
        there.apply(outcome)
    if there.seat != CHANCE and there.seat not in there.table.procedures:
        return judge.of(there, seat)
    return fmean(_on(there.copy(), seat, judge, rng) for _ in range(times))


def _on(p: Position, seat: int, judge: Judge, rng: random.Random) -> float:
    """Roll in place up to the next decision, and return the value there."""
    playout(p, rng, until=_stops, see=False)
    return judge.of(p, seat)


def _stops(_p: Any) -> bool:
    return True
