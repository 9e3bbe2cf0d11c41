"""The computer players for the 6th Army.

`appreciation` evaluates the situation, and `reckoning` computes the expected points. `staff` has an order for every
decision in the game, and each commander replaces a few of these functions. `style` contains the constants, `orders`
defines the orders that a player can give, and `command` checks and reports them. `directions` describes the plan for a
turn, and `probes` contains the baseline bots.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from mamayev.engine.bot import Rated
from mamayev.engine.orders import Orders

from ..rules.position import Pocket
from . import breakout, consolidate, paulus, probes, staff, stay_put, watch_and_wait
from .directions import intent
from .orders import PaulusOrders, allowed
from .staff import Decide
from .style import HASTE

__all__ = ["chosen", "hasty", "intent", "rated"]

BOTS: dict[str, Mapping[str, Decide]] = {
    **probes.PROBES,
    "staff": staff.BY_BOX,
    "near": staff.SHORT_SIGHTED,
    "breakout": breakout.BY_BOX,
    "stay-put": stay_put.BY_BOX,
    "consolidate": consolidate.BY_BOX,
    "watch-and-wait": watch_and_wait.BY_BOX,
    "paulus": paulus.BY_BOX,
}
"""The orders that each bot uses for its decisions."""
WEIGHED: dict[str, Callable[[Pocket], list[Rated]]] = {"staff": staff.rated, "near": staff.near_rated}
"""The bots that compare German Actions."""


def chosen(p: Pocket, rng: random.Random, name: str = "staff", orders: Orders | None = None) -> Rated:
    """Return the action that a bot chooses in a position, under its orders if it has any."""
    options = p.box.options(p, p.top)
    if isinstance(orders, PaulusOrders):
        name, options = orders.strategy, allowed(p, options, orders)
    return BOTS[name][p.box.name](p, p.top, options)


def rated(p: Pocket, name: str = "staff", orders: Orders | None = None) -> list[Rated]:
    """Return the actions that a bot considers, with ratings: all German Actions worth considering, or the single action
    that its order finds. Under a player's orders, it is always a single action.
    """
    if orders is None and name in WEIGHED and p.box.name == "german.actions":
        return WEIGHED[name](p)
    return [chosen(p, random.Random(0), name, orders)]


def hasty(p: Pocket, rng: random.Random) -> bool:
    """Return whether the officer makes a decision in haste."""
    return rng.random() < HASTE[p.seat]
