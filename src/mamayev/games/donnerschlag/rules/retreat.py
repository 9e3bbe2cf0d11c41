"""Retreat (DON-RETREAT): unit by unit, by the conditions in their order, with step losses in zones of control. HQs
follow their stacks.
"""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.terrain.grid import Hexes

from ..printed.map import OFF_MAP
from ..printed.units import ALARM as ALARM_CUP
from ..printed.units import HEADQUARTERS, TANK, members
from .odds import in_force
from .position import Operation
from .verbs import DECLINE, FOLLOW, RETREAT


class Retreats(Locals):
    """The retreating side, and those of its units that must still retreat."""

    side: int
    units: int


class Stack(Locals):
    """The locals of a retreating stack.

    - `hex`: the number of its hex plus 1. `gone`: the units that have left the stack.
    - `unit`: the index plus 1 of the unit that must continue from a full hex. `left`: the hexes that this unit has
      left.
    """

    hex: int
    gone: int
    unit: int
    left: int


def open_hexes(p: Operation, u: int, first: bool, left: Hexes) -> Hexes:
    """DON-RETREAT-04, DON-RETREAT-13, DON-RETREAT-15 to DON-RETREAT-17: return the neighbors open to a retreat,
    including hexes with a lone enemy HQ."""
    board, grid = p.board, p.board.grid
    h, enemy = p.at[u], 1 - board.side_of[u]
    found = grid.near[h] & ~(p.troops(enemy) | left)
    found &= ~(board.by_river[h] & p.controlled(enemy))
    if board.kind[u] == TANK or not first:
        found &= ~p.crossings.wet[h]
    return found


def best(p: Operation, u: int, candidates: Hexes) -> Hexes:
    """DON-RETREAT-07 to DON-RETREAT-12: return the best of the given hexes by the ranking of DON-T-RETREAT."""
    board = p.board
    zone = p.controlled(1 - board.side_of[u])
    calm = candidates & ~zone
    candidates = calm or candidates
    nearer = candidates & board.nearer[board.side_of[u]][p.at[u]]
    candidates = nearer or candidates
    return candidates & ~p.zones.full[board.category[u]] or candidates


def destinations(p: Operation, u: int, first: bool, left: Hexes) -> Hexes | None:
    """DON-RETREAT-04, DON-RETREAT-19, DON-RETREAT-20: return the hexes where a unit can retreat; 0 if there is none, or
    None if the retreat is ignored.
    """
    candidates = open_hexes(p, u, first, left)
    allowed = eligible(p, u, candidates)
    return best(p, u, allowed) if allowed or not candidates else None


def eligible(p: Operation, u: int, candidates: Hexes) -> Hexes:
    """DON-RETREAT-19: return the given hexes without a lone enemy HQ.

    If only a hex with an HQ is best, return the hexes next to it. Under one reading, an HQ closes its hex like any
    enemy unit.
    """
    board = p.board
    lone = p.headquarters(1 - board.side_of[u])
    first = best(p, u, candidates)
    if first & ~lone or p.table.readings["lone_hq_in_retreat=closes"]:
        return candidates & ~lone
    return candidates & board.grid.around(first) & ~lone


def doom(p: Operation, f: Frame) -> None:
    """DON-RETREAT-18, DON-RETREAT-20: before each stack, eliminate the units without a hex.

    Units whose retreat is ignored stay.
    """
    settle(p, f, members(f[Retreats.units]))


def doom_of_stack(p: Operation, f: Frame) -> None:
    """Eliminate such units again after each unit of a stack, because it may have changed the hexes for the others
    (DON-RETREAT-03)."""
    retreats = p.frame("retreats")
    if not f[Stack.unit]:
        settle(p, retreats, [u for u in members(retreats[Retreats.units]) if p.at[u] == f[Stack.hex] - 1])


def stands_fast(p: Operation, u: int) -> bool:
    """DON-ALARM-03, one reading: return whether a unit is an Alarmgruppe, which is eliminated instead of retreating."""
    return p.board.cup[u] == ALARM_CUP and not p.table.readings["alarmgruppe_retreats=yes"]


def settle(p: Operation, retreats: Frame, units: list[int]) -> None:
    """Take the units that cannot retreat at the moment out of the retreat."""
    board = p.board
    for u in units:
        where = destinations(p, u, True, 0)
        stands = stands_fast(p, u)
        if where and not stands:
            continue
        retreats[Retreats.units] &= ~(1 << u)
        if where is None and not stands:
            p.note("Retreat", f"{board.units[u].name} stays: a lone HQ bars its way.", "DON-RETREAT-20", units=(u,))
        else:
            clause = "DON-ALARM-03" if stands else "DON-RETREAT-18"
            p.eliminate(u, ": it cannot retreat", clause)
    p.retest_supply()


def to_retreat(p: Operation, f: Frame) -> bool:
    """Return whether any unit must still retreat."""
    return bool(f[Retreats.units])


