"""The strengths, ratio, column shifts and die modifiers of a combat (DON-RATIO, DON-SHIFT, DON-TERR, DON-DRM). They
depend on the units, their hexes, and the card events in force.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mamayev.engine.event import Modifier
from mamayev.engine.position import Frame

from ..printed.cards import EVENTS, Effect
from ..printed.map import SOVIET
from ..printed.units import INFANTRY, MOTORISED, TANK, members, set_of
from .combat_locals import Combat
from .position import Operation

COLUMNS = ("1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
TWICE = (2, 3, 4, 6, 8, 10, 12, 14)
"""DON-RATIO-02: twice the ratio that each column stands for."""
BELOW = -1
QUARTERS = 4


class InForce(NamedTuple):
    """A card effect in force: the title of the card, its event, the effect, and 1 if it helps the attacker or -1 if it
    helps the defender.
    """

    name: str
    event: int
    effect: Effect
    sign: int


def in_force(p: Operation, f: Frame, *kinds: str) -> Iterator[InForce]:
    """DON-CARDWIN-04, DON-SHIFT-02: return the effects of the given kinds that apply to the combat in a frame."""
    if not f[Combat.force]:
        return iter(())
    return (one for one in played(p, f, *kinds) if holds(p, f, one.effect, owner(p, one)))


def owner(p: Operation, one: InForce) -> int:
    """Return the owner of the card."""
    return p.active if one.sign == 1 else 1 - p.active


def played(p: Operation, f: Frame, *kinds: str) -> Iterator[InForce]:
    """Return the effects of the given kinds that were played in the combat in a frame, even if their conditions are not
    met.
    """
    board = p.board
    for bit in members(f[Combat.force]):
        card, number = divmod(bit, EVENTS)
        event = board.events[card][number]
        if event is not None:
            sign = 1 if board.cards[card].side == p.active else -1
            for effect in event.effects:
                if effect.kind in kinds:
                    yield InForce(board.cards[card].title, number, effect, sign)


def holds(p: Operation, f: Frame, effect: Effect, owner: int) -> bool:
    """Return whether the condition of an effect is met."""
    board = p.board
    if effect.kind not in ("shift", "modifier") or not effect.what:
        return True
    fighting = taking_part(p, f) | defenders(p, f)
    if effect.what == "two-formations":
        return len({p.formation(u) for u in members(taking_part(p, f))}) > 1
    if effect.what == "romanian":
        return bool(fighting & board.romanian)
    if effect.what == "guards":
        return bool(fighting & board.guards)
    if effect.what == "soviet-infantry":
        return bool(fighting & board.of_side[SOVIET] & board.of_kind[INFANTRY])
    tanks = taking_part(p, f) & board.of_kind[TANK] & board.of_side[owner]
    return bool(tanks & board.german if effect.what == "german-tank" else tanks)


# ------------------------------------------------------------------ who takes part


def defenders(p: Operation, f: Frame) -> int:
    """DON-COMBAT-10: return all enemy combat units in the target hex."""
    return set_of(p.units_in(f[Combat.target], 1 - p.active)) & p.board.troops


def crosses(p: Operation, f: Frame, u: int) -> bool:
    """DON-TERR-03 to DON-TERR-05: return whether a unit attacks across an unbridged river hexside. A bridge cancels
    this (DON-TERR-06)."""
    return bool(p.crossings.wet[p.at[u]] & p.board.grid.bit[f[Combat.target]])


def river_lifted(p: Operation, f: Frame, whole: bool) -> bool:
    """Return whether a card cancels the effects of rivers on an attack: all effects, or at least the die modifier."""
    return bool(f[Combat.force]) and any(not whole or one.effect.what == "all" for one in played(p, f, "river"))


def taking_part(p: Operation, f: Frame) -> int:
    """DON-TERR-03, DON-PROC-04, DON-PROC-05: return the declared units, except tanks that neither a bridge nor a
    card takes across a river.
    """
    declared = f[Combat.attackers]
    across = [u for u in members(declared & p.board.of_kind[TANK]) if crosses(p, f, u)]
    return declared if not across or river_lifted(p, f, True) else declared & ~set_of(across)


# ------------------------------------------------------------------ strengths


def quarters(p: Operation, f: Frame, u: int, extra: int, halved: bool) -> int:
    """Return the strength of a unit in quarters.

    Cards are added first. The strength is then halved if the unit is out of supply, and again if `halved`, in an attack
    on a city. Under one reading, cards are added last (DON-PROC-03).
    """
    added = extra * QUARTERS if p.table.readings["card_strength=whole"] else 0
    worth = (p.board.strength[u][p.steps[u]] + extra) * QUARTERS - added
    if p.unsupplied >> u & 1:
        worth //= 2
    return (worth // 2 if halved else worth) + added


def strength(p: Operation, f: Frame, units: int, attacking: bool) -> int:
    """DON-CALC-01, DON-RATIO-08: return the total strength of a side. It is rounded down for each hex or, under one
    reading, once for the side.
    """
    board = p.board
    halved = attacking and bool(board.cities & board.grid.bit[f[Combat.target]])  # DON-TERR-02
    row = members(units)
    extra = dict.fromkeys(row, 0)
    singles = 0
    for one in in_force(p, f, "strength"):
        if (one.sign == 1) == attacking:
            if one.effect.what == "one":
                singles += one.effect.n
            else:
                for u in members(units & board.cavalry):
                    extra[u] += one.effect.n

    def total() -> int:
        by_hex: dict[int, int] = {}
        for u in row:
            h = 0 if p.table.readings["rounding_scope=side"] else p.at[u]
            by_hex[h] = by_hex.get(h, 0) + quarters(p, f, u, extra[u], halved)
        return sum(worth // QUARTERS for worth in by_hex.values())

    for _ in range(singles):  # the unit that gains most from it
        found = []
        for u in row:
            extra[u] += 1
            found.append((total(), -u))
            extra[u] -= 1
        if found:
            extra[-max(found)[1]] += 1
    return total()


def sums(p: Operation, f: Frame) -> tuple[int, int]:
    """DON-RATIO-01: return the attack and defense totals."""
    return strength(p, f, taking_part(p, f), True), strength(p, f, defenders(p, f), False)


def ratio(attack: int, defence: int) -> int:
    """DON-RATIO-03, DON-RATIO-04, DON-RATIO-07: return the index of the column, rounded down (DON-CALC-03), or BELOW
    for a ratio below 1:1.
    """
    if not attack or attack < defence:
        return BELOW
    if not defence:
        return len(COLUMNS) - 1
    return sum(2 * attack >= defence * twice for twice in TWICE) - 1


# ------------------------------------------------------------------ shifts and modifiers


def supplied_kinds(p: Operation, units: int) -> tuple[bool, bool]:
    """DON-OOS-02: return whether the given units include tanks in supply, and whether they include motorized infantry
    in supply.
    """
    board = p.board
    able = units & ~p.unsupplied
    return bool(able & board.of_kind[TANK]), bool(able & board.of_kind[MOTORISED])


def shifts(p: Operation, f: Frame, attackers: int, enemies: int) -> list[Modifier]:
    """DON-SHIFT-01 to DON-SHIFT-06, DON-TERR-01, DON-TERR-02: return every shift of the column with its reason;
    positive shifts are to the right. Only units in the combat count."""
    board = p.board
    bit = board.grid.bit[f[Combat.target]]
    row = [Modifier(one.sign * one.effect.n, one.name, ("DON-SHIFT-02",)) for one in in_force(p, f, "shift")]
    against = {(one.effect.kind, one.sign) for one in in_force(p, f, "no-tank-shift", "no-combined-arms")}
    tanks, motorised = supplied_kinds(p, attackers)
    if tanks and not bit & (board.towns | board.cities) and ("no-tank-shift", -1) not in against:
        row.append(Modifier(1, "Tank", ("DON-SHIFT-05",)))
    if tanks and motorised and not bit & board.cities and ("no-combined-arms", -1) not in against:
        row.append(Modifier(1, "Combined arms, attacker", ("DON-SHIFT-03", "DON-SHIFT-04")))
    tanks, motorised = supplied_kinds(p, enemies)
    if tanks and motorised and not bit & board.cities and ("no-combined-arms", 1) not in against:
        row.append(Modifier(-1, "Combined arms, defender", ("DON-SHIFT-03",)))
    return row


def modifiers(p: Operation, f: Frame) -> list[Modifier]:
    """DON-DRM-01 to DON-DRM-04, DON-TERR-04: return every die modifier with its reason."""
    board = p.board
    bit = board.grid.bit[f[Combat.target]]
    row = [Modifier(one.sign * one.effect.n, one.name, ("DON-DRM-01",)) for one in in_force(p, f, "modifier")]
    if not any(in_force(p, f, "settlement")):
        if bit & board.villages:
            row.append(Modifier(-1, "Minor village", ("DON-DRM-02",)))
        if bit & board.towns:
            row.append(Modifier(-2, "Town", ("DON-DRM-03",)))
    wet = any(crosses(p, f, u) for u in members(taking_part(p, f)))
    if wet and not river_lifted(p, f, False):
        row.append(Modifier(-1, "Unbridged river", ("DON-DRM-04", "DON-TERR-04")))
    return row


def column(p: Operation, f: Frame) -> tuple[int, int]:
    """DON-RATIO-04 to DON-RATIO-06: return the column for the ratio and the column after shifts, or BELOW for odds
    below 1:1.
    """
    return column_of(p, f, taking_part(p, f), defenders(p, f))


def column_of(p: Operation, f: Frame, attackers: int, enemies: int) -> tuple[int, int]:
    """Return the columns before and after shifts for the given units on both sides."""
    attack, defence = strength(p, f, attackers, True), strength(p, f, enemies, False)
    by = sum(shift.value for shift in shifts(p, f, attackers, enemies))
    return ratio(attack, defence), shifted(p, ratio(attack, defence), by + beyond(p, attack, defence))


def beyond(p: Operation, attack: int, defence: int) -> int:
    """DON-RATIO-04: return the number of columns by which a ratio exceeds 7:1. It counts only under one reading."""
    return max(0, attack // defence - TWICE[-1] // 2) if p.table.readings["column_cap=last"] and defence else 0


def shifted(p: Operation, base: int, by: int) -> int:
    """DON-RATIO-05, DON-RATIO-06: return the column after the given total shift."""
    last, test = len(COLUMNS) - 1, p.table.below_one_test
    if base == BELOW and test != "final":
        return BELOW
    moved = max(base + by, 0) if test == "floor" else base + by
    return max(BELOW, min(last, moved))
