"""The report of a match as data. Each sentence names the events that it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from mamayev.engine.scene import Picture

MARK = re.compile(r"\{(\d+)\|([^{}]*)\}")
"""The words that belong to an event: `{12|the 5th Army}`."""


def plain(text: str) -> str:
    """Return a text without its marks."""
    return MARK.sub(r"\2", text)


class Sentence(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A sentence with marks, the numbers of the events that it comes from, and its kind.

    The numbers count the events that the reader may see.
    """

    text: str
    events: tuple[int, ...] = ()
    kind: str = ""


class Row(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A line of the table of battles. `good`: whether the attackers won; None if neither side did."""

    event: int
    ply: int
    place: str
    forces: str
    strength: str = ""
    odds: str = ""
    die: str = ""
    chance: str = ""
    result: str = ""
    fell: str = ""
    good: bool | None = None


class Moment(msgspec.Struct, kw_only=True):
    """A link in the margin."""

    event: int
    ply: int
    text: str


class Section(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A part of the report. `ply`: the end of its turn. `picture`: the table at its end, for the map."""

    id: str
    title: str
    turn: int
    ply: int
    heading: str = ""
    paragraphs: list[list[Sentence]]
    battles: list[Row] = []
    moments: list[Moment] = []
    caption: str = ""
    spaces: tuple[str, ...] = ()
    """The places that it tells of."""
    picture: Picture | None = None

    def words(self) -> int:
        """Return the number of words of its prose."""
        texts = [self.title, self.caption, *(plain(one.text) for row in self.paragraphs for one in row)]
        return sum(len(text.split()) for text in texts)


class Losses(msgspec.Struct):
    """A line of the table of losses: a side, and its losses by period."""

    side: str
    lost: dict[str, int]


class Line(msgspec.Struct):
    """A line of the log, for a reader without the game."""

    ply: int
    who: str
    text: str


class Story(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The report of a match. `log`: the lines of the log that it cites, by the number of the event."""

    game: str
    title: str
    edition: str
    headline: str
    lead: list[Sentence]
    sections: list[Section]
    account: list[Sentence]
    losses: list[Losses] = []
    told_by: str = ""
    plies: int = 0
    log: dict[int, Line] = {}

    def sentences(self) -> Iterator[Sentence]:
        """Return every sentence in order."""
        yield from self.lead
        for section in self.sections:
            for row in section.paragraphs:
                yield from row
        yield from self.account

    def words(self) -> int:
        """Return the number of words, without tables, margins and the log."""
        own = [self.headline, *(plain(one.text) for one in (*self.lead, *self.account))]
        return sum(len(text.split()) for text in own) + sum(section.words() for section in self.sections)
