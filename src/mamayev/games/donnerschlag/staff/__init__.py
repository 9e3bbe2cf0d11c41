"""The commanders of both sides, written like orders to an army.

`appreciation` says how the situation looks, `battle` what an attack promises, `attack` looks for the attacks of an
activation; `axis` and `soviet` say what each side is after, `cards` how it plays its hand; `staff` has an order for
every question, `reasons` a sentence for each, and `style` the numbers that they go by. `probes` are players made to be
beaten.
"""

from __future__ import annotations

import random

from ..rules.position import Operation
from . import reasons
from .probes import PROBES, passive
from .staff import ORDERS, rated
from .style import STAFF, STYLES

__all__ = ["policy", "probe", "rank", "why"]


def policy(p: Operation, rng: random.Random, name: str = "staff") -> int:
    """What the staff does, in one of its styles."""
    f = p.top
    order = ORDERS.get(p.box.name)
    return p.box.draw(p, f, rng.random) if order is None else order(p, f, STYLES.get(name, STAFF)[p.seat])


def rank(p: Operation, name: str = "staff") -> list[tuple[int, float]]:
    """What each activation promises to one of the styles, where one is chosen; nothing elsewhere."""
    return [(one.action, one.worth) for one in rated(p, STYLES.get(name, STAFF)[p.seat])]


def why(p: Operation, action: int, name: str = "staff") -> str:
    """Why one of the styles takes an action."""
    return reasons.why(p, action, STYLES.get(name, STAFF)[p.seat])


def probe(name: str, p: Operation, rng: random.Random) -> int:
    """What a probe does; the questions that it has no order for it answers by doing nothing."""
    return PROBES[name].get(p.box.name, passive)(p, p.top, STAFF[p.seat])
