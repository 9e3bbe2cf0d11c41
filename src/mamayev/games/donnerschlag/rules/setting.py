"""The immutable data of the rules: the board, the readings in force, and the results."""

from __future__ import annotations

from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.table import Game, Table

from ..printed.board import load
from ..printed.units import CAVALRY, HEADQUARTERS, INFANTRY

ON_FOOT = (INFANTRY, CAVALRY)
"""DON-RIVER-01: the kinds of units that can cross rivers freely.

DON-RIVER-05: HQs count as motorized or, under one reading, as units on foot.
"""


class Setting(Table[Any]):
    """The part of the table that a position reads. `board`: map, counters and cards; `results`: the results by die and
    column (DON-T-CRT); `events_of`: the cards with their possible events, by side, reaction window and activation
    (`windows`)."""

    events_of: dict[tuple[int, int, int], tuple[tuple[int, int], ...]]

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.board = load(own)
        self.high_command = options["high_command"]
        self.below_one_test = options["below_one_test"]
        self.below_one_result: str = options["below_one_result"]  # DON-RATIO-05
        self.on_foot = (*ON_FOOT, HEADQUARTERS) if self.readings["hq_rivers=on-foot"] else ON_FOOT
        tables = {table["id"]: table for table in game.ledger().data["table"]}
        self.results = [tuple(row[1:]) for row in tables["DON-T-CRT"]["rows"]]  # as printed, DON-CRT-04
