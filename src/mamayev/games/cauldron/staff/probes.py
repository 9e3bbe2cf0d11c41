"""The baseline bots for Paulus (`engine.bot.PROBES`).

The enemy has nothing behind the front. The raider therefore attacks targets that would feed the army: the path to the
relief force, at once and by any route, and Key Areas and airfields in Soviet hands. An attack at even odds succeeds
half the time.
"""

from __future__ import annotations

from collections.abc import Mapping

from mamayev.engine.bot import Rated
from mamayev.engine.notation import act
from mamayev.engine.position import Frame

from ..rules.board import bits
from ..rules.position import Pocket
from ..rules.strategic import payments
from ..rules.verbs import END_ACTIONS, PAY
from . import staff
from .appreciation import gate, worth
from .offensive import DailyOrder, advance, assault, meet_relief
from .staff import Decide, day, feed
from .style import JUDGMENT

WHY = "can be attacked"


def fed(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Feed all units for as long as possible."""
    return feed(p, 0)


def unfed(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Pay as little as possible."""
    return Rated.by_rule(act(PAY, min(payments(p))), "Supply is kept")


def nothing(_p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Take no Action."""
    return Rated.by_rule(END_ACTIONS, "Nothing is done")


def outward(least: int) -> DailyOrder:
    """Return an order that attacks adjacent Soviet areas of at least this value at even odds or better."""

    def order(p: Pocket, offered: set[int]) -> Rated | None:
        beside = [area for area in bits(p.soviet & p.table.board.touching(p.german)) if worth(p, area) >= least]
        for area in sorted(beside, key=lambda area: (-worth(p, area), area)):
            choice = assault(p, offered, area, sure=JUDGMENT.probe_sure, why=WHY)
            if choice is not None:
                return choice
        return None

    return order


def out(p: Pocket, offered: set[int]) -> Rated | None:
    """Attack toward the relief force if there is any chance."""
    target = gate(p)
    return assault(p, offered, target, least=JUDGMENT.probe_least, why=WHY) if target else None


def forward(p: Pocket, f: Frame, options: list[int]) -> Rated:
    """Advance into any captured area."""
    return advance(p, f, options, ground=p.table.board.all)


PROBES: dict[str, Mapping[str, Decide]] = {
    "passive": {**staff.BY_BOX, "strategic.upkeep.pay": fed, "german.actions": nothing},
    "rush": {
        **staff.BY_BOX,
        "strategic.upkeep.pay": fed,
        "german.actions": day(outward(0)),
        "german.attacks.advance": forward,
    },
    "wall": {
        **staff.BY_BOX,
        "strategic.upkeep.pay": fed,
        "german.actions": day(staff.close_gaps, staff.defenses, staff.battlegroups),
    },
    "raider": {
        **staff.BY_BOX,
        "strategic.upkeep.pay": fed,
        "german.actions": day(meet_relief, staff.muster, out, outward(JUDGMENT.precious)),
        "german.attacks.advance": forward,
    },
    "hoarder": {**staff.BY_BOX, "strategic.upkeep.pay": unfed, "german.actions": nothing},
}
