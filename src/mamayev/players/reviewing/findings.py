"""The measurements that a review has made so far, and the result based on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from statistics import NormalDist, fmean, pvariance
from typing import Any

from mamayev.engine.refusal import Refusal
from mamayev.match.line import line_of
from mamayev.match.match import Match
from mamayev.match.reviewed import Better, Costly, Die, Review, SeatReview, Stand, Unit
from mamayev.story.history import history

from ..bots import names
from . import words
from .account import Account, Change, Guess, fitted, mean, share
from .plays import Judge, Rolled, Sifted, staff_of, value
from .story import Stretch, story_of

MISTAKES, PRAISED, DICE = 5, 3, 3
"""Maximum numbers of mistakes, better decisions and rolls in a seat's result."""
FALSE = 0.05
"""The chance of a false alarm in a game where the seat plays like the staff."""
SURE = 2.0
"""The minimum size of a mistake, in standard errors."""
FRESH = 16
"""The number of fresh pairs of playouts in a round, and the minimum number for a result."""
SMALLEST: dict[Unit, float] = {"chance": 0.005, "points": 0.1}
"""The minimum gain or loss for a decision or roll in the result."""
NORMAL = 30
"""The number of unequal pairs above which their mean is treated as normally distributed."""
QUIET = 1e-6
"""Minimum variance of luck in a period."""


def sure_at(tests: int) -> float:
    """Return the number of standard errors beyond which a difference is significant, if this many are tested
    (Bonferroni)."""
    return max(SURE, NormalDist().inv_cdf(1 - FALSE / max(1, tests)))


class Measured:
    """A stretch with its pairs of values, as played and with the staff's choice. Some are from screening, and some are
    from fresh dice.
    """

    def __init__(self, stretch: Stretch) -> None:
        self.stretch = stretch
        self.places = [stretch.ply + place for place in stretch.places]
        self.pairs: list[tuple[float, float]] = []
        self.fresh: list[tuple[float, float]] = []

    def guess(self, usual: float) -> Guess:
        """Return its gain, from the screening or, if there are at least as many fresh playouts, from those."""
        pairs = self.fresh if len(self.fresh) >= max(FRESH, len(self.pairs)) else self.pairs
        return gained(pairs, usual)


def gained(pairs: Sequence[tuple[float, float]], usual: float) -> Guess:
    """Return the mean gain of the actions played over the staff's choice."""
    return mean([was - better for was, better in pairs], usual)


def beyond_chance(pairs: Sequence[tuple[float, float]], guess: Guess, tests: int, sign: int) -> bool:
    """Return whether the actions played gained (`sign` 1) or lost (-1) more than chance explains, if this many
    stretches are tested. This uses the mean and, if few pairs are unequal, also a sign test, because their mean is not
    normally distributed."""
    unequal = [was > better for was, better in pairs if was != better]
    against = sum(up != (sign > 0) for up in unequal)
    luck = sum(math.comb(len(unequal), k) for k in range(against + 1)) / 2 ** len(unequal)
    even = len(unequal) >= NORMAL or luck < FALSE / max(1, tests)
    return even and sign * guess.mean > sure_at(tests) * math.sqrt(guess.variance)


