"""A bot that marches on the nearest enemy city and attacks where it is stronger."""

from __future__ import annotations

from collections.abc import Iterator

from mamayev.author import Bot, Ground, Rated, because, parts, units_of

from .board import CITY, GRID, SIDE, UNITS
from .rules import ADVANCE, DECLARED, DONE, MOVE, Declared, Front, Movement, factors

MOVES = Movement()


def rated(p: Front) -> list[Rated]:
    """Return what the bot considers: a move of each unit, one declaration, or every other action."""
    if p.box.name == "move":
        return [*marches(p), Rated.by_rule(DONE, "No unit comes nearer to an enemy city")]
    if p.box.name == "declare":
        return [declare(p, p.top[Declared.battle])]
    return [Rated(action, *judged(p, action)) for action in p.actions()]


def marches(p: Front) -> Iterator[Rated]:
    """Yield the move of each unit that brings it nearest to an enemy city."""
    cities = [h for h, i in CITY.items() if p.held_by_east >> i & 1 != p.side]
    for u in p.ready if cities else ():
        goal = min(cities, key=lambda city: GRID.distance(p.at[u], city))
        far = GRID.distance(p.at[u], goal)
        ends = MOVES.ends(p, u) & GRID.disc(goal, far - 1)
        if ends:
            end = min(GRID.hexes(ends), key=lambda h: GRID.distance(h, goal))
            nearer = far - GRID.distance(end, goal)
            ground = f"{UNITS[u].name} comes nearer to an enemy city, by {nearer} of {far} hexes"
            yield Rated(MOVE | u << 12 | end, nearer, because(ground))


def declare(p: Front, battle: int) -> Rated:
    """Attack the weakest enemy first, with as many units as it takes for three to one."""
    pieces = p.pieces()
    if DECLARED in p.choices(None):
        ours = sum(1 << u for u in units_of(battle) if SIDE[u] == p.side)
        attack, defence = factors(p, ours, battle & ~ours)
        if attack >= 3 * defence or not any(SIDE[u] == p.side for u in pieces):
            return Rated.by_rule(DECLARED, f"It is {attack} against {defence}")
    own = [u for u in pieces if SIDE[u] == p.side]
    if own:
        unit = max(own, key=lambda u: UNITS[u].attack[p.face(u)])
        return Rated.by_rule(p.choices(unit)[0], f"{UNITS[unit].name} is the strongest that can join in")
    unit = min(pieces, key=lambda u: strength(p, u))
    return Rated.by_rule(p.choices(unit)[0], f"{UNITS[unit].name} is the weakest within reach")


def judged(p: Front, action: int) -> tuple[float, tuple[Ground, ...]]:
    """Return what an action after a battle is worth: weak units take the losses, hexes are taken, cities first."""
    verb, u, h = parts(action)
    if verb << 24 == ADVANCE:
        return (2, because("A city falls")) if h in CITY else (1, because("The hex is free"))
    if verb << 24 in (DONE, DECLARED):
        return 0, because("Nothing better is left to do")
    return -strength(p, u), because(f"{UNITS[u].name} has a strength of {strength(p, u)}")


def strength(p: Front, u: int) -> int:
    """Return the defense of a unit on its present side."""
    return UNITS[u].defence[p.face(u)]


MARSHAL = Bot(rated=rated, doc="Marches on the nearest enemy city and attacks with three to one where it can.")
