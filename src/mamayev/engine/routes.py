"""Paths of several steps, or for several pieces. The search plays the steps, so each rule is only in its box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from typing import Any

from .choices import Choice
from .notation import VERB, act, verb_of
from .position import Position
from .refusal import Reason

WAYS = 8
"""Maximum number of paths to one space."""


def routes(
    p: Position,
    piece: int,
    start: int,
    verb: int,
    weigh: Callable[[Any, int], int],
    tell: Callable[[Any, Any, int], tuple[str, str]],
    by: tuple[int, ...] = (),
) -> list[Choice]:
    """Return every space that a piece reaches from `start` by steps of one verb, each with its cheapest path, nearest
    first. If `by` is given, the paths lead through these spaces in this order, and each part is the cheapest. The last
    of these spaces is the first destination.

    `weigh(p, action)` returns the cost of a step, above 0. `tell(before, after, total)` returns the words for the total
    cost, and the note. A path continues while the same box asks the same seat, so no die roll, card or decision of
    another seat comes between two steps.
    """
    space_of = p.table.notation.space_of
    found: list[Choice] = []
    begin: tuple[Position, int, tuple[int, ...]] = (p, 0, ())
    for bend in by:
        walk = _walk(p, piece, start, verb, weigh, begin)
        ends = ((here, total, actions) for space, here, total, actions in walk if space == bend)
        if (end := next(ends, None)) is None:
            return found
        begin = end
    for space, here, total, actions in _walk(p, piece, start, verb, weigh, begin):
        if actions:
            cost, note = tell(p, here, total)
            found.append(Choice(actions, space, cost, tuple(space_of(action) or 0 for action in actions), note))
    return found


def hindrance(
    p: Position,
    piece: int,
    start: int,
    verb: int,
    weigh: Callable[[Any, int], int],
    tell: Callable[[Any, Any, int], tuple[str, str]],
    space: int,
    beside: Callable[[int], Iterable[int]],
) -> Reason | None:
    """Return why the `routes` of a piece, with the same first arguments, do not reach a space: the end of the nearest
    path, its cost, and the refusal of the next step. `beside` returns the neighbors of a space. Return None if the
    space is reached, or if no chain of neighbors leads to it.
    """
    nouns, frame = p.table.notation.nouns["space"], p.frames[-1]
    reached = {at: (here, total) for at, here, total, _ in _walk(p, piece, start, verb, weigh)}
    layer, seen = [space], {space}
    while layer and space not in reached:
        steps = [(at, step) for step in layer for at in beside(step) if at in reached]
        if steps:
            at, step = min(steps, key=lambda pair: reached[pair[0]][1])
            here, total = reached[at]
            box = p.table.boxes[frame[0]]
            if asks_on(p, here):
                args = (piece if kind == "piece" else step for kind in p.table.notation.verbs[verb >> VERB].args)
                reason = box.why_not(here, here.frames[-1], act(verb, *args))
            else:
                reason = Reason(f"The move ends in {nouns[at].name}.", box.clauses)
            cost = tell(p, here, total)[0] if at != start else ""
            ends = f" ends in {nouns[at].name}{f' ({cost})' if cost else ''}. " if at != start else ": "
            return Reason(f"The path to {nouns[space].name}{ends}{reason.text}", reason.clauses)
        layer = list(dict.fromkeys(n for at in layer for n in beside(at) if n not in seen))
        seen.update(layer)
    return None


def _walk(
    p: Position,
    piece: int,
    start: int,
    verb: int,
    weigh: Callable[[Any, int], int],
    begin: tuple[Position, int, tuple[int, ...]] | None = None,
) -> Iterator[tuple[int, Position, int, tuple[int, ...]]]:
    """Yield the spaces that a piece reaches by steps of one verb, first the start, then by cost.

    Each item contains the space, the position there, the cost and the actions. `begin`: the last three of these for a
    path already walked.
    """
    space_of = p.table.notation.space_of
    found: set[int] = set()
    here, total, actions = begin or (p, 0, ())
    ways: list[tuple[int, int, int, Any, tuple[int, ...]]] = [(total, 0, 0, here, actions)]
    number = 0
    while ways:
        total, steps, _, here, actions = heappop(ways)
        space = space_of(actions[-1]) if actions else start
        if space is None or space in found:
            continue
        found.add(space)
        yield space, here, total, actions
        if not asks_on(p, here):
            continue
        for action in here.choices(piece):
            if verb_of(action) == verb and space_of(action) not in found:
                there = here.copy()
                there.apply(action)
                number += 1
                heappush(ways, (total + weigh(here, action), steps + 1, number, there, (*actions, action)))


def asks_on(p: Position, here: Position) -> bool:
    """Return whether the same box still asks the same seat after the steps so far."""
    return bool(here.frames) and here.frames[-1][0] == p.frames[-1][0] and here.seat == p.seat


def detours(p: Position, pieces: list[int], space: int, by: tuple[int, ...] = ()) -> list[Choice]:
    """Return at most `WAYS` paths of these pieces to a space through the spaces `by`.

    The cheapest comes first, then, in boxes that find more than one path, paths through one additional space, shorter
    paths first. No path visits a space twice.
    """
    rows = [stacked(p, pieces, by)]
    if p.box.bends:
        past = dict.fromkeys(choice.space for choice in rows[0] if choice.space is not None)
        rows.extend(stacked(p, pieces, (*by, at), space) for at in past if at not in (space, *by))
    found: dict[tuple[int, ...], Choice] = {}
    for choice in (choice for row in rows for choice in row):
        if choice.space == space and choice.path and len(set(choice.path)) == len(choice.path):
            found.setdefault(choice.path, choice)
    ways = list(found.values())
    return [*ways[:1], *sorted(ways[1:], key=lambda choice: len(choice.path))][:WAYS]


def stacked(p: Position, pieces: list[int], by: tuple[int, ...] = (), space: int | None = None) -> list[Choice]:
    """Return the choices that these pieces share at a decision of a seat: the same verb toward the same space, played
    one piece after another. For a single piece, these are its routes. `by`: the paths lead through these spaces.
    `space`: if given, only paths to this space.
    """
    frame = p.frames[-1]
    box = p.table.boxes[frame[0]]
    rows = [box.ways(p, frame, piece, by) if by else box.routes(p, frame, piece) for piece in pieces]
    first, *others = [[choice for choice in row if space in (None, choice.space)] for row in rows]
    if not others:
        return first

    names = [p.table.notation.noun("piece", piece).name for piece in pieces]

    def kind(choice: Choice) -> tuple[int, int | None]:
        return choice.actions[-1] >> VERB, choice.space

    alike = [{kind(choice): choice for choice in row} for row in others]
    found = []
    for choice in first:
        if all(kind(choice) in row for row in alike):
            together = [choice, *(row[kind(choice)] for row in alike)]
            actions = tuple(action for one in together for action in one.actions)
            if _follows(p, actions):
                costs, notes = ([getattr(one, what) for one in together] for what in ("cost", "note"))
                cost = _dearest(costs) or _each(names, costs)
                said = _each(names, costs) if len({*costs}) > 1 and cost in costs else ""
                note = "; ".join(filter(None, (said, _together(names, notes))))
                stops = any(one.stops for one in together)
                found.append(choice._replace(actions=actions, cost=cost, note=note, stops=stops))
    return found


def _dearest(costs: list[str]) -> str:
    """Return the cost of a stack: the highest cost if each piece pays its own points, or a multiple if they share a
    purse. Return "" if the costs differ and are not plain numbers.
    """
    if all(cost.isdecimal() for cost in costs):
        return max(costs, key=int)
    return f"{len(costs)} × {costs[0]}" if costs[0] and len({*costs}) == 1 else ""


def _each(names: list[str], words: list[str]) -> str:
    """Return the texts of several pieces as one text, or "" if there are none."""
    return "; ".join(f"{name}: {said}" for name, said in zip(names, words, strict=True) if said)


def _together(names: list[str], notes: list[str]) -> str:
    """Return the notes of several pieces as one: "of 5 and 4, must stop". Phrases that all notes share appear once."""
    rows = [note.split(", ") for note in notes]
    shared = [phrase for phrase in rows[0] if all(phrase in row for row in rows)]
    own = [", ".join(phrase for phrase in row if phrase not in shared) for row in rows]
    leads, ends = zip(*(words.rpartition(" ")[::2] for words in own), strict=True)
    alike = len({*leads}) == 1 and all(ends)
    differing = f"{leads[0]} {' and '.join(dict.fromkeys(ends))}".strip() if alike else _each(names, own)
    return ", ".join(filter(None, (differing, *shared)))


def _follows(p: Position, actions: tuple[int, ...]) -> bool:
    """Return whether these actions are legal one after another, with nothing in between."""
    here = p.copy()
    for action in actions:
        if not asks_on(p, here) or not here.allows(action):
            return False
        here.apply(action)
    return True
