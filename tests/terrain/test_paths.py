"""Reach, paths, rides and retreats, against networkx and plain search on small boards."""

from itertools import pairwise
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mamayev.terrain.grid import Grid, numbered, printed
from mamayev.terrain.paths import Net, Ride, Steps, Toll, can_retreat, hindrance, preferred, reach, retreats

from .boards import boards, facts, row_letters

Cost = dict[tuple[int, int], int | None]


@st.composite
def costs(draw: st.DrawFn, grid: Grid) -> Cost:
    """Costs by the hex that is entered, with hexsides that cost more, are closed, or closed one way."""
    terrain = draw(st.lists(st.sampled_from([1, 1, 1, 2, 3, None]), min_size=len(grid), max_size=len(grid)))
    table: Cost = {(a, b): terrain[b] for a in range(len(grid)) for b in grid.neighbours[a]}
    for a, b in draw(st.lists(st.sampled_from(grid.sides), max_size=6)) if grid.sides else ():
        way = draw(st.sampled_from([1, 2, 4, None]))
        table[a, b] = way
        if draw(st.booleans()):
            table[b, a] = way
    return table


def subsets(grid: Grid, size: int) -> st.SearchStrategy[set[int]]:
    return st.sets(st.integers(0, len(grid) - 1), max_size=size)


@given(boards(), st.data())
def test_reach_is_what_the_cheapest_ways_cost(grid: Grid, data) -> None:
    table = data.draw(costs(grid))
    start, budget = data.draw(st.integers(0, len(grid) - 1)), data.draw(st.integers(0, 7))
    barred, stops = data.draw(subsets(grid, 6)), data.draw(subsets(grid, 6))
    first = data.draw(st.none() | subsets(grid, 20))
    some = data.draw(subsets(grid, 6))
    found = reach(
        Steps(grid, lambda a, b: table[a, b]),
        start,
        budget,
        barred=grid.gather(barred),
        stops=grid.gather(stops),
        first=None if first is None else grid.gather(first),
    )
    oracle = nx.DiGraph()
    oracle.add_node(start)
    for (a, b), cost in table.items():
        open_ = b not in barred and (a == start or a not in stops) and (a != start or first is None or b in first)
        if cost is not None and open_:
            oracle.add_edge(a, b, weight=cost)
    lengths = nx.single_source_dijkstra_path_length(oracle, start, cutoff=budget)
    assert set(grid.hexes(found.hexes)) == set(lengths) - {start}
    for h, cost in lengths.items():
        assert found.cost(h) == cost
        path = found.path(h)
        assert (path[0], path[-1]) == (start, h)
        assert found.ride(h) == []
        assert found.passes(h, grid.gather(some)) == [n for n in path[1:-1] if n in some]
        assert sum(oracle.edges[a, b]["weight"] for a, b in pairwise(path)) == cost
    for spent, level in enumerate(found.levels):
        assert all(lengths[h] == spent for h in grid.hexes(level))


@given(boards(), st.data())
def test_the_steps_of_a_net_cost_one_point_each(grid: Grid, data) -> None:
    table, start, budget = (
        data.draw(costs(grid)),
        data.draw(st.integers(0, len(grid) - 1)),
        data.draw(st.integers(0, 7)),
    )
    stops, barred = (grid.gather(data.draw(subsets(grid, 6))) for _ in range(2))
    net = Net(grid, lambda a, b: table[a, b] is not None)
    made = Steps(grid, lambda a, b: None if table[a, b] is None else 1, stops)
    assert net.exits == tuple(tuple(sorted(b for b in row if net.leads(a, b))) for a, row in enumerate(grid.neighbours))
    assert net.entries == tuple(tuple(a for a in row if net.leads(a, b)) for b, row in enumerate(grid.neighbours))
    found, wanted = (reach(steps, start, budget, barred=barred) for steps in (Steps.one_each(net, stops), made))
    assert found.hexes == wanted.hexes
    assert [found.cost(h) for h in grid.hexes(found.hexes)] == [wanted.cost(h) for h in grid.hexes(wanted.hexes)]


