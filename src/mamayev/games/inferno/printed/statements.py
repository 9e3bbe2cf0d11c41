"""What the book states of map, blocks and cards (data/statements.toml), asked of a table's board."""

from __future__ import annotations

from importlib.resources import files

from mamayev.engine.statement import Statements

from ..rules.table import Inferno
from .board import EMPTY, GERMAN, INFANTRY, PANZER, POOL_NAMES, SEATS, TERRAIN_NAMES, Card, Unit

# ------------------------------------------------------------------ the map


def hexes(table: Inferno) -> int:
    return len(table.board.grid)


def numbered(table: Inferno) -> bool:
    """Whether the hexes with numbers are those from 1 on, without a gap."""
    found = {int(name) for name in table.board.grid.ids if name.isdecimal()}
    return found == set(range(1, len(found) + 1))


def lettered(table: Inferno) -> list[str]:
    return sorted(name for name in table.board.grid.ids if not name.isdecimal())


def of_terrain(table: Inferno, terrain: str) -> int:
    return table.board.terrain.count(TERRAIN_NAMES.index(terrain))


def terrains(table: Inferno) -> list[str]:
    return sorted({TERRAIN_NAMES[terrain] for terrain in table.board.terrain})


def terrain(table: Inferno, name: str) -> str:
    return TERRAIN_NAMES[table.board.terrain[table.board.hex[name]]]


def adjacent(table: Inferno, one: str, other: str) -> bool:
    board = table.board
    return bool(board.near[board.hex[one]] & board.grid.bit[board.hex[other]])


def neighbours(table: Inferno, name: str, fewest: str) -> bool:
    """Whether a hex has so many neighbours."""
    board = table.board
    return board.near[board.hex[name]].bit_count() >= int(fewest)


def by_die(table: Inferno, die: str, name: str) -> str:
    """The hex that a die leads to from a hex, by the numbers of the compass as they run clockwise."""
    board, grid = table.board, table.board.grid
    h = grid.toward[board.hex[name]][board.compass["clockwise"][int(die) - 1]]
    return grid.ids[h] if 0 <= h < len(grid) else ""


def level(table: Inferno, one: str, other: str) -> bool:
    """Whether two hexes lie equally far north."""
    board = table.board
    return board.row[board.hex[one]] == board.row[board.hex[other]]


def further_north(table: Inferno, one: str, other: str) -> bool:
    board = table.board
    return board.row[board.hex[one]] < board.row[board.hex[other]]


def nearer_the_river(table: Inferno, one: str, other: str) -> bool:
    board = table.board
    return board.rank[board.hex[one]] < board.rank[board.hex[other]]


def rolls_first(table: Inferno, *names: str) -> bool:
    """Whether some hexes roll in this order."""
    board = table.board
    places = [board.rolls_as[board.hex[name]] for name in names]
    return places == sorted(places)


def spawn_hexes(table: Inferno, side: str) -> list[str]:
    board = table.board
    found = board.german_spawn if side == "german" else board.soviet_spawn
    return sorted((board.grid.ids[h] for h in found), key=lambda name: (len(name), name))


def held_at_first(table: Inferno) -> list[str]:
    board = table.board
    return sorted(board.grid.ids[h] for h in board.grid.hexes(board.german_at_first))


def set_up_hexes(table: Inferno) -> int:
    return len(table.board.set_up)


def deploys(table: Inferno, colour: str) -> list[str]:
    board = table.board
    return sorted(board.grid.ids[h] for h in board.deploy[colour])


def spawns(table: Inferno, name: str) -> list[str]:
    """What comes in a Spawn hex, by every reading."""
    board = table.board
    h = board.hex[name]
    return sorted({POOL_NAMES[pool] for row in board.spawned.values() for pool in row[h]})


def spawns_alike(table: Inferno, one: str, other: str) -> bool:
    board = table.board
    return all(row[board.hex[one]] == row[board.hex[other]] for row in board.spawned.values())


def two_with_infantry(table: Inferno, name: str) -> bool:
    """Whether two units come in a Spawn hex by every reading, one of them infantry."""
    board = table.board
    rows = [[POOL_NAMES[pool] for pool in row[board.hex[name]]] for row in board.spawned.values()]
    return all(len(row) == 2 and "infantry" in row for row in rows)


def comes_somewhere(table: Inferno, kind: str) -> bool:
    """Whether units of a kind come in one of the Spawn hexes, by every reading."""
    return all(
        any(POOL_NAMES[pool] == kind for pools in row.values() for pool in pools)
        for row in table.board.spawned.values()
    )


def spawn_order(table: Inferno) -> list[str]:
    return [table.board.grid.ids[h] for h in table.spawn_order]


# ------------------------------------------------------------------ blocks


def _unit(table: Inferno, name: str) -> Unit:
    return table.board.units[table.board.unit[name]]


def _of_kind(table: Inferno, kind: str) -> list[Unit]:
    return [unit for unit in table.board.units if unit.kind == kind]


def units(table: Inferno, side: str) -> int:
    return table.board.side.count(SEATS.index(side))


