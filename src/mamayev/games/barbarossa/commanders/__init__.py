"""The commanders of both sides: bots whose code reads like orders to an army group.

`appreciation` says how the situation looks, `attack` finds the attacks of a turn with the threat question, `defense`
draws the line and `advance` brings up the others; `staff` has an order for every decision.
"""

from __future__ import annotations

from ..position import Campaign
from .intent import Intent
from .staff import ORDERS
from .style import STAFF, Style

COMMANDERS: dict[str, tuple[Style, Style]] = {"staff": STAFF}
"""The styles of each commander on either side."""


def command(name: str, p: Campaign) -> Intent:
    """What a commander means to do at the decision in a position."""
    return ORDERS[p.box.name](p, p.frames[-1], COMMANDERS[name][p.seat])


def reason(name: str, p: Campaign, action: int) -> str:
    """Why a commander takes an action at the decision in a position."""
    intent = command(name, p)
    if intent.action == action:
        return intent.why
    return f"This commander would do something else: “{p.table.label(p, intent.action)}”."
