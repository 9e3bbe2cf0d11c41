"""Survival statistics, an optional rule: how many men return from captivity. It does not affect who wins
(CAU-SURV-01).
"""

from __future__ import annotations

from typing import Any

from mamayev.engine.event import Modifier
from mamayev.engine.fields import Locals
from mamayev.engine.position import Frame

from .charts import arithmetic
from .control import army_steps, obtained
from .position import TREATED_WELL, Pocket
from .rolls import TableDie

MEN = 6000
"""The number of men per step.

A division has two steps, a depleted division or the HQ has one, and a battlegroup has none (CAU-SURV-04, CAU-SURV-05).
"""
LOST, LEFT = 20, 80
"""The percentages of men in a lost step, and in a step that surrenders, who become prisoners.

The others are killed (CAU-SURV-06, CAU-SURV-07). For a full-strength unit that ends depleted, half of the men count in
each group (CAU-SURV-08).
"""


def begin_count(p: Pocket, _f: Frame) -> None:
    """Record the steps of the army at the start."""
    p.began = army_steps(p)


def prisoners(p: Pocket) -> int:
    """Return the number of prisoners."""
    left = army_steps(p)
    return MEN * (LOST * (p.began - left) + LEFT * left) // 100


def modifiers(p: Pocket) -> list[Modifier]:
    """Return the modifier for Wounded (CAU-SURV-03), whose number does not change after a surrender or the loss of the
    army.
    """
    if not p.wounded:
        return [Modifier(6 if p.table.readings["survival_bonus=both"] else 4, "no Wounded", ("CAU-SURV-03",))]
    return [Modifier(2, f"{p.wounded} Wounded", ("CAU-SURV-03",))] if p.wounded < 3 else []


class TwoDice(Locals):
    """The first die, which is 0 before it is rolled."""

    first: int


class Survival(TableDie):
    """Two dice after the end of the game: the percentage of prisoners who survive the war (CAU-SURV-02)."""

    name = "survival"
    title = "Survival statistics"
    clauses = ("CAU-SURV-01", "CAU-SURV-02")
    locals = TwoDice

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Roll the {'second' if f[TwoDice.first] else 'first'} of two dice: {self.title}"

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        if not f[TwoDice.first]:
            f[TwoDice.first] = n
            return
        first = f[TwoDice.first]
        p.end()
        lines = modifiers(p)
        total = first + n + sum(line.value for line in lines)
        treated_well = obtained(p, TREATED_WELL)
        p.survival = 2 * total if treated_well else total
        if p.journal is not None:
            double = ", doubled by the rumor" if treated_well else ""
            text = (
                f"{first} and {n}, together {arithmetic(first + n, lines, total)}{double}: {p.survival} % of "
                f"{prisoners(p):,} prisoners, {survivors(p):,} men, come home."
            )
            clauses = (*self.clauses, *(("CAU-RUMOR-16",) if treated_well else ()))
            more = {"dice": (first, n), "total": total, "clauses": clauses}
            self.tell(p, n, "Survival", text, f"{p.survival} %", lines, **more)


def survivors(p: Pocket) -> int:
    """Return the number of survivors, rounded down (CAU-SURV-09)."""
    return prisoners(p) * p.survival // 100


def facts(p: Pocket) -> dict[str, Any]:
    """Return the survival figures as facts. They are empty before the dice are rolled, or if the army is still
    fighting.
    """
    return {
        "survival_percent": p.survival or None,
        "prisoners": prisoners(p) if p.survival else None,
        "survivors": survivors(p) if p.survival else None,
    }


def lines(p: Pocket) -> list[dict[str, Any]]:
    """Return the lines to show at the end of the game, or none if the dice were not rolled."""
    if not p.survival:
        return []
    killed = MEN * p.began - prisoners(p)
    text = (
        f"Of {MEN * p.began:,} men {killed:,} were killed and {prisoners(p):,} taken prisoner; "
        f"{p.survival} % of these, {survivors(p):,} men, survive the war."
    )
    return [{"text": text, "clauses": ["CAU-SURV-02", "CAU-SURV-06", "CAU-SURV-07", "CAU-SURV-09"]}]
