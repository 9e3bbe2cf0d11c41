"""The figures of a study: means, shares and quantiles with their uncertainty."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
Z95 = statistics.NormalDist().inv_cdf(0.975)


def quantile(ordered: Sequence[float], q: float) -> float:
    """Return a quantile of sorted values. It is always one of the values, never between two."""
    return ordered[round(q * (len(ordered) - 1))]


def mean_ci95(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of independent values and its 95% confidence interval by the normal approximation."""
    mean = statistics.fmean(values)
    half = Z95 * deviation(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def deviation(values: Sequence[float]) -> float:
    """Return the standard deviation, or 0 for a single value."""
    return statistics.stdev(values) if len(values) > 1 else 0.0


def share_ci95(count: float, of: int) -> tuple[float, float, float]:
    """Return a share and its 95% Wilson confidence interval, which is also valid near 0 and 1."""
    share, z2 = count / of, Z95**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z95 / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of**2))
    return share, max(0.0, middle - half), min(1.0, middle + half)


def distribution(values: Sequence[float]) -> dict[str, Any]:
    """Return the mean, its 95% confidence interval, the standard deviation and quantiles, JSON-ready."""
    mean, low, high = mean_ci95(values)
    ordered = sorted(values)
    return {
        "mean": round(mean, 4),
        "ci95": [round(low, 4), round(high, 4)],
        "deviation": round(deviation(values), 4),
        "quantiles": {f"{q:g}": quantile(ordered, q) for q in QUANTILES},
    }


def difference(values: Sequence[float], others: Sequence[float]) -> dict[str, Any]:
    """Return the mean of paired differences between values and others, JSON-ready.

    Both come from games with the same numbers in the same order, played with the same dice. `error` is the standard
    error of the mean difference, and `ci95` is its 95% confidence interval. `kept` is the variance that remains after
    pairing, as a share of the variance for independent games, or None if neither varies. A value of 0.25 means that
    pairing is worth four times as many games.
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
    """Return a count, its share of `of`, and the share's 95% confidence interval, JSON-ready."""
    share, low, high = share_ci95(count, of)
    return {"count": count, "share": round(share, 4), "ci95": [round(low, 4), round(high, 4)]}
