"""Maps as scene data: what the scene makes of a grid is the grid."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mamayev.engine.scene import Arrow, HexGrid
from mamayev.terrain.grid import Grid, numbered
from mamayev.terrain.look import (
    attacks,
    board,
    cell,
    named,
    outlines,
    rivers,
    shading,
    supply_line,
    threat,
    ways,
)
from mamayev.terrain.paths import Net
from mamayev.terrain.supply import Supply

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


def row() -> Grid:
    """Five hexes in a row, 0000 to 0400."""
    return Grid(numbered(range(5), range(1), "even"), "flat", pitch=2.0)


def test_hexes_are_named_and_shaded() -> None:
    grid = row()
    assert named(grid, [3, 1]) == ("0300", "0100")
    assert named(grid, -1) == grid.ids, "a set of all hexes, of any map"
    shaded = shading(grid, "zone", "Zone", "zone", grid.gather([1, 2]), "red")
    assert (shaded.spaces, shaded.side, shaded.shown, shaded.asked) == (("0100", "0200"), "red", False, False)


def test_an_arrow_runs_once_from_hex_to_another_hex() -> None:
    assert attacks(row(), [(2, 1), (0, 1), (1, 1), (2, 1)]) == [
        Arrow(kind="attack", from_="0000", to="0100"),
        Arrow(kind="attack", from_="0200", to="0100"),
    ]


def test_a_supply_line_ends_at_its_source_or_where_it_is_cut() -> None:
    grid = row()
    net = Net(grid, lambda a, b: True)
    whole = Supply(net, grid.gather([0]), grid.everywhere)
    assert supply_line(grid, whole, 3) == ("0300", "0200", "0100", "0000")
    cut = Supply(net, grid.gather([0]), grid.everywhere & ~grid.gather([2, 1]))
    assert supply_line(grid, cut, 3) == ("0300", "0200")


def test_a_threat_says_what_stands_where_and_whence_it_comes() -> None:
    shown = threat(
        row(), "threats-red", "Threats", "blue", {1: 3},
        badge=lambda blow: f"{blow}-1", says=lambda blow: f"At {blow} to 1.", origins=lambda blow: [blow, 2, blow],
    )  # fmt: skip
    assert (shown.kind, shown.side, shown.asked) == ("threat", "blue", True)
    assert (shown.values, shown.notes, shown.origins) == (
        {"0100": "3-1"}, {"0100": "At 3 to 1."}, {"0100": ("0200", "0300")},
    )  # fmt: skip


@pytest.mark.parametrize(("value", "read"), [(True, "yes"), (False, "no"), (3, "3"), (["a", 1], "a, 1"), ("", "")])
def test_a_cell_reads_as_players_read_it(value: object, read: str) -> None:
    assert cell(value) == read
