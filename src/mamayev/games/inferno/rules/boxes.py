"""Base classes of decisions."""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.foretell import Forecast
from mamayev.engine.position import Frame

from .position import City


class Unforetold(Box[City]):
    """A decision without a forecast, because more decisions come before the roll."""

    def foretell(self, p: City, f: Frame, action: int) -> list[Forecast]:
        return []


class GermanBox(Unforetold):
    """A decision of the German player who leads the round. Before an attack, it forecasts the German volley."""

    def seat(self, p: City, f: Frame) -> int:
        return p.leader
