"""The effects of dice before the roll: the faces with their results, and the chances of an action.

The engine computes these by playing on copies of the position, so each rule is written only once, in its box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from .event import Journal, ModifierLine, Roll
from .notation import ARG, MASK
from .state import CHANCE, OVER, State

BRANCHES = 4000
"""Maximum number of different positions that a forecast follows."""


class Face(msgspec.Struct, omit_defaults=True):
    """The effect of one die face, in the words of the roll's event."""

    die: int
    total: int
    result: str
    row: int | None = None
    column: int | None = None


class Total(msgspec.Struct):
    """A possible total of several dice read together, with its chance from 0 to 1, and its effect."""

    total: int
    result: str
    chance: float


class Throw(msgspec.Struct, omit_defaults=True):
    """A die with all its faces.

    `count`: the number of identical dice. `start`: the column before the `shifts`. Dice that are read together have no
    `faces`. They have `totals` instead, unless one total can have several results.
    """

    title: str
    faces: tuple[Face, ...]
    chart: str = ""
    count: int = 1
    modifiers: tuple[ModifierLine, ...] = ()
    start: int | None = None
    shifts: tuple[ModifierLine, ...] = ()
    spaces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    totals: tuple[Total, ...] = ()


def throw_of(title: str, results: Iterable[str], chart: str) -> Throw:
    """Return a die by the result of each face, from 1 on, without modifiers."""
    return Throw(title, tuple(Face(n, n, result) for n, result in enumerate(results, 1)), chart)


class Outcome(msgspec.Struct):
    """A possible result with its chance from 0 to 1."""

    text: str
    chance: float


class Setting(msgspec.Struct, omit_defaults=True):
    """The chances for one value of a number that the player sets, such as "2 supply".

    `now`: whether it is the current value.
    """

    text: str
    outcomes: tuple[Outcome, ...]
    now: bool = False


class Trade(msgspec.Struct):
    """The expected losses in an attack and in all battles that it leads to, counted as the rules count them. `kills`:
    the enemy's losses. `costs`: the attacker's own. `chance`: the chance, from 0 to 1, that the target is taken. If
    `enters` is false, no attacker can enter the target at once, and this is the chance that it is cleared.
    """

    kills: float
    costs: float
    chance: float
    enters: bool


class Forecast(msgspec.Struct, omit_defaults=True):
    """The known facts about a coming roll.

    `outcomes`: the overall chance of each result, in words. `throws`: the dice. `settings`: the chances for each number
    that the player can set. `guess`: whether these are the seat's estimates, because the true chances depend on hidden
    information. `next`: whether this is only the next roll, and does not belong to the action. `trade`: the expected
    losses.
    """

    title: str
    outcomes: tuple[Outcome, ...]
    throws: tuple[Throw, ...] = ()
    settings: tuple[Setting, ...] = ()
    spaces: tuple[str, ...] = ()
    guess: bool = False
    next: bool = False
    trade: Trade | None = None


def throw(p: State, seat: str | None = None) -> Throw | None:
    """Return the die roll that a position waits for. Return None if a face alone means nothing to this seat, because
    there are several dice or the seat does not see the roll. `seat`: None for a viewer without a seat.
    """
    rolls = [_told(p, outcome, seat)[1] for outcome, _ in p.actions()]
    told = [roll for roll in rolls if roll is not None]
    if not told or len(told) < len(rolls):
        return None
    first = told[0]
    same = all(roll.modifiers == first.modifiers for roll in told)
    shifted = first.start is not None and all((r.start, r.shifts) == (first.start, first.shifts) for r in told)
    numbers = [outcome >> ARG & MASK for outcome, _ in p.actions()]
    return Throw(
        first.title,
        tuple(Face(n, r.total, r.result, r.row, r.column) for n, r in zip(numbers, told, strict=True)),
        chart=first.chart,
        modifiers=first.modifiers if same else (),
        start=first.start if shifted else None,
        shifts=first.shifts if shifted else (),
        spaces=tuple(name for name in first.spaces if all(name in roll.spaces for roll in told)),
        pieces=tuple(name for name in first.pieces if all(name in roll.pieces for roll in told)),
    )


def forecast(p: State, seat: str | None = None) -> Forecast | None:
    """Return the roll that a position waits for, with one or several dice. Return None if there is no roll, or if no
    player can see it.
    """
    if not awaits_die(p):
        return None
    box = p.frames[-1][0]
    layer: list[tuple[State, float]] = [(p, 1.0)]
    chances: dict[str, float] = {}
    sums: dict[tuple[int, str], float] = {}
    last: Roll | None = None
    dice = 0
    while layer:
        dice += 1
        thrown: list[tuple[State, float]] = []
        for here, chance in layer:
            for outcome, share in _shares(here):
                there, roll = _told(here, outcome, seat)
                if roll is not None:
                    last = roll
                    chances[roll.result] = chances.get(roll.result, 0.0) + chance * share
                    key = (roll.total, roll.result)
                    sums[key] = sums.get(key, 0.0) + chance * share
                elif awaits_die(there) and there.frames[-1][0] == box:
                    thrown.append((there, chance * share))
                else:
                    return None
        layer = merged(thrown)
        if len(layer) > BRANCHES:
            return None
    assert last is not None
    alone = throw(p, seat) if dice == 1 else None
    plain = len({total for total, _ in sums}) == len(sums)
    totals = tuple(Total(*key, sums[key]) for key in sorted(sums)) if plain and not alone else ()
    return Forecast(
        last.title,
        tuple(Outcome(text, chance) for text, chance in chances.items()),
        throws=(alone or Throw(last.title, (), chart=last.chart, count=dice, totals=totals),),
        spaces=alone.spaces if alone else last.spaces,
    )


