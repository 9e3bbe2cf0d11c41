"""A match from one reader's point of view: its turns with their events, pictures, battles and losses. It uses only
events and pictures that the reader may see, so a report cannot reveal anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import gcd

import msgspec

from mamayev.engine.event import ONLOOKERS, Control, Event, Move, Roll, Step, Turn, Volley
from mamayev.engine.foretell import awaits_die, throw
from mamayev.engine.position import Position
from mamayev.engine.scene import Picture, Scene
from mamayev.engine.telling import Fight, Telling
from mamayev.match.dispatch import Account, Part, after_set_up
from mamayev.match.expected import expected
from mamayev.match.match import Match

BOTH = "both"
"""A reader of a finished match, who sees what every seat saw."""
RETREATS = frozenset({"retreat", "back"})


@dataclass
class Battle:
    """A battle with its effects. Numbers refer to events. `chance`: the number of winning die faces, and the number of
    all faces. `taking`: the chance, from 0 to 1, to take the place in a battle with several rolls, as the attackers
    knew it.
    """

    fight: Fight
    event: int
    ply: int
    turn: int
    step: str
    fell: list[tuple[str, int]] = field(default_factory=list)
    hurt: list[tuple[str, int]] = field(default_factory=list)
    driven: list[tuple[str, int]] = field(default_factory=list)
    entered: list[tuple[str, int]] = field(default_factory=list)
    taken: list[tuple[str, int]] = field(default_factory=list)
    other: list[tuple[str, int]] = field(default_factory=list)
    """The battle's other effects, as predicates."""
    fire: dict[str, list[int]] = field(default_factory=dict)
    volleys: list[int] = field(default_factory=list)
    chance: tuple[int, int] | None = None
    taking: float | None = None

    @property
    def took(self) -> bool:
        """Whether the attackers took the place."""
        return any(space in self.fight.spaces for space, _ in self.taken)

    @property
    def events(self) -> tuple[int, ...]:
        """The numbers of all events in the battle."""
        rows = (self.fell, self.hurt, self.driven, self.entered, self.taken, self.other)
        return tuple(sorted({self.event, *self.volleys, *(number for row in rows for _, number in row)}))

    def odds(self) -> str:
        """Return the chance in words: "1 in 2", "39%", "certain", "none", "" if unknown."""
        if self.fight.certain:
            return "certain"
        if self.taking is not None:
            return f"{round(100 * self.taking)}%"
        if self.chance is None:
            return ""
        wins, faces = self.chance
        if wins in (0, faces):
            return "certain" if wins else "none"
        by = gcd(wins, faces)
        return f"{wins // by} in {faces // by}"


@dataclass
class Stretch:
    """A turn of a match, or its setup (turn 0): its events, the pictures before and after it, and its totals."""

    turn: int
    first: int
    events: list[Event]
    ply: int
    before: Picture
    after: Picture
    account: Account
    battles: list[Battle] = field(default_factory=list)
    lost: list[tuple[str, int]] = field(default_factory=list)
    """Every counted loss, in battle or outside it."""
    hurt: list[tuple[str, int]] = field(default_factory=list)
    control: dict[str, int] = field(default_factory=dict)
    """For each space, the number of the event that last changed its control."""


