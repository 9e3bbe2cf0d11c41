"""The baseline bots for either side (`engine.bot.PROBES`).

If a baseline bot has no order for a decision, it plays like the staff, so that it has only one weakness. `passive` has
an order for every decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from mamayev.engine.bot import Rated, still
from mamayev.engine.notation import ARG
from mamayev.engine.position import Frame
from mamayev.terrain.contact import units_of

from ..rules.arrivals import arrivals
from ..rules.declaration import Declared
from ..rules.movement import reached
from ..rules.position import Campaign
from ..rules.verbs import (
    ARRIVED,
    ATTACK,
    BRING,
    CONFIRM,
    DECLARED,
    DONE,
    FLY,
    HALT,
    HISTORICAL,
    INTERCEPT,
    MOVE,
    PROPOSE,
    STAND_DOWN,
    TARGET,
)
from . import staff
from .appreciation import Danger, doubling
from .defense import Cordon, Ranks, nearer
from .staff import Decide, Plan, in_order, keep, key_of
from .style import Style

Places = Callable[[Campaign, Style], dict[int, int]]
"""Returns the destination of each unit in a movement step."""
WHY = "A baseline bot follows its one idea"
QUIET = CONFIRM, HISTORICAL, ARRIVED, DONE, PROPOSE, HALT, STAND_DOWN, FLY, INTERCEPT
"""The answers that do nothing, or leave the decision to the rules. FLY and INTERCEPT commit no factors."""


def passive(p: Campaign, f: Frame, style: Style) -> Rated:
    """Do nothing, or take the first action if an action is required."""
    return still(p, QUIET, WHY)


def reinforcements(p: Campaign, f: Frame, style: Style) -> Rated:
    """Bring in the units that are due, but buy none."""
    for u in p.box.pieces(p, f):
        verb, hexes = arrivals(p, u)
        if verb == BRING:
            return Rated.by_rule(BRING | u << ARG | p.board.grid.nth(hexes, 0), WHY)
    return Rated.by_rule(ARRIVED, WHY)


# ------------------------------------------------------------------ movement


def march(name: str, places: Places, p: Campaign, f: Frame, style: Style) -> Rated:
    """Move all units to their places, which are computed once for each movement step."""
    key = name, key_of(p, style, p.ready, p.at)
    plan = staff.PLANS[key] if key in staff.PLANS else Plan(in_order(p, places(p, style)), ())
    if not plan.moves:
        return Rated.by_rule(DONE, WHY)
    (u, h), *rest = plan.moves
    at = list(p.at)
    at[u] = h
    keep((name, key_of(p, style, [v for v in p.ready if v != u], at)), Plan(tuple(rest), ()))
    return Rated.by_rule(MOVE | u << ARG | h, WHY)


def headlong(p: Campaign, style: Style) -> dict[int, int]:
    """Move next to every enemy stack that can be attacked at 1-1 or better, the weakest first. The other units run
    toward it.
    """
    board, grid = p.board, p.board.grid
    enemies = p.zones.occupied[1 - p.side]
    reach = {u: reached(p, u) | grid.bit[p.at[u]] for u in p.ready}
    ranks = Ranks(p, p.ready, {}, reach)
    defense: dict[int, int] = {}
    for u in p.units(1 - p.side):
        defense[p.at[u]] = defense.get(p.at[u], 0) + board.units[u].defense * doubling(board, p.at[u])
    for target in sorted(defense, key=lambda h: (defense[h], h)):
        beside = board.nets[p.frozen].spread(grid.bit[target]) & ~enemies
        able = [u for u in ranks.left if reach[u] & beside]
        if sum(board.units[u].attack for u in able) < defense[target]:
            continue
        for u in sorted(able, key=lambda u: (-board.units[u].attack, u)):
            free = [h for h in grid.hexes(reach[u] & beside) if ranks.room(h)]
            if free:
                ranks.put(u, free[0])
    return nearer(p, ranks, enemies, board.nets[p.frozen].spread(enemies))


class Calm(Danger):
    """A threat that is always zero."""

    def __init__(self) -> None:
        self.near, self.sums = {}, {}

    def in_any_weather(self, p: Campaign) -> list[Danger]:
        return [self]


def calm_cordon(p: Campaign, style: Style) -> dict[int, int]:
    """Place two units in every post of the shortest line, regardless of what the enemy could bring."""
    line = Cordon(p, style, Calm(), {u: reached(p, u) | p.board.grid.bit[p.at[u]] for u in p.ready})
    line.man()
    return line.fill({})


def raid(p: Campaign, style: Style) -> dict[int, int]:
    """Enter every undefended enemy city, the fastest units first. The other units move toward one."""
    board, grid = p.board, p.board.grid
    near = board.nets[p.frozen].spread(p.zones.occupied[1 - p.side])
    goals = p.enemy_cities(p.side) or p.zones.occupied[1 - p.side]
    ranks = Ranks(p, p.ready, {}, {u: reached(p, u) | grid.bit[p.at[u]] for u in p.ready})
    for h in grid.hexes(goals):
        able = [u for u in ranks.left if ranks.can(u, h)]
        if able:
            ranks.put(max(able, key=lambda u: (board.units[u].movement, -u)), h)
    return nearer(p, ranks, goals, near & ~goals)


# ------------------------------------------------------------------ battles


def strike(p: Campaign, f: Frame, style: Style) -> Rated:
    """Attack one enemy after another with all units that can join. The remaining units fight as the rules propose."""
    board = p.board
    battle = f[Declared.battle]
    verb, side = (ATTACK, p.side) if battle & board.all_of[1 - p.side] else (TARGET, 1 - p.side)
    for u in units_of(p.contact.candidates(p.free, battle) & board.all_of[side]):
        if p.box.allows(p, f, verb | u << ARG):
            return Rated.by_rule(verb | u << ARG, WHY)
    return Rated.by_rule(DECLARED if p.box.allows(p, f, DECLARED) else PROPOSE, WHY)


FLYING = ("fight", "air-supply", "air-commitment", "interception")
"""The decisions about aircraft."""

PROBES: dict[str, Mapping[str, Decide]] = {
    "passive": dict.fromkeys(staff.BY_BOX, passive),
    "rush": {**staff.BY_BOX, "move": partial(march, "rush", headlong), "declare": strike},
    "wall": {**staff.BY_BOX, "move": partial(march, "wall", calm_cordon), "declare": passive, "advance": passive},
    "raider": {**staff.BY_BOX, "move": partial(march, "raider", raid), "declare": passive},
    "hoarder": {**staff.BY_BOX, "arrivals": reinforcements, **dict.fromkeys(FLYING, passive)},
}
