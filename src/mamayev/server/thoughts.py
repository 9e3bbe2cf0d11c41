"""Questions to bots, in a form that can be sent to another process or to another worker in the browser."""

from __future__ import annotations

import random
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from mamayev import players
from mamayev.engine import registry
from mamayev.engine.bot import GoOn, Intent
from mamayev.engine.components import Files
from mamayev.engine.orders import Orders, read
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table
from mamayev.match.match import Match, Record
from mamayev.players.forecast import Forecast, forecast
from mamayev.players.planned import plan_seed
from mamayev.players.reviewing import Done, Review, review
from mamayev.players.reviewing.review import Progress, met_title

Tell = Callable[[str, str, float | None, str | None], None]
"""A function that receives a match, a seat, the progress of a search (None at its end), and the only seat that can see
it (None for everyone)."""
What = Literal["action", "advice", "intent", "forecast", "review"]
"""The kind of question: an action, a hint, an intent, the forecast of a turn under orders, or the review of a game."""
ACTION: What = "action"
ADVICE: What = "advice"
INTENT: What = "intent"
FORECAST: What = "forecast"
REVIEW: What = "review"
TOLD_EVERY = 0.25
"""The number of seconds between progress reports."""
SO_FAR_EVERY = 1.0
"""The number of seconds between reports of a review's results so far."""
PLANS = 1024
"""The number of cached plans."""


class Foretelling(NamedTuple):
    """A turn to forecast under orders: the seat, its changed orders, the number of rollouts, and the position at the
    start of the turn if it has already begun."""

    seat: str
    orders: dict[str, Any]
    plays: int
    before: dict[str, Any] | None = None


class Played(NamedTuple):
    """A game to review: its record as text, the seat (None for every open seat), the number of playouts (None for the
    default), and the finished playouts."""

    record: str
    seat: str | None
    budget: int | None = None
    done: Done | None = None


class Question(NamedTuple):
    """A question to a bot about a decision, in transport form.

    `rng`: the seed of the bot's random generator. `roots`, `plan`: the roots and the name of the bot's plan
    (`players.Under`). `turn`: for a forecast, the turn to play out. `played`: for a review, the game.
    """

    game: str
    edition: str
    options: tuple[tuple[str, Any], ...]
    components: tuple[tuple[str, str], ...]
    position: dict[str, Any]
    bot: str
    rng: str
    roots: tuple[dict[str, Any], ...] = ()
    plan: str | None = None
    turn: Foretelling | None = None
    played: Played | None = None


class Found(NamedTuple):
    """The answer to a question, in transport form: an action, with its reason if requested, or the reason why there is
    none.

    `plan`: the name of the bot's plan, if it keeps one. `intent`: its intent, if it has one. `forecast`: the forecast
    of a turn under orders. `review`: the review of a game; while it is `partial`, `title` names the turn under review.
    `done`: the playouts since the last partial answer.
    """

    action: str = ""
    why: str = ""
    refused: str = ""
    plan: str | None = None
    intent: Intent | None = None
    forecast: Forecast | None = None
    review: Review | None = None
    title: str = ""
    partial: bool = False
    done: Done | None = None


Hear = Callable[[Found], None]
"""A function that receives a review's results so far."""


class Plans:
    """The plans that bots have made in matches, so that each is computed only once.

    This is a cache. If a plan is lost, the bot computes it again from the same position, with the same result unless
    the search was ended early.
    """

    def __init__(self) -> None:
        self._made = OrderedDict[tuple[str, str], tuple[tuple[dict[str, Any], ...], str]]()

    def told(self, match_id: str, asked: Question) -> Question:
        """Return the question with the plan's name, if it is known."""
        roots, plan = self._made.get((match_id, asked.bot), ((), ""))
        return asked if not asked.roots or roots != asked.roots else asked._replace(plan=plan)

    def keep(self, match_id: str, asked: Question, plan: str | None) -> None:
        """Store the plan that the bot made at the last root of a question."""
        if plan is not None:
            self._made[match_id, asked.bot] = asked.roots, plan
            self._made.move_to_end((match_id, asked.bot))
            if len(self._made) > PLANS:
                self._made.popitem(last=False)


def question(match: Match, position: Position, bot: str) -> Question:
    """Return the question for a bot at a position in a match."""
    plan = players.under_way(match, players.find(match.game, bot))
    roots = () if plan is None else tuple(match.table.to_data(root) for root in plan.roots)
    return _about(position, match.record.board, bot, players.rng_of(match, bot))._replace(roots=roots)


def past_question(match: Match, ply: int, position: Position, bot: str) -> Question:
    """Return the question for a bot about its intent in an earlier position of a match. `ply`: the number of log
    entries before it."""
    record = match.record
    board = record.board_after(len(record.boards) - match.boards_since(ply))
    return _about(position, board, bot, plan_seed(match, bot, ply))


def turn_question(match: Match, seat: str, orders: Orders, plays: int, since: int | None) -> Question:
    """Return the question for the forecast of a turn under orders. `since`: the length of the log when the turn began,
    if it has begun."""
    bot = players.names(match.game)[0]
    position = match.seen_for_orders(seat)
    before = None if since is None else match.table.to_data(match.seen_for_orders(seat, since))
    about = _about(position, match.record.board, bot, f"{players.rng_of(match, bot)}/forecast")
    return about._replace(turn=Foretelling(seat, orders.changed(), plays, before))


