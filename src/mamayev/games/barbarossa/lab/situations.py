"""Setups for scripts and tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mamayev.engine.refusal import Reason, no_start
from mamayev.engine.situations import Situations
from mamayev.engine.words import counted

from ..printed.board import LOST, OUT, RUSSIAN, SEATS, WAITING
from ..printed.calendar import LAST, MONTHS, SNOW, WEATHER
from ..rules.battle import apply_result, take_up
from ..rules.declaration import remove_hopeless
from ..rules.position import Campaign
from ..rules.results import D_BACK, EXCHANGE
from ..rules.sequence import german, russian
from ..rules.set_up import barred
from ..rules.setting import Setting

THROWN = {"retreat": D_BACK, "exchange": EXCHANGE}
"""The combat results that a setup can begin with."""
OFF_THE_BOARD = {"lost": LOST, "waiting": WAITING, "out": OUT}


def _changed(p: Campaign, key: str, value: Any) -> bool:
    """Make one change, and return whether its key is known."""
    board = p.board
    what, _, name = key.partition(".")
    number = isinstance(value, int) and not isinstance(value, bool)
    if p.inside("battle"):
        raise no_start(key, "A battle must be the last change in a setup.")
    if key == "turn" and number and value in range(1, LAST + 1):
        p.turn = value - 1
        winters = [turn for turn in range(p.table.mobile_from, value) if set(MONTHS[turn - 1].die) == {SNOW}]
        p.armor_mobile = bool(winters)
        p.frames.clear()
        p.call("game")
    elif key == "player" and value == "russian":
        begin_player_turn(p, RUSSIAN)
    elif key in THROWN and str(value) in board.hex:
        _fought(p, key, board.hex[str(value)], THROWN[key])
    elif key == "unit.all" and value in OFF_THE_BOARD:
        p.at = [OFF_THE_BOARD[value]] * len(board.units)
    elif key == "units" and value == "historical":
        p.at = [WAITING if p.table.enters[u] else p.table.suggested[u] for u in range(len(board.units))]
    elif what == "unit" and name in board.unit:
        return _placed(p, key, board.unit[name], value)
    elif key == "weather" and value in WEATHER:
        p.weather = WEATHER.index(value)
    elif what == "city" and name in board.named and value in SEATS:
        hold(p, SEATS.index(value), board.cities[board.named[name]].hex)
    elif what == "points" and name in SEATS and number and 0 <= value < 1000:
        p.points[SEATS.index(name)] = value
    elif what == "air" and name in SEATS and p.table.airpower and number and 0 <= value < 1000:
        p.air[SEATS.index(name)] = value
    elif what == "clock" and name in SEATS and number and value in range(p.table.clock):
        p.clocks[SEATS.index(name)] = value
    elif what == "isolated" and name in board.unit and number and value in (0, 1):
        p.cut_off[board.unit[name]] = value
    else:
        return False
    return True


def _placed(p: Campaign, key: str, u: int, value: Any) -> bool:
    """Put a unit in a place if the rules allow it."""
    board, grid = p.board, p.board.grid
    if value in OFF_THE_BOARD:
        p.at[u] = OFF_THE_BOARD[value]
        return True
    h = board.hex.get(str(value))
    if h is None:
        return False
    bit, name, place = grid.bit[h], p.called(u), p.table.places[h]
    if not board.ground(True) & bit:
        raise no_start(key, f"{name} cannot be in {place}: units cannot enter it.", "BAR-TERRAIN-03")
    if p.zones.occupied[1 - board.side[u]] & bit:
        raise no_start(key, f"{name} cannot be in {place}: it has an enemy unit.", "BAR-MOVE-03")
    if p.zones.full[board.side[u]] & bit:
        there = counted(p.at.count(h), "# unit", "# units")
        text = f"{name} would exceed the stacking limit in {place}, which already has {there}."
        raise no_start(key, text, *p.table.cited("BAR-STACK-01"))
    p.at[u] = h
    if board.city_hexes & bit:
        hold(p, board.side[u], h)
    return True


def _fought(p: Campaign, key: str, h: int, result: str) -> None:
    """Fight a battle for a hex up to its result, in the attacking side's player turn."""
    board, grid = p.board, p.board.grid
    near = grid.near[h]
    defenders = [u for u in range(len(board.units)) if p.at[u] == h]
    if not defenders:
        raise no_start(key, f"{p.table.places[h]} has no units to attack.", "BAR-COMBAT-03")
    attackers = [u for u in p.units(1 - board.side[defenders[0]]) if grid.bit[p.at[u]] & near]
    if not attackers:
        raise no_start(key, f"No enemy unit is next to {p.table.places[h]}, so none can attack it.", "BAR-COMBAT-03")
    begin_player_turn(p, board.side[attackers[0]])
    p.call("player-turn")
    p.go_on_after(remove_hopeless)
    p.call("battle", sum(1 << u for u in attackers), sum(1 << u for u in defenders))
    p.go_on_after("battle-die")
    take_up(p, p.top)
    apply_result(p, p.top, result)


def hold(p: Campaign, side: int, h: int) -> None:
    """Give a city to a side."""
    grid = p.board.grid
    if p.enemy_cities(side) & grid.bit[h]:
        p.russian_cities ^= grid.bit[h]


def begin_player_turn(p: Campaign, side: int) -> None:
    """Start a side's player turn in the next month, with the weather of the previous month."""
    p.turn += not p.inside("month")
    p.side = side
    p.frames.clear()
    for name, entry in (("game", "month"), ("month", russian if side else german)):
        p.call(name)
        p.go_on_after(entry)


class CampaignSituations(Situations[Campaign]):
    def crowds(self) -> Sequence[dict[str, Any]]:
        """Return setups for months in every weather, on an empty board and with the historical setup."""
        placed: tuple[dict[str, Any], ...] = ({"unit.all": "out"}, {"units": "historical"})
        return [{"turn": turn} | units for turn in range(1, LAST + 1, 3) for units in placed]

    def clashes(self) -> Sequence[str]:
        return tuple(THROWN)

    def change(self, p: Campaign, key: str, value: Any) -> None:
        """Make a change before play.

        - "turn" = 8: begin with that month. "player" = "russian": begin with the Russian player turn.
        - "weather" = "snow": the weather of the previous month.
        - "unit.all" = "out": clear the board. "units" = "historical": use the historical setup.
        - "unit.ge-pz-iii" = "CC5", "lost", "waiting" or "out": the place of a unit.
        - "city.Kiev" = "german", "points.russian" = 12, "air.german" = 6, "clock.german" = 1, "isolated.ge-in-i" = 1.
        - As the last change, "retreat" = "CC5" or "exchange" = "CC5": all units next to that hex have attacked it, with
          the result D Back 2 or Exchange.
        """
        if not _changed(p, key, value):
            super().change(p, key, value)
        p.derive()

    def misplaced(self, p: Campaign) -> Reason | None:
        """BAR-SETUP-01: return an objection if a unit is where it cannot be set up, before the first month."""
        rows = (barred(p, u, h) for u, h in enumerate(p.at) if h < LOST) if p.inside("set-up") else ()
        return next((reason for reason in rows if reason is not None), None) or super().misplaced(p)

    def take_over(self, p: Campaign, before: Setting) -> None:
        """Give cities that are new on this board to their side at the start."""
        board, there = p.board, before.board.city_hexes
        p.russian_cities = (p.russian_cities & there | board.russian_at_first & ~there) & board.city_hexes
        p.derive()
