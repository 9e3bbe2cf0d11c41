"""The probes of the German and the Soviet seat: players such as a beginner might be, made to be beaten
(`engine.bot.PROBES`). What a probe says nothing of it leaves to the staff.

No Soviet probe leaves a die unused: the rules give it to a stack, and the player chooses which one (INF-HUMAN-09).
"""

from __future__ import annotations

import random
from collections.abc import Callable

from mamayev.engine.notation import ARG, MASK, verb_of

from ..printed.board import Board
from ..printed.map import GERMAN, SOVIET
from ..rules.position import City
from ..rules.soviet import Using
from ..rules.verbs import ATTACK, BEGIN, DONE, FIRST, HALT, NO_CARD, PASS, REINFORCE, STAY
from . import german_staff, soviet_staff
from .style import GERMAN_STAFF

QUIET = PASS, NO_CARD, DONE, BEGIN, HALT, STAY, FIRST
"""The answers that do nothing, or end the question."""
Order = Callable[[City, random.Random], int]


def passive(p: City, rng: random.Random) -> int:
    """Nothing; where something must be done, the first that may be."""
    for action in QUIET:
        if p.allows(action):
            return action
    pieces = p.pieces()
    return p.choices(pieces[0] if pieces else None)[0]


# ------------------------------------------------------------------ the German round


def strong_enough(p: City, target: int, start: int = -1) -> bool:
    """Whether as many steps stand beside a stack, or in the one hex that it is struck from, as it has on average."""
    grid = p.board.grid
    units = p.units_in(grid.near[target] & p.german if start < 0 else grid.bit[start])
    return sum(p.strength[u] for u in units) >= GERMAN_STAFF.steps * len(p.stacks[target])


def chances(p: City, wanted: int) -> list[tuple[float, int]]:
    """The attacks at even odds or better on some hexes, with what the staff makes of them."""
    found = []
    for value, action in german_staff.attacks(p, german_staff.Outlook(p, GERMAN_STAFF)):
        x, y = action >> ARG & MASK, action & MASK
        struck = [x] if verb_of(action) == ATTACK else german_staff.struck_from(p, y)
        start = -1 if verb_of(action) == ATTACK else p.at[x]
        if p.allows(action) and any(wanted & p.board.grid.bit[h] and strong_enough(p, h, start) for h in struck):
            found.append((value, action))
    return found


def ahead(p: City, most: int = 99) -> int:
    """The move that brings most nearer to a Spawn hex, of a stack that is further off than this; else a call for
    reinforcements."""
    moves = [
        each
        for each in german_staff.marches(p, german_staff.Outlook(p, GERMAN_STAFF))
        if each[0] > 0 and p.allows(each[1])
    ]
    moves = [each for each in moves if german_staff.way_to_go(p, each[1] & MASK) <= most]
    return max(moves, default=(0.0, REINFORCE))[1]


def headlong(p: City, rng: random.Random) -> int:
    """The best attack at even odds or better, on whatever stands there; else closer."""
    return max(chances(p, p.soviet), default=(0.0, ahead(p)))[1]


def closed_up(p: City, rng: random.Random) -> int:
    """Up to the enemy and no further, then more of them; never an attack."""
    return ahead(p)


def for_the_spawns(p: City, rng: random.Random) -> int:
    """Nothing but the Spawn hexes, past whoever stands elsewhere."""
    return max(chances(p, p.spawns_held()), default=(0.0, ahead(p)))[1]


def alone(p: City, rng: random.Random) -> int:
    """As the staff, without calling anybody: where it would, nothing moves."""
    action = german_staff.play(p, rng)
    return PASS if action == REINFORCE else action


GERMAN_ORDERS: dict[str, dict[str, Order]] = {
    "rush": {"german-round": headlong},
    "wall": {"german-round": closed_up, "hasty": german_staff.play},
    "raider": {"german-round": for_the_spawns},
    "hoarder": {"german-round": alone, "german-card": passive},
}


# ------------------------------------------------------------------ the Soviet dice


def given(worth: Callable[[City, int, int], float]) -> Order:
    """The die goes to the stack for which its way is worth most."""

    def use(p: City, rng: random.Random) -> int:
        way: int = p.table.compass[p.top[Using.shows] - 1]
        dice: list[int] = p.actions()
        return max(dice, key=lambda a: worth(p, a >> ARG & MASK, p.board.grid.toward[a >> ARG & MASK][way]))

    return use


def attack(p: City, start: int, to: int) -> float:
    """An attack before a move."""
    board = p.board
    return 1.0 if p.german & board.grid.bit[to] else -near(board, to, p.german) / 100


def hold(p: City, start: int, to: int) -> float:
    """No attack, and nobody leaves a Spawn hex."""
    board, grid = p.board, p.board.grid
    leaves = board.spawn_hexes[SOVIET] & grid.bit[start] and not board.spawn_hexes[SOVIET] & grid.bit[to]
    return -2.0 * bool(p.german & grid.bit[to]) - bool(leaves) - near(board, to, board.spawn_hexes[SOVIET]) / 100


def around_them(p: City, start: int, to: int) -> float:
    """To where the Germans come from, past all of them."""
    board = p.board
    return (
        -2.0 * bool(p.german & board.grid.bit[to])
        + near(board, start, board.spawn_hexes[GERMAN])
        - near(board, to, board.spawn_hexes[GERMAN])
    )


def near(board: Board, h: int, goals: int) -> int:
    """How far a hex is from the nearest of some."""
    grid = board.grid
    return min((grid.distance(h, goal) for goal in grid.hexes(goals)), default=0)


def least(p: City, rng: random.Random) -> int:
    """The card that would do least."""
    options = p.actions()
    return NO_CARD if NO_CARD in options else options[-1]


SOVIET_ORDERS: dict[str, dict[str, Order]] = {
    "rush": {"use-die": given(attack)},
    "wall": {"use-die": given(hold)},
    "raider": {"use-die": given(around_them)},
    "hoarder": {"lay-card": least},
}


def play(name: str, p: City, rng: random.Random) -> int:
    """What a probe does."""
    if name == "passive":
        return passive(p, rng)
    orders, usual = (SOVIET_ORDERS, soviet_staff.play) if p.seat == SOVIET else (GERMAN_ORDERS, german_staff.play)
    return orders[name].get(p.box.name, usual)(p, rng)
