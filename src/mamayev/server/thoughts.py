"""What a bot that thinks long is asked, so that it can think somewhere else: in another process, in another worker of
the browser."""

from __future__ import annotations

import random
import time
from collections import OrderedDict
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
PLANS = 1024
"""So many plans are remembered."""


class Question(NamedTuple):
    """A decision that a bot is asked about, as it travels. `rng` names its generator; `root` is the position at which
    the plan was made that it is in the middle of, and `plan` its name where that is known."""

    game: str
    edition: str
    options: tuple[tuple[str, Any], ...]
    components: tuple[tuple[str, str], ...]
    position: dict[str, Any]
    bot: str
    rng: str
    root: dict[str, Any] | None = None
    plan: str | None = None


class Found(NamedTuple):
    """What came of a question, as it travels: an action, and why where that was asked; or why there is none. `plan`:
    the name of the plan that the bot goes by, where it keeps one."""

    action: str = ""
    why: str = ""
    refused: str = ""
    plan: str | None = None


class Plans:
    """The plans that bots have made at matches, so that each is thought of once. A memory alone: what is forgotten is
    found again from the same position, and comes out the same unless the thought had been ended early."""

    def __init__(self) -> None:
        self._made = OrderedDict[tuple[str, str], tuple[dict[str, Any] | None, str]]()

    def told(self, match_id: str, asked: Question) -> Question:
        """The question with the plan's name, where that is known."""
        root, plan = self._made.get((match_id, asked.bot), (None, ""))
        return asked if asked.root is None or root != asked.root else asked._replace(plan=plan)

    def keep(self, match_id: str, asked: Question, plan: str | None) -> None:
        """The plan that the bot has made at the root of a question."""
        if plan is not None:
            self._made[match_id, asked.bot] = asked.root, plan
            self._made.move_to_end((match_id, asked.bot))
            if len(self._made) > PLANS:
                self._made.popitem(last=False)


class Thinks(Protocol):
    """Where bots think while everybody else is answered."""

    async def play(self, match_id: str, version: int, seat: str, asked: Question) -> str | Refusal:
        """The action that a bot takes at a version of a match, or why it finds none. `changed` and `end` end it."""

    async def advise(self, match_id: str, version: int, seat: str, asked: Question) -> tuple[str, str]:
        """What a bot would play at a version of a match, and why. `changed` and `end` end it. Raises Refusal."""

    def changed(self, match_id: str, version: int) -> None:
        """End the thought about an older version of a match: nobody waits for it any more. From any thread."""

    def end(self, match_id: str) -> bool:
        """End the thoughts about a match, so that a bot plays, or an adviser tells, what it is sure of by now; whether
        there is one."""

    def stop(self) -> None:
        """End all thoughts."""


def question(match: Match, position: Position, bot: str) -> Question:
    """What a bot is asked at a position of a match."""
    table, own = match.table, match.record.board
    components = tuple(sorted(own.items())) if isinstance(own, dict) else ()
    rng, plan = players.rng_of(match, bot), players.under_way(match, players.find(match.game, bot))
    return Question(
        match.game.name, table.edition, tuple(table.options.items()), components, table.to_data(position), bot, rng,
        None if plan is None else table.to_data(plan.root),
    )  # fmt: skip


def action(asked: Question, go_on: GoOn) -> Found:
    """The action that the bot takes; `go_on` is told how much is done, and says whether to go on. Raises Refusal."""
    position, bot, rng, plan = _asked(asked, go_on)
    return Found(position.name(players.answer(position, bot, rng, asked.bot, go_on)), plan=plan)


def advice(asked: Question, go_on: GoOn) -> tuple[str, str]:
    """What the bot would play, and why; `go_on` as in `action`. Raises Refusal."""
    position, bot, rng, _ = _asked(asked, go_on)
    found, why = players.advice(position, bot, rng, asked.bot, go_on)
    return position.name(found), why


def think(asked: str, told: Callable[[float], None]) -> str:
    """`action` in texts, a Question and what was Found, for a thinker who hears nothing while it thinks. `told` hears
    how much is done."""
    return _found(lambda: action(msgspec.json.decode(asked, type=Question), _telling(told)))


def advise(asked: str, told: Callable[[float], None]) -> str:
    """`advice` in texts, like `think`."""
    return _found(lambda: Found(*advice(msgspec.json.decode(asked, type=Question), _telling(told))))


def _telling(told: Callable[[float], None]) -> GoOn:
    last = time.monotonic()

    def go_on(share: float) -> bool:
        nonlocal last
        if time.monotonic() - last >= TOLD_EVERY:
            last = time.monotonic()
            told(share)
        return True

    return go_on


def _found(work: Callable[[], Found]) -> str:
    try:
        found = work()
    except Refusal as refusal:
        found = Found(refused=refusal.text)
    return msgspec.json.encode(found).decode()


def _asked(asked: Question, go_on: GoOn) -> tuple[Position, Any, random.Random, str | None]:
    """The position, the bot in the middle of its plan, its generator, and the plan's name."""
    table = _table(asked.game, asked.edition, asked.options, asked.components)
    position, rng = table.from_data(asked.position), random.Random(asked.rng)
    under = None if asked.root is None else players.Under(table.from_data(asked.root), asked.plan)
    bot, plan = players.keeping(players.find(table.game, asked.bot), under, position, rng, go_on)
    return position, bot, rng, plan


@lru_cache(maxsize=4)
def _table(
    game: str, edition: str, options: tuple[tuple[str, Any], ...], components: tuple[tuple[str, str], ...]
) -> Table[Any]:
    return registry.find(game).table(edition, dict(options), Files(dict(components)) if components else None)
