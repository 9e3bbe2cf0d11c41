"""What the book states of map and counters (data/statements.toml), asked of a table's board."""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise

from mamayev.engine.statement import Statements
from mamayev.terrain.grid import Hexes

from .board import Board, City, Unit
from .calendar import MONTHS
from .table import Barbarossa

TERRAINS = {"clear": ".", "mountain": "^", "swamp": "w", "sea": "~", "lake": "o"}
COUNTRIES = {"Finland": "F", "the USSR": "U"}


# ------------------------------------------------------------------ the map


def _city(table: Barbarossa, name: str) -> City:
    return table.board.cities[table.board.named[name]]


def size(table: Barbarossa, name: str) -> str:
    return "major" if _city(table, name).major else "minor"


def lies_in(table: Barbarossa, name: str) -> str:
    """On which side of the border a city lies."""
    board = table.board
    bit = board.grid.bit[_city(table, name).hex]
    return "east" if bit & board.ussr else "west" if bit & board.west else "neither"


def in_country(table: Barbarossa, name: str, country: str) -> bool:
    board = table.board
    return bool(board.grid.bit[_city(table, name).hex] & board.of_country(COUNTRIES[country]))


def more_minor_cities(table: Barbarossa, name: str) -> bool:
    """Whether there are minor cities beside a named one."""
    return any(not city.major and city.name != name for city in table.board.cities)


def hexes_of(table: Barbarossa, terrain: str) -> bool:
    """Whether the map has hexes of a terrain."""
    return bool(table.board.of_kind(TERRAINS[terrain]))


def clear_in(table: Barbarossa, country: str) -> bool:
    """Whether there are clear hexes in a country."""
    board = table.board
    return bool(board.of_country(COUNTRIES[country]) & board.of_kind(TERRAINS["clear"]))


def has_rivers(table: Barbarossa) -> bool:
    return bool(table.board.rivers)


def railways(table: Barbarossa, where: str) -> bool:
    """Whether railways run west of the border, east of it, or across."""
    board, grid = table.board, table.board.grid
    sides = {"west": board.west, "east": board.ussr}
    links = [(grid.bit[a], grid.bit[b]) for line in board.rail_lines for a, b in pairwise(line)]
    if where == "across":
        return any(bool(a & board.ussr) != bool(b & board.ussr) for a, b in links)
    return any(a & sides[where] and b & sides[where] for a, b in links)


def stretches(table: Barbarossa) -> int:
    """Of how many stretches the border between the Axis and the USSR is."""
    board = table.board
    left, count = board.bordering & board.open_land, 0
    while left:
        left &= ~_joined(board, left)
        count += 1
    return count


def _joined(board: Board, hexes: Hexes) -> Hexes:
    """Some of these hexes that hang together, the first of them and all that can be reached from it."""
    found, edge = 0, hexes & -hexes
    while edge:
        found |= edge
        edge = board.grid.around(edge) & hexes & ~found
    return found


def reaches_north(table: Barbarossa, country: str) -> bool:
    """Whether a country reaches the north edge of the map."""
    board = table.board
    return bool(board.of_country(COUNTRIES[country]) & board.grid.gather(range(board.last_column)))


def reaches_east(table: Barbarossa) -> bool:
    """Whether land of the USSR reaches the east edge."""
    return bool(table.board.east_edge & table.board.ussr)


def objectives(table: Barbarossa, seat: str) -> list[str]:
    board = table.board
    return sorted(board.cities[c].name for c in board.objectives[("german", "russian").index(seat)])


# ------------------------------------------------------------------ counters


def _units(table: Barbarossa, nation: str, kind: str = "", factors: str = "") -> list[Unit]:
    """The units of a nation; of one kind, with some factors, where these are given."""
    return [
        unit
        for unit in table.board.units
        if unit.nation == nation and kind in ("", unit.kind) and factors in ("", unit.factors)
    ]


def count(table: Barbarossa, nation: str, kind: str = "", factors: str = "") -> int:
    return len(_units(table, nation, kind, factors))


def some(table: Barbarossa, nation: str, kind: str = "", factors: str = "") -> bool:
    return bool(_units(table, nation, kind, factors))


def reserves(table: Barbarossa, nation: str, factors: str = "") -> int:
    """The units of a nation with the letter R."""
    return sum(unit.reserve for unit in _units(table, nation, "", factors))


def commonest(table: Barbarossa, nation: str, kind: str) -> str:
    """The factors that most units of a kind have."""
    all_ = [unit.factors for unit in _units(table, nation, kind)]
    return max(sorted(set(all_)), key=all_.count) if all_ else ""


def enters(table: Barbarossa, nation: str) -> list[str]:
    """When the units of a nation come."""
    return sorted({_month(unit.enters) for unit in _units(table, nation)})


def late(table: Barbarossa, nation: str) -> list[str]:
    """What of a nation comes later under a switch of the variant, and when."""
    return sorted(f"{unit.factors} {_month(unit.late)}" for unit in _units(table, nation) if unit.late)


def _month(turn: int) -> str:
    return MONTHS[turn - 1].name if turn else "set-up"


def nations(table: Barbarossa) -> list[str]:
    return sorted({unit.nation for unit in table.board.units})


QUESTIONS = {
    question.__name__: question
    for question in (
        size, lies_in, in_country, more_minor_cities, hexes_of, clear_in, has_rivers, railways, stretches,
        reaches_north, reaches_east, objectives, count, some, reserves, commonest, enters, late, nations,
    )
}  # fmt: skip
STATEMENTS = Statements.load(files(__package__) / "data" / "statements.toml", QUESTIONS)
