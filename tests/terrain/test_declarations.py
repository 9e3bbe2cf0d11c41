"""A declaration whose battles cost as little as can be."""

from collections.abc import Callable

from mamayev.terrain.contact import EFFORT, Contact, Units, units_of
from mamayev.terrain.grid import Grid, numbered
from mamayev.terrain.paths import Net

GRID = Grid(numbered(range(1, 9), range(1, 9), shifted="even"), "flat")
EVERYWHERE = Net(GRID, lambda a, b: True)


def contact(attackers: dict[int, str], defenders: dict[int, str]) -> Contact:
    """Units in hexes of an open board."""
    ours, theirs = ({u: GRID.index[h] for u, h in units.items()} for units in (attackers, defenders))
    return Contact(EVERYWHERE, ours, theirs)


def weak(touching: Contact, strength: dict[int, int]) -> Callable[[Units], int]:
    """A battle costs its attackers where they are weaker than a sixth of the defenders."""

    def cost(battle: Units) -> int:
        ours = [strength[u] for u in units_of(battle & touching.attackers)]
        theirs = [strength[u] for u in units_of(battle & touching.defenders)]
        return len(ours) if 6 * sum(ours) < sum(theirs) else 0

    return cost


def test_a_weak_unit_is_joined_to_a_strong_one_where_that_can_be() -> None:
    touching = contact({0: "0404", 1: "0404", 2: "0404"}, {3: "0403", 4: "0405"})
    cost = weak(touching, {0: 8, 1: 8, 2: 1, 3: 6, 4: 7})
    found = touching.cheapest(touching.duty, cost)
    assert sum(found) == touching.duty
    assert all(cost(battle) == 0 for battle in found)
    forced = contact({2: "0404"}, {4: "0405"})
    hopeless = weak(forced, {2: 1, 4: 7})
    assert forced.cheapest(forced.duty, hopeless) == [1 << 2 | 1 << 4]
    assert forced.declaration(forced.duty, 0, hopeless, 0) is None


def test_the_search_goes_on_with_an_open_battle_and_gives_up_in_time() -> None:
    attackers = dict.fromkeys(range(12), "0404")
    defenders = {
        12 + u: hex_ for u, hex_ in enumerate(("0403", "0403", "0405", "0405", "0303", "0304", "0503", "0504"))
    }
    touching = contact(attackers, defenders)
    looked = 0

    def never(battle: Units) -> int:
        nonlocal looked
        looked += 1
        return 1

    assert touching.declaration(touching.duty, 1 << 12 | 1, never, 0) is None
    assert looked <= 40 * EFFORT
    rest = touching.declaration(touching.duty, 1 << 12 | 1, lambda battle: 0, 0)
    assert rest is not None
    assert rest[0] & (1 << 12 | 1) == 1 << 12 | 1
    assert touching.joined(1) == touching.duty
