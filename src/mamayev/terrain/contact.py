"""Contact between units, and battle declarations that leave no unit without its required battle.

Battles are declared one after another. All attackers of a battle touch all its defenders, and no unit fights twice.
Every unit with a duty must fight; usually that is every unit of both sides that touches an enemy. A declaration grows
unit by unit and must never reach a dead end. A local check is enough for this; no search is needed:

- Units that each touch an enemy can always be divided into battles of one against several. So the remaining units are
  safe as long as every remaining unit with a duty touches another remaining unit.
- A unit that lost its last other enemy to the open battle must join that battle. So check the battle with all such
  units: it is possible if and only if all its attackers touch all its defenders.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .grid import OFF
from .paths import Net

Units = int
"""A set of units: bit u for unit u."""


def units_of(among: Units) -> Iterator[int]:
    """Yield the units in a set, in ascending order."""
    while among:
        low = among & -among
        yield low.bit_length() - 1
        among ^= low


class Contact:
    """The contact between the units of two sides when battles are declared. Immutable, so copies of a position share
    it.

    `attackers`, `defenders`: units that touch an enemy. `touching[unit]`: enemies that it touches. `duty`: units that
    must fight.

    Both sides share one numbering of units. `net` defines contact: a unit touches the enemies in the hexes that its
    steps lead to. If `must_attack` is false, a unit has to attack only if a defender needs it. If `must_be_attacked` is
    false, no defender has to be attacked.
    """

    __slots__ = ("attackers", "defenders", "duty", "touching")

    def __init__(
        self,
        net: Net,
        attackers: Mapping[int, int],
        defenders: Mapping[int, int],
        *,
        must_attack: bool = True,
        must_be_attacked: bool = True,
    ) -> None:
        """Take the hex of each unit from `attackers` and `defenders`."""
        standing = _by_hex(defenders)
        near = {a: _next_to(net, a, standing) for a in set(attackers.values())}
        self.touching: dict[int, Units] = {u: near[h] for u, h in attackers.items() if near[h]}
        self.attackers = sum(1 << u for u in self.touching)
        self.defenders = 0
        for touched in near.values():
            self.defenders |= touched
        for d in units_of(self.defenders):
            self.touching[d] = 0
        for a in units_of(self.attackers):
            for d in units_of(self.touching[a]):
                self.touching[d] |= 1 << a
        self.duty = (self.attackers if must_attack else 0) | (self.defenders if must_be_attacked else 0)

    def copy(self) -> Contact:
        """Return this object, which never changes."""
        return self

    def candidates(self, free: Units, battle: Units) -> Units:
        """Return the units of both sides that touch all enemies in the open battle.

        `free`: units that are not in a declared battle. `battle`: units in the open battle, 0 if none is open. If none
        is open, only defenders qualify, because a battle begins with one.
        """
        others, attackers, defenders = free & ~battle, battle & self.attackers, battle & self.defenders
        if not battle:
            return others & self.defenders
        found = others & self.attackers & self.touched_by_all(defenders)
        if attackers:
            return found | others & self.defenders & self.touched_by_all(attackers)
        for a in units_of(found):
            found |= others & self.touching[a]
        return found

    def allows(self, free: Units, battle: Units, unit: int) -> bool:
        """Return whether a candidate can join the open battle."""
        joined = battle | 1 << unit
        if joined & self.attackers:
            return self.completed(free, joined) is not None
        others = free & ~joined
        if not battle:
            return bool(others & self.touching[unit])
        attackers = others & self.attackers & self.touched_by_all(joined)
        return any(self.completed(free, joined | 1 << a) is not None for a in units_of(attackers))

    def choices(self, free: Units, battle: Units) -> Units:
        """Return the units of both sides that can join the open battle."""
        return sum(1 << u for u in units_of(self.candidates(free, battle)) if self.allows(free, battle, u))

    def completed(self, free: Units, battle: Units) -> Units | None:
        """Return the open battle with all units that must join it because they have no other enemy left. Return None if
        an attacker would not touch every defender, or if a side is missing.
        """
        # The loop over members is inlined here and in `touched_by_all`, because the generator `units_of` would take
        # half of the time.
        touching, rest, new = self.touching, free & ~battle, battle
        while new:
            near = 0
            while new:
                low = new & -new
                near |= touching[low.bit_length() - 1]
                new ^= low
            near &= rest & self.duty
            while near:
                low = near & -near
                if not touching[low.bit_length() - 1] & rest:
                    new |= low
                near ^= low
            battle |= new
            rest &= ~new
        attackers, defenders = battle & self.attackers, battle & self.defenders
        if not attackers or not defenders or defenders & ~self.touched_by_all(attackers):
            return None
        return battle

    def left_over(self, free: Units, battle: Units) -> Units:
        """Return the units with a duty that would have no enemies left if the open battle were declared now."""
        rest = free & ~battle
        return sum(1 << u for u in units_of(rest & self.duty) if not self.touching[u] & rest)

    def joined(self, units: Units, within: Units = -1) -> Units:
        """Return the given units and all units linked to them by contact, but only through units of `within`."""
        found, new = units, units
        while new:
            near = 0
            for u in units_of(new):
                near |= self.touching[u]
            new = near & within & ~found
            found |= new
        return found

    def touched_by_all(self, units: Units) -> Units:
        """Return the units that touch every given unit."""
        touching, touched = self.touching, -1
        while units:
            low = units & -units
            touched &= touching[low.bit_length() - 1]
            units ^= low
        return touched


def _by_hex(units: Mapping[int, int]) -> dict[int, Units]:
    standing: dict[int, Units] = {}
    for u, h in units.items():
        standing[h] = standing.get(h, 0) | 1 << u
    return standing


def _next_to(net: Net, h: int, standing: dict[int, Units]) -> Units:
    near = 0
    for n in net.grid.toward[h]:
        if n != OFF and n in standing and net.leads(h, n):
            near |= standing[n]
    return near
