"""The staff study: many games of each commander, and of one commander under each variant of the rules.

Its folder contains the request (study.json) and four Parquet files, with one row per game, per game and turn, per lost
space, and per decision in which a search departed from the staff. docs/study.md describes their columns.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa

from mamayev.engine import registry
from mamayev.engine.bot import STRATEGIST
from mamayev.engine.notation import VERB
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.study import Study
from mamayev.engine.table import Game, Table
from mamayev.players import contender, names
from mamayev.players.levels import measured

from .conduct import COLUMN, FIRST_TURN, Observer, figures_of
from .kept import GAMES, Kept, Key
from .mass import Row, Setup, play_number
from .variants import Variant, choose, variants

FILES = ("turns", "losses", "departures", GAMES)
"""The files in the order of writing. The last file determines which games are complete."""
SETTINGS = "study.json"
BY = ("commander", "variant")
"""The columns that name the kind of a game."""


class Settings(msgspec.Struct, frozen=True):
    """Everything that determines the games.

    `variants`: the ids of the variants, which the first commander plays. `dice` names the inputs, besides the seed,
    that determine dice and cards. Older studies without it use one sequence per game.
    """

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


class Arm(NamedTuple):
    """Games with one commander and one variant. `variant` is None for the default rules, which all commanders play."""

    commander: str
    variant: Variant | None
    setup: Setup

    @property
    def key(self) -> Key:
        """The values of the columns "commander" and "variant" in its rows."""
        return self.commander, self.variant.id if self.variant else ""


@dataclass
class StaffStudy:
    """A study in its folder. `kept` contains the games already played, by the names in `FILES`."""

    game: Game
    plan: Study
    settings: Settings
    arms: list[Arm]
    kept: Kept

    @property
    def seat(self) -> int:
        """The index of the studied seat."""
        return studied(self.plan, self.game, self.arms[0].setup)

    @property
    def folder(self) -> Path:
        """The folder of the study."""
        return self.kept.folder

    @property
    def total(self) -> int:
        """The number of games requested."""
        return self.kept.total

    @property
    def done(self) -> int:
        """The number of games played."""
        return self.kept.done

    @property
    def tables(self) -> dict[str, pa.Table]:
        """The rows played so far."""
        return self.kept.tables

    def rows(self, file: str, key: Key) -> pa.Table:
        """Return the rows of one arm."""
        return self.kept.rows(file, key)

    def play_missing(
        self, *, workers: int = 1, backend: str = "local", progress: Callable[[int], None] | None = None
    ) -> None:
        """Play the missing games: `Kept.play_missing`."""
        self.kept.play_missing(record_games, workers=workers, backend=backend, progress=progress)


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
    """Return a study with the games that its folder already contains.

    If `commanders` is empty, use the commanders in the game's plan. If `variant_ids` is None, use all variants. Raises
    Refusal for unknown names, and for a folder with other content.
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
    kinds = {one.key: one.setup for one in arms}
    kept = Kept(
        "study", folder, SETTINGS, settings, _schemas(plan, table, studied(plan, offer, arms[0].setup)), BY, kinds
    )
    return StaffStudy(offer, plan, settings, arms, kept)


def _seated(table: Table[Any], plan: Study, commander: str) -> tuple[str, ...]:
    """Return a bot's name for each seat, "" if the rules play it."""
    seats = table.open_seats
    own = plan.seat or seats[0]
    return tuple("" if s not in seats else commander if s == own else plan.others for s in table.game.seats)


def studied(plan: Study, game: Game, setup: Setup) -> int:
    """Return the index of the studied seat: the seat in the plan, or else the first open seat."""
    return game.seats.index(plan.seat) if plan.seat else next(i for i, name in enumerate(setup.players) if name)


# ------------------------------------------------------------------ what is written down of a game


