"""Dispatches: their sentences are read back and held against the events and pictures, by a reader of its own."""

from __future__ import annotations

import json
import math
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from mamayev.engine import registry
from mamayev.engine.event import Chose, Control, Flip, Loss, Move, Roll, Strength, Volley
from mamayev.engine.scene import Scene
from mamayev.match.dispatch import WORDS, Part, dispatch, parts
from mamayev.match.eventlog import EventLog
from mamayev.match.match import Match, Record
from mamayev.testing.depth import deep

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(
    path for game in ("barbarossa", "cauldron", "donnerschlag", "inferno") for path in (GOLDEN / game).glob("*.json")
)
PARTS = deep(25, least=6)
"""Turns, player turns or activations of each game that are read back, for each viewer."""
CLAUSE = re.compile(
    r"took (?P<taken>.+)|attacked in (?P<places>\d+) places|attacked (?P<where>.+)"
    r"|lost (?P<lost>\d+) units( and (?P<more>\d+) steps?)?|lost (?P<steps>\d+) steps?"
    r"|lost (?P<one>.+?)( and (?P<also>\d+) steps?)?|brought up (?P<arrived>\d+) units?"
    r"|had to redeploy (?P<redeployed>.+)|(?P<hidden>moved hidden units)"
    r"|moved (?P<moved>\d+) units"
    r"(, mainly (?P<way>\w+)|, the (?P<who>largest group|strongest) (?P<how>to|toward) (?P<to>.+))?"
    r"|moved (?P<goes>.+)"
)
TARGET = re.compile(r" on (\S+) from ")
"""The attacked space in the sentence that announces a combat (Inferno, whose events list the attackers' hexes, too)."""


