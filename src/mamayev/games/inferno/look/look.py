"""The look of Inferno, as the engine uses it."""

from __future__ import annotations

from mamayev.engine.look import Look
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import Picture, Scene

from ..rules.position import City
from ..rules.setting import Setting
from .picture import picture
from .pieces import card_use
from .scene import scene


class CityLook(Look[City]):
    table: Setting

    def scene(self) -> Scene:
        return scene(self.table)

    def picture(self, p: City, seat: int | None) -> Picture:
        return picture(p, seat, self.table.viewing_side(seat))

    def card_use(self, card: int) -> Reason:
        return card_use(self.table, card)
