"""Find the attacks that the enemy can make in one activation: the best column against each stack, and the units for it.

The answer is exact for the current positions of the units on the board. It considers each activation that the enemy's
cards allow, with reach, room next to the stack, strengths, supply and shifts. It ignores new arrivals and changes
caused by earlier activations. It uses only what the asking seat knows about the enemy's cards: the chance of a card for
that activation, and of a card that shifts the column.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from mamayev.engine.fields import OWN
from mamayev.terrain.grid import Hexes
from mamayev.terrain.seats import seated

from ..printed.cards import ACTIVATION, ATTACKER, BEFORE, BOX, COMBAT, EITHER, HAND, HIDDEN
from ..printed.map import AXIS, OFF_MAP
from ..printed.units import FORMATION_NAMES, FORMATIONS, GROUP_NAMES, GROUPS, LIMITS, MOTORISED, TANK, members, set_of
from .combat_locals import Combat
from .command import axis_formations, by_formation, by_headquarters, by_schwerpunkt, corps, groups
from .movement import allowance, ways
from .odds import BELOW, column, sums
from .position import Operation
from .preparation import LAST_EFFORT

Seat = tuple[int, int]
"""A hex and a category of counters for which it has room."""


class Means(NamedTuple):
    """A possible activation of the enemy: its name and its units.

    `chance`: the chance that the enemy holds a card for it, as far as the other side knows, or None if the enemy holds
    no activation cards at the moment.
    """

    name: str
    units: int
    chance: float | None


class Blow(NamedTuple):
    """The best attack of the enemy on a stack: the column before the shifts (`base`) and after them (`column`), the
    totals, the attackers and the activation."""

    hex: int
    base: int
    column: int
    attack: int
    defence: int
    attackers: int
    means: Means


def threats(p: Operation, side: int) -> dict[int, Blow]:
    """Return the best attack against each stack of a side, by hex, without an entry for stacks that the enemy cannot
    attack at 1:1."""
    enemy = Enemy(p, 1 - side)
    blows = {h: enemy.blow(h) for h in p.board.grid.hexes(p.troops(side))}
    return {h: blow for h, blow in blows.items() if blow is not None}


def shifting_cards(p: Operation, side: int) -> tuple[int, float]:
    """DON-CARDWIN-04: return the greatest shift that a card before combat can give an attacker, and the chance, as far
    as the other side knows, that the enemy holds such a card.
    """
    board = p.board
    shifts: dict[int, int] = {}
    for c in board.deck[side][COMBAT]:
        if p.where[c] in HIDDEN and not (p.no_air and board.cards[c].air):
            for event in board.events[c]:
                if event is not None and BEFORE in event.windows and event.role in (EITHER, ATTACKER):
                    shift = sum(effect.n for effect in event.effects if effect.kind == "shift")
                    shifts[c] = max(shifts.get(c, 0), shift)
    good = {c for c, shift in shifts.items() if shift > 0}
    return max(shifts.values(), default=0), chance_held(p, side, COMBAT, good) if good else 0.0


# ------------------------------------------------------------------ the enemy's cards


def chance_held(p: Operation, side: int, kind: int, good: set[int]) -> float:
    """Return the chance, as far as the other side knows, that a side holds at least one of the given cards. A card that
    the other side has seen is held, unless it may have been exchanged since. All others are equally likely to be in
    hand or in the pile."""
    cards = p.board.deck[side][kind]
    hidden = {c for c in cards if p.where[c] in HIDDEN}
    places = sum(p.where[c] in (HAND, BOX) for c in cards)
    seen = {c for c in hidden if p.known >> c & 1} if kind == ACTIVATION or side == AXIS or not p.swaps else set()
    if seen & good:
        return 1.0
    pool, drawn = len(hidden - seen), max(0, places - len(seen))
    left = pool - len((hidden - seen) & good)
    return 1.0 - comb(left, drawn) / comb(pool, drawn) if drawn <= pool else 0.0


def activations(p: Operation, side: int) -> Iterator[Means]:
    """DON-AXACT, DON-SOVACT, DON-T8-02: return a side's possible activations, each with the chance that the side holds
    a card for it.
    """
    board = p.board
    cards = {c: board.cards[c] for c in board.deck[side][ACTIVATION]}
    last = p.turn == LAST_EFFORT
    in_hand = any(p.where[c] == HAND for c in cards)

    def means(name: str, units: int, *allowed: str, whom: str = "") -> Means:
        good = {c for c, card in cards.items() if card.way in allowed or (whom and card.whom == whom)}
        chance = float(p.activations[side] > 0) if last else chance_held(p, side, ACTIVATION, good) if in_hand else None
        return Means(name, units & board.troops, chance)

    if side == AXIS:
        for n in axis_formations(p):
            yield means(FORMATION_NAMES[n], by_formation(p, n), "any", whom=FORMATIONS[n])
        yield means("Schwerpunkt", by_schwerpunkt(p), "schwerpunkt")
        return
    for n in corps(p):
        ways_of = "colour-or-formation", "hq-or-formation"
        yield means(FORMATION_NAMES[n], by_formation(p, n), *ways_of, whom=FORMATIONS[n])
    for g in groups(p):
        yield means(GROUP_NAMES[g], p.in_group(g), "colour-or-formation", whom=GROUPS[g])
    for hq in board.soviet_hqs:
        if p.at[hq] < OFF_MAP:
            yield means(board.units[hq].name, by_headquarters(p, hq), "hq-or-formation")


# ------------------------------------------------------------------ the enemy's units


class Enemy:
    """A side from its opponent's point of view at the beginning of an activation: its possible activations, and the
    reach of its units."""

    def __init__(self, p: Operation, side: int) -> None:
        board = p.board
        self.p = q = p.copy()
        self.side = q.active = side
        q.hasty, q.ford = 0, False
        supplied = q.supplied(side)
        troops = q.on_map(board.of_side[side] & board.troops)
        self.standing: dict[int, list[int]] = {}
        for u in troops:
            self.standing.setdefault(q.at[u], []).append(u)
        q.unsupplied = set_of([u for u in troops if not q.fed >> u & 1 and not supplied & board.grid.bit[q.at[u]]]) | (
            q.unsupplied & board.of_side[1 - side]
        )
        self.means = [(one, members(one.units)) for one in activations(p, side) if one.units and one.chance != 0]
        self.reach = {u: self.reached(u) for u in {u for _, units in self.means for u in units}}
        self.worth = {u: board.strength[u][q.steps[u]] * (2 if q.unsupplied >> u & 1 else 4) for u in self.reach}

    def reached(self, u: int) -> Hexes:
        """Return the reach of a unit, including its own hex and hexes that other units can leave first."""
        found = ways(self.p, u, allowance(self.p, u), True, False)
        hexes = found.onward.hexes | found.crossed | found.by_road
        return hexes & ~self.p.troops(1 - self.side) | self.p.board.grid.bit[self.p.at[u]]

    def blow(self, h: int) -> Blow | None:
        """Return the best attack on a hex."""
        grid = self.p.board.grid
        best: Blow | None = None
        near = grid.near[h]
        for means, units in self.means:
            able = [u for u in units if self.reach[u] & near]
            if not able:
                continue
            tried: list[dict[int, int]] = []
            for first in ((), self.combined(able)):
                sent = self.send(h, means.units, able, first)
                if not sent or sent in tried:
                    continue
                tried.append(sent)
                found = self.strike(h, sent, means)
                if found.column != BELOW and (best is None or rank(found) > rank(best)):
                    best = found
        return best

    def combined(self, able: list[int]) -> tuple[int, ...]:
        """DON-SHIFT-03: return the strongest tank and the strongest motorized unit in supply, for their combined
        shift."""
        supplied = set_of(able) & ~self.p.unsupplied
        kinds = (members(supplied & self.p.board.of_kind[kind]) for kind in (TANK, MOTORISED))
        return tuple(max(row, key=lambda u: self.worth[u]) for row in kinds if row)

    def send(self, h: int, units: int, able: list[int], first: tuple[int, ...]) -> dict[int, int]:
        """Return the strongest of the given units that can be placed next to a hex, with their places, up to the room
        that is left after the other `units` move away. Units in `first` are placed first. Earlier units give way to
        later units, so no other choice is stronger.
        """
        board, grid = self.p.board, self.p.board.grid
        q = self.p
        near = [n for n in grid.neighbours[h] if not q.troops(1 - self.side) & grid.bit[n]]
        room = {(n, category): LIMITS[category] for n in near for category in {board.category[u] for u in able}}
        for n in near:
            for u in self.standing.get(n, ()):
                if not units >> u & 1 and (n, board.category[u]) in room:
                    room[n, board.category[u]] -= 1
        wet = q.crossings.wet[h]
        open_to: dict[int, list[Seat]] = {}
        for u in able:
            hexes = self.reach[u] & ~(wet if board.of_kind[TANK] >> u & 1 else 0)
            if seats := [(n, board.category[u]) for n in near if grid.bit[n] & hexes]:
                open_to[u] = seats
        there: dict[Seat, list[int]] = {seat: [] for seat in room}
        for u in sorted(open_to, key=lambda u: (u not in first, -self.worth[u], u)):
            seated(u, open_to, room, there, set())
        return {u: n for (n, _), row in there.items() for u in row}

    def strike(self, h: int, sent: dict[int, int], means: Means) -> Blow:
        """Return the attack of units from their places, by the rules of combat. The position does not change."""
        q, before = self.p, {u: self.p.at[u] for u in sent}
        f = [0] * (OWN + len(Combat.names))
        f[Combat.target], f[Combat.attackers] = h, set_of(list(sent))
        for u, n in sent.items():
            q.at[u] = n
        base, found = column(q, f)
        attack, defence = sums(q, f)
        for u, n in before.items():
            q.at[u] = n
        return Blow(h, base, found, attack, defence, f[Combat.attackers], means)


def rank(blow: Blow) -> tuple[int, float, int]:
    """Return the rank of an attack: its column, then its chance, then its strength."""
    return blow.column, blow.means.chance or 0.0, blow.attack - blow.defence
