"""The boards that people are drawing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from threading import Lock
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from mamayev.match.reading import read

from ..clock import ago
from ..forms import Draft, DraftCard
from .begun import Begun
from .database import Database
from .tables import DRAFTS

DRAFTS_KEPT = 500
"""The maximum number of drafts in a database. New drafts can replace drafts that are no longer used."""
DRAFT_LEFT = timedelta(days=90)

Lack = Literal["", "room", "share"]
"""Why a new draft is refused: "" if it is not, "room" if the database is full, or "share" if the caller has used up
their share."""


class Drafts:
    """The drafts in a database. Each method is one transaction, can be called from any thread, and may raise Busy."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._begun, self._beginning = Begun(), Lock()

    def cards(self, ids: Sequence[str]) -> list[DraftCard]:
        """Return those of the given drafts that exist, the latest change first."""
        query = (
            sa.select(*[c for c in DRAFTS.c if c.name not in ("files", "done", "empty")])
            .where(DRAFTS.c.id.in_(ids))
            .order_by(DRAFTS.c.updated.desc())
        )
        with self._database.engine.connect() as connection:
            return [DraftCard(**row) for row in connection.execute(query).mappings()]

    def get(self, draft_id: str) -> Draft | None:
        """Return a draft, or None."""
        with self._database.engine.connect() as connection:
            row = connection.execute(sa.select(DRAFTS).where(DRAFTS.c.id == draft_id)).mappings().first()
        return None if row is None else Draft(**{**row, "files": read(row["files"], dict[str, str])})

    def begin(self, draft: Draft, caller: str) -> Lack:
        """Store a new draft if there is room (see `Lack`).

        A caller may have as many drafts as there are free places, so no caller can take them all. The server's own
        caller, "", has no limit.
        """

        def begin(connection: sa.Connection) -> Lack:
            lack = self._lack(connection, caller)
            if lack:
                connection.execute(sa.delete(DRAFTS).where(DRAFTS.c.updated < ago(DRAFT_LEFT.total_seconds())))
                lack = self._lack(connection, caller)
            if not lack:
                first = {"id": draft.id, "game": draft.game, "empty": draft.empty}
                connection.execute(sa.insert(DRAFTS).values(**first, **_values(draft)))
            return lack

        with self._beginning:  # a database with several writers would count one draft less
            lack = self._database.write(begin)
            if not lack:
                self._begun.add(caller, draft.id)
        return lack

    def _lack(self, connection: sa.Connection, caller: str) -> Lack:
        room = DRAFTS_KEPT - connection.execute(sa.select(sa.func.count()).select_from(DRAFTS)).scalar_one()
        if room <= 0:
            return "room"
        if not caller:
            return ""
        self._begun.keep(caller, set(connection.execute(sa.select(DRAFTS.c.id)).scalars()))
        return "share" if self._begun.is_full(caller, room) else ""

    def keep(self, draft: Draft, before: int) -> bool:
        """Store a changed draft. Return False and store nothing if its version is not `before`."""
        query = sa.update(DRAFTS).where(DRAFTS.c.id == draft.id, DRAFTS.c.version == before)
        return self._database.write(lambda connection: connection.execute(query.values(**_values(draft))).rowcount == 1)

    def delete(self, draft_id: str) -> bool:
        """Delete a draft. Return False if there is no such draft."""
        query = sa.delete(DRAFTS).where(DRAFTS.c.id == draft_id)
        return self._database.write(lambda connection: connection.execute(query).rowcount == 1)


def _values(draft: Draft) -> dict[str, Any]:
    return {
        "name": draft.name,
        "version": draft.version,
        "files": msgspec.json.encode(draft.files).decode(),
        "done": draft.done,
        "standing": draft.standing,
        "updated": draft.updated,
    }
