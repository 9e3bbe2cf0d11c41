"""The odds that are shown before an attack is paid for are those of the dice that are rolled for it."""

from __future__ import annotations

from collections import defaultdict

import pytest

from mamayev.engine.position import CHANCE
from mamayev.games.cauldron.rules.position import Pocket

from .play import AVERAGE, QUIET, game, play, to_actions


def given(p: Pocket, area: int) -> dict[str, float]:
    """What the rules make of an attack when every die is played out: the Actions end, and at each question the first
    answer is given."""
    ways: list[tuple[Pocket, float]] = [(p, 1.0)]
    found: dict[str, float] = defaultdict(float)
    while ways:
        here, chance = ways.pop()
        if not here.soviet >> area & 1:
            found["driven out"] += chance
        elif here.box.name.startswith(("german.actions", "german.attacks")):
            outcomes = here.actions() if here.seat == CHANCE else [(here.actions()[0], 1)]
            if here.box.name == "german.actions":
                outcomes = [(here.table.notation.parse("end-actions"), 1)]
            for outcome, weight in outcomes:
                there = here.copy()
                there.apply(outcome)
                ways.append((there, chance * weight / sum(w for _, w in outcomes)))
        else:
            found["a Hit" if here.hits >> area & 1 else "no effect"] += chance
    return found


@pytest.mark.parametrize("supply", [0, 2])
@pytest.mark.parametrize(
    ("units", "area"),
    [(("305th-inf", "79th-inf", "295th-inf"), 54), (("29th-mot",), 9)],
    ids=["the beaten unit has no way out", "it may retreat to several areas"],
)
def test_an_attack_is_foretold_as_it_is_rolled(units: tuple[str, ...], area: int, supply: int) -> None:
    *first, last = (f"attack {unit} {area}" for unit in units)
    match = play(to_actions(supply=14), *first)
    assert match.decision is not None
    foretold = match.decision.foretell(last).rolls[0]
    play(match, last, *[f"support {area}"] * supply)
    assert isinstance(match.position, Pocket)
    chances = {one.text: one.chance for one in foretold.settings[supply].outcomes}
    assert chances == pytest.approx(dict(given(match.position, area)))
    assert [setting.text for setting in foretold.settings] == ["0 supply", "1 supply", "2 supply", "3 supply"]


def test_upkeep_paid_short_is_foretold_with_its_losses() -> None:
    match = game((*AVERAGE, 1), QUIET)
    assert match.decision is not None
    full, short = (match.decision.foretell(text).rolls for text in ("pay 5", "pay 3"))
    assert full == []
    assert [(one.title, one.throws[0].modifiers[0].value) for one in short] == [("Upkeep losses", 2)]
    assert sum(one.chance for one in short[0].outcomes if one.text != "no loss") == pytest.approx(4 / 6)
