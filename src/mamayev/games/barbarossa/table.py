"""The table as the engine asks it: the rules with look, observation, series and situations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mamayev.engine.observation import Observation
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import Overlay, Picture, Scene
from mamayev.engine.table import Table

from .rules.position import Campaign
from .rules.table import Barbarossa


class Whole(Barbarossa):
    """Each room is loaded when it is asked for."""

    def scene(self) -> Scene:
        from .look.scene import scene

        return self.signed(scene(self))

    def picture(self, p: Campaign, seat: int | None) -> Picture:
        """BAR-SCOPE-05: nothing is hidden from anybody."""
        from .look.picture import picture

        return picture(p)

    def overlay(self, p: Campaign, seat: int | None, name: str) -> Overlay:
        from .look.overlays import overlay

        return overlay(p, name) or super().overlay(p, seat, name)

    def observation(self) -> Observation:
        from .lab.observation import observation

        return observation(self)

    def features(self, p: Campaign, seat: int) -> dict[str, float]:
        from .lab.features import features

        return features(p)

    def series(self, p: Campaign) -> dict[str, float]:
        from .lab.study import series

        return series(p)

    def series_titles(self) -> dict[str, str]:
        from .lab.study import series_titles

        return series_titles()

    def crowds(self) -> Sequence[dict[str, Any]]:
        from .lab.situations import crowds

        return crowds()

    def clashes(self) -> Sequence[str]:
        from .lab.situations import THROWN

        return tuple(THROWN)

    def change(self, p: Campaign, key: str, value: Any) -> None:
        from .lab.situations import change

        change(p, key, value)

    def misplaced(self, p: Campaign) -> Reason | None:
        from .lab.situations import misplaced

        return misplaced(p) or super().misplaced(p)

    def take_over(self, p: Campaign, before: Table[Any]) -> None:
        from .lab.situations import take_over

        assert isinstance(before, Barbarossa)
        take_over(p, before)
