"""The sessions of members. The browser keeps a token in a cookie; the database keeps its hash."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import sqlalchemy as sa
from starlette.requests import cookie_parser

from ..clock import ago, now
from . import channels
from .tables import SESSIONS
from .tokens import hashed, new_id, new_token

COOKIE = "__Host-club"
"""The cookie's name. Browsers accept a cookie with the prefix `__Host-` only over HTTPS, for one host and all its
paths."""
FRESH_SECONDS = 600.0
"""The number of seconds for which a proof of identity is valid."""
USED_SECONDS = 3600.0
"""The precision of the stored last use of a session, which is not updated with every request."""
SESSIONS_MOST = 50
"""The maximum number of sessions per member. The least recently used one ends first."""


class Session(NamedTuple):
    """A session of a member. `id` names it in the list."""

    id: str
    member: str
    device: str
    created: str
    used: str
    proved: str

    @property
    def fresh(self) -> bool:
        """Whether the member has recently proved their identity."""
        return self.proved > ago(FRESH_SECONDS)


def token_in(headers: Mapping[str, str]) -> str | None:
    """Return the token in the cookies of a request."""
    return cookie_parser(headers.get("cookie", "")).get(COOKIE) or None


def cookie(token: str, days: int) -> dict[str, str]:
    """Return the header that makes a browser keep a token, or forget it if the token is ""."""
    age = days * 86400 if token else 0
    return {"set-cookie": f"{COOKIE}={token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age={age}"}


COLUMNS = [column for column in SESSIONS.c if column.name != "hash"]
"""The columns of a `Session`, in order."""
_FOUND = sa.select(*COLUMNS).where(SESSIONS.c.hash == sa.bindparam("token"), SESSIONS.c.used > sa.bindparam("since"))


def begin(connection: sa.Connection, member_id: str, device: str) -> str:
    """Start a session, and return its token."""
    token, moment = new_token(), now()
    connection.execute(
        sa.insert(SESSIONS).values(
            hash=hashed(token),
            id=new_id(),
            member=member_id,
            device=device,
            created=moment,
            used=moment,
            proved=moment,
        )
    )
    spare = sa.select(SESSIONS.c.id).where(SESSIONS.c.member == member_id).order_by(SESSIONS.c.used.desc())
    over = connection.execute(spare.offset(SESSIONS_MOST)).scalars().all()
    if over:
        connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.id.in_(over)))
    return token


def find(connection: sa.Connection, token: str, days: int) -> Session | None:
    """Return the session of a token that was used within this many days."""
    row = connection.execute(_FOUND, {"token": hashed(token), "since": ago(days * 86400)}).first()
    return None if row is None else Session(*row)


def note_use(connection: sa.Connection, session: Session) -> None:
    """Record that a session is in use."""
    connection.execute(sa.update(SESSIONS).where(SESSIONS.c.id == session.id).values(used=now()))


def is_long_ago(session: Session) -> bool:
    """Return whether the use of a session should be recorded again."""
    return session.used < ago(USED_SECONDS)


def note_proof(connection: sa.Connection, session: Session) -> None:
    """Record that the person behind a session has just proved who they are."""
    connection.execute(sa.update(SESSIONS).where(SESSIONS.c.id == session.id).values(proved=now()))


def of_member(connection: sa.Connection, member_id: str) -> list[Session]:
    """Return the sessions of a member, last used first."""
    query = sa.select(*COLUMNS).where(SESSIONS.c.member == member_id).order_by(SESSIONS.c.used.desc())
    return [Session(*row) for row in connection.execute(query)]


def end(connection: sa.Connection, member_id: str, session_id: str) -> bool:
    """End a session of a member. Return False if they have no such session."""
    query = sa.delete(SESSIONS).where(SESSIONS.c.id == session_id, SESSIONS.c.member == member_id)
    ended = connection.execute(query).rowcount == 1
    channels.purge(connection)
    return ended


def end_others(connection: sa.Connection, session: Session) -> None:
    """End all sessions of a member except this one."""
    query = sa.delete(SESSIONS).where(SESSIONS.c.member == session.member, SESSIONS.c.id != session.id)
    connection.execute(query)
    channels.purge(connection)


def ended(connection: sa.Connection, session_ids: Collection[str]) -> set[str]:
    """Return the given sessions that no longer exist."""
    query = sa.select(SESSIONS.c.id).where(SESSIONS.c.id.in_(session_ids))
    return {*session_ids} - {*connection.execute(query).scalars()}


def purge(connection: sa.Connection, days: int) -> None:
    """Erase the sessions that have expired."""
    connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.used <= ago(days * 86400)))
    channels.purge(connection)


_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
_BROWSERS = (
    ("Firefox/", "Firefox"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)


def device_of(headers: Mapping[str, str]) -> str:
    """Return a readable name for a device, such as “Firefox on Linux”, from the browser's user agent."""
    agent = headers.get("user-agent", "")
    browser = next((name for mark, name in _BROWSERS if mark in agent), "A browser")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return f"{browser} on {system}" if system else browser
