"""A bot that marches on the nearest enemy city and attacks where it is stronger."""

from __future__ import annotations

import random

from mamayev.author import Bot, parts, units_of

from .board import CITY, GRID, MOVEMENT, SIDE, UNITS
from .rules import ADVANCE, DECLARED, DONE, MOVE, TARGET, Declared, Front, Movement, factors

MOVES = Movement()
TRIES = 8
"""So many units in a row that find nowhere better to stand end the step."""


def play(p: Front, rng: random.Random) -> int:
    """The next action."""
    if p.box.name == "move":
        return march(p, rng)
    if p.box.name == "declare":
        return declare(p, p.top[Declared.battle])
    actions: list[int] = p.actions()
    return min(actions, key=lambda action: worth(p, action))


def march(p: Front, rng: random.Random) -> int:
    """A unit that can come nearer to an enemy city goes as near as it can."""
    cities = [h for h, i in CITY.items() if p.held_by_east >> i & 1 != p.side]
    for _ in range(TRIES if p.ready and cities else 0):
        u = rng.choice(p.ready)
        goal = min(cities, key=lambda city: GRID.distance(p.at[u], city))
        near = GRID.disc(goal, GRID.distance(p.at[u], goal) - 1)
        ends = MOVES.ends(p, u) & near
        if ends:
            return MOVE | u << 12 | min(GRID.hexes(ends), key=lambda h: GRID.distance(h, goal))
    return DONE


def declare(p: Front, battle: int) -> int:
    """The weakest enemy first, and as many against him as it takes for three to one."""
    pieces = p.pieces()
    if DECLARED in p.choices(None):
        ours = sum(1 << u for u in units_of(battle) if SIDE[u] == p.side)
        attack, defence = factors(p, ours, battle & ~ours)
        if attack >= 3 * defence or not any(SIDE[u] == p.side for u in pieces):
            return DECLARED
    own = [u for u in pieces if SIDE[u] == p.side]
    unit = max(own, key=lambda u: UNITS[u].attack[p.face(u)]) if own else min(pieces, key=lambda u: strength(p, u))
    return p.choices(unit)[0]


def worth(p: Front, action: int) -> float:
    """What an action after a battle costs: weak units take the losses, hexes are taken, cities first."""
    verb, u, h = parts(action)
    if verb << 24 == ADVANCE:
        return -2 if h in CITY else -1
    return strength(p, u) if verb << 24 not in (DONE, DECLARED) else 0


def strength(p: Front, u: int) -> int:
    """The defence of a unit as it stands."""
    return UNITS[u].defence[p.face(u)]


def why(p: Front, action: int) -> str:
    """The reason for an action."""
    verb, u, h = parts(action)
    code = verb << 24
    if code == MOVE:
        return f"{UNITS[u].name} comes nearer to an enemy city, {MOVEMENT[u]} points at most."
    if code == TARGET:
        return f"{UNITS[u].name} is the weakest within reach."
    if code == ADVANCE:
        return "A city falls." if h in CITY else "The hex is free."
    return "Nothing better is left to do."


MARSHAL = Bot(play, why, "Marches on the nearest enemy city and attacks with three to one where it can.")
