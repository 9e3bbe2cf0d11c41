"""Maps for a report: the front as SVG, light and legible in print. All maps of a report share one drawing of the
ground; each map adds control and counters.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from html import escape
from math import dist
from typing import Any, NamedTuple

from mamayev.engine.look import Look
from mamayev.engine.scene import Fill, Picture, PieceAt, Point, Scene, Space

WIDE = 1000.0
"""The width of a whole board, in units of the drawing."""
TONES = {"a": "#44617f", "b": "#8e2f23", "c": "#5e6f45", "d": "#7a6a4a", "e": "#5d5577", "f": "#6b6b6b"}
HELD = {"a": "#c3d2e2", "b": "#ece3d2"}
FILLS: dict[Fill | str, str] = {
    "steppe": "#efe9dc", "city": "#d9d2c4", "wood": "#d8e0cc", "water": "#a9c3d1", "hill": "#e2d8c2",
    "mountain": "#d5c6a6", "marsh": "#d6e0da", "rough": "#e0d6c4", "closed": "#dcd7cc", "far": "#e4e0d6",
}  # fmt: skip
LINES = {
    "river": ("#7fa3b8", 3.0), "railway": ("#c2b8a6", 1.0), "road": ("#d5c9b2", 1.4), "border": ("#b59f9f", 1.2),
    "frontier": ("#9c7f8a", 1.6),
}  # fmt: skip
INK, PAPER = "#3d3a36", "#f6f2e8"
SHAPES = ("water", "city", "far", "island")
KEPT = 1.2
"""The minimum distance between two points of a line, in units of the drawing. Closer points are dropped."""
EDGE = 3.0
"""The margin of a close-up map around the outermost place, in counters."""
LEAST = 0.34
"""Minimum share of the board's width that a close-up of a large board shows."""
LOOKS = 8
"""The number of tables whose maps are cached."""
ACROSS = 12.0
"""Minimum width of a close-up map, in counters."""
LETTER = 12.0
"""The size of a name, in pixels on the page."""
SIDE, WHOLE = 335.0, 790.0
"""The width of a map next to the text, and across the whole text, in pixels on the page."""


class Frame(NamedTuple):
    """The part of the board that a map shows, in units of the drawing."""

    x: float
    y: float
    width: float
    height: float


