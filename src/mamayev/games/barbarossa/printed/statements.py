"""The questions that check the rulebook's statements about the map and counters (data/statements.toml)."""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise

from mamayev.engine.statement import Statements
from mamayev.terrain.grid import Hexes

from .board import Board, City, Unit
from .calendar import MONTHS

TERRAINS = {"clear": ".", "mountain": "^", "swamp": "w", "sea": "~", "lake": "o"}
COUNTRIES = {"Finland": "F", "the USSR": "U"}


# ------------------------------------------------------------------ the map


def _city(board: Board, name: str) -> City:
    return board.cities[board.named[name]]


def size(board: Board, name: str) -> str:
    return "major" if _city(board, name).major else "minor"


def lies_in(board: Board, name: str) -> str:
    """Return the side of the border on which a city is."""
    bit = board.grid.bit[_city(board, name).hex]
    return "east" if bit & board.ussr else "west" if bit & board.west else "neither"


def in_country(board: Board, name: str, country: str) -> bool:
    return bool(board.grid.bit[_city(board, name).hex] & board.of_country(COUNTRIES[country]))


def more_minor_cities(board: Board, name: str) -> bool:
    """Return whether the map has minor cities besides the named one."""
    return any(not city.major and city.name != name for city in board.cities)


def hexes_of(board: Board, terrain: str) -> bool:
    """Return whether the map has hexes with a terrain."""
    return bool(board.of_kind(TERRAINS[terrain]))


def clear_in(board: Board, country: str) -> bool:
    """Return whether a country has clear hexes."""
    return bool(board.of_country(COUNTRIES[country]) & board.of_kind(TERRAINS["clear"]))


def has_rivers(board: Board) -> bool:
    return bool(board.rivers)


def railways(board: Board, where: str) -> bool:
    """Return whether railways run west of the border, east of it, or across it."""
    grid = board.grid
    sides = {"west": board.west, "east": board.ussr}
    links = [(grid.bit[a], grid.bit[b]) for line in board.rail_lines for a, b in pairwise(line)]
    if where == "across":
        return any(bool(a & board.ussr) != bool(b & board.ussr) for a, b in links)
    return any(a & sides[where] and b & sides[where] for a, b in links)


def stretches(board: Board) -> int:
    """Return the number of separate stretches of the border between the Axis and the USSR."""
    left, count = board.bordering & board.open_land, 0
    while left:
        left &= ~_joined(board, left)
        count += 1
    return count


def _joined(board: Board, hexes: Hexes) -> Hexes:
    """Return the first hex in a set, and every other hex in the set connected to it."""
    found, edge = 0, hexes & -hexes
    while edge:
        found |= edge
        edge = board.grid.around(edge) & hexes & ~found
    return found


def reaches_north(board: Board, country: str) -> bool:
    """Return whether a country reaches the north edge of the map."""
    return bool(board.of_country(COUNTRIES[country]) & board.grid.gather(range(board.last_column)))


def reaches_east(board: Board) -> bool:
    """Return whether land of the USSR reaches the east edge."""
    return bool(board.east_edge & board.ussr)


def objectives(board: Board, seat: str) -> list[str]:
    return sorted(board.cities[c].name for c in board.objectives[("german", "russian").index(seat)])


# ------------------------------------------------------------------ counters


def _units(board: Board, nation: str, kind: str = "", factors: str = "") -> list[Unit]:
    """Return the units of a nation, optionally only those of one type or with the given factors."""
    return [
        unit
        for unit in board.units
        if unit.nation == nation and kind in ("", unit.kind) and factors in ("", unit.factors)
    ]


def count(board: Board, nation: str, kind: str = "", factors: str = "") -> int:
    return len(_units(board, nation, kind, factors))


def some(board: Board, nation: str, kind: str = "", factors: str = "") -> bool:
    return bool(_units(board, nation, kind, factors))


def reserves(board: Board, nation: str, factors: str = "") -> int:
    """Return the number of units of a nation with the letter R."""
    return sum(unit.reserve for unit in _units(board, nation, "", factors))


def commonest(board: Board, nation: str, kind: str) -> str:
    """Return the most common factors for a unit type."""
    all_ = [unit.factors for unit in _units(board, nation, kind)]
    return max(sorted(set(all_)), key=all_.count) if all_ else ""


def enters(board: Board, nation: str) -> list[str]:
    """Return the turns in which the units of a nation arrive."""
    return sorted({_month(unit.enters) for unit in _units(board, nation)})


def late(board: Board, nation: str) -> list[str]:
    """Return the units of a nation that arrive later with an option of the variant, and their turns."""
    return sorted(f"{unit.factors} {_month(unit.late)}" for unit in _units(board, nation) if unit.late)


def _month(turn: int) -> str:
    return MONTHS[turn - 1].name if turn else "set-up"


def nations(board: Board) -> list[str]:
    return sorted({unit.nation for unit in board.units})


STATEMENTS = Statements.load(files("mamayev.games.barbarossa") / "data" / "statements.toml", __name__, "board")
