"""The map and counters as printed, read once per table from our files or a player's files.

Each of a player's files replaces our file with the same name, and our files fill the gaps. If a file has an error, the
message names the file, the entry and the field.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise, permutations
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from mamayev.engine.components import Files
from mamayev.match.printed import Printed
from mamayev.match.reading import prepare
from mamayev.match.schema import Form
from mamayev.terrain.grid import OFF, Grid, Hexes, lettered, shared
from mamayev.terrain.paths import Net, Steps

FILES = ("map.toml", "units.toml", "setup.toml", "shapes.json")
PRINTED = Printed("mamayev.games.barbarossa", FILES)
SEATS = ("german", "russian")
"""BAR-SCOPE-01: the seats. The German player commands all Axis units."""
AXIS, RUSSIAN = 0, 1
LOST, WAITING, IN_HAND, OUT = range(4000, 4004)
"""The places of units off the map: eliminated, not on the board yet, not set up yet, or left out of a test situation.

The numbers are above the hex count of any map.
"""
MAY_1942 = 12
TURN_OF = {"1941-07": 2, "1941-12": 7}
IN_A_HEX = 3
"""BAR-STACK-01: the maximum number of units in a hex."""
RUSSIANS_IN_A_HEX = 2
"""BAR-V-OOB-02: the maximum number of Russian units in a hex."""

# ------------------------------------------------------------------ how the files are written

LONG = 60
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Note = Annotated[str, msgspec.Meta(max_length=400)]
HexName = Annotated[str, msgspec.Meta(pattern="^[A-Z]{1,2}[0-9]{1,2}$")]
Course = Annotated[tuple[HexName, ...], msgspec.Meta(min_length=1, max_length=200)]
Origin = Literal["stated", "reconstructed"]


class GridForm(Form):
    rows: Annotated[int, msgspec.Meta(ge=2, le=LONG)]
    columns: Annotated[int, msgspec.Meta(ge=10, le=LONG)]
    orientation: Note = ""
    offset: Note = ""
    kilometres_per_hex: int = 50
    projection: Note = ""
    origin_km: tuple[float, float] = (0.0, 0.0)


class TerrainForm(Form):
    rows: list[Annotated[str, msgspec.Meta(pattern="^[.^w~o]*$", max_length=LONG)]]


COUNTRIES = (
    ("U", "USSR", "russian"), ("G", "Germany", "german"), ("K", "Slovakia", "german"), ("H", "Hungary", "german"),
    ("R", "Rumania", "german"), ("F", "Finland", "german"), ("B", "Bulgaria", ""), ("S", "Serbia", ""),
)  # fmt: skip
"""The letter of each country in the rows of a map, with its name and its side at the start."""


class CountryForm(Form):
    rows: list[Annotated[str, msgspec.Meta(pattern="^[-UFGKHRBS]*$", max_length=LONG)]]
    axis: tuple[Short, ...] = ()
    closed: tuple[Short, ...] = ()


class WaterForm(Form):
    name: Short
    kind: Literal["sea", "lake"]
    hexes: Annotated[tuple[HexName, ...], msgspec.Meta(max_length=2000)]


class CityForm(Form):
    name: Short
    hex: HexName
    kind: Literal["major", "minor"]
    country: Short
    origin: Origin = "stated"
    replacement_hex: bool = False
    objective: bool = False


class RiverForm(Form):
    name: Short
    hexes: Course
    ends_in: Literal["edge", "lake", "river", "sea"]
    source_water: HexName | None = None
    mouth_water: HexName | None = None


class RailForm(Form):
    name: Short
    hexes: Course


class BlockedForm(Form):
    between: tuple[HexName, HexName]
    name: Short


class MapForm(Form):
    grid: GridForm
    terrain: TerrainForm
    country: CountryForm
    city: list[dict[str, Any]]
    river: list[dict[str, Any]] = []
    railway: list[dict[str, Any]] = []
    blocked_side: list[BlockedForm] = []
    water: list[WaterForm] = []
    derived: dict[str, Any] = {}


Factor = Annotated[int, msgspec.Meta(ge=0, le=20)]


class UnitForm(Form):
    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40, extra={"kind": "id"})]
    name: Short
    side: Literal["axis", "russian"]
    nationality: Literal["Finnish", "German", "Hungarian", "Italian", "Rumanian", "Russian"]
    type: Literal["armor", "cavalry", "infantry", "panzergrenadier"]
    attack: Factor
    defense: Annotated[int, msgspec.Meta(ge=1, le=20)]
    movement: Factor
    entry_base: Literal["setup", "1942-05"]
    entry_variant: Literal["setup", "1941-07", "1941-12", "1942-05"]
    area: Short = "none"
    mobile: Short = "never"
    factors_origin: Origin = "stated"
    name_origin: Origin = "stated"
    note: Note = ""
    name_1942: Annotated[str, msgspec.Meta(max_length=80)] = ""
    group: Annotated[str, msgspec.Meta(max_length=40)] = ""
    reserve: bool = False


class CountersForm(Form):
    unit: list[dict[str, Any]]


class SetUpForm(Form):
    base: Annotated[dict[str, HexName], msgspec.Meta(max_length=400)]
    variant: Annotated[dict[str, HexName], msgspec.Meta(max_length=400)] = {}


# ------------------------------------------------------------------ what the game works with


class City(NamedTuple):
    """A city: its hex, whether it is major, and whether it is in the USSR."""

    name: str
    hex: int
    major: bool
    russian: bool


class Unit(NamedTuple):
    """A counter (BAR-COMP-01, BAR-COMP-02).

    - `enters`: the turn of arrival, 0 for the setup.
    - `reserve`: whether it has the letter R.
    - `late`: the turn of arrival with an option of the variant, or 0.
    - `name_1942`: the name of a Russian armored unit from 1942.
    """

    id: str
    name: str
    side: int
    nation: str
    kind: str
    attack: int
    defense: int
    movement: int
    enters: int
    reserve: bool
    stated: bool
    late: int
    name_1942: str

    @property
    def factors(self) -> str:
        """Return the factors as text, in the printed form attack-defense-movement."""
        return f"{self.attack}-{self.defense}-{self.movement}"


MOST_UNITS = 400
THEIR_AIMS = (("Leningrad", "Moscow", "Stalingrad"), ("Helsinki", "Warsaw", "Bucharest"))
"""BAR-MAP-07: the cities that each side must hold."""
FACTORIES = ("Leningrad", "Moscow", "Stalingrad", "Kiev", "Maikop")
"""BAR-V-REPL-01: the replacement hexes; BAR-V-SUPPLY-02: all but the last are sources."""


TONE: dict[str, Literal["a", "b", "c", "d", "e", "f"]] = {
    "German": "a", "Russian": "b", "Rumanian": "c", "Finnish": "d", "Hungarian": "e", "Italian": "f",
}  # fmt: skip
"""The color tone of each nation's counters."""
ENTITY = {"infantry": "121100", "armor": "120500", "panzergrenadier": "121104", "cavalry": "120400"}
"""The symbol code for each unit type."""