def count(table: Inferno, kind: str) -> int:
    """The Soviet blocks of a kind."""
    return sum(unit.side != GERMAN for unit in _of_kind(table, kind))


def soviet_infantry(table: Inferno) -> int:
    return sum(bool(unit.arms & INFANTRY) for unit in table.board.units if unit.side != GERMAN)


def with_r(table: Inferno) -> int:
    return sum(unit.r for unit in table.board.units)


def kind(table: Inferno, name: str) -> str:
    return _unit(table, name).kind


def side(table: Inferno, name: str) -> str:
    return SEATS[_unit(table, name).side]


def counts_as_both(table: Inferno, name: str) -> bool:
    """Whether a block is infantry and Panzer."""
    return _unit(table, name).arms == INFANTRY | PANZER


def colours(table: Inferno) -> list[str]:
    return sorted({unit.colour for unit in table.board.units if unit.side == GERMAN})


def enough(table: Inferno, colour: str, fewest: str) -> bool:
    """Whether so much infantry has a colour."""
    board = table.board
    drawn = board.yellow_infantry if colour == "yellow" else board.white_infantry
    return len(drawn) >= int(fewest)


def most_dots(table: Inferno, kind: str) -> int:
    return max((unit.strength for unit in _of_kind(table, kind)), default=0)


def most_of_all(table: Inferno) -> int:
    return max(unit.strength for unit in table.board.units)


def fires(table: Inferno) -> list[int]:
    """The lowest dice on which blocks hit."""
    return sorted({unit.hits_on for unit in table.board.units})


def fires_of(table: Inferno, dots: str) -> list[int]:
    """The lowest dice on which blocks with so many dots hit."""
    return sorted({unit.hits_on for unit in table.board.units if unit.strength == int(dots)})


def at_least(table: Inferno, kind: str, fewest: str) -> bool:
    """Whether there are so many German blocks of a kind."""
    return sum(unit.side == GERMAN for unit in _of_kind(table, kind)) >= int(fewest)


def penalty(table: Inferno, row: str) -> str:
    """The unit that is printed at the end of a row of the chart."""
    u = table.board.penalty[int(row) - 1]
    return "" if u == EMPTY else table.board.units[u].id


def penalty_rows(table: Inferno) -> list[int]:
    """The rows of the chart that have a unit printed at their end."""
    return [row for row, u in enumerate(table.board.penalty, 1) if u != EMPTY]


# ------------------------------------------------------------------ cards


def _cards(table: Inferno, name: str) -> list[Card]:
    """All copies of a card."""
    found = [card for card in table.board.cards if card.id == name or card.id.rpartition("-")[0] == name]
    if not found:
        raise KeyError(name)
    return found


def copies(table: Inferno, name: str) -> int:
    return sum(not card.late for card in _cards(table, name))


def acts_as(table: Inferno, name: str) -> str:
    """What a card does: fire, hit a man or a tank, bring a unit, stop an airstrike, or lead."""
    return _cards(table, name)[0].kind


def dice(table: Inferno, name: str) -> int:
    return _cards(table, name)[0].dice


def rubble(table: Inferno, name: str) -> int:
    return _cards(table, name)[0].rubble


def airstrikes(table: Inferno) -> list[str]:
    return sorted({card.title for card in table.board.cards if card.airstrike})


def deck(table: Inferno, side: str) -> int:
    """The cards of a side's smaller deck, leaders among them."""
    return sum(card.side == SEATS.index(side) and not card.late for card in table.board.cards)


def support(table: Inferno, side: str) -> int:
    """The cards of a side's smaller deck without the leaders."""
    cards = [card for card in table.board.cards if card.side == SEATS.index(side) and not card.late]
    return sum(card.kind != "leader" for card in cards)


def leaders(table: Inferno, side: str) -> list[str]:
    cards = [card for card in table.board.cards if card.side == SEATS.index(side)]
    return sorted(card.title for card in cards if card.kind == "leader")


def aa_hexes(table: Inferno) -> int:
    """How many AA cards name a hex."""
    return sum(card.kind == "aa" and card.hex >= 0 for card in table.board.cards)


def aa_in_town(table: Inferno) -> bool:
    """Whether the hexes of all AA cards are Urban."""
    board = table.board
    return all(board.grid.bit[card.hex] & board.urban_hexes for card in board.cards if card.kind == "aa")


QUESTIONS = {
    question.__name__: question
    for question in (
        hexes, numbered, lettered, of_terrain, terrains, terrain, adjacent, neighbours, by_die, level, further_north,
        nearer_the_river, rolls_first, spawn_hexes, held_at_first, set_up_hexes, deploys, spawns, spawns_alike,
        two_with_infantry, comes_somewhere, spawn_order, fires_of, at_least,
        units, count, soviet_infantry, with_r, kind, side, counts_as_both, colours, enough,
        most_dots, most_of_all, fires, penalty, penalty_rows, copies, acts_as, dice, rubble, airstrikes, deck, support,
        leaders, aa_hexes, aa_in_town,
    )
}  # fmt: skip
STATEMENTS = Statements.load(files("mamayev.games.inferno") / "data" / "statements.toml", QUESTIONS)
