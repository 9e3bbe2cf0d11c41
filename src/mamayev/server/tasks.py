"""The server's background tasks, at most one for each key."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from .outage import is_outage
from .turns import Turns
from .writer import Busy

log = logging.getLogger(__name__)

DATABASE_PAUSE = 2.0
"""The number of seconds until the next attempt when the database is locked."""

K = TypeVar("K")
T = TypeVar("T")


class Tasks(Generic[K]):
    """The tasks on a server's event loop, by key. No task runs before `start`."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running: dict[K, asyncio.Task[None]] = {}

    def start(self) -> None:
        """Use the running event loop for the tasks."""
        self._loop = asyncio.get_running_loop()

    def stop(self) -> list[asyncio.Task[None]]:
        """Cancel all tasks, and return them. Their completed work is stored, and the next `wake` restarts the rest."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        return tasks

    def soon(self, call: Callable[..., object], *args: object) -> None:
        """Schedule a call on the event loop. Can be called from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(call, *args)

    def begin(self, key: K, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None] | None:
        """Start a task on the event loop. Return None if the key already has a task."""
        if key in self._running:
            return None
        task = self._running[key] = asyncio.create_task(work())
        task.add_done_callback(lambda _: self._running.pop(key))
        return task


@contextmanager
def lasting(what: str) -> Iterator[None]:
    """Log an error inside the block, so that an endless loop continues. Database outages are already logged."""
    try:
        yield
    except Busy as error:
        log.debug("%s: %s", what, error)
    except Exception as error:
        if isinstance(error, sa.exc.SQLAlchemyError):
            if not is_outage(error):
                log.warning("%s: %s", what, error)
        else:
            log.exception("%s", what)


async def patiently(who: str, turns: Turns, match_id: str, step: Callable[..., T], *args: object) -> T:
    """Run a step in a match when its turn comes, and retry it while the database refuses.

    The first retry is logged, unless the log already reports an outage.
    """
    said = False
    while True:
        try:
            return await turns.take(match_id, step, *args)
        except (Busy, sa.exc.SQLAlchemyError) as error:
            if not said and not is_outage(error):
                log.warning("%s waits for the database: %s", who, error)
                said = True
            await asyncio.sleep(DATABASE_PAUSE)
