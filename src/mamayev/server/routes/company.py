"""Presence and chat in a private game."""

from __future__ import annotations

from mamayev.engine.refusal import Refusal

from .. import forms
from ..acting import acting
from ..company import chat_line
from ..keys import Caller
from .answers import Answer
from .asked import MatchId
from .parts import Parts
from .route import Routes

routes = Routes()


@routes.get("/api/matches/{match_id}/company", forms.Company)
def company(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Return the people present in a private game, and its chat."""
    with server.rooms.enter(match_id, who) as (room, _):
        seats = list(room.keys)
    server.others.look_up()
    return Answer(forms.Company(server.live.attendance.of(match_id, seats), server.store.chat.lines(match_id)))


@routes.post("/api/matches/{match_id}/chat", forms.ChatLine, 201)
def say(server: Parts, match_id: MatchId, wanted: forms.Said, who: Caller) -> Answer:
    """Send a chat message to everyone in a private game."""
    with acting(server.rooms, match_id, who) as (room, viewer):
        if viewer.seat is None or not room.held:
            raise Refusal("An open table has no chat on the server.", field="held")
        text = chat_line(wanted.text)
        server.access.check_says(room.keys, viewer.seat)
        server.chat.count(match_id, viewer.seat)
    line = server.store.chat.say(match_id, viewer.seat, text)
    server.live.said(match_id, line)
    return Answer(line, 201)
