"""The valid part of a record: changed rules may refuse an entry in its log."""

from __future__ import annotations

import logging
import re
from typing import NamedTuple

from mamayev.engine.refusal import Refusal

from .match import Match, Record

log = logging.getLogger(__name__)

UNREADABLE = "The rules cannot read the set-up of this saved game. It may be from other rules."
"""Errors that rules may raise for values, or records of other rules, that their author did not foresee."""


class Holding(NamedTuple):
    """The match with the valid entries of a log, and the reason that the next entry was refused.

    `match`: None if not even the table can be opened. `refusal`: None if the whole record is valid.
    """

    match: Match | None
    refusal: Refusal | None

    @property
    def plies(self) -> int:
        """The number of valid entries in the log."""
        return 0 if self.match is None else len(self.match.record.log)


def replayed(record: Record, *, sent: bool = False) -> Match:
    """Return the match of a whole record. A record that was `sent` here starts as a new match. Raises Refusal,
    including for unforeseen errors in the rules."""
    try:
        return Match.from_record(record, run_on=sent, new=sent)
    except Refusal:
        raise
    except Exception:
        log.warning("a saved game of %r could not be replayed", record.game, exc_info=True)
        raise Refusal(UNREADABLE, field="record", malformed=True) from None


def holding(record: Record, *, sent: bool = False) -> Holding:
    """Return the valid part of a record. For a `sent` record, do not search for the last valid entry, because a
    stranger could make the server replay it many times."""
    try:
        return Holding(replayed(record, sent=sent), None)
    except Refusal as refusal:
        named = re.fullmatch(r"log\[(\d+)\]", refusal.field)
        lost = record.altered or (sent and named is None)
        return Holding(None if lost else _as_far(record, named), refusal)


def _as_far(record: Record, named: re.Match[str] | None) -> Match | None:
    """Return the match of the entries before the refused one; search for that entry if it is not `named`."""
    low, high = 0, int(named[1]) if named else len(record.log)
    best, plies = None, high
    while low <= high:
        try:
            best = Match.from_record(record, plies)
            low = plies + 1
        except Exception as error:
            log.debug("a saved game of %r does not hold up to entry %d: %s", record.game, plies, error)
            high = plies - 1
        plies = (low + high) // 2
    return best
