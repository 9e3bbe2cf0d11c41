"""Stalingrad: Inferno on the Volga, August to November 1942, a block game in which the rules can play the Soviets."""

from __future__ import annotations

from pathlib import Path

from mamayev.engine.bot import PROBES, staffed
from mamayev.engine.foresight import Foresight
from mamayev.engine.late import late
from mamayev.engine.ledger import Ledger
from mamayev.engine.table import Game

DATA = Path(__file__).parent / "data"
LEDGER = Ledger.load(DATA / "rules.toml")
DOC = (
    "As the Germans, attacks where it is likely to win, goes for the Spawn hexes and calls for reinforcements in time. "
    "As the Soviets, stacks its blocks so that its deck runs out, and retakes Spawn hexes."
)
GAME = Game(
    name="inferno",
    title="Inferno on the Volga",
    blurb="The fight for Stalingrad, August to November 1942: blocks, rubble, and a Soviet side that the rules run.",
    scale="A city along the Volga, hexes",
    hours="1-2",
    portrait=60,
    complexity=2,
    players=1,
    version="3",
    seats=("german", "soviet", "partner"),
    hides=True,
    ruled={"soviet": {"soviet_side": "procedure"}, "partner": {"german_players": "1"}},
    component_files=("map.toml", "units.toml", "cards.toml", "shapes.json"),
    export_components=late(f"{__name__}.printed.map:PRINTED.export"),
    statements=late(f"{__name__}.printed.statements:STATEMENTS"),
    workshop=late(f"{__name__}.printed.workshop:WORKSHOP"),
    ledger=lambda: LEDGER,
    open=late(f"{__name__}.rules.table:Inferno"),
    look=late(f"{__name__}.look.look:CityLook"),
    situations=late(f"{__name__}.lab.situations:CitySituations"),
    observation=late(f"{__name__}.lab.observation:observation"),
    features=late(f"{__name__}.lab.features:features"),
    bots={"staff": staffed(__name__, "staff", DOC, intent=True, near="near", commanded=True)},
    command=late(f"{__name__}.staff.command:COMMAND"),
    probes={name: staffed(__name__, name, doc) for name, doc in PROBES.items()},
    study=late(f"{__name__}.lab.study:PLAN"),
    telling=late(f"{__name__}.look.telling:CityTelling"),
    foresight=Foresight(
        frozenset({"german-round", "use-die"}),
        horizon=4,
        values=DATA / "values.json",
        plans=1,
        begins=late(f"{__name__}.staff:begins"),
        campaign=DATA / "plans.toml",
        season=4,
    ),
    league=DATA / "league.json",
    background=DATA / "background.toml",
    lessons=(DATA / "lessons" / "first-rounds.toml",),
    examples=tuple(sorted((DATA / "examples").glob("*.toml"))),
)
