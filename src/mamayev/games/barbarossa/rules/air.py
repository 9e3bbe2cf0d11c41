"""Airpower and interception: air factors and their missions (BAR-V-AIR, -TAC, -STRAT, -AIRSUP, -INTER).

A mission consists of one commitment of air factors, one chance for interception, and the effect: air supply, a
strategic attack, or support in a battle.
"""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.chancebox import DieBox
from mamayev.engine.fields import Locals
from mamayev.engine.foretell import Forecast, Outcome, Setting, forecast
from mamayev.engine.notation import ARG, MASK
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.sequence import Sequence, loop, when
from mamayev.engine.words import counted
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes

from ..printed.board import AXIS, RUSSIAN
from ..printed.calendar import PERFECT
from .arrivals import supplied_hexes
from .declaration import Battle
from .isolation import isolated
from .odds import AUTOMATIC, COLUMNS, column_used, odds_name
from .position import SIDE_NAMES, Campaign, PhasingBox
from .verbs import AIRLIFT, FLY, HIT, INTERCEPT, STAND_DOWN, SUPPLY
from .weather import month

GERMAN_AIR = 20  # BAR-V-AIR-05
RANGE = 5  # BAR-V-STRAT-07
WIDEST = 4  # BAR-V-T-STRAT: the last column is for this many factors or more
QUARTERS = 4  # BAR-V-AIR-11
ELIM, INTERDICT, NOTHING = "Elim 1", "Interdict", "N/E"


# ------------------------------------------------------------------ income


def book_income(p: Campaign, _f: Frame) -> None:
    """BAR-V-AIR-07, BAR-V-AIR-12, BAR-V-AIR-13: add the turn's air factors at the very beginning of the player turn.
    Under one reading, both sides get their factors at the same time as the Germans.
    """
    p.flown = 0
    if not p.table.airpower:
        return
    halved = 1 if p.weather == PERFECT else 2
    for side in (p.side,) if not p.table.readings["air_income=month"] else (AXIS, RUSSIAN) if p.side == AXIS else ():
        found = german_income(p) // halved if side == AXIS else russian_quarters(p) // (QUARTERS * halved)
        p.air[side] += found
        if found:
            clauses = ("BAR-V-AIR-06", "BAR-V-AIR-08") if side == AXIS else ("BAR-V-AIR-09", "BAR-V-AIR-11")
            p.note("Air factors", f"{SIDE_NAMES[side]}: {found}, {p.air[side]} in all.", *clauses, "BAR-V-AIR-13")


def gives(p: Campaign, side: int, city: int) -> bool:
    """BAR-V-AIR-06, BAR-V-AIR-10: return whether a city gives a side air factors.

    The side must have a unit there or, under one reading, control it, and no enemy zone of control may cover it.
    """
    board = p.board
    h = board.grid.bit[board.cities[city].hex]
    own = p.holds(side, city) if p.table.readings["air_income_city=control"] else bool(p.zones.occupied[side] & h)
    return own and not p.zones.controlled[1 - side] & h


def german_income(p: Campaign) -> int:
    """BAR-V-AIR-06, BAR-V-AIR-08: return the German air factors for a month of perfect weather."""
    board = p.board
    rate = month(p).german_air
    return rate + (board.maikop in supplied_hexes(p)) if rate and gives(p, AXIS, board.warsaw) else 0


def russian_quarters(p: Campaign) -> int:
    """BAR-V-AIR-09, BAR-V-FLOW-06: return the Russian air factors for a month of perfect weather, in quarters."""
    return month(p).russian_air * sum(gives(p, RUSSIAN, city) for city in p.board.replacement_hexes)


def movement_is_over(p: Campaign, _f: Frame) -> None:
    """BAR-V-STRAT-12, BAR-V-STRAT-13: interdiction ends before the units have to attack. BAR-V-STRAT-04,
    BAR-V-STRAT-06: a new combat segment begins."""
    if p.side == RUSSIAN:
        p.interdicted = 0
    p.flown = p.attacked = 0


