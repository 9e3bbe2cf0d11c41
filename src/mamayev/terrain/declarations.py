"""Complete declarations of battles at the least price, such as one that no unit is thrown away in.

That every unit under duty finds a battle is a local matter (`terrain.contact`). That all battles together cost as
little as can be is not: a strong unit may be needed beside two weak ones. So this is a search, and an exact one.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Protocol

from .contact import Contact, Units, units_of

CALM = 60
"""So many battles a search looks at before it asks of each what it would leave to those around it."""
EFFORT = 10_000
"""So many battles are looked at for one question before the search gives up; a front as dense as can be needs fewer."""


class Price(Protocol):
    """What battles cost, in whole numbers from 0 on. A battle costs no less with more defenders in it."""

    def cost(self, battle: Units) -> int:
        """What a battle costs, given as both sides in one set."""
        ...

    def least(self, battle: Units, helpers: Units) -> int:
        """No more than a battle costs with any of these attackers in it, and any defenders."""
        ...

    def sure(self, a: int, d: int) -> bool:
        """Whether an attacker is enough for a defender: alone, and with whoever joins in, it costs nothing."""
        ...

    def alike(self, u: int) -> Hashable:
        """The same for units that can stand in for each other: they stand together, and cost the same."""
        ...


class Free:
    """No battle costs anything."""

    def cost(self, battle: Units) -> int:
        return 0

    def least(self, battle: Units, helpers: Units) -> int:
        return 0

    def sure(self, a: int, d: int) -> bool:
        return True

    def alike(self, u: int) -> Hashable:
        return u


class Exhausted(Exception):
    """A question has taken all the effort that it may."""


class Search:
    """The search for declarations of the units of a contact. What it finds it keeps, for all questions.

    The unit with the fewest enemies left comes first, its battles from the smallest to larger ones, the cheap ones
    first. Units that nothing links any more are looked at apart; what a set of units costs at least is known of all
    sets that are alike. A battle is left out where a smaller one that was tried is as good:

    - one attacker against one defender, and the others by themselves, cost no more: the battle falls apart;
    - an attacker is not needed and can go elsewhere, being enough for somebody there: it is idle.
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
        """Itself: what it knows does not change."""
        return self

    def cheapest(self, free: Units) -> list[Units]:
        """A complete declaration of the free units whose battles cost as little as can be; the least that is found
        within `EFFORT`."""
        limit = self.lost(free, free)
        while (found := self.declaration(free, 0, limit)) is None:
            limit += 1
        return found

    def declaration(self, free: Units, battle: Units, limit: int) -> list[Units] | None:
        """A complete declaration of the free units: battles that cost `limit` at most together, the one that holds the
        open battle first. None where there is none, or none is found within `EFFORT`; where the limit leaves all
        battles open there always is one."""
        if (free, battle, limit) not in self.answers:
            self.answers[free, battle, limit] = self.answer(free, battle, limit)
        return self.answers[free, battle, limit]

    def answer(self, free: Units, battle: Units, limit: int) -> list[Units] | None:
        """The same, when it is asked for the first time."""
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
        """The unit under duty with the fewest enemies left."""
        touching = self.contact.touching
        return 1 << min(units_of(free & self.contact.duty), key=lambda u: (touching[u] & free).bit_count())

    def in_order(self, free: Units, battles: list[Units]) -> list[Units]:
        """The battles in the order in which their first units come."""
        found = list[Units]()
        while len(found) < len(battles):
            first = self.first(free)
            battle = next(each for each in battles if each & first)
            found.append(battle)
            free &= ~battle
        return found

    def apart(self, free: Units, limit: int) -> list[Units] | None:
        """The declaration of some units, each part that nothing links to the others by itself."""
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
        """The cheapest declaration of units that are linked, in haste any that is cheap enough; None where the limit is
        lower."""
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
        """A declaration whose first battle goes on from one that is begun."""
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
        """The battles with one unit more that touches all its enemies there, the cheap ones first."""
        contact, others = self.contact, free & ~battle
        attackers, defenders = battle & contact.attackers, battle & contact.defenders
        found = others & contact.defenders & contact.touched_by_all(attackers) if attackers else 0
        if defenders:
            found |= others & contact.attackers & contact.touched_by_all(defenders)
        row = [battle | 1 << u for u in units_of(found)]
        return sorted(row, key=self.cost) if attackers and defenders else row

    def needless(self, free: Units, begun: Units, battle: Units, tried: set[Units]) -> bool:
        """Whether a smaller battle that was tried is as good."""
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

    # ------------------------------------------------------------------ what is alike

    def typical(self, units: Units, among: Units = -1) -> Units:
        """As many units of each kind, the first ones among some."""
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
        """The same for all battles that have grown alike from one that is begun."""
        return begun | self.typical(battle & ~begun, free & ~begun)

    # ------------------------------------------------------------------ what it costs at least

    def lost(self, free: Units, units: Units) -> int:
        """What some of the free units cost at least, whatever is declared: attackers that cost something wherever they
        fight, or a defender who does."""
        attackers, defenders = units & self.contact.attackers, units & self.contact.defenders
        found = sum(self.hopeless(free, a) for a in units_of(attackers))
        return found or int(any(self.hopeless(free, d) for d in units_of(defenders)))

    def hopeless(self, free: Units, u: int) -> bool:
        """Whether a unit under duty costs something in every battle that it can be in, with all the help there is."""
        if not self.contact.duty >> u & 1:
            return False
        for v in units_of(self.contact.touching[u] & free):
            least = self.contact.completed(free, 1 << u | 1 << v)
            if least is not None and not self.at_least(least, self.helpers(free, least)):
                return False
        return True

    def helpers(self, free: Units, battle: Units) -> Units:
        """The attackers that touch all defenders of a battle."""
        return free & self.contact.attackers & self.contact.touched_by_all(battle & self.contact.defenders)

    def touching(self, units: Units) -> Units:
        """Who touches one of some units."""
        found = 0
        for u in units_of(units):
            found |= self.contact.touching[u]
        return found
