"""Play: actions, undo, resignation, and questions before an action."""

from __future__ import annotations

import asyncio

import msgspec

from mamayev.engine.refusal import Refusal
from mamayev.match.data import ChoiceData
from mamayev.match.foretold import Foretold

from .. import forms, questions, takeback, windows
from ..acting import acting, check_length, check_seen, check_turn, pause_before
from ..keys import Caller, Viewer
from ..room import Room
from .answers import Answer
from .asked import Bends, End, MatchId, Pieces, Seen
from .parts import Parts
from .route import Routes

routes = Routes()


@routes.post("/api/matches/{match_id}/actions", forms.State)
async def act(server: Parts, match_id: MatchId, wanted: forms.Played, who: Caller) -> Answer:
    """Play an action, or several actions together.

    In a reaction window, an action counts only after the pause, which is the same for every player.
    """
    texts = wanted.texts if wanted.text is None else [wanted.text]
    if texts is None or (wanted.text is not None and wanted.texts is not None):
        raise Refusal("Send either “text” with one action, or “texts” with several.", field="text", malformed=True)

    def play_now() -> Answer | float:
        """Return the answer, or the seconds until the action counts."""
        with server.rooms.enter(match_id, who, wanted.version) as (room, viewer):
            if room.answered == (wanted.version, room.seat_of(viewer), texts):  # the server was faster
                return Answer(room.state(room.seat_of(viewer)))
            check_seen(room, wanted.version, viewer)
            check_turn(room, viewer)
            check_length(room, viewer.seat)
            if pause := pause_before(server.rooms, server.replies, room):
                return pause
            update = server.rooms.publish(room, room.match.play(texts), viewer)
            return Answer(update.state(room.seat_of(viewer)))

    while not isinstance(played := await server.turns.take(match_id, play_now), Answer):
        await asyncio.sleep(played)
    return played


@routes.put("/api/matches/{match_id}/reply", forms.State)
def reply(server: Parts, match_id: MatchId, wanted: forms.ReplyWanted, who: Caller) -> Answer:
    """Change the setting for your own seat's reaction windows. No one else is notified, and the version stays the
    same."""
    with acting(server.rooms, match_id, who) as (room, viewer):
        windows.set_reply(room, viewer, wanted.reply, tuple(wanted.armed))
        server.rooms.keep_replies(room, room.replies)
        server.replies.wake(room)
        return Answer(room.state(room.seat_of(viewer)))


@routes.post("/api/matches/{match_id}/undo", forms.State)
def undo(server: Parts, match_id: MatchId, wanted: forms.UndoWanted, who: Caller) -> Answer:
    """Undo the last decision, or everything since a ply, including later decisions of bots."""
    with acting(server.rooms, match_id, who, wanted.version) as (room, viewer):
        plies = room.plies
        if wanted.ask:
            server.asking.count(match_id, viewer.seat)
            said = takeback.ask(room, viewer, wanted.to)
        else:
            said = ""
            if room.partners and room.to_move != viewer.seat:
                # It takes the turn back from another player, who could otherwise never act.
                server.asking.count(match_id, viewer.seat)
            takeback.undo(room, viewer, wanted.to, practice=wanted.practice, alone=wanted.alone)
        return told(server, room, viewer, said, plies)


@routes.post("/api/matches/{match_id}/undo/answer", forms.State)
def answer_undo(server: Parts, match_id: MatchId, wanted: forms.UndoAnswer, who: Caller) -> Answer:
    """Grant or refuse another seat's undo request, or withdraw your own."""
    with acting(server.rooms, match_id, who, wanted.version) as (room, viewer):
        plies = room.plies
        return told(server, room, viewer, takeback.answer(room, viewer, wanted.answer), plies)


@routes.post("/api/matches/{match_id}/resign", forms.State)
def resign(server: Parts, match_id: MatchId, wanted: forms.ResignWanted, who: Caller) -> Answer:
    """Resign for a seat. The match is over, and the record says who resigned."""
    with acting(server.rooms, match_id, who, wanted.version) as (room, viewer):
        update = server.rooms.publish(room, room.resign(viewer), viewer, "resign")
        return Answer(update.state(room.seat_of(viewer)))


def told(server: Parts, room: Room, viewer: Viewer, said: str, plies: int) -> Answer:
    """Store an undo or an undo request, and add the table's message about it, if any, to the chat."""
    server.rooms.publish(room, [], viewer, "ask" if room.plies == plies else "undo")
    if said:
        server.live.said(room.id, server.store.chat.say(room.id, "", said))
    return Answer(room.state(room.seat_of(viewer)))


@routes.post("/api/matches/{match_id}/redo", forms.State)
def redo(server: Parts, match_id: MatchId, wanted: forms.RedoWanted, who: Caller) -> Answer:
    """Redo the last undone decision, with the same dice."""
    with acting(server.rooms, match_id, who, wanted.version) as (room, viewer):
        if room.partners:
            check_turn(room, viewer)
        update = server.rooms.publish(room, takeback.redo(room), viewer, "redo")
        return Answer(update.state(room.seat_of(viewer)))


@routes.post("/api/matches/{match_id}/leave-lesson", forms.State)
def leave_lesson(server: Parts, match_id: MatchId, wanted: forms.LeaveWanted, who: Caller) -> Answer:
    """End a lesson and continue with the game's own dice and cards.

    The game's first bot takes over the lesson's seats.
    """
    with acting(server.rooms, match_id, who, wanted.version) as (room, viewer):
        room.leave_lesson()
        server.rooms.publish(room, [], viewer, "lesson")
        return Answer(room.state(room.seat_of(viewer)))


@routes.get("/api/matches/{match_id}/choices", list[ChoiceData])
def choices(server: Parts, match_id: MatchId, piece: Pieces, who: Caller, by: Bends = (), space: End = None) -> Answer:
    """Return the choices for a piece, or for a stack that moves together: destinations, costs and paths."""
    with server.rooms.enter(match_id, who) as (room, viewer):
        found = questions.choices(room, piece, by, space, room.seat_of(viewer))
    return Answer(msgspec.Raw(found))


@routes.get("/api/matches/{match_id}/foretell", Foretold)
def foretell(server: Parts, match_id: MatchId, action: forms.Line, who: Caller, version: Seen = None) -> Answer:
    """Return the consequences of an action: events, changed tracks, and the chances of all rolls.

    The response is empty if the game has changed since the given version.
    """
    with server.rooms.enter(match_id, who) as (room, viewer):
        late = version is not None and version != room.version
        return Answer(Foretold() if late else questions.foretell(room, action, room.seat_of(viewer)))


@routes.post("/api/matches/{match_id}/why", forms.Reasons)
def why(server: Parts, match_id: MatchId, question: forms.Question, who: Caller) -> Answer:
    """Return the reasons why an action, or what the player clicked, is not available. If it is available, say what
    else to choose."""
    with server.rooms.enter(match_id, who) as (room, viewer):
        return Answer(questions.reasons(room, question, room.seat_of(viewer)))