def stack_goes(p: Operation, f: Frame) -> bool:
    """DON-RETREAT-05: return whether the current stack must still retreat."""
    if f[Stack.unit] or not f[Stack.hex]:
        return True
    return any(p.at[u] == f[Stack.hex] - 1 for u in members(p.frame("retreats")[Retreats.units]))


class Retreat(Box[Operation]):
    """The owner's choice of a unit and one of its best hexes.

    Stacks can split up (DON-RETREAT-03). A retreat is not movement: it costs no movement points, and movement
    restrictions do not apply (DON-RETREAT-02).
    """

    name = "retreat"
    title = "Retreat which unit, and where?"
    clauses = ("DON-RETREAT-01", "DON-RETREAT-03", "DON-RETREAT-12")

    def seat(self, p: Operation, f: Frame) -> int:
        return p.frame("retreats")[Retreats.side]

    def going(self, p: Operation) -> list[int]:
        """Return the units that can retreat at the moment."""
        stack, todo = p.frame("stack"), members(p.frame("retreats")[Retreats.units])
        if stack[Stack.unit]:
            return [stack[Stack.unit] - 1]
        return [u for u in todo if not stack[Stack.hex] or p.at[u] == stack[Stack.hex] - 1]

    def hexes(self, p: Operation, u: int) -> Hexes:
        """Return the hexes to which one of these units can retreat."""
        stack = p.frame("stack")
        goes_on = bool(stack[Stack.unit])
        return destinations(p, u, not goes_on, stack[Stack.left] if goes_on else 0) or 0

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [RETREAT | u << ARG | h for u in self.going(p) for h in p.board.grid.hexes(self.hexes(p, u))]

    def retreat(self, p: Operation, f: Frame, u: int, h: int) -> None:
        board, grid = p.board, p.board.grid
        stack, retreats = p.frame("stack"), p.frame("retreats")
        p.end()
        start = p.at[u]
        if not stack[Stack.unit]:
            stack[Stack.hex], stack[Stack.left] = start + 1, 0
            stack[Stack.gone] |= 1 << u
            retreats[Retreats.units] &= ~(1 << u)
        full = bool(p.zones.full[board.category[u]] & grid.bit[h])
        p.go(u, h, "retreat", "DON-RETREAT-01")
        if p.controlled(1 - board.side_of[u]) & grid.bit[h]:
            note_zone(p, u, h)
        stack[Stack.unit] = 0
        if full:
            stack[Stack.left] |= grid.bit[start] | grid.bit[h]
            go_on(p, stack, u)
        p.retest_supply()

    def refuse_retreat(self, p: Operation, f: Frame, u: int, h: int) -> Reason | None:
        board = p.board
        if u not in self.going(p):
            return self.stays(p, u)
        return None if self.hexes(p, u) & board.grid.bit[h] else self.hindered(p, u, h)

    def stays(self, p: Operation, u: int) -> Reason:
        """Return why a unit cannot retreat now."""
        board, retreats, stack = p.board, p.frame("retreats"), p.frame("stack")
        name = board.units[u].name
        if board.side_of[u] != retreats[Retreats.side]:
            return Reason(f"{name} is not yours.", ("DON-RETREAT-01",))
        if not retreats[Retreats.units] >> u & 1:
            return Reason(f"{name} does not have to retreat.", ("DON-RETREAT-01",))
        if stack[Stack.unit]:
            first = board.units[stack[Stack.unit] - 1].name
            return Reason(f"{first} must finish its retreat first.", ("DON-RETREAT-05",))
        text = f"The stack in {board.places[stack[Stack.hex] - 1]} must finish its retreat first."
        return Reason(text, ("DON-RETREAT-05",))

    def hindered(self, p: Operation, u: int, h: int) -> Reason:
        """Return why a unit cannot retreat to a hex: the hex is closed, or others rank above it (DON-RETREAT-12)."""
        board, grid = p.board, p.board.grid
        stack, place, bit, enemy = p.frame("stack"), board.places[h], grid.bit[h], 1 - board.side_of[u]
        if h not in grid.neighbours[p.at[u]]:
            return Reason(f"{place} is not next to {board.places[p.at[u]]}: a retreat is one hex.", ("DON-RETREAT-01",))
        if p.troops(enemy) & bit:
            return Reason(f"An enemy unit is in {place}.", ("DON-RETREAT-13",))
        goes_on = bool(stack[Stack.unit])
        if goes_on and stack[Stack.left] & bit:
            return Reason(f"{board.units[u].name} has already left {place} in this retreat.", ("DON-RETREAT-15",))
        if board.by_river[p.at[u]] & p.controlled(enemy) & bit:
            return Reason(f"A retreat cannot cross a river into an enemy zone, such as {place}.", ("DON-RETREAT-17",))
        candidates = open_hexes(p, u, not goes_on, stack[Stack.left] if goes_on else 0)
        if not candidates & bit:
            who = "A tank" if board.kind[u] == TANK else "A unit that continues from a full hex"
            return Reason(f"{who} cannot retreat across a river without a bridge.", ("DON-RETREAT-16",))
        allowed = eligible(p, u, candidates)
        if not allowed & bit:
            if p.headquarters(enemy) & bit:
                return Reason(f"A retreat cannot overrun an HQ: there is a lone one in {place}.", ("DON-RETREAT-19",))
            said = f"A lone HQ is in the best hex, so the retreat must end next to that hex, unlike {place}."
            return Reason(said, ("DON-RETREAT-19",))
        return worse(p, u, h, best(p, u, allowed))


