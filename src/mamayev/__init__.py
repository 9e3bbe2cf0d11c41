"""Mamayev: historical board wargames with every rule enforced and cited.

import mamayev
match = mamayev.new("GAME", seed=7)
match.play(match.decision.actions[0])
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import games

if TYPE_CHECKING:
    from .engine.bot import Policy
    from .engine.chance import Luck
    from .engine.position import Position
    from .match.match import Match, Record

__all__ = ["Luck", "Record", "Refusal", "from_json", "games", "info", "new", "playout"]


def info(game: str) -> dict[str, Any]:
    """Return a game's name, title, seats, editions, options and bots, JSON-ready. Raises Refusal."""
    from .engine.registry import find
    from .match.catalogue import info as describe

    return describe(find(game))


def new(
    game: str,
    *,
    seed: int | None = None,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    dice: str = "seeded",
    components: str | Path | Mapping[str, str] | None = None,
    lesson: str = "",
) -> Match:
    """Start a new match and return it at its first decision.

    The same seed gives the same dice and cards. With `dice="hand"`, you enter every die and card. `components` is a
    folder, or texts by file name, with the player's own map, cards and counters. `lesson` names one of the game's
    lessons, which brings its own setup. Raises Refusal for an unknown game, edition, option or lesson.
    """
    from .match.match import Match

    return Match.new(game, seed=seed, edition=edition, options=options, dice=dice, components=components, lesson=lesson)


def from_json(text: str | bytes) -> Match:
    """Return the match that `Match.to_json` saved. Raises Refusal for invalid text."""
    from .match.match import Match

    return Match.from_json(text)


def playout(
    p: Position,
    rng: random.Random,
    policies: Mapping[int, Policy] | None = None,
    until: Callable[[Any], object] | None = None,
    luck: Luck | None = None,
    *,
    see: bool = True,
) -> int:
    """Play a position to the end, in place, and return the number of decisions that seats made.

    `policies` maps seat indexes to policies (`policy(p, rng)` returns an action); other seats play at random. Play
    stops at a seat's decision if `until(p)` is true. `luck=mamayev.Luck(seed)` gives the dice and cards of a
    match with that seed, so rival plans get common random numbers. In a game with secrets, each policy gets a
    determinization, unless `see=False` says that the position is one already.
    """
    from .engine.playout import playout as play

    return play(p, rng, policies, until, luck, see=see)


def __getattr__(name: str) -> Any:
    if name == "Luck":
        from .engine.chance import Luck

        return Luck
    if name == "Record":
        from .match.match import Record

        return Record
    if name == "Refusal":
        from .engine.refusal import Refusal

        return Refusal
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
