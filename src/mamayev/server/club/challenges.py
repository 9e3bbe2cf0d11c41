"""Challenges: games that members offer to each other. Every function is part of one transaction."""

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
"""The maximum number of open challenges of a member."""
LISTED = 500
"""The maximum number of open challenges in a list."""
GONE = "There is no such challenge."


class Challenge(NamedTuple):
    """A challenge of a member, as the table keeps it.

    `seat`: the member's seat; None for either. `pair`: two games, so that each plays each seat. `pace`: None without
    clocks. `lowest`, `highest`: the ratings that it is open to. `target`: the member that may accept it. `link`: the
    hash of the link that opens it. `repeats`: the game that it is a rematch of.
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
        """The set-up of its games."""
        return SetUp(self.game, self.edition, self.options)

    def opens(self, token: str) -> bool:
        """Return whether a token is that of its link."""
        return self.link is not None and self.link == hashed(token)


def new(member_id: str, set_up: SetUp, **values: Any) -> Challenge:
    """Return a challenge of a member that is not yet stored."""
    usual: dict[str, Any] = {
        "id": new_id(), "member": member_id, "created": now(), "expires": ago(-OPEN_DAYS * 86400), "state": "open",
        "taker": None, "match": None, "game": set_up.game, "edition": set_up.edition, "options": dict(set_up.options),
        "seat": None, "pair": False, "pace": None, "rated": False, "lowest": None, "highest": None, "audience": "all",
        "target": None, "link": None, "repeats": None,
    }  # fmt: skip
    return Challenge(**usual | values)


def add(connection: sa.Connection, challenge: Challenge) -> None:
    """Store a challenge. Raises Refusal if its member has too many."""
    ways.member(connection, challenge.member, lock=True)
    mine = sa.select(sa.func.count()).select_from(CHALLENGES)
    mine = mine.where(_open(), CHALLENGES.c.member == challenge.member)
    if connection.execute(mine).scalar_one() >= OPEN_MOST:
        raise Refusal(f"You have {OPEN_MOST} open challenges. Withdraw one first.", field="challenge")
    options, pace = msgspec.json.encode(challenge.options).decode(), written(challenge.pace)
    values = challenge._asdict() | {"options": options, "pace": pace}
    connection.execute(sa.insert(CHALLENGES).values(**values))


def add_once(connection: sa.Connection, challenge: Challenge) -> None:
    """Store a challenge to repeat a game. Raises Refusal if its member has offered that already."""
    ways.member(connection, challenge.member, lock=True)
    same = sa.and_(CHALLENGES.c.repeats == challenge.repeats, CHALLENGES.c.member == challenge.member)
    if connection.execute(sa.select(CHALLENGES.c.id).where(_open(), same)).first() is not None:
        raise Refusal("You have offered this rematch already.", field="challenge")
    add(connection, challenge)


def find(connection: sa.Connection, challenge_id: str) -> Challenge | None:
    """Return a challenge, open or not."""
    row = connection.execute(sa.select(CHALLENGES).where(CHALLENGES.c.id == challenge_id)).first()
    return None if row is None else _challenge(row)


def open_for(connection: sa.Connection, member_id: str, apart: Collection[str]) -> list[Challenge]:
    """Return the open challenges in the list of a member: their own, those for everybody and for them, oldest first.
    `apart`: the members who do not play with them."""
    shown = sa.or_(CHALLENGES.c.member == member_id, CHALLENGES.c.audience == "all", CHALLENGES.c.target == member_id)
    # Few members with many challenges could fill the list.
    place = sa.func.row_number().over(partition_by=CHALLENGES.c.member, order_by=CHALLENGES.c.created)
    mine = sa.case((CHALLENGES.c.member == member_id, 0), else_=place)
    query = sa.select(CHALLENGES).where(_open(), shown, CHALLENGES.c.member.not_in(apart))
    rows = connection.execute(query.order_by(mine, CHALLENGES.c.created).limit(LISTED))
    return sorted(map(_challenge, rows), key=lambda one: one.created)


def rematch_of(connection: sa.Connection, match_id: str, member_id: str) -> Challenge | None:
    """Return the open challenge to repeat a game that a member has received."""
    query = sa.select(CHALLENGES).where(_open(), CHALLENGES.c.repeats == match_id, CHALLENGES.c.target == member_id)
    row = connection.execute(query).first()
    return None if row is None else _challenge(row)


def take(connection: sa.Connection, challenge_id: str, member_id: str, match_id: str) -> None:
    """Let a member have an open challenge. Raises Missing if it is gone, with the reason."""
    here = sa.and_(CHALLENGES.c.id == challenge_id, _open())
    values = {"state": "taken", "taker": member_id, "match": match_id}
    if connection.execute(sa.update(CHALLENGES).where(here).values(**values)).rowcount == 0:
        raise Missing(why_gone(connection, find(connection, challenge_id), member_id))


def why_gone(connection: sa.Connection, challenge: Challenge | None, member_id: str | None) -> str:
    """Return why a challenge cannot be accepted anymore; "" if it can."""
    if challenge is None:
        return GONE
    if challenge.state == "taken":
        if challenge.taker == member_id:
            return "You have accepted this challenge already."
        return f"{_name(connection, challenge.taker)} was quicker. This challenge is gone."
    if challenge.state == "withdrawn":
        return f"{_name(connection, challenge.member)} withdrew this challenge."
    return "" if challenge.expires > now() else "This challenge has expired."


def withdraw(connection: sa.Connection, challenge_id: str, member_id: str) -> None:
    """Withdraw an open challenge of a member, or decline one that is for them alone. Raises Missing if it is gone."""
    own = sa.or_(CHALLENGES.c.member == member_id, CHALLENGES.c.target == member_id)
    query = sa.update(CHALLENGES).where(CHALLENGES.c.id == challenge_id, own, _open()).values(state="withdrawn")
    if connection.execute(query).rowcount == 0:
        found = find(connection, challenge_id)
        mine = found is not None and member_id in (found.member, found.target)
        raise Missing(why_gone(connection, found if mine else None, member_id))


def purge(connection: sa.Connection) -> None:
    """Erase the challenges whose time is over."""
    connection.execute(sa.delete(CHALLENGES).where(CHALLENGES.c.expires < now()))


def leave(connection: sa.Connection, member_id: str) -> None:
    """Erase the challenges of a member, and those for them. Those that they took stay, taken by a former member."""
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
