"""The table as the engine asks it: the rules with look, observation, series and situations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mamayev.engine.observation import Observation
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import Overlay, Picture, Scene

from .rules.position import Operation
from .rules.table import Donnerschlag


class Whole(Donnerschlag):
    """Each room is loaded when it is asked for."""

    def scene(self) -> Scene:
        from .look.scene import scene

        return self.signed(scene(self))

    def picture(self, p: Operation, seat: int | None) -> Picture:
        from .look.picture import picture

        return picture(p, seat)

    def overlay(self, p: Operation, seat: int | None, name: str) -> Overlay:
        from .look.overlays import overlay

        return overlay(p, seat, name) or super().overlay(p, seat, name)

    def observation(self) -> Observation:
        from .lab.observation import observation

        return observation(self)

    def series(self, p: Operation) -> dict[str, float]:
        from .lab.study import series

        return series(p)

    def series_titles(self) -> dict[str, str]:
        from .lab.study import series_titles

        return series_titles()

    def openings(self) -> Sequence[Operation]:
        from .lab.situations import openings

        return openings(self)

    def crowds(self) -> Sequence[dict[str, Any]]:
        from .lab.situations import crowds

        return crowds()

    def clashes(self) -> Sequence[str]:
        from .lab.situations import CLASHES

        return CLASHES

    def change(self, p: Operation, key: str, value: Any) -> None:
        from .lab.situations import change

        change(p, key, value)

    def misplaced(self, p: Operation) -> Reason | None:
        from .lab.situations import misplaced

        return misplaced(p) or super().misplaced(p)
