"""Convert moments between whole milliseconds and the text in the tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from ..clock import written

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def moment_of(text: str) -> int:
    """Convert an ISO 8601 time to milliseconds since the epoch, rounded down."""
    return (datetime.fromisoformat(text) - EPOCH) // MILLISECOND


def text_of(moment: int) -> str:
    """Return a moment as text."""
    return written(EPOCH + moment * MILLISECOND)


def day_of(text: str) -> str:
    """Return the day of an ISO 8601 time in words, for example "December 2, 2026"."""
    day = datetime.fromisoformat(text)
    return f"{day:%B} {day.day}, {day.year}"
