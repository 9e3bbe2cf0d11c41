"""The result of a combat (DON-CRT), step losses (DON-LOSS), emergency draws (DON-DRAW) and the advance (DON-ADV)."""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.terrain.grid import Hexes

from ..printed.map import AXIS
from ..printed.units import ADHOC, ALARM, TANK, members
from . import odds
from .combat_locals import Combat
from .position import SIDE_NAMES, ActiveBox, Operation
from .verbs import ADVANCE, HALT, LOSE

BY_THE_LETTER = "A1-DR"
"""DON-RATIO-05, the code under one reading: the attacker loses a step, and the defender retreats."""
LAST_ROW = 6


def find_column(p: Operation, f: Frame) -> None:
    """DON-PROC-02, DON-PROC-03: compute the totals, the ratio and the shifts once both sides have played their cards.

    DON-PROC-04: if no unit is left to attack, the declared units cannot attack across a river again. Under one reading,
    each declared unit has used its attack.
    """
    board = p.board
    if is_void(p, f):
        p.stranded |= f[Combat.attackers]
    if p.table.readings["declared_for_nothing=spent"]:
        p.fought |= f[Combat.attackers]
        p.attacked |= board.grid.bit[f[Combat.target]]
    f[Combat.base], f[Combat.column] = odds.column(p, f)
    f[Combat.defenders] = odds.defenders(p, f)
    f[Combat.attack], f[Combat.defence] = odds.sums(p, f)
    if p.journal is not None:
        part, gone = odds.taking_part(p, f), f[Combat.attackers] & ~odds.taking_part(p, f)
        if gone:
            names = ", ".join(board.units[u].name for u in members(gone))
            text = f"No bridge and no card lets {names} attack across the river."
            p.note("Combat", text, "DON-TERR-03", "DON-PROC-05")
        if part and f[Combat.column] == odds.BELOW:
            totals = f"{f[Combat.attack]} to {f[Combat.defence]}"
            below = "below 1:1" if f[Combat.base] == odds.BELOW else "shifted below 1:1"
            said = f"{totals}: {below}, {p.table.below_one_result} without a die."
            p.note("Combat", said, "DON-RATIO-05", "DON-RATIO-06")


def is_void(p: Operation, f: Frame) -> bool:
    """DON-PROC-04: return whether no declared unit is left to attack."""
    return not odds.taking_part(p, f)


def rolls(p: Operation, f: Frame) -> bool:
    """DON-RATIO-05: return whether a die is rolled. No die is rolled at odds below 1:1."""
    return f[Combat.column] != odds.BELOW


def tell_combat_roll(p: Operation, f: Frame, n: int) -> None:
    """Log the die roll on the results table, with its current result."""
    board = p.board
    assert p.journal is not None
    row, attackers, enemies = odds.modifiers(p, f), odds.taking_part(p, f), odds.defenders(p, f)
    total = n + sum(modifier.value for modifier in row)
    line = min(max(total, 1), LAST_ROW) - 1
    code = p.table.results[line][f[Combat.column]]
    target, totals = f[Combat.target], f"{f[Combat.attack]} to {f[Combat.defence]}"
    p.journal.roll(
        SIDE_NAMES[p.active], f"{totals}, column {odds.COLUMNS[f[Combat.column]]}, {total}: {code}.",
        title="Combat", chart="combat", dice=(n,), modifiers=row, total=total, row=line, start=f[Combat.base] + 1,
        shifts=odds.shifts(p, f, attackers, enemies), column=f[Combat.column] + 1, result=code,
        clauses=("DON-CRT-01", "DON-CRT-02"), spaces=[board.grid.ids[target]],
        pieces=[board.units[u].id for u in members(attackers | enemies)],
    )  # fmt: skip


def read_result(p: Operation, f: Frame) -> None:
    """DON-CRT-01 to DON-CRT-03: apply the result and the cards that change it. The units in the combat have used their
    attack (DON-PROC-04)."""
    part = odds.taking_part(p, f)
    p.fought |= part
    p.attacked |= p.board.grid.bit[f[Combat.target]]
    code = p.table.below_one_result
    f[Combat.total] = 0
    if f[Combat.column] != odds.BELOW:
        f[Combat.total] = f[Combat.die] + sum(modifier.value for modifier in odds.modifiers(p, f))
        code = p.table.results[min(max(f[Combat.total], 1), LAST_ROW) - 1][f[Combat.column]]
    f[Combat.attackers] = part
    told = code
    if code == BY_THE_LETTER:
        code = "1A"
    f[Combat.loser] = int("D" in code)
    f[Combat.losses] = int(code[0]) if code[0].isdigit() else 0
    f[Combat.retreats] = int("R" in code)
    if f[Combat.loser]:
        for one in odds.in_force(p, f, "no-losses", "no-retreat", "fewer-losses"):
            if one.effect.kind == "no-losses":
                f[Combat.losses] = 0
            elif one.effect.kind == "fewer-losses":
                f[Combat.losses] = max(0, f[Combat.losses] - one.effect.n)
            elif f[Combat.retreats]:
                f[Combat.retreats] = 0
                f[Combat.losses] += one.effect.n
    p.note("Combat", f"The result is {told}.", "DON-CRT-02")