@given(boards(), st.data())
def test_a_toll_and_the_one_hex_that_is_always_possible_are_in_reach_path_and_price(grid: Grid, data) -> None:
    table = data.draw(costs(grid))
    start, budget, more = (data.draw(st.integers(0, n)) for n in (len(grid) - 1, 5, 3))
    barred, stops, zones = (data.draw(subsets(grid, n)) for n in (4, 4, 12))
    first, one_hex = data.draw(st.none() | subsets(grid, 20)), data.draw(st.booleans())

    def priced(*, toll: bool, halted: bool, one_hex: bool) -> nx.DiGraph:
        oracle = nx.DiGraph()
        oracle.add_nodes_from(range(len(grid)))
        for (a, b), cost in table.items():
            if cost is not None and b not in barred and (a != start or first is None or b in first):
                cost += more if toll and b in zones else 0
                if not halted or a == start or a not in stops:
                    oracle.add_edge(a, b, weight=min(cost, budget) if one_hex and a == start else cost)
        return oracle

    steps = Steps(grid, lambda a, b: table[a, b])
    known: dict[str, Any] = {
        "barred": grid.gather(barred),
        "stops": grid.gather(stops),
        "first": None if first is None else grid.gather(first),
        "toll": Toll(grid.gather(zones), more),
        "one_hex": one_hex,
    }
    found = reach(steps, start, budget, **known)
    oracle = priced(toll=True, halted=True, one_hex=one_hex and budget > 0)
    lengths = nx.single_source_dijkstra_path_length(oracle, start, cutoff=budget)
    assert set(grid.hexes(found.hexes)) == set(lengths) - {start}
    for h, cost in lengths.items():
        path = found.path(h)
        assert (path[0], path[-1]) == (start, h)
        assert found.cost(h) == cost == sum(oracle.edges[a, b]["weight"] for a, b in pairwise(path))
    free, dear = (
        nx.single_source_dijkstra_path_length(priced(toll=toll, halted=False, one_hex=False), start)
        for toll in (False, True)
    )
    for target in set(range(len(grid))) - set(lengths):
        why = hindrance(steps, start, budget, target, **known)
        if target not in dear:
            assert why == ("barred", 0)
        elif dear[target] <= budget:
            assert why == ("stops", dear[target])
        else:
            assert why == ("toll" if free[target] <= budget else "price", dear[target])


def test_a_toll_is_paid_after_a_ride_and_a_unit_that_took_its_one_hex_boards_no_train() -> None:
    grid = Grid(printed(["1 2 3 4 5"], "odd"), "pointy")
    rails = Net.along(grid, [[0, 1, 2]])
    zones = Toll(grid.named(["3", "4"]), 2)
    found = reach(Steps(grid, lambda a, b: 1), 0, 4, toll=zones, ride=Ride(rails, 2, grid.everywhere))
    assert [found.cost(h) for h in (2, 3, 4)] == [0, 3, 4]
    assert (found.path(4), found.ride(4)) == ([0, 1, 2, 3, 4], [0, 1, 2])
    rails = Net.along(grid, [[1, 2, 3]])
    ride = Ride(rails, 2, grid.everywhere)
    found = reach(Steps(grid, lambda a, b: 5), 0, 4, ride=ride, one_hex=True)
    assert (found.hexes, found.cost(1), found.path(1)) == (grid.named(["2"]), 4, [0, 1])
    assert not reach(Steps(grid, lambda a, b: 5), 0, 0, one_hex=True).hexes


def test_a_toll_below_nothing_is_refused() -> None:
    grid = Grid(printed(["1 2 3"], "odd"), "pointy")
    with pytest.raises(ValueError, match="A toll must be 0 or more movement points, not -1 movement points"):
        reach(Steps(grid, lambda a, b: 1), 0, 2, toll=Toll(grid.everywhere, -1))


@given(boards(), st.data())
def test_ground_that_stops_does_as_hexes_that_stop_and_way_and_price_stay(grid: Grid, data) -> None:
    table = data.draw(costs(grid))
    start, budget = data.draw(st.integers(0, len(grid) - 1)), data.draw(st.integers(0, 7))
    barred, ground, stops = (grid.gather(data.draw(subsets(grid, 6))) for _ in range(3))
    soft, hard = Steps(grid, lambda a, b: table[a, b]), Steps(grid, lambda a, b: table[a, b], stops=ground)
    found = reach(hard, start, budget, barred=barred, stops=stops)
    same = reach(soft, start, budget, barred=barred, stops=stops | ground)
    assert (found.hexes, found.levels) == (same.hexes, same.levels)
    assert all(found.path(h) == same.path(h) for h in grid.hexes(found.hexes))
    for target in set(range(len(grid))) - {start}:
        why = hindrance(soft, start, budget, target, barred=barred, stops=stops | ground)
        assert hindrance(hard, start, budget, target, barred=barred, stops=stops) == why


def test_a_reach_that_nobody_bars_is_remembered() -> None:
    grid = row_letters()
    steps = Steps(grid, lambda a, b: 1)
    start, far = grid.index["K12"], grid.bit[grid.index["K20"]]
    open_ = reach(steps, start, 4)
    assert reach(steps, start, 4, barred=far, stops=far) is open_
    near = grid.bit[grid.index["K14"]]
    assert reach(steps, start, 4, barred=near).hexes < open_.hexes
    assert reach(steps, start, 4) is open_


