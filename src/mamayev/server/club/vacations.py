"""Members' vacations, for up to a number of days per year. Each function runs inside a transaction.

During a vacation, the clocks in the member's daily games are stopped. A vacation begins immediately.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..clock import ago
from .pace import DAY
from .tables import SEATS, VACATIONS
from .times import moment_of, text_of
from .tokens import new_id

KEPT = 2 * 366 * DAY
"""The time for which past vacations are kept, because they count for their year."""


class Vacation(NamedTuple):
    """A member's vacation. `until`: the end of the current vacation; "" if there is none. `used`: the days used this
    year, including all of the current vacation."""

    until: str
    used: int


def of_member(connection: sa.Connection, member_id: str, moment: int) -> Vacation:
    """Return the vacation of a member at a moment."""
    now = text_of(moment)
    # What begins next year counts in both years. Otherwise, a vacation could be extended into it without an end.
    query = sa.select(VACATIONS).where(VACATIONS.c.member == member_id, VACATIONS.c.begins >= now[:4])
    rows = connection.execute(query).all()
    used = sum(_days(moment_of(row.ends) - moment_of(row.begins)) for row in rows)
    return Vacation(_end(connection, member_id, now), used)


def of_keys(connection: sa.Connection, keys: Collection[str], moment: int) -> dict[str, Vacation]:
    """Return the vacations of the members who hold seats, by hashed key. If several members hold a seat, the latest end
    counts."""
    found: dict[str, Vacation] = {}
    for row in connection.execute(sa.select(SEATS.c.key, SEATS.c.member).where(SEATS.c.key.in_(keys))):
        one = of_member(connection, row.member, moment)
        found[row.key] = max(one, found.get(row.key, one))
    return found


def ends_of(connection: sa.Connection, keys: Collection[str] | sa.Select[tuple[str]], moment: int) -> dict[str, int]:
    """Return the ends of the current vacations of members who hold seats, by hashed key; no entry for other members."""
    query = (
        sa.select(SEATS.c.key, sa.func.max(VACATIONS.c.ends).label("ends"))
        .select_from(SEATS.join(VACATIONS, SEATS.c.member == VACATIONS.c.member))
        .where(SEATS.c.key.in_(keys), VACATIONS.c.ends > text_of(moment))
        .group_by(SEATS.c.key)
    )
    return {row.key: moment_of(row.ends) for row in connection.execute(query)}


def _end(connection: sa.Connection, member_id: str, now: str) -> str:
    last = sa.select(sa.func.max(VACATIONS.c.ends)).where(VACATIONS.c.member == member_id, VACATIONS.c.ends > now)
    return connection.execute(last).scalar() or ""


def _days(time: int) -> int:
    """Return a time in whole days, rounded up."""
    return -(-time // DAY)


def declare(connection: sa.Connection, member_id: str, days: int, most: int, moment: int) -> None:
    """Start a vacation of some days, or extend the current one; then call `clocks.follow_vacation`. Raises Refusal if
    the year has too few days left."""
    there = of_member(connection, member_id, moment)
    if there.used + days > most:
        left = max(0, most - there.used)
        raise Refusal(
            f"You have {left} of {most} vacation days left this year. Choose a shorter vacation.", field="days"
        )
    begins = moment_of(there.until) if there.until else moment
    ends = begins + days * DAY
    row = {"id": new_id(), "member": member_id, "begins": text_of(begins), "ends": text_of(ends)}
    connection.execute(sa.insert(VACATIONS).values(row))


def come_back(connection: sa.Connection, member_id: str, moment: int) -> bool:
    """End the current vacation; then call `clocks.follow_vacation`. Days that have not begun remain available. Return
    False if there is none."""
    now, mine = text_of(moment), VACATIONS.c.member == member_id
    connection.execute(sa.delete(VACATIONS).where(mine, VACATIONS.c.begins > now))
    return connection.execute(sa.update(VACATIONS).where(mine, VACATIONS.c.ends > now).values(ends=now)).rowcount > 0


def purge(connection: sa.Connection) -> None:
    """Erase vacations that ended two years ago."""
    connection.execute(sa.delete(VACATIONS).where(VACATIONS.c.ends < ago(KEPT / 1000)))
