"""The catalog entry of a game, and its lessons by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from mamayev.engine.bot import RANDOM, RANDOM_BOT
from mamayev.engine.entries import entries, is_guest
from mamayev.engine.options import Option
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game

from .lesson import Lesson, lesson, lesson_on


def find_lesson(game: Game, name: str, own: Mapping[str, str] | None = None) -> Lesson:
    """Return the lesson with this name, on the player's own components if given. If there is none, raises a Refusal
    that lists the lessons."""
    for file in game.lessons:
        if file.stem == name:
            return lesson_on(file, own) if own else lesson(file)
    names = ", ".join(file.stem for file in game.lessons) or "none"
    raise Refusal(f"{game.title} has no lesson “{name}”. Its lessons: {names}.", field="lesson", malformed=True)


class LeagueShare(msgspec.Struct):
    """The share of games that a bot wins against the yardstick, with draws as half, and the 95% interval."""

    share: float
    low: float
    high: float
    games: int


EVEN = LeagueShare(0.5, 0.5, 0.5, 0)
"""The yardstick's result against itself."""
UNRATED = "not rated yet"
NOBODY: Mapping[str, str] = MappingProxyType({})


class League(msgspec.Struct):
    """A game's league file: the bot that serves as the yardstick, and the other bots' results against it."""

    day: str
    measure: str
    players: dict[str, LeagueShare]


def strengths(game: Game) -> dict[str, str]:
    """Return a short text about the strength of each bot: "not rated yet" if the game has no league."""
    league = _league(game)
    return {name: _strength(league, name) for name in (RANDOM, *game.bots, *game.levels)}


def shares(game: Game) -> dict[str, Any]:
    """Return the rated bots' shares of wins as JSON-ready numbers with the 95% interval. The yardstick has 0.5."""
    league = _league(game)
    found: dict[str, Any] = msgspec.to_builtins({} if league is None else {league.measure: EVEN} | league.players)
    return found


def _league(game: Game) -> League | None:
    if game.league is None or not game.league.is_file():
        return None
    return msgspec.json.decode(game.league.read_bytes(), type=League)


def _strength(league: League | None, name: str) -> str:
    if league is not None and name == league.measure:
        return "the yardstick"
    if league is None or name not in league.players:
        return UNRATED
    return f"beats {league.measure} in {100 * league.players[name].share:.0f} of 100"


def info(game: Game, guests: Mapping[str, str] = NOBODY) -> dict[str, Any]:
    """Return the JSON-ready description of a game. `guests`: the bots from other packages, each with its
    description."""
    return {
        "name": game.name,
        "title": game.title,
        "blurb": game.blurb,
        "scale": game.scale,
        "hours": game.hours,
        "daily": {"days": game.daily[0], "hours": game.daily[1]},
        "complexity": game.complexity,
        "players": game.players or len(game.seats),
        "seats": list(game.seats),
        "ruled": {seat: dict(options) for seat, options in game.ruled.items()},
        "secrets": game.hides,
        "editions": list(game.editions),
        "options": [_option(option) for option in game.options if option.offered],
        "presets": [msgspec.to_builtins(preset) for preset in game.presets],
        "edition_docs": {edition: game.edition_docs.get(edition, "") for edition in game.editions},
        "component_files": list(game.component_files),
        "lessons": [lesson(file).info() for file in game.lessons],
        "bots": [RANDOM, *game.bots, *game.levels, *guests],
        "bot_strengths": strengths(game) | dict.fromkeys(guests, UNRATED),
        "bot_shares": shares(game),
        "guest": game.name in entries() and is_guest(game.name),
        "bot_docs": {name: bot.doc for name, bot in ((RANDOM, RANDOM_BOT), *game.bots.items())}
        | game.levels
        | dict(guests),
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "type": option.type,
        "default": option.default,
        "choices": list(option.choices),
        "title": option.heading,
        "doc": option.doc,
        "group": option.group,
        "labels": option.meanings,
        "clauses": list(option.clauses),
    }
