"""What a club keeps under a name: its keys, and when a server last ran."""

from __future__ import annotations

import sqlalchemy as sa

from .tables import KEPT


def kept(connection: sa.Connection, name: str, made: str, *, lock: bool = False) -> str:
    """Return what the club keeps under a name: what is there, or else what was just made. With `lock`, it is locked
    until the end of the transaction."""
    here = sa.select(KEPT.c.value).where(KEPT.c.name == name)
    found: str | None = connection.execute(here.with_for_update() if lock else here).scalar()
    if found is None:
        connection.execute(sa.insert(KEPT).values(name=name, value=made))
    return found or made
