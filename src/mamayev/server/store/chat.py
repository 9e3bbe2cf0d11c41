"""Chat and presence in matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from ..clock import ago, now
from ..forms import ChatLine
from .database import Database
from .happened import Said, WithinChat
from .tables import ATTENDANCE, CHAT

LINES_KEPT = 500


class Chat:
    """The chat of all matches. Each method is one transaction, can be called from any thread, and may raise Busy."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.listeners: list[WithinChat] = []

    def say(self, match_id: str, seat: str, text: str) -> ChatLine:
        """Store a chat message, and notify the listeners. Only the latest 500 messages from people and the latest 500
        from the table are kept.
        """
        at = now()

        def say(connection: sa.Connection) -> ChatLine:
            query = sa.insert(CHAT).values(match=match_id, seat=seat, text=text, at=at)
            (number,) = connection.execute(query).inserted_primary_key or (0,)
            alike = sa.and_(CHAT.c.match == match_id, CHAT.c.seat != "" if seat else CHAT.c.seat == "")
            kept = sa.select(CHAT.c.number).where(alike).order_by(CHAT.c.number.desc())
            oldest = connection.execute(kept.limit(1).offset(LINES_KEPT)).scalar()
            if oldest is not None:
                connection.execute(sa.delete(CHAT).where(alike, CHAT.c.number <= oldest))
            line = ChatLine(int(number), at, text, seat)
            for listener in self.listeners:
                listener(connection, Said(match_id, line))
            return line

        return self._database.write(say)

    def lines(self, match_id: str) -> list[ChatLine]:
        """Return the chat of a match, the oldest message first."""
        query = sa.select(CHAT).where(CHAT.c.match == match_id).order_by(CHAT.c.number)
        with self._database.engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        return [ChatLine(row["number"], row["at"], row["text"], row["seat"]) for row in rows]

    def last_line(self) -> int:
        """Return the number of the last chat message in any match, or 0 if there is none."""
        with self._database.engine.connect() as connection:
            return connection.execute(sa.select(sa.func.max(CHAT.c.number))).scalar() or 0

    def since(self, number: int) -> list[tuple[str, ChatLine]]:
        """Return the chat messages after the one with this number, in all matches, each with its match."""
        query = sa.select(CHAT).where(CHAT.c.number > number).order_by(CHAT.c.number)
        with self._database.engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        return [(row["match"], ChatLine(row["number"], row["at"], row["text"], row["seat"])) for row in rows]

    def whole(self) -> list[dict[str, Any]]:
        """Return all chat messages as rows."""
        return self._database.rows(sa.select(CHAT).order_by(CHAT.c.number))


class Attending:
    """The seats with an open tab, by server. Methods work as in `Chat`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, server: str, here: Iterable[tuple[str, str]], believed: float) -> None:
        """Store which seats have an open tab on a server.

        This also removes the entries of servers that have been silent for `believed` seconds.
        """
        rows = [{"server": server, "match": match_id, "seat": seat, "seen": now()} for match_id, seat in here]
        gone = sa.or_(ATTENDANCE.c.server == server, ATTENDANCE.c.seen < ago(believed))

        def attend(connection: sa.Connection) -> None:
            connection.execute(sa.delete(ATTENDANCE).where(gone))
            if rows:
                connection.execute(sa.insert(ATTENDANCE), rows)

        self._database.write(attend)

    def elsewhere(self, server: str, believed: float) -> set[tuple[str, str]]:
        """Return the seats, with their matches, that have an open tab on another server.

        Only servers that have reported within `believed` seconds count.
        """
        query = sa.select(ATTENDANCE.c.match, ATTENDANCE.c.seat)
        query = query.where(ATTENDANCE.c.server != server, ATTENDANCE.c.seen >= ago(believed))
        with self._database.engine.connect() as connection:
            return {(row.match, row.seat) for row in connection.execute(query)}
