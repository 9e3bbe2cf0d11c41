"""What bots are asked: hints, what a staff meant to do, the end of a thought."""

from __future__ import annotations

from mamayev import players
from mamayev.match.match import Match

from .. import forms
from ..keys import Caller
from ..thoughts import question
from .answers import Answer
from .asked import MatchId, Ply
from .parts import Parts
from .route import Routes

routes = Routes()


@routes.post("/api/matches/{match_id}/hint", forms.Hint)
async def hint(server: Parts, match_id: MatchId, who: Caller, wanted: forms.HintWanted | None = None) -> Answer:
    """What a bot would play for the person who decides, and why."""

    def ask() -> tuple[Match, int]:
        with server.rooms.enter(match_id, who) as (room, eyes):
            room.check_turn(eyes)
            return room.match.copy(), room.version

    # The bot thinks while others take their turns.
    (match, version), bot = await server.turns.take(match_id, ask), (wanted.bot if wanted else None) or ""
    if players.thinks(match.game, bot) and match.position.seat >= 0:
        seat, asked = match.game.seats[match.position.seat], question(match, match.position, bot)
        text, why = await server.thinkers.advise(match_id, version, seat, asked)
        label = match.table.label(match.position, match.table.notation.parse(text))
        return Answer(forms.Hint(text=text, label=label, why=why))
    return Answer(await server.turns.run(players.hint, match, bot))


@routes.get("/api/matches/{match_id}/intent/{ply}", forms.Intended)
async def intent(server: Parts, match_id: MatchId, ply: Ply, who: Caller) -> Answer:
    """What the staff meant to do at a past decision. An opponent's intent is told after the game alone."""

    def ask() -> Match:
        with server.rooms.enter(match_id, who) as (room, _):
            room.check_over("What a staff meant to do")
            return room.match.copy()

    match = await server.turns.take(match_id, ask)
    return Answer(forms.Intended(await server.turns.run(players.intent_at, match, ply)))


@routes.post("/api/matches/{match_id}/thought/end", forms.ThoughtEnded)
async def end_thought(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """End the thought of the bot that decides or advises: it plays or tells what it is sure of by now."""

    def check() -> None:
        with server.rooms.enter(match_id, who) as (room, eyes):
            room.check_acting(eyes)

    await server.turns.take(match_id, check)
    return Answer(forms.ThoughtEnded(server.thinkers.end(match_id)))
