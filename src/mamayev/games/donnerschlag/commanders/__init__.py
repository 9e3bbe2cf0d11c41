"""The commanders of both sides, written like orders to an army.

`appreciation` says how the situation looks, `battle` what an attack promises, `attack` looks for the attacks of an
activation; `axis` and `soviet` say what each side is after, `cards` how it plays its hand; `staff` has an order for
every question. `probes` are players made to be beaten.
"""

from __future__ import annotations

import random

from ..position import Operation
from .probes import PROBES, passive
from .staff import ORDERS
from .style import STAFF

REASONS = {
    "activation-card": "These units promise most: attacks, and the way that they gain or bar.",
    "whom": "These units promise most: attacks, and the way that they gain or bar.",
    "move": "The Axis strikes what is in its way, goes on, and guards its line; the Soviets bar the best way left.",
    "declare": "The staff makes the attack that promises most steps, its own losses counted.",
    "window": "A card is played where it promises most: hardly any can be kept.",
    "answer": "A card is played where it promises most: hardly any can be kept.",
    "calling": "A call in turn 4 leaves time until the end of turn 7; the nearest zone past the enemy.",
    "stow": "Out of the box a card needs no die, and nobody can stop it.",
}


def policy(p: Operation, rng: random.Random) -> int:
    """What the staff does."""
    f = p.frames[-1]
    order = ORDERS.get(p.box.name)
    return p.box.draw(p, f, rng.random) if order is None else order(p, f, STAFF[p.seat])


def probe(name: str, p: Operation, rng: random.Random) -> int:
    """What a probe does; the questions that it has no order for it answers by doing nothing."""
    return PROBES[name].get(p.box.name, passive)(p, p.frames[-1], STAFF[p.seat])


def why(p: Operation, action: int) -> str:
    """The reason of an action."""
    return REASONS.get(p.box.name, "A rule of thumb of the staff for this question.")
