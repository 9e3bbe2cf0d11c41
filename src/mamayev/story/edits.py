"""A player's edits of a report: a title, the player's own text, other wordings for a paragraph, and omissions. Edits
cannot change a figure, because every figure comes from an event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from mamayev.engine.refusal import Refusal
from mamayev.match.reading import Unreadable, read

from .story import ACCOUNT, TOP, Own, Sentence, Story, StorySection, mark_of

LUCK = frozenset({"luck", "mistake", "review"})
"""Kinds of sentences about luck and turning points."""
NONE_IN = "This report has no sections. Choose at least one."

Id = Annotated[str, Meta(max_length=40)]
Ids = Annotated[tuple[Id, ...], Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=2_000)]


class Edits(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The edits of a report. A paragraph's id is its section's id, a period, and its 0-based number.

    `title`: the player's title, or "" for ours. `told`: the point of view chosen on the page, or "" for the default.
    `before`, `after`: the player's own text, by section. `out`: omitted sections; `added`: sections that the writer
    omits by default. `words`: the number of times that a paragraph is reworded. `without`: omitted paragraphs. `of`:
    the checksum of an edited paragraph (`mark_of`). If an undo or a later battle has given its id to another paragraph,
    `words` and `without` leave that one as it is. `unmapped`: sections without their map. `maps`, `tables`, `luck`,
    `clauses`: what the report shows in addition to the text.
    """

    title: Annotated[str, Meta(max_length=200)] = ""
    told: Literal["", "own", "both"] = ""
    before: Annotated[dict[Id, Words], Meta(max_length=40)] = {}
    after: Annotated[dict[Id, Words], Meta(max_length=40)] = {}
    out: Ids = ()
    added: Ids = ()
    words: Annotated[dict[Id, Annotated[int, Meta(ge=0, le=1_000)]], Meta(max_length=200)] = {}
    without: Ids = ()
    of: Annotated[dict[Id, Id], Meta(max_length=400)] = {}
    unmapped: Ids = ()
    maps: bool = True
    tables: bool = True
    luck: bool = True
    clauses: bool = False


def edits_of(data: bytes) -> Edits:
    """Return the edits in a JSON text. Raises Refusal."""
    try:
        return read(data, Edits)
    except Unreadable as error:
        raise Refusal(f"This file does not contain report edits: {error}.", field="edits", malformed=True) from None


def edited(story: Story, edits: Edits) -> Story:
    """Return an edited report. Raises Refusal if nothing is left."""
    out, added = set(edits.out), set(edits.added)
    sections = [one for one in story.sections if one.id not in out]
    sections += [one for one in story.spare if one.id in added - out]
    changed = [one.id for one in sections] != [one.id for one in story.sections]
    if not sections and {TOP, ACCOUNT} <= out:
        raise Refusal(NONE_IN, field="out")
    found = replace(
        story,
        headline=edits.title.strip() or story.headline,
        lead=_told(story.lead, TOP, 0, edits),
        sections=sorted((_section(one, edits) for one in sections), key=lambda one: (one.id != "opening", one.turn)),
        account=[one for one in _told(story.account, ACCOUNT, 0, edits) if not (changed and one.kind == "left out")],
        own=_own(edits, {TOP, ACCOUNT, *(one.id for one in sections)} - out),
        spare=[],
        headed=TOP not in out,
        clauses=edits.clauses,
    )
    if TOP in out:
        found.lead = []
    if ACCOUNT in out:
        found.account, found.losses = [], []
    cited = found.cited()
    found.log = {number: line for number, line in story.log.items() if number in cited}
    return found


def _own(edits: Edits, there: set[str]) -> dict[str, Own]:
    """Return the player's own text for the sections in the report."""
    names = dict.fromkeys((*edits.before, *edits.after))
    found = {one: Own(edits.before.get(one, "").strip(), edits.after.get(one, "").strip()) for one in names}
    return {one: own for one, own in found.items() if one in there and any(own)}


def _section(section: StorySection, edits: Edits) -> StorySection:
    rows = [_told(row, section.id, number, edits) for number, row in enumerate(section.paragraphs)]
    if not all(rows):  # "the other battles" are those that the whole section does not tell
        rows = [[one for one in row if one.kind != "rest"] for row in rows]
    mapped = edits.maps and section.id not in edits.unmapped
    return replace(
        section,
        paragraphs=[row for row in rows if row],
        marks=[],
        battles=section.battles if edits.tables else [],
        picture=section.picture if mapped else None,
        caption=section.caption if mapped else "",
    )


def _told(sentences: Sequence[Sentence], section: str, number: int, edits: Edits) -> list[Sentence]:
    """Return a paragraph with its edits. The result is empty if it is omitted."""
    name = f"{section}.{number}"
    meant = name not in edits.of or edits.of[name] == mark_of(sentences)
    if meant and name in edits.without:
        return []
    times = edits.words.get(name, 0) if meant else 0
    return [one.put(times) for one in sentences if edits.luck or one.kind not in LUCK]
