"""Deploy the army when the setup allows a choice: supplies first, units in their historical places, and other units at
the front.
"""

from __future__ import annotations

from mamayev.engine.bot import Rated
from mamayev.engine.notation import ARG, MASK, act, verb_of
from mamayev.engine.position import Frame

from ..rules.control import units_at
from ..rules.position import Pocket
from ..rules.variable import raised
from ..rules.verbs import BEGIN, CAST, COLUMNS, RAISE
from .appreciation import endures, stake, strength, worth
from .style import JUDGMENT

WANTED = ("supplies", "order-of-battle", "supplies", "order-of-battle")
"""The rolls to which the four modifiers go, in order."""


def modifiers(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Assign two modifiers to the supplies and two to the order of battle."""
    now = p.frame("set-up")
    given = sum(raised(now, column) for column in range(len(COLUMNS)))
    if given < len(WANTED):
        column = next(i for i, noun in enumerate(COLUMNS) if noun.id == WANTED[given])
        if act(RAISE, column) in options:
            return Rated.by_rule(act(RAISE, column), "Supplies and the order of battle come first")
    return Rated.by_rule(CAST, "All modifiers are placed")


def remove(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Remove a weak division, but never armor."""
    table = p.table

    def value(action: int) -> tuple[int, int]:
        unit = action >> ARG & MASK
        return table.armour >> unit & 1, not table.components.units[unit].depleted

    return Rated.by_rule(min(options, key=value), "It is weak, and not armored")


def border(p: Pocket) -> int:
    """Return the German-controlled areas next to enemy areas, whether or not the Soviet units are placed yet."""
    return p.german & p.table.board.shape(p.german).costly


def need(p: Pocket, area: int) -> int:
    """Return how much an area needs a unit: its value, which is higher at the front, minus its strength."""
    return worth(p, area) * (JUDGMENT.border if border(p) >> area & 1 else 1) - JUDGMENT.stakes * strength(p, area)


def placement(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Place a unit in its historical place, or else in the neediest area. The drawn areas must not stay empty."""
    offered = set(options)
    units = list(dict.fromkeys(action >> ARG & MASK for action in options))
    for unit in units:
        home = act(verb_of(options[0]), unit, p.table.components.units[unit].area)
        if home in offered:
            return Rated.by_rule(home, "This is its historical place")
    inside = [action for action in options if action >> ARG & MASK == units[0] and p.german >> (action & MASK) & 1]
    neediest = max(inside, key=lambda action: need(p, action & MASK))
    area = neediest & MASK
    name = p.table.board.names[area]
    return Rated.by_rule(neediest, f"{name} needs it most: it {endures(p, area)}, and losing it costs {stake(p, area)}")


def deplete(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Deplete infantry, but not a unit that is alone in a front area."""

    def cost(action: int) -> tuple[int, int, int]:
        unit = action >> ARG & MASK
        space = p.at[unit]
        return p.table.armour >> unit & 1, border(p) >> space & 1, -len(units_at(p, space))

    return Rated.by_rule(min(options, key=cost), "Other units are with it at the front")


def defenses(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Give one defense to each garrison at the front, the neediest first."""

    def value(action: int) -> tuple[bool, int]:
        area = action >> ARG & MASK
        bare = p.count[area] and not p.pdm_active[area] and not p.pdm_inactive[area]
        return bool(bare and border(p) >> area & 1), need(p, area)

    return Rated.by_rule(max(options, key=value), "The garrison at the front gets the marker")


def begin(_p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Start the game."""
    return Rated.by_rule(BEGIN, "Every unit is in place")
