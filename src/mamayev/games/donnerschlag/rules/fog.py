"""Hidden information (DON-FOG, DON-FLOW-09): the enemy's cards and, for the Soviet side, the real meeting zone."""

from __future__ import annotations

import random

from ..printed.cards import ACTIVATION, BOX, COMBAT, DRAW, HAND, HIDDEN, LATE, PICKED, REMOVED
from ..printed.map import SOVIET
from .position import Operation

IS_HIDDEN = [place in HIDDEN for place in range(REMOVED + 1)]


def sample(p: Operation, seat: int, rng: random.Random) -> Operation:
    """Return a determinization for a seat.

    Redeal the enemy's cards, and choose the zone again if it is hidden from the seat.
    """
    board = p.board
    other = p.copy()
    if seat == SOVIET and p.called:
        other.zone = rng.choice(p.zones_left())
    enemy = 1 - seat
    for kind in (ACTIVATION, COMBAT):
        _deal(p, other, enemy, kind, rng)
    if PICKED in p.where:
        swap(other, [c for c in board.deck[enemy][COMBAT] if p.where[c] in (LATE, PICKED)], rng)
    return other


def swap(p: Operation, cards: list[int], rng: random.Random) -> None:
    """Shuffle the places of the given cards."""
    places = [p.where[c] for c in cards]
    rng.shuffle(places)
    for c, place in zip(cards, places, strict=True):
        p.where[c] = place


def _deal(p: Operation, other: Operation, enemy: int, kind: int, rng: random.Random) -> None:
    """Redeal the enemy's cards of a kind. Known facts about a place in a hand or box still apply: that its card was
    there before a shuffle, or was taken from the late cards. Seen cards stay, except those that may have been exchanged
    since.
    """
    board, where = p.board, p.where
    hidden = [c for c in board.deck[enemy][kind] if IS_HIDDEN[where[c]]]
    kept = [c for c in hidden if where[c] != DRAW]
    if not (p.known | p.old | p.late_pick | p.beside) & board.owned_by_kind[enemy][kind]:  # nothing is known about any
        # of them
        _lay(p, other, kept, dict(zip(kept, rng.sample(hidden, len(kept)), strict=True)))
        return
    seen = [c for c in hidden if p.known >> c & 1]
    exchanged = p.swaps if enemy == SOVIET and kind == COMBAT else 0
    gone = rng.sample(seen, rng.randint(0, min(exchanged, len(seen))))
    chosen: dict[int, int] = {}  # the card that goes into the place of each true one
    stay = [c for c in seen if c not in gone]
    chosen |= {c: c for c in stay if c in kept}
    places = [c for c in kept if c not in chosen]
    rng.shuffle(places)
    back = [c for c in stay if c not in kept]
    while back and places:
        chosen[places.pop()] = back.pop()
    chosen |= _drawn(p, hidden, places, set(hidden) - set(chosen.values()) - set(gone), gone, rng)
    _lay(p, other, hidden, chosen)
    of_kind = board.owned_by_kind[enemy][kind]
    for name in ("old", "late_pick", "beside"):
        if (marked := getattr(p, name)) & of_kind:
            bits = sum(1 << drawn for true, drawn in chosen.items() if marked >> true & 1)
            setattr(other, name, marked & ~of_kind | bits)
    if kind == COMBAT and p.boxed[enemy] > (p.looked if enemy == SOVIET else 0):
        _mix_box(other, enemy, rng)


def _lay(p: Operation, other: Operation, cards: list[int], chosen: dict[int, int]) -> None:
    """Put the chosen cards where the actual cards are, and the others into the draw pile."""
    for c in cards:
        other.where[c] = DRAW
    for true, drawn in chosen.items():
        other.where[drawn] = p.where[true]


def _drawn(
    p: Operation, hidden: list[int], places: list[int], free: set[int], gone: list[int], rng: random.Random
) -> dict[int, int]:
    """Draw a possible card for each of the given places.

    Places filled from the late cards come first, then those filled before a shuffle. If too few cards are possible,
    seen cards that may be gone are added.
    """
    late = [c for c in places if p.late_pick >> c & 1]
    old = [c for c in places if p.old >> c & 1 and c not in late]
    rest = [c for c in places if c not in late and c not in old]
    chosen: dict[int, int] = {}
    for group, among in (
        (late, [c for c in hidden if p.board.cards[c].late]),
        (old, [c for c in hidden if p.stock >> c & 1]),
        (rest, hidden),
    ):
        if not group:
            continue
        able = sorted(c for c in among if c in free)
        if len(able) < len(group):
            able = sorted((free | set(gone)) - set(chosen.values()))
        for c, drawn in zip(group, rng.sample(able, len(group)), strict=True):
            chosen[c] = drawn
            free.discard(drawn)
    return chosen


def _mix_box(p: Operation, side: int, rng: random.Random) -> None:
    """Choose the card in a box that was filled since the hand was seen.

    It can be any card that was next to it in the hand then and is still there. A pair stays.
    """
    inside = p.held(side, COMBAT, BOX)
    if len(inside) != 1:
        return
    put_in = rng.choice([*inside, *(c for c in p.hand(side) if p.beside >> c & 1)])
    if put_in != inside[0]:
        p.where[put_in], p.where[inside[0]] = BOX, HAND
        p.beside ^= 1 << put_in | 1 << inside[0]
