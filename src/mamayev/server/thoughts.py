"""What a bot that thinks long is asked, so that it can think somewhere else: in another process, in another worker of
the browser."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import msgspec

from mamayev import players
from mamayev.engine import registry
from mamayev.engine.bot import GoOn
from mamayev.engine.components import Files
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table
from mamayev.match.match import Match

Tell = Callable[[str, str, float | None], None]
"""Hears of a match and seat how much of a thought is done, None when it is over."""
TOLD_EVERY = 0.25
"""Seconds from one word of how far a thought is to the next."""


class Question(NamedTuple):
    """A decision that a bot is asked about, as it travels. `rng` names its generator."""

    game: str
    edition: str
    options: tuple[tuple[str, Any], ...]
    components: tuple[tuple[str, str], ...]
    position: dict[str, Any]
    bot: str
    rng: str


class Found(NamedTuple):
    """What came of a question, as it travels: an action, and why where that was asked; or why there is none."""

    action: str = ""
    why: str = ""
    refused: str = ""


class Thinks(Protocol):
    """Where bots think while everybody else is answered."""

    async def play(self, match_id: str, version: int, seat: str, asked: Question) -> str | Refusal:
        """The action that a bot takes at a version of a match, or why it finds none. `changed` and `end` end it."""

    async def advise(self, asked: Question) -> tuple[str, str]:
        """What a bot would play, and why. Raises Refusal."""

    def changed(self, match_id: str, version: int) -> None:
        """End the thought about an older version of a match: nobody waits for it any more. From any thread."""

    def end(self, match_id: str) -> bool:
        """End the thought about a match, so that the bot plays what it is sure of by now; whether there is one."""

    def stop(self) -> None:
        """End all thoughts."""


def question(match: Match, position: Position, bot: str) -> Question:
    """What a bot is asked at a position of a match."""
    table, own = match.table, match.record.board
    components = tuple(sorted(own.items())) if isinstance(own, dict) else ()
    rng = players.rng_of(match, bot)
    return Question(
        match.game.name, table.edition, tuple(table.options.items()), components, table.to_data(position), bot, rng
    )


def action(asked: Question, go_on: GoOn) -> str:
    """The action that the bot takes; `go_on` is told how much is done, and says whether to go on. Raises Refusal."""
    position, bot, rng = _asked(asked)
    return position.name(players.answer(position, bot, rng, asked.bot, go_on))


def advice(asked: Question) -> tuple[str, str]:
    """What the bot would play, and why. Raises Refusal."""
    position, bot, rng = _asked(asked)
    found, why = players.advice(position, bot, rng, asked.bot)
    return position.name(found), why


def think(asked: str, told: Callable[[float], None]) -> str:
    """`action` in texts, a Question and what was Found, for a thinker who hears nothing while it thinks. `told` hears
    how much is done."""
    last = time.monotonic()

    def go_on(share: float) -> bool:
        nonlocal last
        if time.monotonic() - last >= TOLD_EVERY:
            last = time.monotonic()
            told(share)
        return True

    return _found(lambda: Found(action(msgspec.json.decode(asked, type=Question), go_on)))


def advise(asked: str) -> str:
    """`advice` in texts, like `think`."""
    return _found(lambda: Found(*advice(msgspec.json.decode(asked, type=Question))))


def _found(work: Callable[[], Found]) -> str:
    try:
        found = work()
    except Refusal as refusal:
        found = Found(refused=refusal.text)
    return msgspec.json.encode(found).decode()


def _asked(asked: Question) -> tuple[Position, Any, random.Random]:
    table = _table(asked.game, asked.edition, asked.options, asked.components)
    return table.from_data(asked.position), players.find(table.game, asked.bot), random.Random(asked.rng)


@lru_cache(maxsize=4)
def _table(
    game: str, edition: str, options: tuple[tuple[str, Any], ...], components: tuple[tuple[str, str], ...]
) -> Table[Any]:
    return registry.find(game).table(edition, dict(options), Files(dict(components)) if components else None)
