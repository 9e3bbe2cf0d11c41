"""What the staff is after in a turn: its battles, or where it goes, as a sentence and arrows on the map."""

from __future__ import annotations

from mamayev.engine.bot import Intent
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted
from mamayev.terrain.contact import units_of

from ..position import Campaign
from .appreciation import aims, distances, hex_of
from .attack import Battle, worth
from .staff import battles, plan
from .style import STAFF

MOST = 3
"""Arrows on the map."""


def intent(p: Campaign) -> Intent | None:
    """The intent of whoever moves or declares battles; None at all other decisions."""
    style = STAFF[p.seat]
    if p.box.name == "move":
        return told(p, list(plan(p, style).battles))
    return told(p, battles(p, style)) if p.box.name == "declare" else None


def told(p: Campaign, meant: list[Battle]) -> Intent:
    """The battles that are worth most, and the aim that the army is nearest to."""
    grid = p.board.grid
    main = sorted((b for b in meant if not b.soak), key=lambda b: -worth(p.board, b.defenders))
    arrows = [struck(p, battle) for battle in main[:MOST]]
    goal = nearest_aim(p)
    if goal is not None and len(arrows) < MOST:
        arrows.append(Arrow(kind="later", from_=grid.ids[goal[0]], to=grid.ids[goal[1]]))
    onward = "" if goal is None else f"; the next aim is {p.table.places[goal[1]]}"
    if not main:
        return Intent(f"No attack pays this month: the line is held{onward}.", tuple(arrows))
    where = " and ".join(f"{place(p, battle)} at {battle.odds}" for battle in main[:2])
    number = counted(len(meant), "# battle", "# battles")
    return Intent(f"The main effort is {where}, in {number}{onward}.", tuple(arrows))


def struck(p: Campaign, battle: Battle) -> Arrow:
    """From the strongest attacker to whom it strikes."""
    grid = p.board.grid
    lead = max(units_of(battle.attackers), key=lambda u: p.board.units[u].attack)
    return Arrow(kind="attack", from_=grid.ids[p.at[lead]], to=grid.ids[target(p, battle)])


def target(p: Campaign, battle: Battle) -> int:
    """The hex of the strongest defender."""
    return p.at[max(units_of(battle.defenders), key=lambda u: p.board.units[u].defense)]


def place(p: Campaign, battle: Battle) -> str:
    """Where a battle is fought."""
    name: str = p.table.places[target(p, battle)]
    return name


def nearest_aim(p: Campaign) -> tuple[int, int] | None:
    """Where the unit stands that has the shortest way to a city that is still to be won, and that city."""
    board = p.board
    found = []
    for city in aims(p, p.side):
        way = distances(board, board.grid.bit[hex_of(board, city)], p.frozen)
        start = min((p.at[u] for u in p.units(p.side)), key=way.__getitem__, default=None)
        if start is not None:
            found.append((way[start], start, hex_of(board, city)))
    return min(found)[1:] if found else None
