"""The plotted values at the end of each turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from mamayev.engine.event import Event, Journal, Turn
from mamayev.engine.position import Position

Points: TypeAlias = dict[str, tuple[int, float, int]]
"""The point (turn, value, ply) of each plotted value."""
Entries: TypeAlias = tuple[bytes, int, *tuple[str, ...]]
"""A packed position, the number of log entries before it, and the entries after it up to the next decision."""


class Ended(NamedTuple):
    """The plotted values at the end of a turn, which came during the log entry after the first `ply` entries."""

    turn: int
    ply: int
    values: dict[str, float]

    def points(self, after: Mapping[str, float]) -> Points:
        """Return the points. A point's ply is that after the entry if the value is still the same there, because the
        position then shows what the entry brought. `after`: the values after the entry."""
        return {name: (self.turn, value, self.ply + (after.get(name) == value)) for name, value in self.values.items()}


class TurnEnds(Journal):
    """A journal that records the plotted values of a position `p` when a turn ends. A turn can end without a decision
    in it, and several can end with one entry of the log."""

    __slots__ = ("found", "p")

    def __init__(self, turn: int) -> None:
        super().__init__(turn=turn)
        self.p: Position | None = None
        self.found: list[Ended] = []

    def add(self, event: Event) -> None:
        """Add an event. If it begins another turn, record the values first."""
        if type(event) is Turn and event.number != self.turn and self.p is not None:
            self.found.append(Ended(self.turn, self.ply, self.p.table.game.study().series(self.p)))
        super().add(event)
