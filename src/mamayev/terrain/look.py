"""The shared look of hex games as scene data: board, rivers on hexsides, roads from hex to hex, and outlines.

It also provides overlays for sets of hexes, attacks, supply lines and threats, the phases of the turn, and the ledger's
tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from mamayev.engine.scene import Arrow, Border, Chart, HexGrid, Overlay, Phase, Point, Scenery, StepLine, Verdict
from mamayev.engine.table import Table

from .grid import Grid, Hexes
from .supply import Supply

B = TypeVar("B")


def board(grid: Grid, terrain: Callable[[int], str], codes: Mapping[str, str]) -> HexGrid:
    """Return the whole map for `Scene.grid`.

    `terrain` returns the letter of a hex, and `codes` maps each letter to the scene's terrain.
    """
    first_line = grid.places[0][0]
    first = min(half for _, half in grid.places)
    odd = {(line - first_line) % 2 for line, half in grid.places if (half - first) % 2}
    shifted_even = 0 in odd
    cells = {}
    for h, (line, half) in enumerate(grid.places):
        along, across = (half - first) // 2, line - first_line
        cells[(along, across) if grid.orientation == "pointy" else (across, along)] = h
    columns, rows = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    lines = [[cells.get((column, row)) for column in range(columns)] for row in range(rows)]
    x, y = grid.centre(0)
    back = (grid.places[0][1] - first - shifted_even) * grid.pitch / 2
    return HexGrid(
        orientation=grid.orientation,
        pitch=grid.pitch,
        origin=(round(x - back, 3), y) if grid.orientation == "pointy" else (x, round(y - back, 3)),
        shifted="even" if shifted_even else "odd",
        ids=[" ".join("-" if h is None else grid.ids[h] for h in line) for line in lines],
        terrain=["".join("-" if h is None else terrain(h) for h in line) for line in lines],
        codes=dict(codes),
    )


def rivers(grid: Grid, sides: Iterable[int]) -> list[Border]:
    """Return the hexsides with rivers as borders."""
    return [Border((grid.ids[a], grid.ids[b]), "river") for a, b in (grid.sides[side] for side in sides)]


def ways(grid: Grid, lines: Iterable[Iterable[int]], style: str, width: float) -> list[Scenery]:
    """Return roads or railways as lines from center to center. `lines`: the hexes of each line, in order."""
    return [Scenery(kind="line", style=style, width=width, points=[grid.centre(h) for h in line]) for line in lines]


def through(points: Iterable[Iterable[float]]) -> list[Point]:
    """Return the points of a line or ring from a game's data."""
    return [(x, y) for x, y in points]


def outlines(grid: Grid, among: Hexes) -> list[list[Point]]:
    """Return the rings around the hexes of a set, each closed by its first point. Outer rings run clockwise on the
    screen, rings around holes counterclockwise."""
    after: dict[Point, list[Point]] = {}
    for h in grid.hexes(among):
        corners = grid.corners(h)
        for d, n in enumerate(grid.toward[h]):
            if n < 0 or not among & grid.bit[n]:
                after.setdefault(corners[d], []).append(corners[(d + 1) % 6])
    rings = []
    while after:
        ring = [next(iter(after))]
        while len(ring) == 1 or ring[0] != ring[-1]:
            following = after[ring[-1]]
            ring.append(following.pop())
            if not following:
                del after[ring[-2]]
        rings.append(ring)
    return rings


# ------------------------------------------------------------------ over the board


def named(grid: Grid, hexes: Hexes | Iterable[int]) -> tuple[str, ...]:
    """Return the ids of hexes: in map order for a set, else in the given order."""
    return tuple(grid.ids[h] for h in (grid.hexes(hexes & grid.everywhere) if isinstance(hexes, int) else hexes))


def shading(
    grid: Grid,
    key: str,
    title: str,
    kind: Literal["zone", "range", "supply"],
    hexes: Hexes,
    side: str = "",
    shown: bool = False,
) -> Overlay:
    """Return an overlay that shows a set of hexes."""
    return Overlay(id=key, title=title, kind=kind, side=side, spaces=named(grid, hexes), shown=shown)


def attacks(grid: Grid, pairs: Iterable[tuple[int, int]]) -> list[Arrow]:
    """Return an arrow for each pair of hexes, from the attacker to the target."""
    return [Arrow(kind="attack", from_=grid.ids[a], to=grid.ids[b]) for a, b in sorted(set(pairs)) if a != b]


def supply_line(grid: Grid, supply: Supply, h: int) -> tuple[str, ...]:
    """Return the line from a hex to its source, or up to the hex that cuts it."""
    hexes, cut = supply.line(h)
    return named(grid, hexes[: hexes.index(cut[0]) + 1] if cut else hexes)


def threat(
    grid: Grid,
    key: str,
    title: str,
    enemy: str,
    found: Mapping[int, B],
    *,
    badge: Callable[[B], str],
    says: Callable[[B], str],
    origins: Callable[[B], Iterable[int]],
) -> Overlay:
    """Return the overlay of attacks that threaten hexes: badges, texts and the hexes of origin.

    Without results, the overlay is computed on demand.
    """
    return Overlay(
        id=key, title=title, kind="threat", side=enemy, asked=True,
        values={grid.ids[h]: badge(blow) for h, blow in found.items()},
        notes={grid.ids[h]: says(blow) for h, blow in found.items()},
        origins={grid.ids[h]: named(grid, sorted(set(origins(blow)))) for h, blow in found.items()},
    )  # fmt: skip


# ------------------------------------------------------------------ beside the board


def phases(
    table: Table[Any], titles: Mapping[str, str], once: str, panels: Mapping[str, Literal["fight", "procedure"]] = {}
) -> list[Phase]:
    """Return the phases of the sequence of play with their steps. `once`: the phase that is played only once. `panels`:
    the panels for phases that have one.
    """
    lines: dict[str, list[StepLine]] = {phase: [] for phase in titles}
    for step in table.steps.values():
        lines[step.phase].append(StepLine(step.id, step.title, step.clauses))
    return [
        Phase(phase, title, lines[phase], once=phase == once, panel=panels.get(phase, ""))
        for phase, title in titles.items()
        if lines[phase]
    ]


class Shown(NamedTuple):
    """A table of the ledger as a chart: its id, the clauses, and the meaning of its results for the attacker, from
    bad to good.
    """

    id: str
    clauses: tuple[str, ...]
    verdicts: Mapping[str, Verdict] = {}


def charts(
    table: Table[Any],
    shown: Mapping[str, Shown],
    rows: Callable[[dict[str, Any]], Sequence[Sequence[Any]]] = lambda entry: entry["rows"],
    note: Callable[[dict[str, Any]], str] = lambda entry: entry["note"],
) -> Iterator[Chart]:
    """Yield the tables of the ledger as charts, by table id. `rows` and `note` return the rows and the note of an
    entry."""
    tables = {entry["id"]: entry for entry in table.game.ledger().data["table"]}
    for name, (key, clauses, verdicts) in shown.items():
        entry = tables[key]
        yield Chart(
            id=name,
            title=entry["title"],
            columns=[column.replace("_", " ").capitalize() for column in entry["columns"]],
            rows=[[cell(value) for value in row] for row in rows(entry)],
            note=note(entry),
            clauses=table.cited(*clauses),
            verdicts=dict(verdicts),
            attacking=bool(verdicts),
        )


def cell(value: Any) -> str:
    """Return a cell of a chart in players' terms."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
