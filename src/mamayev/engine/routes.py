"""Ways of several steps, found by playing them: so what a step may do stands in one place, the box that has it."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from .choices import Choice
from .notation import VERB
from .position import Position


def routes(
    p: Position,
    piece: int,
    verb: int,
    weigh: Callable[[Any, int], int],
    tell: Callable[[Any, Any, int], tuple[str, str]],
) -> list[Choice]:
    """Every space that a piece reaches by steps of one verb, each by its cheapest way, the near ones first.

    `weigh(p, action)` is what one step costs where it is taken, above 0; `tell(before, after, total)` gives the words
    for the price of the whole way and the note. A way goes on as long as the same box asks the same seat, so that no
    die, card or other seat comes between two steps.
    """
    space_of = p.table.notation.space_of
    box, seat = p.frames[-1][0], p.seat
    found: dict[int, Choice] = {}
    ways: list[tuple[int, int, int, Any, tuple[int, ...]]] = [(0, 0, 0, p, ())]
    number = 0
    while ways:
        total, steps, _, here, actions = heappop(ways)
        if actions:
            space = space_of(actions[-1])
            if space is None or space in found:
                continue
            cost, note = tell(p, here, total)
            found[space] = Choice(actions, space, cost, tuple(space_of(action) or 0 for action in actions), note)
        if not here.frames or here.frames[-1][0] != box or here.seat != seat:
            continue
        for action in here.choices(piece):
            if action >> VERB == verb and space_of(action) not in found:
                there = here.copy()
                there.apply(action)
                number += 1
                heappush(ways, (total + weigh(here, action), steps + 1, number, there, (*actions, action)))
    return list(found.values())
