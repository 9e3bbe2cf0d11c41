"""Survival statistics, an optional rule: how many men come home from captivity. Information only (CAU-SURV-01)."""

from __future__ import annotations

from typing import Any

from mamayev.engine.box import DieBox
from mamayev.engine.event import Modifier
from mamayev.engine.fields import Locals
from mamayev.engine.position import Frame

from .charts import arithmetic
from .control import army_steps, obtained
from .position import TREATED_WELL, Pocket

MEN = 6000
"""What a step stands for: a division has two, a depleted one and the HQ one, battlegroups none (CAU-SURV-04,
CAU-SURV-05)."""
LOST, LEFT = 20, 80
"""Percent of the men of a lost step, and of one that surrenders, who become prisoners; the others are killed
(CAU-SURV-06, CAU-SURV-07). So a full-strength unit that ends depleted has half of each (CAU-SURV-08)."""


def begin_count(p: Pocket, _f: Frame) -> None:
    """The steps that the army begins with."""
    p.began = army_steps(p)


def prisoners(p: Pocket) -> int:
    """The men who go into captivity."""
    left = army_steps(p)
    return MEN * (LOST * (p.began - left) + LEFT * left) // 100


def modifiers(p: Pocket) -> list[Modifier]:
    """CAU-SURV-03: the Wounded as they stood at the surrender or the end of the army; nothing changes them after it."""
    if not p.wounded:
        return [Modifier(6 if p.table.survival_bonus_both else 4, "no Wounded", ("CAU-SURV-03",))]
    return [Modifier(2, f"{p.wounded} Wounded", ("CAU-SURV-03",))] if p.wounded < 3 else []


class TwoDice(Locals):
    """The first of them, 0 before it is rolled."""

    first: int


class Survival(DieBox[Pocket]):
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
            p.journal.roll(
                "Survival",
                f"{first} and {n}, together {arithmetic(first + n, lines, total)}{double}: {p.survival} % of "
                f"{prisoners(p):,} prisoners, {survivors(p):,} men, come home.",
                title=self.title,
                chart="",
                dice=(first, n),
                modifiers=lines,
                total=total,
                result=f"{p.survival} %",
                clauses=(*self.clauses, *(("CAU-RUMOR-16",) if treated_well else ())),
            )


def survivors(p: Pocket) -> int:
    """CAU-SURV-09: fractions of a man are dropped."""
    return prisoners(p) * p.survival // 100


def facts(p: Pocket) -> dict[str, Any]:
    """None before the dice, and in games that end with an army in the field."""
    return {
        "survival_percent": p.survival or None,
        "prisoners": prisoners(p) if p.survival else None,
        "survivors": survivors(p) if p.survival else None,
    }


def lines(p: Pocket) -> list[dict[str, Any]]:
    """What the end of the game says about it; nothing where it was not rolled."""
    if not p.survival:
        return []
    killed = MEN * p.began - prisoners(p)
    text = (
        f"Of {MEN * p.began:,} men {killed:,} were killed and {prisoners(p):,} taken prisoner; "
        f"{p.survival} % of these, {survivors(p):,} men, survive the war."
    )
    return [{"text": text, "clauses": ["CAU-SURV-02", "CAU-SURV-06", "CAU-SURV-07", "CAU-SURV-09"]}]
