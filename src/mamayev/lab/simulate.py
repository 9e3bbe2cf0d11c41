"""Mass play: many games of one kind, a row for each, the same rows for the same seed on any number of workers."""

from __future__ import annotations

import random
import signal
import statistics
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from mamayev.engine import registry
from mamayev.engine.box import playout
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table
from mamayev.players import answer, find

BACKENDS = ("local", "dask", "ray")
QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)

Row = dict[str, Any]


@dataclass(frozen=True)
class Setup:
    """What is played: the game's name, edition, options, components, and a bot's name for each seat; "" for a seat
    that the rules play."""

    game: str
    players: tuple[str, ...]
    edition: str | None = None
    options: tuple[tuple[str, Any], ...] = ()
    components: str = ""


@dataclass
class Results:
    """The rows of a simulation in the order of the games, and how long it took in seconds.

    `interrupted`: it was stopped before all the games were played; `rows` holds the finished ones.
    """

    setup: Setup
    seed: int
    rows: list[Row] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    def summary(self) -> dict[str, Any]:
        """The JSON-ready summary: counts, speeds, results, and points with a 95 % confidence interval of the mean."""
        decisions = sum(row["decisions"] for row in self.rows)
        seconds = max(self.seconds, 1e-9)
        data: dict[str, Any] = {
            "game": self.setup.game,
            "players": [name for name in self.setup.players if name],
            "seed": self.seed,
            "games": len(self.rows),
            "decisions": decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(decisions / seconds, 1),
            "games_per_second": round(len(self.rows) / seconds, 2),
            "results": dict(Counter(_outcome(row) for row in self.rows).most_common()),
        }
        points = [row["points"] for row in self.rows if row.get("points") is not None]
        if points:
            data["points"] = _distribution(points)
        if self.interrupted:
            data["interrupted"] = True
        return data

    def save(self, file: Path) -> None:
        """Write the rows as a Parquet file. Raises Refusal without pyarrow, OSError when it cannot be written."""
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise Refusal(
                "Writing Parquet needs pyarrow: pip install mamayev[results].", field="--out", malformed=True
            ) from None
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(self.rows), file)


