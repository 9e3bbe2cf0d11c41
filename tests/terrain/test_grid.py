"""Numbering, neighbours, hexsides, distances, lines, sets and geometry of all kinds of maps."""

import math
from collections import Counter
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mamayev.terrain.grid import OFF, Grid, lettered, numbered, printed

from .boards import FORMS, boards, facts, graph, irregular, row_letters, shifted_rows

# ------------------------------------------------------------------ real maps


def test_a_map_with_lettered_rows_agrees_with_its_rivers_rails_and_coordinates() -> None:
    grid, f = row_letters(), facts("row_letters")
    assert len(grid) == 42 * 52
    assert (grid.ids[0], grid.ids[42], grid.ids[25 * 42], grid.ids[26 * 42], grid.ids[-1]) == (
        "A1",
        "B1",
        "Z1",
        "AA1",
        "ZZ42",
    )
    for name, (x, y) in f["centres"].items():
        assert grid.centre(grid.index[name]) == pytest.approx((x, y), abs=0.01)
    links = [pair for line in f["rivers"] + f["rails"] for pair in pairwise(line)] + f["blocked"]
    assert len(links) > 100
    for a, b in links:
        assert grid.index[b] in grid.neighbours[grid.index[a]], (a, b)


def test_a_map_with_shifted_rows_and_holes_has_just_the_neighbours_that_it_lists() -> None:
    grid, f = shifted_rows(), facts("shifted_rows")
    assert set(grid.ids) == set(f["neighbours"])
    for name, near in f["neighbours"].items():
        assert {grid.ids[n] for n in grid.neighbours[grid.index[name]]} == set(near)
        assert set(grid.hexes(grid.near[grid.index[name]])) == set(grid.neighbours[grid.index[name]])
    for name, (x, y) in f["centres"].items():
        assert grid.centre(grid.index[name]) == pytest.approx((x, y), abs=0.01)
    river = {grid.side(grid.index[a], grid.index[b]) for a, b in f["river"]}
    assert len(river) == len(f["river"])
    assert {grid.side(grid.index[b], grid.index[a]) for a, b in f["bridges"]} <= river


def test_a_map_with_numbers_of_its_own_has_each_neighbour_in_the_direction_that_it_names() -> None:
    grid, f = irregular(), facts("irregular")
    for name, near in f["neighbours"].items():
        row = grid.toward[grid.index[name]]
        assert {grid.directions[d]: grid.ids[n] for d, n in enumerate(row) if n != OFF} == near
    for name, (x, y) in f["centres"].items():
        assert grid.centre(grid.index[name]) == pytest.approx((x, y), abs=0.01)


# ------------------------------------------------------------------ numbering


