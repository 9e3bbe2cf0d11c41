"""Thumbnails of boards for lists of games. They show terrain, water, the front and the counters as a few outlines.

A close-up shows the area where most counters are in contact, with their factors.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import dist, sqrt
from typing import NamedTuple

import msgspec

from mamayev.engine.scene import HexGrid, Picture, Point, Scene, Season, Tone

WIDTH = 480
COUNTER = 15.0  # the smallest side of a counter; smaller ones would be specks
STACKED = 3  # maximum counters drawn of a stack
NEAR_WIDTH, NEAR_HEIGHT = 264, 190
ACROSS = 10.5  # number of adjacent counters in a close-up
NAMED = 2  # how many counters a visible name is worth
SHIFT = 3.0  # how far the counters below stick out
CROSSED, OVAL = "1211", "1205"  # infantry and armor in the code of a unit symbol
BEND = 6.0  # minimum distance between the points of a line
LETTERS = 5  # maximum characters on a counter
LETTER, LINE = 8.0, 17.0  # the size of a letter and of a line in a name
BELOW = 16.0  # how far a name is below its place
WAYS = {"road": "road", "railway": "rail"}
STYLES = {"water": "water", "city": "city", "far": "far"}


class Patch(msgspec.Struct, omit_defaults=True):
    """Outlines in SVG path notation that share one ink.

    The ink is `held-a`, `held-b`, a terrain's fill, `line`, `front`, `road`, `rail`, `counter-a` to `counter-f`, `edge`
    (the edge of a counter), or `symbol`. Outlines are filled, or drawn as lines of this `width`.
    """

    ink: str
    d: str
    width: float = 0.0


class PlaceName(msgspec.Struct):
    """The name of an important place, centered on a point of the picture."""

    text: str
    at: Point


class Thumbnail(msgspec.Struct, omit_defaults=True):
    """A small picture of a board, with its patches in drawing order.

    `names` and `figures` (the factors on counters) are for pictures large enough to read. `season`: as in the picture.
    """

    width: int
    height: int
    patches: list[Patch]
    names: list[PlaceName]
    figures: list[PlaceName] = []
    season: Season = ""


class Window(NamedTuple):
    """The visible part of a board, in board units, and its scale in picture points per unit."""

    x: float
    y: float
    width: float
    height: float
    by: float

    def at(self, point: Point) -> Point:
        """Return where a point on the board is in the picture."""
        return (point[0] - self.x) * self.by, (point[1] - self.y) * self.by

    def meets(self, points: Sequence[Point]) -> bool:
        """Return whether any part of the bounding box of the given points is visible."""
        return (
            min(x for x, _ in points) < self.x + self.width
            and max(x for x, _ in points) > self.x
            and min(y for _, y in points) < self.y + self.height
            and max(y for _, y in points) > self.y
        )


def thumbnail(scene: Scene, picture: Picture, *, near: bool = False) -> Thumbnail:
    """Return a thumbnail of the board. `near`: a close-up of the area where both sides have the most counters."""
    window = _meeting(scene, picture) if near else Window(*scene.frame, WIDTH / scene.frame[2])
    at = window.at
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
    if scene.grid is not None and not near:
        for ink, corners in _stripes(scene.grid, inks):
            grounds[ink].append(_path(map(at, corners), closed=True))
    hexes = {name for name, _, _ in scene.grid.places()} if scene.grid and not near else set()
    seen = [
        space for space in (scene.every_space.values() if near else scene.spaces)
        if space.shape and space.id not in hexes and window.meets(space.shape)
    ]  # fmt: skip
    for space in seen:
        grounds[inks[space.id]].append(_path(map(at, space.shape), closed=True))
    patches = [Patch(ink, "".join(outlines)) for ink, outlines in grounds.items()]
    if near:
        patches.append(Patch("line", "".join(_path(map(at, space.shape), closed=True) for space in seen), 0.7))

    ways: defaultdict[str, list[str]] = defaultdict(list)
    for item in scene.scenery:
        if item.kind == "fill" and item.style in STYLES and window.meets(item.shape):
            patches.append(Patch(STYLES[item.style], _path(map(at, item.shape), closed=True)))
        elif item.kind == "line" and len(item.points) > 1 and window.meets(item.points):
            if item.style == "river":
                patches.append(Patch("water", _path(map(at, item.points)), 2.5))
            elif item.style in WAYS:
                ways[item.style].append(_path(map(at, item.points)))
    patches += [Patch(WAYS[style], "".join(lines), 1.2) for style, lines in ways.items()]
    fronts = [
        _path(map(at, border.points))
        for border in scene.borders
        if border.points
        and window.meets(border.points)
        and len({inks.get(name, "") for name in border.spaces} & {"held-a", "held-b"}) == 2
    ]
    if fronts:
        patches.append(Patch("front", "".join(fronts), 3))
    stacks = _stacks(scene, picture, tones, window)
    side = max(COUNTER, scene.counter["side"] * window.by)
    patches += _faces(stacks, side) if near else _counters(stacks, side)
    figures = [
        PlaceName(stack[-1].figures, (round(x), round(y + 0.4 * side)))
        for (x, y), stack in stacks
        if near and stack[-1].figures
    ]
    names = list(_names(scene, window, [place for place, _ in stacks], side))
    size = round(window.width * window.by), round(window.height * window.by)
    return Thumbnail(*size, patches, names, figures, picture.season)


def _meeting(scene: Scene, picture: Picture) -> Window:
    """Return the area to show in a close-up: the one with the most stacks of both sides, near well-known places, and
    small enough that the factors can be read."""
    x, y, whole, high = scene.frame
    width = min(whole, ACROSS * scene.counter["side"])
    height = min(high, width * NEAR_HEIGHT / NEAR_WIDTH)
    sides = {piece.id: piece.side for piece in scene.pieces}
    stood: dict[Point, str] = {}
    for one in picture.pieces:
        space = scene.every_space.get(one.at)
        if space is not None and space.counters is not None and space.kind != "box":
            stood[space.counters] = one.side or sides.get(one.id, "")

    def round_(place: Point) -> Window:
        left = min(max(place[0] - width / 2, x), x + whole - width)
        top = min(max(place[1] - height / 2, y), y + high - height)
        return Window(left, top, width, height, NEAR_WIDTH / width)

    def met(place: Point) -> tuple[int, int]:
        window = round_(place)
        found = Counter(side for at, side in stood.items() if window.meets([at]))
        both = sorted(found.values())[-2:]
        known = sum(window.meets([at]) for at in _known(scene).values())
        return (both[0] if len(both) > 1 else 0) + NAMED * known, sum(both)

    middle = (x + whole / 2, y + high / 2)
    return round_(max(stood, key=met, default=middle))


def _known(scene: Scene) -> dict[str, Point]:
    """Return the well-known places: key spaces and the largest cities."""
    keys = [(one.name, one.text or one.counters) for one in scene.every_space.values() if "key" in one.features]
    largest = (one for one in scene.scenery if one.kind == "place" and one.style == "city" and one.rank == 1)
    found = [*((one.name, one.at) for one in largest), *keys]
    return {name: place for name, place in found if name and place is not None}


def _names(scene: Scene, window: Window, standing: list[Point], side: float) -> Iterator[PlaceName]:
    """Yield the names of places, above or below the places, so that they overlap neither each other nor the
    counters."""
    taken = [(x, y, side) for x, y in standing]
    for text, place in _known(scene).items():
        if not window.meets([place]):
            continue
        (x, y), half = window.at(place), LETTER * len(text) / 2
        for down in (y + BELOW, y - BELOW):
            if 0 < down < window.height * window.by and all(
                abs(down - other) > LINE or abs(x - along) > half + wide for along, other, wide in taken
            ):
                taken.append((x, down, half))
                yield PlaceName(text, (round(x), round(down)))
                break


def _stripes(grid: HexGrid, inks: dict[str, str]) -> Iterator[tuple[str, list[Point]]]:
    """Merge neighboring hexes with the same ink into rectangles, because their corners are invisible at this size."""
    upright = grid.orientation == "flat"
    far, deep = 0.51 * grid.pitch, 0.51 * sqrt(0.75) * grid.pitch
    half = (deep, far) if upright else (far, deep)
    order = sorted((column, row, name) if upright else (row, column, name) for name, column, row in grid.places())
    centres = {name: grid.centre(column, row) for name, column, row in grid.places()}
    # After a hole, the place along a line jumps, and so does its difference from the count.
    for (_line, ink, _gap), run in groupby(
        enumerate(order), key=lambda one: (one[1][0], inks[one[1][2]], one[1][1] - one[0])
    ):
        names = [name for _, (_, _, name) in run]
        (left, top), (right, bottom) = centres[names[0]], centres[names[-1]]
        left, top, right, bottom = left - half[0], top - half[1], right + half[0], bottom + half[1]
        yield ink, [(left, top), (right, top), (right, bottom), (left, bottom)]


class Shown(NamedTuple):
    """A counter to draw: its tone, its factors, and the code of its symbol."""

    tone: str
    figures: str
    sidc: str


def _stacks(
    scene: Scene, picture: Picture, tones: Mapping[str, Tone], window: Window
) -> list[tuple[Point, list[Shown]]]:
    """Return the visible stacks, each with its point in the picture."""
    standing: defaultdict[str, list[Shown]] = defaultdict(list)
    known = {piece.id: piece for piece in scene.pieces}
    for one in picture.pieces:
        piece = known.get(one.id)
        tone = piece.tone if piece is not None else tones.get(one.side)
        if tone is None:
            continue
        face = piece.faces.index(one.face) if piece is not None and one.face in piece.faces else 0
        if piece is None:
            standing[one.at].append(Shown(tone, "", ""))
            continue
        figures = piece.figures[min(face, len(piece.figures) - 1)] if piece.figures else piece.label
        standing[one.at].append(Shown(tone, figures if len(figures) <= LETTERS else "", piece.symbol.get("sidc", "")))
    places = {name: space.counters for name, space in scene.every_space.items() if space.counters is not None}
    return [
        (window.at(places[name]), stack)
        for name, stack in standing.items()
        if name in places and window.meets([places[name]])
    ]


def _counters(stacks: list[tuple[Point, list[Shown]]], side: float) -> list[Patch]:
    """Draw small counters: a few from each stack, side by side."""
    faces: defaultdict[str, list[str]] = defaultdict(list)
    symbols = []
    for (x, y), stack in stacks:
        shown = stack[:STACKED]
        left, top = x - side / 2 - 0.3 * side * (len(shown) - 1), y - side / 2
        for number, one in enumerate(shown):
            corner = (left + 0.6 * side * number, top)
            faces[one.tone].append(_box(corner, side, side))
            if number == len(shown) - 1:
                symbols.append(_box((corner[0] + 0.2 * side, top + 0.3 * side), 0.6 * side, 0.4 * side))
    found = [Patch(f"counter-{tone}", "".join(boxes)) for tone, boxes in faces.items()]
    return [*found, Patch("symbol", "".join(symbols), 1.2)] if symbols else found


def _faces(stacks: list[tuple[Point, list[Shown]]], side: float) -> list[Patch]:
    """Draw counters for a close-up: the top one in each stack with its symbol, and the edge of the one below."""
    found: list[Patch] = []
    for below in (True, False):
        faces: defaultdict[str, list[str]] = defaultdict(list)
        for (x, y), stack in stacks:
            if below and len(stack) < 2:
                continue
            by = SHIFT if below else 0.0
            corner = (x - side / 2 + by, y - side / 2 - by)
            faces[stack[-2 if below else -1].tone].append(_box(corner, side, side))
        found += [Patch(f"counter-{tone}", "".join(boxes)) for tone, boxes in faces.items()]
        if faces:
            found.append(Patch("edge", "".join("".join(boxes) for boxes in faces.values()), 0.8))
    symbols = [
        _symbol((x, y - (0.16 if stack[-1].figures else 0.0) * side), stack[-1].sidc, side) for (x, y), stack in stacks
    ]
    return [*found, Patch("symbol", "".join(symbols), 1.1)] if symbols else found


def _symbol(middle: Point, sidc: str, side: float) -> str:
    """Draw a unit symbol: a frame, with a cross for infantry or an oval for armor."""
    (x, y), (wide, high) = middle, (0.6 * side, 0.4 * side)
    left, top, right, bottom = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
    frame = _box((left, top), wide, high)
    kind = sidc[10:14]
    if kind == CROSSED:
        return f"{frame}M{left:.0f},{top:.0f}L{right:.0f},{bottom:.0f}M{left:.0f},{bottom:.0f}L{right:.0f},{top:.0f}"
    if kind == OVAL:
        r, s = 0.34 * wide, 0.27 * high
        return f"{frame}M{x - r:.1f},{y:.1f}a{r:.1f},{s:.1f} 0 1 0 {2 * r:.1f},0a{r:.1f},{s:.1f} 0 1 0 {-2 * r:.1f},0z"
    return frame


def _path(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return a line as an SVG path, without bends that are invisible at this size."""
    kept: list[Point] = []
    for point in points:
        if not kept or dist(kept[-1], point) >= BEND:
            kept.append(point)
    if not closed:
        kept[-1] = point
    return "M" + "L".join(f"{x:.0f},{y:.0f}" for x, y in kept) + ("Z" if closed else "")


def _box(corner: Point, width: float, height: float) -> str:
    return f"M{corner[0]:.0f},{corner[1]:.0f}h{width:.0f}v{height:.0f}h{-width:.0f}z"
