"""The invariants with their clauses, and changes that break them."""

from __future__ import annotations

from mamayev.engine.invariant import Invariant

from ..printed.cards import BOX, COMBAT, HAND, HIDDEN, LATE
from ..printed.map import AXIS, OFF_MAP, SOVIET
from ..printed.units import IN_CUP, LIMITS, SNAFU, members
from .position import NOT_CALLED, Operation
from .preparation import RESHUFFLE
from .victory import LONGER

PLACE = 0  # any hex


def first(p: Operation, side: int) -> int:
    """Return the first combat unit of a side."""
    return members(p.board.of_side[side] & p.board.troops)[0]


def apart(p: Operation) -> bool:
    """Return whether no hex contains combat units of both sides."""
    return not (p.troops(AXIS) & p.standing(SOVIET) or p.troops(SOVIET) & p.standing(AXIS))


def mix(p: Operation) -> None:
    p.at[first(p, AXIS)] = p.at[first(p, SOVIET)] = PLACE
    p.derive()


def not_crowded(p: Operation) -> bool:
    """Return whether no hex is over the stacking limit. During a retreat, the limit is not checked, because a unit can
    pass through a full hex.
    """
    if p.inside("retreats"):
        return True
    counted: dict[tuple[int, int], int] = {}
    for u, h in enumerate(p.at):
        if h < OFF_MAP:
            key = p.board.category[u], h
            counted[key] = counted.get(key, 0) + 1
    return all(count <= LIMITS[category] for (category, _), count in counted.items())


def crowd(p: Operation) -> None:
    board = p.board
    for u in [u for u in range(len(board.units)) if board.category[u] == AXIS][:3]:
        p.at[u] = PLACE


def forget_zone(p: Operation) -> None:
    p.zones.add(AXIS, PLACE)


def forget_unit(p: Operation) -> None:
    p.present[AXIS] ^= 1 << first(p, AXIS)


def steps_fit(p: Operation) -> bool:
    """Return whether every counter on the map has a valid number of steps."""
    return all(0 <= p.steps[u] <= p.board.units[u].steps and (p.steps[u] or h >= OFF_MAP) for u, h in enumerate(p.at))


def overfill(p: Operation) -> None:
    p.steps[first(p, AXIS)] = 3


def late_cards_wait(p: Operation) -> bool:
    """Return whether no late card is in play before its turn."""
    board = p.board
    return p.turn >= RESHUFFLE or all(
        p.where[c] == LATE for s in board.deck for row in s for c in row if c in board.late_cards
    )


def hurry(p: Operation) -> None:
    p.where[next(iter(p.board.late_cards))] = HAND


def stuff(p: Operation) -> None:
    for c in p.board.deck[AXIS][COMBAT][:2]:
        p.where[c] = BOX


def slip(p: Operation) -> None:
    p.track = 3


def misremember(p: Operation) -> None:
    p.known = 1 << next(iter(p.board.late_cards))


def snafus_return(p: Operation) -> bool:
    """Return whether all SNAFU markers are in their cups when no side draws."""
    board = p.board
    return p.inside("cup-draw") or all(
        p.at[u] == IN_CUP for row in board.of_cup for u in members(row & board.of_kind[SNAFU])
    )


def mislay(p: Operation) -> None:
    p.at[p.board.unit["snafu-tank-1"]] = OFF_MAP


def mismark(p: Operation) -> None:
    p.unsupplied = 1 << p.board.unit["snafu-tank-1"]


INVARIANTS = (
    Invariant("DON-STACK-05", "No hex has units of both sides.", apart, mix),
    Invariant("DON-STACK-02", "No hex is above its stacking limit.", not_crowded, crowd),
    Invariant("DON-ZOC-01", "Only combat units on the map have zones of control, and each has one.", lambda p: p.zones == p.make_zones(), forget_zone),
    Invariant("DON-SETUP-01", "The counters on the map are those in a hex.", lambda p: p.present == p.make_present(), forget_unit),
    Invariant("DON-UNIT-04", "A unit on the map has one or two steps.", steps_fit, overfill),
    Invariant("DON-SETUP-03", "Late cards arrive in turn 4.", late_cards_wait, hurry),
    Invariant("DON-BOX-07", "A box holds one card, or a pair.", lambda p: all(len(p.held(side, COMBAT, BOX)) <= most for side, most in ((AXIS, 1), (SOVIET, 2))), stuff),
    Invariant("DON-CALL-02", "The Donnerschlag marker is on its track after the call.", lambda p: p.track == NOT_CALLED if not p.called else 0 <= p.track <= LONGER and p.zone >= 0, slip),
    Invariant("DON-FOG-01", "Cards that the enemy knows are in hand, box or pile.", lambda p: all(p.where[c] in HIDDEN for c in members(p.known)), misremember),
    Invariant("DON-CUP-07", "SNAFU markers return to their cup.", snafus_return, mislay),
    Invariant("DON-SUP-06", "Only units on the map are out of supply.", lambda p: all(p.at[u] < OFF_MAP for u in members(p.unsupplied)), mismark),
)  # fmt: skip
