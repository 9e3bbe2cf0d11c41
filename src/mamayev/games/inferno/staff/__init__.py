"""The computer opponents of the German and the Soviet seat.

`german_outlook` and `soviet_outlook` evaluate the situation, `german_staff` and `soviet_staff` have an order for every
decision, and `german_reasons` and `soviet_reasons` the grounds. `style` has the constants, `directions` describes the
plan for a round, and `probes` has the baseline bots.
"""

from __future__ import annotations

import random

from mamayev.engine.bot import PROBES, Rated

from ..printed.map import SOVIET
from ..rules.position import City
from . import german_staff, probes, soviet_staff
from .directions import intent
from .style import STYLES

__all__ = ["chosen", "intent", "rated"]

ROUND = "german-round"
"""The decision where the staff compares all actions."""


def chosen(p: City, rng: random.Random, name: str = "staff") -> Rated:
    """Return the action that a bot takes at the decision in a position."""
    if name in PROBES:
        return probes.chosen(name, p)
    german, soviet = STYLES[name]
    return soviet_staff.chosen(p, soviet) if p.seat == SOVIET else german_staff.chosen(p, german)


def rated(p: City, name: str = "staff") -> list[Rated]:
    """Return the rated actions of a bot: all actions of a German round, or the single action that its order finds."""
    if name in PROBES or p.box.name != ROUND:
        return [chosen(p, random.Random(0), name)]
    return german_staff.offered(p, STYLES[name][0])
