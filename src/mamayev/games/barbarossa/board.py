"""Map and counters as printed: read once, and turned into what the rules ask for."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from mamayev.terrain.grid import OFF, Grid, Hexes, lettered
from mamayev.terrain.paths import Net, Steps


def read(name: str) -> dict[str, Any]:
    """A file of the folder `data`."""
    return tomllib.loads((files(__package__) / "data" / name).read_text("utf-8"))


MAP = read("map.toml")

SEATS = ("german", "russian")
"""BAR-SCOPE-01: the German player has all Axis units."""
AXIS, RUSSIAN = 0, 1

# ------------------------------------------------------------------ hexes

LETTERS = "".join(MAP["terrain"]["rows"])
GRID = Grid(lettered(MAP["grid"]["rows"], MAP["grid"]["columns"], "even"), "pointy", 50.0, ("A1", (0.0, 0.0)))
HEX = GRID.index
COUNTRY = "".join(MAP["country"]["rows"])


def of_kind(letters: str) -> Hexes:
    """BAR-TERRAIN-01: the hexes of some terrains."""
    return GRID.gather(h for h, letter in enumerate(LETTERS) if letter in letters)


def of_country(*letters: str) -> Hexes:
    """The hexes of some countries."""
    return GRID.gather(h for h, letter in enumerate(COUNTRY) if letter in letters)


MOUNTAINS, SWAMPS, SEA, LAKES = of_kind("^"), of_kind("w"), of_kind("~"), of_kind("o")
CLOSED = of_country("B", "S")  # BAR-MAP-04
USSR = of_country("U")
FINLAND = of_country("F")
WEST = of_country("G", "K", "H", "R", "F")
"""BAR-MAP-03, BAR-V-RAIL-10: west of the border, Finland among it."""
OPEN_LAND = GRID.everywhere & ~(SEA | LAKES | CLOSED)
LAST_COLUMN = MAP["grid"]["columns"]
EAST_EDGE = OPEN_LAND & GRID.gather(range(LAST_COLUMN - 1, len(GRID), LAST_COLUMN))  # BAR-MAP-09
BORDERING = WEST & GRID.around(USSR)
"""BAR-SETUP-04: hexes that touch the USSR, also across a blocked hexside."""

BLOCKED = frozenset(GRID.side(*(HEX[name] for name in side["between"])) for side in MAP["blocked_side"])


def ground(frozen: bool) -> Hexes:
    """BAR-TERRAIN-03 to BAR-TERRAIN-05: where units can stand; a frozen lake is like clear ground."""
    return OPEN_LAND | LAKES if frozen else OPEN_LAND


def passable(frozen: bool) -> Net:
    """BAR-MAP-04, BAR-MAP-05: the steps that a unit, a zone of control, an attack, a retreat or a line can take.
    BAR-MOVE-07, BAR-MOVE-08: in every country that is not closed, for both sides."""
    land = ground(frozen)

    def step(a: int, b: int) -> bool:
        return bool(land & GRID.bit[a] and land & GRID.bit[b]) and GRID.side(a, b) not in BLOCKED

    return Net(GRID, step)


def costs(net: Net, stops: Hexes) -> Steps:
    """BAR-MOVE-02, BAR-TERRAIN-02, BAR-TERRAIN-13: every step that can be taken costs 1, over a river as well."""
    return Steps(GRID, lambda a, b: 1 if net.leads(a, b) else None, stops)


NETS = passable(False), passable(True)
"""Steps, without and with the ice of the lakes."""
STOPS = MOUNTAINS | SWAMPS, MOUNTAINS
"""BAR-TERRAIN-07, BAR-TERRAIN-09, BAR-TERRAIN-10: where a unit must stop, without and with frost."""
STEPS = costs(NETS[False], STOPS[False]), costs(NETS[True], STOPS[True])

# ------------------------------------------------------------------ railways

RAIL_LINES = [[HEX[name] for name in line["hexes"]] for line in MAP["railway"]]
RAILS = Net.along(GRID, RAIL_LINES)
"""BAR-MAP-08: the steps along the lines drawn from hex to hex."""

# ------------------------------------------------------------------ cities


class City(NamedTuple):
    """A city: its hex, whether it is major, whether it lies in the USSR."""

    name: str
    hex: int
    major: bool
    russian: bool


CITIES = tuple(
    City(city["name"], HEX[city["hex"]], city["kind"] == "major", city["country"] == "USSR") for city in MAP["city"]
)
"""BAR-MAP-06: major and minor ones."""
CITY = {city.hex: i for i, city in enumerate(CITIES)}
CITY_HEXES = GRID.gather(CITY)
MAJOR = GRID.gather(city.hex for city in CITIES if city.major)
NAMED = {city.name: i for i, city in enumerate(CITIES)}

OBJECTIVES = tuple(
    tuple(NAMED[name] for name in names)
    for names in (("Leningrad", "Moscow", "Stalingrad"), ("Helsinki", "Warsaw", "Bucharest"))
)
"""BAR-MAP-07: the cities that each side must hold."""
WARSAW = NAMED["Warsaw"]
REPLACEMENT_HEXES = tuple(NAMED[name] for name in ("Leningrad", "Moscow", "Stalingrad", "Kiev", "Maikop"))
"""BAR-V-REPL-01."""
SUPPLY_CITIES = REPLACEMENT_HEXES[:4]
"""BAR-V-SUPPLY-02."""
CLEAR_FINLAND = FINLAND & of_kind(".") & ~MAJOR
"""BAR-V-FINN-03."""

# ------------------------------------------------------------------ rivers


def river_sides() -> dict[int, set[int]]:
    """BAR-TERRAIN-14: the directions in which rivers enter and leave each river hex."""
    sides: dict[int, set[int]] = {}
    for river in MAP["river"]:
        course = [HEX[name] for name in river["hexes"]]
        ends = [HEX[river[key]] if key in river else OFF for key in ("source_water", "mouth_water")]
        for i, h in enumerate(course):
            found = sides.setdefault(h, set())
            before = course[i - 1] if i else ends[0]
            after = course[i + 1] if i + 1 < len(course) else ends[1]
            found |= {GRID.direction(h, n) for n in (before, after) if n != OFF}
            if i + 1 == len(course) and river["ends_in"] == "edge":
                found.add(off_the_board(h))
    return sides


def off_the_board(h: int) -> int:
    """The side by which a river leaves the board: east if it can, else west, else the first counter-clockwise."""
    east = GRID.directions.index("E")
    order = [east, GRID.directions.index("W"), *((east - n) % 6 for n in range(1, 6))]
    return next(d for d in order if GRID.toward[h][d] == OFF)


def banks(sides: set[int]) -> tuple[int, ...]:
    """By direction: the bank of a river hex that it belongs to, from 1; 0 along the river, and where there is no bank:
    a source with a single river side protects nobody."""
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


BANKS = {h: banks(sides) for h, sides in river_sides().items()}
"""BAR-TERRAIN-14: of each river hex, the bank by direction."""
RIVERS = GRID.gather(BANKS)

# ------------------------------------------------------------------ counters


class Unit(NamedTuple):
    """A counter (BAR-COMP-01, BAR-COMP-02). `enters`: the number of the turn in which it comes, 0 for the set-up;
    `reserve`: it has the letter R; `late`: the turn in which it comes under a switch of the variant, else 0;
    `name_1942`: what a Russian armored unit is called from 1942 on."""

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
        """As printed: attack-defense-movement."""
        return f"{self.attack}-{self.defense}-{self.movement}"


MAY_1942 = 12
TURN_OF = {"1941-07": 2, "1941-12": 7}


def units() -> tuple[Unit, ...]:
    """All counters in the order of the file: the Russian ones first."""
    return tuple(
        Unit(
            entry["id"], entry["name"], RUSSIAN if entry["side"] == "russian" else AXIS, entry["nationality"],
            entry["type"], entry["attack"], entry["defense"], entry["movement"],
            MAY_1942 if entry["entry_base"] == "1942-05" else 0, entry.get("reserve", False),
            entry["factors_origin"] == "stated", TURN_OF.get(entry["entry_variant"], 0), entry.get("name_1942", ""),
        )
        for entry in read("units.toml")["unit"]
    )  # fmt: skip


UNITS = units()
TANK_ARMIES = {u: unit.name_1942 for u, unit in enumerate(UNITS) if unit.name_1942}
UNIT = {unit.id: u for u, unit in enumerate(UNITS)}
SIDE = tuple(unit.side for unit in UNITS)
OF_SIDE = tuple(tuple(u for u, side in enumerate(SIDE) if side == seat) for seat in (AXIS, RUSSIAN))
ALL_OF = tuple(sum(1 << u for u in units) for units in OF_SIDE)
LOST, WAITING, IN_HAND, OUT = range(len(GRID), len(GRID) + 4)
"""Where a unit that stands in no hex is: eliminated, not on the board yet, still to be set up; out of this game, in a
situation made for it."""


@cache
def suggested(crowded: bool = True) -> dict[int, int]:
    """BAR-SETUP-08: the set-up that can be loaded in one step: a hex for each unit. BAR-V-OOB-02: another one where no
    more than two Russian units may stand in a hex."""
    base, thin = read("setup.toml")["base"], read("setup.toml")["variant"]
    return {
        UNIT[name]: HEX[place if crowded or SIDE[UNIT[name]] == AXIS else thin.get(name, place)]
        for name, place in base.items()
    }
