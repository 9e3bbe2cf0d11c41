"""The reviews of matches."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from mamayev.match.reviewed import Review
from mamayev.players.reviewing import Done

from ..clock import now
from .database import Database
from .tables import REVIEWS

DONE = 4_000_000
"""The maximum size of the playouts stored with a review, in bytes. Larger ones are not stored, so the next review
starts over."""


class KeptReview(NamedTuple):
    """A stored review, and when it was made."""

    review: Review
    made: str


class Reviews:
    """The latest review of each match and seat. Each method is one transaction, can be called from any thread, and may
    raise Busy."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, match_id: str, seat: str, review: Review, done: Done | None = None) -> None:
        """Replace the stored review and its playouts."""
        there = sa.and_(REVIEWS.c.match == match_id, REVIEWS.c.seat == seat)
        plays = "" if done is None else msgspec.json.encode(done).decode()
        row = {
            "match": match_id,
            "seat": seat,
            "review": msgspec.json.encode(review).decode(),
            "made": now(),
            "done": plays if len(plays) <= DONE else "",
        }

        def keep(connection: sa.Connection) -> None:
            connection.execute(sa.delete(REVIEWS).where(there))
            connection.execute(sa.insert(REVIEWS), row)

        self._database.write(keep)

    def done(self, match_id: str, seat: str) -> Done | None:
        """Return the playouts of the stored review; None if none are stored, or if another version wrote them."""
        query = sa.select(REVIEWS.c.done).where(REVIEWS.c.match == match_id, REVIEWS.c.seat == seat)
        with self._database.engine.connect() as connection:
            text = connection.execute(query).scalar()
        try:
            return msgspec.json.decode(text, type=Done) if text else None
        except msgspec.ValidationError:
            return None

    def kept(self, match_id: str, seat: str) -> KeptReview | None:
        """Return the stored review of a match for a seat; None if none is stored or it cannot be read."""
        query = sa.select(REVIEWS.c.review, REVIEWS.c.made).where(REVIEWS.c.match == match_id, REVIEWS.c.seat == seat)
        with self._database.engine.connect() as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        try:
            return KeptReview(msgspec.json.decode(row.review, type=Review), row.made)
        except (msgspec.MsgspecError, RecursionError):
            return None