class Reading:
    """The second reader of a turn: it asks the raw events and whole positions, not what the writer has added up."""

    def __init__(self, match: Match, part: Part, viewer: str | None) -> None:
        look = match.table.look
        self.scene: Scene = look.kept
        self.viewer = match.seat_index(viewer)
        self.before, self.after = (look.picture(match.at(ply), self.viewer) for ply in (part.from_, part.to))
        events = match.events_for(viewer)[part.first : part.end]
        told = dispatch(look.kept, events, self.before, self.after, part, look.sides.get(viewer or "", ""))
        self.match, self.part, self.events, self.told = match, part, events, told
        self.side = {piece.id: piece.side for piece in self.scene.pieces}
        for picture in (self.before, self.after):
            self.side |= {one.id: one.side for one in picture.pieces if one.side}
        self.name = {piece.id: piece.name for piece in self.scene.pieces}
        for picture in (self.before, self.after):
            self.name |= {one.id: one.name for one in picture.pieces if one.name}
        self.places = {space.name: space for space in self.scene.every_space.values() if space.name}

    def on_map(self, space: str) -> bool:
        known = self.scene.every_space.get(space)
        return known is not None and known.kind != "box"

    def control(self, space: str, ply: int) -> str:
        picture = self.before if ply == self.part.from_ else self.after
        return self.scene.sides_of(picture).get(space, "")

    def taken(self, side: str) -> set[str]:
        changed = {event.space for event in self.events if isinstance(event, Control)}
        return {
            self.scene.every_space[space].name for space in changed
            if self.on_map(space) and self.control(space, self.part.to) == side != self.control(space, self.part.from_)
        }  # fmt: skip

    def lost(self, side: str) -> list[Loss]:
        pieces = {event.piece: event for event in self.events if isinstance(event, Loss)}
        return [event for piece, event in pieces.items() if self.side.get(piece) == side]

    def moved(self, side: str) -> dict[str, list[Move]]:
        found: dict[str, list[Move]] = {}
        for event in self.events:
            if not isinstance(event, Move) or event.how in ("retreat", "follow", "back", "place", "set up", "arrive"):
                continue
            if event.from_ and self.on_map(event.from_) and self.on_map(event.to):
                found.setdefault(event.piece, []).append(event)
        return {piece: moves for piece, moves in found.items() if self.side.get(piece) == side}

    def arrived(self, side: str) -> set[str]:
        """The units that came onto the map."""
        return {
            event.piece for event in self.events
            if isinstance(event, Move) and self.side.get(event.piece) == side and self.on_map(event.to)
            and not (event.from_ and self.on_map(event.from_)) and event.how not in ("set up", "redeploy")
        }  # fmt: skip

    def redeployed(self, side: str) -> set[str]:
        """The names of the units that were taken from the map and put back at once."""
        standing = {one.id for one in self.before.pieces if self.on_map(one.at)}
        return {
            self.name[event.piece] for event in self.events
            if isinstance(event, Move) and event.how == "redeploy" and self.side.get(event.piece) == side
            and event.piece in standing
        }  # fmt: skip

    def steps_lost(self, side: str) -> int:
        """The steps that a side lost, by the events, of units that the viewer sees on the map before and after them."""
        seen = [
            {one.id for one in picture.pieces if self.on_map(one.at) and not one.hidden}
            for picture in (self.before, self.after)
        ]
        worn: dict[str, list[int]] = {}
        for event in self.events:
            match event:
                case Flip(piece=piece, face=face):
                    now = int(face != "full")
                    worn.setdefault(piece, [1 - now]).append(now)
                case Strength(piece=piece, from_=int(before), to=after):
                    worn.setdefault(piece, [-before]).append(-after)
        ours = [piece for piece in worn if self.side.get(piece) == side and all(piece in one for one in seen)]
        return sum(max(0, worn[piece][-1] - worn[piece][0]) for piece in ours)

    def attacked(self, side: str) -> set[str]:
        """The spaces in which another side was attacked: by who was there just before the dice fell."""
        charts = {chart.id: bool(chart.verdicts) for chart in self.scene.charts}
        found, place = set(), ""
        standing = {one.id: one.at for one in self.before.pieces}
        control = dict(self.scene.sides_of(self.before))
        for event in self.events:
            match event:
                case Move():
                    standing[event.piece] = event.to
                case Loss():
                    standing.pop(event.piece, None)
                case Control():
                    control[event.space] = event.to
                case Roll() if event.spaces and charts.get(event.chart, True) and self.on_map(event.spaces[0]):
                    found |= self._if_another(event.spaces[0], standing, control, side)
                case Volley() if place:
                    found |= self._if_another(place, standing, control, side)
                case _ if event.kind == "note" and event.spaces and self.on_map(event.spaces[0]):
                    place = target[1] if (target := TARGET.search(event.text)) else event.spaces[0]
        return found

    def _if_another(self, space: str, standing: dict[str, str], control: dict[str, str], side: str) -> set[str]:
        there = [self.side[piece] for piece, at in standing.items() if at == space and self.side.get(piece)]
        holder = there[0] if there else control.get(space, "")
        return {space} if holder and holder != side else set()

    def at(self, name: str) -> list[tuple[float, float]]:
        spaces = [
            space.counters or space.text or space.shape[0] for space in self.scene.every_space.values()
            if space.name == name or space.label == name or space.id == name
        ]  # fmt: skip
        return spaces + [one.at for one in self.scene.scenery if one.kind == "place" and one.name == name and one.at]

    def strength(self, piece: str) -> int:
        figures = next((one.figures[0] for one in self.scene.pieces if one.id == piece and one.figures), "")
        steps = next((one.steps for one in self.scene.pieces if one.id == piece), 0)
        return int(found[0]) if (found := re.match(r"[0-9]+", figures)) else max(1, steps)

    def heads(self, moves: list[Move], way: str) -> bool:
        """Whether a unit ended in a direction from where it began, within half a right angle to both sides."""
        start, end = (self.scene.every_space[one].counters for one in (moves[0].from_, moves[-1].to))
        assert start
        assert end
        x = ("east" in way) - ("west" in way)
        y = ("south" in way) - ("north" in way)
        dx, dy = end[0] - start[0], end[1] - start[1]
        return (dx * x + dy * y) > 0.92 * math.hypot(x, y) * math.hypot(dx, dy)

    def far(self, space: str, name: str) -> float:
        """The distance of a space from a named place, in distances between neighbors."""
        here = self.scene.every_space[space]
        point = here.counters or here.text or here.shape[0]
        if self.scene.grid is None:
            return 0.0 if name in (here.name, here.label, here.id) else math.inf
        pitch = self.scene.grid.pitch
        return min(math.dist(point, place) for place in self.at(name)) / pitch


def names(text: str) -> tuple[list[str], int]:
    """The names of a list, and how many more there are."""
    more = re.search(r" and (\d+) more places?$", text)
    if more:
        return [text[: more.start()]], int(more[1])
    return text.split(" and ") if text.count(" and ") else [text], 0


