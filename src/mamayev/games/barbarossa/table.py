"""The table: everything about a campaign that does not change in play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.ledger import Ledger
from mamayev.engine.notation import NOBODY, Noun
from mamayev.engine.observation import Observation
from mamayev.engine.refusal import Reason, Refusal, no_start
from mamayev.engine.scene import Overlay, Picture, Scene
from mamayev.engine.table import Game, StepName, Table
from mamayev.engine.words import counted

from .air import GERMAN_AIR
from .battle import D_BACK, D_ELIM, EXCHANGE, apply_result, take_up
from .board import AXIS, IN_HAND, LOST, OUT, RUSSIAN, SEATS, WAITING, Board, Unit, load
from .calendar import JANUARY_1942, LAST, MONTHS, OCTOBER_1942, SNOW, WEATHER
from .declaration import remove_hopeless
from .features import features
from .invariants import INVARIANTS
from .odds import COLUMNS
from .position import STACK, Campaign
from .sequence import german, russian, sequence_of_play
from .set_up import barred
from .shapes import drawing
from .verbs import STEPS, VERBS
from .victory import CLOCK, VERDICTS, Resign, held

VANGUARD = 10
"""How many Axis units show how far the advance has come."""
THROWN = {"retreat": D_BACK, "exchange": EXCHANGE}
"""The results that a set-up may begin with."""
OFF_THE_BOARD = {"lost": LOST, "waiting": WAITING, "out": OUT}


@cache
def ledger() -> Ledger:
    """The rules, clause by clause."""
    return Ledger.load(files(__package__) / "data" / "rules.toml")


def chances(results: tuple[str, ...]) -> dict[str, float]:
    """The chance of each result of a column."""
    found: dict[str, float] = {}
    for result in results:
        found[result] = found.get(result, 0.0) + 1 / len(results)
    return found


class Barbarossa(Table[Campaign]):
    """Everything that does not change in play.

    `places`: the name of each hex in sentences; `combat`: the results by die and column (BAR-T-CRT); `chances`: the
    chance of each result by column, past the last that of an automatic elimination.
    """

    in_order = ("BAR-SEQ-01",)

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.board = load(own, self.chosen("straits", "crossed"))
        self._drawn = Files({name: own[name] for name in ("map.toml", "shapes.json") if name in own}) if own else None
        self.drawing()  # a mistake in it is told at once
        board, grid = self.board, self.board.grid
        self.any_bank_doubles = self.chosen("river_doubling", "any")
        self.isolation_halves = self.chosen("isolation", "halve")
        self.friends_open_lines = self.chosen("supply_friends", "open")
        self.never_zone_to_zone = self.chosen("zoc_to_zoc", "never")
        self.rides_stop = self.chosen("ride_end", "stops")
        self.owner_retreats = self.chosen("retreat_chooser", "owner")
        self.garrisons_count = self.chosen("city_holding", "garrison")
        self.weather_by_die = self.chosen("weather_mode", "dice")
        self.german_points_late = self.chosen("german_replacements_from", "september-1941")
        self.points_are_lost = self.chosen("replacement_saving", "lose")
        self.air_supply_always_asked = self.chosen("air_supply_asked", "always")
        self.rail_in_mud = int(options["mud_rail"])
        self.boards_at_start = self.chosen("boarding", "start")
        self.isolation_tested_once = self.chosen("isolation_tests", "one")
        self.besieged_give_points = self.chosen("besieged_points", "yes")
        self.rivers_freeze = self.chosen("frozen_rivers", "freeze")
        self.germans_alone_rebuilt = self.chosen("axis_rebuilt", "german")
        self.points_wait_for_warsaw = self.chosen("warsaw_lost", "wait")
        self.advance_by_ground = self.chosen("advance_ground", "by-nature")
        self.clock_from_capture = self.chosen("city_clock", "capture")
        self.clock = CLOCK + self.clock_from_capture
        self.due_units_count = self.chosen("last_units", "due")
        self.third_bank_doubles = self.chosen("third_bank", "doubled")
        self.ice_in_midwinter = self.chosen("ice", "mid-winter")
        self.weather_thrown_twice = self.chosen("weather_throws", "player-turn")
        self.retreats_by_any_path = self.chosen("retreat_path", "any")
        self.retreats_join_battles = self.chosen("retreat_into_battle", "shares")
        self.rough_costs = self.chosen("rough_ground", "two")
        self.halts = (0, 0) if self.rough_costs else board.stops
        self.footing = board.costly_steps() if self.rough_costs else board.steps
        self._switch(options)
        tables = {table["id"]: table for table in ledger().data["table"]}
        self.strategic = [tuple(row[1:]) for row in tables["BAR-V-T-STRAT"]["rows"]]
        self.combat = [tuple(row[1:]) for row in tables["BAR-T-CRT"]["rows"]]
        assert tuple(tables["BAR-T-CRT"]["columns"][1:]) == COLUMNS
        self.chances = [*map(chances, zip(*self.combat, strict=True)), {D_ELIM: 1.0}]
        self.weather_rows = [row[0] for row in tables["BAR-T-WEATHER"]["rows"]]
        names = {city.hex: f"{city.name} ({grid.ids[city.hex]})" for city in board.cities}
        self.places = [names.get(h, name) for h, name in enumerate(grid.ids)]
        pieces = [Noun(unit.id, unit.name) for unit in board.units]
        spaces = [Noun(name, place) for name, place in zip(grid.ids, self.places, strict=True)]
        self.bind(sequence_of_play(), VERBS, {"piece": pieces, "space": spaces}, self._steps(), Resign())
        self.invariants = INVARIANTS

    def _steps(self) -> list[StepName]:
        """The numbered steps; air supply is one with airpower alone."""
        return [step for step in STEPS if self.airpower or step.id != "air-supply"]

    def _switch(self, options: dict[str, Any]) -> None:
        """The switches of the variant (BAR-SCOPE-04) and what they make of the base game. BAR-V-FLOW-08, BAR-V-FLOW-11:
        stacking and replacement cities go by their own switch, whatever others are on."""
        board = self.board
        self.order_of_battle, self.reserves = options["order_of_battle"], options["reserves"]
        self.extra_victory, self.railroads = options["extra_victory"], options["railroads"]
        self.finns, self.replacement_hexes = options["finns"], options["replacement_hexes"]
        self.supply_lines = options["supply_lines"]
        self.movement_after_battle = options["movement_after_battle"]
        self.throws_at_seven = self.chosen("seven_to_one", "6-1") and not self.movement_after_battle
        self.line_beyond = int(self.chosen("line_length", "between"))
        self.edge_is_source = self.chosen("east_edge", "kept")
        self.reserves_may_wait = self.chosen("reserves_due", "held")
        self.reserves_limited = self.chosen("reserves_in_finland", "limited")
        self.empty_cities_are_sources = self.chosen("lost_source", "empty")
        self.axis_sources_die = self.supply_lines and self.chosen("axis_source_in_zoc", "dead")
        self.air_by_month = self.chosen("air_income", "month")
        self.strikes_in_battle = self.chosen("strikes_in_battle", "yes")
        self.attacked_shield = self.chosen("attacked_unit", "shields")
        self.failed_fly_again = self.chosen("failed_mission", "again")
        cities = board.finland & board.major if self.chosen("finnish_cities", "clear") else 0
        self.clear_finland = board.clear_finland | cities & board.of_kind(".")
        self.mobile_from = JANUARY_1942 if self.chosen("russian_mobile_from", "calendar-1942") else OCTOBER_1942
        self.limits = (STACK, 2 if self.order_of_battle else STACK)  # BAR-V-OOB-02
        self.replacement_cities = board.replacement_hexes if self.replacement_hexes else board.objectives[AXIS]
        self.economy_needs = int(options["extra_victory_count"])
        self.economy_needs_units = self.chosen("extra_victory_hold", "garrison")
        self.garrison_keeps_source = self.chosen("city_source_in_zoc", "garrison")
        self.airpower, self.interception = options["airpower"], options["interception"]
        if self.interception and not self.airpower:
            raise Refusal(
                "Interception needs airpower: turn both on, or neither (BAR-V-FLOW-03).", ("BAR-V-FLOW-03",),
                field="options.interception", malformed=True,
            )  # fmt: skip
        self.income_by_control = self.chosen("air_income_city", "control")
        self.besieged_reinforced = self.chosen("reinforce_besieged", "yes")
        self.suggested = board.suggested(not self.order_of_battle)
        self.enters = [self._enters(u) for u in range(len(board.units))]
        self.late = [[u for u in units if self.why_late(u)] for units in board.of_side]
        """By side the units of the set-up that come later."""

    def _enters(self, u: int) -> int:
        """The turn in which a unit comes, 0 for the set-up. BAR-V-OOB-03, BAR-V-OOB-05: with the order of battle three
        Russian units wait."""
        unit = self.board.units[u]
        if not self.why_late(u):
            return unit.enters
        return OCTOBER_1942 if self._is_third_armor(unit) else unit.late

    def _is_third_armor(self, unit: Unit) -> bool:
        """BAR-V-OOB-08: whether a unit of the December armies is the 6-9-6, which comes later under one reading."""
        return unit.side == RUSSIAN and unit.kind == "armor" and self.chosen("third_armor_month", "1942-10")

    def why_late(self, u: int) -> str:
        """The clause for which a unit of the set-up comes later, empty where it does not. BAR-COMP-07,
        BAR-V-RESERVE-01, BAR-V-FLOW-09: the letter R means something with the switch reserves alone, whatever others
        are on."""
        unit = self.board.units[u]
        if not unit.late:
            return ""
        if unit.side == RUSSIAN and self.order_of_battle:
            return "BAR-V-OOB-08" if self._is_third_armor(unit) else "BAR-V-OOB-06"
        return "BAR-V-RESERVE-02" if self.reserves and unit.side == AXIS else ""

    def start(self) -> Campaign:
        p = self.blank()
        p.at = [WAITING if enters else IN_HAND for enters in self.enters]
        p.air = [GERMAN_AIR if self.airpower else 0, 0]
        p.call("game")
        p.settle()
        return p

    def blank(self) -> Campaign:
        return Campaign(self)

    def turn(self, p: Campaign) -> int:
        return p.turn

    def called(self, p: Campaign) -> Mapping[int, str]:
        """BAR-V-OOB-01: the tank armies of 1942."""
        return self.board.tank_armies if self.order_of_battle and p.turn >= JANUARY_1942 else NOBODY

    def facts(self, p: Campaign) -> dict[str, Any]:
        board = self.board
        facts: dict[str, Any] = {
            "turn": p.turn,
            "month": MONTHS[p.turn - 1].name if p.turn else "Set-up",
            "weather": WEATHER[p.weather],
        }
        for side, seat in enumerate(SEATS):
            units = p.units(side)
            facts |= {
                f"{seat}_units": len(units),
                f"{seat}_attack": sum(board.units[u].attack for u in units),
                f"{seat}_defense": sum(board.units[u].defense for u in units),
                f"{seat}_points": p.points[side],
                f"{seat}_clock": p.clocks[side],
                f"{seat}_objectives": held(p, side),
            }
        if self.airpower:
            facts |= {f"{seat}_air": p.air[side] for side, seat in enumerate(SEATS)}
            facts["interdicted"] = p.interdicted.bit_count()
        places = {f"unit.{unit.id}": place_name(board, h) for unit, h in zip(board.units, p.at, strict=True)}
        return facts | ({"economy": p.run} if self.extra_victory else {}) | places

    def returns(self, p: Campaign) -> list[float]:
        winner = VERDICTS[p.verdict].winner
        return [1.0 if side == winner else -1.0 for side in (AXIS, RUSSIAN)]

    def result(self, p: Campaign) -> dict[str, Any]:
        """BAR-WIN-09: there is a winner."""
        verdict = VERDICTS[p.verdict]
        name = ("German", "Russian")[verdict.winner]
        note = {"text": verdict.why, "clauses": [verdict.clause]}
        return {"winner": SEATS[verdict.winner], "level": f"{name} victory", "why": verdict.why, "notes": [note]}

    def series(self, p: Campaign) -> dict[str, float]:
        """Beside the units of both sides: the Russian cities that the Axis holds, and how far east its ten easternmost
        units stand, in columns of the map."""
        board = self.board
        columns = sorted((p.at[u] % board.last_column + 1 for u in p.units(AXIS)), reverse=True)[:VANGUARD]
        return {
            **{f"{seat}_units": float(len(p.units(side))) for side, seat in enumerate(SEATS)},
            "axis_cities": float(sum(city.russian and p.holds(AXIS, c) for c, city in enumerate(board.cities))),
            "axis_reach": sum(columns) / len(columns) if columns else 0.0,
        }

    def series_titles(self) -> dict[str, str]:
        return {
            **{f"{seat}_units": f"{seat.title()} units on the board" for seat in SEATS},
            "axis_cities": "Russian cities in Axis hands",
            "axis_reach": "Where the ten easternmost Axis units stand, in columns of the map",
        }

    def features(self, p: Campaign, seat: int) -> dict[str, float]:
        return features(p)

    def crowds(self) -> list[dict[str, Any]]:
        """Months of every weather, on an empty board and with the set-up of the data."""
        placed: tuple[dict[str, Any], ...] = ({"unit.all": "out"}, {"units": "historical"})
        return [{"turn": turn} | units for turn in range(1, LAST + 1, 3) for units in placed]

    def clashes(self) -> list[str]:
        return ["retreat", "exchange"]

    def take_over(self, p: Campaign, before: Table[Campaign]) -> None:
        """Cities that were not there before are held as at the beginning."""
        assert isinstance(before, Barbarossa)
        there = before.board.city_hexes
        p.russian_cities = (p.russian_cities & there | self.board.russian_at_first & ~there) & self.board.city_hexes
        p.derive()

    def change(self, p: Campaign, key: str, value: Any) -> None:
        """Before play: "turn" = 8 begins with that month, "player" = "russian" with his player turn; "weather" = "snow"
        is that of the month before; "unit.all" = "out" clears the board, "units" = "historical" takes the set-up
        of the data; "unit.ge-pz-iii" = "CC5", "lost", "waiting" or "out"; "city.Kiev" = "german";
        "points.russian" = 12; "air.german" = 6; "clock.german" = 1; "isolated.ge-in-i" = 1. As the last change
        "retreat" = "CC5": all beside that hex have attacked it, and D Back 2 was thrown; "exchange" = "CC5": Exchange.
        """
        if not self._changed(p, key, value):
            raise Refusal(f"“{key}” cannot become {value!r} at the start.", field=f"setup.{key}", malformed=True)
        p.derive()

    def _changed(self, p: Campaign, key: str, value: Any) -> bool:
        """Make one change; returns whether there is such a change."""
        board = self.board
        what, _, name = key.partition(".")
        number = isinstance(value, int) and not isinstance(value, bool)
        if p.inside("battle"):
            raise no_start(key, "A battle is the last change of a set-up: nothing can follow it.")
        if key == "turn" and number and value in range(1, LAST + 1):
            p.turn = value - 1
            winters = [turn for turn in range(self.mobile_from, value) if set(MONTHS[turn - 1].die) == {SNOW}]
            p.armor_mobile = bool(winters)
            p.frames.clear()
            p.call("game")
        elif key == "player" and value == "russian":
            begin_player_turn(p, RUSSIAN)
        elif key in THROWN and str(value) in board.hex:
            self._fought(p, key, board.hex[str(value)], THROWN[key])
        elif key == "unit.all" and value in OFF_THE_BOARD:
            p.at = [OFF_THE_BOARD[value]] * len(board.units)
        elif key == "units" and value == "historical":
            p.at = [WAITING if self.enters[u] else self.suggested[u] for u in range(len(board.units))]
        elif what == "unit" and name in board.unit:
            return self._placed(p, key, board.unit[name], value)
        elif key == "weather" and value in WEATHER:
            p.weather = WEATHER.index(value)
        elif what == "city" and name in board.named and value in SEATS:
            hold(p, SEATS.index(value), board.cities[board.named[name]].hex)
        elif what == "points" and name in SEATS and number and 0 <= value < 1000:
            p.points[SEATS.index(name)] = value
        elif what == "air" and name in SEATS and self.airpower and number and 0 <= value < 1000:
            p.air[SEATS.index(name)] = value
        elif what == "clock" and name in SEATS and number and value in range(self.clock):
            p.clocks[SEATS.index(name)] = value
        elif what == "isolated" and name in board.unit and number and value in (0, 1):
            p.cut_off[board.unit[name]] = value
        else:
            return False
        return True

    def misplaced(self, p: Campaign) -> Reason | None:
        """BAR-SETUP-01: before the first month units stand only where they may be set up."""
        rows = (barred(p, u, h) for u, h in enumerate(p.at) if h < LOST) if p.inside("set-up") else ()
        return next((reason for reason in rows if reason is not None), None) or super().misplaced(p)

    def _placed(self, p: Campaign, key: str, u: int, value: Any) -> bool:
        """Put a unit somewhere, where it may stand."""
        board, grid = self.board, self.board.grid
        if value in OFF_THE_BOARD:
            p.at[u] = OFF_THE_BOARD[value]
            return True
        h = board.hex.get(str(value))
        if h is None:
            return False
        bit, name, place = grid.bit[h], p.called(u), self.places[h]
        if not board.ground(True) & bit:
            raise no_start(key, f"{name} cannot stand in {place}: no unit can.", "BAR-TERRAIN-03")
        if p.zones.occupied[1 - board.side[u]] & bit:
            raise no_start(key, f"{name} cannot stand in {place}: an enemy unit does.", "BAR-MOVE-03")
        if p.zones.full[board.side[u]] & bit:
            there = counted(p.at.count(h), "# unit stands", "# units stand")
            text = f"{name} does not fit into {place}: {there} there."
            raise no_start(key, text, *self.cited("BAR-STACK-01"))
        p.at[u] = h
        if board.city_hexes & bit:
            hold(p, board.side[u], h)
        return True

    def _fought(self, p: Campaign, key: str, h: int, result: str) -> None:
        """A battle for a hex comes to a result, in the player turn of the side that has nobody there."""
        board, grid = self.board, self.board.grid
        near = grid.near[h]
        defenders = [u for u in range(len(board.units)) if p.at[u] == h]
        if not defenders:
            raise no_start(key, f"No unit stands in {self.places[h]} that could be attacked.", "BAR-COMBAT-03")
        attackers = [u for u in p.units(1 - board.side[defenders[0]]) if grid.bit[p.at[u]] & near]
        if not attackers:
            raise no_start(key, f"No enemy unit stands next to {self.places[h]} to attack it.", "BAR-COMBAT-03")
        begin_player_turn(p, board.side[attackers[0]])
        p.call("player-turn")
        p.go_on_after(remove_hopeless)
        p.call("battle", sum(1 << u for u in attackers), sum(1 << u for u in defenders))
        p.go_on_after("battle-die")
        take_up(p, p.top)
        apply_result(p, p.top, result)

    def drawing(self) -> dict[str, Any]:
        """What shapes.json holds, read anew: of a player's own only the text is kept, for as data it takes 2.2 MB."""
        return drawing(self.board, self._drawn)

    def scene(self) -> Scene:
        from .look import scene

        return self.signed(scene(self))

    def overlay(self, p: Campaign, seat: int | None, name: str) -> Overlay:
        from .look import ISOLATED, THREATS, isolated_overlay, threat_overlay

        if name == ISOLATED:
            return isolated_overlay(p)
        return threat_overlay(p, THREATS.index(name)) if name in THREATS else super().overlay(p, seat, name)

    def observation(self) -> Observation:
        from .observation import observation

        return observation(self)

    def picture(self, p: Campaign, seat: int | None) -> Picture:
        """BAR-SCOPE-05: nothing is hidden from anybody."""
        from .look import picture

        return picture(p)


def hold(p: Campaign, side: int, h: int) -> None:
    """A city is under the control of a side."""
    grid = p.board.grid
    if p.enemy_cities(side) & grid.bit[h]:
        p.russian_cities ^= grid.bit[h]


def begin_player_turn(p: Campaign, side: int) -> None:
    """The next month begins with the player turn of a side, in the weather of the month before."""
    p.turn += not p.inside("month")
    p.side = side
    p.frames.clear()
    for name, entry in (("game", "month"), ("month", russian if side else german)):
        p.call(name)
        p.go_on_after(entry)


def place_name(board: Board, h: int) -> str:
    """Where a unit is: its hex, or the word for a place beside the board."""
    return board.grid.ids[h] if h < LOST else BESIDE[h]


BESIDE = {LOST: "lost", WAITING: "waiting", IN_HAND: "in hand", OUT: "out"}
"""What is read of units that are not on the board."""
