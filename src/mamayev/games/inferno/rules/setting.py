"""Unchanging data that the rules read: the board, the players, and the readings in force."""

from __future__ import annotations

from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.event import ONLOOKERS
from mamayev.engine.table import Game, Table

from ..printed.board import load, with_nine
from ..printed.map import GERMAN, SEAT_SIDES, SOVIET
from ..printed.shapes import drawing


class Setting(Table[Any]):
    """The part of the table that a position reads.

    `board`: map, blocks and cards. `drawing`: their drawing. `places`: hexes by name. `spawned`, `spawn_order`,
    `compass`: the board's values under the readings in force.
    """

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.board = load(own)
        if self.chosen("sixth_spawn", "hex-9"):
            self.board = with_nine(self.board)
        self.drawing = drawing(self.board, own)
        self.soviet_player: bool = self.chosen("soviet_side", "player")
        self.partners: bool = self.chosen("german_players", "2")
        self.audience = [
            (
                tuple(name for seat, name in enumerate(game.seats) if SEAT_SIDES[seat] == side),
                (*(name for seat, name in enumerate(game.seats) if SEAT_SIDES[seat] != side), ONLOOKERS),
            )
            for side in (GERMAN, SOVIET)
        ]
        """By side: the seats that read its secret acts, and all others."""
        places = zip(self.board.grid.ids, self.board.place_names, strict=True)
        self.places = [f"{name} {place}" for name, place in places]
        self._read(options)

    def _read(self, options: dict[str, Any]) -> None:
        """Set the readings in force. A Soviet player has the larger deck (INF-SCARD-15, INF-HUMAN-13)."""
        board = self.board
        self.spawned = board.spawned[options["spawn_marine"]]
        self.compass = board.compass[options["compass"]]
        self.spawn_order = board.spawn_order
        if self.chosen("spawn_order", "north"):
            self.spawn_order = tuple(sorted(board.spawn_order, key=board.rolls_as.__getitem__))
        self.larger_deck = self.chosen("soviet_deck", "23") or (
            self.chosen("soviet_deck", "mode") and self.soviet_player
        )
        self.aa_rubble_always = self.chosen("aa_rubble", "always")
        self.empty_row_once = self.chosen("empty_row", "once")
        self.blitz_move = self.chosen("blitz", "move")
        self.removed_units_lost = self.chosen("removed_units", "lost")
        self.short_start_free = self.chosen("short_start", "free")
        self.combined_force_attack = self.chosen("combined_force", "attack")
        self.opportunity_fire_all = self.chosen("opportunity_fire", "all")
        self.full_spawn_each = self.chosen("full_spawn", "each")
        self.lone_infantry_nothing = self.chosen("lone_infantry", "nothing")
        self.rubble_count_declared = self.chosen("rubble_count", "declared")
        self.victory_test_couplet = self.chosen("victory_test", "couplet")
        self.opening_hand_held = self.chosen("opening_hand", "held")
        self.returned_units_row = self.chosen("returned_units", "row")
        self.lost_entry_open = self.chosen("lost_entry", "open")
        self.canceled_card_back = self.chosen("canceled_card", "back")
        self.paulus_draw_at_once = self.chosen("paulus_draw", "at-once")
        self.chuikov_joins_at_once = self.chosen("chuikov_joins", "at-once")
        self.soviet_advance_lead = self.chosen("soviet_advance", "lead")

    def viewing_side(self, seat: int | None) -> int | None:
        """Return the side whose secrets a seat sees. If the rules play the Soviets, all seats see the German ones."""
        if not self.soviet_player:
            return GERMAN
        return None if seat is None else SEAT_SIDES[seat]