def test_a_hex_out_of_reach_has_neither_cost_nor_path() -> None:
    grid = Grid(printed(["1 2 3"], "odd"), "pointy")
    found = reach(Steps(grid, lambda a, b: 2), 0, 3)
    assert grid.hexes(found.hexes) == [1]
    with pytest.raises(ValueError, match="3 is out of reach"):
        found.path(2)


def test_a_step_for_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="one movement point at least"):
        Steps(Grid(printed(["1 2"], "odd"), "pointy"), lambda a, b: 0)


# ------------------------------------------------------------------ by rail


def by_rail(grid: Grid, table: Cost, links: set[tuple[int, int]], start: int, budget: int, ride: Ride, closed, stops):
    """The oracle: all states of a walk, a ride and a walk (hex, 0 before, 1 + steps ridden, "after"), costs by
    Dijkstra."""
    open_, halts = set(grid.hexes(ride.open)) - closed, set(grid.hexes(ride.halts))
    oracle = nx.DiGraph()
    for h in range(len(grid)):
        if h in open_ and (h == start or (h not in stops and not ride.at_start)):
            oracle.add_edge((h, 0), (h, 1), weight=0)
        for n in range(1, ride.length + 2):
            oracle.add_edge((h, n), (h, "left"), weight=0)
            for b in grid.neighbours[h]:
                if n <= ride.length and (h, b) in links and b in open_:
                    oracle.add_edge((h, n), (b, n + 1), weight=0)
        for b in grid.neighbours[h]:
            cost = table[h, b]
            if cost is not None and b not in closed:
                if h == start or h not in stops:
                    oracle.add_edge((h, 0), (b, 0), weight=cost)
                if h not in halts:
                    oracle.add_edge((h, "left"), (b, "after"), weight=cost)
                if h not in stops:
                    oracle.add_edge((h, "after"), (b, "after"), weight=cost)
    oracle.add_node((start, 0))
    lengths = nx.single_source_dijkstra_path_length(oracle, (start, 0), cutoff=budget)
    best: dict[int, int] = {}
    for (h, _), cost in lengths.items():
        best[h] = min(cost, best.get(h, cost))
    return best


@given(boards(), st.data())
def test_walk_ride_and_walk_are_one_reach(grid: Grid, data) -> None:
    table = data.draw(costs(grid))
    links = set()
    for a, b in data.draw(st.sets(st.sampled_from(grid.sides))) if grid.sides else ():
        links |= {(a, b), (b, a)}
    start, budget, length = (data.draw(st.integers(0, n)) for n in (len(grid) - 1, 5, 6))
    closed, stops = data.draw(subsets(grid, 4)) - {start}, data.draw(subsets(grid, 6))
    open_ = data.draw(st.sampled_from([grid.everywhere, grid.everywhere & ~grid.gather(stops)]))
    halts = grid.gather(data.draw(st.sampled_from([set(), stops])))
    ride = Ride(Net(grid, lambda a, b: (a, b) in links), length, open_, data.draw(st.booleans()), halts)
    found = reach(
        Steps(grid, lambda a, b: table[a, b]),
        start,
        budget,
        barred=grid.gather(closed),
        stops=grid.gather(stops),
        ride=ride,
    )
    best = by_rail(grid, table, links, start, budget, ride, closed, stops)
    assert set(grid.hexes(found.hexes)) == set(best) - {start}
    for h, cost in best.items():
        assert found.cost(h) == cost
        path, by_train = found.path(h), found.ride(h)
        assert (path[0], path[-1]) == (start, h)
        assert found.passes(h, grid.gather(stops)) == [n for n in path[1:-1] if n in stops - {start}]
        assert all((a, b) in links for a, b in pairwise(by_train))
        assert len(by_train) <= length + 1
        assert all(open_ & grid.bit[a] for a in by_train)
        at = next((i for i in range(len(path)) if by_train and path[i : i + len(by_train)] == by_train), 0)
        walked = [*pairwise(path[: at + 1]), *pairwise(path[at + max(len(by_train) - 1, 0) :])]
        assert sum(table[step] or 0 for step in walked) == cost


def test_a_ride_along_a_real_railway_and_a_walk_from_its_end() -> None:
    grid, rail = row_letters(), facts("row_letters")["rails"][0]
    line = [grid.index[name] for name in rail]
    rails = Net.along(grid, [line])
    found = reach(Steps(grid, lambda a, b: 1), line[0], 2, ride=Ride(rails, 10, grid.everywhere))
    assert found.cost(line[10]) == 0
    assert found.ride(line[10]) == line[:11]
    assert found.cost(line[12]) == 2
    assert found.path(line[12])[-3:] == line[10:13]
    with pytest.raises(ValueError, match="are not neighbors"):
        Net.along(grid, [[line[0], line[5]]])


