"""Rewards, each with a name. State the name when you report results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mamayev.engine.foresight import Value
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table

REWARDS = {
    "result": "At the end: 1 for a win, -1 for a loss, 0 otherwise.",
    "points": "At the end: the points of the game, or the result if it has none.",
    "shaped": "The result, plus after each action the change in the value of the position, as learned from games "
    "between staff bots (potential-based: Ng, Harada and Russell, 1999).",
}


class Pay:
    """The rewards of the given seats for each new position. Call `begin` at the start of an episode.

    Raises Refusal for an unknown reward, and for "shaped" in a game without a value.
    """

    def __init__(self, table: Table[Any], seats: Sequence[int], reward: str) -> None:
        if reward not in REWARDS:
            raise Refusal(
                f"Unknown reward “{reward}”. Use one of these: {', '.join(REWARDS)}.", field="reward", malformed=True
            )
        self.table, self.seats, self.reward = table, tuple(seats), reward
        self._before: list[float] | None = None
        if reward == "shaped" and not any(self._values()):
            raise Refusal(
                f"{table.game.title} has no value function for a shaped reward.", field="reward", malformed=True
            )

    def begin(self, p: Position) -> None:
        """Start the rewards from this position."""
        self._before = self._worth(p) if self.reward == "shaped" else None

    def __call__(self, p: Position) -> list[float]:
        """Return each seat's reward for reaching this position."""
        paid = [0.0] * len(self.seats) if p.frames else self._end(p)
        if self._before is not None:
            before, self._before = self._before, self._worth(p)
            paid = [end + new - old for end, new, old in zip(paid, self._before, before, strict=True)]
        return paid

    def _end(self, p: Position) -> list[float]:
        """Return each seat's reward at the end of a game."""
        if self.reward == "points":
            returns = p.returns()
            return [float(returns[seat]) for seat in self.seats]
        table = p.table
        winner = table.result(p).get("winner")
        if winner is None:
            return [0.0] * len(self.seats)
        side = table.look.sides.get(winner, winner)
        return [1.0 if table.look.sides[table.game.seats[seat]] == side else -1.0 for seat in self.seats]

    def _values(self) -> list[Value | None]:
        """Return the value function of the game's own search for each seat."""
        game = self.table.game
        return [game.foresight.value(game.seats[seat]) if game.foresight else None for seat in self.seats]

    def _worth(self, p: Position) -> list[float]:
        """Return the value of a position for each seat, about -1 to 1, or 0 when the game is over."""
        if not p.frames:
            return [0.0] * len(self.seats)
        return [
            value.of(self.table.features(p, seat)) / max(abs(value.low), abs(value.high), 1e-9) if value else 0.0
            for seat, value in zip(self.seats, self._values(), strict=True)
        ]
