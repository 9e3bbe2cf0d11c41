"""The commanders of both sides: bots whose code reads like orders to an army group.

`appreciation` says how the situation looks, `attack` finds the attacks of a turn with the threat question, `defense`
draws the line and `advance` brings up the others; `staff` has an order for every decision.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..position import Campaign
from . import probes, staff
from .intent import Intent
from .staff import Order

COMMANDERS: dict[str, Mapping[str, Order]] = {"staff": staff.ORDERS, **probes.PROBES}


def command(name: str, p: Campaign) -> Intent:
    """What a commander means to do at the decision in a position."""
    return COMMANDERS[name][p.box.name](p, p.frames[-1])


def reason(name: str, p: Campaign, action: int) -> str:
    """Why a commander takes an action at the decision in a position."""
    intent = command(name, p)
    if intent.action == action:
        return intent.why
    return f"This commander would do something else: “{p.table.label(p, intent.action)}”."
