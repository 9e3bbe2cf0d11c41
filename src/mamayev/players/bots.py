"""Look up players by name: opponents for people, and all players for mass play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mamayev.engine.bot import RANDOM, RANDOM_BOT, Bot
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game

from . import outside
from .levels import level, measured


def names(game: Game) -> list[str]:
    """Return the names of all bots that a person can play against: the game's own bots first, bots from other packages
    last.
    """
    return [*game.bots, *game.levels, RANDOM, *outside.welcomed(game)]


def find(game: Game, name: str) -> Bot:
    """Return the opponent with this name. Raises a Refusal that lists the names if no player has this name."""
    return _named(game, name, {**outside.welcomed(game), **game.bots}, names(game))


def thinks(game: Game, name: str) -> bool:
    """Return whether the opponent with this name searches (`Bot.think`, `Bot.plans`).

    A bot from another package plays only by its policy.
    """
    if name not in names(game) or name in outside.welcomed(game):
        return False
    bot = find(game, name)
    return bot.think is not None or bot.plans is not None


def docs(game: Game) -> dict[str, str]:
    """Return the bots from other packages that people can play against, each with its description."""
    return {name: bot.doc for name, bot in outside.welcomed(game).items()}


def contenders(game: Game) -> list[str]:
    """Return the names of all players for mass play.

    These are the opponents, the baseline bots, the search with larger budgets or with known dice, and bots from other
    packages.
    """
    own = [*game.bots, *game.levels, RANDOM, *game.probes, *measured(game)]
    return list(dict.fromkeys([*own, *outside.installed(game)]))


def contender(game: Game, name: str) -> Bot:
    """Return the player with this name for mass play.

    The name can be the command of a program (`outside.PROGRAM`). Raises a Refusal that lists the names if no player
    has this name.
    """
    if name.startswith(outside.PROGRAM):
        return outside.program(name)
    guests = outside.installed(game)
    if name in guests and name not in game.bots:
        return outside.load(guests[name])
    if name in measured(game):
        return level(game, name)
    return _named(game, name, {**game.probes, **game.bots}, contenders(game))


def _named(game: Game, name: str, known: Mapping[str, Bot], there: Sequence[str]) -> Bot:
    if name in known:
        return known[name]
    if name in game.levels:
        return level(game, name)
    if name == RANDOM:
        return RANDOM_BOT
    raise Refusal(f"{game.title} has no bot “{name}”; it has {', '.join(there)}.", field="players", malformed=True)