class Reading:
    """A match as one reader may know it: a seat, a spectator (None), or `BOTH`."""

    def __init__(self, match: Match, reader: str | None) -> None:
        self.match, self.reader = match, reader
        self.scene: Scene = match.table.look.kept
        self.telling: Telling = match.table.telling
        self.events = [event for event in match.events if seen(event, reader)]
        self.stretches = list(self._stretches())
        self._measure()

    def taken(self, stretch: Stretch) -> list[tuple[str, str, int]]:
        """Return the named places that change hands during a turn, with the new owner and the event, the most important
        first."""
        scene, telling = self.scene, self.telling
        was, now = scene.sides_of(stretch.before), scene.sides_of(stretch.after)
        last = stretch.first + len(stretch.events) - 1
        rows = [
            (space, now.get(space, ""), stretch.control.get(space, last)) for space in {**was, **now}
            if now.get(space, "") != was.get(space, "") and telling.held(space) and scene.every_space[space].name
        ]  # fmt: skip
        return sorted(rows, key=lambda row: (-telling.weight(row[0]), row[2], row[0]))

    def first(self, space: str, number: int) -> bool:
        """Return whether a place changes hands for the first time in the event with this number."""
        return all(one.control.get(space, number) >= number for one in self.stretches)

    def _stretches(self) -> Iterator[Stretch]:
        played = self._set_up()
        turns: list[tuple[int, int, int]] = []  # turn, 0 for the setup; first event; end
        for number, event in enumerate(self.events):
            turn = event.turn if number >= played else 0
            if not turns or turns[-1][0] != turn:
                turns.append((turn, number, number))
            turns[-1] = (*turns[-1][:2], number + 1)
        plies = [max((event.ply for event in self.events[first:end]), default=0) for _, first, end in turns]
        if plies:
            plies[-1] = len(self.match.record.log)
        self._pictures = self._shown({0, *plies})
        before = 0
        known: dict[str, str] = {}
        for (turn, first, end), ply in zip(turns, plies, strict=True):
            part = Part(number=0, turn=turn, from_=before, to=ply, first=first, end=end)
            account = Account(self.scene, self._pictures[before], self._pictures[ply], part, "")
            account.side.update({piece: side for piece, side in known.items() if not account.side.get(piece)})
            stretch = Stretch(
                turn, first, self.events[first:end], ply, self._pictures[before], self._pictures[ply], account
            )
            self._hear(stretch)
            known |= account.side
            yield stretch
            before = ply

    def _set_up(self) -> int:
        """Return the number of events in the setup. It ends with the first turn, or with the first step that repeats:
        a setup can belong to turn 1."""
        opening = after_set_up(self.scene, self.match.events)
        count = 0
        for event in self.match.events[: 0 if opening is None else opening.event]:
            if isinstance(event, Turn):
                break
            count += seen(event, self.reader)
        return count

    def _shown(self, plies: set[int]) -> dict[int, Picture]:
        """Return the pictures after some plies, in one pass over the match."""
        return {ply: self._seen(p) for ply, p in enumerate(self.match.onwards(0)) if ply in plies}

    def _seen(self, p: Position) -> Picture:
        look, match = self.match.table.look, self.match
        if self.reader != BOTH:
            return look.picture(p, match.seat_index(self.reader))
        if not match.table.secrets:
            return look.picture(p, None)
        pictures = [look.picture(p, seat) for seat in range(len(match.game.seats))]
        pieces = {one.id: one for picture in pictures for one in picture.pieces if not one.hidden}
        seen = Counter(one.at for one in pieces.values())
        hidden = []  # units that no seat sees, such as those of a seat that the rules play
        for one in pictures[0].pieces:
            if not one.hidden or seen[one.at] > 0:
                seen[one.at] -= 1
            else:
                hidden.append(one)
        return msgspec.structs.replace(pictures[0], pieces=[*pieces.values(), *hidden])

    def _hear(self, stretch: Stretch) -> None:
        telling, account = self.telling, stretch.account
        fights = {step.id for phase in self.scene.phases if phase.panel == "fight" for step in phase.steps}
        now: Battle | None = None
        for number, event in enumerate(stretch.events, stretch.first):
            telling.begin(event)
            fight = telling.fight(event, lambda space: [one for one, at in account.at.items() if at == space])
            if fight is not None and any(fight.side == side.id for side in self.scene.sides):
                again = now and telling.again(now.fight, fight) and now.step == event.step and not _effects(now)
                if now is not None and again:
                    now.fight, now.event, now.ply = fight, number, event.ply
                else:
                    now = Battle(fight, number, event.ply, event.turn, event.step)
                    stretch.battles.append(now)
            elif now is not None:
                if telling.ends(event) or (isinstance(event, Step) and event.step not in fights):
                    now = None
                else:
                    self._effect(now, number, event)
            if telling.gone(event):
                stretch.lost.append((event.piece, number))  # type: ignore[attr-defined]
            elif telling.hurt(event):
                stretch.hurt.append((event.piece, number))  # type: ignore[attr-defined]
            if isinstance(event, Control):
                stretch.control[event.space] = number
            account.hear(event)

    def _effect(self, battle: Battle, number: int, event: Event) -> None:
        if did := self.telling.effect(event):
            battle.other.append((did, number))
        match event:
            case _ if self.telling.gone(event):
                battle.fell.append((event.piece, number))  # type: ignore[attr-defined]
            case _ if self.telling.hurt(event):
                battle.hurt.append((event.piece, number))  # type: ignore[attr-defined]
            case Move(piece=piece, how=how) if how in RETREATS:
                battle.driven.append((piece, number))
            case Move(piece=piece, how="advance"):
                battle.entered.append((piece, number))
            case Control(space=space):
                battle.taken.append((space, number))
            case Volley(side=side):
                dice, hits = sum(len(one.dice) for one in event.fires), event.counted
                row = battle.fire.setdefault(side, [0, 0])
                row[0], row[1] = row[0] + dice, row[1] + hits
                battle.volleys.append(number)

    def _measure(self) -> None:
        """Compute the chance of each battle, in one pass over the match."""
        due: dict[int, list[Battle]] = {}
        for stretch in self.stretches:
            for battle in stretch.battles:
                if battle.ply > 0:
                    due.setdefault(battle.ply - 1, []).append(battle)
        if not due:
            return
        for ply, p in enumerate(self.match.onwards(0)):
            for battle in due.get(ply, ()):
                if isinstance(self.events[battle.event], Roll):
                    battle.chance = self._chance(p)
                else:
                    battle.taking = self._taking(p, ply, battle)

    def _chance(self, p: Position) -> tuple[int, int] | None:
        """Return the number of winning faces of the die that a position waits for, and the number of all faces."""
        known = throw(p, None if self.reader == BOTH else self.reader) if awaits_die(p) else None
        if known is None:
            return None
        wins = sum(self.telling.verdict(known.chart, face.result) == "good" for face in known.faces)
        return wins, len(known.faces)

    def _taking(self, p: Position, ply: int, battle: Battle) -> float | None:
        """Return the chance to take the place of a battle that begins in a position; None if the reader cannot know
        it."""
        seat = (p.seat if p.seat >= 0 else None) if self.reader == BOTH else self.match.seat_index(self.reader)
        trade = expected(p, self.match.record.log[ply], self.events[battle.event], seat)
        return None if trade is None or not trade.enters else trade.chance


def seen(event: Event, reader: str | None) -> bool:
    """Return whether a reader may know an event. For `BOTH`, the events as their own seat sees them replace the
    disguised versions.
    """
    return ONLOOKERS not in event.audience if reader == BOTH else event.seen_by(reader)


def _effects(battle: Battle) -> bool:
    return bool(
        battle.fell or battle.hurt or battle.driven or battle.entered or battle.taken or battle.fire or battle.other
    )
