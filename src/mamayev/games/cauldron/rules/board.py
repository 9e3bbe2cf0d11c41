"""The map for the rules: bit masks of areas (bit n is area n) and precomputed option lists."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, NamedTuple

from mamayev.engine.notation import act

from ..printed.components import Components
from .verbs import ACTIVATE, ATTACK, BATTLEGROUP, BUILD, BY_IP, BY_SUPPLY, MOVE, RESOLVE


@lru_cache(maxsize=1 << 15)
def bits(mask: int) -> tuple[int, ...]:
    """Return the areas (or units, or cards) of a mask in ascending order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


class Shape(NamedTuple):
    """Sets of areas that depend on who controls which areas."""

    ring: int
    """Areas that are not German-controlled but adjacent to a German-controlled area (CAU-FLOW-04)."""
    costly: int
    """Areas adjacent to a Soviet-controlled area. Entering such an area adds two to the move tally (CAU-MOVE-03)."""
    connected: int
    """German-controlled areas that a chain of German-controlled areas connects to an airfield (CAU-ISO-01)."""


class Steps(dict[int, list[int]]):
    """The actions with one verb that name a unit (or area) and a neighbor of its area, by the set of excluded
    neighbors. Entries are computed on first use.
    """

    __slots__ = ("_named", "_neighbours", "_verb")

    def __init__(self, verb: int, named: int, neighbours: tuple[int, ...]) -> None:
        super().__init__()
        self._verb, self._named, self._neighbours = verb, named, neighbours

    def __missing__(self, barred: int) -> list[int]:
        found = [act(self._verb, self._named, n) for n in self._neighbours if not barred >> n & 1]
        self[barred] = found
        return found


class Board:
    """The map for one set of components. It never changes.

    There are 64 areas (CAU-AREA-01). The same adjacency applies to movement, attacks, retreats, supply and the ring
    (CAU-AREA-02, CAU-AREA-03). Only two airfields count (CAU-AIR-04). `kept` caches values computed on the map (see
    `terrain.kept`).
    """

    def __init__(self, components: Components, river_attacks: bool = False, relief_box: str = "Relief box") -> None:
        self.kept: dict[Hashable, Any] = {}
        areas = [area for area in components.areas if area is not None]
        self.neighbours: list[tuple[int, ...]] = [()] * (len(areas) + 1)
        self.adjacent: list[int] = [0] * (len(areas) + 1)
        for area in areas:
            self.neighbours[area.number] = tuple(sorted(area.adjacent))
            self.adjacent[area.number] = sum(1 << n for n in area.adjacent)
        # Areas that German units can attack from an area: its neighbors and, under the option, areas across a river
        # (CAU-RIVER-01). Soviet units attack neighbors alone (CAU-RIVER-03).
        self.reach = self.adjacent[:]
        for one, other in components.river_pairs if river_attacks else ():
            self.reach[one] |= 1 << other
            self.reach[other] |= 1 << one
        self.all = sum(1 << a.number for a in areas)
        self.inside = sum(1 << a.number for a in areas if a.inside)
        self.key = sum(1 << a.number for a in areas if a.key)
        self.airfields = sum(1 << a.number for a in areas if a.airfield)
        self.stalingrad = sum(1 << a.number for a in areas if a.stalingrad)
        self.entries = [next(a.number for a in areas if a.entry == letter) for letter in "ABCD"]
        self.even = sum(1 << a.number for a in areas if a.number % 2 == 0)
        self.names = ["", *(f"{a.number} {a.name}" for a in areas), *(f"{relief_box} {b}" for b in range(1, 6))]
        self.pdm_limit = components.pdm_limit
        units = range(len(components.units))
        areas_0 = range(len(self.adjacent))
        self.moves = [[Steps(MOVE, unit, self.neighbours[area]) for area in areas_0] for unit in units]
        self.attacks = [[Steps(ATTACK, unit, tuple(bits(self.reach[area]))) for area in areas_0] for unit in units]
        self.assaults = [Steps(RESOLVE, area, self.neighbours[area]) for area in areas_0]
        self.touching = lru_cache(maxsize=1 << 16)(self._touching)
        self.shape = lru_cache(maxsize=1 << 16)(self._shape)
        self.battlegroups = lru_cache(maxsize=1 << 12)(self._battlegroups)
        self.defenses = lru_cache(maxsize=1 << 14)(self._defenses)

    def _touching(self, mask: int) -> int:
        """Return the areas adjacent to any area of a mask."""
        adjacent, result = self.adjacent, 0
        while mask:
            low = mask & -mask
            result |= adjacent[low.bit_length() - 1]
            mask ^= low
        return result

    def _shape(self, german: int) -> Shape:
        adjacent = self.adjacent
        ring = self.touching(german) & ~german
        costly = self.touching(self.all & ~german)
        connected = frontier = german & self.airfields
        while frontier:
            reached = 0
            while frontier:
                low = frontier & -frontier
                reached |= adjacent[low.bit_length() - 1]
                frontier ^= low
            frontier = reached & german & ~connected
            connected |= frontier
        return Shape(ring, costly, connected)

    def connected_to(self, area: int, german: int) -> int:
        """Return the German-controlled areas with an unbroken chain of German-controlled areas to an area."""
        reached = frontier = 1 << area
        while frontier:
            frontier = self.touching(frontier) & german & ~reached
            reached |= frontier
        return reached

    def _battlegroups(self, areas: int) -> list[int]:
        return [act(BATTLEGROUP, area) for area in bits(areas)]

    def _defenses(
        self, active: bytes, inactive: bytes, areas: int, by_ip: bool, by_supply: bool, within: int
    ) -> list[int]:
        payments = [p for p, payable in ((BY_IP, by_ip), (BY_SUPPLY, by_supply)) if payable]
        found = [
            act(ACTIVATE, a, payment) for a, n in enumerate(inactive) if n and within >> a & 1 for payment in payments
        ]
        if sum(active) + sum(inactive) < self.pdm_limit:
            found += [act(BUILD, area, payment) for area in bits(areas) for payment in payments]
        return found