# ------------------------------------------------------------------ where missions may go


def cities_to_supply(p: Campaign) -> Hexes:
    """BAR-V-AIRSUP-01, BAR-V-AIRSUP-05: return the city hexes that can receive an air supply mission."""
    if p.side != AXIS or not p.air[AXIS]:
        return 0
    return p.zones.occupied[AXIS] & p.board.city_hexes & ~p.flown


def ask_for_supply(p: Campaign, _f: Frame) -> bool:
    """BAR-FLOW-01: return whether air supply could help.

    By default, this requires an isolated unit in a city, because a unit that has supply now is not isolated this turn
    (BAR-ISO-07).
    """
    cities = cities_to_supply(p)
    if not cities or p.table.readings["air_supply_asked=always"]:
        return bool(cities)
    return bool(cities & p.board.grid.gather(p.at[u] for u in units_of(isolated(p, AXIS))))


def in_range(p: Campaign) -> Hexes:
    """BAR-V-STRAT-07: return the hexes within range of a unit of German nationality."""
    grid = p.board.grid
    found = grid.gather(p.at[u] for u in p.units(AXIS) if p.board.units[u].nation == "German")
    for _ in range(RANGE):
        found |= grid.around(found)
    return found


def targets(p: Campaign) -> Hexes:
    """BAR-V-STRAT-01, BAR-V-STRAT-04 to BAR-V-STRAT-07: return the possible targets of a strategic attack."""
    if p.side != AXIS or not p.air[AXIS]:
        return 0
    found = p.zones.occupied[RUSSIAN] & ~p.zones.controlled[AXIS] & ~p.flown
    if p.table.readings["attacked_unit=shields"]:
        found &= ~p.board.grid.gather(p.at[u] for u in p.units(RUSSIAN) if p.attacked >> u & 1)
    return found & in_range(p) & p.board.grid.gather(p.at[u] for u in p.units(RUSSIAN) if not p.attacked >> u & 1)


def standing(p: Campaign, side: int, h: int) -> Units:
    """Return the units of a side in a hex."""
    return sum(1 << u for u in p.board.of_side[side] if p.at[u] == h)


def open_to_attack(p: Campaign, h: int) -> Units:
    """BAR-V-STRAT-06: return the Russian units in a hex that can be hit from the air."""
    return standing(p, RUSSIAN, h) & ~p.attacked


class Mission(Locals):
    """The current air supply mission or strategic attack."""

    hex: int
    kills: int  # the units that must still be picked for elimination


class Missions(PhasingBox):
    """The decision to start missions, one at a time (BAR-V-AIR-04)."""

    def begin(self, p: Campaign, mission: str, h: int) -> None:
        p.end()
        p.flown |= p.board.grid.bit[h]
        p.call(mission, h)

    def stand_down(self, p: Campaign, f: Frame) -> None:
        p.end()
        p.flown = p.board.grid.everywhere


def why_no_target(p: Campaign, h: int) -> Reason | None:
    """Return why a strategic attack on a hex is impossible, or None if it is possible."""
    bit, place = p.board.grid.bit[h], p.table.places[h]
    if p.side != AXIS:
        return Reason("Only the German player makes strategic attacks.", ("BAR-V-STRAT-01",))
    if not p.air[AXIS]:
        return Reason("No air factors are left.", ("BAR-V-STRAT-03",))
    if p.flown & bit:
        return Reason(f"{place} has already had a strategic attack.", ("BAR-V-STRAT-04",))
    if not p.zones.occupied[RUSSIAN] & bit:
        return Reason(f"No Russian unit is in {place}.", ("BAR-V-STRAT-01",))
    if p.zones.controlled[AXIS] & bit:
        return Reason(f"{place} is in an Axis zone of control.", ("BAR-V-STRAT-05",))
    if not in_range(p) & bit:
        return Reason(f"{place} is more than {RANGE} hexes from every unit of German nationality.",
                      ("BAR-V-STRAT-07",))  # fmt: skip
    if p.table.readings["attacked_unit=shields"] and standing(p, RUSSIAN, h) & p.attacked:
        return Reason(f"A unit in {place} was attacked on the ground, which protects the hex.", ("BAR-V-STRAT-06",))
    if not open_to_attack(p, h):
        return Reason(f"All units in {place} were attacked on the ground.", ("BAR-V-STRAT-06",))
    return None


