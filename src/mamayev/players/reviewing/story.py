"""A game divided for its review: periods, stretches in which a seat differs from the staff, and runs of chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from mamayev.engine.bot import Bot
from mamayev.engine.chance import Fallen
from mamayev.engine.notation import CHANCE_VERBS, VERB
from mamayev.engine.position import CHANCE, Position
from mamayev.match.match import Match

from ..bots import names
from ..seat import seen_by

RESIGN = "resign"
"""The action by which a player resigns under the rules of a game."""
TRIES = 2
"""The number of additional generators that break the staff's ties before a choice counts as different."""


class Period(NamedTuple):
    """A turn: the ply at which it begins, its number and title, and the position at its beginning."""

    ply: int
    turn: int
    title: str
    position: Position


class Stretch(NamedTuple):
    """A run of decisions by one seat, with no roll, reveal or decision by another seat in between. A stretch begins and
    ends with a decision that differs from the staff's. `before`: the position before the first one. `actions`: all its
    actions. `places`: the indexes of the actions that differ. `fallen`: the rolls so far. `reaction`: whether the
    stretch is in a reaction window. `turn`: the turn; `period`: the number of the period.
    """

    seat: int
    ply: int
    before: Position
    actions: tuple[int, ...]
    places: tuple[int, ...]
    fallen: Fallen
    reaction: bool
    turn: int
    period: int

    @property
    def until(self) -> int:
        """The ply after its last action."""
        return self.ply + len(self.actions)

    def halves(self) -> tuple[Stretch, Stretch] | None:
        """Split the stretch into two parts with about the same number of differing decisions. Return None if only one
        decision differs. The costs of the parts add up to the cost of the whole, because nothing is rolled in between.
        """
        if len(self.places) < 2:
            return None
        middle = len(self.places) // 2
        first, cut = self.places[:middle], self.places[middle]
        there = self.before.copy()
        for action in self.actions[:cut]:
            there.apply(action)
        second = tuple(place - cut for place in self.places[middle:])
        return (
            self._replace(actions=self.actions[: first[-1] + 1], places=first),
            self._replace(ply=self.ply + cut, before=there, actions=self.actions[cut:], places=second),
        )


class Run(NamedTuple):
    """Rolls and draws between two decisions, including the actions of seats that the rules play. `actions`: the whole
    run."""

    ply: int
    actions: tuple[int, ...]
    before: Position
    after: Position
    period: int

    @property
    def until(self) -> int:
        """The ply after its last action."""
        return self.ply + len(self.actions)


class Story(NamedTuple):
    """A game divided into parts. `end`: its last position, before a resignation. `decisions`: the number of decisions
    by seat index. `different`: the number that differ from the staff's. `resigned`: the seat that resigned, or None.
    """

    periods: tuple[Period, ...]
    stretches: tuple[Stretch, ...]
    runs: tuple[Run, ...]
    decisions: dict[int, int]
    different: dict[int, int]
    end: Position
    resigned: int | None


def story_of(match: Match, staff: Bot, seats: list[int], met: Callable[[int], object] = lambda _ply: None) -> Story:
    """Divide a match. `seats`: the seats whose decisions are compared with the staff's. `met`: a function to call
    before each entry in the log, to report progress, because a long game takes a minute.
    """
    return _Cutting(match, staff, seats, met).story()


class _Cutting:
    """One pass over a log."""

    def __init__(self, match: Match, staff: Bot, seats: list[int], met: Callable[[int], object]) -> None:
        self.match, self.staff, self.seats, self.met = match, staff, seats, met
        self.name = names(match.game)[0]
        self.fallen = Fallen()
        self.periods: list[Period] = []
        self.stretches: list[Stretch] = []
        self.runs: list[Run] = []
        self.decisions, self.different = Counter[int](), Counter[int]()
        self.before: Position | None = None
        self.open: list[tuple[int, bool]] = []
        """The current stretch: each action, and whether it differs from the staff's."""
        self.rolling: tuple[int, Position, int] | None = None
        """The current run of chance: its first ply, the position there, and the period. It may end in the next
        period."""

    def story(self) -> Story:
        """Return the story of the match."""
        log, p, resigned = self.match.record.log, self.match.position, self.match.record.resigned
        seat = self.match.game.seats.index(resigned) if resigned else None
        for ply, p in enumerate(self.match.onwards(0)):
            self.meet(ply, p)
            if ply == len(log) - 1 and log[ply] == RESIGN:
                seat = p.seat
                break
            if ply < len(log):
                self.met(ply)
                self.play(ply, p, p.table.notation.parse(log[ply]))
        self.close(ply)
        self.rolled(ply, p)
        return Story(
            tuple(self.periods), tuple(self.stretches), tuple(self.runs), dict(self.decisions), dict(self.different),
            p.copy(), seat,
        )  # fmt: skip

    def meet(self, ply: int, p: Position) -> None:
        """Start a period if the turn changes."""
        turn = p.table.turn(p)
        if p.frames and (not self.periods or turn != self.periods[-1].turn):
            self.close(ply)
            title = p.table.look.picture(p, None).headline.partition(",")[0]
            self.periods.append(Period(ply, turn, title, p.copy()))

    def play(self, ply: int, p: Position, action: int) -> None:
        """Process one entry of the log."""
        seat, table = p.seat, p.table
        if seat == CHANCE or seat in table.procedures or action >> VERB < len(CHANCE_VERBS):
            self.close(ply)
            if self.rolling is None:
                self.rolling = ply, p.copy(), len(self.periods) - 1
            if seat == CHANCE:
                self.fallen.add(p)
            return
        self.rolled(ply, p)
        self.decisions[seat] += 1
        if self.before is not None and (self.before.seat != seat or self.before.table is not table):
            self.close(ply)
        if seat not in self.seats:
            return
        differs = self.differs(ply, p, action)
        self.different[seat] += differs
        if differs and self.before is None:
            self.before = p.copy()
        if self.before is not None:
            self.open.append((action, differs))
        if p.box.reveals:
            self.close(ply + 1)

    def differs(self, ply: int, p: Position, action: int) -> bool:
        """Return whether the staff would never play this action, no matter how it breaks ties. The first generator is
        the one that the staff uses in a match (`rng_of`), so a game of the staff never differs."""
        for number in range(TRIES + 1):
            salt = f"/{number}" if number else ""
            rng = random.Random(f"{self.match.record.seed}/{self.name}/{ply}{salt}")
            if self.staff.policy(seen_by(p, p.seat, rng), rng) == action:
                return False
        return True

    def close(self, ply: int) -> None:
        """End the current stretch before a ply."""
        places, before = [place for place, (_, differs) in enumerate(self.open) if differs], self.before
        if before is not None:
            start = ply - len(self.open)
            box = before.box
            self.stretches.append(
                Stretch(
                    seat=before.seat,
                    ply=start,
                    before=before,
                    actions=tuple(action for action, _ in self.open[: places[-1] + 1]),
                    places=tuple(places),
                    fallen=self.fallen.copy(),
                    reaction=bool(box.waivers(before, before.top)),
                    turn=before.table.turn(before),
                    period=len(self.periods) - 1,
                )
            )
        self.before, self.open = None, []

    def rolled(self, ply: int, p: Position) -> None:
        """End the current run of chance before a ply."""
        if self.rolling is not None:
            start, before, period = self.rolling
            if before.table is p.table:
                actions = tuple(p.table.notation.parse(line) for line in self.match.record.log[start:ply])
                self.runs.append(Run(start, actions, before, p.copy(), period))
            self.rolling = None
