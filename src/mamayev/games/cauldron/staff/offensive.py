"""Orders for an attack out of the pocket: bring up armor, attack, advance, and meet the relief force.

Each order in the list returns one of the available Actions, or None.
"""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.bot import Rated
from mamayev.engine.fields import OWN
from mamayev.engine.notation import ARG, MASK, act, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.words import counted

from ..printed.map import BOX_0
from ..rules.board import bits
from ..rules.control import unit_is_isolated, units_in_play
from ..rules.position import Pocket
from ..rules.prices import multiple, room, spendable
from ..rules.verbs import ADVANCE, ATTACK, BATTLEGROUP, HALT, MOVE, SUPPORT
from .appreciation import doors, front, gate, is_spare, road, spearheads, staying, success, ways
from .style import JUDGMENT

NO_LIMIT = 99
"""A number of points that the move tally can never reach."""
OUT_OF_ONE = 3
"""The number of units that can attack out of one area (CAU-ATK-08)."""
DailyOrder = Callable[[Pocket, set[int]], Rated | None]


def meet_relief(p: Pocket, offered: set[int]) -> Rated | None:
    """Link up: move a unit next to the relief force on the map (CAU-LINK-01)."""
    board = p.table.board
    if not p.relief_area:
        return None
    for area in bits(board.adjacent[p.relief_area] & p.german):
        if act(BATTLEGROUP, area) in offered:
            return Rated.by_rule(act(BATTLEGROUP, area), "A battlegroup meets the relief force")
        step = cheapest_step(p, area, offered, units_in_play(p))
        if step is not None:
            return Rated.by_rule(step, f"To {board.names[area]}, next to the relief force")
    return None


def cheapest_step(p: Pocket, goal: int, offered: set[int], units: list[int], *, most: int = NO_LIMIT) -> int | None:
    """Return the first step of the unit that reaches an area with the fewest points on the move tally, or None if no
    unit can.
    """
    best: tuple[int, int] | None = None
    way = ways(p, goal, most)
    for unit in units:
        if p.at[unit] not in way or p.target[unit]:
            continue
        area, total = way[p.at[unit]]
        fits = best is None or total < best[0]
        if fits and total <= room(p, unit_is_isolated(p, unit)) and act(MOVE, unit, area) in offered:
            best = total, act(MOVE, unit, area)
    return None if best is None else best[1]


def gather(p: Pocket, offered: set[int], given_up: int = 0, *, armour: int = JUDGMENT.armor) -> Rated | None:
    """Bring armored divisions to the gate, and infantry to hold the area that the armor will leave."""
    target = gate(p)
    if not target or p.targets:
        return None
    table, places = p.table, doors(p, target)
    ready = spearheads(p, target)
    free = [unit for unit in units_in_play(p) if is_spare(p, unit, given_up) and unit not in ready]
    tanks = [unit for unit in free if table.armour >> unit & 1]
    if tanks and sum(table.armour >> unit & 1 for unit in ready) < armour:
        wanted, what = tanks, "armored divisions"
    elif len(ready) < armour + (not places & table.board.inside):
        wanted, what = free, "divisions"
    else:
        return None
    for door in sorted(bits(places), key=lambda area: (table.board.inside >> area & 1, p.count[area])):
        if p.count[door] < JUDGMENT.crowd:
            step = cheapest_step(p, door, offered, wanted)
            if step is not None:
                there = counted(len(ready), "# division", "# divisions")
                return Rated.by_rule(
                    step, f"{what.capitalize()} go to {table.board.names[door]}: {there} can attack so far"
                )
    return None


