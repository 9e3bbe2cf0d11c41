"""A value function for luck, learned from a review's playouts, for games whose search has none.

The function is a ridge regression of the results on the plotted values (`Study.series`) at the beginning of each later
turn. `make values` does the same with numpy and thousands of games. This version has a handful of features, runs in the
browser, and is used only for luck, which stays unbiased even with a crude value function (`account`).
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, pstdev, pvariance
from typing import NamedTuple

from mamayev.engine.foresight import Value
from mamayev.engine.position import Position

PENALTY = 1.0
"""The ridge penalty of a weight of 1 on a feature of variance 1, relative to the squared errors of all rows."""
KEPT_OUT = 5
"""One in this number of playouts is held out to measure the fit."""
FEWEST = 100
"""Minimum number of rows."""


class Seen(NamedTuple):
    """A position in a playout: the number of the playout, the plotted values, and the result for a seat."""

    play: int
    features: dict[str, float]
    gave: float


def plotted(p: Position) -> dict[str, float]:
    """Return the plotted values of a position, and its turn."""
    return {**p.table.game.study().series(p), "turn": float(p.table.turn(p))}


def learned(rows: Sequence[Seen]) -> Value | None:
    """Return the linear function that best predicts the results, or None if it has no predictive power in the held-out
    playouts.
    """
    if len(rows) < FEWEST:
        return None
    names = sorted(rows[0].features)
    test = [row for row in rows if row.play % KEPT_OUT == 0]
    train = [row for row in rows if row.play % KEPT_OUT]
    spread = pvariance([row.gave for row in test]) if test else 0.0
    if len(names) < 2 or not spread or not train:
        return None
    constant, weights = _ridge([[row.features[name] for name in names] for row in train], [row.gave for row in train])
    low, high = min(row.gave for row in rows), max(row.gave for row in rows)
    found = Value(len({row.play for row in rows}), 0, 0.0, low, high, constant, dict(zip(names, weights, strict=True)))
    fit = 1 - fmean((row.gave - found.of(row.features)) ** 2 for row in test) / spread
    return Value(found.games, 0, fit, low, high, constant, found.weights) if fit > 0 else None


def _ridge(x: list[list[float]], y: list[float]) -> tuple[float, list[float]]:
    """Return the constant and the weights of a ridge regression on standardized features."""
    columns = list(zip(*x, strict=True))
    means = [fmean(column) for column in columns]
    spreads = [pstdev(column) or 1.0 for column in columns]
    scaled = [
        [(value - mean) / spread for value in column]
        for column, mean, spread in zip(columns, means, spreads, strict=True)
    ]
    middle = fmean(y)
    size = len(columns)
    matrix = [
        [sum(a * b for a, b in zip(scaled[i], scaled[j], strict=True)) + PENALTY * (i == j) for j in range(size)]
        + [sum(a * (b - middle) for a, b in zip(scaled[i], y, strict=True))]
        for i in range(size)
    ]
    weights = [weight / spread for weight, spread in zip(_solved(matrix), spreads, strict=True)]
    return middle - sum(mean * weight for mean, weight in zip(means, weights, strict=True)), weights


def _solved(rows: list[list[float]]) -> list[float]:
    """Return the solution of linear equations, each row with its right side last (Gauss-Jordan; the matrix is positive
    definite, so no pivot is 0)."""
    size = len(rows)
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [value / pivot for value in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [value - factor * known for value, known in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]
