"""Undo with and without the consent of other players, and redo."""

from __future__ import annotations

from mamayev.engine.event import Event
from mamayev.engine.refusal import Refusal
from mamayev.engine.words import counted

from .commanding import Commanding
from .forms import UndoAsked, Undos
from .keys import Viewer
from .seated import Seated
from .windows import due_reply


def undo(room: Commanding, viewer: Viewer, to: int | None = None, *, practice: bool, alone: bool = False) -> None:
    """Undo the last decision, or everything after the ply `to`. `alone`: undo only the decision right after that ply.

    If only one person plays, later decisions by bots are undone, too, and windows that the server would pass again.
    Raises Refusal.
    """
    if not room.humans:
        raise Refusal("You have no seat here. Take one before you undo anything.", field="seats")
    if room.held and room.match.over:
        raise Refusal("The game is over and its record is open. Play on in a branch of it.", field="undo")
    if alone and to is not None:
        before = room.plies
        room.match.take_back(to, seat=viewer.seat if room.partners else None)
        room.move_up(to, before - room.plies)
        return
    if room.partners and viewer.seat is not None:
        _undo_own(room, viewer.seat, to)
        return
    if to is None:
        room.match.undo(practice=practice)
    else:
        room.match.undo_to(to, practice=practice)
    while _goes_on(room) and room.match.undos:
        room.match.undo(practice=True)


def _goes_on(room: Seated) -> bool:
    """Return whether a bot, an opponent by mail or the server decides now. Among several people, the pause before the
    server's reply keeps its secret, so it is not left out.
    """
    return room.bot is not None or room.waits or (not room.partners and due_reply(room) != "")


def _undo_own(room: Seated, seat: str, to: int | None) -> None:
    """Undo a seat's last decision if no other seat has decided since and nothing was revealed."""
    own = room.match.own_plies(seat)
    if not own or (to is not None and to not in own):
        raise Refusal(
            "To undo dice, cards, or more than your own last decisions, ask the other side.",
            field="undo",
        )
    room.match.undo_to(own[0] if to is None else to, seat=seat)
    room.brought_back = room.plies


def ask(room: Commanding, viewer: Viewer, to: int | None) -> str:
    """Ask for an undo that `undo` would refuse: of the seat's last decision, or of everything after the ply `to`.

    Returns the chat message, or "" if the undo needed no consent and has happened. Raises Refusal.
    """
    match, seat = room.match, viewer.seat
    if not room.partners or seat is None:
        raise Refusal("There is no one to ask here.", field="ask")
    ply = match.last_ply(seat) if to is None else to
    if match.over or ply in match.own_plies(seat):
        undo(room, viewer, to, practice=False)
        return ""
    if ply is None:
        raise Refusal("You have no decisions to undo yet.", field="undo")
    if room.asked is not None and room.asked.seat != seat:
        raise Refusal(f"{room.name_of(room.asked.seat)} has already asked. Answer that request first.", field="ask")
    count = match.decisions_after(ply)
    room.asked = UndoAsked(seat, ply, count, len(match.record.log))
    decisions = counted(count, "# decision", "# decisions")
    return f"{room.name_of(seat)} asks to undo {decisions}."


def answer(room: Seated, viewer: Viewer, answer: str) -> str:
    """Grant or refuse another seat's undo request, or withdraw your own.

    The undo happens when all seats with keys have agreed.

    Returns the chat message. Raises Refusal.
    """
    asked, seat = room.asked, viewer.seat
    if asked is None or seat is None:
        raise Refusal("There is no undo request.", field="answer")
    if (answer == "withdraw") != (asked.seat == seat):
        raise Refusal(
            "Only the others can grant or refuse your request."
            if asked.seat == seat
            else f"{room.name_of(asked.seat)} has asked. Grant or refuse the request.",
            field="answer",
        )
    name = room.name_of(seat)
    if answer != "grant":
        room.asked = None
        return f"{name} does not agree." if answer == "refuse" else f"{name} withdraws the request."
    asked.agreed.append(seat)
    if set(room.keys) <= {*asked.agreed, asked.seat}:
        room.match.undo_to(asked.to, practice=True)
        room.brought_back = room.plies
        room.asked = None
        decisions = counted(asked.count, "# decision", "# decisions")
        return f"{name} agrees: {decisions} undone."
    return f"{name} agrees."


def redo(room: Seated) -> list[Event]:
    """Redo the last undone decision, and the bots' decisions up to a person's next one.

    Returns the events. Raises Refusal.
    """
    before = len(room.match.events)
    room.match.redo()
    while _goes_on(room) and room.match.redos:
        room.match.redo()
    return room.match.events[before:]


def undos(room: Seated, viewer: str | None) -> Undos:
    """Return the possible undos and redos.

    In a private game with several people, these are the undos that the seat can make alone, and those that need
    consent.
    """
    match = room.match
    if room.example is not None:
        return Undos(0, 0, 0)
    decides = match.decision is not None and viewer in (None, match.decision.seat)
    if not room.held:
        entry = match.last_entry if match.record.dice == "hand" else None
        return Undos(match.free_undos, match.undos, match.redos, entry, match.loose() if decides else {})
    if viewer is None or match.over:
        return Undos(0, 0, 0)
    if not room.partners:
        return Undos(match.free_undos, match.undos, match.redos, pieces=match.loose() if decides else {})
    own, last = len(match.own_plies(viewer)), match.last_ply(viewer)
    asking = 0 if last is None else match.decisions_after(last)
    loose = match.loose(viewer) if decides else {}
    return Undos(own, max(own, asking), match.redos if decides else 0, pieces=loose)
