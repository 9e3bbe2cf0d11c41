"""Invariants that hold after every action. Each cites its clause, and comes with a change with which a test breaks it
on purpose.
"""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.invariant import Invariant

from ..printed.map import BOX_0, SPACES
from .board import bits
from .charts import FLOWN_OUT
from .control import army_is_gone, held_for_ring, obtained
from .council import FIRST_TURN
from .position import FULL, ZHUKOV_DIES, Pocket


def _ring(p: Pocket) -> bool:
    if p.fighting or p.outcome:
        return True
    ring = p.table.board.shape(held_for_ring(p)).ring & ~p.breakthrough
    if p.relief_box == 5:
        ring |= 1 << p.table.board.entries[p.relief_letter] & ~p.german
    return p.soviet == ring


def _no_sharing(p: Pocket) -> bool:
    return not any(p.count[area] for area in bits(p.soviet)) and not p.soviet & p.german


def _units_hold(p: Pocket) -> bool:
    return all(p.german >> area & 1 for area in range(1, BOX_0 + 1) if p.count[area])


def _outside_needs_units(p: Pocket) -> bool:
    return all(p.count[area] for area in bits(p.german & ~p.table.board.inside))


def _counts(p: Pocket) -> bool:
    counts = bytearray(SPACES)
    for space in bytes(p.at):
        counts[space] += space > 0
    return counts == p.count


def _steps(p: Pocket) -> bool:
    return all(
        (p.steps[unit] > 0) == (space > 0) and not (p.table.single_sided >> unit & 1 and p.steps[unit] == FULL)
        for unit, space in enumerate(bytes(p.at))
    )


def _pdms(p: Pocket) -> bool:
    placed = [n for n in range(SPACES) if p.pdm_active[n] or p.pdm_inactive[n]]
    total = sum(p.pdm_active) + sum(p.pdm_inactive)
    return total <= p.table.components.pdm_limit and not any(p.soviet >> n & 1 or n > BOX_0 for n in placed)


def _cards(p: Pocket) -> bool:
    every = sum(1 << card.id for card in p.table.components.cards)
    apart = not (p.deck & p.discard or p.deck & p.removed or p.discard & p.removed)
    return apart and p.deck | p.discard | p.removed == every and p.deck > 0


def _offensive(p: Pocket) -> bool:
    return 0 <= p.offensive <= 8 and (p.offensive == 8) == (p.launched > 0)


def _tracks(p: Pocket) -> bool:
    return min(p.supply, p.ip, p.wounded, p.tally) >= 0 and p.tally < 5


def _breakthrough(p: Pocket) -> bool:
    return not p.soviet & p.breakthrough and (not p.relief_area or bool(p.breakthrough >> p.relief_area & 1))


def _attackers(p: Pocket) -> bool:
    named = [unit for unit, space in enumerate(bytes(p.target)) if space]
    if not all(p.table.may_attack >> unit & 1 for unit in named):
        return False
    # Advances bring attackers of several areas together, so count only before the first roll.
    froms = [p.at[unit] for unit in named]
    return bool(p.fighting) or all(froms.count(space) <= 3 for space in froms)


def _letters(p: Pocket) -> bool:
    return all((space > BOX_0) == (p.letter[unit] > 0) for unit, space in enumerate(bytes(p.at)) if space)


def _officers(p: Pocket) -> bool:
    return p.what_if < FLOWN_OUT or p.surrendered > 0 or army_is_gone(p)


def _set(**values: int | Callable[[Pocket], int]) -> Callable[[Pocket], None]:
    def spoil(p: Pocket) -> None:
        for name, value in values.items():
            setattr(p, name, value(p) if callable(value) else value)

    return spoil


def _row(name: str, index: Callable[[Pocket], int], value: int) -> Callable[[Pocket], None]:
    def spoil(p: Pocket) -> None:
        getattr(p, name)[index(p)] = value

    return spoil


def _spoil_letters(p: Pocket) -> None:
    p.at[0], p.letter[0] = 47, 9


