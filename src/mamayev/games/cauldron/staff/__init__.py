"""The commanders of 6th Army: bots whose code reads like orders to a staff.

`appreciation` says how the situation looks, `staff` has an order for every decision of the game, and each commander a
few orders of his own in place of the staff's.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..rules.position import Pocket
from . import breakout, consolidate, paulus, probes, staff, stay_put, watch_and_wait
from .rated import Rated
from .staff import Order

COMMANDERS: dict[str, Mapping[str, Order]] = {
    "staff": staff.ORDERS,
    "breakout": breakout.ORDERS,
    "stay-put": stay_put.ORDERS,
    "consolidate": consolidate.ORDERS,
    "watch-and-wait": watch_and_wait.ORDERS,
    "paulus": paulus.ORDERS,
}


def command(name: str, p: Pocket) -> Rated:
    """What a commander means to do at the player's decision in a position. Always legal, never left to chance."""
    return {**probes.PROBES, **COMMANDERS, "near": staff.SHORT_SIGHTED}[name][p.box.name](
        p, p.top, p.box.options(p, p.top)
    )


def reason(name: str, p: Pocket, action: int) -> str:
    """Why a commander takes an action at the player's decision in a position, or what it would do instead."""
    chosen = command(name, p)
    if chosen.action == action:
        return chosen.why
    orders = {"staff": staff.DAY, "near": staff.NEAR}.get(name)
    for one in staff.rated(p, orders)[:-1] if orders else ():
        if one.action == action:
            return f"{one.why} More urgent: “{p.table.label(p, chosen.action)}”."
    return f"This commander would do something else: “{p.table.label(p, chosen.action)}”."
