"""Move the units that do not attack. They follow the attackers, each toward its army group's objective."""

from __future__ import annotations

from collections.abc import Iterable

from mamayev.terrain.grid import Hexes

from ..rules.position import Campaign
from .appreciation import aims, distances, fed, hex_of, thin_ice
from .defense import Ranks
from .style import JUDGMENT, Style
from .task import aims_at, open_aims


def group_aim(p: Campaign, u: int, open_: list[int]) -> int:
    """Return the hex of the unit's objective: the nearest objective that its side must still win."""
    board, grid = p.board, p.board.grid
    home = distances(board, grid.gather(hex_of(board, city) for city in board.objectives[1 - p.side]), p.frozen)

    def far(city: int) -> int:
        h = hex_of(board, city)
        return distances(board, grid.bit[h], p.frozen)[p.at[u]] + home[h] // JUDGMENT.depth

    return hex_of(board, min(open_, key=far))


def is_fast(p: Campaign, u: int) -> bool:
    """Return whether a unit is faster than units on foot."""
    return p.board.units[u].movement > JUDGMENT.on_foot


def ordered_aim(p: Campaign, style: Style, u: int) -> int | None:
    """Return the hex to which orders or the main effort send a unit, or None. It is the first
    objective in the unit's sector or, for a fast unit, in the sector to which orders send the fast units.
    """
    task = style.task
    if task.mechanized >= 0 and is_fast(p, u):
        sector = task.sectors[task.mechanized]
        open_ = open_aims(p, sector, p.side)
        return open_[0] if open_ else sector.city
    open_ = aims_at(p, task, p.at[u], p.side)
    return open_[0] if open_ else None


def destinations(p: Campaign, style: Style, h: int) -> Hexes:
    """Return the hexes toward which units in a hex advance: the first objective of their sector or the main effort, or
    else their side's objectives, or the enemies.
    """
    board, grid = p.board, p.board.grid
    ordered = aims_at(p, style.task, h, p.side)
    if ordered:
        return grid.bit[ordered[0]]
    open_ = aims(p, p.side)
    return grid.gather(hex_of(board, city) for city in open_) if open_ else p.zones.occupied[1 - p.side]


def go_on(
    p: Campaign, style: Style, rest: Iterable[int], taken: dict[int, int], reach: dict[int, Hexes]
) -> dict[int, int]:
    """Return destinations for the units that do not attack.

    They move as close to their objectives as they can without ending next to an enemy, and stay where they can trace
    supply. Units that were out of supply at the start of their turn return to supply.
    """
    board, grid = p.board, p.board.grid
    ranks, joined = Ranks(p, rest, taken, reach), fed(p, p.side)
    enemies = p.zones.occupied[1 - p.side]
    near, open_ = board.nets[p.frozen].spread(enemies), aims(p, p.side)
    wanted, shunned = p.enemy_cities(p.side), near | thin_ice(p)

    def goal(u: int) -> Hexes:
        ordered = ordered_aim(p, style, u)
        if ordered is not None:
            return grid.bit[ordered]
        return grid.bit[group_aim(p, u, open_)] if open_ else enemies

    ways = {u: distances(board, goal(u), p.frozen) for u in ranks.left}
    for u in sorted(ranks.left, key=lambda u: (-board.units[u].movement, ways[u][p.at[u]], u)):
        way = ways[u]

        hunger = style.hunger * (JUDGMENT.famine if p.cut_off_early >> u & 1 else 1)

        def price(h: int, way: list[int] = way, hunger: float = hunger) -> float:
            gain = JUDGMENT.city_gain if h in board.city and wanted & grid.bit[h] else 0.0
            want = 0.0 if joined & grid.bit[h] else hunger
            return way[h] - gain + want + JUDGMENT.crowding * len(ranks.there.get(h, ()))

        able = [h for h in grid.hexes(reach[u] & ~shunned) if ranks.room(h)]
        if ranks.room(p.at[u]) and not (shunned & grid.bit[p.at[u]] and able):
            able.append(p.at[u])
        if able:
            ranks.put(u, min(able, key=price))
    return ranks.places
