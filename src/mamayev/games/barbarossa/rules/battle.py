"""Fight the battles one by one: the die roll, the result, losses, retreats, and the advance (BAR-ODDS, BAR-RESULT,
BAR-RETREAT, BAR-ADVANCE).
"""

from __future__ import annotations

from collections.abc import Iterator

from mamayev.engine.box import Box
from mamayev.engine.chancebox import DieBox
from mamayev.engine.choices import Choice
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, MASK
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.sequence import Sequence, loop, when
from mamayev.engine.words import counted
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes
from mamayev.terrain.paths import Reach, hindrance, reach

from ..printed.board import LOST, RUSSIAN
from ..printed.calendar import PERFECT, WEATHER
from . import odds
from .air import AIRCRAFT_ASKED, Missions, factors, standing, targets, why_no_target
from .declaration import Battle, sides
from .position import SIDE_NAMES, Campaign, PhasingBox
from .results import A_BACK, A_ELIM, D_BACK, D_ELIM, EXCHANGE, RESULTS, ends_back, entered, most_saved, ways_back
from .verbs import ADVANCE, BOMB, BY, FIGHT, HALT, LOSE, RETREAT, STAND_DOWN


def combat_goes_on(p: Campaign, _f: Frame) -> bool:
    """BAR-V-STRAT-02: return whether any battle or strategic attack is still to come."""
    return any(p.battles) or bool(targets(p))


class Strikes(Missions):
    """A decision at which strategic attacks are also possible."""

    def help(self, p: Campaign, f: Frame) -> str:
        return f"You have {factors(p.air[p.side])}." if targets(p) else ""

    def strikes(self, p: Campaign) -> list[int]:
        return [BOMB | h << ARG for h in p.board.grid.hexes(targets(p))]

    def refuse_bomb(self, p: Campaign, f: Frame, h: int) -> Reason | None:
        return why_no_target(p, h)


class NextBattle(Strikes):
    """BAR-V-STRAT-02: the choice of the next battle. Strategic attacks are possible before, between and after the
    battles.
    """

    name = "fight"
    title = "Fight which battle next?"
    clauses = ("BAR-COMBAT-09", "BAR-SEQ-05")
    forced = True

    def prompt(self, p: Campaign, f: Frame) -> str:
        return self.title if any(p.battles) else "Make a strategic air attack?"

    def options(self, p: Campaign, f: Frame) -> list[int]:
        """Return the actions that choose a battle by any of its targets. The last battle needs no choice."""
        board = p.board
        left = [battle & board.all_of[1 - p.side] for battle in p.battles if battle]
        fights = [FIGHT | u << ARG for battle in left for u in (units_of(battle) if len(left) > 1 else lowest(battle))]
        return [*fights, *self.strikes(p), *([] if left else [STAND_DOWN])]

    def fight(self, p: Campaign, f: Frame, u: int) -> None:
        p.end()
        n = next(n for n, battle in enumerate(p.battles) if battle >> u & 1)
        battle, p.battles[n] = p.battles[n], 0
        p.call("battle", *sides(p, battle))

    def bomb(self, p: Campaign, f: Frame, h: int) -> None:
        self.begin(p, "strategic-attack", h)

    def refuse_fight(self, p: Campaign, f: Frame, u: int) -> Reason | None:
        if any(battle & p.board.all_of[1 - p.side] & 1 << u for battle in p.battles):
            return None
        return Reason(f"{p.called(u)} is not the target of a remaining battle.", self.clauses)

    def bar_stand_down(self, p: Campaign, f: Frame) -> Reason | None:
        if left := sum(map(bool, p.battles)):
            text = counted(left, "# battle is still to be fought.", "# battles are still to be fought.")
            return Reason(text, ("BAR-COMBAT-02", "BAR-SEQ-05"))
        return None


def strikes_inside(p: Campaign, f: Frame) -> bool:
    """BAR-V-STRAT-02, one reading: return whether a strategic attack is possible between the die roll and the
    losses.
    """
    return bool(p.table.readings["strikes_in_battle=yes"] and (f[Battle.owed] or f[Battle.retreating]) and targets(p))


