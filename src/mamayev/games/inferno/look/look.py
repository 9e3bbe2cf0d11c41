"""The look of Inferno, as the engine uses it."""

from __future__ import annotations

from collections.abc import Collection

from mamayev.engine.look import Look
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import Overlay, Picture, Scene

from ..printed.map import GERMAN
from ..rules.position import City
from ..rules.setting import Setting
from .overlays import ATTACKS, DANGERS, attacks_overlay, dangers_overlay
from .picture import picture
from .pieces import card_use
from .scene import scene


class CityLook(Look[City]):
    table: Setting

    def scene(self) -> Scene:
        return scene(self.table)

    def picture(self, p: City, seat: int | None) -> Picture:
        return picture(p, seat, self.table.viewing_side(seat))

    def overlay(self, p: City, seat: int | None, name: str, apart: Collection[str] = ()) -> Overlay:
        side = self.table.viewing_side(seat)
        if name == DANGERS and side is not None:
            return dangers_overlay(p, side)
        return attacks_overlay(p) if name == ATTACKS and side == GERMAN else super().overlay(p, seat, name)

    def card_use(self, card: int) -> Reason:
        return card_use(self.table, card)
