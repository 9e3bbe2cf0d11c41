"""Orders to the Soviets: bar the best way left to the Axis, strike what stands exposed, cut what lies behind."""

from __future__ import annotations

from collections.abc import Callable

from ..board import AXIS, GRID, OFF_MAP, SOVIET, ZONE_NET
from ..position import Operation
from ..units import COMBAT, IS_COMBAT, STRENGTH
from .appreciation import Danger, decisive, foremost, in_question, line, path, remembered, ways_to
from .attack import Council
from .style import Style



def ground(p: Operation, style: Style) -> Callable[[int], float]:
    """What it is worth to take a hex: most in a zone, in the turn that decides."""
    zones, in_zone = in_question(p), style.last_ground if decisive(p) else style.zone_ground
    return lambda h: in_zone if zones & GRID.bit[h] else style.ground


def council(p: Operation, style: Style) -> Council:
    """The council on the attacks of an activation."""
    return Council(p, style, ground(p, style))


def orders(p: Operation, style: Style) -> Council:
    """The orders of an activation."""
    order = council(p, style)
    overrun(p, order)
    order.strike()
    bar(p, style, order, in_question(p))
    return order


def overrun(p: Operation, council: Council) -> None:
    """A lone HQ within reach is overrun by the weakest that gets there."""
    lone = p.headquarters(AXIS) & ~p.troops(AXIS)
    for h in GRID.hexes(lone):
        able = [u for u in council.reach if IS_COMBAT[u] and u not in council.places and council.reach[u] & GRID.bit[h]]
        if able:
            council.put(min(able, key=lambda u: STRENGTH[u][p.steps[u]]), h)


def bar(p: Operation, style: Style, council: Council, zones: int) -> None:
    """Each unit bars the best way that the others leave open; who is behind the foremost unit goes for its line."""
    troops, controlled = p.troops(SOVIET), p.controlled(SOVIET)
    for u in council.reach:
        if p.to_move >> u & 1 and u not in council.places:
            troops &= ~GRID.bit[p.at[u]]
    costs = ways_to(zones, troops, controlled, p.built)
    lead = foremost(p, costs)
    if lead >= OFF_MAP:
        return
    supplies = [h for h in line(p, lead).hexes[1:] if not p.standing(AXIS) & GRID.bit[h]]
    danger = Danger(p, AXIS)
    left = [u for u in council.reach if u not in council.places and p.to_move >> u & 1]
    for u in sorted(left, key=lambda u: (GRID.distance(p.at[u], lead), -STRENGTH[u][p.steps[u]])):
        ahead = path(costs, lead, p.built)[1 : style.corridor + 1]
        behind = costs[p.at[u]] > costs[lead] + 3 and not any(council.reach[u] & GRID.bit[h] for h in ahead)
        goals = supplies if behind and supplies else ahead
        if not goals:
            return

        def cost(u: int, h: int, goals: list[int] = goals, behind: bool = behind) -> float:
            far = min(GRID.distance(h, goal) + (0 if behind else 0.25 * n) for n, goal in enumerate(goals))
            return far + style.risk * danger.risk(h, council.strength(u, h))

        council.settle([u], cost)
        if u in council.places:
            bit = GRID.bit[council.places[u]]
            troops |= bit
            controlled |= ZONE_NET.spread(bit)
            costs = ways_to(zones, troops, controlled, p.built)


@remembered
def hope(p: Operation, style: Style, units: int) -> float:
    """What an activation of some units promises: attacks, and units that come near the foremost unit."""
    q = p.copy()
    q.activated = q.to_move = units
    order = council(q, style)
    overrun(q, order)
    order.strike()
    costs = ways_to(in_question(p), 0, 0, p.built)
    lead = foremost(p, costs)
    if lead >= OFF_MAP:
        return order.worth
    row = [u for u in order.reach if COMBAT >> u & 1]
    near = sum(max(0.0, 1 - abs(GRID.distance(p.at[u], lead) - 4) / 8) for u in row)
    return order.worth + style.onward * near
