"""Many like questions answered at once: the rest in an order that is shown."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from mamayev.engine.position import Position
from mamayev.match.match import Match

from .play import AVERAGE, QUIET, choices, game, names, play, to_actions, told

CLICKS = ("soviet.attacks.choose", "soviet.units.choose", "strategic.upkeep.name")


def note_of(match: Match, text: str) -> str:
    assert match.decision is not None
    return next(action.get("note", "") for action in match.decision.to_data()["actions"] if action["text"] == text)


def shown_pieces(p: Position) -> dict[str, tuple[str, str]]:
    """Where each piece stands, and its face."""
    return {one.id: (one.at, one.face) for one in p.table.look.picture(p, 0).pieces}


@pytest.mark.rule("CAU-FLOW-44", "CAU-SOVATK-01")
def test_the_rest_of_the_soviet_attacks_goes_in_the_order_shown() -> None:
    match = play(to_actions((2, 1, 6, *(1,) * 20), (3, 7), supply=4), "end-actions", "resolve 24 25")
    shown = [pair.split(" from ") for pair in note_of(match, "rest").split(", ")]
    assert [area for area, _ in shown] == sorted((area for area, _ in shown), key=int)
    assert list(match.table.look.picture(match.position, 0).queue) == [area for area, _ in shown]
    play(match, "rest")
    # The first of them is a defeat: it is asked what is lost, then the others follow by themselves.
    assert match.decision is not None
    assert match.decision.box == "soviet.loss"
    for name in choices(match):
        there = match.position.copy()
        there.apply(match.table.notation.parse(name))
        stood, stand = shown_pieces(match.position), shown_pieces(there)
        changed = {one: stand.get(one, ("", "")) for one in stood | stand if stood.get(one) != stand.get(one)}
        foretold = match.decision.foretell(name)
        assert {one.id: (one.at, one.face) for one in foretold.pieces} == changed != {}
        assert [(roll.next, list(roll.spaces)) for roll in foretold.rolls] == [(True, shown[1])], "not for this loss"
    play(match, next(name for name in choices(match) if name.startswith(("lose", "absorb"))))
    rolled = [list(roll.spaces) for roll in told(match, "roll", chart="G")[1:]]
    assert match.table.look.picture(match.position, 0).queue == ()
    assert rolled == shown
    assert match.position.in_order == 0  # type: ignore[attr-defined]


@pytest.mark.rule("CAU-FLOW-44", "CAU-UPK-05")
def test_the_hungry_are_named_at_once_those_first_who_cannot_be_lost() -> None:
    match = play(game((*AVERAGE, 1, 1), QUIET, supply=4), "pay 2")
    assert match.decision is not None
    assert [verb["verb"] for verb in match.decision.to_data()["verbs"] if verb.get("several")] == ["starve"]
    note = note_of(match, "rest")
    assert note.startswith("6th Army HQ, ")
    assert note.count(",") == 11
    play(match, "rest")
    assert told(match, "roll", chart="C")[-1].modifiers[0].text == "12 unsupplied units"
    assert match.decision is not None
    assert match.decision.box == "german.actions"


def clicks(seed: int, *, shortcuts: bool) -> Counter[str]:
    """The clicks at the long questions of a random game that takes the shortcuts, or none."""
    match, rng, found = Match.new("cauldron", seed=seed), random.Random(seed), Counter[str]()
    while match.decision is not None and sum(found.values()) < 1000:
        box = match.decision.box
        if box in CLICKS:
            found[box] += 1
            if shortcuts and "rest" in names(match):
                match.play("rest")
                continue
        options = choices(match)
        match.play(match.position.name(match.position.draw(rng.random)) if len(options) > 1 else options[0])
    return found


def test_a_long_game_takes_a_third_of_the_clicks_at_most() -> None:
    plain, short = Counter[str](), Counter[str]()
    for seed in (1, 2, 3):
        plain += clicks(seed, shortcuts=False)
        short += clicks(seed, shortcuts=True)
    asked = sum(plain.values())
    assert asked > 150
    assert sum(short.values()) * 3 <= asked
