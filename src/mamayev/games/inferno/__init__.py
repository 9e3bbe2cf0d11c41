"""Inferno: Stalingrad: Inferno on the Volga, August to November 1942, a block game whose Soviet side the rules run."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from mamayev.engine.bot import PROBES, Bot
from mamayev.engine.foresight import Foresight
from mamayev.engine.late import late
from mamayev.engine.ledger import Ledger
from mamayev.engine.table import Game

DATA = Path(__file__).parent / "data"
LEDGER = Ledger.load(DATA / "rules.toml")


def _staff(p: Any, rng: random.Random) -> int:
    from .staff import german_staff, soviet_staff

    return soviet_staff.play(p, rng) if p.seat == SOVIET else german_staff.play(p, rng)


def _near(p: Any, rng: random.Random) -> int:
    from .staff import german_staff, soviet_staff
    from .staff.style import GERMAN_NEAR, SOVIET_NEAR

    if p.seat == SOVIET:
        return soviet_staff.play(p, rng, SOVIET_NEAR)
    return german_staff.play(p, rng, GERMAN_NEAR)


def _why(p: Any, action: int) -> str:
    from .staff import reasons, soviet_reasons

    return soviet_reasons.why(p, action) if p.seat == SOVIET else reasons.why(p, action)


def _rank(p: Any) -> list[tuple[int, float]]:
    from .staff.style import GERMAN_STAFF

    return _weighed(p, GERMAN_STAFF)


def _near_rank(p: Any) -> list[tuple[int, float]]:
    from .staff.style import GERMAN_NEAR

    return _weighed(p, GERMAN_NEAR)


def _weighed(p: Any, style: Any) -> list[tuple[int, float]]:
    from .staff import german_staff

    return [(action, worth) for worth, action in german_staff.rated(p, style)] if p.box.name == ROUND else []


def _probe(name: str) -> Bot:
    def policy(p: Any, rng: random.Random) -> int:
        from .staff import probes

        return probes.play(name, p, rng)

    return Bot(policy, lambda _p, _action: PROBES[name], PROBES[name])


SEATS = ("german", "soviet", "partner")
SOVIET = SEATS.index("soviet")
ROUND = "german-round"
"""The choice of the round's action."""

DOC = (
    "As the Germans it attacks where it likely wins, goes for the Spawn hexes and calls for reinforcements in time; as "
    "the Soviets it stacks its blocks so that its deck runs out, and takes Spawn hexes back."
)
STAFF = Bot(
    _staff,
    _why,
    DOC,
    rank=_rank,
    intent=late(f"{__name__}.staff.directions:intent"),
    near=Bot(_near, _why, DOC, rank=_near_rank),
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
    seats=SEATS,
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
    bots={"staff": STAFF},
    probes={name: _probe(name) for name in PROBES},
    study=late(f"{__name__}.lab.study:PLAN"),
    foresight=Foresight(frozenset({ROUND}), 8, DATA / "values.json"),
    league=DATA / "league.json",
    background=DATA / "background.toml",
    lessons=(DATA / "lessons" / "first-rounds.toml",),
    examples=tuple(sorted((DATA / "examples").glob("*.toml"))),
)
