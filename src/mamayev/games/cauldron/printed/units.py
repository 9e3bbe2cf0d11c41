"""The counters: the army, the Soviet armies and the Prepared Defenses, read from counters.toml."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from mamayev.match.schema import Form
from mamayev.match.sheet import Sheet

from .map import AREAS, FEW, Area, Number, Origin, Short, stated

TYPES = ("HQ", "Pz", "Mot", "Inf", "Rum", "BG")  # order of the units in a stack
KINDS = {"Inf": "infantry", "Mot": "motorized", "Pz": "armour", "Rum": "infantry", "BG": "battlegroup", "HQ": "hq"}
SYMBOLS = {
    kind: f"1003100000{entity}0000"
    for kind, entity in {"Inf": "121100", "Mot": "121104", "Pz": "120500", "Rum": "121100", "BG": "121000"}.items()
}
"""The 20-digit symbol code of each type of unit. The counter shows the side, so the frame is always rectangular."""


class UnitData(Form):
    """One Axis counter. `area`: where it starts, or 0 if it starts out of play."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=30, extra={"kind": "id"})]
    name: Short
    label: Annotated[str, msgspec.Meta(min_length=1, max_length=4)]
    type: Literal["HQ", "Pz", "Mot", "Inf", "Rum", "BG"]
    depleted: bool = False
    area: Annotated[int, msgspec.Meta(ge=0, le=AREAS)] = 0
    optional: bool = False
    origin: Origin = "stated"
    stated: Annotated[tuple[str, ...], FEW] = ()


class ArmyForm(Form):
    army: Short
    areas: Annotated[tuple[Number, ...], FEW]


class DefensesForm(Form):
    active: Annotated[tuple[Number, ...], FEW]
    inactive: Annotated[tuple[Number, ...], FEW]
    limit: Annotated[int, msgspec.Meta(ge=0, le=AREAS)]


class CountersForm(Form):
    unit: list[dict[str, Any]]
    soviet: list[dict[str, Any]]
    pdm: DefensesForm
    soviet_reserve: Annotated[tuple[Short, ...], msgspec.Meta(min_length=1, max_length=AREAS)]


def read_units(sheet: Sheet, counters: CountersForm, areas: dict[int, Area]) -> tuple[UnitData, ...]:
    units: dict[str, UnitData] = {}
    for name, form in sheet.forms(counters.unit, UnitData, "unit", "id"):
        if form.id in units:
            raise sheet.wrong(name, "id", "two units have this id.")
        if form.depleted and form.type in ("HQ", "BG"):
            raise sheet.wrong(name, "depleted", "the HQ and battlegroups can't be depleted.")
        if form.optional and form.type in ("HQ", "BG"):
            raise sheet.wrong(name, "optional", "the HQ and battlegroups can't be optional.")
        if form.type == "BG" or form.optional:
            if form.area:
                raise sheet.wrong(name, "area", "battlegroups and optional units start out of play, so leave it out.")
        elif not form.area:
            raise sheet.wrong(name, "area", "is missing. Name the area where the unit starts.")
        elif not areas[form.area].inside:
            raise sheet.wrong(name, "area", f"{form.area} is not inside the Perimeter (map.toml).")
        stated(sheet, name, form.stated, UnitData)
        units[form.id] = form
    for kind, wanted in (("HQ", 1), ("BG", 6)):
        count = sum(unit.type == kind for unit in units.values())
        if count != wanted:
            raise sheet.wrong("", "unit", f'{count} units have the type "{kind}"; the game has {wanted}.')
    if len(units) > AREAS:
        raise sheet.wrong("", "unit", f"there are {len(units)} units; the game allows {AREAS}.")
    return tuple(sorted(units.values(), key=lambda unit: (unit.optional, TYPES.index(unit.type))))


def read_armies(sheet: Sheet, counters: CountersForm, areas: dict[int, Area]) -> tuple[tuple[str, int], ...]:
    armies: dict[int, str] = {}
    for name, form in sheet.forms(counters.soviet, ArmyForm, "soviet", "army"):
        for number in form.areas:
            if number in armies:
                raise sheet.wrong(name, "areas", f"{number} already holds a Soviet unit.")
            if areas[number].inside:
                raise sheet.wrong(name, "areas", f"{number} is inside the Perimeter (map.toml).")
            armies[number] = form.army
    for number, area in areas.items():
        touches = not area.inside and any(areas[other].inside for other in area.adjacent)
        if touches and number not in armies:
            raise sheet.wrong("", "soviet", f"area {number} touches the pocket (map.toml) but holds no Soviet unit.")
        if number in armies and not touches:
            raise sheet.wrong(
                f"soviet {armies[number]}", "areas", f"area {number} does not touch the pocket (map.toml)."
            )
    return tuple((army, number) for number, army in armies.items())


def check_defenses(sheet: Sheet, pdm: DefensesForm, areas: dict[int, Area]) -> None:
    placed = pdm.active + pdm.inactive
    for area in placed:
        field = "active" if area in pdm.active else "inactive"
        if not areas[area].inside:
            raise sheet.wrong("pdm", field, f"{area} is not inside the Perimeter (map.toml).")
        if placed.count(area) > 1:
            raise sheet.wrong("pdm", field, f"{area} is given twice.")
    if len(placed) > pdm.limit:
        raise sheet.wrong("pdm", "limit", f"{len(placed)} are placed; the limit is {pdm.limit}.")
