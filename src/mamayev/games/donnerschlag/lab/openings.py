"""Settled positions that random play seldom reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..rules.position import Operation

if TYPE_CHECKING:
    from ..rules.table import Donnerschlag

LAST_EFFORT: tuple[dict[str, Any], ...] = (
    {"admin": 4},
    {"admin": 8, "called": 4, "track": 4, "survival": 7, "schwerpunkt": "6p-hq"},
)
"""The start of turn 4, and of the last great effort."""
PAIRS: dict[str, Any] = {
    "turn": 3, "active": "soviet", "card.s2-1": "hand", "card.s3-1": "hand", "card.s4-1": "hand", "card.s5-1": "box",
    "card.s6-1": "hand", "card.act12-1": "hand",
}  # fmt: skip
"""Both Soviet pairs, one half in the box."""
CUT_OFF: dict[str, Any] = {
    "turn": 5, "unit.all": "out", "unit.6p-hq": "2709", "unit.i-11-6p": "2511", "unit.ii-11-6p": "2509",
    "unit.6-6p": "2607", "unit.23p-hq": "3106", "unit.i-126-23p": "3106", "unit.ii-126-23p": "3106",
    "unit.36-4m": "2411", "unit.823-302": "2710", "unit.825-302": "2808", "unit.59-4m": "3005", "unit.60-4m": "3107",
    "unit.55-4m": "3107", "unit.51st-army-hq": "2412", "schwerpunkt": "6p-hq", "card.act1-1": "hand",
    "card.act12-1": "hand", "card.act12-2": "hand", "card.al11-1": "hand", "card.al5-1": "box", "card.al6-1": "hand",
    "card.al10-1": "hand", "card.a9-1": "hand", "card.sl2-1": "hand", "supply.i-11-6p": 0, "supply.ii-11-6p": 0,
}  # fmt: skip
"""Tanks far ahead of everybody, and HQs within reach of the enemy."""
ENCIRCLED: dict[str, Any] = CUT_OFF | {
    "unit.ii-11-6p": "2511", "unit.6-6p": "2511", "unit.827-302": "2410", "unit.366-126": "2411",
    "unit.550-126": "2510", "unit.690-126": "2512", "unit.503-91": "2610", "unit.561-91": "2611",
}  # fmt: skip
"""Tanks with the enemy all around them."""


def openings(table: Donnerschlag) -> list[Operation]:
    """The start of turns 4 and 8, and moments with rare events."""
    if table.board.own:  # whose counters may be others
        return [_begun(table, LAST_EFFORT[0])]
    return [_begun(table, changes) for changes in (*LAST_EFFORT, PAIRS, CUT_OFF, ENCIRCLED)]


def _begun(table: Donnerschlag, changes: dict[str, Any]) -> Operation:
    p = table.start()
    for key, value in changes.items():
        table.change(p, key, value)
    p.settle()
    return p
