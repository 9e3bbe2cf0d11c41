"""The ratings of bots: fixed, from the leagues of `make league` (docs/players.md)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from mamayev.engine import registry

from .glicko import MIDDLE, Strength

BOT = "bot:"
"""The prefix of a bot's member id: “bot:GAME:NAME”."""
DEVIATIONS = 2 * 1.96
"""The width of a league's 95% interval, in deviations."""


class LeagueRating(msgspec.Struct):
    """A bot's rating in a league, relative to the mean of its players, and the 95% interval."""

    rating: float
    low: float
    high: float


class League(msgspec.Struct):
    """The part of a league's file with the strength of the bots."""

    ratings: dict[str, LeagueRating]


@lru_cache(maxsize=64)
def _league(file: Path) -> League:
    return msgspec.json.decode(file.read_bytes(), type=League)


def bot_id(box: str, bot: str) -> str:
    """Return a bot's member id."""
    return f"{BOT}{box}:{bot}"


def anchor_of(box: str, bot: str) -> Strength | None:
    """Return the fixed rating of a bot, or None if it has not played in a league; games against such a bot are not
    rated. The mean of a league equals the rating of a newcomer. A bot has one rating for all rules of a game, because
    leagues use the default rules.
    """
    game = registry.find(box) if box in registry.names() else None
    if game is None or game.league is None or not game.league.is_file():
        return None
    found = _league(game.league).ratings.get(bot)
    if found is None:
        return None
    return Strength(MIDDLE + found.rating, (found.high - found.low) / DEVIATIONS)


def anchor_of_id(member_id: str) -> Strength | None:
    """Return the fixed rating of a bot by its member id; None for a person."""
    kind, _, rest = member_id.partition(":")
    box, _, bot = rest.partition(":")
    return anchor_of(box, bot) if f"{kind}:" == BOT else None
