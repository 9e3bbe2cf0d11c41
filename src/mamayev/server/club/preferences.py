"""When a member can receive notices: quiet hours and the time of a daily mail, in the member's time zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..clock import written
from .tables import PREFERENCES


class Preferences(NamedTuple):
    """A member's times, as HH:MM. `daily`: the time of the daily mail, or None for one mail per notice."""

    zone: str = "UTC"
    quiet_from: str | None = None
    quiet_to: str | None = None
    daily: str | None = None

    def quiet_until(self, moment: datetime | None = None) -> str:
        """Return the end of the quiet hours in UTC if this moment is within them, or else ""."""
        if self.quiet_from is None or self.quiet_to is None or self.quiet_from == self.quiet_to:
            return ""
        here = (moment or datetime.now(UTC)).astimezone(_zone(self.zone))
        begins, ends, clock = _time(self.quiet_from), _time(self.quiet_to), here.time().replace(tzinfo=None)
        quiet = begins <= clock < ends if begins < ends else clock >= begins or clock < ends
        return _next(here, ends) if quiet else ""

    def next_daily(self, moment: datetime | None = None) -> str | None:
        """Return the time of the next daily email in UTC; None if the member wants separate emails."""
        if self.daily is None:
            return None
        return _next((moment or datetime.now(UTC)).astimezone(_zone(self.zone)), _time(self.daily))


def preferences(connection: sa.Connection, member_id: str) -> Preferences:
    """Return the preferences of a member."""
    row = connection.execute(sa.select(PREFERENCES).where(PREFERENCES.c.member == member_id)).first()
    return Preferences() if row is None else Preferences(row.zone, row.quiet_from, row.quiet_to, row.daily)


def set_preferences(connection: sa.Connection, member_id: str, wanted: Preferences) -> None:
    """Store the preferences of a member. Raises Refusal for an unknown time zone."""
    try:
        ZoneInfo(wanted.zone)
    except (ValueError, OSError, KeyError):  # KeyError: there is no such zone
        raise Refusal(f"“{wanted.zone}” is not a time zone. Use one such as “Europe/Berlin”.", field="zone") from None
    if (wanted.quiet_from is None) != (wanted.quiet_to is None):
        raise Refusal("Quiet hours need a start and an end.", field="quiet_to")
    here = PREFERENCES.c.member == member_id
    if connection.execute(sa.update(PREFERENCES).where(here).values(wanted._asdict())).rowcount == 0:
        connection.execute(sa.insert(PREFERENCES).values(member=member_id, **wanted._asdict()))


def _zone(name: str) -> tzinfo:
    """Return a time zone, or UTC if this machine no longer knows it."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return UTC


def _time(text: str) -> time:
    return time.fromisoformat(text)


def _next(here: datetime, clock: time) -> str:
    """Return the next moment with this time of day, in UTC. It may be an hour off during the night when clocks
    change."""
    there = here.replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0)
    if there <= here:
        there += timedelta(days=1)
    return written(there.astimezone(UTC))
