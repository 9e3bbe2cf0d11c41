"""Proofs of identity in progress: a code that was sent to a mailbox, or a passkey that a browser must present.

The browser gets a token, and the table stores its hash. A code is hashed together with the token, so a copy of the
table does not help anyone guess codes. Each function runs inside a transaction.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..clock import ago, now
from .settings import Mailbox, mailbox
from .tables import CEREMONIES
from .tokens import hashed, new_code, new_token

Kind = Literal["code", "join", "add", "sign-in", "work"]

CODE_SECONDS = 600
PASSKEY_SECONDS = 600
JOIN_SECONDS = 1800
"""The number of seconds in which a visitor with a confirmed mailbox can choose a name."""
TRIES = 5
OLD_CODE = "That code is no longer valid. Send a new one."
OLD = "This took too long, or has already been done. Try again."


class Ceremony(NamedTuple):
    """A proof of identity in progress. `handle`: for a new passkey, the id of its member."""

    hash: str
    kind: Kind
    mail: Mailbox | None
    proved: bool
    challenge: str
    handle: str
    member: str


def begin_code(connection: sa.Connection, mail: Mailbox) -> tuple[str, str]:
    """Start a proof by code, and return the browser's token and the code. Neither is stored."""
    token, code = new_token(), new_code()
    _begin(connection, token, "code", CODE_SECONDS, mail=mail.address, code=hashed(token, code))
    return token, code


def begin_passkey(connection: sa.Connection, kind: Kind, challenge: str, *, handle: str = "", member: str = "") -> str:
    """Start a proof by passkey, and return the browser's token."""
    token = new_token()
    _begin(connection, token, kind, PASSKEY_SECONDS, challenge=challenge, handle=handle, member=member)
    return token


def begin_work(connection: sa.Connection) -> str:
    """Start a proof of work, and return its task."""
    token = new_token()
    _begin(connection, token, "work", PASSKEY_SECONDS)
    return token


def _begin(connection: sa.Connection, token: str, kind: Kind, seconds: float, **values: str) -> None:
    purge(connection)
    connection.execute(
        sa.insert(CEREMONIES).values(
            hash=hashed(token), kind=kind, expires=ago(-seconds), tries=0, proved=False, **values
        )
    )


def find(connection: sa.Connection, token: str, kind: Kind) -> Ceremony | None:
    """Return an unexpired proof of this kind."""
    query = sa.select(CEREMONIES).where(
        CEREMONIES.c.hash == hashed(token), CEREMONIES.c.kind == kind, CEREMONIES.c.expires > now()
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    mail = None if row.mail is None else mailbox(row.mail)
    return Ceremony(row.hash, kind, mail, row.proved, row.challenge or "", row.handle or "", row.member or "")


def try_code(connection: sa.Connection, token: str, code: str) -> Mailbox | str:
    """Try a code. Return the mailbox that it confirms, or the reason why it is wrong. The reason is returned instead of
    raised, because the attempt must be stored.
    """
    found = find(connection, token, "code")
    if found is None or found.mail is None or found.proved:
        return OLD_CODE
    here = CEREMONIES.c.hash == found.hash
    counted = sa.update(CEREMONIES).where(here, CEREMONIES.c.tries < TRIES).values(tries=CEREMONIES.c.tries + 1)
    if connection.execute(counted).rowcount == 0:
        return OLD_CODE
    right, tries = connection.execute(sa.select(CEREMONIES.c.code, CEREMONIES.c.tries).where(here)).one()
    digits = "".join(letter for letter in code if letter.isdigit())
    if right != hashed(token, digits):
        left = TRIES - tries
        if not left:
            return "Wrong code, and no tries are left. Send a new one."
        return f"Wrong code. {left} {'try' if left == 1 else 'tries'} left."
    values = {"proved": True, "code": None, "expires": ago(-JOIN_SECONDS)}
    connection.execute(sa.update(CEREMONIES).where(here).values(values))
    return found.mail


def take(connection: sa.Connection, token: str, kind: Kind) -> Ceremony:
    """End a proof of this kind, and return it. Raises Refusal if it has expired or already ended, or if its code has
    not been confirmed."""
    found = find(connection, token, kind)
    if found is None or (kind == "code" and not found.proved):
        raise Refusal(OLD_CODE if kind == "code" else OLD, field="ceremony")
    if connection.execute(sa.delete(CEREMONIES).where(CEREMONIES.c.hash == found.hash)).rowcount == 0:
        raise Refusal(OLD_CODE if kind == "code" else OLD, field="ceremony")
    return found


def purge(connection: sa.Connection) -> None:
    """Erase all expired proofs."""
    connection.execute(sa.delete(CEREMONIES).where(CEREMONIES.c.expires < now()))
