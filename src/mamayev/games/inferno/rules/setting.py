"""Constant data that the rules read: the board, the players, and the readings in force."""

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

    `board`: map, blocks and cards. `drawing`: the drawing of the map. `places`: hexes by name. `spawned`,
    `spawn_order`, `compass`: the board's values under the readings in force.
    """

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.board = load(own)
        if self.readings["sixth_spawn=hex-9"]:
            self.board = with_nine(self.board)
        self.drawing = drawing(self.board, own)
        self.soviet_player: bool = self.readings["soviet_side=player"]
        self.partners: bool = self.readings["german_players=2"]
        self.audience = [
            (
                tuple(name for seat, name in enumerate(game.seats) if SEAT_SIDES[seat] == side),
                (*(name for seat, name in enumerate(game.seats) if SEAT_SIDES[seat] != side), ONLOOKERS),
            )
            for side in (GERMAN, SOVIET)
        ]
        """By side: the seats that see its secret acts, and all other seats."""
        places = zip(self.board.grid.ids, self.board.place_names, strict=True)
        self.places = [f"{name} {place}" for name, place in places]
        self._read(options)

    def _read(self, options: dict[str, Any]) -> None:
        """Set the readings in force. A Soviet player has the larger deck (INF-SCARD-15, INF-HUMAN-13)."""
        board = self.board
        self.spawned = board.spawned[options["spawn_marine"]]
        self.compass = board.compass[options["compass"]]
        self.spawn_order = board.spawn_order
        if self.readings["spawn_order=north"]:
            self.spawn_order = tuple(sorted(board.spawn_order, key=board.rolls_as.__getitem__))
        self.larger_deck = self.readings["soviet_deck=23"] or (self.readings["soviet_deck=mode"] and self.soviet_player)

    def viewing_side(self, seat: int | None) -> int | None:
        """Return the side whose secrets a seat sees. If the rules play the Soviets, all seats see the German ones."""
        if not self.soviet_player:
            return GERMAN
        return None if seat is None else SEAT_SIDES[seat]
