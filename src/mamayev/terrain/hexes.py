"""A map of hexes in columns: ids, neighbours, distances, and where to draw them.

Hexes are flat-topped; the hexes of every second column stand half a hex lower, and an id is column and row in two
digits each, "0304", as most printed maps number them. Rules use the index of a hex in `ids`.
"""

from __future__ import annotations

import math

Point = tuple[float, float]


class Grid:
    """`columns` by `rows` hexes with corners `size` away from their centres, in the scene's unit of length."""

    def __init__(self, columns: int, rows: int, size: float) -> None:
        self.size = size
        self.ids = tuple(f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1))
        self._cells = [(c, r) for c in range(columns) for r in range(rows)]
        # With flat tops, q runs along the columns and s down-left: the usual axial coordinates.
        self._axial = [(c, r - (c - (c & 1)) // 2) for c, r in self._cells]
        index = {axial: i for i, axial in enumerate(self._axial)}
        around = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
        self.neighbours = tuple(
            tuple(index[q + dq, s + ds] for dq, ds in around if (q + dq, s + ds) in index) for q, s in self._axial
        )

    def distance(self, a: int, b: int) -> int:
        """The number of hexes from `a` to `b`, the first not counted."""
        q = self._axial[a][0] - self._axial[b][0]
        r = self._axial[a][1] - self._axial[b][1]
        return (abs(q) + abs(r) + abs(q + r)) // 2

    def centre(self, a: int) -> Point:
        """The middle of a hex; y grows down."""
        column, row = self._cells[a]
        height = self.size * math.sqrt(3)
        return self.size * (1 + 1.5 * column), height * (row + 0.5 + 0.5 * (column & 1))

    def corners(self, a: int) -> list[Point]:
        """The six corners of a hex, clockwise on the screen from the right one."""
        x, y = self.centre(a)
        angles = [math.radians(60 * k) for k in range(6)]
        return [(round(x + self.size * math.cos(t), 3), round(y + self.size * math.sin(t), 3)) for t in angles]

    def edge(self, a: int, b: int) -> list[Point]:
        """The two corners that neighbours share."""
        return [corner for corner in self.corners(a) if corner in self.corners(b)]

    def frame(self, margin: float) -> tuple[float, float, float, float]:
        """x, y, width and height of the whole map with a margin around it."""
        points = [corner for a in range(len(self.ids)) for corner in self.corners(a)]
        left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
        right, bottom = max(x for x, _ in points) + margin, max(y for _, y in points) + margin
        return round(left, 3), round(top, 3), round(right - left, 3), round(bottom - top, 3)
