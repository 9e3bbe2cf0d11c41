"""Requests about reviews of games: start, view and stop a review, and play out a better line."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from mamayev.engine.refusal import Refusal

from .. import forms
from ..keys import Caller, Forbidden, Viewer
from ..reviewing import line_at
from ..room import Room
from ..store.rows import HUMAN
from ..thoughts import Question, played_question
from .answers import DONE, Answer
from .asked import MatchId
from .parts import Parts
from .route import Routes

routes = Routes()

Whose = Annotated[
    forms.Word | None, Meta(description="the seat that is reviewed; by default, your own, or else the first")
]
NOT_YET = "Until the game is over, only the player of a seat can see its review."


def _seats(room: Room, viewer: Viewer) -> list[str]:
    """Return the seats whose review a viewer can see. Raises Forbidden if the viewer can see none."""
    if room.example is not None or room.match.lesson_tasks:
        raise Refusal("Lessons and worked examples have no reviews.", field="lesson")
    seats = seats_shown(room, viewer)
    if not seats:
        raise Forbidden(NOT_YET)
    return seats


def seats_shown(room: Room, viewer: Viewer) -> list[str]:
    """Return the seats whose review a viewer can see, the viewer's own first."""
    match, own = room.match, room.seat_of(viewer)
    seats = match.table.open_seats
    if not match.over:
        people = {seat for seat in seats if room.seats.get(seat) == HUMAN}
        shared = people if viewer.shared else set()
        seats = [seat for seat in seats if seat in shared or (seat == own and (room.held or own in people))]
    return sorted(seats, key=lambda seat: seat != own)


def _seat(seats: list[str], room: Room, whose: str | None) -> str:
    """Return the seat to review: `whose`, or by default the first. Raises Forbidden, or Refusal for an unknown seat."""
    if whose is None:
        return seats[0]
    room.match.seat_index(whose)
    if whose not in room.match.table.open_seats:
        raise Refusal(f"The rules play {whose}, so there is nothing to review.", field="whose", malformed=True)
    if whose not in seats:
        raise Forbidden(NOT_YET)
    return whose


@routes.get("/api/matches/{match_id}/review", forms.ReviewNow)
def review(server: Parts, match_id: MatchId, who: Caller, whose: Whose = None) -> Answer:
    """Return the review of a match for a seat: the stored one, or the results so far of a running one."""
    with server.rooms.enter(match_id, who) as (room, viewer):
        seats = _seats(room, viewer)
        return Answer(server.reviewing.now(match_id, room.match, _seat(seats, room, whose), seats))


@routes.post("/api/matches/{match_id}/review", forms.ReviewNow)
async def begin_review(server: Parts, match_id: MatchId, wanted: forms.ReviewWanted, who: Caller) -> Answer:
    """Start the review of a match for a seat. It runs in the background and is stored when it ends."""

    def ask() -> tuple[str, Question | None]:
        with server.rooms.enter(match_id, who) as (room, viewer):
            seat = _seat(_seats(room, viewer), room, wanted.whose)
            if server.reviewing.elsewhere(match_id, seat) is not None:
                return seat, None
            done = server.store.reviews.done(match_id, seat)
            return seat, played_question(room.match, seat, wanted.budget, done)

    seat, asked = await server.turns.take(match_id, ask)
    if asked is not None:
        server.reviewing.begin(match_id, seat, asked)
    return await server.turns.take(match_id, review, server, match_id, who, wanted.whose)


@routes.delete("/api/matches/{match_id}/review")
async def stop_review(server: Parts, match_id: MatchId, who: Caller, whose: Whose = None) -> Answer:
    """Stop the running review, and keep the results so far."""

    def find() -> str:
        with server.rooms.enter(match_id, who) as (room, viewer):
            return _seat(_seats(room, viewer), room, whose)

    seat = await server.turns.take(match_id, find)
    await server.reviewing.stop(match_id, seat)
    return DONE


@routes.post("/api/matches/{match_id}/review/line", forms.State, 201)
def better_line(server: Parts, match_id: MatchId, wanted: forms.LineWanted, who: Caller) -> Answer:
    """Play out the better line for a costly decision in a separate game, with the same dice."""
    with server.rooms.enter(match_id, who) as (room, viewer):
        room.check_open("A better line")
        seats = _seats(room, viewer)
        now = server.reviewing.now(match_id, room.match, _seat(seats, room, wanted.whose), seats)
        match = room.match.branch(wanted.ply, onwards=line_at(now.review, wanted.ply))
        name = server.store.matches.untaken(f"{room.name}, better line"[:110])
        players = room.seats if room.humans else {}
    new = server.rooms.add(match, players, name)
    answer = Answer(new.state(new.seat_of(new.viewer(Caller(who.seat)))), 201)
    server.wake(new)
    return answer
