"""The computer opponents for both sides. The code reads like orders to an army group.

`appreciation` evaluates the situation. `attack` finds the attacks of a turn, `defense` draws the line, and `advance`
brings up the other units. `answer` changes a line if this makes the enemy's best reply worse, and `spoiling` attacks
from the line if the reply costs less than the attack gains. `staff` has an order for every decision, `style` has the
constants, `directions` describes the plan for a turn, and `probes` has the baseline bots.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from mamayev.engine.bot import Rated

from ..rules.position import Campaign
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
"""The orders of each bot, and its style for either side."""


def rated(p: Campaign, name: str = "staff") -> list[Rated]:
    """Return the rating of the action that a bot chooses in a position. It is the only one, because each order finds
    exactly one action."""
    orders, styles = BOTS[name]
    return [orders[p.box.name](p, p.top, styles[p.seat])]


def chosen(p: Campaign, rng: random.Random, name: str = "staff") -> Rated:
    """Return the action that a bot chooses in a position."""
    return rated(p, name)[0]
