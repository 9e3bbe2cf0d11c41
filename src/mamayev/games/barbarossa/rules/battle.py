"""Battles one by one: the die, its result, losses, retreats, and the advance (BAR-ODDS, BAR-RESULT, BAR-RETREAT,
BAR-ADVANCE)."""

from __future__ import annotations

from collections.abc import Iterator

from mamayev.engine.box import Box, DieBox, Sequence, loop, when
from mamayev.engine.choices import Choice
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, MASK
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes
from mamayev.terrain.paths import Reach, hindrance, reach, retreats

from ..printed.board import LOST, RUSSIAN
from ..printed.calendar import PERFECT, WEATHER
from .air import AIRCRAFT_ASKED, Missions, factors, standing, targets, why_no_target
from .declaration import Battle, sides
from .odds import (
    COLUMNS,
    attack,
    attack_halves,
    can_double,
    column_used,
    defense,
    defense_factor,
    doubled_hexes,
    modifiers,
    odds_name,
)
from .position import SIDE_NAMES, Campaign
from .verbs import ADVANCE, BOMB, BY, FIGHT, HALT, LOSE, RETREAT, STAND_DOWN

A_ELIM, A_BACK, EXCHANGE, D_BACK, D_ELIM = "AE", "AB2", "EX", "DB2", "DE"
RESULTS = {
    A_ELIM: "A Elim",
    A_BACK: "A Back 2",
    EXCHANGE: "Exchange",
    D_BACK: "D Back 2",
    D_ELIM: "D Elim",
}


def combat_goes_on(p: Campaign, _f: Frame) -> bool:
    """BAR-V-STRAT-02: combat lasts while battles are left or strategic attacks can be made."""
    return any(p.battles) or bool(targets(p))


class NextBattle(Missions):
    """BAR-V-STRAT-02: strategic attacks are made before, between and after the battles."""

    name = "fight"
    title = "Which battle is fought next?"
    clauses = ("BAR-COMBAT-09", "BAR-SEQ-05")
    forced = True

    def prompt(self, p: Campaign, f: Frame) -> str:
        return self.title if any(p.battles) else "Is there a strategic air attack?"

    def help(self, p: Campaign, f: Frame) -> str:
        return f"{factors(p.air[p.side])} in hand." if targets(p) else ""

    def options(self, p: Campaign, f: Frame) -> list[int]:
        """Each battle by any of its defenders; the last one needs no choice."""
        board = p.board
        left = [battle & board.all_of[1 - p.side] for battle in p.battles if battle]
        fights = [FIGHT | u << ARG for battle in left for u in (units_of(battle) if len(left) > 1 else lowest(battle))]
        return [*fights, *(BOMB | h << ARG for h in board.grid.hexes(targets(p))), *([] if left else [STAND_DOWN])]

    def fight(self, p: Campaign, f: Frame, u: int) -> None:
        p.end()
        n = next(n for n, battle in enumerate(p.battles) if battle >> u & 1)
        battle, p.battles[n] = p.battles[n], 0
        p.call("battle", *sides(p, battle))

    def bomb(self, p: Campaign, f: Frame, h: int) -> None:
        self.begin(p, "strategic-attack", h)

    def refuse_bomb(self, p: Campaign, f: Frame, h: int) -> Reason | None:
        return why_no_target(p, h)

    def refuse_fight(self, p: Campaign, f: Frame, u: int) -> Reason | None:
        if any(battle & p.board.all_of[1 - p.side] & 1 << u for battle in p.battles):
            return None
        return Reason(f"{p.called(u)} is not the target of a battle that is still to be fought.", self.clauses)

    def bar_stand_down(self, p: Campaign, f: Frame) -> Reason | None:
        if left := sum(map(bool, p.battles)):
            text = counted(left, "# battle is still to be fought.", "# battles are still to be fought.")
            return Reason(text, ("BAR-COMBAT-02", "BAR-SEQ-05"))
        return None


def strikes_inside(p: Campaign, f: Frame) -> bool:
    """BAR-V-STRAT-02, one reading: whether a strategic attack can be made now that the die of a battle has been
    thrown."""
    return p.table.strikes_in_battle and bool(f[Battle.owed] or f[Battle.retreating]) and bool(targets(p))


