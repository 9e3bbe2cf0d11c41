"""Declarations whose battles cost as little as can be, held against all that there are."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from mamayev.terrain.contact import Contact, Units, units_of
from mamayev.terrain.declarations import EFFORT, Free, Search
from mamayev.terrain.grid import Grid, numbered
from mamayev.terrain.paths import Net
from mamayev.testing.depth import deep

GRID = Grid(numbered(range(1, 9), range(1, 9), shifted="even"), "flat")
EVERYWHERE = Net(GRID, lambda a, b: True)


class Odds:
    """A battle costs its attackers where they are weaker than a sixth of the defenders."""

    def __init__(self, attackers: dict[int, str], defenders: dict[int, str], strength: dict[int, int]) -> None:
        ours, theirs = ({u: GRID.index[h] for u, h in units.items()} for units in (attackers, defenders))
        self.contact = Contact(EVERYWHERE, ours, theirs)
        self.strength, self.at = strength, ours | theirs

    def cost(self, battle: Units) -> int:
        ours = [self.strength[u] for u in units_of(battle & self.contact.attackers)]
        theirs = [self.strength[u] for u in units_of(battle & self.contact.defenders)]
        return len(ours) if 6 * sum(ours) < sum(theirs) else 0

    def least(self, battle: Units, helpers: Units) -> int:
        return self.cost(battle) if self.cost(battle | helpers) else 0

    def sure(self, a: int, d: int) -> bool:
        return 6 * self.strength[a] >= self.strength[d]

    def alike(self, u: int) -> Hashable:
        return self.at[u], self.strength[u]


@st.composite
def fronts(draw: st.DrawFn) -> Odds:
    """A few units of each side, weak attackers and strong defenders among them."""
    west, east = st.sampled_from(["0404", "0304", "0505"]), st.sampled_from(["0403", "0405", "0503", "0504", "0305"])
    attackers = dict(enumerate(draw(st.lists(west, min_size=1, max_size=4))))
    defenders = dict(enumerate(draw(st.lists(east, min_size=1, max_size=4)), len(attackers)))
    strength = {u: draw(st.sampled_from([1, 1, 2, 4])) for u in attackers}
    return Odds(attackers, defenders, strength | {u: draw(st.sampled_from([3, 6, 7, 12, 20])) for u in defenders})


class Oracle:
    """What declarations cost at least, by trying all of them."""

    def __init__(self, odds: Odds) -> None:
        self.odds, self.contact = odds, odds.contact
        units = self.contact.duty
        self.battles = {
            battle: odds.cost(battle)
            for battle in self.parts(units)
            if battle & self.contact.attackers
            and battle & self.contact.defenders
            and not battle & self.contact.defenders & ~self.contact.touched_by_all(battle & self.contact.attackers)
        }
        self.costs = cache(self._costs)

    def parts(self, units: Units) -> list[Units]:
        found, part = [], units
        while part:
            found.append(part)
            part = part - 1 & units
        return found

    def _costs(self, free: Units) -> float:
        first = free & -free
        return min(
            (cost + self.costs(free & ~b) for b, cost in self.battles.items() if b & first and not b & ~free),
            default=float("inf") if free else 0,
        )

    def going_on(self, battle: Units) -> float:
        free = self.contact.duty
        whole = [b for b in self.battles if not battle & ~b]
        return min((self.battles[b] + self.costs(free & ~b) for b in whole), default=float("inf"))

    def is_whole(self, battles: list[Units]) -> bool:
        """Whether each unit under duty has a battle, and one alone, against enemies that it touches."""
        return sum(battles) == self.contact.duty and all(battle in self.battles for battle in battles)


@settings(max_examples=deep(60, least=20), deadline=None)
@given(fronts(), st.randoms(use_true_random=False))
def test_a_declaration_costs_as_little_as_any(odds: Odds, rng) -> None:
    search, oracle, duty = Search(odds.contact, odds), Oracle(odds), odds.contact.duty
    if not duty:
        return
    found = search.cheapest(duty)
    assert oracle.is_whole(found)
    least = sum(map(odds.cost, found))
    assert least == oracle.costs(duty)
    assert least == 0 or search.declaration(duty, 0, least - 1) is None
    # Any two units as the beginning of a battle: the same answers, whatever was asked before.
    units = list(units_of(duty))
    for _ in range(4):
        begun = 1 << rng.choice(units) | 1 << rng.choice(units)
        limit = rng.choice([least, least + 1])
        going_on = search.declaration(duty, begun, limit)
        assert (going_on is not None) == (oracle.going_on(begun) <= limit)
        if going_on is not None:
            assert oracle.is_whole(going_on)
            assert not begun & ~going_on[0]
            assert sum(map(odds.cost, going_on)) <= limit


def test_a_weak_unit_is_joined_to_a_strong_one_where_that_can_be() -> None:
    odds = Odds({0: "0404", 1: "0404", 2: "0404"}, {3: "0403", 4: "0405"}, {0: 8, 1: 8, 2: 1, 3: 6, 4: 7})
    found = Search(odds.contact, odds).cheapest(odds.contact.duty)
    assert sum(found) == odds.contact.duty
    assert all(odds.cost(battle) == 0 for battle in found)
    forced = Odds({2: "0404"}, {4: "0405"}, {2: 1, 4: 7})
    search = Search(forced.contact, forced)
    assert search.cheapest(forced.contact.duty) == [1 << 2 | 1 << 4]
    assert search.declaration(forced.contact.duty, 0, 0) is None


def test_a_front_where_most_are_lost_is_given_up_in_time() -> None:
    attackers = dict.fromkeys(range(12), "0404")
    hexes = ("0403", "0403", "0405", "0405", "0303", "0304", "0503", "0504")
    defenders = {12 + u: hex_ for u, hex_ in enumerate(hexes)}
    odds = Odds(attackers, defenders, dict.fromkeys(attackers, 1) | {u: 5 + u % 3 for u in defenders})
    search = Search(odds.contact, odds)
    found = search.cheapest(odds.contact.duty)
    assert sum(found) == odds.contact.duty
    assert search.looked <= EFFORT
    rest = Search(odds.contact, Free()).declaration(odds.contact.duty, 1 << 12 | 1, 0)
    assert rest is not None
    assert rest[0] & (1 << 12 | 1) == 1 << 12 | 1
    assert odds.contact.joined(1) == odds.contact.duty
