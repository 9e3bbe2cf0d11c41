"""Invariants that always hold, each with its clause and a way to break it on purpose."""

from __future__ import annotations

from mamayev.engine.invariant import Invariant

from ..printed.map import EMPTY, GERMAN, LOST, POOL, REMOVED, SOVIET, STACK, TRACK
from .fire import MOST_RUBBLE
from .position import USED, City


def not_crowded(p: City) -> bool:
    """Return whether no hex contains more units than allowed."""
    return all(len(stack) <= STACK for stack in p.stacks)


def crowd(p: City) -> None:
    board = p.board
    p.stacks[board.hex["W"]] = tuple(board.germans[: STACK + 1])


def apart(p: City) -> bool:
    """Return whether no hex contains units of both sides."""
    return not p.german & p.soviet


def mix(p: City) -> None:
    board, grid = p.board, p.board.grid
    p.german |= grid.bit[board.hex["9"]]
    p.soviet |= grid.bit[board.hex["9"]]


def stacks_fit(p: City) -> bool:
    """Return whether the stacks, the units' places and the sets of held hexes agree."""
    board = p.board
    held = [0, 0]
    for h, stack in enumerate(p.stacks):
        for u in stack:
            if p.at[u] != h:
                return False
            held[board.side[u]] |= board.grid.bit[h]
    standing = sum(len(stack) for stack in p.stacks)
    return held == [p.german, p.soviet] and standing == sum(h < LOST for h in bytes(p.at))


def lose_track(p: City) -> None:
    board = p.board
    p.at[board.germans[0]] = board.hex["1"]


def control_fits(p: City) -> bool:
    """Return whether each hex belongs to the side whose units are in it."""
    return not p.german & ~p.control and not p.soviet & p.control


def betray(p: City) -> None:
    board, grid = p.board, p.board.grid
    p.soviet |= grid.bit[board.hex["W"]]
    p.control |= grid.bit[board.hex["W"]]


def heights_fit(p: City) -> bool:
    """Return whether the incrementally updated stack heights are correct."""
    return p.tall == p.make_tall()


def heighten(p: City) -> None:
    board = p.board
    p.tall[STACK - 1] ^= board.grid.bit[board.hex["9"]]


def piles_fit(p: City) -> bool:
    """Return whether the incrementally updated decks, pools and waiting units are correct."""
    return p.decks == p.make_decks() and p.pools == p.make_pools() and p.waiting == p.make_waiting()


def slip(p: City) -> None:
    p.decks[SOVIET] = p.decks[SOVIET][1:]


def rubble_fits(p: City) -> bool:
    """Return whether rubble is only in Urban hexes, and within the number of markers."""
    return not p.rubble & ~p.board.urban_hexes and p.rubble.bit_count() <= MOST_RUBBLE


def litter(p: City) -> None:
    board = p.board
    p.rubble |= board.grid.bit[board.hex["1"]]


def strong(p: City) -> bool:
    """Return whether every unit on the map has one to four steps; a Soviet block can show a blank edge."""
    board = p.board
    return all(
        1 <= p.strength[u] <= (board.units[u].strength if board.side[u] == GERMAN else STACK)
        for stack in p.stacks
        for u in stack
    )


def weaken(p: City) -> None:
    board = p.board
    p.stacks[board.hex["W"]] = (board.germans[0],)
    p.strength[board.germans[0]] = 0


def chart_fits(p: City) -> bool:
    """Return whether each unit on the chart occurs only once."""
    return sorted(u for u in bytes(p.chart) if u != EMPTY) == [u for u in p.board.germans if p.at[u] == TRACK]


def misfile(p: City) -> None:
    board = p.board
    p.chart[0] = board.germans[0] if p.chart[0] != board.germans[0] else board.germans[1]


def kept_apart(p: City) -> bool:
    """Return whether Soviet units return to their pools and German units never do."""
    board = p.board
    return all(p.at[u] not in (POOL,) for u in board.germans) and all(
        p.at[u] not in (LOST, REMOVED, TRACK) for u in board.soviets
    )


def bury(p: City) -> None:
    p.at[p.board.soviets[0]] = LOST


def clock_runs(p: City) -> bool:
    """Return whether the game ends with the last card of the Soviet deck."""
    return not p.frames or bool(p.decks[SOVIET])


def exhaust(p: City) -> None:
    for c in p.decks[SOVIET]:
        p.take(c, USED)


INVARIANTS = (
    Invariant("INF-STACK-01", "No hex holds more than four units.", not_crowded, crowd),
    Invariant("INF-STACK-03", "No hex holds units of both sides.", apart, mix),
    Invariant("INF-STACK-02", "A stack is all units in a hex.", stacks_fit, lose_track),
    Invariant("INF-MAP-03", "A hex belongs to the side whose units are in it.", control_fits, betray),
    Invariant("INF-AI-01", "The top stacked hexes are those with the most Soviet units.", heights_fit, heighten),
    Invariant("INF-SOLO-03", "A unit is drawn from the units in its pool.", piles_fit, slip),
    Invariant("INF-RUBBLE-08", "At most 15 Urban hexes are in rubble.", rubble_fits, litter),
    Invariant("INF-STR-01", "A unit on the map has at least one step.", strong, weaken),
    Invariant("INF-REINF-02", "The chart holds each unit once.", chart_fits, misfile),
    Invariant("INF-STEP-03", "Soviet units can return, German units can't.", kept_apart, bury),
    Invariant("INF-WIN-05", "The last Soviet card ends the game.", clock_runs, exhaust),
)
