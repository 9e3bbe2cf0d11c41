"""The questions that check the rulebook's statements about the map, counters and cards (data/statements.toml)."""

from __future__ import annotations

from importlib.resources import files
from itertools import product

from mamayev.engine.statement import Statements
from mamayev.terrain.grid import OFF

from .board import Board
from .cards import COMBAT, EVENT_NAMES, WINDOWS, Event
from .map import SEATS, TERRAINS
from .units import ALARM, CUPS, FORMATION, GROUPS, KINDS, NONE, members

# ------------------------------------------------------------------ the map


def entries(board: Board, seat: str) -> list[str]:
    grid = board.grid
    return sorted(grid.ids[h] for h in grid.hexes(board.entries[SEATS.index(seat)]))


def on_road(board: Board, name: str) -> bool:
    return bool(board.road & board.grid.bit[board.hex[name]])


def terrain(board: Board, name: str) -> str:
    return TERRAINS[board.terrain_at[name]].lower()


def terrains(board: Board) -> list[str]:
    return sorted({TERRAINS[letter].lower() for letter in board.terrain_at.values()})


def wet_sides(board: Board, name: str, fewest: str) -> bool:
    """Return whether a hex has at least the given number of river sides without a bridge."""
    unbridged = board.rivers - board.bridges
    h = board.hex[name]
    return sum(board.grid.side(h, n) in unbridged for n in board.grid.neighbours[h]) >= int(fewest)


def ways(board: Board) -> list[str]:
    return sorted({kind for kind, _ in board.road_lines})


def has_rivers(board: Board, bridged: str) -> bool:
    return bool(board.rivers & board.bridges if bridged == "bridged" else board.rivers - board.bridges)


def sources_at_edges(board: Board, seat: str) -> bool:
    grid = board.grid
    return all(OFF in grid.toward[h] for h in grid.hexes(board.sources[SEATS.index(seat)]))


# ------------------------------------------------------------------ counters


def kind(board: Board, unit: str) -> str:
    return KINDS[board.kind[board.unit[unit]]]


def belongs(board: Board, unit: str, formation: str) -> bool:
    return board.units[board.unit[unit]].formation == FORMATION[formation]


def side(board: Board, unit: str) -> str:
    return SEATS[board.side_of[board.unit[unit]]]


def independent(board: Board, unit: str) -> bool:
    return board.units[board.unit[unit]].formation == NONE


def independents(board: Board, seat: str) -> bool:
    """Return whether a side has combat units that belong to no formation and no cup."""
    return any(
        board.units[u].formation == NONE and board.cup[u] == NONE and board.is_combat[u]
        for u in board.sides[SEATS.index(seat)]
    )


def has_units(board: Board, formation: str) -> bool:
    return bool(board.of_formation[FORMATION[formation]])


def of_army(board: Board, corps: str, army: str) -> bool:
    """Return whether a corps has units that all belong to one army."""
    units = [u for u in members(board.of_formation[FORMATION[corps]]) if board.is_combat[u]]
    return bool(units) and all(GROUPS[board.units[u].group].startswith(army) for u in units)


def has_division(board: Board, formation: str, division: str) -> bool:
    """Return whether a formation has counters of a division. The end of a counter's name shows its division."""
    units = members(sum(board.of_formation[FORMATION[name]] for name in formation.split("+")))
    return any(board.units[u].name.endswith(division) for u in units)


def kinds(board: Board) -> list[str]:
    """Return the types of the combat units."""
    return sorted({KINDS[board.kind[u]] for u in members(board.troops)})


def headquarters(board: Board, formation: str) -> bool:
    return FORMATION[formation] in board.hq_of


def steps(board: Board) -> list[int]:
    return sorted({board.units[u].steps for u in members(board.troops)})


def add_up(board: Board, total: str, *units: str) -> bool:
    """Return whether the strengths of the given counters, on either side, can add up to the given total."""
    faces = [board.units[board.unit[unit]].strength[1:] for unit in units]
    return int(total) in map(sum, product(*faces))


