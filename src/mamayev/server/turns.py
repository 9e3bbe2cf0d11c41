"""Make requests take turns before they enter a thread.

Each match handles one request at a time, and each caller can run `THREADS` at a time. Waiting requests hold neither a
thread nor a match that another caller needs.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, TypeVar

from .asker import ASKER
from .callers import in_turn

T = TypeVar("T")
Run = Callable[..., Awaitable[Any]]
"""A function with which `await run(step, *args)` runs a step and returns its result."""
THREADS = 2
"""The maximum number of simultaneous steps per caller.

Python runs one thread at a time, so each busy thread slows down all others.
"""


class _Step:
    """A waiting or running step. `match_id`: "" for a step without a match. `caller`: "" for the server's own steps."""

    def __init__(self, match_id: str, caller: str) -> None:
        self.match_id, self.caller = match_id, caller
        self.begins: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Turns:
    """The scheduler that decides which caller takes the next step.

    A step begins when its match is free and its caller has a free thread, so a caller who waits for a thread does not
    block a match. A free match goes to the caller whose last step in it was longest ago. The steps of one caller in a
    match keep their order. `run`: runs a step, in a thread if there are any.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._waiting: dict[_Step, None] = {}
        self._busy: set[str] = set()
        self._threads = Counter[str]()
        self._served: dict[tuple[str, str], int] = {}
        """When each caller last had a turn in each match, as a running number."""
        self._turns = count(1)

    async def run(self, step: Callable[..., T], *args: object) -> T:
        """Run a step that is not about a match. The server's own steps do not wait."""
        return await self.take("", step, *args)

    async def take(self, match_id: str, step: Callable[..., T], *args: object) -> T:
        """Run a step in a match when its turn comes."""
        taken: T
        async with self._turn(match_id, in_turn(ASKER.get())):
            taken = await _whole(asyncio.ensure_future(self._run(step, *args)))
        return taken

    @asynccontextmanager
    async def _turn(self, match_id: str, caller: str) -> AsyncIterator[None]:
        step = _Step(match_id, caller)
        self._waiting[step] = None
        self._let_in()
        try:
            await step.begins
            yield
        finally:
            if step in self._waiting:
                del self._waiting[step]
            else:
                self._leave(step)
            self._let_in()

    def _leave(self, step: _Step) -> None:
        self._busy.discard(step.match_id)
        self._threads[step.caller] -= 1
        if not self._threads[step.caller]:
            del self._threads[step.caller]

    def _let_in(self) -> None:
        """Start every step that can start."""
        while ready := [step for step in self._waiting if self._can_begin(step)]:
            step = min(ready, key=lambda one: self._served.get((one.match_id, one.caller), 0))
            del self._waiting[step]
            if step.match_id:
                self._busy.add(step.match_id)
                self._served[step.match_id, step.caller] = next(self._turns)
            self._threads[step.caller] += 1
            if not step.begins.done():  # otherwise it is canceled, and leaves at once
                step.begins.set_result(None)
        if len(self._served) > len(self._waiting) + len(self._busy):
            there = {(step.match_id, step.caller) for step in self._waiting}
            self._served = {pair: turn for pair, turn in self._served.items() if pair in there or pair[0] in self._busy}

    def _can_begin(self, step: _Step) -> bool:
        return step.match_id not in self._busy and (not step.caller or self._threads[step.caller] < THREADS)


async def _whole(step: asyncio.Future[T]) -> T:
    """Wait for a step to finish even if the caller leaves, because its thread continues and keeps its turn until
    then."""
    left: asyncio.CancelledError | None = None
    while not step.done():
        try:
            await asyncio.wait([step])
        except asyncio.CancelledError as error:
            left = error
    if left is not None:
        if not step.cancelled():
            step.exception()  # nobody else reads it
        raise left
    return step.result()
