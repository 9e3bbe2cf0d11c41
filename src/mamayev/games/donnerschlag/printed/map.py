"""The map (DON-MAP): hexes, rivers and bridges, roads, edges of supply, entries, meeting zones."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_
from typing import Annotated, Any, Literal

import msgspec

from mamayev.engine.components import Files
from mamayev.match.printed import Printed
from mamayev.match.schema import Form
from mamayev.terrain.grid import Hexes, shared
from mamayev.terrain.paths import Net, Steps

FILES = ("map.toml", "units.toml", "cards.toml", "shapes.json")
PRINTED = Printed("mamayev.games.donnerschlag", FILES)
SEATS = ("axis", "soviet")
AXIS, SOVIET = 0, 1
FIRST_ROW = 9
OFF_MAP = 4000
"""The first place off the map (`units.py`), above the number of hexes of any map."""
NO_BRIDGE = -1
"""The value in place of a hexside if no bridge was built during play."""
EDGES = (("south", "west"), ("north", "east"))
TERRAINS = {".": "Clear", "v": "Minor village", "T": "Town", "C": "City"}
"""DON-MAP-01: terrain by its letter in the rows of a map."""
ZONE_NAMES = ("A", "B", "C")
"""DON-CALL-04: the meeting zones."""

# ------------------------------------------------------------------ how the file is written

LONG = 60
FEW = msgspec.Meta(min_length=1, max_length=400)
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
HexName = Annotated[str, msgspec.Meta(pattern="^[0-9]{4}$", extra={"kind": "hex"})]
Pair = Annotated[str, msgspec.Meta(pattern="^[0-9]{4}/[0-9]{4}$")]
Hexen = Annotated[tuple[HexName, ...], FEW]
Row = Annotated[str, msgspec.Meta(pattern=f"^[-{''.join(TERRAINS)}]*$", max_length=LONG)]


class SupplyForm(Form):
    axis_south: Hexen
    axis_west: Hexen
    soviet_north: Hexen
    soviet_east: Hexen


class EntryForm(Form):
    axis: Hexen
    soviet: Hexen


class ZonesForm(Form):
    A: Hexen
    B: Hexen
    C: Hexen


class RoadForm(Form, rename={"class_": "class"}):
    name: Annotated[str, msgspec.Meta(max_length=120)]
    hexes: Annotated[tuple[HexName, ...], msgspec.Meta(min_length=2, max_length=400)]
    class_: Literal["rail", "major", "minor"]


class MapForm(Form):
    rows: Annotated[tuple[Row, ...], msgspec.Meta(min_length=1, max_length=LONG)]
    supply: SupplyForm
    entry: EntryForm
    zones: ZonesForm
    bridges: Annotated[tuple[Pair, ...], msgspec.Meta(max_length=400)] = ()
    names: Annotated[dict[HexName, Short], msgspec.Meta(max_length=400)] = {}
    rivers: Annotated[dict[Short, Annotated[tuple[Pair, ...], msgspec.Meta(max_length=1000)]], FEW] = {}
    road: Annotated[list[RoadForm], msgspec.Meta(max_length=200)] = []
    origin: Literal["stated", "reconstructed"] = "stated"
    stated: Annotated[tuple[HexName, ...], msgspec.Meta(max_length=4000)] = ()


# ------------------------------------------------------------------ what the game works with


class Crossings:
    """Rivers and bridges. `unbridged`: river hexsides without a bridge. `dry`: steps that do not cross these hexsides.
    `steps`: these steps with their cost. `wet[hex]`: the hexes across an unbridged hexside."""

    def __init__(self, board: Map, built: int) -> None:
        grid = board.grid
        self.unbridged = board.rivers - board.bridges - {built}
        self.steps = Steps(grid, lambda a, b: 1 if board.side_between[a, b] not in self.unbridged else None)
        ((_, self.dry),) = self.steps.nets
        self.wet: list[Hexes] = [0] * len(grid)
        for n in self.unbridged:
            a, b = grid.sides[n]
            self.wet[a] |= grid.bit[b]
            self.wet[b] |= grid.bit[a]


class Map:
    """The map of a table. A set of hexes is an int with one bit per hex.

    - `grid`; `hex`: index by name; `names` of named hexes; `places`: the name of each hex for use in sentences.
    - `terrain_at`: the letter of each hex (`TERRAINS`); `villages`, `towns`, `cities`.
    - `rivers`, `bridges`: hexsides; `river_of`: the river on a hexside; `on_rivers`: the hexes along each river;
      `bridge_ends`: the hexes on both sides of the bridges; `by_river`: the neighbors of each hex across a river,
      bridged or not; `side_between` two neighbors.
    - `zone_net`: zones of control cross no river, bridged or not (DON-ZOC-01, DON-ZOC-02, DON-EZOC-04).
    - `anywhere`: each hex costs one movement point unless a chart says otherwise (DON-MOVE-05); `every_step`.
    - `roads`: steps along roads and railways of any class; `road`: the hexes with a road or railway (DON-ROAD-01);
      `road_lines`: all lines by class.
    - `sources`: the supply zones of each side (DON-MAP-02), which are its two edges; `entries`; `zones`.
    - `to_zones`: the distance of each hex to the nearest zone.
    - `to_edge`: the distance to the nearest hex of an edge, by side, edge and hex; `nearer`: the neighbors closer to a
      friendly edge, by side and hex (DON-RETREAT-09).
    - `kept`: the cache of `terrain.kept`.
    """

    def __init__(self, own: Files | None) -> None:
        self.kept: dict[Hashable, Any] = {}
        self.sheet = sheet = PRINTED.sheet("map.toml", own)
        form = sheet.form(MapForm)
        self.stated = form.stated
        self.terrain_at = {
            f"{row:02}{column:02}": letter
            for row, line in enumerate(form.rows, FIRST_ROW)
            for column, letter in enumerate(line, 1)
            if letter != "-"
        }
        if not self.terrain_at:
            raise sheet.wrong("", "rows", "has no hex.")
        first = next(iter(self.terrain_at))
        row, half = _place(first)
        anchor = first, (25.0 * half - 25.0, 346.41 + 43.30127 * (row - FIRST_ROW))
        self.grid = grid = shared({name: _place(name) for name in self.terrain_at}, "pointy", 50.0, anchor)
        self.hex = grid.index
        self.villages, self.towns, self.cities = (
            grid.gather(self.hex[name] for name, letter in self.terrain_at.items() if letter == kind) for kind in "vTC"
        )
        self.names = {self._hex("", "names", name): title for name, title in form.names.items()}
        self.places = tuple(f"{self.names[h]} ({name})" if h in self.names else name for h, name in enumerate(grid.ids))
        self._lay_rivers(form)
        self.road_lines = [(road.class_, self._line(road)) for road in form.road]
        self.roads = Net.along(grid, [line for _, line in self.road_lines])
        self.road = self.roads.hexes
        self._measure_edges(form)
        self.entries = tuple(self._hexes("entry", seat, getattr(form.entry, seat)) for seat in SEATS)
        self.zones = tuple(self._hexes("zones", name, getattr(form.zones, name)) for name in ZONE_NAMES)
        self.to_zones = grid.distances(reduce(or_, self.zones))
        self.crossings = lru_cache(maxsize=64)(self._crossings)

    def _hex(self, entry: str, field: str, name: str) -> int:
        return self.sheet.find(entry, field, name, self.hex, "hex of this map (rows in map.toml)")

    def _hexes(self, entry: str, field: str, names: tuple[str, ...]) -> Hexes:
        return self.grid.gather(self._hex(entry, field, name) for name in names)

    def _line(self, road: RoadForm) -> list[int]:
        entry, grid = f"road {road.name}", self.grid
        line = [self._hex(entry, "hexes", name) for name in road.hexes]
        for a, b in pairwise(line):
            if b not in grid.neighbours[a]:
                raise self.sheet.wrong(entry, "hexes", f"{grid.ids[a]} and {grid.ids[b]} do not touch.")
        return line

    def _side(self, entry: str, field: str, pair: str) -> int:
        """Return the hexside between two hexes, written as in "2413/2514"."""
        a, b = (self._hex(entry, field, name) for name in pair.split("/"))
        if b not in self.grid.neighbours[a]:
            raise self.sheet.wrong(entry, field, f"the hexes of “{pair}” do not touch.")
        return self.grid.side(a, b)

    def _lay_rivers(self, form: MapForm) -> None:
        grid = self.grid
        self.side_between = {pair: n for n, (a, b) in enumerate(grid.sides) for pair in ((a, b), (b, a))}
        self.river_of = {self._side("rivers", name, pair): name for name, row in form.rivers.items() for pair in row}
        self.rivers = frozenset(self.river_of)
        self.bridges = frozenset(self._side("", "bridges", pair) for pair in form.bridges)
        self.zone_net = Net(grid, lambda a, b: grid.side(a, b) not in self.rivers)
        self.anywhere = Steps(grid, lambda a, b: 1)
        ((_, self.every_step),) = self.anywhere.nets
        self.bridge_ends = grid.gather(h for n in self.bridges for h in grid.sides[n])
        self.on_rivers = {
            name: grid.gather(self.hex[hex_] for pair in row for hex_ in pair.split("/"))
            for name, row in form.rivers.items()
        }
        self.by_river = tuple(
            grid.gather(n for n in grid.neighbours[h] if grid.side(h, n) in self.rivers) for h in range(len(grid))
        )

    def _measure_edges(self, form: MapForm) -> None:
        grid = self.grid
        edges = tuple(
            tuple(self._hexes("supply", key := f"{seat}_{edge}", getattr(form.supply, key)) for edge in EDGES[n])
            for n, seat in enumerate(SEATS)
        )
        self.sources = tuple(a | b for a, b in edges)
        self.to_edge = tuple(tuple(map(grid.distances, row)) for row in edges)
        self.nearer = tuple(
            tuple(
                grid.gather(n for n in grid.neighbours[h] if any(row[n] < row[h] for row in self.to_edge[s]))
                for h in range(len(grid))
            )
            for s in (AXIS, SOVIET)
        )

    def _crossings(self, built: int) -> Crossings:
        """Return the crossings with the bridge that was built during play; `built` is NO_BRIDGE if there is none."""
        return Crossings(self, built)


def _place(name: str) -> tuple[int, int]:
    """Return the row of a hex and its distance along it in half hexes; even rows start half a hex further east."""
    row, column = int(name[:2]), int(name[2:])
    return row, 2 * column + (row % 2 == 0)
