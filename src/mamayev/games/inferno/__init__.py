"""Inferno: Stalingrad: Inferno on the Volga, August to November 1942, a block game whose Soviet side the rules run."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import Any

from mamayev.engine.bot import Bot
from mamayev.engine.ledger import Ledger
from mamayev.engine.table import Game, Table

from .options import OPTIONS


def _open(edition: str, options: dict[str, Any], folder: Path | None) -> Table[Any]:
    if folder is None:
        return _ours(edition, tuple(options.items()))
    from .table import Inferno

    return Inferno(GAME, edition, options, folder)


@lru_cache(maxsize=8)
def _ours(edition: str, options: tuple[tuple[str, Any], ...]) -> Table[Any]:
    """A table never changes: all matches share one for the same options."""
    from .table import Inferno

    return Inferno(GAME, edition, dict(options), None)


def _ledger() -> Ledger:
    from .table import ledger

    return ledger()


def _staff(p: Any, rng: random.Random) -> int:
    from .staff import play

    return play(p, rng)


def _why(p: Any, action: int) -> str:
    from .staff import why

    return why(p, action)


STAFF = Bot(
    _staff, _why, "Attacks where it likely wins, goes for the Spawn hexes, and calls for reinforcements in time."
)

GAME = Game(
    name="inferno",
    title="Inferno on the Volga",
    blurb="The fight for Stalingrad, August to November 1942: blocks, rubble, and a Soviet side that the rules run.",
    scale="A city along the Volga, hexes",
    hours="1-2",
    complexity=2,
    players=1,
    version="1",
    seats=("german", "soviet"),
    editions=("2017",),
    edition_docs={"2017": "Solo mode of the rulebook of 2017; map, blocks and lost passages are reconstructed."},
    options=OPTIONS,
    ledger=_ledger,
    open=_open,
    bots={"staff": STAFF},
    lessons=(Path(__file__).parent / "data" / "lessons" / "first-rounds.toml",),
)
