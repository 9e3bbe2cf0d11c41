"""The computer opponents for both sides.

`appreciation` evaluates the situation, `battle` evaluates an attack, and `attack` finds the attacks of an activation.
`axis` and `soviet` pursue the aims of each side, and `cards` plays the hand. `staff` makes every decision, `reasons`
explains it, `style` contains the constants, `directions` describes the plan for an activation, and `probes` contains
the baseline bots. `orders` defines the orders that a player can give, `ordered` adds them to the plan, and `command`
checks and reports them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from mamayev.engine.bot import BY_LOT, Rated, best
from mamayev.engine.orders import Orders

from ..rules.position import Operation
from . import staff
from .directions import intent
from .orders import AxisLine, SovietLine, style_of
from .probes import PROBES
from .staff import BY_BOX, Decide
from .style import HASTE, STAFF, STYLES, Style

__all__ = ["chosen", "hasty", "intent", "rated"]

BOTS: dict[str, tuple[Mapping[str, Decide], tuple[Style, Style]]] = {
    "staff": (BY_BOX, STAFF),
    **{name: (orders, STAFF) for name, orders in PROBES.items()},
    **{name: (BY_BOX, styles) for name, styles in STYLES.items()},
}
"""The orders that each bot uses for its decisions, and its style for each side."""


def style_by(p: Operation, name: str, orders: Orders | None) -> Style:
    """Return the style for the seat that decides: the bot's own style, or the style under that seat's orders."""
    if isinstance(orders, (AxisLine, SovietLine)[p.seat]):
        return style_of(p.board, orders)
    return BOTS[name][1][p.seat]


def chosen(p: Operation, rng: random.Random, name: str = "staff", orders: Orders | None = None) -> Rated:
    """Return the action that a bot chooses in a position, under its orders if it has any."""
    order = BOTS[name][0].get(p.box.name)
    return best(by_lot(p), rng) if order is None else order(p, p.top, style_by(p, name, orders))


def rated(p: Operation, name: str = "staff", orders: Orders | None = None) -> list[Rated]:
    """Return the actions that a bot considers: every choice in an activation, or the single action that its order
    finds.
    """
    order = BOTS[name][0].get(p.box.name)
    if order is None:
        return by_lot(p)
    style = style_by(p, name, orders)
    weighed = staff.rated(p, style) if order in (staff.card, staff.whom) else []
    return weighed or [order(p, p.top, style)]


def by_lot(p: Operation) -> list[Rated]:
    """Return all the actions in a minor decision."""
    return [Rated(action, grounds=BY_LOT) for action in p.actions()]


def hasty(p: Operation, rng: random.Random) -> bool:
    """Return whether the officer makes a decision in haste."""
    return rng.random() < HASTE[p.seat]