# ------------------------------------------------------------------ commitment and interception


def has_aircraft(p: Campaign, f: Frame) -> bool:
    """BAR-V-TAC-02, BAR-V-TAC-03, BAR-V-TAC-07, BAR-V-TAC-08: return whether the attacker, on either side, can commit
    air factors to this battle of ground units. The attacker cannot if ground factors alone reach 7-1, because air
    factors would change nothing.
    """
    return bool(p.air[p.side]) and column_used(p, f[Battle.attack], f[Battle.defense]) != len(COLUMNS)


def may_be_intercepted(p: Campaign, _f: Frame) -> bool:
    """BAR-V-INTER-01, BAR-V-INTER-06: return whether the other player, on either side, can intercept."""
    return p.table.interception and bool(p.flying and p.air[1 - p.side])


AIRCRAFT_ASKED = when(has_aircraft, "air-commitment"), when(may_be_intercepted, "interception")
"""BAR-V-TAC-07: the sequence of decisions about aircraft at the start of a battle."""


MISSIONS = ("strategic-attack", "supply-mission", "battle")


def kind(p: Campaign) -> str:
    """Return the current mission: the name of the sequence that asks for air factors."""
    return next(mission for mission in MISSIONS if p.inside(mission))


def effect(p: Campaign, factors: int) -> str:
    """BAR-V-INTER-08: return a short description of the mission's effect with the given number of factors."""
    mission = kind(p)
    frame = p.frame(mission)
    if mission == "battle":
        a, d = frame[Battle.attack] + factors, frame[Battle.defense]
        return f"{a} to {d}, {odds_name(a, d)}"
    if not factors:
        return "no effect"
    if mission == "supply-mission":
        units = standing(p, AXIS, frame[Mission.hex]).bit_count()
        return f"supplies {min(factors, units)} of {units}"
    results = [row[min(factors, WIDEST) - 1] for row in p.table.strategic]
    shares = {result: 2 * results.count(result) for result in (ELIM, INTERDICT, NOTHING)}
    return ", ".join(f"{result} on {n} of 6" for result, n in shares.items() if n)


def purpose(p: Campaign) -> str:
    """Return a sentence that describes the mission."""
    mission = kind(p)
    frame = p.frame(mission)
    if mission == "battle":
        units = frame[Battle.defenders]
        return f"Tactical air support for the attack on {p.names(units)}."
    place = p.table.places[frame[Mission.hex]]
    if mission == "supply-mission":
        return f"Air supply for {place}: {p.names(standing(p, AXIS, frame[Mission.hex]))}."
    return f"Strategic air attack on {place}: {p.names(open_to_attack(p, frame[Mission.hex]))}."


