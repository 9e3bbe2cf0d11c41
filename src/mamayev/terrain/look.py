"""Scene data for a hex map: the board row by row, rivers on hexsides, roads from hex to hex, outlines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from mamayev.engine.scene import Border, HexGrid, Point, Scenery

from .grid import Grid, Hexes


def board(grid: Grid, terrain: Callable[[int], str], codes: Mapping[str, str]) -> HexGrid:
    """Return the whole map for `Scene.grid`. `terrain` gives the letter of a hex, `codes` the scene's terrain by
    letter."""
    first_line = grid.places[0][0]
    first = min(half for _, half in grid.places)
    odd = {(line - first_line) % 2 for line, half in grid.places if (half - first) % 2}
    shifted_even = 0 in odd
    cells = {}
    for h, (line, half) in enumerate(grid.places):
        along, across = (half - first) // 2, line - first_line
        cells[(along, across) if grid.orientation == "pointy" else (across, along)] = h
    columns, rows = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    lines = [[cells.get((column, row)) for column in range(columns)] for row in range(rows)]
    x, y = grid.centre(0)
    back = (grid.places[0][1] - first - shifted_even) * grid.pitch / 2
    return HexGrid(
        orientation=grid.orientation,
        pitch=grid.pitch,
        origin=(round(x - back, 3), y) if grid.orientation == "pointy" else (x, round(y - back, 3)),
        shifted="even" if shifted_even else "odd",
        ids=[" ".join("-" if h is None else grid.ids[h] for h in line) for line in lines],
        terrain=["".join("-" if h is None else terrain(h) for h in line) for line in lines],
        codes=dict(codes),
    )


def rivers(grid: Grid, sides: Iterable[int]) -> list[Border]:
    """Return the hexsides with rivers as borders."""
    return [Border((grid.ids[a], grid.ids[b]), "river") for a, b in (grid.sides[side] for side in sides)]


def ways(grid: Grid, lines: Iterable[Iterable[int]], style: str, width: float) -> list[Scenery]:
    """Return roads or railways from center to center; a line is its hexes in order."""
    return [Scenery(kind="line", style=style, width=width, points=[grid.centre(h) for h in line]) for line in lines]


def through(points: Iterable[Iterable[float]]) -> list[Point]:
    """Return the points of a line or ring from a game's data."""
    return [(x, y) for x, y in points]


def outlines(grid: Grid, among: Hexes) -> list[list[Point]]:
    """Return the rings around the hexes of a set, each closed by its first point. Outer rings run clockwise on the
    screen, rings around holes counterclockwise."""
    after: dict[Point, list[Point]] = {}
    for h in grid.hexes(among):
        corners = grid.corners(h)
        for d, n in enumerate(grid.toward[h]):
            if n < 0 or not among & grid.bit[n]:
                after.setdefault(corners[d], []).append(corners[(d + 1) % 6])
    rings = []
    while after:
        ring = [next(iter(after))]
        while len(ring) == 1 or ring[0] != ring[-1]:
            following = after[ring[-1]]
            ring.append(following.pop())
            if not following:
                del after[ring[-2]]
        rings.append(ring)
    return rings