class Findings:
    """The measurements of a review: playouts, rolls and comparisons, by part of the game."""

    def __init__(self, match: Match, seat: str | None, met: Callable[[int], object] = lambda _ply: None) -> None:
        self.match = match
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
        self.story = story_of(match, self.staff, self.seats if self.as_known else self.open, met)
        if not self.story.periods:
            raise Refusal("The game has no turns to review.", field="record")
        self.ended = not self.story.end.frames
        self.unit: Unit = self._unit()
        self.scale = 0.5 if self.unit == "chance" else 1.0
        self.judge = Judge(game, opposite=self.unit == "chance")
        self.lucky = self.judge
        """The value function for luck, which may be learned from this review's playouts."""
        self.places = [period.position for period in self.story.periods]
        if not self.ended:
            self.places.append(self.story.end)
        self.values: dict[tuple[int, int | None], list[list[float]]] = {}
        self.rolled: dict[int, Rolled] = {}
        self.sifted: dict[int, Sifted] = {}
        self.leaves = [Measured(stretch) for stretch in self.story.stretches]
        self.plays, self.budget, self.whole = 0, 0, False
        self.history = history(match, match.game.seats[self.seats[0]] if self.as_known else None)

    def _unit(self) -> Unit:
        """Return the unit of the results, based on the end of the game, or on one playout."""
        p = self.story.end.copy()
        table = p.table
        results = [table.returns(p)] if not p.frames else value(0, p, self.open[0], [0], watched=False).results
        points = not p.frames and (table.result(p) or {}).get("points") is not None
        signs = all(worth in (-1.0, 0.0, 1.0) for row in results for worth in row)
        return "chance" if signs and not (points and len(self.open) == 1) else "points"

    def usual(self) -> float:
        """Return the mean squared difference of a pair, over all stretches."""
        rows = [(was - better) ** 2 for leaf in self.leaves for was, better in leaf.pairs]
        return fmean(rows) if rows else 0.0

    # -------------------------------------------------------------- the result

    def so_far(self) -> Review:
        """Return the results so far."""
        looked = {place for leaf in self.leaves if leaf.pairs for place in leaf.places}
        return Review(
            game=self.match.game.name,
            rules=self.match.game.version,
            plies=len(self.match.record.log),
            seats=tuple(self.seat(seat) for seat in self.seats),
            history=self.history,
            looked=len(looked),
            different=sum(self.story.different.values()),
            decisions=sum(self.story.decisions.values()),
            plays=self.plays,
            budget=self.budget,
            complete=self.whole,
            mamayev=version("mamayev"),
            line=line_of(self.match.record.log),
            staff=names(self.match.game)[0],
        )

    def seat(self, seat: int) -> SeatReview:
        """Return the review for a seat."""
        first, played = self.account(seat)
        account = self.resigned(seat, played)
        gave_up = sum(one.decisions.mean for one in played.changes) - sum(one.decisions.mean for one in account.changes)
        points = self.points(first, account)
        name, last, begins = self.match.game.seats[seat], points[-1], points[min(first, len(points) - 1)]
        tested = [leaf for leaf in self.leaves if leaf.fresh and leaf.stretch.seat == seat]
        mistakes = self.mistakes(tested)
        luck, decisions = last.luck, last.decisions
        known, on_time = first < len(points) - 1, self.match.record.on_time
        blamed = bool(mistakes or gave_up) or not (self.ended or self.gives_up)
        since = begins.title if known and first else ""
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
            since=since,
            sentence=words.told(luck, decisions, last.others, self.unit, blamed=blamed, since=since)
            + words.resignation(gave_up, self.unit, on_time=on_time)
            if known
            else "",
            resigned=gave_up,
            on_time=on_time and gave_up != 0,
            mistakes=tuple(mistakes),
            better=tuple(self.praise(tested)),
            dice=tuple(self.dice(seat)),
            rest=decisions + gave_up + sum(one.lost for one in mistakes),
            made=self.story.decisions.get(seat, 0),
            as_known=self.as_known,
        )

    def won(self, seat: int) -> bool | None:
        """Return whether a seat's side has won, or None if there is no winner."""
        winner = (self.match.result or {}).get("winner")
        sides = self.match.table.look.sides
        if winner not in self.match.game.seats:
            return None
        return sides.get(winner) == sides.get(self.match.game.seats[seat])

    def account(self, seat: int) -> tuple[int, Account]:
        """Return the number of the first known point, and the account from there. The account is empty if nothing is
        known.
        """
        viewer = seat if self.as_known else None
        known = [number for number in range(len(self.places)) if (number, viewer) in self.values]
        last = len(self.story.periods)
        if self.ended:
            ends = Guess(self.worth(self.story.end.table.returns(self.story.end)[seat]))
        elif last in known:
            ends = self.measured(last, viewer, seat)
        else:
            return last + 1, Account([], [])
        first = min(known, default=last)
        values = [self.measured(number, viewer, seat) for number in range(first, last)]
        changes = [self.change(number, viewer, seat) for number in range(first, last)]
        high = 1.0 if self.unit == "chance" else float("inf")
        low = 0.0 if self.unit == "chance" else -high
        return first, fitted([*values, ends], changes, low, high)

    @property
    def gives_up(self) -> bool:
        """Whether the game ended by a resignation or a loss on time that decides it. Points are not decided by it."""
        return self.story.resigned is not None and self.unit == "chance"

    def resigned(self, seat: int, account: Account) -> Account:
        """Return the account of a game that ended by resignation, which counts as a decision of that seat."""
        if not self.gives_up or not account.changes:
            return account
        last, change = account.values[-1], account.changes[-1]
        end = Guess(1.0 if self.won(seat) else 0.0)
        by = Guess(end.mean - last.mean)
        own = self.story.resigned == seat
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
        """Return the value of a point in the game, from playouts."""
        rows = [self.worth(result[seat]) for result in self.values[number, viewer]]
        return share(rows) if self.unit == "chance" else mean(rows, pvariance(rows) + QUIET)

    def spread(self, number: int, viewer: int | None, seat: int) -> float:
        """Return the variance of the playouts' results from a point in the game."""
        rows = [self.worth(result[seat]) for result in self.values[number, viewer]]
        return share(rows).variance * len(rows) if self.unit == "chance" else pvariance(rows) + QUIET

    def change(self, number: int, viewer: int | None, seat: int) -> Change:
        """Return the measured changes of the value in a period. The spread of the results comes from the luck in all
        remaining periods, and each period gets its share. If the game is already decided, there is no spread, so
        neither luck nor decisions can be large. Without a roll or draw, there is no luck.
        """
        here = self.spread(number, viewer, seat)
        usual = max(QUIET, here / (len(self.places) - number))
        luck = Guess(0.0, usual) if self.rolls_in(number) else Guess()
        rolled = [one for at, one in self.rolled.items() if self.story.runs[at].period == number]
        if rolled and self.lucky.knows(seat):
            most = max(self.spread(at, who, seat) for at, who in self.values if who == viewer) / len(self.places)
            noise = most * (1 - self.lucky.fit) + sum(one.error for one in rolled) * self.scale**2
            found = sum(one.gained for one in rolled) * self.scale * self.sign(seat)
            luck = Guess(found * usual / (usual + noise), usual * noise / (usual + noise))
        parts, pair = {True: Guess(), False: Guess()}, min(self.usual(), here)
        for leaf in self.leaves:
            if leaf.stretch.period != number:
                continue
            own = leaf.stretch.seat == seat
            guess = leaf.guess(pair) if leaf.pairs or leaf.fresh else Guess(0.0, usual)
            sign = 1 if own or self.together(leaf.stretch.seat, seat) else -1
            parts[own] = parts[own].plus(Guess(sign * guess.mean, guess.variance))
        if self.as_known and len(self.open) > 1:
            parts[False] = Guess(0.0, usual)  # what the others knew is not to be looked at
        return Change(luck, parts[True], parts[False])

    def rolls_in(self, number: int) -> bool:
        """Return whether anything is rolled or drawn in a period. A run of chance can begin in an earlier one."""
        plies = [*(period.ply for period in self.story.periods), len(self.match.record.log)]
        return any(run.ply < plies[number + 1] and run.until > plies[number] for run in self.story.runs)

    def together(self, one: int, other: int) -> bool:
        """Return whether two seats are on the same side."""
        seats, sides = self.match.game.seats, self.match.table.look.sides
        return sides.get(seats[one]) == sides.get(seats[other])

    def sign(self, seat: int) -> int:
        """Return 1 if a seat gains when the seat with the known value gains, else -1."""
        return 1 if seat in self.lucky.values or self.together(seat, self.lucky.base) else -1

    def points(self, first: int, account: Account) -> list[Stand]:
        """Return the values at the points of an account, as data."""
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
            exact = ends and (self.ended or self.gives_up)
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
                    known=True,
                )
            )
        return found

    def told_of(self, tested: list[Measured], sign: int) -> list[tuple[Guess, Measured]]:
        """Return the stretches that gained (`sign` 1) or cost (-1) more than chance can explain, the largest first."""
        usual, tests = self.usual(), len(tested)
        rows = [(gained(leaf.fresh, usual), leaf) for leaf in tested]
        rows = [
            (guess, leaf)
            for guess, leaf in rows
            if abs(guess.mean) >= SMALLEST[self.unit] and beyond_chance(leaf.fresh, guess, tests, sign)
        ]
        return sorted(rows, key=lambda row: (-sign * row[0].mean, row[1].stretch.ply))

    def mistakes(self, tested: list[Measured]) -> list[Costly]:
        """Return the stretches that cost more than chance can explain, the costliest first."""
        found = []
        for guess, leaf in self.told_of(tested, -1)[:MISTAKES]:
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
                    line=words.better_line(stretch, self.match, self.staff) if self.tells_dice(stretch) else None,
                )
            )
        return found

    def tells_dice(self, stretch: Stretch) -> bool:
        """Return whether the report may show the remaining dice of a stretch's turn: not while they can still be
        rolled."""
        now = self.match.position
        return not self.as_known and (self.match.over or stretch.turn != now.table.turn(now))

    def praise(self, tested: list[Measured]) -> list[Better]:
        """Return the stretches that were better than the staff's choice, the best first."""
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
            for guess, leaf in self.told_of(tested, 1)[:PRAISED]
        ]

    def shown(self, pairs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        """Return the values of pairs, which are stored without the zero point of the unit."""
        zero = 0.5 if self.unit == "chance" else 0.0
        return [(was + zero, other + zero) for was, other in pairs]

    def where(self, stretch: Stretch) -> dict[str, Any]:
        """Return the position of a stretch in the game."""
        return {
            "ply": stretch.ply,
            "until": stretch.until,
            "turn": stretch.turn,
            "title": self.story.periods[stretch.period].title,
            "seat": self.match.game.seats[stretch.seat],
        }

    def dice(self, seat: int) -> Iterator[Die]:
        """Yield the rolls that mattered most."""
        if not self.lucky.knows(seat):
            return
        by, name = self.scale * self.sign(seat), self.match.game.seats[seat]
        rows = sorted(self.sifted.items(), key=lambda row: (-abs(row[1].gained), row[0]))
        for at, one in rows[:DICE]:
            run = self.story.runs[at]
            period = self.story.periods[run.period]
            found = words.die(self.match, one.ply, run.until, period, name, one.gained * by, one.chance)
            if found is not None and abs(found.gained) >= SMALLEST[self.unit]:
                yield found
