"""Run bots in separate processes at a lower priority, so that the event loop, threads and other matches do not wait for
them.

A search reports its progress and can be ended at any time.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import multiprocessing
import os
import signal
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from mamayev.engine.bot import GoOn
from mamayev.engine.refusal import Refusal
from mamayev.players import crew

from .fair import Thinkers, Thought, nothing
from .thoughts import REVIEW, TOLD_EVERY, Found, Hear, Question, Tell, What, found

log = logging.getLogger(__name__)

PROCESSES = max(2, min(4, (os.cpu_count() or 2) - 1))
"""The maximum number of simultaneous long searches. It is at least two, so that one search does not block all
others."""
CORES = os.cpu_count() or 1
"""The number of cores that one long search uses."""
QUICK = 1
"""The maximum number of simultaneous quick searches. They never wait for a long search."""
REVIEWS = 1
"""The number of simultaneous reviews."""
LIMIT, REVIEW_LIMIT = 60.0, 1800.0
"""The number of seconds after which a search or a review ends, even if it has rollouts left."""
AWAITED_LIMIT = 300.0
"""The limit for a review while another caller is waiting, in seconds."""
GRACE = 30.0
"""The number of seconds after the end of a search until its process is killed if the bot continues.

A caller is waiting for the answer, and on a busy machine the current rollout may take a while.
"""
DROPPED = 5.0
"""The same limit for a search that no caller is waiting for, in seconds."""


def thinkers(tell: Tell) -> Thinkers:
    """Return the searches for a server, which run in separate processes."""
    return Thinkers(tell, Processes(PROCESSES, CORES), Processes(QUICK), Processes(REVIEWS))


class Processes:
    """A pool of processes that are started on demand. Each runs one search at a time on `cores` cores."""

    def __init__(self, places: int, cores: int = 1) -> None:
        self.places, self.cores = places, cores
        self._all: set[Process] = set()
        self._idle: list[Process] = []
        self._stopped = False

    async def find(self, thought: Thought) -> Found | None:
        """Run a search, or return None if its process was killed. Raises Refusal."""
        if self._stopped:
            return None
        process = self._idle.pop() if self._idle else Process(self.cores)
        self._all.add(process)
        answer = process.ask(thought.about.what, thought.asked, thought.hear)
        begun = time.monotonic()
        thought.quit = process.end
        if thought.ended or thought.yielding:
            process.end()
        try:
            while not (await asyncio.wait([answer], timeout=TOLD_EVERY))[0]:
                thought.told(process.share.value)
                if time.monotonic() - begun > _limit(thought):
                    thought.end()
                if process.overdue:
                    process.kill()
            reply, killed = answer.result(), process.killed
        finally:
            thought.quit = nothing
            await self._let_go(process, answer)
        if isinstance(reply, Refusal):
            raise reply
        if reply is None and not killed:
            log.error("a process that thought for a bot has ended")
            raise Refusal("The bot's search process has ended.", field="players")
        return reply

    async def _let_go(self, process: Process, answer: asyncio.Future[Found | Refusal | None]) -> None:
        """Keep a process for the next search, or kill it if it does not end a dropped search in time."""
        try:
            if not answer.done():
                process.end()
                await asyncio.wait([answer], timeout=DROPPED)
        finally:
            if answer.done() and answer.result() is not None and not process.killed:
                self._idle.append(process)
            else:
                process.kill()
                self._all.discard(process)

    def stop(self) -> None:
        """Kill all processes."""
        self._stopped = True
        for process in self._all:
            process.kill()


def _limit(thought: Thought) -> float:
    """Return the time limit of a search in seconds."""
    if thought.about.what != REVIEW:
        return LIMIT
    return AWAITED_LIMIT if thought.awaited else REVIEW_LIMIT


class Process:
    """A search process. `share`: the progress of its current search."""

    def __init__(self, cores: int = 1) -> None:
        context = multiprocessing.get_context("spawn")
        self.share, self._ended = context.Value("d", 0.0, lock=False), context.Value("b", 0, lock=False)
        self._line, theirs = context.Pipe()
        shared = theirs, self.share, self._ended, cores
        # A daemon could start no processes for the other cores. So this one is killed at exit.
        self._process = context.Process(target=_work, args=shared, name="mamayev-thinker")
        self._theirs = theirs
        self._started = False
        self._end_at = float("inf")
        self.killed = False
        self._lock = threading.Lock()

    def ask(self, what: What, asked: Question, hear: Hear) -> asyncio.Future[Found | Refusal | None]:
        """Start a search. Its result is None if the process ends. `hear` receives the results so far, on the event
        loop."""
        self.share.value, self._ended.value, self._end_at = 0.0, 0, float("inf")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Found | Refusal | None] = loop.create_future()

        def answered(reply: Found | Refusal | None) -> None:
            if not answer.done():
                answer.set_result(reply)

        def heard(part: Found) -> None:
            with suppress(RuntimeError):  # as below
                loop.call_soon_threadsafe(hear, part)

        def wait() -> None:
            reply = self._answer(what, asked, heard)
            with suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(answered, reply)

        threading.Thread(target=wait, name="mamayev-thinker", daemon=True).start()
        return answer

    def _answer(self, what: What, asked: Question, heard: Hear) -> Found | Refusal | None:
        try:
            with self._lock:
                if self.killed:
                    return None
                if not self._started:
                    atexit.register(self.kill)
                    self._process.start()
                    self._theirs.close()
                    self._started = True
            self._line.send((what, asked))
            reply: Found | Refusal = self._line.recv()
            while isinstance(reply, Found) and reply.partial:
                heard(reply)
                reply = self._line.recv()
            return reply
        except (EOFError, OSError):
            self._process.join(DROPPED)
            return None

    def end(self) -> None:
        """End the search with its best result so far. Can be called from any thread."""
        self._ended.value = 1
        self._end_at = min(self._end_at, time.monotonic())

    @property
    def overdue(self) -> bool:
        """Return whether the bot is still searching although its time is up."""
        return time.monotonic() > self._end_at + GRACE

    def kill(self) -> None:
        """Kill the process immediately. Can be called from any thread."""
        with self._lock:
            self.killed = True
            if self._started:
                atexit.unregister(self.kill)
                self._process.kill()


# ------------------------------------------------------------------ in the other process


def _work(line: Connection, share: Any, ended: Any, cores: int) -> None:
    """Answer questions one after another, using up to `cores` cores. This process runs at a lower priority than the
    server, ignores Ctrl-C, and ends when the server does.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    crew.allow(cores)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    while True:
        try:
            what, asked = line.recv()
        except EOFError:  # the server has ended
            return
        line.send(_reply(what, asked, _goes_on(share, ended), line.send))


def _reply(what: What, asked: Question, go_on: GoOn, hear: Hear) -> Found | Refusal:
    try:
        return found(what, asked, go_on, hear)
    except Refusal as refusal:
        return refusal


def _goes_on(share: Any, ended: Any) -> GoOn:
    def go_on(done: float) -> bool:
        share.value = done
        return not ended.value

    return go_on
