"""The commander's appreciation of the situation: the front, what ground is worth, who is free, the road to the relief
force. Nothing is decided here."""

from __future__ import annotations

from ..actions import step_cost
from ..board import bits
from ..control import keys, unit_is_isolated, units_at, units_in_play
from ..position import BOX_0, Pocket
from ..prices import room


def front(p: Pocket) -> int:
    """The German-controlled areas that touch a Soviet unit."""
    return p.german & p.table.board.touching(p.soviet)


def worth(p: Pocket, area: int) -> int:
    """What the loss of an area would cost: key areas, airfields, and the areas around them."""
    board, key_areas = p.table.board, keys(p)
    value = 3 if key_areas >> area & 1 else 1
    if board.airfields >> area & 1:
        value += 4
    if board.adjacent[area] & key_areas & p.german:
        value += 1
    return value


def strength(p: Pocket, area: int) -> int:
    """Losses that an area can take before it falls."""
    return sum(p.steps[unit] for unit in units_at(p, area)) + 2 * p.pdm_active[area]


def road(p: Pocket) -> list[int]:
    """The areas from the pocket to where the relief force will stand, nearest to it first."""
    board = p.table.board
    goal = p.relief_area or board.entries[p.relief_letter]
    path, reached, edge = [goal], 1 << goal, 1 << goal
    came: dict[int, int] = {}
    while edge and not edge & p.german:
        new = 0
        for area in bits(edge):
            for near in board.neighbours[area]:
                if not reached >> near & 1:
                    reached |= 1 << near
                    new |= 1 << near
                    came[near] = area
        edge = new
    if not edge & p.german:
        return []
    area = next(bits(edge & p.german))
    path = []
    while area in came:
        area = came[area]
        path.append(area)
    return path[::-1]


def spearheads(p: Pocket, area: int) -> list[int]:
    """The divisions that stand next to an area and could attack it, armour first."""
    table = p.table
    near = [
        unit
        for unit in units_in_play(p)
        if p.at[unit] <= BOX_0
        and table.board.adjacent[area] >> p.at[unit] & 1
        and table.may_attack >> unit & 1
        and not p.target[unit]
    ]
    return sorted(near, key=lambda u: (not table.armour >> u & 1, -p.steps[u]))


def relief_is_near(p: Pocket) -> bool:
    """Time to open the road: the force has left its first box."""
    return p.relief_area > 0 or p.relief_box >= 2


def first_step(p: Pocket, unit: int, goal: int) -> tuple[int, int] | None:
    """The next area on the cheapest way of a unit inside the pocket, and what the way adds to the tally."""
    board, start = p.table.board, p.at[unit]
    if start == goal:
        return None
    cost = {goal: step_cost(p, goal)}
    edge = [goal]
    while edge:
        area = min(edge, key=cost.__getitem__)
        edge.remove(area)
        for near in board.neighbours[area]:
            if near == start:
                total = cost[area]
                if total > room(p, unit_is_isolated(p, unit)):
                    return None
                return area, total
            if p.german >> near & 1 and near not in cost:
                cost[near] = cost[area] + step_cost(p, near)
                edge.append(near)
    return None


def may_leave(p: Pocket, unit: int) -> bool:
    """Whether an area stays held when the unit advances out of it."""
    space = p.at[unit]
    staying = [other for other in units_at(p, space) if other != unit and not p.target[other]]
    return bool(staying) or not front(p) >> space & 1