class StrikeInside(Missions):
    """BAR-V-STRAT-02, one reading: strategic attacks before the losses and retreats of a battle."""

    name = "strike"
    title = "Is there a strategic air attack before the losses and retreats?"
    clauses = ("BAR-V-STRAT-02",)

    def help(self, p: Campaign, f: Frame) -> str:
        return f"{factors(p.air[p.side])} in hand."

    def options(self, p: Campaign, f: Frame) -> list[int]:
        return [*(BOMB | h << ARG for h in p.board.grid.hexes(targets(p))), STAND_DOWN]

    def bomb(self, p: Campaign, f: Frame, h: int) -> None:
        p.flown |= p.board.grid.bit[h]
        p.call("strategic-attack", h)

    def refuse_bomb(self, p: Campaign, f: Frame, h: int) -> Reason | None:
        return why_no_target(p, h)

    def stand_down(self, p: Campaign, f: Frame) -> None:
        """What was hit may have opened a way for those that retreat."""
        p.end()
        battle = p.frame("battle")
        if battle[Battle.retreating]:
            battle[Battle.saved] = most_saved(p, battle[Battle.retreating])


def lowest(units: Units) -> Iterator[int]:
    """The first unit of a set."""
    yield next(units_of(units))


def take_up(p: Campaign, f: Frame) -> None:
    """BAR-ODDS-01, BAR-ODDS-02: the battle is taken up, and its sums are made. BAR-RETREAT-07: whoever has retreated
    into its hexes is no part of it."""
    attackers, defenders = f[Battle.attackers], f[Battle.defenders]
    f[Battle.attack], f[Battle.defense] = attack(p, attackers, defenders), defense(p, attackers, defenders)
    p.attacked |= defenders
    p.left = sorted({p.at[u] for u in units_of(defenders)})
    p.doubled = doubled_hexes(p, attackers, defenders)


def add_air_factors(p: Campaign, f: Frame) -> None:
    """BAR-V-TAC-01: each air factor that has come through adds one to the attack strength. BAR-V-TAC-06: who is doubled
    stays so."""
    f[Battle.attack] += p.flying
    f[Battle.air] = p.flying
    p.flying = 0


def named(p: Campaign, f: Frame) -> dict[str, str]:
    """What changes the printed factors in the battle under way, each with its clause."""
    return modifiers(p, f[Battle.attackers], f[Battle.defenders], p.left, p.doubled, f[Battle.air] + p.flying)


def strengths(p: Campaign, f: Frame) -> str:
    """The two sums of the battle under way and what has changed them: "10 to 6, 2 air factors"."""
    return ", ".join((f"{f[Battle.attack]} to {f[Battle.defense]}", *named(p, f)))


def is_thrown(p: Campaign, f: Frame) -> bool:
    """BAR-ODDS-04, BAR-ODDS-05, BAR-V-AFTER-18: from 7-1 on the defenders are eliminated without a throw. BAR-V-TAC-09:
    at worse than 1-6 the attackers are. BAR-V-AFTER-17: a defender without a retreat spares nobody the throw."""
    found = column_used(p, f[Battle.attack], f[Battle.defense])
    if found is None:
        eliminate(p, f, f[Battle.attackers], ", its attack being hopeless", "BAR-V-TAC-09", "BAR-COMBAT-11")
        return False
    if found != len(COLUMNS):
        return True
    if p.journal is not None:
        told = f"{strengths(p, f)}, {odds_name(f[Battle.attack], f[Battle.defense])}"
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
        found = column_used(p, a, d)
        assert found is not None
        result = p.table.combat[n - 1][found]
        if p.journal is not None:
            units = battle[Battle.attackers] | battle[Battle.defenders]
            p.journal.roll(
                "Battle", f"{strengths(p, battle)}, {COLUMNS[found]}, a {n}: {RESULTS[result]}.", title="Battle",
                chart="combat", dice=(n,), total=n, row=n - 1, column=found + 1, result=RESULTS[result],
                clauses=("BAR-ODDS-03", "BAR-ODDS-05", *named(p, battle).values()),
                spaces=[board.grid.ids[h] for h in p.left], pieces=[board.units[u].id for u in units_of(units)],
            )  # fmt: skip
        apply_result(p, battle, result)


