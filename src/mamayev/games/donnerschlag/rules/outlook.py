"""The expected result of a combat before the die roll: each side's step losses, and the chance that the hex is vacated
(DON-T-CRT).
"""

from __future__ import annotations

from typing import NamedTuple

from mamayev.engine.foretell import Trade
from mamayev.engine.position import Frame

from ..printed.units import members
from .odds import BELOW, column, defenders, in_force, modifiers, taking_part
from .position import Operation
from .results import BY_THE_LETTER, LAST_ROW
from .retreat import destinations, stands_fast


class Outlook(NamedTuple):
    """A combat from the attacker's point of view: the column after all shifts (BELOW for odds below 1-1), the chance
    that the hex is vacated, and the mean step losses of each side.
    """

    column: int
    won: float
    lost: float
    killed: float


def outlook(p: Operation, f: Frame) -> Outlook:
    """Return the expected result of a combat from the results table and the cards in force."""
    _, found = column(p, f)
    theirs = sum(p.steps[u] for u in members(defenders(p, f)))
    if found == BELOW:
        return Outlook(BELOW, float(p.table.below_one_result == BY_THE_LETTER), 1.0, 0.0)
    won = lost = killed = 0.0
    for code in faces(p, f, found):
        losses = int(code[0]) if code[0].isdigit() else 0
        if "A" in code:
            lost += losses / 6
        elif "D" in code:
            killed += min(losses, theirs) / 6
            won += ("R" in code or losses >= theirs) / 6
    return Outlook(found, won, lost, killed)


def faces(p: Operation, f: Frame, found: int) -> list[str]:
    """Return the result of each die roll in a column, with the modifiers and the cards in force."""
    if found == BELOW:
        return [p.table.below_one_result] * 6
    added = sum(modifier.value for modifier in modifiers(p, f))
    rows = (min(max(die + added, 1), LAST_ROW) - 1 for die in range(1, 7))
    return [softened(p, f, p.table.results[row][found]) for row in rows]


def softened(p: Operation, f: Frame, code: str) -> str:
    """Return a result after the defender's cards in force: without its step losses, or with an extra step loss instead
    of the retreat.
    """
    if "D" not in code:
        return code
    losses, retreats = int(code[0]) if code[0].isdigit() else 0, "R" in code
    for one in in_force(p, f, "no-losses", "no-retreat", "fewer-losses"):
        if one.effect.kind == "no-losses":
            losses = 0
        elif one.effect.kind == "fewer-losses":
            losses = max(0, losses - one.effect.n)
        elif retreats:
            losses, retreats = losses + one.effect.n, False
    return f"{losses or ''}D{'R' * retreats}" if losses or retreats else "--"


def trade(p: Operation, f: Frame) -> Trade:
    """Return the expected step losses of a combat for display, with those of the retreats and with the chance that the
    hex is taken.
    """
    seen = outlook(p, f)
    killed, lost = seen.killed, seen.lost
    theirs, ours = defenders(p, f), taking_part(p, f)
    for code in faces(p, f, seen.column):
        if "R" in code:
            losses = int(code[0]) if code[0].isdigit() else 0
            if "D" in code:
                killed += retreat_losses(p, theirs, losses, spared=any(in_force(p, f, "no-zone-loss"))) / 6
            else:
                lost += retreat_losses(p, ours, losses) / 6
    return Trade(round(killed, 2), round(lost, 2), round(seen.won, 3), enters=True)


def retreat_losses(p: Operation, units: int, lost: int, *, spared: bool = False) -> int:
    """DON-RETREAT-14, DON-RETREAT-18: return the steps that a retreat costs units which have lost some already: those
    of units without a hex, and one of each stack that must enter an enemy zone, unless a card spares them. The units of
    a stack stay together.
    """
    stacks = dict[int, list[int]]()
    for u in members(units):
        stacks.setdefault(p.at[u], []).append(u)
    left = max(sum(p.steps[u] for u in members(units)) - lost, 0)
    return min(left, sum(stack_losses(p, stack, spared=spared) for stack in stacks.values()))


def stack_losses(p: Operation, stack: list[int], *, spared: bool) -> int:
    """Return the steps that the retreat of one stack costs. Under one reading, an Alarmgruppe is eliminated
    (DON-ALARM-03); under another, a single unit loses no step in an enemy zone (DON-RETREAT-14).
    """
    zone = p.controlled(1 - p.board.side_of[stack[0]])
    ways = {u: 0 if stands_fast(p, u) else destinations(p, u, True, 0) for u in stack}
    doomed = sum(p.steps[u] for u, hexes in ways.items() if hexes == 0)
    entering = sum(bool(hexes and hexes & zone) for hexes in ways.values())
    fewest = 2 if p.table.readings["zone_loss=stacks"] else 1
    return doomed + (entering >= fewest and not spared)
