"""Record how long members take for their turns. Each function runs inside a transaction."""

from __future__ import annotations

import statistics
from datetime import datetime

import sqlalchemy as sa

from ..clock import ago
from ..store.happened import Happened
from .pace import pace_of
from .results import kind_of
from .tables import ANSWERS, GAMES, SEATS

KEPT_DAYS = 180
"""The number of days for which answers are kept."""
COUNTED = 200
"""The number of a member's latest answers that count toward the median."""
KEPT_MOST = 1_000
"""The number of answers kept per member, because a player could add some every second with undo and redo."""
LEAST = 5
"""The minimum number of answers for which a median is shown."""


def within(connection: sa.Connection, happened: Happened) -> None:
    """Record which members have answered and which members the match is waiting for now (see `store.happened`)."""
    if not happened.keys or (happened.before == happened.after and happened.done != "new"):
        return
    if happened.before:
        waits = sa.and_(ANSWERS.c.match == happened.match, ANSWERS.c.seat == happened.before, ANSWERS.c.until.is_(None))
        connection.execute(sa.update(ANSWERS).where(waits).values(until=happened.at))
    if happened.after in happened.keys:
        holder = sa.select(SEATS.c.member).where(SEATS.c.key == happened.keys[happened.after])
        member_id = connection.execute(holder.order_by(SEATS.c.kept).limit(1)).scalar()
        if member_id:
            values = {"match": happened.match, "seat": happened.after, "since": happened.at, "member": member_id}
            connection.execute(sa.insert(ANSWERS).values(values))
            _forget(connection, member_id)


def _forget(connection: sa.Connection, member_id: str) -> None:
    """Erase all but the latest answers of a member."""
    kept = sa.select(ANSWERS.c.since).where(ANSWERS.c.member == member_id).order_by(ANSWERS.c.since.desc())
    oldest = connection.execute(kept.limit(1).offset(KEPT_MOST)).scalar()
    if oldest is not None:
        connection.execute(sa.delete(ANSWERS).where(ANSWERS.c.member == member_id, ANSWERS.c.since <= oldest))


def usual_seconds(connection: sa.Connection, member_id: str, pace: str) -> float | None:
    """Return a member's median time for their latest turns in games at a pace, in seconds; None if there are too
    few."""
    query = (
        sa.select(ANSWERS.c.since, ANSWERS.c.until, GAMES.c.pace)
        .select_from(ANSWERS.join(GAMES, ANSWERS.c.match == GAMES.c.match))
        .where(ANSWERS.c.member == member_id, ANSWERS.c.until.is_not(None))
        .order_by(ANSWERS.c.since.desc())
    )
    took = [
        (datetime.fromisoformat(row.until) - datetime.fromisoformat(row.since)).total_seconds()
        for row in connection.execute(query)
        if kind_of(pace_of(row.pace)) == pace
    ]
    return statistics.median(took[:COUNTED]) if len(took) >= LEAST else None


def leave(connection: sa.Connection, member_id: str) -> None:
    """Erase the answers of a member."""
    connection.execute(sa.delete(ANSWERS).where(ANSWERS.c.member == member_id))


def purge(connection: sa.Connection) -> None:
    """Erase old answers."""
    connection.execute(sa.delete(ANSWERS).where(ANSWERS.c.since < ago(KEPT_DAYS * 86400)))
