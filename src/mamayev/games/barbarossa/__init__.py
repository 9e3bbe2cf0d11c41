"""Barbarossa: the classic of 1963, Army Group against Front from June 1941 to May 1943, on a board of 2184 hexes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from mamayev.engine.bot import PROBES, Bot, Intent, Policy
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
    return Bot(_policy(name), why, doc, intent=_intent, styles=styles, near=near, brief=_policy(name, "brief"))


def _intent(p: Any) -> Intent | None:
    from .staff.directions import intent

    return intent(p)


def _begins(p: Any) -> bool:
    """Whether a month's movement begins: the battles are meant by then, and where the line shall stand."""
    from .rules.movement import movers

    return bool(p.box.name == MOVE and p.ready == movers(p))


def _statements() -> Statements:
    from .printed.statements import STATEMENTS

    return STATEMENTS


def _study() -> Study:
    from .lab.study import PLAN

    return PLAN


def _export(folder: Path) -> list[Path]:
    from .printed.board import PRINTED

    return PRINTED.export(folder)


def _workshop() -> Workshop:
    from .printed.workshop import WORKSHOP

    return WORKSHOP


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
    export_components=_export,
    workshop=_workshop,
    statements=_statements,
    foresight=Foresight(
        frozenset({MOVE}),
        horizon=2,
        values=Path(__file__).parent / "data" / "values.json",
        plans=9,
        begins=_begins,
        confirm=3,
    ),
    league=Path(__file__).parent / "data" / "league.json",
    background=Path(__file__).parent / "data" / "background.toml",
    lessons=(Path(__file__).parent / "data" / "lessons" / "first-turn.toml",),
    examples=tuple(sorted((Path(__file__).parent / "data" / "examples").glob("*.toml"))),
    ledger=_ledger,
    open=_open,
    study=_study,
    bots={name: _commander(name) for name in COMMANDERS},
    probes={name: _commander(name) for name in PROBES},
)
