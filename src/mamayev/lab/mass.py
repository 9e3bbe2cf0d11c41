"""Mass play: a whole game between bots, or many games on several processes or machines."""

from __future__ import annotations

import logging
import multiprocessing
import multiprocessing.resource_tracker
import os
import random
import signal
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, TypeVar

from mamayev.engine import registry
from mamayev.engine.bot import RANDOM, Bot, Policy
from mamayev.engine.chance import Luck
from mamayev.engine.playout import playout
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table
from mamayev.players import checked, contender
from mamayev.players.crew import end_with

BACKENDS = ("local", "dask", "ray")

Row = dict[str, Any]
Watch = Callable[[Any], None]
"""A function that receives the position at every decision, including rolls and draws, and at the end.

It must not change the position.
"""

Took = Callable[[Any, int, int], None]
"""A function that receives the position, seat and action of every decision that a player makes, before the action is
played.
"""

T = TypeVar("T")


class WorkerLost(Exception):
    """A worker process has died. The message explains it. Finished games are kept."""


class Setup(NamedTuple):
    """The request: the game's name, edition, options and components, and a bot's name for each seat ("" for a seat that
    the rules play).
    """

    game: str
    players: tuple[str, ...]
    edition: str | None = None
    options: tuple[tuple[str, Any], ...] = ()
    components: str = ""


@lru_cache(maxsize=8)
def table_of(setup: Setup) -> Table[Any]:
    """Return the table for a setup. It is opened once per process. Raises Refusal."""
    folder = Path(setup.components) if setup.components else None
    return registry.find(setup.game).table(setup.edition, dict(setup.options), folder)


# ------------------------------------------------------------------ one game


def play_number(
    setup: Setup,
    seed: int,
    number: int,
    watch: Watch | None = None,
    took: Took | None = None,
    spent: dict[int, float] | None = None,
) -> tuple[Row, Position]:
    """Play the game with this number.

    Return its row (number, seed, decisions, winner, level, points, why) and its final position.

    Dice and cards are the same as in a match with the row's seed. Every other game with that number and seed gets the
    same results for the same rolls and draws (`engine.chance.keyed`), whatever its players and rules.
    """
    table = table_of(setup)
    own = random.Random(f"{seed}/{number}").getrandbits(53)
    position = table.start()
    try:
        decisions = play_out(position, setup.players, own, watch, took, spent)
    except Exception as error:
        error.add_note(f"In game number {number} of {setup.game}, which has the seed {own}.")
        raise
    result = table.result(position)
    row = {"number": number, "seed": own, "decisions": decisions}
    return row | {key: result.get(key) for key in ("winner", "level", "points", "why")}, position


def play_out(
    position: Position,
    players: Sequence[str],
    seed: int,
    watch: Watch | None = None,
    took: Took | None = None,
    spent: dict[int, float] | None = None,
) -> int:
    """Play a position to its end, in place, with a bot's name for each seat ("" if the rules play it) and the dice and
    cards of a seed. Returns the number of decisions by players. `spent` receives the seconds that each seat's bot has
    used. Raises a Refusal that names a failing bot."""
    game = position.table.game
    luck = Luck(seed)
    bots = {seat: (contender(game, name), name) for seat, name in enumerate(players) if name not in ("", RANDOM)}
    told = any(bot.knowing is not None for bot, _ in bots.values())
    policies: dict[int, Policy] = {seat: checked(_knowing(bot, luck), name) for seat, (bot, name) in bots.items()}
    if took is not None:
        policies = {seat: _told(policies.get(seat, by_lot), seat, took) for seat, name in enumerate(players) if name}
    if spent is not None:
        policies = {seat: _timed(policies.get(seat, by_lot), seat, spent) for seat, name in enumerate(players) if name}
    return playout(position, random.Random(seed), policies, luck=luck, watch=watch, see=not told)


def _knowing(bot: Bot, luck: Luck) -> Bot:
    """Return the bot, with knowledge of the coming dice if it may have that."""
    return bot if bot.knowing is None else replace(bot, policy=bot.knowing(luck))


def by_lot(p: Position, rng: random.Random) -> int:
    """Return random play as a policy."""
    return p.draw(rng.random)


def _told(policy: Policy, seat: int, took: Took) -> Policy:
    def noted(p: Any, rng: random.Random) -> int:
        action = policy(p, rng)
        took(p, seat, action)
        return action

    return noted


