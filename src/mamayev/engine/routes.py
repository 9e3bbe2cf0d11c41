"""Ways of several steps, and of several pieces, found by playing them: what a step may do stands in its box alone."""

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
    start: int,
    verb: int,
    weigh: Callable[[Any, int], int],
    tell: Callable[[Any, Any, int], tuple[str, str]],
) -> list[Choice]:
    """Every space that a piece reaches from the space `start` by steps of one verb, each by its cheapest way, the near
    ones first.

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
            if space is None or space == start or space in found:
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


def stacked(p: Position, pieces: list[int]) -> list[Choice]:
    """What all of these pieces may do alike, one after the other, at a decision of a seat: the same verb toward the
    same space. For one piece its routes as they are."""
    frame = p.frames[-1]
    box = p.table.boxes[frame[0]]
    first, *others = (box.routes(p, frame, piece) for piece in pieces)
    if not others:
        return first

    def kind(choice: Choice) -> tuple[int, int | None]:
        return choice.actions[-1] >> VERB, choice.space

    rows = [{kind(choice): choice for choice in row} for row in others]
    found = []
    for choice in first:
        if all(kind(choice) in row for row in rows):
            together = [choice, *(row[kind(choice)] for row in rows)]
            actions = tuple(action for one in together for action in one.actions)
            if _follows(p, actions):
                costs = dict.fromkeys(one.cost for one in together if one.cost)
                cost = f"{len(together)} × {choice.cost}" if len(costs) == 1 else "; ".join(costs)
                notes = dict.fromkeys(one.note for one in together if one.note)
                found.append(choice._replace(actions=actions, cost=cost, note="; ".join(notes)))
    return found


def _follows(p: Position, actions: tuple[int, ...]) -> bool:
    """Whether these actions are legal one after the other, with nothing in between."""
    box, here = p.frames[-1][0], p.copy()
    for action in actions:
        if not here.frames or here.frames[-1][0] != box or here.seat != p.seat or not here.allows(action):
            return False
        here.apply(action)
    return True
