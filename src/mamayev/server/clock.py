"""The current time as text, for the database and the API."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> str:
    """Return the current UTC time, ISO 8601 with microseconds."""
    return written(datetime.now(UTC))


def written(moment: datetime) -> str:
    """Return a time in UTC, ISO 8601 with microseconds.

    The text has a fixed length, so every database sorts it by time.
    """
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def ago(seconds: float) -> str:
    """Return the time this number of seconds ago."""
    return written(datetime.now(UTC) - timedelta(seconds=seconds))


def before(moment: str, time: timedelta) -> str:
    """Return the time this long before a written time; "", which is before every time, for any other text."""
    try:
        return written(datetime.fromisoformat(moment).astimezone(UTC) - time)
    except (ValueError, OverflowError):
        return ""
