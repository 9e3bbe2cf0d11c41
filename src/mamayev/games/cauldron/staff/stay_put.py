"""Staying put: the army holds everything it has, digs in, and relies on the airlift and on others (CAU-NOTE-09,
CAU-NOTE-10).

Some units go hungry early, which pays for a Tactical Attack every turn to delay the Final Offensive (CAU-NOTE-07).
"""

from __future__ import annotations

from mamayev.engine.bot import Rated
from mamayev.engine.notation import act
from mamayev.engine.position import Frame

from ..rules.position import Pocket
from ..rules.verbs import AIRLIFT, APPEAL
from . import staff
from .offensive import meet_relief
from .staff import day, feed
from .style import JUDGMENT


def upkeep(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Save enough supply for two Tactical Attacks."""
    return feed(p, 0 if p.launched else JUDGMENT.for_tactical)


def appeal(p: Pocket, offered: set[int]) -> Rated | None:
    """Appeal for the airlift every turn."""
    if act(APPEAL, AIRLIFT) in offered:
        return Rated.by_rule(act(APPEAL, AIRLIFT), "The army holds as long as it is fed")
    return None


BY_BOX = {
    **staff.BY_BOX,
    "strategic.upkeep.pay": upkeep,
    "german.actions": day(
        meet_relief,
        appeal,
        staff.tactical,
        staff.close_gaps,
        staff.evacuate,
        staff.defenses,
        staff.battlegroups,
    ),
}
