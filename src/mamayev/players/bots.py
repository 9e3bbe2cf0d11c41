"""The bots by name: the random player, and those that a game brings."""

from __future__ import annotations

from mamayev.engine.bot import RANDOM, RANDOM_BOT, Bot
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game


def names(game: Game) -> list[str]:
    """The names of all bots that can play a game; the game's own first."""
    return [*game.bots, RANDOM]


def find(game: Game, name: str) -> Bot:
    """The bot of a name. Raises Refusal that lists the names there are."""
    if name in game.bots:
        return game.bots[name]
    if name == RANDOM:
        return RANDOM_BOT
    raise Refusal(
        f"{game.title} has no bot “{name}”; it has {', '.join(names(game))}.", field="players", malformed=True
    )
