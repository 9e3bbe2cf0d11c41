"""Two records of one match: how far they are the same, and where they part."""

from __future__ import annotations

from itertools import takewhile

from mamayev.engine.words import sentence

from .match import Match
from .record import Record

SET_UP = ("game", "edition", "options", "seed", "dice", "start", "lesson", "earlier", "boards")


def of_one_match(one: Record, other: Record) -> bool:
    """Whether two records were set up alike, seed, board and the dice of a trunk included: then they are of one match,
    or of its like. Options are compared as they stand, those of an older version may be fewer."""
    same = all(getattr(one, name) == getattr(other, name) for name in SET_UP)
    return same and (one.components or "") == (other.components or "")


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
