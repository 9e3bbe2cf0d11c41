"""Moves in the sectors that do not attack: hold, delay, or withdraw to a line."""

from __future__ import annotations

from mamayev.terrain.grid import Hexes

from ..rules.position import Campaign
from .appreciation import Danger, distances, thin_ice
from .defense import Ranks
from .style import JUDGMENT
from .task import Sector


def take_up(p: Campaign, sector: Sector, units: list[int], ranks: Ranks, danger: Danger) -> None:
    """Assign the units of a sector that does not attack. No unit stays next to an enemy if it can leave.

    With a line, each hex of it gets a unit, and the others go near it. Without a line, units that hold stay where they
    are, units that delay go to the nearest hex that the enemy cannot attack, and units that withdraw go as far as they
    can toward their sources of supply.
    """
    board, grid = p.board, p.board.grid
    shunned = board.nets[p.frozen].spread(p.zones.occupied[1 - p.side]) | thin_ice(p)
    mine = [u for u in units if u in ranks.left]
    if sector.line:
        man(sector.line & ~shunned, mine, ranks, danger)
        goals = sector.line
    else:
        goals = p.held(p.side, board.objectives[1 - p.side]) if sector.posture == "withdraw" else 0
    way = distances(board, goals, p.frozen) if goals else None

    def cost(u: int, h: int) -> tuple[float, float, int]:
        step = grid.distance(p.at[u], h)
        if way is not None:
            return way[h], step, h
        feared = danger.at(h, JUDGMENT.comers) if sector.posture == "delay" else 0
        return feared, step, h

    for u in mine:
        if u not in ranks.left:
            continue
        able = [h for h in grid.hexes((ranks.reach[u] | grid.bit[p.at[u]]) & ~shunned) if ranks.room(h)]
        ranks.put(u, min(able, key=lambda h: cost(u, h)) if able else p.at[u])


def man(line: Hexes, units: list[int], ranks: Ranks, danger: Danger) -> None:
    """Assign one of the units to each hex of a line: a strong one if there is danger. The hexes that the fewest units
    can reach come first."""
    grid, defense = ranks.p.board.grid, ranks.p.board.defense
    able_to = {h: [u for u in units if ranks.can(u, h)] for h in grid.hexes(line)}
    for h in sorted(able_to, key=lambda h: (len(able_to[h]), -danger.at(h, JUDGMENT.comers))):
        able = [u for u in able_to[h] if u in ranks.left]
        if able and not ranks.there.get(h):
            sign = -1 if danger.at(h, JUDGMENT.comers) else 1
            ranks.put(min(able, key=lambda u: (sign * defense[u], u)), h)
