"""The report of a match: true, traced to its events, of a length that reads well, and without secrets."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from mamayev.engine.event import Event, Loss, Move
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.words import spelled
from mamayev.match.eventlog import EventLog
from mamayev.match.match import Match, Record
from mamayev.match.reviewed import review_of
from mamayev.players.planned import planned
from mamayev.story.board import Boards
from mamayev.story.history import history
from mamayev.story.page import page
from mamayev.story.reading import BOTH
from mamayev.story.story import MARK, Story, plain
from mamayev.story.text import bbcode, markdown, pictures
from mamayev.story.writer import story

from .reader import refuted

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = (
    "cauldron/2020", "cauldron/1996-optional-rules", "inferno/2017", "inferno/2017-who-plays", "donnerschlag/2022",
    "barbarossa/1963",
)  # fmt: skip
UNTRACED = {"opening", "keys", "hidden", "quiet", "left out", "result", "review"}
"""Kinds of sentences about a table or a whole game, whose figures belong to no single event."""


@cache
def recorded(name: str) -> Match:
    return Match.from_record(Record.from_json(json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))["record"]))


@cache
def played(game: str, seed: int) -> Match:
    """A game between staff bots at its end."""
    return by_staff(Match.new(game, seed=seed), random.Random(seed), lambda p: False)


def by_staff(match: Match, rng: random.Random, until: Callable[[Position], bool]) -> Match:
    """Let the staff play until a position is reached, or to the end."""
    bot = match.game.bots["staff"]
    while not match.over and not until(match.position):
        match.play(match.position.name(bot.policy(match.position, rng)))
    return match


def drawn(match: Match, told: Story, link: str = "") -> str:
    return page(told, Boards(match.table.look.kept), link)


@pytest.mark.parametrize("name", RECORDS)
def test_every_sentence_is_true_for_each_reader(name: str) -> None:
    match = recorded(name)
    readers = (None, match.game.seats[0], *((BOTH,) if match.over else ())) if match.table.secrets else (None,)
    for reader in readers:
        assert refuted(match, reader, story(match, reader)) == []


def test_a_changed_figure_is_refuted() -> None:
    match = recorded("cauldron/2020")
    told = story(match, None)
    [battle, count] = [next(one for one in told.sentences() if one.kind == kind) for kind in ("destroyed", "count")]
    for one, old, new in ((battle, "a die of 5", "a die of 4"), (count, "twelve", "eleven")):
        text = one.text
        if old not in text:
            found = re.search(r"\d+|(?<=attacked )\w+", plain(text))
            assert found
            old, new = found[0], "99"
        one.text = plain(text).replace(old, new, 1)
        assert refuted(match, None, told), one.text
        one.text = text


@pytest.mark.parametrize("name", ["cauldron/2020", "donnerschlag/2022", "inferno/2017"])
def test_every_figure_of_a_section_is_traced_to_events_of_its_turn(name: str) -> None:
    match = recorded(name)
    told = story(match, None)
    events = match.events_for(None)
    for section in told.sections:
        for one in (one for row in section.paragraphs for one in row):
            marked = {int(found[1]) for found in MARK.finditer(one.text)}
            assert marked <= set(one.events)
            if one.kind not in UNTRACED and re.search(r"\d", plain(one.text)):
                assert one.events, one.text
            assert all(events[number].turn == section.turn for number in one.events), one.text
        for row in section.battles:
            assert events[row.event].turn == section.turn
            assert row.ply == events[row.event].ply


@pytest.mark.parametrize(("game", "seed"), [("cauldron", 4), ("inferno", 2)])
def test_a_whole_game_has_a_length_that_reads_well(game: str, seed: int) -> None:
    match = played(game, seed)
    told = story(match, None)
    assert 1200 <= told.words() <= 2000
    assert refuted(match, None, told) == []
    first = match.table.look.kept.sides[0].id
    sides = {piece.id: piece.side for piece in match.table.look.kept.pieces}
    lost = [event for event in match.events if isinstance(event, Loss) and sides.get(event.piece) == first]
    assert sum(told.losses[0].lost.values()) == len(lost)


@pytest.mark.parametrize("name", ["donnerschlag/2022", "inferno/2017-who-plays"])
def test_what_a_seat_cannot_know_does_not_change_its_report(name: str) -> None:
    match = recorded(name)
    seat = match.game.seats[0]
    twin = match.copy()
    twin.events = EventLog()
    units = [piece.id for piece in match.table.look.kept.pieces]
    twin.events.extend(event if event.seen_by(seat) else _other(event, units) for event in match.events)
    twin.events.begun = list(match.events.begun)
    one, other = (msgspec.json.encode(story(table, seat)) for table in (match, twin))
    assert one == other
    assert one != msgspec.json.encode(story(match, match.game.seats[1]))


def _other(event: Event, units: list[str]) -> Event:
    """Another event in the place of one that is hidden."""
    changed = msgspec.structs.replace(event, text="Another secret.", spaces=(), pieces=())
    return msgspec.structs.replace(changed, piece=units[-1]) if isinstance(changed, Move) else changed


def test_both_sides_are_told_after_the_end_only() -> None:
    match = Match.new("inferno", seed=1, options={"soviet_side": "player"})
    with pytest.raises(Refusal, match="cannot cover both sides"):
        story(match, BOTH)
    told = story(match, "german")
    assert "It is not over." in [plain(one.text) for one in told.lead]
    ended = recorded("donnerschlag/2022")
    assert story(ended, BOTH).told_by == "told from both sides"


def test_the_page_is_whole_and_its_links_lead_somewhere() -> None:
    match = recorded("cauldron/2020")
    told = story(match, None)
    text = drawn(match, told)
    assert len(text.encode()) < 400_000
    assert not re.search(r'(?:src|href)="(?!#)', text)
    ids = set(re.findall(r'\bid="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= ids
    assert "@media print" in text
    linked = drawn(match, told, "https://example.org/#/match/abc")
    row = told.sections[2].battles[0]
    assert f'href="https://example.org/#/match/abc@{row.ply}"' in linked
    assert 'id="log"' not in linked
    linked = drawn(match, told, "https://example.org/#/play/abc/at/{ply}")
    assert f'href="https://example.org/#/play/abc/at/{row.ply}"' in linked


@pytest.mark.parametrize("name", ["cauldron/2020", "inferno/2017", "donnerschlag/2022", "skirmish/first"])
def test_maps_are_well_formed(name: str) -> None:
    match = recorded(name)
    told = story(match, None)
    boards = Boards(match.table.look.kept)
    files = pictures(told, boards, "war")
    assert 0 < len(files) <= 5
    for drawing in files.values():
        assert ElementTree.fromstring(drawing).get("viewBox")
        assert len(drawing) < 200_000


def test_text_for_forums_names_its_pictures() -> None:
    match = recorded("cauldron/2020")
    told = story(match, None)
    images = list(pictures(told, Boards(match.table.look.kept), "war"))
    marks, code = markdown(told, images), bbcode(told, images)
    for name in images:
        assert f"]({name})" in marks
        assert f"[img]{name}[/img]" in code
    for one in told.sentences():
        assert plain(one.text) in marks
        assert plain(one.text) in code
    assert code.count("[table]") == code.count("[/table]") == 1 + sum(bool(one.battles) for one in told.sections)


def test_a_review_adds_its_account_and_costly_decisions() -> None:
    match = recorded("cauldron/2020")
    ply = match.events_for(None)[200].ply
    data: dict[str, Any] = {
        "game": "cauldron", "rules": "1", "plies": len(match.record.log),
        "seats": [{
            "seat": "german", "unit": "points", "points": [], "start": 6.2, "luck": -2.4, "decisions": -1.1, "end": 2.7,
            "mistakes": [{
                "ply": ply, "until": ply + 1, "turn": match.events_for(None)[200].turn, "title": "", "seat": "german",
                "played": {"label": "Pay 5", "actions": []}, "better": {"label": "Pay 3", "actions": []},
                "lost": 1.4, "error": 0.3, "why": "", "plays": 40,
            }],
        }],
    }  # fmt: skip
    review = review_of(json.dumps(data).encode(), match)
    said = [plain(one.text) for one in story(match, None, review).sentences()]
    assert "The review counts “Pay 5” as a costly decision: “Pay 3” was worth 1 point more, give or take 1." in said
    assert (
        "By the review, the 6th Army began with 6 points; the dice took 2, the decisions took 1, and 3 were left."
        in said
    )  # fmt: skip
    stopped = {**data, "seats": [{**data["seats"][0], "since": "Turn 9"}]}
    said = [plain(one.text) for one in story(match, None, review_of(json.dumps(stopped).encode(), match)).sentences()]
    assert any(text.startswith("By the review, the 6th Army began Turn 9 with 6 points;") for text in said)
    for wrong in (b"{", json.dumps({**data, "plies": 1}).encode()):
        with pytest.raises(Refusal) as refusal:
            review_of(wrong, match)
        assert refusal.value.malformed


@pytest.mark.parametrize("name", ["cauldron/2020", "donnerschlag/2022"])
def test_plans_are_told_where_bots_played_and_only_after_the_end(name: str) -> None:
    match = recorded(name).copy()
    assert planned(match) is None
    bot = next(iter(match.game.bots))
    match.record.bots = dict.fromkeys(match.table.open_seats, bot)
    reader = BOTH if match.over else None
    told = story(match, reader, None, planned(match))
    plans = [one for one in told.sentences() if one.kind == "plan"]
    assert refuted(match, reader, told) == []
    if not match.over:
        assert plans == []
        return
    assert plans or match.table.secrets
    own = [one for one in story(match, match.game.seats[0], None, planned(match)).sentences() if one.kind == "plan"]
    names = {seat.id: seat.name for seat in match.table.look.kept.seats}
    if match.table.secrets:
        assert all(plain(one.text).startswith(f"The plan of the {names[match.game.seats[0]]}:") for one in own)


def test_words_of_history_are_what_changed_hands() -> None:
    match = recorded("cauldron/2020")
    found = history(match, None)
    assert 0 < len(found) <= 3
    sections = {one.turn: one for one in story(match, None).sections if one.id != "opening"}
    for one in found:
        place = one.text.removesuffix(" falls").removesuffix(" changes hands")
        assert place in " ".join(plain(said.text) for row in sections[one.turn].paragraphs for said in row)
        assert one.ply == sections[one.turn].ply


@pytest.mark.parametrize("seed", [3, 4])
def test_a_setup_in_play_is_no_part_of_the_first_turn(seed: int) -> None:
    """The Cauldron's random setup has dice, cards and placements before the first turn, which can be a later one."""
    match = Match.new("cauldron", seed=seed, options={"variable_setup": True, "variable_placement": True})
    rng = random.Random(seed)
    first = match.table.turn(by_staff(match, rng, lambda p: not p.inside("set-up")).position)
    by_staff(match, rng, lambda p: False)
    told = story(match, None)
    by_turn = {one.turn: " ".join(plain(said.text) for row in one.paragraphs for said in row) for one in told.sections}
    assert "brought up" not in by_turn[first]
    played_turns = match.table.turn(match.position) - first + 1
    assert f"The game lasted {played_turns} turns" in drawn(match, told)


def test_a_surrender_is_told_in_its_turn() -> None:
    match = Match.new("cauldron", seed=11)
    rng = random.Random(1)
    by_staff(match, rng, lambda p: match.table.turn(p) == 4).play("surrender")
    by_staff(match, rng, lambda p: False)
    [section] = [one for one in story(match, None).sections if one.turn == 4]
    assert "6th Army surrenders with" in " ".join(plain(said.text) for row in section.paragraphs for said in row)
    assert all(type(row["points"]) is int for row in (match.result or {})["sum"])


def test_numbers_in_prose() -> None:
    assert spelled(1, "# corps", "# corps") == "one corps"
    assert spelled(12, "# unit", "# units") == "twelve units"
    assert spelled(13, "# unit", "# units") == "13 units"
    assert spelled(0, "# unit", "# units") == "no units"
