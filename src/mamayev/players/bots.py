"""The players by name: the opponents that people meet, and all that may be played many times over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mamayev.engine.bot import RANDOM, RANDOM_BOT, Bot
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game

from . import outside
from .levels import level, measured


def names(game: Game) -> list[str]:
    """The names of all bots that a person can play against; the game's own first, guests last."""
    return [*game.bots, *game.levels, RANDOM, *outside.welcomed(game)]


def find(game: Game, name: str) -> Bot:
    """The opponent of a name. Raises Refusal that lists the names there are."""
    return _named(game, name, {**outside.welcomed(game), **game.bots}, names(game))


def thinks(game: Game, name: str) -> bool:
    """Whether the opponent of a name thinks long (`Bot.think`, `Bot.plans`); a guest plays by its policy alone."""
    if name not in names(game) or name in outside.welcomed(game):
        return False
    bot = find(game, name)
    return bot.think is not None or bot.plans is not None


def docs(game: Game) -> dict[str, str]:
    """The bots of other packages that people may meet at a game, each with its sentence."""
    return {name: bot.doc for name, bot in outside.welcomed(game).items()}


def contenders(game: Game) -> list[str]:
    """The names of all that may play in mass play: opponents, probes, the search with other budgets and with the dice
    known, and bots of other packages."""
    own = [*game.bots, *game.levels, RANDOM, *game.probes, *measured(game)]
    return list(dict.fromkeys([*own, *outside.installed(game)]))


def contender(game: Game, name: str) -> Bot:
    """The player of a name in mass play, where it may also be the command of a program (`outside.PROGRAM`). Raises
    Refusal that lists the names there are."""
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
