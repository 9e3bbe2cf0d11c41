"""Ratings after Bradley and Terry (Biometrika 39, 1952): how strong each of several players is, from who beat whom."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from .tournament import Score

POINTS = 400 / math.log(10)
"""As in chess: 400 points more are ten games won for one that is lost."""
RESAMPLED = 400
"""How many times the games are drawn anew for the intervals."""
PRIOR = 0.5
"""Games that each of a pair is given beforehand, so that a player who never lost has a rating, too."""


class Rating(NamedTuple):
    """A rating, 0 being the mean of the players, and its 95 % interval."""

    rating: float
    low: float
    high: float


def ratings(players: Sequence[str], scores: Sequence[Score]) -> dict[str, Rating]:
    """The ratings of all players.

    The intervals are found by drawing the numbers of the games anew with replacement (the bootstrap): games of one
    number meet the same dice, and so are drawn together. Raises ImportError without choix.
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
    """The logarithms of the strengths, 0 on average; `won[a, b]` is how often a has beaten b."""
    import choix

    return np.asarray(choix.ilsr_pairwise_dense(won + PRIOR * (1 - np.eye(len(won))), max_iter=1000, tol=1e-6))
