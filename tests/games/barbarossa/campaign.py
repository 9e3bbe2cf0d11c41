"""Campaigns from a chosen situation, with chosen dice, for the tests of the rules.

Plain ground, no river, railway or city, all around F35: F32 to F39 is a row from west to east, E35 and E36 lie above
F35, G35 and G36 below it.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from mamayev.engine.chance import Scripted
from mamayev.engine.refusal import Refusal
from mamayev.games.barbarossa.printed.board import LOST, ours
from mamayev.match.match import Match

BOARD = ours()

Given: TypeAlias = Any
"""Not said to the type checker, so that changes of the setup can be given as **{"unit__ge-in-i": "lost"}."""

HOME = {"ge-in-liii": "X2", "ru-army-26": "A40"}
"""A unit of each side far away, so that nobody is without."""
PZ, PZ2, PZ3 = "ge-pz-iii", "ge-pz-xxiv", "ge-pz-xxxix"  # 8-8-6
IN, IN2, IN3, IN4 = "ge-in-i", "ge-in-ii", "ge-in-x", "ge-in-xxvi"  # 4-4-4
RES = "ge-in-xxiii"  # 5-5-4
HU = "hu-in-viii"  # 1-2-4
A4, A7, A9, A12 = "ru-army-4", "ru-army-7", "ru-army-9", "ru-army-12"  # 4-6-4
A3, A5, A6, A8 = "ru-army-3", "ru-army-5", "ru-army-6", "ru-army-8"  # 5-7-4
CAV, SHOCK = "ru-cav-2", "ru-shock-1"  # 2-3-6, 7-10-4
ARM = "ru-armor-1"  # 4-6-6


def begin(units: dict[str, str], dice: Given = (), turn: Given = 1, russian: Given = False, **more: Any) -> Match:
    """A match that begins with a month, these units alone on the board: the German player turn, or the Russian one.
    `options` are those of the game, all other words are changes of the setup with "__" for the dot."""
    options = more.pop("options", None)
    start: dict[str, Any] = {"turn": turn, "unit.all": "out"}
    start |= {f"unit.{unit}": place for unit, place in (HOME | units).items()}
    start |= {key.replace("__", "."): value for key, value in more.items()}
    if russian:
        start["player"] = "russian"
    return Match.new("barbarossa", seed=1, options=options, start=start, chance=Scripted(list(dice)))


def play(match: Match, *actions: str) -> Match:
    """Play some actions."""
    for action in actions:
        match.play(action)
    return match


def box(match: Match) -> tuple[str, str]:
    """Who is asked, and what."""
    assert match.decision is not None
    return match.decision.seat, match.decision.box


def go_on(match: Match, seat: str, name: str) -> Match:
    """Do as little as can be until a box asks a seat."""
    for _ in range(400):
        if box(match) == (seat, name):
            return match
        decision = match.decision
        assert decision is not None
        verbs = {verb.name for verb in match.table.notation.verbs}
        first = next(
            (
                v
                for v in ("arrived", "done", "propose", "halt", "stand-down")
                if v in verbs and any(a == v for a in quiet(match))
            ),
            None,
        )
        match.play(first or str(next(iter(decision.actions))))
    raise AssertionError(f"{seat} is never asked for {name}")


def quiet(match: Match) -> list[str]:
    """The actions that name no unit."""
    p: Any = match.position
    return [p.name(code) for code in p.choices(None)]


def refused(match: Match, action: str) -> tuple[str, ...]:
    """The clauses for which an action is refused."""
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    assert not refusal.value.malformed
    return refusal.value.clauses


def at(match: Match, unit: str) -> str:
    """Where a unit stands."""
    p: Any = match.position
    h = p.at[BOARD.unit[unit]]
    return BOARD.grid.ids[h] if h < LOST else "lost" if h == LOST else "beside the map"


def ends(match: Match, unit: str, verb: str = "move") -> set[str]:
    """Where a unit may go now."""
    p: Any = match.position
    found = set()
    for code in p.choices(BOARD.unit[unit]):
        words = p.name(code).split()
        if words[0] == verb:
            found.add(words[-1])
    return found


def verbs(match: Match) -> set[str]:
    """The verbs that are open now."""
    assert match.decision is not None
    return {str(action).split()[0] for action in match.decision.actions} - {"resign"}


def offered(match: Match, verb: str) -> set[str]:
    """The units that a verb may name now."""
    assert match.decision is not None
    rows = [str(action).split() for action in match.decision.actions]
    return {row[1] for row in rows if row[0] == verb}


def told(match: Match, clause: str) -> list[str]:
    """What the record of play says by a clause."""
    return [event.text for event in match.events if clause in event.clauses]


def factors(unit: str) -> str:
    """As printed."""
    return BOARD.units[BOARD.unit[unit]].factors
