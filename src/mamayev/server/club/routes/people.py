"""The people of a club: the list of members, blocks, and reports."""

from __future__ import annotations

from typing import Annotated

import sqlalchemy as sa
from msgspec import Meta

from mamayev.engine.refusal import Refusal

from ...acting import check_holds
from ...keys import Caller, Forbidden
from ...lines import one_line
from ...routes.answers import DONE, Answer
from ...routes.asked import MatchId
from ...routes.parts import Parts
from ...routes.route import Routes
from ...seated import Missing
from .. import blocks, forms, matching, outbox, profiles, reports, ways
from ..club import Club
from ..opponents import bots
from ..seats import holders
from ..visitor import Visitor

routes = Routes()

ABOUT_YOU = "This report is about you. Another operator can resolve it, or `mamayev club resolve` on the server."
NO_MEMBER = "There is no member “{}”."


@routes.get("/api/club/members", list[forms.MemberRow])
def members(club: Club, visitor: Visitor) -> Answer:
    """Return all members by name, followed by the bots."""
    member_id = visitor.signed_in().member

    def look(connection: sa.Connection) -> list[forms.MemberRow]:
        blocked = set(blocks.blocked_by(connection, member_id))
        people = [forms.MemberRow(name, joined, blocked=name in blocked) for name, joined in ways.names(connection)]
        return [*people, *(forms.MemberRow(bot.title, game=bot.game, bot=bot.name) for bot in bots())]

    return Answer(club.read(look))


@routes.get("/api/club/members/{name}", forms.Profile)
def member_profile(
    club: Club, visitor: Visitor, name: Annotated[forms.NameText, Meta(description="a member")]
) -> Answer:
    """Return a member's public profile: figures, ratings and their curves."""
    reader_id = visitor.member_id

    def look(connection: sa.Connection) -> forms.Profile:
        who = ways.by_name(connection, name)
        if who is None:
            raise Missing(NO_MEMBER.format(name))
        return profiles.profile_of(connection, who, reader_id)

    return Answer(club.read(look))


@routes.post("/api/club/members/{name}/reports", None, 204)
def report_member(
    club: Club,
    visitor: Visitor,
    name: Annotated[forms.NameText, Meta(description="a member")],
    wanted: forms.MemberReported,
) -> Answer:
    """Report a member to the operator."""
    session, reason = visitor.signed_in(), _reason(wanted.reason)

    def store(connection: sa.Connection) -> None:
        other = ways.by_name(connection, name)
        if other is None:
            raise Missing(NO_MEMBER.format(name))
        if other.id == session.member:
            raise Refusal("You cannot report yourself.", field="name")
        reports.report(connection, session.member, other.id, "", None, "", reason)
        _tell_operators(club, connection, session.member)

    club.write(store)
    return DONE


def _reason(text: str) -> str:
    reason = one_line(text)
    if not reason:
        raise Refusal("Describe in a sentence what is wrong.", field="reason", malformed=True)
    return reason


def _tell_operators(club: Club, connection: sa.Connection, member_id: str) -> None:
    """Write the notices for a member's report to the operators."""
    for operator in club.operators(connection):
        if operator != member_id:
            outbox.write(connection, operator, "report", "", who=member_id)


@routes.post("/api/club/me/blocks", None, 204)
def block(club: Club, visitor: Visitor, wanted: forms.BlockWanted) -> Answer:
    """Stop a member from joining your games and writing to you."""
    session = visitor.signed_in()

    def change(connection: sa.Connection) -> None:
        other = ways.by_name(connection, wanted.name)
        if other is None:
            raise Missing(NO_MEMBER.format(wanted.name))
        if other.id == session.member:
            raise Refusal("You cannot block yourself.", field="name")
        blocks.block(connection, session.member, other.id)

    club.write(change)
    return DONE


@routes.delete("/api/club/me/blocks/{name}")
def unblock(club: Club, visitor: Visitor, name: Annotated[forms.NameText, Meta(description="a member")]) -> Answer:
    """Remove a block."""
    session = visitor.signed_in()

    def change(connection: sa.Connection) -> bool:
        other = ways.by_name(connection, name)
        return other is not None and blocks.unblock(connection, session.member, other.id)

    if not club.write(change):
        raise Missing(f"You have not blocked “{name}”.")
    return DONE


@routes.post("/api/club/games/{match_id}/reports", None, 204)
def report(
    server: Parts, club: Club, visitor: Visitor, match_id: MatchId, wanted: forms.ReportWanted, who: Caller
) -> Answer:
    """Report a chat message or the game to the operator."""
    session, reason = visitor.signed_in(), _reason(wanted.reason)
    with server.rooms.enter(match_id, who) as (room, viewer):
        check_holds(viewer)
        keys = dict(room.keys)
    line = None
    if wanted.line is not None:
        line = next((one for one in server.store.chat.lines(match_id) if one.number == wanted.line), None)
        if line is None:
            raise Missing("There is no such message.")

    def store(connection: sa.Connection) -> None:
        if line is None:
            others = dict(matching.others_at(connection, match_id, session.member))
        else:
            there = {one: ways.member(connection, one) for one in holders(connection, keys).get(line.seat, ())}
            others = {one: found.name for one, found in there.items() if found and one != session.member}
        about = [one for one, name in others.items() if wanted.name in (None, name)]
        if len(about) != 1:
            raise Refusal("Name the member to report, who must hold another seat in this game.", field="name")
        text, number = ("", None) if line is None else (line.text, line.number)
        reports.report(connection, session.member, about[0], match_id, number, text, reason)
        _tell_operators(club, connection, session.member)

    club.write(store)
    return DONE


@routes.get("/api/club/reports", list[forms.ReportForm])
def listed_reports(club: Club, visitor: Visitor, resolved: bool = False) -> Answer:
    """Return the open reports, oldest first, or the latest resolved ones."""
    club.check_operates(club.read(visitor.member))
    found = club.read(lambda connection: reports.queue(connection, resolved=resolved))
    fields = forms.ReportForm.__struct_fields__
    return Answer([forms.ReportForm(**{field: getattr(one, field) for field in fields}) for one in found])


@routes.post("/api/club/reports/{report_id}", None, 204)
def resolve_report(
    club: Club,
    visitor: Visitor,
    report_id: Annotated[str, Meta(max_length=32)],
    wanted: forms.ReportResolved,
) -> Answer:
    """Record what you did about a report, and optionally mute or suspend the reported member, who cannot be you."""
    who = club.read(visitor.member)
    club.check_operates(who)
    outcome = one_line(wanted.outcome)
    if not outcome:
        raise Refusal("Describe in a sentence what you did.", field="outcome", malformed=True)

    def change(connection: sa.Connection) -> None:
        found = next((one for one in reports.queue(connection) if one.id == report_id), None)
        if found is not None and found.about_id == who.id:
            raise Forbidden(ABOUT_YOU)
        if found is None or not reports.resolve(connection, report_id, outcome):
            raise Missing("There is no open report with this id.")
        if wanted.sanction is not None:
            reports.impose(connection, found.about_id, wanted.sanction, wanted.days, outcome)

    club.write(change)
    return DONE
