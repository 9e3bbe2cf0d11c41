"""Review a game with several processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from mamayev.match.match import Match, Record
from mamayev.players.reviewing import Done, Progress, Review
from mamayev.players.reviewing import review as review_here

from .mass import check_workers, run_all, stoppable


def review(
    match: Match | Record,
    seat: str | None = None,
    *,
    budget: int | None = None,
    workers: int = 1,
    progress: Callable[[Progress], object] = lambda _progress: None,
    met: Callable[[int], object] = lambda _ply: None,
    stop: Callable[[], bool] = lambda: False,
    done: Done | None = None,
) -> Review:
    """Return the review of a match or a record for a seat, or for all open seats.

    `budget`: the number of playouts; the default depends on the length of the game. `workers`: the number of processes
    (-1: one per core); the result is the same for any number. `met`: see `players.reviewing.review`. `stop`: called
    between playouts; if it returns True, or on Ctrl-C, the review stops and returns the results so far. `done`: the
    playouts from an earlier review, to which this one adds its own. Raises Refusal and WorkerLost.
    """
    check_workers(workers)
    begun = time.perf_counter()

    def run(work: Callable[..., Any], jobs: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        with stoppable(run_all(work, jobs, workers, "local")) as parts:
            yield from parts

    played = match.replay() if isinstance(match, Record) else match
    found = review_here(
        played, seat, budget=budget, run=run, heard=progress, met=met, go_on=lambda: not stop(), done=done
    )
    spent = time.perf_counter() - begun
    return msgspec.structs.replace(found, seconds=spent, workers=workers)
