"""Supply against networkx: which hexes are supplied, over land and by road, and where a line is cut."""

from itertools import pairwise

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from mamayev.terrain.grid import Grid, printed
from mamayev.terrain.paths import Net
from mamayev.terrain.supply import Line, Supply

from .boards import boards


def net_of(grid: Grid, sides: set[tuple[int, int]]) -> tuple[Net, nx.Graph]:
    oracle = nx.Graph(sides)
    oracle.add_nodes_from(range(len(grid)))
    return Net(grid, lambda a, b: (min(a, b), max(a, b)) in sides), oracle


@given(boards(), st.data())
def test_supplied_is_who_has_an_open_line_to_a_source_or_to_a_road_that_leads_there(grid: Grid, data) -> None:
    hexes = st.sets(st.integers(0, len(grid) - 1))
    sides = st.sets(st.sampled_from(grid.sides)) if grid.sides else st.just(set())
    closed_sides = data.draw(st.just(set()) | sides)
    land, over_land = net_of(grid, set(grid.sides) - closed_sides)
    net, by_road = net_of(grid, data.draw(sides))
    roads = data.draw(st.sampled_from([net, None]))
    sources = data.draw(st.sets(st.integers(0, len(grid) - 1), min_size=1, max_size=3))
    open_ = set(range(len(grid))) - data.draw(hexes)
    limit = data.draw(st.none() | st.integers(0, 5))
    supply = Supply(land, grid.gather(sources), grid.gather(open_), limit=limit, roads=roads)

    ends = sources & open_
    if roads is not None:
        open_road = by_road.subgraph(open_)
        ends = {h for s in ends for h in nx.node_connected_component(open_road, s)}
    assert set(grid.hexes(supply.ends)) == ends
    for h in range(len(grid)):
        passable = over_land.subgraph(open_ | {h})
        lengths = nx.single_source_shortest_path_length(passable, h)
        shortest = min((n for e, n in lengths.items() if e in ends), default=None)
        supplied = h in sources or (shortest is not None and (limit is None or shortest <= limit))
        if roads is not None and any(n in ends for n in by_road[h]):
            supplied, shortest = True, 0
        assert bool(supply.hexes & grid.bit[h]) == supplied
        asked = Supply(land, grid.gather(sources), grid.gather(open_), limit=limit, roads=roads, sought=grid.bit[h])
        assert bool(asked.hexes & grid.bit[h]) == supplied
        line = supply.line(h)
        if supplied:
            assert not line.cut
            assert line.hexes[0] == h
            assert line.hexes[-1] in sources
            assert set(line.hexes[1:]) <= open_
            walked = next(i for i, n in enumerate(line.hexes) if n in ends or n in sources or not shortest)
            assert walked == (0 if h in sources else shortest)
            for a, b in pairwise(line.hexes[: walked + 1]):
                assert over_land.has_edge(a, b)
            for a, b in pairwise(line.hexes[walked:]):
                assert by_road.has_edge(a, b)
        elif line.hexes:
            cut = {n for n in line.hexes[1:] if n not in open_}
            assert cut == set(line.cut)
            for a, b in over_land.edges:
                over_land.edges[a, b]["weight"] = 1
            weight = lambda a, b, _: 1 + 1000 * (b not in open_)  # noqa: E731
            best = nx.single_source_dijkstra_path_length(over_land, h, weight=weight)
            assert len(cut) == min(best[e] for e in ends or sources if e in best) // 1000


def test_a_line_that_is_cut_says_where_and_one_that_is_too_long_is_not_cut() -> None:
    grid = Grid(printed(["1 2 3 4 5 6"], "even"), "pointy")
    land = Net(grid, lambda a, b: True)
    supply = Supply(land, grid.named(["1"]), grid.everywhere & ~grid.named(["3"]))
    assert supply.line(5) == Line([5, 4, 3, 2, 1, 0], [2])
    assert supply.line(2) == Line([2, 1, 0], [])
    assert grid.hexes(supply.hexes) == [0, 1, 2]
    short = Supply(land, grid.named(["1"]), grid.everywhere, limit=3)
    assert grid.hexes(short.hexes) == [0, 1, 2, 3]
    assert short.line(5) == Line([5, 4, 3, 2, 1, 0], [])
    assert Supply(land, 0, grid.everywhere).line(5) == Line([], [])
