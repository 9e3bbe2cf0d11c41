"""The rulebooks' statements about the map, counters and cards (data/statements.toml), checked against a table's
components."""

from __future__ import annotations

from heapq import heappop, heappush
from importlib.resources import files

from mamayev.engine.statement import Statements

from .cards import CardData
from .components import Components
from .map import Area
from .units import UnitData

# ------------------------------------------------------------------ the map


def _areas(board: Components) -> list[Area]:
    return [area for area in board.areas if area is not None]


def _area(board: Components, number: str) -> Area:
    area = board.areas[int(number)]
    assert area is not None
    return area


def areas(board: Components) -> int:
    return len(_areas(board))


def adjacent(board: Components, one: str, other: str) -> bool:
    return int(other) in _area(board, one).adjacent


def river_pairs(board: Components) -> list[str]:
    """Return the pairs of areas that face each other across a river, lower number first."""
    return sorted(f"{min(pair)}-{max(pair)}" for pair in board.river_pairs)


def outside(board: Components, *numbers: str) -> list[str]:
    """Return the given areas that are outside the Perimeter."""
    return [number for number in numbers if not _area(board, number).inside]


def in_contact(board: Components, *numbers: str) -> list[str]:
    """Return the given areas that are outside the Perimeter and touch an area inside."""
    return [n for n in numbers if not _area(board, n).inside and _beside(board, n, inside=True)]


def beside_soviets(board: Components, number: str) -> bool:
    """Return whether an area touches another in which a Soviet unit starts."""
    return any(area in _area(board, number).adjacent for _, area in board.soviet)


def other_german(board: Components, number: str, but: str) -> bool:
    """Return whether an area touches areas inside the Perimeter other than the given one."""
    return any(n != int(but) for n in _beside(board, number, inside=True))


def _beside(board: Components, number: str, *, inside: bool) -> list[int]:
    return [n for n in _area(board, number).adjacent if _area(board, str(n)).inside == inside]


def tally(board: Components, start: str, goal: str) -> int:
    """Return the lowest move tally of a path at the start of the game (CAU-MOVE-02, CAU-MOVE-03)."""
    held = {area.number for area in _areas(board) if area.inside}
    queue, done = [(0, int(start))], set()
    while queue:
        cost, number = heappop(queue)
        if number == int(goal):
            return cost
        done.add(number)
        for n in _area(board, str(number)).adjacent:
            if n in held and n not in done:
                heappush(queue, (cost + (1 if held.issuperset(_area(board, str(n)).adjacent) else 2), n))
    return 0


def name(board: Components, number: str) -> str:
    return _area(board, number).name


def is_key(board: Components, place: str) -> bool:
    """Return whether an area, by number or name, is a Key Area."""
    for area in _areas(board):
        if place in (str(area.number), area.name):
            return area.key
    raise KeyError(place)


def airfields(board: Components) -> list[str]:
    return sorted(area.name for area in _areas(board) if area.airfield)


def of_stalingrad(board: Components) -> int:
    return sum(area.stalingrad for area in _areas(board))


def is_stalingrad(board: Components, number: str) -> bool:
    return _area(board, number).stalingrad


def morale(board: Components) -> int:
    """Return the morale at setup (CAU-MORALE-01 to CAU-MORALE-03)."""
    held = [area for area in _areas(board) if area.inside]
    return len(held) + 2 * sum(area.key for area in held) + board.relief_values[0]


def morale_of_areas(board: Components) -> int:
    """Return the morale at setup, excluding the value of the Relief box (CAU-SETUP-04)."""
    return morale(board) - board.relief_values[0]


def entries_apart(board: Components) -> list[str]:
    """Return the entry areas that touch the pocket at the start."""
    return [area.entry for area in _areas(board) if area.entry and in_contact(board, str(area.number))]


def entry_letters(board: Components) -> list[str]:
    return sorted(area.entry for area in _areas(board) if area.entry)


