"""Studies: people's notes on a match, and chapters that guide the reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mamayev.engine.refusal import Refusal

from .. import forms
from ..acting import acting
from ..keys import Caller
from ..lines import one_line
from ..room import Room
from ..store.studies import KeptStudy
from ..studying import author as author_of
from ..studying import chapters_of, check_writes, is_secret, note_of, readable, study_form
from .answers import Answer
from .asked import MatchId
from .parts import Parts
from .route import Routes

routes = Routes()


@routes.get("/api/matches/{match_id}/studies", forms.Studies)
def studies(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Return a match's studies that the caller may read."""
    kept = server.store.studies.of(match_id)
    with server.rooms.look(match_id, who) as (room, viewer):
        writes = None if isinstance(room, Room) and room.example is not None else author_of(room, viewer)
        return Answer(forms.Studies(writes, list(readable(room, viewer, kept))))


@contextmanager
def _writing(server: Parts, match_id: str, who: Caller, whose: str | None) -> Iterator[tuple[Room, str]]:
    """Open a match for a caller who is changing a study, and yield the room and the study's author. Raises Forbidden,
    and the errors of `acting`."""
    with acting(server.rooms, match_id, who) as (room, viewer):
        yield room, check_writes(room, viewer, whose)


def _write(
    server: Parts, room: Room, seat: str, change: Callable[[KeptStudy], KeptStudy], shared: bool | None = None
) -> Answer:
    """Store a change to a study, and notify its readers. `shared`: whether others may read it from then on; None to
    leave this as it is. Raises Forbidden for callers who may not write to the others."""
    before = any(kept.shared for kept in server.store.studies.of(room.id) if kept.study.seat == seat)
    private = is_secret(room)
    if room.keys and (not private or (before if shared is None else shared)):
        server.access.check_says(room.keys, seat)
    kept = server.store.studies.change(room.id, seat, change)
    only = seat if private and not (before or kept.shared) else None
    server.live.studied(room.id, seat, kept.written, only)
    return Answer(study_form(kept.on(room.log), kept.shared))


def _check_replaces(replaced: object, there: object, new: object) -> None:
    """Raise Refusal if a change would replace something that its author has not seen. `replaced`: what the author has
    seen; None if the change may replace anything."""
    if replaced not in (None, there) and there != new:  # it was stored already if only the answer was lost
        raise Refusal("This was changed in another tab or by another player.", field="replaces")


@routes.put("/api/matches/{match_id}/study/notes/{ply}", forms.StudyNow)
def write_note(server: Parts, match_id: MatchId, ply: forms.Ply, wanted: forms.NoteWanted, who: Caller) -> Answer:
    """Replace the note at a ply. An empty note removes it."""
    with _writing(server, match_id, who, wanted.whose) as (room, seat):
        note = note_of(room, ply, wanted.text, wanted.marks)

        def noted(kept: KeptStudy) -> KeptStudy:
            _check_replaces(wanted.replaces, kept.on(room.log).note(ply), note)
            return kept.noted(note, room.log)

        return _write(server, room, seat, noted)


@routes.put("/api/matches/{match_id}/study", forms.StudyNow)
def arrange_study(server: Parts, match_id: MatchId, wanted: forms.StudyWanted, who: Caller) -> Answer:
    """Set the title and the chapters of a study, and whether the others in a private game may read it before the
    end."""
    with _writing(server, match_id, who, wanted.whose) as (room, seat):
        title, chapters = one_line(wanted.title), chapters_of(room, wanted.chapters)

        def arranged(kept: KeptStudy) -> KeptStudy:
            shown = kept.on(room.log)
            there = forms.Arrangement(shown.title, shown.chapters, kept.shared)
            _check_replaces(wanted.replaces, there, forms.Arrangement(title, tuple(chapters), wanted.shared))
            return kept.arranged(title, chapters, room.log)._replace(shared=wanted.shared)

        return _write(server, room, seat, arranged, wanted.shared)