class AirCommitment(PhasingBox):
    """BAR-V-INTER-03: the choice of the number of air factors, which is final for the mission."""

    name = "air-commitment"
    title = "Commit how many air factors?"
    forced = True
    reveals = True
    clauses = ("BAR-V-AIR-03", "BAR-V-TAC-01", "BAR-V-STRAT-03", "BAR-V-AIRSUP-02", "BAR-V-INTER-03")

    def help(self, p: Campaign, f: Frame) -> str:
        return f"{purpose(p)} You have {factors(p.air[p.side])}; those you commit are spent."

    def options(self, p: Campaign, f: Frame) -> list[int]:
        """BAR-V-TAC-07: a battle accepts zero or more factors, another mission one or more.

        BAR-V-INTER-05: the player can commit all available factors, even if the mission needs fewer.
        """
        return [FLY | n << ARG for n in range(kind(p) != "battle", p.air[p.side] + 1)]

    def note(self, p: Campaign, f: Frame, action: int) -> str:
        return effect(p, action >> ARG & MASK)

    def foretell(self, p: Campaign, f: Frame, action: int) -> list[Forecast]:
        """Return the chances without interception for the number of factors, and for the smallest number that reaches
        each column.
        """
        chosen = action >> ARG & MASK
        found = chances(p, chosen)
        if found is None:
            return []
        settings = tuple(
            Setting(f"{n} air factors", there.outcomes, n == chosen)
            for n in sorted({*self.steps(p), chosen})
            if (there := chances(p, n)) is not None
        )
        return [Forecast(found.title, found.outcomes, found.throws, settings, found.spaces)]

    def steps(self, p: Campaign) -> list[int]:
        """Return the numbers of air factors at which the column changes."""
        air = p.air[p.side]
        if kind(p) != "battle":
            return list(range(1, min(air, WIDEST) + 1))
        frame, found, last = p.frame("battle"), [], -1
        for n in range(min(air, AUTOMATIC * frame[Battle.defense]) + 1):
            now = column_used(p, frame[Battle.attack] + n, frame[Battle.defense])
            if now is not None and now != last:
                found.append(n)
                last = now
        return found

    def fly(self, p: Campaign, f: Frame, n: int) -> None:
        p.end()
        p.flying = n
        p.air[p.side] -= n
        if n:
            p.note(SIDE_NAMES[p.side], f"{factors(n)} committed, {p.air[p.side]} left.", "BAR-V-AIR-03")

    def refuse_fly(self, p: Campaign, f: Frame, n: int) -> Reason | None:
        if n > p.air[p.side]:
            return Reason(f"You have {factors(p.air[p.side])}, not {n}.", ("BAR-V-AIR-03",))
        if not n and kind(p) != "battle":
            return Reason("This mission needs at least one air factor.", ("BAR-V-STRAT-03", "BAR-V-AIRSUP-02"))
        return None


def factors(n: int) -> str:
    """Return a number of air factors in words."""
    return counted(n, "# air factor", "# air factors")


def chances(p: Campaign, n: int) -> Forecast | None:
    """Return the chances for a mission with a given number of air factors and no interception, or None if no die is
    rolled.
    """
    mission = kind(p)
    if mission == "supply-mission":
        return None
    here = p.copy()
    here.air[1 - p.side] = 0
    here.apply(FLY | n << ARG)
    found = forecast(here, p.table.game.seats[p.side])
    if found is not None or mission != "battle":
        return found
    frame = p.frame("battle")
    a, d = frame[Battle.attack] + n, frame[Battle.defense]
    text = "the attackers are eliminated" if column_used(p, a, d) is None else "D Elim"
    return Forecast(f"{a} to {d}, {odds_name(a, d)}", (Outcome(text, 1.0),))


class Interception(Box[Campaign]):
    """BAR-V-INTER-01, BAR-V-INTER-02, BAR-V-INTER-04: the opponent's one chance to intercept a mission. BAR-V-INTER-07:
    under one reading, an intercepted mission can be flown again.
    """

    name = "interception"
    title = "Intercept with how many air factors?"
    reveals = True
    clauses = ("BAR-V-INTER-01", "BAR-V-INTER-02", "BAR-V-INTER-04", "BAR-V-INTER-08")

    def seat(self, p: Campaign, f: Frame) -> int:
        return 1 - p.side

    def help(self, p: Campaign, f: Frame) -> str:
        return f"{purpose(p)} {factors(p.flying)} committed; you have {factors(p.air[1 - p.side])}."

    def options(self, p: Campaign, f: Frame) -> list[int]:
        return [INTERCEPT | n << ARG for n in range(min(p.air[1 - p.side], p.flying) + 1)]

    def note(self, p: Campaign, f: Frame, action: int) -> str:
        return effect(p, p.flying - (action >> ARG & MASK))

    def intercept(self, p: Campaign, f: Frame, n: int) -> None:
        p.end()
        other = 1 - p.side
        p.flying -= n
        p.air[other] -= n
        if n:
            text = f"{factors(n)} intercept; {p.flying} of the mission are left."
            p.note(SIDE_NAMES[other], text, "BAR-V-INTER-02")
        if not p.flying and p.table.readings["failed_mission=again"] and (mission := kind(p)) != "battle":
            p.flown &= ~p.board.grid.bit[p.frame(mission)[Mission.hex]]

    def refuse_intercept(self, p: Campaign, f: Frame, n: int) -> Reason | None:
        most = min(p.air[1 - p.side], p.flying)
        return Reason(f"At most {factors(most)} can intercept.", ("BAR-V-INTER-02",)) if n > most else None