def simulate(
    game: str,
    games: int,
    players: Sequence[str] = ("random",),
    *,
    seed: int = 0,
    workers: int = 1,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    components: str | Path | None = None,
    backend: str = "local",
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play many games between bots.

    `players` names one bot for each seat that the rules do not play, or one for all; `workers` is the number of
    processes (-1: one a core); `progress` is called with the number of games finished since its last call. Ctrl-C
    keeps what is finished. Raises Refusal for unknown names, a backend that is not installed, or a bot that fails.
    """
    if games < 1:
        raise Refusal(f"At least one game must be played, not {games}.", field="--games", malformed=True)
    if workers == 0 or workers < -1:
        raise Refusal(f"Workers are 1 or more, or -1 for one a core; not {workers}.", field="--workers", malformed=True)
    found = registry.find(game)
    chosen = found.check_options(options or {})
    table = found.table(edition, chosen, Path(components) if components else None)
    setup = Setup(game, _seated(table, players), edition, tuple(sorted(chosen.items())), str(components or ""))
    results = Results(setup, seed)
    rows: dict[int, Row] = {}
    begun = time.perf_counter()
    parts = _parts(setup, seed, games, workers, backend)
    try:
        for part in parts:
            rows.update((row["number"], row) for row in part)
            if progress is not None:
                progress(len(part))
    except KeyboardInterrupt:
        results.interrupted = True
        with warnings.catch_warnings():
            # That games in progress, or not yet handed over, are dropped is what Ctrl-C means.
            warnings.filterwarnings("ignore", r"\d+ tasks (which were still being processed|have been successfully)")
            parts.close()
    results.seconds = time.perf_counter() - begun
    results.rows = [rows[number] for number in sorted(rows)]
    return results


def _seated(table: Table[Any], players: Sequence[str]) -> tuple[str, ...]:
    """A bot's name for each seat, "" where the rules play. Raises Refusal."""
    game = table.game
    open_seats = [seat for index, seat in enumerate(game.seats) if index not in table.policies]
    names = list(players) * len(open_seats) if len(players) == 1 else list(players)
    if len(names) != len(open_seats):
        raise Refusal(
            f"{game.title} has {', '.join(open_seats)} to play; {len(names)} players were named ({', '.join(names)}).",
            field="--players",
            malformed=True,
        )
    for name in names:
        find(game, name)
    chosen = dict(zip(open_seats, names, strict=True))
    return tuple(chosen.get(seat, "") for seat in game.seats)


def _parts(setup: Setup, seed: int, games: int, workers: int, backend: str) -> Generator[list[Row], None, None]:
    """The rows in portions, as they are finished."""
    if workers == 1 and backend == "local":
        for number in range(games):
            yield play_numbers(setup, seed, number, number + 1)
        return
    from joblib import Parallel, delayed

    # Portions big enough to be worth a process's trouble, small enough for a progress bar.
    size = max(1, min(50, games // (8 * abs(workers)) or 1))
    # Ray hands its results over in one piece at the end.
    results = "list" if backend == "ray" else "generator_unordered"
    with _on(backend), Parallel(workers if backend == "local" else -1, return_as=results) as pool:
        with _deaf_to_ctrl_c():
            # The workers are forked here and stay deaf: Ctrl-C is for this process, which keeps what is finished.
            parts = pool(
                delayed(play_numbers)(setup, seed, first, min(first + size, games)) for first in range(0, games, size)
            )
        yield from parts


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that are started meanwhile never hear of Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _on(backend: str) -> AbstractContextManager[Any]:
    """The joblib backend of a name. Raises Refusal when what it needs is not installed."""
    if backend == "local":
        return nullcontext()
    if backend not in BACKENDS:
        raise Refusal(f"Backends are {', '.join(BACKENDS)}; not “{backend}”.", field="--backend", malformed=True)
    from joblib import parallel_config

    try:
        if backend == "dask":
            from distributed import Client

            # Joins the cluster of DASK_SCHEDULER_ADDRESS where that is set, else starts one on this machine.
            Client()
        else:
            import ray
            from ray.util.joblib import register_ray

            ray.init(ignore_reinit_error=True, log_to_driver=False)
            register_ray()
    except ImportError:
        package = "dask[distributed]" if backend == "dask" else "ray"
        raise Refusal(
            f"The backend {backend} needs {package}: pip install {package}.", field="--backend", malformed=True
        ) from None
    config: AbstractContextManager[Any] = parallel_config(backend=backend)
    return config


@lru_cache(maxsize=8)
def table_of(setup: Setup) -> Table[Any]:
    """The table of a set-up, opened once in each process. Raises Refusal."""
    folder = Path(setup.components) if setup.components else None
    return registry.find(setup.game).table(setup.edition, dict(setup.options), folder)


def play_numbers(setup: Setup, seed: int, first: int, end: int) -> list[Row]:
    """The rows of the games with the numbers from `first` to before `end`."""
    table = table_of(setup)
    rows = []
    for number in range(first, end):
        own = random.Random(f"{seed}/{number}").getrandbits(53)
        position = table.start()
        try:
            decisions = play_out(position, setup.players, random.Random(own))
        except Exception as error:
            error.add_note(f"In game number {number} of {setup.game}, played with random.Random({own}).")
            raise
        rows.append({"number": number, "seed": own, "decisions": decisions, **_flat_result(table, position)})
    return rows


def play_out(position: Position, players: Sequence[str], rng: random.Random) -> int:
    """Play a position to its end, in place, a bot's name for each seat ("" for those that the rules play); returns
    the decisions taken by players."""
    if all(name in ("random", "") for name in players):
        return playout(position, rng)
    boxes, policies = position.table.boxes, position.table.policies
    bots = {seat: find(position.table.game, name) for seat, name in enumerate(players) if name}
    decisions = 0
    while position.frames:
        frame = position.frames[-1]
        box = boxes[frame[0]]
        if box.chance:
            action = box.sample(position, frame, rng.random)
        elif (seat := box.seat(position, frame)) in policies:
            action = policies[seat](position).action
        else:
            action = answer(position, bots[seat], rng, players[seat]).action
            decisions += 1
        position.apply(action)
    return decisions


def _flat_result(table: Table[Any], position: Position) -> Row:
    """Winner, level, points and why of a finished game, and its facts as fact_NAME."""
    result = table.result(position)
    row: Row = {key: result.get(key) for key in ("winner", "level", "points", "why")}
    facts = table.facts(position)
    return row | {f"fact_{name}": value for name, value in facts.items()}


def _outcome(row: Row) -> str:
    return str(row["level"] or row["winner"] or "nobody wins")


def _distribution(points: Sequence[float]) -> dict[str, Any]:
    """Mean, its 95 % confidence interval (normal approximation), standard deviation and quantiles."""
    mean = statistics.fmean(points)
    deviation = statistics.stdev(points) if len(points) > 1 else 0.0
    half = 1.96 * deviation / len(points) ** 0.5
    ordered = sorted(points)
    return {
        "mean": round(mean, 4),
        "ci95": [round(mean - half, 4), round(mean + half, 4)],
        "deviation": round(deviation, 4),
        "quantiles": {f"{q:g}": ordered[round(q * (len(ordered) - 1))] for q in QUANTILES},
    }
