"""The computer opponents for both sides.

`appreciation` evaluates the situation. `attack` finds the attacks for a turn, `defense` draws the line, and `advance`
brings up the other units. `answer` changes a line if this makes the enemy's best reply worse, and `spoiling` attacks
from the line if the reply costs less than the attack gains. `staff` has an order for every decision, `style` contains
the constants, `directions` describes the plan for a turn, and `probes` contains the baseline bots.

`orders` defines the orders that a player can give, `task` translates them into changes to the staff's behavior,
`stance` moves the sectors that do not attack, `command` checks and reports orders, and `outlook` predicts a month.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from mamayev.engine.bot import Rated
from mamayev.engine.orders import Orders

from ..rules.position import Campaign
from .directions import intent
from .orders import side_of, style_of
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


def rated(p: Campaign, name: str = "staff", orders: Orders | None = None) -> list[Rated]:
    """Return the action that a bot chooses in a position, with its rating, under its orders if it has any. The list has
    one entry, because the staff finds exactly one action at every decision.
    """
    functions, styles = BOTS[name]
    style = styles[p.seat]
    if orders is not None and side_of(orders) == p.seat:
        ordered = style_of(p.board, orders)
        style = ordered._replace(answers=min(ordered.answers, style.answers))  # the brief bot stays brief
    return [functions[p.box.name](p, p.top, style)]


def chosen(p: Campaign, rng: random.Random, name: str = "staff", orders: Orders | None = None) -> Rated:
    """Return the action that a bot chooses in a position, under its orders if it has any."""
    return rated(p, name, orders)[0]


PLANNED = ("arrivals", "move", "declare")
"""The decisions in a month that follow from one plan."""


def hasty(p: Campaign, rng: random.Random) -> bool:
    """Return whether the officer makes a decision in haste. The officer hurries at all decisions that follow from a
    month's plan, or at none. The enemy's positions determine it, because they do not change while the plan is carried
    out.
    """
    if p.box.name not in PLANNED or p.side != p.seat:
        return False
    places = [p.at[u] for u in p.board.of_side[1 - p.side]]
    return random.Random(f"{p.turn} {places}").random() < HASTE[p.seat]