class StrikeInside(Strikes):
    """BAR-V-STRAT-02, one reading: the choice of strategic attacks before the losses and retreats in a battle."""

    name = "strike"
    title = "Make a strategic air attack before the losses and retreats?"
    clauses = ("BAR-V-STRAT-02",)

    def options(self, p: Campaign, f: Frame) -> list[int]:
        return [*self.strikes(p), STAND_DOWN]

    def bomb(self, p: Campaign, f: Frame, h: int) -> None:
        p.flown |= p.board.grid.bit[h]
        p.call("strategic-attack", h)

    def stand_down(self, p: Campaign, f: Frame) -> None:
        """End the attacks from the air, and check retreats again: an elimination may have opened a path."""
        p.end()
        battle = p.frame("battle")
        if battle[Battle.retreating]:
            battle[Battle.saved] = most_saved(p, battle[Battle.retreating])


def lowest(units: Units) -> Iterator[int]:
    """Return the first unit in a set."""
    yield next(units_of(units))


def take_up(p: Campaign, f: Frame) -> None:
    """BAR-ODDS-01, BAR-ODDS-02: begin a battle and compute its strengths.

    BAR-RETREAT-07: units that have retreated into its hexes do not take part.
    """
    attackers, defenders = f[Battle.attackers], f[Battle.defenders]
    f[Battle.attack], f[Battle.defense] = odds.attack(p, attackers, defenders), odds.defense(p, attackers, defenders)
    p.attacked |= defenders
    p.left = sorted({p.at[u] for u in units_of(defenders)})
    p.doubled = odds.doubled_hexes(p, attackers, defenders)


def add_air_factors(p: Campaign, f: Frame) -> None:
    """BAR-V-TAC-01: each air factor that was not intercepted adds one to the attack strength. BAR-V-TAC-06: doubled
    defenders stay doubled."""
    f[Battle.attack] += p.flying
    f[Battle.air] = p.flying
    p.flying = 0


def named(p: Campaign, f: Frame) -> dict[str, str]:
    """Return the modifiers of the current battle, each with its clause."""
    return odds.modifiers(p, f[Battle.attackers], f[Battle.defenders], p.left, p.doubled, f[Battle.air] + p.flying)


def strengths(p: Campaign, f: Frame) -> str:
    """Return the strengths in the current battle and their modifiers as text, such as "10 to 6, 2 air factors"."""
    return ", ".join((f"{f[Battle.attack]} to {f[Battle.defense]}", *named(p, f)))


def is_thrown(p: Campaign, f: Frame) -> bool:
    """BAR-ODDS-04, BAR-ODDS-05, BAR-V-AFTER-18: at 7-1 or better, the defenders are eliminated without a die roll.
    BAR-V-TAC-09: at worse than 1-6, the attackers are eliminated. BAR-V-AFTER-17: if a defender cannot retreat, the die
    is still rolled."""
    found = odds.column_used(p, f[Battle.attack], f[Battle.defense])
    if found is None:
        eliminate(p, f, f[Battle.attackers], ", its attack being hopeless", "BAR-V-TAC-09", "BAR-COMBAT-11")
        return False
    if found != len(odds.COLUMNS):
        return True
    if p.journal is not None:
        told = f"{strengths(p, f)}, {odds.odds_name(f[Battle.attack], f[Battle.defense])}"
        p.note("Battle", f"{told}: D Elim.", "BAR-ODDS-04", *named(p, f).values())
    apply_result(p, f, D_ELIM)
    return False


