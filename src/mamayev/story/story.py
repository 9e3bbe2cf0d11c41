"""The report of a match as data. Each sentence names the events on which it is based."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple, Self

import msgspec

from mamayev.engine.scene import Picture

MARK = re.compile(r"\{(\d+)\|([^{}]*)\}")
"""The pattern of words that belong to an event: `{12|the 5th Army}`."""
TOP, ACCOUNT = "top", "account"
"""The ids of the parts before and after all sections."""


def plain(text: str) -> str:
    """Return a text without its marks."""
    return MARK.sub(r"\2", text)


class Sentence(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A sentence with marks, the numbers of its events, and its kind. The numbers count only events that the reader may
    see. `others`: other wordings, in the order in which the page offers them.
    """

    text: str
    others: tuple[str, ...] = ()
    events: tuple[int, ...] = ()
    kind: str = ""

    def put(self, times: int) -> Self:
        """Return the sentence with the wording after this number of rewordings."""
        texts = (self.text, *self.others)
        place = times % len(texts)
        text, *others = *texts[place:], *texts[:place]
        return msgspec.structs.replace(self, text=text, others=tuple(others))


class Row(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A row in the battle table. `good`: whether the attackers won, or None if neither side did. `clauses`: the clauses
    for its result.
    """

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
    clauses: tuple[str, ...] = ()


class Moment(msgspec.Struct, kw_only=True):
    """A link in the margin."""

    event: int
    ply: int
    text: str


def mark_of(row: Sequence[Sentence]) -> str:
    """Return a checksum of a paragraph in all its wordings, by which an edit knows its paragraph."""
    said = [[one.kind, *sorted((one.text, *one.others))] for one in row]
    return blake2b(msgspec.json.encode(said), digest_size=4).hexdigest()


class StorySection(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A section of the report. `ply`: the end of its turn. `marks`: a checksum for each paragraph (`mark_of`).
    `picture`: the table at its end, for the map.
    """

    id: str
    title: str
    turn: int
    ply: int
    heading: str = ""
    paragraphs: list[list[Sentence]]
    marks: list[str] = []
    battles: list[Row] = []
    moments: list[Moment] = []
    caption: str = ""
    spaces: tuple[str, ...] = ()
    """The places that the section mentions."""
    picture: Picture | None = None

    def words(self) -> int:
        """Return the number of words in its text."""
        texts = [self.title, self.caption, *(plain(one.text) for row in self.paragraphs for one in row)]
        return sum(len(text.split()) for text in texts)


class Losses(msgspec.Struct):
    """A row in the table of losses: a side, and its losses by period."""

    side: str
    lost: dict[str, int]


class LogLine(msgspec.Struct):
    """A line of the log, for readers without the game."""

    ply: int
    who: str
    text: str


class Own(NamedTuple):
    """A player's own text before and after a section."""

    before: str = ""
    after: str = ""


class Story(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The report of a match.

    `log`: the lines of the log that it cites, by the number of the event. `spare`: sections for the omitted turns.
    `own`: a player's own text, by section. `headed`: whether it shows the headline and the lead. `clauses`: whether the
    tables cite the rules.
    """

    game: str
    title: str
    edition: str
    headline: str
    lead: list[Sentence]
    sections: list[StorySection]
    account: list[Sentence]
    losses: list[Losses] = []
    told_by: str = ""
    plies: int = 0
    log: dict[int, LogLine] = {}
    spare: list[StorySection] = []
    own: dict[str, Own] = {}
    headed: bool = True
    clauses: bool = False

    def sentences(self) -> Iterator[Sentence]:
        """Yield every sentence in order."""
        yield from self.lead
        for section in self.sections:
            for row in section.paragraphs:
                yield from row
        yield from self.account

    def cited(self) -> set[int]:
        """Return the numbers of the events that it cites, including those of omitted sections."""
        sections = [*self.sections, *self.spare]
        told = [*self.lead, *self.account, *(one for part in sections for row in part.paragraphs for one in row)]
        found = {number for one in told for number in one.events}
        found |= {row.event for part in sections for row in part.battles}
        return found | {one.event for part in sections for one in part.moments}

    def words(self) -> int:
        """Return the number of words, not counting tables, margins and the log."""
        texts = [self.headline, *(plain(one.text) for one in (*self.lead, *self.account))]
        texts += [text for own in self.own.values() for text in own]
        return sum(len(text.split()) for text in texts) + sum(section.words() for section in self.sections)
