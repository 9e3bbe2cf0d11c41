"""The bots' ratings, which are fixed. They come from the leagues that `make league` plays (docs/players.md)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from mamayev.engine import registry

from .glicko import MIDDLE, Strength

BOT = "bot:"
"""The prefix of a bot's member id: “bot:GAME:NAME”."""
DEVIATIONS = 2 * 1.96
"""The width of a 95% interval, in standard deviations."""


class LeagueRating(msgspec.Struct):
    """A bot's rating in a league, relative to the mean of its players, and the 95% interval."""

    rating: float
    low: float
    high: float


class LeaguePoints(msgspec.Struct):
    """The mean points of a league's yardstick in a solo game, and the 95% interval."""

    mean: float
    low: float
    high: float


class League(msgspec.Struct):
    """The part of a league file that contains the bots' strength. `measure`: the yardstick."""

    measure: str
    ratings: dict[str, LeagueRating]
    points: LeaguePoints | None = None


class BotPoints(msgspec.Struct):
    """A bot's mean points in a solo game, and the standard error."""

    name: str
    points: float
    error: float


@lru_cache(maxsize=64)
def _league(file: Path) -> League:
    return msgspec.json.decode(file.read_bytes(), type=League)


def _of_box(box: str) -> League | None:
    file = registry.find(box).league if box in registry.names() else None
    return None if file is None or not file.is_file() else _league(file)


def bot_id(box: str, bot: str) -> str:
    """Return a bot's member id."""
    return f"{BOT}{box}:{bot}"


def anchor_of(box: str, bot: str) -> Strength | None:
    """Return the fixed rating of a bot, or None if it has not played in a league; games against such a bot are not
    rated. The mean of a league equals the rating of a newcomer. A bot has one rating for all rules of a game, because
    leagues use the default rules.
    """
    league = _of_box(box)
    found = None if league is None else league.ratings.get(bot)
    if found is None:
        return None
    return Strength(MIDDLE + found.rating, (found.high - found.low) / DEVIATIONS)


def points_of(box: str) -> BotPoints | None:
    """Return the standard bot's points in a solo game, or None if they have not been measured."""
    league = _of_box(box)
    if league is None or league.points is None:
        return None
    return BotPoints(league.measure, league.points.mean, (league.points.high - league.points.low) / DEVIATIONS)


def anchor_of_id(member_id: str) -> Strength | None:
    """Return the fixed rating of a bot by its member id; None for a person."""
    kind, _, rest = member_id.partition(":")
    box, _, bot = rest.partition(":")
    return anchor_of(box, bot) if f"{kind}:" == BOT else None
