"""Orders, with which a player tells their seat's staff what to do. No other seat learns about them before the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec

from mamayev import players
from mamayev.engine.orders import Command, Orders
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.match.curing import with_cures
from mamayev.match.record import Given

from .. import forms
from ..acting import acting, check_turn
from ..commanding import fields_of, objection_form, plan_form
from ..fair import About
from ..keys import Caller, Forbidden, Viewer
from ..room import Room
from ..situation import situation
from ..thoughts import FORECAST, INTENT, Found, Question, question, turn_question
from .answers import DONE, Answer
from .asked import MatchId
from .parts import Parts
from .route import Routes

routes = Routes()

NO_SEAT = "Only the player of a seat can see and give its orders."
NO_SITUATION = "Only the player of a seat can see its situation report."


@contextmanager
def commanding(
    server: Parts, match_id: str, who: Caller, seen: int | None = None
) -> Iterator[tuple[Room, Viewer, str]]:
    """Open a match for the player of a seat that can be given orders. Raises Forbidden for anyone else, and the errors
    of `acting`."""
    with acting(server.rooms, match_id, who, seen) as (room, viewer):
        seat = room.seat_of(viewer)
        if seat is None:
            raise Forbidden(NO_SEAT)
        room.check_commands(seat)
        yield room, viewer, seat


def _count(server: Parts, room: Room, seat: str) -> None:
    """Count a change of orders against the limit. Without a limit, such changes could delay the others' actions on
    another server. Raises TooOften."""
    if room.partners:
        server.orders.count(room.id, seat)


@routes.get("/api/matches/{match_id}/orders", forms.Sheet)
def sheet(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Return the orders that the caller's seat can give and has given."""
    with commanding(server, match_id, who) as (room, _, seat):
        return Answer(room.sheet(seat))


@routes.post("/api/matches/{match_id}/orders", forms.Sheet)
def give(server: Parts, match_id: MatchId, wanted: forms.OrdersWanted, who: Caller) -> Answer:
    """Give your own seat its orders. No one else is notified, and the version stays the same."""
    with commanding(server, match_id, who, wanted.version) as (room, _, seat):
        _count(server, room, seat)
        room.order(seat, wanted.orders)
        server.rooms.publish_unseen(room, seat)
        return Answer(room.sheet(seat))


@routes.post("/api/matches/{match_id}/orders/carry", forms.Sheet)
def carry(server: Parts, match_id: MatchId, wanted: forms.CarryWanted, who: Caller) -> Answer:
    """Let the staff carry out your own seat's orders until the turn ends, you must decide, or you stop it. To the
    others, its actions look like yours.
    """
    with commanding(server, match_id, who, wanted.version) as (room, viewer, seat):
        check_turn(room, viewer)
        _count(server, room, seat)
        if room.held:
            server.access.check_bots(room.id)
        if taught := room.carry_out(seat, wanted.go_on):
            server.rooms.publish(room, taught, viewer)
        else:
            server.rooms.publish_unseen(room, seat)
        return Answer(room.sheet(seat))


@routes.delete("/api/matches/{match_id}/orders/carry")
def stop(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Stop your own seat's staff immediately. You can play on yourself, or let it continue later."""
    with commanding(server, match_id, who) as (room, _, seat):
        if room.end_carrying(seat):
            server.rooms.publish_unseen(room, seat)
        return DONE


@routes.post("/api/matches/{match_id}/orders/preview", forms.Preview, drops=True)
async def preview(server: Parts, match_id: MatchId, wanted: forms.PreviewWanted, who: Caller) -> Answer:
    """Return the forecast of a turn under the given orders: the staff's plan, and rollouts based on what your seat
    knows. This changes nothing, and no other seat learns about it.
    """

    def ask() -> tuple[About, Question, Command, Position, Orders]:
        with commanding(server, match_id, who, wanted.version) as (room, _, seat):
            match = room.match
            if match.over:
                raise Refusal("The game is over.", field="orders")
            orders = match.read_orders(wanted.orders, seat)
            one = room.commanded.get(seat)
            since = None if one is None or one.over else one.since
            asked = turn_question(match, seat, orders, wanted.plays, since)
            key = msgspec.json.encode([orders.changed(), wanted.plays, since], order="deterministic").decode()
            bot = f"{players.names(match.game)[0]} {key}"
            about = About(match_id, FORECAST, bot, (room.moment,), seat, seat if room.held else None)
            server.thinkers.known(about)
            return about, asked, match.command, match.seen_for_orders(seat), orders

    about, wondered, *ordered = await server.turns.take(match_id, ask)
    # The match is free meanwhile: a player could otherwise keep the others from acting.
    objections = await server.turns.run(with_cures, *ordered)
    found = (await server.thinkers.tell(about, wondered, long=True)).forecast
    assert found is not None
    return Answer(
        forms.Preview(
            sentence=found.sentence,
            arrows=found.arrows,
            battles=found.battles,
            chances=found.chances,
            costs=found.costs,
            plays=found.plays,
            of=found.of,
            objections=[objection_form(each) for each in objections],
            second=None if found.second is None else plan_form(found.second),
        )
    )


@routes.get("/api/matches/{match_id}/orders/given", list[forms.GivenOrders])
def given(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Return the orders that every seat gave. This is available only when the game is over."""
    with server.rooms.enter(match_id, who) as (room, _):
        room.check_over("What was ordered")
        rows = room.match.record.orders
        fields = {seat: list(fields_of(room.match.orders_schema(seat))) for seat in {one.seat for one in rows}}

        def form(one: Given) -> forms.GivenOrders:
            changed = [field for field in fields[one.seat] if field.name in one.orders]
            return forms.GivenOrders(one.ply, room.name_of(one.seat), one.orders, changed)

        return Answer([form(one) for one in rows])


@routes.get("/api/matches/{match_id}/situation", forms.Situation, drops=True)
async def report_situation(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Return the situation report for the caller's seat after the others have played: what they did, which units are
    threatened, and the outcome of the orders."""

    def ask() -> tuple[About, Question] | Answer:
        with acting(server.rooms, match_id, who) as (room, viewer):
            seat = room.seat_of(viewer)
            if seat is None:
                raise Forbidden(NO_SITUATION)
            match = room.match
            bot = players.names(match.game)[0]
            if room.to_move != seat or players.find(match.game, bot).intent is None:
                return Answer(situation(room, seat, None))
            about = About(match_id, INTENT, bot, (room.moment,), seat, seat if room.held else None)
            known = server.thinkers.known(about)
            return (about, question(match, match.position, bot)) if known is None else told(room, seat, known)

    def tell(found: Found) -> Answer:
        with acting(server.rooms, match_id, who) as (room, viewer):
            return told(room, room.seat_of(viewer) or "", found)

    def told(room: Room, seat: str, found: Found) -> Answer:
        return Answer(situation(room, seat, found.intent))

    asked = await server.turns.take(match_id, ask)
    if isinstance(asked, Answer):
        return asked
    found = Found()
    with suppress(Refusal):  # without its staff's plan, the report says nothing about dangers
        found = await server.thinkers.tell(*asked)
    answer: Answer = await server.turns.take(match_id, tell, found)
    return answer
