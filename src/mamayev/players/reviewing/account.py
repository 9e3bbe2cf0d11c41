"""A seat's account: the values, luck and decisions in all periods, fitted together.

The review measures every period in four ways, each with an error:

- the value at its beginning, from playouts to the end;
- its luck: for each roll, the value after it minus the mean value over all possible outcomes. The sum of these
  differences has mean 0 for any value function and any players, so it is unbiased even if the value function is crude.
  The cruder the function, the more the sum is pulled toward 0;
- the seat's decisions: for each stretch that differs from the staff's, the value of the actions played minus the value
  of the staff's choice, with the same dice. It is exactly 0 for a seat that plays like the staff;
- the decisions of the other seats, in the same way.

The value changes by the sum of the last three, so the four can disagree only because of their errors. `fitted` finds
the values, luck and decisions that agree exactly and are most likely (weighted least squares). The values form a chain,
so this is a Kalman filter with the smoother of Rauch, Tung and Striebel (1965); the remainder of each period is divided
by variance.

Comparing values with those of a baseline player comes from DIVAT (Zinkevich, Bowling, Bard, Kan and Billings 2006,
"Optimal unbiased estimators for evaluating agent performance"); measuring luck with any value function comes from AIVAT
(Burch, Schmid, Moravcik, Morrill and Bowling 2018) and GNU Backgammon.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

TINY = 1e-9
"""A small variance that is added to every expected value, so that it can be combined with an exact measurement."""


class Guess(NamedTuple):
    """A measured number with the square of its standard error."""

    mean: float = 0.0
    variance: float = 0.0

    def plus(self, other: Guess) -> Guess:
        """Return the sum of two independent numbers."""
        return Guess(self.mean + other.mean, self.variance + other.variance)


class Change(NamedTuple):
    """The changes in value in a period: from luck, from the seat's decisions, and from the other seats' decisions."""

    luck: Guess = Guess()
    decisions: Guess = Guess()
    others: Guess = Guess()

    @property
    def total(self) -> Guess:
        """The sum of the three changes."""
        return self.luck.plus(self.decisions).plus(self.others)


class Account(NamedTuple):
    """The fitted account: the value at the beginning of each period and at the end, and the parts of each period's
    change.
    """

    values: list[Guess]
    changes: list[Change]


def fitted(values: Sequence[Guess], changes: Sequence[Change], low: float, high: float) -> Account:
    """Return the best fit. There is one more value than there are changes, because the last value is at the end. The
    values stay between `low` and `high`.
    """
    steps = [one.total for one in changes]
    ahead, known = [values[0]], [values[0]]
    for step, measured in zip(steps, values[1:], strict=True):
        last = known[-1]
        expected = Guess(last.mean + step.mean, last.variance + step.variance + TINY)
        ahead.append(expected)
        gain = expected.variance / (expected.variance + measured.variance)
        known.append(Guess(expected.mean + gain * (measured.mean - expected.mean), (1 - gain) * expected.variance))
    smooth = [known[-1]]
    for number in range(len(steps) - 1, -1, -1):
        here, then = known[number], ahead[number + 1]
        gain = here.variance / then.variance
        after = smooth[-1]
        smooth.append(
            Guess(
                here.mean + gain * (after.mean - then.mean),
                max(0.0, here.variance + gain**2 * (after.variance - then.variance)),
            )
        )
    smooth.reverse()
    found = [Guess(min(max(one.mean, low), high), one.variance) for one in smooth]
    shared = [_shared(one, then.mean - here.mean) for one, here, then in zip(changes, found, found[1:], strict=False)]
    return Account(found, shared)


def _shared(change: Change, total: float) -> Change:
    """Return the parts of a change, adjusted to add up to a total. The difference is divided among the parts by
    variance. If all parts are exact, it counts as luck, because it comes from the errors of the values."""
    parts = [change.luck, change.decisions, change.others]
    left = total - sum(one.mean for one in parts)
    whole = sum(one.variance for one in parts)
    if whole <= 0:
        parts[0] = Guess(parts[0].mean + left, parts[0].variance)
        return Change(*parts)
    shares = [one.variance / whole for one in parts]
    return Change(
        *(Guess(one.mean + share * left, one.variance * (1 - share)) for one, share in zip(parts, shares, strict=True))
    )


def mean(rows: Sequence[float], usual: float) -> Guess:
    """Return the mean of measurements. `usual`: the typical variance of a single measurement, which counts as one more
    measurement if the measurements are few or equal.
    """
    n = len(rows)
    average = math.fsum(rows) / n
    spread = math.fsum((row - average) ** 2 for row in rows)
    return Guess(average, (spread + usual) / n / n)


def share(rows: Sequence[float]) -> Guess:
    """Return a chance from wins (1) and losses (0). The standard error is that of Agresti and Coull (1998), which is
    not 0 if the results are few and equal.
    """
    n, wins = len(rows), math.fsum(rows)
    near = (wins + 1) / (n + 2)
    return Guess(wins / n, near * (1 - near) / n)
