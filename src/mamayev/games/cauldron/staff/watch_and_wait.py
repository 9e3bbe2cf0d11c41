"""Watching and waiting: the army holds the perimeter until the relief force is within reach, then attacks outward to
meet it. Otherwise, it defends itself to the end (CAU-NOTE-09, CAU-NOTE-10).
"""

from __future__ import annotations

from mamayev.engine.bot import Rated
from mamayev.engine.notation import act
from mamayev.engine.position import Frame

from ..rules.position import Pocket
from ..rules.verbs import AIRLIFT, APPEAL, CONFERENCE, FREEDOM
from . import staff
from .appreciation import gate, reach, relief_is_near
from .offensive import assault, gather, meet_relief
from .staff import day, feed
from .style import JUDGMENT


def upkeep(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Save supply for Tactical Attacks at first, and more for the attack as the relief force comes closer."""
    return feed(p, JUDGMENT.for_sortie if relief_is_near(p) else 0 if p.launched else JUDGMENT.for_tactical)


def appeal(p: Pocket, offered: set[int]) -> Rated | None:
    """First, hold conferences. Then appeal for Freedom of Action if they went well, or else for the airlift."""
    if act(APPEAL, AIRLIFT) not in offered:
        return None
    if act(APPEAL, FREEDOM) in offered and p.foa_bonus:
        return Rated.by_rule(act(APPEAL, FREEDOM), "The conferences went well: now for Freedom of Action")
    if p.turn <= JUDGMENT.wait_conferences and not p.foa:
        return Rated.by_rule(act(APPEAL, CONFERENCE), "A conference may commit more to the relief")
    return Rated.by_rule(act(APPEAL, AIRLIFT), "The army depends on the airlift")


def launch(p: Pocket, offered: set[int]) -> Rated | None:
    """Attack toward the relief force when it is near."""
    if reach(p) >= JUDGMENT.wait_box and (target := gate(p)):
        return assault(p, offered, target)
    return None


def reserve(p: Pocket, offered: set[int]) -> Rated | None:
    """Bring armor to the gate as the relief force approaches."""
    return gather(p, offered) if relief_is_near(p) else None


BY_BOX = {
    **staff.BY_BOX,
    "strategic.upkeep.pay": upkeep,
    "german.actions": day(
        meet_relief,
        appeal,
        reserve,
        launch,
        staff.tactical,
        staff.evacuate,
        staff.close_gaps,
        staff.defenses,
        staff.battlegroups,
    ),
}
