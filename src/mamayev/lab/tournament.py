"""The tournament: every pair of players plays in every seat with the same seeds, and the players get ratings.

With two or more open sides, a pair plays every way of dividing the sides between the two players. In a solitaire game,
each player plays alone, and the two games with the same number have the same dice. The player with more points gets the
win or, in a game without points, the player who wins the game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec
import pyarrow as pa

from mamayev.engine import registry
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.study import Conduct
from mamayev.engine.table import Game, Table
from mamayev.players import contender

from .conduct import COLUMN, FIRST_TURN, Observer, conducted
from .figures import share_ci95
from .kept import GAMES, Kept, Key, Record
from .mass import Row, Setup, Took, play_number
from .ratings import Rating, Score, ratings

SEATS = "seats"
FILES = (SEATS, GAMES)
"""The files in the order of writing: one row per game and seat, one row per game."""
SETTINGS = "tournament.json"
BY = ("players",)
"""The column that names the pairing of a game: its players by seat."""


class Settings(msgspec.Struct, frozen=True):
    """Everything that determines the games."""

    game: str
    rules: str
    version: str
    edition: str
    options: dict[str, Any]
    components: str
    seed: int
    games: int
    players: tuple[str, ...]
    limits: dict[str, int] = {}


@dataclass
class Tournament:
    """A tournament in its folder. `sides` are the open seats, grouped by side. `record` plays its games."""

    game: Game
    settings: Settings
    sides: tuple[tuple[int, ...], ...]
    kept: Kept
    record: Record

    @property
    def total(self) -> int:
        """The number of games requested."""
        return self.kept.total

    @property
    def done(self) -> int:
        """The number of games played."""
        return self.kept.done

    def play_missing(
        self, *, workers: int = 1, backend: str = "local", progress: Callable[[int], None] | None = None
    ) -> None:
        """Play the missing games: `Kept.play_missing`."""
        self.kept.play_missing(self.record, workers=workers, backend=backend, progress=progress)

    def standings(self) -> dict[str, Any]:
        """Return the results, JSON-ready.

        After an interruption, they include only game numbers whose games are all complete.
        """
        scores = list(self._scores())
        found = ratings(self.settings.players, scores)
        return {
            "game": self.settings.game,
            "edition": self.settings.edition,
            "options": changed(self.game, self.settings.options),
            "seed": self.settings.seed,
            "games": self.done,
            "ratings": {name: _rounded(found[name]) for name in self._by_rating(found)},
            "pairs": [_pair(pair, [s for s in scores if s.pair == pair]) for pair in self.pairs()],
            "conduct": {name: self._conduct(name) for name in self.settings.players},
            "seconds_per_decision": {name: self._seconds(name) for name in self.settings.players},
        }

    def pairs(self) -> list[tuple[str, str]]:
        """Return all pairs of players, each once."""
        return list(combinations(self.settings.players, 2))

    def _by_rating(self, found: Mapping[str, Rating]) -> list[str]:
        return sorted(found, key=lambda name: -found[name].rating)

    def _scores(self) -> Iterator[Score]:
        """Yield the score of each player pair in every complete game number."""
        worth = {
            (row["players"], row["number"], row["seat"]): row["worth"] for row in self.kept.tables[SEATS].to_pylist()
        }
        numbers = sorted({number for _, number, _ in worth})
        for pair in self.pairs():
            for games in meetings(self.sides, len(self.game.seats), pair):
                for number in numbers:
                    points = [
                        [worth.get((",".join(players), number, self.game.seats[s])) for s in seats]
                        for players, seats in games
                    ]
                    if all(p is not None for row in points for p in row):
                        first, second = (sum(row) / len(row) for row in points)  # type: ignore[arg-type]
                        held = " and ".join(self.game.seats[s] for s in games[0][1])
                        yield Score(pair, held, number, 0.5 if first == second else float(first > second))

    def _rows(self, name: str, seat: int) -> list[Row]:
        rows = self.kept.tables[SEATS].to_pylist()
        return [row for row in rows if row["player"] == name and row["seat"] == self.game.seats[seat]]

    def _conduct(self, name: str) -> dict[str, Any]:
        plan = self.game.study().conduct
        return {
            self.game.seats[seat]: conducted(plan, self.game, seat, rows)
            for side in self.sides
            for seat in side
            if (rows := self._rows(name, seat))
        }

    def _seconds(self, name: str) -> float:
        rows = [row for row in self.kept.tables[SEATS].to_pylist() if row["player"] == name]
        seconds, decisions = (sum(float(row[key]) for row in rows) for key in ("seconds", "decisions"))
        return round(seconds / max(1.0, decisions), 6)


def changed(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from the defaults."""
    return {option.name: options[option.name] for option in game.options if options[option.name] != option.default}


