"""Challenges: games that members offer to each other. Each function runs inside a transaction."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..clock import ago, now
from ..seated import Missing
from . import ways
from .opponents import SetUp
from .pace import Pace, pace_of, written
from .seats import FORMER, FORMER_NAME
from .tables import CHALLENGES
from .tokens import hashed, new_id

Audience = Literal["all", "member", "link"]
State = Literal["open", "taken", "withdrawn"]

OPEN_DAYS = 14
"""Days until a challenge expires."""
OPEN_MOST = 10
"""The maximum number of open challenges per member."""
LISTED = 500
"""The maximum number of open challenges in a list."""
GONE = "There is no such challenge."


class Challenge(NamedTuple):
    """A member's challenge in stored form. `seat`: the member's seat; None for either. `pair`: whether it is for two
    games, one in each seat. `pace`: None without clocks. `lowest`, `highest`: the range of ratings that may accept
    it. `target`: the only member that may accept it. `link`: the hash of its link. `repeats`: the game for which it
    offers a rematch.
    """

    id: str
    member: str
    created: str
    expires: str
    state: State
    taker: str | None
    match: str | None
    game: str
    edition: str
    options: dict[str, Any]
    seat: str | None
    pair: bool
    pace: Pace | None
    rated: bool
    lowest: int | None
    highest: int | None
    audience: Audience
    target: str | None
    link: str | None
    repeats: str | None

    @property
    def set_up(self) -> SetUp:
        """The setup of the challenge's games."""
        return SetUp(self.game, self.edition, self.options)

    def opens(self, token: str) -> bool:
        """Return whether a token matches the challenge's link."""
        return self.link is not None and self.link == hashed(token)


def new(member_id: str, set_up: SetUp, **values: Any) -> Challenge:
    """Return a new challenge by a member. It is not stored yet."""
    usual: dict[str, Any] = {
        "id": new_id(), "member": member_id, "created": now(), "expires": ago(-OPEN_DAYS * 86400), "state": "open",
        "taker": None, "match": None, "game": set_up.game, "edition": set_up.edition, "options": dict(set_up.options),
        "seat": None, "pair": False, "pace": None, "rated": False, "lowest": None, "highest": None, "audience": "all",
        "target": None, "link": None, "repeats": None,
    }  # fmt: skip
    return Challenge(**usual | values)


def add(connection: sa.Connection, challenge: Challenge) -> None:
    """Store a challenge. Raises Refusal if the member already has too many open challenges."""
    ways.member(connection, challenge.member, lock=True)
    mine = sa.select(sa.func.count()).select_from(CHALLENGES)
    mine = mine.where(_open(), CHALLENGES.c.member == challenge.member)
    if connection.execute(mine).scalar_one() >= OPEN_MOST:
        raise Refusal(f"You have {OPEN_MOST} open challenges. Withdraw one first.", field="challenge")
    options, pace = msgspec.json.encode(challenge.options).decode(), written(challenge.pace)
    values = challenge._asdict() | {"options": options, "pace": pace}
    connection.execute(sa.insert(CHALLENGES).values(**values))


def add_once(connection: sa.Connection, challenge: Challenge) -> None:
    """Store an offer of a rematch. Raises Refusal if the member has already offered it."""
    ways.member(connection, challenge.member, lock=True)
    same = sa.and_(CHALLENGES.c.repeats == challenge.repeats, CHALLENGES.c.member == challenge.member)
    if connection.execute(sa.select(CHALLENGES.c.id).where(_open(), same)).first() is not None:
        raise Refusal("You have already offered this rematch.", field="challenge")
    add(connection, challenge)


def find(connection: sa.Connection, challenge_id: str) -> Challenge | None:
    """Return a challenge, open or not."""
    row = connection.execute(sa.select(CHALLENGES).where(CHALLENGES.c.id == challenge_id)).first()
    return None if row is None else _challenge(row)


