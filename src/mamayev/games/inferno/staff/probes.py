"""The baseline bots for the German and the Soviet seat (`engine.bot.PROBES`).

If a baseline bot has no order for a decision, it plays like the staff. No Soviet baseline bot leaves a die unused: the
rules give it to a stack, and the player only chooses which one (INF-HUMAN-09).
"""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.bot import Rated, still
from mamayev.engine.notation import ARG, MASK, verb_of

from ..printed.map import GERMAN, SOVIET
from ..rules.position import City
from ..rules.soviet import Using
from ..rules.verbs import ATTACK, BEGIN, DONE, FIRST, HALT, NO_CARD, PASS, REINFORCE, STAY
from . import german_staff, soviet_staff
from .german_outlook import Outlook, near, struck_from
from .style import GERMAN_STAFF, SOVIET_STAFF

WHY = "A baseline bot follows its one idea"
SLIGHT = 100
"""The weight of a hex of distance, which is smaller than everything else."""
QUIET = PASS, NO_CARD, DONE, BEGIN, HALT, STAY, FIRST
"""The answers that do nothing, or that end the decision."""
Decide = Callable[[City], Rated]
"""Decides at a box of the sequence of play. It returns the best action, with its value and the reasons for it."""


def passive(p: City) -> Rated:
    """Do nothing, or take the first action if something must be done."""
    return still(p, QUIET, WHY)


# ------------------------------------------------------------------ the German round


def strong_enough(p: City, target: int, start: int = -1) -> bool:
    """Return whether the steps next to a stack, or in the single hex that attacks it, are at least as many as the stack
    has on average.
    """
    grid = p.board.grid
    units = p.units_in(grid.near[target] & p.german if start < 0 else grid.bit[start])
    return sum(p.strength[u] for u in units) >= GERMAN_STAFF.steps * len(p.stacks[target])


def chances(p: City, wanted: int) -> list[Rated]:
    """Return the attacks on the given hexes at even odds or better, with the staff's figures."""
    found = []
    for one in german_staff.attacks(p, Outlook(p, GERMAN_STAFF)):
        x, y = one.action >> ARG & MASK, one.action & MASK
        struck = [x] if verb_of(one.action) == ATTACK else struck_from(p, y)
        start = -1 if verb_of(one.action) == ATTACK else p.at[x]
        if p.allows(one.action) and any(wanted & p.board.grid.bit[h] and strong_enough(p, h, start) for h in struck):
            found.append(one)
    return found


def ahead(p: City) -> Rated:
    """Make the move that brings a stack closest to a Spawn hex, or else call for reinforcements."""
    moves = [one for one in german_staff.marches(p, Outlook(p, GERMAN_STAFF)) if one.worth > 0 and p.allows(one.action)]
    return german_staff.first_of(moves) if moves else Rated.by_rule(REINFORCE, WHY)


def struck_or_ahead(p: City, wanted: int) -> Rated:
    """Attack one of the given hexes at even odds or better, or else move ahead."""
    rows = chances(p, wanted)
    return german_staff.first_of(rows) if rows else ahead(p)


def headlong(p: City) -> Rated:
    """Attack any stack at even odds or better, or else close in."""
    return struck_or_ahead(p, p.soviet)


def closed_up(p: City) -> Rated:
    """Close up to the enemy and call for more units, but never attack."""
    return ahead(p)


def for_the_spawns(p: City) -> Rated:
    """Only head for the Spawn hexes, past all units elsewhere."""
    return struck_or_ahead(p, p.spawns_held())


def alone(p: City) -> Rated:
    """Play like the staff, but pass instead of calling for reinforcements."""
    one = staff_of_germans(p)
    return Rated.by_rule(PASS, WHY) if one.action == REINFORCE else one


def staff_of_germans(p: City) -> Rated:
    """Play like the staff."""
    return german_staff.chosen(p, GERMAN_STAFF)


def staff_of_soviets(p: City) -> Rated:
    """Play like the staff."""
    return soviet_staff.chosen(p, SOVIET_STAFF)


GERMANS_BY_BOX: dict[str, dict[str, Decide]] = {
    "rush": {"german-round": headlong},
    "wall": {"german-round": closed_up, "hasty": staff_of_germans},
    "raider": {"german-round": for_the_spawns},
    "hoarder": {"german-round": alone, "german-card": passive},
}


# ------------------------------------------------------------------ the Soviet dice


def given(worth: Callable[[City, int, int], float]) -> Decide:
    """Return an order that gives the die to the stack with the most valuable path."""

    def use(p: City) -> Rated:
        way: int = p.table.compass[p.top[Using.shows] - 1]
        dice: list[int] = p.actions()
        best = max(dice, key=lambda a: worth(p, a >> ARG & MASK, p.board.grid.toward[a >> ARG & MASK][way]))
        return Rated.by_rule(best, WHY)

    return use


def attack(p: City, start: int, to: int) -> float:
    """Prefer an attack to a move."""
    board = p.board
    return 1.0 if p.german & board.grid.bit[to] else -near(board, to, p.german) / SLIGHT


def hold(p: City, start: int, to: int) -> float:
    """Make no attack, and leave no Spawn hex."""
    board, grid = p.board, p.board.grid
    leaves = board.spawn_hexes[SOVIET] & grid.bit[start] and not board.spawn_hexes[SOVIET] & grid.bit[to]
    return -2.0 * bool(p.german & grid.bit[to]) - bool(leaves) - near(board, to, board.spawn_hexes[SOVIET]) / SLIGHT


def around_them(p: City, start: int, to: int) -> float:
    """Go past the Germans to their entry hexes."""
    board = p.board
    return (
        -2.0 * bool(p.german & board.grid.bit[to])
        + near(board, start, board.spawn_hexes[GERMAN])
        - near(board, to, board.spawn_hexes[GERMAN])
    )


def least(p: City) -> Rated:
    """Play the card that has the least effect."""
    options = p.actions()
    return Rated.by_rule(NO_CARD if NO_CARD in options else options[-1], WHY)


SOVIETS_BY_BOX: dict[str, dict[str, Decide]] = {
    "rush": {"use-die": given(attack)},
    "wall": {"use-die": given(hold)},
    "raider": {"use-die": given(around_them)},
    "hoarder": {"lay-card": least},
}


def chosen(name: str, p: City) -> Rated:
    """Return the action that a baseline bot takes."""
    if name == "passive":
        return passive(p)
    by_box, usual = (SOVIETS_BY_BOX, staff_of_soviets) if p.seat == SOVIET else (GERMANS_BY_BOX, staff_of_germans)
    return by_box[name].get(p.box.name, usual)(p)
