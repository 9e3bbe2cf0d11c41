"""The historical Paulus, who obeys, holds the perimeter, appeals for Freedom of Action in vain, and waits
(CAU-NOTE-08).

This commander makes no attack without Freedom of Action, not even a Tactical Attack, and does not surrender. Even with
permission, the army waits until the relief force is close.
"""

from __future__ import annotations

from mamayev.engine.bot import Rated
from mamayev.engine.notation import act
from mamayev.engine.position import Frame

from ..rules.position import Pocket
from ..rules.verbs import AIRLIFT, APPEAL, FREEDOM
from . import staff
from .appreciation import gate, reach
from .offensive import assault, meet_relief
from .staff import day, feed
from .style import JUDGMENT


def upkeep(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Feed all units for as long as possible."""
    return feed(p, 0)


def appeal(p: Pocket, offered: set[int]) -> Rated | None:
    """Appeal for Freedom of Action for as long as possible, then for the airlift."""
    if act(APPEAL, FREEDOM) in offered:
        return Rated.by_rule(act(APPEAL, FREEDOM), "Once more the army asks for Freedom of Action")
    if act(APPEAL, AIRLIFT) in offered:
        return Rated.by_rule(act(APPEAL, AIRLIFT), "The airlift was promised")
    return None


def march(p: Pocket, offered: set[int]) -> Rated | None:
    """Attack only with permission, and only when the relief force is in box 5 or on the map."""
    target = gate(p)
    return assault(p, offered, target) if target and p.foa and reach(p) >= JUDGMENT.paulus_box else None


BY_BOX = {
    **staff.BY_BOX,
    "strategic.upkeep.pay": upkeep,
    "german.actions": day(
        meet_relief,
        appeal,
        march,
        staff.evacuate,
        staff.close_gaps,
        staff.defenses,
    ),
}
