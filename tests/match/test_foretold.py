"""Whatever a seat may do can be foretold, by every player of every box."""

from __future__ import annotations

import random

import pytest

import mamayev
from mamayev.engine.registry import find
from mamayev.engine.registry import names as games
from mamayev.testing.depth import deep

DECISIONS = deep(400, least=40)
"""The number of decisions of a random game in which actions are foretold."""


@pytest.mark.parametrize("name", games())
def test_what_can_be_chosen_can_be_foretold(name: str) -> None:
    """With people on both sides where the box allows it."""
    options = {one.name: "player" for one in find(name).options if "player" in one.choices}
    rng = random.Random(4)
    seed = asked = 0
    while asked < DECISIONS:
        match = mamayev.new(name, seed=seed, options=options)
        while not match.over and asked < DECISIONS:
            decision = match.decision
            if decision is not None and decision.index >= 0:
                asked += 1
                text = match.table.notation.text(rng.choice(match.position.actions()))
                for roll in decision.foretell(text).rolls:
                    assert sum(one.chance for one in roll.outcomes) == pytest.approx(1), text
            match.play(match.position.name(match.position.draw(rng.random)))
        seed += 1
