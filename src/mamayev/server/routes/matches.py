"""Requests about whole matches: start, list, rename, delete, branch, save and import."""

from __future__ import annotations

import re
import secrets
from typing import Annotated

import msgspec
from msgspec import Meta

from mamayev.engine.refusal import Refusal
from mamayev.match.kinds import kind_of
from mamayev.match.match import Match
from mamayev.match.parting import mark
from mamayev.match.reading import Unreadable, text_in
from mamayev.match.record import SEED_BITS, RecordForm

from .. import forms
from ..acting import check_acts, check_gives, check_holds
from ..keys import SHARED, Caller, Forbidden, Viewer, new_keys, resolve
from ..remains import Remains
from ..room import Room
from ..saved import open_record, ours, shareable
from ..seated import Missing
from ..seats import check_seats, held_seats
from ..store.rows import AWAY, HUMAN, Claim
from ..studying import imported
from .answers import DONE, Answer
from .asked import MatchId
from .parts import Parts
from .route import Routes

# they have seen

routes = Routes()


@routes.get("/api/matches", list[forms.MatchCard])
def matches(
    server: Parts,
) -> Answer:
    """Return all games that the caller may list and that are not deleted, most recently played first."""
    return Answer(server.store.matches.cards(server.access.listed()))


@routes.post("/api/matches", forms.State, 201)
def create(server: Parts, wanted: forms.NewMatch) -> Answer:
    """Start a game. For a private game, the response contains the public view, and the keys, which no other response
    contains."""
    match = Match.new(
        wanted.game,
        seed=secrets.randbits(SEED_BITS) if wanted.seed is None else wanted.seed,
        edition=wanted.edition,
        options=wanted.options,
        dice=wanted.dice,
        components=wanted.components,
        lesson=wanted.lesson or "",
    )
    check_seats(match, wanted.seats)
    match.record.chosen = wanted.held and wanted.seed is not None
    match.record.bots = {seat: who for seat, who in wanted.seats.items() if who not in (HUMAN, AWAY)}
    lesson = match.lesson_now()
    title = f"{match.game.title}: {lesson.title}" if lesson is not None else None
    keys = new_keys(held_seats(match, wanted.seats)) if wanted.held else {}
    room = server.rooms.add(
        match, wanted.seats, forms.name_of(wanted.name) or (title and server.store.matches.untaken(title)), keys
    )
    state = room.state(room.seat_of(room.viewer(Caller())))
    state.keys = keys
    answer = Answer(state, 201)
    server.wake(room)
    return answer