class Board:
    """The map and counters of a table. A set of hexes or units is an int with one bit per member.

    - `grid`; `hex`: index by name; `letters`, `country`: a letter for each hex (BAR-TERRAIN-01).
    - `mountains`, `swamps`, `sea`, `lakes`; `closed` countries (BAR-MAP-04), `ussr`, `finland`; `west` of the border,
      including Finland (BAR-MAP-03, BAR-V-RAIL-10); `open_land`.
    - `bordering`: the western hexes that touch the USSR, even across a blocked hexside (BAR-SETUP-04).
    - `last_column`, `east_edge` (BAR-MAP-09); `north`, by side, `south`, `east_side`: the edges that a front connects.
    - `blocked` hexsides, as pairs of hexes both ways.
    - `nets`: passable steps, without and with ice on the lakes. `steps`, `stops`: their costs, and where units must
      stop, without frost, with frozen swamps, and with ice on the lakes as well (BAR-TERRAIN-07 to BAR-TERRAIN-10).
    - `rails`: the steps along railways, from hex to hex (BAR-MAP-08).
    - `cities`, major and minor (BAR-MAP-06); `city`: index by hex; `named`: index by name; `city_hexes`, `major`,
      `russian_at_first` (BAR-WIN-06).
    - `objectives` by side, `warsaw`, `maikop`, `replacement_hexes`, `supply_cities`; `clear_finland` (BAR-V-FINN-03).
    - `courses`: the hexes of each river from source to mouth, including the water at the mouth; `banks`: the bank by
      direction of each river hex (BAR-TERRAIN-14); `rivers`.
    - `always_doubled`: the hexes that double every defender (BAR-TERRAIN-08, BAR-TERRAIN-18); `may_double`: these and
      the river hexes, but not swamps and minor cities (BAR-TERRAIN-11, BAR-TERRAIN-19).
    - `units` in the order of the file; `unit`: index by id; `side`, `attack`, `defense`, `movement`, `factors` of each;
      `of_side`: lists by side; `all_of`: sets by side; `tank_armies`: the names of units from 1942.
    - `own`: whether a file comes from a player; `straits`: whether blocked hexsides can be crossed (BAR-MAP-05);
      `kept`: the cache of `terrain.kept`.
    """

    def __init__(self, own: Files | None, straits: bool = False) -> None:
        self.own = own is not None
        self.straits = straits
        self.kept: dict[Hashable, Any] = {}
        self.sheet = PRINTED.sheet("map.toml", own)
        form = self.sheet.form(MapForm)
        self._lay_out(form)
        self._join(form)
        self._name_cities(form)
        self._run_rivers(form)
        self.sheet = PRINTED.sheet("units.toml", own)
        self._count_units()
        self.sheet = PRINTED.sheet("setup.toml", own)
        ours = own is not None and self.sheet.data == PRINTED.sheet("setup.toml", None).data
        self._set_up(self._fitted(self.sheet.form(SetUpForm)) if ours else self.sheet.form(SetUpForm))

    def _hex(self, entry: str, field: str, name: str) -> int:
        return self.sheet.find(entry, field, name, self.hex, "hex of this map (grid in map.toml)")

    def _line(self, entry: str, names: Iterable[str]) -> list[int]:
        """Return the hexes with the given names. Each hex must be next to the one after it."""
        line = [self._hex(entry, "hexes", name) for name in names]
        for a, b in pairwise(line):
            if b not in self.grid.neighbours[a]:
                raise self.sheet.wrong(entry, "hexes", f"{self.grid.ids[a]} and {self.grid.ids[b]} do not touch.")
        return line

    # ------------------------------------------------------------------ hexes

    def _lay_out(self, form: MapForm) -> None:
        rows, columns = form.grid.rows, form.grid.columns
        for field, lines in (("terrain", form.terrain.rows), ("country", form.country.rows)):
            if len(lines) != rows or any(len(line) != columns for line in lines):
                raise self.sheet.wrong("", field, f"needs {rows} rows of {columns} letters, as in the grid.")
        self.letters = "".join(form.terrain.rows)
        self.country = "".join(form.country.rows)
        self.last_column = columns
        self.grid = grid = shared(lettered(rows, columns, "even"), "pointy", 50.0, ("A1", (0.0, 0.0)))
        self.hex = grid.index
        self.mountains, self.swamps, self.sea, self.lakes = map(self.of_kind, ("^", "w", "~", "o"))
        self.waters = {w.name: grid.gather(self.hex[name] for name in w.hexes if name in self.hex) for w in form.water}
        self.closed = self.of_country("B", "S")
        self.ussr = self.of_country("U")
        self.finland = self.of_country("F")
        self.west = self.of_country("G", "K", "H", "R", "F")
        self.open_land = grid.everywhere & ~(self.sea | self.lakes | self.closed)
        self._land = self.open_land, self.open_land | self.lakes
        self.east_side = grid.gather(range(columns - 1, len(grid), columns))
        self.east_edge = self.open_land & self.east_side
        self.bordering = self.west & grid.around(self.ussr)
        north = grid.gather(range(columns))
        self.north = (self.ussr | self.west) & north, self.ussr & north
        self.south = grid.gather(range(len(grid) - columns + 8, len(grid)))
        for name, hexes in (("the USSR", self.ussr), ("the west", self.west), ("the east edge", self.east_edge)):
            if not hexes & self.open_land:
                raise self.sheet.wrong("", "country", f"no hex of {name} is open land, but the rules need one.")

    def of_kind(self, letters: str) -> Hexes:
        """BAR-TERRAIN-01: return the hexes with the given terrains."""
        return self.grid.gather(h for h, letter in enumerate(self.letters) if letter in letters)

    def of_country(self, *letters: str) -> Hexes:
        """Return the hexes of the given countries."""
        return self.grid.gather(h for h, letter in enumerate(self.country) if letter in letters)

    def costly_steps(self) -> tuple[Steps, ...]:
        """BAR-TERRAIN-07, BAR-TERRAIN-09, one reading: return the steps and their costs by what is frozen. Entering
        mountains or unfrozen swamps costs 2, but does not end a move.
        """

        def made(net: Net, rough: Hexes) -> Steps:
            bit = self.grid.bit
            return Steps(self.grid, lambda a, b: (2 if rough & bit[b] else 1) if net.leads(a, b) else None)

        return tuple(made(net, stops) for net, stops in self._by_frost())

    def ground(self, frozen: bool) -> Hexes:
        """BAR-TERRAIN-03 to BAR-TERRAIN-05: return the hexes that units can enter. A frozen lake counts as clear."""
        return self._land[frozen]

    # ------------------------------------------------------------------ steps

    def _join(self, form: MapForm) -> None:
        grid = self.grid
        sides = [self._line(f"blocked_side {side.name}", side.between) for side in form.blocked_side]
        self.blocked = frozenset((a, b) for side in sides if not self.straits for a, b in permutations(side))
        self.blocked_names = [side.between for side in form.blocked_side]
        self.nets = self.passable(False), self.passable(True)
        self.stops = self.mountains | self.swamps, self.mountains, self.mountains
        # BAR-MOVE-02, BAR-TERRAIN-02, BAR-TERRAIN-13: every step that can be taken costs 1, over a river as well.
        self.steps = tuple(Steps.one_each(net, stops) for net, stops in self._by_frost())
        self.rail_lines = [
            self._line(entry, line.hexes) for entry, line in self.sheet.forms(form.railway, RailForm, "railway", "name")
        ]
        self.rails = Net.along(grid, self.rail_lines)

    def _by_frost(self) -> Iterator[tuple[Net, Hexes]]:
        """Return the passable steps and the hexes that end a move, by what is frozen."""
        unfrozen, frozen = self.nets
        return zip((unfrozen, unfrozen, frozen), self.stops, strict=True)

    def passable(self, frozen: bool) -> Net:
        """BAR-MAP-04, BAR-MAP-05: return the steps open to units, zones of control, attacks, retreats and supply lines.
        BAR-MOVE-07, BAR-MOVE-08: both sides use every country that is not closed."""
        on_land = self.grid.flags(self.ground(frozen))
        return Net(self.grid, lambda a, b: on_land[a] and on_land[b] and (a, b) not in self.blocked)

    # ------------------------------------------------------------------ cities

    def _name_cities(self, form: MapForm) -> None:
        grid, cities = self.grid, []
        for entry, city in self.sheet.forms(form.city, CityForm, "city", "name"):
            h = self._hex(entry, "hex", city.hex)
            if not self.open_land & grid.bit[h]:
                raise self.sheet.wrong(entry, "hex", f"no unit can enter {city.hex}: it is water or closed.")
            cities.append(City(city.name, h, city.kind == "major", city.country == "USSR"))
        self.sheet.once("", "city", [city.name for city in cities])
        self.sheet.once("", "city", [grid.ids[city.hex] for city in cities])
        self.cities = tuple(cities)
        self.city = {city.hex: i for i, city in enumerate(cities)}
        self.city_hexes = grid.gather(self.city)
        self.major = grid.gather(city.hex for city in cities if city.major)
        self.named = {city.name: i for i, city in enumerate(cities)}
        self.russian_at_first = grid.gather(city.hex for city in cities if city.russian)
        self.objectives = tuple(tuple(map(self._city, names)) for names in THEIR_AIMS)
        self.replacement_hexes = tuple(map(self._city, FACTORIES))
        self.supply_cities, self.maikop = self.replacement_hexes[:4], self.replacement_hexes[4]
        self.warsaw = self._city("Warsaw")
        self.clear_finland = self.finland & self.of_kind(".") & ~self.major

    def _city(self, name: str) -> int:
        return self.sheet.find("", "city", name, self.named, "city of this map; the rules need it")

    # ------------------------------------------------------------------ rivers

    def _run_rivers(self, form: MapForm) -> None:
        self.courses: list[list[int]] = []
        self.banks = {h: banks(sides) for h, sides in self._river_sides(form).items()}
        self.rivers = self.grid.gather(self.banks)
        self.always_doubled = self.mountains | self.major
        self.may_double = self.always_doubled | self.rivers

    def _river_sides(self, form: MapForm) -> dict[int, set[int]]:
        """BAR-TERRAIN-14: return the directions in which rivers enter and leave each river hex.

        The workshop writes "edge" for every river, so such a river leaves the board only if its last hex is on an edge.
        Elsewhere, it ends in the last hex that was drawn: in water, in another river, or on land.
        """
        grid, sides = self.grid, dict[int, set[int]]()
        for entry, river in self.sheet.forms(form.river, RiverForm, "river", "name"):
            course = self._line(entry, river.hexes)
            ends = []
            for name, h in ((river.source_water, course[0]), (river.mouth_water, course[-1])):
                ends.append(OFF if name is None else self._hex(entry, "hexes", name))
                if ends[-1] != OFF and ends[-1] not in grid.neighbours[h]:
                    raise self.sheet.wrong(entry, "hexes", f"{name} does not touch {grid.ids[h]}.")
            self.courses.append([h for h in (ends[0], *course, ends[1]) if h != OFF])
            for i, h in enumerate(course):
                found = sides.setdefault(h, set())
                before = course[i - 1] if i else ends[0]
                after = course[i + 1] if i + 1 < len(course) else ends[1]
                found |= {grid.direction(h, n) for n in (before, after) if n != OFF}
                if i + 1 == len(course) and river.ends_in == "edge" and OFF in grid.toward[h]:
                    found.add(off_the_board(grid, h))
        return sides

    # ------------------------------------------------------------------ counters

    def _count_units(self) -> None:
        forms = list(self.sheet.forms(self.sheet.form(CountersForm).unit, UnitForm, "unit", "id"))
        if not 2 <= len(forms) <= MOST_UNITS:
            raise self.sheet.wrong("", "unit", f"has {len(forms)} units; use 2 to {MOST_UNITS}.")
        self.units = tuple(self._unit(entry, form) for entry, form in forms)
        self.sheet.once("", "id", [unit.id for unit in self.units])
        every = range(len(self.units))
        self.tank_armies = {u: self.units[u].name_1942 for u in every if self.units[u].name_1942}
        self.unit = {unit.id: u for u, unit in enumerate(self.units)}
        self.side = tuple(unit.side for unit in self.units)
        self.attack = tuple(unit.attack for unit in self.units)
        self.defense = tuple(unit.defense for unit in self.units)
        self.movement = tuple(unit.movement for unit in self.units)
        self.factors = tuple(unit.attack + unit.defense for unit in self.units)
        self.of_side = tuple(tuple(u for u in every if self.side[u] == seat) for seat in (AXIS, RUSSIAN))
        self.all_of = tuple(sum(1 << u for u in units) for units in self.of_side)
        for seat, name in ((AXIS, "axis"), (RUSSIAN, "russian")):
            if not self.of_side[seat]:
                raise self.sheet.wrong("", "unit", f"the {name} side has no unit.")

    def _unit(self, entry: str, form: UnitForm) -> Unit:
        side = RUSSIAN if form.side == "russian" else AXIS
        if (form.nationality == "Russian") != (side == RUSSIAN):
            raise self.sheet.wrong(entry, "nationality", f"“{form.nationality}” is not on the {form.side} side.")
        return Unit(
            form.id, form.name, side, form.nationality, form.type, form.attack, form.defense, form.movement,
            MAY_1942 if form.entry_base == "1942-05" else 0, form.reserve, form.factors_origin == "stated",
            TURN_OF.get(form.entry_variant, 0), form.name_1942,
        )  # fmt: skip

    # ------------------------------------------------------------------ the setup

    def _set_up(self, form: SetUpForm) -> None:
        hexes: dict[str, list[int]] = {"base": [], "variant": []}
        for field, row in (("base", form.base), ("variant", form.variant)):
            for name, place in row.items():
                self.sheet.find(field, name, name, self.unit, "unit of these counters (units.toml)")
                hexes[field].append(self._hex(field, name, place))
        for unit in self.units:
            if not unit.enters and unit.id not in form.base:
                raise self.sheet.wrong("base", unit.id, "the unit begins on the board but has no hex.")
        base = {self.unit[name]: self.hex[place] for name, place in form.base.items()}
        thin = {self.unit[name]: self.hex[place] for name, place in form.variant.items()}
        thin = {u: thin.get(u, h) if self.side[u] == RUSSIAN else h for u, h in base.items()}
        self._suggested = thin, base
        for u, h in self._suggested[True].items():
            self._check_place(u, h)
        places = list(self._suggested[True].values())
        for h in set(places):
            if places.count(h) > IN_A_HEX:
                raise self.sheet.wrong(
                    "base", "", f"{places.count(h)} units begin in {self.grid.ids[h]}. The limit is 3."
                )

    def _begins(self, u: int) -> Hexes:
        """BAR-SETUP-02, BAR-SETUP-03, BAR-SETUP-05: return the hexes of the area where a unit begins."""
        unit = self.units[u]
        where = self.ussr if unit.side == RUSSIAN else self.finland if unit.nation == "Finnish" else self.west
        return where & self.open_land

    def _fitted(self, form: SetUpForm) -> SetUpForm:
        """Return our suggested setup for a player's map and counters. A unit that has no hex in it, or that cannot
        begin there, gets the nearest hex where it can."""
        base = self._nearest(form.base, (IN_A_HEX, IN_A_HEX))
        russian = {name: h for name, h in (form.base | form.variant).items() if self._is_russian(name)}
        thin = self._nearest({**base, **russian}, (IN_A_HEX, RUSSIANS_IN_A_HEX))
        return SetUpForm(base=base, variant={name: h for name, h in thin.items() if self._is_russian(name)})

    def _is_russian(self, name: str) -> bool:
        return name in self.unit and self.side[self.unit[name]] == RUSSIAN

    def _nearest(self, wanted: Mapping[str, str], limits: tuple[int, int]) -> dict[str, str]:
        """Return a hex for each unit that begins on the board: the wanted one, or the nearest one where it can begin
        with its side's stacking limit. Without a wanted hex, it begins near the units of its nation, or of its side.

        Such a unit leaves a hex to the frontier, and does not add to the factors in Finland (BAR-SETUP-04,
        BAR-SETUP-06). Raises Refusal if it can begin nowhere.
        """
        places, count = dict[int, int](), dict[int, int]()
        begins = [u for u, unit in enumerate(self.units) if not unit.enters or unit.id in wanted]
        for u in begins:
            h = self.hex.get(wanted.get(self.units[u].id, ""))
            if h is not None and self._begins(u) & self.grid.bit[h] and count.get(h, 0) < limits[self.side[u]]:
                places[u], count[h] = h, count.get(h, 0) + 1
        for u in begins:
            if u in places:
                continue
            unit = self.units[u]
            alike = [v for v in places if self.units[v].nation == unit.nation]
            friends = alike or [v for v in places if self.side[v] == unit.side]
            near = self.hex.get(wanted.get(unit.id, ""), places[friends[0]] if friends else 0)
            hexes = self._begins(u)
            if unit.side == AXIS:
                hexes &= ~self.bordering & ~(0 if unit.nation == "Finnish" else self.finland)
            free = [h for h in self.grid.hexes(hexes) if count.get(h, 0) < limits[unit.side]]
            if not free:
                raise self.sheet.wrong("base", unit.id, "this map has no hex where the unit can begin (BAR-SETUP-02).")
            h = min(free, key=lambda h: (self.grid.distance(near, h), h))
            places[u], count[h] = h, count.get(h, 0) + 1
        return {self.units[u].id: self.grid.ids[places[u]] for u in begins}

    def _check_place(self, u: int, h: int) -> None:
        """BAR-SETUP-02 to BAR-SETUP-05: raise Refusal if a unit cannot begin in a hex."""
        unit = self.units[u]
        if not self._begins(u) & self.grid.bit[h]:
            text = f"it cannot begin in {self.grid.ids[h]} (BAR-SETUP-02 to BAR-SETUP-05)."
            raise self.sheet.wrong("base", unit.id, text)

    def suggested(self, crowded: bool = True) -> dict[int, int]:
        """BAR-SETUP-08: return the setup that can be loaded in one step, as a hex for each unit.

        BAR-V-OOB-02: a separate setup applies under the limit of two Russian units per hex.
        """
        return self._suggested[crowded]


def off_the_board(grid: Grid, h: int) -> int:
    """Return the direction in which a river leaves the board: east if possible, otherwise west, otherwise the first
    direction counterclockwise.
    """
    east = grid.directions.index("E")
    order = [east, grid.directions.index("W"), *((east - n) % 6 for n in range(1, 6))]
    return next(d for d in order if grid.toward[h][d] == OFF)


def banks(sides: set[int]) -> tuple[int, ...]:
    """Return the banks of a river hex by direction: the number of the neighbor's bank, counted from 1, or 0 along the
    river. A source with a single river side has no banks, so it protects no unit.
    """
    if len(sides) < 2:
        return (0,) * 6
    found, bank = [0] * 6, 0
    start = min(sides)
    for d in (d % 6 for d in range(start, start + 6)):
        if d in sides:
            bank += 1
        else:
            found[d] = bank
    return tuple(found)


@cache
def ours(straits: bool = False) -> Board:
    """Return the board from our reconstruction."""
    return Board(None, straits)


def load(own: Files | None, straits: bool = False) -> Board:
    """Return the board from a player's files, or from ours. If a file has an error, raises a Refusal that names the
    file, the entry and the field."""
    return Board(own, straits) if own is not None else ours(straits) if straits else ours()


prepare(__name__)
