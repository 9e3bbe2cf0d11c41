"""The dispatch: a summary of part of a match in one or two sentences, with counts and arrows.

Everything in it comes from the events and pictures of one viewer, so it reveals no secret to that viewer.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from mamayev.engine.event import Begun, Control, Event, Loss, Move, Roll, Step, Volley
from mamayev.engine.scene import Picture, PieceAt, Point, Scene, Space
from mamayev.engine.words import counted, listed

from .eventlog import EventLog

WORDS = 25
"""The maximum number of words in the sentences of a dispatch."""
NAMES = 2
"""The maximum number of names in a list. A longer list becomes one name and a number."""
ARROWS = 3
NEAR = 3.2
"""The distance at which two places no longer count as near each other, in steps between neighbors."""
TOGETHER = 3.5
"""The distance within which units count as starting or arriving together, in steps between neighbors."""
FAR = 1.6
"""The minimum length of a move that gets an arrow, in steps between neighbors."""
FORCED = frozenset({"retreat", "follow", "back", "place", "set up", "arrive"})
"""The kinds of move that a unit does not make by itself from one place on the map to another."""
ORDINAL = re.compile(r"(\d+(st|nd|rd|th)|[IVXLC]+) ")


class Drawn(msgspec.Struct, omit_defaults=True, kw_only=True):
    """An arrow for units that moved together: their number, and their strength."""

    from_: str = msgspec.field(name="from")
    to: str
    pieces: int
    strength: int


class Dispatch(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The dispatch of a part. `text`: one or two sentences. `counts`: the numbers as short phrases."""

    from_: int = msgspec.field(name="from")
    to: int
    turn: int
    seat: str = ""
    text: str
    counts: tuple[str, ...] = ()
    arrows: tuple[Drawn, ...] = ()


