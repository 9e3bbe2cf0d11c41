"""The drawing of the map: the courses of rivers and roads, settlements, and names. No rule uses it."""

from __future__ import annotations

import math
from functools import cache
from typing import Literal

from mamayev.engine.components import Files
from mamayev.match.schema import Form, Line, Number, Point, Ring
from mamayev.terrain.look import outlines

from .map import PRINTED, ZONE_NAMES, HexName, Map, Short


class Course(Form):
    """A river: its course, and the width at which it is drawn."""

    width: Number
    points: Line
    name: Short = "Don"


class RoadShape(Form, rename={"class_": "class"}):
    points: Line
    class_: Literal["rail", "major", "minor"]


class Settlement(Form):
    hex: HexName
    kind: Literal["village", "town", "city"]
    at: Point
    footprint: Ring


class Lettering(Form):
    """A name written along a line."""

    name: Short
    style: Literal["water", "city", "region"]
    points: Line


class Zone(Form):
    id: Literal["A", "B", "C"]
    outline: Ring


class Bridge(Form):
    at: Point
    angle: Number
    length: Number


class Shapes(Form):
    """The drawing of the map, as stored in shapes.json."""

    frame: tuple[Number, Number, Number, Number]
    rivers: list[Course]
    roads: list[RoadShape]
    settlements: list[Settlement]
    lettering: list[Lettering]
    zones: list[Zone]
    gullies: list[Line]
    bridges: list[Bridge]
    don: Course | None = None
    note: str = ""


def shapes(board: Map, own: Files | None) -> Shapes:
    """Return the drawing for a board: a player's, ours, or one generated from a player's map.

    If a file is invalid, raises a Refusal that names the file, the entry and the field.
    """
    if own is None or ("shapes.json" not in own and "map.toml" not in own):
        return ours()
    if "shapes.json" not in own:
        return made_from(board)
    sheet = PRINTED.sheet("shapes.json", own)
    found = sheet.form(Shapes)
    for place in found.settlements:
        sheet.find(f"settlements {place.hex}", "hex", place.hex, board.hex, "hex of this map (map.toml)")
    return found


@cache
def ours() -> Shapes:
    """Return the drawing of our map."""
    return PRINTED.sheet("shapes.json", None).form(Shapes)


KINDS: dict[str, Literal["village", "town", "city"]] = {"v": "village", "T": "town", "C": "city"}
MARGIN = 40.0
SQUARE = 9.0
"""Half the side length of a settlement that has no drawing, in the drawing's units."""


def made_from(board: Map) -> Shapes:
    """Generate a plain drawing from the hexes of a map."""
    grid = board.grid
    return Shapes(
        frame=grid.frame(MARGIN),
        rivers=[],
        roads=[RoadShape(class_=kind, points=[grid.centre(h) for h in line]) for kind, line in board.road_lines],
        settlements=[_settlement(board, h) for h, name in enumerate(grid.ids) if board.terrain_at[name] in KINDS],
        lettering=[],
        zones=[
            Zone(id=name, outline=ring)  # type: ignore[arg-type]
            for name, hexes in zip(ZONE_NAMES, board.zones, strict=True)
            for ring in outlines(grid, hexes)[:1]
        ],
        gullies=[],
        bridges=[_bridge(board, side) for side in sorted(board.bridges)],
    )


def _settlement(board: Map, h: int) -> Settlement:
    name, (x, y) = board.grid.ids[h], board.grid.centre(h)
    square = [(x + dx * SQUARE, y + dy * SQUARE) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return Settlement(hex=name, kind=KINDS[board.terrain_at[name]], at=(x, y), footprint=square)


def _bridge(board: Map, side: int) -> Bridge:
    (x, y), (x1, y1) = (board.grid.centre(h) for h in board.grid.sides[side])
    return Bridge(at=((x + x1) / 2, (y + y1) / 2), angle=math.degrees(math.atan2(y1 - y, x1 - x)), length=14.0)
