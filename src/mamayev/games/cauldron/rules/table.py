"""The unchanging side of a match of The Cauldron, and what a player reads off the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mamayev.engine.components import Files
from mamayev.engine.observation import Observation
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.scene import Picture, Scene
from mamayev.engine.table import PurseLine, Table

from ..lab.features import features
from . import set_up, variable, victory
from .charts import row_of
from .control import morale
from .facts import facts
from .invariants import INVARIANTS
from .moments import AnyTime
from .position import Pocket
from .sequence import boxes, steps
from .setting import Setting
from .verbs import VERBS, nouns

if TYPE_CHECKING:
    from mamayev.engine.table import Game


BREACH = 6
"""How far the relief force has come, beyond the five boxes."""


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
        return [
            {"track": "ip", "title": "Initiative", "value": p.ip},
            {"track": "supply", "title": "Supply", "value": p.supply},
            {"track": "tally", "title": "Move tally", "value": p.tally},
        ]

    def features(self, p: Pocket, seat: int) -> dict[str, float]:
        return features(p)

    def series(self, p: Pocket) -> dict[str, float]:
        return {
            "morale": morale(p),
            "supply": p.supply,
            "ip": p.ip,
            "ssi": p.ssi,
            "offensive": p.offensive,
            "wounded": p.wounded,
            "areas": p.german.bit_count(),
            "relief-force": BREACH if p.relief_area else p.relief_box,
        }

    def series_titles(self) -> dict[str, str]:
        return {
            "morale": "Morale",
            "supply": "Supply",
            "ip": "Initiative Points left at the end of the turn",
            "ssi": "Strategic Situation Index",
            "offensive": "Final Offensive",
            "wounded": "Wounded",
            "areas": "German-controlled areas",
            "relief-force": f"How far the relief force has come: box 1 to 5, {BREACH} in the areas",
        }

    # -------------------------------------------------------------- set-up changes of scripts

    def change(self, p: Pocket, key: str, value: Any) -> None:
        from ..lab import situations

        situations.change(p, key, value)

    def misplaced(self, p: Pocket) -> Reason | None:
        from ..lab import situations

        return situations.misplaced(p) or super().misplaced(p)
