"""The advance: units that do not attack come up behind those that do, each towards the aim of its army group."""

from __future__ import annotations

from collections.abc import Iterable

from mamayev.terrain.grid import Hexes

from ..board import CITY, GRID, NAMED, NETS, UNITS
from ..position import Campaign
from .appreciation import aims, distances, hex_of, thin_ice
from .defense import Ranks

HANDICAP = {NAMED["Moscow"]: 4, NAMED["Stalingrad"]: 10}
"""How many hexes an aim is reckoned further than it is, so that not everybody goes for the nearest."""


def group_aim(p: Campaign, u: int, open_: list[int]) -> int:
    """The aim of a unit: the nearest that is still to be won, else the nearest enemy."""

    def far(city: int) -> int:
        return distances(GRID.bit[hex_of(city)], p.frozen)[p.at[u]] + HANDICAP.get(city, 0)

    return hex_of(min(open_, key=far))


def go_on(p: Campaign, rest: Iterable[int], taken: dict[int, int], reach: dict[int, Hexes]) -> dict[int, int]:
    """Places for the units that do not attack: as near to their aims as they can get without touching an enemy."""
    ranks = Ranks(p, rest, taken, reach)
    enemies = p.zones.occupied[1 - p.side]
    near, open_ = NETS[p.frozen].spread(enemies), aims(p, p.side)
    wanted, shunned = p.enemy_cities(p.side), near | thin_ice(p)
    ways = {u: distances(GRID.bit[group_aim(p, u, open_)] if open_ else enemies, p.frozen) for u in ranks.left}
    for u in sorted(ranks.left, key=lambda u: (-UNITS[u].movement, ways[u][p.at[u]], u)):
        way = ways[u]

        def price(h: int, way: list[int] = way) -> float:
            gain = 3.0 if h in CITY and wanted & GRID.bit[h] else 0.0
            return way[h] - gain + 0.4 * len(ranks.there.get(h, ()))

        able = [h for h in GRID.hexes(reach[u] & ~shunned) if ranks.room(h)]
        if ranks.room(p.at[u]) and not (shunned & GRID.bit[p.at[u]] and able):
            able.append(p.at[u])
        if able:
            ranks.put(u, min(able, key=price))
    return ranks.places
