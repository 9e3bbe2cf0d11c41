"""The review of a game for its seats.

It works from the end backwards, period by period: plays from the beginning of each give its value, rolls its luck, and
a few pairs of plays for each stretch in which a seat left the staff's way screen its decisions. What looks dear is
halved until single decisions are left, and at last compared on fresh dice. Only these comparisons are told, and only
if they are beyond chance, counted for the number of them (`sure_at`). A number that was chosen because it is large is
too large; a fresh one is not.

Everything depends only on the log, the budget and what the viewer may know: not on the number of processes, the
machine or the clock.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import NormalDist, fmean, pvariance
from typing import Any, NamedTuple

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match

from ..bots import names
from . import words
from .account import Account, Change, Guess, fitted, mean, share
from .form import Better, Costly, Die, Review, SeatReview, Stand, Unit, amount, told
from .plays import Judge, Rolled, compare, roll, staff_of, value
from .story import Stretch, story_of

Run = Callable[[Callable[..., Any], Iterable[tuple[Any, ...]]], Iterator[Any]]
"""Does jobs, in any order: yields `work(*job)` for each job."""

MISTAKES, PRAISED, DICE = 5, 3, 3
"""The most mistakes, better decisions and rolls that are told for a seat."""
TESTED, PRAISE_TESTED = 7, 3
"""The most stretches of a seat that are compared on fresh dice for mistakes, and for better decisions."""
FALSE = 0.05
"""The chance of a false alarm in a game of a seat that plays like the staff."""
SURE = 2.0
"""The fewest standard errors of a mistake."""
VALUES, SCREEN, REFINE = 0.35, 0.3, 0.15
"""The shares of the budget. The rest is for the comparisons on fresh dice. Values get more if there is little to
compare."""
MARGIN = 0.05
"""What is left of the budget for comparisons that take longer than expected."""
FEWEST, MOST = 2, 12
"""Pairs of plays with which a stretch is screened."""
BLOCK = 4
"""Plays, or pairs, of a job."""
ROUNDS = 3
"""How often the dearest stretches are halved or measured again."""
FRESH, ENOUGH = 16, 200
"""Fresh pairs of a round, and the most of a stretch."""
DOUBT = 2
"""Rounds that a stretch gets at least, however close to nothing it is."""
WORK, LEAST, MOST_PLAYS = 1_000_000, 300, 1_200
"""The default budget: plays for this number of decisions, between these limits. On two cores of 2024, this takes half a
minute for a game of 100 decisions, and three to five for one of 2,000."""
QUIET = 1e-6
"""The least variance of luck in a period."""


class Progress(NamedTuple):
    """How far a review is: what it is looking at, its share from 0 to 1, and a function for what is known so far."""

    title: str
    share: float
    so_far: Callable[[], Review]


def alone(work: Callable[..., Any], jobs: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
    """Do jobs in this process."""
    for job in jobs:
        yield work(*job)


def default_budget(decisions: int) -> int:
    """Return the number of plays for a game with this number of decisions."""
    return max(LEAST, min(MOST_PLAYS, WORK // max(1, decisions)))


def review(
    match: Match,
    seat: str | None = None,
    *,
    budget: int | None = None,
    run: Run = alone,
    heard: Callable[[Progress], object] = lambda _progress: None,
    go_on: Callable[[], bool] = lambda: True,
) -> Review:
    """Return the review of a match for a seat, or for all open seats.

    `budget`: the number of plays; by default, by the length of the game. `heard` gets the progress after each period.
    `run`: see `Run`. `go_on`: asked between jobs; False stops the review, like a KeyboardInterrupt, and what is known
    is returned. An open game with secrets is reviewed as the seat knew it, so it needs a seat. Raises Refusal.
    """
    return Reviewing(match, seat, budget, run, heard, go_on).review()


def sure_at(tests: int) -> float:
    """Return the standard errors beyond which a difference counts, if this many are tested (Bonferroni)."""
    return max(SURE, NormalDist().inv_cdf(1 - FALSE / max(1, tests)))


class Measured:
    """A stretch with its pairs of values: as played, and by the staff's choice, from screening and on fresh dice."""

    def __init__(self, stretch: Stretch) -> None:
        self.stretch = stretch
        self.places = [stretch.ply + place for place in stretch.places]
        self.pairs: list[tuple[float, float]] = []
        self.fresh: list[tuple[float, float]] = []

    def guess(self, usual: float) -> Guess:
        """Return what it gained, by the screening or, if there are as many, the fresh plays."""
        pairs = self.fresh if len(self.fresh) >= max(FRESH, len(self.pairs)) else self.pairs
        return gained(pairs, usual)


