"""Map and counters of Front: what is printed, read once."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import NamedTuple

from mamayev.author import Grid, Ledger, Net, Steps, lettered

LEDGER = Ledger.load(files(__package__) / "rules.toml")
TERRAINS = {terrain["letter"]: terrain for terrain in LEDGER.data["terrain"]}
COMBAT = LEDGER.data["combat"]
MAP = tomllib.loads((files(__package__) / "map.toml").read_text("utf-8"))
COUNTERS = tomllib.loads((files(__package__) / "counters.toml").read_text("utf-8"))

SIDES = ("west", "east")
WEST, EAST = 0, 1

# ------------------------------------------------------------------ the map

ROWS: list[str] = MAP["terrain"]
GRID = Grid(lettered(len(ROWS), len(ROWS[0]), shifted="even"), "pointy", pitch=20.0)
HEX = GRID.index
CITIES = MAP["city"]
CITY = {HEX[city["hex"]]: i for i, city in enumerate(CITIES)}
LETTER = ["c" if h in CITY else letter for h, letter in enumerate("".join(ROWS))]
LAND = GRID.gather(h for h, letter in enumerate(LETTER) if letter != "~")
RAIL_LINES = [[HEX[name] for name in line["hexes"].split()] for line in MAP["rail"]]


def river_sides() -> frozenset[int]:
    """The hexsides along which the rivers run: a river parts the hexes of its rows into those west and east of it."""
    found = set()
    for river in MAP["river"]:
        first, east = GRID.places[HEX[f"{river['first']}1"]][0], river["east"]
        bank = {}
        for h, (line, _) in enumerate(GRID.places):
            if first <= line < first + len(east):
                bank[h] = h % len(ROWS[0]) + 1 >= east[line - first]
        found |= {i for i, (a, b) in enumerate(GRID.sides) if a in bank and b in bank and bank[a] != bank[b]}
    return frozenset(found)


RIVERS = river_sides()


def cost(a: int, b: int) -> int | None:
    """FRO-MOVE-01: what a step costs, None into the sea."""
    points: int | None = TERRAINS[LETTER[b]].get("cost")
    return None if points is None else points + (GRID.side(a, b) in RIVERS)


STEPS = Steps(GRID, cost)
ON_LAND = Net(GRID, lambda a, b: cost(a, b) is not None)
"""Where zones reach and retreats go: every step but those into the sea."""
RAILS = Net.along(GRID, RAIL_LINES)

# ------------------------------------------------------------------ the counters


class Unit(NamedTuple):
    """A counter: two faces with an attack and a defence factor each."""

    id: str
    name: str
    side: int
    kind: str
    movement: int
    attack: tuple[int, int]
    defence: tuple[int, int]
    start: int


def units() -> list[Unit]:
    """All counters, numbered by side."""
    found = []
    for side, seat in enumerate(SIDES):
        number = 0
        for kind in COUNTERS["kind"]:
            (attack, defence), (attack_2, defence_2) = kind["full"], kind["reduced"]
            for name in kind[seat].split():
                number += 1
                title = f"{seat.title()} {kind['name']} {number}"
                factors = kind["movement"], (attack, attack_2), (defence, defence_2)
                found.append(Unit(f"{seat[0]}{number}", title, side, kind["id"], *factors, HEX[name]))
    return found


UNITS = units()
SIDE = [unit.side for unit in UNITS]
MOVEMENT = [unit.movement for unit in UNITS]
AWAY = len(GRID)
"""Where lost units are."""


def affordable(points: int) -> Net:
    """The steps that cost at most so many points."""
    return Net(GRID, lambda a, b: (cost(a, b) or AWAY) <= points)


FIRST_STEPS = {points: affordable(points) for points in set(MOVEMENT)}
"""By movement factor: the steps that a unit can take when it sets out."""
