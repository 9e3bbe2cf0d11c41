"""A map of hexes: printed ids, neighbors, hexsides, distances, lines, sets of hexes, and their coordinates.

A map is defined by the place of each hex: the number of its line, and its position on that line in half hexes. Lines
are rows from north to south for pointy-topped hexes, columns from west to east for flat-topped ones. `numbered`,
`lettered` and `printed` return the places of the usual numberings; for any other map, pass your own mapping.

    Grid(lettered(52, 42, shifted="even"), "pointy", pitch=50, anchor=("A1", (0, 0)))
    Grid(numbered(range(1, 9), range(1, 8), shifted="even"), "flat")
    Grid({"1": (1, 2), "2": (2, 1), "W": (1, 0)}, "pointy")
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import compress, pairwise
from typing import Final, Literal
from weakref import WeakValueDictionary

Point = tuple[float, float]
Orientation = Literal["flat", "pointy"]
Shifted = Literal["odd", "even"]

Hexes = int
"""A set of hexes: the `Grid.bit` of each, joined by `|`. Use `&`, `|` and `& ~` for intersection, union and difference.
"""

OFF: Final = -1
"""The value for no hex: beyond the edge of the map, or in a hole."""

_FEW: Final = 30
"""The maximum number of cells for which a set is a single digit of an int. The bits of such a set are counted one by
one.
"""
_FIRST: Final = 3
"""The maximum number of members that are counted one by one, in sets of any size."""
_SPARSE: Final = 8
"""If more than one in this number of cells is a member, all cells are read at once.

