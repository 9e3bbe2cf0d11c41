"""Hidden information (INF-FLOW-01, INF-HUMAN-02 to INF-HUMAN-05).

A policy that must not know the hidden parts gets a position in which they are reshuffled. The other side sees only
neutral text for a side's secret choices.
"""

from __future__ import annotations

import random

from mamayev.engine.notation import parts
from mamayev.terrain.grid import Hexes

from ..printed.board import Board
from ..printed.map import BOXES, EMPTY, GERMAN, LOST, POOL, ROWS, SOVIET
from .actions import Shorts
from .position import DECK, EDGES, HAND, LAID, City
from .reinforcements import deploying, find_room
from .verbs import DEPLOY, HASTY, LAY, PLAY, SEND, SHORT

DEALS = 50
"""The number of attempts to deal units consistently with all known facts."""


def dealt_anew(p: City, side: int, rng: random.Random) -> City:
    """Return a determinization: a position that a side cannot tell from this one."""
    other = p.copy()
    if side == GERMAN:
        deal_soviets(p, other, rng)
        deal_chart(p, other, rng)
    else:
        deal_germans(p, other, rng)
    deal_cards(p, other, 1 - side, rng)
    other.decks, other.pools, other.waiting = other.make_decks(), other.make_pools(), other.make_waiting()
    return other


def deal_cards(p: City, other: City, side: int, rng: random.Random) -> None:
    """Shuffle the cards of a side that the enemy has not seen.

    A German leader is never in hand, because it comes into play when drawn.
    """
    unseen = [
        c
        for c, card in enumerate(p.board.cards)
        if card.side == side and p.cards[c] in (DECK, HAND, LAID) and (side == SOVIET or card.kind != "leader")
    ]
    for c, place in zip(unseen, dealt([p.cards[c] for c in unseen], rng), strict=True):
        other.cards[c] = place


def deal_chart(p: City, other: City, rng: random.Random) -> None:
    """Shuffle the face-down units on the chart. Those in the last boxes are shuffled separately."""
    for last in (True, False):
        boxes = [b for b in range(ROWS * BOXES) if p.chart[b] != EMPTY and (b % BOXES == BOXES - 1) == last]
        for b, u in zip(boxes, dealt([p.chart[b] for b in boxes], rng), strict=True):
            other.chart[b] = u


def deal_soviets(p: City, other: City, rng: random.Random) -> None:
    """Shuffle concealed Soviet units, their strengths, and the pools."""
    board = p.board
    concealed = [u for h in board.grid.hexes(p.soviet & ~p.battle) for u in p.stacks[h]]
    shuffle(other, concealed, rng)
    for pool in board.pools:
        shuffle(other, [u for u in pool if other.at[u] == POOL or u in concealed], rng)
    restack(other, p.soviet & ~p.battle, concealed)
    for h in board.grid.hexes(other.soviet):
        likely = p.edges(h)
        for u in other.stacks[h]:
            if other.hidden(u, GERMAN):
                (other.strength[u],) = rng.choices(EDGES, likely)


def shuffle(p: City, units: list[int], rng: random.Random) -> None:
    """Shuffle the given units among their places."""
    for u, place in zip(sorted(units), dealt([p.at[u] for u in units], rng), strict=True):
        p.at[u] = place


def dealt(what: list[int], rng: random.Random) -> list[int]:
    """Return the given units in random order. The result does not depend on their current order, which would reveal
    their places.
    """
    return rng.sample(sorted(what), len(what))


def restack(p: City, hexes: Hexes, before: list[int]) -> None:
    """Update the stacks of the given hexes after units moved between them and the pools."""
    grid = p.board.grid
    for h in grid.hexes(hexes):
        p.stacks[h] = ()
    for u in p.board.soviets:
        if p.at[u] < LOST and hexes & grid.bit[p.at[u]]:
            p.stacks[p.at[u]] = (*p.stacks[p.at[u]], u)
    for u in before:
        if p.at[u] == POOL:
            p.strength[u] = 0


def deal_germans(p: City, other: City, rng: random.Random) -> None:
    """Shuffle concealed German units on the map, picked up and on the chart, and their strengths.

    White Infantry in the last boxes of the chart stays there, as set up.
    """
    board = p.board
    last = [p.chart[b] for b in range(BOXES - 1, ROWS * BOXES, BOXES) if p.chart[b] != EMPTY]
    instead = exchanged(p, p.unseen_germans(), rng)
    instead |= dict(zip(last, rng.sample(last, len(last)), strict=True))
    for u, drawn in instead.items():
        place = other.at[drawn] = p.at[u]
        other.strength[drawn] = fresh(board.most[drawn], rng) if place < LOST else board.most[drawn]
    for h in board.grid.hexes(p.german):
        other.stacks[h] = tuple(instead.get(u, u) for u in p.stacks[h])
    for b, u in enumerate(bytes(p.chart)):
        other.chart[b] = instead.get(u, u)
    other.returned = mapped(board, p.returned, instead)
    for frame, mine in zip(p.frames, other.frames, strict=True):
        if p.table.boxes[frame[0]].name == "short-moves":
            mine[Shorts.moved] = mapped(board, frame[Shorts.moved], instead)


def fresh(most: int, rng: random.Random) -> int:
    """Draw the strength of a concealed German unit. Most have all their steps: in 12 games of the staff, 57% of those
    with four steps had four, 30% three, 9% two, and 3% one."""
    strength = rng.randint(1, most)
    return min(strength + 1, most) if most > 1 else strength


def exchanged(p: City, free: list[int], rng: random.Random) -> dict[int, int]:
    """Shuffle German units, and return them with the units whose places they take. While units arrive, all players know
    who is deploying, and that there is room for a unit (INF-SHARE-06, INF-REINF-09). A deal that contradicts this is
    repeated. As a last resort, the deal leaves those units out.
    """
    hand = p.waiting
    for _ in range(DEALS):
        instead = dict(zip(free, rng.sample(free, len(free)), strict=True))
        if comes_in(p, [instead[u] for u in hand]) == comes_in(p, hand):
            return instead
    others = [u for u in free if u not in hand]
    return {u: u for u in hand} | dict(zip(others, rng.sample(others, len(others)), strict=True))


def comes_in(p: City, row: list[int]) -> tuple[int, bool]:
    """Return the player who deploys if the given units are waiting, and whether there is room for one of them."""
    seat, able = deploying(p, row)
    return seat, find_room(p, able)


def mapped(board: Board, units: int, instead: dict[int, int]) -> int:
    """Return a set of German units after units have changed places."""
    return sum(1 << instead.get(u, u) for u in board.germans if units >> u & 1)


def disguised(p: City, action: int) -> str:
    """Return the neutral text that the enemy sees for a secret choice of a unit or card (INF-HUMAN-02, INF-HUMAN-06,
    INF-HUMAN-11)."""
    grid = p.board.grid
    verb, x, y = parts(action)
    start = grid.ids[p.at[x]] if verb in MOVES and p.at[x] < LOST else ""
    if verb == SHORT:
        return f"A unit makes a Short Move from {start} to {grid.ids[y]}"
    if verb == HASTY:
        return f"A unit from {start} moves to {grid.ids[y]} for a Hasty Attack"
    if verb == SEND:
        return f"A unit of the stack in {start} moves"
    if verb == DEPLOY:
        return f"A unit is deployed in {grid.ids[y]}"
    if verb == PLAY:
        return "A card is played"
    return "A card is laid face down" if verb == LAY else ""


MOVES = (SHORT, HASTY, SEND)