class Boards:
    """The maps of the reports about one table."""

    def __init__(self, scene: Scene, prefix: str = "") -> None:
        self.scene, self.prefix = scene, prefix
        x, y, width, height = scene.frame
        self.by = WIDE / width
        self.origin = (x, y)
        self.whole = Frame(0, 0, WIDE, height * self.by)
        self.tones = {side.id: side.tone for side in scene.sides}
        self.counter = scene.counter["side"] * self.by

    def at(self, point: Point) -> Point:
        """Return a point of the board in the drawing."""
        return (point[0] - self.origin[0]) * self.by, (point[1] - self.origin[1]) * self.by

    def name(self, space: str) -> str:
        """Return the name of a space, or of the place in it, or "" if it has none."""
        known = self.scene.every_space[space]
        return known.name or next(
            (one.name for one in self.scene.scenery if one.kind == "place" and one.at == known.counters), ""
        )

    # --- the ground --------------------------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> str:
        """The ground and the shapes of spaces as SVG, shared by all maps."""
        parts = [f'<g id="{self.prefix}ground">{"".join(self._ground())}</g>']
        parts += [
            f'<path id="{self.prefix}s{number}" d="{self._path(self.scene.every_space[space].shape, closed=True)}"/>'
            for space, number in self._shaped.items()
        ]
        parts.append(f'<g id="{self.prefix}over">{"".join(self._over())}</g>')
        return "".join(parts)

    def defs(self) -> str:
        """Return the ground as an element that a page needs only once."""
        return f'<svg width="0" height="0" class="defs" aria-hidden="true"><defs>{self.ground}</defs></svg>'

    def _ground(self) -> Iterator[str]:
        fills: defaultdict[str, list[str]] = defaultdict(list)
        kinds = {terrain.id: terrain.fill for terrain in self.scene.terrains}
        drawn = any(item.kind == "fill" and item.style == "water" for item in self.scene.scenery)
        for space in self._places():
            fill = kinds.get(space.terrain, "steppe")
            if fill != "steppe" and not (fill == "water" and drawn):
                fills[fill].append(self._path(space.shape, closed=True))
        for kind, paths in fills.items():
            yield f'<path fill="{FILLS[kind]}" d="{"".join(paths)}"/>'

    def _over(self) -> Iterator[str]:
        """Yield water, roads, railways and town names, which are drawn above the colors of the sides."""
        shapes: defaultdict[str, list[str]] = defaultdict(list)
        lines: defaultdict[str, list[str]] = defaultdict(list)
        for item in self.scene.scenery:
            if item.kind == "fill" and item.style in SHAPES:
                shapes[item.style].append(
                    self._path(item.shape, closed=True) + "".join(self._path(hole, closed=True) for hole in item.holes)
                )
            elif item.kind == "line" and item.style in LINES and len(item.points) > 1:
                lines[item.style].append(self._path(item.points))
        for style, paths in shapes.items():
            ink = FILLS[style] if style in FILLS else FILLS["steppe"]
            yield f'<path fill="{ink}" fill-rule="evenodd" d="{"".join(paths)}"/>'
        for border in self.scene.borders:
            if border.kind == "river" and border.points:
                lines["river"].append(self._path(border.points))
        for style in LINES:
            if lines[style]:
                color, width = LINES[style]
                yield _tag("path", d="".join(lines[style]), stroke=color, stroke_width=width, **STROKE)

    # --- a map -------------------------------------------------------------------------------------------------------

    def map(
        self, picture: Picture, frame: Frame | None = None, label: str = "", names: Iterable[str] = (),
        shown: float = WHOLE,
    ) -> str:  # fmt: skip
        """Return a picture as an SVG element that uses the ground of the page.

        `names`: places to name in addition to the important ones. `shown`: the width of the picture on the page, in
        pixels.
        """
        frame = frame or self.whole
        towns = self._towns(picture, frame, set(names), LETTER * frame.width / shown)
        body = "".join([*self._held(picture), f'<use href="#{self.prefix}over"/>', *towns, *self._counters(picture)])
        box = " ".join(_short(value) for value in frame)
        return (
            f'<svg class="map" viewBox="{box}" role="img" aria-label="{escape(label, quote=True)}">'
            + _tag("rect", x=frame.x, y=frame.y, width=frame.width, height=frame.height, fill=FILLS["steppe"])
            + f'<use href="#{self.prefix}ground"/>{body}</svg>'
        )

    def close(self, picture: Picture, spaces: Iterable[str] = (), shape: tuple[float, float] = (0.9, 1.6)) -> Frame:
        """Return the part of the board around the given spaces, or around all counters. `shape`: the minimum and
        maximum ratio of its width to its height.
        """
        whole, known = self.whole, self.scene.every_space
        places = [spot for space in spaces if space in known and (spot := known[space].counters) is not None]
        points = [self.at(place) for place in places or [place for place, _ in self._stacks(picture)]]
        if not points or self.scene.grid is None:
            return whole
        edge = EDGE * self.counter
        xs, ys = [x for x, _ in points], [y for _, y in points]
        width = max(max(xs) - min(xs) + 2 * edge, LEAST * whole.width, ACROSS * self.counter)
        height = max(max(ys) - min(ys) + 2 * edge, LEAST * whole.width / shape[1])
        width, height = max(width, shape[0] * height), max(height, width / shape[1])
        width, height = min(width, whole.width), min(height, whole.height)
        left = min(max(0.0, (max(xs) + min(xs) - width) / 2), whole.width - width)
        top = min(max(0.0, (max(ys) + min(ys) - height) / 2), whole.height - height)
        return Frame(left, top, width, height)

    def alone(self, picture: Picture, frame: Frame | None = None, label: str = "", names: Iterable[str] = ()) -> str:
        """Return a map as the content of a separate SVG file."""
        _, _, text = self.map(picture, frame, label, names).partition("<svg ")
        head, _, body = text.partition(">")
        shape = 'xmlns="http://www.w3.org/2000/svg" font-family="sans-serif"'
        return f"<svg {shape} {head}><defs>{self.ground}</defs>{body}"

    def _held(self, picture: Picture) -> Iterator[str]:
        """Yield the land of each side, and the front between two sides."""
        held = self.scene.sides_of(picture)
        if not held:
            return
        if self.scene.grid is None:
            for side, tone in self.tones.items():
                uses = "".join(
                    f'<use href="#{self.prefix}s{number}"/>'
                    for space, number in self._shaped.items()
                    if held.get(space) == side
                )
                if uses:
                    yield f'<g fill="{HELD.get(tone, HELD["a"])}" stroke="#b9ae9a" stroke-width="0.8">{uses}</g>'
            return
        fronts: list[str] = []
        for side, tone in self.tones.items():
            loops = self._outline({space for space, holder in held.items() if holder == side})
            if loops and tone != "b":
                fill = HELD.get(tone, HELD["a"])
                yield _tag("path", d="".join(loops), fill=fill, fill_opacity=0.8, fill_rule="evenodd")
        fronts = self._front(held)
        if fronts:
            yield _tag("path", d="".join(fronts), stroke=INK, stroke_width=2.4, **STROKE)

    def _counters(self, picture: Picture) -> Iterator[str]:
        side = self.counter
        known = {piece.id: piece for piece in self.scene.pieces}
        size = max(6.0, 0.5 * side)
        for place, stack in self._stacks(picture):
            x, y = self.at(place)
            one = stack[-1]
            piece = known.get(one.id)
            tone = piece.tone if piece else self.tones.get(one.side, "a")
            figure = "" if one.hidden or piece is None else self._sum(stack)
            deep = min(len(stack) - 1, 2)
            marks = "".join(
                _tag(
                    "rect",
                    x=x - side / 2 + n * 2,
                    y=y - side / 2 - n * 2,
                    width=side,
                    height=side,
                    rx=2,
                    fill=TONES[tone],
                    stroke="#fff",
                    stroke_width=1,
                )
                for n in range(deep, -1, -1)
            )
            text = (
                _tag(
                    "text",
                    figure,
                    x=x,
                    y=y + 0.36 * size,
                    font_size=size,
                    font_weight=700,
                    text_anchor="middle",
                    fill="#fff",
                )
                if figure
                else ""
            )
            yield marks + text

    def _sum(self, stack: Sequence[PieceAt]) -> str:
        """Return the strength of a stack: the sum of the first figures, or the number of its units."""
        known = {piece.id: piece for piece in self.scene.pieces}
        numbers = []
        for one in stack:
            piece = known.get(one.id)
            found = re.match(r"\d+", piece.figures[0]) if piece and piece.figures else None
            if piece is not None and piece.figures and piece.faces and one.face in piece.faces:
                place = min(piece.faces.index(one.face), len(piece.figures) - 1)
                found = re.match(r"\d+", piece.figures[place])
            if found:
                numbers.append(int(found[0]))
        return str(sum(numbers)) if numbers else str(len(stack)) if len(stack) > 1 else ""

    def _stacks(self, picture: Picture) -> list[tuple[Point, list[PieceAt]]]:
        stacks: defaultdict[str, list[PieceAt]] = defaultdict(list)
        for one in picture.pieces:
            stacks[one.at].append(one)
        places = self.scene.every_space
        return [
            (spot, stack) for space, stack in stacks.items()
            if (known := places.get(space)) is not None and known.kind != "box" and (spot := known.counters) is not None
        ]  # fmt: skip

    def _towns(self, picture: Picture, frame: Frame, wanted: set[str], size: float) -> Iterator[str]:
        """Yield the names of the important places that do not overlap with other names or counters."""
        taken = [(*self.at(place), self.counter / 2, self.counter / 2) for place, _ in self._stacks(picture)]
        names: list[str] = []
        for name, place, key in sorted(self._known, key=lambda one: (not one[2], one[0] not in wanted)):
            x, y = self.at(place)
            if not (key or name in wanted):
                continue
            if not (frame.x < x < frame.x + frame.width and frame.y < y < frame.y + frame.height):
                continue
            half, high = 0.27 * size * len(name) + 2, 0.6 * size
            names.append(
                _tag("circle", cx=x, cy=y, r=0.22 * size, fill=INK if key else "#fff", stroke=INK, stroke_width=1)
            )
            for down in (self.counter * 0.5 + 0.75 * size, -self.counter * 0.5 - 0.45 * size, 0.9 * size):
                spot = (x, y + down, half, high)
                if not (frame.x < x - half and x + half < frame.x + frame.width):
                    break
                if not (frame.y < y + down - high and y + down + high < frame.y + frame.height):
                    continue
                if all(abs(spot[0] - a) > half + w or abs(spot[1] - b) > high / 1.2 + h for a, b, w, h in taken):
                    taken.append(spot)
                    weight = "700" if key else "400"
                    names.append(
                        _tag("text", escape(name), x=x, y=y + down + 0.3 * size, font_size=size, font_weight=weight)
                    )
                    break
        if names:
            yield _tag(
                "g",
                "".join(names),
                text_anchor="middle",
                fill="#1d1c1a",
                stroke=PAPER,
                stroke_width=3,
                paint_order="stroke",
            )

    @cached_property
    def _known(self) -> list[tuple[str, Point, bool]]:
        """The places with a name on the map, the most important first."""
        keys = [
            (one.name, one.counters or one.text, bool({"key", "city"} & set(one.features)))
            for one in self.scene.every_space.values() if one.name and one.kind != "box"
        ]  # fmt: skip
        others = [
            (one.name, one.at, False) for one in self.scene.scenery
            if one.kind == "place" and one.name and one.at
        ]  # fmt: skip
        found: dict[str, tuple[str, Point, bool]] = {}
        for name, place, key in (*keys, *others):
            if place is not None and name not in found:
                found[name] = (name, place, key)
        return list(found.values())

    # --- geometry ----------------------------------------------------------------------------------------------------

    def _places(self) -> list[Space]:
        return [space for space in self.scene.every_space.values() if space.shape and space.kind != "box"]

    @cached_property
    def _shaped(self) -> dict[str, int]:
        """The spaces of an area map, each with a number."""
        return {} if self.scene.grid else {space.id: number for number, space in enumerate(self._places())}

    @cached_property
    def _edges(self) -> dict[tuple[Point, Point], list[str]]:
        """All hexsides, with the hexes that they belong to."""
        found: defaultdict[tuple[Point, Point], list[str]] = defaultdict(list)
        for space in self._places():
            corners = [(round(x, 1), round(y, 1)) for x, y in space.shape]
            for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
                found[min(one, other), max(one, other)].append(space.id)
        return found

    def _outline(self, spaces: set[str]) -> list[str]:
        """Return the borders of a set of hexes as closed paths."""
        edges = [edge for edge, sides in self._edges.items() if sum(side in spaces for side in sides) == 1]
        return [self._path(line, closed=True) for line in _chained(edges)]

    def _front(self, held: dict[str, str]) -> list[str]:
        """Return the lines between hexes of different sides."""
        edges = [
            edge for edge, sides in self._edges.items()
            if len(sides) == 2 and held.get(sides[0]) and held.get(sides[1]) and held[sides[0]] != held[sides[1]]
        ]  # fmt: skip
        return [self._path(line) for line in _chained(edges)]

    def _path(self, points: Iterable[Point], *, closed: bool = False) -> str:
        """Return a line in SVG notation without invisible bends."""
        kept: list[Point] = []
        for point in map(self.at, points):
            if not kept or dist(kept[-1], point) >= KEPT:
                kept.append(point)
        return "M" + "L".join(f"{_short(x)},{_short(y)}" for x, y in kept) + ("Z" if closed else "")


