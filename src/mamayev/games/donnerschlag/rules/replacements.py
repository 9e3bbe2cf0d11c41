"""Replacements (DON-REPL), and the placement of units from cards and cups (DON-DRAW-03, DON-T-PLACE)."""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes

from ..printed.map import OFF_MAP
from ..printed.units import LOST, members
from .position import Operation
from .verbs import DECLINE, PLACE, RESTORE

AMONG = ("german-tank", "axis-other", "soviet")
"""DON-REPL-01: the units that a card's replacements can restore (`Counters.eligible`), which never include units from
cups."""


def arrival_hexes(p: Operation, u: int) -> Hexes:
    """DON-REPL-02, DON-DRAW-03: return the hexes that are at or next to a friendly unit or HQ in supply, are not next
    to an enemy, and are within the stacking limit.
    """
    board, grid = p.board, p.board.grid
    side = board.side_of[u]
    friends, enemies = p.supplied(side, p.standing(side)), p.standing(1 - side)
    for fed in members(p.fed & board.of_side[side]):
        friends |= grid.bit[p.at[fed]]
    return (friends | grid.around(friends)) & ~(enemies | grid.around(enemies)) & p.room(u)


def no_arrival(p: Operation, u: int, h: int, *clauses: str) -> Reason:
    """Return the condition that keeps a unit from arriving in a hex (`arrival_hexes`)."""
    board, grid = p.board, p.board.grid
    place, bit, enemies = board.places[h], grid.bit[h], p.standing(1 - board.side_of[u])
    if enemies & bit:
        return Reason(f"An enemy unit is in {place}.", (*clauses, "DON-STACK-05"))
    if grid.around(enemies) & bit:
        return Reason(f"{place} is next to an enemy unit.", clauses)
    if not p.room(u) & bit:
        return Reason(f"{place} is full.", (*clauses, "DON-STACK-02"))
    return Reason(f"No friendly unit in supply is in {place} or next to it.", clauses)


def to_replace(p: Operation, side: int, among: int, flip_only: bool) -> list[int]:
    """DON-REPL-01: return the actions that restore a step."""
    board = p.board
    units = members(board.eligible[among])
    row = [RESTORE | u << ARG for u in units if p.at[u] < OFF_MAP and p.steps[u] < board.units[u].steps]
    if not flip_only:
        hexes = None
        for u in units:
            if p.at[u] == LOST:
                if hexes is None:
                    hexes = board.grid.hexes(arrival_hexes(p, u))
                row += [PLACE | u << ARG | h for h in hexes]
    return row


class Steps(Locals):
    """The side, the number of remaining steps, the eligible units, and whether only reduced units can be restored."""

    side: int
    left: int
    among: int
    flip: int


def steps_left(p: Operation, f: Frame) -> bool:
    """Return whether another step can be restored."""
    return f[Steps.left] > 0 and bool(to_replace(p, f[Steps.side], f[Steps.among], bool(f[Steps.flip])))


class Replace(Box[Operation]):
    name = "replacing"
    title = "Restore which unit?"
    clauses = ("DON-REPL-01", "DON-REPL-02", "DON-REPL-03")

    def seat(self, p: Operation, f: Frame) -> int:
        return p.frame("replacements")[Steps.side]

    def prompt(self, p: Operation, f: Frame) -> str:
        left = p.frame("replacements")[Steps.left]
        return f"{self.title} {counted(left, '# step', '# steps')} left."

    def options(self, p: Operation, f: Frame) -> list[int]:
        given = p.frame("replacements")
        return [*to_replace(p, given[Steps.side], given[Steps.among], bool(given[Steps.flip])), DECLINE]

    def restore(self, p: Operation, f: Frame, u: int) -> None:
        p.end()
        p.frame("replacements")[Steps.left] -= 1
        p.steps[u] += 1
        text = f"{p.board.units[u].name} is at full strength again."
        p.note("Replacements", text, "DON-REPL-03", units=(u,), hexes=(p.at[u],))

    def place(self, p: Operation, f: Frame, u: int, h: int) -> None:
        p.end()
        p.frame("replacements")[Steps.left] -= 1
        p.steps[u] = 1
        p.come(u, h, "back", "DON-REPL-02")
        p.retest_supply()

    def decline(self, p: Operation, f: Frame) -> None:
        p.end()
        p.frame("replacements")[Steps.left] = 0

    def refuse_restore(self, p: Operation, f: Frame, u: int) -> Reason | None:
        if RESTORE | u << ARG in self.options(p, f):
            return None
        return self.not_for(p, u) or Reason(
            f"{p.board.units[u].name} is not {'reduced' if p.at[u] < OFF_MAP else 'on the map'}.", ("DON-REPL-01",)
        )

    def not_for(self, p: Operation, u: int) -> Reason | None:
        """Return why a unit cannot use these replacements, or None if it can."""
        board, given = p.board, p.frame("replacements")
        name = board.units[u].name
        if board.side_of[u] != given[Steps.side]:
            return Reason(f"{name} is not yours.", ("DON-REPL-01",))
        if not board.eligible[given[Steps.among]] >> u & 1:
            return Reason(f"These replacements are not for {name}.", ("DON-REPL-01",))
        return None

    def refuse_place(self, p: Operation, f: Frame, u: int, h: int) -> Reason | None:
        board = p.board
        if PLACE | u << ARG | h in self.options(p, f):
            return None
        if (reason := self.not_for(p, u)) is not None:
            return reason
        if p.at[u] != LOST:
            return Reason(f"{board.units[u].name} is not an eliminated unit.", ("DON-REPL-01",))
        if p.frame("replacements")[Steps.flip]:
            return Reason("These replacements can only restore reduced units.", ("DON-REPL-01",))
        return no_arrival(p, u, h, "DON-REPL-02")