class Part(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A part that is replayed and reported as a unit: a turn, a player turn, or an activation.

    `number`: its index among the parts that have begun in the event log. `seat`: the seat that it belongs to, or "".
    `from`, `to`: the plies at its start and end. `first`, `end`: the index of its first event, and the index after its
    last, among the events that a viewer may see. `over`: whether the next part has begun, or the game is over.
    """

    number: int
    turn: int
    seat: str = ""
    from_: int = msgspec.field(name="from")
    to: int
    first: int
    end: int
    over: bool = False


def parts(scene: Scene, log: EventLog, plies: int, viewer: str | None = None, *, over: bool = False) -> list[Part]:
    """Return the parts of a game after its setup, for a viewer, in the order in which they begin.

    `plies`: the length of the log of actions. `over`: whether the game has ended.
    """
    begun = list(enumerate(log.begun))
    if begun:
        opening = after_set_up(scene, log)
        begun[:1] = [] if opening is None else [(0, opening)]
    edges = [(one.event, one.ply) for _, one in begun] + [(len(log), plies)]
    seen = log.seen(viewer, [event for event, _ in edges])
    return [
        Part(
            number=number, turn=one.turn, seat=one.seat, from_=one.ply, to=to, first=first, end=end,
            over=over or number + 1 < len(log.begun),
        )
        for (number, one), (_, to), first, end in zip(begun, edges[1:], seen, seen[1:], strict=False)
    ]  # fmt: skip


def after_set_up(scene: Scene, log: EventLog) -> Begun | None:
    """Return where the first part begins: at the first step that belongs to a repeated phase. None if that step does
    not come before the second part."""
    played = {step.id for phase in scene.phases if not phase.once for step in phase.steps}
    end = log.begun[1].event if len(log.begun) > 1 else len(log)
    for place, event in enumerate(log[:end]):
        if isinstance(event, Step) and event.step in played:
            return Begun(place, event.ply, event.turn)
    return None


def dispatch(
    scene: Scene, events: Sequence[Event], before: Picture, after: Picture, part: Part, reader: str = ""
) -> Dispatch:
    """Return the dispatch of a part for a viewer, based on the events that the viewer saw and the pictures before and
    after the part. `reader`: the side that reads the dispatch, or "". The text begins with the other sides."""
    told = Account(scene, before, after, part, reader)
    for event in events:
        told.hear(event)
    return Dispatch(
        from_=part.from_, to=part.to, turn=part.turn, seat=part.seat,
        text=told.text(), counts=tuple(told.counts()), arrows=tuple(told.arrows()),
    )  # fmt: skip


@dataclass
class Account:
    """The totals of the events in a part."""

    scene: Scene
    before: Picture
    after: Picture
    part: Part
    reader: str
    moves: dict[str, tuple[str, str]] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    arrived: set[str] = field(default_factory=set)
    redeployed: set[str] = field(default_factory=set)
    """The pieces that an enemy drove off their place, and that were put elsewhere on the map."""
    unseen: set[str] = field(default_factory=set)
    """The sides whose moves include units unknown to the viewer."""
    battles: list[tuple[str, str]] = field(default_factory=list)
    """For each battle, the attacked space and the side that held it."""

    def __post_init__(self) -> None:
        self.pieces = {piece.id: piece for piece in self.scene.pieces}
        self.side = {piece.id: piece.side for piece in self.scene.pieces}
        self.name = {piece.id: piece.name for piece in self.scene.pieces}
        for one in (*self.before.pieces, *self.after.pieces):
            self.side[one.id] = one.side or self.side.get(one.id, "")
            self.name[one.id] = one.name or self.name.get(one.id, "")
        self.at = {one.id: one.at for one in self.before.pieces}
        self.held = self.scene.sides_of(self.before)
        self.place = self.step = ""
        # A roll on a table without good and bad results is no fight.
        self.plain = {chart.id for chart in self.scene.charts if not chart.verdicts}

    def hear(self, event: Event) -> None:
        """Add an event."""
        match event:
            case Move(piece=piece, from_=origin, to=to, how=how):
                began = origin and self.on_map(origin)
                if piece not in self.name:
                    self.unseen.add(self._unseen(piece))
                elif how == "redeploy":
                    self.redeployed.add(piece)
                elif began and how not in FORCED and self.on_map(to):
                    self.moves[piece] = (self.moves[piece][0] if piece in self.moves else origin, to)
                elif not began and how != "set up" and self.on_map(to):
                    self.arrived.add(piece)
                self.at[piece] = to
            case Loss(piece=piece):
                self.lost[piece] = event.from_ or self.at.get(piece, "")
                self.at.pop(piece, None)
            case Control(space=space, to=to):
                self.held[space] = to
            case Roll(spaces=(space, *_), chart=chart) if chart not in self.plain and self.on_map(space):
                self._fought(space, event.step)
            case Volley() if self.place:
                self._fought(self.place, event.step)
            case _ if type(event) is Event and event.spaces and self.on_map(event.spaces[0]):
                self.place = event.spaces[0]

    def _unseen(self, piece: str) -> str:
        """Return the side of a hidden piece. The piece's id ends with the side's id."""
        return next((side.id for side in self.scene.sides if piece.endswith(side.id)), "")

    def _fought(self, space: str, step: str) -> None:
        """Add a battle. Later dice for the same space belong to it, unless another side holds the space in a later
        step."""
        battle = space, self.holder(space)
        if not self.battles or self.battles[-1][0] != space or (self.battles[-1] != battle and self.step != step):
            self.battles.append(battle)
        self.step = step

    def on_map(self, space: str) -> bool:
        known = self.scene.every_space.get(space)
        return known is not None and known.kind != "box"

    def holder(self, space: str) -> str:
        """Return the side that has units in a space, or else controls it."""
        units = [self.side.get(piece, "") for piece, at in self.at.items() if at == space]
        return next(filter(None, units), self.held.get(space, ""))

    # --- sentences -------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return one or two sentences, the most important first. Sentences that do not fit are omitted."""
        sentences = [*self._of_the_sides(), *self._of_places()]
        if not sentences:
            return "All quiet."
        first, *others = sentences
        room = WORDS - len(first.split())
        return " ".join([first, *[one for one in others if len(one.split()) <= room][:1]])

    def _of_the_sides(self) -> Iterator[str]:
        """Yield a sentence for each side that did something, with the reader's side last."""
        acting = next((seat.side for seat in self.scene.seats if seat.id == self.part.seat), "")
        order = sorted(
            self.scene.sides,
            key=lambda side: (side.id != acting, side.id == self.reader, -len(self.of(side.id, self.moves))),
        )
        for side in order:
            clauses = list(self._clauses(side.id))
            while len(clauses) > 1 and len(" ".join(clauses).split()) > WORDS - 4:
                clauses.pop()
            if clauses:
                people = side.people or f"{side.name} side"
                # After a clause with a comma of its own, "and" alone would read on in that clause.
                comma = any("," in clause for clause in clauses[:-1])
                said = f"{', '.join(clauses[:-1])}, and {clauses[-1]}" if comma else listed(clauses)
                yield f"The {people} {said}."

    def _clauses(self, side: str) -> Iterator[str]:
        named, plain = self.taken(side)
        moved, lost, arrived = (self.of(side, pieces) for pieces in (self.moves, self.lost, self.arrived))
        if named:
            yield f"took {self.some(named, 'place')}"
        struck = [space for space, holder in self.battles if holder and holder != side]
        where = list(dict.fromkeys(self.where(space) for space in struck))
        if len(where) > NAMES:
            yield f"attacked in {len(set(struck))} places"
        elif where and where != [f"at {name}" for name in named]:
            yield f"attacked {listed(where)}"
        fallen = []
        if len(lost) == 1:
            last = self.lost[lost[0]]
            fallen.append(f"{self.the(lost[0])} {self.where(last) if self.on_map(last) else ''}".rstrip())
        elif lost:
            fallen.append(f"{len(lost)} units")
        if steps := self.steps_lost(side):
            fallen.append(counted(steps, "# step", "# steps"))
        if fallen:
            yield f"lost {listed(fallen)}"
        if redeployed := self.of(side, self.redeployed):
            one = len(redeployed) == 1
            yield f"had to redeploy {self.the(redeployed[0]) if one else f'{len(redeployed)} units'}"
        if plain and not named:
            noun = "hex" if self.scene.grid else "area"
            yield f"took {counted(plain, f'# {noun}', '# hexes' if noun == 'hex' else '# areas')}"
        if side in self.unseen:
            yield "moved hidden units"
        elif len(moved) == 1:
            yield f"moved {self.the(moved[0])}{self.near(self.moves[moved[0]][1])}"
        elif moved:
            yield f"moved {len(moved)} units{self.mainly(moved) or self.toward(side)}"
        if arrived:
            yield f"brought up {counted(len(arrived), '# unit', '# units')}"

    def _of_places(self) -> Iterator[str]:
        """Yield a sentence about important places that lost their last unit or were held against attacks."""
        after = {one.at for one in self.after.pieces}
        before = {one.at for one in self.before.pieces}
        held = self.scene.sides_of(self.after)
        important = [
            space for space in self.scene.every_space.values()
            if space.name and {"key", "city"} & set(space.features) and self.on_map(space.id)
        ]  # fmt: skip
        attacked = {space for space, _ in self.battles}
        was = self.scene.sides_of(self.before)
        kept = [
            space for space in important
            if space.id in attacked and space.id in after and held.get(space.id) == was.get(space.id)
        ]  # fmt: skip
        if kept:
            yield f"{self.some([space.name for space in kept], 'place')} held."
        bare = [space for space in important if "key" in space.features and space.id in before - after]
        if bare:
            names = self.some([space.name for space in bare], "place")
            yield f"{names} {'is' if len(bare) == 1 else 'are'} unguarded."

    def counts(self) -> Iterator[str]:
        """Yield the counts as short phrases, such as "3 moved"."""
        if self.moves:
            yield f"{len(self.moves)} moved"
        if self.battles:
            yield counted(len(self.battles), "# battle", "# battles")
        for side in self.scene.sides:
            if lost := self.of(side.id, self.lost):
                one = self.name.get(lost[0], "")
                yield f"{side.name} lost {one if len(lost) == 1 and one else counted(len(lost), '# unit', '# units')}"
            if steps := self.steps_lost(side.id):
                yield f"{side.name} lost {counted(steps, '# step', '# steps')}"
        taken = [name for side in self.scene.sides for name in self.taken(side.id)[0]]
        if taken:
            yield f"{self.some(taken, 'place')} taken"

    def taken(self, side: str) -> tuple[list[str], int]:
        """Return the names of the places that a side took, and the number of other places that it took."""
        was = self.scene.sides_of(self.before)
        won = [s for s, to in self.held.items() if to == side and was.get(s, "") != side and self.on_map(s)]
        named = [space for space in map(self.scene.every_space.__getitem__, won) if space.name]
        named.sort(key=lambda space: ("key" not in space.features, "city" not in space.features))
        return [space.name for space in named], len(won) - len(named)

    def steps_lost(self, side: str) -> int:
        """Return the number of steps that a side's units are seen to have lost on the map, without lost units."""
        was = {one.id: one for one in self.before.pieces if self.on_map(one.at)}
        pairs = [
            (was[one.id], one) for one in self.after.pieces
            if one.id in was and self.side.get(one.id) == side and self.on_map(one.at)
        ]  # fmt: skip
        return sum(max(0, self._fewer(before, after)) for before, after in pairs)

    def _fewer(self, before: PieceAt, after: PieceAt) -> int:
        """Return how many fewer steps a piece has in another picture; 0 if the pictures do not show it."""
        if before.strength is not None and after.strength is not None:
            return before.strength - after.strength
        faces = self.pieces[after.id].faces if after.id in self.pieces else ()
        worn = [faces.index(one.face) if one.face in faces else 0 for one in (before, after)]
        return worn[1] - worn[0]

    def mainly(self, moved: Sequence[str]) -> str:
        """Return the direction in which most of the strength moved; "" if it moved in several directions."""
        if self.scene.grid is None or len(moved) < 4:
            return ""
        weight: defaultdict[str, int] = defaultdict(int)
        for piece in moved:
            (x, y), (u, v) = (self._point(space) for space in self.moves[piece])
            if math.dist((x, y), (u, v)) > FAR * self._pitch:
                weight[_compass(u - x, v - y)] += self.strength(piece)
        best = max(weight, key=weight.__getitem__, default="")
        return f", mainly {best}" if best and 2 * weight[best] > sum(self.strength(piece) for piece in moved) else ""

    def toward(self, side: str) -> str:
        """Return where a side's strongest group or unit went; "" if the place has no name or no group is the strongest.
        The words are "to" the place if most of the group reached it, and otherwise "toward" it."""
        groups = self._together(side) if self.scene.grid else []
        if not groups or (len(groups) > 1 and self._sum(groups[0]) == self._sum(groups[1])):
            return ""
        first, *others = groups[0]
        rivals = [piece for piece in self.of(side, self.moves) if piece != first]
        if not others and any(self.strength(rival) >= self.strength(first) for rival in rivals):
            return ""
        [(space, there)] = Counter(self.moves[piece][1] for piece in groups[0]).most_common(1)
        near = self.near(space) if 2 * there > len(groups[0]) else self.near(space).replace(" to ", " toward ", 1)
        return f", the {'largest group' if others else 'strongest'}{near}" if near else ""

    def near(self, space: str) -> str:
        """Return "to" or "toward" with the named place at or near a space; "" if there is none."""
        word, place = self.where(space).split(" ", 1)
        return "" if word == "in" else f" to {place}" if word == "at" else f" toward {place}"

    # --- arrows ----------------------------------------------------------------------------------------------------

    def arrows(self) -> list[Drawn]:
        """Return the arrows for the other sides' strongest moves. Each arrow stands for units that moved together."""
        found = [arrow for side in self.scene.sides if side.id != self.reader for arrow in self.groups(side.id)]
        return sorted(found, key=lambda arrow: -arrow.strength)[:ARROWS]

    def groups(self, side: str) -> list[Drawn]:
        """Return a side's arrows, the strongest first. Each follows the strongest unit of its group."""
        ends = ((group, *self.moves[group[0]]) for group in self._together(side))
        return [Drawn(from_=begun, to=to, pieces=len(group), strength=self._sum(group)) for group, begun, to in ends]

    def _together(self, side: str) -> list[list[str]]:
        """Return the groups of a side's units that started and arrived together. The strongest group comes first, and
        in each group the strongest unit."""
        near = TOGETHER * self._pitch
        moved = {piece: self.moves[piece] for piece in self.of(side, self.moves)}
        ends = {piece: (self._point(origin), self._point(to)) for piece, (origin, to) in moved.items()}
        left = [piece for piece, (start, end) in ends.items() if math.dist(start, end) > FAR * self._pitch]
        left.sort(key=lambda piece: (-self.strength(piece), piece))
        found = []
        while left:
            start, end = ends[left[0]]
            group = [p for p in left if math.dist(ends[p][0], start) <= near and math.dist(ends[p][1], end) <= near]
            found.append(group)
            left = [piece for piece in left if piece not in group]
        return sorted(found, key=lambda group: -self._sum(group))

    def _sum(self, pieces: Iterable[str]) -> int:
        return sum(map(self.strength, pieces))

    # --- words and places ------------------------------------------------------------------------------------------

    def of(self, side: str, pieces: Iterable[str]) -> list[str]:
        """Return the given pieces that belong to a side."""
        return [piece for piece in pieces if self.side.get(piece) == side]

    def some(self, names: Sequence[str], noun: str) -> str:
        """Return the names, or the first name and the number of the others if there are too many."""
        if len(names) <= NAMES:
            return listed(names)
        return f"{names[0]} and {counted(len(names) - 1, f'# more {noun}', f'# more {noun}s')}"

    def the(self, piece: str) -> str:
        name = self.name.get(piece) or "a unit"
        return f"the {name}" if ORDINAL.match(name) else name

    def where(self, space: str) -> str:
        """Describe where a space is: "at Ford", "near Ford", "in 12"."""
        known = self.scene.every_space[space]
        if known.name:
            return f"at {known.name}"
        here = self._point(space)
        near = min(self._named, key=lambda one: (math.dist(one[1], here), one[0]), default=None)
        if self.scene.grid is not None and near and math.dist(near[1], here) <= NEAR * self._pitch:
            return f"near {near[0]}"
        return f"in {known.label or space}"

    @cached_property
    def _named(self) -> list[tuple[str, Point]]:
        """Every named place, with its point on the map."""
        spaces = [
            (space.name, self._middle(space)) for space in self.scene.every_space.values()
            if space.name and space.kind != "box"
        ]  # fmt: skip
        return spaces + [
            (one.name, one.at) for one in self.scene.scenery if one.kind == "place" and one.name and one.at
        ]

    @property
    def _pitch(self) -> float:
        """The distance between neighbors, in map units."""
        return self.scene.grid.pitch if self.scene.grid else 2 * self.scene.counter["side"]

    def _point(self, space: str) -> Point:
        return self._middle(self.scene.every_space[space])

    @staticmethod
    def _middle(space: Space) -> Point:
        return space.counters or space.text or space.shape[0]

    def strength(self, piece: str) -> int:
        """Return a piece's strength: the first number on its counter, or the steps of a block."""
        known = self.pieces.get(piece)
        number = re.match(r"\d+", known.figures[0]) if known and known.figures else None
        return int(number[0]) if number else max(1, known.steps if known else 1)


def _compass(dx: float, dy: float) -> str:
    """Return the nearest of the eight compass directions. The y-axis points south."""
    names = ("east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast")
    return names[round(math.atan2(dy, dx) / (math.pi / 4)) % 8]
