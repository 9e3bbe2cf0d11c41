"""What a game brings for search: where it pays to think, how far to look, and what a position is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec


class Value(msgspec.Struct, frozen=True):
    """What a seat may expect (`Table.returns`) from a position by its `Table.features`: a linear function that was
    fitted to the ends of games between staffs. `low` and `high`, the least and the most that a game gave, bound it;
    `constant` and `weights` are in units of the result. `games`, `seed` and `fit` say what it was made of: `fit` is the
    share of the variance that it explains in games that it has not seen."""

    games: int
    seed: int
    fit: float
    low: float
    high: float
    constant: float
    weights: dict[str, float]

    def of(self, features: Mapping[str, float]) -> float:
        """What a position with these features is worth."""
        worth = self.constant + sum(weight * features[name] for name, weight in self.weights.items())
        return min(max(worth, self.low), self.high)


@dataclass(frozen=True)
class Foresight:
    """How a game is searched. `boxes` names the decisions that are worth a thought; everywhere else the staff plays.
    Rollouts are cut `horizon` turns on (`Table.turn`) and judged by the values in the file `values`, one for each seat
    that is searched; `make values` writes it. `plans`: how many are compared at most, the staff's own choice
    included. `small`: where the staff means to do one of these verbs, it does so without a thought: what is left open
    there is the order of small things.

    `begins` is for games in which a single decision is too small to be thought about: where it holds, the staff's
    styles are compared, each kept by the seat until the turn is over, and rollouts end where the next plan would begin
    after `horizon` turns. `confirm`: so many turns on the second stage is cut, where whole games take too long."""

    boxes: frozenset[str]
    horizon: int
    values: Path
    plans: int = 7
    small: frozenset[str] = frozenset()
    begins: Callable[[Any], bool] | None = None
    confirm: int | None = None

    def value(self, seat: str) -> Value | None:
        """The value of positions for a seat; None where the seat is not searched."""
        return _values(self.values).get(seat)


@lru_cache(maxsize=16)
def _values(path: Path) -> dict[str, Value]:
    if not path.is_file():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Value])