def check_clause(reading: Reading, side: str, clause: str) -> None:
    found = CLAUSE.fullmatch(clause)
    assert found, clause
    said = found.groupdict()
    if clause.startswith("lost "):
        assert reading.steps_lost(side) == int(said["more"] or said["steps"] or said["also"] or 0), clause
    if said["taken"]:
        if re.fullmatch(r"\d+ (hex|hexes|areas?)", said["taken"]):
            return
        places, more = names(said["taken"])
        taken = reading.taken(side)
        assert set(places) <= taken, (clause, taken)
        assert more + len(places) == len(taken - {""})
    elif said["places"]:
        assert len(reading.attacked(side)) == int(said["places"])
    elif said["where"]:
        for where in names(said["where"])[0]:
            word, place = where.split(" ", 1)
            near = {"at": 0.01, "in": 0.01, "near": 3.2}[word]
            assert any(reading.far(space, place) <= near for space in reading.attacked(side)), clause
    elif said["steps"]:
        assert not reading.lost(side)
    elif said["lost"]:
        assert len(reading.lost(side)) == int(said["lost"])
    elif said["one"]:
        lost = reading.lost(side)
        assert len(lost) == 1
        name = reading.name.get(lost[0].piece) or "a unit"
        assert re.match(rf"(the )?{re.escape(name)}( (at|near|in) .+)?$", said["one"]), clause
    elif said["arrived"]:
        assert len(reading.arrived(side)) == int(said["arrived"])
    elif said["redeployed"]:
        names_ = reading.redeployed(side)
        assert said["redeployed"] in {*names_, *(f"the {name}" for name in names_), f"{len(names_)} units"}, clause
    elif said["goes"]:
        [(piece, moves)] = reading.moved(side).items()
        found = re.fullmatch(
            rf"(the )?{re.escape(reading.name.get(piece) or 'a unit')}( (?P<word>to|toward) (?P<place>.+))?",
            said["goes"],
        )
        assert found, clause
        if found["word"]:
            assert reading.far(moves[-1].to, found["place"]) <= {"to": 0.01, "toward": 3.2}[found["word"]], clause
    elif said["hidden"]:
        assert any(isinstance(event, Move) and event.piece == f"?{side}" for event in reading.events)
    else:
        moved = reading.moved(side)
        assert len(moved) == int(said["moved"]), clause
        if said["way"]:
            that_way = [piece for piece, moves in moved.items() if reading.heads(moves, said["way"])]
            assert 2 * sum(map(reading.strength, that_way)) > sum(map(reading.strength, moved)), clause
        if said["to"]:
            near, alone = {"to": 0.01, "toward": 3.2}[said["how"]], said["who"] == "strongest"
            most = max(map(reading.strength, moved))
            who = [piece for piece in moved if not alone or reading.strength(piece) == most]
            there = [piece for piece in who if reading.far(moved[piece][-1].to, said["to"]) <= near]
            assert len(there) >= (2 if said["how"] == "to" and not alone else 1), clause
            assert not alone or len(who) == 1, clause


def check_secrets(reading: Reading) -> None:
    """It names no unit that the viewer does not see before, after or in an event."""
    seen = {one.id for picture in (reading.before, reading.after) for one in picture.pieces if not one.hidden}
    for event in reading.events:
        seen |= {*event.pieces, *([event.piece] if isinstance(event, Move | Loss) else [])}
    known = {name for piece, name in reading.name.items() if piece in seen}
    for piece in reading.scene.pieces:
        if piece.id not in seen and piece.name not in known:
            assert f" {piece.name} " not in f"{reading.told.text} "


def check(reading: Reading) -> None:
    """Every sentence is true of the part of the game."""
    text = reading.told.text
    assert len(text.split()) <= WORDS, text
    sides = {side.people: side.id for side in reading.scene.sides}
    people = "|".join(map(re.escape, sides))
    for one in split(text, people):
        if one == "All quiet":
            assert not reading.told.counts
        elif found := re.fullmatch(rf"The ({people}) (.+)", one):
            for clause in re.split(r"(?:,? and |, )(?=took |attacked |lost |had |moved |brought )", found[2]):
                check_clause(reading, sides[found[1]], clause)
        elif found := re.fullmatch(r"(.+) held", one):
            for place in names(found[1])[0]:
                space = reading.places[place].id
                assert reading.control(space, reading.part.to) == reading.control(space, reading.part.from_)
                assert any(piece.at == space for piece in reading.after.pieces)
        else:
            found = re.fullmatch(r"(.+) (is|are) unguarded", one)
            assert found, one
            for place in names(found[1])[0]:
                assert all(piece.at != reading.places[place].id for piece in reading.after.pieces)


def split(text: str, people: str) -> list[str]:
    """The sentences of a text, whose names may hold full stops."""
    return [one.rstrip(".") for one in re.split(rf"(?<=\.) (?=The (?:{people}) |[^.]+ (?:held|unguarded)\.$)", text)]


