"""Single-use invitation codes. Each function runs inside a transaction."""

from __future__ import annotations

import sqlalchemy as sa

from ..clock import ago, now
from .tables import INVITATIONS
from .tokens import new_recovery_code, recovery_hash


def invite(connection: sa.Connection, note: str, days: int) -> str:
    """Return a new invitation code, which is not stored in plain text. `note`: a note for the operator, such as the
    name of a guest."""
    code = new_recovery_code()
    values = {"hash": recovery_hash(code), "note": note, "created": now(), "expires": ago(-days * 86400)}
    connection.execute(sa.insert(INVITATIONS).values(values))
    return code


def _good(code: str) -> sa.ColumnElement[bool]:
    return sa.and_(INVITATIONS.c.hash == recovery_hash(code), INVITATIONS.c.expires > now())


def is_good(connection: sa.Connection, code: str) -> bool:
    """Return whether someone can join with a code."""
    return connection.execute(sa.select(INVITATIONS.c.note).where(_good(code))).first() is not None


def use(connection: sa.Connection, code: str) -> bool:
    """Use up a code. Return False if it is unknown, used or expired."""
    return connection.execute(sa.delete(INVITATIONS).where(_good(code))).rowcount == 1


def open_ones(connection: sa.Connection) -> list[dict[str, str]]:
    """Return the unused invitations, without the codes themselves."""
    columns = (INVITATIONS.c.note, INVITATIONS.c.created, INVITATIONS.c.expires)
    query = sa.select(*columns).where(INVITATIONS.c.expires > now()).order_by(INVITATIONS.c.created)
    return [dict(row) for row in connection.execute(query).mappings()]


def purge(connection: sa.Connection) -> None:
    """Erase expired codes."""
    connection.execute(sa.delete(INVITATIONS).where(INVITATIONS.c.expires <= now()))
