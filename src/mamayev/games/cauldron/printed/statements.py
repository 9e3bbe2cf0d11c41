"""What the books state of map, counters and cards (data/statements.toml), asked of a table's components."""

from __future__ import annotations

from heapq import heappop, heappush
from importlib.resources import files

from mamayev.engine.statement import Statements

from ..rules.table import CauldronTable
from .components import Area, CardData, UnitData

# ------------------------------------------------------------------ the map


def _areas(table: CauldronTable) -> list[Area]:
    return [area for area in table.components.areas if area is not None]


def _area(table: CauldronTable, number: str) -> Area:
    area = table.components.areas[int(number)]
    assert area is not None
    return area


def areas(table: CauldronTable) -> int:
    return len(_areas(table))


def adjacent(table: CauldronTable, one: str, other: str) -> bool:
    return int(other) in _area(table, one).adjacent


def river_pairs(table: CauldronTable) -> list[str]:
    """The pairs of areas that face each other across a river, each with the lower number first."""
    return sorted(f"{min(pair)}-{max(pair)}" for pair in table.components.river_pairs)


def outside(table: CauldronTable, *numbers: str) -> list[str]:
    """Those of some areas that do not lie inside the Perimeter."""
    return [number for number in numbers if not _area(table, number).inside]


def in_contact(table: CauldronTable, *numbers: str) -> list[str]:
    """Those of some areas that lie outside the Perimeter and touch an area inside."""
    return [n for n in numbers if not _area(table, n).inside and _beside(table, n, inside=True)]


def beside_soviets(table: CauldronTable, number: str) -> bool:
    """Whether an area touches one that a Soviet unit starts in."""
    return any(area in _area(table, number).adjacent for _, area in table.components.soviet)


def other_german(table: CauldronTable, number: str, but: str) -> bool:
    """Whether an area touches areas inside the Perimeter beside a given one."""
    return any(n != int(but) for n in _beside(table, number, inside=True))


def _beside(table: CauldronTable, number: str, *, inside: bool) -> list[int]:
    return [n for n in _area(table, number).adjacent if _area(table, str(n)).inside == inside]


def tally(table: CauldronTable, start: str, goal: str) -> int:
    """The least move tally of a way at the start of the game (CAU-MOVE-02, CAU-MOVE-03)."""
    held = {area.number for area in _areas(table) if area.inside}
    queue, done = [(0, int(start))], set()
    while queue:
        cost, number = heappop(queue)
        if number == int(goal):
            return cost
        done.add(number)
        for n in _area(table, str(number)).adjacent:
            if n in held and n not in done:
                heappush(queue, (cost + (1 if held.issuperset(_area(table, str(n)).adjacent) else 2), n))
    return 0


def name(table: CauldronTable, number: str) -> str:
    return _area(table, number).name


def is_key(table: CauldronTable, place: str) -> bool:
    """Whether an area, by its number or its name, is a Key Area."""
    for area in _areas(table):
        if place in (str(area.number), area.name):
            return area.key
    raise KeyError(place)


def airfields(table: CauldronTable) -> list[str]:
    return sorted(area.name for area in _areas(table) if area.airfield)


def of_stalingrad(table: CauldronTable) -> int:
    return sum(area.stalingrad for area in _areas(table))


def is_stalingrad(table: CauldronTable, number: str) -> bool:
    return _area(table, number).stalingrad


def morale(table: CauldronTable) -> int:
    """That of the set-up (CAU-MORALE-01 to CAU-MORALE-03)."""
    held = [area for area in _areas(table) if area.inside]
    return len(held) + 2 * sum(area.key for area in held) + table.components.relief_values[0]


def morale_of_areas(table: CauldronTable) -> int:
    """That of the set-up without the value of a Relief box (CAU-SETUP-04)."""
    return morale(table) - table.components.relief_values[0]


def entries_apart(table: CauldronTable) -> list[str]:
    """The entry areas that touch the pocket at the start."""
    return [area.entry for area in _areas(table) if area.entry and in_contact(table, str(area.number))]


def entry_letters(table: CauldronTable) -> list[str]:
    return sorted(area.entry for area in _areas(table) if area.entry)


def box_step(table: CauldronTable, lower: str, higher: str) -> int:
    """How much more morale one Relief box gives than another."""
    values = table.components.relief_values
    return values[int(higher) - 1] - values[int(lower) - 1]


# ------------------------------------------------------------------ counters


def _unit(table: CauldronTable, name: str) -> UnitData:
    return {unit.id: unit for unit in table.components.units}[name]