def apply_result(p: Campaign, f: Frame, result: str) -> None:
    """BAR-RESULT-01 to BAR-RESULT-07. BAR-RETREAT-08: one side retreats, the other stays."""
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
    """Some units of the battle are lost."""
    for u in units_of(units):
        p.lose(u, why, *clauses)
        leave(f, u)


def leave(f: Frame, u: int) -> None:
    """A unit is no longer in the battle. BAR-FLOW-06: nothing else of it touches the unit."""
    for units in (Battle.attackers, Battle.defenders, Battle.retreating):
        f[units] &= ~(1 << u)


# ------------------------------------------------------------------ exchange


def exchange(p: Campaign, f: Frame) -> None:
    """BAR-RESULT-06, BAR-RESULT-07: the smaller side loses all; the other owes as much. BAR-V-TAC-04, BAR-V-TAC-05: air
    factors count in the sums, but ground units alone pay, with all that there are if these do not suffice."""
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
    """BAR-RESULT-07, BAR-V-FINN-06: what a unit counts in an exchange, as it counted in the odds."""
    board = p.board
    if board.side[u] == p.side:
        return attack_halves(p, u, board.grid.gather(p.left))
    return 2 * defense_factor(p, u, p.at[u] in p.doubled)


def survivors(f: Frame) -> Units:
    """The side that has survived an exchange."""
    return f[Battle.attackers] or f[Battle.defenders]


def may_give(p: Campaign, f: Frame, u: int) -> bool:
    """BAR-RESULT-08: whether a unit belongs to some choice of losses that suffices, but would not without any unit of
    it: the sum may reach beyond what is owed by less than the smallest unit given."""
    factors = half_factors(p, u)
    owed = f[Battle.owed] - factors
    least = min(f[Battle.least] or factors, factors)
    others = [half_factors(p, v) for v in units_of(survivors(f) & ~(1 << u))]
    for smallest in {least, *(factor for factor in others if factor < least)}:
        sums = 1  # bit s: a sum s can be made up of the units that are no smaller
        for factor in others:
            if factor >= smallest:
                sums |= sums << factor
        low, high = max(owed, 0), owed + smallest
        if high > low and sums >> low & (1 << high - low) - 1:
            return True
    return False


class ExchangeLoss(Box[Campaign]):
    """BAR-RESULT-08. BAR-FLOW-03: asked of the side that survives, be it the one whose player turn it is not."""

    name = "exchange"
    title = "Which unit is given up?"
    clauses = ("BAR-RESULT-07", "BAR-RESULT-08")
    forced = True
    concludes = True

    def seat(self, p: Campaign, f: Frame) -> int:
        return p.side if p.frame("battle")[Battle.attackers] else 1 - p.side

    def help(self, p: Campaign, f: Frame) -> str:
        owed = p.frame("battle")[Battle.owed]
        return f"Combat factors still owed: {owed / 2:g}."

    def options(self, p: Campaign, f: Frame) -> list[int]:
        battle = p.frame("battle")
        return [LOSE | u << ARG for u in units_of(survivors(battle)) if may_give(p, battle, u)]

    def cost(self, p: Campaign, f: Frame, action: int) -> str:
        """BAR-RESULT-08: what giving a unit up counts."""
        given, owed = half_factors(p, action >> ARG & MASK), p.frame("battle")[Battle.owed]
        return f"{given / 2:g} of {owed / 2:g} owed"

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
            return Reason(f"{p.called(u)} is not among the survivors of this battle.", ("BAR-RESULT-07",))
        if may_give(p, battle, u):
            return None
        return Reason(f"Giving up {p.called(u)} would be more than is owed.", ("BAR-RESULT-08",))


# ------------------------------------------------------------------ retreat