class BattleDie(DieBox[Campaign]):
    name = "battle-die"
    title = "Battle"
    clauses = ("BAR-ODDS-05",)
    chart = "combat"

    def help(self, p: Campaign, f: Frame) -> str:
        battle = p.frame("battle")
        sides = f"{p.names(battle[Battle.attackers])} against {p.names(battle[Battle.defenders])}"
        return f"{sides}: {strengths(p, battle)}."

    def die(self, p: Campaign, f: Frame, n: int) -> None:
        board = p.board
        p.end()
        battle = p.frame("battle")
        a, d = battle[Battle.attack], battle[Battle.defense]
        found = odds.column_used(p, a, d)
        assert found is not None
        result = p.table.combat[n - 1][found]
        if p.journal is not None:
            units = battle[Battle.attackers] | battle[Battle.defenders]
            p.journal.roll(
                "Battle", f"{strengths(p, battle)}, {odds.COLUMNS[found]}, a {n}: {RESULTS[result]}.", title="Battle",
                chart="combat", dice=(n,), total=n, row=n - 1, column=found + 1, result=RESULTS[result],
                clauses=("BAR-ODDS-03", "BAR-ODDS-05", *named(p, battle).values()),
                spaces=[board.grid.ids[h] for h in p.left], pieces=[board.units[u].id for u in units_of(units)],
            )  # fmt: skip
        apply_result(p, battle, result)


def apply_result(p: Campaign, f: Frame, result: str) -> None:
    """BAR-RESULT-01 to BAR-RESULT-07: apply the result. BAR-RETREAT-08: one side retreats, and the other stays."""
    attackers, defenders = f[Battle.attackers], f[Battle.defenders]
    f[Battle.result] = tuple(RESULTS).index(result)
    if result == EXCHANGE:
        exchange(p, f)
    elif result == A_ELIM:
        eliminate(p, f, attackers, "", "BAR-RESULT-02")
    elif result == D_ELIM:
        eliminate(p, f, defenders, "", "BAR-RESULT-03")
    else:
        f[Battle.retreating] = attackers if result == A_BACK else defenders
        f[Battle.saved] = most_saved(p, f[Battle.retreating])


def eliminate(p: Campaign, f: Frame, units: Units, why: str, *clauses: str) -> None:
    """Eliminate units in the battle."""
    for u in units_of(units):
        p.lose(u, why, *clauses)
        leave(f, u)


def leave(f: Frame, u: int) -> None:
    """Remove a unit from the battle. BAR-FLOW-06: the battle no longer affects it."""
    for units in (Battle.attackers, Battle.defenders, Battle.retreating):
        f[units] &= ~(1 << u)


# ------------------------------------------------------------------ exchange


def exchange(p: Campaign, f: Frame) -> None:
    """BAR-RESULT-06, BAR-RESULT-07: the weaker side loses all its units, and the other side must lose as many factors.

    BAR-V-TAC-04, BAR-V-TAC-05: air
    factors count in the strengths, but only ground units are lost, all of them if necessary.
    """
    a, d = f[Battle.attack], f[Battle.defense]
    attackers, defenders = f[Battle.attackers], f[Battle.defenders]
    if a <= d:
        eliminate(p, f, attackers, "", "BAR-RESULT-06")
    if d <= a:
        eliminate(p, f, defenders, "", "BAR-RESULT-06")
    f[Battle.owed] = 2 * min(a, d) if a != d else 0
    left = survivors(f)
    if sum(half_factors(p, u) for u in units_of(left)) < f[Battle.owed]:
        eliminate(p, f, left, "", "BAR-RESULT-07", "BAR-V-TAC-05")
        f[Battle.owed] = 0


def half_factors(p: Campaign, u: int) -> int:
    """BAR-RESULT-07, BAR-V-FINN-06: return the value of a unit in an exchange, which is the same as in the odds."""
    board = p.board
    if board.side[u] == p.side:
        return odds.attack_halves(p, u, board.grid.gather(p.left))
    return 2 * odds.defense_factor(p, u, p.at[u] in p.doubled)


def survivors(f: Frame) -> Units:
    """Return the side that survives an exchange."""
    return f[Battle.attackers] or f[Battle.defenders]


def may_give(p: Campaign, f: Frame, u: int) -> bool:
    """BAR-RESULT-08: return whether a unit can be part of a choice of losses that contains no superfluous unit. The
    total of such a choice exceeds the debt by less than its smallest unit.
    """
    factors = half_factors(p, u)
    owed = f[Battle.owed] - factors
    least = min(f[Battle.least] or factors, factors)
    others = [half_factors(p, v) for v in units_of(survivors(f) & ~(1 << u))]
    for smallest in {least, *(factor for factor in others if factor < least)}:
        sums = 1  # bit s: the units that are no smaller can make up the sum s
        for factor in others:
            if factor >= smallest:
                sums |= sums << factor
        low, high = max(owed, 0), owed + smallest
        if high > low and sums >> low & (1 << high - low) - 1:
            return True
    return False


