"""The turn record: months, weather, rates of replacement."""

from __future__ import annotations

from typing import NamedTuple

from .board import read

PERFECT, MUD, SNOW = range(3)
WEATHER = ("perfect", "mud", "snow")
LETTER = "PMS"
RIDE = (10, 10, 5)
"""BAR-RAIL-01, -03, -04: the rail bonus by weather."""

CALENDAR = read("calendar.toml")


class Month(NamedTuple):
    """A line of the turn record (BAR-T-TURN). `die`: the weather for each throw (BAR-T-WEATHER); `fixed`: that of the
    calendar without throws; `russian_rate`: points for each city."""

    name: str
    die: tuple[int, ...]
    fixed: int
    russian_rate: int
    german_rate: int

    @property
    def thrown(self) -> bool:
        """Whether a die decides the weather."""
        return len(set(self.die)) > 1


def month(entry: dict[str, object]) -> Month:
    """A month of the file."""
    name = str(entry["month"])
    die = tuple(LETTER.index(letter) for letter in CALENDAR["weather"][name.split()[0].lower()])
    rates = int(str(entry["russian_rate_base"])), int(str(entry["german_rate"]))
    return Month(name, die, LETTER.index(str(entry["weather_historical"])), *rates)


MONTHS = tuple(month(entry) for entry in CALENDAR["turn"])
"""BAR-SCOPE-03: by number of the turn, less 1."""
LAST = len(MONTHS)
SEPTEMBER_1941 = 4