@lru_cache(maxsize=LOOKS)
def boards_of(look: Look[Any]) -> Boards:
    """Return the maps of a table, with their cached ground."""
    return Boards(look.kept)


def _chained(edges: Sequence[tuple[Point, Point]]) -> Iterator[list[Point]]:
    """Join edges into lines."""
    ends: defaultdict[Point, list[tuple[Point, Point]]] = defaultdict(list)
    for edge in edges:
        for end in edge:
            ends[end].append(edge)
    left = dict.fromkeys(edges)
    # Lines that end somewhere begin at an end; the others are loops.
    for first in [*(edge for edge in edges if any(len(ends[end]) == 1 for end in edge)), *edges]:
        if first not in left:
            continue
        del left[first]
        start, here = first if len(ends[first[0]]) == 1 else (first[1], first[0]) if len(ends[first[1]]) == 1 else first
        line = [start, here]
        while (following := next((edge for edge in ends[here] if edge in left), None)) is not None:
            del left[following]
            here = following[1] if following[0] == here else following[0]
            line.append(here)
        yield line


STROKE = {"fill": "none", "stroke_linejoin": "round"}


def _tag(name: str, body: str = "", **given: str | float) -> str:
    """Return an element with the given attributes. In their names, "_" stands for "-"."""
    told = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else _short(value)}"'
        for key, value in given.items()
    )
    return f"<{name}{told}>{body}</{name}>" if body else f"<{name}{told}/>"


def _short(value: float) -> str:
    """Return a number with at most one digit after the point."""
    return f"{value:.1f}".rstrip("0").rstrip(".")
