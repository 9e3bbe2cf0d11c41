"""What the panels beside the map show of a position: what the Soviet procedure would find now."""

from __future__ import annotations

from mamayev.engine import scene as sc

from .board import GRID
from .position import City
from .soviet import procedure


def next_round(p: City) -> sc.Procedure | None:
    """INF-T-AI: the tests of the Soviet round as the stacks stand."""
    if not (p.frames and p.round):
        return None
    tests = [
        sc.Test(
            found.test, found.value, found.limit, found.outcome, found.text,
            tuple(GRID.ids[h] for h in GRID.hexes(found.hexes)), (found.clause,),
        )
        for found in procedure(p)
    ]  # fmt: skip
    return sc.Procedure("Next Soviet round", tests)
