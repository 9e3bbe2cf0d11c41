"""Map overlays and the arrows of an attack."""

from __future__ import annotations

from mamayev.engine import scene as sc
from mamayev.terrain.look import attacks, named, shading

from ..rules.fire import Combat
from ..rules.position import City
from ..rules.soviet import top_hexes


def overlays(p: City) -> list[sc.Overlay]:
    """Return an overlay: the Spawn hexes by control, the hexes that the Soviets will count next, or the targets of
    the Germans.
    """
    board, grid = p.board, p.board.grid
    tops = named(grid, top_hexes(p))
    spawns = grid.gather(board.soviet_spawn + board.german_spawn)
    order = {name: str(n) for n, name in enumerate(tops, 1)} if len(tops) <= p.spawns_held().bit_count() else {}
    return [
        shading(grid, "spawn-german", "Spawn hexes", "range", spawns & p.control, "german", shown=True),
        shading(grid, "spawn-soviet", "Spawn hexes", "range", spawns & ~p.control, "soviet", shown=True),
        sc.Overlay(id="tops", title="Top stacks", kind="range", spaces=tops, values=order, side="soviet"),
        shading(grid, "targets", "Stacks in contact", "zone", p.soviet & grid.around(p.german), "german"),
    ]


def arrows(p: City) -> list[sc.Arrow]:
    """Return arrows from the attacking hexes to the target."""
    if not p.inside("combat"):
        return []
    f = p.frame("combat")
    return attacks(p.board.grid, ((h, f[Combat.target]) for h in p.board.grid.hexes(f[Combat.origins])))