def ways_back(p: Campaign, u: int) -> list[Hexes]:
    """BAR-RETREAT-02, BAR-RETREAT-03, BAR-RETREAT-06: the hexes through which a unit can retreat, and those where it
    can end but for stacking; empty where there is none."""
    board = p.board
    enemy = 1 - board.side[u]
    net, barred = board.nets[p.frozen], p.zones.occupied[enemy] | p.zones.controlled[enemy]
    if not p.table.retreats_by_any_path:
        return retreats(net, p.at[u], 2, barred)
    start = board.grid.bit[p.at[u]]
    first = net.spread(start) & ~barred
    ends = net.spread(first) & ~barred & ~start
    return [first, ends] if ends else []


def ends_back(p: Campaign, u: int) -> Hexes:
    """BAR-RETREAT-04: where it can end its retreat."""
    ways = ways_back(p, u)
    return ways[-1] & p.zones.room[p.board.side[u]] if ways else 0


def most_saved(p: Campaign, units: Units, filled: int = LOST) -> int:
    """BAR-RETREAT-05: how many of some units can be saved together; `filled` is a hex where one more will stand."""
    board = p.board
    ends = {u: ends_back(p, u) for u in units_of(units)}
    if all(hexes.bit_count() > len(ends) for hexes in ends.values()):
        return len(ends)
    side = board.side[next(iter(ends))]
    taken: dict[int, list[int]] = {}

    def settles(u: int, asked: set[int]) -> bool:
        """Whether a unit finds a place, if need be by sending others on to other places."""
        for h in board.grid.hexes(ends[u]):
            if h in asked:
                continue
            asked.add(h)
            there = taken.setdefault(h, [])
            if len(there) < p.zones.limits[side] - p.zones.count(side, h) - (h == filled):
                there.append(u)
                return True
            for v in there:
                if settles(v, asked):
                    there[there.index(v)] = u
                    return True
        return False

    return sum(settles(u, set()) for u in ends)


def lose_who_is_cut_off(p: Campaign, f: Frame) -> None:
    """BAR-RETREAT-03, BAR-RETREAT-04: those that cannot be saved are eliminated; moving the others has been the choice.
    BAR-ODDS-06: so a defender without a retreat is lost at 5-1 and 6-1 whatever is thrown."""
    for u in units_of(f[Battle.retreating]):
        p.lose(u, ", having no retreat", "BAR-RETREAT-03", "BAR-RETREAT-04")
        leave(f, u)


class Retreat(Box[Campaign]):
    """BAR-RETREAT-01, BAR-RETREAT-05. BAR-FLOW-03: after A Back 2 the player is asked whose player turn it is not."""

    name = "retreat"
    title = "Who retreats, and where to?"
    forced = True
    concludes = True
    clauses = ("BAR-RETREAT-01", "BAR-RETREAT-02", "BAR-RETREAT-05")

    def seat(self, p: Campaign, f: Frame) -> int:
        owner = p.board.side[next(units_of(p.frame("battle")[Battle.retreating]))]
        return owner if p.table.owner_retreats else 1 - owner

    def prompt(self, p: Campaign, f: Frame) -> str:
        """Whose unit is led, and by which result."""
        battle = p.frame("battle")
        owner = p.board.side[next(units_of(battle[Battle.retreating]))]
        return (
            f"{tuple(RESULTS.values())[battle[Battle.result]]}: which {SIDE_NAMES[owner]} unit goes back, and where to?"
        )

    def options(self, p: Campaign, f: Frame) -> list[int]:
        units = p.frame("battle")[Battle.retreating]
        return [
            RETREAT | u << ARG | h
            for u in units_of(units)
            for h in p.board.grid.hexes(ends_back(p, u))
            if self.saves(p, u, h)
        ]

    def saves(self, p: Campaign, u: int, h: int) -> bool:
        """BAR-RETREAT-05: whether as many units as can be are still saved with this one in that hex."""
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
            return Reason(f"{name} does not retreat now.", ("BAR-RETREAT-01",))
        if ends_back(p, u) & grid.bit[h]:
            if self.saves(p, u, h):
                return None
            return Reason(f"With {name} in {place} fewer units could be saved.", ("BAR-RETREAT-05",))
        if grid.distance(p.at[u], h) != 2 and not p.table.retreats_by_any_path:
            return Reason(f"{place} is not two hexes away from {name}.", ("BAR-RETREAT-02",))
        enemy, bit = 1 - board.side[u], grid.bit[h]
        if p.zones.full[board.side[u]] & bit:
            return Reason(f"{place} is full.", ("BAR-RETREAT-04",))
        if not board.ground(p.frozen) & bit:
            return Reason(f"No unit can enter {place}.", ("BAR-RETREAT-03",))
        if p.zones.occupied[enemy] & bit:
            return Reason(f"An enemy stands in {place}.", ("BAR-RETREAT-03",))
        if p.zones.controlled[enemy] & bit:
            return Reason(f"{place} lies in an enemy zone of control.", ("BAR-RETREAT-03",))
        return Reason(f"Every way for {name} to {place} is barred.", ("BAR-RETREAT-03",))


