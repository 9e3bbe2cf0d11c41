"""Two records of one match: by what they are known, how far they are the same, and where they part."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from itertools import takewhile

from mamayev.engine.words import sentence

from .match import Match
from .record import Record

SET_UP = ("game", "edition", "options", "seed", "dice", "start", "lesson", "earlier", "boards")
MARK_BYTES = 6


def of_one_match(one: Record, other: Record) -> bool:
    """Whether two records are of one match: set up alike, seed, board and the dice of a trunk included, and with the
    same mark at a seat. Where one of them has no marks it is known by its log, which has to go on as the other's does;
    where neither has, as in records from before there were any, by its set-up. Options are compared as they stand,
    those of an older version may be fewer."""
    same = all(getattr(one, name) == getattr(other, name) for name in SET_UP)
    if not same or (one.components or "") != (other.components or ""):
        return False
    if one.mail and other.mail:
        return any(other.mail.get(seat) == mark for seat, mark in one.mail.items())
    if one.mail or other.mail:
        return 0 < alike(one, other) == min(len(entries(one)), len(entries(other)))
    return True


def mark(record: Record, seats: Iterable[str]) -> None:
    """Leave a mark in a record at each of these seats that has none: by it the match is known from now on, and who
    plays the seat."""
    for seat in seats:
        record.mail.setdefault(seat, secrets.token_urlsafe(MARK_BYTES))


def strangers(here: Record, there: Record) -> list[str]:
    """The seats whose marks differ: somebody else plays them there than here."""
    return [seat for seat, found in there.mail.items() if here.mail.get(seat, found) != found]


def decided(match: Match, after: int, seats: Collection[str]) -> int | None:
    """The number, from 0, of the first entry behind the first `after` that one of these seats has decided; None where
    they have decided nothing there."""
    log = match.record.log
    for ply, p in zip(range(after, len(log)), match.onwards(after), strict=False):
        if p.seat >= 0 and match.game.seats[p.seat] in seats:
            return ply
    return len(log) if match.record.resigned in seats else None


def entries(record: Record) -> list[str]:
    """The log, and that a seat gave up as the last of its entries."""
    return [*record.log, f"resign {record.resigned}"] if record.resigned else record.log


def alike(one: Record, other: Record) -> int:
    """With how many of the same entries two records begin."""
    pairs = zip(entries(one), entries(other), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def taken_back(here: Record, there: Record) -> list[list[int]]:
    """What was taken back in practice mode there, and not here."""
    more = [*there.practice]
    for entry in here.practice:
        if entry in more:
            more.remove(entry)
    return more


def told(match: Match, entry: int) -> str:
    """The entry of this number, from 0, in words."""
    if entry == len(match.record.log):
        return str(match.result["why"]) if match.result else ""
    p = match.at(entry)
    return sentence(p.table.told(p, p.table.notation.parse(match.record.log[entry])))
