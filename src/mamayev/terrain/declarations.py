"""The search for complete battle declarations at the lowest cost, for example without sacrificing a unit.

A local check shows that every unit with a duty finds a battle (`terrain.contact`). The lowest total cost needs a
search, because a strong unit may be needed beside two weak ones. This search is exact.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Protocol

from .contact import Contact, Units, units_of

CALM = 60
"""The number of battles that a search examines before it starts to check how each battle affects the units around it.
"""
EFFORT = 10_000
"""The number of battles examined per question before the search gives up. The densest possible front needs fewer."""


class Price(Protocol):
    """Costs of battles, as whole numbers from 0. More defenders never make a battle cheaper."""

    def cost(self, battle: Units) -> int:
        """Return the cost of a battle, given as one set of both sides."""
        ...

    def least(self, battle: Units, helpers: Units) -> int:
        """Return a lower bound for the cost of a battle with any of these attackers and any defenders."""
        ...

    def sure(self, a: int, d: int) -> bool:
        """Return whether one attacker is enough for a defender.

        If so, their battle costs nothing, alone or with others.
        """
        ...

    def alike(self, u: int) -> Hashable:
        """Return a key that is equal for interchangeable units, which have the same place and the same costs."""
        ...


class Free:
    """A cost of 0 for every battle."""

    def cost(self, battle: Units) -> int:
        return 0

    def least(self, battle: Units, helpers: Units) -> int:
        return 0

    def sure(self, a: int, d: int) -> bool:
        return True

    def alike(self, u: int) -> Hashable:
        return u


class Exhausted(Exception):
    """A question has used up its search budget."""


class Search:
    """The search for ways to declare battles for all units in a contact. It caches its results for later questions.

    The unit with the fewest remaining enemies comes first, with its smallest and cheapest battles. Groups that are not
    linked are searched separately. The minimum cost of a set of units is shared by all interchangeable sets. The search
    skips a battle if a smaller battle, already tried, is as good. There are two cases:

    - The battle splits: one attacker against one defender, with the others separate, costs no more.
    - An attacker is idle: the battle does not need it, and it is strong enough for an enemy elsewhere.
    """

    def __init__(self, contact: Contact, price: Price) -> None:
        self.contact, self.price = contact, price
        self.cost, self.at_least = cache(price.cost), cache(price.least)
        self.looked, self.hasty = 0, False
        kinds: dict[Hashable, Units] = {}
        units = [(u, price.alike(u)) for u in units_of(contact.attackers | contact.defenders)]
        for u, kind in units:
            kinds[kind] = kinds.get(kind, 0) | 1 << u
        self.alike = {u: kinds[kind] for u, kind in units}
        self.least: dict[Units, int] = {}
        self.known: dict[Units, list[Units]] = {}
        self.answers: dict[tuple[Units, Units, int], list[Units] | None] = {}

    def copy(self) -> Search:
        """Return this object, because its cache is valid for every copy."""
        return self

    def cheapest(self, free: Units) -> list[Units]:
        """Return a complete declaration of the free units at the lowest cost that the search finds within `EFFORT`."""
        limit = self.lost(free, free)
        while (found := self.declaration(free, 0, limit)) is None:
            limit += 1
        return found

    def declaration(self, free: Units, battle: Units, limit: int) -> list[Units] | None:
        """Return a complete declaration of the free units whose battles cost at most `limit` together, starting with
        the battle that contains the open one. Return None if there is no such declaration, or if the search does not
        find it within `EFFORT`. If the limit is high enough, there is always a declaration.
        """
        if (free, battle, limit) not in self.answers:
            self.answers[free, battle, limit] = self.answer(free, battle, limit)
        return self.answers[free, battle, limit]

    def answer(self, free: Units, battle: Units, limit: int) -> list[Units] | None:
        """Compute the answer for a new question."""
        self.looked = 0
        try:
            found = self.holding(free, battle, limit) if battle else self.apart(free, limit)
        except Exhausted:
            self.hasty = True
            return None
        if not found:
            return found
        first, rest = (found[:1], found[1:]) if battle else ([], found)
        return first + self.in_order(free & ~sum(first), rest)

    # ------------------------------------------------------------------ unit by unit

    def first(self, free: Units) -> Units:
        """Return the unit with a duty that has the fewest remaining enemies."""
        touching = self.contact.touching
        return 1 << min(units_of(free & self.contact.duty), key=lambda u: (touching[u] & free).bit_count())

    def in_order(self, free: Units, battles: list[Units]) -> list[Units]:
        """Return the battles ordered by their first units."""
        found = list[Units]()
        while len(found) < len(battles):
            first = self.first(free)
            battle = next(each for each in battles if each & first)
            found.append(battle)
            free &= ~battle
        return found

    def apart(self, free: Units, limit: int) -> list[Units] | None:
        """Return the declaration of the given units, one linked group at a time."""
        parts = list[tuple[Units, Units]]()
        while waiting := free & self.contact.duty:
            part = self.contact.joined(waiting & -waiting, free)
            parts.append((part, self.typical(part)))
            limit -= self.least.get(parts[-1][1], 0)
            free &= ~part
        found = list[Units]()
        for part, kinds in parts:
            known = self.least.get(kinds, 0)
            declared = self.part(part, kinds, known + limit) if limit >= 0 else None
            if declared is None:
                return None
            limit -= sum(map(self.cost, declared)) - known
            found += declared
        return found

    def part(self, part: Units, kinds: Units, limit: int) -> list[Units] | None:
        """Return the cheapest declaration of linked units or, if the search is short of budget, any that is cheap
        enough. Return None if all declarations exceed the limit.
        """
        if kinds not in self.least:
            self.least[kinds] = self.lost(part, part) if limit or self.looked > CALM else 0
        while part not in self.known:
            if self.least[kinds] > limit:
                return None
            declared = self.holding(part, self.first(part), limit if self.hasty else self.least[kinds])
            if self.hasty:
                return declared
            if declared is None:
                self.least[kinds] += 1
            else:
                self.known[part] = declared
        return self.known[part]

    # ------------------------------------------------------------------ battle by battle

    def holding(self, free: Units, begun: Units, limit: int) -> list[Units] | None:
        """Return a declaration whose first battle extends the given one."""
        contact, cost = self.contact, self.cost
        row, seen, tried = [begun], {begun}, set[Units]()
        for battle in row:
            self.looked += 1
            if self.looked > EFFORT:
                raise Exhausted
            closed = contact.completed(free, battle)
            if closed is None and battle & contact.attackers and battle & contact.defenders:
                continue
            if closed is not None:
                rest, left = free & ~closed, limit - cost(closed)
                if left < 0 and self.at_least(closed, self.helpers(rest, closed)) > limit:
                    continue
                if left >= 0 and not self.needless(free, begun, closed, tried):
                    near = self.touching(closed) & rest
                    if self.looked <= CALM or self.lost(rest, near | self.touching(near) & rest) <= left:
                        found = self.apart(rest, left)
                        if found is not None:
                            return [closed, *found]
                tried.add(self.grown(free, begun, closed))
                battle = closed
            for larger in self.larger(free, battle):
                if (kinds := self.grown(free, begun, larger)) not in seen:
                    seen.add(kinds)
                    row.append(larger)
        return None

    def larger(self, free: Units, battle: Units) -> list[Units]:
        """Return the battles with one more unit that touches all its enemies there, the cheapest first."""
        contact, others = self.contact, free & ~battle
        attackers, defenders = battle & contact.attackers, battle & contact.defenders
        found = others & contact.defenders & contact.touched_by_all(attackers) if attackers else 0
        if defenders:
            found |= others & contact.attackers & contact.touched_by_all(defenders)
        row = [battle | 1 << u for u in units_of(found)]
        return sorted(row, key=self.cost) if attackers and defenders else row

    def needless(self, free: Units, begun: Units, battle: Units, tried: set[Units]) -> bool:
        """Return whether a smaller battle that was already tried is as good."""
        contact, cost, rest = self.contact, self.cost, free & ~battle
        attackers, defenders = battle & contact.attackers, battle & contact.defenders
        for a in units_of(attackers) if attackers & (attackers - 1) else ():
            fewer = battle & ~(1 << a)
            idle = not begun >> a & 1 and any(self.price.sure(a, d) for d in units_of(contact.touching[a] & rest))
            if idle and cost(fewer) <= cost(battle) and self.grown(free, begun, fewer) in tried:
                return True
            for d in units_of(defenders) if defenders & (defenders - 1) else ():
                pair = 1 << a | 1 << d
                part = pair if begun & pair else battle & ~pair
                falls_apart = not begun & ~part and cost(pair) + cost(battle & ~pair) <= cost(battle)
                if falls_apart and self.grown(free, begun, part) in tried:
                    return True
        return False

    # ------------------------------------------------------------------ interchangeable units

    def typical(self, units: Units, among: Units = -1) -> Units:
        """Return a set with equally many units of each kind, taken from the first units of that kind in `among`."""
        found = 0
        while units:
            kind = self.alike[(units & -units).bit_length() - 1] & among
            some = units & kind
            units &= ~some
            for _ in range(some.bit_count()):
                found |= kind & -kind
                kind &= kind - 1
        return found

    def grown(self, free: Units, begun: Units, battle: Units) -> Units:
        """Return a key that is equal for all battles that grew from one start with interchangeable units."""
        return begun | self.typical(battle & ~begun, free & ~begun)

    # ------------------------------------------------------------------ lower bounds of the cost

    def lost(self, free: Units, units: Units) -> int:
        """Return a lower bound for the cost of the free units in any declaration: the cost of the attackers, or of a
        defender, that cost something wherever they fight.
        """
        attackers, defenders = units & self.contact.attackers, units & self.contact.defenders
        found = sum(self.hopeless(free, a) for a in units_of(attackers))
        return found or int(any(self.hopeless(free, d) for d in units_of(defenders)))

    def hopeless(self, free: Units, u: int) -> bool:
        """Return whether a unit with a duty costs something in every possible battle, even with all possible help."""
        if not self.contact.duty >> u & 1:
            return False
        for v in units_of(self.contact.touching[u] & free):
            least = self.contact.completed(free, 1 << u | 1 << v)
            if least is not None and not self.at_least(least, self.helpers(free, least)):
                return False
        return True

    def helpers(self, free: Units, battle: Units) -> Units:
        """Return the attackers that touch all defenders of a battle."""
        return free & self.contact.attackers & self.contact.touched_by_all(battle & self.contact.defenders)

    def touching(self, units: Units) -> Units:
        """Return the units that touch one of the given units."""
        found = 0
        for u in units_of(units):
            found |= self.contact.touching[u]
        return found