def alarms(p: Operation, total: int) -> bool:
    """DON-DRAW-01, DON-DRAW-02: return whether the attacker's modified roll lets the defender draw from a cup."""
    return total <= 1 if p.active == AXIS else total >= LAST_ROW


def emergency(p: Operation, f: Frame) -> None:
    """DON-DRAW-01, DON-DRAW-02: an attack can immediately give the defender a unit from a cup."""
    below = p.active == AXIS and p.table.readings["below_one_draw=yes"]
    if below if f[Combat.column] == odds.BELOW else alarms(p, f[Combat.total]):
        p.call("cup-draw", ADHOC if p.active == AXIS else ALARM, 1)


# ------------------------------------------------------------------ losses


class Losses(Locals):
    """The side, its units, and the number of steps that they must still lose."""

    side: int
    units: int
    left: int


def alive(p: Operation, units: int) -> list[int]:
    """Return the given units that are on the map."""
    return p.on_map(units)


def losses_left(p: Operation, f: Frame) -> bool:
    """DON-LOSS-02: return whether a step must be lost. Losses beyond the available steps are ignored."""
    return f[Losses.left] > 0 and bool(alive(p, f[Losses.units]))


class Loss(Box[Operation]):
    """The choice of the unit that takes a loss, one step at a time. The owner chooses."""

    name = "loss"
    title = "Take a step from which unit?"
    clauses = ("DON-LOSS-01", "DON-LOSS-02")
    forced = True

    def seat(self, p: Operation, f: Frame) -> int:
        return p.frame("losses")[Losses.side]

    def help(self, p: Operation, f: Frame) -> str:
        """Return a hint if the choice makes no difference."""
        alike = {self._seen(p, u) for u in alive(p, p.frame("losses")[Losses.units])}
        return "These units are equal: any of them will do." if len(alike) == 1 else ""

    def _seen(self, p: Operation, u: int) -> tuple[object, ...]:
        """Return everything except the name that distinguishes a unit from others."""
        unit = p.board.units[u]._replace(id="", name="", start=0, turn=0)
        marks = (p.unsupplied >> u & 1, p.activated >> u & 1, p.schwerpunkt == u)
        return (unit, p.formation(u), p.steps[u], p.at[u], *marks)

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [LOSE | u << ARG for u in alive(p, p.frame("losses")[Losses.units])]

    def lose(self, p: Operation, f: Frame, u: int) -> None:
        p.end()
        p.frame("losses")[Losses.left] -= 1
        p.lose_step(u, "", "DON-LOSS-01")
        p.retest_supply()

    def refuse_lose(self, p: Operation, f: Frame, u: int) -> Reason | None:
        if u in alive(p, p.frame("losses")[Losses.units]):
            return None
        return Reason(f"{p.board.units[u].name} is not involved.", self.clauses)


def take_losses(p: Operation, f: Frame) -> None:
    """DON-LOSS-04: start the step losses, which come before the retreat."""
    if f[Combat.losses]:
        units = odds.defenders(p, f) if f[Combat.loser] else f[Combat.attackers]
        p.call("losses", p.active ^ f[Combat.loser], units, f[Combat.losses])


def take_retreats(p: Operation, f: Frame) -> None:
    """DON-CRT-03: start the retreat of all the side's units in the combat."""
    if f[Combat.column] == odds.BELOW and p.table.below_one_result == BY_THE_LETTER:
        f[Combat.loser] = f[Combat.retreats] = 1
    if f[Combat.retreats]:
        units = odds.defenders(p, f) if f[Combat.loser] else f[Combat.attackers]
        p.call("retreats", p.active ^ f[Combat.loser], sum(1 << u for u in alive(p, units)))


def hit_tanks(p: Operation, f: Frame) -> None:
    """Start the losses of attacking tanks from a defender's card, after the combat."""
    count = sum(1 for _ in odds.in_force(p, f, "tank-hit"))
    if count:
        p.call("losses", p.active, f[Combat.attackers] & p.board.of_kind[TANK], count)


