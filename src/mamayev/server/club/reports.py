"""Reports of chat messages and games, and the operator's responses. Each function runs inside a transaction."""

from __future__ import annotations

from typing import Literal, NamedTuple

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..clock import ago, now
from ..keys import Forbidden
from ..lines import one_line
from . import ways
from .seats import FORMER, FORMER_NAME
from .settings import Settings
from .tables import CHALLENGES, MEMBERS, REPORTS, SANCTIONS
from .times import day_of
from .tokens import new_id

Kind = Literal["mute", "suspend"]

WAITING_MOST = 20
"""The maximum number of a member's open reports."""
DAYS_MOST = 3650


class Report(NamedTuple):
    """A report with names. `line` is None, and `text` is "", for a report of a whole game or a member. For a member,
    `match` is "" too."""

    id: str
    at: str
    by: str
    about: str
    about_id: str
    match: str
    line: int | None
    text: str
    reason: str
    resolved: str | None
    outcome: str | None


class Sanction(NamedTuple):
    """A temporary sanction: no writing (mute), or no new games (suspend)."""

    kind: Kind
    since: str
    until: str
    reason: str


def report(
    connection: sa.Connection, member_id: str, about: str, match_id: str, line: int | None, text: str, reason: str
) -> str:
    """Store a report about a member, and return its id. Raises Refusal for a duplicate, or if too many are open."""
    waiting = sa.select(REPORTS).where(REPORTS.c.member == member_id, REPORTS.c.resolved.is_(None))
    rows = connection.execute(waiting).all()
    if any((row.match, row.line, row.about) == (match_id, line, about) for row in rows):
        raise Refusal("You have already reported this. The operator will look at it.", field="report")
    if len(rows) >= WAITING_MOST:
        raise Refusal(
            f"{WAITING_MOST} of your reports are waiting for the operator. Wait until one is resolved.",
            field="report",
        )
    report_id = new_id()
    values = {"match": match_id, "line": line, "text": text, "reason": reason}
    connection.execute(sa.insert(REPORTS).values(id=report_id, at=now(), member=member_id, about=about, **values))
    return report_id


def queue(connection: sa.Connection, *, resolved: bool = False, most: int = 200) -> list[Report]:
    """Return the open reports, oldest first, or the latest `resolved` ones."""
    by, about = MEMBERS.alias(), MEMBERS.alias()
    query = (
        sa.select(REPORTS, by.c.name.label("by"), about.c.name.label("whom"))
        .select_from(REPORTS.outerjoin(by, REPORTS.c.member == by.c.id).outerjoin(about, REPORTS.c.about == about.c.id))
        .where(REPORTS.c.resolved.is_not(None) if resolved else REPORTS.c.resolved.is_(None))
        .order_by(REPORTS.c.resolved.desc() if resolved else REPORTS.c.at, REPORTS.c.id)
        .limit(most)
    )
    return [
        Report(
            row.id,
            row.at,
            row.by or FORMER_NAME,
            row.whom or FORMER_NAME,
            row.about,
            row.match,
            row.line,
            row.text,
            row.reason,
            row.resolved,
            row.outcome,
        )
        for row in connection.execute(query)
    ]


def resolve(connection: sa.Connection, report_id: str, outcome: str) -> bool:
    """Record what an operator did about a report. Return False if there is no open report with this id."""
    here = sa.and_(REPORTS.c.id == report_id, REPORTS.c.resolved.is_(None))
    values = {"resolved": now(), "outcome": outcome}
    return connection.execute(sa.update(REPORTS).where(here).values(**values)).rowcount == 1


def impose(connection: sa.Connection, member_id: str, kind: Kind, days: int, reason: str) -> Sanction:
    """Mute or suspend a member for some days, replacing an earlier sanction of this kind. Raises Refusal.

    A suspended member's open challenges are withdrawn, because accepting one would begin a game.
    """
    if not 1 <= days <= DAYS_MOST:
        raise Refusal(f"“{days}” is not a number of days from 1 to {DAYS_MOST:,}.", field="days", malformed=True)
    if ways.member(connection, member_id) is None:
        raise Refusal("There is no such member.", field="member")
    lift(connection, member_id, kind)
    sanction = Sanction(kind, now(), ago(-days * 86400), reason)
    connection.execute(sa.insert(SANCTIONS).values(member=member_id, **sanction._asdict()))
    if kind == "suspend":
        theirs = sa.and_(CHALLENGES.c.member == member_id, CHALLENGES.c.state == "open")
        connection.execute(sa.update(CHALLENGES).where(theirs).values(state="withdrawn"))
    return sanction


def lift(connection: sa.Connection, member_id: str, kind: Kind) -> bool:
    """Lift a sanction of a member. Return False if there is no such sanction."""
    query = sa.delete(SANCTIONS).where(SANCTIONS.c.member == member_id, SANCTIONS.c.kind == kind)
    return connection.execute(query).rowcount == 1


def sanction(connection: sa.Connection, member_id: str, kind: Kind) -> Sanction | None:
    """Return a member's sanction of this kind."""
    here = sa.and_(SANCTIONS.c.member == member_id, SANCTIONS.c.kind == kind, SANCTIONS.c.until > now())
    row = connection.execute(sa.select(SANCTIONS).where(here)).first()
    return None if row is None else Sanction(row.kind, row.since, row.until, row.reason)


def sentence(settings: Settings, found: Sanction) -> str:
    """Return the message to a member about a sanction: what they may not do, until when, and the contact address."""
    what = "start games" if found.kind == "suspend" else "write to others"
    still = " You can finish your games." if found.kind == "suspend" else ""
    return f"You cannot {what} until {day_of(found.until)}.{still} Questions? Write to {one_line(settings.imprint)}."


def check_free(connection: sa.Connection, settings: Settings, member_id: str | None, kind: Kind) -> None:
    """Raise Forbidden if a member is under a sanction of this kind."""
    found = None if member_id is None else sanction(connection, member_id, kind)
    if found is not None:
        raise Forbidden(sentence(settings, found))


def leave(connection: sa.Connection, member_id: str) -> None:
    """Replace a member in all reports by a former member, and erase their sanctions."""
    connection.execute(sa.delete(SANCTIONS).where(SANCTIONS.c.member == member_id))
    for column in (REPORTS.c.member, REPORTS.c.about):
        connection.execute(sa.update(REPORTS).where(column == member_id).values({column.name: FORMER}))


def purge(connection: sa.Connection) -> None:
    """Erase expired sanctions."""
    connection.execute(sa.delete(SANCTIONS).where(SANCTIONS.c.until < now()))
