"""The processes that play the rollouts of a search on several cores.

A program or server sets the number of cores (`allow`). The default is one core without extra processes, because mass
play already keeps all cores busy with games. In the browser, other workers take the place of processes
(`server.workers`).
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Far = Callable[[bytes, Sequence[Any]], list[float]]
"""A function that plays a batch of jobs (`results`) elsewhere, and returns their results in order."""

_allowed = 1
_far: Far | None = None
_pool: ProcessPoolExecutor | None = None
PARTS = 4
"""The number of parts into which a batch is split per process: few enough to cost little, and enough for the processes
to finish at about the same time.
"""


def allow(number: int, far: Far | None = None) -> None:
    """Allow a search to use this number of cores. `far` plays its rollouts instead of processes."""
    global _allowed, _far  # settings of the process
    _allowed, _far = max(1, number), far


def cores() -> int:
    """Return the number of cores that a search may use."""
    return _allowed


def run(make: Callable[[Any], Callable[[Any], float]], root: Any, jobs: Sequence[Any]) -> Iterator[float]:
    """Yield the result of `make(root)(job)` for each job, in order, from as many processes as cores are allowed.

    If one of them ends, for example because the system runs out of memory, this process does the remaining jobs.
    """
    packed = pickle.dumps((make, root))
    if _far is not None:
        yield from _far(packed, jobs)
        return
    from concurrent.futures import BrokenExecutor

    pool = _processes()
    size = max(1, len(jobs) // (PARTS * _allowed))
    cut = [jobs[n : n + size] for n in range(0, len(jobs), size)]
    parts: deque[Future[list[float]]] = deque()
    try:
        with suppress(BrokenExecutor):
            parts.extend(pool.submit(results, packed, part) for part in cut)
            while parts:
                found = parts[0].result()
                parts.popleft()
                cut.pop(0)
                yield from found
            return
        _forget()
        for part in cut:
            yield from results(packed, part)
    finally:
        for one in parts:
            one.cancel()


def _forget() -> None:
    """Drop the pool after one of its processes has ended, so that the next search starts a new pool."""
    global _pool  # as above
    if _pool is not None:
        _pool.shutdown(wait=False, cancel_futures=True)
    _pool = None


def _processes() -> ProcessPoolExecutor:
    """Return the processes, starting them on the first call."""
    global _pool  # as above
    if _pool is None:
        # Python in the browser has neither.
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        context = multiprocessing.get_context("spawn")
        _pool = ProcessPoolExecutor(_allowed, context, initializer=_begin, initargs=(os.getpid(),))
        atexit.register(_pool.shutdown, wait=False, cancel_futures=True)
    return _pool


def _begin(parent: int) -> None:
    """Ignore Ctrl-C, which the parent handles, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(parent)


def end_with(parent: int) -> None:
    """End this process within a second of its parent, which may have been killed."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def results(packed: bytes, jobs: Sequence[Any]) -> list[float]:
    """Return the result of each job. `packed`: the pickled arguments `make` and `root` of `run`."""
    work = _made(packed)
    return [work(job) for job in jobs]


@lru_cache(maxsize=2)
def _made(packed: bytes) -> Callable[[Any], float]:
    make, root = pickle.loads(packed)
    made: Callable[[Any], float] = make(root)
    return made
