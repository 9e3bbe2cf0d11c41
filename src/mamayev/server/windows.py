"""Reaction windows: the seat that must reply, its setting, and the server's replies."""

from __future__ import annotations

import time

from mamayev.engine.refusal import Refusal
from mamayev.match.decision import Decision

from .forms import Reply, Replying
from .keys import Viewer
from .seated import Seated


def asked_seat(room: Seated) -> str:
    """Return the seat that must reply in the current reaction window if a person plays it, or ""."""
    if room.example is not None:
        return ""
    decision = room.match.decision
    asked = decision is not None and room.bot is None and decision.waiver is not None
    return decision.seat if asked and decision is not None and decision.seat in room.humans else ""


def replying(room: Seated, seat: str) -> Replying:
    """Return the setting for a seat's reaction windows.

    If several seats have keys, the default is to ask, because an automatic pass would reveal something about a hand.
    """
    return room.replies.get(seat) or Replying("ask" if room.partners else "able")


def held_back(room: Seated, pause: float) -> float:
    """Return the number of seconds until a reply in the current reaction window counts.

    If one of several players with keys lets the server pass reaction windows, every reply comes at least `pause`
    seconds after its question. So the time does not reveal which replies come from the server.
    """
    if not room.partners or not asked_seat(room) or all(replying(room, seat).now == "ask" for seat in room.keys):
        return 0.0
    return max(0.0, room.since + pause - time.monotonic())


def replier(room: Seated, viewer: str | None) -> str | None:
    """Return the seat for which the server can reply on a viewer's behalf: the viewer's seat if it has a key, or the
    only person's seat at an open table. None on a shared screen, because the curtain shows which player must reply.
    """
    if not room.match.table.windows or viewer not in room.humans:
        return None
    return viewer if room.held or len(room.humans) == 1 else None


def reply_of(room: Seated, viewer: str | None) -> Replying | None:
    """Return the setting for a viewer's reaction windows; None if the server never replies for the viewer's seat."""
    seat = replier(room, viewer)
    return None if seat is None else replying(room, seat)


def set_reply(room: Seated, viewer: Viewer, wanted: Reply, armed: tuple[int, ...] = ()) -> None:
    """Change the setting for the viewer's reaction windows. Raises Refusal."""
    seat = replier(room, room.seat_of(viewer))
    if seat is None:
        raise Refusal(
            "The server cannot answer for you here: the game has no reaction windows, or several people share the "
            "screen.",
            field="reply",
        )
    if wanted == "pass" and not in_whole(room):
        raise Refusal("No sequence is in progress that you could pass as a whole.", field="reply")
    if wanted == "pass":
        now = replying(room, seat)
        how = Replying(now.usual, passing=True, armed=now.armed)
    else:
        how = Replying(wanted, armed=armed if wanted == "armed" else ())
    room.replies = {**room.replies, seat: how}


def in_whole(room: Seated) -> bool:
    """Return whether the current sequence is one that a seat can pass as a whole."""
    match = room.match
    return not match.over and any(match.position.inside(name) for name in match.table.waived_whole)


def due_reply(room: Seated) -> str:
    """Return the server's reply for the seat in the current reaction window, or "" if the player must reply, which is
    also so where an undo among several people led to the window: the player wanted to be asked again.
    """
    decision, seat = room.match.decision, asked_seat(room)
    if not seat or replier(room, seat) is None or decision is None or decision.waiver is None:
        return ""
    if room.match.lesson_tasks or room.brought_back == room.plies:
        return ""
    return decision.waiver.text if passes(decision, replying(room, seat)) else ""


def passes(decision: Decision, how: Replying) -> bool:
    """Return whether the server passes a reaction window under a seat's setting."""
    match how.usual:
        case _ if how.passing:
            return bool(decision.within)
        case "able":
            return decision.idle
        case "armed":
            return decision.waiver is not None and not decision.reacts(how.armed)
        case "ask":
            return False
