"""Drawings on the map, from shapes.json. No rule reads them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from mamayev.engine.components import Files

from .map import AREAS, PRINTED, Number

Point = tuple[float, float]
Line = Annotated[list[Point], msgspec.Meta(min_length=2)]
Ring = Annotated[list[Point], msgspec.Meta(min_length=3)]


class AreaShape(msgspec.Struct, frozen=True):
    """The outline of an area and the centers of its boxes, in kilometers; y increases downward."""

    number: Number
    polygon: Ring
    site: Point
    label: Point
    label_text: str
    label_width: float
    counter: Point
    marker: Point


class Arc(msgspec.Struct, frozen=True):
    """The border between two areas."""

    areas: tuple[Number, Number]
    kind: Literal["open", "river", "blocked"]
    points: Line


class Bridge(msgspec.Struct, frozen=True):
    at: Point
    along: Point


class River(msgspec.Struct, frozen=True):
    name: str
    kind: Literal["river", "stream"]
    width: float
    points: Line


class Island(msgspec.Struct, frozen=True):
    name: str
    polygon: Ring


class Volga(msgspec.Struct, frozen=True):
    west_bank: Line
    east_bank: Line
    islands: list[Island]


class Railway(msgspec.Struct, frozen=True):
    name: str
    points: Line


class Place(msgspec.Struct, frozen=True):
    """A place that is not the main settlement of its area."""

    name: str
    area: Number
    at: Point
    rank: int


class Airfield(msgspec.Struct, frozen=True):
    area: Number
    name: str
    at: Point


class Height(msgspec.Struct, frozen=True):
    name: str
    at: Point


class Lettering(msgspec.Struct, frozen=True):
    """A name written along a line."""

    name: str
    style: Literal["water", "city", "region"]
    points: Line


class Ridge(msgspec.Struct, frozen=True):
    points: Line


class Ground(msgspec.Struct, frozen=True):
    gullies: list[Line]
    built_up: Ring
    heights: list[Height]
    ridges: list[Ridge]


class Counter(msgspec.Struct, frozen=True):
    side: float
    gap: float


class Shapes(msgspec.Struct, frozen=True):
    """The drawing of the map, as stored in shapes.json."""

    unit: str
    frame: tuple[float, float, float, float]
    counter: Counter
    areas: list[AreaShape]
    arcs: list[Arc]
    bridges: list[Bridge]
    rivers: list[River]
    volga: Volga
    railways: list[Railway]
    places: list[Place]
    airfields: list[Airfield]
    lettering: list[Lettering]
    terrain: Ground


def shapes(own: Files | None = None) -> Shapes:
    """Return a player's drawing, or ours. Raises Refusal, which names the file, the entry and the field, if something
    is wrong.
    """
    sheet = PRINTED.sheet("shapes.json", own)
    found = sheet.form(Shapes)
    numbers = [area.number for area in found.areas]
    for number in range(1, AREAS + 1):
        if numbers.count(number) != 1:
            raise sheet.wrong(f"areas {number}", "number", f"appears {numbers.count(number)} times, not once.")
    return found
