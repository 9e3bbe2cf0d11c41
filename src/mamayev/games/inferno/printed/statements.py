"""The rulebook's statements about the map, blocks and cards (data/statements.toml), checked against a table's board."""

from __future__ import annotations

from importlib.resources import files

from mamayev.engine.statement import Statements

from .board import Board
from .cards import Card
from .map import EMPTY, GERMAN, POOL_NAMES, SEATS, TERRAIN_NAMES
from .units import INFANTRY, PANZER, Unit

# ------------------------------------------------------------------ the map


def hexes(board: Board) -> int:
    return len(board.grid)


def numbered(board: Board) -> bool:
    """Return whether the numbered hexes run from 1 without a gap."""
    found = {int(name) for name in board.grid.ids if name.isdecimal()}
    return found == set(range(1, len(found) + 1))


def lettered(board: Board) -> list[str]:
    return sorted(name for name in board.grid.ids if not name.isdecimal())


def of_terrain(board: Board, terrain: str) -> int:
    return board.terrain.count(TERRAIN_NAMES.index(terrain))


def terrains(board: Board) -> list[str]:
    return sorted({TERRAIN_NAMES[terrain] for terrain in board.terrain})


def terrain(board: Board, name: str) -> str:
    return TERRAIN_NAMES[board.terrain[board.hex[name]]]


def adjacent(board: Board, one: str, other: str) -> bool:
    return bool(board.near[board.hex[one]] & board.grid.bit[board.hex[other]])


def neighbours(board: Board, name: str, fewest: str) -> bool:
    """Return whether a hex has the given number of neighbors."""
    return board.near[board.hex[name]].bit_count() >= int(fewest)


def by_die(board: Board, die: str, name: str) -> str:
    """Return the hex to which a die roll leads, with the compass numbers running clockwise."""
    grid = board.grid
    h = grid.toward[board.hex[name]][board.compass["clockwise"][int(die) - 1]]
    return grid.ids[h] if 0 <= h < len(grid) else ""


def level(board: Board, one: str, other: str) -> bool:
    """Return whether two hexes are equally far north."""
    return board.row[board.hex[one]] == board.row[board.hex[other]]


def further_north(board: Board, one: str, other: str) -> bool:
    return board.row[board.hex[one]] < board.row[board.hex[other]]


def nearer_the_river(board: Board, one: str, other: str) -> bool:
    return board.rank[board.hex[one]] < board.rank[board.hex[other]]


def rolls_first(board: Board, *names: str) -> bool:
    """Return whether the given hexes roll in this order."""
    places = [board.rolls_as[board.hex[name]] for name in names]
    return places == sorted(places)


def spawn_hexes(board: Board, side: str) -> list[str]:
    found = board.german_spawn if side == "german" else board.soviet_spawn
    return sorted((board.grid.ids[h] for h in found), key=lambda name: (len(name), name))


def held_at_first(board: Board) -> list[str]:
    return sorted(board.grid.ids[h] for h in board.grid.hexes(board.german_at_first))


def set_up_hexes(board: Board) -> int:
    return len(board.set_up)


def deploys(board: Board, colour: str) -> list[str]:
    return sorted(board.grid.ids[h] for h in board.deploy[colour])


def spawns(board: Board, name: str) -> list[str]:
    """Return the units that arrive at a Spawn hex under every reading."""
    h = board.hex[name]
    return sorted({POOL_NAMES[pool] for row in board.spawned.values() for pool in row[h]})


def spawns_alike(board: Board, one: str, other: str) -> bool:
    return all(row[board.hex[one]] == row[board.hex[other]] for row in board.spawned.values())


def two_with_infantry(board: Board, name: str) -> bool:
    """Return whether two units, including one Infantry, arrive at a Spawn hex under every reading."""
    rows = [[POOL_NAMES[pool] for pool in row[board.hex[name]]] for row in board.spawned.values()]
    return all(len(row) == 2 and "infantry" in row for row in rows)


def comes_somewhere(board: Board, kind: str) -> bool:
    """Return whether units of a kind arrive at one of the Spawn hexes under every reading."""
    return all(
        any(POOL_NAMES[pool] == kind for pools in row.values() for pool in pools) for row in board.spawned.values()
    )


def spawn_order(board: Board) -> list[str]:
    return [board.grid.ids[h] for h in board.spawn_order]


# ------------------------------------------------------------------ blocks


def _unit(board: Board, name: str) -> Unit:
    return board.units[board.unit[name]]


