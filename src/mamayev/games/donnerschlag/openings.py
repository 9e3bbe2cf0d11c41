"""Settled positions that random play seldom reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .position import Operation

if TYPE_CHECKING:
    from .table import Donnerschlag


def openings(table: Donnerschlag) -> list[Operation]:
    """The start of turn 4 and of turn 8, and moments with rare events."""
    found = []
    for turn, changes in ((4, ()), (8, ())):
        p = table.start()
        for key, value in changes:
            table.change(p, key, value)
        table.change(p, "admin", turn)
        p.settle()
        found.append(p)
    return found
