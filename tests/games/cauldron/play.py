"""Games from a chosen situation, with chosen dice and cards, for the tests of the rules."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from mamayev.engine.chance import Scripted
from mamayev.engine.match import Match
from mamayev.engine.refusal import Refusal

Numbers: TypeAlias = Any
"""A sequence of ints; not said to the type checker, so that set-up changes can be given as **{"unit.71st-inf": 39}."""

QUIET = (1, 19)
"""Cards for event and weather that change nothing."""
AVERAGE = (2, 2)
"""Dice on Table A that give Average twice while the SSI is 9 or 10."""


def game(
    dice: Numbers = (),
    cards: Numbers = (),
    *,
    options: Any = None,
    **start: Any,
) -> Match:
    """A game from the historical set-up with the changes of `start` (the keys of a script's [setup]), played on to its
    first decision. Where dice or cards run out it waits at that roll."""
    return Match.new("cauldron", seed=0, options=options, start=start, chance=Scripted(dice, cards))


def to_actions(
    dice: Numbers = (),
    cards: Numbers = (),
    *,
    strategic: Numbers = (*AVERAGE, 1),
    drawn: Numbers = QUIET,
    options: Any = None,
    **start: Any,
) -> Match:
    """A game played through the Strategic Phase, paying as much upkeep as can be paid, to the German Phase.

    `strategic` and `drawn` are the dice and cards of the Strategic Phase: in the historical set-up its defaults leave
    both commitments Average, bring one supply and change nothing else. `dice` and `cards` are what comes after it.
    """
    match = game((*strategic, *dice), (*drawn, *cards), options=options, **start)
    while match.decision is not None and match.decision.step == "strategic.upkeep":
        match.play([name for name in names(match) if name != "surrender"][-1])
    return match


def names(match: Match) -> list[str]:
    """The texts of the legal actions."""
    return [] if match.decision is None else [action.text for action in match.decision.actions]


def told(match: Match, kind: str, **fields: Any) -> list[Any]:
    """The events of a kind so far, those whose fields have these values."""
    return [
        event
        for event in match.events
        if event.kind == kind and all(getattr(event, name) == value for name, value in fields.items())
    ]


def modifiers(match: Match, table: str) -> dict[str, int]:
    """The modifiers of the last roll on a table: their reasons and values."""
    roll = told(match, "roll", table=table)[-1]
    return {line.text: line.value for line in roll.modifiers}


def refused(match: Match, action: str) -> tuple[str, ...]:
    """The clauses that an action is refused with; nothing changes by asking."""
    before = match.to_json()
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    assert match.to_json() == before
    assert not refusal.value.malformed, refusal.value.text
    return refusal.value.clauses


def play(match: Match, *actions: str) -> Match:
    """Play actions one after the other; returns the match."""
    for action in actions:
        match.play(action)
    return match