def _set_up(table: CauldronTable) -> list[UnitData]:
    return [unit for unit in table.components.units if unit.area]


def begins(table: CauldronTable, unit: str) -> list[str]:
    """The type of a unit, the area where it begins, and whether it is depleted there."""
    found = _unit(table, unit)
    return [found.type, str(found.area), *(["depleted"] if found.depleted else [])]


def set_up(table: CauldronTable) -> int:
    return len(_set_up(table))


def of_type(table: CauldronTable, type: str) -> int:
    """The units of a type in the set-up."""
    return sum(unit.type == type for unit in _set_up(table))


def battlegroups(table: CauldronTable) -> list[str]:
    """The letters of the battlegroups."""
    return sorted(unit.label for unit in table.components.units if unit.type == "BG")


def depleted(table: CauldronTable) -> int:
    return sum(unit.depleted for unit in _set_up(table))


def at_full_strength(table: CauldronTable) -> int:
    return sum(not unit.depleted and unit.type != "HQ" for unit in _set_up(table))


def defenses(table: CauldronTable, side: str) -> list[int]:
    """The areas with Prepared Defenses on a side at the start."""
    found = table.components
    return sorted(found.pdm_active if side == "active" else found.pdm_inactive)


def enough_defenses(table: CauldronTable, fewest: str) -> bool:
    return table.components.pdm_limit >= int(fewest)


def soviet_areas(table: CauldronTable) -> list[int]:
    return sorted(area for _, area in table.components.soviet)


def army(table: CauldronTable, army: str) -> list[int]:
    """The areas in which an army starts."""
    return sorted(area for name, area in table.components.soviet if name == army)


def additional(table: CauldronTable, type: str) -> bool:
    """Whether there are additional units of a type for the variable set-up."""
    return any(unit.optional and unit.type == type for unit in table.components.units)


# ------------------------------------------------------------------ cards


def _card(table: CauldronTable, number: str) -> CardData:
    return table.components.cards[int(number) - 1]


def cards(table: CauldronTable) -> int:
    return len(table.components.cards)


def effects(table: CauldronTable, number: str) -> list[str]:
    return [word for word, _ in _card(table, number).effects]


def some_effect(table: CauldronTable, word: str) -> bool:
    """Whether a card gives something."""
    return any(one == word and amount > 0 for card in table.components.cards for one, amount in card.effects)


def weather(table: CauldronTable, number: str) -> str:
    return _card(table, number).weather


def attack(table: CauldronTable, number: str) -> str:
    return _card(table, number).attack


def last_offensive(table: CauldronTable, number: str) -> int:
    """The right-hand or only Offensive number of a card."""
    return _card(table, number).offensive[-1]


def titled(table: CauldronTable, title: str) -> bool:
    return any(card.title == title for card in table.components.cards)


def weathers(table: CauldronTable) -> list[str]:
    return sorted({card.weather for card in table.components.cards})


def attacks(table: CauldronTable) -> list[str]:
    return sorted({card.attack for card in table.components.cards})


def randoms(table: CauldronTable) -> list[int]:
    """The least and the greatest Random Number."""
    found = sorted(card.random for card in table.components.cards)
    return [found[0], found[-1]]


def random_on_another(table: CauldronTable, number: str, *but: str) -> bool:
    """Whether a card beside some has a Random Number."""
    return any(card.random == int(number) for card in table.components.cards if str(card.id) not in but)


def some_card(table: CauldronTable, what: str) -> bool:
    """Whether there are cards that are removed, cause a reshuffle, or have two or negative Offensive numbers."""
    found = table.components.cards
    return {
        "remove": any(card.remove for card in found),
        "reshuffle": any(card.reshuffle for card in found),
        "two": any(len(card.offensive) == 2 for card in found),
        "negative": any(number < 0 for card in found for number in card.offensive),
    }[what]


QUESTIONS = {
    question.__name__: question
    for question in (
        areas, adjacent, river_pairs, outside, in_contact, beside_soviets, other_german, tally, name, is_key, airfields,
        of_stalingrad, is_stalingrad, morale, morale_of_areas, entries_apart, entry_letters, box_step, begins, set_up,
        of_type, at_full_strength, some_effect,
        battlegroups, depleted, defenses, enough_defenses, soviet_areas, army, additional, cards, effects, weather,
        attack, last_offensive, titled, weathers, attacks, randoms, random_on_another, some_card,
    )
}  # fmt: skip
STATEMENTS = Statements.load(files("mamayev.games.cauldron") / "data" / "statements.toml", QUESTIONS)
