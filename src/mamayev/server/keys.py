"""Held seats: a key a seat that nobody can guess, and the one place where a key becomes a seat."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import NamedTuple

EVERYBODY = "*"
KEY_BYTES = 24


class Denied(Exception):
    """What a request is told in place of what it asked for; the match is as it was."""


class Forbidden(Denied):
    """Whoever asks has no right to it; the text says so in a sentence."""


class Caller(NamedTuple):
    """Who asks, in his own words: the seat that the address names, and the key that he shows."""

    seat: str | None = None
    key: str | None = None


class Eyes(NamedTuple):
    """Whose eyes to see with: a seat's; without one, those of whoever decides, where all share a screen (`shared`),
    else those of everybody."""

    seat: str | None = None
    shared: bool = False


SHARED = Eyes(shared=True)
WATCHING = Eyes()


def new_keys(seats: Iterable[str]) -> dict[str, str]:
    """A key for each seat."""
    return {seat: secrets.token_urlsafe(KEY_BYTES) for seat in seats}


def hashed(key: str) -> str:
    """What is stored of a key. It is random and long, so one round of a plain hash is enough."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def resolve(keys: Mapping[str, str], caller: Caller) -> Eyes:
    """The eyes of a caller; `keys` are the hashed keys of the seats, none for an open table.

    All keys are compared, each in constant time, so that the time taken to answer reveals nothing. Raises Forbidden
    for a key that opens no seat, and for a seat that is named instead of held.
    """
    if not keys:
        if caller.seat == EVERYBODY:
            return WATCHING
        return Eyes(caller.seat, shared=caller.seat is None)
    if caller.seat not in (None, EVERYBODY):
        raise Forbidden("The seats of this match are held: whoever has the key is the seat, and “?seat=” is refused.")
    if caller.key is None:
        return WATCHING
    shown, found = hashed(caller.key), None
    for seat, kept in keys.items():
        if hmac.compare_digest(kept, shown):
            found = seat
    if found is None:
        raise Forbidden("This key opens no seat of this match.")
    return WATCHING if caller.seat == EVERYBODY else Eyes(found)
