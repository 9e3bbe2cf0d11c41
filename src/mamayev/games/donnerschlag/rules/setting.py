"""The immutable data of the rules: the board, the readings in force and the results."""

from __future__ import annotations

from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.table import Game, Table

from ..printed.board import load
from ..printed.units import CAVALRY, HEADQUARTERS, INFANTRY

ON_FOOT = (INFANTRY, CAVALRY)
"""DON-RIVER-01: these kinds cross rivers freely. DON-RIVER-05: HQs count as motorized, under one reading as units on
foot."""


class Setting(Table[Any]):
    """The part of the table that a position reads. `board`: map, counters and cards; `results`: the results by die and
    column (DON-T-CRT); `events_of`: by side, window and activation the cards with their possible events (`windows`)."""

    events_of: dict[tuple[int, int, int], tuple[tuple[int, int], ...]]

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.board = load(own)
        self.high_command = options["high_command"]
        self.below_one_test = options["below_one_test"]
        self.worst: str = options["below_one_result"]  # DON-RATIO-05
        self.below_one_draws = self.chosen("below_one_draw", "yes")
        self.rounds_by_side = self.chosen("rounding_scope", "side")
        self.crosses_from_any_bank = self.chosen("motorised_crossing", "any-bank")
        self.bonus_by_hexside = self.chosen("road_bonus", "hexside")
        self.alarm_retreats = self.chosen("alarmgruppe_retreats", "yes")
        self.barred_goes_back = self.chosen("barred_on_the_way", "back")
        self.lone_hq_closes = self.chosen("lone_hq_in_retreat", "closes")
        self.bonus_out_of_supply = self.chosen("bonus_out_of_supply", "yes")
        self.luck_comes_first = self.chosen("marker_returns", "first")
        self.blocked_are_lost = self.chosen("blocked_entry", "lost")
        self.alarm_in_command = self.chosen("alarmgruppe_command", "any-hq")
        self.void_attacks_count = self.chosen("declared_for_nothing", "spent")
        self.survival_any_turn = self.chosen("air_fleet_turn", "any")
        self.caps_last = self.chosen("column_cap", "last")
        self.cards_whole = self.chosen("card_strength", "whole")
        self.lone_units_spared = self.chosen("zone_loss", "stacks")
        self.on_foot = (*ON_FOOT, HEADQUARTERS) if self.chosen("hq_rivers", "on-foot") else ON_FOOT
        self.hq_wins = self.chosen("victory_unit", "any-unit")
        tables = {table["id"]: table for table in game.ledger().data["table"]}
        self.results = [tuple(row[1:]) for row in tables["DON-T-CRT"]["rows"]]  # as printed, DON-CRT-04