For a thousand members of 2,261 cells, this is nine times as fast as finding each one; for forty, it takes three times
as long.
"""
_HANDFUL: Final = 12
"""The maximum number of members that are removed one by one, from the highest down."""
_LISTED: Final = 1024
"""The number of sets whose members are cached."""
_PLACES: Final = tuple(bytes((c & 1) << place for c in range(256)) for place in range(8))
"""The digits of a binary number as 0 and 1, 0 and 2, 0 and 4, and so on."""
_BITS: Final = _PLACES[0]

# The line and the axial place that a step leads to, clockwise. Because lines are shifted by half hexes, places count
# along one axis.
_STEPS: Final[dict[str, tuple[tuple[str, int, int], ...]]] = {
    "pointy": (("NE", -1, 1), ("E", 0, 1), ("SE", 1, 0), ("SW", 1, -1), ("W", 0, -1), ("NW", -1, 0)),
    "flat": (("N", 0, -1), ("NE", 1, -1), ("SE", 1, 0), ("S", 0, 1), ("SW", -1, 1), ("NW", -1, 0)),
}
# Corners around the center as (half hexes along the line, sixths of 3 lines across it); the side in direction d runs
# from corner d to the next.
_CORNERS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "pointy": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "flat": ((-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1), (0, -2)),
}


def numbered(lines: Iterable[int], places: Iterable[int], shifted: Shifted) -> dict[str, tuple[int, int]]:
    """Return the places of hexes with two digits for the line and two for the position along it, such as "0304".

    Lines with a `shifted` number are half a hex farther east or down.
    """
    along = list(places)
    return {f"{k:02}{n:02}": (k, 2 * n + (k % 2 == (shifted == "odd"))) for k in lines for n in along}


def lettered(lines: int, places: int, shifted: Shifted) -> dict[str, tuple[int, int]]:
    """Return the places of hexes with a letter for the line and a number for the position along it, from "A1" to "Z42",
    then "AA1", "BB1".

    `shifted` lines are counted from 1.
    """
    return {
        f"{chr(65 + (k - 1) % 26) * (1 + (k - 1) // 26)}{n}": (k, 2 * n + (k % 2 == (shifted == "odd")))
        for k in range(1, lines + 1)
        for n in range(1, places + 1)
    }


def printed(lines: Sequence[str], shifted: Shifted) -> dict[str, tuple[int, int]]:
    """Return the places of ids as printed on the map: one string per line, with ids separated by spaces and "-" for a
    hole.
    """
    return {
        name: (k, 2 * n + (k % 2 == (shifted == "odd")))
        for k, line in enumerate(lines, 1)
        for n, name in enumerate(line.split(), 1)
        if name != "-"
    }


class Grid:
    """A map of hexes. A hex is its index in `ids`, which run line by line.

    `places`: each hex's line, and its position along the line in half hexes, by id. `pitch`: the distance between the
    centers of neighbors, in the scene's unit. `anchor`: the id and center of one hex, which fixes the coordinates. By
    default, the hexes begin at (0, 0). Raises ValueError if the places are not a map.

    - `directions`: names of the six directions, clockwise; `toward[hex][direction]` is the neighbor there or OFF.
    - `neighbours[hex]`: the existing neighbors, clockwise; `near[hex]`: these neighbors as a set; `rows`: lists of
      neighbors, shared by all nets.
    - `sides`: the hexsides as pairs of hexes, the lower hex first; `side_toward[hex][direction]` is the index or OFF.
    - `listed(set)`: its members in ascending order, cached, for rules of a small map that often ask for the same sets.
    - `bit[hex]`: the set with only this hex; `everywhere`: the set of all hexes; `shifts[direction]`: the number of
      bits by which a step shifts a set; `wide`: the same for a step to the next line.
    """

    __slots__ = (
        "__weakref__",
        "_are_hexes",
        "_at",
        "_axial",
        "_by_cell",
        "_cells",
        "_corner_steps",
        "_rings",
        "_spans",
        "_x0",
        "_y0",
        "bit",
        "directions",
        "everywhere",
        "ids",
        "index",
        "listed",
        "near",
        "neighbours",
        "orientation",
        "pitch",
        "places",
        "rows",
        "shifts",
        "side_toward",
        "sides",
        "size",
        "toward",
        "wide",
    )

    def __init__(
        self,
        places: Mapping[str, tuple[int, int]],
        orientation: Orientation,
        pitch: float = 1.0,
        anchor: tuple[str, Point] | None = None,
    ) -> None:
        _check(places, orientation)
        self.orientation: Orientation = orientation
        self.pitch = pitch
        self.size = pitch / math.sqrt(3)
        self.ids = tuple(sorted(places, key=places.__getitem__))
        self.index = {name: h for h, name in enumerate(self.ids)}
        self.places = tuple(places[name] for name in self.ids)
        self._axial = [(line, (half - line) // 2) for line, half in self.places]
        self._lay_out_sets()
        self._join()
        self._corner_steps = _CORNERS[orientation]
        self._x0 = self._y0 = 0.0
        if anchor is None:
            points = [corner for h in range(len(self.ids)) for corner in self.corners(h)]
            self._x0, self._y0 = -min(x for x, _ in points), -min(y for _, y in points)
        else:
            name, (x, y) = anchor
            if name not in self.index:
                raise ValueError(f"The anchor {name} is not a hex of the map.")
            x0, y0 = self.centre(self.index[name])
            self._x0, self._y0 = x - x0, y - y0

    def _lay_out_sets(self) -> None:
        # One bit for each place, line after line, as close together as possible: a step in one direction is the same
        # shift everywhere, none leads around an edge to a hex that is not a neighbor, and bits ascend as the hexes do.
        # The lowest bit belongs to no hex (see `widened`). A map of 52 lines of 42 hexes takes 2,261 bits this way; a
        # parallelogram around it would have 3,510.
        self._spans: dict[int, tuple[int, int]] = {}
        for line, q in self._axial:
            self._spans[line] = self._spans.get(line, (q, q))[0], q
        self.wide = 1 + max(last - first + 1 for first, last in self._spans.values())
        while not self._fits():
            self.wide += 1
        self._by_cell = [self._at.get(cell, OFF) for cell in range(self._cells[-1] + 1)]
        self._are_hexes = bytes(h != OFF for h in self._by_cell)
        self.listed = lru_cache(_LISTED)(lambda among: tuple(self.hexes(among)))
        self._rings: dict[tuple[int, int], Hexes] = {}

    def _fits(self) -> bool:
        line_0, q_0 = self._axial[0]
        cells = [(line - line_0) * self.wide + q - q_0 + 1 for line, q in self._axial]
        if any(cell >= after for cell, after in pairwise(cells)):
            return False
        self._cells, self._at = tuple(cells), {cell: h for h, cell in enumerate(cells)}
        shifts = [(line, q, line * self.wide + q) for _, line, q in _STEPS[self.orientation]]
        for cell, (line_a, q_a) in zip(cells, self._axial, strict=True):
            for line, q, shift in shifts:
                there = self._at.get(cell + shift)
                if there is not None and self._axial[there] != (line_a + line, q_a + q):
                    return False
        return True

    def _join(self) -> None:
        steps = _STEPS[self.orientation]
        self.directions = tuple(name for name, _, _ in steps)
        self.shifts = tuple(line * self.wide + q for _, line, q in steps)
        self.toward = tuple(tuple(self._at.get(cell + shift, OFF) for shift in self.shifts) for cell in self._cells)
        self.neighbours = tuple(tuple(n for n in row if n != OFF) for row in self.toward)
        self.rows = {row: row for row in self.neighbours}
        self.bit = tuple(1 << cell for cell in self._cells)
        self.near = tuple(sum(self.bit[n] for n in row) for row in self.neighbours)
        self.everywhere: Hexes = sum(self.bit)
        self.sides = tuple((a, b) for a, row in enumerate(self.neighbours) for b in sorted(row) if a < b)
        index = {pair: i for i, pair in enumerate(self.sides)}
        self.side_toward = tuple(
            tuple(OFF if b == OFF else index[min(a, b), max(a, b)] for b in row) for a, row in enumerate(self.toward)
        )

    def __len__(self) -> int:
        return len(self.ids)

    # ------------------------------------------------------------------ two hexes

    def distance(self, a: int, b: int) -> int:
        """Return the number of steps from `a` to `b`, ignoring holes."""
        line_a, q_a = self._axial[a]
        line_b, q_b = self._axial[b]
        line, q = line_a - line_b, q_a - q_b
        return (abs(line) + abs(q) + abs(line + q)) // 2

    def distances(self, among: Hexes) -> tuple[int, ...]:
        """Return the distance of each hex to the nearest hex of a set. Raises ValueError for an empty set."""
        goals = [self._axial[h] for h in self.hexes(among)]
        return tuple(
            min([abs(line - to) + abs(q - goal) + abs(line - to + q - goal) for to, goal in goals]) // 2
            for line, q in self._axial
        )

    def direction(self, a: int, b: int) -> int:
        """Return the direction from a hex to its neighbor. Raises ValueError if they are not neighbors."""
        row = self.toward[a]
        if b == OFF or b not in row:
            raise ValueError(f"{self.ids[a]} and {self.ids[b] if b != OFF else 'the edge'} are not neighbors.")
        return row.index(b)

    def side(self, a: int, b: int) -> int:
        """Return the index of the hexside between neighbors. Raises ValueError if they are not neighbors."""
        return self.side_toward[a][self.direction(a, b)]

    def line(self, a: int, b: int) -> list[int]:
        """Return the hexes on the straight line from center to center, including both ends, without holes.

        A line along a hexside uses the same hex in both directions, or the only hex on the edge of the map.
        """
        if b < a:
            return self.line(b, a)[::-1]
        length = self.distance(a, b)
        (line_a, q_a), (line_b, q_b) = self._axial[a], self._axial[b]
        found = []
        for i in range(length + 1):
            part = i / length if length else 0.0
            line, q = line_a + (line_b - line_a) * part, q_a + (q_b - q_a) * part
            beside = (self._at_axial(*_rounded(line + aside, q + 2 * aside)) for aside in (1e-6, -1e-6))
            found += [h for h in beside if h != OFF][:1]
        return found

    def _at_axial(self, line: int, q: int) -> int:
        line_0, q_0 = self._axial[0]
        cell = self._cells[0] + (line - line_0) * self.wide + q - q_0
        h = self._at.get(cell, OFF)
        return h if h != OFF and self._axial[h] == (line, q) else OFF

    # ------------------------------------------------------------------ sets of hexes

    def gather(self, hexes: Iterable[int]) -> Hexes:
        """Return the set of the given hexes."""
        gathered, bit = 0, self.bit
        for h in hexes:
            gathered |= bit[h]
        return gathered

    def named(self, names: Iterable[str]) -> Hexes:
        """Return the set of the hexes with these ids. Raises ValueError for an unknown id."""
        gathered = 0
        for name in names:
            if name not in self.index:
                raise ValueError(f"There is no hex {name} on the map.")
            gathered |= self.bit[self.index[name]]
        return gathered

    def hexes(self, among: Hexes) -> list[int]:
        """Return the members of a set in ascending order."""
        members: list[int] = []
        count = among.bit_count()
        if count <= _HANDFUL:
            by_cell, bit = self._by_cell, self.bit
            while among:
                h = by_cell[among.bit_length() - 1]
                members.append(h)
                among ^= bit[h]
            members.reverse()
            return members
        if count * _SPARSE > among.bit_length():
            return list(compress(self._by_cell, f"{among:b}"[::-1].encode().translate(_BITS)))
        at = self._by_cell
        low = (among & -among).bit_length() - 1
        text = bin(among >> low)[:1:-1]
        find = text.find
        i = 0
        while i >= 0:
            members.append(at[low + i])
            i = find("1", i + 1)
        return members

    def flags(self, among: Hexes) -> tuple[int, ...]:
        """Return a tuple with 1 for each hex in a set and 0 for each other hex, in the order of the hexes."""
        digits = f"{among:0{len(self._by_cell)}b}"[::-1].encode().translate(_BITS)
        return tuple(compress(digits, self._are_hexes))

    def labelled(self, sets: Sequence[Hexes]) -> bytes:
        """Return, for each hex, the index of the set that contains it, out of at most 255 disjoint sets, or 255 if none
        does.
        """
        rest = self.everywhere
        for among in sets:
            rest ^= among
        found = 0
        for place, marks in enumerate(_PLACES):  # the numbers bit by bit, each as a set that becomes a row of bytes
            digit = rest
            for number in range(1 << place, len(sets)):
                if number >> place & 1:
                    digit |= sets[number]
            if digit:
                found |= int.from_bytes(f"{digit:0{len(self._by_cell)}b}".encode().translate(marks))
        return bytes(compress(found.to_bytes(len(self._by_cell), "little"), self._are_hexes))

    def nth(self, among: Hexes, n: int) -> int:
        """Return member number `n` (0-based) of a set in ascending order. Raises IndexError if the set has fewer
        members."""
        if not 0 <= n < among.bit_count():
            raise IndexError(f"a set of {among.bit_count()} hexes has no number {n}")
        cell = 0
        if n > _FIRST:
            cell, among, n = self._narrowed(among, n)
        while n:
            among &= among - 1  # without its lowest member
            n -= 1
        return self._by_cell[cell + (among & -among).bit_length() - 1]

    def draw(self, among: Hexes, uniform: Callable[[], float]) -> int:
        """Return a random member of a set, each with equal chance. `uniform` gives floats in [0, 1). Raises IndexError
        for an empty set."""
        if not among:
            raise IndexError("no hex can be drawn from an empty set")
        n = int(uniform() * among.bit_count())
        cell = 0
        if n > _FIRST:
            cell, among, n = self._narrowed(among, n)
        while n:  # like `nth`, but without calling it
            among &= among - 1
            n -= 1
        return self._by_cell[cell + (among & -among).bit_length() - 1]

    def _narrowed(self, among: Hexes, n: int) -> tuple[int, Hexes, int]:
        # The first members are counted off. For the others, everything below all members is dropped; then the rest is
        # halved until one digit is left, whose bits are counted off. This takes 2 microseconds, and halving to the end
        # takes 5. The result is the cell at which that digit begins, the digit, and the number in it.
        cell = (among & -among).bit_length() - 1
        among >>= cell
        count, bits = among.bit_count(), among.bit_length()
        while bits > _FEW:
            half = bits >> 1
            high = among >> half
            above = high.bit_count()
            if n < count - above:
                among ^= high << half
                count, bits = count - above, half
            else:
                n -= count - above
                among, count, bits = high, above, bits - half
                cell += half
        return cell, among, n

    def around(self, among: Hexes) -> Hexes:
        """Return all neighbors of a set. This includes members of the set that are neighbors of other members."""
        wide = self.wide
        slant = wide - 1
        return (
            among << 1 | among >> 1 | among << wide | among >> wide | among << slant | among >> slant
        ) & self.everywhere

    def widened(self, among: Hexes) -> Hexes:
        """Return the union of a set and all its neighbors."""
        # A step along the line first, then one from there to the lines beside it, which needs fewer shifts than six.
        wide = self.wide
        east, west = among | among << 1, among | among >> 1
        return (east | west | west << wide | east >> wide) & self.everywhere

    def line_cells(self, h: int) -> tuple[int, int]:
        """Return the lowest and the highest bit of a hex's line."""
        line, q = self._axial[h]
        first, last = self._spans[line]
        beside = self._cells[h] - q
        return beside + first, beside + last

    def disc(self, centre: int, radius: int) -> Hexes:
        """Return the hexes within `radius` steps of `centre`, including `centre`."""
        if radius < 0:
            return 0
        line_c, q_c = self._axial[centre]
        beside = self._cells[centre] - q_c
        among = 0
        for line in range(-radius, radius + 1):
            if line_c + line in self._spans:
                first, last = self._spans[line_c + line]
                low = max(q_c + max(-radius, -line - radius), first)
                high = min(q_c + min(radius, radius - line), last)
                if low <= high:
                    among |= (1 << high - low + 1) - 1 << beside + line * self.wide + low
        return among & self.everywhere

    def ring(self, centre: int, radius: int) -> Hexes:
        """Return the hexes exactly `radius` steps from `centre`. Cached by hex and radius."""
        if (centre, radius) not in self._rings:
            self._rings[centre, radius] = self.disc(centre, radius) & ~self.disc(centre, radius - 1)
        return self._rings[centre, radius]

    # ------------------------------------------------------------------ coordinates

    def _point(self, along: int, across: int) -> Point:
        x, y = along * self.pitch / 2, across * self.size / 2
        if self.orientation == "flat":
            x, y = y, x
        return round(x + self._x0, 3), round(y + self._y0, 3)

    def centre(self, h: int) -> Point:
        """Return the center of a hex. y grows downward."""
        line, half = self.places[h]
        return self._point(half, 3 * line)

    def corners(self, h: int) -> list[Point]:
        """Return the six corners of a hex, clockwise on the screen. The side in direction d runs from corner d to the
        next. The coordinates of a corner are exactly equal for all hexes that share it.
        """
        line, half = self.places[h]
        return [self._point(half + along, 3 * line + across) for along, across in self._corner_steps]

    def edge(self, a: int, b: int) -> list[Point]:
        """Return the two corners that neighbors share, clockwise around the first."""
        d, corners = self.direction(a, b), self.corners(a)
        return [corners[d], corners[(d + 1) % 6]]

    def frame(self, margin: float) -> tuple[float, float, float, float]:
        """Return the x, y, width and height of the whole map with a margin."""
        points = [corner for h in range(len(self.ids)) for corner in self.corners(h)]
        left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
        right, bottom = max(x for x, _ in points) + margin, max(y for _, y in points) + margin
        return round(left, 3), round(top, 3), round(right - left, 3), round(bottom - top, 3)


