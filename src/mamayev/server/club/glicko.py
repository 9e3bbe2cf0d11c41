"""The Glicko-2 rating system, extended with the advantage of a seat.

Source: M. Glickman, "Example of the Glicko-2 system", 2022 (http://www.glicko.net/glicko/glicko2.pdf). The step numbers
below refer to the paper. Ratings and deviations are on the scale that members see. `SCALE` points equal 1 on the
paper's internal scale.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

SCALE = 400 / math.log(10)
MIDDLE = 1500.0
"""The rating of a newcomer."""
TAU = 0.5
"""The constant for the rate at which a volatility changes. The paper recommends 0.3 to 1.2, and uses 0.5 in its
example."""
CLOSE = 1e-6
"""The tolerance in the search for a volatility."""
MOST_ROUNDS = 100
"""The maximum number of steps in the search for a volatility. It usually takes a dozen."""


class Strength(NamedTuple):
    """A rating, its deviation, and its volatility. The true strength is within two deviations in 95% of cases."""

    rating: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


class Worth(NamedTuple):
    """The advantage of a game's first seat over the second in points, and the deviation."""

    points: float = 0.0
    deviation: float = 200.0


class Met(NamedTuple):
    """A game against an opponent of this strength. `score`: 1 for a win, 0.5 for a draw, 0 for a loss."""

    rating: float
    deviation: float
    score: float


def expected(points: float, deviation: float) -> float:
    """Return the expected score of a player who leads by `points` with this deviation."""
    return 1 / (1 + math.exp(-_g(deviation / SCALE) * points / SCALE))


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _told(rating: float, games: Sequence[Met]) -> tuple[float, float]:
    """Return what games tell about a rating: the precision, and the sum of the weighted surprises (steps 3 and 4)."""
    precision = surprise = 0.0
    for game in games:
        g, share = _g(game.deviation / SCALE), expected(rating - game.rating, game.deviation)
        precision += g**2 * share * (1 - share)
        surprise += g * (game.score - share)
    return precision, surprise


def after(player: Strength, games: Sequence[Met], periods: float = 1.0) -> Strength:
    """Return a player's strength after the games of one rating period. `periods`: the number of rating periods since
    the player's last game, which increase the deviation.
    """
    phi = player.deviation / SCALE
    if not games:
        grown = math.sqrt(phi**2 + periods * player.volatility**2)
        return player._replace(deviation=grown * SCALE)
    precision, surprise = _told(player.rating, games)
    volatility = _volatility(phi, player.volatility, 1 / precision, surprise / precision)
    grown = phi**2 + periods * volatility**2  # step 6
    left = 1 / (1 / grown + precision)  # step 7
    return Strength(player.rating + SCALE * left * surprise, SCALE * math.sqrt(left), volatility)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility (step 5, by the Illinois algorithm)."""
    begin = math.log(sigma**2)

    def slope(x: float) -> float:
        whole = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - whole) / (2 * whole**2) - (x - begin) / TAU**2

    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        high = begin - TAU
        while slope(high) < 0:
            high -= TAU
    low, at_low, at_high = begin, slope(begin), slope(high)
    for _ in range(MOST_ROUNDS):
        if abs(high - low) <= CLOSE:
            break
        middle = low + (low - high) * at_low / (at_high - at_low)
        there = slope(middle)
        if there * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, there
    return math.exp(low / 2)


def duel(
    first: Strength, second: Strength, worth: Worth, score: float, periods: tuple[float, float] = (0.0, 0.0)
) -> tuple[Strength, Strength, Worth]:
    """Return both strengths and the advantage of the first seat after a game. `score`: the first player's score.
    `periods`: for each player, see `after`. Each opponent's strength includes the advantage of their seat, and the
    advantage itself is rated like a separate player. Only games change it.
    """
    of_first = Met(second.rating - worth.points, math.hypot(second.deviation, worth.deviation), score)
    of_second = Met(first.rating + worth.points, math.hypot(first.deviation, worth.deviation), 1 - score)
    of_worth = Met(second.rating - first.rating, math.hypot(first.deviation, second.deviation), score)
    precision, surprise = _told(worth.points, [of_worth])
    left = 1 / ((SCALE / worth.deviation) ** 2 + precision)
    return (
        after(first, [of_first], periods[0]),
        after(second, [of_second], periods[1]),
        Worth(worth.points + SCALE * left * surprise, SCALE * math.sqrt(left)),
    )
