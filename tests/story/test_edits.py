"""What a player changes in a report: own words, other words, sections; never a figure."""

from __future__ import annotations

import re

import msgspec
import pytest

from mamayev.engine.refusal import Refusal
from mamayev.story.board import boards_of
from mamayev.story.edits import Edits, edited, edits_of
from mamayev.story.page import page
from mamayev.story.story import ACCOUNT, TOP, Story
from mamayev.story.text import written
from mamayev.story.writer import story

from .reader import refuted
from .test_story import recorded

NASTY = '<script>alert("x")</script> [b]not bold[/b] *_`# "'


def told(name: str = "cauldron/2020") -> Story:
    return story(recorded(name), None)


def shown(found: Story, format_: str = "html") -> str:
    return written(found, boards_of(recorded("cauldron/2020").table.look), format_, "war")[0]  # type: ignore[arg-type]


def test_without_edits_a_report_is_as_it_was_written() -> None:
    found = told()
    same = edited(found, Edits())
    assert shown(same) == shown(found)
    assert same.words() == found.words()


@pytest.mark.parametrize("name", ["cauldron/2020", "inferno/2017", "donnerschlag/2022", "barbarossa/1963"])
def test_every_other_wording_is_true(name: str) -> None:
    match, found = recorded(name), told(name)
    several = 0
    for times in (1, 2):
        names = [f"{part.id}.{number}" for part in found.sections for number in range(len(part.paragraphs))]
        put = edited(found, Edits(words=dict.fromkeys([*names, f"{TOP}.0", f"{ACCOUNT}.0"], times)))
        assert refuted(match, None, put) == []
        pairs = list(zip(found.sentences(), put.sentences(), strict=True))
        several += sum(one.text != other.text for one, other in pairs)
        for one, other in pairs:
            assert one.events == other.events
    assert several > 20


def test_an_edit_is_of_the_paragraph_that_it_was_made_for() -> None:
    """An undo, or the next battle of a turn under way, gives its number to another one."""
    found = told()
    part = max(found.sections, key=lambda one: len(one.paragraphs))
    name, mark = f"{part.id}.0", part.marks[0]
    assert len(set(part.marks)) == len(part.paragraphs) > 1

    def there(edits: Edits) -> list[str]:
        [section] = [one for one in edited(found, edits).sections if one.id == part.id]
        return [sentence.text for row in section.paragraphs for sentence in row if sentence.kind != "rest"]

    plain = there(Edits())
    assert there(Edits(without=(name,), of={name: mark})) == there(Edits(without=(name,))) != plain
    assert there(Edits(without=(name,), of={name: part.marks[1]})) == plain
    assert there(Edits(words={name: 1}, of={name: part.marks[1]})) == plain


@pytest.mark.parametrize("name", ["cauldron/2020", "barbarossa/1963"])
def test_sections_that_the_writer_left_out_are_true(name: str) -> None:
    match, found = recorded(name), told(name)
    put = edited(found, Edits(added=tuple(part.id for part in found.spare)))
    assert len(put.sections) == len(found.sections) + len(found.spare)
    assert refuted(match, None, put) == []
    assert [part.turn for part in put.sections] == sorted(part.turn for part in put.sections)


def test_sections_and_paragraphs_are_left_out_with_what_counts_on_them() -> None:
    found = told()
    turns = [part for part in found.sections if any(one.kind == "rest" for row in part.paragraphs for one in row)]
    part, other = turns[0], next(one for one in found.sections[1:] if one.id != turns[0].id)
    put = edited(found, Edits(out=(other.id,), without=(f"{part.id}.0",)))
    assert other.id not in [one.id for one in put.sections]
    [there] = [one for one in put.sections if one.id == part.id]
    assert len(there.paragraphs) == len(part.paragraphs) - 1
    assert all(one.kind != "rest" for row in there.paragraphs for one in row)
    assert all(one.kind != "left out" for one in put.account)
    assert set(put.log) == put.cited()
    assert put.words() < found.words()


def test_own_words_are_escaped_in_every_format() -> None:
    found = told()
    part = found.sections[2].id
    put = edited(found, Edits(title=NASTY, before={part: f"{NASTY}\n- no list\n1. no list"}, after={ACCOUNT: NASTY}))
    web = shown(put)
    assert "<script" not in web
    assert web.count("&lt;script&gt;") == 4  # title, headline, twice own words
    assert web.count('class="own"') == 2
    code = shown(put, "bbcode")
    assert "[b]not bold" not in code
    assert code.count("[quote]") == 2
    marks = shown(put, "md")
    assert r"\<script\>" in marks
    assert "<script" not in marks.replace(r"\<script", "")
    assert r"> \- no list" in marks
    assert r"> 1\. no list" in marks
    assert put.words() > found.words()


def test_what_goes_with_the_text_is_chosen() -> None:
    found = told()
    bare = edited(found, Edits(maps=False, tables=False, luck=False))
    assert all(part.picture is None and not part.battles and not part.caption for part in bare.sections)
    assert {"luck", "review", "mistake"}.isdisjoint(one.kind for one in bare.sentences())
    assert "<figure" not in shown(bare)
    clauses = found.sections[2].battles[0].clauses
    assert clauses
    assert clauses[0] not in shown(found)
    for format_ in ("html", "md", "bbcode"):
        assert clauses[0] in shown(edited(found, Edits(clauses=True)), format_)
    [opening, *others] = edited(found, Edits(unmapped=("opening",))).sections
    assert opening.picture is None
    assert all(part.picture is not None for part in others)


def test_a_report_without_any_section_is_refused() -> None:
    found = told()
    every = (TOP, ACCOUNT, *(part.id for part in found.sections))
    with pytest.raises(Refusal, match="This report has no section"):
        edited(found, Edits(out=every))
    assert edited(found, Edits(out=every[1:])).headed
    assert not edited(found, Edits(out=every[:-1])).headed


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"{", "report edits"), (b'{"title": 3}', "title"), (b'{"figures": {}}', "figures"), (b"\xff", "edits")],
)
def test_damaged_edits_are_refused(data: bytes, why: str) -> None:
    with pytest.raises(Refusal, match=why) as refusal:
        edits_of(data)
    assert refusal.value.malformed


def test_edits_are_read_as_they_are_written() -> None:
    edits = Edits(title="Mine", before={"t3": "I went."}, out=("t4",), words={"t5.0": 2}, maps=False)
    assert edits_of(msgspec.json.encode(edits)) == edits


def test_the_page_of_an_edited_report_has_no_dead_link() -> None:
    found = told()
    put = edited(found, Edits(out=(TOP, found.sections[3].id), added=tuple(part.id for part in found.spare)))
    text = page(put, boards_of(recorded("cauldron/2020").table.look))
    ids = set(re.findall(r'\bid="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= ids
