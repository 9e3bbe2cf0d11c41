"""Donnerschlag: the relief attack toward Stalingrad, December 1942, with cards and a secret meeting zone."""

from __future__ import annotations

from pathlib import Path

from mamayev.engine.bot import PROBES, staffed
from mamayev.engine.foresight import Budget, Foresight
from mamayev.engine.late import late
from mamayev.engine.ledger import Ledger
from mamayev.engine.table import Game

DATA = Path(__file__).parent / "data"
LEDGER = Ledger.load(DATA / "rules.toml")
STYLES = ("bold", "careful", "killing")
"""The plans that a search compares with the staff's own."""
DOC = "As the Axis, breaks through to a zone with its divisions together. As the Soviets, blocks and cuts the way."
GAME = Game(
    name="donnerschlag",
    title="Donnerschlag",
    blurb="The relief of the 6th Army, December 1942: alternating activations, hidden hands, a secret meeting zone.",
    version="6",
    seats=("axis", "soviet"),
    hides=True,
    component_files=("map.toml", "units.toml", "cards.toml", "shapes.json"),
    export_components=late(f"{__name__}.printed.map:PRINTED.export"),
    workshop=late(f"{__name__}.printed.workshop:WORKSHOP"),
    statements=late(f"{__name__}.printed.statements:STATEMENTS"),
    foresight=Foresight(
        frozenset({"activation-card"}),
        horizon=2,
        values=DATA / "values.json",
        plans=1,
        begins=late(f"{__name__}.staff.staff:begins"),
        campaign=DATA / "plans.toml",
        season=3,
        budget=Budget(block=4, screen=4, confirm=8),
    ),
    league=DATA / "league.json",
    background=DATA / "background.toml",
    lessons=(DATA / "lessons" / "first-turn.toml",),
    examples=tuple(sorted((DATA / "examples").glob("*.toml"))),
    ledger=lambda: LEDGER,
    open=late(f"{__name__}.rules.table:Donnerschlag"),
    look=late(f"{__name__}.look.look:OperationLook"),
    situations=late(f"{__name__}.lab.situations:OperationSituations"),
    observation=late(f"{__name__}.lab.observation:observation"),
    features=late(f"{__name__}.lab.features:features"),
    study=late(f"{__name__}.lab.study:PLAN"),
    telling=late(f"{__name__}.look.telling:OperationTelling"),
    bots={"staff": staffed(__name__, "staff", DOC, intent=True, styles=STYLES, near="near", commanded=True)},
    command=late(f"{__name__}.staff.command:COMMAND"),
    probes={name: staffed(__name__, name, doc) for name, doc in PROBES.items()},
    scale="836 hexes of 4 km, battalions and brigades",
    hours="4-6",
    # Players alternate five or six times in a turn, so a turn takes days.
    daily=(7, 48),
    complexity=3,
)
