"""The installed games: how they look, what they offer, their rules."""

from __future__ import annotations

import random
from functools import lru_cache
from importlib.metadata import version
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Response

from mamayev.engine import registry
from mamayev.engine.citations import citations
from mamayev.engine.playout import playout
from mamayev.engine.scene import Scene
from mamayev.match import components
from mamayev.match.catalogue import info

from .. import forms
from ..room import Missing
from ..thumbnail import Thumbnail, thumbnail
from .answers import Answer, gives
from .asked import GameName
from .patient import Patient

PORTRAIT = 1  # the seed of the play before a picture on the shelf is taken

router = APIRouter(route_class=Patient)


@lru_cache(maxsize=32)
def scene_json(game: str, edition: str | None) -> bytes:
    return msgspec.json.encode(registry.find(game).table(edition).scene())


@lru_cache(maxsize=32)
def board_json(game: str) -> bytes:
    known = registry.find(game)
    table = known.table()
    p, left = table.start(), iter(range(known.portrait))
    if known.portrait:
        policy = next(iter(known.bots.values())).policy
        policies = dict.fromkeys(range(len(known.seats)), policy)
        playout(p, random.Random(PORTRAIT), policies, until=lambda _: next(left, None) is None)
    return msgspec.json.encode(thumbnail(table.scene(), table.picture(p, None)))


@lru_cache(maxsize=32)
def rules_json(game: str) -> bytes:
    known, cited = registry.find(game), citations(game)
    offered = {clause.id for clause in cited.ledger.clauses.values() if known.offers(clause)}
    rows = [{**row, "cited": cited.to_data(row["id"])} for row in cited.ledger.to_data() if row["id"] in offered]
    return msgspec.json.encode({"clauses": rows})


def check_known(game: str) -> None:
    if game not in registry.names():
        raise Missing(f"There is no game “{game}”.")


@router.get("/api/health", responses=gives(forms.Health))
def health() -> Response:
    """Whether the server runs."""
    return Answer(forms.Health("ok", version("mamayev")))


@router.get("/api/games", responses=gives(list[forms.GameInfo]))
def games() -> Response:
    """The installed games, with their editions, options, presets and bots."""
    return Answer([info(game) for game in registry.installed()])


@router.get("/api/games/{game}/scene", responses=gives(Scene))
def game_scene(game: GameName, edition: Annotated[str | None, Query(max_length=64)] = None) -> Response:
    """How a game looks, as it is set up without options."""
    check_known(game)
    return Response(scene_json(game, edition), media_type="application/json")


@router.get("/api/games/{game}/thumbnail", responses=gives(Thumbnail))
def game_thumbnail(game: GameName) -> Response:
    """A game's board in small, at the start or as soon as its units stand there."""
    check_known(game)
    return Response(board_json(game), media_type="application/json")


@router.post("/api/games/{game}/components", responses=gives(list[forms.ComponentCheck]))
def check_components(game: GameName, wanted: forms.ComponentFiles) -> Response:
    """What a game says of one's own map, cards and counters, file by file; nothing is kept."""
    check_known(game)
    return Answer([one._asdict() for one in components.check(registry.find(game), wanted.files)])


@router.get("/api/games/{game}/rules", responses=gives(forms.Rules))
def rules(game: GameName) -> Response:
    """The clauses of a game's ledger that belong to the editions and options on offer, each with the places in the
    game's code that cite it."""
    check_known(game)
    return Response(rules_json(game), media_type="application/json")
