"""The look of The Cauldron, as the engine uses it."""

from __future__ import annotations

from mamayev.engine.look import Look, PurseLine
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import Picture, Scene

from ..rules.position import Pocket
from ..rules.setting import Setting
from .picture import picture, purse
from .scene import scene


class PocketLook(Look[Pocket]):
    table: Setting

    def scene(self) -> Scene:
        return scene(self.table)

    def picture(self, p: Pocket, seat: int | None) -> Picture:
        return picture(p, seat)

    def purse(self, p: Pocket) -> list[PurseLine]:
        return purse(p)

    def card_use(self, card: int) -> Reason:
        return Reason("Cards are drawn when a rule calls for one. Players don't hold or play them.", ("CAU-CARD-03",))
