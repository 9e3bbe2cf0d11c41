"""Compare two records of a match: whether they belong together, what they share, and where they first differ."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import takewhile

from mamayev.engine.words import sentence

from .match import Match, Record

SET_UP = ("game", "edition", "options", "seed", "dice", "start", "lesson", "earlier", "boards")
MARK_BYTES = 6


def of_one_match(one: Record, other: Record) -> bool:
    """Return whether two records belong to the same match: they have the same setup, seed, board and original dice,
    and share the mark of a seat.

    If only one record has marks, one log must be the beginning of the other. If neither has marks, as in old records,
    the setup decides. Options are compared as stored; a record from an older version may have fewer.
    """
    same = all(getattr(one, name) == getattr(other, name) for name in SET_UP)
    if not same or (one.components or "") != (other.components or ""):
        return False
    if one.mail and other.mail:
        return any(other.mail.get(seat) == mark for seat, mark in one.mail.items())
    if one.mail or other.mail:
        return 0 < alike(one, other) == min(len(entries(one)), len(entries(other)))
    return True


def mark(record: Record, seats: Iterable[str]) -> None:
    """Give each of these seats a mark in the record if it has none. A mark identifies the match and the seat's
    player."""
    for seat in seats:
        record.mail.setdefault(seat, secrets.token_urlsafe(MARK_BYTES))


def strangers(here: Record, there: Record) -> list[str]:
    """Return the seats whose marks differ, because another person plays them in the other record."""
    return [seat for seat, found in there.mail.items() if here.mail.get(seat, found) != found]


def decided(match: Match, after: int, seats: Collection[str]) -> int | None:
    """Return the index of the first entry after the first `after` entries in which one of these seats decided; None if
    there is none."""
    log = match.record.log
    for ply, p in zip(range(after, len(log)), match.onwards(after), strict=False):
        if p.seat >= 0 and match.game.seats[p.seat] in seats:
            return ply
    return len(log) if match.record.resigned in seats else None


def entries(record: Record) -> list[str]:
    """Return the log, with a resignation as its last entry."""
    return [*record.log, f"resign {record.resigned}"] if record.resigned else record.log


def alike(one: Record, other: Record) -> int:
    """Return the number of entries that two records share at the start."""
    pairs = zip(entries(one), entries(other), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def taken_back(here: Record, there: Record) -> list[list[int]]:
    """Return the practice-mode undos in the other record that are not in this one."""
    known, more = Counter(map(tuple, here.practice)), []
    for entry in there.practice:
        if known[tuple(entry)] > 0:
            known[tuple(entry)] -= 1
        else:
            more.append(entry)
    return more


def told(match: Match, entry: int) -> str:
    """Describe the entry at this index."""
    if entry == len(match.record.log):
        return str(match.result["why"]) if match.result else ""
    p = match.at(entry)
    return sentence(p.table.told(p, p.table.notation.parse(match.record.log[entry])))
