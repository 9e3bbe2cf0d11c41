"""The combat segment (DON-COMBAT). Attacks are declared one by one and fought at once (DON-PROC-01)."""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.terrain.grid import Hexes

from ..printed.units import members
from .combat_locals import Segment
from .position import SIDE_NAMES, ActiveBox, Operation
from .verbs import ASSAULT, ATTACK, CEASE, FIGHT, TAKE_OUT

SECOND_THOUGHTS = 0.05
"""The share of random actions that remove a unit from an attack before it is declared."""


class Declared(Locals):
    """The number of the attacked hex plus 1, and the attacking units so far."""

    target: int
    units: int


def able(p: Operation) -> list[int]:
    """DON-COMBAT-04, DON-COMBAT-05: return the activated units that have not attacked."""
    return members(p.activated & p.board.troops & ~p.fought)


def targets(p: Operation, u: int, only: int) -> Hexes:
    """DON-COMBAT-01, DON-COMBAT-02, DON-COMBAT-08, DON-PROC-04: return the hexes that a unit can attack. `only`: the
    hex of the current attack plus 1, or 0 if there is none.
    """
    grid = p.board.grid
    found = grid.near[p.at[u]] & p.troops(1 - p.active) & ~p.attacked
    if p.stranded >> u & 1:
        found &= ~p.crossings.wet[p.at[u]]
    return found & grid.bit[only - 1] if only else found


def may_attack(p: Operation, f: Frame) -> bool:
    """DON-COMBAT-06: return whether the attacker has not stopped and a unit still has a target."""
    return not f[Segment.ceased] and any(targets(p, u, 0) for u in able(p))


def _declared_first(p: Operation, f: Frame) -> Reason:
    """Return the reason why a different hex cannot be attacked before the declared one."""
    target = p.board.places[f[Declared.target] - 1]
    text = f"You have already declared an attack on {target}. Fight it first, or remove its units."
    return Reason(text, ("DON-PROC-01",))


