"""The person behind a request. The cookie identifies a session, and the session identifies a member."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from functools import cache, cached_property
from typing import Any, Self

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..asker import VISITOR
from ..clock import ago
from ..keys import Forbidden, Rights
from ..routes.given import Given
from ..routes.parts import Parts
from ..store.database import Database
from ..writer import Busy
from . import seats, sessions, ways
from .sessions import Session
from .tables import GAMES, SEATS, SESSIONS
from .tokens import hashed
from .ways import Member

_ASKED = sa.select(sa.bindparam("match", type_=sa.String()).label("match")).subquery("asked")


@cache
def _rights(keys: int) -> sa.Select[Any]:
    """Return the query for the session, the game and each held seat among this many keys. It is one statement and built
    once, because every request about a match asks for it."""
    own = SEATS.c.key.in_([sa.bindparam(f"key{number}") for number in range(keys)])
    return sa.select(*sessions.COLUMNS, GAMES.c.match, GAMES.c.owner, GAMES.c.sight, SEATS.c.key).select_from(
        _ASKED.outerjoin(GAMES, GAMES.c.match == _ASKED.c.match)
        .outerjoin(SESSIONS, sa.and_(SESSIONS.c.hash == sa.bindparam("token"), SESSIONS.c.used > sa.bindparam("since")))
        .outerjoin(SEATS, sa.and_(SEATS.c.member == SESSIONS.c.member, own))
    )


class Visitor(Given):
    """A person, signed in or not. The database is read only when needed."""

    def __init__(self, database: Database, token: str | None, device: str, days: int) -> None:
        self._database, self._token, self._days = database, token, days
        self.device = device

    @classmethod
    def given(cls, _server: Parts) -> Self:
        """Return the visitor behind the current request."""
        visitor = VISITOR.get()
        assert isinstance(visitor, cls)
        return visitor

    @cached_property
    def session(self) -> Session | None:
        """The session. None for a visitor who is not signed in."""
        if self._token is None:
            return None
        with self._database.engine.connect() as connection:
            found = sessions.find(connection, self._token, self._days)
        return self._noted(found)

    def _noted(self, found: Session | None) -> Session | None:
        """Return a session, and occasionally record that it is in use."""
        if found is not None and sessions.is_long_ago(found):
            # Members can read while nothing can be stored.
            with suppress(Busy, sa.exc.SQLAlchemyError):
                self._database.write(lambda connection: sessions.note_use(connection, found))
        return found

    def cookie(self) -> dict[str, str]:
        """Return the headers that make the browser keep the session as long as the server does."""
        signed_in = self._token is not None and self.session is not None
        return sessions.cookie(self._token or "", self._days) if signed_in else {}

    def look_again(self) -> None:
        """Drop the loaded session after a change to it."""
        self.__dict__.pop("session", None)

    @property
    def session_id(self) -> str | None:
        """The id of the session."""
        return None if self.session is None else self.session.id

    @property
    def member_id(self) -> str | None:
        """The id of the member. None for a visitor who is not signed in."""
        return None if self.session is None else self.session.member

    def signed_in(self) -> Session:
        """Return the session. Raises Forbidden if no one is signed in."""
        if self.session is None:
            raise Forbidden("Sign in first.")
        return self.session

    def proved(self) -> Session:
        """Return a session whose person has just proved who they are. Raises Forbidden, Refusal."""
        session = self.signed_in()
        if not session.fresh:
            raise Refusal("First confirm your identity with a passkey, a code or a recovery code.", field="proof")
        return session

    def member(self, connection: sa.Connection, *, lock: bool = False) -> Member:
        """Return the member. Raises Forbidden if no one is signed in."""
        found = ways.member(connection, self.signed_in().member, lock=lock)
        if found is None:
            raise Forbidden("Sign in first.")
        return found

    def rights(self, match_id: str, keys: Collection[str]) -> Rights:
        """Return the rights to a match (see `keys.Account`)."""
        token = "" if self._token is None else hashed(self._token)
        given = {"match": match_id, "token": token, "since": ago(self._days * 86400)}
        given |= {f"key{number}": key for number, key in enumerate(keys)}
        with self._database.looking.connect() as connection:
            rows = connection.execute(_rights(len(keys)), given).all()
        width, first = len(sessions.COLUMNS), rows[0]
        found = None if first[0] is None else Session(*first[:width])
        if "session" not in self.__dict__:
            self.session = self._noted(found)
        held = [row.key for row in rows if row.key is not None]
        game = None if first.match is None else seats.Game(first.owner, first.sight)
        return seats.rights(held, game, None if found is None else found.member)
