"""Behavior metrics: a game's `Conduct` figures for one game, and their means over many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from statistics import fmean
from typing import Any

from mamayev.engine.event import Event, Journal
from mamayev.engine.study import Conduct, Figure, Told
from mamayev.engine.table import Game

COLUMN = "conduct_"
"""The prefix of the columns with behavior metrics."""
FIRST_TURN = f"{COLUMN}first_turn"
"""The column with a digest of a seat's first turn."""
FIRST_TURNS = Figure(
    "first_turns",
    "First turns that differ",
    "The share of pairs of games with different first turns. A player with a single opening is predictable.",
    low=0.1,
)


class Listener(Journal):
    """A journal that stores nothing. It passes on each event, with the position at that moment."""

    def __init__(self, observer: Observer) -> None:
        super().__init__()
        self.observer = observer

    def add(self, event: Event) -> None:
        self.observer.hear(event)


class Observer:
    """Observes one game. Call `watch` (for `playout`) first, `took` for every decision of a player, and `figures` when
    the game is over."""

    def __init__(self, conduct: Conduct) -> None:
        self.conduct = conduct
        self.told: dict[tuple[int, str], list[float]] = {}
        self.turns: dict[int, set[int]] = {}
        self.first: dict[int, list[int]] = {}
        self.p: Any = None

    def watch(self, p: Any) -> None:
        """Start or continue observing a position."""
        if self.p is None:
            self.p, p.journal = p, Listener(self)

    def hear(self, event: Event) -> None:
        """Record an event."""
        self._keep(self.conduct.heard(self.p, event))

    def took(self, p: Any, seat: int, action: int) -> None:
        """Record a seat's decision."""
        turn = p.table.turn(p)
        turns = self.turns.setdefault(seat, set())
        turns.add(turn)
        if turn <= 1 or len(turns) == 1:
            self.first.setdefault(seat, []).append(action)
        self._keep(self.conduct.took(self.p, seat, action))

    def _keep(self, told: Iterable[Told]) -> None:
        for seat, name, amount in told:
            self.told.setdefault((seat, name), []).append(amount)

    def figures(self, p: Any, seat: int) -> dict[str, Any]:
        """Return a seat's figures, and the digest of its first turn."""
        p.journal = None
        self._keep(t for t in self.conduct.ended(p) if t[0] == seat)
        turns = len(self.turns.get(seat, ()))
        found: dict[str, Any] = {}
        for figure in figures_of(self.conduct, p.table.game, seat):
            told = self.told.get((seat, figure.name), [])
            if figure.per == "each":
                found[COLUMN + figure.name] = fmean(told) if told else None
            else:
                found[COLUMN + figure.name] = sum(told) / (max(turns, 1) if figure.per == "turn" else 1)
        return found | {FIRST_TURN: blake2b(repr(self.first.get(seat)).encode(), digest_size=8).hexdigest()}


def figures_of(conduct: Conduct, game: Game, seat: int) -> list[Figure]:
    """Return the figures about a seat."""
    return [figure for figure in conduct.figures if not figure.seats or game.seats[seat] in figure.seats]


def conducted(conduct: Conduct, game: Game, seat: int, rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the metrics of a seat over the rows of many games, JSON-ready, by name.

    Each has a title, the mean, the plausible range from `low` to `high`, and whether the mean is outside the range.
    Metrics without data are left out.
    """
    found = {}
    for figure in figures_of(conduct, game, seat):
        values = [row[COLUMN + figure.name] for row in rows if row[COLUMN + figure.name] is not None]
        if values:
            found[figure.name] = _judged(figure, fmean(values))
    games = len(rows)
    if games > 1:
        alike = sum(count * (count - 1) for count in Counter(row[FIRST_TURN] for row in rows).values())
        found[FIRST_TURNS.name] = _judged(FIRST_TURNS, 1 - alike / (games * (games - 1)))
    return found


def _judged(figure: Figure, mean: float) -> dict[str, Any]:
    low, high = figure.low, figure.high
    outside = (low is not None and mean < low) or (high is not None and mean > high)
    return {"title": figure.title, "mean": round(mean, 3), "low": low, "high": high, "warning": outside}


def warnings(conduct: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return a sentence for each figure outside its range."""
    return [
        f"{one['title']}: {one['mean']:g}, outside the plausible range {allowed(one['low'], one['high'])}"
        for one in conduct.values()
        if one["warning"]
    ]


def allowed(low: float | None, high: float | None) -> str:
    """Describe a range."""
    if low is None:
        return "anything" if high is None else f"at most {high:g}"
    return f"at least {low:g}" if high is None else f"{low:g} to {high:g}"
