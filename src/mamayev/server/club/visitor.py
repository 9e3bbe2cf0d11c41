"""The person behind a request: the cookie leads to a session, and that to a member."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from functools import cached_property
from typing import Self

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..asker import VISITOR
from ..keys import Forbidden, Rights
from ..routes.given import Given
from ..routes.parts import Parts
from ..store.database import Database
from ..writer import Busy
from . import seats, sessions, ways
from .sessions import Session
from .ways import Member


class Visitor(Given):
    """A person, signed in or not. The database is read only when something is looked up."""

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
        if found is not None and sessions.is_long_ago(found):
            # Members can read while nothing can be stored.
            with suppress(Busy, sa.exc.SQLAlchemyError):
                self._database.write(lambda connection: sessions.note_use(connection, found))
        return found

    def look_again(self) -> None:
        """Forget the loaded session, after a change to it."""
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
        """Return the session. Raises Forbidden if there is none."""
        if self.session is None:
            raise Forbidden("Sign in first.")
        return self.session

    def proved(self) -> Session:
        """Return a session whose person has just proved who they are. Raises Forbidden, Refusal."""
        session = self.signed_in()
        if not session.fresh:
            raise Refusal("Confirm first that it is you: with a passkey, a code or a recovery code.", field="proof")
        return session

    def member(self, connection: sa.Connection, *, lock: bool = False) -> Member:
        """Return the member. Raises Forbidden if there is none."""
        found = ways.member(connection, self.signed_in().member, lock=lock)
        if found is None:
            raise Forbidden("Sign in first.")
        return found

    def rights(self, match_id: str, keys: Collection[str]) -> Rights:
        """Return the rights to a match (see `keys.Account`)."""
        member_id = self.member_id
        with self._database.engine.connect() as connection:
            return seats.rights(connection, match_id, keys, member_id)
