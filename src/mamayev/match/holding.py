"""Find the valid part of a record, because changed rules may refuse an entry in its log."""

from __future__ import annotations

import logging
import re
from typing import NamedTuple

from mamayev.engine.refusal import Refusal

from .match import Match, Record

log = logging.getLogger(__name__)

UNREADABLE = "The rules cannot read the setup of this saved game. It may be from other rules."
"""The message for unforeseen errors that the rules raise for an odd value or for a record from other rules."""


class Holding(NamedTuple):
    """The match with the valid entries of a log, and the reason why the next entry was refused.

    `match`: None if even the table cannot be opened. `refusal`: None if the whole record is valid.
    """

    match: Match | None
    refusal: Refusal | None

    @property
    def plies(self) -> int:
        """The number of valid entries in the log."""
        return 0 if self.match is None else len(self.match.record.log)


def replayed(record: Record, *, sent: bool = False) -> Match:
    """Return the match of a whole record. `sent`: a client sent the record, so it is checked like a new match. Raises
    Refusal, also for unforeseen errors in the rules."""
    try:
        return Match.from_record(record, run_on=sent, new=sent)
    except Refusal:
        raise
    except Exception:
        log.warning("a saved game of %r could not be replayed", record.game, exc_info=True)
        raise Refusal(UNREADABLE, field="record", malformed=True) from None


def holding(record: Record, *, sent: bool = False) -> Holding:
    """Return the valid part of a record. In a `sent` record, this does not search for the last valid entry, because a
    stranger could make the server replay the record many times."""
    try:
        return Holding(replayed(record, sent=sent), None)
    except Refusal as refusal:
        named = re.fullmatch(r"log\[(\d+)\]", refusal.field)
        lost = record.altered or (sent and named is None)
        return Holding(None if lost else _as_far(record, named), refusal)


def _as_far(record: Record, named: re.Match[str] | None) -> Match | None:
    """Return the match with the entries before the refused one. If the refused entry is not `named`, search for it."""
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
