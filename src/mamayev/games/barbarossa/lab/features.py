"""The visible state of the campaign as numbers, for search and learning. All information is public (BAR-SCOPE-05), so
both sides have the same features."""

from __future__ import annotations

from ..printed.board import AXIS, RUSSIAN, WAITING
from ..printed.calendar import LAST
from ..rules.position import Campaign
from ..rules.victory import held

NEAR = 8
"""The distance in hexes within which a unit can soon fight for a city."""
ARMY, CORPS = 200, 400
"""The approximate total factors of the Russian and the German army."""


def features(p: Campaign, seat: int) -> dict[str, float]:
    """Return the Axis progress toward its three cities (BAR-WIN-01), both sides' strengths, the replacements, and
    the time (BAR-WIN-07).
    """
    board = p.board
    left = (LAST + 1 - p.turn) / LAST
    axis, russians = p.units(AXIS), p.units(RUSSIAN)
    attack, defense = sum(board.attack[u] for u in axis), sum(board.defense[u] for u in russians)
    striking, holding = sum(board.attack[u] for u in russians), sum(board.defense[u] for u in axis)
    found = {
        "left": left,
        "short": max(0.0, 0.4 - left),
        "winter": float(p.turn % 12 in (6, 7, 8, 9)),
        "attack": attack / CORPS,
        "defense": defense / ARMY,
        "defense_left": defense / ARMY * left,
        "striking": striking / ARMY,
        "holding": holding / CORPS,
        "odds": attack / max(30, defense) / 2,
        "thin": max(0, 140 - defense) / 100,
        "thick": max(0, defense - 170) / 100,
        "points": p.points[AXIS] / 50,
        "russian_points": p.points[RUSSIAN] / 50,
        "waiting": sum(board.defense[u] for u in board.of_side[RUSSIAN] if p.at[u] == WAITING) / ARMY,
        "coming": sum(board.attack[u] for u in board.of_side[AXIS] if p.at[u] == WAITING) / CORPS,
        "cities": sum(city.russian and p.holds(AXIS, c) for c, city in enumerate(board.cities)) / 20,
        "objectives": held(p, AXIS) / 3,
        "clock": float(p.clocks[AXIS]),
        "capitals": held(p, RUSSIAN) / 3,
        "starving": sum(board.defense[u] for u in russians if p.cut_off[u]) / ARMY,
        "hungry": sum(board.attack[u] for u in axis if p.cut_off[u]) / CORPS,
        "reach": sum(sorted((p.at[u] % board.last_column for u in axis), reverse=True)[:10]) / 10 / board.last_column,
    }
    for n, city in enumerate(board.objectives[AXIS]):
        found |= {f"{name}_{n}": value for name, value in of_city(p, city, axis, russians).items()}
    return found


def of_city(p: Campaign, city: int, axis: list[int], russians: list[int]) -> dict[str, float]:
    """Return the features for an objective: control, distance, and the units near it."""
    board, distance = p.board, p.board.grid.distance
    h, own = board.cities[city].hex, p.holds(AXIS, city)
    return {
        "held": float(own),
        "far": 0.0 if own else sum(sorted(distance(p.at[u], h) for u in axis)[:10]) / 10 / 30,
        "against": 0.0 if own else sum(board.attack[u] for u in axis if distance(p.at[u], h) <= NEAR) / CORPS,
        "for": sum(board.defense[u] for u in russians if distance(p.at[u], h) <= NEAR) / ARMY,
    }