def ways_to(p: Campaign, u: int, h: int) -> list[int]:
    """The hexes through which a unit can retreat to another."""
    grid = p.board.grid
    return grid.hexes(ways_back(p, u)[0] & p.board.nets[p.frozen].led_to(h))


def takes_city(p: Campaign, u: int, h: int) -> bool:
    """BAR-WIN-06: whether a unit that goes through a hex takes a city."""
    board = p.board
    return bool(p.enemy_cities(board.side[u]) & board.grid.bit[h])


def retreat(p: Campaign, u: int, through: int, h: int) -> None:
    """A unit of the battle retreats. BAR-RETREAT-07: under one reading it defends in a battle against the hex that it
    gets to."""
    battle = p.frame("battle")
    battle[Battle.retreating] &= ~(1 << u)
    battle[Battle.saved] -= 1
    p.go(u, [through, h], "retreat")
    if p.table.retreats_join_battles and p.board.side[u] != p.side:
        hosts = standing(p, 1 - p.side, h)
        n = next((n for n, battle in enumerate(p.battles) if battle & hosts), None)
        if n is not None:
            p.battles[n] |= 1 << u


class Retreating(Locals):
    unit: int
    hex: int


class RetreatWay(Box[Campaign]):
    """BAR-RETREAT-02: of two ways to the same hex, the one through a city that would change hands."""

    name = "retreat-way"
    title = "By which way?"
    locals = Retreating
    concludes = True
    clauses = ("BAR-RETREAT-01", "BAR-RETREAT-02", "BAR-WIN-06")

    def seat(self, p: Campaign, f: Frame) -> int:
        owner = p.board.side[f[Retreating.unit]]
        return owner if p.table.owner_retreats else 1 - owner

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
        return Reason(f"The way does not lead through {p.table.places[n]}.", self.clauses)


# ------------------------------------------------------------------ advance


FURTHER = {
    EXCHANGE: (1, 1, 1),
    D_BACK: (2, 1, 1),
    D_ELIM: (3, 1, 2),
}
"""BAR-V-AFTER-05, BAR-V-AFTER-06, BAR-V-T-ADVANCE: how many hexes a mobile unit may advance, by result and weather."""


def is_mobile(p: Campaign, u: int) -> bool:
    """BAR-V-AFTER-12, BAR-V-AFTER-13: whether a unit may advance further than one hex."""
    unit = p.board.units[u]
    if unit.side == RUSSIAN:
        return unit.kind == "armor" and p.armor_mobile
    return unit.nation == "German" and unit.kind in ("armor", "panzergrenadier")


def open_hexes(p: Campaign) -> Hexes:
    """BAR-ADVANCE-01 to BAR-ADVANCE-03: the hexes that the battle has emptied and in which the defender was doubled;
    under the switch movement-after-battle all that it has emptied (BAR-V-AFTER-01, BAR-V-AFTER-04, BAR-V-FLOW-10).
    BAR-V-FINN-06: a Finn doubled as such is not enough."""
    emptied = p.left if p.table.movement_after_battle else p.doubled
    if p.table.advance_by_ground and not p.table.movement_after_battle:
        emptied = [h for h in p.left if can_double(p, h)]
    return p.board.grid.gather(emptied) & ~p.zones.occupied[1 - p.side]


