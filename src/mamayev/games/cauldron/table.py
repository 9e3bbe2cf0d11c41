"""The table with its looks: what it shows, how it is set up, and what learners and studies read off it."""

from __future__ import annotations

from typing import Any

from mamayev.engine.observation import Observation
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import Picture, Scene
from mamayev.engine.table import PurseLine, Table

from .lab import situations
from .lab.features import features
from .lab.observation import observation
from .lab.study import SERIES, series
from .look.picture import picture, purse
from .look.scene import scene
from .rules.position import Pocket
from .rules.table import CauldronTable


class Whole(CauldronTable):
    """The table that matches are played at."""

    def scene(self) -> Scene:
        return self.signed(scene(self))

    def picture(self, p: Pocket, seat: int | None) -> Picture:
        return picture(p, seat)

    def purse(self, p: Pocket) -> list[PurseLine]:
        return purse(p)

    def observation(self) -> Observation:
        return observation(self)

    def features(self, p: Pocket, seat: int) -> dict[str, float]:
        return features(p)

    def series(self, p: Pocket) -> dict[str, float]:
        return series(p)

    def series_titles(self) -> dict[str, str]:
        return SERIES

    # -------------------------------------------------------------- situations

    def openings(self) -> list[Pocket]:
        return situations.openings(self)

    def crowds(self) -> list[dict[str, Any]]:
        return situations.crowds(self)

    def clashes(self) -> list[str]:
        return situations.clashes(self)

    def take_over(self, p: Pocket, before: Table[Pocket]) -> None:
        situations.take_over(p)

    def change(self, p: Pocket, key: str, value: Any) -> None:
        situations.change(p, key, value)

    def misplaced(self, p: Pocket) -> Reason | None:
        return situations.misplaced(p) or super().misplaced(p)
