"""Ratings of members by class of rules. Each function runs inside a transaction.

Only `rate` changes a rating. A finished game and the rebuild of all ratings call it with the same rows in the same
order, so both give exactly the same numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from .anchors import anchor_of_id
from .classes import RulesClass
from .glicko import Strength, Worth, duel
from .tables import RATINGS, RESULTS, WORTHS

PROVISIONAL = 110.0
"""The deviation from which a rating is provisional."""
PERIOD_DAYS = 5.0
"""The length of a rating period in days. Without games, a deviation of 60 grows to 110 in about a year."""


class Rating(NamedTuple):
    """The rating of a member in a class, with its deviation and the number of rated games. Bots have no such rating."""

    rating: float
    deviation: float
    games: int

    @property
    def provisional(self) -> bool:
        """Whether the rating may still be far off."""
        return self.deviation >= PROVISIONAL


def rating_of(connection: sa.Connection, member_id: str, cls: RulesClass) -> Rating:
    """Return the rating of a member or bot. A newcomer starts at 1500, with a deviation of 350."""
    return ratings_of(connection, [member_id], cls)[member_id]


def ratings_of(connection: sa.Connection, member_ids: Collection[str], cls: RulesClass) -> dict[str, Rating]:
    """Return the ratings of members and bots in a class."""
    query = sa.select(RATINGS).where(_here(RATINGS, cls), RATINGS.c.member.in_(member_ids))
    found = {row.member: Rating(row.rating, row.deviation, row.games) for row in connection.execute(query)}
    new = Strength()
    for member_id in member_ids:
        start = anchor_of_id(member_id) or new
        found.setdefault(member_id, Rating(start.rating, start.deviation, 0))
    return found


def worth_of(connection: sa.Connection, cls: RulesClass) -> tuple[Worth, str]:
    """Return the advantage of a class's better seat, and that seat; "" before the first game."""
    row = connection.execute(sa.select(WORTHS).where(_here(WORTHS, cls))).first()
    return (Worth(), "") if row is None else (Worth(row.points, row.deviation), row.seat)


class Player(NamedTuple):
    """A player of a rated game: the seat, the id of the member or bot, the score, and the fixed strength of a bot."""

    seat: str
    id: str
    score: float
    anchor: Strength | None


class Rated(NamedTuple):
    """A rated game for two. The players are in the order of the game's seats."""

    match: str
    cls: RulesClass
    at: str
    players: tuple[Player, Player]


def rate(connection: sa.Connection, game: Rated) -> None:
    """Update the ratings of both players and the advantage of the seats after a game. Ratings of bots do not change."""
    worth, known = worth_of(connection, game.cls)
    before = [_before(connection, player, game) for player in game.players]
    (first, second), score = (one.strength for one in before), game.players[0].score
    *after, worth = duel(first, second, worth, score, (before[0].periods, before[1].periods))
    _put(
        connection,
        WORTHS,
        _key(game.cls),
        {"seat": game.players[0].seat, "points": worth.points, "deviation": worth.deviation},
        there=bool(known),
    )
    for player, old, new in zip(game.players, before, after, strict=True):
        if player.anchor is None:
            values = {**new._asdict(), "games": old.games + 1, "last": game.at}
            _put(connection, RATINGS, {"member": player.id, **_key(game.cls)}, values, there=old.games > 0)
            own = sa.and_(RESULTS.c.match == game.match, RESULTS.c.seat == player.seat)
            shown = {"rating": new.rating, "deviation": new.deviation}
            connection.execute(sa.update(RESULTS).where(own).values(shown))


class _Before(NamedTuple):
    strength: Strength
    periods: float
    games: int


def _before(connection: sa.Connection, player: Player, game: Rated) -> _Before:
    if player.anchor is not None:
        return _Before(player.anchor, 0.0, 0)
    here = sa.and_(RATINGS.c.member == player.id, _here(RATINGS, game.cls))
    row = connection.execute(sa.select(RATINGS).where(here)).first()
    if row is None:
        return _Before(Strength(), 0.0, 0)
    days = (datetime.fromisoformat(game.at) - datetime.fromisoformat(row.last)).total_seconds() / 86400
    return _Before(Strength(row.rating, row.deviation, row.volatility), max(days, 0.0) / PERIOD_DAYS, row.games)


def rebuild(connection: sa.Connection, games: Sequence[Rated]) -> None:
    """Recompute all ratings from rated games, in order."""
    connection.execute(sa.delete(RATINGS))
    connection.execute(sa.delete(WORTHS))
    for game in games:
        rate(connection, game)


def _key(cls: RulesClass) -> dict[str, str]:
    return {"box": cls.box, "rules": cls.rules}


def _here(table: sa.Table, cls: RulesClass) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.box == cls.box, table.c.rules == cls.rules)


def _put(
    connection: sa.Connection, table: sa.Table, key: dict[str, str], values: dict[str, object], *, there: bool
) -> None:
    """Update the row with a key, or insert it."""
    if there:
        here = sa.and_(*(table.c[name] == value for name, value in key.items()))
        connection.execute(sa.update(table).where(here).values(values))
    else:
        connection.execute(sa.insert(table).values({**key, **values}))
