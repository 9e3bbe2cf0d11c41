"""The drawing of the map: the river, ravines, city blocks, roads, and names. No rule uses it."""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from mamayev.engine.components import Files
from mamayev.match.reading import prepare
from mamayev.match.schema import Line, Number, Point, Ring

from .board import Board
from .board import ours as our_board
from .map import PRINTED, Short


class Slots(msgspec.Struct):
    side: Number
    at: Annotated[list[Point], msgspec.Meta(min_length=1)]


class Text(msgspec.Struct):
    text: Short
    points: Line


class Spot(msgspec.Struct):
    at: Point


class Volga(msgspec.Struct):
    west_bank: Line
    east_bank: Line
    islands: list[Ring]
    cliffs: list[Line]
    ferries: list[Line]
    landings: list[Spot]
    names: list[Text]


class Ravine(msgspec.Struct):
    polygon: Ring


class Road(msgspec.Struct):
    points: Line


class Railway(msgspec.Struct):
    small: bool
    points: Line


class Wall(msgspec.Struct):
    points: list[Point]


class Lead(msgspec.Struct):
    hex: Short
    name: Short
    at: Point
    bold: bool


class Alone(msgspec.Struct):
    lines: list[Short]


class Label(msgspec.Struct):
    rank: Literal[1, 2, 3]
    alone: Alone


class Shapes(msgspec.Struct):
    """The fields of shapes.json that the program reads. The file can contain more fields."""

    counter: dict[Literal["1", "2", "3", "4"], Slots]
    depth: Number
    volga: Volga
    far_bank: Ring
    contours: list[Line]
    kurgan: list[Line]
    heights: list[Spot]
    ravines: list[Ravine]
    wall: Wall
    railways: list[Railway]
    roads: list[Road]
    stations: list[Spot]
    airfields: list[Spot]
    blocks: list[Ring]
    footprints: list[Ring]
    labels: dict[str, Label]
    leads: list[Lead]


class Layout(NamedTuple):
    """The layout around the map, in kilometers: the frame, and the upper left corners of the reinforcement chart, the
    Soviet pools and the Soviet panels below them.
    """

    frame: tuple[float, float, float, float]
    chart: tuple[float, float]
    pools: tuple[float, float]


OURS = Layout((-23.6, -2.75, 36.5, 35.1), (-22.6, 2.6), (7.9, 0.4))


def layout(board: Board) -> Layout:
    """Return the layout with the chart west of the map and the pools on the far bank, at our map's distances."""
    if not board.own:
        return OURS
    (left, top, right, bottom), (west, north, east, south) = extent(board), extent(our_board())
    x, y, width, height = OURS.frame
    left, top, right, bottom = left - west, top - north, right - east, bottom - south
    return Layout(
        (
            round(x + left, 2),
            round(y + top, 2),
            round(width + right - left, 2),
            round(height + max(bottom, top) - top, 2),
        ),
        (round(OURS.chart[0] + left, 2), round(OURS.chart[1] + top, 2)),
        (round(OURS.pools[0] + right, 2), round(OURS.pools[1] + top, 2)),
    )


def extent(board: Board) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower limits of the hexes."""
    left, top, width, height = board.grid.frame(0)
    return left, top, round(left + width, 3), round(top + height, 3)


def drawing(board: Board, own: Files | None) -> dict[str, Any]:
    """Return the drawing of a board: the player's, ours, or a plain one for a player's own map.

    If a file is invalid, raises a Refusal that names the file, the entry and the field.
    """
    if own is None or ("shapes.json" not in own and "map.toml" not in own):
        return ours()
    if "shapes.json" not in own:
        return made_from(board)
    sheet = PRINTED.sheet("shapes.json", own)
    found = sheet.form(Shapes)
    if len(found.counter) < len(ours()["counter"]):
        raise sheet.wrong("counter", "", "a stack of 1, 2, 3 or 4 is missing.")
    for name in (*found.labels, *(lead.hex for lead in found.leads)):
        sheet.find("labels", name, name, board.hex, "hex of this map (grid in map.toml)")
    drawn: dict[str, Any] = sheet.data
    return drawn


@cache
def ours() -> dict[str, Any]:
    """Return the drawing of our map."""
    found: dict[str, Any] = json.loads(PRINTED.text("shapes.json"))
    return found


SHORE = 0.8
"""The distance between the generated river and the hexes or pools, in units of the drawing."""
BENDS = 24
"""The number of points along each bank of that river."""


def made_from(board: Board) -> dict[str, Any]:
    """Return a plain drawing for a map without one: a straight river east of its hexes."""
    _, _, right, _ = extent(board)
    place = layout(board)
    x, y, width, height = place.frame
    near, far = right + SHORE, place.pools[0] - SHORE
    # The client smooths lines; a line with few points would bulge.
    down = [y + height * k / BENDS for k in range(BENDS + 1)]
    lists = ("contours", "kurgan", "heights", "ravines", "railways", "roads", "stations", "airfields", "blocks",
             "footprints", "leads")  # fmt: skip
    return {
        "counter": ours()["counter"],
        "depth": ours()["depth"],
        "volga": {
            "west_bank": [(near, each) for each in down], "east_bank": [(far, each) for each in down],
            "islands": [], "cliffs": [], "ferries": [], "landings": [], "names": [],
        },
        "far_bank": [(far, y), (x + width, y), (x + width, y + height), (far, y + height)],
        "wall": {"points": []},
        "labels": {},
        **{name: [] for name in lists},
    }  # fmt: skip


prepare(__name__)
