"""The table of The Cauldron: the data of a match that never changes, and the start and end of a game."""

from __future__ import annotations

from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game

from . import set_up, variable, victory
from .charts import row_of
from .facts import facts
from .invariants import INVARIANTS
from .moments import AnyTime
from .position import Pocket
from .sequence import boxes, steps
from .setting import Setting
from .verbs import VERBS, nouns


class CauldronTable(Setting):
    """The constant data of a match, and how a game begins and ends."""

    in_order = ("CAU-SEQ-06",)

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options, own)
        self.invariants = INVARIANTS
        self.bind(boxes(), VERBS, nouns(self.components, self.book.relief_box), steps(self), AnyTime())
        if self.variable_placement and len(self._areas_to_draw()) < variable.DRAWS:
            raise Refusal(
                "Variable Placement draws three different areas, but the Random Numbers of these cards (cards.toml) "
                "lead to fewer.",
                field="options.variable_placement",
                malformed=True,
            )

    def _areas_to_draw(self) -> set[int]:
        """Return the columns of the placement table that the cards can select."""
        return {row_of(self.charts.placement, card.random) for card in self.components.cards}

    # -------------------------------------------------------------- positions

    def blank(self) -> Pocket:
        return Pocket(self)

    def start(self) -> Pocket:
        p = Pocket(self)
        set_up.historical(p)
        p.call("game")
        p.settle()
        return p

    def turn(self, p: Pocket) -> int:
        return p.turn

    def facts(self, p: Pocket) -> dict[str, Any]:
        return facts(p)

    def result(self, p: Pocket) -> dict[str, Any]:
        return victory.result(p)

    def returns(self, p: Pocket) -> list[float]:
        return [float(victory.result(p)["points"])]