def _rounded(rating: Rating) -> dict[str, float]:
    return {"rating": round(rating.rating), "low": round(rating.low), "high": round(rating.high)}


def _pair(pair: tuple[str, str], scores: Sequence[Score]) -> dict[str, Any]:
    """Return the share of games that the first player won, counting draws as half, in total and by seat."""
    found: dict[str, Any] = {"first": pair[0], "second": pair[1]}
    found["seats"] = {
        seats: _counted([s.won for s in scores if s.seats == seats]) for seats in dict.fromkeys(s.seats for s in scores)
    }
    return found | _counted([s.won for s in scores])


def _counted(won: Sequence[float]) -> dict[str, Any]:
    if not won:
        return {"games": 0, "won": 0.0, "share": None, "ci95": None}
    share, low, high = share_ci95(sum(won), len(won))
    return {
        "games": len(won), "won": sum(won), "share": round(share, 4), "ci95": [round(low, 4), round(high, 4)],
    }  # fmt: skip


# ------------------------------------------------------------------ who meets whom


def meetings(
    sides: Sequence[Sequence[int]], seats: int, pair: tuple[str, str]
) -> list[tuple[tuple[tuple[str, ...], Sequence[int]], tuple[tuple[str, ...], Sequence[int]]]]:
    """Return the ways in which two players meet: for each of the two, the players of a game by seat, and their own
    seats in it. With one open side, these are two solitaire games.
    """
    if len(sides) == 1:
        alone = [(seated(seats, dict.fromkeys(sides[0], name)), sides[0]) for name in pair]
        return [(alone[0], alone[1])]
    found: list[tuple[tuple[tuple[str, ...], Sequence[int]], tuple[tuple[str, ...], Sequence[int]]]] = []
    for own in sides:
        others = [seat for side in sides if side != own for seat in side]
        for first, second in permutations(pair):
            if len(sides) == 2 and first != pair[0]:
                continue  # the other side's turn would give the same games
            chosen = seated(seats, {**dict.fromkeys(own, first), **dict.fromkeys(others, second)})
            ends = (chosen, own), (chosen, others)
            found.append((ends[0], ends[1]) if first == pair[0] else (ends[1], ends[0]))
    return found


def seated(seats: int, names: Mapping[int, str]) -> tuple[str, ...]:
    """Return a player for each seat, "" if the rules play the seat."""
    return tuple(names.get(seat, "") for seat in range(seats))


def open_sides(table: Table[Any]) -> tuple[tuple[int, ...], ...]:
    """Return the open seats, grouped by side."""
    found: dict[str, list[int]] = {}
    for seat, name in enumerate(table.game.seats):
        if seat not in table.procedures:
            found.setdefault(table.look.sides.get(name) or name, []).append(seat)
    return tuple(map(tuple, found.values()))


def prepare(
    game: str,
    games: int,
    players: Sequence[str],
    folder: Path,
    *,
    seed: int = 0,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    components: Path | None = None,
    guests: Guests | None = None,
    slow: Collection[str] = (),
) -> Tournament:
    """Return a tournament with the games that its folder already contains. `guests`: players that are not bots. `slow`:
    players that only meet the first player.

    Raises Refusal for unknown names, fewer than two players, or a folder with other content.
    """
    if games < 1:
        raise Refusal(f"At least one game must be played, not {games}.", field="--games", malformed=True)
    offer = registry.find(game)
    names = list(dict.fromkeys(players))
    for name in names:
        if guests is None or not guests.knows(name):
            contender(offer, name)
    if len(names) < 2:
        raise Refusal(
            f"A tournament needs at least two players, not {', '.join(names) or 'none'}.",
            field="--players",
            malformed=True,
        )
    edition = edition or offer.editions[0]
    chosen = offer.check_options(options or {})
    sides = open_sides(offer.table(edition, chosen, components))
    place = str(components.resolve()) if components else ""
    settings = Settings(
        game, offer.version, version("mamayev"), edition, chosen, place, seed, games, tuple(names),
        guests.limits if guests is not None else {},
    )  # fmt: skip
    rules = tuple(sorted(chosen.items()))
    line_ups = dict.fromkeys(
        players
        for pair in combinations(names, 2)
        if pair[0] == names[0] or not set(pair) & set(slow)
        for meeting in meetings(sides, len(offer.seats), pair)
        for players, _ in meeting
    )
    kinds: dict[tuple[str, ...], Setup] = {
        (",".join(players),): Setup(game, players, edition, rules, place) for players in line_ups
    }
    schemas = _schemas(offer.study().conduct)
    for column in guests.columns if guests is not None else ():
        schemas[SEATS] = schemas[SEATS].append(pa.field(*column))
    kept = Kept("tournament", folder, SETTINGS, settings, schemas, BY, kinds)
    return Tournament(offer, settings, sides, kept, partial(record_games, guests=guests))


