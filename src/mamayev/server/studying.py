"""Control who may read and write the studies of a match, and check their content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from mamayev.engine.refusal import Refusal
from mamayev.match.line import plies_of
from mamayev.match.match import Match
from mamayev.match.studies import Annotation, Chapter, Sketch, Study

from .forms import StudyNow
from .keys import Forbidden, Viewer
from .last import look_of
from .lines import one_line
from .remains import Remains
from .room import Room
from .rooms import Begun, Rooms
from .store.studies import KeptStudy, add_studies

EVERYONE = ""
"""The author name of the shared study at an open table."""


def author(room: Room | Remains, viewer: Viewer) -> str | None:
    """Return the viewer's author name; None for a spectator."""
    if room.keys:
        return viewer.seat
    return EVERYONE if viewer.shared or viewer.seat is not None else None


def check_writes(room: Room, viewer: Viewer, whose: str | None) -> str:
    """Return the author of the study that a viewer wants to change: `whose`, or by default the viewer. Raises Forbidden
    if they may not change it, and Refusal for an unknown author."""
    own = author(room, viewer)
    assert own is not None  # `acting` refuses those who only watch
    if whose is None or whose == own:
        return own
    room.match.seat_index(whose or None)
    if room.keys:
        raise Forbidden("Only the player of a seat can write its study.")
    return whose


def readable(room: Room | Remains, viewer: Viewer, kept: Iterable[KeptStudy]) -> Iterator[StudyNow]:
    """Yield the studies that a viewer may read, without what was undone. In a private game, only a seat's own player
    can read its study before the end, unless it is shared."""
    own, secret = author(room, viewer), is_secret(room)
    for one in kept:
        if one.study.seat == own or one.shared or not secret:
            yield study_form(one.on(room.log), one.shared)


def is_secret(room: Room | Remains) -> bool:
    """Return whether studies are private for now. They are in a private game that is not over."""
    return room.held and not (isinstance(room, Room) and room.match.over)


def study_form(study: Study, shared: bool) -> StudyNow:
    """Return a study in the form of the API."""
    return StudyNow(study.seat, study.title, list(study.notes), list(study.chapters), shared)


def note_of(room: Room, ply: int, text: str, marks: Iterable[Sketch]) -> Annotation:
    """Return a note in stored form. Raises Refusal for a ply or a space that the game does not have."""
    _check_ply(room.match, ply)
    spaces = _spaces(room.match, ply)
    kept = tuple(dict.fromkeys(marks))
    for mark in kept:
        if unknown := {mark.at, mark.to or mark.at} - spaces:
            raise Refusal(f"The map has no space “{min(unknown)}”.", field="marks", malformed=True)
        if mark.at == mark.to:
            raise Refusal("An arrow must lead to another space.", field="marks", malformed=True)
    return Annotation(ply, comment_of(text), kept)


def comment_of(text: str) -> str:
    """Return a comment in stored form, without characters that hide or reverse others."""
    return "\n".join(map(one_line, text.splitlines())).strip("\n")


def chapters_of(room: Room, chapters: Iterable[Chapter]) -> list[Chapter]:
    """Return chapters in stored form. Raises Refusal for a chapter without a title, or at a ply that the game does not
    have."""
    found = [Chapter(one.ply, one_line(one.title)) for one in chapters]
    for one in found:
        _check_ply(room.match, one.ply)
        if not one.title:
            raise Refusal("A chapter needs a title.", field="chapters", malformed=True)
    return found


def _check_ply(match: Match, ply: int) -> None:
    last = len(match.record.log)
    if ply > last:
        raise Refusal(f"This game has plies 0 to {last}, not {ply}.", field="ply", malformed=True)


def _spaces(match: Match, ply: int) -> set[str]:
    """Return the spaces of the board in use at a ply."""
    table = match.at(ply).table if match.boards_since(ply) else match.table
    return look_of(table).scene.space_ids()


def imported(rooms: Rooms, match: Match, seats: Mapping[str, str]) -> Room:
    """Store an imported match with the studies in its record, and return it. Raises TooOften."""
    studies = taken_from(match)
    [room] = rooms.add_together(
        [Begun(match, seats)], lambda connection, new: add_studies(connection, new[0].id, studies, match.record.log)
    )
    return room


def taken_from(match: Match) -> list[Study]:
    """Remove the studies from an imported record, and return them in stored form. There is at most one per seat,
    without plies and spaces that the game does not have."""
    found: dict[str, Study] = {}
    for study in match.record.studies:
        if study.seat in ("", *match.game.seats):
            found.setdefault(study.seat, _stored(match, study))
    match.record.studies = []
    return [study for study in found.values() if not study.empty]


def _stored(match: Match, study: Study) -> Study:
    fitting = study.within(plies_of(match.record.log))
    # Of two notes at a ply, the later one counts, as it would if they had been written one after the other.
    notes = {one.ply: one.on(_spaces(match, one.ply)) for one in fitting.notes}
    return msgspec.structs.replace(
        fitting,
        title=one_line(study.title),
        notes=tuple(
            msgspec.structs.replace(notes[ply], text=text)
            for ply in sorted(notes)
            if (text := comment_of(notes[ply].text)) or notes[ply].marks
        ),
        chapters=tuple(Chapter(one.ply, title) for one in fitting.chapters if (title := one_line(one.title))),
    ).checked()
