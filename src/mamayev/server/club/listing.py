"""Lists for the operator of a club. Each function runs inside a transaction."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from mamayev.engine import registry

from ..clock import now
from . import classes
from .seats import FORMER_NAME
from .tables import MEMBERS, RATINGS, RESULTS, SANCTIONS, SESSIONS


class MemberLine(msgspec.Struct):
    """A member. `seen`: the last use of a session, "" if there is none. `games`: the number of finished games."""

    name: str
    joined: str
    seen: str
    games: int
    sanctions: list[str]


class RatingLine(msgspec.Struct):
    """A member's rating in a class of rules."""

    box: str
    title: str
    rules: str
    name: str
    rating: float
    deviation: float
    games: int


def members(connection: sa.Connection) -> list[MemberLine]:
    """Return all members, by name."""
    last = sa.select(SESSIONS.c.member, sa.func.max(SESSIONS.c.used)).group_by(SESSIONS.c.member)
    seen = {row[0]: row[1] for row in connection.execute(last)}
    count = sa.select(RESULTS.c.player, sa.func.count()).group_by(RESULTS.c.player)
    games = {row[0]: row[1] for row in connection.execute(count)}
    sanctions: dict[str, list[str]] = {}
    for row in connection.execute(sa.select(SANCTIONS).where(SANCTIONS.c.until > now()).order_by(SANCTIONS.c.kind)):
        sanctions.setdefault(row.member, []).append(f"{row.kind} until {row.until[:10]}")
    query = sa.select(MEMBERS).order_by(sa.func.lower(MEMBERS.c.name))
    return [
        MemberLine(row.name, row.joined, seen.get(row.id, ""), games.get(row.id, 0), sanctions.get(row.id, []))
        for row in connection.execute(query)
    ]


def ratings(connection: sa.Connection) -> list[RatingLine]:
    """Return all ratings by class, the highest first."""
    query = (
        sa.select(RATINGS, MEMBERS.c.name)
        .select_from(RATINGS.outerjoin(MEMBERS, RATINGS.c.member == MEMBERS.c.id))
        .order_by(RATINGS.c.box, RATINGS.c.rules, RATINGS.c.rating.desc(), RATINGS.c.member)
    )
    return [
        RatingLine(
            row.box,
            registry.find(row.box).title if row.box in registry.names() else row.box,
            classes.title_of(row.box, row.rules),
            row.name or FORMER_NAME,
            row.rating,
            row.deviation,
            row.games,
        )
        for row in connection.execute(query)
    ]