class ExchangeLoss(Box[Campaign]):
    """BAR-RESULT-08. BAR-FLOW-03: the surviving side decides, even outside its own player turn."""

    name = "exchange"
    title = "Give up which unit?"
    clauses = ("BAR-RESULT-07", "BAR-RESULT-08")
    forced = True
    concludes = True

    def seat(self, p: Campaign, f: Frame) -> int:
        return p.side if p.frame("battle")[Battle.attackers] else 1 - p.side

    def help(self, p: Campaign, f: Frame) -> str:
        owed = p.frame("battle")[Battle.owed]
        return f"You must still give up {owed / 2:g} combat factors."

    def options(self, p: Campaign, f: Frame) -> list[int]:
        battle = p.frame("battle")
        return [LOSE | u << ARG for u in units_of(survivors(battle)) if may_give(p, battle, u)]

    def cost(self, p: Campaign, f: Frame, action: int) -> str:
        """BAR-RESULT-08: return how much of the debt a unit covers."""
        given, owed = half_factors(p, action >> ARG & MASK), p.frame("battle")[Battle.owed]
        return f"{given / 2:g} factors, {owed / 2:g} owed"

    def lose(self, p: Campaign, f: Frame, u: int) -> None:
        p.end()
        battle = p.frame("battle")
        factors = half_factors(p, u)
        battle[Battle.owed] = max(battle[Battle.owed] - factors, 0)
        battle[Battle.least] = min(battle[Battle.least] or factors, factors)
        eliminate(p, battle, 1 << u, "", "BAR-RESULT-07")

    def refuse_lose(self, p: Campaign, f: Frame, u: int) -> Reason | None:
        battle = p.frame("battle")
        if not survivors(battle) >> u & 1:
            return Reason(f"{p.called(u)} is not a survivor of this battle.", ("BAR-RESULT-07",))
        if may_give(p, battle, u):
            return None
        return Reason(f"Giving up {p.called(u)} would exceed what you owe.", ("BAR-RESULT-08",))


# ------------------------------------------------------------------ retreat


def lose_who_is_cut_off(p: Campaign, f: Frame) -> None:
    """BAR-RETREAT-03, BAR-RETREAT-04: eliminate the units that cannot retreat.

    Their owner has already chosen which units retreat. BAR-ODDS-06: at 5-1 and 6-1, a defender that cannot retreat is
    therefore lost on every roll.
    """
    for u in units_of(f[Battle.retreating]):
        p.lose(u, ", having no retreat", "BAR-RETREAT-03", "BAR-RETREAT-04")
        leave(f, u)


