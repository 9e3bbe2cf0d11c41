"""The map: its hexes and markings, the compass, and the Spawn Table (INF-MAP, INF-HEX, INF-COMPASS)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec

from mamayev.engine.components import Files
from mamayev.match.printed import Printed
from mamayev.match.schema import Form
from mamayev.match.sheet import Sheet
from mamayev.terrain.grid import OFF, Grid, Hexes, shared

FILES = ("map.toml", "units.toml", "cards.toml", "shapes.json")
PRINTED = Printed("mamayev.games.inferno", FILES)
SEATS = ("german", "soviet")
"""The two sides and the seats that play them."""
GERMAN, SOVIET = 0, 1
SEAT_SIDES = (GERMAN, SOVIET, GERMAN)
"""The side of each seat."""
PARTNER = 2
"""The seat of the second German player."""
SIDE_NAMES = ("German", "Soviet")
SIDE_KM = 1.1
"""The side length of a hex in kilometers (INF-MAP-01)."""
CLEAR, ROUGH, URBAN = range(3)
TERRAIN_NAMES = ("clear", "rough", "urban")
STACK = 4  # INF-STACK-01
INFANTRY_POOL, TANK_POOL, MARINE_POOL = range(3)
POOL_NAMES = ("infantry", "tank", "marine")
ROWS, BOXES = 6, 5
"""The number of rows and columns on the reinforcement chart."""
EMPTY = 255
"""The value for an empty box on the chart."""
LOST, POOL, TRACK, REMOVED, IN_HAND, AWAY = 250, 251, 252, 253, 254, 255
"""The places of units that are not on the map.

These are the German Death pool, the Soviet pools, face down on the reinforcement chart, face up on a penalty space,
picked up, or in the box. A map has fewer hexes than LOST.
"""
BESIDE = {
    LOST: "lost", POOL: "pool", TRACK: "chart", REMOVED: "removed", IN_HAND: "picked up", AWAY: "away",
}  # fmt: skip
NAMED_PLACES = {"pz-2": "W", "mot-15": "W", "pg-79": "W", "mot-120": "X"}
YELLOW_PLACES = ("X", "Y", "Y")
"""The entry hexes of the named German units, and of the drawn Yellow Infantry (INF-SETUP-08)."""

Short = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Note = Annotated[str, msgspec.Meta(max_length=400)]
Id = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40, extra={"kind": "id"})]
HexName = Annotated[str, msgspec.Meta(pattern="^([0-9]{1,3}|[A-Z]{1,2})$")]
HexNames = Annotated[tuple[HexName, ...], msgspec.Meta(min_length=1, max_length=60)]
Place = Annotated[int, msgspec.Meta(ge=-60, le=60)]
Way = Literal["E", "SE", "SW", "W", "NW", "NE"]
Ways = Annotated[tuple[Way, ...], msgspec.Meta(min_length=6, max_length=6)]
Origin = Literal["stated", "reconstructed"]
Pools = Annotated[tuple[Literal["infantry", "tank", "marine"], ...], msgspec.Meta(min_length=1, max_length=2)]


class ListForm(Form):
    """A list of rows, with the names of their columns."""

    columns: list[Short]
    orientation: Note = ""
    origin: Note = ""
    hexes: list[list[Any]] = []
    units: list[list[Any]] = []


class SignsForm(Form):
    soviet_spawn: Annotated[tuple[HexName, ...], msgspec.Meta(min_length=6, max_length=6)]  # INF-WIN-01
    german_spawn: HexNames
    german_held: HexNames
    set_up: HexNames


class DeployForm(Form):
    yellow: HexNames
    blue: HexNames
    white: HexNames


class CompassForm(Form):
    clockwise: Ways
    anticlockwise: Ways


class SpawnForm(Form):
    hex: HexName
    units: Pools
    units_marine_at_13: Pools | None = None
    origin: Origin = "reconstructed"


class MapForm(Form):
    grid: ListForm
    signs: SignsForm
    deploy: DeployForm
    compass: CompassForm
    spawn: list[dict[str, Any]]


class HexForm(Form):
    id: HexName
    row: Annotated[int, msgspec.Meta(ge=1, le=40)]
    half: Place
    rank: Annotated[int, msgspec.Meta(ge=1, le=60)]
    terrain: Literal["clear", "rough", "urban"]
    name: Short


def dicts(sheet: Sheet, entry: str, columns: list[str], rows: list[list[Any]]) -> list[dict[str, Any]]:
    """Return the rows of a list as dicts with the column names as keys. Raises Refusal if a row has the wrong
    length.
    """
    for number, row in enumerate(rows, 1):
        if len(row) != len(columns):
            raise sheet.wrong(
                f"{entry}, row {number}", "", f"the row has {len(row)} values for {len(columns)} columns."
            )
    return [dict(zip(columns, row, strict=True)) for row in rows]


def pools_of(names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the pools with the given names."""
    return tuple(map(POOL_NAMES.index, names))