class _Diary:
    """Observes one game.

    It records the values at the end of each turn and the turn in which each space was first lost. It also records the
    counted decisions of the studied seat, and the departures of a search from its staff.
    """

    def __init__(self, plan: Study, game: Game, setup: Setup, seat: int) -> None:
        self.plan, self.seat, self.observer = plan, seat, Observer(plan.conduct)
        searches = setup.players[seat] in (STRATEGIST, *measured(game)) and game.foresight is not None
        self.staff = next(iter(game.bots.values())).policy if searches else None
        self.searched = game.foresight.boxes if game.foresight is not None else frozenset()
        self.departures: list[Row] = []
        self.counting = [(measure.name, measure.counts) for measure in plan.measures if measure.counts]
        self.counted = dict.fromkeys((name for name, _ in self.counting), 0.0)
        self.turn: int | None = None
        self.turns: list[tuple[int, dict[str, float]]] = []
        self.held: frozenset[str] = frozenset()
        self.lost: dict[str, int] = {}

    def watch(self, p: Position) -> None:
        """Record the end of a turn when the next one begins, or the game is over."""
        self.observer.watch(p)
        turn = p.table.turn(p)
        if self.turn is None:
            self.held = frozenset(self.plan.held(p))
        elif turn != self.turn:
            self._end(self.turn, p)
        self.turn = turn
        if not p.frames:
            self._end(turn, p)

    def took(self, p: Position, seat: int, action: int) -> None:
        """Record a seat's decision."""
        self.observer.took(p, seat, action)
        if seat == self.seat:
            for name, counts in self.counting:
                self.counted[name] += counts(p, action)
            if self.staff is not None and p.box.name in self.searched:
                usual = self.staff(p, random.Random(0))
                if usual != action:
                    self.departures.append(
                        {"turn": p.table.turn(p), "box": p.box.name, "verb": verb(p, action), "usual": verb(p, usual)}
                    )

    def _end(self, turn: int, p: Position) -> None:
        self.turns.append((turn, p.table.game.study().series(p)))
        held = frozenset(self.plan.held(p))
        for space in self.held - held:
            self.lost.setdefault(space, turn)
        self.held = held


def verb(p: Position, action: int) -> str:
    """Return the verb of an action."""
    return p.table.notation.verbs[action >> VERB].name


def record_games(setup: Setup, seed: int, key: Key, numbers: Sequence[int]) -> dict[str, list[Row]]:
    """Play the games with the given numbers, and return the rows for each of `FILES`."""
    offer = registry.find(setup.game)
    plan = offer.study()
    own = studied(plan, offer, setup)
    arm = dict(zip(BY, key, strict=True))
    found: dict[str, list[Row]] = {file: [] for file in FILES}
    for number in numbers:
        diary = _Diary(plan, offer, setup, own)
        row, p = play_number(setup, seed, number, diary.watch, diary.took)
        if row["points"] is None:
            # A game without points: use what its end is worth to the studied seat.
            row["points"] = p.returns()[own]
        measures = {measure.name: measure.of(p) for measure in plan.measures} | diary.counted
        conduct = diary.observer.figures(p, own)
        found["games"].append({**arm, **row, "turn": p.table.turn(p), **measures, **conduct})
        found["turns"] += [{**arm, "number": number, "turn": turn, **values} for turn, values in diary.turns]
        found["departures"] += [{**arm, "number": number, **departure} for departure in diary.departures]
        found["losses"] += [{**arm, "number": number, "turn": t, "space": s} for s, t in diary.lost.items()]
    return found


def _schemas(plan: Study, table: Table[Any], own: int) -> dict[str, pa.Schema]:
    """Return the columns of each file."""
    arm = [("commander", pa.string()), ("variant", pa.string()), ("number", pa.int32())]
    kinds = {"word": pa.string(), "turn": pa.int32(), "number": pa.float64()}
    series = [(name, pa.float64()) for name in table.game.study().series(table.start())]
    result = [(name, pa.string()) for name in ("winner", "level", "why")]
    measures = [(measure.name, kinds[measure.kind]) for measure in plan.measures]
    counts = [("seed", pa.int64()), ("decisions", pa.int32()), ("turn", pa.int32()), ("points", pa.float64())]
    return {
        "turns": pa.schema([*arm, ("turn", pa.int32()), *series]),
        "losses": pa.schema([*arm, ("turn", pa.int32()), ("space", pa.string())]),
        "departures": pa.schema(
            [*arm, ("turn", pa.int32()), ("box", pa.string()), ("verb", pa.string()), ("usual", pa.string())]
        ),
        GAMES: pa.schema([*arm, *counts, *result, *measures, *conduct_columns(plan, table.game, own)]),
    }


def conduct_columns(plan: Study, game: Game, seat: int) -> list[tuple[str, pa.DataType]]:
    """Return the columns of a seat's behavior metrics."""
    names = [COLUMN + figure.name for figure in figures_of(plan.conduct, game, seat)]
    return [*((name, pa.float64()) for name in names), (FIRST_TURN, pa.string())]
