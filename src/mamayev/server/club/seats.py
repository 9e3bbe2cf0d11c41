"""The seats that members hold, and who may see which games. Each function runs inside a transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..clock import ago, now
from ..keys import Rights
from ..store.happened import Happened
from ..store.rows import keys_of
from ..store.tables import MATCHES
from .tables import GAMES, MEMBERS, SEATS

Sight = Literal["private", "unlisted", "public"]

SEATS_MOST = 5_000
"""The maximum number of seats that one account holds."""
FORMER = ""
"""The member id in the rows of members who have left."""
FORMER_NAME = "a former member"


class Game(NamedTuple):
    """The club's data about a game: the member who started an open table, who may see it, and whether it is rated."""

    owner: str | None
    sight: Sight
    rated: bool = False


_GAME = sa.select(GAMES.c.owner, GAMES.c.sight).where(GAMES.c.match == sa.bindparam("match"))
# Asked with every action of a player.
_HOLDERS = (
    sa.select(SEATS.c.member, SEATS.c.key)
    .where(SEATS.c.key.in_(sa.bindparam("of_keys", expanding=True)), SEATS.c.member != FORMER)
    .order_by(SEATS.c.kept)
)


def rights(held: Collection[str], game: Game | None, member_id: str | None) -> Rights:
    """Return the rights of a member or visitor to a match in which they hold these hashed keys."""
    if game is None:
        return Rights(held)
    own = game.owner is not None and game.owner == member_id
    return Rights(held, acts=game.owner is None or own, watches=own or game.sight != "private")


def keep(connection: sa.Connection, member_id: str, match_id: str, key: str) -> None:
    """Let a member hold the seat of a hashed key. Raises Refusal if they hold too many."""
    here = sa.and_(SEATS.c.member == member_id, SEATS.c.key == key)
    if connection.execute(sa.select(SEATS.c.kept).where(here)).first() is not None:
        return
    count = sa.select(sa.func.count()).select_from(SEATS).where(SEATS.c.member == member_id)
    if connection.execute(count).scalar_one() >= SEATS_MOST:
        raise Refusal(f"An account can hold at most {SEATS_MOST:,} seats.", field="seat")
    connection.execute(sa.insert(SEATS).values(member=member_id, key=key, match=match_id, kept=now()))


def let_go(connection: sa.Connection, member_id: str, key: str) -> bool:
    """Take the seat with this hashed key from a member. Return False if the member does not hold it."""
    query = sa.delete(SEATS).where(SEATS.c.member == member_id, SEATS.c.key == key)
    return connection.execute(query).rowcount > 0


def within(connection: sa.Connection, happened: Happened) -> None:
    """Copy the visibility and the members' seats of a game to its continuation, which has the same keys (see
    `store.happened`)."""
    if happened.continues:
        set_sight(connection, happened.match, sight_of(connection, happened.continues))
        here = sa.and_(SEATS.c.match == happened.continues, SEATS.c.key.in_(happened.keys.values()))
        connection.execute(sa.update(SEATS).where(here).values(match=happened.match))


def sights(connection: sa.Connection, match_ids: Collection[str]) -> dict[str, Game]:
    """Return the club's data about games, by id."""
    query = sa.select(GAMES).where(GAMES.c.match.in_(match_ids))
    return {row.match: Game(row.owner, row.sight, row.rated) for row in connection.execute(query)}


def sight_of(connection: sa.Connection, match_id: str) -> Sight:
    """Return who may see a game."""
    row = connection.execute(_GAME, {"match": match_id}).first()
    found: Sight = "unlisted" if row is None else row.sight
    return found


def set_sight(connection: sa.Connection, match_id: str, sight: Sight) -> None:
    """Set who may see a game."""
    here = GAMES.c.match == match_id
    if connection.execute(sa.update(GAMES).where(here).values(sight=sight)).rowcount == 0:
        connection.execute(sa.insert(GAMES).values(match=match_id, owner=None, sight=sight))


def set_pair(connection: sa.Connection, match_ids: Sequence[str]) -> None:
    """Record that two games are a pair."""
    here = GAMES.c.match.in_(match_ids)
    connection.execute(sa.update(GAMES).where(here).values(pair=match_ids[0]))


def pair_of(connection: sa.Connection, match_id: str) -> list[str]:
    """Return the ids of the games in a game's pair, in order; empty for a single game."""
    first = sa.select(GAMES.c.pair).where(GAMES.c.match == match_id).scalar_subquery()
    query = sa.select(GAMES.c.match).where(GAMES.c.pair == first).order_by(GAMES.c.match != GAMES.c.pair)
    return list(connection.execute(query).scalars())


def owner_of(connection: sa.Connection, match_id: str) -> str | None:
    """Return the member who started an open table; None for a visitor's."""
    row = connection.execute(_GAME, {"match": match_id}).first()
    return None if row is None else row.owner


