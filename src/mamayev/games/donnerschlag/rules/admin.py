"""Admin Phase: the Schwerpunkt marker (DON-SCHWER) and regular reinforcements (DON-REINF). Its cards are in
`preparation.py`, the call in `victory.py`."""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.box import Box
from mamayev.engine.event import Turn
from mamayev.engine.notation import ARG, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.terrain.grid import Hexes

from ..printed.map import AXIS, SOVIET
from ..printed.units import LOST, WAITING
from .position import SIDE_NAMES, Operation
from .preparation import OfSide, arrival
from .verbs import ARRIVE, ARRIVE_ALL, DECLINE, MARK


def begin_turn(p: Operation, _f: Frame) -> None:
    """DON-SEQ-01: end the effects that last until the end of a turn."""
    if p.journal is not None:
        p.journal.add(Turn(number=p.turn, text=f"Turn {p.turn} begins.", who="Turn"))
    p.fed = 0
    p.no_air = False
    p.waits = [0, 0]


def next_turn(p: Operation, _f: Frame) -> None:
    """Step 4 of a turn (DON-SEQ-05)."""
    p.turn += 1


# ------------------------------------------------------------------ Schwerpunkt


def may_mark(p: Operation, _f: Frame) -> bool:
    """DON-SCHWER-04: return whether the marker is in the game."""
    return p.schwerpunkt_given and bool(p.on_map(p.board.of_side[AXIS]))


class GiveSchwerpunkt(Box[Operation]):
    """The choice of the Axis unit that gets the marker when its card brings it into play. Any unit can get it, even an
    HQ.
    """

    name = "give-schwerpunkt"
    title = "Give the Schwerpunkt marker to which unit?"
    clauses = ("DON-SCHWER-01",)

    def pieces(self, p: Operation, f: Frame) -> list[int]:
        return [u for u in p.on_map(p.board.of_side[AXIS]) if u != p.schwerpunkt]

    def choices(self, p: Operation, f: Frame, piece: int | None) -> list[int]:
        return [MARK | piece << ARG] if piece is not None and piece in self.pieces(p, f) else []

    def mark(self, p: Operation, f: Frame, u: int) -> None:
        p.end()
        p.schwerpunkt, p.schwerpunkt_given = u, True
        text = f"The Schwerpunkt marker is with {p.board.units[u].name}."
        p.note("Axis", text, "DON-SCHWER-01", units=(u,), hexes=(p.at[u],))

    def refuse_mark(self, p: Operation, f: Frame, u: int) -> Reason | None:
        board = p.board
        if board.side_of[u] != AXIS or u not in p.on_map(board.of_side[AXIS]):
            return Reason(f"{board.units[u].name} is not an Axis unit on the map.", self.clauses)
        return Reason(f"{board.units[u].name} already has the marker.", self.clauses) if u == p.schwerpunkt else None


class Schwerpunkt(GiveSchwerpunkt):
    """The choice to move the marker, which is possible in each Admin Phase."""

    name = "marking"
    clauses = ("DON-SCHWER-04",)

    def choices(self, p: Operation, f: Frame, piece: int | None) -> list[int]:
        return [DECLINE] if piece is None else super().choices(p, f, piece)

    def decline(self, p: Operation, f: Frame) -> None:
        p.end()


# ------------------------------------------------------------------ reinforcements


def due(p: Operation, side: int) -> list[int]:
    """DON-REINF-01, DON-REINF-07: return the units of a side that are due. DON-REINF-02: this never includes units from
    a cup."""
    at = p.at
    return [u for u in p.board.sides[side] if at[u] == WAITING and arrival(p, u) <= p.turn]


def undisturbed(p: Operation, side: int) -> Hexes:
    """DON-REINF-06: return the hexes that neither contain an enemy nor are next to one."""
    grid = p.board.grid
    enemies = p.standing(1 - side)
    return grid.everywhere & ~(enemies | grid.around(enemies))


def connected(p: Operation, side: int) -> Hexes:
    """DON-REINF-03 to DON-REINF-06: return the road hexes that a side's units can reach from their entry hexes without
    passing hexes that contain an enemy or are next to one. Stacking is ignored.
    """
    board = p.board
    free = undisturbed(p, side)
    return board.roads.flood(board.entries[side] & free, free)


