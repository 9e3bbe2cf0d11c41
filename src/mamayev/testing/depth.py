"""How deep the battery searches: `pytest --mamayev-depth N`."""

from __future__ import annotations

times = 1.0
"""Multiplies the numbers of random games and decisions that the battery plays. The plugin sets it."""


def deep(number: int, least: int = 1) -> int:
    """Return a number of games or decisions at the depth of this run, but no fewer than `least`."""
    return max(least, round(number * times))
