"""Orders to the Axis: break through to the zone, bring the HQ along, keep the line of supply open behind."""

from __future__ import annotations

from collections.abc import Callable

from mamayev.terrain.grid import Hexes

from ..board import AXIS, BRIDGES, GRID, OFF_MAP, SOVIET
from ..position import Operation
from ..units import COMBAT, FORMATION, HQ_OF, IS_COMBAT, OF_SIDE, PANZER, RANGE, UNITS
from .appreciation import Danger, aim, decisive, exposed, line, path, remembered, spearhead, way
from .attack import Council

BRIDGE_ENDS = GRID.gather(h for n in BRIDGES for h in GRID.sides[n])
GROUND = 1.5
"""What a stack in the way is worth beside its steps."""
CORRIDOR = 8
"""How many hexes of the way ahead are cleared first."""
LEAST = 0.25
"""An attack that promises less is not made."""
RISK = 0.8
"""How many hexes nearer are worth a step that may be lost."""
ARRIVAL = 2.0
"""What each of three units in the zone is worth in the turn that decides."""
EXPOSED, ESCORTED = 8.0, 1.0
"""How many hexes an HQ goes round to where no enemy can overrun it, and to where a unit can come that guards it."""
PARTNER = 2
"""The strength of the second unit that is expected to join the first."""
LEADS = (FORMATION["6P"], FORMATION["17P"])
"""The divisions that drive on whatever happens behind them."""


def ground(p: Operation) -> Callable[[int], float]:
    """What taking a hex is worth: more in the zone and on the way than beside it."""
    goals = aim(p)
    costs = way(p, goals)
    lead = spearhead(p, costs)
    corridor = GRID.gather(path(costs, lead, p.built)[:CORRIDOR]) if lead < OFF_MAP else 0
    corridor |= GRID.around(corridor)

    def worth(h: int) -> float:
        if goals & GRID.bit[h]:
            return 2 * GROUND
        return GROUND if corridor & GRID.bit[h] else GROUND / 5

    return worth


def council(p: Operation) -> Council:
    """The council on the attacks of an activation."""
    return Council(p, ground(p), LEAST, way(p, aim(p)))


@remembered
def orders(p: Operation) -> Council:
    """The orders of an activation."""
    goals = aim(p)
    costs = way(p, goals)
    lead = spearhead(p, costs)
    order = council(p)
    keep(p, order, goals)
    order.strike()
    guard(p, order, lead)
    tanks_first = sorted((u for u in order.reach if IS_COMBAT[u]), key=lambda u: costs[p.at[u]])
    zone = p.controlled(SOVIET)
    danger = Danger(p, SOVIET)

    def march(u: int, h: int) -> float:
        together = order.strength(u, h) + (PARTNER if order.taken[h] == 0 else 0)
        risk = RISK if p.formation(u) in PANZER else 3 * RISK
        return costs[h] + risk * danger.risk(h, together) + (0.4 if zone & GRID.bit[h] else 0.0)

    left = [u for u in tanks_first if u not in order.places]
    order.settle(left[:-1], march)
    quarters = lead_on(p, order, costs, order.reach[left[-1]] if left else 0)

    def escort(u: int, h: int) -> float:
        return min(GRID.distance(h, hq) for hq in quarters)

    order.settle(left, escort if quarters else march)
    return order


def keep(p: Operation, order: Council, goals: int) -> None:
    """Who stands in the called zone stays there, and attacks only from there."""
    if not p.called:
        return
    for u in order.reach:
        if IS_COMBAT[u] and goals & GRID.bit[p.at[u]]:
            order.put(u, p.at[u])


def weak_points(p: Operation, lead: int) -> list[int]:
    """Where the line of the spearhead is cut, else the unguarded ends of its bridges; the nearest first."""
    if lead >= OFF_MAP:
        return []
    found = line(p, lead)
    held = p.standing(AXIS)
    return found.cut or [h for h in found.hexes if BRIDGE_ENDS & GRID.bit[h] and not held & GRID.bit[h]]


def guard(p: Operation, council: Council, lead: int) -> None:
    """Those that do not drive on reopen the line, and stay where it depends on them."""
    if lead >= OFF_MAP:
        return
    posts = GRID.gather(h for h in line(p, lead).hexes if (BRIDGE_ENDS | p.controlled(SOVIET)) & GRID.bit[h])
    goals = weak_points(p, lead)
    able = [u for u in council.reach if IS_COMBAT[u] and u not in council.places and p.formation(u) not in LEADS]
    for u in able:
        if posts & GRID.bit[p.at[u]] and council.taken[p.at[u]] == 0:
            council.put(u, p.at[u])
    for goal in goals:
        free = [u for u in able if u not in council.places]
        if not free:
            return
        u = min(free, key=lambda u: GRID.distance(p.at[u], goal))
        if GRID.distance(p.at[u], goal) <= 8:
            council.settle([u], lambda _u, h, goal=goal: GRID.distance(h, goal))  # type: ignore[misc]


def lead_on(p: Operation, council: Council, costs: list[int], escort: Hexes) -> list[int]:
    """An HQ follows its foremost unit closely, to where a unit stands or no enemy can come; `escort`: where the unit
    can come to that has no order yet. Gives the hexes of the HQs that it is to guard."""
    alone = []
    covered = covered_by(p, council)
    for hq in [u for u in council.reach if not IS_COMBAT[u]]:
        own = [council.places.get(u, p.at[u]) for u in p.of_formation(UNITS[hq].formation)]
        if not own:
            continue
        front = min(own, key=costs.__getitem__)
        bare = exposed(p, SOVIET, council.reach[hq] & ~covered)

        def cost(u: int, h: int, front: int = front, bare: Hexes = bare) -> float:
            far = GRID.distance(h, front)
            guarded = ESCORTED if escort & GRID.bit[h] else EXPOSED
            return far + 10.0 * max(0, far - RANGE[u]) + (guarded if bare & GRID.bit[h] else 0.0)

        council.settle([hq], cost)
        h = council.places.get(hq, p.at[hq])
        if (bare if council.reach[hq] & GRID.bit[h] else ~covered) & GRID.bit[h]:
            alone.append(h)
    return alone


def covered_by(p: Operation, council: Council) -> Hexes:
    """The hexes in which a combat unit will stand."""
    return GRID.gather(council.places.get(u, p.at[u]) for u in p.on_map(OF_SIDE[AXIS] & COMBAT))


@remembered
def hope(p: Operation, units: int) -> float:
    """What an activation of some units promises: attacks, the way that it brings the divisions on, and in the turn that
    decides units that come into the zone, or stand there in command."""
    q = p.copy()
    q.activated = q.to_move = units
    order = orders(q)
    goals = aim(p)
    costs = way(p, goals)
    row = [u for u in order.places if COMBAT >> u & 1 and p.formation(u) in PANZER]
    won = sum(max(0, costs[p.at[u]] - costs[order.places[u]]) for u in row)
    arrive = 0
    if decisive(p):
        there = [u for u in p.on_map(OF_SIDE[AXIS] & COMBAT) if goals & GRID.bit[order.places.get(u, p.at[u])]]
        arrive = sum(commanded(p, order, u) for u in there)
    return order.worth + 0.12 * won + ARRIVAL * min(arrive, 3)


def commanded(p: Operation, order: Council, u: int) -> bool:
    """Whether a unit will be in command where it is to stand."""
    hq = HQ_OF.get(p.formation(u), u)
    h = order.places.get(hq, p.at[hq])
    return hq != u and h < OFF_MAP and GRID.distance(h, order.places.get(u, p.at[u])) <= RANGE[hq]
