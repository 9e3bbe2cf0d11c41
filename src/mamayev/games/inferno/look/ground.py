"""The ground, which is only decoration: relief, houses, roads, the river, and names."""

from __future__ import annotations

from mamayev.engine import scene as sc
from mamayev.terrain.look import through

from ..printed.map import BOXES
from ..printed.shapes import layout
from ..rules.setting import Setting
from .beside import CELL


def scenery(table: Setting) -> list[sc.Scenery]:
    """Return the layers from bottom to top: relief, ravines, city blocks, roads, river, and names."""
    drawn = table.drawing
    volga = drawn["volga"]
    found = [sc.Scenery(kind="line", style="contour", width=0.6, points=through(row)) for row in drawn["contours"]]
    found += [sc.Scenery(kind="line", style="contour", width=0.9, points=through(row)) for row in drawn["kurgan"]]
    found += [sc.Scenery(kind="fill", style="rough", shape=through(r["polygon"])) for r in drawn["ravines"]]
    found += [sc.Scenery(kind="fill", style="block", shape=through(row)) for row in drawn["blocks"]]
    found += [sc.Scenery(kind="fill", style="block", shape=through(row)) for row in drawn["footprints"]]
    water = [*volga["west_bank"], *reversed(volga["east_bank"])]
    found.append(sc.Scenery(kind="fill", style="water", shape=through(water)))
    found.append(sc.Scenery(kind="fill", style="far", shape=through(drawn["far_bank"])))
    found += [sc.Scenery(kind="fill", style="island", shape=through(row)) for row in volga["islands"]]
    found += [
        sc.Scenery(kind="line", style="road", rank=2, width=0.8, points=through(r["points"])) for r in drawn["roads"]
    ]
    found += [
        sc.Scenery(kind="line", style="railway", width=0.9 if r["small"] else 1.5, points=through(r["points"]))
        for r in drawn["railways"]
    ]
    if wall := drawn["wall"]["points"]:
        found.append(sc.Scenery(kind="line", style="wall", width=1.2, points=through(wall)))
    found += [sc.Scenery(kind="line", style="cliff", width=0.8, points=through(row)) for row in volga["cliffs"]]
    found += [sc.Scenery(kind="line", style="ferry", width=0.9, points=through(row)) for row in volga["ferries"]]
    found += [sc.Scenery(kind="place", style="landing", rank=3, at=tuple(x["at"])) for x in volga["landings"]]
    found += [
        sc.Scenery(kind="place", style=style, rank=3, at=tuple(x["at"]))
        for style, key in (("station", "stations"), ("airfield", "airfields"), ("height", "heights"))
        for x in drawn[key]
    ]
    return found + names(table)


def names(table: Setting) -> list[sc.Scenery]:
    """Return the names of the river, its islands, and the places along its bank. These names are written on the
    water.
    """
    drawn = table.drawing
    found = []
    for name in drawn["volga"]["names"]:
        big = name["text"] == "Volga"
        line = through(name["points"])
        found.append(
            sc.Scenery(
                kind="text", style="water", name=name["text"], points=line, size=24 if big else 12,
                spacing=0.2 if big else 0.0,
            )
        )  # fmt: skip
    x, y = layout(table.board).chart
    for title, at in (("Reinforcements, leftmost first", x), ("penalty", x + BOXES * CELL)):
        found.append(sc.Scenery(kind="text", style="city", name=title, points=[(at, y - 0.75)], size=12))
    for lead in drawn["leads"]:
        style = "city" if lead["bold"] else "village"
        found.append(
            sc.Scenery(
                kind="text", style=style, name=lead["name"], points=through([lead["at"]]), size=12,
                levels=None if lead["bold"] else (1, 2),
            )
        )  # fmt: skip
    return found
