"""The commanders of 6th Army: bots whose code reads like orders to a staff.

`appreciation` says how the situation looks, `staff` has an order for every decision of the game, and each commander a
few orders of his own in place of the staff's.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..rules.position import Pocket
from . import breakout, consolidate, paulus, probes, staff, stay_put, watch_and_wait
from .intent import Intent
from .staff import Order

COMMANDERS: dict[str, Mapping[str, Order]] = {
    "staff": staff.ORDERS,
    "breakout": breakout.ORDERS,
    "stay-put": stay_put.ORDERS,
    "consolidate": consolidate.ORDERS,
    "watch-and-wait": watch_and_wait.ORDERS,
    "paulus": paulus.ORDERS,
}


def command(name: str, p: Pocket) -> Intent:
    """What a commander means to do at the player's decision in a position. Always legal, never left to chance."""
    return {**probes.PROBES, **COMMANDERS, "near": staff.SHORT_SIGHTED}[name][p.box.name](
        p, p.top, p.box.options(p, p.top)
    )


def reason(name: str, p: Pocket, action: int) -> str:
    """Why a commander takes an action at the player's decision in a position."""
    intent = command(name, p)
    if intent.action == action:
        return intent.why
    return f"This commander would do something else: “{p.table.label(p, intent.action)}”."
