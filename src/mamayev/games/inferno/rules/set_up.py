"""The setup (INF-SETUP): random draws, and the places of units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mamayev.engine.box import Box
from mamayev.engine.chancebox import DealBox
from mamayev.engine.position import Frame
from mamayev.engine.sequence import Sequence

from ..printed.board import Board
from ..printed.map import AWAY, BOXES, GERMAN, ROWS, SOVIET, TANK_POOL, TRACK
from ..printed.units import INFANTRY_DEALT, TANKS_DEALT
from .arrivals import SET_UP as AT_SET_UP
from .arrivals import spin
from .position import City


class Deal(DealBox[City]):
    """A random draw of several units, one after another.

    `among`: the candidates still in the box. `place`: places one drawn unit. `side`: the side of the units.
    """

    def __init__(
        self, name: str, title: str, clause: str, size: int, among: range, place: Callable[[City, int, int], None],
        side: int,
    ) -> None:  # fmt: skip
        self.name, self.title = name, title
        self.clauses = (clause,)
        self.size, self.among, self.place, self.side = size, among, place, side

    def drawer(self, p: City, f: Frame) -> int:
        return self.side

    def pieces(self, p: City, f: Frame) -> list[int]:
        return p.beside(AWAY, self.among)


def to_pool(p: City, _number: int, unit: int) -> None:
    p.to_pool(unit)


def garrison(p: City, number: int, unit: int) -> None:
    """Place a Soviet unit on a setup sign (INF-SETUP-04)."""
    spin(p, unit, p.board.set_up[number], AT_SET_UP)


def deploy_full(p: City, unit: int, h: int) -> None:
    """Place a German unit at full strength (INF-SOLO-05)."""
    p.strength[unit] = p.board.most[unit]
    p.put(unit, h)


def yellow(p: City, number: int, unit: int) -> None:
    deploy_full(p, unit, p.board.yellow_places[number])


def last_box(p: City, number: int, unit: int) -> None:
    """Place a unit in the last box of a row (INF-SETUP-09)."""
    p.at[unit] = TRACK
    p.chart[number * BOXES + BOXES - 1] = unit


OTHER_BOXES = tuple(row * BOXES + box for row in range(ROWS) for box in range(BOXES - 1))


def other_box(p: City, number: int, unit: int) -> None:
    p.at[unit] = TRACK
    p.chart[OTHER_BOXES[number]] = unit


def named_units(p: City, _f: Frame) -> None:
    """Place the named regiments (INF-SETUP-08)."""
    for unit, place in p.board.at_first.items():
        deploy_full(p, unit, place)


def opening_hand(p: City, _f: Frame) -> None:
    """Deal the opening hands (INF-SETUP-10)."""
    p.call("german-draw", 3)


def boxes(board: Board) -> list[Box[Any]]:
    """Return the setup in the order of the ledger (INF-FLOW-32)."""
    return [
        Sequence(
            "set-up", "tank-pool", "infantry-pool", "garrisons", named_units, "yellow-units", "white-units",
            "other-units", opening_hand,
        ),
        Deal("tank-pool", "six Tanks for the Tank pool", "INF-SETUP-02", TANKS_DEALT,
             board.pools[TANK_POOL], to_pool, SOVIET),
        Deal("infantry-pool", "thirteen Infantry for the Infantry pool", "INF-SETUP-03", INFANTRY_DEALT,
             board.ordinary, to_pool, SOVIET),
        Deal("garrisons", "the Soviet units on the map", "INF-SETUP-04", len(board.set_up),
             board.soviets, garrison, SOVIET),
        Deal("yellow-units", "Yellow Infantry for X and Y", "INF-SETUP-08", len(board.yellow_places),
             board.yellow_infantry, yellow, GERMAN),
        Deal("white-units", "White Infantry for the last boxes of the chart", "INF-SETUP-09", ROWS,
             board.white_infantry, last_box, GERMAN),
        Deal("other-units", "the other units of the chart", "INF-SETUP-09", ROWS * (BOXES - 1),
             board.germans, other_box, GERMAN),
    ]  # fmt: skip