def furthest(p: Campaign, f: Frame, u: int) -> int:
    """How many hexes a unit may advance: one, a mobile unit further (BAR-V-AFTER-04 to BAR-V-AFTER-06)."""
    if p.table.movement_after_battle and is_mobile(p, u):
        return FURTHER[tuple(RESULTS)[f[Battle.result]]][p.weather]
    return 1


def why_not_onward(p: Campaign, f: Frame, u: int, h: int) -> Reason:
    """What keeps the advance of a unit from a hex: its limit, a hex on the way where it must stop, or that no way leads
    there through a hex that the defenders have left."""
    enemy, limit, name, place = 1 - p.side, furthest(p, f, u), p.called(u), p.table.places[h]
    occupied, zone = p.zones.occupied[enemy], p.zones.controlled[enemy]
    steps, first = p.board.steps[p.frozen], open_hexes(p)
    found = hindrance(steps, p.at[u], limit, h, barred=occupied, stops=zone, first=first)
    if not p.board.ground(p.frozen) & p.board.grid.bit[h]:
        return Reason(f"No unit can advance to {place}: no unit can stand there.", ("BAR-V-AFTER-11",))
    if found is not None and found.why == "price" and p.board.grid.distance(p.at[u], h) < found.cost:
        left = " or ".join(p.table.places[at] for at in p.board.grid.hexes(first))
        return Reason(
            f"An advance begins with the hex that the defenders have left: by way of {left}, {place} is further than "
            f"the {counted(limit, '# hex', '# hexes')} that {name} advances.",
            ("BAR-V-AFTER-08", "BAR-V-AFTER-05" if is_mobile(p, u) else "BAR-V-AFTER-04"),
        )
    if found is not None and found.why == "price":
        weather = "" if p.weather == PERFECT else f" in {WEATHER[p.weather]}"
        most = f"{counted(limit, '# hex', '# hexes')} after {tuple(RESULTS.values())[f[Battle.result]]}{weather}"
        mobile = ("BAR-V-AFTER-05", "BAR-V-AFTER-06") if weather else ("BAR-V-AFTER-05",)
        clauses = mobile if is_mobile(p, u) else ("BAR-V-AFTER-04",)
        return Reason(f"{name} advances at most {most}, and {place} is {found.cost} away.", clauses)
    if found is not None and found.why == "stops":
        if hindrance(steps, p.at[u], limit, h, barred=occupied, first=first) is None:
            return Reason(f"{name} would have to go on from an enemy zone to get to {place}.", ("BAR-V-AFTER-10",))
        ground = hindrance(steps.without_stops(), p.at[u], limit, h, barred=occupied, stops=zone, first=first) is None
        more = "" if ground else " and from an enemy zone"
        text = f"{name} would have to go on from a mountain or swamp hex{more} to get to {place}."
        return Reason(text, ("BAR-V-AFTER-09",) if ground else ("BAR-V-AFTER-09", "BAR-V-AFTER-10"))
    text = f"No way leads {name} to {place} through a hex that the defenders have left."
    return Reason(text, ("BAR-V-AFTER-08", "BAR-V-AFTER-11"))


def onward(p: Campaign, f: Frame, u: int) -> Reach:
    """Where a unit can advance to: one hex, under the switch movement-after-battle further (BAR-V-AFTER-05 to
    BAR-V-AFTER-11)."""
    enemy = 1 - p.side
    occupied, zone = p.zones.occupied[enemy], p.zones.controlled[enemy]
    return reach(p.board.steps[p.frozen], p.at[u], furthest(p, f, u), barred=occupied, stops=zone, first=open_hexes(p))


def ends_advance(p: Campaign, f: Frame, u: int) -> Hexes:
    """BAR-ADVANCE-04, BAR-STACK-02, BAR-V-AFTER-08, BAR-V-AFTER-11: where a unit's advance can end."""
    found = onward(p, f, u)
    here = back(p, found)
    return (found.hexes | here) & p.zones.room[p.side] | here & p.board.grid.bit[p.at[u]]