def _spoil_ring(p: Pocket) -> None:
    p.outcome = p.fighting = 0
    p.soviet ^= 1 << 1


def _spoil_outside(p: Pocket) -> None:
    p.german |= next(1 << n for n in range(1, BOX_0) if not p.table.board.inside >> n & 1 and not p.count[n])


def _spoil_sharing(p: Pocket) -> None:
    p.soviet |= p.german | 1 << 47
    p.german |= 1 << 47


def _spoil_units_hold(p: Pocket) -> None:
    p.count[30] = 1
    p.german &= ~(1 << 30)


def _spoil_officers(p: Pocket) -> None:
    p.at[0], p.what_if = 47, FLOWN_OUT


def _spoil_attackers(p: Pocket) -> None:
    p.target[p.table.hq] = 1


INVARIANTS = (
    Invariant("CAU-FLOW-04", "every area that touches the pocket has one Soviet unit, and no other area has any", _ring, _spoil_ring),
    Invariant("CAU-CTRL-05", "units of both sides never share an area", _no_sharing, _spoil_sharing),
    Invariant("CAU-CTRL-02", "an area with a German unit is German-controlled", _units_hold, _spoil_units_hold),
    Invariant("CAU-CTRL-03", "a vacant area outside the Perimeter is not German-controlled", _outside_needs_units, _spoil_outside),
    Invariant("CAU-MOVE-11", "the number of units in each space is up to date", _counts, _row("count", lambda p: 69, 9)),
    Invariant("CAU-COMP-09", "units in play have steps; HQ and battlegroups have one side", _steps, _row("steps", lambda p: p.table.hq, 2)),
    Invariant("CAU-COMP-08", "PDMs don't exceed their counters, and none is with a Soviet unit", _pdms, _row("pdm_active", lambda p: 47, 99)),
    Invariant("CAU-CARD-08", "every card is in the deck, discarded or removed, and the deck is never empty", _cards, _set(deck=0)),
    Invariant("CAU-SSI-03", "the SSI stays within 0 and 10", lambda p: 0 <= p.ssi <= 10 and (p.ssi > 0 or p.outcome > 0), _set(ssi=11)),
    Invariant("CAU-FO-04", "the Final Offensive is on if and only if its marker is on 8", _offensive, _set(offensive=lambda p: 0 if p.offensive == 8 else 8)),
    Invariant("CAU-ACT-03", "no track is below zero, and the tally is below five", _tracks, _set(supply=-1)),
    Invariant("CAU-RELIEF-15", "a Breakthrough area has no Soviet unit", _breakthrough, _set(breakthrough=1 << 1, soviet=1 << 1)),
    Invariant("CAU-ATK-08", "at most three divisions attack from an area, never the HQ or a battlegroup", _attackers, _spoil_attackers),
    Invariant("CAU-ATK-14", "only Soviet units have Hit markers", lambda p: not p.hits & ~p.soviet, _set(hits=lambda p: p.hits | p.german | 1 << 47)),
    Invariant("CAU-BREAK-02", "units in Relief boxes have the letter of their breakout", _letters, _spoil_letters),
    Invariant("CAU-COUNCIL-01", "the Council of War counter is held only from turn 8 on", lambda p: p.turn >= FIRST_TURN or not p.council, _set(turn=1, council=1)),
    Invariant("CAU-RUMOR-07", "a rumor that is settled is not in play", lambda p: not p.rumor or not p.rumors >> p.rumor & 1, _set(rumor=ZHUKOV_DIES, rumors=1 << ZHUKOV_DIES)),
    Invariant("CAU-RUMOR-12", "without Zhukov there is no Final Offensive", lambda p: not obtained(p, ZHUKOV_DIES) or not p.launched, _set(launched=1, offensive=8, rumors=257 << ZHUKOV_DIES)),
    Invariant("CAU-SURV-02", "survivors are counted only after the end", lambda p: not p.survival or p.outcome > 0, _set(outcome=0, survival=7)),
    Invariant("CAU-WHATIF-05", "the officers answer only once the army has surrendered or is gone", _officers, _spoil_officers),
)  # fmt: skip
