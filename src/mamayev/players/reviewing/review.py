"""The review of a game for its seats. It works backward from the end, period by period. Playouts from the beginning of
a period give its value, rolls give its luck, and a few pairs of playouts screen each stretch in which a seat differs
from the staff. The review halves costly stretches until single decisions are left, and finally compares these with
fresh dice. It shows only these comparisons, and only if they are significant for their number (`sure_at`), because a
number picked for its size is biased upward.

The result depends only on the log, the budget and what the viewer may know, not on the number of processes, the machine
or the clock.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from mamayev.engine.foresight import Foresight
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match
from mamayev.match.reviewed import Review

from .account import Guess
from .done import Done
from .findings import FRESH, QUIET, Findings, Measured, gained
from .learned import Seen, learned
from .plays import Judge, compare, roll, sift, value

Run = Callable[[Callable[..., Any], Iterable[tuple[Any, ...]]], Iterator[Any]]
"""A function that runs jobs in any order, and yields `work(*job)` for each job."""

TESTED, PRAISE_TESTED = 7, 3
"""Maximum numbers of a seat's stretches to compare with fresh dice: for mistakes, and for better decisions."""
VALUES, SCREEN, REFINE = 0.3, 0.25, 0.1
"""The shares of the budget. The rest is for comparisons with fresh dice. The values get a larger share if there is
little to compare.
"""
MARGIN = 0.05
"""The share of the budget reserved for comparisons that take longer than expected."""
FEWEST, MOST = 2, 12
"""The number of pairs of playouts that screen a stretch."""
BLOCK = 4
"""The number of playouts, or pairs, per job."""
ROUNDS = 3
"""The number of rounds in which the review halves or remeasures the costliest stretches."""
ENOUGH = 400
"""Maximum number of fresh pairs per stretch."""
KEPT = 2
"""Minimum number of stretches in a round with fresh dice."""
SIFTED = 4
"""The number of runs of chance that are searched for the roll that mattered most."""
DICE_TITLE = "the dice"
NOTHING_KNOWN = "The review was stopped before it had any results."
EACH, WORK, LEAST, CUT = 8, 1_000_000, 300, 2.5
"""The default budget in playouts: `EACH` per decision, but no more than whole games with `WORK` decisions in total, and
at least `LEAST`. If comparisons are cut short (`Foresight.confirm`), there are `CUT` times as many. On two cores, a
review takes half a minute for a game of 100 decisions, and 1 to 3 minutes for a game of 2,000.
"""


class Progress(NamedTuple):
    """The progress of a review: the current part of the game, the share from 0 to 1, and a function that returns the
    results so far."""

    title: str
    share: float
    so_far: Callable[[], Review]


