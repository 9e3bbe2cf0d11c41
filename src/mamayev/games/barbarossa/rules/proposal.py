"""Propose battles for all remaining units that must fight (BAR-FLOW-05), with the lowest expected losses for the
attacker.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations

from mamayev.terrain.contact import Units, units_of

from .odds import COLUMNS, attack, attack_halves, column_used, defense
from .position import Campaign

DICE = 6
EFFORT = 4000
"""The limit on the search: the number of exchanges between two battles."""


def least_loss(p: Campaign, battles: list[Units], free: Units) -> list[Units]:
    """Improve a legal declaration by moving attackers between battles, as single units, by hex, or as an exchange.
    `free`: the units that the declaration leaves out. No battle becomes hopeless (BAR-COMBAT-11).
    """
    found = Exchanges(p, battles, free)
    while found.improves():
        pass
    return found.battles


class Exchanges:
    """The battles of a declaration while attackers change places.

    `idle`: the attackers that do not have to fight and are in no battle.
    """

    def __init__(self, p: Campaign, battles: list[Units], free: Units) -> None:
        self.p, self.contact = p, p.contact
        self.ours = p.board.all_of[p.side]
        self.idle = free & self.contact.attackers & ~self.contact.duty & ~sum(battles)
        self.battles = [*battles]
        self.weigh = cache(self.weighed)
        self.left = EFFORT

    def weighed(self, battle: Units) -> tuple[int, int, int]:
        """Return the value of a battle; lower is better.

        The value counts hopeless attackers, the half factors that the attacker loses in six rolls, and the half factors
        that the defender keeps.
        """
        p, attackers, defenders = self.p, battle & self.ours, battle & ~self.ours
        if not defenders:
            return 0, 0, 0
        a, d = attack(p, attackers, defenders), defense(p, attackers, defenders)
        own, found = sum(attack_halves(p, u) for u in units_of(attackers)), column_used(p, a, d)
        if found is None:
            return attackers.bit_count(), DICE * own, 0
        if found == len(COLUMNS):
            return 0, 0, -2 * DICE * d
        results = [row[found] for row in p.table.combat]
        exchange = results.count("EX")
        lost = results.count("AE") * own + exchange * min(own, 2 * d)
        return 0, lost, -2 * (results.count("DE") * d + exchange * min(a, d))

    def improves(self) -> bool:
        """Make an exchange between two battles that reduces losses, and return whether there was one."""
        for n, m in permutations(range(-1, len(self.battles)), 2):
            if m < 0:
                continue
            one, other = self.idle if n < 0 else self.battles[n], self.battles[m]
            for moved, back in self.between(one, other):
                self.left -= 1
                if self.left < 0:
                    return False
                if self.spares(n, m, one ^ moved ^ back, other ^ moved ^ back):
                    return True
        return False

    def between(self, one: Units, other: Units) -> Iterator[tuple[Units, Units]]:
        """Return the attackers of one battle that could join the other, as single units and whole hexes, with the units
        that could move the other way in exchange.
        """
        going = one & self.ours & self.contact.touched_by_all(other & ~self.ours)
        coming = other & self.ours & self.contact.touched_by_all(one & ~self.ours) if one & ~self.ours else 0
        hexes = {
            h: sum(1 << u for u in units_of(going) if self.p.at[u] == h)
            for h in {self.p.at[u] for u in units_of(going)}
        }
        for moved in dict.fromkeys((*(1 << u for u in units_of(going)), *hexes.values())):
            yield moved, 0
            for back in units_of(coming):
                yield moved, 1 << back

    def spares(self, n: int, m: int, one: Units, other: Units) -> bool:
        """If an exchange reduces losses and leaves attackers in both battles, make it. Return whether it was made."""
        if (n >= 0 and not one & self.ours) or not other & self.ours:
            return False
        before = self.idle if n < 0 else self.battles[n]
        sums = zip(self.weigh(before if n >= 0 else 0), self.weigh(self.battles[m]), strict=True)
        after = zip(self.weigh(one if n >= 0 else 0), self.weigh(other), strict=True)
        if tuple(map(sum, after)) >= tuple(map(sum, sums)):
            return False
        if n < 0:
            self.idle = one
        else:
            self.battles[n] = one
        self.battles[m] = other
        return True
