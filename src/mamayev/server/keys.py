"""Identify the callers of a match, by the keys of a private game (one secret per seat) or the seats that accounts hold.

This is the only place where a caller becomes a viewer of a match.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

EVERYBODY = "*"
KEY_BYTES = 24


class Denied(Exception):
    """The caller does not have permission. The match is unchanged."""


class Forbidden(Denied):
    """The caller may not do this. The message explains why."""


class Rights(NamedTuple):
    """The rights to a match that a caller has without showing a key.

    `held`: the hashed keys of the seats that the caller's account holds. `acts`: whether the caller may play at an open
    table. `watches`: whether the caller may see what spectators see.
    """

    held: Collection[str] = ()
    acts: bool = True
    watches: bool = True


class Account(Protocol):
    """The person behind a request on a server with accounts, who may be signed in."""

    def rights(self, match_id: str, keys: Collection[str]) -> Rights:
        """Return the account's rights to a match whose seats have these hashed keys. An open table has none."""


class Caller(NamedTuple):
    """What a request says about its caller: the seat in the URL, the key and the account, each of which may be
    missing."""

    seat: str | None = None
    key: str | None = None
    account: Account | None = None


class Viewer(NamedTuple):
    """The viewer of a match, which is usually a seat.

    Without a seat, the viewer is the deciding player on a `shared` screen, or else the public.
    """

    seat: str | None = None
    shared: bool = False


KEYED = "The seats of this match have keys. Show the key of your seat; “?seat=” is refused."
PRIVATE = "This game is private: only its players can see it."
SHARED = Viewer(shared=True)
WATCHING = Viewer()


def new_keys(seats: Iterable[str]) -> dict[str, str]:
    """Return a key for each seat."""
    return {seat: secrets.token_urlsafe(KEY_BYTES) for seat in seats}


def hashed(key: str) -> str:
    """Return the stored form of a key. Keys are random and long, so one round of a plain hash is enough."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def resolve(match_id: str, keys: Mapping[str, str], caller: Caller) -> Viewer:
    """Return the viewer of a match for a caller. `keys`: the hashed keys of the seats; an open table has none.

    If the request shows a key, the key determines the seat. Otherwise, the caller's account does, and `caller.seat`
    chooses if it holds several seats. Keys are compared in constant time, so that the response time reveals nothing.
    Raises Forbidden for a wrong key, for a seat without its key, and for a spectator who may not watch.
    """
    if keys and caller.key is not None:
        if caller.seat not in (None, EVERYBODY):
            raise Forbidden(KEYED)
        own = _opened(keys, [hashed(caller.key)])
        if not own:
            raise Forbidden("This key does not open a seat of this match.")
        return WATCHING if caller.seat == EVERYBODY else Viewer(own[0])
    rights = Rights() if caller.account is None else caller.account.rights(match_id, keys.values())
    if not keys and rights.acts:
        if caller.seat == EVERYBODY:
            return WATCHING
        return Viewer(caller.seat, shared=caller.seat is None)
    own = _opened(keys, rights.held)
    if own and caller.seat != EVERYBODY:
        seat = own[0] if caller.seat is None else caller.seat
        if seat not in own:
            raise Forbidden("Your account does not hold this seat.")
        return Viewer(seat)
    if not own and caller.seat not in (None, EVERYBODY):
        raise Forbidden(KEYED if keys else "This table belongs to a member, and only they can play at it.")
    if not own and not rights.watches:
        raise Forbidden(PRIVATE)
    return WATCHING


def _opened(keys: Mapping[str, str], shown: Iterable[str]) -> list[str]:
    """Return the seats that hashed keys open."""
    opened = {seat for one in shown for seat, kept in keys.items() if hmac.compare_digest(kept, one)}
    return [seat for seat in keys if seat in opened]
