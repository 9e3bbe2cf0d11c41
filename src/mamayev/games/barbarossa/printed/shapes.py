"""The drawing of the map: coasts, river courses, and names. No rule uses it."""

from __future__ import annotations

import json
import math
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec

from mamayev.engine.components import Files
from mamayev.match.schema import Line, Number, Point, Ring
from mamayev.terrain.grid import Hexes
from mamayev.terrain.look import outlines

from .board import COUNTRIES, PRINTED, Board, Short

Rings = Annotated[list[Ring], msgspec.Meta(min_length=1)]


class Far(msgspec.Struct):
    rings: Rings


class Water(msgspec.Struct):
    names: Annotated[list[Short], msgspec.Meta(min_length=1)]
    rings: Rings


class River(msgspec.Struct):
    name: Short
    rank: Literal[1, 2, 3]
    points: Line


class Border(msgspec.Struct):
    frontier: bool
    points: Line


class Rail(msgspec.Struct):
    points: Line


class CityShape(msgspec.Struct):
    name: Short
    rank: Literal[1, 2, 3]
    at: Point


class Label(msgspec.Struct):
    """A name on the map, along a line or at a point."""

    name: Short
    size: Number
    spacing: Number
    at: Point | None = None
    points: Line | None = None


class Labels(msgspec.Struct):
    city: dict[str, Point]
    sea: list[Label]
    river: list[Label]
    region: list[Label]
    country: list[Label]


class Zoom(msgspec.Struct):
    id: Short


class Counter(msgspec.Struct):
    side: Number
    gap: Number
    side_in_stack: dict[Literal["1", "2", "3"], Number]
    stacks: dict[Literal["1", "2", "3"], list[Point]]


class Shapes(msgspec.Struct):
    """The part of shapes.json that the program reads. The file can contain more."""

    frame: tuple[Number, Number, Number, Number]
    counter: Counter
    zoom: Annotated[list[Zoom], msgspec.Meta(min_length=4, max_length=4)]
    labels: dict[str, Labels]
    far: list[Far]
    water: list[Water]
    rivers: list[River]
    borders: list[Border]
    rails: list[Rail]
    cities: list[CityShape]


def drawing(board: Board, own: Files | None) -> dict[str, Any]:
    """Return the drawing for a board: a player's, ours, or one generated from a player's map.

    If a file has an error, raises a Refusal that names the file, the entry and the field.
    """
    if own is None or ("shapes.json" not in own and "map.toml" not in own):
        return ours()
    if "shapes.json" not in own:
        return made_from(board)
    sheet = PRINTED.sheet("shapes.json", own)
    found = sheet.form(Shapes)
    for zoom in found.zoom:
        sheet.find(f"zoom {zoom.id}", "id", zoom.id, found.labels, "level that has labels")
    drawn: dict[str, Any] = sheet.data
    return drawn


@cache
def ours() -> dict[str, Any]:
    """Return the drawing of our map."""
    found: dict[str, Any] = json.loads(PRINTED.text("shapes.json"))
    return found


MARGIN = 60.0
LONG, SHORT = 20, 8
"""The minimum lengths, in hexes, of a great river and a medium river."""
LARGE = 16
"""The minimum size, in hexes, of a sea or country whose name is on the map."""


def made_from(board: Board) -> dict[str, Any]:
    """Generate a plain drawing from the hexes of a map."""
    grid = board.grid
    lettering: dict[str, Any] = {
        "city": {},
        "sea": [
            _name(board, name, hexes, 17, 0.16) for name, hexes in board.waters.items() if hexes.bit_count() >= LARGE
        ],
        "river": [],
        "region": [],
        "country": [
            _name(board, name, hexes, 15, 0.24)
            for name, hexes in ((name, board.of_country(letter)) for letter, name, _ in COUNTRIES)
            if hexes.bit_count() >= LARGE
        ],
    }
    return {
        "frame": grid.frame(MARGIN),
        "counter": ours()["counter"],
        "zoom": ours()["zoom"],
        "labels": {zoom["id"]: lettering for zoom in ours()["zoom"]},
        "far": [],
        "water": [*_water(board, "Sea", board.sea), *_water(board, "Lake", board.lakes)],
        "rivers": [_river(board, course) for course in board.courses if len(course) > 1],
        "borders": [],
        "rails": [{"points": [grid.centre(h) for h in line]} for line in board.rail_lines if len(line) > 1],
        "cities": [
            {"name": city.name, "rank": 1 if city.major else 2, "at": grid.centre(city.hex)} for city in board.cities
        ],
    }


def _water(board: Board, name: str, hexes: Hexes) -> list[dict[str, Any]]:
    return [{"names": [name], "rings": [ring]} for ring in outlines(board.grid, hexes)]


def _river(board: Board, course: list[int]) -> dict[str, Any]:
    """Return the course of a river: from the center of its source hex, through the middle of each hexside that it
    crosses, to the center of its mouth hex. In water, it ends at the shore.
    """
    centres = [board.grid.centre(h) for h in course]
    crossed = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in pairwise(centres)]
    wet = board.sea | board.lakes
    source, mouth = ([] if wet & board.grid.bit[h] else [board.grid.centre(h)] for h in (course[0], course[-1]))
    rank = 1 if len(course) >= LONG else 2 if len(course) >= SHORT else 3
    return {"rank": rank, "points": [*source, *crossed, *mouth]}


def _name(board: Board, name: str, hexes: Hexes, size: float, spacing: float) -> dict[str, Any]:
    """Return a name, placed at the hex in a set that is nearest to the set's center."""
    centres = [board.grid.centre(h) for h in board.grid.hexes(hexes)]
    x, y = (sum(each) / len(centres) for each in zip(*centres, strict=True))
    at = min(centres, key=lambda centre: math.dist(centre, (x, y)))
    return {"name": name, "size": size, "spacing": spacing, "at": at}
