"""A small picture of a board for lists of games: grounds, waters, the front and the counters, as a few outlines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from math import dist, sqrt
from statistics import fmean

import msgspec

from mamayev.engine.scene import HexGrid, Picture, Point, Scene, Tone

WIDTH = 480
COUNTER = 15.0  # the smallest side of a counter; smaller ones would be specks
STACKED = 3  # counters that are drawn of a stack
BEND = 6.0  # points of a line are so far apart
LETTER, LINE = 8.0, 17.0  # the room that a letter and a line of a name take
BELOW = 16.0  # so far below its place stands a name
WAYS = {"road": "road", "railway": "rail"}
STYLES = {"water": "water", "city": "city", "far": "far"}


class Patch(msgspec.Struct, omit_defaults=True):
    """Outlines in SVG's path notation, of one ink: `held-a`, `held-b`, a terrain's fill, `front`, `road`,
    `rail`, `counter-a` to `counter-f`, or `symbol`. Filled, or drawn as lines of `width`."""

    ink: str
    d: str
    width: float = 0.0


class PlaceName(msgspec.Struct):
    """The name of a place that matters, its middle at a point of the picture."""

    text: str
    at: Point


class Thumbnail(msgspec.Struct):
    """A board in small, in drawing order. `names`: for a picture large enough to be read; `middle`: of the counters."""

    width: int
    height: int
    patches: list[Patch]
    names: list[PlaceName]
    middle: Point


def thumbnail(scene: Scene, picture: Picture) -> Thumbnail:
    """The board of a scene as it stands in a picture."""
    x, y, width, height = scene.frame
    by = WIDTH / width

    def at(point: Point) -> Point:
        return (point[0] - x) * by, (point[1] - y) * by

    grounds: defaultdict[str, list[str]] = defaultdict(list)
    tones = {side.id: side.tone for side in scene.sides}
    fills = {terrain.id: terrain.fill for terrain in scene.terrains}
    inks: dict[str, str] = {}
    sides = scene.sides_of(picture)
    for space in scene.every_space.values():
        tone = tones.get(sides.get(space.id, ""))
        held = f"held-{'b' if tone == 'b' else 'a'}" if tone else ""
        fill = fills.get(space.terrain, "steppe")
        inks[space.id] = held or fill if space.kind == "area" or fill == "steppe" else fill
    if scene.grid is not None:
        for ink, corners in _stripes(scene.grid, inks):
            grounds[ink].append(_path(map(at, corners), closed=True))
    hexes = {name for name, _, _ in scene.grid.places()} if scene.grid else set()
    for space in scene.spaces:
        if space.shape and space.id not in hexes:
            grounds[inks[space.id]].append(_path(map(at, space.shape), closed=True))
    patches = [Patch(ink, "".join(outlines)) for ink, outlines in grounds.items()]

    ways: defaultdict[str, list[str]] = defaultdict(list)
    for item in scene.scenery:
        if item.kind == "fill" and item.style in STYLES:
            patches.append(Patch(STYLES[item.style], _path(map(at, item.shape), closed=True)))
        elif item.kind == "line" and item.style == "river" and len(item.points) > 1:
            patches.append(Patch("water", _path(map(at, item.points)), 2.5))
        elif item.kind == "line" and item.style in WAYS and len(item.points) > 1:
            ways[item.style].append(_path(map(at, item.points)))
    patches += [Patch(WAYS[style], "".join(lines), 1.2) for style, lines in ways.items()]
    fronts = [
        _path(map(at, border.points))
        for border in scene.borders
        if border.points and len({inks.get(name, "") for name in border.spaces} & {"held-a", "held-b"}) == 2
    ]
    if fronts:
        patches.append(Patch("front", "".join(fronts), 3))
    patches += _counters(scene, picture, tones, by, at_board=(x, y))
    spaces = scene.every_space
    standing = [at(home) for one in picture.pieces if one.at in spaces and (home := spaces[one.at].counters)]
    middle = (
        (fmean(x for x, _ in standing), fmean(y for _, y in standing))
        if standing
        else at((x + width / 2, y + height / 2))
    )
    return Thumbnail(WIDTH, round(height * by), patches, list(_names(scene, at, standing)), middle)


def _names(scene: Scene, at: Callable[[Point], Point], standing: list[Point]) -> Iterator[PlaceName]:
    """The names of key spaces and of the largest cities, below or above them: none over another, or over counters."""
    keys = [(one.name, one.text or one.counters) for one in scene.every_space.values() if "key" in one.features]
    largest = (one for one in scene.scenery if one.kind == "place" and one.style == "city" and one.rank == 1)
    taken = [(x, y, COUNTER) for x, y in standing]
    found = dict([*((one.name, one.at) for one in largest), *keys])
    for text, place in found.items():
        if place is None or not text:
            continue
        (x, y), half = at(place), LETTER * len(text) / 2
        for down in (y + BELOW, y - BELOW):
            if all(abs(down - other) > LINE or abs(x - along) > half + wide for along, other, wide in taken):
                taken.append((x, down, half))
                yield PlaceName(text, (round(x), round(down)))
                break


def _stripes(grid: HexGrid, inks: dict[str, str]) -> Iterator[tuple[str, list[Point]]]:
    """Neighbouring hexes of one ink as one box: at this size nobody sees their corners."""
    upright = grid.orientation == "flat"
    far, deep = 0.51 * grid.pitch, 0.51 * sqrt(0.75) * grid.pitch
    half = (deep, far) if upright else (far, deep)
    order = sorted((column, row, name) if upright else (row, column, name) for name, column, row in grid.places())
    centres = {name: grid.centre(column, row) for name, column, row in grid.places()}
    # Behind a hole the place along a line jumps, and with it the difference from the count.
    for (_line, ink, _gap), run in groupby(
        enumerate(order), key=lambda one: (one[1][0], inks[one[1][2]], one[1][1] - one[0])
    ):
        names = [name for _, (_, _, name) in run]
        (left, top), (right, bottom) = centres[names[0]], centres[names[-1]]
        left, top, right, bottom = left - half[0], top - half[1], right + half[0], bottom + half[1]
        yield ink, [(left, top), (right, top), (right, bottom), (left, bottom)]


def _counters(scene: Scene, picture: Picture, tones: Mapping[str, Tone], by: float, at_board: Point) -> list[Patch]:
    side = max(COUNTER, scene.counter["side"] * by)
    standing: defaultdict[str, list[str]] = defaultdict(list)
    known = {piece.id: piece for piece in scene.pieces}
    for one in picture.pieces:
        piece = known.get(one.id)
        tone = piece.tone if piece is not None else tones.get(one.side)
        if tone is not None:
            standing[one.at].append(tone)
    faces: defaultdict[str, list[str]] = defaultdict(list)
    symbols = []
    for name, stack in standing.items():
        space = scene.every_space.get(name)
        if space is None or space.counters is None:
            continue
        shown = stack[:STACKED]
        left = (space.counters[0] - at_board[0]) * by - side / 2 - 0.3 * side * (len(shown) - 1)
        top = (space.counters[1] - at_board[1]) * by - side / 2
        for number, ink in enumerate(shown):
            corner = (left + 0.6 * side * number, top)
            faces[ink].append(_box(corner, side, side))
            if number == len(shown) - 1:
                symbols.append(_box((corner[0] + 0.2 * side, top + 0.3 * side), 0.6 * side, 0.4 * side))
    found = [Patch(f"counter-{tone}", "".join(boxes)) for tone, boxes in faces.items()]
    return [*found, Patch("symbol", "".join(symbols), 1.2)] if symbols else found


def _path(points: Iterable[Point], *, closed: bool = False) -> str:
    """A line without the bends that nobody sees at this size."""
    kept: list[Point] = []
    for point in points:
        if not kept or dist(kept[-1], point) >= BEND:
            kept.append(point)
    if not closed:
        kept[-1] = point
    return "M" + "L".join(f"{x:.0f},{y:.0f}" for x, y in kept) + ("Z" if closed else "")


def _box(corner: Point, width: float, height: float) -> str:
    return f"M{corner[0]:.0f},{corner[1]:.0f}h{width:.0f}v{height:.0f}h{-width:.0f}z"