# ------------------------------------------------------------------ air supply


class AirSupply(Missions):
    name = "air-supply"
    title = "Supply which city from the air?"
    clauses = ("BAR-V-AIRSUP-01", "BAR-V-AIRSUP-02", "BAR-V-AIRSUP-05")

    def help(self, p: Campaign, f: Frame) -> str:
        return f"You have {factors(p.air[p.side])}. Each supplies one unit this turn."

    def options(self, p: Campaign, f: Frame) -> list[int]:
        return [*(AIRLIFT | h << ARG for h in p.board.grid.hexes(cities_to_supply(p))), STAND_DOWN]

    def airlift(self, p: Campaign, f: Frame, h: int) -> None:
        self.begin(p, "supply-mission", h)

    def refuse_airlift(self, p: Campaign, f: Frame, h: int) -> Reason | None:
        grid = p.board.grid
        place = p.table.places[h]
        if cities_to_supply(p) & grid.bit[h]:
            return None
        if not p.board.city_hexes & grid.bit[h]:
            return Reason(f"{place} is not a city: only units in cities can have air supply.", ("BAR-V-AIRSUP-01",))
        if p.flown & grid.bit[h]:
            return Reason(f"{place} has already had its mission.", ("BAR-V-AIRSUP-05",))
        return Reason(f"No Axis unit is in {place}.", ("BAR-V-AIRSUP-01",))


def supply_all(p: Campaign, f: Frame) -> None:
    """BAR-V-AIRSUP-02: supply all units in the hex if enough factors remain."""
    units = standing(p, AXIS, f[Mission.hex])
    if p.flying >= units.bit_count():
        serve(p, units)
        p.flying = 0


def serve(p: Campaign, units: Units) -> None:
    """Supply units from the air."""
    p.airlifted |= units
    for u in units_of(units):
        p.note(SIDE_NAMES[AXIS], f"{p.called(u)} is supplied from the air.", "BAR-V-AIRSUP-02")


class SuppliedUnit(PhasingBox):
    name = "supplied-unit"
    title = "Supply which unit?"
    clauses = ("BAR-V-AIRSUP-03",)

    def help(self, p: Campaign, f: Frame) -> str:
        place = p.table.places[p.frame("supply-mission")[Mission.hex]]
        return f"{factors(p.flying)} left for {place}."

    def options(self, p: Campaign, f: Frame) -> list[int]:
        there = standing(p, AXIS, p.frame("supply-mission")[Mission.hex]) & ~p.airlifted
        return [SUPPLY | u << ARG for u in units_of(there)]

    def supply(self, p: Campaign, f: Frame, u: int) -> None:
        p.end()
        p.flying -= 1
        serve(p, 1 << u)

    def refuse_supply(self, p: Campaign, f: Frame, u: int) -> Reason | None:
        if p.at[u] != p.frame("supply-mission")[Mission.hex]:
            return Reason(f"{p.called(u)} is not in that hex.", ("BAR-V-AIRSUP-03",))
        return Reason(f"{p.called(u)} already has supply.", ("BAR-V-AIRSUP-03",)) if p.airlifted >> u & 1 else None