def open_for(connection: sa.Connection, member_id: str | None, apart: Collection[str]) -> list[Challenge]:
    """Return the open challenges that a member sees: their own, those for everyone, and those for them, oldest first.
    A visitor (None) sees those for everyone. `apart`: the members to omit because of blocks."""
    shown = CHALLENGES.c.audience == "all"
    if member_id is not None:
        shown = sa.or_(CHALLENGES.c.member == member_id, shown, CHALLENGES.c.target == member_id)
    # Few members with many challenges could fill the list.
    place = sa.func.row_number().over(partition_by=CHALLENGES.c.member, order_by=CHALLENGES.c.created)
    mine = sa.case((CHALLENGES.c.member == member_id, 0), else_=place)
    query = sa.select(CHALLENGES).where(_open(), shown, CHALLENGES.c.member.not_in(apart))
    rows = connection.execute(query.order_by(mine, CHALLENGES.c.created).limit(LISTED))
    return sorted(map(_challenge, rows), key=lambda one: one.created)


def rematch_of(connection: sa.Connection, match_id: str, member_id: str) -> Challenge | None:
    """Return the open offer of a rematch that a member has received."""
    query = sa.select(CHALLENGES).where(_open(), CHALLENGES.c.repeats == match_id, CHALLENGES.c.target == member_id)
    row = connection.execute(query).first()
    return None if row is None else _challenge(row)


def take(connection: sa.Connection, challenge_id: str, member_id: str, match_id: str) -> None:
    """Let a member accept an open challenge. If it is no longer open, raises a Missing that gives the reason."""
    here = sa.and_(CHALLENGES.c.id == challenge_id, _open())
    values = {"state": "taken", "taker": member_id, "match": match_id}
    if connection.execute(sa.update(CHALLENGES).where(here).values(**values)).rowcount == 0:
        raise Missing(why_gone(connection, find(connection, challenge_id), member_id))


def why_gone(connection: sa.Connection, challenge: Challenge | None, member_id: str | None) -> str:
    """Return why a challenge can no longer be accepted; "" if it can."""
    if challenge is None:
        return GONE
    if challenge.state == "taken":
        if challenge.taker == member_id:
            return "You have already accepted this challenge."
        return f"{_name(connection, challenge.taker)} has already accepted this challenge."
    if challenge.state == "withdrawn":
        return f"{_name(connection, challenge.member)} withdrew this challenge."
    return "" if challenge.expires > now() else "This challenge has expired."


def withdraw(connection: sa.Connection, challenge_id: str, member_id: str) -> None:
    """Withdraw a member's open challenge, or decline one that is only for them. Raises Missing if it is no longer
    open."""
    own = sa.or_(CHALLENGES.c.member == member_id, CHALLENGES.c.target == member_id)
    query = sa.update(CHALLENGES).where(CHALLENGES.c.id == challenge_id, own, _open()).values(state="withdrawn")
    if connection.execute(query).rowcount == 0:
        found = find(connection, challenge_id)
        mine = found is not None and member_id in (found.member, found.target)
        raise Missing(why_gone(connection, found if mine else None, member_id))


def purge(connection: sa.Connection) -> None:
    """Erase expired challenges."""
    connection.execute(sa.delete(CHALLENGES).where(CHALLENGES.c.expires < now()))


def leave(connection: sa.Connection, member_id: str) -> None:
    """Erase the challenges by and for a member. Challenges that they accepted remain, as accepted by a former
    member."""
    gone = sa.or_(CHALLENGES.c.member == member_id, CHALLENGES.c.target == member_id)
    connection.execute(sa.delete(CHALLENGES).where(gone))
    connection.execute(sa.update(CHALLENGES).where(CHALLENGES.c.taker == member_id).values(taker=FORMER))


def _open() -> sa.ColumnElement[bool]:
    return sa.and_(CHALLENGES.c.state == "open", CHALLENGES.c.expires > now())


def _name(connection: sa.Connection, member_id: str | None) -> str:
    found = ways.member(connection, member_id or FORMER)
    return FORMER_NAME.capitalize() if found is None else found.name


def _challenge(row: sa.Row[Any]) -> Challenge:
    data = dict(row._mapping)
    data["options"] = msgspec.json.decode(data["options"])
    data["pace"] = pace_of(data["pace"])
    return Challenge(**data)
