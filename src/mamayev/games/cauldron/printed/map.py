"""The map: its areas and what is printed on them, read from map.toml."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec

from mamayev.match.printed import Printed
from mamayev.match.schema import Form
from mamayev.match.sheet import Sheet

AREAS = 64
BOX_0 = AREAS
"""The number before the first Relief box. Spaces are ints: 1 to 64 are the areas, BOX_0 + 1 to BOX_0 + 5 are the Relief
boxes, and 0 is out of play."""
SPACES = BOX_0 + 6
CENTRAL = 54  # Stalingrad Central, the only Stalingrad area that the rules name by number
FILES = ("map.toml", "cards.toml", "counters.toml", "shapes.json")
PRINTED = Printed("mamayev.games.cauldron", FILES)

Number = Annotated[int, msgspec.Meta(ge=1, le=AREAS)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Origin = Literal["stated", "reconstructed"]
Amount = Annotated[int, msgspec.Meta(ge=-10, le=10)]
FEW = msgspec.Meta(max_length=AREAS)


class Area(Form):
    """One area of the map. `entry`: "A" to "D" if the relief force can enter there, otherwise ""."""

    number: Number
    name: Short
    adjacent: Annotated[tuple[int, ...], FEW]
    inside: bool = False
    key: bool = False
    airfield: bool = False
    stalingrad: bool = False
    entry: Literal["", "A", "B", "C", "D"] = ""
    origin: Origin = "stated"
    stated: Annotated[tuple[str, ...], FEW] = ()


class MapForm(Form):
    area: list[dict[str, Any]]
    relief_values: tuple[Amount, Amount, Amount, Amount, Amount]
    river_pairs: Annotated[tuple[tuple[Number, Number], ...], FEW] = ()


def read_areas(sheet: Sheet, board: MapForm) -> dict[int, Area]:
    areas: dict[int, Area] = {}
    for name, form in sheet.forms(board.area, Area, "area", "number"):
        if form.number in areas:
            raise sheet.wrong(name, "number", "two areas have this number.")
        if form.number in form.adjacent:
            raise sheet.wrong(name, "adjacent", "an area can't be adjacent to itself.")
        for other in form.adjacent:
            if not 1 <= other <= AREAS:
                raise sheet.wrong(name, "adjacent", f"names {other}; the areas are numbered 1 to {AREAS}.")
            if form.adjacent.count(other) > 1:
                raise sheet.wrong(name, "adjacent", f"{other} is given twice.")
        stated(sheet, name, form.stated, Area)
        areas[form.number] = form
    for number in range(1, AREAS + 1):
        if number not in areas:
            raise sheet.wrong(f"area {number}", "", "is missing. The map has areas 1 to 64.")
    for number, area in areas.items():
        for other in area.adjacent:
            if number not in areas[other].adjacent:
                raise sheet.wrong(
                    f"area {number}", "adjacent", f"names {other}, but area {other} does not name {number}."
                )
    reached = {1}
    edge = [1]
    while edge:
        new = set(areas[edge.pop()].adjacent) - reached
        reached |= new
        edge.extend(new)
    for number in areas:
        if number not in reached:
            raise sheet.wrong(f"area {number}", "adjacent", "this area is not connected to area 1.")
    _roles(sheet, areas.values())
    return areas


def _roles(sheet: Sheet, areas: Iterable[Area]) -> None:
    city = [area.number for area in areas if area.stalingrad]
    if len(city) != 3 or CENTRAL not in city:
        raise sheet.wrong(
            "", "stalingrad", f"is true for the areas {city}. It must be true for three, including {CENTRAL}."
        )
    for flag in ("inside", "key", "airfield"):
        if not any(getattr(area, flag) for area in areas):
            raise sheet.wrong("", flag, "is true for no area.")
    if all(area.inside for area in areas):
        raise sheet.wrong("", "inside", "is true for all areas.")
    for letter in "ABCD":
        holders = [area.number for area in areas if area.entry == letter]
        if len(holders) != 1:
            raise sheet.wrong(
                f"area {holders[-1]}" if holders else "",
                "entry",
                f'exactly one area must have "{letter}"; {holders or "none"} have it.',
            )


def check_river_pairs(sheet: Sheet, board: MapForm, areas: dict[int, Area]) -> None:
    for one, other in board.river_pairs:
        if one == other or other in areas[one].adjacent:
            raise sheet.wrong("", "river_pairs", f"[{one}, {other}] must be two different areas that are not adjacent.")


def stated(sheet: Sheet, entry: str, names: tuple[str, ...], form: type[Form]) -> None:
    for name in names:
        if name not in form.__struct_fields__:
            raise sheet.wrong(entry, "stated", f'there is no field "{name}".')
