"""The consequences of an action that the deciding seat can know, computed on copies of the position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from mamayev.engine.box import Box
from mamayev.engine.event import AnyEvent, Journal, ModifierLine
from mamayev.engine.foretell import Forecast, averaged, throw
from mamayev.engine.notation import VERB
from mamayev.engine.position import Position
from mamayev.engine.scene import Picture

from .data import ActionData, ChanceData, ModifierData

SAMPLES = 32
"""The number of determinizations over which chances are averaged in games with secrets."""

Value = TypeVar("Value")


class Ghost(msgspec.Struct, omit_defaults=True, frozen=True):
    """A piece that an action would change: its new space, "" off the board, and its face."""

    id: str
    at: str
    face: str = ""


class Foretold(msgspec.Struct, omit_defaults=True):
    """The consequences of an action up to the next decision, die or card: events, new track values, pieces that move,
    flip or disappear, spaces that change hands, and the upcoming rolls. If the same question comes again, it counts as
    the next decision, even if only one answer is left."""

    events: list[AnyEvent] = []
    tracks: dict[str, int | str | None] = {}
    pieces: list[Ghost] = []
    control: dict[str, str] = {}
    rolls: list[Forecast] = []


def foretold(p: Position, box: Box[Any], code: int) -> Foretold:
    """Return the consequences of a legal action of `box`. Keep only facts that are equal in all samples, and average
    chances over the samples."""
    if p.seat < 0 or p.seat in p.table.procedures:
        return Foretold()
    first, *others = rows = [_follows(here, box, code) for here in _known(p)]
    if not others:
        return first
    return Foretold(
        [event for event in first.events if all(event in row.events for row in others)],
        _certain(first.tracks, [row.tracks for row in others]),
        [ghost for ghost in first.pieces if all(ghost in row.pieces for row in others)],
        _certain(first.control, [row.control for row in others]),
        averaged([row.rolls for row in rows]),
    )


def odds(p: Position, box: Box[Any], code: int) -> list[Forecast]:
    """Return only the rolls of the action; empty if the first determinization has none."""
    if p.seat < 0 or p.seat in p.table.procedures:
        return []
    known = _known(p)
    rolls = _rolls(next(known), box, code)
    others = [_rolls(here, box, code) for here in known] if rolls else []
    return averaged([rolls, *others]) if others else rolls


def tell_faces(p: Position, actions: list[ActionData], chance: ChanceData) -> None:
    """Add the known facts about a die roll to its question: the subject, the modifiers and the effect of each face.
    Skip a die that is read together with others, and a roll that some viewers cannot see."""
    known = throw(p)
    if known is None:
        return
    chance["modifiers"] = [_line(modifier) for modifier in known.modifiers]
    if known.start is not None:
        chance["start"] = known.start
        chance["shifts"] = [_line(shift) for shift in known.shifts]
    chance["spaces"] = list(known.spaces)
    chance["pieces"] = list(known.pieces)
    for action, face in zip(actions, known.faces, strict=True):
        action["total"], action["result"] = face.total, face.result
        if face.row is not None:
            action["row"] = face.row
        if face.column is not None:
            action["column"] = face.column


def _line(line: ModifierLine) -> ModifierData:
    """Return a modifier or shift, with its reason, as data."""
    return {"value": line.value, "text": line.text, "clauses": list(line.clauses)}


def _known(p: Position) -> Iterator[Position]:
    """Yield the position as the deciding seat knows it: the position itself, or samples in a game with secrets. Each
    question gets new samples, which depend only on what the seat can see."""
    if not p.table.secrets:
        yield p
        return
    rng = random.Random()
    for _ in range(SAMPLES):
        yield p.table.sample(p, p.seat, rng)


def _rolls(p: Position, box: Box[Any], code: int) -> list[Forecast]:
    return box.foretell(p, p.frames[-1], code)


def _follows(p: Position, box: Box[Any], code: int) -> Foretold:
    table, index = p.table, p.seat
    before = table.look.picture(p, index)
    here, journal = p.copy(), Journal(turn=table.turn(p))
    here.journal = journal
    here.apply(code, until=box)
    here.journal = None
    after = table.look.picture(here, index)
    seat = table.game.seats[index]
    return Foretold(
        [_untold(p, code, event) for event in journal.events if event.seen_by(seat)],
        _changed(before.tracks, after.tracks),
        _ghosts(before, after),
        _changed_hands(p, before, after),
        _rolls(p, box, code),
    )


def _untold(p: Position, code: int, event: AnyEvent) -> AnyEvent:
    """Return an event without its text if the label already says it."""
    notation = p.table.notation
    verb = notation.verbs[code >> VERB]
    if event.kind not in verb.says:
        return event
    named = {
        notation.noun(kind, arg).id
        for kind, arg in zip(verb.args, notation.args(code), strict=True)
        if kind in ("piece", "space")
    }
    about = {*event.spaces, *event.pieces}
    return msgspec.structs.replace(event, text="") if not named or named & about else event


def _changed_hands(p: Position, before: Picture, after: Picture) -> dict[str, str]:
    """Return the spaces that change hands, with the side that controls each one afterwards."""
    found = _changed(before.control, after.control)
    if before.control.keys() - after.control.keys():  # they are whose they were at first
        scene = p.table.look.kept
        found = _changed(scene.sides_of(before), scene.sides_of(after))
    return found


def _changed(before: dict[str, Value], after: dict[str, Value]) -> dict[str, Value]:
    """Return the items that are new or have a new value."""
    return {key: value for key, value in after.items() if key not in before or before[key] != value}


def _certain(first: dict[str, Value], others: list[dict[str, Value]]) -> dict[str, Value]:
    """Return the items that are equal in all samples."""
    return {key: value for key, value in first.items() if all(key in row and row[key] == value for row in others)}


def _ghosts(before: Picture, after: Picture) -> list[Ghost]:
    """Return the pieces that move, flip or disappear; pieces without a separate face are skipped."""
    now = {piece.id: piece for piece in after.pieces if not piece.hidden}
    old = {piece.id: piece for piece in before.pieces if not piece.hidden}
    found = [
        Ghost(piece.id, piece.at, piece.face)
        for piece in now.values()
        if (known := old.get(piece.id)) is None or (known.at, known.face) != (piece.at, piece.face)
    ]
    return found + [Ghost(name, "") for name in old if name not in now]
