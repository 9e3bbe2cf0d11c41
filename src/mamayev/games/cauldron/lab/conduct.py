"""Behavior metrics for the 6th Army: attacks and their chances, units lost to hunger, undefended Key Areas, and unspent
points.
"""

from __future__ import annotations

from collections.abc import Iterator

from mamayev.engine.event import Event, Loss, Roll
from mamayev.engine.notation import verb_of
from mamayev.engine.study import Conduct, Figure, Told

from ..rules.control import keys
from ..rules.position import Pocket
from ..rules.verbs import TACTICAL

PAULUS = 0
POOR = 1 / 4
"""Attacks with a success rate below this count as odds of 1-3 at best."""

FIGURES = (
    Figure("battles", "Own attacks per turn", "Regular Attacks that were rolled.", "turn", 0.1, 6.0),
    Figure("odds", "Chance of own attacks", "Chance that the roll succeeds.", "each", 0.3, 1.0),
    Figure("poor", "Attacks worse than 1-3", "Rolls with a chance below 25%.", high=1.0),
    Figure("tactical", "Tactical Attacks per turn", "They delay the Final Offensive.", "turn", 0.1, 1.0),
    Figure("starved", "Units lost by hunger", "Eliminated by upkeep losses.", high=3.0),
    Figure("open_keys", "Key areas attacked without a garrison", "Soviet attacks on Key Areas without a German unit.",
           high=2.0),
    Figure("ip", "Initiative Points unspent", "At the end.", high=6.0),
    Figure("supply", "Supply unspent", "At the end.", high=12.0),
)  # fmt: skip


def heard(p: Pocket, event: Event) -> Iterator[Told]:
    """Yield the metrics from an event: an attack roll by either side, or the loss of a unit."""
    if isinstance(event, Roll):
        if event.chart == "E":
            chance = min(1.0, max(0.0, (7 - p.table.charts.e + sum(m.value for m in event.modifiers)) / 6))
            yield PAULUS, "battles", 1.0
            yield PAULUS, "odds", chance
            yield PAULUS, "poor", float(chance < POOR)
        elif event.chart == "G" and event.spaces and event.spaces[0].isdigit():
            area = int(event.spaces[0])
            yield PAULUS, "open_keys", float(keys(p) >> area & 1 and not p.count[area])
    elif isinstance(event, Loss) and any(clause.startswith("CAU-UPK") for clause in event.clauses):
        yield PAULUS, "starved", 1.0


def took(p: Pocket, seat: int, action: int) -> Iterator[Told]:
    """Yield the metrics from a decision: a Tactical Attack."""
    if verb_of(action) == TACTICAL:
        yield PAULUS, "tactical", 1.0


def ended(p: Pocket) -> Iterator[Told]:
    """Yield the metrics from the end of the game: unspent points."""
    yield PAULUS, "ip", float(p.ip)
    yield PAULUS, "supply", float(p.supply)


CONDUCT = Conduct(FIGURES, heard, took, ended)
