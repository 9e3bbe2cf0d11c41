"""The computer opponents for the German and Soviet seats.

`german_outlook` and `soviet_outlook` evaluate the situation, `german_staff` and `soviet_staff` have an order for every
decision, and `german_reasons` and `soviet_reasons` explain the choices. `style` contains the constants, `orders`
defines the orders that a player can give, and `command` checks and reports them. `directions` describes the plan for a
round, and `probes` contains the baseline bots.
"""

from __future__ import annotations

import random

from mamayev.engine.bot import PROBES, Rated
from mamayev.engine.orders import Orders

from ..printed.map import SOVIET
from ..rules.position import City
from . import german_staff, probes, soviet_staff
from .directions import intent
from .orders import GermanOrders, SovietOrders, german_style, soviet_style
from .style import HASTE, STYLES, GermanStyle, SovietStyle

__all__ = ["begins", "chosen", "hasty", "intent", "rated"]

ROUND, DIE = "german-round", "use-die"
"""The decision at which the German staff compares all actions, and the one at which a Soviet player uses a die."""


def styles(p: City, name: str, orders: Orders | None) -> tuple[GermanStyle, SovietStyle]:
    """Return the style for each side: the bot's own style, or the style under a seat's orders."""
    german, soviet = STYLES[name]
    if isinstance(orders, GermanOrders):
        return german_style(p.board, orders), soviet
    return german, soviet_style(p.board, orders) if isinstance(orders, SovietOrders) else soviet


def chosen(p: City, rng: random.Random, name: str = "staff", orders: Orders | None = None) -> Rated:
    """Return the action that a bot chooses in a position, under its orders if it has any."""
    if name in PROBES:
        return probes.chosen(name, p)
    german, soviet = styles(p, name, orders)
    return soviet_staff.chosen(p, soviet) if p.seat == SOVIET else german_staff.chosen(p, german)


def rated(p: City, name: str = "staff", orders: Orders | None = None) -> list[Rated]:
    """Return the actions that a bot considers, with ratings: all actions in a German round, or the single action that
    its order finds.
    """
    if name in PROBES or p.box.name != ROUND:
        return [chosen(p, random.Random(0), name, orders)]
    return german_staff.offered(p, styles(p, name, orders)[0])


def begins(p: City) -> bool:
    """Return whether a plan begins here: in a round of the Germans, or at the first die that a Soviet player uses in a
    Movement Action.
    """
    return p.box.name == ROUND or (p.box.name == DIE and not p.tops)


def hasty(p: City, rng: random.Random) -> bool:
    """Return whether the officer makes a decision in haste."""
    return rng.random() < HASTE[p.seat]
