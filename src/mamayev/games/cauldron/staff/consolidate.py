"""Consolidation: with Freedom of Action, the army gives up the west and takes ground that shortens the front.

The Final Offensive then finds few areas to attack. A late surrender can still win (CAU-NOTE-06).
"""

from __future__ import annotations

from mamayev.engine.bot import Rated
from mamayev.engine.position import Frame

from ..rules.board import bits
from ..rules.control import units_at
from ..rules.position import Pocket
from . import offensive, staff
from .appreciation import doors, is_spare, spearheads, strength, success
from .ground import wanted, west
from .offensive import assault, cheapest_step, meet_relief, out_of_each
from .reckoning import LATE, capitulate
from .staff import ask_permission, day, feed
from .style import JUDGMENT


def drawing_together(p: Pocket) -> bool:
    """Return whether the army consolidates: with Freedom of Action, and before a collapse."""
    return bool(p.foa) and not p.collapsed


def given_up(p: Pocket) -> int:
    """Return the areas that are no longer defended."""
    return lost(p) if drawing_together(p) else 0


def lost(p: Pocket) -> int:
    """Return the western areas."""
    return sum(1 << area for area in west(p.table.board))


def upkeep(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Save enough supply for an attack, or for two Tactical Attacks."""
    return feed(p, 0 if p.launched else JUDGMENT.for_tactical)


def appeal(p: Pocket, offered: set[int]) -> Rated | None:
    """Appeal for Freedom of Action in the first turns, then for the airlift."""
    return ask_permission(
        p,
        offered,
        JUDGMENT.consolidate_asks,
        "Nothing can be given up without Freedom of Action",
        otherwise="Supply, to move and to attack",
    )


def length(p: Pocket, german: int) -> int:
    """Return the number of areas that could be attacked if `german` areas were held and the west were lost."""
    board = p.table.board
    held = german & ~lost(p)
    return sum(1 for area in bits(held) if board.adjacent[area] & ~held)


def next_target(p: Pocket) -> int:
    """Return the area to capture next, which shortens the front and is the most likely to fall, or 0 if there is
    none.
    """
    now = length(p, p.german)
    shorter = [area for area in wanted(p.table.board) if p.soviet >> area & 1 and length(p, p.german | 1 << area) < now]
    return max(
        shorter,
        key=lambda area: success(p, out_of_each(p, spearheads(p, area)), area, JUDGMENT.consolidate_support),
        default=0,
    )


def withdraw(p: Pocket, offered: set[int]) -> Rated | None:
    """Withdraw the garrisons in the west to the weakest areas of the new front."""
    if not drawing_together(p):
        return None
    board = p.table.board
    left = lost(p)
    line = [area for area in bits(p.german & ~left) if board.adjacent[area] & (~p.german | left)]
    for area in west(board):
        for goal in sorted(line, key=lambda a: (strength(p, a), a)):
            step = cheapest_step(p, goal, offered, units_at(p, area), most=JUDGMENT.consolidate_points)
            if step is not None:
                return Rated.by_rule(step, f"{board.names[area]} is given up for a shorter front")
    return None


def bring_up(p: Pocket, offered: set[int]) -> Rated | None:
    """Move spare divisions to areas from which they can attack the next target."""
    target = next_target(p) if drawing_together(p) and not p.targets else 0
    if not target:
        return None
    board, ready = p.table.board, spearheads(p, target)
    if success(p, out_of_each(p, ready), target, JUDGMENT.consolidate_support) >= JUDGMENT.consolidate_enough:
        return None
    free = [unit for unit in bits(p.table.may_attack) if is_spare(p, unit, lost(p)) and unit not in ready]
    for door in sorted(bits(doors(p, target)), key=p.count.__getitem__):
        step = (
            cheapest_step(p, door, offered, free, most=JUDGMENT.consolidate_points)
            if p.count[door] < JUDGMENT.crowd
            else None
        )
        if step is not None:
            return Rated.by_rule(step, f"It can attack {board.names[target]} from there")
    return None


def shorten(p: Pocket, offered: set[int]) -> Rated | None:
    """Attack areas that shorten the front, one area at a time."""
    target = max(p.target) or (next_target(p) if drawing_together(p) else 0)
    return assault(p, offered, target, why="would shorten the front") if target else None


def advance(p: Pocket, f: Frame, options: list[int]) -> Rated:
    """Advance with one division, which holds the area."""
    return offensive.advance(p, f, options, ground=sum(1 << area for area in wanted(p.table.board)))


def close_gaps(p: Pocket, offered: set[int]) -> Rated | None:
    """Close gaps in the front that the army holds."""
    return staff.close_gaps(p, offered, given_up(p))


def defenses(p: Pocket, offered: set[int]) -> Rated | None:
    """Build and activate defenses in the front that the army holds."""
    return staff.defenses(p, offered, given_up(p))


def battlegroups(p: Pocket, offered: set[int]) -> Rated | None:
    """Create battlegroups in the front that the army holds."""
    return staff.battlegroups(p, offered, given_up(p))


def end_it(p: Pocket, offered: set[int]) -> Rated | None:
    """Surrender if this scores more than holding out and no longer costs a point (CAU-VP-08)."""
    return capitulate(p, JUDGMENT.surrender_gain) if p.turn >= LATE else None


BY_BOX = {
    **staff.BY_BOX,
    "strategic.upkeep.pay": upkeep,
    "german.attacks.advance": advance,
    "german.actions": day(
        meet_relief,
        end_it,
        appeal,
        withdraw,
        bring_up,
        shorten,
        staff.tactical,
        close_gaps,
        staff.evacuate,
        defenses,
        battlegroups,
    ),
}
