"""The search depth of the battery: `pytest --mamayev-depth N`."""

from __future__ import annotations

times = 1.0
"""The factor for the numbers of random games and decisions that the battery plays. The plugin sets it."""


def deep(number: int, least: int = 1) -> int:
    """Return a number of games or decisions, scaled to the depth of this run, but at least `least`."""
    return max(least, round(number * times))
