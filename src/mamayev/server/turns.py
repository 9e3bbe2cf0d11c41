"""Requests of one match take turns before they enter a thread, so that those who wait for a busy match leave the
threads to all others. Requests of one caller take turns at a few threads, so that the others have theirs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from .asker import ASKER

T = TypeVar("T")
Run = Callable[..., Awaitable[Any]]
"""`await run(step, *args)` takes a step and returns what it returns."""
THREADS = 2
"""Steps of one caller that are taken at a time. Python runs one thread at a time: each of them that computes makes all
others slower."""


class Turns:
    """The queue before each match, first come, first served. A queue that nobody stands in is forgotten. `run` takes a
    step while others go on, as far as that is possible here: in a thread."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._callers: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def run(self, step: Callable[..., T], *args: object) -> T:
        """Take a step in a thread, `THREADS` of a caller at a time; the server's own steps wait for none."""
        taken: T
        caller = ASKER.get()
        if not caller:
            taken = await self._run(step, *args)
            return taken
        threads = self._callers.get(caller)
        if threads is None:
            threads = self._callers[caller] = asyncio.Semaphore(THREADS)
        async with threads:
            taken = await self._run(step, *args)
            return taken

    @asynccontextmanager
    async def of(self, match_id: str) -> AsyncIterator[None]:
        """One's turn at a match."""
        queue = self._queues.get(match_id)
        if queue is None:
            queue = self._queues[match_id] = asyncio.Lock()
        async with queue:
            yield

    async def take(self, match_id: str, step: Callable[..., T], *args: object) -> T:
        """Take a step in a thread when it is one's turn."""
        async with self.of(match_id):
            return await self.run(step, *args)