class Retreat(Box[Campaign]):
    """BAR-RETREAT-01, BAR-RETREAT-05. BAR-FLOW-03: after A Back 2, the non-phasing player decides."""

    name = "retreat"
    title = "Retreat which unit, and where?"
    forced = True
    concludes = True
    clauses = ("BAR-RETREAT-01", "BAR-RETREAT-02", "BAR-RETREAT-05")

    def seat(self, p: Campaign, f: Frame) -> int:
        owner = p.board.side[next(units_of(p.frame("battle")[Battle.retreating]))]
        return owner if p.table.readings["retreat_chooser=owner"] else 1 - owner

    def prompt(self, p: Campaign, f: Frame) -> str:
        """Return a prompt that names the result and the side whose unit retreats."""
        battle = p.frame("battle")
        owner = p.board.side[next(units_of(battle[Battle.retreating]))]
        return f"{tuple(RESULTS.values())[battle[Battle.result]]}: retreat which {SIDE_NAMES[owner]} unit, and where?"

    def options(self, p: Campaign, f: Frame) -> list[int]:
        units, grid = p.frame("battle")[Battle.retreating], p.board.grid
        ends = ((u, h) for u in units_of(units) for h in grid.hexes(ends_back(p, u)))
        return [RETREAT | u << ARG | h for u, h in ends if self.saves(p, u, h)]

    def saves(self, p: Campaign, u: int, h: int) -> bool:
        """BAR-RETREAT-05: return whether the maximum number of units can still be saved after a retreat."""
        battle = p.frame("battle")
        rest = battle[Battle.retreating] & ~(1 << u)
        return battle[Battle.saved] == 1 or most_saved(p, rest, h) >= battle[Battle.saved] - 1

    def retreat(self, p: Campaign, f: Frame, u: int, h: int) -> None:
        p.end()
        found = ways_to(p, u, h)
        if len({takes_city(p, u, n) for n in found}) > 1:
            p.call("retreat-way", u, h)
        else:
            retreat(p, u, found[0], h)

    def refuse_retreat(self, p: Campaign, f: Frame, u: int, h: int) -> Reason | None:
        board, grid = p.board, p.board.grid
        name, place = p.called(u), p.table.places[h]
        if not p.frame("battle")[Battle.retreating] >> u & 1:
            return Reason(f"{name} does not have to retreat now.", ("BAR-RETREAT-01",))
        if ends_back(p, u) & grid.bit[h]:
            if self.saves(p, u, h):
                return None
            return Reason(f"With {name} in {place}, fewer units could be saved.", ("BAR-RETREAT-05",))
        if grid.distance(p.at[u], h) != 2 and not p.table.readings["retreat_path=any"]:
            return Reason(f"{place} is not two hexes away from {name}.", ("BAR-RETREAT-02",))
        enemy, bit = 1 - board.side[u], grid.bit[h]
        if p.zones.full[board.side[u]] & bit:
            return Reason(f"{place} is full.", ("BAR-RETREAT-04",))
        if not board.ground(p.frozen) & bit:
            return Reason(f"No unit can enter {place}.", ("BAR-RETREAT-03",))
        if p.zones.occupied[enemy] & bit:
            return Reason(f"An enemy unit is in {place}.", ("BAR-RETREAT-03",))
        if p.zones.controlled[enemy] & bit:
            return Reason(f"{place} is in an enemy zone of control.", ("BAR-RETREAT-03",))
        return Reason(f"Every path of {name} to {place} is blocked.", ("BAR-RETREAT-03",))


def ways_to(p: Campaign, u: int, h: int) -> list[int]:
    """Return the hexes through which a unit can retreat to a given hex."""
    grid = p.board.grid
    return grid.hexes(ways_back(p, u)[0] & p.board.nets[p.frozen].led_to(h))


def takes_city(p: Campaign, u: int, h: int) -> bool:
    """BAR-WIN-06: return whether a unit that passes through a hex takes a city."""
    board = p.board
    return bool(p.enemy_cities(board.side[u]) & board.grid.bit[h])


def retreat(p: Campaign, u: int, through: int, h: int) -> None:
    """Retreat a unit in the battle.

    BAR-RETREAT-07: under one reading, it joins the defense in a battle against its new hex.
    """
    battle = p.frame("battle")
    battle[Battle.retreating] &= ~(1 << u)
    battle[Battle.saved] -= 1
    p.go(u, [through, h], "retreat")
    if p.table.readings["retreat_into_battle=shares"] and p.board.side[u] != p.side:
        hosts = standing(p, 1 - p.side, h)
        n = next((n for n, battle in enumerate(p.battles) if battle & hosts), None)
        if n is not None:
            p.battles[n] |= 1 << u


class Retreating(Locals):
    unit: int
    hex: int