def unconnected(p: Operation, side: int, h: int) -> Reason:
    """Return the condition for `connected` that a hex does not meet."""
    board, clauses = p.board, ("DON-REINF-04", "DON-REINF-06")
    place, bit, free = board.places[h], board.grid.bit[h], undisturbed(p, side)
    if p.standing(1 - side) & bit:
        return Reason(f"An enemy unit is in {place}.", clauses)
    if not board.roads.flood(board.entries[side], board.grid.everywhere) & bit:
        return Reason(f"No road or railway leads from an entry hex to {place}.", clauses)
    if not free & bit:
        return Reason(f"{place} is next to an enemy unit.", clauses)
    return Reason(f"Enemy units are on or next to every road and railway to {place}.", clauses)


def may_arrive(side: int) -> Callable[[Operation, Frame], bool]:
    """DON-REINF-07: return whether a unit that is due can be placed in any hex."""

    def test(p: Operation, _f: Frame) -> bool:
        units = due(p, side)
        if not units:
            return False
        entries = p.board.entries[side] & undisturbed(p, side)
        if any(entries & p.room(u) for u in units):  # usually the search can stop here
            return True
        found = connected(p, side)
        return any(found & p.room(u) for u in units)

    return test


def write_off(p: Operation, _f: Frame) -> None:
    """DON-REINF-07, one reading: remove a unit that is due but cannot be placed."""
    if not p.table.readings["blocked_entry=lost"]:
        return
    for side in (AXIS, SOVIET):
        for u in due(p, side):
            p.at[u] = LOST
            said = f"{p.board.units[u].name} finds its entry blocked and is lost."
            p.note(SIDE_NAMES[side], said, "DON-REINF-07", units=(u,))


class Reinforcements(Box[Operation]):
    name = "arrive"
    title = "Bring in which unit, and where?"
    clauses = ("DON-REINF-01", "DON-REINF-04", "DON-REINF-05", "DON-REINF-06")
    locals = OfSide

    def seat(self, p: Operation, f: Frame) -> int:
        return f[OfSide.side]

    def hexes(self, p: Operation, u: int) -> Hexes:
        """Return the hexes where a unit can arrive."""
        return connected(p, p.board.side_of[u]) & p.room(u)

    def pieces(self, p: Operation, f: Frame) -> list[int]:
        found = connected(p, f[OfSide.side])
        return [u for u in due(p, f[OfSide.side]) if found & p.room(u)]

    def choices(self, p: Operation, f: Frame, piece: int | None) -> list[int]:
        if piece is None or piece not in due(p, f[OfSide.side]):
            return []
        return [ARRIVE | piece << ARG | h for h in p.board.grid.hexes(self.hexes(p, piece))]

    def allows(self, p: Operation, f: Frame, action: int) -> bool:
        grid = p.board.grid
        _, u, h = parts(action)
        return u in due(p, f[OfSide.side]) and h < len(grid) and bool(self.hexes(p, u) & grid.bit[h])

    def draw(self, p: Operation, f: Frame, uniform: Callable[[], float]) -> int:
        roads = connected(p, f[OfSide.side])
        units = [u for u in due(p, f[OfSide.side]) if roads & p.room(u)]
        u = units[int(uniform() * len(units))]
        found = roads & p.room(u)
        return ARRIVE | u << ARG | p.board.grid.draw(found, uniform)

    def arrive(self, p: Operation, f: Frame, u: int, h: int) -> None:
        p.end()
        p.come(u, h, "arrive", "DON-REINF-01")
        p.retest_supply()

    def shortcuts(self, p: Operation, f: Frame) -> list[int]:
        return [ARRIVE_ALL]

    def arrive_all(self, p: Operation, f: Frame) -> None:
        """Place each unit in the free hex nearest to an entry."""
        grid = p.board.grid
        p.end()
        side = f[OfSide.side]
        entries = grid.hexes(p.board.entries[side])
        for u in due(p, side):
            if found := grid.hexes(self.hexes(p, u)):
                near = min(found, key=lambda h: min(grid.distance(h, entry) for entry in entries))
                p.come(u, near, "arrive", "DON-REINF-01")
        p.retest_supply()

    def refuse_arrive(self, p: Operation, f: Frame, u: int, h: int) -> Reason | None:
        board = p.board
        side = f[OfSide.side]
        if u not in due(p, side):
            return Reason(f"{board.units[u].name} is not due now.", ("DON-REINF-01",))
        bit = board.grid.bit[h]
        if not connected(p, side) & bit:
            return unconnected(p, side, h)
        return None if p.room(u) & bit else Reason(f"{board.places[h]} is full.", ("DON-REINF-05", "DON-STACK-02"))
