"""The turn record: months, weather, and replacement rates."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

from mamayev.engine import toml

PERFECT, MUD, SNOW = range(3)
WEATHER = ("perfect", "mud", "snow")
LETTER = "PMS"
RIDE = (10, 10, 5)
"""BAR-RAIL-01, BAR-RAIL-03, BAR-RAIL-04: the rail bonus by weather. An option changes the bonus for mud."""

CALENDAR = toml.ours(files("mamayev.games.barbarossa") / "data" / "calendar.toml")


class Month(NamedTuple):
    """A line on the turn record (BAR-T-TURN).

    - `die`: the weather by die roll (BAR-T-WEATHER); `fixed`: the weather if no die decides it.
    - `russian_rate`: points per city; `hex_rate`: points per replacement hex of the variant.
    - `german_air`: factors; `russian_air`: quarter factors per replacement hex (BAR-V-AIR-06, BAR-V-AIR-09).
    """

    name: str
    die: tuple[int, ...]
    fixed: int
    russian_rate: int
    german_rate: int
    hex_rate: int
    german_air: int
    russian_air: int

    @property
    def thrown(self) -> bool:
        """Return whether a die decides the weather."""
        return len(set(self.die)) > 1


RATES = ("russian_rate_base", "german_rate", "russian_rate_variant", "german_air_income", "russian_air_quarters")


def month(entry: dict[str, object]) -> Month:
    """Return a month from the data in the file."""
    name = str(entry["month"])
    die = tuple(LETTER.index(letter) for letter in CALENDAR["weather"][name.split()[0].lower()])
    rates = [int(str(entry[key])) for key in RATES]
    return Month(name, die, LETTER.index(str(entry["weather_historical"])), *rates)


MONTHS = tuple(month(entry) for entry in CALENDAR["turn"])
"""BAR-SCOPE-03: the months; the index is the turn number minus 1."""
LAST = len(MONTHS)
SEPTEMBER_1941, NOVEMBER_1941, DECEMBER_1941, JANUARY_1942, MARCH_1942 = 4, 6, 7, 8, 10
MAY_1942, OCTOBER_1942 = 12, 17
