"""Everything printed on the map, blocks, cards and chart, read once per table from our files or a player's files.

Each of a player's files replaces our file with the same name. Error messages name the file, the entry and the field.
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
    """The map, blocks, chart and cards of a table. A set of hexes or units is an int with one bit per member.

    - `grid`; `hex`: index by name; `row`, `rank` (1 along the Volga), `terrain`, `place_names` by hex; `clear_hexes`,
      `urban_hexes` (INF-HEX-01); `near`: neighbors by hex, as a set; `middle`: a hex with six neighbors;
    - `north_first`: all hexes in the order in which they roll; `rolls_as`: the place of each hex in this order
      (INF-SMOVE-02);
    - `soviet_spawn`, `german_spawn`; `spawn_hexes`: these hexes as sets, by owning side (INF-MAP-05); `german_at_first`
      (INF-MAP-02); `set_up`: where Soviet units start; `compass`: by reading, the direction for each die minus 1
      (INF-COMPASS-01); `spawn_order` (INF-SPAWN-08); `spawned`: pools of the units of each Spawn hex, by option
      `spawn_marine` (INF-T-SPAWN); `deploy`: German entry hexes by color (INF-REINF-04); `entries`: the entry hexes of
      each German unit, as a set; `gates`: each entry hex with its set;
    - `units`, Germans first; `unit`: index by id; `germans`, `soviets`; `side`, `arms`, `most`, `fire` by unit;
      `blues`; `alike`: units with the same entry are identical for the rules (INF-FLOW-07); `pools`: Soviet units by
      the pool that they come from and return to (INF-STEP-03); `pool_of`;
    - `ordinary`: infantry that is neither Guards nor Marine (INF-SETUP-03); `yellow_infantry`, `white_infantry`:
      without Panzer Grenadiers, which a draw of Infantry leaves out (INF-SETUP-08, INF-UNIT-03); `at_first`: where the
      named units start (`named_places`: by id); `yellow_places`; `penalty`: the unit named next to each row
      (INF-REINF-11);
    - `boxed`: places of all units before the setup; Guards and Marines are not drawn (INF-SETUP-01, INF-SETUP-03);
    - `cards`, Germans first; `card`: index by id; `german_cards`, `soviet_cards`; the four leaders;
    - `own`: whether a file comes from a player; `kept`: the cache of `terrain.kept`.
    """

    def __init__(self, own: Files | None) -> None:
        self.own = own is not None
        self.kept: dict[Hashable, Any] = {}
        self.read_map(own)
        self.read_blocks(own)
        self.read_cards(own)


@cache
def ours() -> Board:
    """Return the board from our reconstruction."""
    return Board(None)


def with_nine(board: Board) -> Board:
    """Return the board with hex 9 as a Soviet Spawn hex instead of hex 6, the alternative reading of INF-MAP-05.

    A player's map that lacks either hex does not change.
    """
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
    """Return the board from a player's files, or from ours. If a file is invalid, raises a Refusal that names the file,
    the entry and the field."""
    return ours() if own is None else Board(own)


prepare(__package__)