def test_a_ride_goes_on_from_a_hex_that_would_halt_a_unit_on_foot() -> None:
    grid = Grid(printed(["1 2 3 4 5"], "odd"), "pointy")
    rails = Net.along(grid, [[0, 1, 2]])
    found = reach(Steps(grid, lambda a, b: 1), 0, 3, stops=grid.named(["2", "3"]), ride=Ride(rails, 2, grid.everywhere))
    assert [found.cost(h) for h in (1, 2, 3, 4)] == [0, 0, 1, 2]
    assert (found.path(4), found.ride(4)) == ([0, 1, 2, 3, 4], [0, 1, 2])
    assert reach(Steps(grid, lambda a, b: 1), 0, 3, stops=grid.named(["2"])).hexes == grid.named(["2"])


# ------------------------------------------------------------------ nets


@given(boards(), st.data())
def test_a_net_leads_where_its_steps_do_and_floods_what_it_reaches(grid: Grid, data) -> None:
    table = data.draw(costs(grid))
    net = Net(grid, lambda a, b: table[a, b])
    for (a, b), cost in table.items():
        assert net.leads(a, b) == (cost is not None)
    seeds, within = data.draw(subsets(grid, 4)), data.draw(subsets(grid, 40))
    limit = data.draw(st.integers(-1, 5))
    oracle = nx.DiGraph((a, b) for (a, b), cost in table.items() if cost is not None and b in within)
    oracle.add_nodes_from(seeds)
    cutoff = None if limit < 0 else limit
    reached = {h for s in seeds for h in nx.single_source_shortest_path_length(oracle, s, cutoff=cutoff)}
    assert set(grid.hexes(net.flood(grid.gather(seeds), grid.gather(within), limit))) == reached
    oracle.remove_edges_from([(a, b) for a, b in oracle.edges if grid.places[a][0] != grid.places[b][0]])
    straight = {h for s in seeds for h in nx.single_source_shortest_path_length(oracle, s)}
    assert set(grid.hexes(net.runs(grid.gather(seeds), grid.gather(within)))) == straight


# ------------------------------------------------------------------ retreats


@given(boards(), st.data())
def test_a_retreat_takes_each_hex_further_from_where_it_began(grid: Grid, data) -> None:
    start, distance = data.draw(st.integers(0, len(grid) - 1)), data.draw(st.integers(1, 3))
    barred = data.draw(subsets(grid, 8))
    ways = [[start]]
    for n in range(1, distance + 1):
        ways = [
            [*way, h]
            for way in ways
            for h in grid.neighbours[way[-1]]
            if h not in barred and grid.distance(start, h) == n
        ]
    net = Net(grid, lambda a, b: True)
    found = retreats(net, start, distance, grid.gather(barred))
    assert can_retreat(net, start, distance, grid.gather(barred)) == bool(found)
    assert [set(grid.hexes(layer)) for layer in found] == [set(layer) for layer in list(zip(*ways, strict=True))[1:]]


@given(st.lists(st.integers(0, 2**12 - 1), max_size=4), st.integers(1, 2**12 - 1))
def test_preferences_rank_in_their_order(preferences: list[int], candidates: int) -> None:
    grid = Grid(numbered(range(3), range(4), "odd"), "flat")
    among = grid.gather(h for h in range(12) if candidates >> h & 1)
    wanted = [grid.gather(h for h in range(12) if p >> h & 1) for p in preferences]
    rank = {h: [bool(w & grid.bit[h]) for w in wanted] for h in grid.hexes(among)}
    best = max(rank.values())
    assert grid.hexes(preferred(among, *wanted)) == [h for h, r in rank.items() if r == best]


@given(boards(), st.data())
def test_what_keeps_a_unit_from_a_hex_is_its_price_what_stops_it_or_that_no_way_leads_there(grid: Grid, data) -> None:
    table = data.draw(costs(grid))
    steps, budget = Steps(grid, lambda a, b: table[a, b]), data.draw(st.integers(0, 5))
    start, target = (data.draw(st.integers(0, len(grid) - 1)) for _ in range(2))
    barred, stops = (grid.gather(data.draw(subsets(grid, 6))) for _ in range(2))
    found = hindrance(steps, start, budget, target, barred=barred, stops=stops)
    oracle = nx.DiGraph([(a, b, {"weight": c}) for (a, b), c in table.items() if c and not barred & grid.bit[b]])
    oracle.add_nodes_from([start, target])
    price = nx.single_source_dijkstra_path_length(oracle, start).get(target)
    if start == target or reach(steps, start, budget, barred=barred, stops=stops).hexes & grid.bit[target]:
        assert found is None
    elif price is None:
        assert found == ("barred", 0)
    else:
        assert found == ("stops" if price <= budget else "price", price)
