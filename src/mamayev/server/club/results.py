"""The results of finished games in which members took part, and their effect on ratings. Every function is part of one
transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from mamayev.engine import registry
from mamayev.engine.refusal import Refusal

from ..clock import now
from ..store.rows import AWAY, HUMAN, SetUp, keys_of, players_of, set_up_of
from ..store.tables import MATCHES
from . import ratings, seats
from .anchors import BOT, anchor_of_id, bot_id
from .classes import RulesClass, class_of
from .glicko import Strength
from .tables import GAMES, RATINGS, RESULTS
from .tokens import new_id

Ended = Literal["played", "resigned", "time", "left"]

COUNTS = 19421120
"""The number of the lock under which PostgreSQL numbers results, so that their numbers have the order of commits."""


class Sitter(NamedTuple):
    """A seat at the end of a game. `id`: the member or bot, "" for a visitor. `left`: whether a bot had taken the
    member's seat."""

    seat: str
    id: str
    left: bool


def note_end(connection: sa.Connection, match_id: str) -> None:
    """Store the result of a game that has just ended, and change the ratings if it is rated.

    The first end counts: a game whose end is undone and played again keeps its result. Games without members have none.
    """
    there = sa.select(RESULTS.c.match).where(RESULTS.c.match == match_id)
    if connection.execute(there).first() is not None:
        return
    query = sa.select(MATCHES, GAMES.c.pace, GAMES.c.rated)
    found = connection.execute(
        query.outerjoin_from(MATCHES, GAMES, MATCHES.c.id == GAMES.c.match).where(MATCHES.c.id == match_id)
    ).first()
    if found is None or found.keys is None or found.game not in registry.names():
        return
    row = found._mapping
    sitters = _sitters(connection, row)
    if not any(one.id and not one.id.startswith(BOT) for one in sitters):
        return
    result: Mapping[str, Any] = msgspec.json.decode(row["result"]) if row["result"] else {}
    set_up = set_up_of(row["record"])
    cls = None if isinstance(set_up, str) else _class(row, set_up)
    sides = registry.find(row["game"]).table().look.sides
    scores = {one.seat: _score(one.seat, result, cls, sides) for one in sitters}
    rated = bool(row["rated"]) and cls is not None and _counts(sitters, scores, set_up)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({COUNTS})")
    number = (connection.execute(sa.select(sa.func.max(RESULTS.c.number))).scalar() or 0) + 1
    at = now()
    for one in sitters:
        anchor = anchor_of_id(one.id) if rated else None
        connection.execute(
            sa.insert(RESULTS).values(
                match=match_id,
                seat=one.seat,
                number=number,
                at=at,
                box=row["game"],
                rules="" if cls is None else cls.rules,
                kind="" if cls is None else cls.kind,
                player=one.id,
                score=scores[one.seat],
                ended=_ended(one, result),
                pace=row["pace"] or "",
                rated=rated,
                rating=None if anchor is None else anchor.rating,
                deviation=None if anchor is None else anchor.deviation,
            )
        )
    for game in _rated(connection, RESULTS.c.match == match_id):
        ratings.rate(connection, game)


def _sitters(connection: sa.Connection, row: sa.RowMapping) -> list[Sitter]:
    keys, players = keys_of(row["keys"]), players_of(row["seats"])
    holders = seats.players(connection, [row["id"]]).get(row["id"], {})
    found = []
    for seat in registry.find(row["game"]).seats:
        player = players.get(seat)
        if seat in keys:
            held = holders.get(seat, [])
            found.append(Sitter(seat, held[0][0] if held else "", player != HUMAN))
        elif player is not None:
            found.append(Sitter(seat, "" if player in (HUMAN, AWAY) else bot_id(row["game"], player), False))
    return found


def _class(row: sa.RowMapping, set_up: SetUp) -> RulesClass | None:
    try:
        return class_of(registry.find(row["game"]), set_up.edition, set_up.options, row["components"] is not None)
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


def _counts(sitters: Sequence[Sitter], scores: Mapping[str, float | None], set_up: SetUp | str) -> bool:
    """Return whether a game of a class can be rated: two different players, or one alone, who played to the end."""
    ids = {one.id for one in sitters}
    return (
        not isinstance(set_up, str)
        and set_up.dice == "seeded"
        and "" not in ids
        and len(ids) == len(sitters)
        and not any(one.left for one in sitters)
        and all(one.id[: len(BOT)] != BOT or anchor_of_id(one.id) is not None for one in sitters)
        and None not in scores.values()
    )


def _ended(sitter: Sitter, result: Mapping[str, Any]) -> Ended:
    if sitter.left:
        return "left"
    if result.get("resigned") == sitter.seat:
        return "resigned"
    return "time" if result.get("time") == sitter.seat else "played"


def _rated(connection: sa.Connection, where: sa.ColumnElement[bool]) -> list[ratings.Rated]:
    """Return the rated games of two, in their order."""
    query = sa.select(RESULTS).where(RESULTS.c.rated, RESULTS.c.kind == "duel", where).order_by(RESULTS.c.number)
    games: dict[str, list[Any]] = {}
    for row in connection.execute(query):
        games.setdefault(row.match, []).append(row)
    return [_game(rows) for rows in games.values()]


def _game(rows: Sequence[Any]) -> ratings.Rated:
    order = registry.find(rows[0].box).seats if rows[0].box in registry.names() else ()
    # A box that is not installed has the order in which its seats were once stored: that of their names.
    first, second = sorted(rows, key=lambda row: (order.index(row.seat) if row.seat in order else 0, row.seat))
    cls = RulesClass(first.box, first.rules, "duel")
    return ratings.Rated(first.match, cls, first.at, (_player(first), _player(second)))


def _player(row: Any) -> ratings.Player:
    anchor = Strength(row.rating, row.deviation) if row.player.startswith(BOT) else None
    return ratings.Player(row.seat, row.player, row.score, anchor)


def rebuild(connection: sa.Connection) -> int:
    """Compute all ratings again from the results, and return the number of rated games."""
    games = _rated(connection, sa.true())
    ratings.rebuild(connection, games)
    return len(games)


def leave(connection: sa.Connection, member_id: str) -> None:
    """Give a member's results and ratings to a made-up player, whom nothing connects with the member.

    They stay, because the ratings of the opponents follow from them.
    """
    nobody = new_id()
    connection.execute(sa.update(RESULTS).where(RESULTS.c.player == member_id).values(player=nobody))
    connection.execute(sa.update(RATINGS).where(RATINGS.c.member == member_id).values(member=nobody))
