"""All components: the map with its counters and cards, from our files or from a player's files.

`data/` contains our reconstruction. A player's files of the same names replace them one by one. If a file is invalid,
the message names the file, the entry and the field.
"""

from __future__ import annotations

from functools import cache

from mamayev.engine.components import Files
from mamayev.match.reading import prepare

from .cards import Deck
from .map import OFF_MAP, PRINTED
from .shapes import shapes
from .units import LIMITS, OTHER


class Board(Deck):
    """The map, counters and cards of a table, and data derived from them. `own`: whether any file comes from a player.
    `drawing`: the drawing of the map.
    """

    def __init__(self, own: Files | None) -> None:
        super().__init__(own)
        self.own = own is not None
        self._stand_apart(own)
        self.drawing = shapes(self, own)

    def _stand_apart(self, own: Files | None) -> None:
        """DON-STACK-02 to DON-STACK-05: raise Refusal if a hex has too many counters at the start."""
        sheet = PRINTED.sheet("units.toml", own)
        there: dict[int, list[int]] = {}
        for u, unit in enumerate(self.units):
            if unit.start < OFF_MAP:
                there.setdefault(unit.start, []).append(u)
        for h, units in there.items():
            for u in units:
                category = self.category[u]
                alike = sum(self.category[other] == category for other in units)
                if category != OTHER and alike > LIMITS[category]:
                    raise sheet.wrong(
                        f"unit {self.units[u].id}", "start", f"{self.grid.ids[h]} holds {alike} such counters; "
                        f"at most {LIMITS[category]} fit.",
                    )  # fmt: skip
                if any(self.side_of[other] != self.side_of[u] for other in units):
                    raise sheet.wrong(
                        f"unit {self.units[u].id}", "start", f"{self.grid.ids[h]} holds counters of both sides."
                    )


@cache
def ours() -> Board:
    """Return the board from our reconstruction."""
    return Board(None)


def load(own: Files | None) -> Board:
    """Return the board from a player's files, or from ours. If a file is invalid, raises a Refusal that names the file,
    the entry and the field.
    """
    return ours() if own is None else Board(own)


prepare(__package__)
