"""What goes wrong, as an answer: a sentence and a status, never a traceback."""

from __future__ import annotations

import logging

from mamayev.engine.refusal import Refusal

from ..company import TooOften
from ..keys import Forbidden
from ..room import Missing, Stale
from ..writer import Busy
from .answers import Answer, refused, status_of

log = logging.getLogger(__name__)

MISTAKE = "The server has made a mistake; the game is as it was. Its log says more."


def refusal_of(error: Exception) -> Answer:
    """What whoever asked is told of what went wrong."""
    match error:
        case Refusal():
            return refused(status_of(error), error.text, clauses=tuple(error.clauses), field=error.field)
        case Missing():
            return refused(404, str(error))
        case Forbidden():
            return refused(403, str(error))
        case TooOften():
            return refused(429, str(error))
        case Stale():
            text = "The game has gone on since; here is how it stands now."
            return refused(409, text, field="version", state=error.state)
        case Busy():
            return refused(503, "The database is locked by another program; nothing has changed. Try again.")
    log.error("the database failed", exc_info=error)
    cause = str(getattr(error, "orig", None) or error).rstrip(".")
    return refused(503, f"The database does not answer ({cause}); nothing has changed.")