# ------------------------------------------------------------------ advance


def advancing(p: Operation, f: Frame) -> list[int]:
    """DON-ADV-01 to DON-ADV-03, DON-ADV-05: return the attacking tanks that can advance into the vacated hex."""
    board, grid = p.board, p.board.grid
    target = f[Combat.target]
    bit = grid.bit[target]
    if f[Combat.halted] or p.troops(1 - p.active) & bit:
        return []
    lifted = odds.river_lifted(p, f, True)
    return [
        u for u in alive(p, f[Combat.attackers] & board.of_kind[TANK])
        if p.at[u] != target and p.at[u] in grid.neighbours[target] and (lifted or not odds.crosses(p, f, u))
        and not p.zones.full[board.category[u]] & bit
    ]  # fmt: skip


class Advance(ActiveBox):
    """The choice to advance all, some or none of the tanks, one by one."""

    name = "advance"
    title = "Advance which tank?"
    clauses = ("DON-ADV-01", "DON-ADV-02", "DON-ADV-03")

    def options(self, p: Operation, f: Frame) -> list[int]:
        combat = p.frame("combat")
        return [*(ADVANCE | u << ARG | combat[Combat.target] for u in advancing(p, combat)), HALT]

    def advance(self, p: Operation, f: Frame, u: int, h: int) -> None:
        p.end()
        p.frame("combat")[Combat.advanced] |= 1 << u
        go_forward(p, u, h)

    def halt(self, p: Operation, f: Frame) -> None:
        p.end()
        p.frame("combat")[Combat.halted] = 1

    def refuse_advance(self, p: Operation, f: Frame, u: int, h: int) -> Reason | None:
        board = p.board
        combat = p.frame("combat")
        if u in advancing(p, combat) and h == combat[Combat.target]:
            return None
        if h != combat[Combat.target]:
            return Reason(f"{board.places[h]} is not the vacated hex.", ("DON-ADV-03",))
        return Reason(f"{board.units[u].name} is not a tank that attacked and can advance.", self.clauses)


def go_forward(p: Operation, u: int, h: int) -> None:
    """DON-ADV-03, DON-ADV-04: advance a tank, and overrun a lone enemy HQ."""
    p.go(u, h, "advance", "DON-ADV-02")
    p.overrun(h, p.active)
    p.retest_supply()


def further_hexes(p: Operation, u: int) -> Hexes:
    """Return the hexes to which a tank that advanced can continue with a card.

    It ignores zones of control, but it can cross a river only at a bridge.
    """
    board = p.board
    near = p.crossings.dry.spread(board.grid.bit[p.at[u]])
    return near & ~(p.troops(1 - p.active) | p.zones.full[board.category[u]])


class Further(ActiveBox):
    name = "further"
    title = "Advance a tank one more hex?"
    clauses = ("DON-CARDWIN-04", "DON-ADV-03")

    def options(self, p: Operation, f: Frame) -> list[int]:
        board = p.board
        tanks = alive(p, p.frame("combat")[Combat.advanced] & board.german)
        return [*(ADVANCE | u << ARG | h for u in tanks for h in board.grid.hexes(further_hexes(p, u))), HALT]

    def advance(self, p: Operation, f: Frame, u: int, h: int) -> None:
        p.end()
        go_forward(p, u, h)

    def halt(self, p: Operation, f: Frame) -> None:
        p.end()

    def refuse_advance(self, p: Operation, f: Frame, u: int, h: int) -> Reason | None:
        board = p.board
        name, place, bit = board.units[u].name, board.places[h], board.grid.bit[h]
        advanced = p.frame("combat")[Combat.advanced]
        if not advanced >> u & 1:
            return Reason(f"{name} has not advanced.", self.clauses)
        if u not in alive(p, advanced & board.german):
            return Reason(f"{name} is not {'on the map' if board.german >> u & 1 else 'German'}.", self.clauses)
        if further_hexes(p, u) & bit:
            return None
        if h not in board.grid.neighbours[p.at[u]]:
            return Reason(f"{place} is not next to {name}.", self.clauses)
        if p.troops(1 - p.active) & bit:
            return Reason(f"Enemy units are in {place}.", ("DON-STACK-05",))
        if p.zones.full[board.category[u]] & bit:
            return Reason(f"{place} is full.", ("DON-STACK-02",))
        return Reason(f"{name} cannot cross the river to {place}.", ("DON-ADV-03",))
