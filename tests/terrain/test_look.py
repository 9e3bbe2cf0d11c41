"""Maps as scene data: what the scene makes of a grid is the grid."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mamayev.engine.scene import HexGrid
from mamayev.terrain.grid import Grid, numbered
from mamayev.terrain.look import board, outlines, rivers, ways

from .boards import FORMS, boards


def assert_the_same(grid: Grid, told: HexGrid) -> None:
    spaces = told.spaces()
    assert set(spaces) == set(grid.ids)
    for h, name in enumerate(grid.ids):
        assert spaces[name].counters == pytest.approx(grid.centre(h), abs=0.01)
        assert set(spaces[name].neighbours) == {grid.ids[n] for n in grid.neighbours[h]}
        assert spaces[name].terrain == ("wood" if h % 3 else "clear")


@given(boards())
def test_a_board_told_row_by_row_is_the_grid(grid: Grid) -> None:
    assert_the_same(grid, board(grid, lambda h: "w" if h % 3 else "c", {"c": "clear", "w": "wood"}))


@pytest.mark.parametrize("form", FORMS)
def test_a_real_board_told_row_by_row_is_the_grid(form: str) -> None:
    grid = FORMS[form]()
    assert_the_same(grid, board(grid, lambda h: "w" if h % 3 else "c", {"c": "clear", "w": "wood"}))


@given(boards(), st.data())
def test_outlines_run_once_along_each_side_between_inside_and_outside(grid: Grid, data) -> None:
    inside = data.draw(st.sets(st.integers(0, len(grid) - 1)))
    edges = [
        frozenset(grid.corners(h)[k % 6] for k in (d, d + 1))
        for h in inside
        for d, n in enumerate(grid.toward[h])
        if n not in inside
    ]
    rings = outlines(grid, grid.gather(inside))
    drawn = [frozenset(edge) for ring in rings for edge in pairwise(ring)]
    assert sorted(map(sorted, drawn)) == sorted(map(sorted, edges))
    assert all(ring[0] == ring[-1] for ring in rings)
    area = sum(a[0] * b[1] - b[0] * a[1] for ring in rings for a, b in pairwise(ring)) / 2
    assert area == pytest.approx(len(inside) * math.sqrt(3) / 2 * grid.pitch**2, abs=0.05)


def test_rivers_are_borders_and_roads_are_lines() -> None:
    grid = Grid(numbered(range(3), range(3), "even"), "flat", pitch=2.0)
    side = grid.side(0, 1)
    assert [(border.spaces, border.kind) for border in rivers(grid, [side])] == [(("0000", "0001"), "river")]
    (road,) = ways(grid, [[0, 1, 2]], "road", 0.2)
    assert (road.kind, road.style, road.points) == ("line", "road", [grid.centre(h) for h in (0, 1, 2)])
