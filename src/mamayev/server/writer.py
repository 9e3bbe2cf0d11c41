"""A queue of changes for a database with a single writer.

It is fair, and it stores all waiting changes together, because waiting for a commit to reach the disk is the slow part.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, get_ident
from typing import Any, TypeVar

import sqlalchemy as sa

T = TypeVar("T")
Change = Callable[[sa.Connection], Any]


class Busy(Exception):
    """Another program has locked the database. Nothing was changed."""


class _Waiting:
    """A change in the queue. `turn`: set when the change has been stored or refused, or when its thread must store the
    waiting changes."""

    def __init__(self, change: Change) -> None:
        self.change, self.turn, self.done = change, Event(), False
        self.result: Any = None
        self.error: Exception | None = Busy("the thread that was to store it has ended")


class Writer:
    """The queue.

    If no thread is writing, a thread stores its own change. Other threads queue in the meantime, and the first of them
    then stores all waiting changes in one transaction. No thread continues before its change is on disk.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._queue: list[_Waiting] = []
        self._writing = False
        self._thread = 0  # which is storing changes
        self._lock = Lock()

    def write(self, change: Callable[[sa.Connection], T]) -> T:
        """Run a change to the database, and return its result once it is stored.

        The change may run twice: if another change in the same transaction fails, each one is stored separately. Raises
        the change's own errors, or Busy; in both cases, nothing is stored. Raises RuntimeError inside another change,
        because the writer would wait for itself and block every later change.
        """
        if self._thread == get_ident():
            raise RuntimeError("A change to the database cannot store another change.")
        mine = _Waiting(change)
        with self._lock:
            self._queue.append(mine)
            first = not self._writing
            self._writing = True
        if not first:
            mine.turn.wait()
        if not mine.done:
            self._store_all()
        if mine.error is not None:
            raise mine.error
        result: T = mine.result
        return result

    def _store_all(self) -> None:
        """Store the waiting changes. The next thread in the queue then stores those that have arrived in the
        meantime."""
        with self._lock:
            together, self._queue = self._queue, []
        self._thread = get_ident()
        try:
            self._store(together)
        finally:
            self._thread = 0
            with self._lock:
                following = self._queue[:1]
                self._writing = bool(following)
            for waiting in (*following, *together):
                waiting.turn.set()

    def _store(self, together: list[_Waiting]) -> None:
        for waiting in together:
            waiting.done = True
        try:
            with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
                results = [waiting.change(connection) for waiting in together]
        except Busy as busy:
            for waiting in together:
                waiting.error = Busy(*busy.args)  # each thread raises an error of its own
        except Exception as error:
            if len(together) > 1:
                for waiting in together:
                    self._store([waiting])
            else:
                together[0].error = error
        else:
            for waiting, result in zip(together, results, strict=True):
                waiting.result, waiting.error = result, None
