"""Requests about the clocks of a game (view, claim, pause) and about a member's vacation."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ...acting import acting, check_holds, pause_before
from ...clock import now
from ...forms import State
from ...keys import Caller, Viewer, resolve
from ...room import Room
from ...routes.answers import DONE, Answer
from ...routes.asked import MatchId
from ...routes.parts import Parts
from ...routes.route import Routes
from ...seated import Stale
from ...seats import check_seats
from ...store.rows import AWAY, HUMAN
from .. import clocks, forms, outbox, seats, vacations
from ..club import Club
from ..pace import terms_of
from ..times import moment_of, text_of
from ..visitor import Visitor
from .games import claim_of

routes = Routes()

GRACE_SECONDS = 1.0
"""The number of seconds that a claim waits for a move that is already on its way."""
MOVED = "{} moved before your claim, and the move counts."


@routes.get("/api/club/games/{match_id}/clocks", forms.ClocksForm)
def game_clocks(server: Parts, club: Club, match_id: MatchId, who: Caller) -> Answer:
    """Return the clocks of a game."""
    claim = claim_of(server, club, match_id)
    viewer = resolve(match_id, claim.keys, who)
    return _answer(club, match_id, viewer.seat)


def _clocks(club: Club, match_id: str) -> clocks.Clocks:
    found = club.read(lambda connection: clocks.of_matches(connection, [match_id]))
    return found.get(match_id) or clocks.Clocks(match_id)


def _answer(club: Club, match_id: str, seat: str | None) -> Answer:
    moment = moment_of(now())

    def read(connection: sa.Connection) -> forms.ClocksForm:
        terms = terms_of(connection, match_id)
        game = clocks.of_matches(connection, [match_id]).get(match_id)
        found = forms.ClocksForm(text_of(moment), terms.pace, terms.rated)
        if game is not None:
            found.bank, found.paused, found.vacation = game.pace.bank, game.paused, club.settings.vacation
            found.clocks = _forms(connection, game, moment)
            found.mine = [seat] if seat is not None and seat in game else []
        return found

    return Answer(club.read(read))


def _forms(connection: sa.Connection, game: clocks.Clocks, moment: int) -> list[forms.ClockForm]:
    """Return the clocks of a game at a moment, with their members."""
    players = seats.players(connection, [game.match_id]).get(game.match_id, {})
    away = vacations.of_keys(connection, [clock.key for clock in game.values()], moment) if game.pace.stops else {}
    found = []
    for clock in game.values():
        left = clock.left if game.stopped else clock.left_at(moment)
        form = forms.ClockForm(clock.seat, left, game.running == clock.seat, clock.pause)
        if clock.key in away:
            until, form.used = away[clock.key]
            form.until = "" if clock.since is not None and clock.since <= moment else until
        form.name = next((name for _, name in players.get(clock.seat, [])), "")
        found.append(form)
    return found


@routes.post("/api/club/games/{match_id}/claim", State)
async def claim_time(server: Parts, club: Club, match_id: MatchId, wanted: forms.Claim, who: Caller) -> Answer:
    """Claim a win against a player who has run out of time, or give their seat to a bot. If their move arrives within
    the next second, it counts, and the claim is refused.
    """

    def check(room: Room, viewer: Viewer) -> str:
        """Return the seat whose time is up. Raises Refusal."""
        seat, moment = room.to_move, moment_of(now())
        game = _clocks(club, match_id)
        if not game.running:
            raise Refusal("No clock is running in this game.", field="seat")
        if game.running != seat:  # another server has stored a move that this one has not read
            raise Refusal(MOVED.format(room.name_of(seat)), field="version")
        if game[seat].left_at(moment) > 0:
            raise Refusal(f"{room.name_of(seat)} still has time.", field="seat")
        if seat == viewer.seat:
            raise Refusal("Your own time is up. The other side can claim the game.", field="seat")
        if wanted.bot in (HUMAN, AWAY):
            raise Refusal("Name a bot for the seat.", field="bot", malformed=True)
        if wanted.bot is not None:
            check_seats(room.match, {**room.seats, seat: wanted.bot})
        return seat

    def first() -> tuple[float, str, int]:
        with acting(server.rooms, match_id, who) as (room, viewer):
            check_holds(viewer)
            if room.version != wanted.version:
                raise Refusal(MOVED.format("The other player"), field="version")
            # An answer in a reaction window may be there already, and count only after the pause.
            pause = pause_before(server.rooms, server.replies, room)
            return pause, check(room, viewer), room.plies

    def then(seat: str, plies: int) -> Answer:
        with acting(server.rooms, match_id, who) as (room, viewer):
            check_holds(viewer)
            if room.plies != plies or room.to_move != seat:
                raise Refusal(MOVED.format(room.name_of(seat)), field="version")
            check(room, viewer)
            if wanted.bot is None:
                update = server.rooms.publish(room, room.match.resign(seat, on_time=True), viewer, "time")
            else:
                room.seats = {**room.seats, seat: wanted.bot}
                room.forget_lent([seat])
                update = server.rooms.publish(room, [], viewer, "seats")
            return Answer(update.state(room.seat_of(viewer)))

    pause, *found = await server.turns.take(match_id, first)
    await asyncio.sleep(pause + GRACE_SECONDS)
    try:
        claimed: Answer = await server.turns.take(match_id, then, *found)
    except Stale:  # the move came through another server
        raise Refusal(MOVED.format("The other player"), field="version") from None
    return claimed


@routes.put("/api/club/games/{match_id}/pause", forms.ClocksForm)
def ask_pause(server: Parts, club: Club, match_id: MatchId, wanted: forms.PauseWanted, who: Caller) -> Answer:
    """Ask for a pause of the clocks, withdraw the request, or end the pause. All players must agree to a pause."""
    with acting(server.rooms, match_id, who) as (room, viewer):
        check_holds(viewer)
        seat = viewer.seat or ""
        was = _clocks(club, match_id)
        if seat not in was:
            raise Refusal("This game has no clocks.", field="asks")

        def change(connection: sa.Connection) -> clocks.Clocks:
            changed = clocks.ask_pause(connection, match_id, seat, wanted.asks, moment_of(now()))
            if wanted.asks and not changed.paused:
                about = f"{room.name_of(seat)} asks for a pause."
                outbox.write_to_others(connection, match_id, seat, "asked", about)
            return changed

        if was[seat].pause != wanted.asks:
            server.asking.count(match_id, seat)
            is_now = club.write(change)
            said = _said(room.name_of(seat), wanted.asks, was.paused, is_now.paused)
            server.live.said(match_id, server.store.chat.say(match_id, "", said))
    return _answer(club, match_id, seat)


def _said(name: str, asks: bool, was: bool, paused: bool) -> str:
    """Return the chat message about a pause."""
    if paused:
        return f"{name} agrees: the clocks are stopped until a player ends the pause."
    if was:
        return f"{name} ends the pause."
    return f"{name} asks for a pause of the clocks." if asks else f"{name} withdraws the request for a pause."


@routes.get("/api/club/me/vacation", forms.VacationForm)
def my_vacation(club: Club, visitor: Visitor) -> Answer:
    """Return your vacation."""
    return Answer(_vacation(club, visitor.signed_in().member))


@routes.post("/api/club/me/vacation", forms.VacationForm, 201)
def declare_vacation(club: Club, visitor: Visitor, wanted: forms.VacationWanted) -> Answer:
    """Start a vacation of the given number of days, or extend the current one. Your clocks in daily games stop."""
    member_id, moment = visitor.signed_in().member, moment_of(now())

    def declare(connection: sa.Connection) -> None:
        visitor.member(connection, lock=True)
        vacations.declare(connection, member_id, wanted.days, club.settings.vacation, moment)
        clocks.follow_vacation(connection, member_id, moment)

    club.write(declare)
    return Answer(_vacation(club, member_id), 201)


def _vacation(club: Club, member_id: str) -> forms.VacationForm:
    found = club.read(lambda connection: vacations.of_member(connection, member_id, moment_of(now())))
    return forms.VacationForm(found.until, found.used, club.settings.vacation)


@routes.delete("/api/club/me/vacation")
def end_vacation(club: Club, visitor: Visitor) -> Answer:
    """End your vacation. Days that have not begun remain available."""
    member_id, moment = visitor.signed_in().member, moment_of(now())

    def end(connection: sa.Connection) -> None:
        if vacations.come_back(connection, member_id, moment):
            clocks.follow_vacation(connection, member_id, moment)

    club.write(end)
    return DONE