# ------------------------------------------------------------------ what is written down of a game


class Told(NamedTuple):
    """The contribution of guests to a game: their columns by seat, and the seat that has forfeited, if any."""

    columns: dict[int, Row]
    forfeited: int | None = None


class Guests(Protocol):
    """Tournament players that are not bots. They can forfeit a game. `limits`: their limits by name. `columns`: the
    columns for their behavior.
    """

    limits: dict[str, int]
    columns: Sequence[tuple[str, pa.DataType]]

    def knows(self, name: str) -> bool:
        """Return whether a player is a guest. Raises Refusal for a guest that cannot play."""

    def play_number(
        self, setup: Setup, seed: int, number: int, observer: Observer, took: Took, spent: dict[int, float]
    ) -> tuple[Row, Position, Told]:
        """Play a game as `mass.play_number` does."""


def record_games(
    setup: Setup, seed: int, key: Key, numbers: Sequence[int], guests: Guests | None = None
) -> dict[str, list[Row]]:
    """Play the games with the given numbers, and return the rows for each of `FILES`."""
    offer = registry.find(setup.game)
    found: dict[str, list[Row]] = {file: [] for file in FILES}
    for number in numbers:
        observer, spent, taken = Observer(offer.study().conduct), dict[int, float](), dict[int, int]()

        def took(p: Any, seat: int, action: int, observer: Observer = observer, taken: dict[int, int] = taken) -> None:
            taken[seat] = taken.get(seat, 0) + 1
            observer.took(p, seat, action)

        told = Told({})
        if guests is not None and any(map(guests.knows, setup.players)):
            row, p, told = guests.play_number(setup, seed, number, observer, took, spent)
        else:
            row, p = play_number(setup, seed, number, observer.watch, took, spent)
        found[GAMES].append({"players": key[0], **row, "turn": p.table.turn(p)})
        alone = len(open_sides(p.table)) == 1 and row["points"] is not None
        if told.forfeited is not None:
            worth = lost_by(p.table, told.forfeited)
        else:
            worth = [row["points"]] * len(offer.seats) if alone else p.returns()
        for seat, name in enumerate(setup.players):
            if name:
                found[SEATS].append(
                    {
                        "players": key[0], "number": number, "seat": offer.seats[seat], "player": name,
                        "worth": worth[seat], "decisions": taken.get(seat, 0), "seconds": spent.get(seat, 0.0),
                        **observer.figures(p, seat), **told.columns.get(seat, {}),
                    }
                )  # fmt: skip
    return found


def lost_by(table: Table[Any], loser: int) -> list[float]:
    """Return the value of a forfeited game for each seat. For the forfeiting side, it is lower than any result."""
    sides = table.look.sides
    names = table.game.seats
    return [-math.inf if sides.get(name) == sides.get(names[loser]) else math.inf for name in names]


def _schemas(conduct: Conduct) -> dict[str, pa.Schema]:
    """Return the columns of each file."""
    game = [("players", pa.string()), ("number", pa.int32())]
    words = [(name, pa.string()) for name in ("winner", "level", "why")]
    counts = [("seed", pa.int64()), ("decisions", pa.int32()), ("turn", pa.int32()), ("points", pa.float64())]
    who = [("seat", pa.string()), ("player", pa.string())]
    amounts = [("worth", pa.float64()), ("decisions", pa.int32()), ("seconds", pa.float64())]
    return {
        SEATS: pa.schema([*game, *who, *amounts, *_conduct(conduct), (FIRST_TURN, pa.string())]),
        GAMES: pa.schema([*game, *counts, *words]),
    }


def _conduct(conduct: Conduct) -> Iterable[tuple[str, pa.DataType]]:
    return ((name, pa.float64()) for name in dict.fromkeys(COLUMN + figure.name for figure in conduct.figures))
