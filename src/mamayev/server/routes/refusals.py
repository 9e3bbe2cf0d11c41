"""Errors as answers: a message and a status, never a traceback."""

from __future__ import annotations

import logging
import sqlite3

from mamayev.engine.refusal import Refusal

from ..company import TooOften
from ..keys import Forbidden
from ..outage import cause_of, is_outage
from ..saved import StoppedByRules
from ..seated import Missing, Stale
from ..writer import Busy
from .answers import Answer, refused, status_of

log = logging.getLogger(__name__)

MISTAKE = "The server made an error, and the game is unchanged. The server's log says more."


def refusal_of(error: Exception) -> Answer:
    """Return the message for an error."""
    match error:
        case StoppedByRules():
            return refused(422, error.text, clauses=tuple(error.clauses), field=error.field, holds=error.holds)
        case Refusal():
            return refused(status_of(error), error.text, clauses=tuple(error.clauses), field=error.field)
        case Missing():
            return refused(404, str(error))
        case Forbidden():
            return refused(403, str(error))
        case TooOften():
            return refused(429, str(error))
        case Stale():
            text = "The game has continued since. This is its current state."
            return refused(409, text, field="version", state=error.state)
        case Busy():
            return refused(503, "Another program has locked the database, and nothing has changed. Try again.")
    note(error)
    # A driver's message about a remote database names its address and its user, which no client should see.
    cause = f" ({cause_of(error)})" if isinstance(getattr(error, "orig", None), sqlite3.Error) else ""
    return refused(503, f"The database is not responding{cause}. Nothing has changed. Try again later.")


def note(error: Exception) -> None:
    """Log a database error, unless it is an outage, which is logged once for all requests."""
    if not is_outage(error):
        log.error("the database failed", exc_info=error)