class Declaration(ActiveBox):
    """The choice of attackers, who join one by one from any hexes next to the target (DON-COMBAT-09).

    A tank can attack across a river, because a card may allow it, but not again after an attack that failed without
    such a card (DON-PROC-04).
    """

    name = "declare"
    title = "Attack which hex, with which units?"
    clauses = ("DON-COMBAT-01", "DON-COMBAT-06", "DON-PROC-02")
    locals = Declared

    def prompt(self, p: Operation, f: Frame) -> str:
        return (
            f"Attack {p.board.places[f[Declared.target] - 1]} with which units?" if f[Declared.target] else self.title
        )

    def undeclared(self, p: Operation, f: Frame) -> list[int]:
        """Return the units that can be declared."""
        return [u for u in able(p) if not f[Declared.units] >> u & 1]

    def pieces(self, p: Operation, f: Frame) -> list[int]:
        joining = [u for u in self.undeclared(p, f) if targets(p, u, f[Declared.target])]
        return [*joining, *members(f[Declared.units])]

    def choices(self, p: Operation, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            return [FIGHT if f[Declared.target] else CEASE]
        if piece not in self.undeclared(p, f):
            return [TAKE_OUT | piece << ARG] if piece in members(f[Declared.units]) else []
        return [ATTACK | piece << ARG | h for h in p.board.grid.hexes(targets(p, piece, f[Declared.target]))]

    def allows(self, p: Operation, f: Frame, action: int) -> bool:
        grid = p.board.grid
        if action in (FIGHT, CEASE):
            return action == (FIGHT if f[Declared.target] else CEASE)
        verb, u, h = parts(action)
        if verb == TAKE_OUT:
            return bool(f[Declared.units] >> u & 1)
        return u in self.undeclared(p, f) and h < len(grid) and bool(targets(p, u, f[Declared.target]) & grid.bit[h])

    def draw(self, p: Operation, f: Frame, uniform: Callable[[], float]) -> int:
        declared = members(f[Declared.units])
        if declared and uniform() < SECOND_THOUGHTS:
            return TAKE_OUT | declared[int(uniform() * len(declared))] << ARG
        units = [u for u in self.pieces(p, f) if u not in declared]
        drawn = int(uniform() * (len(units) + 1))
        row = self.choices(p, f, None if drawn == len(units) else units[drawn])
        return row[int(uniform() * len(row))]

    def attack(self, p: Operation, f: Frame, u: int, h: int) -> None:
        f[Declared.target] = h + 1
        f[Declared.units] |= 1 << u

    def joining(self, p: Operation, f: Frame, h: int) -> list[int]:
        """Return the units that can still join an attack on a hex."""
        return [u for u in self.undeclared(p, f) if targets(p, u, f[Declared.target]) & p.board.grid.bit[h]]

    def shortcuts(self, p: Operation, f: Frame) -> list[int]:
        """Return the action with which every unit that can attack a hex joins at once."""
        hexes = 0
        for u in self.undeclared(p, f):
            hexes |= targets(p, u, f[Declared.target])
        return [ASSAULT | h << ARG for h in p.board.grid.hexes(hexes)]

    def assault(self, p: Operation, f: Frame, h: int) -> None:
        for u in self.joining(p, f, h):
            self.attack(p, f, u, h)

    def take_out(self, p: Operation, f: Frame, u: int) -> None:
        f[Declared.units] &= ~(1 << u)
        if not f[Declared.units]:
            f[Declared.target] = 0

    def fight(self, p: Operation, f: Frame) -> None:
        board = p.board
        p.end()
        target, units = f[Declared.target] - 1, f[Declared.units]
        if p.journal is not None:
            row = members(units)
            names = ", ".join(board.units[u].name for u in row)
            said = f"{names} attack{'s' if len(row) == 1 else ''} {board.places[target]}."
            p.note(SIDE_NAMES[p.active], said, "DON-PROC-02", units=row, hexes=(target,))
        p.call("combat", 0, target, units)

    def cease(self, p: Operation, f: Frame) -> None:
        p.end()
        p.frame("combat-segment")[Segment.ceased] = 1

    def bar_fight(self, p: Operation, f: Frame) -> Reason | None:
        return None if f[Declared.target] else Reason("You have not chosen an attacker.", ("DON-PROC-02",))

    def bar_cease(self, p: Operation, f: Frame) -> Reason | None:
        return (
            Reason("Fight the declared attack first, or remove its units.", ("DON-PROC-02",))
            if f[Declared.target]
            else None
        )

    def refuse_assault(self, p: Operation, f: Frame, h: int) -> Reason | None:
        board = p.board
        if self.joining(p, f, h):
            return None
        if f[Declared.target] and h != f[Declared.target] - 1:
            return _declared_first(p, f)
        return Reason(f"No unit that can still attack is next to {board.places[h]}.", ("DON-COMBAT-01",))

    def refuse_take_out(self, p: Operation, f: Frame, u: int) -> Reason | None:
        if f[Declared.units] >> u & 1:
            return None
        return Reason(f"{p.board.units[u].name} is not in this attack.", ("DON-COMBAT-09",))

    def refuse_attack(self, p: Operation, f: Frame, u: int, h: int) -> Reason | None:
        board, grid = p.board, p.board.grid
        name, place = board.units[u].name, board.places[h]
        if board.side_of[u] != p.active or not board.troops >> u & 1:
            return Reason(f"{name} is not one of your combat units.", ("DON-COMBAT-01",))
        if not p.activated >> u & 1:
            return Reason(f"{name} is not activated.", ("DON-COMBAT-05",))
        if p.fought >> u & 1:
            return Reason(f"{name} has already attacked in this segment.", ("DON-COMBAT-04",))
        if f[Declared.units] >> u & 1:
            return Reason(f"{name} is already in this attack.", ("DON-COMBAT-07",))
        if targets(p, u, f[Declared.target]) & grid.bit[h]:
            return None
        if f[Declared.target] and h != f[Declared.target] - 1:
            return _declared_first(p, f)
        if p.attacked & grid.bit[h]:
            return Reason(f"{place} was already attacked in this segment.", ("DON-COMBAT-08",))
        if not p.troops(1 - p.active) & grid.bit[h]:
            return Reason(f"No enemy combat unit is in {place}.", ("DON-COMBAT-02",))
        if p.stranded >> u & 1 and grid.near[p.at[u]] & grid.bit[h]:
            return Reason(f"{name} needs a card to attack across a river again in this segment.", ("DON-PROC-04",))
        return Reason(f"{name} is not next to {place}.", ("DON-COMBAT-01",))
