"""Mass play: many games of one kind, with one row each. The same seed gives the same rows on any number of workers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mamayev.engine import registry
from mamayev.engine.bot import RANDOM
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table
from mamayev.match import files
from mamayev.players import contender

from .conduct import Observer, conducted
from .figures import difference, distribution
from .mass import Row, Setup, Took, WorkerLost, check_workers, play_number, portion, run_all, stoppable, table_of
from .positions import Recorder


@dataclass
class Results:
    """The rows of a simulation in the order of the games, and its duration in seconds.

    `interrupted`: whether it was stopped early. If so, `rows` contains the finished games, and `cause` is the reason,
    unless it was Ctrl-C.
    """

    setup: Setup
    seed: int
    rows: list[Row] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False
    cause: str = ""

    def summary(self) -> dict[str, Any]:
        """Return the JSON-ready summary: counts, speeds, results, and points with a 95% confidence interval of the
        mean."""
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
        if conduct := self.conduct():
            data["conduct"] = conduct
        points = [row["points"] for row in self.rows if row.get("points") is not None]
        if points:
            data["points"] = distribution(points)
        if self.interrupted:
            data["interrupted"] = True
        return data

    def conduct(self) -> dict[str, Any]:
        """Return the result of `conduct.conducted` for each seat that does not play at random, by seat."""
        game = registry.find(self.setup.game)
        found = {}
        for seat, name in enumerate(self.setup.players):
            if name not in ("", RANDOM) and self.rows:
                own = f"{game.seats[seat]}_"
                rows = [{k.removeprefix(own): v for k, v in row.items() if k.startswith(own)} for row in self.rows]
                found[game.seats[seat]] = conducted(game.study().conduct, game, seat, rows)
        return found

    def against(self, rival: Results) -> dict[str, Any] | None:
        """Return the paired difference in points from a rival's games with the same seed (`figures.difference`), over
        the games that both played. Return None if the game has no points.
        """
        theirs = {row["number"]: row["points"] for row in rival.rows}
        pairs = [(row["points"], theirs[row["number"]]) for row in self.rows if row["number"] in theirs]
        if not pairs or any(point is None for pair in pairs for point in pair):
            return None
        return difference([own for own, _ in pairs], [other for _, other in pairs])

    def write_parquet(self, file: Path, *more: Results) -> None:
        """Write the rows, with those of any further simulations, to a Parquet file, completely or not at all.

        The file has every column of any row. A value that a game does not have is empty, for example a fact about a
        unit that is not on the map.

        Raises Refusal without pyarrow, and OSError if the file cannot be written.
        """
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise Refusal(
                "Writing Parquet needs pyarrow: pip install mamayev[results].", field="--out", malformed=True
            ) from None
        rows = [row for results in (self, *more) for row in results.rows]
        columns = dict.fromkeys(column for row in rows for column in row)  # pyarrow takes only those of the first row
        table = pyarrow.table({column: [row.get(column) for row in rows] for column in columns})
        buffer = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(table, buffer)
        files.write(file, buffer.getvalue())


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
    decisions: Callable[[list[Row]], None] | None = None,
) -> Results:
    """Play many games between bots.

    `players` names one bot for each seat that the rules do not play, or one bot for all. `workers` is the number of
    processes (-1: one per core). `progress` receives the number of games finished since its last call. `decisions`
    receives the decisions of each game (`positions.Recorder`). On Ctrl-C, the finished games are kept. Raises Refusal
    for unknown names, a backend that is not installed, or a failing bot.
    """
    if games < 1:
        raise Refusal(f"At least one game must be played, not {games}.", field="--games", malformed=True)
    check_workers(workers)
    setup = set_up(game, players, edition=edition, options=options, components=components)
    results = Results(setup, seed)
    rows: dict[int, Row] = {}
    begun = time.perf_counter()
    size = portion(games, workers, backend)
    noted = decisions is not None
    jobs = ((setup, seed, first, min(first + size, games), noted) for first in range(0, games, size))
    try:
        with stoppable(run_all(play_numbers, jobs, workers, backend)) as parts:
            for part in parts:
                for row in part:
                    if decisions is not None:
                        decisions(row.pop(DECISIONS))
                    rows[row["number"]] = row
                if progress is not None:
                    progress(len(part))
    except (KeyboardInterrupt, WorkerLost) as stopped:
        results.interrupted, results.cause = True, str(stopped)
    results.seconds = time.perf_counter() - begun
    results.rows = [rows[number] for number in sorted(rows)]
    return results


def set_up(
    game: str,
    players: Sequence[str],
    *,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    components: str | Path | None = None,
) -> Setup:
    """Return the request for `simulate`. Raises Refusal for unknown names."""
    found = registry.find(game)
    chosen = found.check_options(options or {})
    table = found.table(edition, chosen, Path(components) if components else None)
    return Setup(game, _seated(table, players), edition, tuple(sorted(chosen.items())), str(components or ""))


def _seated(table: Table[Any], players: Sequence[str]) -> tuple[str, ...]:
    """Return a bot's name for each seat, "" if the rules play it. Raises Refusal."""
    game = table.game
    open_seats = table.open_seats
    names = list(players) * len(open_seats) if len(players) == 1 else list(players)
    if len(names) != len(open_seats):
        raise Refusal(
            f"{game.title} has {', '.join(open_seats)} to play, not {len(names)} players ({', '.join(names)}).",
            field="--players",
            malformed=True,
        )
    for name in names:
        contender(game, name)
    chosen = dict(zip(open_seats, names, strict=True))
    return tuple(chosen.get(seat, "") for seat in game.seats)


DECISIONS = "decisions noted"
"""The key under which a row carries the decisions from `positions.Recorder`."""


def play_numbers(setup: Setup, seed: int, first: int, end: int, noted: bool = False) -> list[Row]:
    """Return the rows of the games with the numbers from `first` to `end` - 1.

    A row contains the players, the result of `play_number`, the final facts as fact_NAME, and the behavior metrics of
    each seat as SEAT_conduct_FIGURE, except for random players. If `noted` is true, it also contains every decision of
    a seat.
    """
    rows, players = [], ",".join(name for name in setup.players if name)
    game = registry.find(setup.game)
    led = [seat for seat, name in enumerate(setup.players) if name not in ("", RANDOM)]
    for number in range(first, end):
        observer, recorder = Observer(game.study().conduct), Recorder(table_of(setup), number) if noted else None
        told = [observer.took] * bool(led) + ([recorder.took] if recorder else [])

        def took(p: Any, seat: int, action: int, told: Sequence[Took] = tuple(told)) -> None:
            for tell in told:
                tell(p, seat, action)

        watch = observer.watch if led else None
        row, position = play_number(setup, seed, number, watch, took if told else None)
        if recorder:
            row[DECISIONS] = recorder.rows(position)
        row |= {"players": players} | {f"fact_{k}": value for k, value in position.table.facts(position).items()}
        for seat in led:
            row |= {f"{game.seats[seat]}_{k}": value for k, value in observer.figures(position, seat).items()}
        rows.append(row)
    return rows


def _outcome(row: Row) -> str:
    return str(row["level"] or row["winner"] or "nobody wins")