def chances(
    p: State, tell: Callable[[Any], str | None], choose: Callable[[Any], int | None] = lambda p: None
) -> tuple[Outcome, ...]:
    """Return the chances of the results that `tell` names for the positions after the dice.

    `tell` returns None while there are more dice to roll.

    This function enumerates all dice results. At a decision, `choose(p)` returns the action. The result is empty if a
    branch cannot continue (there is no action, or a card or lot comes first), or if there are too many branches.
    """
    layer: list[tuple[State, float]] = [(p, 1.0)]
    found: dict[str, float] = {}
    while layer:
        on: list[tuple[State, float]] = []
        for here, chance in layer:
            text = tell(here)
            if text is not None:
                found[text] = found.get(text, 0.0) + chance
                continue
            if awaits_die(here):
                outcomes = _shares(here)
            else:
                action = None if here.seat in (CHANCE, OVER) else choose(here)
                if action is None:
                    return ()
                outcomes = [(action, 1.0)]
            for outcome, share in outcomes:
                there = here.copy()
                there.apply(outcome)
                on.append((there, chance * share))
        layer = merged(on)
        if len(layer) > BRANCHES:
            return ()
    return tuple(Outcome(text, chance) for text, chance in found.items())


def merged(ways: list[tuple[State, float]]) -> list[tuple[State, float]]:
    """Return positions with their chances, merging equal positions."""
    if len(ways) < 2:
        return ways
    found: dict[str, tuple[State, float]] = {}
    for p, chance in ways:
        key = repr((p.to_data(), p.frames))
        known = found.get(key)
        found[key] = (p, chance if known is None else known[1] + chance)
    return list(found.values())


def averaged(samples: list[list[Forecast]]) -> list[Forecast]:
    """Merge the forecasts of several determinizations into one list. If the forecasts differ, the result is a guess."""
    titles = list(dict.fromkeys(one.title for row in samples for one in row))
    found = []
    for title in titles:
        rows = [one for row in samples for one in row if one.title == title]
        first = rows[0]
        if len(rows) == len(samples) and all(one == first for one in rows):
            found.append(first)
            continue
        alike = len(rows) == len(samples)
        settings = [one.settings for one in rows]
        names = [tuple(setting.text for setting in row) for row in settings]
        found.append(
            Forecast(
                title,
                _mean([one.outcomes for one in rows], len(samples)),
                throws=first.throws if alike and all(one.throws == first.throws for one in rows) else (),
                settings=tuple(
                    Setting(same[0].text, _mean([one.outcomes for one in same], len(samples)), same[0].now)
                    for same in zip(*settings, strict=True)
                )
                if alike and all(row == names[0] for row in names)
                else (),
                spaces=tuple(space for space in first.spaces if all(space in one.spaces for one in rows)),
                guess=True,
                next=first.next,
                trade=first.trade if alike and all(one.trade == first.trade for one in rows) else None,
            )
        )
    return found


def _mean(rows: list[tuple[Outcome, ...]], number: int) -> tuple[Outcome, ...]:
    """Return the mean chances in `number` samples. A sample without a row counts as “no roll”."""
    sums: dict[str, float] = {}
    for row in rows:
        for one in row:
            sums[one.text] = sums.get(one.text, 0.0) + one.chance / number
    if len(rows) < number:
        sums["no roll"] = 1 - len(rows) / number
    return tuple(Outcome(text, chance) for text, chance in sums.items())


def awaits_die(p: State) -> bool:
    """Return whether a position waits for a die."""
    return bool(p.frames) and p.table.boxes[p.frames[-1][0]].chance == "die"


def _shares(p: State) -> list[tuple[int, float]]:
    """Return the outcomes of the die that a position waits for, each with its chance."""
    outcomes = p.actions()
    weight = sum(w for _, w in outcomes)
    return [(outcome, w / weight) for outcome, w in outcomes]


def _told(p: State, outcome: int, seat: str | None) -> tuple[State, Roll | None]:
    """Return the position after an outcome of chance, and the roll as this seat sees it."""
    there, journal = p.copy(), Journal()
    there.journal = journal
    there.apply(outcome)
    there.journal = None
    return there, next((e for e in journal.events if isinstance(e, Roll) and e.seen_by(seat)), None)
