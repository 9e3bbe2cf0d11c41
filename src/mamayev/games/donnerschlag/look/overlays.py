"""Overlays on the map: command, zones, supply and its edges, roads, threats, possible attacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from mamayev.engine import scene as sc
from mamayev.engine.fields import OWN
from mamayev.engine.words import counted, listed
from mamayev.terrain.grid import Hexes
from mamayev.terrain.look import named, shading, supply_line, threat
from mamayev.terrain.supply import Supply

from ..printed.board import Board
from ..printed.map import SEATS
from ..printed.units import HEADQUARTERS, MOTORISED, TANK, members, set_of
from ..rules import odds
from ..rules.combat import Declared, able, targets
from ..rules.combat_locals import Combat
from ..rules.forecasts import column_name
from ..rules.outlook import trade
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
    """Return the available overlays.

    The command range of this activation is always filled in. The others are computed on demand: for both sides, command
    ranges, zones of control, supply and supply edges; then roads, the possible attacks, and the threats to a seat.
    """
    found = []
    if p.whom and (near := command(p)):
        found.append(shading(p.board.grid, "range", "Active range", "range", near, SEATS[p.active], shown=True))
    found += [
        sc.Overlay(id=f"{key}-{side}", title=title, kind=kind, side=side, asked=True)
        for key, title, kind in KINDS
        for side in SEATS
    ]
    found.append(sc.Overlay(id=ROADS, title="Roads", kind="range", asked=True))
    if attacks_now(p) and seat in (None, p.active):
        found.append(attacks_overlay(p, empty=True))
    return found if seat is None or not p.frames else [*found, threat_overlay(p, seat, {})]


def overlay(p: Operation, seat: int | None, wanted: str) -> sc.Overlay | None:
    """Return a requested overlay. Threats to a seat are for that seat only, because they depend on its knowledge of the
    enemy's cards. Returns None if the name is unknown."""
    grid = p.board.grid
    if wanted == ROADS:
        return shading(grid, ROADS, "Roads", "range", p.board.road)
    if wanted == ATTACKS and attacks_now(p) and seat in (None, p.active):
        return attacks_overlay(p)
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
    """DON-SUP-02: return the shortest supply line of each of a side's stacks or, if the line is cut, the part up to
    the cut. Units fed by a headquarters have none."""
    board = p.board
    supply = Supply(p.crossings.dry, board.sources[side], p.open_to(side))
    stacks = {p.at[u] for u in p.on_map(board.of_side[side] & board.troops & ~p.fed)}
    return [supply_line(board.grid, supply, h) for h in sorted(stacks)]


def covered(p: Operation, key: str, side: int) -> Hexes:
    """Return the hexes that a side's overlay covers."""
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


ATTACKS = "attacks"
ATTACKERS = ("What the Axis can attack", "What the Soviets can attack")


def attacks_now(p: Operation) -> bool:
    """Return whether the active side chooses a hex to attack."""
    return bool(p.frames) and p.box.name == "declare" and not p.frame("declare")[Declared.target]


def attacks_overlay(p: Operation, *, empty: bool = False) -> sc.Overlay:
    """Return the attacks that the active side can declare now, the best trade first. The client shows this overlay by
    default.
    """
    shown = sc.Overlay(
        id=ATTACKS, title=ATTACKERS[p.active], kind="threat", side=SEATS[p.active],
        asked=True, now=True, shown=True,
    )  # fmt: skip
    if empty:
        return shown
    hexes = 0
    for u in able(p):
        hexes |= targets(p, u, 0)
    shown.offers = sorted((ways(p, h) for h in p.board.grid.hexes(hexes)), key=lambda each: -gain(each.ways[each.best]))
    for each in shown.offers:
        best = each.ways[each.best]
        shown.values[each.space], shown.trades[each.space] = best.odds, best.trade
        shown.notes[each.space], shown.drafts[each.space] = best.text, best.draft
        shown.origins[each.space] = best.origins
    return shown


