"""Overlays on the map: command, zones, supply and its edges, roads, threats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from mamayev.engine import scene as sc
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes
from mamayev.terrain.look import shading, supply_line, threat
from mamayev.terrain.supply import Supply

from ..printed.board import Board
from ..printed.map import SEATS
from ..printed.units import HEADQUARTERS, members
from ..rules.forecasts import column_name
from ..rules.position import Operation
from ..rules.threat import Blow, shifting_cards, threats
from .panel import command

KINDS: tuple[tuple[str, str, Literal["zone", "range", "supply"]], ...] = (
    ("command", "Command", "range"), ("zones", "Zones", "zone"), ("supply", "Supply", "supply"),
    ("edge", "Edges", "supply"),
)  # fmt: skip
ROADS = "roads"
THREATS = tuple(f"threats-{seat}" for seat in SEATS)
ENDANGERED = ("Danger to the Axis", "Danger to the Soviets")


def overlays(p: Operation, seat: int | None) -> list[sc.Overlay]:
    """Return the command range of this activation and, on demand, command, zones of control, supply and its edges of
    both sides, roads, and the threats to a seat."""
    found = []
    if p.whom and (near := command(p)):
        found.append(shading(p.board.grid, "range", "Active range", "range", near, SEATS[p.active], shown=True))
    found += [
        sc.Overlay(id=f"{key}-{side}", title=title, kind=kind, side=side, asked=True)
        for key, title, kind in KINDS
        for side in SEATS
    ]
    found.append(sc.Overlay(id=ROADS, title="Roads", kind="range", asked=True))
    return found if seat is None or not p.frames else [*found, threat_overlay(p, seat, {})]


def overlay(p: Operation, seat: int | None, wanted: str) -> sc.Overlay | None:
    """Return a requested overlay. Threats to a seat are for that seat only, because they depend on its knowledge of the
    enemy's cards. None for an unknown name."""
    grid = p.board.grid
    if wanted == ROADS:
        return shading(grid, ROADS, "Roads", "range", p.board.road)
    if seat is not None and p.frames and wanted == THREATS[seat]:
        return threat_overlay(p, seat, threats(p, seat))
    for key, title, kind in KINDS:
        for s, side in enumerate(SEATS):
            if wanted == f"{key}-{side}":
                found = shading(grid, wanted, title, kind, covered(p, key, s), side)
                if key == "supply":
                    found.lines = supply_lines(p, s)
                return found
    return None


def supply_lines(p: Operation, side: int) -> list[tuple[str, ...]]:
    """DON-SUP-02: return the line of each stack of a side, the shortest if it is supplied, else up to the cut; none for
    units that a headquarters feeds."""
    board = p.board
    supply = Supply(p.crossings.dry, board.sources[side], p.open_to(side))
    stacks = {p.at[u] for u in p.on_map(board.of_side[side] & board.troops & ~p.fed)}
    return [supply_line(board.grid, supply, h) for h in sorted(stacks)]


def covered(p: Operation, key: str, side: int) -> Hexes:
    """Return the hexes of a side's overlay."""
    board = p.board
    if key == "command":
        found = 0
        for hq in p.on_map(board.of_kind[HEADQUARTERS] & board.of_side[side]):
            found |= board.grid.disc(p.at[hq], board.ranges[hq])
        return found
    if key == "zones":
        return p.controlled(side)
    return p.supplied(side) if key == "supply" else board.sources[side]


def threat_overlay(p: Operation, side: int, found: Mapping[int, Blow]) -> sc.Overlay:
    """Return the best column that the enemy can reach against each stack of a side in one activation, with the units
    and the known cards."""
    cards = shifting_cards(p, 1 - side) if found else (0, 0.0)
    return threat(
        p.board.grid, THREATS[side], ENDANGERED[side], SEATS[1 - side], found,
        badge=lambda blow: column_name(blow.column),
        says=lambda blow: blow_text(p.board, blow, *cards),
        origins=lambda blow: (p.at[u] for u in members(blow.attackers)),
    )  # fmt: skip


def blow_text(board: Board, blow: Blow, shift: int, held: float) -> str:
    """Describe a possible enemy attack, and the probability of its cards.

    `shift`: the largest shift of a card. `held`: the chance that the enemy holds such a card.
    """
    names = ", ".join(board.units[u].name for u in members(blow.attackers))
    moved = f", {column_name(blow.column)} with the shifts" if blow.column != blow.base else ""
    chance = blow.means.chance
    card = (
        "The enemy has no activation card now." if chance is None
        else "The enemy can activate it." if chance == 1
        else f"Chance of a card for it: {percent(chance)}."
    )  # fmt: skip
    further = counted(shift, "# column", "# columns")
    more = f" A card before combat can add up to {further}; chance of one: {percent(held)}." if shift else ""
    return f"{blow.means.name}: {names}; {blow.attack} to {blow.defence}, {column_name(blow.base)}{moved}. {card}{more}"


def percent(chance: float) -> str:
    """Format a chance for players."""
    return "certain" if chance == 1 else f"{round(100 * chance)}%"
