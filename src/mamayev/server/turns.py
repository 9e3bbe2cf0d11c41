"""Requests of one match take turns before they enter a thread, so that those who wait for a busy match leave the
threads to all others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")
Run = Callable[..., Awaitable[Any]]
"""`await run(step, *args)` takes a step and returns what it returns."""


class Turns:
    """The queue before each match, first come, first served. A queue that nobody stands in is forgotten. `run` takes a
    step while others go on, as far as that is possible here: in a thread."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

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
            taken: T = await self.run(step, *args)
            return taken
