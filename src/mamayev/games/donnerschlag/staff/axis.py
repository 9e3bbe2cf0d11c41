"""The orders for the Axis: break through to the zone, bring the HQs along, and keep the supply line open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mamayev.terrain.grid import Hexes

from ..printed.board import Board
from ..printed.map import AXIS, OFF_MAP, SOVIET
from ..printed.units import FORMATION, NONE, PANZER, TANK
from ..rules.position import Operation
from .appreciation import (
    activated,
    aim,
    care,
    course,
    danger_from,
    decisive,
    disc,
    exposed,
    line,
    path,
    remembered,
    spearhead,
    way,
)
from .attack import IN_A_HEX, Council, Hope
from .ordered import hold, withdraw
from .style import JUDGMENT, Style

LEADS = (FORMATION["6P"], FORMATION["17P"])
"""The divisions that advance even if enemies threaten the ground behind them."""


@remembered
def ground(p: Operation, style: Style) -> Callable[[int], float]:
    """Return the value of taking a hex, which is higher in the zone, on the path, and where the supply line is
    cut.
    """
    grid = p.board.grid
    goals = aim(p, style)
    costs = course(p, style)
    lead = spearhead(p, costs)
    corridor = grid.gather(path(p.board, costs, lead, p.built)[: style.corridor]) if lead < OFF_MAP else 0
    corridor |= grid.around(corridor)
    cutting = grid.gather(line(p, lead).cut) if lead < OFF_MAP else 0
    cutting |= grid.around(cutting)
    in_zone = style.last_ground if decisive(p) else style.zone_ground

    def worth(h: int) -> float:
        bit = grid.bit[h]
        if style.target & bit:
            return style.target_ground
        if goals & bit:
            return in_zone
        if cutting & bit:
            return style.line_ground
        return style.ground if corridor & bit else style.far_ground

    return worth


def council(p: Operation, style: Style) -> Council:
    """Return the search for the attacks in an activation."""
    found = Council(p, style, ground(p, style), course(p, style))
    for n in PANZER:
        hq = p.board.hq_of[n]
        if p.at[hq] < OFF_MAP:
            found.led[n] = widened(p.board, found.reach.get(hq, p.board.grid.bit[p.at[hq]]), p.board.ranges[hq])
    return found


@remembered
def orders(p: Operation, style: Style) -> Council:
    """Return the orders for an activation."""
    goals = aim(p, style)
    costs = course(p, style)
    order = struck(p, style).copy()
    guard(p, order, spearhead(p, costs))
    quarters(p, style, order, costs, goals)
    march(p, style, order, costs)
    if style.escorts:
        escort(p, style, order, goals)
    return order


@remembered
def struck(p: Operation, style: Style) -> Council:
    """Return the attacks in an activation, planned after the orders to stay in the zone or to enter it."""
    order = council(p, style)
    hold(p, style, order)
    withdraw(p, style, order)
    keep(p, order, aim(p, style))
    enter(p, order, aim(p, style))
    order.strike()
    return order


def keep(p: Operation, order: Council, goals: int) -> None:
    """Let units in the called zone stay there, and attack only from there."""
    board = p.board
    if not p.called:
        return
    for u in order.reach:
        if board.is_combat[u] and u not in order.places and goals & board.grid.bit[p.at[u]]:
            order.put(u, p.at[u])


def enter(p: Operation, council: Council, goals: Hexes) -> None:
    """In the deciding turn, let units enter the zone before any attack.

    The HQ goes to the hex from which it commands the most of these units. If it can, it stays out of the enemy's reach
    or with a unit.
    """
    if not decisive(p):
        return
    board, grid = p.board, p.board.grid
    for n in PANZER:
        hq = board.hq_of[n]
        there = sum(bool(goals & grid.bit[p.at[u]]) for u in council.places if p.formation(u) == n)
        able = [u for u in council.free_to_march() if p.formation(u) == n and council.reach[u] & goals]
        if p.at[hq] >= OFF_MAP or not able:
            continue
        able.sort(key=lambda u: -board.strength[u][p.steps[u]])
        bare = exposed(p, SOVIET, council.reach.get(hq, 0) & ~covered_by(p, council))
        best: tuple[int, bool, int] | None = None
        places: dict[int, int] = {}
        for at in grid.hexes(council.reach.get(hq, grid.bit[p.at[hq]])):
            within = disc(board, at, board.ranges[hq])
            found = into(council, able[: max(0, JUDGMENT.enough - there)], goals & within)
            kept = sum(bool(within & grid.bit[h]) for u, h in council.places.items() if p.formation(u) == n)
            worth = len(found) + kept, not bare & grid.bit[at], -grid.distance(at, p.at[hq])
            if found and (best is None or worth > best):
                best, places = worth, {**found, hq: at}
        for u, h in places.items():
            if u in council.reach:
                council.put(u, h)


def into(council: Council, units: list[int], hexes: Hexes) -> dict[int, int]:
    """Place units in the given hexes, one after another."""
    grid = council.p.board.grid
    found: dict[int, int] = {}
    for u in units:
        taken = list(found.values())
        room = [h for h in grid.hexes(council.reach[u] & hexes) if council.taken[h] + taken.count(h) < IN_A_HEX]
        if room:
            found[u] = max(room, key=lambda h: council.taken[h] + taken.count(h))
    return found


# ------------------------------------------------------------------ the supply line


def weak_points(p: Operation, lead: int) -> list[int]:
    """Return the hexes where the spearhead's supply line is cut. If it is not cut, return the bridges on it that an
    enemy can reach. The nearest is first.
    """
    grid = p.board.grid
    if lead >= OFF_MAP:
        return []
    found = line(p, lead)
    held = p.standing(AXIS)
    if found.cut:
        return found.cut
    bare = exposed(p, SOVIET, grid.gather(found.hexes) & p.board.bridge_ends & ~held)
    return [h for h in found.hexes if bare & grid.bit[h]]


def guard(p: Operation, council: Council, lead: int) -> None:
    """Keep units other than tanks and leading units where the spearhead's line depends on them, or send them to its
    weak points. Tanks can also reopen a cut line."""
    board, grid = p.board, p.board.grid
    if lead >= OFF_MAP:
        return
    found = line(p, lead)
    danger = danger_from(p, SOVIET)
    posts = p.controlled(SOVIET) | grid.gather(
        h for h in found.hexes if board.bridge_ends & grid.bit[h] and danger.at(h)
    )
    posts &= grid.gather(found.hexes)
    goals = weak_points(p, lead)
    able = [
        u for u in council.reach if board.is_combat[u] and u not in council.places and p.formation(u) not in LEADS
        and (found.cut or board.kind[u] != TANK)
    ]  # fmt: skip
    for u in able:
        if posts & grid.bit[p.at[u]] and council.taken[p.at[u]] == 0:
            council.put(u, p.at[u])
    for goal in goals:
        free = [u for u in able if u not in council.places]
        if not free:
            return
        u = min(free, key=lambda u: grid.distance(p.at[u], goal))
        if grid.distance(p.at[u], goal) <= JUDGMENT.posted:
            council.settle([u], lambda _u, h, goal=goal: grid.distance(h, goal))  # type: ignore[misc]


# ------------------------------------------------------------------ headquarters and their formations


def quarters(p: Operation, style: Style, council: Council, costs: Sequence[int], goals: Hexes) -> None:
    """Place each HQ as far forward as possible, where it commands most of its formation and no enemy can overrun it.

    If the HQ needs an escort, a unit goes along.
    """
    board, grid = p.board, p.board.grid
    for hq in [u for u in council.reach if not board.is_combat[u]]:
        within = commands(p, style, council, hq, goals)
        free = 0
        for u in council.free_to_march():
            free |= council.reach[u]
        bare = exposed(p, SOVIET, council.reach[hq] & ~covered_by(p, council))

        def cost(
            _hq: int, h: int, within: list[tuple[float, Hexes]] = within, bare: Hexes = bare, free: Hexes = free
        ) -> float:
            bit = grid.bit[h]
            lost = sum(worth for worth, hexes in within if not hexes & bit)
            alone = 0.0 if not bare & bit else style.escorted if free & bit else style.exposed
            return lost + style.lead * costs[h] + alone

        council.settle([hq], cost)
        h = council.stands(hq)
        if bare & grid.bit[h]:
            able = [u for u in council.free_to_march() if council.reach[u] & grid.bit[h]]
            if able:
                council.put(min(able, key=lambda u: (misfit(p, u), -costs[p.at[u]])), h)


def misfit(p: Operation, u: int) -> int:
    """Return how far the strength of a unit is from the best strength for an escort."""
    return abs(p.board.strength[u][p.steps[u]] - JUDGMENT.escort)


def commands(p: Operation, style: Style, council: Council, hq: int, goals: Hexes) -> list[tuple[float, Hexes]]:
    """Return the units of an HQ's formation: the value of each, and the hexes from which the HQ commands it, now or
    after its move."""
    board, grid = p.board, p.board.grid
    costs = way(p, goals)
    last = comes(p, costs) if decisive(p) else -1
    found = []
    for u in p.of_formation(board.units[hq].formation):
        h = council.stands(u)
        worth = float(board.strength[u][p.steps[u]])
        if u not in council.reach:
            worth *= style.straggler
        if goals & grid.bit[h] or costs[h] <= last:
            worth *= JUDGMENT.in_zone
        if u in council.reach and u not in council.places:
            hexes = widened(board, council.reach[u], board.ranges[hq])
        else:
            hexes = disc(board, h, board.ranges[hq])
        found.append((worth, hexes))
    return found


def widened(board: Board, hexes: Hexes, by: int) -> Hexes:
    """Return the hexes within `by` hexes of the given hexes."""
    for _ in range(by):
        hexes = board.grid.widened(hexes)
    return hexes


def comes(p: Operation, costs: Sequence[int]) -> int:
    """Return the longest path cost from which a unit can still reach the zone in the deciding turn."""
    lead = spearhead(p, costs)
    return max(costs[lead] + JUDGMENT.abreast, JUDGMENT.beside) if lead < OFF_MAP else JUDGMENT.beside


def march(p: Operation, style: Style, council: Council, costs: Sequence[int]) -> None:
    """Move all other units toward the zone, within range of their HQ, the foremost first."""
    board, grid = p.board, p.board.grid
    zone = p.controlled(SOVIET)
    danger = danger_from(p, SOVIET)

    def cost(u: int, h: int) -> float:
        together = council.strength(u, h) + (JUDGMENT.partner if council.taken[h] == 0 else 0)
        formation = p.formation(u)
        risk = (style.risk if formation in PANZER else style.risk_others) * care(p, style, u)
        found = costs[h] + risk * danger.risk(h, together) + (JUDGMENT.zone_entry if zone & grid.bit[h] else 0.0)
        if formation != NONE:
            hq = board.hq_of[formation]
            at = council.stands(hq)
            if at < OFF_MAP:
                found += style.out_of_command * max(0, grid.distance(at, h) - board.ranges[hq])
        return found

    council.settle(sorted(council.free_to_march(), key=lambda u: costs[p.at[u]]), cost, costs)


def escort(p: Operation, style: Style, council: Council, goals: Hexes) -> None:
    """Send a unit other than a tank to each HQ that would be alone within the enemy's reach, or keep one there. An HQ
    of another formation may have been safe only because of these units. In the deciding turn, only HQs that command a
    unit in the zone count, and tanks can also go."""
    last = decisive(p)
    board, grid = p.board, p.board.grid
    q = council.moved()
    busy = {u for stroke in council.strokes for u in stroke.places}
    quarters = q.headquarters(AXIS)
    for h in grid.hexes(lone(q)):
        if last and not any(q.units_in(h, AXIS)[0] == board.hq_of.get(q.formation(u)) for u in in_zone(q, goals)):
            continue
        kept = (0 if last and goals & grid.bit[h] else goals) | quarters | style.held
        able = [
            u for u, at in council.places.items()
            if board.is_combat[u] and (last or board.kind[u] != TANK) and u not in busy
            and council.reach[u] & grid.bit[h] and not kept & grid.bit[at]
        ]  # fmt: skip
        if able:
            council.change(min(able, key=lambda u: (board.strength[u][p.steps[u]], grid.distance(p.at[u], h))), h)


def lone(p: Operation) -> Hexes:
    """Return the hexes of HQs that are alone within the enemy's reach."""
    return exposed(p, SOVIET, p.headquarters(AXIS) & ~p.troops(AXIS))


