"""Inferno: Stalingrad: Inferno on the Volga, August to November 1942, a block game whose Soviet side the rules run."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import Any

from mamayev.engine.bot import PROBES, Bot, Intent
from mamayev.engine.components import Files
from mamayev.engine.foresight import Foresight
from mamayev.engine.ledger import Ledger
from mamayev.engine.statement import Statements
from mamayev.engine.study import Study
from mamayev.engine.table import Game, Table
from mamayev.engine.workshop import Workshop

from .options import OPTIONS, PRESETS


def _open(game: Game, edition: str, options: dict[str, Any], own: Files | None) -> Table[Any]:
    if own is None:
        return _ours(edition, tuple(options.items()))
    from .table import Whole

    return Whole(game, edition, options, own)


@lru_cache(maxsize=8)
def _ours(edition: str, options: tuple[tuple[str, Any], ...]) -> Table[Any]:
    """A table never changes: all matches with the same options share one."""
    from .table import Whole

    return Whole(GAME, edition, dict(options), None)


def _ledger() -> Ledger:
    from .rules.setting import ledger

    return ledger()


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


def _intent(p: Any) -> Intent | None:
    from .staff.directions import intent

    return intent(p)


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


def _export(folder: Path) -> list[Path]:
    from .printed.map import PRINTED

    return PRINTED.export(folder)


def _statements() -> Statements:
    from .printed.statements import STATEMENTS

    return STATEMENTS


def _workshop() -> Workshop:
    from .printed.workshop import WORKSHOP

    return WORKSHOP


def _study() -> Study:
    from .lab.study import PLAN

    return PLAN


SEATS = ("german", "soviet", "partner")
SOVIET = SEATS.index("soviet")
ROUND = "german-round"
"""The choice of the round's action."""

DOC = (
    "As the Germans it attacks where it likely wins, goes for the Spawn hexes and calls for reinforcements in time; as "
    "the Soviets it stacks its blocks so that its deck runs out, and takes Spawn hexes back."
)
STAFF = Bot(_staff, _why, DOC, rank=_rank, intent=_intent, near=Bot(_near, _why, DOC, rank=_near_rank))

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
    editions=("2017",),
    edition_docs={"2017": "Solo mode of the rulebook of 2017; map, blocks and lost passages are reconstructed."},
    options=OPTIONS,
    presets=PRESETS,
    component_files=("map.toml", "units.toml", "cards.toml", "shapes.json"),
    export_components=_export,
    statements=_statements,
    workshop=_workshop,
    ledger=_ledger,
    open=_open,
    bots={"staff": STAFF},
    probes={name: _probe(name) for name in PROBES},
    study=_study,
    foresight=Foresight(frozenset({ROUND}), 8, Path(__file__).parent / "data" / "values.json"),
    league=Path(__file__).parent / "data" / "league.json",
    background=Path(__file__).parent / "data" / "background.toml",
    lessons=(Path(__file__).parent / "data" / "lessons" / "first-rounds.toml",),
    examples=tuple(sorted((Path(__file__).parent / "data" / "examples").glob("*.toml"))),
)
