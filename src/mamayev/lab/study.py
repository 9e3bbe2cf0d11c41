"""The staff study: many games of each commander, and of one commander under each variant of the rules.

They are kept in a folder: what was asked for (study.json) and three Parquet files, with a row a game, a row a game
and turn, and a row for each space lost. docs/study.md describes their columns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mamayev.engine import registry
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.study import Study
from mamayev.engine.table import Game, Table
from mamayev.match import files
from mamayev.match.reading import Unreadable, read
from mamayev.players import contender, names

from .mass import Row, Setup, check_workers, play_number, portion, run_all, stoppable
from .variants import Variant, choose, variants

FILES = ("turns", "losses", "games")
"""In the order in which they are written: a game counts once it stands in the last one."""
SETTINGS = "study.json"
SECONDS_BETWEEN_SAVES = 60.0

Key = tuple[str, str]
"""Commander and variant."""


class Settings(msgspec.Struct, frozen=True):
    """All that decides which games are played. `variants` are ids; the first of the commanders plays them. `dice` says
    what a die or card hangs on besides the seed; studies that do not say so have theirs from one row a game."""

    game: str
    rules: str
    version: str
    edition: str
    options: dict[str, Any]
    components: str
    seed: int
    games: int
    commanders: tuple[str, ...]
    variants: tuple[str, ...]
    dice: str = "one row a game"


@dataclass(frozen=True)
class Arm:
    """Games of one kind; `variant` is None for the rules by which all commanders play."""

    commander: str
    variant: Variant | None
    setup: Setup

    @property
    def key(self) -> Key:
        """What stands in the columns commander and variant of its rows."""
        return self.commander, self.variant.id if self.variant else ""


@dataclass
class StaffStudy:
    """A study in its folder. `tables` holds what has been played, by the names in `FILES`, sorted by arm, game and
    turn: the same for the same settings, however it was played."""

    game: Game
    plan: Study
    settings: Settings
    arms: list[Arm]
    folder: Path
    tables: dict[str, pa.Table] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many games it has."""
        return len(self.arms) * self.settings.games

    @property
    def done(self) -> int:
        """How many of them have been played."""
        return int(self.tables["games"].num_rows)

    def rows(self, file: str, key: Key) -> pa.Table:
        """The rows of one arm."""
        return _of(self.tables[file], key)

    def play(self, *, workers: int = 1, backend: str = "local", progress: Callable[[int], None] | None = None) -> None:
        """Play what is missing. `progress` is called with the number of games finished since its last call.

        Ctrl-C ends it: the finished games are kept in the folder. Raises Refusal for a backend that is not installed,
        a bot that fails and a folder that another process plays in, OSError when the folder cannot be written.
        """
        check_workers(workers)
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            with files.held(self.folder / SETTINGS):
                _load(self)  # what another process has played since
                self._play(workers, backend, progress)
        except files.Held:
            raise Refusal(
                f"Another process plays the study in {self.folder}: wait for it, or name a new folder with --out.",
                field="--out",
            ) from None

    def _play(self, workers: int, backend: str, progress: Callable[[int], None] | None) -> None:
        size = portion(self.settings.games, workers, backend)
        jobs = [
            (arm.setup, self.settings.seed, arm.key, tuple(numbers[first : first + size]))
            for arm, numbers in self._missing()
            for first in range(0, len(numbers), size)
        ]
        new: list[dict[str, list[Row]]] = []
        saved = time.monotonic()
        parts = run_all(record_games, jobs, workers, backend)
        try:
            with stoppable(parts):
                for part in parts:
                    new.append(part)
                    if progress is not None:
                        progress(len(part["games"]))
                    if time.monotonic() - saved > SECONDS_BETWEEN_SAVES:
                        self._keep(new)
                        saved = time.monotonic()
        finally:
            self._keep(new)

    def _missing(self) -> list[tuple[Arm, list[int]]]:
        found = []
        for arm in self.arms:
            there = set(self.rows("games", arm.key)["number"].to_pylist())
            found.append((arm, [number for number in range(self.settings.games) if number not in there]))
        return found

    def _keep(self, new: list[dict[str, list[Row]]]) -> None:
        """Take new rows into the tables and the files."""
        files.write(self.folder / SETTINGS, msgspec.json.format(msgspec.json.encode(self.settings), indent=2))
        for file in FILES:
            rows = [row for part in new for row in part[file]]
            table = pa.concat_tables([self.tables[file], pa.Table.from_pylist(rows, self.tables[file].schema)])
            order = [(column, "ascending") for column in ("number", "turn", "space") if column in table.column_names]
            self.tables[file] = pa.concat_tables([_of(table, arm.key).sort_by(order) for arm in self.arms])
            buffer = pa.BufferOutputStream()
            pq.write_table(self.tables[file], buffer)
            files.write(self.folder / f"{file}.parquet", buffer.getvalue())
        new.clear()


