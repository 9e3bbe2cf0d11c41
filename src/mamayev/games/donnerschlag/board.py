"""The board (DON-MAP): hexes, rivers and bridges, roads, edges of supply, entries, meeting zones."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from mamayev.terrain.grid import Grid, Hexes
from mamayev.terrain.paths import Net, Steps


def read(name: str) -> dict[str, Any]:
    """A file of the folder `data`."""
    return tomllib.loads((files(__package__) / "data" / name).read_text("utf-8"))


MAP = read("map.toml")
SEATS = ("axis", "soviet")
AXIS, SOVIET = 0, 1
FIRST_ROW = 9

TERRAIN_AT = {
    f"{row:02}{column:02}": letter
    for row, line in enumerate(MAP["rows"], FIRST_ROW)
    for column, letter in enumerate(line, 1)
    if letter != "-"
}
"""DON-MAP-01: the letter of each hex: . clear, v minor village, T town, C city."""


def _place(name: str) -> tuple[int, int]:
    """Row and half hexes along it: even rows stand half a hex further east."""
    row, column = int(name[:2]), int(name[2:])
    return row, 2 * column + (row % 2 == 0)


GRID = Grid({name: _place(name) for name in TERRAIN_AT}, "pointy", 50.0, ("0908", (375.0, 346.41)))
HEX = GRID.index
OFF_MAP = len(GRID)
VILLAGES, TOWNS, CITIES = (
    GRID.gather(HEX[name] for name, letter in TERRAIN_AT.items() if letter == kind) for kind in "vTC"
)
NAMES = {HEX[name]: title for name, title in MAP["names"].items()}
PLACES = tuple(f"{NAMES[h]} ({name})" if h in NAMES else name for h, name in enumerate(GRID.ids))
"""The name of each hex in sentences."""

# ------------------------------------------------------------------ rivers and bridges


def side(pair: str) -> int:
    """The hexside between two hexes, as in "2413/2514"."""
    a, b = pair.split("/")
    return GRID.side(HEX[a], HEX[b])


SIDE_BETWEEN = {pair: n for n, (a, b) in enumerate(GRID.sides) for pair in ((a, b), (b, a))}
"""The hexside between two neighbours."""
RIVERS = frozenset(side(pair) for pairs in MAP["rivers"].values() for pair in pairs)
BRIDGES = frozenset(side(pair) for pair in MAP["bridges"])
RIVER_OF = {side(pair): name for name, pairs in MAP["rivers"].items() for pair in pairs}
ZONE_NET = Net(GRID, lambda a, b: GRID.side(a, b) not in RIVERS)
"""DON-ZOC-01, DON-ZOC-02, DON-EZOC-04: zones of control cross no river, bridged or not."""
ANYWHERE = Steps(GRID, lambda a, b: 1)
"""DON-MOVE-05: each hex costs one movement point, as long as no chart says otherwise."""
ON_RIVERS = {
    name: GRID.gather(h for pair in pairs for h in (HEX[pair[:4]], HEX[pair[5:]]))
    for name, pairs in MAP["rivers"].items()
}
"""The hexes along each river."""

NO_BRIDGE = len(GRID.sides)
"""In place of a hexside where no bridge has been built in play."""


class Crossings:
    """What rivers let pass. `unbridged`: hexsides without a bridge; `dry`: the steps that cross none of them; `steps`:
    the same with their cost; `wet[hex]`: the hexes across an unbridged hexside."""

    def __init__(self, built: int) -> None:
        self.unbridged = RIVERS - BRIDGES - {built}
        self.steps = Steps(GRID, lambda a, b: 1 if SIDE_BETWEEN[a, b] not in self.unbridged else None)
        ((_, self.dry),) = self.steps.nets
        self.wet: list[Hexes] = [0] * len(GRID)
        for n in self.unbridged:
            a, b = GRID.sides[n]
            self.wet[a] |= GRID.bit[b]
            self.wet[b] |= GRID.bit[a]


@cache
def crossings(built: int) -> Crossings:
    """The crossings of the map with a bridge that was built in play, NO_BRIDGE for none."""
    return Crossings(built)


BY_RIVER = tuple(GRID.gather(n for n in GRID.neighbours[h] if GRID.side(h, n) in RIVERS) for h in range(len(GRID)))
"""Of each hex, the neighbours across a river, bridged or not."""

# ------------------------------------------------------------------ roads

ROAD_LINES = [[HEX[name] for name in road["hexes"]] for road in MAP["road"]]
ROADS = Net.along(GRID, ROAD_LINES)
ROAD = ROADS.hexes
"""DON-ROAD-01: hexes with a road or railway of any class."""

# ------------------------------------------------------------------ edges, entries, zones

EDGES = (("south", "west"), ("north", "east"))
EDGE_HEXES = tuple(
    tuple(GRID.named(MAP["supply"][f"{seat}_{edge}"]) for edge in EDGES[n]) for n, seat in enumerate(SEATS)
)
SOURCES = tuple(a | b for a, b in EDGE_HEXES)
"""DON-MAP-02: the supply zones of each side."""


def _distances(hexes: Hexes) -> tuple[int, ...]:
    goals = GRID.hexes(hexes)
    return tuple(min(GRID.distance(h, goal) for goal in goals) for h in range(len(GRID)))


TO_EDGE = tuple(tuple(_distances(hexes) for hexes in edges) for edges in EDGE_HEXES)
"""DON-RETREAT-09: by side, edge and hex the distance to the nearest hex of that edge."""

NEARER = tuple(
    tuple(
        GRID.gather(n for n in GRID.neighbours[h] if any(row[n] < row[h] for row in TO_EDGE[s]))
        for h in range(len(GRID))
    )
    for s in (AXIS, SOVIET)
)
"""DON-RETREAT-09: by side and hex the neighbours that are nearer to one of its edges."""

ENTRIES = tuple(GRID.named(MAP["entry"][seat]) for seat in SEATS)
ZONE_NAMES = tuple(MAP["zones"])
ZONES = tuple(GRID.named(MAP["zones"][name]) for name in ZONE_NAMES)
TO_ZONES: tuple[int, ...] = tuple(min(row) for row in zip(*map(_distances, ZONES), strict=True))
"""By hex the distance to the nearest hex of any meeting zone."""
