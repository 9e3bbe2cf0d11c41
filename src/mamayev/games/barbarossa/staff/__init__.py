"""The commanders of both sides: bots whose code reads like orders to an army group.

`appreciation` says how the situation looks, `attack` finds the attacks of a turn with the threat question, `defense`
draws the line and `advance` brings up the others; `staff` has an order for every decision, and `style` the numbers that
it goes by. `answer` changes a line where the enemy's answer to it would cost less, and `sally` strikes out of it where
the answer would not cost more than that brings.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..rules.position import Campaign
from .intent import Intent
from .probes import PROBES
from .staff import ORDERS, Order
from .style import STAFF, STYLES, Style

COMMANDERS: dict[str, tuple[Mapping[str, Order], tuple[Style, Style]]] = {
    "staff": (ORDERS, STAFF),
    **{name: (orders, STAFF) for name, orders in PROBES.items()},
}
"""The orders of each commander, and the style of either side."""


def command(name: str, p: Campaign, style: str = "") -> Intent:
    """What a commander means to do at the decision in a position, or would by another style."""
    orders, styles = COMMANDERS[name]
    if style:
        styles = STYLES[style]
    return orders[p.box.name](p, p.top, styles[p.seat])


def reason(name: str, p: Campaign, action: int, style: str = "") -> str:
    """Why a commander takes an action at the decision in a position, or would by another style."""
    intent = command(name, p, style)
    if intent.action == action:
        return intent.why
    return f"This commander would do something else: “{p.table.label(p, intent.action)}”."
