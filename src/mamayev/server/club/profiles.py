"""A member's public profile: figures, ratings and their curves. Each function runs inside a transaction."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from mamayev.engine import registry

from ..store.tables import MATCHES
from . import answers, blocks, classes, ratings, seats
from .anchors import points_of
from .classes import RulesClass
from .forms import CurvePoint, Profile, RatingRow, SeatResults, SeatWorth
from .tables import RESULTS
from .ways import Member

COUNTED = 1_000
"""The number of a member's latest games that a profile covers. Anyone can request a profile, and covering 5,000 games
would take seconds."""
SHARES_FROM = 10
"""The minimum number of finished games for which a profile shows the share lost on time."""


def profile_of(connection: sa.Connection, who: Member, reader_id: str | None) -> Profile:
    """Return a member's profile as a reader sees it."""
    query = sa.select(RESULTS).where(RESULTS.c.player == who.id).order_by(RESULTS.c.number.desc())
    rows = connection.execute(query.limit(COUNTED)).all()[::-1]
    duels = [row for row in rows if row.rated and row.kind == "duel"]
    paces = Counter(row.pace for row in rows if row.pace)
    pace = paces.most_common(1)[0][0] if paces else ""
    on_time = sum(row.ended == "time" for row in rows)
    seconds = answers.usual_seconds(connection, who.id, pace)
    return Profile(
        name=who.name,
        joined=who.joined,
        me=who.id == reader_id,
        blocked=reader_id is not None and blocks.has_blocked(connection, reader_id, who.id),
        pace=pace,
        answers=None if seconds is None else round(seconds),
        games=len(rows),
        rated=sum(row.rated for row in rows),
        won=sum(row.score == 1 for row in duels),
        drawn=sum(row.score == 0.5 for row in duels),
        lost=sum(row.score == 0 for row in duels),
        on_time=on_time,
        on_time_share=on_time / len(rows) if len(rows) >= SHARES_FROM else None,
        left=sum(row.ended == "left" for row in rows),
        ratings=_ratings(connection, who.id, [row for row in rows if row.rated], reader_id),
    )


def _ratings(connection: sa.Connection, member_id: str, rows: Sequence[Any], reader_id: str | None) -> list[RatingRow]:
    """Return a row for each class, the class with the most games first."""
    by_class: dict[RulesClass, list[Any]] = {}
    for row in rows:
        by_class.setdefault(RulesClass(row.box, row.rules, row.kind), []).append(row)
    opens = _opens(connection, [row.match for row in rows], reader_id)
    found = [
        _points(cls, games, opens) if cls.kind == "points" else _duels(connection, member_id, cls, games, opens)
        for cls, games in by_class.items()
    ]
    return sorted(found, key=lambda row: (row.kind == "points", -row.games))


def _duels(
    connection: sa.Connection, member_id: str, cls: RulesClass, games: Sequence[Any], opens: Collection[str]
) -> RatingRow:
    rating = ratings.rating_of(connection, member_id, cls)
    worth, seat = ratings.worth_of(connection, cls)
    names = classes.seat_names(cls.box, cls.rules)
    by_seat = {seat_id: [game for game in games if game.seat == seat_id] for seat_id in names}
    return RatingRow(
        box=cls.box,
        title=_title(cls.box),
        rules=classes.title_of(cls.box, cls.rules),
        kind="duel",
        rating=rating.rating,
        deviation=rating.deviation,
        provisional=rating.provisional,
        games=rating.games,
        seats=[
            SeatResults(seat_id, names[seat_id], len(own), sum(game.score for game in own))
            for seat_id, own in by_seat.items()
            if own or len(names) == 2
        ],
        worth=SeatWorth(names.get(seat, seat), worth.points, worth.deviation) if seat else None,
        last=games[-1].at,
        curve=_curve(games, opens),
    )


def _points(cls: RulesClass, games: Sequence[Any], opens: Collection[str]) -> RatingRow:
    """Return the row of a solo game: the mean of the points, and its standard error."""
    points = [game.score for game in games]
    return RatingRow(
        box=cls.box,
        title=_title(cls.box),
        rules=classes.title_of(cls.box, cls.rules),
        kind="points",
        rating=statistics.fmean(points),
        deviation=statistics.stdev(points) / math.sqrt(len(points)) if len(points) > 1 else None,
        provisional=False,
        games=len(games),
        best=max(points),
        bot=points_of(cls.box),
        last=games[-1].at,
        curve=_curve(games, opens),
    )


def _curve(games: Sequence[Any], opens: Collection[str]) -> list[CurvePoint]:
    return [
        CurvePoint(
            game.at, game.seat, game.score, game.rating, game.deviation, game.match if game.match in opens else ""
        )
        for game in games
    ]


def _title(box: str) -> str:
    return registry.find(box).title if box in registry.names() else box


def _opens(connection: sa.Connection, match_ids: Collection[str], reader_id: str | None) -> set[str]:
    """Return the given games that a reader may open without a link: public games, and their own."""
    mine = sa.false() if reader_id is None else seats.own(reader_id)
    query = sa.select(MATCHES.c.id).where(
        MATCHES.c.id.in_(match_ids), MATCHES.c.deleted_at.is_(None), sa.or_(seats.public(), mine)
    )
    return set(connection.execute(query).scalars())
