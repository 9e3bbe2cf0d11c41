"""Log database outages: one line at the start and one at the end, for any number of requests."""

from __future__ import annotations

import logging
import time
from threading import Lock
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

log = logging.getLogger(__name__)

CALM_SECONDS = 10.0
"""The number of seconds without a failure after which an outage is over. A full disk can still be read, so one success
is not enough."""


READ_ONLY = "25006"
"""The SQLSTATE of a read-only PostgreSQL database, such as a standby."""


def is_outage(error: BaseException | None) -> bool:
    """Return whether an error comes from the database or the connection rather than from the statement."""
    return (
        isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError | sa.exc.TimeoutError)
        or type(error) is sa.exc.DatabaseError  # a damaged file; the errors of a query are its subclasses
        or getattr(getattr(error, "orig", None), "sqlstate", "") == READ_ONLY
    )


def cause_of(error: BaseException) -> str:
    """Return the error message from the database or its driver as one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split()).rstrip(".")


class Outage:
    """A monitor that listens to a database engine's statements."""

    def __init__(self) -> None:
        self._began: float | None = None
        self._last, self._failures = 0.0, 0
        self._lock = Lock()

    def watch(self, engine: sa.Engine) -> None:
        """Start listening to a database engine."""
        event.listen(engine, "handle_error", self._failed)
        event.listen(engine, "after_cursor_execute", self._answered)

    def _failed(self, context: sa.engine.ExceptionContext) -> None:
        error = context.sqlalchemy_exception
        if error is None or not is_outage(error) or context.is_pre_ping:
            return  # a connection that had closed unnoticed is replaced before it is used
        with self._lock:
            self._last = time.monotonic()
            self._failures += 1
            if self._began is not None:
                return
            self._began = self._last
        log.error("The database is not responding: %s. The server refuses requests until it does.", cause_of(error))

    def _answered(self, *_: Any) -> None:
        if self._began is None:
            return
        with self._lock:
            if self._began is None or time.monotonic() < self._last + CALM_SECONDS:
                return
            seconds, failures = self._last - self._began, self._failures
            self._began, self._failures = None, 0
        log.warning("The database is responding again. It failed %d times in %.0f s.", failures, seconds)
