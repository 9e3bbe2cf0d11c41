"""Values that a club stores by name: its keys, and the time of the last heartbeat."""

from __future__ import annotations

import sqlalchemy as sa

from .tables import KEPT


def kept(connection: sa.Connection, name: str, made: str, *, lock: bool = False) -> str:
    """Return the value that the club stores under a name, creating it if it is missing. With `lock`, the row is locked
    until the end of the transaction."""
    here = sa.select(KEPT.c.value).where(KEPT.c.name == name)
    found: str | None = connection.execute(here.with_for_update() if lock else here).scalar()
    if found is None:
        connection.execute(sa.insert(KEPT).values(name=name, value=made))
    return found or made