def alone(work: Callable[..., Any], jobs: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
    """Run jobs in this process."""
    for job in jobs:
        yield work(*job)


def default_budget(decisions: int, foresight: Foresight | None) -> int:
    """Return the number of playouts for a game with this number of decisions."""
    work = WORK if foresight is None or foresight.confirm is None else CUT * WORK
    return max(LEAST, min(EACH * decisions, int(work / max(1, decisions))))


def review(
    match: Match,
    seat: str | None = None,
    *,
    budget: int | None = None,
    run: Run = alone,
    heard: Callable[[Progress], object] = lambda _progress: None,
    met: Callable[[int], object] = lambda _ply: None,
    go_on: Callable[[], bool] = lambda: True,
    done: Done | None = None,
) -> Review:
    """Return the review of a match for a seat, or for all open seats.

    `budget`: the number of playouts; the default depends on the length of the game. `heard` gets the progress after
    each period. Before the first period, `met` is called for each entry in the log when the entry is compared with the
    staff's choice. `run`: see `Run`. `go_on`: called between jobs and entries; if it returns False, or on
    KeyboardInterrupt, the review stops and returns the results so far. `done`: the finished playouts, to which the
    review adds others; they do not change the result. A game in progress that has secrets is reviewed as the seat knew
    it, so it needs a `seat`. Raises Refusal, for example if the review stops before it has results.
    """

    def compared(ply: int) -> None:
        met(ply)
        if not go_on():
            raise Refusal(NOTHING_KNOWN, field="record")

    return Reviewing(match, seat, budget, run, heard, compared, go_on, done or Done()).review()


def met_title(ply: int, plies: int) -> str:
    """Return what a review is looking at before its first period: an entry in a log with this many."""
    return f"entry {ply + 1:,} of {plies:,}"


def certainty(guess: Guess) -> float:
    """Return the distance of a number from 0, in standard errors."""
    return abs(guess.mean) / math.sqrt(max(guess.variance, QUIET))


class Reviewing(Findings):
    """A review in progress."""

    def __init__(
        self,
        match: Match,
        seat: str | None,
        budget: int | None,
        run: Run,
        heard: Callable[[Progress], object],
        met: Callable[[int], object],
        go_on: Callable[[], bool],
        done: Done,
    ) -> None:
        super().__init__(match, seat, met)
        self.done = done.of(match, seat)
        self.run, self.heard, self.go_on = run, heard, go_on
        foresight, decisions = match.game.foresight, sum(self.story.decisions.values())
        self.budget = default_budget(decisions, foresight) if budget is None else budget
        if self.budget < 1:
            raise Refusal(f"A budget must be at least 1 playout, not {self.budget}.", field="budget", malformed=True)
        self.short = None if foresight is None else foresight.horizon
        self.long = None if foresight is None else foresight.confirm
        self.seen: list[Seen] = []
        self.games = 0

    # -------------------------------------------------------------- the plan of the work

    def review(self) -> Review:
        """Run the review until its budget is used up or it is stopped."""
        try:
            self.whole = self.backwards() and self.learn() and self.refine() and self.confirm()
        except KeyboardInterrupt:
            self.whole = False
        return self.so_far()

    def backwards(self) -> bool:
        """Measure the periods, starting with the last. Return False if the review was stopped."""
        viewers: list[int | None] = [*self.seats] if self.as_known else [None]
        compared = 2 * len(self.leaves) * (MOST + ENOUGH) / self.budget
        values = max(VALUES, 1 - MARGIN - compared) * self.budget
        plays = max(2, int(values / len(self.places) / len(viewers)))
        pairs = int(SCREEN * self.budget / 2)
        each = max(FEWEST, min(MOST, pairs // max(1, len(self.leaves))))
        # If there are too many, those with most different decisions come first.
        rank = sorted(self.leaves, key=lambda leaf: (-len(leaf.stretch.places), leaf.stretch.ply))
        screened = rank[: max(1, pairs // each)]
        periods = self.story.periods
        learns = not self.as_known and not self.judge.known
        for number in range(len(self.places) - 1, -1, -1):
            tasks: list[Task] = []
            for viewer in viewers:
                name = f"value {number} {viewer}"
                for seeds in blocks(name, plays):
                    given = (self.places[number], viewer, seeds, learns)
                    tasks.append(Task(value, given, self._value_of(number, viewer), _named(name, seeds)))
            if not self.as_known and self.judge.known:
                tasks += self.rolls_of(number)
            for leaf in screened:
                if leaf.stretch.period == number:
                    tasks += self.pairs_of(leaf, "screen", each, leaf.pairs, self.short)
            if not self.do(tasks, periods[min(number, len(periods) - 1)].title):
                return False
        return True

    def learn(self) -> bool:
        """Learn the value function for luck from the playouts so far, if the game has none, and measure all luck.
        Return False if the review was stopped.
        """
        found = learned(self.seen)
        if found is not None:
            self.lucky = Judge(self.match.game, opposite=self.judge.opposite, learned=(self.open[0], found))
            if not self.do([task for number in range(len(self.places)) for task in self.rolls_of(number)], DICE_TITLE):
                return False
        rows = sorted(self.rolled, key=lambda at: (-abs(self.rolled[at].gained), at))[:SIFTED]
        return self.do([self.sift_of(at) for at in rows], DICE_TITLE)

    def sift_of(self, at: int) -> Task:
        """Return the task that finds the roll of a run that mattered most."""
        run = self.story.runs[at]

        def took(found: Any) -> None:
            self.sifted[at] = found

        return Task(sift, (run, self.lucky.base, self.lucky, seed_of(f"sift {run.ply}")), took)

    def rolls_of(self, period: int) -> list[Task]:
        """Return the tasks that measure the luck of a period."""
        runs = [(at, one) for at, one in enumerate(self.story.runs) if one.period == period]
        return [
            Task(roll, (one, self.lucky.base, self.lucky, seed_of(f"roll {one.ply}")), self._roll_of(at))
            for at, one in runs
        ]

    def refine(self) -> bool:
        """Halve the costliest stretches, or measure them again. Return False if the review was stopped."""
        dear = (TESTED + PRAISE_TESTED) * len(self.seats)
        each = max(FEWEST, int(REFINE * self.budget / 2 / ROUNDS / dear))
        for number in range(ROUNDS):
            tasks, halved = list[Task](), list[tuple[Measured, list[Measured]]]()
            for leaf in self.dearest():
                halves = leaf.stretch.halves()
                parts = [leaf] if halves is None else [Measured(half) for half in halves]
                if halves is not None:
                    halved.append((leaf, parts))
                for part in parts:
                    tasks += self.pairs_of(part, f"refine {number}", each, part.pairs, self.short)
            if not tasks or self.plays + pairs_in(tasks) > self.budget:
                return True
            if not self.do(tasks, "the dearest decisions"):
                return False
            for leaf, parts in halved:
                at = self.leaves.index(leaf)
                self.leaves[at : at + 1] = parts
        return True

    def confirm(self) -> bool:
        """Spend the rest of the budget on comparing the costliest stretches with fresh dice: first every stretch for a
        round, then the more certain half, and so on. Return False if the review was stopped.
        """
        left, number = self.dearest()[: max(1, self.room // 2)], 0
        while left := left[: self.room]:
            tasks = [
                task for leaf in left for task in self.pairs_of(leaf, f"fresh {number}", FRESH, leaf.fresh, self.long)
            ]
            if not self.do(tasks, "the costliest decisions, with fresh dice"):
                return False
            number += 1
            usual = self.usual()
            left = [leaf for leaf in left if 0 < len(leaf.fresh) < ENOUGH]
            left.sort(key=lambda leaf: (-certainty(gained(leaf.fresh, usual)), leaf.stretch.ply))
            left = left[: max(KEPT, len(left) // 2)]
        return True

    @property
    def room(self) -> int:
        """The number of stretches that the rest of the budget can compare in a round with fresh dice."""
        return max(0, self.budget - self.plays) // (2 * FRESH)

    def dearest(self) -> list[Measured]:
        """Return the stretches that may have cost or gained the most, a few for each reviewed seat, the largest first.
        If few have cost anything so far, those without a difference follow: too few pairs may not show one."""
        usual, found = self.usual(), list[tuple[float, int, Measured]]()
        for seat in self.seats:
            own = [leaf for leaf in self.leaves if leaf.stretch.seat == seat and leaf.pairs]
            rows = [(leaf, leaf.guess(usual)) for leaf in own]
            room = max(0, TESTED - sum(gain < 0 for _, (gain, _) in rows))
            found += [(math.inf, leaf.stretch.ply, leaf) for leaf, (gain, _) in rows if gain == 0][:room]
            for sign, most in ((-1, TESTED), (1, PRAISE_TESTED)):
                hopes = [
                    (-sign * gain - variance**0.5, leaf.stretch.ply, leaf)
                    for leaf, (gain, variance) in rows
                    if sign * gain > 0
                ]
                found += sorted(hopes, key=lambda row: row[:2])[:most]
        return [leaf for _, _, leaf in sorted(found, key=lambda row: row[:2])]

    # -------------------------------------------------------------- the work

    def pairs_of(
        self, leaf: Measured, what: str, pairs: int, into: list[tuple[float, float]], turns: int | None
    ) -> list[Task]:
        """Return the tasks that add pairs of playouts to a stretch."""
        stretch = leaf.stretch
        cut = turns if self.judge.knows(stretch.seat) else None
        name = f"{what} {stretch.ply} {stretch.until}"

        def took(found: Any) -> None:
            into.extend((was * self.scale, better * self.scale) for was, better in found.pairs)
            self.plays += 2 * len(found.pairs)

        return [
            Task(compare, (stretch, seeds, cut, self.judge), took, _named(name, seeds)) for seeds in blocks(name, pairs)
        ]

    def _value_of(self, number: int, viewer: int | None) -> Callable[[Any], None]:
        def took(found: Any) -> None:
            for result, turns in zip(found.results, found.seen, strict=True):
                self.games += 1
                self.seen += [Seen(self.games, features, result[self.open[0]]) for features in turns]
            self.values.setdefault((number, viewer), []).extend(found.results)
            self.plays += len(found.results)

        return took

    def _roll_of(self, at: int) -> Callable[[Any], None]:
        def took(found: Any) -> None:
            self.rolled[at] = found

        return took

    def do(self, tasks: Sequence[Task], title: str) -> bool:
        """Run tasks in any order, and use their results in order. Return False if the review was stopped; the results
        so far still count.
        """
        share = min(1.0, self.plays / self.budget)
        self.heard(Progress(title, share, self.so_far))
        known = {number: one for number, task in enumerate(tasks) if (one := self.done.found(task.name)) is not None}
        jobs = [(task.work, (number, *task.given)) for number, task in enumerate(tasks) if number not in known]
        found: list[Any] = [one._replace(number=number) for number, one in known.items()]
        parts, on = self.run(_done, jobs) if jobs else iter(()), True
        try:
            for one in parts:
                found.append(one)
                self.done.add(tasks[one.number].name, one)
                on = self.go_on()
                if not on:
                    break
        except KeyboardInterrupt:
            on = False
        finally:
            if (close := getattr(parts, "close", None)) is not None:
                close()
        for one in sorted(found, key=lambda row: row.number):
            tasks[one.number].took(one)
        return on


class Task(NamedTuple):
    """A job: a function that any process can run, its arguments after the job number, and the function that receives
    its result. `name`: the name under which its result is recorded.
    """

    work: Callable[..., Any]
    given: tuple[Any, ...]
    took: Callable[[Any], None]
    name: str = ""


def _done(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    return work(*given)


def pairs_in(tasks: Sequence[Task]) -> int:
    """Return the number of playouts in the tasks that compare stretches."""
    return sum(2 * len(task.given[1]) for task in tasks)


def seed_of(what: str) -> int:
    """Return the seed for a purpose. It does not depend on the game's seed, which must stay secret until the end."""
    return random.Random(f"review/{what}").getrandbits(53)


def _named(what: str, seeds: Sequence[int]) -> str:
    """Return the name of a job with this purpose and these seeds."""
    return f"{what}/{seeds[0]}+{len(seeds)}"


def blocks(what: str, plays: int) -> Iterator[list[int]]:
    """Yield the seeds of playouts, in one block per job."""
    seeds = [seed_of(f"{what}/{number}") for number in range(plays)]
    for start in range(0, plays, BLOCK):
        yield seeds[start : start + BLOCK]
