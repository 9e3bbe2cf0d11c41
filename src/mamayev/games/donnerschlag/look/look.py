"""The look of Donnerschlag for the engine."""

from __future__ import annotations

from collections.abc import Collection

from mamayev.engine.look import Look
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import Overlay, Picture, Scene

from ..rules.position import Operation
from ..rules.setting import Setting
from ..rules.windows import card_use
from .overlays import overlay
from .picture import picture
from .scene import scene


class OperationLook(Look[Operation]):
    table: Setting

    def scene(self) -> Scene:
        return scene(self.table)

    def picture(self, p: Operation, seat: int | None) -> Picture:
        return picture(p, seat)

    def overlay(self, p: Operation, seat: int | None, name: str, apart: Collection[str] = ()) -> Overlay:
        return overlay(p, seat, name) or super().overlay(p, seat, name)

    def card_use(self, card: int) -> Reason:
        return card_use(self.table.board, card)
