"""Permission to change a match. This module contains all checks of a request that changes one.

The checks, in order: the key opens a seat (`Rooms.enter`), the caller's version is current (`check_seen`), the caller
may act (`check_acts`), it is the caller's turn (`check_turn`), and the pause in a reaction window is over
(`pause_before`). The routes themselves limit rates with `Quota`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from mamayev.engine.refusal import Refusal

from .keys import Caller, Forbidden, Viewer
from .remains import Remains
from .replies import Replies
from .room import Room
from .rooms import Rooms
from .saved import LONGEST_LOG
from .seated import Stale
from .store.rows import AWAY, HUMAN
from .windows import asked_seat, held_back

EXAMPLE = "This is a worked example. To change it, play on from one of its steps."
HOLDS_NO_SEAT = "Only a player with a seat in this match can do that, and must show its key."
WATCHES = "You are watching, so you cannot act."


@contextmanager
def acting(rooms: Rooms, match_id: str, who: Caller, seen: int | None = None) -> Iterator[tuple[Room, Viewer]]:
    """Open a match for a request that changes it. `seen`: the version that the caller has seen. Raises Missing, Stale
    or Forbidden, or Refusal if the record cannot be replayed."""
    with rooms.enter(match_id, who) as (room, viewer):
        if seen is not None:
            check_seen(room, seen, viewer)
        check_acts(room, viewer)
        yield room, viewer


def check_seen(room: Room, seen: int, viewer: Viewer) -> None:
    """Raise Stale if the match has changed since the version that the caller has seen."""
    if room.version != seen:
        raise Stale(room.state(room.seat_of(viewer)))


def check_acts(room: Room | Remains, viewer: Viewer) -> None:
    """Raise Forbidden if the caller is a spectator, or if the match is a worked example."""
    if isinstance(room, Room) and room.example is not None:
        raise Forbidden(EXAMPLE)
    if viewer.seat is None and not viewer.shared:
        raise Forbidden(HOLDS_NO_SEAT if room.keys else WATCHES)


def check_holds(viewer: Viewer) -> None:
    """Raise Forbidden for a caller without a seat in a private game."""
    if viewer.seat is None:
        raise Forbidden(HOLDS_NO_SEAT)


def check_turn(room: Room, viewer: Viewer) -> None:
    """Raise Forbidden if the caller is a spectator, and Refusal unless the viewer's seat decides now and a person plays
    it.
    """
    check_acts(room, viewer)
    decision, seat = room.match.decision, viewer.seat
    if decision is None:
        raise Refusal("The game is over, so no more actions can be played.", field="text")
    if room.bot is not None:
        raise Refusal(
            f"{room.name_of(decision.seat)} is played by the bot “{room.bot}”. Take the seat first.", field="seats"
        )
    if room.waits:
        raise Refusal(
            f"{room.name_of(decision.seat)} is played elsewhere, by mail. Open the next turn that you receive, "
            "or first choose to play the seat here.",
            field="seats",
        )
    if seat is not None and not room.asks(seat):
        raise Refusal(f"{room.asked_name(decision)} decides now, not {room.name_of(seat)}.", field="seat")
    if room.commander is not None:  # said to its own player alone
        raise Refusal("The staff is carrying out this seat's orders. Stop it first.", field="seats")


def check_length(room: Room, seat: str | None) -> None:
    """Raise Refusal if a game has reached the maximum length of a saved game, or if a seat in a private game has used
    its share of it. Otherwise, a player could declare an attack and undo it until no one can open the game."""
    log, share = room.match.record.log, LONGEST_LOG // max(1, len(room.keys))
    if len(log) < share:
        return
    if not room.partners:
        raise Refusal(f"This game has reached the limit of {share:,} actions. Undo some to play on.", field="text")
    if seat is not None and room.match.entries_of(seat) >= share:
        raise Refusal(f"You have reached the limit of {share:,} actions. Undo some, or resign.", field="text")


def pause_before(rooms: Rooms, replies: Replies, room: Room) -> float:
    """Return how long an action in the current reaction window must wait, in seconds."""
    if room.partners and asked_seat(room):
        rooms.look_up_replies(room)
    return held_back(room, replies.pause)


def check_gives(room: Room, viewer: Viewer, seats: Mapping[str, str], *, lent: bool) -> None:
    """Raise Forbidden if this player may not give away or lend these seats in a private game.

    Players can give away their own seat, or change the bot in a bot's seat. A bot's seat never becomes a person's, not
    even after a loan, because it has no key.
    """
    if not room.held:
        return
    for seat, player in seats.items():
        if seat in room.keys and seat != viewer.seat:
            raise Forbidden(f"Another player holds {room.name_of(seat)}.")
        if seat not in room.keys and (player == HUMAN or lent):
            raise Forbidden(f"{room.name_of(seat)} has no key, so only a bot can play it.")
        if player == AWAY:
            raise Forbidden("The seats of this match have keys, so it cannot be played by mail.")
