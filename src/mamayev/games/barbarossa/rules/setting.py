"""The immutable data of the rules: the board, the readings in force, and the results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.notation import NOBODY
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game, Table

from ..printed.board import AXIS, RUSSIAN, Unit, load
from ..printed.calendar import JANUARY_1942, OCTOBER_1942
from ..printed.shapes import drawing

STACK = 3  # BAR-STACK-01
CLOCK = 2  # BAR-WIN-01, BAR-WIN-04


class Setting(Table[Any]):
    """The part of the table that a position reads.

    - `places`: the name of each hex for use in sentences.
    - `combat`: the results by die and column (BAR-T-CRT).
    - `chances`: the chance of each result by column; the last entry is an automatic elimination.
    """

    chances: list[dict[str, float]]

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.board = load(own, self.readings["straits=crossed"])
        self._drawn = Files({name: own[name] for name in ("map.toml", "shapes.json") if name in own}) if own else None
        self.drawing()  # report a mistake in the drawing at once
        board, grid = self.board, self.board.grid
        self._read(options)
        self._switch(options)
        tables = {table["id"]: table for table in game.ledger().data["table"]}
        self.strategic = [tuple(row[1:]) for row in tables["BAR-V-T-STRAT"]["rows"]]
        self.combat = [tuple(row[1:]) for row in tables["BAR-T-CRT"]["rows"]]
        self.columns = tuple(tables["BAR-T-CRT"]["columns"][1:])
        self.weather_rows = [row[0] for row in tables["BAR-T-WEATHER"]["rows"]]
        names = {city.hex: f"{city.name} ({grid.ids[city.hex]})" for city in board.cities}
        self.places = [names.get(h, name) for h, name in enumerate(grid.ids)]

    def _read(self, options: dict[str, Any]) -> None:
        """Read the options of the base game (BAR-FLOW-08)."""
        board = self.board
        self.weather_mode_dice = self.readings["weather_mode=dice"]
        self.rail_in_mud = int(options["mud_rail"])
        self.clock = CLOCK + self.readings["city_clock=capture"]
        self.ice_mid_winter = self.readings["ice=mid-winter"]  # asked at every step
        rough = self.readings["rough_ground=two"]
        self.halts = (0, 0, 0) if rough else board.stops
        self.footing = board.costly_steps() if rough else board.steps

    def _switch(self, options: dict[str, Any]) -> None:
        """Read the switches of the variant (BAR-SCOPE-04).

        BAR-V-FLOW-08, BAR-V-FLOW-11: stacking and replacement cities depend only on their own switch.
        """
        board = self.board
        self.order_of_battle, self.reserves = options["order_of_battle"], options["reserves"]
        self.extra_victory, self.railroads = options["extra_victory"], options["railroads"]
        self.finns, self.replacement_hexes = options["finns"], options["replacement_hexes"]
        self.supply_lines = options["supply_lines"]
        self.movement_after_battle = options["movement_after_battle"]
        self.throws_at_seven = self.readings["seven_to_one=6-1"] and not self.movement_after_battle
        self.line_beyond = int(self.readings["line_length=between"])
        self.axis_sources_die = self.supply_lines and self.readings["axis_source_in_zoc=dead"]
        cities = board.finland & board.major if self.readings["finnish_cities=clear"] else 0
        self.clear_finland = board.clear_finland | cities & board.of_kind(".")
        self.mobile_from = JANUARY_1942 if self.readings["russian_mobile_from=calendar-1942"] else OCTOBER_1942
        self.limits = (STACK, 2 if self.order_of_battle else STACK)  # BAR-V-OOB-02
        self.replacement_cities = board.replacement_hexes if self.replacement_hexes else board.objectives[AXIS]
        self.economy_needs = int(options["extra_victory_count"])
        self.airpower, self.interception = options["airpower"], options["interception"]
        if self.interception and not self.airpower:
            raise Refusal(
                "Interception needs airpower: turn both on, or neither (BAR-V-FLOW-03).", ("BAR-V-FLOW-03",),
                field="options.interception", malformed=True,
            )  # fmt: skip
        self.suggested = board.suggested(not self.order_of_battle)
        self.enters = [self._enters(u) for u in range(len(board.units))]
        self.late = [[u for u in units if self.why_late(u)] for units in board.of_side]
        """The units of the setup that arrive later, by side."""

    def _enters(self, u: int) -> int:
        """Return the turn in which a unit arrives, or 0 for the setup.

        BAR-V-OOB-03, BAR-V-OOB-05: with the switch order-of-battle, three Russian units arrive later.
        """
        unit = self.board.units[u]
        if not self.why_late(u):
            return unit.enters
        return OCTOBER_1942 if self._is_third_armor(unit) else unit.late

    def _is_third_armor(self, unit: Unit) -> bool:
        """BAR-V-OOB-08: return whether a unit of the December armies is the 6-9-6, which arrives later under one
        reading."""
        return unit.side == RUSSIAN and unit.kind == "armor" and self.readings["third_armor_month=1942-10"]

    def why_late(self, u: int) -> str:
        """Return the clause under which a unit of the setup arrives later, or "".

        BAR-COMP-07, BAR-V-RESERVE-01, BAR-V-FLOW-09: the letter R counts only with the option reserves.
        """
        unit = self.board.units[u]
        if not unit.late:
            return ""
        if unit.side == RUSSIAN and self.order_of_battle:
            return "BAR-V-OOB-08" if self._is_third_armor(unit) else "BAR-V-OOB-06"
        return "BAR-V-RESERVE-02" if self.reserves and unit.side == AXIS else ""

    def called(self, p: Any) -> Mapping[int, str]:
        """BAR-V-OOB-01: return the names of the tank armies of 1942."""
        return self.board.tank_armies if self.order_of_battle and p.turn >= JANUARY_1942 else NOBODY

    def drawing(self) -> dict[str, Any]:
        """Return the content of shapes.json.

        The file is parsed on each call, because the parsed data of a player's file would take up 2.2 MB.
        """
        return drawing(self.board, self._drawn)
