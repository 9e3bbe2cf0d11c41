"""Declarations of battles: exactly those that a search over all of them allows, and no dead end."""

import random
import time
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mamayev.terrain.contact import Contact, Units, units_of
from mamayev.terrain.grid import Grid, numbered
from mamayev.terrain.paths import Net
from mamayev.testing.depth import deep

GRID = Grid(numbered(range(5), range(5), "even"), "pointy")
OPEN = Net(GRID, lambda a, b: True)
RIVER = Net(GRID, lambda a, b: (a + b) % 3 > 0)


@st.composite
def fronts(draw: st.DrawFn) -> Contact:
    """A few units of each side in few hexes, with all duties or some."""
    west, east = st.sampled_from([1, 6, 11, 16, 21]), st.sampled_from([2, 7, 12, 17, 22])
    attackers = draw(st.lists(west, min_size=1, max_size=4))
    defenders = draw(st.lists(east, min_size=1, max_size=4))
    return Contact(
        draw(st.sampled_from([OPEN, RIVER])),
        dict(enumerate(attackers)),
        dict(enumerate(defenders, len(attackers))),
        must_attack=draw(st.booleans()),
        must_be_attacked=draw(st.booleans()),
    )


def subsets(units: Units) -> list[Units]:
    members = list(units_of(units))
    return [sum(1 << u for u in some) for n in range(1, len(members) + 1) for some in combinations(members, n)]


class Search:
    """The oracle: all battles, and whether the units that are left can be declared to the end, by trying."""

    def __init__(self, contact: Contact) -> None:
        self.contact = contact
        pairs = ((a, d) for a in subsets(contact.attackers) for d in subsets(contact.defenders))
        self.battles = [a | d for a, d in pairs if all(not d & ~contact.touching[u] for u in units_of(a))]
        self.ends = cache(self._ends)

    def _ends(self, free: Units) -> bool:
        if not free & self.contact.duty:
            return True
        first = free & self.contact.duty
        first &= -first
        return any(b & first and not b & ~free and self.ends(free & ~b) for b in self.battles)

    def possible(self, free: Units, battle: Units) -> bool:
        """Whether the open battle can grow into one that leaves the rest an end."""
        return any(not battle & ~b and not b & ~free and self.ends(free & ~b) for b in self.battles)


@settings(max_examples=deep(300, least=60))
@given(fronts(), st.randoms(use_true_random=False))
def test_what_may_be_declared_is_what_a_search_over_all_declarations_allows(contact: Contact, rng) -> None:
    search = Search(contact)
    free, battle = contact.attackers | contact.defenders, 0
    assert search.ends(free)
    while free & contact.duty or battle:
        found, others = contact.choices(free, battle), free & ~battle
        wanted = others if battle else others & contact.defenders
        assert found == sum(1 << u for u in units_of(wanted) if search.possible(free, battle | 1 << u))
        done = contact.completed(free, battle) == battle
        assert done == (battle in search.battles and search.ends(free & ~battle))
        assert not done or not contact.left_over(free, battle)
        choices = [1 << u for u in units_of(found)] + [0] * done
        assert choices, "a dead end"
        choice = rng.choice(choices)
        battle |= choice
        if not choice:
            free, battle = free & ~battle, 0


def test_a_defender_that_need_not_be_attacked_is_no_target_once_its_attackers_have_their_battle() -> None:
    grid = Grid(numbered([1], range(1, 7), "even"), "pointy")
    contact = Contact(Net(grid, lambda a, b: True), {0: 1, 1: 4}, {2: 0, 3: 2, 4: 5}, must_be_attacked=False)
    free = (contact.attackers | contact.defenders) & ~0b101
    assert (contact.choices(0b11111, 0), contact.choices(free, 0)) == (0b11100, 0b10000)


def test_units_that_touch_nobody_take_no_part() -> None:
    contact = Contact(OPEN, {0: 6, 1: 20}, {2: 7, 3: 24})
    assert (contact.attackers, contact.defenders, contact.duty) == (1 << 0, 1 << 2, 1 << 0 | 1 << 2)
    assert contact.touching == {0: 1 << 2, 2: 1 << 0}


def test_who_is_left_over_is_named() -> None:
    """Two attackers in a row, a defender before each, one between: who takes the middle alone strands nobody, who takes
    the last enemy of a neighbour does."""
    grid = Grid(numbered([1], range(1, 5), "even"), "pointy")
    contact = Contact(Net(grid, lambda a, b: True), {0: 1, 1: 1}, {2: 0, 3: 2})
    assert contact.left_over(0b1111, 0b0111) == 0b1000
    assert contact.completed(0b1111, 0b0111) == 0b1111
    assert contact.left_over(0b1111, 0b0101) == 0


@pytest.mark.parametrize("seed", range(3))
def test_forty_against_forty_are_declared_without_a_dead_end_in_a_moment(seed: int) -> None:
    grid = Grid(numbered(range(1, 10), range(1, 30), "even"), "pointy")
    rng = random.Random(seed)
    front = [h for h in range(len(grid)) if grid.places[h][0] in (4, 5, 6)]
    west, east = ([h for h in front if (grid.places[h][0] + grid.places[h][1] // 8) % 2 == side] for side in (0, 1))
    attackers = {u: rng.choice(west) for u in range(40)}
    defenders = {u: rng.choice(east) for u in range(40, 80)}
    contact = Contact(Net(grid, lambda a, b: True), attackers, defenders)
    free, battle, slowest = contact.attackers | contact.defenders, 0, 0.0
    assert free.bit_count() > 60
    while free:
        begun = time.process_time()
        found = contact.choices(free, battle)
        slowest = max(slowest, time.process_time() - begun)
        done = contact.completed(free, battle) == battle
        choices = [1 << u for u in units_of(found)] + [0] * 3 * done
        choice = rng.choice(choices)
        battle |= choice
        if not choice:
            free, battle = free & ~battle, 0
    assert slowest < 0.05, "a search over subsets would take seconds"