def assault(
    p: Pocket,
    offered: set[int],
    target: int,
    *,
    least: float = JUDGMENT.least,
    sure: float = JUDGMENT.sure,
    why: str = "is on the way to the relief force",
) -> Rated | None:
    """Attack a space with all units that can reach it, if the chance is good, and save the supply for the advance.

    `least`: the minimum chance for an attack. `sure`: the chance above which the attack gets no more supply.
    """
    names = p.table.board.names
    named = [unit for unit, space in enumerate(bytes(p.target)) if space == target]
    ready = [
        unit for unit in spearheads(p, target) if act(ATTACK, unit, target) in offered and not unit_is_isolated(p, unit)
    ]
    spare = spendable(p)[1] - 2 * multiple(p)
    if not named:
        points = max(0, min(JUDGMENT.support, spare))
        chance = success(p, out_of_each(p, ready), target, points) if ready else 0.0
        if spare < 0 or not ready or chance < least:
            return None
        supply = counted(points, "# supply point", "# supply points")
        odds = f"with {supply}, the attack succeeds {100 * chance:.0f}% of the time"
        return Rated.by_rule(act(ATTACK, ready[0], target), f"{names[target]} {why}: {odds}")
    if ready:
        others = counted(len(named), "# division", "# divisions")
        return Rated.by_rule(
            act(ATTACK, ready[0], target), f"Attackers lose nothing, so another division joins {others}"
        )
    return supported(p, target, named, spare, sure) if act(SUPPORT, target) in offered else None


def supported(p: Pocket, target: int, named: list[int], spare: int, sure: float) -> Rated | None:
    """Spend a supply point on an attack if the chance improves enough.

    `named`: the attackers. `spare`: the supply points available for the attack. `sure`: the chance above which it gets
    no more.
    """
    committed = p.attack_supply[target]
    if target > BOX_0:
        now = boxes_gained(p, named, target, committed, spare + 2)
        then = boxes_gained(p, named, target, committed + 1, spare + 1)
        more, what = then > now, f"we expect to gain {then:.1f} boxes instead of {now:.1f}"
    else:
        chance = success(p, named, target, committed)
        more, what = (
            spare > 0 and chance < sure,
            f"without it, the attack succeeds {100 * chance:.0f}% of the time",
        )
    return Rated.by_rule(act(SUPPORT, target), f"Supply decides the attack: {what}") if more else None


def boxes_gained(p: Pocket, units: list[int], target: int, supply: int, left: int) -> float:
    """Return the expected number of Relief boxes gained by an attack: each Retreat gains another box, as long as there
    is supply for the advances (CAU-BREAK-03, CAU-BREAK-04)."""
    chances = [1.0]
    for unit in units:
        hit = success(p, [unit], target, supply)
        chances = [
            (chances[n] * (1 - hit) if n < len(chances) else 0) + (chances[n - 1] * hit if n else 0)
            for n in range(len(chances) + 1)
        ]
    most = left // (2 * multiple(p))
    return sum(chance * min(n, most) for n, chance in enumerate(chances))


def out_of_each(p: Pocket, units: list[int]) -> list[int]:
    """Return the units that could attack together, at most three from each area (CAU-ATK-08)."""
    return [unit for i, unit in enumerate(units) if sum(p.at[u] == p.at[unit] for u in units[:i]) < OUT_OF_ONE]


def advance(p: Pocket, f: Frame, options: list[int], *, ground: int = 0) -> Rated:
    """Advance along the road with every unit that can, but into an area in `ground` with only one. A garrison stays in
    the area behind.
    """
    target, breakout, _, gone = f[OWN:]
    on_the_road = breakout or target in road(p) or target == p.table.board.entries[p.relief_letter]
    if on_the_road or (ground >> target & 1 and not gone):
        for action in options:
            unit = action >> ARG & MASK
            if verb_of(action) == ADVANCE and (p.at[unit] > BOX_0 or p.count[p.at[unit]] > 1 or not needed(p, unit)):
                stay = counted(max(0, p.count[p.at[unit]] - 1), "# unit stays", "# units stay")
                why = f"{'The road is open' if on_the_road else 'The area was taken'}, and {stay} behind"
                return Rated.by_rule(action, why)
    return Rated.by_rule(HALT, "The others hold the line")


def needed(p: Pocket, unit: int) -> bool:
    """Return whether the area of a unit would be open to the enemy without it."""
    space = p.at[unit]
    return bool(front(p) >> space & 1) and not staying(p, space, unit)
