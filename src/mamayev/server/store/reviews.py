"""The reviews of matches, both stored and in progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from mamayev.match.reviewed import Review
from mamayev.players.reviewing import Done

from ..clock import ago, now
from .database import Database
from .tables import MAKING, REVIEWS

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
        review = None if row is None else _read(row.review)
        return None if row is None or review is None else KeptReview(review, row.made)


class Made(NamedTuple):
    """A review in progress: its share from 0 to 1, the turn under review, and the results so far."""

    share: float
    title: str
    review: Review | None


class Making:
    """The reviews that servers are making, by match and seat. Methods work as in `Reviews`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, server: str, made: Mapping[tuple[str, str], Made], believed: float) -> None:
        """Store the progress of a server's reviews. This also removes the entries of servers that have been silent for
        `believed` seconds."""

        def keep(connection: sa.Connection) -> None:
            asked = {(row.match, row.seat) for row in connection.execute(_stopped(server))}
            connection.execute(
                sa.delete(MAKING).where(sa.or_(MAKING.c.server == server, MAKING.c.seen < ago(believed)))
            )
            if rows := [_making(server, key, one, key in asked) for key, one in made.items()]:
                connection.execute(sa.insert(MAKING), rows)

        self._database.write(keep)

    def elsewhere(self, match_id: str, seat: str, server: str, believed: float) -> Made | None:
        """Return the progress of a review on another server; None if there is none. Only servers that have reported
        within `believed` seconds count."""
        query = sa.select(MAKING).where(
            MAKING.c.match == match_id, MAKING.c.seat == seat, MAKING.c.server != server, MAKING.c.seen >= ago(believed)
        )
        with self._database.engine.connect() as connection:
            row = connection.execute(query.order_by(MAKING.c.share.desc())).first()
        return None if row is None else Made(row.share, row.title, row.review and _read(row.review))

    def stop(self, match_id: str, seat: str) -> None:
        """Ask the servers that are making a review to end it."""
        there = sa.and_(MAKING.c.match == match_id, MAKING.c.seat == seat)
        self._database.write(lambda connection: connection.execute(sa.update(MAKING).where(there).values(stop=True)))

    def stopped(self, server: str) -> list[tuple[str, str]]:
        """Return the reviews that a server must end."""
        with self._database.engine.connect() as connection:
            return [(row.match, row.seat) for row in connection.execute(_stopped(server))]


def _stopped(server: str) -> sa.Select[Any]:
    return sa.select(MAKING.c.match, MAKING.c.seat).where(MAKING.c.server == server, MAKING.c.stop)


def _making(server: str, key: tuple[str, str], one: Made, stop: bool) -> dict[str, Any]:
    review = None if one.review is None else msgspec.json.encode(one.review).decode()
    return {
        "server": server, "match": key[0], "seat": key[1], "share": one.share, "title": one.title, "review": review,
        "stop": stop, "seen": now(),
    }  # fmt: skip


def _read(text: str) -> Review | None:
    """Return a stored review, or None if it is damaged or another version wrote it."""
    try:
        return msgspec.json.decode(text, type=Review)
    except (msgspec.MsgspecError, RecursionError):
        return None
