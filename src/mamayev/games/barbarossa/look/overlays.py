"""Overlays on the map: zones of control, isolated units and threats."""

from __future__ import annotations

from collections.abc import Collection

from mamayev.engine import scene as sc
from mamayev.engine.words import counted
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.look import named, shading, supply_line, threat

from ..printed.board import AXIS, LOST, RUSSIAN, SEATS
from ..rules import trade
from ..rules.isolation import isolated, lines, why_cut_off
from ..rules.position import SIDE_NAMES, Campaign
from ..rules.threat import Blow, acts_now, best_way, called, drafted, later, offers, threats


def overlays(p: Campaign) -> list[sc.Overlay]:
    """Return the zones of control of both sides and, on demand, the isolated units and the threats."""
    grid = p.board.grid
    found = [
        shading(
            grid, f"zones-{seat}", f"Zones of control: {SIDE_NAMES[side]}", "zone", p.zones.controlled[side], side=seat
        )
        for side, seat in enumerate(SEATS)
    ]
    asked = [threat_overlay(p, side, empty=True) for side in (AXIS, RUSSIAN)] if p.turn else []
    return [*found, isolated_overlay(p, empty=True), *asked]


ISOLATED = "isolated"


def overlay(p: Campaign, name: str, apart: Collection[str] = ()) -> sc.Overlay | None:
    """Return an overlay by its name, or None if the name is unknown. `apart`: the ids of units that other attacks
    need.
    """
    if name == ISOLATED:
        return isolated_overlay(p)
    if name not in THREATS:
        return None
    units = sum({1 << p.board.unit[one] for one in apart if one in p.board.unit})
    return threat_overlay(p, THREATS.index(name), apart=units)


def isolated_overlay(p: Campaign, *, empty: bool = False) -> sc.Overlay:
    """Return the isolated units, each with its shortest line to a source, up to the hex where the line is cut."""
    grid = p.board.grid
    shown = sc.Overlay(id=ISOLATED, title="Isolated units", kind="supply", asked=True)
    for side in () if empty else (AXIS, RUSSIAN):
        found = lines(p, side)
        for h in sorted({p.at[u] for u in units_of(isolated(p, side))}):
            shown.spaces += (grid.ids[h],)
            shown.lines.append(supply_line(grid, found, h))
            shown.notes[grid.ids[h]] = f"Isolated: {why_cut_off(p, side, h, found)[0]}."
    return shown


THREATS = tuple(f"threats-{seat}" for seat in SEATS)
ENDANGERED = ("Danger to the Axis", "Danger to the Russians")
ATTACKS = ("What the Russians can attack", "What the Axis can attack")
"""The overlay's titles while the enemy can attack at once."""


def threat_overlay(p: Campaign, side: int, *, empty: bool = False, apart: Units = 0) -> sc.Overlay:
    """Return the attacks on a side: all ways in which its enemy can attack each stack now, or else the enemy's best
    odds against each stack in the next turn. `apart`: units that other attacks need.
    """
    grid, now = p.board.grid, acts_now(p, 1 - side)
    ways = offers(p, apart) if now and not empty else {}
    best = {h: row[best_way(row)] for h, row in ways.items()}
    found = best or ({} if empty or now else threats(p, side))
    shown = threat(
        grid, THREATS[side], (ATTACKS if now else ENDANGERED)[side], SEATS[1 - side], found, badge=blow_badge,
        says=lambda blow: blow_text(p, blow),
        origins=lambda blow: [p.at[u] for u in units_of(blow.attackers) if p.at[u] < LOST],
    )  # fmt: skip
    shown.now = now
    shown.trades = {grid.ids[h]: trade.shown(blow.trade) for h, blow in found.items() if blow.trade is not None}
    rows = [offered(p, h, row) for h, row in ways.items()]
    rows = sorted([each for each in rows if each.ways], key=lambda each: -gain(each.ways[each.best]))
    shown.offers = rows
    shown.drafts = {each.space: each.ways[each.best].draft for each in rows}
    return shown


def offered(p: Campaign, h: int, row: list[Blow]) -> sc.Offers:
    """Return the ways to attack a hex now."""
    board, able = p.board, [(blow, draft) for blow in row if (draft := drafted(p, blow)) is not None]
    stack = sum(1 << u for u in p.units(1 - p.side) if p.at[u] == h)
    moving = p.box.name == "move"
    found = [
        sc.Offer(
            odds=blow.odds, attack=blow.attack, defense=blow.defense, trade=trade.shown(blow.trade or trade.NOTHING),
            text=blow_text(p, blow), pieces=tuple(board.units[u].id for u, _ in blow.places),
            against=tuple(board.units[u].id for u in units_of(blow.targets)),
            origins=named(board.grid, sorted({p.at[u] for u in units_of(blow.attackers)})),
            draft=draft, later=later(p, blow) if moving else [],
        )
        for blow, draft in able
    ]  # fmt: skip
    best = best_way([blow for blow, _ in able]) if able else 0
    return sc.Offers(board.grid.ids[h], f"{p.table.places[h]}: {p.names(stack)}", found, best)


def gain(way: sc.Offer) -> float:
    """Return the factors that an attack kills minus the factors that it costs."""
    return way.trade.kills - way.trade.costs


def blow_badge(blow: Blow) -> str:
    """Return the odds of an attack, marked if better odds are possible, and the odds with air factors."""
    odds = blow.odds + "+" * (blow.most > blow.column)
    return odds if blow.odds_with_air == blow.odds else f"{odds} ({blow.odds_with_air})"


def blow_text(p: Campaign, blow: Blow) -> str:
    """Describe a possible enemy attack in a sentence."""
    said = f"{p.names(blow.attackers)} against {p.names(blow.defenders)}: {blow.attack} to {blow.defense}, {blow.odds}."
    soaked = "; ".join(f"{p.names(few)} against {p.names(many)}" for few, many in blow.soaked)
    if soaked:
        said += f" Soak-offs: {soaked}."
    if blow.trade is not None:
        said += f" {trade.in_words(blow.trade)}"
    if blow.most > blow.column:
        said += f" Better odds may be possible, up to {called(blow.most)}."
    if blow.odds_with_air != blow.odds:
        said += f" With all {counted(blow.air, '# air factor', '# air factors')}, up to {blow.odds_with_air}."
    return said