class RetreatWay(Box[Campaign]):
    """BAR-RETREAT-02: the choice between two paths to a hex, if one of them takes a city."""

    name = "retreat-way"
    title = "Retreat by which path?"
    locals = Retreating
    concludes = True
    clauses = ("BAR-RETREAT-01", "BAR-RETREAT-02", "BAR-WIN-06")

    def seat(self, p: Campaign, f: Frame) -> int:
        owner = p.board.side[f[Retreating.unit]]
        return owner if p.table.readings["retreat_chooser=owner"] else 1 - owner

    def help(self, p: Campaign, f: Frame) -> str:
        return f"{p.called(f[Retreating.unit])} retreats to {p.table.places[f[Retreating.hex]]}."

    def options(self, p: Campaign, f: Frame) -> list[int]:
        return [BY | n << ARG for n in ways_to(p, f[Retreating.unit], f[Retreating.hex])]

    def note(self, p: Campaign, f: Frame, action: int) -> str:
        taken = takes_city(p, f[Retreating.unit], action >> ARG & MASK)
        return f"takes the city for the {SIDE_NAMES[p.board.side[f[Retreating.unit]]]} side" if taken else ""

    def by(self, p: Campaign, f: Frame, n: int) -> None:
        p.end()
        retreat(p, f[Retreating.unit], n, f[Retreating.hex])

    def refuse_by(self, p: Campaign, f: Frame, n: int) -> Reason | None:
        if n in ways_to(p, f[Retreating.unit], f[Retreating.hex]):
            return None
        return Reason(f"The path does not lead through {p.table.places[n]}.", self.clauses)


# ------------------------------------------------------------------ advance


FURTHER = {EXCHANGE: (1, 1, 1), D_BACK: (2, 1, 1), D_ELIM: (3, 1, 2)}
"""BAR-V-AFTER-05, BAR-V-AFTER-06, BAR-V-T-ADVANCE: the advance of a mobile unit in hexes, by result and weather."""


def is_mobile(p: Campaign, u: int) -> bool:
    """BAR-V-AFTER-12, BAR-V-AFTER-13: return whether a unit can advance more than one hex."""
    unit = p.board.units[u]
    if unit.side == RUSSIAN:
        return unit.kind == "armor" and p.armor_mobile
    return unit.nation == "German" and unit.kind in ("armor", "panzergrenadier")


def open_hexes(p: Campaign) -> Hexes:
    """BAR-ADVANCE-01 to BAR-ADVANCE-03: return the hexes that the defenders have left and an advance can enter."""
    return entered(p, p.left, p.doubled) & ~p.zones.occupied[1 - p.side]


def furthest(p: Campaign, f: Frame, u: int) -> int:
    """Return the number of hexes that a unit can advance: one, or more if it is mobile (BAR-V-AFTER-04 to
    BAR-V-AFTER-06)."""
    if p.table.movement_after_battle and is_mobile(p, u):
        return FURTHER[tuple(RESULTS)[f[Battle.result]]][p.weather]
    return 1


def why_not_onward(p: Campaign, f: Frame, u: int, h: int) -> Reason:
    """Return why an advance cannot enter a hex: its limit, a stop on the way, or the lack of a path through a hex that
    the defenders left.
    """
    enemy, limit, name, place = 1 - p.side, furthest(p, f, u), p.called(u), p.table.places[h]
    occupied, zone = p.zones.occupied[enemy], p.zones.controlled[enemy]
    steps, first = p.board.steps[p.frost], open_hexes(p)
    found = hindrance(steps, p.at[u], limit, h, barred=occupied, stops=zone, first=first)
    if not p.board.ground(p.frozen) & p.board.grid.bit[h]:
        return Reason(f"No unit can advance to {place}: units cannot enter it.", ("BAR-V-AFTER-11",))
    if found is not None and found.why == "price" and p.board.grid.distance(p.at[u], h) < found.cost:
        left = " or ".join(p.table.places[at] for at in p.board.grid.hexes(first))
        return Reason(
            f"An advance must begin with a hex that the defenders left. By way of {left}, {place} is more than "
            f"{counted(limit, '# hex', '# hexes')} away, which is the limit for {name}.",
            ("BAR-V-AFTER-08", "BAR-V-AFTER-05" if is_mobile(p, u) else "BAR-V-AFTER-04"),
        )
    if found is not None and found.why == "price":
        weather = "" if p.weather == PERFECT else f" in {WEATHER[p.weather]}"
        most = f"{counted(limit, '# hex', '# hexes')} after {tuple(RESULTS.values())[f[Battle.result]]}{weather}"
        mobile = ("BAR-V-AFTER-05", "BAR-V-AFTER-06") if weather else ("BAR-V-AFTER-05",)
        clauses = mobile if is_mobile(p, u) else ("BAR-V-AFTER-04",)
        return Reason(f"{name} can advance {most}; {place} is {found.cost} away.", clauses)
    if found is not None and found.why == "stops":
        if hindrance(steps, p.at[u], limit, h, barred=occupied, first=first) is None:
            return Reason(f"{name} must stop in an enemy zone of control on the way to {place}.", ("BAR-V-AFTER-10",))
        ground = hindrance(steps.without_stops(), p.at[u], limit, h, barred=occupied, stops=zone, first=first) is None
        more = "" if ground else " or an enemy zone of control"
        text = f"{name} must stop in a mountain or swamp hex{more} on the way to {place}."
        return Reason(text, ("BAR-V-AFTER-09",) if ground else ("BAR-V-AFTER-09", "BAR-V-AFTER-10"))
    text = f"{name} has no path to {place} through a hex that the defenders left."
    return Reason(text, ("BAR-V-AFTER-08", "BAR-V-AFTER-11"))


