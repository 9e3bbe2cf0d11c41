"""Members who do not want to play with each other. Each function runs inside a transaction."""

from __future__ import annotations

import sqlalchemy as sa

from ..clock import now
from .tables import BLOCKS, MEMBERS


def block(connection: sa.Connection, member_id: str, other: str) -> None:
    """Stop the member `other` from joining a member's games and from writing to them."""
    here = sa.and_(BLOCKS.c.member == member_id, BLOCKS.c.blocked == other)
    if connection.execute(sa.select(BLOCKS.c.since).where(here)).first() is None:
        connection.execute(sa.insert(BLOCKS).values(member=member_id, blocked=other, since=now()))


def unblock(connection: sa.Connection, member_id: str, other: str) -> bool:
    """Remove a block. Return False if there is no such block."""
    query = sa.delete(BLOCKS).where(BLOCKS.c.member == member_id, BLOCKS.c.blocked == other)
    return connection.execute(query).rowcount > 0


def blocked_by(connection: sa.Connection, member_id: str) -> list[str]:
    """Return the names of the members that a member has blocked."""
    query = sa.select(MEMBERS.c.name).join_from(BLOCKS, MEMBERS, BLOCKS.c.blocked == MEMBERS.c.id)
    return list(connection.execute(query.where(BLOCKS.c.member == member_id).order_by(MEMBERS.c.name)).scalars())


def apart(connection: sa.Connection, member_id: str) -> set[str]:
    """Return the members who have blocked a member or have been blocked by that member."""
    mine = sa.select(BLOCKS.c.blocked).where(BLOCKS.c.member == member_id)
    theirs = sa.select(BLOCKS.c.member).where(BLOCKS.c.blocked == member_id)
    return {*connection.execute(mine).scalars(), *connection.execute(theirs).scalars()}


def has_blocked(connection: sa.Connection, member_id: str, other: str) -> bool:
    """Return whether a member has blocked another."""
    here = sa.and_(BLOCKS.c.member == member_id, BLOCKS.c.blocked == other)
    return connection.execute(sa.select(BLOCKS.c.since).where(here)).first() is not None


def leave(connection: sa.Connection, member_id: str) -> None:
    """Erase all blocks by and against a member."""
    connection.execute(sa.delete(BLOCKS).where(sa.or_(BLOCKS.c.member == member_id, BLOCKS.c.blocked == member_id)))
