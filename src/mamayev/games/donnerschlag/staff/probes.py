"""The baseline bots of either side (`engine.bot.PROBES`).

If a baseline bot has no order for a decision, it plays like the staff, so that it has only one weakness. `passive` has
an order for every decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mamayev.engine.bot import Rated, because, still
from mamayev.engine.notation import ARG, MASK
from mamayev.engine.position import Frame
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes
from mamayev.terrain.kept import kept

from ..printed.board import Board
from ..printed.map import SOVIET
from ..printed.units import members
from ..rules.combat import Declared, able, targets
from ..rules.movement import Leg, allowance, ways
from ..rules.position import Operation
from ..rules.verbs import ATTACK, BEGIN, CEASE, DECLINE, DONE, FIGHT, HALT, KEEP, MOVE, PASS, STOP
from . import staff
from .appreciation import in_question
from .staff import Decide, by_card
from .style import Style

WHY = "A baseline bot follows its one idea"
BEFORE = 3
"""The distance in hexes from the foremost enemy to the line."""
QUIET = DECLINE, PASS, KEEP, CEASE, FIGHT, HALT, STOP, DONE, BEGIN
"""The answers that do nothing, or that end the decision."""
Cost = Callable[[Operation, int, int], float]
"""Returns the cost for a unit to end its move in a hex."""


def passive(p: Operation, f: Frame, style: Style) -> Rated:
    """Do nothing, or take the first action if something must be done."""
    return still(p, QUIET, WHY)


def many(p: Operation, f: Frame, style: Style) -> Rated:
    """Play the card that activates the most units."""

    def units(action: int) -> int:
        return max((len(members(units)) for units in by_card(p, action >> ARG & MASK)), default=0)

    most = max(p.box.options(p, f), key=units)
    return Rated(most, units(most), because(f"It activates {counted(units(most), '# unit', '# units')}"))


# ------------------------------------------------------------------ movement


def march(cost: Cost) -> Decide:
    """Return an order that moves the units one by one to the cheapest hex, if that is cheaper than the current one."""

    def move(p: Operation, f: Frame, style: Style) -> Rated:
        if f[Leg.unit]:
            return Rated.by_rule(STOP, WHY)
        for u in members(p.to_move):
            hexes = ways(p, u, allowance(p, u), True, False).hexes
            best = min(p.board.grid.hexes(hexes), key=lambda h: (cost(p, u, h), h), default=p.at[u])
            if best != p.at[u] and cost(p, u, best) < cost(p, u, p.at[u]):
                return Rated.by_rule(MOVE | u << ARG | best, WHY)
        return Rated.by_rule(DONE, WHY)

    return move


@kept(256)
def far(board: Board, goals: Hexes) -> list[int]:
    """Return the distance from each hex to the nearest destination."""
    grid = board.grid
    found = [0] * len(grid)
    seen, steps = goals, 0
    while new := grid.around(seen) & ~seen if goals else 0:
        steps += 1
        seen |= new
        for h in grid.hexes(new):
            found[h] = steps
    return found


def at_them(p: Operation, u: int, h: int) -> float:
    """Move next to the nearest enemies. HQs stay behind."""
    board = p.board
    return far(board, p.troops(1 - p.active) if board.is_combat[u] else p.troops(p.active))[h]


def homes(p: Operation) -> Hexes:
    """Return the hexes that a wall protects: the zones for the Soviets, the sources of supply for the Axis."""
    return in_question(p) if p.active == SOVIET else p.board.sources[p.active]


def in_line(p: Operation, u: int, h: int) -> float:
    """Form a line three hexes in front of the foremost enemy, with each unit next to another."""
    grid = p.board.grid
    way = far(p.board, homes(p))
    foremost = min((way[at] for at in grid.hexes(p.troops(1 - p.active))), default=0)
    beside = (grid.near[h] | grid.bit[h]) & ~grid.bit[p.at[u]] & p.troops(p.active)
    return 2 * abs(way[h] - max(foremost - BEFORE, 1)) + beside.bit_count()


def behind_them(p: Operation, u: int, h: int) -> float:
    """Move toward the nearest enemy HQ, or else the enemy's sources of supply, past zones of control."""
    board, grid = p.board, p.board.grid
    enemy = 1 - p.active
    goals = p.headquarters(enemy) or board.sources[enemy]
    stopped = bool(p.controlled(enemy) & grid.bit[h]) and not goals & grid.bit[h]
    return far(board, goals if board.is_combat[u] else p.troops(p.active))[h] + stopped


# ------------------------------------------------------------------ combat


def strike(p: Operation, f: Frame, style: Style) -> Rated:
    """Attack every stack that is no stronger than the units next to it, with all those units."""
    board = p.board
    chosen = f[Declared.target]
    ready = [u for u in able(p) if not f[Declared.units] >> u & 1]
    struck: dict[int, list[int]] = {}
    for u in ready:
        for h in board.grid.hexes(targets(p, u, chosen)):
            struck.setdefault(h, []).append(u)
    for h, units in struck.items():
        defenders = sum(1 << u for u in p.on_map(board.of_side[1 - p.active] & board.troops) if p.at[u] == h)
        if chosen or p.strength_of(units) >= p.strength_of(members(defenders)):
            action = ATTACK | units[0] << ARG | h
            if p.allows(action):
                return Rated.by_rule(action, WHY)
    return Rated.by_rule(FIGHT if chosen else CEASE, WHY)


CARDS = ("window", "answer", "luck", "stow", "claim", "high-command", "exchange", "replacing", "marking")
"""The decisions about cards, markers and replacements."""

REST: dict[str, Decide] = {"trading": passive, "painting": passive}
"""The decisions that are left to chance."""

PROBES: dict[str, Mapping[str, Decide]] = {
    "passive": dict.fromkeys(staff.BY_BOX, passive) | REST,
    "rush": {**staff.BY_BOX, **REST, "activation-card": many, "move": march(at_them), "declare": strike},
    "wall": {
        **staff.BY_BOX,
        **REST,
        "activation-card": many,
        "move": march(in_line),
        "declare": passive,
        "advance": passive,
    },
    "raider": {**staff.BY_BOX, **REST, "activation-card": many, "move": march(behind_them), "declare": passive},
    "hoarder": {**staff.BY_BOX, **REST, **dict.fromkeys(CARDS, passive)},
}
