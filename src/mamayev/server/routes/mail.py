"""Play by mail, for games without secrets. A turn is a whole saved game, which continues the match that it is from."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, Literal

from msgspec import Meta

from mamayev.engine.refusal import Refusal
from mamayev.match.dealt import Dealt, dealt
from mamayev.match.match import Match, Record
from mamayev.match.parting import alike, decided, entries, of_one_match, strangers, taken_back, told

from ..forms import Mailed, Word
from ..keys import SHARED
from ..room import Room
from ..saved import open_record, ours
from ..seats import NOT_MAILED
from ..store.rows import AWAY, HUMAN
from ..studying import imported
from .answers import Answer
from .parts import Parts
from .route import Routes

routes = Routes()


Way = Annotated[
    Literal["", "on", "apart"],
    Meta(description="continue the match anyway (“on”), or import the turn as a separate match (“apart”)"),
]


@routes.post("/api/mail", Mailed)
async def take_mail(server: Parts, data: bytes, seat: Word = "", way: Way = "") -> Answer:
    """Accept a turn by mail, which is a whole saved game.

    The server replays it, compares its dice and cards with the seed, and updates the open match that it continues, or
    starts a new match. If there is a problem, nothing changes. `seat`: the seat that is played here in a new match; by
    default, a free seat.
    """
    sent: Match = await server.turns.run(_opened, data)
    found: str | None = await server.turns.run(_here, server, sent)
    if found is None:
        begun: Answer = await server.turns.run(_begin, server, sent, _seats(sent, seat), way)
        return begun
    return await server.turns.take(found, _go_on, server, found, sent, way)


def _opened(data: bytes) -> Match:
    """Return the match in a turn. Raises Refusal for a game that cannot be played by mail."""
    match = open_record(data)
    if match.table.secrets:
        raise Refusal(NOT_MAILED.format(match.game.title), field="secrets")
    return match


def _seats(sent: Match, seat: str) -> dict[str, str]:
    """Return the players of a match that a turn starts here.

    Without marks, all seats are free and people here play all of them, as in a saved game.
    """
    mail, seats = sent.record.mail, sent.table.open_seats
    if seat and seat not in seats:
        raise Refusal(f"{sent.game.title} has no seat “{seat}” for a player.", field="seat", malformed=True)
    if not mail:
        return {}
    free = [one for one in seats if one not in mail] or seats
    decides = "" if sent.decision is None else sent.decision.seat
    mine = seat or (decides if decides in free else free[0])
    return {one: HUMAN if one == mine else AWAY for one in seats}


def _here(server: Parts, sent: Match) -> str | None:
    """Return the id of the caller's open match whose log shares the longest beginning with the turn, or None."""
    best, most = None, -1
    for match_id, text in server.store.matches.seeded(sent.record.game, sent.record.seed, server.access.listed()):
        with suppress(Refusal):  # a damaged match is not continued, nor one with options that do not exist
            record = Record.from_json(text, checked=False)
            record.options = sent.game.saved_options(record.options)
            same = alike(record, sent.record)
            if of_one_match(record, sent.record) and same > most:
                best, most = match_id, same
    return best


def _begin(server: Parts, sent: Match, seats: Mapping[str, str], way: Way) -> Answer:
    """Start a match from a turn. No bot plays until a person has seen it."""
    checked = _checked(sent, 0)
    if checked.wrong is not None and way != "apart":
        return _answer(sent, "loaded", **_loaded(sent, checked))
    room = imported(server.rooms, sent, seats)
    return _answer(
        sent,
        "begun",
        room,
        new=len(sent.record.log),
        checked=checked.checked,
        practice=len(sent.record.practice),
    )


def _go_on(server: Parts, match_id: str, sent: Match, way: Way) -> Answer:
    with server.rooms.open(match_id) as room:
        if way == "apart":
            return _begin(server, sent, _apart(room), way)
        sent.record.studies = []  # those of the match here stay
        here, there = entries(room.match.record), entries(sent.record)
        same = alike(room.match.record, sent.record)
        if same == len(there):
            return _answer(sent, "known" if same == len(here) else "older", room)
        checked = _checked(sent, same)
        if checked.wrong is not None:
            return _answer(sent, "loaded", room, **_loaded(sent, checked))
        if same < len(here):
            return _answer(sent, "parted", room, **_parted(room.match, sent, same))
        if way != "on" and (doubt := _doubt(room, sent, same)):
            return _answer(sent, doubt.pop("outcome"), room, **doubt)
        if not room.match.record.mail:
            room.seats = {
                seat: room.seats[seat] if player == HUMAN else player for seat, player in _seats(sent, "").items()
            } or room.seats
        back = len(taken_back(room.match.record, sent.record))
        server.rooms.publish(room, room.go_on(sent), SHARED, "mail")
        return _answer(sent, "went on", room, new=len(there) - same, checked=checked.checked, practice=back)


def _apart(room: Room) -> dict[str, str]:
    """Return the players for a separate match.

    Seats that are played elsewhere stay that way, and people play the rest, as in a saved game.
    """
    return {seat: AWAY if player == AWAY else HUMAN for seat, player in room.seats.items()}


def _doubt(room: Room, sent: Match, same: int) -> dict[str, Any]:
    """Return why a turn, which continues after the first `same` entries, may come from the wrong person, or None if
    there is no doubt.

    There is a doubt if it decides for a seat that is played here, or if a different player has taken the other seat.
    """
    entry = decided(sent, same, ours(room.seats))
    if entry is not None:
        p = sent.at(entry)
        seat = sent.record.resigned if p.seat < 0 else sent.game.seats[p.seat]
        found = {"ply": entry + 1, "moment": _moment(sent, entry), "there": told(sent, entry)}
        return {"outcome": "decided", "seat": room.name_of(seat), **found}
    others = strangers(room.match.record, sent.record)
    return {"outcome": "stranger", "seat": room.name_of(others[0])} if others else {}


def _answer(sent: Match, outcome: Any, room: Room | None = None, **fields: Any) -> Answer:
    record = sent.record
    state = None if room is None else room.state(room.seat_of(SHARED))
    dice: Any = record.dice
    return Answer(Mailed(outcome, sent.game.title, len(record.log), dice, state=state, **fields))


def _checked(sent: Match, after: int) -> Dealt:
    return dealt(sent, after) if sent.record.dice == "seeded" else Dealt(0)


def _loaded(sent: Match, checked: Dealt) -> dict[str, Any]:
    """Return where a die or card does not match the seed."""
    assert checked.wrong is not None
    entry = checked.wrong - 1
    p = sent.at(entry)
    due = p.table.told(p, p.table.notation.parse(checked.due))
    return {"ply": checked.wrong, "moment": _moment(sent, entry), "here": f"{due}.", "there": told(sent, entry)}


def _parted(here: Match, sent: Match, entry: int) -> dict[str, Any]:
    """Return where two logs differ."""
    return {
        "ply": entry + 1,
        "moment": _moment(sent, entry),
        "here": told(here, entry),
        "there": told(sent, entry),
    }


def _moment(match: Match, entry: int) -> str:
    return match.table.look.picture(match.at(entry), None).headline
