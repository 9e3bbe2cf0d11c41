"""Data that several matches share and that is stored once: players' own components, and looks of games."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ..apart import Apart
from ..clock import now
from ..last import Last
from .tables import COMPONENTS, LOOKS


def short(own: Apart) -> dict[str, Any]:
    """Return the columns of a record without its component files."""
    return {"record": own.record, "components": own.key or None}


def keep_files(connection: sa.Connection, own: Apart) -> None:
    """Store component files that are new."""
    if not own.key:
        return
    here, today = COMPONENTS.c.hash == own.key, now()[:10]
    used = connection.execute(sa.select(COMPONENTS.c.used).where(here)).scalar()
    if used is None:
        connection.execute(sa.insert(COMPONENTS).values(hash=own.key, files=own.files, used=today))
    elif used < today:
        connection.execute(sa.update(COMPONENTS).where(here).values(used=today))


def keep_look(connection: sa.Connection, last: Last | None) -> None:
    """Store the look of a game if it is new."""
    if last is None or not last.look.hash:
        return
    here, today = LOOKS.c.hash == last.look.hash, now()[:10]
    used = connection.execute(sa.select(LOOKS.c.used).where(here)).scalar()
    if used is None:
        connection.execute(sa.insert(LOOKS).values(hash=last.look.hash, scene=last.look.text, used=today))
    elif used < today:
        connection.execute(sa.update(LOOKS).where(here).values(used=today))
