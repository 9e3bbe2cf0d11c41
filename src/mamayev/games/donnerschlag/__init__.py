"""Donnerschlag: the relief attack toward Stalingrad, December 1942, played with cards, and with a secret to keep."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from mamayev.engine.bot import PROBES, Bot, Intent, Policy, Rank
from mamayev.engine.components import Files
from mamayev.engine.ledger import Ledger
from mamayev.engine.statement import Statements
from mamayev.engine.study import Study
from mamayev.engine.table import Game, Table
from mamayev.engine.workshop import Workshop

from .options import OPTIONS, PRESETS


def _policy(style: str) -> Policy:
    def policy(p: Any, rng: random.Random) -> int:
        from .staff import policy as play

        return play(p, rng, style)

    return policy


def _rank(style: str) -> Rank:
    def rank(p: Any) -> list[tuple[int, float]]:
        from .staff import rank as weigh

        return weigh(p, style)

    return rank


def _why(style: str) -> Callable[[Any, int], str]:
    def why(p: Any, action: int) -> str:
        from .staff import why as say

        return say(p, action, style)

    return why


def _intent(p: Any) -> Intent | None:
    from .staff.directions import intent

    return intent(p)


STYLES = ("bold", "careful", "killing")
"""The plans that a search compares with the staff's own."""

DOC = (
    "The Axis breaks through to the nearest zone with its divisions together; the Soviets bar its way, strike, and cut "
    "its line."
)
STAFF = Bot(
    _policy("staff"),
    _why("staff"),
    DOC,
    _rank("staff"),
    {style: _policy(style) for style in STYLES},
    intent=_intent,
    near=Bot(_policy("near"), _why("near"), DOC, _rank("near")),
)


def _probe(name: str) -> Bot:
    def policy(p: Any, rng: random.Random) -> int:
        from .staff import probe

        return probe(name, p, rng)

    return Bot(policy, lambda _p, _action: PROBES[name], PROBES[name])


def _open(game: Game, edition: str, options: dict[str, Any], own: Files | None) -> Table[Any]:
    if own is None:
        return _ours(edition, tuple(options.items()))
    from .table import Whole

    return Whole(game, edition, options, own)


@lru_cache(maxsize=8)
def _ours(edition: str, options: tuple[tuple[str, Any], ...]) -> Table[Any]:
    """Return a shared table, because tables are immutable: all matches with the same options use one."""
    from .table import Whole

    return Whole(GAME, edition, dict(options), None)


def _ledger() -> Ledger:
    from .rules.setting import ledger

    return ledger()


def _statements() -> Statements:
    from .printed.statements import STATEMENTS

    return STATEMENTS


def _study() -> Study:
    from .lab.study import PLAN

    return PLAN


def _export(folder: Path) -> list[Path]:
    from .printed.map import PRINTED

    return PRINTED.export(folder)


def _workshop() -> Workshop:
    from .printed.workshop import WORKSHOP

    return WORKSHOP


GAME = Game(
    name="donnerschlag",
    title="Donnerschlag",
    blurb="The relief of the 6th Army, December 1942: alternating activations, hidden hands, a secret meeting zone.",
    version="6",
    seats=("axis", "soviet"),
    hides=True,
    editions=("2022",),
    edition_docs={"2022": "The rules of 2022; map, counters and most card texts are reconstructed and marked as such."},
    options=OPTIONS,
    presets=PRESETS,
    component_files=("map.toml", "units.toml", "cards.toml", "shapes.json"),
    export_components=_export,
    workshop=_workshop,
    statements=_statements,
    league=Path(__file__).parent / "data" / "league.json",
    background=Path(__file__).parent / "data" / "background.toml",
    lessons=(Path(__file__).parent / "data" / "lessons" / "first-turn.toml",),
    examples=tuple(sorted((Path(__file__).parent / "data" / "examples").glob("*.toml"))),
    ledger=_ledger,
    open=_open,
    study=_study,
    bots={"staff": STAFF},
    probes={name: _probe(name) for name in PROBES},
    scale="836 hexes of 4 km, battalions and brigades",
    hours="4-6",
    complexity=3,
)
