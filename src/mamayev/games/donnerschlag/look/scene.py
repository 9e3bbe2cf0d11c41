"""Donnerschlag's look as data. docs/protocol.md describes the forms. The shapes are only drawings."""

from __future__ import annotations

import math

from mamayev.engine import scene as sc
from mamayev.engine.reread import reread
from mamayev.terrain.look import Shown, charts, phases, rivers
from mamayev.terrain.look import board as hex_grid

from ..printed.board import Board
from ..printed.map import SEATS, TERRAINS
from ..printed.shapes import Zone
from ..rules.setting import Setting
from ..rules.victory import LAST_BOX, LONGER
from .pieces import decks, piece
from .readings import CHANGES

TERRAIN = {
    ".": sc.Terrain("clear", TERRAINS["."], "steppe"),
    "v": sc.Terrain("village", TERRAINS["v"], "steppe"),
    "T": sc.Terrain("town", TERRAINS["T"], "city"),
    "C": sc.Terrain("city", TERRAINS["C"], "city"),
}
PLACE_STYLE = {"village": ("village", 3), "town": ("city", 2), "city": ("city", 1)}
LEVELS = (17, 28, 44, 72)
"""Hex widths in pixels at which the zoom levels begin; the first is the smallest."""
ROAD_WIDTH = {"major": 4.0, "minor": 2.0}
NOTICE = (
    "Map, counters, setup and most card texts are a reconstruction: only the rulebook was available. Facts from the "
    "rulebook are marked."
)
PHASES = {"preparation": "Preparation", "admin": "Admin Phase", "action": "Action Phase"}


def scene(table: Setting) -> sc.Scene:
    board, grid = table.board, table.board.grid
    return sc.Scene(
        game=table.game.name, title=table.game.title, edition=table.edition, unit="km/12.5",
        frame=board.drawing.frame, counter={"side": 28.5, "gap": 1.5},
        seats=[sc.SeatName("axis", "Axis player", "axis"), sc.SeatName("soviet", "Soviet player", "soviet")],
        sides=[sc.Side("axis", "Axis", "a", "Axis"), sc.Side("soviet", "Soviet", "b", "Soviets")],
        notice=NOTICE,
        phases=phases(table, PHASES, once="preparation"),
        spaces=[space(board, h, name) for h, name in board.names.items()],
        grid=hex_grid(
            grid, lambda h: board.terrain_at[grid.ids[h]], {code: terrain.id for code, terrain in TERRAIN.items()}
        ),
        levels=tuple(width / 50 for width in LEVELS[1:]),
        sums=1,  # strength
        stacks=[
            sc.StackSlots(28.5, [(0.0, 0.0)]),
            sc.StackSlots(28.5, [(-1.4, 1.4), (1.4, -1.4)]),
            sc.StackSlots(28.5, [(-2.8, 2.8), (0.0, 0.0), (2.8, -2.8)]),
        ],
        borders=rivers(grid, sorted(board.rivers)),
        terrains=list(TERRAIN.values()), scenery=scenery(board), tracks=tracks(),
        charts=reread(table, charts(table, CHARTS), CHANGES),
        decks=decks(board),
        pieces=[piece(board, u) for u in range(len(board.units))],
        marks=[
            sc.Mark(id="schwerpunkt", name="Schwerpunkt", symbol="disc", clauses=("DON-SCHWER-01", "DON-RANGE-02")),
            sc.Mark(id="overrun", name="HQ Overrun", symbol="letter", filled=False, clauses=("DON-OVERRUN-06",)),
            sc.Mark(id="bridge", name="Bridge", symbol="control", clauses=("DON-RIVER-04",)),
        ],
    )  # fmt: skip


def space(board: Board, h: int, name: str) -> sc.Space:
    """Return a hex with its settlement, if any."""
    grid = board.grid
    letter = board.terrain_at[grid.ids[h]]
    features = (TERRAIN[letter].id, *(("road",) if board.road & grid.bit[h] else ()))
    stated = grid.ids[h] in board.stated
    return sc.Space(
        id=grid.ids[h], label=grid.ids[h], name=name, kind="hex", features=features,
        origin="stated" if stated else "reconstructed",
    )  # fmt: skip