class Map:
    """The map that belongs to a board, from map.toml."""

    sheet: Sheet

    def read_map(self, own: Files | None) -> None:
        self.sheet = PRINTED.sheet("map.toml", own)
        form = self.sheet.form(MapForm)
        self._lay_out(form.grid)
        self._sign(form)
        self._spawn(form)

    def _hex(self, entry: str, field: str, name: str) -> int:
        return self.sheet.find(entry, field, name, self.hex, "hex of this map (grid in map.toml)")

    def _hexes(self, entry: str, field: str, names: Iterable[str]) -> tuple[int, ...]:
        found = tuple(names)
        self.sheet.once(entry, field, found)
        return tuple(self._hex(entry, field, name) for name in found)

    def _lay_out(self, form: ListForm) -> None:
        rows = dicts(self.sheet, "grid", form.columns, form.hexes)
        hexes = [hex_ for _, hex_ in self.sheet.forms(rows, HexForm, "hex", "id")]
        if not 7 <= len(hexes) < LOST:
            raise self.sheet.wrong("grid", "hexes", f"there are {len(hexes)} hexes; a map can have 7 to {LOST - 1}.")
        self.sheet.once("grid", "hexes", [one.id for one in hexes])
        by_id = {one.id: one for one in hexes}
        self.grid = grid = self._grid({one.id: (one.row, one.half) for one in hexes})
        self.hex = grid.index
        self.row = tuple(by_id[name].row for name in grid.ids)
        self.rank = tuple(by_id[name].rank for name in grid.ids)
        self.terrain = tuple(TERRAIN_NAMES.index(by_id[name].terrain) for name in grid.ids)
        self.place_names = tuple(by_id[name].name for name in grid.ids)
        self.clear_hexes, self.urban_hexes = map(self._of_terrain, (CLEAR, URBAN))
        self.near = grid.near
        self.north_first = tuple(sorted(range(len(grid)), key=lambda h: (self.row[h], self.rank[h], h)))
        self.rolls_as = tuple(self.north_first.index(h) for h in range(len(grid)))
        inner = [h for h in range(len(grid)) if OFF not in grid.toward[h]]
        if not inner:
            raise self.sheet.wrong("grid", "hexes", "no hex has six neighbors: the compass needs one.")
        self.middle = min(inner, key=lambda h: abs(grid.places[h][1]))

    def _grid(self, places: dict[str, tuple[int, int]]) -> Grid:
        """Return the grid; a hex 7 has the same place in the drawing as on our map."""
        anchor = ("7", (0.0, 9.9)) if "7" in places else None
        try:
            return shared(places, "pointy", SIDE_KM * 3**0.5, anchor)
        except ValueError as error:
            raise self.sheet.wrong("grid", "hexes", f"{error}") from None

    def _of_terrain(self, terrain: int) -> Hexes:
        return self.grid.gather(h for h, t in enumerate(self.terrain) if t == terrain)

    def _sign(self, form: MapForm) -> None:
        signs, grid = form.signs, self.grid
        self.soviet_spawn = self._hexes("signs", "soviet_spawn", signs.soviet_spawn)
        self.german_spawn = self._hexes("signs", "german_spawn", signs.german_spawn)
        self.spawn_hexes = (grid.gather(self.german_spawn), grid.gather(self.soviet_spawn))
        self.german_at_first = grid.gather(self._hexes("signs", "german_held", signs.german_held))
        self.set_up = self._hexes("signs", "set_up", signs.set_up)
        if self.spawn_hexes[GERMAN] & ~self.german_at_first:
            raise self.sheet.wrong("signs", "german_held", "a German Spawn hex is missing.")
        if (grid.gather(self.set_up) | self.spawn_hexes[SOVIET]) & self.german_at_first:
            raise self.sheet.wrong("signs", "german_held", "Soviet Spawn hexes and setup signs can't be listed.")
        fields = {"yellow": form.deploy.yellow, "blue": form.deploy.blue, "white": form.deploy.white}
        self.deploy = {colour: self._hexes("deploy", colour, names) for colour, names in fields.items()}
        self.named_places = {unit: self._named(place) for unit, place in NAMED_PLACES.items()}
        self.yellow_places = tuple(map(self._named, YELLOW_PLACES))
        for colour, hexes in self.deploy.items():
            if grid.gather(hexes) & ~self.spawn_hexes[GERMAN]:
                raise self.sheet.wrong("deploy", colour, "all must be German Spawn hexes.")
        if grid.gather((*self.named_places.values(), *self.yellow_places)) & ~self.german_at_first:
            raise self.sheet.wrong("signs", "german_held", "W, X and Y are missing; Germans start there.")
        self.compass = {"clockwise": self._rose(form.compass.clockwise, "clockwise"),
                        "anticlockwise": self._rose(form.compass.anticlockwise, "anticlockwise")}  # fmt: skip

    def _named(self, place: str) -> int:
        return self.sheet.find("grid", "hexes", place, self.hex, "hex of this map; the setup names it")

    def _rose(self, ways: tuple[str, ...], field: str) -> tuple[int, ...]:
        self.sheet.once("compass", field, ways)
        return tuple(self.grid.directions.index(way) for way in ways)

    def _spawn(self, form: MapForm) -> None:
        entries = [entry for _, entry in self.sheet.forms(form.spawn, SpawnForm, "spawn", "hex")]
        self.spawn_order = self._hexes("spawn", "hex", [entry.hex for entry in entries])
        if set(self.spawn_order) != set(self.soviet_spawn):
            raise self.sheet.wrong("spawn", "hex", "they must be the Soviet Spawn hexes of the signs.")
        self.spawned = {
            "hex-7": {self.hex[entry.hex]: pools_of(entry.units) for entry in entries},
            "hex-13": {self.hex[entry.hex]: pools_of(entry.units_marine_at_13 or entry.units) for entry in entries},
        }