def onward(p: Campaign, f: Frame, u: int) -> Reach:
    """Return the reach of an advance: one hex, or more with the option movement-after-battle (BAR-V-AFTER-05 to
    BAR-V-AFTER-11).
    """
    enemy = 1 - p.side
    occupied, zone = p.zones.occupied[enemy], p.zones.controlled[enemy]
    return reach(p.board.steps[p.frost], p.at[u], furthest(p, f, u), barred=occupied, stops=zone, first=open_hexes(p))


def ends_advance(p: Campaign, f: Frame, u: int) -> Hexes:
    """BAR-ADVANCE-04, BAR-STACK-02, BAR-V-AFTER-08, BAR-V-AFTER-11: return the hexes where an advance can end."""
    found = onward(p, f, u)
    here = back(p, found)
    return (found.hexes | here) & p.zones.room[p.side] | here & p.board.grid.bit[p.at[u]]


def back(p: Campaign, found: Reach) -> Hexes:
    """BAR-V-AFTER-08: return the reach of a unit that turns back in the first hex: its starting hex and the hexes
    beyond it.
    """
    board = p.board
    limit, start = len(found.levels) - 1, board.grid.bit[found.start]
    stops = p.zones.controlled[1 - p.side] | board.stops[p.frost]
    if limit < 2 or not found.levels[1] & ~stops:
        return 0
    further = board.nets[p.frozen].spread(start) if limit > 2 and not start & stops else 0
    return start | further & ~p.zones.occupied[1 - p.side]


def way_onward(p: Campaign, f: Frame, u: int, h: int) -> list[int]:
    """Return the hexes of an advance: the direct path, or the path back over the starting hex."""
    grid = p.board.grid
    found = onward(p, f, u)
    if found.hexes & grid.bit[h]:
        return found.path(h)[1:]
    stops = p.zones.controlled[1 - p.side] | p.board.stops[p.frost]
    turn = grid.hexes(found.levels[1] & ~stops)[0]
    return [turn, found.start] + [h] * (h != found.start)


def advances(p: Campaign, f: Frame) -> list[int]:
    """BAR-ADVANCE-04, BAR-V-AFTER-07: return the possible advances of the attackers."""
    if f[Battle.result] < FIRST_ADVANCE or not open_hexes(p):
        return []
    return [
        ADVANCE | u << ARG | h for u in units_of(f[Battle.attackers]) for h in p.board.grid.hexes(ends_advance(p, f, u))
    ]


FIRST_ADVANCE = tuple(RESULTS).index(EXCHANGE)
"""The first result that allows an advance."""


def no_attacker(p: Campaign, f: Frame, u: int) -> Reason:
    """Return why a unit cannot advance."""
    name = p.called(u)
    if p.board.side[u] != p.side:
        return Reason(f"{name} is an enemy: only the attacker advances.", p.table.cited("BAR-ADVANCE-06"))
    if f[Battle.advanced] >> u & 1:
        return Reason(f"{name} has already advanced.", p.table.cited("BAR-ADVANCE-04"))
    if p.at[u] >= LOST:
        return Reason(f"{name} is not on the board.", p.table.cited("BAR-ADVANCE-04"))
    return Reason(f"{name} did not attack in this battle.", p.table.cited("BAR-ADVANCE-04"))


