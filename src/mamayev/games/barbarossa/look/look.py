"""The look of Barbarossa for the engine."""

from __future__ import annotations

from collections.abc import Collection

from mamayev.engine.look import Look
from mamayev.engine.scene import Overlay, Picture, Scene

from ..rules.position import Campaign
from ..rules.setting import Setting
from .overlays import overlay
from .picture import picture
from .scene import scene


class CampaignLook(Look[Campaign]):
    table: Setting

    def scene(self) -> Scene:
        return scene(self.table)

    def picture(self, p: Campaign, seat: int | None) -> Picture:
        """BAR-SCOPE-05: return the picture of a position, which is the same for every seat because all information is
        public.
        """
        return picture(p)

    def overlay(self, p: Campaign, seat: int | None, name: str, apart: Collection[str] = ()) -> Overlay:
        return overlay(p, name, apart) or super().overlay(p, seat, name)
