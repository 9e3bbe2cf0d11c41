"""Behavior metrics for both sides: battles and their odds, isolated units, and undefended cities."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import chain
from operator import or_

from mamayev.engine.event import Control, Event, Loss
from mamayev.engine.study import Conduct, Figure, Told
from mamayev.terrain.contact import units_of

from ..printed.board import SEATS
from ..rules.declaration import sides
from ..rules.odds import attack, defense
from ..rules.position import Campaign

DECLARED = "BAR-COMBAT-09"
ISOLATED = "BAR-ISO-07"
SURE = 7.0
"""The highest odds that are counted separately; higher odds count as these, because they win without a die roll
(BAR-ODDS-04)."""
POOR = 3
"""The limit for poor odds: odds worse than 1 to this number are poor."""

FIGURES = (
    Figure("battles", "Battles per turn", "Declared in a player turn.", "turn", 1.5, 15.0, ("german",)),
    Figure("battles", "Battles per turn", "Declared in a player turn.", "turn", 0.3, 12.0, ("russian",)),
    Figure("odds", "Odds of battles", "Attack divided by defense, at most 7.", "each", 1.2, 6.5),
    Figure("poor", "Needless poor odds", "Battles below 1-3 that are not soak-offs: neither the attackers nor the "
           "defenders have another adjacent enemy. Trapped units do not count.", high=1.0),
    Figure("isolated", "Lost by isolation", "Units eliminated without a supply line.", high=6.0),
    Figure("open_cities", "Key cities lost without a garrison", "Objectives and replacement cities that the enemy "
           "entered during movement.", high=1.0),
    Figure("points", "Unspent replacement points", "Left at the end.", high=20.0),
    Figure("air", "Unspent air factors", "Left at the end.", high=12.0),
)  # fmt: skip


def heard(p: Campaign, event: Event) -> Iterator[Told]:
    """Record an event: a declared battle, a lost unit, or a city that changes hands."""
    board = p.board
    if event.pieces and event.clauses[:1] == (DECLARED,):
        yield from declared(p, reduce(or_, (1 << board.unit[piece] for piece in event.pieces)))
    elif isinstance(event, Loss) and ISOLATED in event.clauses:
        yield board.side[board.unit[event.piece]], "isolated", 1.0
    elif isinstance(event, Control) and p.turn and not p.inside("battle"):
        board = p.board
        if board.city[board.grid.index[event.space]] in prizes(p):
            yield 1 - SEATS.index(event.to), "open_cities", 1.0


def prizes(p: Campaign) -> set[int]:
    """Return the cities that a side must hold (BAR-MAP-07) or gets replacements from (BAR-REPL-04, BAR-V-REPL-01)."""
    return {*chain(*p.board.objectives), *p.table.replacement_cities}


def declared(p: Campaign, battle: int) -> Iterator[Told]:
    """Return the figures from a battle for the attacking side."""
    attackers, defenders = sides(p, battle)
    a, d = attack(p, attackers, defenders), defense(p, attackers, defenders)
    yield p.side, "battles", 1.0
    yield p.side, "odds", min(SURE, a / d)
    touching = p.contact.touching
    others = reduce(or_, (touching[u] for u in units_of(battle))) & ~battle
    if a * POOR < d and not others and not all(hemmed_in(p, u) for u in units_of(attackers)):
        yield p.side, "poor", 1.0


def hemmed_in(p: Campaign, u: int) -> bool:
    """Return whether every step of a unit leads to an enemy or an enemy zone of control."""
    enemy, board = 1 - p.side, p.board
    clear = ~(p.zones.occupied[enemy] | p.zones.controlled[enemy])
    return not board.nets[p.frozen].spread(board.grid.bit[p.at[u]]) & clear


def ended(p: Campaign) -> Iterator[Told]:
    """Return the figures for the final position."""
    for side in range(len(SEATS)):
        yield side, "points", float(p.points[side])
        yield side, "air", float(p.air[side])


CONDUCT = Conduct(FIGURES, heard, ended=ended)
