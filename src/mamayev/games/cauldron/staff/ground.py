"""The geography of the pocket: its nose, the west behind the nose, and the areas near the city.

This module names no area: everything follows from the Perimeter, the city and the entry of the relief force, on any
map.
"""

from __future__ import annotations

from mamayev.terrain.kept import kept

from ..rules.board import Board, bits
from .style import JUDGMENT

NOWHERE = 99
"""The distance given for an area that cannot be reached."""


@kept()
def away(board: Board, goals: int) -> tuple[int, ...]:
    """Return the distance from each area to the nearest destination."""
    found = [NOWHERE] * len(board.neighbours)
    edge, reached, steps = goals, goals, 0
    while edge:
        for area in bits(edge):
            found[area] = steps
        edge = board.touching(edge) & ~reached
        reached |= edge
        steps += 1
    return tuple(found)


@kept()
def nose(board: Board) -> int:
    """Return the area inside the Perimeter that is farthest from the city; in a tie, the one with the fewest neighbors
    inside the Perimeter.
    """
    city = away(board, board.stalingrad)
    return max(bits(board.inside), key=lambda area: (city[area], -(board.adjacent[area] & board.inside).bit_count()))


@kept()
def west(board: Board) -> tuple[int, ...]:
    """Return the areas around the nose that are far from the city and off the relief force's road, in the order
    in which the army leaves them.
    """
    tip = nose(board)
    city, gate = away(board, board.stalingrad), away(board, 1 << board.entries[0])
    lost = [
        n for n in bits(board.inside) if city[n] >= city[tip] - 1 and city[n] + gate[n] >= city[tip] + JUDGMENT.rest
    ]
    return tuple(sorted(lost, key=lambda area: (-city[area], away(board, 1 << tip)[area])))


@kept()
def wanted(board: Board) -> tuple[int, ...]:
    """Return the areas outside the Perimeter that are near the city, or nearer to it than to the west.

    Areas near the west come first, and the city itself comes last.
    """
    city, far = away(board, board.stalingrad), away(board, sum(1 << area for area in west(board)))
    near = [area for area in bits(board.all & ~board.inside) if city[area] <= JUDGMENT.rest or city[area] < far[area]]
    return tuple(sorted(near, key=lambda area: (not city[area], far[area], -area)))