def prepare(
    game: str,
    games: int,
    folder: Path,
    *,
    commanders: Sequence[str] = (),
    variant_ids: Sequence[str] | None = None,
    seed: int = 0,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    components: Path | None = None,
) -> StaffStudy:
    """A study with the games of it that its folder holds already.

    No `commanders`: those of the game's plan; `variant_ids` None: all variants. Raises Refusal for unknown names, and
    for a folder that holds anything but this study.
    """
    if games < 2:
        raise Refusal(f"A study needs at least 2 games of each kind, not {games}.", field="--games", malformed=True)
    offer = registry.find(game)
    plan = offer.study()
    edition = edition or offer.editions[0]
    chosen = offer.check_options(options or {})
    table = offer.table(edition, chosen, components)
    chiefs = (
        list(dict.fromkeys(commanders)) or [name for name in plan.commanders if name in names(offer)] or names(offer)
    )
    for name in chiefs:
        contender(offer, name)
    offered = variants(offer, edition, chosen)
    compared = offered if variant_ids is None else choose(offered, variant_ids)
    place = str(components.resolve()) if components else ""

    def arm(commander: str, variant: Variant | None) -> Arm:
        rules, values = (variant.edition, variant.options) if variant else (edition, chosen)
        seats = _seated(table, plan, commander)
        return Arm(commander, variant, Setup(game, seats, rules, tuple(sorted(values.items())), place))

    arms = [*(arm(name, None) for name in chiefs), *(arm(chiefs[0], variant) for variant in compared)]
    settings = Settings(
        game=game,
        rules=offer.version,
        version=version("mamayev"),
        edition=edition,
        options=chosen,
        components=place,
        seed=seed,
        games=games,
        commanders=tuple(chiefs),
        variants=tuple(variant.id for variant in compared),
        dice="turn and box",
    )
    found = StaffStudy(offer, plan, settings, arms, folder)
    found.tables = {file: schema.empty_table() for file, schema in _schemas(plan, table).items()}
    _load(found)
    return found


def _seated(table: Table[Any], plan: Study, commander: str) -> tuple[str, ...]:
    """A bot's name for each seat, "" where the rules play."""
    seats = [seat for index, seat in enumerate(table.game.seats) if index not in table.procedures]
    own = plan.seat or seats[0]
    return tuple("" if s not in seats else commander if s == own else plan.others for s in table.game.seats)


def _of(table: pa.Table, key: Key) -> pa.Table:
    commander, variant = key
    return table.filter(pc.and_(pc.equal(table["commander"], commander), pc.equal(table["variant"], variant)))


# ------------------------------------------------------------------ what is written down of a game


class _Diary:
    """Watches one game: the values at each turn's end, the turn in which each space was first lost, and how often the
    studied seat has decided as the measures count it."""

    def __init__(self, plan: Study, seat: int) -> None:
        self.plan, self.seat = plan, seat
        self.counting = [(measure.name, measure.counts) for measure in plan.measures if measure.counts]
        self.counted = dict.fromkeys((name for name, _ in self.counting), 0.0)
        self.turn: int | None = None
        self.turns: list[tuple[int, dict[str, float]]] = []
        self.held: frozenset[str] = frozenset()
        self.lost: dict[str, int] = {}

    def watch(self, p: Position) -> None:
        """A turn has ended when the next one has begun, or the game is over."""
        turn = p.table.turn(p)
        if self.turn is None:
            self.held = frozenset(self.plan.held(p))
        elif turn != self.turn:
            self._end(self.turn, p)
        self.turn = turn
        if not p.frames:
            self._end(turn, p)

    def took(self, p: Position, seat: int, action: int) -> None:
        """A seat decides."""
        if seat == self.seat:
            for name, counts in self.counting:
                self.counted[name] += counts(p, action)

    def _end(self, turn: int, p: Position) -> None:
        self.turns.append((turn, p.table.series(p)))
        held = frozenset(self.plan.held(p))
        for space in self.held - held:
            self.lost.setdefault(space, turn)
        self.held = held


