"""What the book states of map, counters and cards (data/statements.toml), asked of a table's board."""

from __future__ import annotations

from importlib.resources import files
from itertools import product

from mamayev.engine.statement import Statements
from mamayev.terrain.grid import OFF

from ..rules.table import Donnerschlag
from .cards import COMBAT, EVENT_NAMES, WINDOWS, Event
from .map import SEATS
from .units import ALARM, CUPS, FORMATION, GROUPS, KINDS, NONE, members

TERRAINS = {".": "clear", "v": "minor village", "T": "town", "C": "city"}


# ------------------------------------------------------------------ the map


def entries(table: Donnerschlag, seat: str) -> list[str]:
    grid = table.board.grid
    return sorted(grid.ids[h] for h in grid.hexes(table.board.entries[SEATS.index(seat)]))


def on_road(table: Donnerschlag, name: str) -> bool:
    board = table.board
    return bool(board.road & board.grid.bit[board.hex[name]])


def terrain(table: Donnerschlag, name: str) -> str:
    return TERRAINS[table.board.terrain_at[name]]


def terrains(table: Donnerschlag) -> list[str]:
    return sorted({TERRAINS[letter] for letter in table.board.terrain_at.values()})


def wet_sides(table: Donnerschlag, name: str, fewest: str) -> bool:
    """Whether so many hexsides of a hex are rivers without a bridge."""
    board = table.board
    unbridged = board.rivers - board.bridges
    h = board.hex[name]
    return sum(board.grid.side(h, n) in unbridged for n in board.grid.neighbours[h]) >= int(fewest)


def ways(table: Donnerschlag) -> list[str]:
    return sorted({kind for kind, _ in table.board.road_lines})


def has_rivers(table: Donnerschlag, bridged: str) -> bool:
    board = table.board
    return bool(board.rivers & board.bridges if bridged == "bridged" else board.rivers - board.bridges)


def sources_at_edges(table: Donnerschlag, seat: str) -> bool:
    board, grid = table.board, table.board.grid
    return all(OFF in grid.toward[h] for h in grid.hexes(board.sources[SEATS.index(seat)]))


# ------------------------------------------------------------------ counters


def kind(table: Donnerschlag, unit: str) -> str:
    return KINDS[table.board.kind[table.board.unit[unit]]]


def belongs(table: Donnerschlag, unit: str, formation: str) -> bool:
    return table.board.units[table.board.unit[unit]].formation == FORMATION[formation]


def side(table: Donnerschlag, unit: str) -> str:
    return SEATS[table.board.side_of[table.board.unit[unit]]]


def independent(table: Donnerschlag, unit: str) -> bool:
    return table.board.units[table.board.unit[unit]].formation == NONE


def independents(table: Donnerschlag, seat: str) -> bool:
    """Whether a side has combat units of no formation that are in no cup."""
    board = table.board
    return any(
        board.units[u].formation == NONE and board.cup[u] == NONE and board.is_combat[u]
        for u in board.sides[SEATS.index(seat)]
    )


def has_units(table: Donnerschlag, formation: str) -> bool:
    return bool(table.board.of_formation[FORMATION[formation]])


def of_army(table: Donnerschlag, corps: str, army: str) -> bool:
    """Whether a corps has units, all of them of an army."""
    board = table.board
    units = [u for u in members(board.of_formation[FORMATION[corps]]) if board.is_combat[u]]
    return bool(units) and all(GROUPS[board.units[u].group].startswith(army) for u in units)


def has_division(table: Donnerschlag, formation: str, division: str) -> bool:
    """Whether a formation has counters of a division, by the end of their names."""
    board = table.board
    units = members(sum(board.of_formation[FORMATION[name]] for name in formation.split("+")))
    return any(board.units[u].name.endswith(division) for u in units)


def kinds(table: Donnerschlag) -> list[str]:
    """The types of the combat units."""
    board = table.board
    return sorted({KINDS[board.kind[u]] for u in members(board.troops)})


def headquarters(table: Donnerschlag, formation: str) -> bool:
    return FORMATION[formation] in table.board.hq_of


def steps(table: Donnerschlag) -> list[int]:
    board = table.board
    return sorted({board.units[u].steps for u in members(board.troops)})


def add_up(table: Donnerschlag, total: str, *units: str) -> bool:
    """Whether the strengths of some counters, each on either side, can add up to so much."""
    faces = [table.board.units[table.board.unit[unit]].strength[1:] for unit in units]
    return int(total) in map(sum, product(*faces))


def reduced(table: Donnerschlag, *units: str) -> int:
    """The strengths of some counters with one step each, together."""
    return sum(table.board.units[table.board.unit[unit]].strength[1] for unit in units)


