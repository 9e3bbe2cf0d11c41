"""What a learner is paid for. The names say it; whoever reports figures says which one he used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table

REWARDS = {
    "result": "At the end 1 for a win, -1 for a loss, 0 for neither.",
    "points": "At the end what the game itself gives each seat: its points, or the result where it has none.",
    "shaped": "The result, and after each action how much more the position is worth than before, as the game's own "
    "value has learned it from games between staffs (potential-based: Ng, Harada and Russell, 1999).",
}

Pay = Callable[[Position], list[float]]
"""What each of some seats is paid for a position that has just come about."""


def payer(table: Table[Any], seats: Sequence[int], reward: str) -> Callable[[Position], Pay]:
    """A function that begins to pay at the start of an episode. Raises Refusal for a reward that there is not."""
    if reward not in REWARDS:
        raise Refusal(f"There is no reward “{reward}”; there are {', '.join(REWARDS)}.", field="reward", malformed=True)
    if reward == "shaped":
        return _shaped(table, seats)
    ends = _points if reward == "points" else _result

    def begin(_p: Position) -> Pay:
        return lambda p: ends(p, seats) if not p.frames else [0.0] * len(seats)

    return begin


def _points(p: Position, seats: Sequence[int]) -> list[float]:
    returns = p.returns()
    return [float(returns[seat]) for seat in seats]


def _result(p: Position, seats: Sequence[int]) -> list[float]:
    table = p.table
    winner = table.result(p).get("winner")
    if winner is None:
        return [0.0] * len(seats)
    side = table.sides.get(winner, winner)
    return [1.0 if table.sides[table.game.seats[seat]] == side else -1.0 for seat in seats]


def _shaped(table: Table[Any], seats: Sequence[int]) -> Callable[[Position], Pay]:
    game = table.game
    values = [game.foresight.value(game.seats[seat]) if game.foresight else None for seat in seats]
    if not any(values):
        raise Refusal(f"{game.title} has no value to shape a reward by.", field="reward", malformed=True)

    def worth(p: Position) -> list[float]:
        """What a position is worth to each seat, about -1 to 1; nothing once the game is over."""
        if not p.frames:
            return [0.0] * len(seats)
        return [
            value.of(table.features(p, seat)) / max(abs(value.low), abs(value.high), 1e-9) if value else 0.0
            for seat, value in zip(seats, values, strict=True)
        ]

    def begin(start: Position) -> Pay:
        before = worth(start)

        def pay(p: Position) -> list[float]:
            nonlocal before
            now = worth(p)
            ends = _result(p, seats) if not p.frames else [0.0] * len(seats)
            paid = [end + new - old for end, new, old in zip(ends, now, before, strict=True)]
            before = now
            return paid

        return pay

    return begin
