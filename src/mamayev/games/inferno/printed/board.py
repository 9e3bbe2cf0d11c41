"""What is printed on the map, blocks, cards and chart: read once for a table, from our files or from a player's own.

A player's files replace ours one by one; a file that they lack is ours. A file with a mistake is refused with a
sentence that names the file, the entry and the field.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable
from functools import cache
from typing import Any

from mamayev.engine.components import Files
from mamayev.match.reading import prepare

from .cards import Decks
from .map import GERMAN


class Board(Decks):
    """Map, blocks, chart and cards of a table. Sets of hexes are ints, bit by bit, and so are sets of units.

    - `grid`; `hex`: index by name; `row`, `rank` (1 along the Volga), `terrain`, `place_names` by hex; `clear_hexes`,
      `urban_hexes` (INF-HEX-01); `near`: by hex its neighbours as a set; `middle`: a hex with neighbours all round;
    - `north_first`: all hexes in the order in which they roll, `rolls_as`: the place of each in it (INF-SMOVE-02);
    - `soviet_spawn`, `german_spawn`; `spawn_hexes`: the same as sets, by the side that they belong to (INF-MAP-05);
      `german_at_first` (INF-MAP-02); `set_up`: where Soviet units begin; `compass`: by the reading, the direction of
      the map by the die less 1 (INF-COMPASS-01); `spawn_order` (INF-SPAWN-08); `spawned`: the boxes that the units of a
      Spawn hex come from, by the option `spawn_marine` (INF-T-SPAWN); `deploy`: by colour where German units come in
      (INF-REINF-04), `entries`: the same by German unit, as a set, `gates`: hex by hex, each with its set;
    - `units`, Germans first; `unit`: index by id; `germans`, `soviets`; `side`, `arms`, `most`, `fire` of each;
      `blues`; `alike`: units with the same entry differ in nothing that a rule reads (INF-FLOW-07); `pools`: the
      Soviet units by the box that they come from and go back to (INF-STEP-03); `pool_of`;
    - `ordinary`: infantry that is neither Guards nor Marine (INF-SETUP-03); `yellow_infantry`, `white_infantry`
      (INF-SETUP-08, INF-UNIT-03: a Panzer Grenadier is not Infantry for a draw that names the type); `at_first`: where
      the units that are named begin (`named_places`: the same by id); `yellow_places`; `penalty`: the unit named beside
      each row (INF-REINF-11);
    - `boxed`: where all units are before the set-up (INF-SETUP-01, INF-SETUP-03: the Guards and Marines are not drawn);
    - `cards`, the German ones first; `card`: index by id; `german_cards`, `soviet_cards`; the four leaders;
    - `own`: whether a file is a player's; `kept`: what has been worked out on it (`terrain.kept`).
    """

    def __init__(self, own: Files | None) -> None:
        self.own = own is not None
        self.kept: dict[Hashable, Any] = {}
        self.read_map(own)
        self.read_blocks(own)
        self.read_cards(own)


@cache
def ours() -> Board:
    """The board of our reconstruction."""
    return Board(None)


def with_nine(board: Board) -> Board:
    """INF-MAP-05, the other reading: hex 9 is a Soviet Spawn hex in place of hex 6. The same board where a player's own
    map does not have both so."""
    six, nine = board.hex.get("6"), board.hex.get("9")
    if six is None or nine is None or six not in board.soviet_spawn or nine in board.soviet_spawn:
        return board

    def moved(h: int) -> int:
        return nine if h == six else h

    other = copy.copy(board)
    other.kept = {}
    other.soviet_spawn = tuple(map(moved, board.soviet_spawn))
    other.spawn_order = tuple(map(moved, board.spawn_order))
    other.spawn_hexes = (board.spawn_hexes[GERMAN], board.grid.gather(other.soviet_spawn))
    other.spawned = {name: {moved(h): pools for h, pools in row.items()} for name, row in board.spawned.items()}
    return other


def load(own: Files | None) -> Board:
    """The board of a player's files, or ours. Raises Refusal naming file, entry and field where something is wrong."""
    return ours() if own is None else Board(own)


prepare(__package__)
