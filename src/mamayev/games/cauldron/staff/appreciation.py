"""Evaluate the situation: the front, the value of areas, the reserves, and the road to the relief force.

This module makes no decisions.
"""

from __future__ import annotations

from mamayev.engine.words import counted

from ..printed.map import BOX_0
from ..rules.actions import step_cost
from ..rules.board import bits
from ..rules.control import council_bonus, keys, units_at, units_in_play
from ..rules.position import DEPLETED, Pocket
from ..rules.strategic import full_upkeep, upkeep_modifier
from .style import JUDGMENT

BOX_5 = BOX_0 + 5
ON_THE_MAP = 6
"""One more than the number of the last Relief box."""
FED = 5
"""The number of units that a supply point feeds (CAU-UPK-06)."""


def front(p: Pocket) -> int:
    """Return the German-controlled areas that touch a Soviet unit."""
    return p.german & p.table.board.touching(p.soviet)


def worth(p: Pocket, area: int) -> int:
    """Return the cost of losing an area. Key Areas, airfields and the areas around them count more."""
    board, key_areas = p.table.board, keys(p)
    value = JUDGMENT.key if key_areas >> area & 1 else 1
    if board.airfields >> area & 1:
        value += JUDGMENT.airfield
    if board.adjacent[area] & key_areas & p.german:
        value += JUDGMENT.near_key
    return value


def strength(p: Pocket, area: int) -> int:
    """Return how many losses an area can take before it falls."""
    return sum(p.steps[unit] for unit in units_at(p, area)) + JUDGMENT.defense * p.pdm_active[area]


def losses_until_it_falls(p: Pocket, area: int) -> int:
    """Return the number of losses after which no unit is left in an area: its steps, plus its activated defenses, each
    of which absorbs a loss (CAU-SOVATK-05)."""
    return sum(p.steps[unit] for unit in units_at(p, area)) + p.pdm_active[area] * bool(p.count[area])


def endures(p: Pocket, area: int) -> str:
    """Return the number of losses after which an area falls, in words."""
    losses = losses_until_it_falls(p, area)
    return f"falls after {counted(losses, '# loss', '# losses')}" if losses else "is empty"


def morale_of(p: Pocket, area: int) -> int:
    """Return the morale that an area adds: 3 for a Key Area, 1 for any other (CAU-MORALE-01)."""
    return 3 if keys(p) >> area & 1 else 1


def stake(p: Pocket, area: int) -> str:
    """Return the cost of losing an area, in words."""
    airfield = " and an airfield" if p.table.board.airfields >> area & 1 else ""
    return f"{morale_of(p, area)} morale{airfield}"


def weakest_first(p: Pocket, areas: int) -> list[int]:
    """Return areas ordered by how likely they are to fall and by their value."""
    return sorted(bits(areas), key=lambda area: (strength(p, area) - JUDGMENT.stakes * worth(p, area), area))


def road(p: Pocket) -> list[int]:
    """Return the areas between the pocket and the relief force, starting with the one nearest to the force."""
    board = p.table.board
    goal = p.relief_area or board.entries[p.relief_letter]
    reached, edge = 1 << goal, 1 << goal
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
    area = bits(edge & p.german)[0]
    path = []
    while area in came:
        area = came[area]
        path.append(area)
    return path


def gate(p: Pocket) -> int:
    """Return the space to attack next on the way to the relief force, or 0 if no enemy blocks the way or there is no
    path. The areas on the road come first. From the entry area, the Relief boxes follow one after another as far as the
    force (CAU-BREAK-01, CAU-BREAK-03).
    """
    entry = p.table.board.entries[p.relief_letter]
    if p.relief_area or not p.count[entry]:
        way = road(p)
        return way[0] if way and p.soviet >> way[0] & 1 else 0
    ahead = [space for space, letter in zip(p.at, p.letter, strict=True) if letter == p.relief_letter + 1]
    return min(ahead, default=BOX_5 + 1) - 1


