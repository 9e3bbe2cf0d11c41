"""`staff`, an opponent for the Soviet seat in games with a Soviet player (INF-HUMAN).

The staff retakes lost Spawn hexes, reinforces those that the Germans are about to attack, and attacks where it expects
to hit more than it loses. It keeps as many stacks of equal height as it holds Spawn hexes, because equal dice run the
clock.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mamayev.engine.bot import Rated
from mamayev.engine.notation import ARG, MASK

from ..rules.arrivals import shown
from ..rules.position import City
from . import soviet_reasons as reasons
from .soviet_outlook import Fray, Stand, die_worth, strongest_first, way_of
from .style import SovietStyle


def use_die(p: City, style: SovietStyle) -> Rated:
    """Give the die to the stack that gains the most from it."""
    stand = Stand(p, style)
    options = [action for action in p.actions() if not leaves(p, action, style)] or p.actions()
    worth = {action: die_worth(p, action, stand) for action in options}
    action = max(worth, key=worth.__getitem__)
    return Rated(action, worth[action], partial(reasons.given, p, action, worth[action], stand))


def leaves(p: City, action: int, style: SovietStyle) -> bool:
    """Return whether a die takes a block out of a Spawn hex under a defense order without an attack."""
    start, to = way_of(p, action)
    return start in style.aims and to not in style.aims and not p.german & p.board.grid.bit[to]


def pick_mover(p: City, style: SovietStyle) -> Rated:
    """Move the strongest block where it matters, and the weakest elsewhere."""
    choose = max if strongest_first(p) else min
    action = choose(p.actions(), key=lambda a: (shown(p, a >> ARG & MASK), -p.board.fire[a >> ARG & MASK]))
    return Rated(action, grounds=partial(reasons.sent, p, action))


def lay_card(p: City, style: SovietStyle) -> Rated:
    """Play the most effective card, leaders first."""
    fray = Fray(p, style)
    worth = {action: fray.worth(p.board.cards[action >> ARG & MASK]) for action in p.actions()}
    action = max(worth, key=worth.__getitem__)
    return Rated(action, worth[action], partial(reasons.laid, p, action, fray))


def spared_least(p: City, style: SovietStyle) -> Rated:
    """Take the hit with the block that has the least fire."""
    action = max(p.actions(), key=lambda a: p.board.fire[a >> ARG & MASK])
    return Rated(action, grounds=partial(reasons.shooting, p, action, "It takes the hit, because it hits only on"))


def shoots_best(p: City, style: SovietStyle) -> Rated:
    """Enter the hex with the block that has the most fire."""
    action = min(p.actions(), key=lambda a: p.board.fire[a >> ARG & MASK])
    return Rated(action, grounds=partial(reasons.shooting, p, action, "No other unit is a better shot: it hits on"))


Decide = Callable[[City, SovietStyle], Rated]
"""Decides at a box of the sequence of play. It returns the best action, with its value and the reasons for it."""
BY_BOX: dict[str, Decide] = {
    "use-die": use_die,
    "pick-mover": pick_mover,
    "lay-card": lay_card,
    "hit": spared_least,
    "follow": shoots_best,
}
"""The order for each decision."""


def chosen(p: City, style: SovietStyle) -> Rated:
    """Return the action that the staff takes."""
    return BY_BOX[p.box.name](p, style)
