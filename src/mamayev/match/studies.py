"""People's notes on a match: arrows, circles and comments at its plies, and chapters that guide the reader."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Literal, Self

import msgspec
from msgspec import Meta

from mamayev.engine.refusal import Refusal

MARKS = 32
"""The maximum number of arrows and circles at a ply. More of them would hide the map."""
NOTES = 200
"""The maximum number of notes in a study."""
CHAPTERS = 64
"""The maximum number of chapters in a study."""
STUDIES = 16
"""The maximum number of studies in a saved game, which is more than the seats of any game."""
COMMENT = 2_000
"""The maximum number of characters in a comment."""
TITLE = 80
"""The maximum number of characters in a title."""
BYTES = 100_000
"""The maximum size of a study as JSON, in bytes. It keeps the studies of a match smaller than a long log."""

PRINTED = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"
"""Text without control characters, which could affect a terminal, except tabs and line endings."""

Color = Literal["green", "gold", "blue"]
Place = Annotated[str, Meta(max_length=64, pattern=PRINTED)]
Title = Annotated[str, Meta(max_length=TITLE, pattern=PRINTED)]
Comment = Annotated[str, Meta(max_length=COMMENT, pattern=PRINTED)]
Ply = Annotated[int, Meta(ge=0, le=2**31)]


class _Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base class of the forms in this module."""


class Sketch(_Form, frozen=True):
    """A circle around the space `at`, or an arrow from it to the space `to`."""

    at: Place
    to: Place = ""
    color: Color = "green"


Marks = Annotated[tuple[Sketch, ...], Meta(max_length=MARKS)]


class Annotation(_Form, frozen=True):
    """The comment and the marks at a ply."""

    ply: Ply
    text: Comment = ""
    marks: Marks = ()

    def on(self, spaces: Collection[str]) -> Self:
        """Return this note with only the marks on the given spaces."""
        kept = tuple(mark for mark in self.marks if mark.at in spaces and (not mark.to or mark.to in spaces))
        return self if kept == self.marks else msgspec.structs.replace(self, marks=kept)


class Chapter(_Form, frozen=True):
    """A chapter of a study: a ply and a title."""

    ply: Ply
    title: Title


class Study(_Form, frozen=True):
    """The notes of a seat, or of everyone at an open table ("").

    `notes`: at most one per ply, in order of plies. `chapters`: in reading order.
    """

    seat: Place = ""
    title: Title = ""
    notes: Annotated[tuple[Annotation, ...], Meta(max_length=NOTES)] = ()
    chapters: Annotated[tuple[Chapter, ...], Meta(max_length=CHAPTERS)] = ()

    @property
    def empty(self) -> bool:
        """Whether the study is empty."""
        return not (self.title or self.notes or self.chapters)

    @property
    def plies(self) -> set[int]:
        """The plies with a note or a chapter."""
        return {note.ply for note in self.notes} | {chapter.ply for chapter in self.chapters}

    def within(self, plies: Collection[int]) -> Self:
        """Return the part of this study at some plies, because an undo may have removed the others."""
        return msgspec.structs.replace(
            self,
            notes=tuple(note for note in self.notes if note.ply in plies),
            chapters=tuple(chapter for chapter in self.chapters if chapter.ply in plies),
        )

    def note(self, ply: int) -> Annotation:
        """Return the note at a ply, or an empty one."""
        return next((one for one in self.notes if one.ply == ply), Annotation(ply))

    def noted(self, note: Annotation) -> Self:
        """Return this study with a note, which replaces any note at the same ply. An empty note removes it. Raises
        Refusal."""
        others = [one for one in self.notes if one.ply != note.ply]
        notes = sorted([*others, note], key=lambda one: one.ply) if note.text or note.marks else others
        if len(notes) > NOTES:
            raise Refusal(f"A study can have notes at up to {NOTES} positions. Remove one first.", field="ply")
        return msgspec.structs.replace(self, notes=tuple(notes)).checked()

    def arranged(self, title: str, chapters: Sequence[Chapter]) -> Self:
        """Return this study with a title and chapters. Raises Refusal."""
        return msgspec.structs.replace(self, title=title, chapters=tuple(chapters)).checked()

    def checked(self) -> Self:
        """Return this study if it is not too large. Raises Refusal."""
        if len(msgspec.json.encode(self)) > BYTES:
            raise Refusal(f"This study is too long: the limit is {BYTES // 1000} kB. Shorten a comment.", field="text")
        return self
