"""The visible state of the operation as numbers, for search and learning."""

from __future__ import annotations

from collections.abc import Sequence

from mamayev.terrain.kept import kept

from ..printed.board import Board
from ..printed.cards import ACTIVATION, COMBAT
from ..printed.map import AXIS, SOVIET
from ..printed.units import PANZER
from ..rules.position import Operation
from ..rules.victory import LAST_BOX, LAST_TURN, fulfils

LEADING = 4
"""The number of leading units whose distance to the zone counts."""
NEAR, AHEAD = 4, 6
"""The distances in hexes from a zone, and from the leading unit, within which units can soon fight."""
FAR = 30
"""The approximate distance in hexes from the start to the zones."""
STRENGTH = 100
"""The approximate total strength of a side."""


def features(p: Operation, seat: int) -> dict[str, float]:
    """Return the way that is left to the zone, the units around it, both sides' strengths and hands, and the time that
    is left (DON-VICT-01, DON-TRACK-01).

    A seat that does not know the zone, or has none yet, counts the zone that the Axis can reach first (DON-CALL-04).
    """
    board = p.board
    axis = [u for u in p.on_map(board.of_side[AXIS] & board.troops) if p.in_command(u)]
    soviets = p.on_map(board.of_side[SOVIET] & board.troops)
    away = min((to_zone(board, zone) for zone in possible(p, seat)), key=lambda row: leading(p, axis, row))
    lead = min(axis, key=lambda u: away[p.at[u]], default=None)
    left = float(LAST_BOX - p.track if p.called else LAST_TURN + 1 - p.turn)
    far, near = leading(p, axis, away) / FAR, [u for u in axis if away[p.at[u]] <= NEAR]
    hqs = [board.hq_of[n] for n in PANZER if board.hq_of[n] in p.on_map(board.of_side[AXIS])]
    return {
        "left": left / LAST_TURN,
        "called": float(bool(p.called)),
        "survival": float(bool(p.survival)),
        "far": far,
        "late": far / (left + 1),
        "foremost": (away[p.at[lead]] if lead is not None else FAR) / FAR,
        "inside": float(min(3, sum(fulfils(p, u, zone) for zone in possible(p, seat) for u in near))),
        "arrived": p.strength_of(near) / STRENGTH,
        "guards": p.strength_of([u for u in soviets if away[p.at[u]] <= NEAR]) / STRENGTH,
        "ahead": p.strength_of(ahead(p, soviets, lead, away)) / STRENGTH,
        "axis": p.strength(AXIS) / STRENGTH,
        "soviet": p.strength(SOVIET) / STRENGTH,
        "panzers": p.strength_of([u for n in PANZER for u in p.of_formation(n)]) / STRENGTH,
        "commanded": len(axis) / 20,
        "cut": len(p.on_map(board.of_side[AXIS] & p.unsupplied)) / 10,
        "hqs": len(hqs) / 3,
        "hqs_far": sum(away[p.at[hq]] for hq in hqs) / max(1, len(hqs)) / FAR,
        "luck": float(p.luck == AXIS),
        **{
            f"{side}_{kind}": len(p.hand(index, code)) / 5
            for index, side in ((AXIS, "axis"), (SOVIET, "soviet"))
            for code, kind in ((ACTIVATION, "activations"), (COMBAT, "combats"))
        },
    }


def possible(p: Operation, seat: int) -> list[int]:
    """Return the zones that a seat must reckon with: the zone if it knows it, or all zones not ruled out."""
    if seat == AXIS and p.called:
        return [p.zone]
    return p.zones_left()


@kept(8)
def to_zone(board: Board, zone: int) -> tuple[int, ...]:
    """Return the distance of each hex from a zone."""
    return board.grid.distances(board.zones[zone])


def leading(p: Operation, units: Sequence[int], away: Sequence[int]) -> float:
    """Return the mean distance of the leading units."""
    found = sorted(away[p.at[u]] for u in units)[:LEADING]
    return sum(found) / len(found) if found else float(FAR)


def ahead(p: Operation, units: Sequence[int], lead: int | None, away: Sequence[int]) -> list[int]:
    """Return the units near the leading unit that are closer to the zone."""
    if lead is None:
        return []
    h, distance = p.at[lead], p.board.grid.distance
    return [u for u in units if away[p.at[u]] < away[h] and distance(p.at[u], h) <= AHEAD]