def played_question(match: Match, seat: str | None, budget: int | None, done: Done | None = None) -> Question:
    """Return the question for the review of a match for a seat. `done`: the finished playouts."""
    bot = players.names(match.game)[0]
    about = _about(match.position, match.record.board, bot, "")
    return about._replace(position={}, played=Played(match.to_json(), seat, budget, done))


def _about(position: Position, own: str | dict[str, str], bot: str, rng: str) -> Question:
    """Return a question about a position on a board."""
    table = position.table
    components = tuple(sorted(own.items())) if isinstance(own, dict) else ()
    options = tuple(table.options.items())
    return Question(table.game.name, table.edition, options, components, table.to_data(position), bot, rng)


def found(what: What, asked: Question, go_on: GoOn, hear: Hear = lambda _found: None) -> Found:
    """Return the answer to a question.

    `go_on` receives the progress and returns whether to continue. Raises Refusal.
    """
    if asked.played is not None:
        return _reviewed(asked.played, go_on, hear)
    table = _table(asked.game, asked.edition, asked.options, asked.components)
    position, rng = table.from_data(asked.position), random.Random(asked.rng)
    if asked.turn is not None:
        return Found(forecast=_foretold(position, asked.turn, asked.rng, go_on))
    bot = players.find(table.game, asked.bot)
    if what == INTENT:
        return Found(intent=players.intent(position, bot, rng, asked.bot))
    under = players.Under(tuple(map(table.from_data, asked.roots)), asked.plan) if asked.roots else None
    keeper, plan = players.keeping(bot, under, position, rng, go_on)
    if what == ACTION:
        return Found(position.name(players.answer(position, keeper, rng, asked.bot, go_on)), plan=plan)
    chosen, why = players.advice(position, keeper, rng, asked.bot, go_on)
    return Found(position.name(chosen), why, intent=players.intent(position, keeper, rng, asked.bot))


def _foretold(position: Position, turn: Foretelling, seed: str, go_on: GoOn) -> Forecast:
    """Return the forecast of a turn under orders."""
    table = position.table
    assert table.game.command is not None
    orders = read(table.game.command().forms[turn.seat], turn.orders, table.notation)
    before = None if turn.before is None else table.from_data(turn.before)
    return forecast(position, table.game.seats.index(turn.seat), orders, turn.plays, seed, go_on, before)


def _reviewed(played: Played, go_on: GoOn, hear: Hear) -> Found:
    """Return the review of a game, with the playouts that are new."""
    match = Record.from_json(played.record).replay()
    done = (played.done or Done()).of(match, played.seat)
    sent, share, last = (len(done.values), len(done.pairs)), 0.0, time.monotonic()

    def new() -> Done:
        nonlocal sent
        part, sent = done.after(*sent), (len(done.values), len(done.pairs))
        return part

    def heard(progress: Progress) -> None:
        nonlocal share, last
        share = progress.share
        if time.monotonic() - last >= SO_FAR_EVERY:
            last = time.monotonic()
            hear(Found(review=progress.so_far(), title=progress.title, partial=True, done=new()))

    def met(ply: int) -> None:
        nonlocal last
        if time.monotonic() - last >= SO_FAR_EVERY:
            last = time.monotonic()
            hear(Found(title=met_title(ply, len(match.record.log)), partial=True))

    made = review(match, played.seat, budget=played.budget, heard=heard, met=met, go_on=lambda: go_on(share), done=done)
    return Found(review=made, done=new())


def think(asked: str, told: Callable[[float], None]) -> str:
    """Return a bot's action, for a worker that sends no messages during the search.

    Question and answer are texts. `told` receives the progress.
    """
    return _written(ACTION, asked, told)


def advise(asked: str, told: Callable[[float], None]) -> str:
    """Return a bot's action and reason, or a forecast, as texts, like `think`."""
    return _written(ADVICE, asked, told)


def look_back(asked: str, told: Callable[[float], None], heard: Callable[[str], None]) -> str:
    """Return the review of a game as text, like `think`. `heard` receives the results so far."""
    return _written(REVIEW, asked, told, lambda part: heard(msgspec.json.encode(part).decode()))


def _written(what: What, asked: str, told: Callable[[float], None], hear: Hear = lambda _found: None) -> str:
    try:
        answer = found(what, msgspec.json.decode(asked, type=Question), _telling(told), hear)
    except Refusal as refusal:
        answer = Found(refused=refusal.text)
    return msgspec.json.encode(answer).decode()


def _telling(told: Callable[[float], None]) -> GoOn:
    last = time.monotonic()

    def go_on(share: float) -> bool:
        nonlocal last
        if time.monotonic() - last >= TOLD_EVERY:
            last = time.monotonic()
            told(share)
        return True

    return go_on


@lru_cache(maxsize=4)
def _table(
    game: str, edition: str, options: tuple[tuple[str, Any], ...], components: tuple[tuple[str, str], ...]
) -> Table[Any]:
    return registry.find(game).table(edition, dict(options), Files(dict(components)) if components else None)
