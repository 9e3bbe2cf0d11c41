"""Move units under orders: sectors that do not attack, lines to hold, and units with their own tasks."""

from __future__ import annotations

from mamayev.terrain.contact import units_of
from mamayev.terrain.grid import Hexes

from ..rules.isolation import isolated
from ..rules.position import Campaign
from .advance import is_fast
from .appreciation import Danger, distances, thin_ice
from .defense import Ranks
from .style import JUDGMENT
from .task import DEFENSIVE, Sector, Task, reserves


def take_up(p: Campaign, task: Task, danger: Danger, taken: dict[int, int], reach: dict[int, Hexes]) -> dict[int, int]:
    """Return the destinations of the other units in sectors that do not attack. `taken`: the hexes of units with
    another task, such as a line to hold.
    """
    ranks = Ranks(p, [u for u in p.ready if u not in taken], taken, reach)
    for sector in task.sectors:
        if sector.posture in DEFENSIVE:
            defend(p, sector, [u for u in ranks.left if sector.hexes & p.board.grid.bit[p.at[u]]], ranks, danger)
    return ranks.places


def on_lines(p: Campaign, task: Task, danger: Danger, taken: dict[int, int], reach: dict[int, Hexes]) -> dict[int, int]:
    """Return the destinations of the units that occupy lines to hold. There is one unit in each hex that is not next to
    an enemy. `taken`: as in `take_up`.
    """
    ranks = Ranks(p, [u for u in p.ready if u not in taken], taken, reach)
    for sector in (each for each in task.sectors if each.line):
        units = [u for u in ranks.left if sector.hexes & p.board.grid.bit[p.at[u]]]
        man(sector.line & ~shunned(p), units, ranks, danger)
    return ranks.places


def shunned(p: Campaign) -> Hexes:
    """Return the hexes that units avoid unless they attack: next to enemies, and on thin ice."""
    return p.board.nets[p.frozen].spread(p.zones.occupied[1 - p.side]) | thin_ice(p)


def defend(p: Campaign, sector: Sector, units: list[int], ranks: Ranks, danger: Danger) -> None:
    """Assign the units in a sector that does not attack. No unit stays next to an enemy if it can leave. If the sector
    has a line, they move close to it. Otherwise, holding units stay where they are, and delaying units move to the
    nearest hex that the enemy cannot attack. Withdrawing units move as far as possible toward their sources of supply.
    """
    board, grid, closed = p.board, p.board.grid, shunned(p)
    home = p.held(p.side, board.objectives[1 - p.side]) if sector.posture == "withdraw" else 0
    goals = sector.line or home
    way = distances(board, goals, p.frozen) if goals else None

    def cost(u: int, h: int) -> tuple[int, int, int]:
        feared = danger.at(h, JUDGMENT.comers) if sector.posture == "delay" else 0
        return way[h] if way else feared, grid.distance(p.at[u], h), h

    for u in (each for each in units if each in ranks.left):
        able = [h for h in grid.hexes((ranks.reach[u] | grid.bit[p.at[u]]) & ~closed) if ranks.room(h)]
        ranks.put(u, min([cost(u, h) for h in able])[-1] if able else p.at[u])


def man(line: Hexes, units: list[int], ranks: Ranks, danger: Danger) -> None:
    """Assign a unit to each hex in a line: a slow unit if possible, and a strong one if there is danger. Hexes that the
    fewest units can reach come first.
    """
    grid, defense = ranks.p.board.grid, ranks.p.board.defense
    able_to = {h: [u for u in units if ranks.can(u, h)] for h in grid.hexes(line)}
    for h in sorted(able_to, key=lambda h: (len(able_to[h]), -danger.at(h, JUDGMENT.comers))):
        able = [u for u in able_to[h] if u in ranks.left]
        if able and not ranks.there.get(h):
            sign = -1 if danger.at(h, JUDGMENT.comers) else 1
            ranks.put(min(able, key=lambda u: (is_fast(ranks.p, u), sign * defense[u], u)), h)


def set_apart(p: Campaign, task: Task, danger: Danger, reach: dict[int, Hexes]) -> dict[int, int]:
    """Return the destinations of the Russian units that are not part of the front: surrounded units that stay, fast
    units on their way to their sector, and reserves. For fast units in their sector, `reach` is limited to its hexes.
    """
    grid, found = p.board.grid, dict[int, int]()
    if task.ringed == "stand":
        found |= {u: p.at[u] for u in units_of(isolated(p, p.side)) if u in reach}
    if task.mechanized >= 0:
        sector = task.sectors[task.mechanized]
        way = distances(p.board, sector.hexes & p.board.ground(p.frozen), p.frozen)
        for u in (each for each in reach if is_fast(p, each) and each not in found):
            if sector.hexes & grid.bit[p.at[u]]:
                reach[u] &= sector.hexes
            else:
                found[u] = min(grid.hexes(open_to(p, u, reach)), key=lambda h: (way[h], h), default=p.at[u])
    for u, sector in reserves(p, task, {*found}).items():
        hexes = grid.hexes(open_to(p, u, reach) & sector.hexes)
        cost = {h: (danger.at(h, JUDGMENT.comers), grid.distance(p.at[u], h), h) for h in hexes}
        found[u] = min(hexes, key=cost.__getitem__, default=p.at[u])
    return found


def open_to(p: Campaign, u: int, reach: dict[int, Hexes]) -> Hexes:
    """Return the hexes with room that a unit can reach without touching an enemy."""
    return reach[u] & ~shunned(p) & (p.zones.room[p.side] | p.board.grid.bit[p.at[u]])