def doors(p: Pocket, target: int) -> int:
    """Return the German-controlled areas from which a space can be attacked."""
    board = p.table.board
    if target <= BOX_0:
        return board.adjacent[target] & p.german
    return 1 << board.entries[p.relief_letter] if target == BOX_5 else 0


def spearheads(p: Pocket, target: int) -> list[int]:
    """Return the divisions that have no target yet and can attack a space, armor first."""
    table = p.table
    places = doors(p, target) | (1 << target + 1 if target > BOX_0 else 0)
    near = [
        unit
        for unit, space in enumerate(bytes(p.at))
        if space and places >> space & 1 and table.may_attack >> unit & 1 and not p.target[unit]
    ]
    return sorted(near, key=lambda u: (not table.armour >> u & 1, -p.steps[u]))


def success(p: Pocket, units: list[int], target: int, supply: int) -> float:
    """Return the chance that the given units, with the given supply, get the Retreat result that an attack needs.

    They need two if a Soviet unit holds out in Stalingrad (CAU-ATK-13, CAU-ATK-14).
    """
    city = target <= BOX_0 and p.table.board.stalingrad >> target & 1
    none, one = 1.0, 0.0
    for unit in units:
        bonus = supply + council_bonus(p) - (p.steps[unit] == DEPLETED)
        bonus += -1 if city else p.table.armour >> unit & 1
        hit = max(0, min(6, bonus)) / 6
        none, one = none * (1 - hit), one * (1 - hit) + none * hit
    return 1 - none - (one if city else 0)


def is_spare(p: Pocket, unit: int, given_up: int = 0) -> bool:
    """Return whether a unit can be spared from its area, because it is behind the front, in an area that the army gives
    up, or not the last unit there.


    """
    space = p.at[unit]
    if not 0 < space <= BOX_0 or p.target[unit] or unit == p.table.hq:
        return False
    return bool((given_up | ~front(p)) >> space & 1) or bool(staying(p, space, unit))


def staying(p: Pocket, space: int, unit: int) -> list[int]:
    """Return the other units in an area that have no target."""
    if p.count[space] < 2:
        return []
    return [other for other in units_at(p, space) if other != unit and not p.target[other]]


def hunger(p: Pocket, points: int) -> float:
    """Return the expected losses on Table C if the given number of supply points is spent on upkeep (CAU-UPK-06,
    CAU-UPK-07).
    """
    units = units_in_play(p)
    if points == full_upkeep(p):
        return 0.0
    unfed = max(0, len(units) - FED * points)
    if unfed <= sum(p.table.single_sided >> unit & 1 for unit in units):
        return 0.0
    modifier = upkeep_modifier(unfed)
    return sum(p.table.charts.upkeep(die + modifier)[0] for die in range(1, 7)) / 6


def reach(p: Pocket) -> int:
    """Return the progress of the relief force: the number of its Relief box, or 6 if it is on the map."""
    return p.relief_box or ON_THE_MAP


def relief_is_near(p: Pocket) -> bool:
    """Return whether the relief force has left its first box. The army then starts to prepare."""
    return reach(p) >= JUDGMENT.ready_box


def time_to_go(p: Pocket) -> bool:
    """Return whether a breakout should begin, because it costs the front nothing, the relief force is close enough, or
    the Final Offensive is imminent (CAU-NOTE-05).
    """
    return bool(p.foa) or reach(p) >= JUDGMENT.go_box or p.turn >= JUDGMENT.go_turn


def ways(p: Pocket, goal: int, most: int) -> dict[int, tuple[int, int]]:
    """Return, for each area in the pocket, the next area on the cheapest path to a destination, and that path's cost in
    points of the move tally, up to `most`.
    """
    board = p.table.board
    found: dict[int, tuple[int, int]] = {}
    cost = {goal: step_cost(p, goal)}
    edge = [goal]
    while edge:
        area = min(edge, key=cost.__getitem__)
        total = cost[area]
        if total > most:
            break
        edge.remove(area)
        for near in board.neighbours[area]:
            if p.german >> near & 1 and near not in cost:
                found[near] = area, total
                cost[near] = total + step_cost(p, near)
                edge.append(near)
    return found