def _check(places: Mapping[str, tuple[int, int]], orientation: str) -> None:
    if orientation not in _STEPS:
        raise ValueError(f"Hexes must be flat or pointy, not {orientation!r}.")
    if not places:
        raise ValueError("A map needs at least one hex.")
    taken: dict[tuple[int, int], str] = {}
    first = next(iter(places))
    for name, place in places.items():
        if place in taken:
            raise ValueError(f"{name} and {taken[place]} have the same place, {place}.")
        taken[place] = name
        if (sum(place) - sum(places[first])) % 2:
            raise ValueError(f"{name} at {place} does not fit between the hexes around {first} at {places[first]}.")


_grids: WeakValueDictionary[str, Grid] = WeakValueDictionary()
"""A weak cache. An entry lasts as long as a map uses it."""


def shared(
    places: Mapping[str, tuple[int, int]], orientation: Orientation, pitch: float, anchor: tuple[str, Point] | None
) -> Grid:
    """Return a grid that is shared by all maps with the same layout, such as a player's own map and ours. 2,184 hexes
    take 1.9 MB. Raises ValueError as `Grid` does."""
    told = repr((list(places.items()), orientation, pitch, anchor)).encode()
    key = blake2b(told, digest_size=16).hexdigest()
    grid = _grids.get(key)
    if grid is None:
        grid = _grids[key] = Grid(places, orientation, pitch, anchor)
    return grid


def _rounded(line: float, q: float) -> tuple[int, int]:
    """Return the hex that contains a point, both in axial coordinates."""
    near_line, near_q = round(line), round(q)
    third = -line - q
    near_third = round(third)
    off_line, off_q, off_third = abs(near_line - line), abs(near_q - q), abs(near_third - third)
    if off_line > off_q and off_line > off_third:
        near_line = -near_q - near_third
    elif off_q > off_third:
        near_q = -near_line - near_third
    return near_line, near_q
