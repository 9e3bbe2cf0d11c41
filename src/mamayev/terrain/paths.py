"""Movement: steps and their costs, reach within a budget with its paths, rail moves, and retreats.

Everything works on sets of hexes. For each cost, a reach spreads a whole set at once, so a hundred hexes take little
longer than one. Only the path to a requested hex is traced hex by hex. A reach works on a `Window`, the part of the map
within the unit's budget if nothing blocks it. Most units on a large map are far from the enemy, so unblocked windows
are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from .grid import OFF, Grid, Hexes

_FRONTS: Final = 16
"""The number of front lines whose closed railways are cached. Each takes 1 to 2 kB."""

_ASKED: Final = (6, 3)
"""The number of remaining steps at which a rail move checks whether everything ahead is open.

This saves about 7% of the time that rail moves take in a random game. A check at every step would cost 10% instead.
"""

WINDOWS: Final = 16_384
"""The number of windows cached per kind of mover: 1.3 kB each, 22 MB in total.

When the cache is full, all windows are dropped. Random play on a map with 52 lines of 42 hexes used 9,800 windows in
120,000 decisions.
"""

_BACK: Final = (3, 4, 5, 0, 1, 2)
"""The opposite of each direction."""

Starts = tuple[tuple[Hexes, int], ...]
"""The start hexes of steps in several directions, with the shift of each direction."""


class Net:
    """Steps between neighbors: which hexes can be entered from which others.

    `step(a, b)` is called once for each pair of neighbors in each direction. `exits[hex]`: where its steps lead.
    `entries[hex]`: where steps into it start. `hexes`: all hexes with a step. `starts[direction]`: hexes with a step in
    that direction.
    """

    __slots__ = ("_discs", "_led_to", "entries", "exits", "grid", "hexes", "into", "parting", "starts", "ways")

    def __init__(self, grid: Grid, step: Callable[[int, int], object], standing: Hexes | None = None) -> None:
        """Build the net. `standing`: hexes where movers may be, if there are more than `hexes`."""
        self.grid = grid
        taken = [[b != OFF and bool(step(a, b)) for b in row] for a, row in enumerate(grid.toward)]
        exits = (
            tuple(sorted(b for b, free in zip(row, ways, strict=True) if free))
            for row, ways in zip(grid.toward, taken, strict=True)
        )
        self.exits = tuple(grid.rows.setdefault(row, row) for row in exits)
        entries = (
            tuple(a for a, back in zip(row, _BACK, strict=True) if a != OFF and taken[a][back]) for row in grid.toward
        )
        self.entries = tuple(grid.rows.setdefault(row, row) for row in entries)
        self.hexes: Hexes = grid.gather(h for h, row in enumerate(self.exits) if row)
        self.starts = tuple(grid.gather(a for a, row in enumerate(taken) if row[d]) for d in range(6))
        # Closed hexsides only matter where there are any: `into` are the hexes that a step leads to from each neighbor
        # in which a mover can be, and `ways` the steps to all others.
        standing = self.hexes if standing is None else standing
        parted = 0
        for start, shift in zip(self.starts, grid.shifts, strict=True):
            parted |= _moved(standing & ~start, shift)
        self.into: Hexes = grid.everywhere & ~parted
        ways = ((start & _moved(parted, -shift), shift) for start, shift in zip(self.starts, grid.shifts, strict=True))
        self.ways: Starts = tuple((start, shift) for start, shift in ways if start)
        self.parting: Hexes = 0
        for start, _ in self.ways:
            self.parting |= start
        self._discs: dict[int, list[Hexes]] = {}
        self._led_to: dict[int, Hexes] = {}

    @classmethod
    def along(cls, grid: Grid, lines: Iterable[Iterable[int]]) -> Net:
        """Return the steps along roads or rails in both directions.

        `lines`: the hexes of each line, in order. Raises ValueError for a gap.
        """
        links = set()
        for line in lines:
            row = list(line)
            for a, b in pairwise(row):
                grid.direction(a, b)
                links |= {(a, b), (b, a)}
        return cls(grid, lambda a, b: (a, b) in links)

    def spread(self, among: Hexes) -> Hexes:
        """Return the hexes one step from a set of hexes."""
        among &= self.hexes
        return self.part(among, self.grid.around(among)) if among else 0

    def part(self, among: Hexes, near: Hexes) -> Hexes:
        """Return the hexes one step from `among`, which is a subset of `hexes`. `near`: the area around `among`."""
        reached = near & self.into
        for start, shift in self.ways:
            if start := start & among:
                reached |= start << shift if shift > 0 else start >> -shift
        return reached

    def leads(self, a: int, b: int) -> bool:
        """Return whether a step leads from a hex to its neighbor."""
        return b in self.exits[a]

    def led_to(self, h: int) -> Hexes:
        """Return the hexes that the steps of a hex lead to. Cached by hex."""
        found = self._led_to.get(h)
        if found is None:
            found = self._led_to[h] = self.grid.gather(self.exits[h])
        return found

    def flood(self, among: Hexes, within: Hexes, limit: int = -1, sought: Hexes = -1) -> Hexes:
        """Return the hexes of a set and everything that they reach by steps inside `within`.

        Stops after `limit` steps, or
        when all hexes in `sought` are found.
        """
        wide, hexes, into, ways, parting = self.grid.wide, self.hexes, self.into, self.ways, self.parting
        free = unseen = within & self.grid.everywhere & ~among
        new = among & hexes
        while new and limit and sought & unseen:
            east, west = new | new << 1, new | new >> 1  # as in `Grid.widened`
            near = (east | west | west << wide | east >> wide) & unseen
            reached = near & into
            if new & parting:
                for start, shift in ways:
                    if start := start & new:
                        reached |= (start << shift if shift > 0 else start >> -shift) & near
            unseen ^= reached
            new = reached & hexes
            limit -= 1
        return among | free ^ unseen

    def runs(self, among: Hexes, within: Hexes) -> Hexes:
        """Return the hexes of a set and everything that they reach by straight steps along map lines inside `within`.

        Each
        round doubles the distance, so six rounds cross the map.
        """
        found = among
        for start, shift in zip(self.starts, self.grid.shifts, strict=True):
            if abs(shift) == 1:
                run, entered = among, _moved(start, shift) & within
                while new := _moved(run, shift) & entered & ~run:
                    run |= new
                    entered &= _moved(entered, shift)
                    shift *= 2
                found |= run
        return found

    def within(self, h: int, length: int) -> Hexes:
        """Return the hexes within this number of steps, including the start. Cached by hex and length."""
        discs = self.discs(length)
        if not discs[h]:
            discs[h] = self.flood(self.grid.bit[h], self.grid.everywhere, length)
        return discs[h]

    def discs(self, length: int) -> list[Hexes]:
        """Return the cached discs by hex. The result is empty if no disc was ever requested."""
        if length not in self._discs:
            self._discs[length] = [0] * len(self.grid)
        return self._discs[length]


def _moved(among: Hexes, shift: int) -> Hexes:
    return among << shift if shift > 0 else among >> -shift


class Steps:
    """The cost of each step for a kind of mover, at least 1 movement point.

    `cost(a, b)` is called once for each pair of neighbors in each direction. It returns None if the mover cannot take
    the step from `a` to `b`. `nets`: steps by cost, the cheapest first. `hexes`: those with any step. `stops`: hexes
    whose terrain ends a move.
    """

    __slots__ = ("_bands", "_known", "_windows", "grid", "hexes", "nets", "stops")

    def __init__(self, grid: Grid, cost: Callable[[int, int], int | None], stops: Hexes = 0) -> None:
        table = {(a, b): cost(a, b) for a, row in enumerate(grid.neighbours) for b in row}
        found = sorted({points for points in table.values() if points is not None})
        if found and found[0] < 1:
            raise ValueError("a step costs one movement point at least, and None where there is none")
        hexes = grid.gather({a for (a, _), points in table.items() if points is not None})
        self._begin(grid, tuple((points, Net(grid, _costing(table, points), hexes)) for points in found), hexes, stops)

    def _begin(self, grid: Grid, nets: tuple[tuple[int, Net], ...], hexes: Hexes, stops: Hexes) -> None:
        self.grid, self.nets, self.hexes, self.stops = grid, nets, hexes, stops
        self._windows: dict[int, list[Window | None]] = {}
        self._bands: dict[tuple[int, int], _Band] = {}
        self._known = 0

    @classmethod
    def one_each(cls, net: Net, stops: Hexes = 0) -> Steps:
        """Return the steps of a net, at a cost of one movement point each."""
        made = cls.__new__(cls)
        made._begin(net.grid, ((1, net),), net.hexes, stops)
        return made

    def without_stops(self) -> Steps:
        """Return the same steps without terrain that ends a move."""
        other = Steps.__new__(Steps)
        other._begin(self.grid, self.nets, self.hexes, 0)
        return other

    def window(self, start: int, budget: int) -> Window:
        """Return the window of a mover, cached by budget and hex.

        Lists by hex are faster than one table with thousands of keys, whose lookups took 5% of the time in a random
        campaign.
        """
        row = self._windows.get(budget)
        found = row[start] if row is not None else None
        if found is None:
            if self._known == WINDOWS:
                self._windows, self._bands, self._known = {}, {}, 0
            row = self._windows.setdefault(budget, [None] * len(self.grid))
            found = row[start] = Window(self, start, budget)
            self._known += 1
        return found

    def band(self, start: int, budget: int) -> _Band:
        """Return the band that contains the window of a mover, cached by budget and line.

        Bands make windows 25% faster and create far less garbage.
        """
        key = budget, self.grid.places[start][0]
        found = self._bands.get(key)
        if found is None:
            found = self._bands[key] = _Band.of(self, start, budget)
        return found

    def pay(self, among: Hexes, spent: int, levels: list[Hexes], allowed: Hexes, toll: Toll) -> None:
        """Take every step into allowed hexes from a set of hexes that were reached for `spent` points.

        Adds the hexes reached to `levels` by total cost, unless the cost exceeds the last level. The results can
        include hexes of the given set.
        """
        last = len(levels) - 1
        among &= self.hexes
        near = self.grid.widened(among) & allowed
        for points, net in self.nets:
            if spent + points > last:
                break
            reached = net.part(among, near) & allowed
            if dear := reached & toll.hexes:
                reached ^= dear
                if spent + points + toll.points <= last:
                    levels[spent + points + toll.points] |= dear
            levels[spent + points] |= reached


def _costing(table: dict[tuple[int, int], int | None], points: int) -> Callable[[int, int], bool]:
    return lambda a, b: table[a, b] == points


class Toll(NamedTuple):
    """Hexes that cost extra movement points to enter on foot, such as enemy zones that slow a unit but do not stop
    it."""

    hexes: Hexes
    points: int


_FREE: Final = Toll(0, 0)


class Ride(NamedTuple):
    """One unbroken rail move: at most `length` steps of `rails`, all in hexes of `open`, including both ends. It costs
    no movement points, and only `open` limits it. With `at_start`, a unit can only use it if it begins its move on the
    rails. A unit that ends its rail move in `halts` cannot move on."""

    rails: Net
    length: int
    open: Hexes
    at_start: bool = False
    halts: Hexes = 0


class Reach:
    """The hexes that a unit can reach, and the paths to them. Created by `reach`; immutable.

    `start`: the unit's hex. `hexes`: the possible ends of its move, without the start.
    """

    __slots__ = ("_beyond", "_first", "_levels", "_low", "_riding", "_steps", "_stops", "_toll", "hexes", "start")

    def __init__(self, steps: Steps, start: int, hexes: Hexes, levels: list[Hexes], low: int) -> None:
        self.start, self.hexes = start, hexes
        self._steps = steps
        # What it reaches for exactly this number of points, without its cells below the lowest of the window.
        self._levels, self._low = levels, low
        self._stops: Hexes = 0
        self._first: Hexes = steps.grid.everywhere
        self._riding: _Riding | None = None
        self._toll = _FREE
        self._beyond: Hexes = 0  # even with no points, one step from the start is possible

    @property
    def levels(self) -> list[Hexes]:
        """Return, for each number of movement points, the hexes that need exactly that number."""
        return [level << self._low for level in self._levels]

    def cost(self, h: int) -> int:
        """Return the number of movement points that it takes to reach a hex.

        A first step that costs more points than the unit has uses all of them. Raises ValueError if the hex is out of
        reach.
        """
        bit = self._steps.grid.bit[h] >> self._low
        for spent, level in enumerate(self._levels):
            if bit & level:
                return spent
        raise ValueError(f"{self._steps.grid.ids[h]} is out of reach.")

    def path(self, h: int) -> list[int]:
        """Return the hexes on the cheapest path, including both ends. The choice between equal paths is deterministic.
        Raises ValueError if the hex is out of reach."""
        return self._trace(h)[0]

    def ride(self, h: int) -> list[int]:
        """Return the rail part of the path to a hex, including both ends. The list is empty if no rail move is used.
        Raises ValueError if the hex is out of reach.
        """
        return self._trace(h)[1]

    def passes(self, h: int, among: Hexes) -> list[int]:
        """Return the hexes of `among` that are on the path to `h`, in path order.

        The path is only traced if one of these hexes can be on it. Raises ValueError if the hex is out of reach.
        """
        among &= self.hexes
        if among and self._riding is None:  # on foot through hexes that cost less and stop no unit
            nearer = 0
            for level in self._levels[: self.cost(h)]:
                nearer |= level
            among &= (nearer << self._low) & ~(self._stops | self._steps.stops)
        return [n for n in self.path(h)[1:-1] if among & self._steps.grid.bit[n]] if among else []

    def _trace(self, h: int) -> tuple[list[int], list[int]]:
        spent, riding, bit = self.cost(h), self._riding, self._steps.grid.bit
        back, ride = [h], [h][:0]
        if self._beyond & bit[h]:
            return [self.start, h], ride
        if riding is not None and not riding.afoot[spent] & bit[h]:
            while not riding.arrived[spent] & bit[back[-1]]:
                a, spent = self._before(back[-1], spent, riding.onward, 0)
                back.append(a)
            ride = riding.to(back[-1], spent)
            back += ride[1:]
        if back[-1] != self.start:
            walked, stops = self.levels if riding is None else riding.afoot, self._stops | self._steps.stops
            while back[-1] != self.start:
                a, spent = self._before(back[-1], spent, walked, stops)
                back.append(a)
        return back[::-1], ride[::-1]

    def _before(self, h: int, spent: int, sources: list[Hexes], stops: Hexes) -> tuple[int, int]:
        """Return the previous hex of a move on foot, and the movement points spent up to it. The step from it to `h`
        uses exactly the rest of the cost and, unless it is the start, it does not stop the unit.
        """
        bit, start = self._steps.grid.bit, self.start
        if self._toll.hexes & bit[h]:
            spent -= self._toll.points
        for points, net in self._steps.nets:
            if points <= spent:
                from_there = sources[spent - points]
                for a in net.entries[h] if from_there else ():
                    if from_there & bit[a] and (self._first & bit[h] if a == start else not stops & bit[a]):
                        return a, spent - points
        raise AssertionError(f"no path leads to {self._steps.grid.ids[h]}")


class _Riding:
    """The rail part of a reach.

    Each list is indexed by the points spent: `afoot` has the hexes where the unit can board, `arrived` those where rail
    moves end, and `onward` those that it reaches on foot from there.
    """

    __slots__ = ("_closed", "_left", "afoot", "arrived", "boarded", "length", "onward", "open", "rails")

    def __init__(self, rails: Net, length: int, open_: Hexes, afoot: list[Hexes]) -> None:
        self.rails, self.length, self.open, self.afoot = rails, length, open_, afoot
        # By hex, one more than the maximum number of steps left there.
        self._closed: Hexes = rails.hexes & ~open_
        self._left = bytearray(_shut(rails, self._closed))
        self.boarded: list[Hexes] = []
        self.arrived: list[Hexes] = []
        self.onward: list[Hexes] = []

    def leads(self, boarded: Hexes) -> Hexes:
        """Return the hexes where rail moves from the given hexes arrive, except those reached by earlier ones.

        The result is cached if the whole length is open. If something blocks the way, the railway is traced hex by hex,
        without stretches already traced with as many steps left.
        """
        rails, left, closed = self.rails, self._left, self._closed
        exits, discs = rails.exits, rails.discs(self.length)
        arrived = boarded
        row: list[int] = []
        for h in rails.grid.hexes(boarded):
            disc = discs[h] or rails.within(h, self.length)
            if not disc & closed:
                arrived |= disc
            elif left[h] <= self.length:
                left[h] = self.length + 1
                row.append(h)
        walked = row
        for steps in range(self.length, 0, -1):
            if steps in _ASKED:
                shut_in, discs = [], rails.discs(steps)
                for a in row:
                    disc = discs[a] or rails.within(a, steps)
                    if disc & closed:
                        shut_in.append(a)
                    else:
                        arrived |= disc
                row = shut_in
            entered = []
            for a in row:
                for b in exits[a]:
                    if left[b] < steps:
                        left[b] = steps
                        entered.append(b)
            if not entered:
                break
            walked = walked + entered
            row = entered
        return arrived | rails.grid.gather(walked)

    def to(self, h: int, spent: int) -> list[int]:
        """Return the shortest rail move to a hex, in reverse order, from a hex where the unit boards after spending
        `spent` points.
        """
        grid, entries, open_, boarded = self.rails.grid, self.rails.entries, self.open, self.boarded[spent]
        onward = {h: h}
        row = [h]
        for b in row:
            if grid.bit[b] & boarded:
                way = [b]
                while way[-1] != h:
                    way.append(onward[way[-1]])
                return way[::-1]
            for a in entries[b]:
                if a not in onward and open_ & grid.bit[a]:
                    onward[a] = b
                    row.append(a)
        raise AssertionError(f"no rail move leads to {grid.ids[h]}")


@lru_cache(_FRONTS)
def _shut(rails: Net, closed: Hexes) -> bytes:
    """Return a number of steps for each hex. In a closed hex, the number is higher than any unit has left, so no rail
    move goes there. Cached, because the enemy does not move during a side's movement.
    """
    left = bytearray(len(rails.grid))
    for h in rails.grid.hexes(closed):
        left[h] = 255
    return bytes(left)


class _Band(NamedTuple):
    """The shared part of all windows with one budget whose movers start on one line of the map.

    It contains the steps and the terrain of the lines within reach, without the cells below them (`low`). `through`:
    where a mover may continue.
    """

    low: int
    cells: Hexes
    through: Hexes
    nets: tuple[tuple[int, Hexes, Starts], ...]

    @classmethod
    def of(cls, steps: Steps, start: int, budget: int) -> _Band:
        """Return the band for the line of a hex."""
        grid = steps.grid
        radius = budget // steps.nets[0][0] if steps.nets else 0
        first, last = grid.line_cells(start)
        # The lowest bit belongs to no hex, as in `Grid.widened`.
        low = max(first - radius * grid.wide - 1, 0)
        cells = grid.everywhere >> low & (1 << last + radius * grid.wide + 2 - low) - 1
        nets = tuple(
            (points, net.into >> low & cells, tuple((s, shift) for way, shift in net.ways if (s := way >> low & cells)))
            for points, net in steps.nets
            if points <= budget
        )
        return cls(low, cells, (steps.hexes & ~steps.stops) >> low & cells, nets)


class Window:
    """The hexes within a mover's budget if nothing blocks it, and the steps between them.

    Its sets leave out the cells below the lines within reach. Set operations take time proportional to the number of
    digits, and a budget of six points covers only a third of a map. `open` is the reach if nothing blocks the
    unit.
    """

    __slots__ = ("_budget", "_nets", "_start", "_steps", "_through", "disc", "low", "open", "start")

    def __init__(self, steps: Steps, start: int, budget: int) -> None:
        self._steps, self.start, self._budget = steps, start, budget
        low, self.disc, through, self._nets = steps.band(start, budget)
        self.low, self._start = low, steps.grid.bit[start] >> low
        self._through = through | self._start & steps.hexes >> low
        self.open = self.reach(0, 0)
        self.disc = self.open.hexes >> self.low | self._start

    def reach(self, closed: Hexes, halts: Hexes, first: Hexes | None = None, stops: Hexes = 0) -> Reach:
        """Return the reach if some hexes of the window are closed or stop the unit.

        `first` and `stops` are as in `reach`, for the whole map.
        """
        nets, budget, low, wide = self._nets, self._budget, self.low, self._steps.grid.wide
        levels = [0] * (budget + 1)
        levels[0] = self._start
        unseen = free = self.disc ^ (closed | self._start)
        allowed = unseen if first is None else unseen & first >> low
        new, through = self._start & self._through, self._through ^ self._through & halts
        for spent in range(budget):
            if spent:
                levels[spent] = new = levels[spent] & unseen
                allowed = unseen = unseen ^ new
                new &= through
            if new:
                east, west = new | new << 1, new | new >> 1
                near = (east | west | west << wide | east >> wide) & allowed
                for points, into, starts in nets:
                    if spent + points > budget:
                        break
                    reached = near & into
                    for start, shift in starts:
                        if start := start & new:
                            reached |= (start << shift if shift > 0 else start >> -shift) & near
                    levels[spent + points] |= reached
        if budget:
            levels[budget] &= unseen
            unseen ^= levels[budget]
        found = Reach(self._steps, self.start, (free ^ unseen) << low, levels, low)
        found._stops = stops
        if first is not None:
            found._first = first
        return found

    def reach_at(self, toll: Toll, barred: Hexes, stops: Hexes, first: Hexes | None) -> Reach:
        """Return the reach if some hexes cost more to enter. All sets are for the whole map."""
        if toll.points < 0:
            raise ValueError(f"A toll must be 0 or more movement points, not {toll.points} movement points.")
        steps, grid = self._steps, self._steps.grid
        free, halted = grid.everywhere & ~barred, stops | steps.stops
        levels, seen = [0] * (self._budget + 1), 0
        levels[0] = grid.bit[self.start]
        for spent in range(self._budget + 1):
            levels[spent] = new = levels[spent] & ~seen
            seen |= new
            if spent:
                new &= ~halted
            steps.pay(new, spent, levels, free if spent or first is None else free & first, toll)
        found = Reach(steps, self.start, seen & ~grid.bit[self.start], levels, 0)
        found._stops, found._toll = stops, toll
        if first is not None:
            found._first = first
        return found


def reach(
    steps: Steps,
    start: int,
    budget: int,
    *,
    barred: Hexes = 0,
    stops: Hexes = 0,
    first: Hexes | None = None,
    ride: Ride | None = None,
    toll: Toll | None = None,
    one_hex: bool = False,
) -> Reach:
    """Return the hexes that a unit can reach for at most `budget` movement points.

    The unit never enters hexes in `barred`, and ends its move when it enters a hex in `stops`; its start hex never
    stops it. If `first` is given, the first step on foot must lead to one of these hexes. With a `ride`, it can walk,
    move by rail once, and walk again; a unit that had to stop cannot board. Each step into a hex of the `toll` costs
    extra. With `one_hex`, a unit with any movement points can always take one step, which then uses them all. Raises
    ValueError for a negative toll.
    """
    found = _reach(steps.window(start, budget), barred, stops, first, ride, toll)
    return _with_one_hex(found, barred, first) if one_hex and budget else found


def _reach(
    here: Window, barred: Hexes, stops: Hexes, first: Hexes | None, ride: Ride | None, toll: Toll | None
) -> Reach:
    low, disc = here.low, here.disc
    if toll is not None and toll.hexes >> low & disc:
        found = here.reach_at(toll, barred, stops, first)
    else:
        closed, halts = barred >> low & disc, stops >> low & disc
        found = here.reach(closed, halts, first, stops) if closed or halts or first is not None else here.open
    if ride is None or (ride.at_start and not ride.rails.grid.bit[here.start] & ride.rails.hexes):
        return found
    return _ride_and_go_on(found, ride, barred, stops, toll or _FREE)


def _with_one_hex(found: Reach, barred: Hexes, first: Hexes | None) -> Reach:
    """Return a reach that also includes the steps from its start that cost more points than the unit has."""
    steps, grid = found._steps, found._steps.grid
    near = 0
    for _, net in steps.nets:
        near |= net.led_to(found.start)
    beyond = near & ~(found.hexes | barred) & (grid.everywhere if first is None else first)
    if not beyond:
        return found
    levels = found.levels
    levels[-1] |= beyond
    both = Reach(steps, found.start, found.hexes | beyond, levels, 0)
    both._riding, both._stops, both._first, both._toll = found._riding, found._stops, found._first, found._toll
    both._beyond = beyond
    return both


class Hindrance(NamedTuple):
    """The reason that a unit cannot reach a hex.

    `why` is "price" if it costs too much, "toll" if it costs too much only because of the toll, "stops" if a hex on the
    way stops the unit, and "barred" if there is no path. `cost`: the movement points of the cheapest path, ignoring
    stops, or 0 if there is none.
    """

    why: Literal["price", "toll", "stops", "barred"]
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
    toll: Toll | None = None,
    one_hex: bool = False,
) -> Hindrance | None:
    """Return the reason that a unit cannot reach a hex, given the arguments of `reach`. Return None if it can reach the
    hex.
    """
    bit = steps.grid.bit[target]
    found = reach(steps, start, budget, barred=barred, stops=stops, first=first, ride=ride, toll=toll, one_hex=one_hex)
    if bit & (found.hexes | steps.grid.bit[start]):
        return None
    unhalted = steps.without_stops()
    far, known = max([budget, 1, *(points + (toll or _FREE).points for points, _ in steps.nets)]), -1
    while (found := _reach(Window(unhalted, start, far), barred, 0, first, ride, toll)).hexes != known:
        if found.hexes & bit:
            cost = found.cost(target)
            if cost <= budget:
                return Hindrance("stops", cost)
            toll_free = _reach(Window(unhalted, start, budget), barred, 0, first, ride, None)
            return Hindrance("toll" if toll_free.hexes & bit else "price", cost)
        far, known = 2 * far, found.hexes
    return Hindrance("barred", 0)


def _ride_and_go_on(walk: Reach, ride: Ride, barred: Hexes, stops: Hexes, toll: Toll) -> Reach:
    """Return a reach that adds rail moves from any hex on the way, and the paths on foot after them."""
    steps, start = walk._steps, walk.start
    grid, rails = steps.grid, ride.rails
    free = grid.everywhere & ~barred
    afoot = walk.levels
    riding = _Riding(rails, ride.length, ride.open & free, afoot)
    boarding = rails.hexes & riding.open
    levels, after = afoot[:], [0] * len(afoot)
    seen = passed = found = 0  # hexes already reached, those walked on from, and those of all levels
    halted = stops | steps.stops
    for spent, walked in enumerate(afoot):
        seen |= walked
        if spent:
            walked &= ~halted
        passed |= walked
        new = after[spent] & ~seen
        boarded = 0 if spent and ride.at_start else walked & boarding
        arrived = riding.leads(boarded) & ~passed if boarded else 0
        # Only `halts` stop a rail move. It continues where a unit on foot had to stop.
        onward = new & ~halted | arrived & ~ride.halts
        riding.boarded.append(boarded)
        riding.arrived.append(arrived)
        riding.onward.append(onward)
        seen |= new | arrived
        passed |= onward
        steps.pay(onward, spent, after, free, toll)
        levels[spent] = (levels[spent] | new | arrived) & ~found
        found |= levels[spent]
    both = Reach(steps, start, found & ~grid.bit[start], levels, 0)
    both._riding, both._stops, both._first, both._toll = riding, stops, walk._first, toll
    return both


def retreats(net: Net, start: int, distance: int, barred: Hexes) -> list[Hexes]:
    """Return the paths of a retreat, on which each hex is farther from the start: for each distance, the hexes from
    which the retreat can be completed. The list is empty if there is no path.
    """
    grid, layers = net.grid, _away(net, start, distance, barred)
    if not layers[-1]:
        return []
    for n in range(distance - 1, 0, -1):
        through = layers[n]
        layers[n] = grid.gather(h for h in grid.hexes(through) if net.led_to(h) & layers[n + 1])
    return layers[1:]


def can_retreat(net: Net, start: int, distance: int, barred: Hexes) -> bool:
    """Return whether a retreat is possible."""
    return bool(_away(net, start, distance, barred)[-1])


def _away(net: Net, start: int, distance: int, barred: Hexes) -> list[Hexes]:
    """Return the start and, for each distance, the hexes that steps away from it lead to."""
    grid = net.grid
    layers = [grid.bit[start]]
    for n in range(1, distance + 1):
        near = net.spread(layers[-1]) if n > 1 else net.led_to(start)
        layers.append(near & grid.ring(start, n) & ~barred)
    return layers


def preferred(candidates: Hexes, *preferences: Hexes) -> Hexes:
    """Return the best hexes by preferences in order of priority. A preference that no hex meets is ignored."""
    for preference in preferences:
        candidates = candidates & preference or candidates
    return candidates