def turns(table: Donnerschlag, seat: str) -> list[int]:
    """The turns in which combat units come as reinforcements."""
    board = table.board
    found = {board.units[u].turn for u in board.sides[SEATS.index(seat)] if board.is_combat[u]}
    return sorted(found - {0})


def arrives(table: Donnerschlag, formation: str) -> list[int]:
    board = table.board
    return sorted({board.units[u].turn for u in members(board.of_formation[FORMATION[formation]])})


def in_cup(table: Donnerschlag, cup: str) -> list[str]:
    """What is in a cup beside its markers."""
    board = table.board
    return sorted({KINDS[board.kind[u]] for u in members(board.of_cup[CUPS.index(cup)] & board.troops)})


def snafus(table: Donnerschlag, cup: str) -> int:
    board = table.board
    return len(members(board.of_cup[CUPS.index(cup)] & ~board.troops))


def alarms_stand(table: Donnerschlag) -> bool:
    """Whether no counter of the Alarmgruppen has a movement allowance."""
    board = table.board
    return not any(board.units[u].movement[-1] for u in members(board.of_cup[ALARM]) if board.is_combat[u])


def colours(table: Donnerschlag, army: str) -> bool:
    """Whether the units of an army have more than one colour."""
    first = 4 * ("51A", "2GA").index(army)
    return sum(bool(units) for units in table.board.of_group[first : first + 4]) > 1


# ------------------------------------------------------------------ cards


def _event(table: Donnerschlag, code: str, event: str) -> Event:
    board = table.board
    found = board.events[board.by_code[code][0]][EVENT_NAMES.index(event)]
    if found is None:
        raise KeyError(f"{event} event of {code}")
    return found


def card_side(table: Donnerschlag, code: str) -> str:
    board = table.board
    return SEATS[board.card_side[board.by_code[code][0]]]


def die(table: Donnerschlag, code: str, event: str) -> int:
    return _event(table, code, event).roll


def removes(table: Donnerschlag, code: str, event: str) -> bool:
    return _event(table, code, event).removes


def does(table: Donnerschlag, code: str, event: str) -> list[str]:
    return sorted(effect.kind for effect in _event(table, code, event).effects)


def window(table: Donnerschlag, code: str, event: str, when: str) -> bool:
    return WINDOWS.index(when) in _event(table, code, event).windows


def partners(table: Donnerschlag, one: str, other: str) -> bool:
    board = table.board
    return any(board.partner.get(c) in board.by_code[other] for c in board.by_code[one])


def someone_does(table: Donnerschlag, seat: str, effect: str) -> bool:
    """Whether a combat card of a side has an effect."""
    board = table.board
    cards = board.deck[SEATS.index(seat)][COMBAT]
    return any(e.kind == effect for c in cards for event in board.events[c] if event for e in event.effects)


def anybody_does(table: Donnerschlag, effect: str) -> bool:
    return any(someone_does(table, seat, effect) for seat in SEATS)


def some_window(table: Donnerschlag, when: str) -> bool:
    """Whether there are combat cards for a moment."""
    events = [event for row in table.board.events for event in row if event]
    return any(WINDOWS.index(when) in event.windows for event in events)


def two_options(table: Donnerschlag, seat: str) -> list[str]:
    """The combat cards of a side that lack one of the two options."""
    board = table.board
    cards = board.deck[SEATS.index(seat)][COMBAT]
    return sorted({board.cards[c].title for c in cards if None in board.events[c][:2]})


def activates(table: Donnerschlag, seat: str, way: str, whom: str = "") -> bool:
    """Whether a side has an activation card of a kind."""
    board = table.board
    return any(card.way == way and whom in ("", card.whom) for card in board.cards if card.side == SEATS.index(seat))


def has_late(table: Donnerschlag, seat: str, deck: str) -> bool:
    """Whether a side's deck of a kind has early and late cards."""
    board = table.board
    late = {board.cards[c].late for c in board.deck[SEATS.index(seat)][("activation", "combat").index(deck)]}
    return late == {False, True}


QUESTIONS = {
    question.__name__: question
    for question in (
        entries, on_road, terrain, terrains, wet_sides, ways, has_rivers, sources_at_edges,
        kind, belongs, side, independent, independents, has_units, of_army, has_division, kinds,
        headquarters, steps, add_up,
        reduced, turns, arrives, in_cup, snafus, alarms_stand, colours, card_side, die, removes, does, window, partners,
        someone_does, anybody_does, some_window, two_options, activates, has_late,
    )
}  # fmt: skip
STATEMENTS = Statements.load(files("mamayev.games.donnerschlag") / "data" / "statements.toml", QUESTIONS)