# --8<-- [start:advance]
class Advance(PhasingBox):
    """BAR-ADVANCE-05, BAR-V-AFTER-02: the advance after a battle. It comes at once, before the next battle, and a unit
    that advances does not fight again. BAR-ADVANCE-06, BAR-V-AFTER-03: the defender never advances.
    """

    name = "advance"
    title = "Advance which unit, and where?"
    concludes = True
    clauses = ("BAR-ADVANCE-01", "BAR-ADVANCE-03", "BAR-ADVANCE-04")

    def options(self, p: Campaign, f: Frame) -> list[int]:
        return [*advances(p, p.frame("battle")), HALT]

    def routes(self, p: Campaign, f: Frame, piece: int) -> list[Choice]:
        row = []
        for action in self.choices(p, f, piece):
            way = way_onward(p, p.frame("battle"), piece, action & MASK)
            stops = bool(p.zones.controlled[1 - p.side] & p.board.grid.bit[way[-1]])
            note = "must stop: enemy zone of control" if stops else ""
            row.append(Choice((action,), way[-1], str(len(way)), tuple(way), note, stops))
        return row

    def advance(self, p: Campaign, f: Frame, u: int, h: int) -> None:
        """BAR-V-AFTER-14, BAR-V-AFTER-19: the unit's zone of control, and its control of cities on the way, take
        effect at once.
        """
        way = way_onward(p, p.frame("battle"), u, h)
        p.end()
        battle = p.frame("battle")
        battle[Battle.attackers] &= ~(1 << u)
        battle[Battle.advanced] |= 1 << u
        p.go(u, way, "advance")

    def halt(self, p: Campaign, f: Frame) -> None:
        p.end()
        p.frame("battle")[Battle.attackers] = 0

    # --8<-- [end:advance]

    def refuse_advance(self, p: Campaign, f: Frame, u: int, h: int) -> Reason | None:
        grid = p.board.grid
        battle = p.frame("battle")
        if not battle[Battle.attackers] >> u & 1:
            return no_attacker(p, battle, u)
        if ends_advance(p, battle, u) & grid.bit[h]:
            return None
        place = p.table.places[h]
        if p.zones.full[p.side] & grid.bit[h]:
            return Reason(f"{place} is full.", p.table.cited("BAR-STACK-01"))
        if p.zones.occupied[1 - p.side] & grid.bit[h]:
            if not p.table.movement_after_battle:
                return Reason(f"Enemy units are still in {place}.", ("BAR-ADVANCE-03",))
            if h in p.left:
                return Reason(f"Enemy units are still in {place}.", ("BAR-V-AFTER-01",))
            return Reason(f"Enemy units are in {place}: an advance cannot enter it.", ("BAR-V-AFTER-11",))
        if p.table.movement_after_battle:
            return why_not_onward(p, battle, u, h)
        if h not in p.left:
            return Reason(f"{place} is not a hex that the defenders left.", ("BAR-ADVANCE-03",))
        ground = p.table.readings["advance_ground=by-nature"]
        why = f"Nothing doubles defenders in {place}." if ground else f"The defenders of {place} were not doubled."
        return Reason(why, ("BAR-ADVANCE-01", "BAR-ADVANCE-02"))


# --8<-- [start:battle]
BATTLE = Sequence(
    "battle",
    take_up,
    *AIRCRAFT_ASKED,
    add_air_factors,
    when(is_thrown, "battle-die"),
    when(strikes_inside, "strike"),
    loop(lambda p, f: f[Battle.owed], "exchange"),
    loop(lambda p, f: f[Battle.saved], "retreat"),
    lose_who_is_cut_off,
    loop(advances, "advance"),
    locals=Battle,
)
# --8<-- [end:battle]


"""BAR-RESULT-01: the results of a battle are applied immediately and fully before the next battle."""