def record_games(setup: Setup, seed: int, key: Key, numbers: Sequence[int]) -> dict[str, list[Row]]:
    """Play the games of some numbers: the rows for each of `FILES`."""
    offer = registry.find(setup.game)
    plan = offer.study()
    own = offer.seats.index(plan.seat) if plan.seat else next(i for i, name in enumerate(setup.players) if name)
    arm = dict(zip(("commander", "variant"), key, strict=True))
    found: dict[str, list[Row]] = {file: [] for file in FILES}
    for number in numbers:
        diary = _Diary(plan, own)
        row, p = play_number(setup, seed, number, diary.watch, diary.took if diary.counted else None)
        if row["points"] is None:
            # A game without points: what its end is worth to the studied seat.
            row["points"] = p.returns()[own]
        measures = {measure.name: measure.of(p) for measure in plan.measures} | diary.counted
        found["games"].append({**arm, **row, "turn": p.table.turn(p), **measures})
        found["turns"] += [{**arm, "number": number, "turn": turn, **values} for turn, values in diary.turns]
        found["losses"] += [{**arm, "number": number, "turn": t, "space": s} for s, t in diary.lost.items()]
    return found


def _schemas(plan: Study, table: Table[Any]) -> dict[str, pa.Schema]:
    """The columns of the files."""
    arm = [("commander", pa.string()), ("variant", pa.string()), ("number", pa.int32())]
    kinds = {"word": pa.string(), "turn": pa.int32(), "number": pa.float64()}
    series = [(name, pa.float64()) for name in table.series(table.start())]
    result = [(name, pa.string()) for name in ("winner", "level", "why")]
    measures = [(measure.name, kinds[measure.kind]) for measure in plan.measures]
    counts = [("seed", pa.int64()), ("decisions", pa.int32()), ("turn", pa.int32()), ("points", pa.float64())]
    return {
        "turns": pa.schema([*arm, ("turn", pa.int32()), *series]),
        "losses": pa.schema([*arm, ("turn", pa.int32()), ("space", pa.string())]),
        "games": pa.schema([*arm, *counts, *result, *measures]),
    }


# ------------------------------------------------------------------ the folder


def _load(study: StaffStudy) -> None:
    """Take what the folder holds. Raises Refusal when that is something else than this study."""
    folder, settings = study.folder, study.settings
    file = folder / SETTINGS
    if not file.exists():
        if folder.exists() and (
            not folder.is_dir() or any(not there.name.startswith(files.OURS) for there in folder.iterdir())
        ):
            raise Refusal(f"{folder} is no study: name a new folder with --out.", field="--out", malformed=True)
        return
    try:
        there = read(file.read_bytes(), Settings)
    except (OSError, Unreadable) as error:
        raise Refusal(f"{file} cannot be read: {error}.", field="--out", malformed=True) from None
    for name in Settings.__struct_fields__:
        before, now = getattr(there, name), getattr(settings, name)
        if before != now:
            raise Refusal(
                f"{folder} holds another study: its {name} is {_said(before)}, not {_said(now)}. Give the same command "
                "as before to go on with it, or name a new folder with --out.",
                field="--out",
                malformed=True,
            )
    if not (folder / "games.parquet").exists():
        return
    try:
        found = {name: pq.read_table(folder / f"{name}.parquet", schema=study.tables[name].schema) for name in FILES}
    except (OSError, pa.ArrowException) as error:
        raise Refusal(f"{folder} cannot be read: {error}.", field="--out", malformed=True) from None
    game = ["commander", "variant", "number"]
    for name in ("turns", "losses"):
        # A run that was cut short between two files has left turns of games that do not count.
        found[name] = found[name].join(found["games"].select(game), game, join_type="left semi")
    study.tables = found


def _said(value: Any) -> str:
    if isinstance(value, dict | tuple):
        return msgspec.json.encode(value).decode()
    return str(value) or "none"
