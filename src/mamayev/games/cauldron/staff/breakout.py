"""The breakout: the plan with the highest risk and the highest possible score (CAU-NOTE-03, CAU-NOTE-04).

The commander first appeals for Freedom of Action while sending armor to the gate. The army then breaks out quickly,
while the front is still stable. It goes hungry, and spends nothing to delay the Final Offensive.
"""

from __future__ import annotations

from mamayev.engine.bot import Rated
from mamayev.engine.position import Frame

from ..rules.position import Pocket
from . import staff
from .appreciation import gate
from .offensive import assault, meet_relief
from .staff import ask_permission, day, feed
from .style import JUDGMENT


def upkeep(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Feed the units that will break out first."""
    return feed(p, 0 if p.launched else JUDGMENT.for_sortie)


def appeal(p: Pocket, offered: set[int]) -> Rated | None:
    """Appeal for Freedom of Action, after a conference that makes it more likely. Once the breakout has begun, appeal
    for supply."""
    return ask_permission(
        p,
        offered,
        JUDGMENT.breakout_waits,
        "The way out needs Freedom of Action",
        otherwise="The drive lives on supply",
    )


def drive(p: Pocket, offered: set[int]) -> Rated | None:
    """Break out as soon as possible: with Freedom of Action, or without it if permission takes too long."""
    target = gate(p)
    if target and (p.foa or p.turn > JUDGMENT.breakout_waits or p.politics == 2):
        return assault(p, offered, target)
    return None


BY_BOX = {
    **staff.BY_BOX,
    "strategic.upkeep.pay": upkeep,
    "german.actions": day(
        meet_relief,
        appeal,
        staff.muster,
        drive,
        staff.evacuate,
        staff.mend,
        staff.defenses,
        staff.battlegroups,
    ),
}
