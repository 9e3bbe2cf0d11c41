"""Orders: what a player wants the staff of the own seat to do. No other seat learns about them before the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .. import forms
from ..acting import acting, check_turn
from ..keys import Caller, Forbidden, Viewer
from ..room import Room
from .answers import DONE, Answer
from .asked import MatchId
from .parts import Parts
from .route import Routes

routes = Routes()

NO_SEAT = "Only the player of a seat sees and gives its orders."


@contextmanager
def commanding(
    server: Parts, match_id: str, who: Caller, seen: int | None = None
) -> Iterator[tuple[Room, Viewer, str]]:
    """Open a match for the player of a seat that takes orders. Raises Forbidden for all others, and the errors of
    `acting`."""
    with acting(server.rooms, match_id, who, seen) as (room, viewer):
        seat = room.seat_of(viewer)
        if seat is None:
            raise Forbidden(NO_SEAT)
        room.check_commands(seat)
        yield room, viewer, seat


@routes.get("/api/matches/{match_id}/orders", forms.Sheet)
def sheet(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Return the orders that the caller's seat can give, and those that it has given."""
    with commanding(server, match_id, who) as (room, _, seat):
        return Answer(room.sheet(seat))


@routes.post("/api/matches/{match_id}/orders", forms.Sheet)
def give(server: Parts, match_id: MatchId, wanted: forms.OrdersWanted, who: Caller) -> Answer:
    """Give the orders of your own seat. Nobody else is notified, and the version does not change."""
    with commanding(server, match_id, who, wanted.version) as (room, _, seat):
        room.order(seat, wanted.orders)
        server.rooms.publish_unseen(room, seat)
        return Answer(room.sheet(seat))


@routes.post("/api/matches/{match_id}/orders/carry", forms.Sheet)
def carry(server: Parts, match_id: MatchId, wanted: forms.CarryWanted, who: Caller) -> Answer:
    """Let the staff carry out the orders of your own seat, until the turn is over, a decision is yours, or you stop it.

    The others see its actions as if you had played them.
    """
    with commanding(server, match_id, who, wanted.version) as (room, viewer, seat):
        check_turn(room, viewer)
        if room.held:
            server.access.check_bots(room.id)
        room.carry_out(seat, wanted.go_on)
        server.rooms.publish_unseen(room, seat)
        return Answer(room.sheet(seat))


@routes.delete("/api/matches/{match_id}/orders/carry")
def stop(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Stop the staff of your own seat at once. You play on, or let it continue later."""
    with commanding(server, match_id, who) as (room, _, seat):
        if room.end_carrying(seat):
            server.rooms.publish_unseen(room, seat)
        return DONE