def _of_kind(board: Board, kind: str) -> list[Unit]:
    return [unit for unit in board.units if unit.kind == kind]


def units(board: Board, side: str) -> int:
    return board.side.count(SEATS.index(side))


def count(board: Board, kind: str) -> int:
    """Return the Soviet blocks of a kind."""
    return sum(unit.side != GERMAN for unit in _of_kind(board, kind))


def soviet_infantry(board: Board) -> int:
    return sum(bool(unit.arms & INFANTRY) for unit in board.units if unit.side != GERMAN)


def with_r(board: Board) -> int:
    return sum(unit.r for unit in board.units)


def kind(board: Board, name: str) -> str:
    return _unit(board, name).kind


def side(board: Board, name: str) -> str:
    return SEATS[_unit(board, name).side]


def counts_as_both(board: Board, name: str) -> bool:
    """Return whether a block is both infantry and Panzer."""
    return _unit(board, name).arms == INFANTRY | PANZER


def colours(board: Board) -> list[str]:
    return sorted({unit.colour for unit in board.units if unit.side == GERMAN})


def enough(board: Board, colour: str, fewest: str) -> bool:
    """Return whether a color has at least the given number of infantry units."""
    drawn = board.yellow_infantry if colour == "yellow" else board.white_infantry
    return len(drawn) >= int(fewest)


def most_dots(board: Board, kind: str) -> int:
    return max((unit.strength for unit in _of_kind(board, kind)), default=0)


def most_of_all(board: Board) -> int:
    return max(unit.strength for unit in board.units)


def fires(board: Board) -> list[int]:
    """Return the set of lowest rolls on which blocks hit."""
    return sorted({unit.hits_on for unit in board.units})


def fires_of(board: Board, dots: str) -> list[int]:
    """Return the lowest rolls on which blocks with the given number of dots hit."""
    return sorted({unit.hits_on for unit in board.units if unit.strength == int(dots)})


def at_least(board: Board, kind: str, fewest: str) -> bool:
    """Return whether there are at least the given number of German blocks of a kind."""
    return sum(unit.side == GERMAN for unit in _of_kind(board, kind)) >= int(fewest)


def penalty(board: Board, row: str) -> str:
    """Return the unit printed at the end of a row of the chart."""
    u = board.penalty[int(row) - 1]
    return "" if u == EMPTY else board.units[u].id


def penalty_rows(board: Board) -> list[int]:
    """Return the rows of the chart that have a unit printed at their end."""
    return [row for row, u in enumerate(board.penalty, 1) if u != EMPTY]


# ------------------------------------------------------------------ cards


def _cards(board: Board, name: str) -> list[Card]:
    """Return all copies of a card."""
    found = [card for card in board.cards if card.id == name or card.id.rpartition("-")[0] == name]
    if not found:
        raise KeyError(name)
    return found


def copies(board: Board, name: str) -> int:
    return sum(not card.late for card in _cards(board, name))


def acts_as(board: Board, name: str) -> str:
    """Return the effect of a card: fire, hit infantry or a tank, bring a unit, cancel an airstrike, or bring in a
    leader.
    """
    return _cards(board, name)[0].kind


def dice(board: Board, name: str) -> int:
    return _cards(board, name)[0].dice


def rubble(board: Board, name: str) -> int:
    return _cards(board, name)[0].rubble


def airstrikes(board: Board) -> list[str]:
    return sorted({card.title for card in board.cards if card.airstrike})


def deck(board: Board, side: str) -> int:
    """Return the cards of a side's smaller deck, including leaders."""
    return sum(card.side == SEATS.index(side) and not card.late for card in board.cards)


def support(board: Board, side: str) -> int:
    """Return the cards of a side's smaller deck without leaders."""
    cards = [card for card in board.cards if card.side == SEATS.index(side) and not card.late]
    return sum(card.kind != "leader" for card in cards)


def leaders(board: Board, side: str) -> list[str]:
    cards = [card for card in board.cards if card.side == SEATS.index(side)]
    return sorted(card.title for card in cards if card.kind == "leader")


def aa_hexes(board: Board) -> int:
    """Return the number of AA cards that name a hex."""
    return sum(card.kind == "aa" and card.hex >= 0 for card in board.cards)


def aa_in_town(board: Board) -> bool:
    """Return whether the hexes of all AA cards are Urban."""
    return all(board.grid.bit[card.hex] & board.urban_hexes for card in board.cards if card.kind == "aa")


STATEMENTS = Statements.load(files("mamayev.games.inferno") / "data" / "statements.toml", __name__, "board")
