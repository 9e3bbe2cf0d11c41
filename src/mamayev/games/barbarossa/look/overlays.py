"""Overlays on the map: zones of control, isolated units and threats."""

from __future__ import annotations

from mamayev.engine import scene as sc
from mamayev.engine.words import counted
from mamayev.terrain.contact import units_of
from mamayev.terrain.look import shading, supply_line, threat

from ..printed.board import AXIS, LOST, RUSSIAN, SEATS
from ..rules.isolation import isolated, lines, why_cut_off
from ..rules.position import SIDE_NAMES, Campaign
from ..rules.threat import Blow, called, drafted, threats


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


def overlay(p: Campaign, name: str) -> sc.Overlay | None:
    """Return an overlay by its name; None for an unknown one."""
    if name == ISOLATED:
        return isolated_overlay(p)
    return threat_overlay(p, THREATS.index(name)) if name in THREATS else None


def isolated_overlay(p: Campaign, *, empty: bool = False) -> sc.Overlay:
    """Return the isolated units, each with its shortest line to a source, as far as the hex that cuts it."""
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


def threat_overlay(p: Campaign, side: int, *, empty: bool = False) -> sc.Overlay:
    """Return the best odds of the enemy against each stack of a side, in its next turn or the current one, with the
    units and their actions.
    """
    grid = p.board.grid
    found = {} if empty else threats(p, side)
    shown = threat(
        grid, THREATS[side], ENDANGERED[side], SEATS[1 - side], found, badge=blow_badge,
        says=lambda blow: blow_text(p, blow),
        origins=lambda blow: [p.at[u] for u in units_of(blow.attackers) if p.at[u] < LOST],
    )  # fmt: skip
    shown.drafts = {grid.ids[h]: row for h, blow in found.items() if (row := drafted(p, side, blow))}
    return shown


def blow_badge(blow: Blow) -> str:
    """Return the odds of an attack, marked if better ones are possible, and the odds with air factors."""
    odds = blow.odds + "+" * (blow.most > blow.column)
    return odds if blow.odds_with_air == blow.odds else f"{odds} ({blow.odds_with_air})"


def blow_text(p: Campaign, blow: Blow) -> str:
    """Describe a possible enemy attack in a sentence."""
    said = f"{p.names(blow.attackers)} against {p.names(blow.defenders)}: {blow.attack} to {blow.defense}, {blow.odds}."
    soaked = "; ".join(f"{p.names(few)} against {p.names(many)}" for few, many in blow.soaked)
    if soaked:
        said += f" Soak-offs: {soaked}."
    if blow.most > blow.column:
        said += f" Better odds may be possible, up to {called(blow.most)}."
    if blow.odds_with_air != blow.odds:
        said += f" With all {counted(blow.air, '# air factor', '# air factors')}, up to {blow.odds_with_air}."
    return said
