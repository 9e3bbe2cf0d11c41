"""Step 12 of a combat: the units that can Blitz after a won attack, and their destinations (INF-COMBAT-13)."""

from __future__ import annotations

from mamayev.engine.position import Frame
from mamayev.terrain.grid import Hexes

from ..printed.map import CLEAR, GERMAN
from ..printed.units import PANZER
from .fire import ATTACKER, Combat
from .position import FULL, City


def members(units: int) -> list[int]:
    """Return the units in a set."""
    found = []
    while units:
        found.append((units & -units).bit_length() - 1)
        units &= units - 1
    return found


def drivers(p: City, f: Frame) -> list[int]:
    """Return the Panzers and Panzer Grenadiers that have advanced and can still Blitz (INF-COMBAT-13).

    Units whose owner declined are left out (INF-SHARE-08).
    """
    advanced = members(f[Combat.chosen] & ~f[Combat.declined])
    return [u for u in advanced if p.board.arms[u] & PANZER and p.at[u] == f[Combat.target]]


def drive_to(p: City, f: Frame) -> Hexes:
    """Return the destinations of the group: Clear hexes without Soviet units. All units in the group go to the same hex
    (INF-COMBAT-13).
    """
    board = p.board
    if f[Combat.blitz]:
        h = f[Combat.blitz] - 1
        return board.grid.bit[h] if p.room(h) else 0
    return board.near[f[Combat.target]] & board.clear_hexes & ~(p.tall[FULL] | p.soviet)


def may_blitz(p: City, f: Frame) -> bool:
    """Return whether there is a Blitz: after a won German attack on a Clear hex with Hoth in play (INF-COMBAT-13,
    INF-HEX-02, INF-FLOW-34, INF-FLOW-37)."""
    board = p.board
    return (
        p.table.readings["blitz=move"]
        and ATTACKER[f[Combat.kind]] == GERMAN
        and bool(f[Combat.chosen])
        and board.terrain[f[Combat.target]] == CLEAR
        and p.in_play(board.hoth)
        and bool(drivers(p, f))
        and bool(drive_to(p, f))
    )
