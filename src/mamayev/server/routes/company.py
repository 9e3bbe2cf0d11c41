"""Who is at a held match, and what they say."""

from __future__ import annotations

from fastapi import APIRouter, Response

from mamayev.engine.refusal import Refusal

from .. import forms
from ..company import chat_line
from .answers import Answer, gives
from .asked import MatchId, Server, Who
from .patient import Patient

router = APIRouter(route_class=Patient)


@router.get("/api/matches/{match_id}/company", responses=gives(forms.Company))
def company(server: Server, match_id: MatchId, who: Who) -> Response:
    """Who is at a held match, and what was said there."""
    with server.rooms.enter(match_id, who) as (room, _):
        seats = list(room.keys)
    server.others.look_up()
    return Answer(forms.Company(server.live.attendance.of(match_id, seats), server.store.lines(match_id)))


@router.post("/api/matches/{match_id}/chat", status_code=201, responses=gives(forms.ChatLine, 201))
def say(server: Server, match_id: MatchId, wanted: forms.Said, who: Who) -> Response:
    """Say a line to everybody at a held match."""
    with server.rooms.enter(match_id, who) as (room, eyes):
        room.check_acting(eyes)
        if eyes.seat is None or not room.held:
            raise Refusal("At an open table people talk without the server.", field="held")
        text = chat_line(wanted.text)
        server.chat.count(match_id, eyes.seat)
    line = server.store.say(match_id, eyes.seat, text)
    server.live.said(match_id, line)
    return Answer(line, 201)
