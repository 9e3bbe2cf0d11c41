"""The map, cards and counters, from our files or from the player's, checked on load.

`data/` holds our reconstruction. A player's files replace ours of the same name. Error messages name the file, the
entry and the field.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import msgspec

from mamayev.engine.components import Files
from mamayev.match.reading import prepare

from .cards import CardData, read_cards
from .map import AREAS, PRINTED, Area, MapForm, check_river_pairs, read_areas
from .shapes import shapes
from .units import CountersForm, UnitData, check_defenses, read_armies, read_units


class Components(NamedTuple):
    """Everything printed: `areas` by number (number 0 is None), `cards` by id, `units` in stacking order.

    `soviet`: armies on the map at the start, with their areas. `soviet_reserve`: names of units placed later.
    `pdm_active`, `pdm_inactive`: areas with a Prepared Defense at the start. `drawing`: the player's shapes, or None if
    ours are used.
    """

    areas: tuple[Area | None, ...]
    cards: tuple[CardData, ...]
    units: tuple[UnitData, ...]
    soviet: tuple[tuple[str, int], ...]
    soviet_reserve: tuple[str, ...]
    pdm_active: tuple[int, ...]
    pdm_inactive: tuple[int, ...]
    pdm_limit: int
    relief_values: tuple[int, int, int, int, int]
    river_pairs: tuple[tuple[int, int], ...]
    drawing: Files | None


def load(own: Files | None = None, deck: str = "calibrated") -> Components:
    """Return the components from a player's files, or from ours.

    `deck` selects one of our two decks, unless the player's files include one. Raises Refusal, which names the file,
    the entry and the field, if something is wrong.
    """
    if own is None:
        return ours(deck)
    found = _components(own)
    return found if deck == "calibrated" or "cards.toml" in own else _with_first_deck(found)


@cache
def ours(deck: str = "calibrated") -> Components:
    """Return the components from our reconstruction."""
    found = _components(None)
    return found if deck == "calibrated" else _with_first_deck(found)


def _with_first_deck(found: Components) -> Components:
    """Return the components with the first version of our deck."""
    cards = list(found.cards)
    first = Files({"cards-first.toml": PRINTED.text("cards-first.toml")})
    for changed in first.data("cards-first.toml")["card"]:
        index = changed["id"] - 1
        cards[index] = msgspec.convert(msgspec.structs.asdict(cards[index]) | changed, CardData)
    return found._replace(cards=tuple(cards))


export = PRINTED.export
"""Write our files into a folder, as a starting point for a player's files."""


def _components(own: Files | None) -> Components:
    sheet = PRINTED.sheet("map.toml", own)
    board = sheet.form(MapForm)
    areas = read_areas(sheet, board)
    check_river_pairs(sheet, board, areas)
    cards = read_cards(PRINTED.sheet("cards.toml", own))
    sheet = PRINTED.sheet("counters.toml", own)
    counters = sheet.form(CountersForm)
    found = Components(
        areas=(None, *(areas[number] for number in range(1, AREAS + 1))),
        cards=cards,
        units=read_units(sheet, counters, areas),
        soviet=read_armies(sheet, counters, areas),
        soviet_reserve=counters.soviet_reserve,
        pdm_active=counters.pdm.active,
        pdm_inactive=counters.pdm.inactive,
        pdm_limit=counters.pdm.limit,
        relief_values=board.relief_values,
        river_pairs=board.river_pairs,
        drawing=own.some("shapes.json") if own is not None and "shapes.json" in own else None,
    )
    check_defenses(sheet, counters.pdm, areas)
    if found.drawing is not None:
        shapes(found.drawing)
    return found


prepare("mamayev.games.cauldron.printed")
