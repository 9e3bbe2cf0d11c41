"""Ratings by the Bradley-Terry model (Biometrika 39, 1952): the strength of players, from their results against each
other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

POINTS = 400 / math.log(10)
"""The number of rating points per unit of log odds. As in chess, a lead of 400 points means ten wins for each loss."""
RESAMPLED = 400
"""The number of bootstrap samples for the intervals."""
PRIOR = 0.5
"""The number of virtual games per pair, so that an undefeated player also has a rating."""


class Score(NamedTuple):
    """The score of a pair's first player in these seats: 1, 0.5 or 0."""

    pair: tuple[str, str]
    seats: str
    number: int
    won: float


class Rating(NamedTuple):
    """A rating, relative to the players' mean of 0, and its 95% interval."""

    rating: float
    low: float
    high: float


def ratings(players: Sequence[str], scores: Sequence[Score]) -> dict[str, Rating]:
    """Return the ratings of all players.

    The intervals come from a bootstrap over game numbers. Games with the same number share their dice, so they are
    resampled together. Raises ImportError without choix.
    """
    index = {name: n for n, name in enumerate(players)}
    numbers = sorted({score.number for score in scores})
    place = {number: n for n, number in enumerate(numbers)}
    won = np.zeros((max(len(numbers), 1), len(players), len(players)))
    for score in scores:
        a, b = (index[name] for name in score.pair)
        won[place[score.number], a, b] += score.won
        won[place[score.number], b, a] += 1 - score.won
    rng = np.random.default_rng(0)
    drawn = rng.integers(len(won), size=(RESAMPLED, len(won)))
    found = np.array([_strengths(won[row].sum(axis=0)) for row in drawn]) * POINTS
    low, high = np.quantile(found, (0.025, 0.975), axis=0)
    middle = _strengths(won.sum(axis=0)) * POINTS
    return {name: Rating(*(float(each[n]) for each in (middle, low, high))) for name, n in index.items()}


def _strengths(won: np.ndarray) -> np.ndarray:
    """Return the logarithms of the strengths, with mean 0. `won[a, b]` is how many times a beat b."""
    import choix

    return np.asarray(choix.ilsr_pairwise_dense(won + PRIOR * (1 - np.eye(len(won))), max_iter=1000, tol=1e-6))
