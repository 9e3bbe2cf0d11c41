"""A folder that stores games during play: the request as a JSON file, the rows as Parquet files.

A stopped run can continue. A folder with other content is left unchanged.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mamayev.engine.refusal import Refusal
from mamayev.engine.text import NotText, file_data, plain
from mamayev.match import files
from mamayev.match.reading import Unreadable, read

from .mass import Row, Setup, check_workers, portion, run_all, stoppable

GAMES = "games"
"""The file that determines which games are complete. It is written last."""
SECONDS_BETWEEN_SAVES = 60.0

Key = tuple[str, ...]
"""The kind of a game: a value for each of the columns `Kept.by`."""
Record = Callable[[Setup, int, Key, Sequence[int]], dict[str, list[Row]]]
"""A function that plays the games with the given numbers, and returns the rows of each file."""


@dataclass
class Kept:
    """A folder of games.

    `what`: its name in messages. `settings`: the request, stored in `file`. `schemas`: the columns by file, with GAMES
    last. `by`: the columns that name the kind of a game. `kinds`: all kinds with their jobs. `tables`: the rows, sorted
    by kind, game and turn. They depend only on the settings.
    """

    what: str
    folder: Path
    file: str
    settings: Any
    schemas: Mapping[str, pa.Schema]
    by: tuple[str, ...]
    kinds: Mapping[Key, Setup]
    tables: dict[str, pa.Table] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tables = {name: schema.empty_table() for name, schema in self.schemas.items()}
        self._load()

    @property
    def total(self) -> int:
        """The number of games requested."""
        return len(self.kinds) * int(self.settings.games)

    @property
    def done(self) -> int:
        """The number of games played."""
        return int(self.tables[GAMES].num_rows)

    def rows(self, file: str, key: Key) -> pa.Table:
        """Return a file's rows for one kind of game."""
        return self._of(self.tables[file], key)

    def play_missing(
        self, record: Record, *, workers: int = 1, backend: str = "local", progress: Callable[[int], None] | None = None
    ) -> None:
        """Play the missing games.

        `progress` receives the number of games finished since its last call. Ctrl-C stops play; the finished games stay
        in the folder. Raises Refusal for a backend that is not installed, a failing bot, or a folder that another
        process uses, and OSError if the folder cannot be written.
        """
        check_workers(workers)
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            with files.held(self.folder / self.file):
                self._load()  # games that another process has played since
                self._play(record, workers, backend, progress)
        except files.Held:
            raise Refusal(
                f"Another process is playing the {self.what} in {self.folder}. Wait for it, or name a new folder with "
                "--out.",
                field="--out",
            ) from None

    def _play(self, record: Record, workers: int, backend: str, progress: Callable[[int], None] | None) -> None:
        size = portion(self.settings.games, workers, backend)
        jobs = [
            (setup, self.settings.seed, key, tuple(numbers[first : first + size]))
            for key, setup, numbers in self._missing()
            for first in range(0, len(numbers), size)
        ]
        new: list[dict[str, list[Row]]] = []
        saved = time.monotonic()
        try:
            with stoppable(run_all(record, jobs, workers, backend)) as parts:
                for part in parts:
                    new.append(part)
                    if progress is not None:
                        progress(len(part[GAMES]))
                    if time.monotonic() - saved > SECONDS_BETWEEN_SAVES:
                        self._keep(new)
                        saved = time.monotonic()
        finally:
            self._keep(new)

    def _missing(self) -> Iterable[tuple[Key, Setup, list[int]]]:
        for key, setup in self.kinds.items():
            there = set(self.rows(GAMES, key)["number"].to_pylist())
            yield key, setup, [number for number in range(self.settings.games) if number not in there]

    def _keep(self, new: list[dict[str, list[Row]]]) -> None:
        """Add new rows to the tables and the files."""
        files.write(self.folder / self.file, msgspec.json.format(msgspec.json.encode(self.settings), indent=2))
        for name, schema in self.schemas.items():
            rows = [row for part in new for row in part[name]]
            table = pa.concat_tables([self.tables[name], pa.Table.from_pylist(rows, schema)])
            order = [(column, "ascending") for column in ("number", "turn", "space", "seat") if column in schema.names]
            self.tables[name] = pa.concat_tables([self._of(table, key).sort_by(order) for key in self.kinds])
            buffer = pa.BufferOutputStream()
            pq.write_table(self.tables[name], buffer)
            files.write(self.folder / f"{name}.parquet", buffer.getvalue())
        new.clear()

    def _of(self, table: pa.Table, key: Key) -> pa.Table:
        for column, value in zip(self.by, key, strict=True):
            table = table.filter(pc.equal(table[column], value))
        return table

    # ------------------------------------------------------------------ the folder

    def _load(self) -> None:
        """Load the content of the folder. Raises Refusal if it belongs to another request."""
        folder, file = self.folder, self.folder / self.file
        if not file.exists():
            if folder.exists() and (
                not folder.is_dir() or any(not there.name.startswith(files.OURS) for there in folder.iterdir())
            ):
                raise Refusal(
                    f"{folder} does not contain a {self.what}. Name a new folder with --out.",
                    field="--out",
                    malformed=True,
                )
            return
        try:
            there = read(file_data(file), type(self.settings))
        except (OSError, NotText, Unreadable) as error:
            raise Refusal(f"{file} cannot be read: {plain(error)}.", field="--out", malformed=True) from None
        self._compare(there)
        if not (folder / f"{GAMES}.parquet").exists():
            return
        try:
            found = {
                name: pq.read_table(folder / f"{name}.parquet", schema=self.schemas[name]) for name in self.schemas
            }
        except (OSError, pa.ArrowException) as error:
            raise Refusal(f"{folder} cannot be read: {plain(error)}.", field="--out", malformed=True) from None
        game = [*self.by, "number"]
        for name in self.schemas:
            # A run that was interrupted between two files has left rows of games that do not count.
            if name != GAMES:
                found[name] = found[name].join(found[GAMES].select(game), game, join_type="left semi")
        self.tables = found

    def _compare(self, there: Any) -> None:
        for name in self.settings.__struct_fields__:
            before, now = getattr(there, name), getattr(self.settings, name)
            if before != now:
                raise Refusal(
                    f"{self.folder} holds another {self.what}: its {name} is {_said(before)}, not {_said(now)}. To "
                    "continue it, use the same command as before. Otherwise, name a new folder with --out.",
                    field="--out",
                    malformed=True,
                )


def _said(value: Any) -> str:
    if isinstance(value, dict | tuple):
        return msgspec.json.encode(value).decode()
    return str(value) or "none"
