"""Where a unit can go: steps and their costs, reach within a budget with its paths, rides by rail, retreats.

Everything works on sets of hexes. A reach spreads the whole set of hexes at each cost, so that it takes little longer
for a hundred hexes than for one; only the path to a hex that somebody asks for is walked hex by hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Literal, NamedTuple

from .grid import OFF, Grid, Hexes


class Net:
    """Steps between neighbours: which hexes can be entered from which.

    `step(a, b)` is asked once for each pair of neighbours in each direction. `exits[hex]`: where its steps lead;
    `hexes`: the set of all that have any.
    """

    __slots__ = ("_discs", "_into", "_ways", "exits", "grid", "hexes")

    def __init__(self, grid: Grid, step: Callable[[int, int], object]) -> None:
        self.grid = grid
        # Hexes that can be entered from all their neighbours need no look at the sides; for the others it is kept, by
        # direction, from where.
        self._into: Hexes = 0
        ways = [0] * 6
        exits: list[list[int]] = [[] for _ in grid.ids]
        for b, row in enumerate(grid.toward):
            sources = [(d, a) for d, a in enumerate(row) if a != OFF and step(a, b)]
            if len(sources) == len(grid.neighbours[b]):
                self._into |= grid.bit[b]
            else:
                for d, a in sources:
                    ways[(d + 3) % 6] |= grid.bit[a]
            for _, a in sources:
                exits[a].append(b)
        self.exits = tuple(tuple(row) for row in exits)
        self.hexes: Hexes = grid.gather(h for h, row in enumerate(exits) if row)
        self._discs: dict[tuple[int, int], Hexes] = {}
        self._ways = tuple((start, shift) for start, shift in zip(ways, grid.shifts, strict=True) if start)

    @classmethod
    def along(cls, grid: Grid, lines: Iterable[Iterable[int]]) -> Net:
        """The steps along roads or rails, both ways; a line is its hexes in order. Raises ValueError for a gap."""
        links = set()
        for line in lines:
            row = list(line)
            for a, b in pairwise(row):
                grid.direction(a, b)
                links |= {(a, b), (b, a)}
        return cls(grid, lambda a, b: (a, b) in links)

    def spread(self, among: Hexes) -> Hexes:
        """The hexes that one step leads to from those of a set."""
        return self.part(among, self.grid.around(among) if self._into else 0)

    def part(self, among: Hexes, near: Hexes) -> Hexes:
        """The same, where `near` is what lies around the set: so that several nets need it only once."""
        reached = near & self._into
        for start, shift in self._ways:
            if start := start & among:
                reached |= start << shift if shift > 0 else start >> -shift
        return reached

    def leads(self, a: int, b: int) -> bool:
        """Whether a step leads from a hex to its neighbour."""
        return b in self.exits[a]

    def flood(self, among: Hexes, within: Hexes, limit: int = -1) -> Hexes:
        """The hexes of a set and all that steps lead to from there without leaving `within`: as many steps as it takes,
        or at most `limit`."""
        new = among
        while new and limit:
            new = self.spread(new) & within & ~among
            among |= new
            limit -= 1
        return among

    def within(self, among: Hexes, length: int, open_: Hexes) -> Hexes:
        """Where at most so many steps lead from the hexes of a set through open ones, these among them. What steps lead
        to from a hex where all is open is remembered: only where something bars the way is it walked."""
        grid, discs = self.grid, self._discs
        found = near_barred = 0
        for h in grid.hexes(among):
            disc = discs.get((h, length))
            if disc is None:
                disc = discs[h, length] = self.flood(grid.bit[h], grid.everywhere, length)
            if disc & ~open_:
                near_barred |= grid.bit[h]
            else:
                found |= disc
        return found | self.flood(near_barred, open_, length)


class Steps:
    """What each step costs a kind of mover: movement points, at least 1.

    `cost(a, b)` is asked once for each pair of neighbours in each direction; None where the mover cannot take the step
    from `a` to `b`. `nets`: the steps of each cost, cheapest first.
    """

    __slots__ = ("grid", "nets")

    def __init__(self, grid: Grid, cost: Callable[[int, int], int | None]) -> None:
        self.grid = grid
        table = {(a, b): cost(a, b) for a, row in enumerate(grid.neighbours) for b in row}
        found = sorted({points for points in table.values() if points is not None})
        if found and found[0] < 1:
            raise ValueError("A step costs one movement point at least.")
        self.nets = tuple((points, Net(grid, _costing(table, points))) for points in found)

    def pay(self, among: Hexes, spent: int, levels: list[Hexes], allowed: Hexes) -> None:
        """Take every step from the hexes of a set, for which `spent` has been paid, into allowed hexes, and put what it
        reaches among `levels`, by cost, as far as they go."""
        if among:
            near = self.grid.around(among)
            last = len(levels) - 1
            for points, net in self.nets:
                if spent + points > last:
                    break
                levels[spent + points] |= net.part(among, near) & allowed


def _costing(table: dict[tuple[int, int], int | None], points: int) -> Callable[[int, int], bool]:
    return lambda a, b: table[a, b] == points


class Ride(NamedTuple):
    """One unbroken ride by rail in a move: at most `length` steps of `rails`, all in hexes of `open`, boarding and
    leaving included. It costs no movement points, and nothing but `open` halts it. Where `at_start` holds, only a unit
    that begins its move on the rails can ride; one whose ride ends in a hex of `halts` goes no further."""

    rails: Net
    length: int
    open: Hexes
    at_start: bool = False
    halts: Hexes = 0


class Reach:
    """Where a unit can go, and how. `reach` makes it.

    `start`: where it stands; `hexes`: where its move can end, the start left out; `levels[n]`: those that it reaches
    for `n` movement points and no fewer.
    """

    __slots__ = (
        "_afoot",
        "_arrived",
        "_boarded",
        "_first",
        "_onward",
        "_ride",
        "_steps",
        "_walked",
        "hexes",
        "levels",
        "start",
    )

    def __init__(self, steps: Steps, start: int, budget: int, first: Hexes) -> None:
        self.start = start
        self.hexes: Hexes = 0
        self.levels: list[Hexes] = [0] * (budget + 1)
        self._steps, self._first = steps, first
        # By what has been spent: the hexes that it reaches without a ride; from where it walks on; where it boards;
        # where rides lead to; from where it walks on after a ride. A ride's way is looked for when it is asked.
        self._afoot = self.levels
        self._walked: list[Hexes] = [0] * (budget + 1)
        self._ride: Ride | None = None
        self._boarded: list[Hexes] = []
        self._arrived: list[Hexes] = []
        self._onward: list[Hexes] = [0] * (budget + 1)

    def cost(self, h: int) -> int:
        """The movement points that it takes to a hex. Raises ValueError where the hex is out of reach."""
        bit = self._steps.grid.bit[h]
        for spent, level in enumerate(self.levels):
            if bit & level:
                return spent
        raise ValueError(f"{self._steps.grid.ids[h]} is out of reach.")

    def path(self, h: int) -> list[int]:
        """The hexes on the cheapest way, both ends included; of equal ways always the same. Raises ValueError."""
        return self._trace(h)[0]

    def ride(self, h: int) -> list[int]:
        """The part of the path that is gone by rail, from where it boards to where it leaves; empty on foot. Raises
        ValueError."""
        return self._trace(h)[1]

    def _trace(self, h: int) -> tuple[list[int], list[int]]:
        spent = self.cost(h)
        back, ride = [h], [h][:0]
        afoot = bool(self._afoot[spent] & self._steps.grid.bit[h])
        while not afoot or back[-1] != self.start:
            if not afoot and self._arrived[spent] & self._steps.grid.bit[back[-1]]:
                ride, afoot = self._ridden(back[-1], self._boarded[spent]), True
                back += ride[1:]
            else:
                a, spent = self._before(back[-1], spent, self._walked if afoot else self._onward)
                back.append(a)
        return back[::-1], ride[::-1]

    def _ridden(self, h: int, boarded: Hexes) -> list[int]:
        """The shortest ride to a hex, backwards, that boards in one of these."""
        assert self._ride is not None
        rails, open_ = self._ride.rails, self._ride.open
        grid = rails.grid
        onward = {h: h}
        row = [h]
        for b in row:
            if grid.bit[b] & boarded:
                way = [b]
                while way[-1] != h:
                    way.append(onward[way[-1]])
                return way[::-1]
            for a in grid.neighbours[b]:
                if a not in onward and open_ & grid.bit[a] and rails.leads(a, b):
                    onward[a] = b
                    row.append(a)
        raise AssertionError(f"no ride leads to {grid.ids[h]}")

    def _before(self, h: int, spent: int, sources: list[Hexes]) -> tuple[int, int]:
        """The hex from which one is entered on foot, and what had been spent there."""
        grid = self._steps.grid
        for points, net in self._steps.nets:
            if points <= spent:
                for a in grid.neighbours[h]:
                    from_there = sources[spent - points] & grid.bit[a] and net.leads(a, h)
                    if from_there and (a != self.start or self._first & grid.bit[h]):
                        return a, spent - points
        raise AssertionError(f"no way leads to {grid.ids[h]}")


def reach(
    steps: Steps,
    start: int,
    budget: int,
    *,
    barred: Hexes = 0,
    stops: Hexes = 0,
    first: Hexes | None = None,
    ride: Ride | None = None,
) -> Reach:
    """Where a unit can go for at most `budget` movement points.

    It never enters hexes that are `barred`, and ends its move in a hex of `stops` that it enters; the start stops
    nobody. Its first step on foot leads to a hex of `first`, if that is given. With a `ride` it may go on foot, ride
    once, and go on; a unit that had to stop boards no train.
    """
    grid = steps.grid
    free = grid.everywhere & ~barred
    found = Reach(steps, start, budget, grid.everywhere if first is None else first)
    afoot: list[Hexes] = [0] * (budget + 1)
    afoot[0] = grid.bit[start]
    seen = 0
    for spent in range(budget + 1):
        new = afoot[spent] & ~seen
        seen |= new
        found.levels[spent] = new
        walking = new & ~stops if spent else new
        found._walked[spent] = walking
        steps.pay(walking, spent, afoot, free if spent else free & found._first)
    if ride is not None and (not ride.at_start or grid.bit[start] & ride.rails.hexes):
        _ride_and_go_on(found, steps, ride, free, stops)
        seen = 0
        for spent, level in enumerate(found.levels):
            found.levels[spent] = level & ~seen
            seen |= level
    found.hexes = seen & ~grid.bit[start]
    return found


class Hindrance(NamedTuple):
    """Why a unit does not get to a hex: `why` is "price" where it costs too much, "stops" where it would have to go on
    from a hex that stops it, "barred" where no way leads there at all. `cost`: the movement points of the cheapest way,
    whatever stops the unit on it; 0 where there is none."""

    why: Literal["price", "stops", "barred"]
    cost: int


def hindrance(
    steps: Steps,
    start: int,
    budget: int,
    target: int,
    *,
    barred: Hexes = 0,
    stops: Hexes = 0,
    first: Hexes | None = None,
    ride: Ride | None = None,
) -> Hindrance | None:
    """What keeps a unit from a hex that `reach` with the same arguments does not give; None for one that it gives."""
    bit = steps.grid.bit[target]
    found = reach(steps, start, budget, barred=barred, stops=stops, first=first, ride=ride)
    if bit & (found.hexes | steps.grid.bit[start]):
        return None
    far, known = max([budget, 1, *(points for points, _ in steps.nets)]), -1
    while (found := reach(steps, start, far, barred=barred, first=first, ride=ride)).hexes != known:
        if found.hexes & bit:
            cost = found.cost(target)
            return Hindrance("price" if cost > budget else "stops", cost)
        far, known = 2 * far, found.hexes
    return Hindrance("barred", 0)


def _ride_and_go_on(found: Reach, steps: Steps, ride: Ride, free: Hexes, stops: Hexes) -> None:
    """Add what a ride from any hex that is walked through leads to, and the way on foot from there."""
    rails, open_ = ride.rails, ride.open & free
    after: list[Hexes] = [0] * len(found.levels)
    found._afoot = found.levels[:]
    found._ride = ride._replace(open=open_)
    seen = passed = 0  # hexes that it has reached, and those from where it has walked on
    for spent, afoot in enumerate(found._afoot):
        seen |= afoot
        passed |= found._walked[spent]
        new = after[spent] & ~seen
        boarding = 0 if spent and ride.at_start else found._walked[spent] & rails.hexes & open_
        arrived = (
            rails.within(boarding, ride.length, open_) & ~passed
        )  # nothing halts a ride: it goes on where a unit on foot had to stop
        seen |= new | arrived
        found._boarded.append(boarding)
        found._arrived.append(arrived)
        found.levels[spent] |= new | arrived
        found._onward[spent] = new & ~stops | arrived & ~ride.halts
        passed |= found._onward[spent]
        steps.pay(found._onward[spent], spent, after, free)


def retreats(net: Net, start: int, distance: int, barred: Hexes) -> list[Hexes]:
    """The ways of a retreat that takes each hex further from its start: for each distance the hexes through which it
    can get to the last, which is where it ends. Empty where there is none."""
    grid = net.grid
    layers = [grid.bit[start]]
    for n in range(1, distance + 1):
        layers.append(net.spread(layers[-1]) & grid.ring(start, n) & ~barred)
    if not layers[-1]:
        return []
    for n in range(distance - 1, 0, -1):
        through = layers[n]
        layers[n] = grid.gather(h for h in grid.hexes(through) if net.spread(grid.bit[h]) & layers[n + 1])
    return layers[1:]


def preferred(candidates: Hexes, *preferences: Hexes) -> Hexes:
    """The best of some hexes by preferences in falling order of weight: among those that meet the first, or all where
    none does, those that meet the second, and so on."""
    for preference in preferences:
        candidates = candidates & preference or candidates
    return candidates
