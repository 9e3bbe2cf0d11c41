"""The edits that players make to match reports."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from mamayev.story.edits import Edits

from ..clock import now
from .database import Database
from .tables import REPORTS


class KeptEdits(NamedTuple):
    """Stored edits, and when they were last changed."""

    edits: Edits
    changed: str


def _text(edits: Edits) -> str:
    return msgspec.json.encode(edits).decode()


class Reports:
    """The edits to each match's report, by seat ("" for an open table). Each method is one transaction, can be called
    from any thread, and may raise Busy."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(
        self, match_id: str, seat: str, edits: Edits, since: str | None = None, replaces: Edits | None = None
    ) -> KeptEdits | None:
        """Replace the stored edits. `since`: when the edits that they replace were stored ("" for none). `replaces`:
        edits that are replaced even if they were stored later. Return None if different edits have been stored since
        then; without `since`, any edits are replaced."""
        there = sa.and_(REPORTS.c.match == match_id, REPORTS.c.seat == seat)
        row = {"match": match_id, "seat": seat, "edits": _text(edits), "changed": now()}
        own = {_text(one) for one in (edits, replaces) if one is not None}

        def keep(connection: sa.Connection) -> bool:
            stored = connection.execute(sa.select(REPORTS.c.edits, REPORTS.c.changed).where(there)).first()
            if stored is None:
                other = bool(since)
            else:  # the same edits were stored already if only the answer was lost
                other = since is not None and since != stored.changed and stored.edits not in own
            if other:
                return False
            connection.execute(sa.delete(REPORTS).where(there))
            connection.execute(sa.insert(REPORTS), row)
            return True

        return KeptEdits(edits, row["changed"]) if self._database.write(keep) else None

    def kept(self, match_id: str, seat: str) -> KeptEdits | None:
        """Return the stored edits; None if none are stored or they cannot be read."""
        query = sa.select(REPORTS.c.edits, REPORTS.c.changed).where(REPORTS.c.match == match_id, REPORTS.c.seat == seat)
        with self._database.engine.connect() as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        try:
            return KeptEdits(msgspec.json.decode(row.edits, type=Edits), row.changed)
        except (msgspec.MsgspecError, RecursionError):
            return None

    def whole(self) -> list[dict[str, Any]]:
        """Return the rows of all edits."""
        return self._database.rows(sa.select(REPORTS).order_by(REPORTS.c.match, REPORTS.c.seat))
