"""The table as the engine asks it: the rules with look, observation, series and situations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mamayev.engine.observation import Observation
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import Picture, Scene
from mamayev.engine.table import Table

from .rules.position import City
from .rules.table import Inferno


class Whole(Inferno):
    """Each room is loaded when it is asked for."""

    def scene(self) -> Scene:
        from .look.scene import scene

        return self.signed(scene(self))

    def picture(self, p: City, seat: int | None) -> Picture:
        from .look.picture import picture

        return picture(p, seat, self.eyes(seat))

    def card_use(self, card: int) -> Reason:
        from .look.pieces import card_use

        return card_use(self, card)

    def observation(self) -> Observation:
        from .lab.observation import observation

        return observation(self)

    def features(self, p: City, seat: int) -> dict[str, float]:
        from .lab.features import features

        return features(p, seat)

    def series(self, p: City) -> dict[str, float]:
        from .lab.study import series

        return series(p)

    def series_titles(self) -> dict[str, str]:
        from .lab.study import SERIES_TITLES

        return SERIES_TITLES

    def openings(self) -> Sequence[City]:
        from .lab.situations import openings

        return openings(self)

    def crowds(self) -> Sequence[dict[str, Any]]:
        from .lab.situations import crowds

        return crowds()

    def clashes(self) -> Sequence[str]:
        from .lab.situations import CLASHES

        return CLASHES

    def change(self, p: City, key: str, value: Any) -> None:
        from .lab.situations import change

        change(p, key, value)

    def take_over(self, p: City, before: Table[City]) -> None:
        from .lab.situations import take_over

        take_over(self, p, before)
