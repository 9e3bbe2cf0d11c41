"""The cups (DON-CUP, DON-DRAW): Ad Hoc Infantry, Alarmgruppen and Tank Reinforcements, and the placement of drawn
units.
"""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.chancebox import LotBox
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.terrain.grid import Hexes

from ..printed.map import AXIS, OFF_MAP
from ..printed.units import ASIDE, CUP_NAMES, IN_CUP, SNAFU, members
from .position import Operation
from .replacements import arrival_hexes, no_arrival
from .verbs import PLACE


class Drawing(Locals):
    """The cup, the number of remaining draws, and the index plus 1 of the unit just drawn."""

    cup: int
    left: int
    drawn: int


def in_cup(p: Operation, cup: int) -> list[int]:
    """Return the contents of a cup, including SNAFU markers."""
    return [u for u in members(p.board.of_cup[cup]) if p.at[u] == IN_CUP]


def cup_has_units(p: Operation, cup: int) -> bool:
    """DON-CUP-08: return whether a unit is left in a cup."""
    return any(p.board.kind[u] != SNAFU for u in in_cup(p, cup))


def draws_left(p: Operation, f: Frame) -> bool:
    """DON-CUP-08, DON-DRAW-05: return whether another unit must be drawn and the cup contains one."""
    return f[Drawing.left] > 0 and cup_has_units(p, f[Drawing.cup])


class CupLot(LotBox[Operation]):
    """DON-CUP-05: a random draw."""

    name = "cup"
    title = "a unit from the cup"
    clauses = ("DON-CUP-05", "DON-CUP-06")

    def pieces(self, p: Operation, f: Frame) -> list[int]:
        return in_cup(p, p.frame("cup-draw")[Drawing.cup])

    def lot(self, p: Operation, f: Frame, u: int) -> None:
        board = p.board
        p.end()
        drawing = p.frame("cup-draw")
        drawing[Drawing.left] -= 1
        cup = CUP_NAMES[drawing[Drawing.cup]]
        if board.kind[u] == SNAFU:
            p.at[u] = ASIDE
            p.note(cup, "A SNAFU marker is drawn: no unit comes.", "DON-CUP-06", units=(u,))
            return
        p.note(cup, f"{board.units[u].name} is drawn.", "DON-CUP-05", units=(u,))
        if arrival_hexes(p, u):
            drawing[Drawing.drawn] = u + 1
            p.call("placing", u)
        else:
            p.note(cup, "No hex is open to it: it goes back into the cup.", "DON-DRAW-03", units=(u,))


def return_snafus(p: Operation, f: Frame) -> None:
    """DON-CUP-07: put the SNAFU markers back after the draws."""
    board = p.board
    for u in members(board.of_cup[f[Drawing.cup]] & board.of_kind[SNAFU]):
        p.at[u] = IN_CUP


class Placed(Locals):
    """The unit to place."""

    unit: int


class Placing(Box[Operation]):
    """The placement of a unit from a cup or a card."""

    name = "placing"
    title = "Place the unit where?"
    clauses = ("DON-DRAW-03", "DON-FLOW-08")
    locals = Placed

    def seat(self, p: Operation, f: Frame) -> int:
        return p.board.side_of[f[Placed.unit]]

    def prompt(self, p: Operation, f: Frame) -> str:
        return f"Place {p.board.units[f[Placed.unit]].name} where?"

    def hexes(self, p: Operation, f: Frame) -> Hexes:
        """Return the hexes where the unit can be placed."""
        u = f[Placed.unit]
        return tiger_hexes(p, p.formation(u)) if u == p.board.tigers else arrival_hexes(p, u)

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [PLACE | f[Placed.unit] << ARG | h for h in p.board.grid.hexes(self.hexes(p, f))]

    def place(self, p: Operation, f: Frame, u: int, h: int) -> None:
        p.end()
        p.come(u, h, "place", "DON-DRAW-03")
        p.retest_supply()

    def refuse_place(self, p: Operation, f: Frame, u: int, h: int) -> Reason | None:
        board = p.board
        if u != f[Placed.unit]:
            return Reason(f"{board.units[u].name} is not the unit to place.", self.clauses)
        if board.grid.bit[h] & self.hexes(p, f):
            return None
        if u != board.tigers:
            return no_arrival(p, u, h, *self.clauses)
        hq = board.hq_of[p.formation(u)]
        if not board.road & board.grid.bit[h]:
            return Reason(f"{board.places[h]} is not a road hex.", self.clauses)
        if board.grid.distance(p.at[hq], h) > board.ranges[hq]:
            return Reason(f"{board.places[h]} is out of the range of {board.units[hq].name}.", self.clauses)
        found = no_arrival(p, u, h, *self.clauses)
        return (
            found if not found.text.startswith("No ") else Reason(f"{board.places[h]} is not in supply.", self.clauses)
        )


def tiger_hexes(p: Operation, formation: int) -> Hexes:
    """Return the road hexes in supply and within the range of a division's HQ, not next to an enemy."""
    board, grid = p.board, p.board.grid
    hq = board.hq_of[formation]
    if p.at[hq] >= OFF_MAP:
        return 0
    enemies = p.standing(1 - AXIS)
    free = ~(enemies | grid.around(enemies)) & p.room(board.tigers)
    return grid.disc(p.at[hq], board.ranges[hq]) & board.road & free & p.supplied(AXIS)