def scenery(board: Board) -> list[sc.Scenery]:
    """Return the zones, gullies, roads, rivers, bridges, settlements and names."""
    drawn = board.drawing
    found = [sc.Scenery(kind="fill", style="zone", name=zone.id, shape=zone.outline) for zone in drawn.zones]
    found += [sc.Scenery(kind="line", style="gully", width=1.0, points=line, levels=(2, 3)) for line in drawn.gullies]
    found += [
        sc.Scenery(kind="fill", style="city", shape=place.footprint, levels=(1, 3)) for place in drawn.settlements
    ]
    for road in drawn.roads:
        style = "railway" if road.class_ == "rail" else "road"
        width = ROAD_WIDTH.get(road.class_, 3.0)
        rank = {"major": 1, "minor": 2}.get(road.class_, 0)
        found.append(sc.Scenery(kind="line", style=style, width=width, rank=rank, points=road.points))
    found += [
        sc.Scenery(kind="line", style="river", name=course.name, width=course.width, points=points)
        for course, points in (
            *([(drawn.don, drawn.don.points)] if drawn.don is not None else []),
            *((course, course.points[::-1]) for course in drawn.rivers),  # drawn from their mouths
        )
    ]
    found += [bridge(entry.at, entry.angle, entry.length) for entry in drawn.bridges]
    for place in drawn.settlements:
        style, rank = PLACE_STYLE[place.kind]
        name, levels = board.names.get(board.hex[place.hex]), (0, 3) if rank < 3 else (1, 3)
        if name:
            found.append(sc.Scenery(kind="place", style=style, name=name, rank=rank, at=place.at, levels=levels))
    found += [
        sc.Scenery(kind="text", style=text.style, name=text.name, points=text.points, levels=(1, 3))
        for text in drawn.lettering
    ]
    return found + [zone_letter(zone) for zone in drawn.zones]


def bridge(at: tuple[float, float], angle: float, length: float) -> sc.Scenery:
    """Return the bridge deck, drawn along its road."""
    dx, dy = (length / 2 * turn(math.radians(angle)) for turn in (math.cos, math.sin))
    x, y = at
    return sc.Scenery(kind="line", style="bridge", width=5.0, points=[(x - dx, y - dy), (x + dx, y + dy)])


def zone_letter(zone: Zone) -> sc.Scenery:
    """Return the letter of a meeting zone, placed at the center of the zone."""
    xs, ys = zip(*zone.outline, strict=True)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return sc.Scenery(
        kind="text", style="region", name=f"Zone {zone.id}", points=[(x - 60, y), (x + 60, y)], levels=(0, 3),
    )  # fmt: skip


def tracks() -> list[sc.Track]:
    """Return the tracks for the turn, the Donnerschlag marker, the 6th Army's state and the Schlachtenglück marker."""
    marks = [sc.TrackMark(turn, "Soviets") for turn in (2, 3, 6, 7)]
    marks += [sc.TrackMark(4, "17. Pz"), sc.TrackMark(4, "late cards"), sc.TrackMark(8, "last effort")]
    return [
        sc.Track(id="turn", title="Turn", kind="boxes", min=1, max=8, marks=sorted(marks, key=lambda mark: mark.at),
                 clauses=("DON-SCALE-03", "DON-SEQ-05"), primary=True),
        sc.Track(id="advance", title="Donnerschlag", kind="boxes", min=0, max=LONGER,
                 marks=[sc.TrackMark(LAST_BOX, "end", "bad"), sc.TrackMark(LONGER, "survival")],
                 clauses=("DON-TRACK-01", "DON-TRACK-02", "DON-TRACK-05"), primary=True),
        sc.Track(id="survival", title="6th Army", kind="states", states=("Normal", "Survival"),
                 clauses=("DON-TRACK-06",)),
        sc.Track(id="luck", title="Schlachtenglück", kind="states", states=tuple(seat.title() for seat in SEATS),
                 clauses=("DON-SCHLACHT-01", "DON-SCHLACHT-04"), primary=True),
    ]  # fmt: skip


CHARTS = {
    "combat": Shown(
        "DON-T-CRT", ("DON-CRT-01", "DON-CRT-02"),
        {"1AR": "bad", "AR": "bad", "1A": "bad", "--": "none", "DR": "fair",
         "1DR": "good", "2DR": "good", "3DR": "good"},
    ),
    "terrain": Shown("DON-T-TERRAIN", ("DON-TERR-01",)),
    "rivers": Shown("DON-T-RIVER", ("DON-RIVER-01", "DON-TERR-03")),
    "shifts": Shown("DON-T-SHIFT", ("DON-SHIFT-01",)),
    "modifiers": Shown("DON-T-DRM", ("DON-DRM-01",)),
    "activation": Shown("DON-T-ACT", ("DON-CMD-03",)),
    "retreat": Shown("DON-T-RETREAT", ("DON-RETREAT-12",)),
    "sequence": Shown("DON-T-SEQ", ("DON-SEQ-01",)),
    "turns": Shown("DON-T-TURNS", ("DON-REINF-03",)),
    "fate": Shown("DON-T-CARDFATE", ("DON-CCARD-16",)),
    "placing": Shown("DON-T-PLACE", ("DON-REPL-02", "DON-DRAW-03")),
    "call": Shown("DON-T-CALL", ("DON-TRACK-10",)),
}  # fmt: skip
"""The tables of the ledger that the rules use."""