def ways(p: Operation, h: int) -> sc.Offers:
    """Return the ways to attack a hex: for each column, the fewest units, the strongest first, with and without a pair
    for the combined arms shift (DON-SHIFT-03)."""
    grid, strength = p.board.grid, p.board.strength
    units = sorted(
        (u for u in able(p) if targets(p, u, 0) & grid.bit[h]), key=lambda u: (-strength[u][p.steps[u]], u)
    )  # fmt: skip
    kinds = ([u for u in units if p.board.of_kind[kind] >> u & 1][:1] for kind in (TANK, MOTORISED))
    pair = [u for row in kinds for u in row]
    fewest: dict[int, list[int]] = {}
    for order in (units, [*pair, *(u for u in units if u not in pair)]):
        for number in range(1, len(order) + 1):
            column = odds.column(p, battle(h, order[:number]))[1]
            if column not in fewest or number < len(fewest[column]):
                fewest[column] = order[:number]
    # A few attackers below 1-1 are no way if more of them can do better.
    columns = sorted(n for n in fewest if n != odds.BELOW or len(fewest) == 1)
    found = [offer(p, h, fewest[n], whole=len(fewest[n]) == len(units)) for n in columns]
    title = f"{p.board.places[h]}: {listed([p.board.units[u].name for u in p.units_in(h, 1 - p.active)])}"
    return sc.Offers(grid.ids[h], title, found, max(range(len(found)), key=lambda n: gain(found[n])))


def battle(h: int, units: list[int]) -> list[int]:
    """Return the combat frame for an attack on a hex by the given units."""
    f = [0] * (OWN + len(Combat.names))
    f[Combat.target], f[Combat.attackers] = h, set_of(units)
    return f


def offer(p: Operation, h: int, units: list[int], *, whole: bool) -> sc.Offer:
    """Return one way to attack a hex. `whole`: whether all units that can attack it take part."""
    board, grid = p.board, p.board.grid
    f = battle(h, units)
    attack, defense = odds.sums(p, f)
    names = listed([board.units[u].name for u in units])
    return sc.Offer(
        odds=column_name(odds.column(p, f)[1]), attack=attack, defense=defense, trade=trade(p, f),
        text=f"{names} attack{'s' if len(units) == 1 else ''} {board.places[h]}.",
        pieces=tuple(board.units[u].id for u in units),
        against=tuple(board.units[u].id for u in p.units_in(h, 1 - p.active)),
        origins=named(grid, sorted({p.at[u] for u in units})),
        draft=[f"assault {grid.ids[h]}"] if whole else [f"attack {board.units[u].id} {grid.ids[h]}" for u in units],
    )  # fmt: skip


def gain(way: sc.Offer) -> float:
    """Return how many more steps an attack kills than it costs."""
    return way.trade.kills - way.trade.costs


def blow_text(board: Board, blow: Blow, shift: int, held: float) -> str:
    """Describe a possible enemy attack, and how likely the enemy is to hold the cards for it. `shift`: the largest
    shift that a card can give. `held`: the chance that the enemy holds such a card.
    """
    names = ", ".join(board.units[u].name for u in members(blow.attackers))
    moved = f", {column_name(blow.column)} with the shifts" if blow.column != blow.base else ""
    chance = blow.means.chance
    card = (
        "The enemy has no activation cards now." if chance is None
        else "The enemy can activate it." if chance == 1
        else f"Chance of a card for it: {percent(chance)}."
    )  # fmt: skip
    further = counted(shift, "# column", "# columns")
    more = f" A card before combat can add up to {further}; chance of one: {percent(held)}." if shift else ""
    return f"{blow.means.name}: {names}; {blow.attack} to {blow.defence}, {column_name(blow.base)}{moved}. {card}{more}"


def percent(chance: float) -> str:
    """Format a probability as a percentage for display."""
    return "certain" if chance == 1 else f"{round(100 * chance)}%"
