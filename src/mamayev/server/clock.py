"""The present time as text, the way the database keeps it and the API sends it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> str:
    """The present time in UTC, ISO 8601 with microseconds."""
    return written(datetime.now(UTC))


def written(moment: datetime) -> str:
    """A moment in UTC, ISO 8601 with microseconds: text of one length, which sorts like time in every database."""
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def ago(seconds: float) -> str:
    """The moment so many seconds before the present one."""
    return written(datetime.now(UTC) - timedelta(seconds=seconds))
