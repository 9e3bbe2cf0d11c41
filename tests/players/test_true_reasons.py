"""No figure in a reason or a plan of a staff is refuted by the position (`bench/reasons.py` asks more)."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from mamayev.engine.registry import find

from .reasons import Verdict, decisions, judged, texts

DECISIONS = {"barbarossa": 20, "cauldron": 120, "donnerschlag": 60, "inferno": 60}
"""The decisions to look at, by game."""
BARE = {"barbarossa": 0.3, "cauldron": 0.2, "donnerschlag": 0.6, "inferno": 0.15}
"""The share of reasons that can do without a figure, by game."""


def verdicts(game: str) -> list[Verdict]:
    """Return the verdicts on what the staff says in games of its own."""
    checks = import_module(f"tests.games.{game}.reasons").CHECKS
    return [judged(checks, game, said) for said in texts(game, DECISIONS[game], 0.3)]


@pytest.mark.parametrize("game", DECISIONS)
def test_no_figure_of_the_staff_is_refuted(game: str) -> None:
    found = verdicts(game)
    assert [(one.said.text, one.wrong) for one in found if one.wrong] == []
    assert [one.said.text for one in found if one.figure and not one.pattern] == [], "no check knows it"
    reasons = [one for one in found if one.said.kind == "reason"]
    assert sum(not one.figure for one in reasons) <= BARE[game] * len(reasons)


def test_an_area_that_must_hold_was_not_emptied_by_the_staff_before() -> None:
    """A hint and the plan beside it do not contradict each other."""
    staff, emptied, held = find("cauldron").bots["staff"], set[tuple[int, int]](), 0
    for p, _, action in decisions("cauldron", 3):
        if p.box.name != "german.actions":
            continue
        assert staff.intent is not None
        plan = staff.intent(p)
        assert plan is not None
        if named := re.search(r", (\d+) [^;]*? must hold", plan.sentence):
            assert (p.turn, int(named[1])) not in emptied
            held += 1
        before, verb = list(p.count), p.name(action).split()[0]
        q = p.copy()
        q.apply(action)
        if verb == "move":
            emptied |= {(p.turn, n) for n, count in enumerate(before) if count and not q.count[n]}
    assert held
