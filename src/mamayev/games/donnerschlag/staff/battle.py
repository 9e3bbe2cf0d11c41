"""The expected gain from an attack: the odds under the rules, and the value of each result."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import NamedTuple

from mamayev.engine.position import Frame

from ..printed.units import NONE, members
from ..rules.combat_locals import Combat
from ..rules.odds import BELOW, column_of, modifiers, strength, taking_part
from ..rules.outlook import softened
from ..rules.position import Operation
from ..rules.results import BY_THE_LETTER, LAST_ROW
from .style import JUDGMENT

NO_ATTACK = -1.0
"""The value of an attack without units."""
FRAME = 2 + len(Combat.names)


def combat(target: int, units: int, force: int = 0) -> Frame:
    """Return the combat frame for an attack, before its die roll."""
    f = [0] * FRAME
    f[Combat.target], f[Combat.attackers], f[Combat.force] = target, units, force
    return f


KEPT = 4096
KNOWN: OrderedDict[Hashable, float] = OrderedDict()
"""A cache of the expected gains from combats. The key contains everything that affects the gain. The same combats are
evaluated often."""


def promise(p: Operation, f: Frame, enemies: int, ground: float) -> float:
    """Return the attacker's expected gain in a combat, in steps: the defender's losses minus the attacker's, plus
    the value of the hex.
    """
    attackers, target, force = f[Combat.attackers], f[Combat.target], f[Combat.force]
    fighting, ours = members(attackers | enemies), members(attackers)
    key = (
        p.table, ground, target, p.built, attackers, enemies, p.unsupplied & (attackers | enemies),
        tuple([p.at[u] for u in ours]), bytes([p.steps[u] for u in fighting]), force, force and tuple(p.attached),
    )  # fmt: skip
    if key not in KNOWN:
        KNOWN[key] = weighed(p, f, enemies, ground)
        if len(KNOWN) > KEPT:
            KNOWN.popitem(last=False)
    return KNOWN[key]


def weighed(p: Operation, f: Frame, enemies: int, ground: float) -> float:
    """Compute the expected gain for `promise`."""
    attackers = taking_part(p, f)
    if not attackers:
        return NO_ATTACK
    ours, theirs = Stake.of(p, attackers), Stake.of(p, enemies)
    _, found = column_of(p, f, attackers, enemies)
    if found == BELOW:
        worst = p.table.below_one_result
        if worst == BY_THE_LETTER:  # the steps that the hex is worth
            return value("1A", ours, theirs, ground) + value("DR", ours, theirs, ground)
        return value(worst, ours, theirs, ground)
    added = sum([modifier.value for modifier in modifiers(p, f)])
    codes = tuple([p.table.results[min(max(die + added, 1), LAST_ROW) - 1][found] for die in range(1, 7)])
    return mean(tuple([softened(p, f, code) for code in codes]) if f[Combat.force] else codes, ours, theirs, ground)


def outmatched(p: Operation, target: int, attackers: Iterable[int], enemies: int) -> bool:
    """Return whether an attack on a hex is below 1-1 from every direction. Such an attack loses on average, whichever
    units attack.
    """
    most = sum([p.board.strength[u][p.steps[u]] for u in attackers])
    return p.table.below_one_test != "final" and most < strength(p, combat(target, 0), enemies, False)


class Stake(NamedTuple):
    """What a side risks in a combat: its steps, and the cost of each."""

    steps: int
    price: float

    @classmethod
    def of(cls, p: Operation, units: int) -> Stake:
        """Return what the given units risk."""
        board = p.board
        row = members(units)
        lesser = [board.cup[u] != NONE or board.romanian >> u & 1 for u in row]
        price = sum(JUDGMENT.lesser if less else 1.0 for less in lesser) / max(1, len(row))
        return cls(sum(p.steps[u] for u in row), price * JUDGMENT.care[board.side_of[row[0]]] if row else 0.0)


@lru_cache(KEPT)
def mean(codes: tuple[str, ...], ours: Stake, theirs: Stake, ground: float) -> float:
    """Return the mean value of equally likely results."""
    return sum([value(code, ours, theirs, ground) for code in codes]) / len(codes)


def value(code: str, ours: Stake, theirs: Stake, ground: float) -> float:
    """Return the value of a result for the attacker."""
    losses = int(code[0]) if code[0].isdigit() else 0
    back = JUDGMENT.retreat if "R" in code else 0.0
    if "A" in code:
        return -min(losses, ours.steps) * ours.price - back
    if "D" not in code:
        return 0.0
    gains = min(losses, theirs.steps) * theirs.price
    if losses >= theirs.steps:
        return gains + ground
    return gains + (ground + back if back else 0.0)
