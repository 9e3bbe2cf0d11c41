"""Store data that several matches share only once: players' own components, and the scenes of games."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ..apart import Apart
from ..clock import now
from ..last import Last
from .tables import COMPONENTS, LOOKS


def short(own: Apart) -> dict[str, Any]:
    """Return the columns for a record without its component files."""
    return {"record": own.record, "components": own.key or None}


def keep_files(connection: sa.Connection, own: Apart) -> None:
    """Store a record's component files if they are new."""
    if not own.key:
        return
    _keep(connection, COMPONENTS, own.key, {"files": own.files})


def keep_look(connection: sa.Connection, last: Last | None) -> None:
    """Store a match's scene if it is new."""
    if last is None or not last.look.hash:
        return
    _keep(connection, LOOKS, last.look.hash, {"scene": last.look.text})


def _keep(connection: sa.Connection, table: sa.Table, key: str, data: dict[str, str]) -> None:
    """Store a row if it is new, and record that it is used today. A server that starts in the meantime may remove an
    unused row, in which case the row is stored again."""
    here, today = table.c.hash == key, now()[:10]
    used = connection.execute(sa.select(table.c.used).where(here)).scalar()
    there = used is not None and (
        used >= today or connection.execute(sa.update(table).where(here).values(used=today)).rowcount
    )
    if not there:
        connection.execute(sa.insert(table).values(hash=key, used=today, **data))
