"""Members' notice channels: browsers with push, the mailbox, and webhooks. Each function runs inside a transaction."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..clock import now
from .outbox import KINDS, Kind
from .push import Browser
from .tables import CHANNELS, SESSIONS
from .tokens import new_id

Way = Literal["push", "mail", "webhook"]

CHANNELS_MOST = 20
"""The maximum number of channels per member."""
UNSUBSCRIBED = "You have stopped these emails."
USUAL: Mapping[Way, tuple[Kind, ...]] = {
    "push": ("turn", "clock", "accepted", "asked", "over", "report"),
    "mail": ("turn", "clock", "accepted", "over", "report"),
    "webhook": ("turn", "accepted", "over"),
}
"""The kinds of notices that a new channel receives."""


class Channel(NamedTuple):
    """A channel of a member (see tables.py)."""

    id: str
    member: str
    kind: Way
    label: str
    address: str
    key: str
    secret: str
    session: str | None
    takes: tuple[Kind, ...]
    created: str
    used: str | None
    off: str | None

    @property
    def browser(self) -> Browser:
        """The browser's keys."""
        return Browser(self.key, self.secret)


def of_member(connection: sa.Connection, member_id: str) -> list[Channel]:
    """Return the channels of a member, oldest first."""
    query = sa.select(CHANNELS).where(CHANNELS.c.member == member_id).order_by(CHANNELS.c.created, CHANNELS.c.id)
    return [_channel(row) for row in connection.execute(query)]


def find(connection: sa.Connection, channel_id: str, member_id: str | None = None) -> Channel | None:
    """Return a channel, or None if it does not exist or belongs to a different member."""
    query = sa.select(CHANNELS).where(CHANNELS.c.id == channel_id)
    row = connection.execute(query if member_id is None else query.where(CHANNELS.c.member == member_id)).first()
    return None if row is None else _channel(row)


def _channel(row: sa.Row[tuple[object, ...]]) -> Channel:
    data = row._mapping
    takes = tuple(kind for kind in KINDS if kind in data["takes"].split())
    return Channel(**{**data, "takes": takes})


def add(
    connection: sa.Connection,
    member_id: str,
    kind: Way,
    label: str,
    *,
    address: str = "",
    browser: Browser | None = None,
    session: str | None = None,
    replaces: str = "",
) -> str:
    """Add a channel for a member, and return its id. A browser or webhook that already exists is turned on again.
    `replaces`: the browser's previous address. Raises Refusal if the member has too many channels."""
    key, secret = browser or ("", "")
    again = {"key": key, "secret": secret, "session": session, "off": None}
    same = sa.and_(CHANNELS.c.kind == kind, CHANNELS.c.address == address)
    # A browser has one endpoint. The member who signed in there last gets its notices.
    connection.execute(sa.delete(CHANNELS).where(same, CHANNELS.c.kind == "push", CHANNELS.c.member != member_id))
    mine = sa.and_(CHANNELS.c.member == member_id, CHANNELS.c.kind == kind)
    if replaces and connection.execute(sa.select(CHANNELS.c.id).where(same, mine)).first() is None:
        connection.execute(sa.update(CHANNELS).where(mine, CHANNELS.c.address == replaces).values(address=address))
    found: str | None = connection.execute(sa.select(CHANNELS.c.id).where(same, mine)).scalar()
    if found is not None:
        connection.execute(sa.update(CHANNELS).where(CHANNELS.c.id == found).values(again))
        return found
    if len(of_member(connection, member_id)) >= CHANNELS_MOST:
        raise Refusal(
            f"An account can have at most {CHANNELS_MOST} notice channels. Remove one first.", field="channel"
        )
    values = {"id": new_id(), "member": member_id, "kind": kind, "label": label, "address": address, **again}
    values |= {"takes": " ".join(USUAL[kind]), "created": now()}
    connection.execute(sa.insert(CHANNELS).values(values))
    return str(values["id"])


def set_mail(connection: sa.Connection, member_id: str) -> None:
    """Send a member's notices to their new mailbox. A mailbox that was turned off because it bounced is turned on
    again."""
    add(connection, member_id, "mail", "")


def remove_mail(connection: sa.Connection, member_id: str) -> None:
    """Remove the mail channel of a member who no longer has a mailbox."""
    connection.execute(sa.delete(CHANNELS).where(CHANNELS.c.member == member_id, CHANNELS.c.kind == "mail"))


def change(connection: sa.Connection, channel: Channel, takes: Iterable[str] | None, label: str | None) -> None:
    """Change the kinds of notices that a channel receives, or its label. A channel that was turned off is turned on
    again."""
    values: dict[str, str | None] = {"off": None}
    if takes is not None:
        values["takes"] = " ".join(kind for kind in KINDS if kind in set(takes))
    if label is not None:
        values["label"] = label
    connection.execute(sa.update(CHANNELS).where(CHANNELS.c.id == channel.id).values(values))


def remove(connection: sa.Connection, member_id: str, channel_id: str) -> bool:
    """Remove a channel of a member. Return False if they have no such channel."""
    query = sa.delete(CHANNELS).where(CHANNELS.c.id == channel_id, CHANNELS.c.member == member_id)
    return connection.execute(query).rowcount == 1


def note_use(connection: sa.Connection, channel_id: str) -> None:
    """Record that a notice was delivered through a channel."""
    connection.execute(sa.update(CHANNELS).where(CHANNELS.c.id == channel_id).values(used=now()))


def switch_off(connection: sa.Connection, channel_id: str, why: str) -> None:
    """Turn off a channel, with a reason that its member sees."""
    connection.execute(sa.update(CHANNELS).where(CHANNELS.c.id == channel_id).values(off=why[:300]))


def purge(connection: sa.Connection) -> None:
    """Erase the push channels of browsers whose sessions have ended, because no one is signed in there."""
    gone = CHANNELS.c.session.not_in(sa.select(SESSIONS.c.id))
    connection.execute(sa.delete(CHANNELS).where(CHANNELS.c.session.is_not(None), gone))


# -------------------------------------------------------------- unsubscribing


def token_of(channel_id: str, secret: str) -> str:
    """Return the token for an email's unsubscribe link, which turns off the mail channel."""
    return f"{channel_id}.{_proof(channel_id, secret)}"


def channel_in(token: str, secret: str) -> str | None:
    """Return the channel that an unsubscribe token is for, or None if the token is not ours."""
    channel_id, _, proof = token.partition(".")
    right = hmac.compare_digest(proof.encode("utf-8", "replace"), _proof(channel_id, secret).encode())
    return channel_id if right else None


def _proof(channel_id: str, secret: str) -> str:
    return hmac.new(secret.encode(), channel_id.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:32]
