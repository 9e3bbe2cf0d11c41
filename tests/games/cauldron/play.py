"""Games from a chosen situation, with chosen dice and cards, for the tests of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import pytest

from mamayev.engine.chance import Scripted
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.games.cauldron.rules.table import CauldronTable
from mamayev.match.match import Match

Numbers: TypeAlias = Any
"""A sequence of ints; not said to the type checker, so that setup changes can be given as **{"unit.71st-inf": 39}."""

QUIET = (1, 19)
"""Cards for event and weather that change nothing."""
AVERAGE = (2, 2)
"""Dice on Table A that give Average twice while the SSI is 9 or 10."""


def game(
    dice: Numbers = (),
    cards: Numbers = (),
    *,
    options: Any = None,
    edition: Any = None,
    **start: Any,
) -> Match:
    """A game from the historical setup with the changes of `start` (the keys of a script's [setup]), played on to its
    first decision. Where dice or cards run out it waits at that roll."""
    return Match.new("cauldron", seed=0, edition=edition, options=options, start=start, chance=Scripted(dice, cards))


def to_actions(
    dice: Numbers = (),
    cards: Numbers = (),
    *,
    strategic: Numbers = (*AVERAGE, 1),
    drawn: Numbers = QUIET,
    options: Any = None,
    edition: Any = None,
    **start: Any,
) -> Match:
    """A game played through the Strategic Phase, paying as much upkeep as can be paid, to the German Phase.

    `strategic` and `drawn` are the dice and cards of the Strategic Phase: in the historical setup its defaults leave
    both commitments Average, bring one supply and change nothing else. `dice` and `cards` are what comes after it.
    """
    match = game((*strategic, *dice), (*drawn, *cards), options=options, edition=edition, **start)
    while match.decision is not None and match.decision.step == "strategic.upkeep":
        match.play(choices(match)[-1])
    return match


def names(match: Match) -> list[str]:
    """The texts of the legal actions; that play may stop before each roll is no part of the question."""
    return [] if match.decision is None else [a.text for a in match.decision.actions if a.text != "stop"]


def card_of(match: Match, number: int) -> str:
    """The draw of a card with this Random Number from the deck as it stands."""
    table, deck = match.table, match.position.deck  # type: ignore[attr-defined]
    assert isinstance(table, CauldronTable)
    return next(f"card {card.id}" for card in table.components.cards if card.random == number and deck >> card.id & 1)


def told(match: Match, kind: str, **fields: Any) -> list[Any]:
    """The events of a kind so far, those whose fields have these values."""
    return [
        event
        for event in match.events
        if event.kind == kind and all(getattr(event, name) == value for name, value in fields.items())
    ]


def modifiers(match: Match, chart: str) -> dict[str, int]:
    """The modifiers of the last roll on a chart: their reasons and values."""
    roll = told(match, "roll", chart=chart)[-1]
    return {line.text: line.value for line in roll.modifiers}


def refused(match: Match, action: str) -> tuple[str, ...]:
    """The clauses that an action is refused with; nothing changes by asking."""
    before = match.to_json()
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    assert match.to_json() == before
    assert not refusal.value.malformed, refusal.value.text
    return refusal.value.clauses


def refusal(match: Match, action: str) -> str:
    """The sentence that an action is refused with."""
    with pytest.raises(Refusal) as found:
        match.play(action)
    return found.value.text


def play(match: Match, *actions: str) -> Match:
    """Play actions, rolls ("die 4") and draws ("card 7") among them; after each the game's invariants hold."""
    for action in actions:
        match.play(action)
        broken = [one.clause for one in match.table.invariants if not one.holds(match.position)]
        assert not broken, (action, broken)
    return match


def choices(match: Match) -> list[str]:
    """The legal actions that the question is about: none that is open at any time."""
    if match.decision is None or match.decision.chance:
        return names(match)
    p = match.position
    return [p.name(code) for code in p.box.options(p, p.frames[-1])]


def to_soviet(*actions: str, drawn: Numbers = QUIET, options: Any = None, **start: Any) -> Match:
    """A game played to the first draw or attack of the Soviet Phase, and on by `actions`.

    Both commitments are Average whatever the SSI, the German Phase passes without an Action, the relief force stays
    where it is. Unless a supply is given, upkeep takes all of it, so that no battlegroup can be made.
    """
    if "supply" not in start:
        facts = game(options=options, **start).facts()
        brought = int(facts["german_47"] and facts["german_52"])  # Nothing is flown in with an airfield lost.
        start["supply"] = max(0, -(-facts["units"] // 5) - brought)
    ssi = start.get("ssi", 10)
    average = 2 if ssi >= 9 else 3 if ssi >= 7 else 4 if ssi == 6 else 5 if ssi == 5 else 6
    match = to_actions(strategic=(average, average, 1), drawn=drawn, options=options, **start)
    play(match, "end-actions")
    if match.decision is not None and match.decision.chance == "":
        play(match, choices(match)[0])
    return play(match, "die 2", *actions)


def pass_soviet(match: Match) -> Match:
    """Let every Soviet attack that is left miss; there are never more of them than areas."""
    for _ in range(64):
        if match.decision is None or match.decision.box != "soviet.attacks.choose":
            return match
        play(match, choices(match)[0])
        if match.decision is not None and match.decision.box == "soviet.roll":
            play(match, "die 1")
    raise AssertionError("the Soviet Phase does not end")


def pocket(held: Mapping[int, Sequence[str]], vacant: Iterable[int] = ()) -> dict[str, Any]:
    """Setup changes for an army of a few units: `held` names them by area; besides these areas and the `vacant` ones
    nothing is German-controlled."""
    table = find("cauldron").table()
    assert isinstance(table, CauldronTable)
    places = {unit: area for area, units in held.items() for unit in units}
    start: dict[str, Any] = {f"unit.{unit.id}": places.get(unit.id, 0) for unit in table.components.units}
    kept = {*held, *vacant}
    for area in table.components.areas:
        if area is not None and area.inside:
            start[f"german_{area.number}"] = area.number in kept
    return start


def on(match: Match) -> Match:
    """On to the next Actions: no battlegroups in the Soviet Phase, and as much upkeep paid as can be."""
    while match.decision is not None and not match.decision.chance:
        if "end-phase" in names(match):
            play(match, "end-phase")
        elif match.decision.step == "strategic.upkeep":
            play(match, choices(match)[-1])
        else:
            break
    return match
