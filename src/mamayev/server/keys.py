"""The keys of private games: one secret per seat. This is the only place where a key becomes a seat."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import NamedTuple

EVERYBODY = "*"
KEY_BYTES = 24


class Denied(Exception):
    """The caller lacks the right to this. The match is unchanged."""


class Forbidden(Denied):
    """The caller must not do this. The message explains why."""


class Caller(NamedTuple):
    """The caller as declared in the request: the seat in the address, and the key."""

    seat: str | None = None
    key: str | None = None


class Viewer(NamedTuple):
    """The viewer of a match: a seat.

    Without one, the viewer is the deciding player on a `shared` screen, and the public otherwise.
    """

    seat: str | None = None
    shared: bool = False


SHARED = Viewer(shared=True)
WATCHING = Viewer()


def new_keys(seats: Iterable[str]) -> dict[str, str]:
    """Return a key for each seat."""
    return {seat: secrets.token_urlsafe(KEY_BYTES) for seat in seats}


def hashed(key: str) -> str:
    """Return the stored form of a key. Keys are random and long, so one round of a plain hash is enough."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def resolve(keys: Mapping[str, str], caller: Caller) -> Viewer:
    """Return the viewer for a caller. `keys` are the hashed keys of the seats; an open table has none.

    All keys are compared in constant time, so the response time reveals nothing. Raises Forbidden for a wrong key, and
    for a seat without its key.
    """
    if not keys:
        if caller.seat == EVERYBODY:
            return WATCHING
        return Viewer(caller.seat, shared=caller.seat is None)
    if caller.seat not in (None, EVERYBODY):
        raise Forbidden("The seats of this match have keys. Show the key of your seat; “?seat=” is refused.")
    if caller.key is None:
        return WATCHING
    shown, found = hashed(caller.key), None
    for seat, kept in keys.items():
        if hmac.compare_digest(kept, shown):
            found = seat
    if found is None:
        raise Forbidden("This key does not open a seat of this match.")
    return WATCHING if caller.seat == EVERYBODY else Viewer(found)