def gained(pairs: Sequence[tuple[float, float]], usual: float) -> Guess:
    """Return the mean gain of what was played over the staff's choice."""
    return mean([was - better for was, better in pairs], usual)


class Reviewing:
    """A review under way."""

    def __init__(
        self,
        match: Match,
        seat: str | None,
        budget: int | None,
        run: Run,
        heard: Callable[[Progress], object],
        go_on: Callable[[], bool],
    ) -> None:
        self.match, self.run, self.heard, self.go_on = match, run, heard, go_on
        table, game = match.table, match.game
        if not game.bots:
            raise Refusal(f"{game.title} has no staff, so its games cannot be reviewed.", field="record")
        asked, self.open = match.seat_index(seat), [game.seats.index(one) for one in table.open_seats]
        if asked is not None and asked not in self.open:
            raise Refusal(f"The rules play {seat}, so there is nothing to review.", field="seat", malformed=True)
        self.as_known = table.secrets and not match.over
        if self.as_known and asked is None and len(self.open) > 1:
            raise Refusal(
                "The game is not over, and it has secrets. Name the seat that you play.", field="seat", malformed=True
            )
        self.seats = self.open if asked is None else [asked]
        self.staff = staff_of(game)
        self.story = story_of(match, self.staff, self.seats if self.as_known else self.open)
        if not self.story.periods:
            raise Refusal("The game has no turn to review.", field="record")
        decisions = sum(self.story.decisions.values())
        self.budget = default_budget(decisions) if budget is None else budget
        if self.budget < 1:
            raise Refusal(f"A budget is 1 play or more, not {self.budget}.", field="budget", malformed=True)
        self.ended = not match.position.frames
        self.unit: Unit = self._unit()
        self.scale = 0.5 if self.unit == "chance" else 1.0
        self.judge = Judge(game, opposite=self.unit == "chance")
        foresight = game.foresight
        self.short = None if foresight is None else foresight.horizon
        self.long = None if foresight is None else foresight.confirm
        self.places = [period.position for period in self.story.periods]
        if not self.ended:
            self.places.append(self.story.end)
        self.values: dict[tuple[int, int | None], list[list[float]]] = {}
        self.rolled: dict[int, Rolled] = {}
        self.leaves = [Measured(stretch) for stretch in self.story.stretches]
        self.plays, self.whole = 0, False

    def _unit(self) -> Unit:
        """Return the unit of the results, from the end, or from one play to it."""
        p = self.story.end.copy()
        table = p.table
        results = [table.returns(p)] if not p.frames else value(0, p, self.open[0], [0]).results
        points = not p.frames and (table.result(p) or {}).get("points") is not None
        signs = all(worth in (-1.0, 0.0, 1.0) for row in results for worth in row)
        return "chance" if signs and not (points and len(self.open) == 1) else "points"

    # -------------------------------------------------------------- the plan of the work

    def review(self) -> Review:
        """Work until the budget is used up, or the review is stopped."""
        try:
            self.whole = self.backwards() and self.refine() and self.confirm()
        except KeyboardInterrupt:
            self.whole = False
        return self.so_far()

    def backwards(self) -> bool:
        """Measure the periods, the last first. Returns whether it was not stopped."""
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
        for number in range(len(self.places) - 1, -1, -1):
            tasks: list[Task] = []
            for viewer in viewers:
                for seeds in blocks(f"value {number} {viewer}", plays):
                    tasks.append(Task(value, (self.places[number], viewer, seeds), self._value_of(number, viewer)))
            if not self.as_known and self.judge.known:
                for at, one in enumerate(self.story.runs):
                    if one.period == number:
                        seed = seed_of(f"roll {one.ply}")
                        tasks.append(Task(roll, (one, self.judge.base, self.judge, seed), self._roll_of(at)))
            for leaf in screened:
                if leaf.stretch.period == number:
                    tasks += self.pairs_of(leaf, "screen", each, leaf.pairs, self.short)
            if not self.do(tasks, periods[min(number, len(periods) - 1)].title):
                return False
        return True

    def refine(self) -> bool:
        """Halve the dearest stretches, or measure them again. Returns whether it was not stopped."""
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
        """Compare the dearest stretches on fresh dice, with the rest of the budget. Returns whether it was not
        stopped."""
        left, number = self.dearest()[: max(0, self.budget - self.plays) // (2 * FRESH)], 0
        while left and self.plays < self.budget:
            tasks = [
                task for leaf in left for task in self.pairs_of(leaf, f"fresh {number}", FRESH, leaf.fresh, self.long)
            ]
            if not self.do(tasks, "the dearest decisions on fresh dice"):
                return False
            number += 1
            left = [leaf for leaf in left if self.open_still(leaf, number * FRESH)]
        return True

    def open_still(self, leaf: Measured, pairs: int) -> bool:
        """Return whether more fresh plays can still tell something about a stretch."""
        guess = gained(leaf.fresh, self.usual())
        doubtful = abs(guess.mean) < guess.variance**0.5 / 2 and pairs > DOUBT * FRESH
        return bool(leaf.fresh) and pairs < ENOUGH and not doubtful

    def dearest(self) -> list[Measured]:
        """Return the stretches that may have cost or gained most, a few for each reviewed seat, the largest first."""
        usual, found = self.usual(), list[tuple[float, int, Measured]]()
        for seat in self.seats:
            own = [leaf for leaf in self.leaves if leaf.stretch.seat == seat and any(map(unlike, leaf.pairs))]
            rows = [(leaf, leaf.guess(usual)) for leaf in own]
            for sign, most in ((-1, TESTED), (1, PRAISE_TESTED)):
                hopes = [
                    (-sign * gain - variance**0.5, leaf.stretch.ply, leaf)
                    for leaf, (gain, variance) in rows
                    if sign * gain > 0
                ]
                found += sorted(hopes, key=lambda row: row[:2])[:most]
        return [leaf for _, _, leaf in sorted(found, key=lambda row: row[:2])]

    def usual(self) -> float:
        """Return the variance of the difference of a pair that differs, over all stretches."""
        rows = [(was - better) ** 2 for leaf in self.leaves for was, better in leaf.pairs if was != better]
        return fmean(rows) if rows else 0.0

    # -------------------------------------------------------------- the work

    def pairs_of(
        self, leaf: Measured, what: str, pairs: int, into: list[tuple[float, float]], turns: int | None
    ) -> list[Task]:
        """Return the tasks that add pairs of plays to a stretch."""
        stretch = leaf.stretch
        cut = turns if self.judge.knows(stretch.seat) else None
        name = f"{what} {stretch.ply} {stretch.until}"

        def took(found: Any) -> None:
            into.extend((was * self.scale, better * self.scale) for was, better in found.pairs)
            self.plays += 2 * len(found.pairs)

        return [Task(compare, (stretch, seeds, cut, self.judge), took) for seeds in blocks(name, pairs)]

    def _value_of(self, number: int, viewer: int | None) -> Callable[[Any], None]:
        def took(found: Any) -> None:
            self.values.setdefault((number, viewer), []).extend(found.results)
            self.plays += len(found.results)

        return took

    def _roll_of(self, at: int) -> Callable[[Any], None]:
        def took(found: Any) -> None:
            self.rolled[at] = found

        return took

    def do(self, tasks: Sequence[Task], title: str) -> bool:
        """Do tasks, in any order, and take their results in order. Returns whether it was not stopped; if it was, none
        of them count."""
        share = min(1.0, self.plays / self.budget)
        self.heard(Progress(title, share, self.so_far))
        jobs = [(task.work, (number, *task.given)) for number, task in enumerate(tasks)]
        found, parts = list[Any](), self.run(_done, jobs)
        try:
            for one in parts:
                found.append(one)
                if not self.go_on():
                    return False
        finally:
            if (close := getattr(parts, "close", None)) is not None:
                close()
        for one in sorted(found, key=lambda row: row.number):
            tasks[one.number].took(one)
        return True

    # -------------------------------------------------------------- the result

    def so_far(self) -> Review:
        """Return what is known."""
        looked = {place for leaf in self.leaves if leaf.pairs for place in leaf.places}
        return Review(
            game=self.match.game.name,
            rules=self.match.game.version,
            plies=len(self.match.record.log),
            seats=tuple(self.seat(seat) for seat in self.seats),
            looked=len(looked),
            different=sum(self.story.different.values()),
            decisions=sum(self.story.decisions.values()),
            plays=self.plays,
            budget=self.budget,
            complete=self.whole,
            staff=names(self.match.game)[0],
        )

    def seat(self, seat: int) -> SeatReview:
        """Return the review for a seat."""
        first, account = self.account(seat)
        points = self.points(first, account)
        name, last, begins = self.match.game.seats[seat], points[-1], points[first]
        tested = [leaf for leaf in self.leaves if leaf.fresh and leaf.stretch.seat == seat]
        mistakes = self.mistakes(tested)
        luck, decisions = last.luck, last.decisions
        known = first < len(points) - 1
        result = self.match.result
        return SeatReview(
            seat=name,
            unit=self.unit,
            points=tuple(points),
            start=begins.value,
            luck=luck,
            decisions=decisions,
            others=last.others,
            end=last.value,
            start_error=begins.error,
            error=sum(change.decisions.variance for change in account.changes) ** 0.5,
            won=self.won(seat) if result else None,
            sentence=told(luck, decisions, self.unit, blamed=bool(mistakes)) if known else "",
            mistakes=tuple(mistakes),
            better=tuple(self.praise(tested)),
            dice=tuple(self.dice(seat)),
            rest=decisions + sum(one.lost for one in mistakes),
            made=self.story.decisions.get(seat, 0),
            as_known=self.as_known,
        )

    def won(self, seat: int) -> bool | None:
        """Return whether a seat's side has won; None if the game names no winner."""
        winner = (self.match.result or {}).get("winner")
        sides = self.match.table.look.sides
        if winner not in self.match.game.seats:
            return None
        return sides.get(winner) == sides.get(self.match.game.seats[seat])

    def account(self, seat: int) -> tuple[int, Account]:
        """Return the number of the first known point, and the account from there."""
        viewer = seat if self.as_known else None
        known = [number for number in range(len(self.places)) if (number, viewer) in self.values]
        last = len(self.story.periods)
        if self.ended:
            ends = Guess(self.worth(self.story.end.table.returns(self.story.end)[seat]))
        elif last in known:
            ends = self.measured(last, viewer, seat)
        else:
            return last, Account([Guess()], [])
        first = min(known, default=last)
        values = [self.measured(number, viewer, seat) for number in range(first, last)]
        changes = [self.change(number, viewer, seat) for number in range(first, last)]
        high = 1.0 if self.unit == "chance" else float("inf")
        low = 0.0 if self.unit == "chance" else -high
        return first, self.resigned(seat, fitted([*values, ends], changes, low, high))

    def resigned(self, seat: int, account: Account) -> Account:
        """Return an account that ends with a resignation, which is a decision of the seat that resigned."""
        resigned = self.match.record.resigned
        if not resigned or self.unit != "chance" or not account.changes:
            return account
        last, change = account.values[-1], account.changes[-1]
        end = Guess(1.0 if self.won(seat) else 0.0)
        by = Guess(end.mean - last.mean)
        own = resigned == self.match.game.seats[seat]
        change = (
            change._replace(decisions=change.decisions.plus(by))
            if own
            else change._replace(others=change.others.plus(by))
        )
        return Account([*account.values[:-1], end], [*account.changes[:-1], change])

    def worth(self, result: float) -> float:
        """Return a result of the game in the unit of the review."""
        return (result + 1) / 2 if self.unit == "chance" else result

    def measured(self, number: int, viewer: int | None, seat: int) -> Guess:
        """Return the value of a place by plays."""
        rows = [self.worth(result[seat]) for result in self.values[number, viewer]]
        return share(rows) if self.unit == "chance" else mean(rows, pvariance(rows) + QUIET)

    def change(self, number: int, viewer: int | None, seat: int) -> Change:
        """Return what changes the value in a period, as measured."""
        rows = [self.worth(result[seat]) for result in self.values[number, viewer]]
        spread = share(rows).variance * len(rows) if self.unit == "chance" else pvariance(rows)
        # All luck to come is the spread of the results; this period has its part of it.
        usual = max(QUIET, spread / (len(self.places) - number))
        luck = Guess(0.0, usual)
        rolled = [
            self.rolled[at] for at, one in enumerate(self.story.runs) if one.period == number and at in self.rolled
        ]
        if self.judge.known and not self.as_known and self.judge.knows(seat):
            luck = Guess(
                sum(one.gained for one in rolled) * self.scale * self.sign(seat),
                usual * (1 - self.judge.fit) + sum(one.error for one in rolled) * self.scale**2,
            )
        parts = {True: Guess(), False: Guess()}
        for leaf in self.leaves:
            if leaf.stretch.period != number:
                continue
            own = leaf.stretch.seat == seat
            guess = leaf.guess(self.usual()) if leaf.pairs or leaf.fresh else Guess(0.0, usual)
            sign = 1 if own or self.together(leaf.stretch.seat, seat) else -1
            parts[own] = parts[own].plus(Guess(sign * guess.mean, guess.variance))
        if self.as_known and len(self.open) > 1:
            parts[False] = Guess(0.0, usual)  # what the others knew is not to be looked at
        return Change(luck, parts[True], parts[False])

    def together(self, one: int, other: int) -> bool:
        """Return whether two seats are on the same side."""
        seats, sides = self.match.game.seats, self.match.table.look.sides
        return sides.get(seats[one]) == sides.get(seats[other])

    def sign(self, seat: int) -> int:
        """Return 1 if a seat gains where the seat of the known value does, else -1."""
        return 1 if seat in self.judge.values or self.together(seat, self.judge.base) else -1

    def points(self, first: int, account: Account) -> list[Stand]:
        """Return the points of an account."""
        periods, found = self.story.periods, list[Stand]()
        sums = [0.0, 0.0, 0.0]
        for number in range(len(periods) + 1):
            ends = number == len(periods)
            period = periods[min(number, len(periods) - 1)]
            ply = len(self.match.record.log) if ends else period.ply
            if number < first:
                found.append(Stand(ply=ply, turn=period.turn, title=period.title))
                continue
            if number > first:
                change = account.changes[number - first - 1]
                for at, part in enumerate(change):
                    sums[at] += part.mean
            now = account.values[number - first]
            exact = ends and self.match.over
            found.append(
                Stand(
                    ply=ply,
                    turn=period.turn,
                    title=period.title,
                    value=now.mean,
                    error=0.0 if exact else now.variance**0.5,
                    luck=sums[0],
                    decisions=sums[1],
                    others=sums[2],
                    known=bool(account.changes) or ends,
                )
            )
        return found

    def mistakes(self, tested: list[Measured]) -> list[Costly]:
        """Return the stretches that cost more than chance can explain, the dearest first."""
        rows = [(gained(leaf.fresh, self.usual()), leaf) for leaf in tested]
        sure = sure_at(len(tested))
        rows = [
            (guess, leaf)
            for guess, leaf in rows
            if -guess.mean > sure * guess.variance**0.5 and amount(guess.mean, self.unit) and len(leaf.fresh) >= FRESH
        ]
        rows.sort(key=lambda row: (row[0].mean, row[1].stretch.ply))
        found = []
        for guess, leaf in rows[:MISTAKES]:
            stretch = leaf.stretch
            better, why = words.choice(stretch, self.match, self.staff)
            found.append(
                Costly(
                    **self.where(stretch),
                    played=words.played(stretch),
                    better=better,
                    lost=-guess.mean,
                    error=guess.variance**0.5,
                    why=words.figures(self.shown(leaf.fresh), self.unit, why),
                    plays=len(leaf.fresh),
                    reaction=stretch.reaction,
                    decisions=len(stretch.places),
                    line=None if self.as_known else words.better_line(stretch, self.match, self.staff),
                )
            )
        return found

    def praise(self, tested: list[Measured]) -> list[Better]:
        """Return the stretches that were better than the staff's choice, the best first."""
        rows = [(gained(leaf.fresh, self.usual()), leaf) for leaf in tested]
        sure = sure_at(len(tested))
        rows = [
            (guess, leaf)
            for guess, leaf in rows
            if guess.mean > sure * guess.variance**0.5 and amount(guess.mean, self.unit) and len(leaf.fresh) >= FRESH
        ]
        rows.sort(key=lambda row: (-row[0].mean, row[1].stretch.ply))
        return [
            Better(
                **self.where(leaf.stretch),
                played=words.played(leaf.stretch),
                staff=words.choice(leaf.stretch, self.match, self.staff)[0],
                gained=guess.mean,
                error=guess.variance**0.5,
                plays=len(leaf.fresh),
                decisions=len(leaf.stretch.places),
            )
            for guess, leaf in rows[:PRAISED]
        ]

    def shown(self, pairs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        """Return the values of pairs, which keep them without the zero of the unit."""
        zero = 0.5 if self.unit == "chance" else 0.0
        return [(was + zero, other + zero) for was, other in pairs]

    def where(self, stretch: Stretch) -> dict[str, Any]:
        """Return the place of a stretch in the game."""
        return {
            "ply": stretch.ply,
            "until": stretch.until,
            "turn": stretch.turn,
            "title": self.story.periods[stretch.period].title,
            "seat": self.match.game.seats[stretch.seat],
        }

    def dice(self, seat: int) -> Iterator[Die]:
        """Yield the rolls that counted most."""
        if not self.judge.knows(seat):
            return
        by = self.scale * self.sign(seat)
        rows = sorted(self.rolled.items(), key=lambda row: (-abs(row[1].gained), row[0]))
        for at, rolled in rows[:DICE]:
            run = self.story.runs[at]
            found = words.die(
                self.match,
                run,
                self.story.periods[run.period],
                self.match.game.seats[seat],
                rolled.gained * by,
                rolled.share,
            )
            if found is not None and amount(found.gained, self.unit):
                yield found


class Task(NamedTuple):
    """A job: a function that any process can run, what it is given after its number, and who takes its result."""

    work: Callable[..., Any]
    given: tuple[Any, ...]
    took: Callable[[Any], None]


def _done(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    return work(*given)


def pairs_in(tasks: Sequence[Task]) -> int:
    """Return the plays of tasks that compare stretches."""
    return sum(2 * len(task.given[1]) for task in tasks)


def unlike(pair: tuple[float, float]) -> bool:
    """Return whether a pair of plays ended differently."""
    return pair[0] != pair[1]


def seed_of(what: str) -> int:
    """Return the seed for a purpose. It does not depend on the game's seed, which is not to be known before its end."""
    return random.Random(f"review/{what}").getrandbits(53)


def blocks(what: str, plays: int) -> Iterator[list[int]]:
    """Yield the seeds of plays, in blocks for one job each."""
    seeds = [seed_of(f"{what}/{number}") for number in range(plays)]
    for start in range(0, plays, BLOCK):
        yield seeds[start : start + BLOCK]
