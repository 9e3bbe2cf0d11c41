"""The month and its weather (BAR-SEQ-01, BAR-WEATHER), and the effect of a thaw (BAR-TERRAIN-06)."""

from __future__ import annotations

from mamayev.engine import event
from mamayev.engine.chancebox import DieBox
from mamayev.engine.position import Frame

from ..printed.board import AXIS, RUSSIAN
from ..printed.calendar import JANUARY_1942, LAST, MAY_1942, MONTHS, PERFECT, SNOW, WEATHER, Month
from .position import Campaign


def month(p: Campaign) -> Month:
    """Return the current month."""
    return MONTHS[p.turn - 1]


def months_left(p: Campaign, _f: Frame) -> bool:
    """BAR-SCOPE-03: return whether another month follows the current one."""
    return p.turn < LAST


def new_month(p: Campaign, _f: Frame) -> None:
    """BAR-SCOPE-02: begin the next complete turn. BAR-SETUP-09: the first turn has no special rule."""
    p.turn += 1
    if p.table.ice_mid_winter:
        thaw(p)
    if p.journal is not None:
        text = f"{month(p).name}."
        p.journal.add(event.Turn(number=p.turn, who="Turn record", text=text, clauses=("BAR-SCOPE-02",)))


def thrown(p: Campaign, _f: Frame) -> bool:
    """BAR-WEATHER-03 to BAR-WEATHER-05: return whether a die decides the weather. If not, set the weather."""
    if not p.table.weather_mode_dice:
        settle(p, month(p).fixed, "BAR-WEATHER-05")
    elif not month(p).thrown:
        weather = month(p).die[0]
        settle(p, weather, "BAR-WEATHER-04" if weather == SNOW else "BAR-WEATHER-03")
    else:
        return True
    return False


def thrown_again(p: Campaign, f: Frame) -> bool:
    """BAR-WEATHER-02, one reading: return whether a die decides the weather for the Russian player turn."""
    return p.table.readings["weather_throws=player-turn"] and month(p).thrown and thrown(p, f)


class WeatherDie(DieBox[Campaign]):
    """BAR-WEATHER-02: the weather roll, which the German player makes for both player turns."""

    name = "weather"
    title = "Weather"
    clauses = ("BAR-WEATHER-02", "BAR-WEATHER-05")
    chart = "weather"

    def die(self, p: Campaign, f: Frame, n: int) -> None:
        p.end()
        weather = month(p).die[n - 1]
        if p.journal is not None:
            name = month(p).name
            p.journal.roll(
                "Weather", f"{name}, a {n}: {WEATHER[weather]}.", title="Weather", chart="weather", dice=(n,), total=n,
                row=p.table.weather_rows.index(name.split()[0]), column=n, result=WEATHER[weather],
                clauses=self.clauses,
            )  # fmt: skip
        settle(p, weather)


def settle(p: Campaign, weather: int, *clauses: str) -> None:
    """Set the weather of the month. Lakes freeze or thaw (BAR-TERRAIN-04)."""
    if clauses:
        p.note("Weather", f"{month(p).name}: {WEATHER[weather]}.", *clauses)
    p.weather = weather
    p.weathers[p.turn - 1] = weather + 1
    p.rails_clear = p.rails_clear or p.turn >= MAY_1942 or (p.turn >= JANUARY_1942 and weather == PERFECT)
    p.armor_mobile = p.armor_mobile or (p.turn >= p.table.mobile_from and weather == SNOW)
    thaw(p)


def thaw(p: Campaign) -> None:
    """BAR-TERRAIN-06: eliminate the units on lakes that are no longer frozen."""
    board = p.board
    if not p.frozen and board.lakes & (p.zones.occupied[AXIS] | p.zones.occupied[RUSSIAN]):
        for u in [*p.units(AXIS), *p.units(RUSSIAN)]:
            if board.lakes & board.grid.bit[p.at[u]]:
                p.lose(u, " when the ice thaws", "BAR-TERRAIN-06")
    p.zones.reach_by(board.nets[p.frozen])
