"""The commanders of both sides, written like orders to an army.

`appreciation` says how the situation looks, `battle` what an attack promises, `attack` looks for the attacks of an
activation; `axis` and `soviet` say what each side is after, `cards` how it plays its hand; `staff` has an order for
every question, `reasons` a sentence for each, and `style` the numbers that they go by. `probes` are players made to be
beaten.
"""

from __future__ import annotations

import random

from ..position import Operation
from .probes import PROBES, passive
from .reasons import why
from .staff import ORDERS
from .style import STAFF

__all__ = ["policy", "probe", "why"]


def policy(p: Operation, rng: random.Random) -> int:
    """What the staff does."""
    f = p.frames[-1]
    order = ORDERS.get(p.box.name)
    return p.box.draw(p, f, rng.random) if order is None else order(p, f, STAFF[p.seat])


def probe(name: str, p: Operation, rng: random.Random) -> int:
    """What a probe does; the questions that it has no order for it answers by doing nothing."""
    return PROBES[name].get(p.box.name, passive)(p, p.frames[-1], STAFF[p.seat])
