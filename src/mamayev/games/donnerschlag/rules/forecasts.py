"""The chances of each combat result by column, and the effect that a card would have (DON-T-CRT, DON-CARDWIN-04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product

from mamayev.engine.foretell import Forecast, Outcome, Throw
from mamayev.engine.position import Frame

from ..printed.cards import EVENTS, Event
from .combat_locals import Combat
from .effects import IN_COMBAT, possible
from .odds import BELOW, COLUMNS, column, modifiers, taking_part
from .position import Operation
from .results import BY_THE_LETTER, LAST_ROW, alarms

ORDER = ("1AR", "AR", "1A", BY_THE_LETTER, "--", "DR", "1DR", "2DR", "3DR")
"""The results from the worst for the attacker to the best."""

COUNTED = {"shift", "modifier", "strength", "river", "settlement", "no-tank-shift", "no-combined-arms"}
"""Effects that only change the strengths, the column or the die modifier. Such an effect does nothing if all three stay
the same."""


def column_name(n: int) -> str:
    """Return the name of a column."""
    return "below 1-1" if n == BELOW else COLUMNS[n]


def row(total: int) -> int:
    """DON-CRT-01: return the row of the results table for a modified die roll."""
    return min(max(total, 1), LAST_ROW) - 1


def chances(p: Operation, n: int, drm: int) -> tuple[Outcome, ...]:
    """DON-T-CRT: return the chance of each result in a column with the given die modifier."""
    if n == BELOW:
        return (Outcome(p.table.below_one_result, 1.0),)
    counts = Counter(p.table.results[row(die + drm)][n] for die in range(1, 7))
    return tuple(Outcome(code, counts[code] / 6) for code in ORDER if counts[code])


def stands(p: Operation, f: Frame, die: int) -> bool:
    """Return whether a combat roll is as good as possible for the attacker: no other roll gives a better result, and
    the defender draws no unit.
    """
    n, drm, _ = standing(p, f)
    found = [ORDER.index(p.table.results[row(face + drm)][n]) for face in range(1, 7)]
    return found[die - 1] == max(found) and not alarms(p, die + drm)


def standing(p: Operation, f: Frame) -> tuple[int, int, int]:
    """Return a combat's column after shifts, its die modifier, and the units that take part in the attack."""
    return column(p, f)[1], sum(one.value for one in modifiers(p, f)), taking_part(p, f)


def with_cards(p: Operation, events: Iterable[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the column, the die modifier and the attacking units with the events of cards in force."""
    there = p.copy()
    f = there.frame("combat")
    for c, number in events:
        f[Combat.force] |= 1 << c * EVENTS + number
    return standing(there, f)


def fulfilled(p: Operation, c: int, event: Event) -> bool:
    """DON-FLOW-05: return whether the condition of every effect of a card's event is met."""
    return all(possible(p, p.board.card_side[c], effect) for effect in event.effects)


def in_vain(p: Operation, c: int, number: int, event: Event) -> str:
    """DON-FLOW-05: return why an event would have no effect at the moment, or "" if it would have one."""
    if not fulfilled(p, c, event):
        return "Its condition is not met."
    if not {effect.kind for effect in event.effects} <= COUNTED:
        return ""
    now = standing(p, p.frame("combat"))
    return f"The combat would stay on {said(*now[:2])}." if with_cards(p, [(c, number)]) == now else ""


def vain_together(p: Operation, events: Iterable[tuple[int, int, Event]]) -> bool:
    """DON-CCARD-06: return whether a side's events, each of which has no effect at the moment, also have none together:
    two shifts can do what one alone cannot, because the column of a combat has its limits.
    """
    ways: dict[int, list[tuple[int, int]]] = {}
    for c, number, event in events:
        if fulfilled(p, c, event):  # so it is counted
            ways.setdefault(c, []).append((c, number))
    if len(ways) < 2:
        return True
    now = standing(p, p.frame("combat"))
    return all(with_cards(p, chosen) == now for chosen in product(*ways.values()))


def said(n: int, drm: int) -> str:
    """Return a column and a die modifier as short text."""
    return f"{column_name(n)}, die {drm:+d}" if drm else column_name(n)


def changed(p: Operation, c: int, number: int, event: Event, sure: bool) -> list[Forecast]:
    """Describe a combat with an event that changes its column or die. `sure`: the event needs no die roll."""
    if not {effect.kind for effect in event.effects} & IN_COMBAT or not p.inside("combat"):
        return []
    before, after = standing(p, p.frame("combat"))[:2], with_cards(p, [(c, number)])[:2]
    if before == after:
        return []
    die = "" if sure or not event.roll else f" if the card succeeds on {event.roll} or less"
    here = column_name(after[0]) if after[1] == before[1] else said(*after)
    title = f"the combat on {here} instead of {said(*before)}{die}"
    return [Forecast(title, chances(p, *after), throws=(Throw(title, (), chart="combat"),), next=True)]