def worse(p: Operation, u: int, h: int, first: Hexes) -> Reason:
    """DON-RETREAT-07 to DON-RETREAT-12: return the condition by which a hex ranks below the best ones."""
    board, grid = p.board, p.board.grid
    place, bit, others = board.places[h], grid.bit[h], " or ".join(board.places[at] for at in grid.hexes(first))
    zone, nearer = p.controlled(1 - board.side_of[u]), board.nearer[board.side_of[u]][p.at[u]]
    if zone & bit and not zone & first:
        return Reason(f"{place} is in an enemy zone of control; {others} is not.", ("DON-RETREAT-08", "DON-RETREAT-12"))
    if nearer & first and not nearer & bit:
        said = f"{place} is not nearer to a supply edge of the map; {others} is."
        return Reason(said, ("DON-RETREAT-09", "DON-RETREAT-12"))
    return Reason(f"{place} is full; {others} has room.", ("DON-RETREAT-10", "DON-RETREAT-12"))


def go_on(p: Operation, stack: Frame, u: int) -> None:
    """DON-RETREAT-15, DON-RETREAT-18, DON-RETREAT-20: a unit in a full hex continues.

    If it cannot, it is eliminated or, under one reading, returns to its first hex if a lone HQ blocks its way.
    """
    where = destinations(p, u, False, stack[Stack.left])
    if where:
        stack[Stack.unit] = u + 1
    elif where is None and p.table.readings["barred_on_the_way=back"]:
        for entry in p.entered:
            entry[1] &= ~(1 << u)
        stack[Stack.gone] &= ~(1 << u)
        p.go(u, stack[Stack.hex] - 1, "return", "DON-RETREAT-20")
    else:
        p.eliminate(u, ": it cannot continue", "DON-RETREAT-15", "DON-RETREAT-18")


def note_zone(p: Operation, u: int, h: int) -> None:
    """DON-RETREAT-14: record that a unit enters a zone of control. Units from one stack that enter the same hex lose
    one step together. A lone unit counts as a stack here (DON-STACK-01).
    """
    for entry in p.entered:
        if entry[0] == h:
            entry[1] |= 1 << u
            return
    p.entered.append([h, 1 << u])


def zone_losses_left(p: Operation, f: Frame) -> bool:
    """Return whether a group must still lose a step."""
    return bool(p.entered)


def take_zone_loss(p: Operation, f: Frame) -> None:
    """DON-RETREAT-14: take one step for each zone hex that a group entered, unless a card prevents it."""
    _, units = p.entered.pop(0)
    if p.table.readings["zone_loss=stacks"] and units.bit_count() < 2:
        return
    combat, side = p.frame("combat"), p.frame("retreats")[Retreats.side]
    defends = side != p.active
    if defends and any(in_force(p, combat, "no-zone-loss")):
        return
    p.call("losses", side, units, 1)


# ------------------------------------------------------------------ HQs that follow


def follows(p: Operation, f: Frame) -> list[tuple[int, int]]:
    """DON-RETREAT-06: return the HQ in the stack's hex, with the hexes to which the units have retreated."""
    board = p.board
    start = f[Stack.hex] - 1
    side = p.frame("retreats")[Retreats.side]
    room = ~p.headquarters(side)
    hqs = [u for u in members(board.of_kind[HEADQUARTERS] & board.of_side[side]) if p.at[u] == start]
    goals = sorted({p.at[u] for u in members(f[Stack.gone]) if p.at[u] < OFF_MAP and p.at[u] != start})
    return [(hq, h) for hq in hqs for h in goals if board.grid.bit[h] & room]


def may_follow(p: Operation, f: Frame) -> bool:
    """Return whether an HQ can follow the units that retreated."""
    return bool(follows(p, f))


class Follow(Box[Operation]):
    name = "follow"
    title = "Take the HQ along?"
    clauses = ("DON-RETREAT-06", "DON-HQMOVE-03")

    def seat(self, p: Operation, f: Frame) -> int:
        return p.frame("retreats")[Retreats.side]

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [*(FOLLOW | hq << ARG | h for hq, h in follows(p, p.frame("stack"))), DECLINE]

    def follow(self, p: Operation, f: Frame, hq: int, h: int) -> None:
        p.end()
        p.go(hq, h, "follow", "DON-RETREAT-06")
        p.retest_supply()

    def decline(self, p: Operation, f: Frame) -> None:
        p.end()

    def refuse_follow(self, p: Operation, f: Frame, hq: int, h: int) -> Reason | None:
        if (hq, h) in follows(p, p.frame("stack")):
            return None
        return Reason("An HQ can follow a unit of its own stack, to a hex without another HQ.", self.clauses)
