"""Facts about a position by name, for scripts, tests and programs."""

from __future__ import annotations

from typing import Any

from ..printed.map import BOX_0
from . import rumors, survival, variable
from .charts import LEVELS, WEATHER
from .control import council_bonus, in_set_up, morale, units_in_play
from .position import Pocket
from .set_up import what_if_in_words
from .verbs import ENTRIES

NUMBERS = {
    "turn": "turn",
    "supply": "supply",
    "ip": "ip",
    "wounded": "wounded",
    "evacuated_wounded": "evacuated",
    "ssi": "ssi",
    "fo": "offensive",
    "tally": "tally",
    "isolated_tally": "isolated_tally",
    "attack_without_foa": "attacks_without_foa",
    "foa_bonus": "foa_bonus",
    "hq_politics": "politics",
    "commitment": "commitment",
    "airlift_each_turn": "airlift_each_turn",
    "linked": "linked",
}
FLAGS = {
    "final_offensive": "launched",
    "appeal_penalty": "appeal_penalty",
    "foa": "foa",
    "luftwaffe_marker": "luftwaffe_marker",
    "hoth_marker": "hoth_marker",
    "manstein": "manstein",
    "surrendered": "surrendered",
    "collapsed": "collapsed",
}
COUNTS = {"areas": "german", "soviet_units": "soviet", "deck": "deck", "discard": "discard", "removed": "removed"}
"""The facts that are numbers, flags or sizes of sets, by the position field that stores them."""


def facts(p: Pocket) -> dict[str, Any]:
    """Return all facts about a position."""
    found: dict[str, Any] = {name: getattr(p, field) for name, field in NUMBERS.items()}
    found |= {name: bool(getattr(p, field)) for name, field in FLAGS.items()}
    found |= {name: getattr(p, field).bit_count() for name, field in COUNTS.items()}
    found |= {
        "morale": morale(p),
        "weather": WEATHER[p.weather],
        "luftwaffe": LEVELS[p.luftwaffe] or None,
        "relief": LEVELS[p.relief] or None,
        "hoth_box": p.relief_box or None,
        "hoth_area": p.relief_area or None,
        "entry": ENTRIES[p.relief_letter].name,
        "appeal_allowed": not p.appeal_barred and not p.appealed,
        "to_place": p.frame("set-up")[variable.Plan.waiting].bit_count() if in_set_up(p) else 0,
        "what_if": what_if_in_words(p) or None,
        "units": len(units_in_play(p)),
        "over": not p.frames,
    }
    if p.table.council_of_war:
        found |= {"council": bool(p.council & 1), "council_bonus": council_bonus(p)}
    if p.table.rumors:
        found |= rumors.facts(p)
    if p.table.survival:
        found |= survival.facts(p)
    return found | of_units(p) | of_areas(p)


def of_units(p: Pocket) -> dict[str, Any]:
    """Return the place of each unit (an area's number, a box's id, or 0 for out of play) and the side that it shows."""
    found: dict[str, Any] = {}
    for unit, counter in enumerate(p.table.components.units):
        space = p.at[unit]
        found[f"unit.{counter.id}"] = space if space <= BOX_0 else p.table.space_id(space)
        found[f"unit.{counter.id}.side"] = ("lost", "depleted", "full")[p.steps[unit]] if space else "out"
    return found


def of_areas(p: Pocket) -> dict[str, Any]:
    """Return the controller and the markers of each area."""
    found: dict[str, Any] = {}
    for area in range(1, BOX_0 + 1):
        for name, held in (
            ("german", p.german),
            ("soviet", p.soviet),
            ("hit", p.hits),
            ("breakthrough", p.breakthrough),
        ):
            found[f"{name}_{area}"] = bool(held >> area & 1)
        found[f"pdm_{area}"] = "active" if p.pdm_active[area] else "inactive" if p.pdm_inactive[area] else "none"
    return found
