"""Windows: who is asked in one, how the windows of a seat are answered, and when the server answers."""

from __future__ import annotations

import time

from msgspec import UNSET, UnsetType

from mamayev.engine.refusal import Refusal

from .forms import Reply, Replying
from .keys import Eyes
from .seated import Seated


def asked_seat(room: Seated) -> str:
    """The seat of a person that is asked in a window now; "" where no window is open."""
    if room.example is not None:
        return ""
    decision = room.match.decision
    asked = decision is not None and room.bot is None and decision.waiver is not None
    return decision.seat if asked and decision is not None and decision.seat in room.humans else ""


def replying(room: Seated, seat: str) -> Replying:
    """How the windows of a seat are answered. Where several hold a key each is asked, unless he wishes otherwise:
    what passes by itself tells the others what his hand cannot do."""
    return room.replies.get(seat) or Replying("ask" if room.partners else "able")


def held_back(room: Seated, pause: float) -> float:
    """For how many seconds an answer in the present window is still held back, whoever gives it: where one of
    several who hold a key lets windows pass, `pause` seconds lie between the question and its answer at least, so
    that it does not tell by its time whether it was the server's."""
    if not room.partners or not asked_seat(room) or all(replying(room, seat).now == "ask" for seat in room.keys):
        return 0.0
    return max(0.0, room.since + pause - time.monotonic())


def replier(room: Seated, viewer: str | None) -> str | None:
    """The seat whose windows the server may answer, for whoever looks: a held one, or that of the only person at an
    open table. Where people share a screen the curtain shows who is asked, so nothing is answered for them."""
    if not room.match.table.windows or viewer not in room.humans:
        return None
    return viewer if room.held or len(room.humans) == 1 else None


def reply_of(room: Seated, viewer: str | None) -> Reply | UnsetType:
    """How the windows of a viewer's seat are answered."""
    seat = replier(room, viewer)
    return UNSET if seat is None else replying(room, seat).now


def set_reply(room: Seated, eyes: Eyes, wanted: Reply) -> None:
    """Have the windows of one's seat answered in this way. Raises Refusal."""
    seat = replier(room, room.viewer(eyes))
    if seat is None:
        raise Refusal(
            "Nothing is answered for you here: the game has no such windows, or several people share the screen.",
            field="reply",
        )
    if wanted == "pass" and not in_whole(room):
        raise Refusal("Nothing is under way that could be let pass as a whole.", field="reply")
    usual = replying(room, seat).usual if wanted == "pass" else wanted
    room.replies = {**room.replies, seat: Replying(usual, wanted == "pass")}


def in_whole(room: Seated) -> bool:
    """Whether something is under way that a seat may let pass as a whole."""
    match = room.match
    return not match.over and any(match.position.inside(name) for name in match.table.waived_whole)


def due_reply(room: Seated) -> str:
    """The answer that the server gives in the present window for its seat; "" where the person is asked."""
    decision, seat = room.match.decision, asked_seat(room)
    if not seat or replier(room, seat) is None or decision is None or decision.waiver is None:
        return ""
    if room.match.lesson_tasks:
        return ""
    how = replying(room, seat)
    passes = bool(decision.within) if how.passing else how.usual == "able" and decision.idle
    return decision.waiver.text if passes else ""
