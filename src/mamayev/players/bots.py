"""The players by name: the opponents that people meet, and all that may be played many times over."""

from __future__ import annotations

from collections.abc import Mapping

from mamayev.engine.bot import RANDOM, RANDOM_BOT, Bot
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game


def names(game: Game) -> list[str]:
    """The names of all bots that a person can play against; the game's own first."""
    return [*game.bots, RANDOM]


def find(game: Game, name: str) -> Bot:
    """The opponent of a name. Raises Refusal that lists the names there are."""
    return _named(game, name, game.bots)


def contenders(game: Game) -> list[str]:
    """The names of all that may play in mass play: opponents, and probes."""
    return [*game.bots, RANDOM, *game.probes]


def contender(game: Game, name: str) -> Bot:
    """The opponent or probe of a name. Raises Refusal that lists the names there are."""
    return _named(game, name, {**game.probes, **game.bots})


def _named(game: Game, name: str, known: Mapping[str, Bot]) -> Bot:
    if name in known:
        return known[name]
    if name == RANDOM:
        return RANDOM_BOT
    there = ", ".join([*(known if known is game.bots else contenders(game)), *([RANDOM] if known is game.bots else [])])
    raise Refusal(f"{game.title} has no bot “{name}”; it has {there}.", field="players", malformed=True)
