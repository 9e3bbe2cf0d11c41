"""A game's data for the search: the decisions to search, the horizon, and the value of a position."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec


class Value(msgspec.Struct, frozen=True):
    """The expected result (`Table.returns`) of a seat from the `Table.features` of a position: a linear function fitted
    to games between bots. `low` and `high` are the extreme results of a game, and bound the value. `constant` and
    `weights` are in units of the result. `games`, `seed` and `fit` describe how it was fitted: `fit` is the share of
    variance explained in held-out games.
    """

    games: int
    seed: int
    fit: float
    low: float
    high: float
    constant: float
    weights: dict[str, float]

    def of(self, features: Mapping[str, float]) -> float:
        """Return the value of a position with these features."""
        worth = self.constant + sum(weight * features[name] for name, weight in self.weights.items())
        return min(max(worth, self.low), self.high)


class Drop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition that ends a campaign plan: a feature of the position (`Table.features`) at a limit or beyond.
    `because`: the reason, as a sentence without the final period."""

    feature: str
    because: str
    above: float = math.inf
    below: float = -math.inf

    def holds(self, features: Mapping[str, float]) -> bool:
        """Return whether the condition is met."""
        return not self.below < features[self.feature] < self.above


class CampaignPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan that lasts longer than a turn: orders that the staff of a seat keeps for a season. `aim`: the aim, as a
    sentence without its period. `orders`: the orders as text (`engine.orders`). `drops`: the conditions that end the
    plan.
    """

    name: str
    seat: str
    aim: str
    orders: str
    drops: tuple[Drop, ...] = ()

    def dropped(self, features: Mapping[str, float]) -> str:
        """Return the reason to drop the plan, or ""."""
        return next((drop.because for drop in self.drops if drop.holds(features)), "")


class _CampaignPlans(msgspec.Struct, forbid_unknown_fields=True):
    plan: tuple[CampaignPlan, ...]


class Budget(NamedTuple):
    """The budget of a search in rollouts, so that results do not depend on the machine. `screen`: the number of
    determinizations per plan, in blocks of `block`; hopeless plans are dropped after each block. `confirm`: the number
    of fresh determinizations for the leader.
    """

    block: int = 4
    screen: int = 24
    confirm: int = 24

    def times(self, factor: int) -> Budget:
        """Return the budget with its determinizations multiplied."""
        return Budget(self.block * factor, self.screen * factor, self.confirm * factor)


BUDGET = Budget()


@dataclass(frozen=True)
class Foresight:
    """The settings for a search in a game.

    `boxes` names the decisions to search; the staff plays all others. Rollouts stop after `horizon` turns
    (`Table.turn`) and are evaluated with the file `values`, which `make values` writes for each searched seat. `plans`:
    the maximum number of plans to compare, including the staff's own, without campaign plans. `small`: verbs that the
    staff plays without a search.

    `begins` is for games in which a single decision is too small to search. At a decision for which it returns true,
    the search compares the staff's styles, and keeps the chosen style until the end of the turn. Rollouts end at the
    start of the next plan after `horizon` turns. `confirm`: the length of the second stage in turns, if whole games
    take too long.

    `campaign`: the file with the campaign plans, which the search compares as well. They last until the end of a season
    of `season` turns, and so do the rollouts.

    `budget`: the budget of the strategist, which must play a turn in about 10 seconds on two cores.
    """

    boxes: frozenset[str]
    horizon: int
    values: Path
    plans: int = 7
    small: frozenset[str] = frozenset()
    begins: Callable[[Any], bool] | None = None
    confirm: int | None = None
    campaign: Path | None = None
    season: int = 1
    budget: Budget = BUDGET

    def first(self, turn: int) -> int:
        """Return the first turn of the season that contains a turn. Turns count from 1."""
        return turn - (turn - 1) % self.season if turn > 0 else turn

    def plans_of(self, seat: str) -> tuple[CampaignPlan, ...]:
        """Return the campaign plans of a seat."""
        plans = _plans(self.campaign) if self.campaign is not None else ()
        return tuple(plan for plan in plans if plan.seat == seat)

    def value(self, seat: str) -> Value | None:
        """Return the value function for a seat, or None if the seat is not searched."""
        return _values(self.values).get(seat)


@lru_cache(maxsize=16)
def _values(path: Path) -> dict[str, Value]:
    if not path.is_file():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Value])


@lru_cache(maxsize=16)
def _plans(path: Path) -> tuple[CampaignPlan, ...]:
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _CampaignPlans).plan