def recorded(path: Path) -> Match:
    """A golden game at its end."""
    return Match.from_record(Record.from_json(json.loads(path.read_text("utf-8"))["record"]))


def parts_of(match: Match, viewer: str | None = None) -> list[Part]:
    return parts(match.table.look.kept, match.events, len(match.record.log), viewer, over=match.over)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_sentence_of_a_dispatch_is_true(path: Path) -> None:
    match = recorded(path)
    for viewer in (None, *(match.game.seats if match.table.secrets else ())):
        found = parts_of(match, viewer)
        assert found, "a whole game has parts"
        for part in found[:: max(1, len(found) // PARTS)]:
            reading = Reading(match, part, viewer)
            check(reading)
            check_secrets(reading)


def test_an_attack_on_who_has_just_come_is_another_battle() -> None:
    """In turn 9 the 16th Panzer takes Pitomnik with the last German attack, and the Soviets attack it there first."""
    match, bot = Match.new("cauldron", seed=113), registry.find("cauldron").bots["staff"]
    rng = random.Random(113)
    while not match.over:
        assert match.decision is not None
        match.play(match.decision.action_data(bot.policy(match.position, rng))["text"])
    [part] = [one for one in parts_of(match) if one.turn == 9]
    reading = Reading(match, part, None)
    assert "47" in reading.attacked("soviet")
    check(reading)


def test_the_reader_hears_of_the_others_first() -> None:
    match = recorded(GOLDEN / "cauldron/2020.json")
    look = match.table.look
    part = next(one for one in parts_of(match) if one.turn == 7)
    own = match.events_for(None)[part.first : part.end]
    before, after = (look.picture(match.at(ply), None) for ply in (part.from_, part.to))
    one, other = look.kept.sides
    for reader, heard in ((one, other), (other, one)):
        told = dispatch(look.kept, own, before, after, part, reader.id)
        assert told.text.startswith(f"The {heard.people} ")
        assert len(told.arrows) <= 3


def test_an_overrun_headquarters_is_not_a_new_unit() -> None:
    match = recorded(GOLDEN / "donnerschlag/2022-readings.json")
    found = [Reading(match, part, None) for part in parts_of(match)]
    overrun = [reading for reading in found if reading.redeployed("axis")]
    assert overrun
    for reading in overrun:
        check(reading)
        assert "had to redeploy" in reading.told.text
        assert "The Axis brought up" not in reading.told.text


def test_a_month_has_a_part_for_each_side_whatever_comes_before_its_movement() -> None:
    match = recorded(GOLDEN / "barbarossa/1963.json")
    found = [(part.turn, part.seat) for part in parts_of(match)]
    assert found == [(turn, seat) for turn in range(1, 25) for seat in ("german", "russian")]


def test_each_activation_is_a_part() -> None:
    match = recorded(GOLDEN / "donnerschlag/2022.json")
    found = parts_of(match)
    decided = [event for event in match.events if isinstance(event, Chose) and event.action.startswith("activate ")]
    assert len(decided) > 40
    for event in decided:
        [part] = [one for one in found if one.from_ <= event.ply < one.to]
        assert part.seat == event.seat
    assert sum(bool(part.seat) for part in found) >= len(decided)
    edges = [(before.to, before.end) == (after.from_, after.first) for before, after in pairwise(found)]
    assert all(edges), "one follows the other without a gap"


def test_a_part_that_goes_on_is_there_and_one_that_is_undone_is_not() -> None:
    whole = recorded(GOLDEN / "donnerschlag/2022.json")
    last = parts_of(whole)[20]
    match = whole.branch(last.from_ + 1)
    found = parts_of(match)
    assert [part.over for part in found[-2:]] == [True, False]
    assert (found[-1].from_, found[-1].to, found[-1].end) == (
        last.from_,
        len(match.record.log),
        len(match.events_for(None)),
    )
    while len(match.record.log) >= last.from_:
        match.undo(practice=True)
    assert [part.from_ for part in parts_of(match)] == [part.from_ for part in found[:-1]]
    assert not parts_of(match)[-1].over


def test_nothing_that_happens_is_all_quiet() -> None:
    match = Match.new("cauldron", seed=1)
    look = match.table.look
    picture = look.picture(match.position, None)
    told = dispatch(look.kept, [], picture, picture, Part(number=0, turn=1, from_=0, to=0, first=0, end=0))
    assert (told.text, told.counts, told.arrows) == ("All quiet.", (), ())


@pytest.mark.parametrize("game", registry.names())
def test_a_game_without_events_has_no_turn_that_is_over(game: str) -> None:
    assert parts(registry.find(game).table().look.kept, EventLog(), 0) == []