def own(member_id: str) -> sa.ColumnElement[bool]:
    """Return the condition for the matches of a member: those where they hold a seat, and their open tables."""
    return sa.or_(
        MATCHES.c.id.in_(sa.select(SEATS.c.match).where(SEATS.c.member == member_id)),
        MATCHES.c.id.in_(sa.select(GAMES.c.match).where(GAMES.c.owner == member_id)),
    )


def public() -> sa.ColumnElement[bool]:
    """Return the condition for public matches."""
    return MATCHES.c.id.in_(sa.select(GAMES.c.match).where(GAMES.c.sight == "public"))


def public_of_many(where: sa.ColumnElement[bool], most: int) -> sa.ColumnElement[bool]:
    """Return the condition for the public matches that meet `where`, at most the latest `most` per member.

    A match counts for the member who started it or first held a seat. The limit leaves room for others in a list.
    """
    first = sa.select(sa.func.min(SEATS.c.member)).where(SEATS.c.match == MATCHES.c.id, SEATS.c.member != FORMER)
    whose = sa.func.coalesce(sa.func.nullif(GAMES.c.owner, FORMER), first.scalar_subquery(), MATCHES.c.id)
    place = sa.func.row_number().over(partition_by=whose, order_by=MATCHES.c.updated.desc()).label("place")
    ranked = (
        sa.select(MATCHES.c.id, place)
        .select_from(MATCHES.join(GAMES, GAMES.c.match == MATCHES.c.id))
        .where(GAMES.c.sight == "public", MATCHES.c.deleted_at.is_(None), where)
        .subquery()
    )
    return MATCHES.c.id.in_(sa.select(ranked.c.id).where(ranked.c.place <= most))


def players(connection: sa.Connection, match_ids: Collection[str]) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """Return the members who hold each seat, by match and seat: id and name. Those who have left have no id."""
    query = sa.select(MATCHES.c.id, MATCHES.c["keys"]).where(
        MATCHES.c.id.in_(match_ids), MATCHES.c["keys"].is_not(None)
    )
    keys: Mapping[str, dict[str, str]] = {row[0]: _seats_of(row[1]) for row in connection.execute(query)}
    holders = (
        sa.select(SEATS.c.match, SEATS.c.key, SEATS.c.member, MEMBERS.c.name)
        .select_from(SEATS.outerjoin(MEMBERS, SEATS.c.member == MEMBERS.c.id))
        .where(SEATS.c.match.in_(match_ids))
        .order_by(SEATS.c.kept)
    )
    found: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for match_id, key, member_id, name in connection.execute(holders):
        seat = keys.get(match_id, {}).get(key)
        if seat is not None:
            found.setdefault(match_id, {}).setdefault(seat, []).append((member_id, name or FORMER_NAME))
    return found


def held_by(connection: sa.Connection, keys: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the ids of the members who hold the seats with these hashed keys, with their seats, in the order in which
    they took them."""
    by_key = {key: seat for seat, key in keys.items()}
    return [(row.member, by_key[row.key]) for row in connection.execute(_HOLDERS, {"of_keys": [*by_key]})]


def holders(connection: sa.Connection, keys: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the ids of the members who hold seats with these hashed keys, by seat."""
    found = held_by(connection, keys)
    return {seat: [member for member, own in found if own == seat] for seat in keys}


def _seats_of(text: str) -> dict[str, str]:
    """Return the seat of each hashed key; empty if the row is damaged, which is reported when the game is opened."""
    try:
        return {key: seat for seat, key in keys_of(text).items()}
    except Refusal:
        return {}


def leave(connection: sa.Connection, member_id: str) -> None:
    """Turn a member's seats into those of a former member, and delete their private open tables."""
    mine = sa.select(GAMES.c.match).where(GAMES.c.owner == member_id, GAMES.c.sight == "private")
    gone = sa.and_(MATCHES.c.id.in_(mine), MATCHES.c.deleted_at.is_(None))
    connection.execute(sa.update(MATCHES).where(gone).values(deleted_at=now()))
    connection.execute(sa.update(GAMES).where(GAMES.c.owner == member_id).values(owner=FORMER))
    again = sa.select(SEATS.c.key).where(SEATS.c.member == FORMER)
    connection.execute(sa.delete(SEATS).where(SEATS.c.member == member_id, SEATS.c.key.in_(again)))
    connection.execute(sa.update(SEATS).where(SEATS.c.member == member_id).values(member=FORMER))


def purge(connection: sa.Connection, days: int) -> None:
    """Erase the rows of matches that no longer exist, and delete visitors' open tables that have been unused for this
    many days."""
    visitors = sa.select(GAMES.c.match).where(GAMES.c.owner.is_(None))
    unused = sa.and_(
        MATCHES.c.id.in_(visitors),
        MATCHES.c["keys"].is_(None),
        MATCHES.c.updated < ago(days * 86400),
        MATCHES.c.deleted_at.is_(None),
    )
    connection.execute(sa.update(MATCHES).where(unused).values(deleted_at=now()))
    there = sa.select(MATCHES.c.id)
    connection.execute(sa.delete(SEATS).where(SEATS.c.match.not_in(there)))
    connection.execute(sa.delete(GAMES).where(GAMES.c.match.not_in(there)))
