"""Bots that think long do so in processes of their own, at a lower priority: neither the loop nor the threads of the
server wait for them, and other matches go on as before. A thought can be ended at any time, and says how far it is."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.sharedctypes import SynchronizedArray
from typing import Any, TypeVar

from mamayev.engine.bot import GoOn
from mamayev.engine.refusal import Refusal

from .thoughts import TOLD_EVERY, Found, Plans, Question, Tell, action, advice

log = logging.getLogger(__name__)

T = TypeVar("T")

PROCESSES = max(2, min(4, (os.cpu_count() or 2) - 1))
"""So many thoughts are thought at a time; at least two, so that a long one does not hold up all others."""
AT_ONCE = 64
"""So many are begun or wait for a process; further ones wait before that."""
LIMIT = 60.0
"""Seconds after which a thought is ended, whatever is left of its rollouts."""


class Thinkers:
    """The processes; they are started with the first thought. `tell` hears of a match and seat how much of the thought
    is done, None when it is over."""

    def __init__(self, tell: Tell) -> None:
        context = multiprocessing.get_context("spawn")
        self._context, self._tell = context, tell
        self._shares, self._ends = context.Array("d", AT_ONCE), context.Array("b", AT_ONCE)
        self._free, self._room = list(range(AT_ONCE)), asyncio.Semaphore(AT_ONCE)
        self._under_way: dict[int, tuple[str, int]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._plans = Plans()

    async def play(self, match_id: str, version: int, seat: str, asked: Question) -> str | Refusal:
        """The action that a bot takes at a version of a match, or why it finds none. `changed` and `end` end it."""
        asked = self._plans.told(match_id, asked)
        try:
            found = await self._ask(_action, match_id, version, seat, asked)
            self._plans.keep(match_id, asked, found.plan)
            return found.action
        except Refusal as refusal:
            return refusal

    async def advise(self, match_id: str, version: int, seat: str, asked: Question) -> tuple[str, str]:
        """What a bot would play at a version of a match, and why. `changed` and `end` end it. Raises Refusal."""
        return await self._ask(_advice, match_id, version, seat, asked)

    async def _ask(
        self, work: Callable[[Question, int], T], match_id: str, version: int, seat: str, asked: Question
    ) -> T:
        async with self._room:
            slot = self._free.pop()
            self._ends[slot], self._shares[slot] = 0, 0.0
            self._under_way[slot] = match_id, version
            try:
                pool = self._started()
                future = asyncio.wrap_future(pool.submit(work, asked, slot))
                while not (await asyncio.wait([future], timeout=TOLD_EVERY))[0]:
                    self._tell(match_id, seat, self._shares[slot])
                return future.result()
            except BrokenProcessPool:
                log.error("a process that thought for a bot has ended")
                self._pool = None
                raise Refusal("The process that thought for the bot has ended.", field="players") from None
            finally:
                self._ends[slot] = 1
                del self._under_way[slot]
                self._free.append(slot)
                self._tell(match_id, seat, None)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            shared = self._shares, self._ends
            self._pool = ProcessPoolExecutor(PROCESSES, self._context, initializer=_begin, initargs=shared)
        return self._pool

    def changed(self, match_id: str, version: int) -> None:
        """End the thought about an older version of a match: nobody waits for it any more. From any thread."""
        for slot, (of_match, of_version) in list(self._under_way.items()):
            if of_match == match_id and of_version != version:
                self._ends[slot] = 1

    def end(self, match_id: str) -> bool:
        """End the thoughts about a match, so that a bot plays, or an adviser tells, what it is sure of by now; whether
        there is one."""
        slots = [slot for slot, (of_match, _) in list(self._under_way.items()) if of_match == match_id]
        for slot in slots:
            self._ends[slot] = 1
        return bool(slots)

    def stop(self) -> None:
        """End all thoughts and their processes."""
        for slot in range(AT_ONCE):
            self._ends[slot] = 1
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


# ------------------------------------------------------------------ in the other process


_shared: list[SynchronizedArray[Any]] = []


def _begin(*shared: SynchronizedArray[Any]) -> None:
    """Take over what is shared, give way to the server, and end with it: Ctrl-C is for the server."""
    _shared[:] = shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _goes_on(slot: int) -> GoOn:
    until = time.monotonic() + LIMIT
    shares, ends = _shared

    def go_on(share: float) -> bool:
        shares[slot] = share
        return not ends[slot] and time.monotonic() < until

    return go_on


def _action(asked: Question, slot: int) -> Found:
    return action(asked, _goes_on(slot))


def _advice(asked: Question, slot: int) -> tuple[str, str]:
    return advice(asked, _goes_on(slot))