@routes.get("/api/matches/{match_id}", forms.State)
def state(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Return the state of a game."""
    with server.rooms.look(match_id, who) as (room, viewer):
        server.wake(room)
        return Answer(room.state(room.seat_of(viewer)))


@routes.patch("/api/matches/{match_id}", forms.State)
def change(server: Parts, match_id: MatchId, wanted: forms.Change, who: Caller) -> Answer:
    """Rename a game, or give its seats to people or bots. A game that the installed rules cannot continue can only be
    renamed."""
    name = forms.name_of(wanted.name)
    with server.rooms.look(match_id, who) as (room, viewer):
        check_acts(room, viewer)
        if name is not None and room.keys and viewer.seat is not None:
            server.access.check_says(room.keys, viewer.seat)  # the others read the name
        if isinstance(room, Room):
            return _changed(server, room, viewer, wanted)
        if wanted.seats or name is None:
            raise room.refusal
        if server.store.matches.rename(match_id, name, room.version):
            room.rename(name)
    return state(server, match_id, who)


def _changed(server: Parts, room: Room, viewer: Viewer, wanted: forms.Change) -> Answer:
    """Give a game a new name, or new players in its seats, and return its state."""
    if room.partners:
        # Each change is a new version: without a limit, no action of the others would ever be on time.
        server.chat.count(room.id, viewer.seat)
    given, name = wanted.seats or {}, forms.name_of(wanted.name)
    seats = {**room.seats, **given}
    if given:
        check_seats(room.match, given | seats)
    check_gives(room, viewer, given, lent=wanted.until is not None)
    if room.held and not room.match.over and any(player != HUMAN for player in given.values()):
        server.access.check_bots(room.id)
    room.name, room.seats = name or room.name, seats
    room.forget_lent(given)
    if wanted.until is not None:
        room.lend((seat for seat, who in given.items() if who not in (HUMAN, AWAY)), wanted.until)
    mark(room.match.record, ours(seats))
    server.rooms.publish(room, [], viewer, "seats")
    return Answer(room.state(room.seat_of(viewer)))


@routes.delete("/api/matches/{match_id}")
def delete(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Delete a game. It can be restored for 30 days. Players can delete a private game when it is over."""
    claim = check_own(server, match_id, who)
    if claim is not None and claim.keys:
        server.access.check_erases(claim.keys)
    if not server.store.matches.delete(match_id):
        raise Missing("There is no such game.")
    server.rooms.forget(match_id)
    server.thinkers.forget(match_id)
    server.live.end(match_id)
    return DONE


@routes.post("/api/matches/{match_id}/restore", forms.State)
def restore(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Restore a deleted game."""
    check_own(server, match_id, who)
    if not server.store.matches.restore(match_id):
        raise Missing("No such game was deleted.")
    with server.rooms.look(match_id, who) as (room, viewer):
        server.wake(room)
        return Answer(room.state(room.seat_of(viewer)))


def check_own(server: Parts, match_id: str, who: Caller) -> Claim | None:
    """Return the rights to a match, if it exists. Raises Forbidden if the caller may not delete it, and Refusal if it
    is private and not over."""
    claim = server.store.matches.claim(match_id)
    if claim is None:
        return None
    if not claim.keys:
        server.access.check_deletes(match_id)
        return claim
    check_holds(resolve(match_id, claim.keys, who))
    if not claim.over:
        raise Refusal("A private game can only be deleted when it is over. Resign first.", field="held")
    return claim


@routes.post("/api/matches/{match_id}/branch", forms.State, 201)
def branch(server: Parts, match_id: MatchId, wanted: forms.BranchWanted, who: Caller) -> Answer:
    """Continue from an earlier moment in a separate game, with new dice."""
    with server.rooms.look(match_id, who) as (room, viewer):
        if isinstance(room, Remains) and room.held:
            return _played_on(server, room, viewer, who)
        room.check_open("A branch")
        then = room.at(wanted.ply, room.seat_of(viewer))
        match = room.match.branch(wanted.ply)
        if wanted.components is not None:
            match = match.carried(wanted.components)
        lent = () if isinstance(room, Remains) else room.lent
        seats = {**room.seats, **dict.fromkeys(lent, HUMAN)}  # a bot has a lent seat only in that match
        seats = seats if HUMAN in seats.values() else {}
        name = forms.name_of(wanted.name) or _branch_name(server, room.name, then)
    new = server.rooms.add(match, seats, name)
    answer = Answer(new.state(new.seat_of(new.viewer(Caller(who.seat)))), 201)
    server.wake(new)
    return answer


def _played_on(server: Parts, remains: Remains, viewer: Viewer, who: Caller) -> Answer:
    """Return the match in which the players of a private game can continue with the same keys, because the installed
    rules cannot continue the game itself. The first player to ask for it starts it.
    """
    check_holds(viewer)
    if server.store.matches.claim(remains.continued) is None:
        name = _branch_name(server, remains.name, remains.at(remains.stopped.ply, None))
        match = remains.match.branch(remains.stopped.ply)
        server.wake(server.rooms.add(match, remains.seats, name, continues=remains))
    with server.rooms.enter(remains.continued, who) as (room, there):
        return Answer(room.state(room.seat_of(there)), 201)


def _branch_name(server: Parts, name: str, then: forms.PastTable) -> str:
    moment = then.picture.headline or f"turn {then.picture.turn}"
    return server.store.matches.untaken(f"{name}, from {moment}"[:110])


@routes.get("/api/matches/{match_id}/record", RecordForm)
def record(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Return the saved game as a file, which contains the seed and the studies. A private game can be saved only when
    it is over. Until a game is over, the file contains only the orders of the caller's own seat, and a turn by mail
    contains none.
    """
    found, claim = server.store.matches.raw(match_id), server.store.matches.claim(match_id)
    if claim is not None:
        resolve(match_id, claim.keys, who)
        if claim.keys and not claim.over:
            raise Forbidden("The record of a private game is not available until the game is over.")
    if found is None:
        raise Missing("There is no such game.")
    name, game, data = found
    studies = server.store.studies.of(match_id)
    plain = not studies and b'"orders":[]' in data
    if not plain and (saved := server.store.matches.get(match_id)) is not None:
        short = shareable(saved, who.seat, studies)
        data = data if short is None else short.encode()
    stem = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or game
    return Answer(msgspec.Raw(data), headers={"content-disposition": f'attachment; filename="{stem}.mamayev.json"'})


@routes.post("/api/records", forms.State, 201)
async def import_record(
    server: Parts,
    data: bytes,
    branch: Annotated[
        bool, Meta(description="if the rules stop it, continue from there in a branch, with new dice")
    ] = False,
) -> Answer:
    """Import a saved game. The server replays it, and refuses it if it breaks a rule."""

    def take_in() -> Answer:
        room = imported(server.rooms, open_record(data, branch=branch), {})
        return Answer(room.state(room.seat_of(SHARED)), 201)

    taken: Answer = await server.turns.run(take_in)
    return taken


@routes.post("/api/files", forms.FileRead)
def read_file(server: Parts, data: bytes) -> Answer:
    """Read a file that a player chose. Return its text and its kind, or a message."""
    try:
        text = text_in(data)
    except Unreadable as error:
        raise Refusal(f"This file cannot be read: {error}.", field="file", malformed=True) from None
    return Answer(forms.FileRead(kind_of(text), text))
