"""The installed games: their scenes, options and rules."""

from __future__ import annotations

import random
from functools import lru_cache
from importlib.metadata import version

import msgspec

from mamayev import players
from mamayev.engine import registry
from mamayev.engine.background import Background
from mamayev.engine.citations import citations
from mamayev.engine.playout import playout
from mamayev.engine.scene import Scene
from mamayev.match import components
from mamayev.match.catalogue import info
from mamayev.match.example import example

from .. import forms
from ..seated import Missing
from ..thumbnail import Thumbnail, thumbnail
from .answers import Answer, Lasting
from .asked import GameName
from .parts import Parts
from .route import Routes

PORTRAIT = 1  # the seed of the game behind a picture in the library

routes = Routes()


@lru_cache(maxsize=32)
def scene_json(game: str, edition: str | None) -> bytes:
    return msgspec.json.encode(registry.find(game).table(edition).look.kept)


@lru_cache(maxsize=32)
def board_json(game: str) -> bytes:
    known = registry.find(game)
    table = known.table()
    p, left = table.start(), iter(range(known.portrait))
    if known.portrait:
        policy = next(iter(known.bots.values())).policy
        policies = dict.fromkeys(range(len(known.seats)), policy)
        playout(p, random.Random(PORTRAIT), policies, until=lambda _: next(left, None) is None)
    return msgspec.json.encode(thumbnail(table.look.kept, table.look.picture(p, None), near=True))


@lru_cache(maxsize=32)
def rules_json(game: str) -> bytes:
    known, cited = registry.find(game), citations(game)
    offered = {clause.id for clause in cited.ledger.clauses.values() if known.offers(clause)}
    rows = [{**row, "cited": cited.to_data(row["id"])} for row in cited.ledger.to_data() if row["id"] in offered]
    terms = [
        {**term._asdict(), "clauses": [one for one in term.clauses if one in offered]} for term in cited.ledger.terms
    ]
    shown = [example(file).info() for file in known.examples]
    return msgspec.json.encode({"clauses": rows, "examples": shown, "terms": terms})


@lru_cache(maxsize=32)
def background_json(game: str) -> bytes:
    return msgspec.json.encode(registry.find(game).read_background())


def check_known(game: str) -> None:
    if game not in registry.names():
        raise Missing(f"There is no game “{game}”.")


@routes.get("/api/health", forms.Health)
def health(server: Parts) -> Answer:
    """Return that the server is running, its version, and whether it has accounts."""
    return Answer(forms.Health("ok", version("mamayev"), server.access.accounts))


@routes.get("/api/games", list[forms.GameInfo])
def games() -> Answer:
    """Return the installed games, with their editions, options, presets and bots."""
    return Answer([info(game, players.docs(game)) for game in registry.installed()])


@routes.get("/api/games/{game}", forms.GameInfo)
def game_info(game: GameName) -> Answer:
    """Return one installed game, with its editions, options, presets and bots."""
    check_known(game)
    known = registry.find(game)
    return Answer(info(known, players.docs(known)))


@routes.get("/api/games/{game}/scene", Scene)
def game_scene(game: GameName, edition: forms.Word | None = None) -> Answer:
    """Return the scene of a game with default options."""
    check_known(game)
    return Lasting(msgspec.Raw(scene_json(game, edition)))


@routes.get("/api/games/{game}/thumbnail", Thumbnail)
def game_thumbnail(game: GameName) -> Answer:
    """Return a small picture of a game's board, at the first moment at which it has units."""
    check_known(game)
    return Answer(msgspec.Raw(board_json(game)))


@routes.post("/api/games/{game}/components", forms.ComponentChecks)
def check_components(game: GameName, wanted: forms.ComponentFiles) -> Answer:
    """Check the files of a player's own map, cards and counters one by one, and compare them with the rulebook.

    Nothing is stored.
    """
    check_known(game)
    files, statements = components.check(registry.find(game), wanted.files, wanted.undone)
    checks = [forms.ComponentCheck(*one) for one in files]
    return Answer(forms.ComponentChecks(checks, [forms.stated_form(one) for one in statements]))


@routes.get("/api/games/{game}/rules", forms.Rules)
def rules(game: GameName) -> Answer:
    """Return the clauses for all editions and options that the game offers, each with the code that cites it, and the
    worked examples.
    """
    check_known(game)
    return Answer(msgspec.Raw(rules_json(game)))


@routes.get("/api/games/{game}/background", Background)
def background(game: GameName) -> Answer:
    """Return a game's historical background, the dates of its turns, the reasons for its options, and the reconstructed
    parts of our edition.
    """
    check_known(game)
    return Answer(msgspec.Raw(background_json(game)))
