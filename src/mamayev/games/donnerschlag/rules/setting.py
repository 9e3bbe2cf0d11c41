"""The immutable data of the rules: the board, the readings in force, and the results."""

from __future__ import annotations

from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.table import Game, Table

from ..printed.board import load
from ..printed.units import CAVALRY, HEADQUARTERS, INFANTRY

ON_FOOT = (INFANTRY, CAVALRY)
"""DON-RIVER-01: the kinds that cross rivers freely.

DON-RIVER-05: HQs count as motorized or, under one reading, as units on foot.
"""


class Setting(Table[Any]):
    """The part of the table that a position reads. `board`: map, counters and cards; `results`: the results by die and
    column (DON-T-CRT); `events_of`: by side, window and activation the cards with their possible events (`windows`)."""

    events_of: dict[tuple[int, int, int], tuple[tuple[int, int], ...]]

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.board = load(own)
        self.high_command = options["high_command"]
        self.below_one_test = options["below_one_test"]
        self.below_one_result: str = options["below_one_result"]  # DON-RATIO-05
        self.below_one_draw = self.chosen("below_one_draw", "yes")
        self.rounding_scope_side = self.chosen("rounding_scope", "side")
        self.motorised_crossing_any_bank = self.chosen("motorised_crossing", "any-bank")
        self.road_bonus_hexside = self.chosen("road_bonus", "hexside")
        self.alarmgruppe_retreats = self.chosen("alarmgruppe_retreats", "yes")
        self.barred_on_the_way_back = self.chosen("barred_on_the_way", "back")
        self.lone_hq_in_retreat_closes = self.chosen("lone_hq_in_retreat", "closes")
        self.bonus_out_of_supply = self.chosen("bonus_out_of_supply", "yes")
        self.marker_returns_first = self.chosen("marker_returns", "first")
        self.blocked_entry_lost = self.chosen("blocked_entry", "lost")
        self.alarmgruppe_command_any_hq = self.chosen("alarmgruppe_command", "any-hq")
        self.declared_for_nothing_spent = self.chosen("declared_for_nothing", "spent")
        self.air_fleet_turn_any = self.chosen("air_fleet_turn", "any")
        self.column_cap_last = self.chosen("column_cap", "last")
        self.card_strength_whole = self.chosen("card_strength", "whole")
        self.zone_loss_stacks = self.chosen("zone_loss", "stacks")
        self.on_foot = (*ON_FOOT, HEADQUARTERS) if self.chosen("hq_rivers", "on-foot") else ON_FOOT
        self.victory_unit_any_unit = self.chosen("victory_unit", "any-unit")
        tables = {table["id"]: table for table in game.ledger().data["table"]}
        self.results = [tuple(row[1:]) for row in tables["DON-T-CRT"]["rows"]]  # as printed, DON-CRT-04