def box_step(board: Components, lower: str, higher: str) -> int:
    """Return how much more morale one Relief box gives than another."""
    values = board.relief_values
    return values[int(higher) - 1] - values[int(lower) - 1]


# ------------------------------------------------------------------ counters


def _unit(board: Components, name: str) -> UnitData:
    return {unit.id: unit for unit in board.units}[name]


def _set_up(board: Components) -> list[UnitData]:
    return [unit for unit in board.units if unit.area]


def begins(board: Components, unit: str) -> list[str]:
    """Return the type of a unit, the area where it starts, and whether it starts depleted."""
    found = _unit(board, unit)
    return [found.type, str(found.area), *(["depleted"] if found.depleted else [])]


def set_up(board: Components) -> int:
    return len(_set_up(board))


def of_type(board: Components, type: str) -> int:
    """Return the units of a type that are in the setup."""
    return sum(unit.type == type for unit in _set_up(board))


def battlegroups(board: Components) -> list[str]:
    """Return the letters of the battlegroups."""
    return sorted(unit.label for unit in board.units if unit.type == "BG")


def depleted(board: Components) -> int:
    return sum(unit.depleted for unit in _set_up(board))


def at_full_strength(board: Components) -> int:
    return sum(not unit.depleted and unit.type != "HQ" for unit in _set_up(board))


def defenses(board: Components, side: str) -> list[int]:
    """Return the areas that start with a Prepared Defense showing a given side."""
    found = board
    return sorted(found.pdm_active if side == "active" else found.pdm_inactive)


def enough_defenses(board: Components, fewest: str) -> bool:
    return board.pdm_limit >= int(fewest)


def soviet_areas(board: Components) -> list[int]:
    return sorted(area for _, area in board.soviet)


def army(board: Components, army: str) -> list[int]:
    """Return the areas in which a Soviet army starts."""
    return sorted(area for name, area in board.soviet if name == army)


def additional(board: Components, type: str) -> bool:
    """Return whether the variable setup has additional units of a type."""
    return any(unit.optional and unit.type == type for unit in board.units)


# ------------------------------------------------------------------ cards


def _card(board: Components, number: str) -> CardData:
    return board.cards[int(number) - 1]


def cards(board: Components) -> int:
    return len(board.cards)


def effects(board: Components, number: str) -> list[str]:
    return [word for word, _ in _card(board, number).effects]


def some_effect(board: Components, word: str) -> bool:
    """Return whether a card has an effect."""
    return any(one == word and amount > 0 for card in board.cards for one, amount in card.effects)


def weather(board: Components, number: str) -> str:
    return _card(board, number).weather


def attack(board: Components, number: str) -> str:
    return _card(board, number).attack


def last_offensive(board: Components, number: str) -> int:
    """Return a card's only Offensive number, or the right-hand one of two."""
    return _card(board, number).offensive[-1]


def titled(board: Components, title: str) -> bool:
    return any(card.title == title for card in board.cards)


def weathers(board: Components) -> list[str]:
    return sorted({card.weather for card in board.cards})


def attacks(board: Components) -> list[str]:
    return sorted({card.attack for card in board.cards})


def randoms(board: Components) -> list[int]:
    """Return the lowest and the highest Random Number."""
    found = sorted(card.random for card in board.cards)
    return [found[0], found[-1]]


def random_on_another(board: Components, number: str, *but: str) -> bool:
    """Return whether any card other than the given ones has a Random Number."""
    return any(card.random == int(number) for card in board.cards if str(card.id) not in but)


def some_card(board: Components, what: str) -> bool:
    """Return whether cards exist that are removed, cause a reshuffle, or have two or negative Offensive numbers."""
    found = board.cards
    return {
        "remove": any(card.remove for card in found),
        "reshuffle": any(card.reshuffle for card in found),
        "two": any(len(card.offensive) == 2 for card in found),
        "negative": any(number < 0 for card in found for number in card.offensive),
    }[what]


STATEMENTS = Statements.load(files("mamayev.games.cauldron") / "data" / "statements.toml", __name__, "components")
