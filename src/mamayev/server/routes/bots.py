"""What bots are asked: hints, what a staff meant to do, the end of a thought."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from starlette.concurrency import run_in_threadpool

from mamayev import players
from mamayev.match.match import Match

from .. import forms
from ..thinking import question
from .answers import Answer, gives
from .asked import MatchId, Server, Who
from .patient import Patient

router = APIRouter(route_class=Patient)


@router.post("/api/matches/{match_id}/hint", responses=gives(forms.Hint))
async def hint(server: Server, match_id: MatchId, who: Who, wanted: forms.HintWanted | None = None) -> Response:
    """What a bot would play for the person who decides, and why."""

    def ask() -> Match:
        with server.rooms.enter(match_id, who) as (room, eyes):
            room.check_turn(eyes)
            return room.match.copy()

    # The bot thinks while others take their turns.
    match, bot = await server.turns.take(match_id, ask), (wanted.bot if wanted else None) or ""
    if players.thinks(match.game, bot) and match.position.seat >= 0:
        text, why = await server.thinkers.advise(question(match, match.position, bot))
        label = match.table.label(match.position, match.table.notation.parse(text))
        return Answer(forms.Hint(text=text, label=label, why=why))
    return Answer(await run_in_threadpool(players.hint, match, bot))


@router.get("/api/matches/{match_id}/intent/{ply}", responses=gives(forms.Intended))
async def intent(server: Server, match_id: MatchId, ply: Annotated[int, Path(ge=0, le=2**31)], who: Who) -> Response:
    """What the staff meant to do at a past decision. An opponent's intent is told after the game alone."""

    def ask() -> Match:
        with server.rooms.enter(match_id, who) as (room, _):
            room.check_over("What a staff meant to do")
            return room.match.copy()

    match = await server.turns.take(match_id, ask)
    return Answer(forms.Intended(await run_in_threadpool(players.intent_at, match, ply)))


@router.post("/api/matches/{match_id}/thought/end", responses=gives(forms.ThoughtEnded))
async def end_thought(server: Server, match_id: MatchId, who: Who) -> Response:
    """End the thought of the bot that decides: it plays what it is sure of by now."""

    def check() -> None:
        with server.rooms.enter(match_id, who) as (room, eyes):
            room.check_acting(eyes)

    await server.turns.take(match_id, check)
    return Answer(forms.ThoughtEnded(server.thinkers.end(match_id)))
