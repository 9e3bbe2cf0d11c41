"""Zones of control and occupancy: piece by piece as from scratch."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mamayev.terrain.grid import Grid, numbered
from mamayev.terrain.paths import Net
from mamayev.terrain.zones import Zones

GRID = Grid(numbered(range(5), range(6), "even"), "pointy")
RIVER = {GRID.side(a, b) for a, b in GRID.sides if a % 6 == 2 != b % 6}
DRY = Net(GRID, lambda a, b: GRID.side(a, b) not in RIVER)
FROZEN = Net(GRID, lambda a, b: True)
LIMITS = (3, 2)

units = st.tuples(st.integers(0, 1), st.integers(0, len(GRID) - 1), st.booleans())


def test_a_zone_is_the_neighbours_that_it_reaches() -> None:
    zones = Zones(DRY, LIMITS)
    zones.add(0, 8)
    assert set(GRID.hexes(zones.controlled[0])) == {n for n in GRID.neighbours[8] if GRID.side(8, n) not in RIVER}
    assert zones.controlled[0] != GRID.around(GRID.bit[8])
    assert zones.controlled[1] == 0
    zones.reach_by(FROZEN)
    assert zones.controlled[0] == GRID.around(GRID.bit[8])


def test_a_unit_without_a_zone_occupies_all_the_same() -> None:
    zones = Zones(DRY, LIMITS)
    zones.add(1, 3, zone=False)
    assert (zones.occupied[1], zones.controlled[1], zones.count(1, 3)) == (GRID.bit[3], 0, 1)
    zones.add(1, 3)
    assert (zones.full[1], zones.controlled[1]) == (GRID.bit[3], DRY.spread(GRID.bit[3]))
    zones.remove(1, 3)
    assert (zones.full[1], zones.controlled[1]) == (0, 0)


@given(st.lists(units, max_size=30), st.data())
def test_piece_by_piece_is_as_from_scratch(standing: list[tuple[int, int, bool]], data) -> None:
    zones = Zones(DRY, LIMITS)
    for side, h, zone in standing:
        zones.add(side, h, zone)
    for _ in range(data.draw(st.integers(0, 10))):
        if not standing:
            break
        side, h, zone = standing.pop(data.draw(st.integers(0, len(standing) - 1)))
        if data.draw(st.booleans()):
            zones.remove(side, h, zone)
        else:
            to = data.draw(st.integers(0, len(GRID) - 1))
            zones.move(side, h, to, zone)
            standing.append((side, to, zone))
    assert zones == Zones.of(DRY, LIMITS, standing)
    for side, limit in enumerate(LIMITS):
        counts = {h: sum(s == side and at == h for s, at, _ in standing) for h in range(len(GRID))}
        assert {h: zones.count(side, h) for h in range(len(GRID))} == counts
        assert GRID.hexes(zones.occupied[side]) == [h for h, n in counts.items() if n]
        assert GRID.hexes(zones.full[side]) == [h for h, n in counts.items() if n >= limit]
        assert GRID.hexes(zones.room[side]) == [h for h, n in counts.items() if n < limit]
        exerting = GRID.gather(h for s, h, zone in standing if s == side and zone)
        assert zones.controlled[side] == DRY.spread(exerting)


def test_a_copy_is_equal_and_independent() -> None:
    zones = Zones.of(FROZEN, LIMITS, [(0, 1, True), (1, 9, True)])
    other = zones.copy()
    assert other == zones
    other.move(0, 1, 2)
    assert other != zones
    assert zones == Zones.of(FROZEN, LIMITS, [(0, 1, True), (1, 9, True)])
    assert zones != 3
    assert other.controlled[0] == GRID.around(GRID.bit[2])
    assert zones.controlled[0] == GRID.around(GRID.bit[1])


def test_a_unit_that_does_not_stand_there_cannot_leave() -> None:
    zones = Zones.of(FROZEN, LIMITS, [(0, 1, False)])
    with pytest.raises(ValueError, match="No unit of side 0 is in 0002"):
        zones.remove(0, 2)
    with pytest.raises(ValueError, match="No unit of side 0 is in 0001"):
        zones.remove(0, 1)
