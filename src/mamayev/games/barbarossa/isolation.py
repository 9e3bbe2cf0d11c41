"""Isolation (BAR-ISO): who is joined to a source by a line, judged twice in each own player turn."""

from __future__ import annotations

from mamayev.engine.position import Frame
from mamayev.terrain.contact import Units
from mamayev.terrain.grid import Hexes
from mamayev.terrain.supply import Supply

from .board import AXIS, CITIES, EAST_EDGE, GRID, NETS, OBJECTIVES, RUSSIAN, UNITS, ground
from .position import SIDE_NAMES, Campaign

TURNS = 2  # BAR-ISO-07


def sources(p: Campaign, side: int) -> Hexes:
    """BAR-ISO-01, -03: where lines of a side lead to."""
    if side == RUSSIAN:
        return EAST_EDGE
    return GRID.gather(CITIES[city].hex for city in OBJECTIVES[RUSSIAN] if p.holds(AXIS, city))


def lines(p: Campaign, side: int) -> Supply:
    """BAR-ISO-02, -04, -05: the lines of a side as the board stands."""
    enemy = 1 - side
    zone = p.zones.controlled[enemy]
    if p.table.friends_open_lines:
        zone &= ~p.zones.occupied[side]
    open_ = ground(p.frozen) & ~(p.zones.occupied[enemy] | zone)
    return Supply(NETS[p.frozen], sources(p, side), open_)


def isolated(p: Campaign, side: int) -> Units:
    """The units of a side that no line leads from."""
    joined, at = lines(p, side).hexes, p.at
    found = 0
    for u in p.units(side):
        if not joined & GRID.bit[at[u]]:
            found |= 1 << u
    return found


def judge_early(p: Campaign, _f: Frame) -> None:
    """BAR-ISO-06: at the beginning of the player turn, before arrivals."""
    p.cut_off_early = isolated(p, p.side)
    tell(p, p.cut_off_early, "is isolated as its turn begins")


def judge_late(p: Campaign, _f: Frame) -> None:
    """BAR-ISO-07, -08, -10, -11: in the closing step. Who was isolated at both moments has one isolated turn more, who
    was not begins anew; after two the unit is eliminated, all that are due together."""
    both = isolated(p, p.side) & p.cut_off_early if p.cut_off_early else 0
    p.cut_off_early = 0
    if p.table.isolation_halves:
        return
    for u in p.units(p.side):
        p.cut_off[u] = p.cut_off[u] + 1 if both >> u & 1 else 0
    tell(p, both, "has been isolated for its whole turn")
    for u in p.units(p.side):
        if p.cut_off[u] == TURNS:
            p.lose(u, ", isolated for two turns", "BAR-ISO-07")


def tell(p: Campaign, units: Units, what: str) -> None:
    """Say of some units what has become of them."""
    if p.journal is not None:
        for u in p.units(p.side):
            if units >> u & 1:
                space = GRID.ids[p.at[u]]
                p.journal.note(
                    SIDE_NAMES[p.side], f"{UNITS[u].name} {what}.", ("BAR-ISO-06",), (space,), (UNITS[u].id,)
                )
