"""Barbarossa: the classic of 1963, Army Group against Front from June 1941 to May 1943, on a board of 2184 hexes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from mamayev.engine.bot import PROBES, Bot, Policy
from mamayev.engine.foresight import Foresight
from mamayev.engine.late import late
from mamayev.engine.table import Game

from .options import OPTIONS, PRESETS

DATA = Path(__file__).parent / "data"


COMMANDERS = {
    "staff": "Plays either side: attacks where the odds pay for the soak-offs, holds a line that nobody gets past."
}


MOVE = "move"
STYLES = ("bold", "careful", "ground", "depth", "far back", "reserves", "dense", "thin")
"""Other ways of the staff (`staff.style`)."""


def _policy(name: str, style: str = "") -> Policy:
    def policy(p: Any, _rng: Random) -> int:
        from .staff import command

        return command(name, p, style).action

    return policy


def _reason(name: str, style: str = "") -> Callable[[Any, int], str]:
    def why(p: Any, action: int) -> str:
        from .staff import reason

        return reason(name, p, action, style)

    return why


def _commander(name: str) -> Bot:
    why = _reason(name)
    doc = {**PROBES, **COMMANDERS}[name]
    if name != "staff":
        return Bot(_policy(name), why, doc)
    styles = {style: _policy(name, style) for style in STYLES}
    near = Bot(_policy(name, "near"), _reason(name, "near"), doc)
    return Bot(
        _policy(name),
        why,
        doc,
        intent=late(f"{__name__}.staff.directions:intent"),
        styles=styles,
        near=near,
        brief=_policy(name, "brief"),
    )


def _begins(p: Any) -> bool:
    """Whether a month's movement begins: the battles and the line are planned by then."""
    from .rules.movement import movers

    return bool(p.box.name == MOVE and p.ready == movers(p))


GAME = Game(
    name="barbarossa",
    title="Barbarossa",
    blurb="The invasion of the Soviet Union, June 1941 to May 1943: a hundred corps and armies, odds and soak-offs.",
    scale="Eastern front, 50 km hexes",
    hours="6-10",
    portrait=130,
    complexity=3,
    version="4",
    seats=("german", "russian"),
    editions=("1963",),
    edition_docs={"1963": "The classic of 1963, reconstructed: what no source gave is marked as a house rule."},
    options=OPTIONS,
    presets=PRESETS,
    component_files=("map.toml", "units.toml", "setup.toml", "shapes.json"),
    export_components=late(f"{__name__}.printed.board:PRINTED.export"),
    workshop=late(f"{__name__}.printed.workshop:WORKSHOP"),
    statements=late(f"{__name__}.printed.statements:STATEMENTS"),
    foresight=Foresight(
        frozenset({MOVE}),
        horizon=2,
        values=DATA / "values.json",
        plans=9,
        begins=_begins,
        confirm=3,
    ),
    league=DATA / "league.json",
    background=DATA / "background.toml",
    lessons=(DATA / "lessons" / "first-turn.toml",),
    examples=tuple(sorted((DATA / "examples").glob("*.toml"))),
    ledger=late(f"{__name__}.rules.setting:ledger"),
    open=late(f"{__name__}.rules.table:Barbarossa"),
    look=late(f"{__name__}.look.look:CampaignLook"),
    situations=late(f"{__name__}.lab.situations:CampaignSituations"),
    observation=late(f"{__name__}.lab.observation:observation"),
    features=late(f"{__name__}.lab.features:features"),
    study=late(f"{__name__}.lab.study:PLAN"),
    bots={name: _commander(name) for name in COMMANDERS},
    probes={name: _commander(name) for name in PROBES},
)
