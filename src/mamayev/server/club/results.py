"""The results of finished games in which members took part, and their effect on ratings. Each function runs inside a
transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from mamayev.engine import registry
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game
from mamayev.match.reading import Unreadable, read

from ..store.happened import Happened
from ..store.rows import AWAY, HUMAN, SetUp
from ..store.tables import MATCHES
from . import ratings, seats
from .anchors import BOT, anchor_of_id, bot_id
from .classes import RulesClass, class_of
from .glicko import Strength
from .pace import LivePace, Pace, terms_of
from .tables import RATINGS, RESULTS
from .tokens import new_id

Ended = Literal["played", "resigned", "time", "left"]

COUNTS = 19421120
"""The number of the PostgreSQL lock for numbering results, so that their numbers follow the order of commits."""


class Played(SetUp):
    """The parts of a record that determine whether a game counts. `practice`: the undos in practice mode. `chosen`:
    whether a player chose the seed."""

    practice: list[Any] = []
    chosen: bool = False


class Sitter(NamedTuple):
    """A seat at the end of a game. `id`: the member or bot, "" for a visitor. `left`: whether a bot took over the
    member's seat."""

    seat: str
    id: str
    left: bool


def within(connection: sa.Connection, happened: Happened) -> None:
    """Store the result of a finished game (see `store.happened`). It runs after the clocks, which determine whether the
    game counts."""
    if happened.keys and happened.standing.over:
        note_end(connection, happened)


def note_end(connection: sa.Connection, happened: Happened) -> None:
    """Store the result of a game, and update the ratings if it is rated. Only the first end counts: a game whose end is
    undone and replayed keeps its result. Games without members have no stored result.
    """
    there = sa.select(RESULTS.c.match).where(RESULTS.c.match == happened.match)
    if connection.execute(there).first() is not None:
        return
    query = sa.select(MATCHES.c.game, MATCHES.c.record, MATCHES.c.components).where(MATCHES.c.id == happened.match)
    row = connection.execute(query).one()
    game, played = registry.find(row.game), _played(row.record)
    sitters = _sitters(connection, happened, game)
    if not any(one.id and not one.id.startswith(BOT) for one in sitters):
        return
    result, terms = happened.standing.result or {}, terms_of(connection, happened.match)
    cls = None if played is None else _class(game, played, own=row.components is not None)
    sides = game.table().look.sides
    scores = {one.seat: _score(one.seat, result, cls, sides) for one in sitters}
    # A game alone is no matter of agreement, so all of them count.
    agreed = terms.rated or (cls is not None and cls.kind == "points")
    # Two players agree on every undo of a die or a card. With one, there is nobody to ask, and who chose the seed alone
    # knows the dice.
    honest = played is not None and (len(happened.keys) > 1 or not (played.practice or played.chosen))
    rated = agreed and honest and cls is not None and _counts(sitters, scores)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({COUNTS})")
    number = (connection.execute(sa.select(sa.func.max(RESULTS.c.number))).scalar() or 0) + 1
    for one in sitters:
        anchor = anchor_of_id(one.id) if rated else None
        connection.execute(
            sa.insert(RESULTS).values(
                match=happened.match,
                seat=one.seat,
                number=number,
                place=game.seats.index(one.seat),
                at=happened.at,
                box=game.name,
                rules="" if cls is None else cls.rules,
                kind="" if cls is None else cls.kind,
                player=one.id,
                score=scores[one.seat],
                ended=_ended(one, happened, scores),
                pace=kind_of(terms.pace),
                rated=rated,
                rating=None if anchor is None else anchor.rating,
                deviation=None if anchor is None else anchor.deviation,
            )
        )
    for rated_game in _rated(connection, RESULTS.c.match == happened.match):
        ratings.rate(connection, rated_game)


def kind_of(pace: Pace | None) -> str:
    """Return the kind of a pace: "live", "daily", or "" without clocks."""
    return "" if pace is None else "live" if isinstance(pace, LivePace) else "daily"


def _sitters(connection: sa.Connection, happened: Happened, game: Game) -> list[Sitter]:
    holders = seats.players(connection, [happened.match]).get(happened.match, {})
    found = []
    for seat in game.seats:
        player = happened.players.get(seat)
        if seat in happened.keys:
            held = holders.get(seat, [])
            found.append(Sitter(seat, held[0][0] if held else "", player != HUMAN))
        elif player is not None:
            found.append(Sitter(seat, "" if player in (HUMAN, AWAY) else bot_id(game.name, player), False))
    return found


def _played(record: str) -> Played | None:
    try:
        return read(record, Played)
    except Unreadable:
        return None


def _class(game: Game, set_up: SetUp, *, own: bool) -> RulesClass | None:
    try:
        return class_of(game, set_up.edition, set_up.options, own)
    except Refusal:  # options of another version of the box
        return None


def _score(seat: str, result: Mapping[str, Any], cls: RulesClass | None, sides: Mapping[str, str]) -> float | None:
    if cls is not None and cls.kind == "points":
        return float(result["points"]) if "points" in result else None
    if "winner" not in result:
        return None
    winner = result["winner"]
    if winner is None:
        return 0.5
    return float((sides.get(winner) or winner) == (sides.get(seat) or seat))


def _counts(sitters: Sequence[Sitter], scores: Mapping[str, float | None]) -> bool:
    """Return whether a game of a class can be rated: two different players, or a solo player, played to the end."""
    ids = {one.id for one in sitters}
    return (
        "" not in ids
        and len(ids) == len(sitters)
        and not any(one.left for one in sitters)
        and all(one.id[: len(BOT)] != BOT or anchor_of_id(one.id) is not None for one in sitters)
        and None not in scores.values()
    )


def _ended(sitter: Sitter, happened: Happened, scores: Mapping[str, float | None]) -> Ended:
    if sitter.left:
        return "left"
    lost = scores[sitter.seat] == 0
    if happened.done == "time" and lost:
        return "time"
    return "resigned" if happened.done == "resign" and lost else "played"


def _rated(connection: sa.Connection, where: sa.ColumnElement[bool]) -> list[ratings.Rated]:
    """Return the rated games for two, in order."""
    query = sa.select(RESULTS).where(RESULTS.c.rated, RESULTS.c.kind == "duel", where).order_by(RESULTS.c.number)
    games: dict[str, list[Any]] = {}
    for row in connection.execute(query):
        games.setdefault(row.match, []).append(row)
    return [_game(rows) for rows in games.values()]


def _game(rows: Sequence[Any]) -> ratings.Rated:
    first, second = sorted(rows, key=lambda row: row.place)
    cls = RulesClass(first.box, first.rules, "duel")
    return ratings.Rated(first.match, cls, first.at, (_player(first), _player(second)))


def _player(row: Any) -> ratings.Player:
    anchor = Strength(row.rating, row.deviation) if row.player.startswith(BOT) else None
    return ratings.Player(row.seat, row.player, row.score, anchor)


def rebuild(connection: sa.Connection) -> int:
    """Recompute all ratings from the results, and return the number of rated games."""
    games = _rated(connection, sa.true())
    ratings.rebuild(connection, games)
    return len(games)


def leave(connection: sa.Connection, member_id: str) -> None:
    """Transfer a member's results and ratings to an invented player with no link to the member. They remain, because
    the opponents' ratings depend on them.
    """
    nobody = new_id()
    connection.execute(sa.update(RESULTS).where(RESULTS.c.player == member_id).values(player=nobody))
    connection.execute(sa.update(RATINGS).where(RATINGS.c.member == member_id).values(member=nobody))
