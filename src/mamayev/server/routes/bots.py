"""Requests to bots: get a hint, get the staff's plan at a past decision, and end a search."""

from __future__ import annotations

from typing import NamedTuple

from mamayev import players
from mamayev.match.match import Match

from .. import forms
from ..acting import acting, check_turn
from ..fair import About
from ..keys import Caller
from ..thoughts import ADVICE, INTENT, Question, past_question, question
from .answers import Answer
from .asked import MatchId, Ply
from .parts import Parts
from .route import Routes

routes = Routes()


class _Asked(NamedTuple):
    """A question about a match."""

    match: Match
    about: About
    question: Question


@routes.post("/api/matches/{match_id}/hint", forms.Hint, drops=True)
async def hint(server: Parts, match_id: MatchId, who: Caller, wanted: forms.HintWanted | None = None) -> Answer:
    """Return the action that a bot would choose for the deciding player, and the reason.

    In a private game, no other seat learns about it.
    """
    name = (wanted.bot if wanted else None) or ""

    def ask() -> _Asked | Answer:
        with server.rooms.enter(match_id, who) as (room, viewer):
            check_turn(room, viewer)
            match, moment, owner = room.match.copy(), room.moment, viewer.seat if room.held else None
        told = players.lesson_hint(match, name)
        if told is not None:
            return Answer(told)
        bot = name or players.names(match.game)[0]
        if bot in players.docs(match.game):  # a guest is known to this process alone
            return Answer(players.hint(match, bot))
        about = About(match_id, ADVICE, bot, (moment,), match.game.seats[match.position.seat], owner)
        server.thinkers.known(about)
        return _Asked(match, about, question(match, match.position, bot))

    asked = await server.turns.take(match_id, ask)
    if isinstance(asked, Answer):
        return asked
    match, about, wondered = asked
    found = await server.thinkers.tell(about, wondered, long=players.thinks(match.game, about.bot))
    label = match.table.label(match.position, match.table.notation.parse(found.action))
    return Answer(forms.Hint(text=found.action, label=label, why=found.why, intent=found.intent))


@routes.get("/api/matches/{match_id}/intent/{ply}", forms.Intended, drops=True)
async def intent(server: Parts, match_id: MatchId, ply: Ply, who: Caller) -> Answer:
    """Return the staff's plan at a past decision. This is available only when the game is over."""

    def ask() -> _Asked | Answer:
        with server.rooms.enter(match_id, who) as (room, _):
            room.check_over("What a staff intended")
            match, bot = room.match, players.names(room.match.game)[0]
            about = About(match_id, INTENT, bot, (room.moment, ply), "")
            known = server.thinkers.known(about)
            if known:
                return Answer(forms.Intended(known.intent))
            return _Asked(match, about, past_question(match, ply, match.at(ply), bot))

    asked = await server.turns.take(match_id, ask)
    if isinstance(asked, Answer):
        return asked
    return Answer(forms.Intended((await server.thinkers.tell(asked.about, asked.question)).intent))


@routes.post("/api/matches/{match_id}/thought/end", forms.ThoughtEnded)
async def end_thought(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """End the search of a bot that is deciding or advising, with its best result so far.

    In a private game, only the seat that asked for a hint can end its search, and only the player of a seat can end its
    bot's search.
    """

    def end() -> bool:
        with acting(server.rooms, match_id, who) as (room, viewer):
            return server.thinkers.end(match_id, viewer.seat, room.keys)

    return Answer(forms.ThoughtEnded(await server.turns.take(match_id, end)))
