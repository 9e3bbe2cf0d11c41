"""The computer opponents for both sides. The code reads like orders to an army.

`appreciation` evaluates the situation, `battle` an attack, and `attack` finds the attacks of an activation. `axis` and
`soviet` have the aims of each side, and `cards` plays the hand. `staff` has an order for every decision, `reasons` the
grounds, `style` the constants, `directions` the plan for a turn, and `probes` the baseline bots.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from mamayev.engine.bot import BY_LOT, Rated, best

from ..rules.position import Operation
from . import staff
from .directions import intent
from .probes import PROBES
from .staff import ORDERS, Order
from .style import STAFF, STYLES, Style

__all__ = ["chosen", "intent", "rated"]

BOTS: dict[str, tuple[Mapping[str, Order], tuple[Style, Style]]] = {
    "staff": (ORDERS, STAFF),
    **{name: (orders, STAFF) for name, orders in PROBES.items()},
    **{name: (ORDERS, styles) for name, styles in STYLES.items()},
}
"""The orders of each bot, and the style of either side."""


def chosen(p: Operation, rng: random.Random, name: str = "staff") -> Rated:
    """Return the action that a bot takes at the decision in a position."""
    orders, styles = BOTS[name]
    order = orders.get(p.box.name)
    return best(by_lot(p), rng) if order is None else order(p, p.top, styles[p.seat])


def rated(p: Operation, name: str = "staff") -> list[Rated]:
    """Return what a bot considers: all choices of an activation, or the single action that its order finds."""
    orders, styles = BOTS[name]
    order = orders.get(p.box.name)
    if order is None:
        return by_lot(p)
    weighed = staff.rated(p, styles[p.seat]) if order in (staff.card, staff.whom) else []
    return weighed or [order(p, p.top, styles[p.seat])]


def by_lot(p: Operation) -> list[Rated]:
    """Return all actions of a minor decision."""
    return [Rated(action, grounds=BY_LOT) for action in p.actions()]
