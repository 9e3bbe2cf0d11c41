"""Plan the attacks in an activation: the target stacks, the attackers and their hexes, and then the places of the other
units.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import NamedTuple

from mamayev.engine.position import Frame
from mamayev.terrain.grid import Hexes

from ..printed.units import ALARM, TANK, members, set_of
from ..rules.combat import Declared
from ..rules.odds import BELOW, defenders
from ..rules.outlook import Outlook, outlook
from ..rules.position import Operation
from .appreciation import charge, keepers, reaches
from .battle import combat, outmatched, promise
from .style import JUDGMENT, Style

IN_A_HEX = 2
"""The stacking limit (DON-STACK-02)."""
ROUNDING = 1e-9
"""The tolerance for rounding errors in a probability."""
Costs = Sequence[float] | Mapping[int, float]
"""A function or table that gives a cost for each hex."""


class Stroke(NamedTuple):
    """An intended attack: the target hex, the expected gain, and the hex of each attacker."""

    target: int
    promise: float
    places: dict[int, int]


class Hope(NamedTuple):
    """The expected gain from an activation in steps: from attacks, from the path that it gains or blocks, and from
    units in a meeting zone.
    """

    attacks: float
    way: float
    zone: float = 0.0

    @property
    def total(self) -> float:
        """The total expected gain, in steps."""
        return self.attacks + self.way + self.zone


def fits(p: Operation, fight: Frame, style: Style) -> bool:
    """Return whether an attack meets the ordered odds and the ordered limit for the chance of losing a step."""
    seen = outlook(p, fight)
    return seen.column >= style.odds and not too_costly(seen, style)


def too_costly(seen: Outlook, style: Style) -> bool:
    """Return whether an attack costs a step more often than ordered."""
    return seen.lost > style.costs + ROUNDING


class Council:
    """The search for the moves of an activation: the best attack first, then the best addition to it, and so on.

    `reach`: the hexes where each unit can end its move, including its own. `ground`: the value of taking a hex.
    `costs`: the distance from each hex to the side's destinations, if given; an attack is then charged for the distance
    by which it holds its units back. `led`: by formation, the hexes where its HQ can command a unit after this
    activation, if command matters. `against`: the hex of the enemy whose path or supply line a unit is to block.
    `posts`: the hex that a unit is sent to hold. `kept`: the unit that stays in each hex to hold. `barred`: whether
    units that could attack stay or have orders not to attack. They are in no attack of this search.
    """

    def __init__(
        self, p: Operation, style: Style, ground: Callable[[int], float], costs: Sequence[int] | None = None
    ) -> None:
        board, grid = p.board, p.board.grid
        self.p, self.style, self.ground, self.costs = p, style, ground, costs
        self.q = p.copy()  # in which units are put where they would be
        self.enemies = p.troops(1 - p.active) & ~p.attacked
        self.reach: dict[int, Hexes] = {}
        reach = reaches(p)
        for u in members(p.activated):
            self.reach[u] = grid.bit[p.at[u]]
            if p.to_move >> u & 1 and not (style.stay and charge(p, u) & style.stay):
                self.reach[u] |= reach(u)
        self.led: dict[int, Hexes] = {}
        self.nearest: dict[int, int] = {}
        self.taken = [0] * len(grid)  # by hex, the units placed in it, and their strength
        self.standing = [0] * len(grid)
        for u in p.on_map(board.of_side[p.active] & board.troops & ~board.of_cup[ALARM] & ~p.to_move):
            self.taken[p.at[u]] += 1
            self.standing[p.at[u]] += board.strength[u][p.steps[u]]
        ready = able = [u for u in self.reach if board.is_combat[u] and not p.fought >> u & 1]
        self.kept = keepers(p, style)
        if self.kept or style.back:
            stays = self.kept.values()
            ready = [u for u in able if u not in stays and not charge(p, u) & style.back]
        self.barred = len(ready) < len(able)
        self.ready = sorted(ready, key=lambda u: -board.strength[u][p.steps[u]])
        self.places: dict[int, int] = {}
        self.against: dict[int, int] = {}
        self.posts: dict[int, int] = {}
        self.stakes: dict[int, tuple[int, float]] = {}
        self.strokes: list[Stroke] = []

    def copy(self) -> Council:
        """Return a copy of this search that can assign more units without changing the original."""
        new = copy(self)
        new.places, new.taken, new.standing = self.places.copy(), self.taken[:], self.standing[:]
        new.against, new.posts = self.against.copy(), self.posts.copy()
        return new

    def free(self) -> list[int]:
        """Return the combat units without an order that can attack, the strongest first."""
        return [u for u in self.ready if u not in self.places]

    def room(self, u: int, h: int) -> bool:
        """Return whether a hex has room for a unit."""
        return not self.p.to_move >> u & 1 or self.p.board.cup[u] == ALARM or self.taken[h] < IN_A_HEX

    def stroke(self, target: int) -> Stroke | None:
        """Return the attack on a hex by the units that can get there, without unnecessary units, or None if even all of
        them together are too weak.
        """
        grid = self.p.board.grid
        p, q = self.p, self.q
        wet = p.crossings.wet[target]
        around = grid.near[target]
        taken: dict[int, int] = {}
        places: dict[int, int] = {}
        for u in self.free():
            best = None
            for h in grid.hexes(self.reach[u] & around):
                across = bool(wet & grid.bit[h])
                if across and self.p.board.kind[u] == TANK:
                    continue
                if p.to_move >> u & 1 and self.taken[h] + taken.get(h, 0) >= IN_A_HEX:
                    continue
                cost = (across, taken.get(h, 0) == 0, h != p.at[u])
                if best is None or cost < best[0]:
                    best = cost, h
            if best is not None:
                places[u] = best[1]
                if p.to_move >> u & 1:
                    taken[best[1]] = taken.get(best[1], 0) + 1
        if not places or outmatched(p, target, places, self.at_stake(target)[0]):
            return None
        for u, h in places.items():
            q.at[u] = h
        found = Stroke(target, self.promised(target, places), places)
        for u in reversed(list(places)):
            fewer = {v: h for v, h in found.places.items() if v != u}
            if fewer and (hope := self.promised(target, fewer)) >= found.promise - JUDGMENT.thrift:
                found = Stroke(target, hope, fewer) if self.allowed(target, fewer) else found
        allowed = self.allowed(target, found.places)
        for u in places:
            q.at[u] = p.at[u]
        return found if allowed else None

    def allowed(self, target: int, places: dict[int, int]) -> bool:
        """Return whether an attack meets the ordered odds and the ordered limit for the chance of losing a step."""
        style = self.style
        if style.odds == BELOW and style.costs >= 1:
            return True
        return fits(self.q, combat(target, set_of(list(places))), style)

    def at_stake(self, target: int) -> tuple[int, float]:
        """Return the units in a hex that an attack would face, and the value of taking the hex."""
        if target not in self.stakes:
            self.stakes[target] = defenders(self.p, combat(target, 0)), self.ground(target)
        return self.stakes[target]

    def promised(self, target: int, places: dict[int, int]) -> float:
        """Return the expected gain from an attack."""
        fight = combat(target, set_of(list(places)))
        hope = promise(self.q, fight, *self.at_stake(target)) + self.wished(fight, places)
        return hope - sum(self.price(u, h) for u, h in places.items())

    def wished(self, fight: Frame, places: dict[int, int]) -> float:
        """Return the bonus that orders add to the expected gain from an attack, based on the formations of the
        attacking units.
        """
        style = self.style
        if not style.driven | style.spent | style.spared:
            return 0.0
        row = [charge(self.p, u) for u in places]
        more = style.drive if any(one & style.driven for one in row) else 0.0
        dear = sum(bool(one & style.spared) - bool(one & style.spent) for one in row) / len(row)
        return more - JUDGMENT.dear * dear * outlook(self.q, fight).lost

    def price(self, u: int, h: int) -> float:
        """Return the cost of placing a unit in a hex instead of as far ahead as possible, or outside its HQ's range."""
        if self.costs is None or not self.p.to_move >> u & 1:
            return 0.0
        led = self.led.get(self.p.formation(u), -1)
        stray = 0.0 if led & self.p.board.grid.bit[h] else self.style.stray
        return self.style.kept_back * (self.costs[h] - self.ahead(u)) + stray

    def ahead(self, u: int) -> int:
        """Return the remaining path cost from the foremost hex that a unit can reach. Needs `costs`."""
        assert self.costs is not None
        if u not in self.nearest:
            self.nearest[u] = min([self.costs[n] for n in self.p.board.grid.hexes(self.reach[u])])
        return self.nearest[u]

    def begun(self) -> Stroke | None:
        """Fix the attack whose target is declared, with the units that it needs, and return it. Return None if no
        attack is begun, or if even all units that can join it make it a loss. An attack that breaks an order counts:
        whether to fight it is the commander's decision.
        """
        declared = self.p.top
        if self.p.box.name != "declare" or not declared[Declared.target]:
            return None
        target = declared[Declared.target] - 1
        found = self.stroke(target)
        if found is None:
            free = self.copy()
            free.style = self.style._replace(odds=BELOW, costs=1.0)
            found = free.stroke(target)
        if found is None or found.promise <= 0:
            return None
        for u, h in found.places.items():
            self.put(u, h)
        for u in members(declared[Declared.units] & ~set_of(list(found.places))):
            self.put(u, self.p.at[u])
        self.strokes.append(found)
        self.enemies &= ~self.p.board.grid.bit[found.target]
        return found

    def strike(self) -> None:
        """Fix all the attacks whose expected gain is large enough."""
        grid = self.p.board.grid
        near = 0
        for u in self.free():
            near |= grid.around(self.reach[u])
        open_ = grid.hexes(near & self.enemies)
        found = {target: stroke for target in open_ if (stroke := self.stroke(target)) is not None}
        while found:
            target = max(found, key=lambda h: found[h].promise)
            stroke = found.pop(target)
            if stroke.promise < self.style.least:
                break
            if any(u in self.places or not self.room(u, h) for u, h in stroke.places.items()):
                again = self.stroke(target)
                if again is not None:
                    found[target] = again
                continue
            for u, h in stroke.places.items():
                self.put(u, h)
            self.strokes.append(stroke)

    @property
    def worth(self) -> float:
        """The expected gain from all the attacks."""
        return sum(stroke.promise for stroke in self.strokes)

    def strength(self, u: int, h: int) -> int:
        """Return the strength of a hex with one unit added to the units placed there."""
        return self.p.board.strength[u][self.p.steps[u]] + self.standing[h]

    def stands(self, u: int) -> int:
        """Return the hex in which a unit will be after its order."""
        return self.places.get(u, self.p.at[u])

    def put(self, u: int, h: int) -> None:
        """Place a unit."""
        board = self.p.board
        self.places[u] = h
        if self.p.to_move >> u & 1 and board.is_combat[u] and board.cup[u] != ALARM:
            self.taken[h] += 1
            self.standing[h] += board.strength[u][self.p.steps[u]]

    def change(self, u: int, h: int) -> None:
        """Move a unit to another place."""
        board, old = self.p.board, self.places.pop(u)
        if self.p.to_move >> u & 1 and board.is_combat[u] and board.cup[u] != ALARM:
            self.taken[old] -= 1
            self.standing[old] -= board.strength[u][self.p.steps[u]]
        self.put(u, h)

    def settle(self, units: list[int], cost: Callable[[int, int], float], least: Costs | None = None) -> None:
        """Place units without an order in the cheapest hexes, one after another.

        `least`: a lower bound of the cost by hex, if known, so that the search can skip more expensive hexes.
        """
        board = self.p.board
        for u in units:
            if u in self.places or not self.p.to_move >> u & 1:
                continue
            able = [h for h in board.grid.hexes(self.reach[u]) if not board.is_combat[u] or self.taken[h] < IN_A_HEX]
            if least is not None:
                able.sort(key=least.__getitem__)
            best: tuple[float, int] | None = None
            for h in able:
                if best is not None and least is not None and least[h] > best[0]:
                    break
                found = cost(u, h), h
                if best is None or found < best:
                    best = found
            if best is not None:
                self.put(u, best[1])

    def free_to_march(self) -> list[int]:
        """Return the combat units without an order that can move."""
        return [u for u in self.reach if self.p.board.is_combat[u] and u not in self.places and self.p.to_move >> u & 1]

    def moves(self) -> tuple[tuple[int, int], ...]:
        """Return the moves, in a sequence in which each unit finds room at its destination. Moves for which there is no
        room are left out.
        """
        board = self.p.board
        p = self.p
        there = [0] * len(board.grid)
        for u in p.on_map(board.of_side[p.active] & board.troops & ~board.of_cup[ALARM]):
            there[p.at[u]] += 1
        left = {u: h for u, h in self.places.items() if h != p.at[u] and p.to_move >> u & 1}
        found: list[tuple[int, int]] = []
        while True:
            able = [(u, h) for u, h in left.items() if not board.is_combat[u] or there[h] < IN_A_HEX]
            if not able:
                return tuple(found)
            for u, h in able:
                if board.is_combat[u]:
                    if there[h] >= IN_A_HEX:
                        continue
                    there[p.at[u]] -= 1
                    there[h] += 1
                found.append((u, h))
                del left[u]

    def moved(self) -> Operation:
        """Return the position after the moves, before the attacks. Units that would overrun an HQ stay."""
        p = self.p
        grid, enemy = p.board.grid, 1 - p.active
        q = p.copy()
        for u, h in self.moves():
            if not q.headquarters(enemy) & grid.bit[h] & ~q.troops(enemy):
                q.go(u, h, "move")
        return q
