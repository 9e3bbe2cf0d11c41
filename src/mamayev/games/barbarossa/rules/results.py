"""The results of a battle, and the retreat of units (BAR-RESULT, BAR-RETREAT)."""

from __future__ import annotations

from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes
from mamayev.terrain.paths import retreats
from mamayev.terrain.seats import seated

from ..printed.board import LOST
from . import odds
from .position import Campaign

A_ELIM, A_BACK, EXCHANGE, D_BACK, D_ELIM = "AE", "AB2", "EX", "DB2", "DE"
RESULTS = {A_ELIM: "A Elim", A_BACK: "A Back 2", EXCHANGE: "Exchange", D_BACK: "D Back 2", D_ELIM: "D Elim"}


def ways_back(p: Campaign, u: int) -> list[Hexes]:
    """BAR-RETREAT-02, BAR-RETREAT-03, BAR-RETREAT-06: return the hexes on a unit's retreat paths, and the ends of those
    paths regardless of stacking, or [] if there are none.
    """
    board = p.board
    enemy = 1 - board.side[u]
    net, barred = board.nets[p.frozen], p.zones.occupied[enemy] | p.zones.controlled[enemy]
    if not p.table.readings["retreat_path=any"]:
        return retreats(net, p.at[u], 2, barred)
    start = board.grid.bit[p.at[u]]
    first = net.spread(start) & ~barred
    ends = net.spread(first) & ~barred & ~start
    return [first, ends] if ends else []


def ends_back(p: Campaign, u: int) -> Hexes:
    """BAR-RETREAT-04: return the hexes where a unit can end its retreat."""
    ways = ways_back(p, u)
    return ways[-1] & p.zones.room[p.board.side[u]] if ways else 0


def most_saved(p: Campaign, units: Units, filled: int = LOST) -> int:
    """BAR-RETREAT-05: return the maximum number of the given units that can retreat together. `filled`: a hex that
    another unit takes.
    """
    ends = {u: ends_back(p, u) for u in units_of(units)}
    if all(hexes.bit_count() > len(ends) for hexes in ends.values()):
        return len(ends)
    open_to, room = places_back(p, units)
    if filled in room:
        room[filled] -= 1
    there: dict[int, list[int]] = {h: [] for h in room}
    return sum(seated(u, open_to, room, there, set()) for u in ends)


def places_back(p: Campaign, units: Units) -> tuple[dict[int, list[int]], dict[int, int]]:
    """BAR-RETREAT-04: return the hexes where each of the given units, all of one side, can end its retreat, and the
    room in each hex.
    """
    board, zones = p.board, p.zones
    open_to = {u: board.grid.hexes(ends_back(p, u)) for u in units_of(units)}
    side = board.side[next(units_of(units))]
    return open_to, {h: zones.limits[side] - zones.count(side, h) for row in open_to.values() for h in row}


def entered(p: Campaign, left: list[int], doubled: list[int]) -> Hexes:
    """BAR-ADVANCE-01 to BAR-ADVANCE-03: return the hexes that an advance can enter after the defenders leave: the hexes
    that doubled the defenders, or with the option movement-after-battle all their hexes (BAR-V-AFTER-01,
    BAR-V-AFTER-04, BAR-V-FLOW-10). BAR-V-FINN-06: doubling as a Finn is not enough."""
    emptied = left if p.table.movement_after_battle else doubled
    if p.table.readings["advance_ground=by-nature"] and not p.table.movement_after_battle:
        emptied = [h for h in left if odds.can_double(p, h)]
    return p.board.grid.gather(emptied)