def test_numberings_of_the_usual_kinds() -> None:
    flat = Grid(numbered(range(1, 4), range(1, 3), shifted="even"), "flat")
    assert flat.ids == ("0101", "0102", "0201", "0202", "0301", "0302")
    assert [flat.ids[n] for n in flat.neighbours[flat.index["0201"]]] == ["0301", "0302", "0202", "0102", "0101"]
    assert list(lettered(27, 1, shifted="odd"))[-2:] == ["Z1", "AA1"]
    plain = Grid(printed(["1 2 -", "- 4 5"], shifted="even"), "pointy")
    assert [plain.ids[n] for n in plain.neighbours[plain.index["4"]]] == ["5", "2"]


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ({}, "at least one hex"),
        ({"1": (0, 0), "2": (0, 0)}, "2 and 1 have the same place"),
        ({"1": (0, 0), "2": (0, 1)}, "2 at .* does not fit between the hexes around 1"),
    ],
)
def test_places_that_are_no_map_are_refused(places: dict[str, tuple[int, int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Grid(places, "flat")


def test_names_and_neighbours_that_there_are_not_are_refused() -> None:
    grid = irregular()
    with pytest.raises(ValueError, match="no hex 999"):
        grid.named(["1", "999"])
    with pytest.raises(ValueError, match="anchor 7x is not a hex"):
        Grid({"1": (0, 0)}, "flat", anchor=("7x", (0, 0)))
    far = max(range(len(grid)), key=lambda h: grid.distance(0, h))
    with pytest.raises(ValueError, match="are not neighbors"):
        grid.side(0, far)
    with pytest.raises(ValueError, match="are not neighbors"):
        grid.direction(0, OFF)


# ------------------------------------------------------------------ neighbours, distances, lines


@given(boards())
def test_neighbours_are_those_whose_centres_are_a_pitch_apart(grid: Grid) -> None:
    oracle = graph(grid)
    for h, row in enumerate(grid.neighbours):
        assert set(row) == set(oracle[h])
        assert [n for n in grid.toward[h] if n != OFF] == list(row)
    assert sorted(grid.sides) == sorted((min(e), max(e)) for e in oracle.edges)


@given(boards())
def test_directions_go_clockwise_and_point_back(grid: Grid) -> None:
    turn = [
        math.radians(a) for a in ((-60, 0, 60, 120, 180, 240) if grid.orientation == "pointy" else range(-90, 270, 60))
    ]
    for a, row in enumerate(grid.toward):
        x, y = grid.centre(a)
        for d, b in enumerate(row):
            if b != OFF:
                u, v = grid.centre(b)
                assert (u - x, v - y) == pytest.approx((math.cos(turn[d]), math.sin(turn[d])), abs=0.01)
                assert grid.toward[b][(d + 3) % 6] == a
                assert grid.direction(a, b) == d
                assert grid.side(a, b) == grid.side(b, a) == grid.side_toward[a][d]
                assert grid.sides[grid.side(a, b)] == (min(a, b), max(a, b))


@given(st.sampled_from(["flat", "pointy"]), st.sampled_from(["odd", "even"]), st.data())
def test_distance_is_the_shortest_way_over_a_full_board(orientation, shifted, data) -> None:
    grid = Grid(numbered(range(6), range(7), shifted), orientation)
    oracle = dict(nx.all_pairs_shortest_path_length(graph(grid)))
    hexes = st.integers(0, len(grid) - 1)
    a, b, c = data.draw(hexes), data.draw(hexes), data.draw(hexes)
    assert grid.distance(a, b) == grid.distance(b, a) == oracle[a][b]
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    assert (grid.distance(a, b) == 0) == (a == b)


@given(st.sampled_from(["flat", "pointy"]), st.sampled_from(["odd", "even"]), st.data())
def test_a_line_goes_step_by_step_near_the_straight_one_and_is_the_same_back(orientation, shifted, data) -> None:
    grid = Grid(numbered(range(8), range(9), shifted), orientation)
    a, b = (data.draw(st.integers(0, len(grid) - 1)) for _ in range(2))
    line = grid.line(a, b)
    assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1)
    assert line == grid.line(b, a)[::-1]
    assert all(y in grid.neighbours[x] for x, y in pairwise(line))
    (x, y), (u, v) = grid.centre(a), grid.centre(b)
    length = math.hypot(u - x, v - y) or 1.0
    for h in line:
        s, t = grid.centre(h)
        assert abs((u - x) * (t - y) - (v - y) * (s - x)) / length <= grid.size * 1.01


def test_a_line_leaves_out_holes() -> None:
    grid = Grid(printed(["1 2 - 4"], shifted="even"), "pointy")
    assert [grid.ids[h] for h in grid.line(0, 2)] == ["1", "2", "4"]


# ------------------------------------------------------------------ sets


@given(boards(), st.data())
def test_sets_hold_what_was_put_in(grid: Grid, data) -> None:
    members = data.draw(st.sets(st.integers(0, len(grid) - 1)))
    among = grid.gather(members)
    assert grid.hexes(among) == sorted(members)
    assert [grid.nth(among, n) for n in range(len(members))] == sorted(members)
    assert grid.named(grid.ids[h] for h in members) == among
    assert grid.hexes(grid.around(among)) == sorted({n for h in members for n in grid.neighbours[h]})
    with pytest.raises(IndexError):
        grid.nth(among, len(members))


@given(boards(), st.data())
def test_a_draw_takes_each_member_as_often_as_the_others(grid: Grid, data) -> None:
    among = grid.gather(members := sorted(data.draw(st.sets(st.integers(0, len(grid) - 1), min_size=1))))
    marks = iter([(n + 0.5) / len(members) for n in range(len(members))])
    assert [grid.draw(among, marks.__next__) for _ in members] == members
    with pytest.raises(IndexError, match="empty set"):
        grid.draw(0, lambda: 0.5)


@pytest.mark.parametrize("form", FORMS)
def test_sets_of_a_real_map_have_little_margin(form: str) -> None:
    grid = FORMS[form]()
    lines = Counter(line for line, _ in grid.places)
    assert grid.everywhere.bit_length() <= (max(lines.values()) + 2) * (max(lines) - min(lines) + 1)
    assert grid.widened(grid.everywhere) == grid.everywhere
    assert all(grid.widened(bit) == bit | grid.around(bit) for bit in grid.bit)


@given(boards())
def test_the_cells_of_a_line_run_from_its_first_hex_to_its_last(grid: Grid) -> None:
    for h, (line, _) in enumerate(grid.places):
        row = [grid.bit[n].bit_length() - 1 for n, (other, _) in enumerate(grid.places) if other == line]
        assert grid.line_cells(h) == (min(row), max(row))


@given(boards(), st.data())
def test_disc_and_ring_are_told_by_distance(grid: Grid, data) -> None:
    h, radius = data.draw(st.integers(0, len(grid) - 1)), data.draw(st.integers(-1, 9))
    assert grid.hexes(grid.disc(h, radius)) == [n for n in range(len(grid)) if grid.distance(h, n) <= radius]
    assert grid.hexes(grid.ring(h, radius)) == [n for n in range(len(grid)) if grid.distance(h, n) == radius]


@given(boards(), st.data())
def test_distances_are_those_to_the_nearest(grid: Grid, data) -> None:
    goals = data.draw(st.sets(st.integers(0, len(grid) - 1), min_size=1, max_size=6))
    assert grid.distances(grid.gather(goals)) == tuple(
        min(grid.distance(h, n) for n in goals) for h in range(len(grid))
    )


@pytest.mark.parametrize("count", [1, 3, 130, 255])
def test_each_hex_bears_the_number_of_the_set_that_it_is_in(count: int) -> None:
    grid = irregular()
    sets = [grid.gather(range(n, len(grid), 300)) for n in range(count)]
    assert list(grid.labelled(sets)) == [h % 300 if h % 300 < count else 255 for h in range(len(grid))]


# ------------------------------------------------------------------ geometry


@given(boards())
def test_the_side_in_a_direction_joins_two_corners_that_both_hexes_have(grid: Grid) -> None:
    for a, b in grid.sides:
        first, second = grid.edge(a, b)
        corners = grid.corners(b)
        assert first in corners
        assert second in corners
        d = grid.direction(a, b)
        assert [first, second] == [grid.corners(a)[d], grid.corners(a)[(d + 1) % 6]]
        assert math.dist(first, second) == pytest.approx(grid.size, abs=0.01)
        (x, y), (u, v) = grid.centre(a), grid.centre(b)
        assert ((x + u) / 2, (y + v) / 2) == pytest.approx(
            ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2), abs=0.01
        )


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_corners_go_clockwise_on_the_screen_and_a_map_without_an_anchor_begins_at_the_corner(orientation) -> None:
    grid = Grid(numbered(range(3, 6), range(7, 9), "odd"), orientation, pitch=2.0)
    for h in range(len(grid)):
        corners = grid.corners(h)
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)) / 2
        assert area == pytest.approx(math.sqrt(3) / 2 * 2.0**2, abs=0.01)
    x, y, width, height = grid.frame(0.0)
    assert (x, y) == pytest.approx((0, 0), abs=0.01)
    assert grid.frame(1.0) == pytest.approx((x - 1, y - 1, width + 2, height + 2))


@pytest.mark.parametrize("form", FORMS)
def test_a_map_is_as_large_as_its_hexes(form: str) -> None:
    grid = FORMS[form]()
    assert grid.everywhere.bit_count() == len(grid)
    assert sum(len(row) for row in grid.neighbours) == 2 * len(grid.sides)
