"""The table of The Cauldron: everything about a match that never changes while it is played."""

from __future__ import annotations

from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.observation import Observation
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.scene import Picture, Scene
from mamayev.engine.table import Game, PurseLine, Table

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
    """Everything about a match that does not change while it is played, and how it begins and ends."""

    in_order = ("CAU-SEQ-06",)

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options, own)
        self.invariants = INVARIANTS
        self.bind(boxes(), VERBS, nouns(self.components, self.book.relief_box), steps(self), AnyTime())
        if self.variable_placement and len(self._areas_to_draw()) < variable.DRAWS:
            raise Refusal(
                "Variable Placement draws three different areas, and the Random Numbers of these cards (cards.toml) "
                "lead to fewer.",
                field="options.variable_placement",
                malformed=True,
            )

    def _areas_to_draw(self) -> set[int]:
        """The columns of the placement table that the cards can bring."""
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

    def take_over(self, p: Pocket, before: Table[Pocket]) -> None:
        from ..lab import situations

        situations.take_over(p)

    def crowds(self) -> list[dict[str, Any]]:
        from ..lab import situations

        return situations.crowds(self)

    def clashes(self) -> list[str]:
        from ..lab import situations

        return situations.clashes(self)

    def openings(self) -> list[Pocket]:
        from ..lab import situations

        return situations.openings(self)

    def turn(self, p: Pocket) -> int:
        return p.turn

    def card_use(self, card: int) -> Reason:
        return Reason("Cards are drawn when a rule calls for one; nobody holds or plays them.", ("CAU-CARD-03",))

    # -------------------------------------------------------------- looking

    def facts(self, p: Pocket) -> dict[str, Any]:
        return facts(p)

    def result(self, p: Pocket) -> dict[str, Any]:
        return victory.result(p)

    def returns(self, p: Pocket) -> list[float]:
        return [float(victory.result(p)["points"])]

    def scene(self) -> Scene:
        from ..look.scene import scene

        return self.signed(scene(self))

    def observation(self) -> Observation:
        from ..lab.observation import observation

        return observation(self)

    def picture(self, p: Pocket, seat: int | None) -> Picture:
        from ..look.picture import picture

        return picture(p, seat)

    def purse(self, p: Pocket) -> list[PurseLine]:
        from ..look.picture import purse

        return purse(p)

    def features(self, p: Pocket, seat: int) -> dict[str, float]:
        from ..lab.features import features

        return features(p)

    def series(self, p: Pocket) -> dict[str, float]:
        from ..lab.study import series

        return series(p)

    def series_titles(self) -> dict[str, str]:
        from ..lab.study import SERIES

        return SERIES

    # -------------------------------------------------------------- set-up changes of scripts

    def change(self, p: Pocket, key: str, value: Any) -> None:
        from ..lab import situations

        situations.change(p, key, value)

    def misplaced(self, p: Pocket) -> Reason | None:
        from ..lab import situations

        return situations.misplaced(p) or super().misplaced(p)
