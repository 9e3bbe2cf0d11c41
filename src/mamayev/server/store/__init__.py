"""The server's storage in one database: matches, drafts, chat and presence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from ..apart import take_apart
from ..last import Kept, Last
from .chat import Attending, Chat
from .database import Database
from .drafts import Drafts
from .matches import Matches
from .reports import Reports
from .reviews import Making, Reviews
from .shared import keep_files, keep_look, short
from .studies import Leads, Studies
from .tables import MATCHES

BELIEVED = 30.0
"""The number of seconds for which the servers on a database trust each other's last reports."""


class Store:
    """A database with all its parts, and operations that involve several of them."""

    def __init__(self, address: str, journal: str = "WAL", *, make: bool = True) -> None:
        """Open the database and migrate its tables. For the parameters and errors, see `Database`."""
        self.database = Database(address, journal, make=make)
        self.matches, self.drafts = Matches(self.database), Drafts(self.database)
        self.chat, self.attending = Chat(self.database), Attending(self.database)
        self.reviews, self.making = Reviews(self.database), Making(self.database)
        self.reports = Reports(self.database)
        self.studies, self.leads = Studies(self.database), Leads(self.database)

    def close(self) -> None:
        """Release the database."""
        self.database.close()

    def take_in(
        self,
        matches: Sequence[dict[str, Any]],
        beside: Mapping[sa.Table, Sequence[dict[str, Any]]],
        looks: Sequence[Kept] = (),
    ) -> list[str]:
        """Store the rows of new matches with their scenes, all or nothing. `beside`: by table, rows about matches, of
        which those about new matches are stored. Return the ids of the new matches."""

        def take_in(connection: sa.Connection) -> list[str]:
            there = set(connection.execute(sa.select(MATCHES.c.id)).scalars())
            new = [row for row in matches if row["id"] not in there]
            for row in new:
                own = take_apart(row["record"])
                connection.execute(sa.insert(MATCHES).values({**row, **(short(own) if own.key else {})}))
                keep_files(connection, own)
            named = {row.get("look") for row in new}
            for look in looks:
                if look.hash in named:
                    keep_look(connection, Last("", look))
            ids = {row["id"] for row in new}
            for table, rows in beside.items():
                if of_new := [row for row in rows if row["match"] in ids]:
                    connection.execute(sa.insert(table), of_new)
            return [row["id"] for row in new]

        return self.database.write(take_in)
