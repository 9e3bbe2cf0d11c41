"""What a seat cannot see (DON-FOG, DON-FLOW-09): the enemy's cards and, for the Soviet side, the real meeting zone."""

from __future__ import annotations

import random

from .board import SOVIET, ZONES
from .cards import ACTIVATION, ASIDE, BOX, CARDS, COMBAT, DRAW, HAND, HIDDEN, LATE, OF, PICKED
from .position import Operation


def sample(p: Operation, seat: int, rng: random.Random) -> Operation:
    """A position that a seat cannot tell from this one: the enemy's hidden cards are dealt anew, as far as what the
    seat has seen lets them be others, and so is the zone."""
    other = p.copy()
    if seat == SOVIET and p.called:
        other.zone = rng.choice([zone for zone in range(len(ZONES)) if not p.ruled_out >> zone & 1])
    enemy = 1 - seat
    for kind in (ACTIVATION, COMBAT):
        _deal(p, other, enemy, kind, rng)
    swap(other, [c for c in OF[enemy][COMBAT] if p.where[c] in (LATE, PICKED)], rng)
    return other


def swap(p: Operation, cards: list[int], rng: random.Random) -> None:
    """Some cards change places among themselves."""
    places = [p.where[c] for c in cards]
    rng.shuffle(places)
    for c, place in zip(cards, places, strict=True):
        p.where[c] = place


def _deal(p: Operation, other: Operation, enemy: int, kind: int, rng: random.Random) -> None:
    hidden = [c for c in OF[enemy][kind] if p.where[c] in HIDDEN]
    kept = [c for c in hidden if p.where[c] in (HAND, BOX, ASIDE)]
    chosen: dict[int, int] = {}  # the card in the place of each true one
    seen = [c for c in kept if p.known >> c & 1]
    forgotten = rng.sample(seen, min(p.swaps, rng.randint(0, len(seen)))) if enemy == SOVIET and kind == COMBAT else []
    free = set(hidden)
    for c in seen:
        if c not in forgotten:
            chosen[c] = c
            free.discard(c)
    late = [c for c in kept if c not in chosen and p.late_pick >> c & 1]
    old = [c for c in kept if c not in chosen and c not in late and p.old >> c & 1]
    rest = [c for c in kept if c not in chosen and c not in late and c not in old]
    for group, among in (
        (late, [c for c in hidden if CARDS[c].late]),
        (old, [c for c in hidden if p.stock >> c & 1]),
        (rest, hidden),
    ):
        able = sorted(c for c in among if c in free)
        if len(able) < len(group):
            able = sorted(free)
        for c, drawn in zip(group, rng.sample(able, len(group)), strict=True):
            chosen[c] = drawn
            free.discard(drawn)
    for c in hidden:
        other.where[c] = DRAW
    for true, drawn in chosen.items():
        other.where[drawn] = p.where[true]
    marks = dict.fromkeys(("known", "old", "late_pick"), 0)
    for true, drawn in chosen.items():
        for name in marks:
            if getattr(p, name) >> true & 1:
                marks[name] |= 1 << drawn
    of_kind = sum(1 << c for c in OF[enemy][kind])
    for name, bits in marks.items():
        setattr(other, name, getattr(p, name) & ~of_kind | bits)
    if kind == COMBAT and p.boxed[enemy] > (p.looked if enemy == SOVIET else 0):
        _mix_box(other, enemy, rng)


def _mix_box(p: Operation, side: int, rng: random.Random) -> None:
    """The card in a box that was filled since the hand was seen may be any of those in hand or box; a pair stays."""
    inside = p.held(side, COMBAT, BOX)
    hand = p.hand(side)
    if len(inside) == 1 and hand:
        swap(p, [inside[0], rng.choice(hand)], rng)
