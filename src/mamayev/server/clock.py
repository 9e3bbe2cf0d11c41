"""The current time as text, for the database and the API."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> str:
    """Return the current UTC time, ISO 8601 with microseconds."""
    return written(datetime.now(UTC))


def written(moment: datetime) -> str:
    """Return a moment in UTC, ISO 8601 with microseconds: text of fixed length, which every database sorts by time."""
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def ago(seconds: float) -> str:
    """Return the moment this number of seconds ago."""
    return written(datetime.now(UTC) - timedelta(seconds=seconds))
