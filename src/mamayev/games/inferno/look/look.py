"""The look of Inferno, as the engine asks for it."""

from __future__ import annotations

from mamayev.engine.look import Look
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import Picture, Scene

from ..printed.map import SOVIET
from ..rules.position import City
from .picture import picture
from .scene import scene


class CityLook(Look[City]):
    def scene(self) -> Scene:
        return scene(self.table)

    def picture(self, p: City, seat: int | None) -> Picture:
        return picture(p, seat, self.table.eyes(seat))

    def card_use(self, card: int) -> Reason:
        """INF-GCARD-04, INF-COMBAT-02, INF-HUMAN-06."""
        face = self.table.board.cards[card]
        if face.side == SOVIET:
            laid = "INF-HUMAN-06" if self.table.soviet_player else "INF-COMBAT-02"
            return Reason(f"{face.title} is laid face down as a combat begins.", (laid,))
        return Reason(
            f"{face.title} supports a Deliberate Attack: it is played as the combat begins.",
            ("INF-GCARD-04", "INF-COMBAT-03"),
        )
