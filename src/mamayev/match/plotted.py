"""The plotted values at the end of each turn."""

from __future__ import annotations

from typing import NamedTuple

from mamayev.engine.event import Event, Journal, Turn
from mamayev.engine.position import Position


class Ended(NamedTuple):
    """The plotted values at the end of a turn. `ply`: the number of log entries before the one in which it ended."""

    turn: int
    ply: int
    values: dict[str, float]


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
            self.found.append(Ended(self.turn, self.ply, dict(self.p.table.game.study().series(self.p))))
        super().add(event)
