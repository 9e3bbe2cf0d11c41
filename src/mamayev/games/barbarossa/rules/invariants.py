"""What holds at all times, with the clause that says so, and how to break it on purpose."""

from __future__ import annotations

from mamayev.engine.invariant import Invariant
from mamayev.terrain.zones import Zones

from ..printed.board import AXIS, LOST, RUSSIAN
from .position import Campaign
from .setting import STACK


def apart(p: Campaign) -> bool:
    """Whether no hex holds both sides."""
    return not p.zones.occupied[AXIS] & p.zones.occupied[RUSSIAN]


def mix(p: Campaign) -> None:
    board = p.board
    u, v = (next(w for w, side in enumerate(board.side) if side == s) for s in (AXIS, RUSSIAN))
    p.at[u] = p.at[v] = board.hex["V10"]
    p.derive()


def not_crowded(p: Campaign) -> bool:
    """Whether no hex holds more units than may stand in it."""
    return all(p.at.count(h) <= p.zones.limits[p.board.side[u]] for u, h in enumerate(p.at) if h < LOST)


def crowd(p: Campaign) -> None:
    for u in range(STACK + 1):
        p.at[u] = p.board.hex["V10"]


def on_ground(p: Campaign) -> bool:
    """Whether all units stand where units can."""
    board = p.board
    return all(board.ground(p.frozen) & board.grid.bit[h] for h in p.at if h < LOST)


def drown(p: Campaign) -> None:
    p.at[0] = p.board.hex["A1"]


def zones_fit(p: Campaign) -> bool:
    """Whether the zones are those of the units on the board."""
    board = p.board
    standing = ((board.side[u], h, True) for u, h in enumerate(p.at) if h < LOST)
    return p.zones == Zones.of(board.nets[p.frozen], p.zones.limits, standing)


def forget_zone(p: Campaign) -> None:
    p.zones.add(AXIS, p.board.hex["V10"])


def cities_fit(p: Campaign) -> bool:
    """Whether a unit's city is its side's."""
    board = p.board
    return all(p.holds(board.side[u], board.city[h]) for u, h in enumerate(p.at) if h in board.city)


def betray(p: Campaign) -> None:
    p.at[0] = p.board.hex["S26"]
    p.russian_cities = 0


def clocks_run(p: Campaign) -> bool:
    """Whether no clock is past its end."""
    return all(0 <= clock <= p.table.clock for clock in p.clocks)


def wind(p: Campaign) -> None:
    p.clocks[AXIS] = p.table.clock + 1


def paid(p: Campaign) -> bool:
    """Whether nobody has bought on credit."""
    return min(p.points) >= 0


def owe(p: Campaign) -> None:
    p.points[RUSSIAN] = -1


def aircraft_are_whole(p: Campaign) -> bool:
    """Whether nobody has flown with air factors that he does not have."""
    return min(*p.air, p.flying) >= 0 and (p.table.airpower or not any(p.air))


def overdraw(p: Campaign) -> None:
    p.air[AXIS] = -1


def pinned_are_russian(p: Campaign) -> bool:
    """Whether all interdicted units are Russian ones on the board."""
    board = p.board
    return not any(
        p.interdicted >> u & 1 and (board.side[u] == AXIS or p.at[u] >= LOST) for u in range(len(board.units))
    )


def pin(p: Campaign) -> None:
    p.interdicted = 1 << p.board.side.index(AXIS)


INVARIANTS = (
    Invariant("BAR-MOVE-03", "No hex holds units of both sides.", apart, mix),
    Invariant("BAR-STACK-01", "No hex holds more than three units.", not_crowded, crowd),
    Invariant("BAR-TERRAIN-03", "Nobody stands in the sea, on open water or in a closed country.", on_ground, drown),
    Invariant("BAR-ZOC-01", "Every unit on the board has its zone, and nothing else has one.", zones_fit, forget_zone),
    Invariant("BAR-WIN-06", "A city is its side's whose unit stands in it.", cities_fit, betray),
    Invariant("BAR-WIN-02", "A clock that has run out ends the game.", clocks_run, wind),
    Invariant("BAR-REPL-13", "Nothing is bought on credit.", paid, owe),
    Invariant("BAR-V-AIR-03", "Nobody flies with air factors that he does not have.", aircraft_are_whole, overdraw),
    Invariant("BAR-V-STRAT-11", "Only Russian units on the board are interdicted.", pinned_are_russian, pin),
)
