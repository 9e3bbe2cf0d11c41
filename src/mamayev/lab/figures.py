"""The figures of a study: means, shares and quantiles with their uncertainty."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
Z95 = statistics.NormalDist().inv_cdf(0.975)


def quantile(ordered: Sequence[float], q: float) -> float:
    """The value that stands at a share of the way through sorted values: one of them, never between two."""
    return ordered[round(q * (len(ordered) - 1))]


def mean_ci95(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of independent values and its 95 % confidence interval by the normal approximation."""
    mean = statistics.fmean(values)
    half = Z95 * deviation(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def deviation(values: Sequence[float]) -> float:
    """The standard deviation; 0 of a single value."""
    return statistics.stdev(values) if len(values) > 1 else 0.0


def share_ci95(count: float, of: int) -> tuple[float, float, float]:
    """A share and its 95 % confidence interval after Wilson, which holds near 0 and 1, too."""
    share, z2 = count / of, Z95**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z95 / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of**2))
    return share, max(0.0, middle - half), min(1.0, middle + half)


def distribution(values: Sequence[float]) -> dict[str, Any]:
    """Mean, its 95 % confidence interval, standard deviation and quantiles, JSON-ready."""
    mean, low, high = mean_ci95(values)
    ordered = sorted(values)
    return {
        "mean": round(mean, 4),
        "ci95": [round(low, 4), round(high, 4)],
        "deviation": round(deviation(values), 4),
        "quantiles": {f"{q:g}": quantile(ordered, q) for q in QUANTILES},
    }


def difference(values: Sequence[float], others: Sequence[float]) -> dict[str, Any]:
    """How much more the values are than the others in the mean, taken pair by pair, JSON-ready.

    Both are of games with the same numbers in the same order, which have met the same dice. `error` is the standard
    error of the mean difference, `ci95` its 95 % confidence interval; `kept` the share of the variance of a difference
    of independent games that pairing has left, None where neither varies: 0.25 is as good as four times the games.
    """
    pairs = [value - other for value, other in zip(values, others, strict=True)]
    mean, low, high = mean_ci95(pairs)
    independent = deviation(values) ** 2 + deviation(others) ** 2
    return {
        "mean": round(mean, 4),
        "error": round(deviation(pairs) / math.sqrt(len(pairs)), 4),
        "ci95": [round(low, 4), round(high, 4)],
        "kept": round(deviation(pairs) ** 2 / independent, 4) if independent else None,
    }


def counted(count: int, of: int) -> dict[str, Any]:
    """A count, its share and the share's 95 % confidence interval, JSON-ready."""
    share, low, high = share_ci95(count, of)
    return {"count": count, "share": round(share, 4), "ci95": [round(low, 4), round(high, 4)]}
