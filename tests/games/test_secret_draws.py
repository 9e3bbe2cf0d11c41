"""What a seat draws in secret: the box names the seat, so that no other person enters it (`Box.drawer`)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from mamayev.engine.position import CHANCE
from mamayev.engine.registry import find
from mamayev.engine.table import Table

OPTIONS: dict[str, dict[str, Any]] = {"inferno": {"soviet_side": "player"}}
LOOKS = 6
"""The number of outcomes that are compared for each roll or draw."""


@pytest.mark.parametrize("game", ["donnerschlag", "inferno", "skirmish"])
def test_a_roll_or_draw_that_one_side_alone_sees_names_that_side(game: str) -> None:
    table = find(game).table(None, find(game).check_options(OPTIONS.get(game, {})), None)
    sides, rng = table.look.sides, random.Random(11)
    seen = set[str]()
    for _ in range(2):
        p = table.start()
        while p.frames and p.table.turn(p) < 4:
            if p.seat != CHANCE:
                p.apply(p.draw(rng.random))
                continue
            box, frame = p.box, p.top
            drawer = box.drawer(p, frame)
            outcomes = [outcome for outcome, _ in p.actions()]
            if len(outcomes) > 1:
                seats = (seat for seat in open_seats(table) if tells(p, outcomes[:LOOKS], seat))
                knows = {sides[table.game.seats[seat]] for seat in seats}
                if len(knows) == 1 and len(set(sides.values())) > 1:
                    assert drawer is not None, box.name
                    assert sides[table.game.seats[drawer]] in knows, box.name
                    seen.add(box.name)
            p.apply(p.roll(rng.random))
    assert seen


def open_seats(table: Table[Any]) -> list[int]:
    return [seat for seat in range(len(table.game.seats)) if seat not in table.procedures]


def tells(p: Any, outcomes: list[int], seat: int) -> bool:
    """Return whether a seat's picture tells these outcomes apart."""
    found = set()
    for outcome in outcomes:
        there = p.copy()
        there.apply(outcome)
        found.add(msgspec.json.encode(p.table.look.picture(there, seat)))
    return len(found) > 1