def in_zone(p: Operation, goals: Hexes) -> list[int]:
    """Return the combat units in the zone that are in command."""
    board = p.board
    row = p.on_map(board.of_side[AXIS] & board.troops)
    return [u for u in row if goals & board.grid.bit[p.at[u]] and p.in_command(u)]


def covered_by(p: Operation, council: Council) -> Hexes:
    """Return the hexes in which a combat unit will be."""
    board = p.board
    row = p.on_map(board.of_side[AXIS] & board.troops)
    return board.grid.gather(council.stands(u) for u in row if u in council.places or u not in council.reach)


# ------------------------------------------------------------------ what an activation promises


@remembered
def hope(p: Operation, style: Style, units: int) -> Hope:
    """Return the expected gain from an activation: attacks, progress of the divisions and, in the deciding turn, units
    that enter the zone or are in command there. In the deciding turn, units that are too far behind count for nothing.
    """
    board = p.board
    q = activated(p, units)
    order = orders(q, style)
    goals = aim(p, style)
    costs = course(p, style)
    row = [u for u in order.places if board.troops >> u & 1 and p.formation(u) in PANZER]
    if decisive(p):
        row = [u for u in row if costs[p.at[u]] <= comes(p, costs)]
    won = sum(max(0, costs[p.at[u]] - costs[order.places[u]]) for u in row)
    zone = 0.0
    if decisive(p):
        before, after = arrived(p, goals), arrived(order.moved(), goals)
        zone = style.arrival * min(after, float(JUDGMENT.enough))
        if 0 < after <= before and any(units >> u & 1 for u in in_zone(p, goals)):
            zone -= style.last_word
    weak = weak_points(p, spearhead(p, costs))
    held = sum(h != p.at[u] and h in weak for u, h in order.places.items() if board.is_combat[u])
    return Hope(order.worth, style.onward * won + style.post * held, zone)


def bounds(p: Operation, style: Style, choices: Iterable[int]) -> dict[int, float]:
    """Return upper bounds on the expected gain from activations.

    A bound counts the attacks, every unit as far forward as it can get, and as many units at each weak point as fit.
    """
    board = p.board
    costs = course(p, style)
    most = style.post * IN_A_HEX * len(weak_points(p, spearhead(p, costs)))
    if decisive(p):
        most += style.arrival * JUDGMENT.enough
    found = {}
    for units in choices:
        order = struck(activated(p, units), style)
        row = [u for u in order.reach if board.troops >> u & 1 and p.formation(u) in PANZER]
        won = sum([max(0, costs[p.at[u]] - order.ahead(u)) for u in row])
        found[units] = order.worth + style.onward * won + most
    return found


def arrived(p: Operation, goals: Hexes) -> float:
    """Return the number of units in the zone that are in command and in supply.

    Units whose HQ can be overrun count less.
    """
    board, bare = p.board, lone(p)
    able = [u for u in in_zone(p, goals) if p.fed >> u & 1 or p.traces(p.at[u], AXIS)]
    return sum(JUDGMENT.bare if bare & board.grid.bit[p.at[board.hq_of[p.formation(u)]]] else 1.0 for u in able)
