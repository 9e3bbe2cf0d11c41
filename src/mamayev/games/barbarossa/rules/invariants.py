"""The invariants, with their clauses, and ways to break them."""

from __future__ import annotations

from mamayev.engine.invariant import Invariant
from mamayev.terrain.zones import Zones

from ..printed.board import AXIS, LOST, RUSSIAN
from .position import Campaign
from .setting import STACK


def apart(p: Campaign) -> bool:
    """Return whether no hex holds both sides."""
    return not p.zones.occupied[AXIS] & p.zones.occupied[RUSSIAN]


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
    """Return whether all units are on terrain open to them."""
    board = p.board
    return all(board.ground(p.frozen) & board.grid.bit[h] for h in p.at if h < LOST)


def drown(p: Campaign) -> None:
    p.at[0] = p.board.hex["A1"]


def zones_fit(p: Campaign) -> bool:
    """Return whether the zones of control match the units on the board."""
    board = p.board
    standing = ((board.side[u], h, True) for u, h in enumerate(p.at) if h < LOST)
    return p.zones == Zones.of(board.nets[p.frozen], p.zones.limits, standing)


def forget_zone(p: Campaign) -> None:
    p.zones.add(AXIS, p.board.hex["V10"])


def cities_fit(p: Campaign) -> bool:
    """Return whether every city with a unit belongs to the unit's side."""
    board = p.board
    return all(p.holds(board.side[u], board.city[h]) for u, h in enumerate(p.at) if h in board.city)


def betray(p: Campaign) -> None:
    p.at[0] = p.board.hex["S26"]
    p.russian_cities = 0


def clocks_run(p: Campaign) -> bool:
    """Return whether no clock is past its end."""
    return all(0 <= clock <= p.table.clock for clock in p.clocks)


def wind(p: Campaign) -> None:
    p.clocks[AXIS] = p.table.clock + 1


def paid(p: Campaign) -> bool:
    """Return whether no side has negative replacement points."""
    return min(p.points) >= 0


def owe(p: Campaign) -> None:
    p.points[RUSSIAN] = -1


def aircraft_are_whole(p: Campaign) -> bool:
    """Return whether no side has used more air factors than it had."""
    return min(*p.air, p.flying) >= 0 and (p.table.airpower or not any(p.air))


def overdraw(p: Campaign) -> None:
    p.air[AXIS] = -1


def pinned_are_russian(p: Campaign) -> bool:
    """Return whether all interdicted units are Russian ones on the board."""
    board = p.board
    return not any(
        p.interdicted >> u & 1 and (board.side[u] == AXIS or p.at[u] >= LOST) for u in range(len(board.units))
    )


def pin(p: Campaign) -> None:
    p.interdicted = 1 << p.board.side.index(AXIS)


INVARIANTS = (
    Invariant("BAR-MOVE-03", "No hex has units of both sides.", apart, mix),
    Invariant("BAR-STACK-01", "No hex has more than three units.", not_crowded, crowd),
    Invariant("BAR-TERRAIN-03", "No unit is in the sea, on open water or in a closed country.", on_ground, drown),
    Invariant("BAR-ZOC-01", "Only units on the board have zones of control, and each has one.", zones_fit, forget_zone),
    Invariant("BAR-WIN-06", "A city with a unit belongs to the unit's side.", cities_fit, betray),
    Invariant("BAR-WIN-02", "The game ends when a clock runs out.", clocks_run, wind),
    Invariant("BAR-REPL-13", "No side has negative replacement points.", paid, owe),
    Invariant("BAR-V-AIR-03", "No side uses air factors that it does not have.", aircraft_are_whole, overdraw),
    Invariant("BAR-V-STRAT-11", "Only Russian units on the board are interdicted.", pinned_are_russian, pin),
)