def back(p: Campaign, found: Reach) -> Hexes:
    """BAR-V-AFTER-08: where a unit that turns back in the first hex can get to: where it stood, and from there on."""
    board = p.board
    limit, start = len(found.levels) - 1, board.grid.bit[found.start]
    stops = p.zones.controlled[1 - p.side] | board.stops[p.frozen]
    if limit < 2 or not found.levels[1] & ~stops:
        return 0
    further = board.nets[p.frozen].spread(start) if limit > 2 and not start & stops else 0
    return start | further & ~p.zones.occupied[1 - p.side]


def way_onward(p: Campaign, f: Frame, u: int, h: int) -> list[int]:
    """The hexes of an advance: the short way, or back over where the unit stood."""
    grid = p.board.grid
    found = onward(p, f, u)
    if found.hexes & grid.bit[h]:
        return found.path(h)[1:]
    stops = p.zones.controlled[1 - p.side] | p.board.stops[p.frozen]
    turn = grid.hexes(found.levels[1] & ~stops)[0]
    return [turn, found.start] + [h] * (h != found.start)


def advances(p: Campaign, f: Frame) -> list[int]:
    """BAR-ADVANCE-04, BAR-V-AFTER-07: what the battle's attackers may still do."""
    if f[Battle.result] < FIRST_ADVANCE or not open_hexes(p):
        return []
    return [
        ADVANCE | u << ARG | h for u in units_of(f[Battle.attackers]) for h in p.board.grid.hexes(ends_advance(p, f, u))
    ]


FIRST_ADVANCE = tuple(RESULTS).index(EXCHANGE)
"""From this result on there are advances."""


def no_attacker(p: Campaign, f: Frame, u: int) -> Reason:
    """Why a unit is not among those of a battle that may still advance."""
    name = p.called(u)
    if p.board.side[u] != p.side:
        return Reason(f"{name} is an enemy: only the attacker advances.", p.table.cited("BAR-ADVANCE-06"))
    if f[Battle.advanced] >> u & 1:
        return Reason(f"{name} has advanced already.", p.table.cited("BAR-ADVANCE-04"))
    if p.at[u] >= LOST:
        return Reason(f"{name} is not on the board.", p.table.cited("BAR-ADVANCE-04"))
    return Reason(f"{name} has not attacked in this battle.", p.table.cited("BAR-ADVANCE-04"))


# --8<-- [start:advance]
class Advance(Box[Campaign]):
    """BAR-ADVANCE-05, BAR-V-AFTER-02: at once, before the next battle, and nobody who advances fights again.
    BAR-ADVANCE-06, BAR-V-AFTER-03: the defender never advances."""

    name = "advance"
    title = "Who advances?"
    concludes = True
    clauses = ("BAR-ADVANCE-01", "BAR-ADVANCE-03", "BAR-ADVANCE-04")

    def seat(self, p: Campaign, f: Frame) -> int:
        return p.side

    def options(self, p: Campaign, f: Frame) -> list[int]:
        return [*advances(p, p.frame("battle")), HALT]

    def routes(self, p: Campaign, f: Frame, piece: int) -> list[Choice]:
        row = []
        for action in self.choices(p, f, piece):
            way = way_onward(p, p.frame("battle"), piece, action & MASK)
            stops = bool(p.zones.controlled[1 - p.side] & p.board.grid.bit[way[-1]])
            note = "stops in an enemy zone" if stops else ""
            row.append(Choice((action,), way[-1], str(len(way)), tuple(way), note, stops))
        return row

    def advance(self, p: Campaign, f: Frame, u: int, h: int) -> None:
        """BAR-V-AFTER-14, BAR-V-AFTER-19: its zone and its hold on the cities that it passes begin at once."""
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
                return Reason(f"There are still enemy units in {place}.", ("BAR-ADVANCE-03",))
            if h in p.left:
                return Reason(f"There are still enemy units in {place}.", ("BAR-V-AFTER-01",))
            return Reason(f"Enemy units stand in {place}: no advance enters their hex.", ("BAR-V-AFTER-11",))
        if p.table.movement_after_battle:
            return why_not_onward(p, battle, u, h)
        if h not in p.left:
            return Reason(f"{place} is not a hex that the defenders have left.", ("BAR-ADVANCE-03",))
        ground = p.table.advance_by_ground
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


"""BAR-RESULT-01: the results of a battle are applied at once and fully, before the next."""