def reduced(board: Board, *units: str) -> int:
    """Return the total strength of the given counters when each has one step left."""
    return sum(board.units[board.unit[unit]].strength[1] for unit in units)


def turns(board: Board, seat: str) -> list[int]:
    """Return the turns in which combat units arrive as reinforcements."""
    found = {board.units[u].turn for u in board.sides[SEATS.index(seat)] if board.is_combat[u]}
    return sorted(found - {0})


def arrives(board: Board, formation: str) -> list[int]:
    return sorted({board.units[u].turn for u in members(board.of_formation[FORMATION[formation]])})


def in_cup(board: Board, cup: str) -> list[str]:
    """Return the units in a cup, without its markers."""
    return sorted({KINDS[board.kind[u]] for u in members(board.of_cup[CUPS.index(cup)] & board.troops)})


def snafus(board: Board, cup: str) -> int:
    return len(members(board.of_cup[CUPS.index(cup)] & ~board.troops))


def alarms_stand(board: Board) -> bool:
    """Return whether every Alarmgruppe has a movement allowance of 0."""
    return not any(board.units[u].movement[-1] for u in members(board.of_cup[ALARM]) if board.is_combat[u])


def colours(board: Board, army: str) -> bool:
    """Return whether the units of an army have more than one color."""
    first = 4 * ("51A", "2GA").index(army)
    return sum(bool(units) for units in board.of_group[first : first + 4]) > 1


# ------------------------------------------------------------------ cards


def _event(board: Board, code: str, event: str) -> Event:
    found = board.events[board.by_code[code][0]][EVENT_NAMES.index(event)]
    if found is None:
        raise KeyError(f"{event} event of {code}")
    return found


def card_side(board: Board, code: str) -> str:
    return SEATS[board.card_side[board.by_code[code][0]]]


def die(board: Board, code: str, event: str) -> int:
    return _event(board, code, event).roll


def removes(board: Board, code: str, event: str) -> bool:
    return _event(board, code, event).removes


def does(board: Board, code: str, event: str) -> list[str]:
    return sorted(effect.kind for effect in _event(board, code, event).effects)


def window(board: Board, code: str, event: str, when: str) -> bool:
    return WINDOWS.index(when) in _event(board, code, event).windows


def partners(board: Board, one: str, other: str) -> bool:
    return any(board.partner.get(c) in board.by_code[other] for c in board.by_code[one])


def someone_does(board: Board, seat: str, effect: str) -> bool:
    """Return whether a combat card of a side has an effect."""
    cards = board.deck[SEATS.index(seat)][COMBAT]
    return any(e.kind == effect for c in cards for event in board.events[c] if event for e in event.effects)


def anybody_does(board: Board, effect: str) -> bool:
    return any(someone_does(board, seat, effect) for seat in SEATS)


def some_window(board: Board, when: str) -> bool:
    """Return whether any combat card can be played in a reaction window."""
    events = [event for row in board.events for event in row if event]
    return any(WINDOWS.index(when) in event.windows for event in events)


def two_options(board: Board, seat: str) -> list[str]:
    """Return a side's combat cards that lack one of the two options."""
    cards = board.deck[SEATS.index(seat)][COMBAT]
    return sorted({board.cards[c].title for c in cards if None in board.events[c][:2]})


def activates(board: Board, seat: str, way: str, whom: str = "") -> bool:
    """Return whether a side has an activation card of a kind."""
    return any(card.way == way and whom in ("", card.whom) for card in board.cards if card.side == SEATS.index(seat))


def has_late(board: Board, seat: str, deck: str) -> bool:
    """Return whether a side's deck of a kind has early and late cards."""
    late = {board.cards[c].late for c in board.deck[SEATS.index(seat)][("activation", "combat").index(deck)]}
    return late == {False, True}


STATEMENTS = Statements.load(files("mamayev.games.donnerschlag") / "data" / "statements.toml", __name__, "board")
