"""Heat maps of a board, with shares of games as colors of a scene's spaces."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import NamedTuple

from markupsafe import Markup, escape

from mamayev.engine.scene import Point, Scene, Space

LETTERED = 0.05
"""The minimum share at which a space shows figures."""
WIDE = 2.5
"""The minimum width of a space with figures, as a multiple of the letter height. No hex on a large map is that wide."""
MARGIN = 0.04
"""The margin around the shown spaces, as a share of the map."""


class Heat(NamedTuple):
    """The share of games in which an event happened to a space, and the median turn."""

    share: float
    turn: float


def shapes(scene: Scene) -> Markup:
    """Return the outlines that all maps of a page share, as invisible definitions."""
    drawn = (f'<path id="space-{escape(space.id)}" d="{_path(space.shape)}"/>' for space in _drawn(scene))
    water = (
        f'<path id="water-{index}" d="{_path(piece.shape)}"/>'
        for index, piece in enumerate(scene.scenery)
        if piece.style == "water" and piece.shape
    )
    return Markup("".join([*drawn, *water]))


def heat_map(scene: Scene, name: str, heat: Mapping[str, Heat], held: Set[str], *, lettered: bool) -> Markup:
    """Return one commander's map, cropped to the spaces that were ever held. `lettered`: whether to add the share and
    the turn.
    """
    spaces = _drawn(scene)
    left, top, width, height = _frame(scene, [space for space in spaces if space.id in held])
    size = width / 62
    parts = []
    for space in spaces:
        warm = heat.get(space.id)
        label = f"{escape(space.name)} ({escape(space.label)})" if space.name else str(escape(space.label))
        if warm:
            said = f"{label}: lost in {100 * warm.share:.1f}% of the games, median turn {warm.turn:g}"
        else:
            said = f"{label}: never lost" if space.id in held else label
        kind = f'class="held" style="--heat: {warm.share if warm else 0:.3f}"' if space.id in held else 'class="land"'
        parts.append(f'<use href="#space-{escape(space.id)}" {kind}><title>{said}</title></use>')
    parts += [
        f'<use href="#water-{index}" class="water"/>'
        for index, piece in enumerate(scene.scenery)
        if piece.style == "water" and piece.shape
    ]
    for space in spaces:
        warm = heat.get(space.id)
        if lettered and warm and warm.share >= LETTERED and _width(space) >= WIDE * size:
            x, y = _middle(space)
            hot = ' class="on-hot"' if warm.share >= 0.7 else ""
            parts.append(
                f'<text x="{x:.2f}" y="{y:.2f}"{hot}><tspan>{100 * warm.share:.0f}%</tspan>'
                f'<tspan x="{x:.2f}" dy="1.15em" class="turn">turn {warm.turn:g}</tspan></text>'
            )
    return Markup(
        f'<svg viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" role="img" '
        f'aria-label="Map of what {escape(name)} loses; the numbers are in the table" '
        f'style="font-size: {size:.2f}px; --thin: {width / 900:.3f}px">{"".join(parts)}</svg>'
    )


def turn_map(scene: Scene, title: str, shares: Mapping[str, float], held: Set[str]) -> Markup:
    """Return a small map of one turn with its title: the share of games in which each space had been lost by then."""
    spaces = _drawn(scene)
    left, top, width, height = _frame(scene, [space for space in spaces if space.id in held])
    parts = [
        f'<use href="#space-{escape(space.id)}" '
        + (f'class="held" style="--heat: {shares.get(space.id, 0):.2f}"/>' if space.id in held else 'class="land"/>')
        for space in spaces
    ]
    parts += [
        f'<use href="#water-{index}" class="water"/>'
        for index, piece in enumerate(scene.scenery)
        if piece.style == "water" and piece.shape
    ]
    return Markup(
        f'<h3>{escape(title)}</h3><svg viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" role="img" '
        f'aria-label="What has been lost by {escape(title)}; the numbers are in the table" '
        f'style="--thin: {width / 900:.3f}px">{"".join(parts)}</svg>'
    )


def _drawn(scene: Scene) -> list[Space]:
    return [space for space in scene.every_space.values() if space.shape]


def _path(shape: list[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in shape) + "Z"


def _frame(scene: Scene, spaces: list[Space]) -> tuple[float, float, float, float]:
    """Return the left, top, width and height of the area that contains these spaces and a margin, within the board."""
    xs = [x for space in spaces for x, _ in space.shape]
    ys = [y for space in spaces for _, y in space.shape]
    margin = MARGIN * scene.frame[2]
    left, top = max(scene.frame[0], min(xs) - margin), max(scene.frame[1], min(ys) - margin)
    right = min(scene.frame[0] + scene.frame[2], max(xs) + margin)
    bottom = min(scene.frame[1] + scene.frame[3], max(ys) + margin)
    return left, top, right - left, bottom - top


def _width(space: Space) -> float:
    """Return the width of a space from west to east."""
    xs = [x for x, _ in space.shape]
    return max(xs) - min(xs)


def _middle(space: Space) -> Point:
    """Return the position of the figures in a space: that of its counters, or else the middle of its outline."""
    if space.counters is not None:
        return space.counters
    return sum(x for x, _ in space.shape) / len(space.shape), sum(y for _, y in space.shape) / len(space.shape)
