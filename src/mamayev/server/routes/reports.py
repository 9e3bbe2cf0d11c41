"""The report of a match, and its edits. The report is written in a separate thread, so that it does not block the
match."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match
from mamayev.match.reviewed import Review
from mamayev.players.planned import planned, planner
from mamayev.story.board import boards_of
from mamayev.story.edits import Edits, edited
from mamayev.story.page import page, slug
from mamayev.story.reading import BOTH
from mamayev.story.story import Story
from mamayev.story.text import SUFFIX, Format, written
from mamayev.story.writer import story

from .. import forms
from ..fair import About
from ..keys import Caller, Forbidden, Viewer
from ..room import Room
from ..thoughts import INTENT, Question, past_question
from .answers import Answer
from .asked import MatchId
from .parts import Parts
from .reviews import seats_shown
from .route import Routes

routes = Routes()

Told = Annotated[
    Literal["own", "both"], Meta(description="what the viewer could know, or all sides of a finished game")
]
LONGEST = 20_000
"""The maximum number of characters in all texts that a player adds to a report."""
NOT_YOURS = "Only a player with a seat in this match can edit its report, and must show its key."


class Asked(NamedTuple):
    """What a report is written from. The match is a copy."""

    match: Match
    match_id: str
    moment: int
    name: str
    reader: str | None
    review: Review | None
    edits: Edits
    changed: str | None
    editable: bool


def _asked(server: Parts, match_id: str, who: Caller, told: Told) -> Asked:
    """Return what the caller's report is written from."""
    with server.rooms.enter(match_id, who) as (room, viewer):
        editable = _edits(room, viewer)
        kept = server.store.reports.kept(match_id, _writer(room, viewer)) if editable else None
        edits, changed = kept or (Edits(), None)
        reader = BOTH if told == "both" else room.seat_of(viewer)
        review = _review(server, room, viewer)
        return Asked(room.match.copy(), match_id, room.moment, room.name, reader, review, edits, changed, editable)


def _edits(room: Room, viewer: Viewer) -> bool:
    """Return whether a caller can edit the report."""
    return room.example is None and (viewer.seat is not None or viewer.shared)


def _writer(room: Room, viewer: Viewer) -> str:
    """Return the owner of the caller's edits: the seat in a private game, else the table."""
    return viewer.seat or "" if room.held else ""


def _review(server: Parts, room: Room, viewer: Viewer) -> Review | None:
    """Return the stored reviews that a caller can see, merged into one."""
    seats = seats_shown(room, viewer)
    found = [server.reviewing.now(room.id, room.match, seat, seats) for seat in seats]
    shown = [one.review for one in found if one.review is not None and not one.old]
    if not shown:
        return None
    return msgspec.structs.replace(shown[0], seats=tuple(seat for one in shown for seat in one.seats))


async def _told(server: Parts, asked: Asked) -> Story:
    """Return the report, without edits.

    The processes for hints compute the bots' plans. In this process, computing a plan would make everyone else wait,
    for up to a second.
    """
    known: dict[int, str] = {}
    while True:
        wanted: dict[int, Question] = {}
        found = await server.turns.run(_story, asked, known, wanted)
        if not wanted:
            return found
        for ply, question in wanted.items():
            known[ply] = ""
            with suppress(Refusal):  # the report tells the plans that could be found
                about = About(asked.match_id, INTENT, question.bot, (asked.moment, ply), "")
                intent = (await server.thinkers.tell(about, question)).intent
                known[ply] = "" if intent is None else intent.sentence


def _story(asked: Asked, known: dict[int, str], wanted: dict[int, Question]) -> Story:
    """Return the report with the `known` plans, and add the questions for the missing plans to `wanted`."""
    match = asked.match

    def plan(ply: int, p: Position) -> str:
        bot = planner(match, p)
        if bot and ply not in known:
            wanted[ply] = past_question(match, ply, p, bot)
        return known.get(ply, "")

    return story(match, asked.reader, asked.review, plan if planned(match) else None)


@routes.get("/api/matches/{match_id}/report", forms.GameReport, drops=True)
async def written_report(
    server: Parts,
    match_id: MatchId,
    who: Caller,
    format_: Annotated[Format, Meta(description="a web page, or text for a forum")] = "html",
    told: Told = "own",
    link: Annotated[forms.Line, Meta(description="the address of the match, for links to positions")] = "",
) -> Answer:
    """Return the report of this game as a file, with the caller's edits. A report on both sides is refused before the
    end."""
    asked = await server.turns.take(match_id, _asked, server, match_id, who, told)
    return Answer(await server.turns.run(_report, asked, await _told(server, asked), format_, link))


def _report(asked: Asked, told: Story, format_: Format, link: str) -> forms.GameReport:
    found = edited(told, asked.edits)
    stem = slug(asked.name) or asked.match.game.name
    text, beside = written(found, boards_of(asked.match.table.look), format_, stem, link)
    return forms.GameReport(name=f"{stem}.{SUFFIX[format_]}", text=text, words=found.words(), beside=beside)


@routes.get("/api/matches/{match_id}/report/draft", forms.ReportDraft, drops=True)
async def report_draft(server: Parts, match_id: MatchId, who: Caller, told: Told = "own") -> Answer:
    """Return the report of this game in the form that an editor needs, together with the caller's edits."""
    asked = await server.turns.take(match_id, _asked, server, match_id, who, told)
    return Answer(await server.turns.run(_draft, asked, await _told(server, asked)))


def _draft(asked: Asked, found: Story) -> forms.ReportDraft:
    boards, maps = boards_of(asked.match.table.look), dict[str, str]()
    for section in (*found.sections, *found.spare):
        if section.picture is not None:
            part = boards.close(section.picture, section.spaces)
            names = map(boards.name, section.spaces)
            maps[section.id] = boards.map(section.picture, part, section.caption, names)
            section.picture = None
    found.log = {}
    frame = msgspec.structs.replace(found, sections=[], spare=[])
    size = len(page(frame, boards).encode()) - len(boards.ground.encode())
    return forms.ReportDraft(
        story=found, ground=boards.ground, maps=maps, rest=size, edits=asked.edits, changed=asked.changed,
        editable=asked.editable,
    )  # fmt: skip


@routes.put("/api/matches/{match_id}/report/edits", forms.EditsKept)
def keep_edits(
    server: Parts,
    match_id: MatchId,
    wanted: forms.EditsSent,
    who: Caller,
    since: Annotated[
        forms.Line | None,
        Meta(description="`changed` of the edits that these replace, or empty if there were none"),
    ] = None,
) -> Answer:
    """Replace the caller's edits of the report. Only players in the match can do this. With `since`, edits that were
    stored later, such as in another tab, are not replaced (409), except for those in `replaces`."""
    if sum(map(len, (*wanted.before.values(), *wanted.after.values()))) > LONGEST:
        raise Refusal(
            f"Your own text can have at most {LONGEST:,} characters in total.", field="before", malformed=True
        )
    with server.rooms.enter(match_id, who) as (room, viewer):
        if not _edits(room, viewer):
            raise Forbidden(NOT_YOURS)
        kept = server.store.reports.keep(match_id, _writer(room, viewer), wanted.edits(), since, wanted.replaces)
    if kept is None:
        raise Refusal("This report was edited in another tab or on another device.", field="since")
    return Answer(forms.EditsKept(kept.changed))