def _timed(policy: Policy, seat: int, spent: dict[int, float]) -> Policy:
    def timed(p: Any, rng: random.Random) -> int:
        begun = time.perf_counter()
        try:
            return policy(p, rng)
        finally:
            spent[seat] = spent.get(seat, 0.0) + time.perf_counter() - begun

    return timed


# ------------------------------------------------------------------ many games


def portion(games: int, workers: int, backend: str) -> int:
    """Return the number of games per job: enough to keep a process busy, and few enough for a progress bar to move. If
    this process plays the games itself, this is 1.
    """
    if workers == 1 and backend == "local":
        return 1
    return max(1, min(50, games // (8 * abs(workers)) or 1))


def check_workers(workers: int) -> None:
    """Raise Refusal for an invalid number of workers."""
    if workers == 0 or workers < -1:
        raise Refusal(
            f"The number of workers must be 1 or more, or -1 for one per core, not {workers}.",
            field="--workers",
            malformed=True,
        )


def run_all(
    work: Callable[..., T], jobs: Iterable[tuple[Any, ...]], workers: int, backend: str
) -> Generator[T, None, None]:
    """Yield the result of `work(*job)` for each job as it finishes, in any order.

    `workers` is the number of processes (-1: one per core), on this machine or in a new cluster. A running cluster is
    used unchanged. Wrap the generator in `stoppable`, which closes it. Raises Refusal and WorkerLost.
    """
    if backend == "local" and _alone(workers):
        for job in jobs:
            yield work(*job)
    elif backend == "local":
        yield from _on_this_machine(work, jobs, workers)
    else:
        yield from _in_cluster(work, jobs, workers, backend)


def _alone(workers: int) -> bool:
    """Return whether this process does the work itself: only one process is wanted, or it cannot start others."""
    if workers == 1:
        return True
    from joblib import effective_n_jobs

    return bool(effective_n_jobs(workers) == 1)


def _on_this_machine(work: Callable[..., T], jobs: Iterable[tuple[Any, ...]], workers: int) -> Generator[T, None, None]:
    """Yield results like `run_all`.

    An exception in the middle of joblib's code can get lost, or make joblib hang forever. On Ctrl-C, or when the
    generator is closed, this function therefore ends joblib's processes, which joblib can handle.
    """
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import BrokenProcessPool, TerminatedWorkerError

    parts: Iterator[T] = iter(())
    with _ctrl_c_later(_end_workers) as missed, ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        # A process whose memory has grown with the tables that it opened is replaced, which loses no game.
        warnings.filterwarnings("ignore", "A worker stopped while some jobs were given")
        ended = {"initializer": end_with, "initargs": (os.getpid(),)}
        try:
            pool = stack.enter_context(Parallel(workers, return_as="generator_unordered", **ended))
            with _deaf_processes():
                parts = pool(delayed(work)(*job) for job in jobs)
            if missed:
                _end_workers()
            for part in parts:
                if missed:
                    _end_workers()  # also one that was just replaced
                else:
                    yield part
        except GeneratorExit:
            _end_workers()
            with suppress(BrokenProcessPool):
                deque(parts, 0)
            raise
        except BrokenProcessPool as broken:
            if missed:
                return
            if isinstance(broken, TerminatedWorkerError):
                raise WorkerLost("A worker process was killed or ran out of memory. ") from None
            raise


def _end_workers() -> None:
    """End joblib's processes."""
    from joblib.externals.loky.backend.process import LokyProcess

    for process in multiprocessing.active_children():
        if isinstance(process, LokyProcess):
            process.terminate()


def _in_cluster(
    work: Callable[..., T], jobs: Iterable[tuple[Any, ...]], workers: int, backend: str
) -> Generator[T, None, None]:
    """Yield results like `run_all`."""
    from joblib import Parallel, delayed, effective_n_jobs, parallel_config

    with ExitStack() as stack:
        stack.enter_context(_cluster(backend, workers))
        stack.enter_context(parallel_config(backend=backend))
        if backend != "ray":
            stack.enter_context(warnings.catch_warnings())
            # Ctrl-C means that games in progress, or not yet returned, are dropped.
            warnings.filterwarnings("ignore", r"\d+ tasks (which were still being processed|have been successfully)")
            with _ctrl_c_later():
                pool = stack.enter_context(Parallel(-1, return_as="generator_unordered"))
                parts = stack.enter_context(closing(pool(delayed(work)(*job) for job in jobs)))
            yield from parts
            return
        # Ray returns its results all at once, so it gets only a few jobs at a time. Its processes ignore Ctrl-C by
        # themselves.
        pool = stack.enter_context(Parallel(-1))
        rest, some = iter(jobs), 4 * effective_n_jobs(-1)
        while round_of_jobs := list(islice(rest, some)):
            yield from pool(delayed(work)(*job) for job in round_of_jobs)


@contextmanager
def _cluster(backend: str, workers: int) -> Iterator[None]:
    """Yield the cluster of a backend: the one in its environment variable (DASK_SCHEDULER_ADDRESS, RAY_ADDRESS), or a
    new one with this number of processes on this machine, shut down at the end. Raises Refusal."""
    if backend not in BACKENDS:
        raise Refusal(
            f"Use one of these backends: {', '.join(BACKENDS)}; not “{backend}”.", field="--backend", malformed=True
        )
    processes = None if workers == -1 else workers
    try:
        if backend == "dask":
            import distributed
        else:
            # Ray reports no usage statistics, and its own messages are of no use here.
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            if not os.environ.get("RAY_ADDRESS"):
                # A cluster on this machine only: it opens all its ports on loopback, none on the network.
                os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
            logging.getLogger("ray").setLevel(logging.ERROR)
            import ray
            from ray.util.joblib import register_ray
    except ImportError:
        package = "dask[distributed]" if backend == "dask" else "ray"
        raise Refusal(
            f"The backend {backend} needs {package}: pip install {package}.", field="--backend", malformed=True
        ) from None
    with ExitStack() as stack:
        with _ctrl_c_later(), _deaf_processes():
            if backend == "dask":
                own = not (there := os.environ.get("DASK_SCHEDULER_ADDRESS"))
                if own:
                    # An error in a game comes back as an exception, and the log would be full of our own Ctrl-C. Its
                    # pages are served even without a dashboard, so they get any free port here, because another study
                    # may use 8787.
                    cluster = distributed.LocalCluster(  # type: ignore[no-untyped-call]
                        n_workers=processes,
                        threads_per_worker=1,
                        dashboard_address=None,
                        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                        silence_logs=logging.CRITICAL,
                    )
                    there = stack.enter_context(cluster)
                client = stack.enter_context(distributed.Client(there))  # type: ignore[no-untyped-call]
                if own:
                    client.run(_close_quietly)
            else:
                here: dict[str, Any] = {
                    "num_cpus": processes,
                    "include_dashboard": False,
                    "_node_ip_address": "127.0.0.1",
                }
                ray.init(
                    **({} if os.environ.get("RAY_ADDRESS") else here), log_to_driver=False, logging_level=logging.ERROR
                )
                stack.callback(ray.shutdown)
                register_ray()  # type: ignore[no-untyped-call]
        try:
            yield
        finally:
            # A second Ctrl-C would leave it half shut down, and it would print its own messages about that.
            with _ctrl_c_later():
                stack.close()


def _close_quietly() -> None:
    """Silence warnings in a cluster process, because joblib gives it a client that may be closed only after the event
    loop that the client needs.
    """
    usual = sys.unraisablehook

    def told(problem: Any) -> None:
        if not (isinstance(problem.exc_value, RuntimeError) and str(problem.exc_value) == "IOLoop is closed"):
            usual(problem)

    sys.unraisablehook = told


@contextmanager
def stoppable(parts: Generator[T, None, None]) -> Iterator[Generator[T, None, None]]:
    """Yield the generator of `run_all`, and end its games in progress at the end, or on Ctrl-C."""
    try:
        yield parts
    finally:
        with _ctrl_c_later():
            parts.close()


@contextmanager
def _ctrl_c_later(at_once: Callable[[], None] = lambda: None) -> Iterator[list[int]]:
    """Delay Ctrl-C and other signals that end a command until the block ends, so that nothing in it is left half done.
    `at_once` is called on each signal. The third signal acts immediately, in case the work does not end. Yields the
    signals received.
    """
    missed: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield missed
        return
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {number: handler for number in numbers if callable(handler := signal.getsignal(number))}

    def came(number: int, frame: FrameType | None) -> None:
        missed.append(number)
        if len(missed) > 2:
            before[number](number, frame)
        at_once()

    try:
        for number in before:
            signal.signal(number, came)
        yield missed
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(missed):
            signal.raise_signal(number)


@contextmanager
def _deaf_processes() -> Iterator[None]:
    """Shield processes that start inside the block, or later in its threads, from Ctrl-C and from the closing of the
    terminal."""
    if sys.platform == "win32":
        yield
        return
    # Its first start would unblock them.
    multiprocessing.resource_tracker.ensure_running()
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)]
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
