"""Barbarossa: the 1963 classic, army groups against fronts from June 1941 to May 1943, on a board of 2184 hexes."""

from __future__ import annotations

from pathlib import Path

from mamayev.engine.bot import PROBES, staffed
from mamayev.engine.foresight import Foresight
from mamayev.engine.late import late
from mamayev.engine.ledger import Ledger
from mamayev.engine.table import Game

DATA = Path(__file__).parent / "data"
LEDGER = Ledger.load(DATA / "rules.toml")
DOC = "Plays either side. Attacks if the odds justify the soak-offs, and holds a line without gaps."
STYLES = ("bold", "careful", "ground", "depth", "far back", "reserves", "dense", "thin")
"""The plans that a search compares with the staff's own (`staff.style`)."""

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
    component_files=("map.toml", "units.toml", "setup.toml", "shapes.json"),
    export_components=late(f"{__name__}.printed.board:PRINTED.export"),
    workshop=late(f"{__name__}.printed.workshop:WORKSHOP"),
    statements=late(f"{__name__}.printed.statements:STATEMENTS"),
    foresight=Foresight(
        frozenset({"move"}),
        horizon=2,
        values=DATA / "values.json",
        plans=9,
        begins=late(f"{__name__}.staff.staff:begins"),
        confirm=3,
        campaign=DATA / "plans.toml",
        season=3,
    ),
    league=DATA / "league.json",
    background=DATA / "background.toml",
    lessons=tuple(DATA / "lessons" / f"{name}.toml" for name in ("first-turn", "attacks", "orders")),
    examples=tuple(sorted((DATA / "examples").glob("*.toml"))),
    ledger=lambda: LEDGER,
    open=late(f"{__name__}.rules.table:Barbarossa"),
    look=late(f"{__name__}.look.look:CampaignLook"),
    situations=late(f"{__name__}.lab.situations:CampaignSituations"),
    observation=late(f"{__name__}.lab.observation:observation"),
    features=late(f"{__name__}.lab.features:features"),
    study=late(f"{__name__}.lab.study:PLAN"),
    telling=late(f"{__name__}.look.telling:CampaignTelling"),
    bots={
        "staff": staffed(__name__, "staff", DOC, intent=True, styles=STYLES, near="near", brief="brief", commanded=True)
    },
    command=late(f"{__name__}.staff.command:COMMAND"),
    probes={name: staffed(__name__, name, doc) for name, doc in PROBES.items()},
)
