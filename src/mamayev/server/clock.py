"""The current time as text, for the database and the API."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> str:
    """Return the current time in UTC, in ISO 8601 format with microseconds."""
    return written(datetime.now(UTC))


def written(moment: datetime) -> str:
    """Return a moment in UTC, in ISO 8601 format with microseconds.

    The text has a fixed length, so every database sorts it by time.
    """
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def ago(seconds: float) -> str:
    """Return the time that was `seconds` ago. A negative number gives a time in the future."""
    return written(datetime.now(UTC) - timedelta(seconds=seconds))


def before(moment: str, time: timedelta) -> str:
    """Return the time that is `time` before a written moment. For any other text, return "", which sorts before every
    time."""
    try:
        return written(datetime.fromisoformat(moment).astimezone(UTC) - time)
    except (ValueError, OverflowError):
        return ""
