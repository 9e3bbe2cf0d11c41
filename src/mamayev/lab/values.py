"""The value of a position, learned from games between bots, for a search whose rollouts stop early."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from mamayev.engine import registry
from mamayev.engine.bot import Policy
from mamayev.engine.chance import Luck
from mamayev.engine.foresight import Value
from mamayev.engine.playout import playout
from mamayev.engine.table import Game
from mamayev.players.search import by_verb, campaign

from .mass import Setup, run_all, stoppable, table_of

STRAYS = 0.1
"""The share of decisions in which the bot deviates from its best choice, because a search must evaluate positions that
the bot would avoid.
"""
PENALTY = 1.0
"""The ridge penalty of a weight of 1 on a feature of variance 1, relative to the squared errors of all games."""
KEPT_OUT = 5
"""One in this number of games is held out of the fit, and measures its quality."""


class Seen(NamedTuple):
    """A position as a seat sees it: the number of the game, features, and the final result of the seat."""

    game: int
    features: Mapping[str, float]
    gave: float


def positions(
    game: Game,
    seats: list[int],
    games: int,
    seed: int,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    workers: int = 1,
) -> dict[int, list[Seen]]:
    """Play the given number of games between bots, and return the first position of each turn, by seat. If the bots
    keep plans, return each position at which a plan begins instead. `workers`: the number of processes (-1: one per
    core). The processes find the game by its name.
    """
    setup = Setup(game.name, (), edition, tuple(sorted((options or {}).items())))
    jobs = ((setup, seats, seed, number) for number in range(games))
    with stoppable(run_all(seen_in, jobs, workers, "local")) as parts:
        found = sorted(parts)
    return {seat: [row for _, rows in found for row in rows[at]] for at, seat in enumerate(seats)}


def seen_in(setup: Setup, seats: list[int], seed: int, number: int) -> tuple[int, list[list[Seen]]]:
    """Return the number of a game, and the positions that each seat saw in it."""
    game = registry.find(setup.game)
    table, begins = table_of(setup), game.foresight.begins if game.foresight is not None else None
    own = random.Random(f"{seed}/{number}").getrandbits(53)
    p, turns = table.start(), dict[tuple[int, int], list[Mapping[str, float]]]()

    def watch(q: Any) -> None:
        if not q.frames or q.seat < 0 or (begins is not None and not begins(q)):
            return
        stage = table.turn(q), 0 if begins is None else q.seat
        if stage not in turns:
            turns[stage] = [table.features(q, seat) for seat in seats]

    policies = {seat: straying(game) for seat in range(len(game.seats))}
    playout(p, random.Random(own), policies, luck=Luck(own), watch=watch)
    returns = table.returns(p)
    return number, [[Seen(number, seen[at], returns[seat]) for seen in turns.values()] for at, seat in enumerate(seats)]


def straying(game: Game) -> Policy:
    """Return the staff's policy with occasional deviations: a lower-ranked choice, or a different plan for a turn."""
    staff, foresight = next(iter(game.bots.values())), game.foresight
    assert foresight is not None
    begins, kept, made_in = foresight.begins, staff.policy, -1

    def policy(p: Any, rng: random.Random) -> int:
        nonlocal kept, made_in
        if begins is not None:
            turn = p.table.turn(p)
            if begins(p) or turn != made_in:
                strays = begins(p) and rng.random() < STRAYS
                others = campaign(p.table, staff, foresight, p).values() if strays else ()
                ways = [*staff.styles.values(), *(bot.policy for bot in others)]
                kept, made_in = rng.choice(ways) if strays else staff.policy, turn
            return kept(p, rng)
        if p.box.name in foresight.boxes and rng.random() < STRAYS:
            allowed = [action for _, action in by_verb(staff.rank(p))[:6] if p.allows(action)]
            if allowed:
                return rng.choice(allowed)
        return staff.policy(p, rng)

    return policy


def fitted(rows: list[Seen], seed: int) -> Value:
    """Return the linear function that best predicts the results. Raises ValueError if there are too few games to test
    the function.
    """
    names = list(rows[0].features)
    x = np.array([[row.features[name] for name in names] for row in rows])
    y = np.array([row.gave for row in rows])
    test = np.array([row.game % KEPT_OUT == 0 for row in rows])
    if test.all() or not test.any():
        raise ValueError("Too few games: some are needed to fit the values, others to test the fit.")
    constant, weights = ridge(x[~test], y[~test])
    low, high = float(y.min()), float(y.max())
    guess = np.clip(constant + x[test] @ weights, low, high)
    fit = 1 - float(((y[test] - guess) ** 2).mean() / y[test].var())
    told = {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}
    return Value(len({row.game for row in rows}), seed, round(fit, 3), low, high, round(constant, 4), told)


def ridge(x: Any, y: Any) -> tuple[float, Any]:
    """Return the constant and the weights of a ridge regression on standardized features."""
    mean, spread = x.mean(axis=0), x.std(axis=0)
    spread[spread == 0] = 1
    scaled = (x - mean) / spread
    weights = np.linalg.solve(scaled.T @ scaled + PENALTY * np.eye(x.shape[1]), scaled.T @ (y - y.mean())) / spread
    return float(y.mean() - mean @ weights), weights


def values(
    game: Game, seats: list[str], games: int, seed: int, options: Mapping[str, Any] | None = None, workers: int = 1
) -> Iterator[tuple[str, Value]]:
    """Yield each of the given seats with its value function. `workers`: the number of processes (-1: one per core)."""
    indexes = [game.seats.index(name) for name in seats]
    for seat, rows in positions(game, indexes, games, seed, options=options, workers=workers).items():
        yield game.seats[seat], fitted(rows, seed)
