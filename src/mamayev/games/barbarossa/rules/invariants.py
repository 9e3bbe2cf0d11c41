"""The invariants with their clauses, and changes that break them."""

from __future__ import annotations

from mamayev.engine.invariant import Invariant
from mamayev.terrain.contact import units_of

from ..printed.board import AXIS, LOST, RUSSIAN
from .position import Campaign
from .setting import STACK


def mix(p: Campaign) -> None:
    board = p.board
    u, v = (next(w for w, side in enumerate(board.side) if side == s) for s in (AXIS, RUSSIAN))
    p.at[u] = p.at[v] = board.hex["V10"]
    p.derive()


def not_crowded(p: Campaign) -> bool:
    """Return whether no hex is above its stacking limit."""
    return all(p.at.count(h) <= p.zones.limits[p.board.side[u]] for u, h in enumerate(p.at) if h < LOST)


def crowd(p: Campaign) -> None:
    for u in range(STACK + 1):
        p.at[u] = p.board.hex["V10"]


def on_ground(p: Campaign) -> bool:
    """Return whether all units are on terrain that they can enter."""
    return all(p.board.ground(p.frozen) & p.board.grid.bit[h] for h in p.at if h < LOST)


def drown(p: Campaign) -> None:
    p.at[0] = p.board.hex["A1"]


def forget_zone(p: Campaign) -> None:
    p.zones.add(AXIS, p.board.hex["V10"])


def cities_fit(p: Campaign) -> bool:
    """Return whether every city with a unit belongs to the unit's side."""
    board = p.board
    return all(p.holds(board.side[u], board.city[h]) for u, h in enumerate(p.at) if h in board.city)


def betray(p: Campaign) -> None:
    p.at[0] = p.board.hex["S26"]
    p.russian_cities = 0


def wind(p: Campaign) -> None:
    p.clocks[AXIS] = p.table.clock + 1


def owe(p: Campaign) -> None:
    p.points[RUSSIAN] = -1


def overdraw(p: Campaign) -> None:
    p.air[AXIS] = -1


def pin(p: Campaign) -> None:
    p.interdicted = 1 << p.board.side.index(AXIS)


INVARIANTS = (
    Invariant("BAR-MOVE-03", "No hex has units of both sides.", lambda p: not p.zones.occupied[AXIS] & p.zones.occupied[RUSSIAN], mix),
    Invariant("BAR-STACK-01", "No hex has more than three units.", not_crowded, crowd),
    Invariant("BAR-TERRAIN-03", "No unit is in the sea, on open water or in a closed country.", on_ground, drown),
    Invariant("BAR-ZOC-01", "Only units on the board have zones of control, and each has one.", lambda p: p.zones == p.make_zones(), forget_zone),
    Invariant("BAR-WIN-06", "A city with a unit belongs to the unit's side.", cities_fit, betray),
    Invariant("BAR-WIN-02", "The game ends when a clock runs out.", lambda p: all(0 <= clock <= p.table.clock for clock in p.clocks), wind),
    Invariant("BAR-REPL-13", "No side has negative replacement points.", lambda p: min(p.points) >= 0, owe),
    Invariant("BAR-V-AIR-03", "No side uses air factors that it does not have.", lambda p: min(*p.air, p.flying) >= 0 and (p.table.airpower or not any(p.air)), overdraw),
    Invariant("BAR-V-STRAT-11", "Only Russian units on the board are interdicted.", lambda p: all(p.board.side[u] == RUSSIAN and p.at[u] < LOST for u in units_of(p.interdicted)), pin),
)  # fmt: skip