SUPPLY_MISSION = Sequence(
    "supply-mission",
    "air-commitment",
    when(may_be_intercepted, "interception"),
    supply_all,
    loop(lambda p, f: p.flying, "supplied-unit"),
    locals=Mission,
)
"""BAR-V-AIRSUP-02, BAR-V-AIRSUP-03, BAR-V-INTER-07."""


# ------------------------------------------------------------------ strategic attacks


class AirDie(DieBox[Campaign]):
    name = "air-die"
    title = "Strategic air attack"
    clauses = ("BAR-V-STRAT-03", "BAR-V-STRAT-08")
    chart = "strategic"

    def help(self, p: Campaign, f: Frame) -> str:
        return purpose(p)

    def die(self, p: Campaign, f: Frame, n: int) -> None:
        board = p.board
        p.end()
        mission = p.frame("strategic-attack")
        h, row, found = mission[Mission.hex], (n - 1) // 2, min(p.flying, WIDEST)
        result = p.table.strategic[row][found - 1]
        units = open_to_attack(p, h)
        if p.journal is not None:
            p.journal.roll(
                "Strategic air attack", f"{p.table.places[h]}, {factors(p.flying)}, a {n}: {result}.",
                title="Strategic air attack", chart="strategic", dice=(n,), total=n, row=row, column=found,
                result=result, clauses=self.clauses, spaces=[board.grid.ids[h]],
                pieces=[board.units[u].id for u in units_of(units)],
            )  # fmt: skip
        p.flying = 0
        if result == INTERDICT:
            interdict(p, units)
        elif result == ELIM:
            mission[Mission.kills] = 1


def interdict(p: Campaign, units: Units) -> None:
    """BAR-V-STRAT-10, BAR-V-STRAT-11: interdict units, which then cannot move in their next movement step.
    BAR-V-STRAT-14: interdiction has no other effect.
    """
    board = p.board
    p.interdicted |= units
    if units and p.journal is not None:
        at = sorted({board.grid.ids[p.at[u]] for u in units_of(units)})
        text = f"Interdicted: {p.names(units)}."
        pieces = [board.units[u].id for u in units_of(units)]
        p.journal.note(SIDE_NAMES[RUSSIAN], text, ("BAR-V-STRAT-10", "BAR-V-STRAT-11"), at, pieces)


class AirLoss(PhasingBox):
    name = "air-loss"
    title = "Eliminate which unit?"
    clauses = ("BAR-V-STRAT-09",)
    forced = True

    def may_be_hit(self, p: Campaign) -> Units:
        """Return the units that can be hit: only armor if there is any."""
        units = open_to_attack(p, p.frame("strategic-attack")[Mission.hex])
        armor = sum(1 << u for u in units_of(units) if p.board.units[u].kind == "armor")
        return armor or units

    def options(self, p: Campaign, f: Frame) -> list[int]:
        return [HIT | u << ARG for u in units_of(self.may_be_hit(p))]

    def hit(self, p: Campaign, f: Frame, u: int) -> None:
        p.end()
        mission = p.frame("strategic-attack")
        mission[Mission.kills] = 0
        p.lose(u, " from the air", "BAR-V-STRAT-09", "BAR-V-STRAT-15")
        interdict(p, open_to_attack(p, mission[Mission.hex]))

    def refuse_hit(self, p: Campaign, f: Frame, u: int) -> Reason | None:
        if self.may_be_hit(p) >> u & 1:
            return None
        if open_to_attack(p, p.frame("strategic-attack")[Mission.hex]) >> u & 1:
            return Reason("Eliminate armor first.", ("BAR-V-STRAT-09",))
        return Reason(f"{p.called(u)} cannot be hit by this attack.", ("BAR-V-STRAT-06", "BAR-V-STRAT-09"))


STRATEGIC_ATTACK = Sequence(
    "strategic-attack",
    "air-commitment",
    when(may_be_intercepted, "interception"),
    when(lambda p, f: p.flying, "air-die"),
    loop(lambda p, f: f[Mission.kills], "air-loss"),
    locals=Mission,
)
"""BAR-V-STRAT-03, BAR-V-INTER-07."""
