"""The rules of Front, in the order in which rules.toml numbers them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import ceil
from typing import Any, NamedTuple

import msgspec

from mamayev.author import (
    ARG,
    Box,
    Choice,
    Contact,
    Derived,
    DieBox,
    Files,
    Forecast,
    Frame,
    Game,
    Hexes,
    Invariant,
    Locals,
    Modifier,
    Noun,
    Position,
    Reach,
    Reason,
    Refusal,
    Ride,
    Sequence,
    Situations,
    StepName,
    Study,
    Table,
    Units,
    Verb,
    Zones,
    codes,
    event,
    forecast,
    hindrance,
    loop,
    parts,
    reach,
    retreats,
    units_of,
    when,
)

from .board import (
    AWAY,
    CITIES,
    CITY,
    COMBAT,
    EAST,
    FIRST_STEPS,
    GRID,
    HEX,
    LAND,
    LETTER,
    MOVEMENT,
    ON_LAND,
    RAILS,
    RIVERS,
    SIDE,
    SIDES,
    STEPS,
    TERRAINS,
    UNITS,
    WEST,
)

STACK = 3  # FRO-MOVE-02
NAMED = 6
"""So many units are named in a sentence."""
RIDE = 12  # FRO-RAIL-01

VERBS = (
    Verb("move", ("piece", "space"), "Move", "Move {0} to {1}", ("FRO-MOVE-01",)),
    Verb("done", (), "End of moves", "End this step", ("FRO-TURN-01",), weight="main"),
    Verb("target", ("piece",), "Attack", "{0} is attacked", ("FRO-FIGHT-01",)),
    Verb("attack", ("piece",), "Join in", "{0} attacks", ("FRO-FIGHT-01",)),
    Verb("declared", (), "Declare this battle", "The battle is declared", ("FRO-FIGHT-01",), weight="main"),
    Verb("fight", ("piece",), "Fight", "Fight the battle against {0}", ("FRO-FIGHT-02",)),
    Verb("lose", ("piece",), "Lose a step", "{0} loses a step", ("FRO-LOSS-01",)),
    Verb("retreat", ("piece", "space"), "Retreat", "{0} retreats to {1}", ("FRO-BACK-01",)),
    Verb("advance", ("piece", "space"), "Advance", "{0} advances to {1}", ("FRO-AFTER-01",)),
    Verb("halt", (), "Halt", "No further advance", ("FRO-AFTER-01",), weight="main"),
)
MOVE, DONE, TARGET, ATTACK, DECLARED, FIGHT, LOSE, RETREAT, ADVANCE, HALT = codes(VERBS)
STEPS_OF_PLAY = (
    StepName("move", "Movement", "turn", ("FRO-MOVE-01",)),
    StepName("declare", "Declaration of battles", "turn", ("FRO-FIGHT-01",)),
    StepName("fight", "Battles", "turn", ("FRO-FIGHT-02",)),
)


class Front(Position):
    """Where all units stand, and what the side whose turn it is has done so far. Sets of units are ints, bit by bit."""

    table: TheFront
    turn: int
    side: int = WEST
    at: list[int] = [unit.start for unit in UNITS]
    reduced: int
    ready: list[int]  # the units that have not moved in this step
    free: int  # the units that are in no declared battle yet
    battles: list[int]  # the declared battles, both sides in one set; 0 for those that are fought
    left: list[int]  # the hexes in which the defenders of the battle stood
    held_by_east: int = sum(1 << i for i, city in enumerate(CITIES) if city["side"] == SIDES[EAST])
    zones: Derived[Zones]
    contact: Derived[Contact]

    def make_zones(self) -> Zones:
        """FRO-ZONE-01, FRO-MOVE-02: the zones of all units, and how many stand in each hex."""
        return Zones.of(ON_LAND, (STACK, STACK), ((SIDE[u], h, True) for u, h in enumerate(self.at) if h != AWAY))

    def make_contact(self) -> Contact:
        """FRO-FIGHT-01: who stands beside whom."""
        enemies = self.zones.occupied[1 - self.side]
        near = ON_LAND.spread(enemies)
        attackers = {u: self.at[u] for u in self.units(self.side) if near & GRID.bit[self.at[u]]}
        return Contact(ON_LAND, attackers, {u: self.at[u] for u in self.units(1 - self.side)})

    def units(self, side: int) -> list[int]:
        """The units of a side on the map."""
        return [u for u, h in enumerate(self.at) if h != AWAY and SIDE[u] == side]

    def face(self, u: int) -> int:
        """0 for the full side of a counter, 1 for the reduced one."""
        return self.reduced >> u & 1

    def place(self, u: int, h: int, how: str) -> None:
        """A unit ends a move, a retreat or an advance in a hex. FRO-WIN-01: so it takes cities."""
        start, side = self.at[u], SIDE[u]
        self.at[u] = h
        self.zones.move(side, start, h)
        if self.journal is not None:
            text = f"{UNITS[u].name} {how}s to {GRID.ids[h]}."
            self.tell(event.Move(piece=UNITS[u].id, from_=GRID.ids[start], to=GRID.ids[h], how=how, text=text), u)
        if h in CITY and self.held_by_east >> CITY[h] & 1 != side:
            self.held_by_east ^= 1 << CITY[h]
            text = f"{SIDES[side].title()} takes {CITIES[CITY[h]]['name']}."
            self.tell(event.Control(space=GRID.ids[h], to=SIDES[side], text=text, clauses=("FRO-WIN-01",)), u)

    def lose(self, u: int, clause: str) -> None:
        """A unit is lost by a clause."""
        start, unit = GRID.ids[self.at[u]], UNITS[u]
        self.tell(event.Loss(piece=unit.id, from_=start, text=f"{unit.name} is lost.", clauses=(clause,)), u)
        self.zones.remove(SIDE[u], self.at[u])
        self.at[u] = AWAY

    def lose_step(self, u: int) -> bool:
        """FRO-LOSS-01: whether the unit is lost by it."""
        if self.face(u):
            self.lose(u, "FRO-LOSS-01")
            return True
        self.reduced |= 1 << u
        unit = UNITS[u]
        text = f"{unit.name} loses a step."
        self.tell(event.Flip(piece=unit.id, face="reduced", text=text, clauses=("FRO-LOSS-01",)), u)
        return False

    def tell(self, said: event.Event, u: int) -> None:
        """Put what happens to a unit where it stands into the journal."""
        if self.journal is not None:
            said.who, said.pieces, said.spaces = SIDES[SIDE[u]].title(), (UNITS[u].id,), (GRID.ids[self.at[u]],)
            self.journal.add(said)


# ------------------------------------------------------------------ FRO-TURN-01


def sequence_of_play() -> list[Box[Any]]:
    """As FRO-TURN-01 has it, and FRO-FIGHT-02 for one battle."""
    return [
        Sequence("game", loop(turns_left, new_turn, west, "side", east, "side")),
        Sequence(
            "side",
            make_ready,
            "move",
            judge_contact,
            loop(lambda p, f: p.free, "declare"),
            loop(lambda p, f: any(p.battles), "fight"),
        ),
        Sequence(
            "battle",
            "die",
            loop(lambda p, f: f[Battle.attacker_owes] and f[Battle.attackers], "attacker-loss"),
            loop(lambda p, f: f[Battle.defender_owes] and f[Battle.defenders], "defender-loss"),
            loop(
                lambda p, f: f[Battle.retreating],
                lose_who_is_cut_off,
                when(lambda p, f: f[Battle.retreating], "retreat"),
            ),
            loop(advances, "advance"),
            locals=Battle,
        ),
        Movement(),
        Declaration(),
        NextBattle(),
        BattleDie(),
        StepLoss("attacker-loss", Battle.attackers, Battle.attacker_owes),
        StepLoss("defender-loss", Battle.defenders, Battle.defender_owes),
        Retreat(),
        Advance(),
    ]


def turns_left(p: Front, _f: Frame) -> bool:
    return p.turn < int(p.table.options["turns"])


def new_turn(p: Front, _f: Frame) -> None:
    p.turn += 1
    if p.journal is not None:
        p.journal.add(event.Turn(number=p.turn, who="Turn", text=f"Turn {p.turn} begins.", clauses=("FRO-TURN-01",)))


def west(p: Front, _f: Frame) -> None:
    p.side = WEST


def east(p: Front, _f: Frame) -> None:
    p.side = EAST


class SideBox(Box[Front]):
    """A decision of the side whose turn it is."""

    def seat(self, p: Front, f: Frame) -> int:
        return p.side


# ------------------------------------------------------------------ FRO-MOVE, FRO-ZONE, FRO-RAIL


def make_ready(p: Front, _f: Frame) -> None:
    p.ready = p.units(p.side)


# --8<-- [start:movement]
class Movement(SideBox):
    """Thousands of moves are legal here, so they are never listed: a piece is asked for its own."""

    name, title = "move", "Which unit moves, and where to?"
    clauses = ("FRO-MOVE-01", "FRO-MOVE-02", "FRO-ZONE-01", "FRO-RAIL-01")

    def reach(self, p: Front, u: int) -> Reach:
        """Where a unit can get to, by rail and on foot."""
        occupied, zone, ride = self.ground(p)
        return reach(STEPS, p.at[u], MOVEMENT[u], barred=occupied, stops=zone, ride=ride)

    def ground(self, p: Front) -> tuple[Hexes, Hexes, Ride]:
        """What bars a unit, what stops it, and where the railways run."""
        occupied, zone = p.zones.occupied[1 - p.side], p.zones.controlled[1 - p.side]
        return occupied, zone, Ride(RAILS, RIDE, GRID.everywhere & ~zone, at_start=True)

    def ends(self, p: Front, u: int) -> Hexes:
        """Where it can end its move."""
        return self.reach(p, u).hexes & p.zones.room[p.side]

    def pieces(self, p: Front, f: Frame) -> list[int]:
        room = LAND & ~p.zones.occupied[1 - p.side] & ~p.zones.full[p.side]
        return [u for u in p.ready if FIRST_STEPS[MOVEMENT[u]].spread(GRID.bit[p.at[u]]) & room or self.ends(p, u)]

    def choices(self, p: Front, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            return [DONE]
        return [MOVE | piece << ARG | h for h in GRID.hexes(self.ends(p, piece))] if piece in p.ready else []

    def allows(self, p: Front, f: Frame, action: int) -> bool:
        _, u, h = parts(action)
        return action == DONE or (u in p.ready and bool(self.ends(p, u) & GRID.bit[h]))

    def draw(self, p: Front, f: Frame, uniform: Callable[[], float]) -> int:
        while True:
            drawn = int(uniform() * (len(p.ready) + 1))
            if drawn == len(p.ready):
                return DONE
            u = p.ready[drawn]
            hexes = self.ends(p, u)
            if hexes:
                return MOVE | u << ARG | GRID.draw(hexes, uniform)

    # --8<-- [end:movement]

    def routes(self, p: Front, f: Frame, piece: int) -> list[Choice]:
        if piece not in p.ready:
            return []
        found, zone = self.reach(p, piece), p.zones.controlled[1 - p.side]
        return [
            Choice(
                (MOVE | piece << ARG | h,),
                h,
                str(found.cost(h)),
                tuple(found.path(h)[1:]),
                f"of {MOVEMENT[piece]}"
                + ", by rail" * bool(found.ride(h))
                + ", in an enemy zone" * bool(zone & GRID.bit[h]),
            )
            for h in GRID.hexes(found.hexes & p.zones.room[p.side])
        ]

    def move(self, p: Front, f: Frame, u: int, h: int) -> None:
        p.ready.remove(u)
        p.place(u, h, "move")

    def done(self, p: Front, f: Frame) -> None:
        p.end()

    def refuse_move(self, p: Front, f: Frame, u: int, h: int) -> Reason | None:
        unit, bit = UNITS[u].name, GRID.bit[h]
        if u in p.ready and self.ends(p, u) & bit:
            return None
        if SIDE[u] != p.side:
            return Reason(f"{unit} is not yours.", ("FRO-TURN-01",))
        if u not in p.ready:
            return Reason(f"{unit} is lost or has moved already.", ("FRO-MOVE-01",))
        if not LAND & bit:
            return Reason(f"{GRID.ids[h]} is sea.", ("FRO-MOVE-01",))
        if p.zones.occupied[1 - p.side] & bit:
            return Reason(f"An enemy stands in {GRID.ids[h]}.", ("FRO-MOVE-02",))
        if p.zones.full[p.side] & bit:
            return Reason(f"Three units stand in {GRID.ids[h]}.", ("FRO-MOVE-02",))
        return self.out_of_reach(p, u, h)

    def out_of_reach(self, p: Front, u: int, h: int) -> Reason:
        """The price of a hex that a unit does not get to, or what is in the way."""
        unit, name = UNITS[u].name, GRID.ids[h]
        occupied, zone, ride = self.ground(p)
        found = hindrance(STEPS, p.at[u], MOVEMENT[u], h, barred=occupied, stops=zone, ride=ride)
        if found is None or found.why == "barred":
            return Reason(f"No way over land leads {unit} to {name} past the enemy.", ("FRO-MOVE-01", "FRO-MOVE-02"))
        if found.why == "stops":
            return Reason(f"Enemy zones stop {unit} on the way to {name}.", ("FRO-ZONE-01",))
        price = f"{name} costs {unit} {found.cost} points by the cheapest way, and it has {MOVEMENT[u]}."
        return Reason(price, ("FRO-MOVE-01",))


# ------------------------------------------------------------------ FRO-FIGHT-01


def judge_contact(p: Front, _f: Frame) -> None:
    p.contact = p.make_contact()
    p.free, p.battles = p.contact.duty, []


class Declared(Locals):
    battle: int  # that is being declared: both sides in one set of units


class Declaration(SideBox):
    """One battle after the other: whom it attacks, who attacks. A unit may be added as long as nobody is left over."""

    name, title, clauses, locals = "declare", "Declaration of battles", ("FRO-FIGHT-01",), Declared

    def prompt(self, p: Front, f: Frame) -> str:
        attackers, defenders = self.sides(p, f[Declared.battle])
        if not defenders:
            return "Which enemy is attacked?"
        return "Who else is in this battle, or is it declared?" if attackers else f"Who attacks {names(defenders)}?"

    def help(self, p: Front, f: Frame) -> str:
        """Why the step goes on."""
        waiting = "; ".join(names(units) for units in self.sides(p, p.free & ~f[Declared.battle]) if units)
        if not waiting:
            return "Nobody else is in contact: with this battle the step ends."
        return f"The step ends when everybody in contact has a battle. Still without one: {waiting}."

    def terms(self, p: Front, f: Frame, verb: str) -> tuple[str, str]:
        """What declaring does to the step."""
        if verb != "declared":
            return "", ""
        left = (p.free & ~f[Declared.battle]).bit_count()
        return "", f"this one; {left} unit{'s' * (left > 1)} without one" if left else "the last one"

    def sides(self, p: Front, units: Units) -> tuple[Units, Units]:
        """The attackers and the defenders among some units."""
        ours = sum(1 << u for u in units_of(units) if SIDE[u] == p.side)
        return ours, units & ~ours

    def joined(self, p: Front, f: Frame, action: int) -> tuple[Units, Units]:
        """Attackers and defenders once a unit is added."""
        return self.sides(p, f[Declared.battle] | 1 << parts(action)[1])

    def cost(self, p: Front, f: Frame, action: int) -> str:
        """The column of the battle with the unit in it."""
        if action == DECLARED:
            return ""
        attackers, defenders = self.joined(p, f, action)
        return str(COMBAT["columns"][Odds.of(p, attackers, defenders).column]) if attackers and defenders else ""

    def note(self, p: Front, f: Frame, action: int) -> str:
        """The odds with the unit in it; of a first target the best that can be had."""
        if action == DECLARED:
            return ""
        attackers, defenders = self.joined(p, f, action)
        if attackers:
            return Odds.of(p, attackers, defenders).words
        near = p.contact.candidates(p.free, defenders) & p.contact.attackers
        return f"defends with {factors(p, 0, defenders)[1]}, at best {Odds.of(p, near, defenders).words}"

    def foretell(self, p: Front, f: Frame, action: int) -> list[Forecast]:
        """The battle with the unit in it, or as it is declared."""
        battle = f[Declared.battle]
        attackers, defenders = self.sides(p, battle) if action == DECLARED else self.joined(p, f, action)
        if not attackers or not defenders:
            return []
        here = p.copy()
        begin_battle(here, attackers, defenders)
        here.settle()
        found = forecast(here)
        title = f"{names(attackers)} against {names(defenders)}"
        return [msgspec.structs.replace(found, title=title)] if found else []

    def action(self, p: Front, u: int) -> int:
        """A unit is added: an enemy is a target, one's own attacks."""
        return (ATTACK if SIDE[u] == p.side else TARGET) | u << ARG

    def complete(self, p: Front, battle: Units) -> bool:
        """Whether the battle may be declared as it stands."""
        return p.contact.completed(p.free, battle) == battle

    def pieces(self, p: Front, f: Frame) -> list[int]:
        return list(units_of(p.contact.choices(p.free, f[Declared.battle])))

    def choices(self, p: Front, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            return [DECLARED] if self.complete(p, f[Declared.battle]) else []
        action = self.action(p, piece)
        return [action] if self.allows(p, f, action) else []

    def allows(self, p: Front, f: Frame, action: int) -> bool:
        if action == DECLARED:
            return self.complete(p, f[Declared.battle])
        _, u, _ = parts(action)
        if action != self.action(p, u) or not p.contact.candidates(p.free, f[Declared.battle]) >> u & 1:
            return False
        return p.contact.allows(p.free, f[Declared.battle], u)

    def draw(self, p: Front, f: Frame, uniform: Callable[[], float]) -> int:
        candidates = list(units_of(p.contact.candidates(p.free, f[Declared.battle])))
        complete = self.complete(p, f[Declared.battle])
        while True:
            drawn = int(uniform() * (len(candidates) + complete))
            if drawn == len(candidates):
                return DECLARED
            u = candidates.pop(drawn)
            if p.contact.allows(p.free, f[Declared.battle], u):
                return self.action(p, u)

    def target(self, p: Front, f: Frame, u: int) -> None:
        f[Declared.battle] |= 1 << u

    def attack(self, p: Front, f: Frame, u: int) -> None:
        f[Declared.battle] |= 1 << u

    def declared(self, p: Front, f: Frame) -> None:
        p.end()
        p.battles.append(f[Declared.battle])
        p.free &= ~f[Declared.battle]

    def refuse_target(self, p: Front, f: Frame, u: int) -> Reason | None:
        return self.refuse(p, f[Declared.battle], u, 1 - p.side)

    def refuse_attack(self, p: Front, f: Frame, u: int) -> Reason | None:
        return self.refuse(p, f[Declared.battle], u, p.side)

    def refuse(self, p: Front, battle: Units, u: int, side: int) -> Reason | None:
        """Why a unit cannot be added to the battle as one of this side; None where it can."""
        name = UNITS[u].name
        if SIDE[u] != side:
            return Reason(f"{name} is of the other side.", self.clauses)
        if not p.free & ~battle & 1 << u:
            return Reason(f"{name} stands beside no enemy, or has its battle.", self.clauses)
        if not p.contact.candidates(p.free, battle) >> u & 1:
            return Reason(f"{name} does not stand beside every enemy in this battle.", self.clauses)
        if p.contact.allows(p.free, battle, u):
            return None
        return Reason(f"With {name} in this battle somebody else would have no enemy left to fight.", self.clauses)

    def bar_attack(self, p: Front, f: Frame) -> Reason | None:
        if f[Declared.battle]:
            return None
        return Reason("Point first at the enemy that is attacked.", self.clauses)

    def bar_declared(self, p: Front, f: Frame) -> Reason | None:
        battle = f[Declared.battle]
        if self.complete(p, battle):
            return None
        attackers, defenders = self.sides(p, battle)
        if not attackers:
            text = f"Nobody attacks {names(defenders)} yet." if defenders else "No enemy is attacked yet."
            return Reason(f"{text} A battle has attackers and defenders.", self.clauses)
        left = names(p.contact.left_over(p.free, battle))
        return Reason(f"Declared as it stands, this battle leaves {left} without an enemy to fight.", self.clauses)


def names(units: Units) -> str:
    """Units by their names, the first few of many."""
    row = [UNITS[u].name for u in units_of(units)]
    return ", ".join(row[:NAMED]) + (f" and {len(row) - NAMED} more" if len(row) > NAMED else "")


# ------------------------------------------------------------------ FRO-FIGHT-02


class Battle(Locals):
    """Sets of units, and how many steps each side has still to lose."""

    attackers: int
    defenders: int
    attacker_owes: int
    defender_owes: int
    retreating: int


class NextBattle(SideBox):
    name, title, clauses, forced = "fight", "Which battle is fought next?", ("FRO-FIGHT-02",), True

    def options(self, p: Front, f: Frame) -> list[int]:
        return [FIGHT | u << ARG for battle in p.battles for u in units_of(battle) if SIDE[u] != p.side]

    def fight(self, p: Front, f: Frame, u: int) -> None:
        p.end()
        n = next(n for n, battle in enumerate(p.battles) if battle >> u & 1)
        sides = [sum(1 << v for v in units_of(p.battles[n]) if SIDE[v] == side) for side in (p.side, 1 - p.side)]
        p.battles[n] = 0
        begin_battle(p, *sides)


def begin_battle(p: Front, attackers: Units, defenders: Units) -> None:
    p.left = sorted({p.at[v] for v in units_of(defenders)})
    p.call("battle", attackers, defenders)


def factors(p: Front, attackers: Units, defenders: Units) -> tuple[int, int]:
    """Attack and defence of a battle, by the faces that the counters show."""
    attack = sum(UNITS[u].attack[p.face(u)] for u in units_of(attackers))
    return attack, sum(UNITS[u].defence[p.face(u)] for u in units_of(defenders))


def odds_column(attack: int, defence: int) -> int:
    """The column of the odds, rounded in the defender's favour, before shifts."""
    column = attack // defence + 1 if attack >= defence else 3 - ceil(defence / attack)
    return max(0, min(column, len(COMBAT["columns"]) - 1))


def shifts(p: Front, attackers: Units, defenders: Units) -> list[Modifier]:
    """By how many columns, and why."""
    before, behind = ({p.at[u] for u in units_of(units)} for units in (attackers, defenders))
    least = min(TERRAINS[LETTER[h]].get("shift", 0) for h in behind)
    found = [Modifier(-least, "cover", ("FRO-FIGHT-02",))] if least else []
    if all(GRID.side(a, d) in RIVERS for a in before for d in behind):
        found.append(Modifier(-1, "across a river", ("FRO-FIGHT-02",)))
    return found


class Odds(NamedTuple):
    """FRO-FIGHT-02: the factors of a battle, and its column, counted from 0, before and after what shifts it."""

    attack: int
    defence: int
    start: int
    shifts: list[Modifier]
    column: int

    @classmethod
    def of(cls, p: Front, attackers: Units, defenders: Units) -> Odds:
        """Those of a battle."""
        attack, defence = factors(p, attackers, defenders)
        start, moved = odds_column(attack, defence), shifts(p, attackers, defenders)
        return cls(attack, defence, start, moved, max(0, start + sum(shift.value for shift in moved)))

    @property
    def chances(self) -> list[tuple[str, int]]:
        """The codes of the results, from the attacker's worst to his best, each with the faces that give it."""
        return list(Counter(row[self.column] for row in COMBAT["rows"]).items())

    @property
    def words(self) -> str:
        """The odds and what they promise, in short."""
        moved = "".join(f", {shift.text} {shift.value:+d}" for shift in self.shifts)
        promised = " ".join(f"{code} {faces}/6" for code, faces in self.chances)
        return f"{self.attack} to {self.defence}{moved}, {COMBAT['columns'][self.column]}: {promised}"


class BattleDie(DieBox[Front]):
    name, title, clauses, chart = "die", "Battle", ("FRO-FIGHT-02",), "combat"

    def die(self, p: Front, f: Frame, n: int) -> None:
        p.end()
        battle = p.frame("battle")
        odds = Odds.of(p, battle[Battle.attackers], battle[Battle.defenders])
        code = COMBAT["rows"][n - 1][odds.column]
        result = COMBAT["results"][code]
        battle[Battle.attacker_owes] = result.get("attacker", 0)
        battle[Battle.defender_owes] = result.get("defender", 0)
        back = (Battle.attackers, "attacker_back"), (Battle.defenders, "defender_back")
        battle[Battle.retreating] = sum(battle[units] for units, key in back if result.get(key))
        if p.journal is not None:
            p.journal.roll(
                "Battle", f"{odds.attack} to {odds.defence}, a {n}: {result['text'].lower()}.", title="Battle",
                chart="combat", dice=(n,), total=n, row=n - 1, result=result["text"],
                start=odds.start + 1, shifts=odds.shifts, column=odds.column + 1,
                clauses=self.clauses, spaces=[GRID.ids[h] for h in p.left],
                pieces=[UNITS[u].id for u in units_of(battle[Battle.attackers] | battle[Battle.defenders])],
            )  # fmt: skip


# ------------------------------------------------------------------ FRO-LOSS-01


class StepLoss(Box[Front]):
    """A side of the battle loses a step. `units` and `owes` say where the battle keeps its units and what it owes."""

    title, clauses, forced = "Which unit loses a step?", ("FRO-LOSS-01",), True

    def __init__(self, name: str, units: int, owes: int) -> None:
        self.name, self.units, self.owes = name, units, owes

    def seat(self, p: Front, f: Frame) -> int:
        return p.side if self.units == Battle.attackers else 1 - p.side

    def options(self, p: Front, f: Frame) -> list[int]:
        return [LOSE | u << ARG for u in units_of(p.frame("battle")[self.units])]

    def lose(self, p: Front, f: Frame, u: int) -> None:
        p.end()
        battle = p.frame("battle")
        battle[self.owes] -= 1
        if p.lose_step(u):
            leave(battle, u)


# ------------------------------------------------------------------ FRO-BACK-01


def ways_back(p: Front, u: int) -> Hexes:
    """Where a unit can retreat to."""
    enemy = 1 - SIDE[u]
    ways = retreats(ON_LAND, p.at[u], 2, p.zones.occupied[enemy] | p.zones.controlled[enemy])
    return ways[-1] & ~p.zones.full[SIDE[u]] if ways else 0


def lose_who_is_cut_off(p: Front, f: Frame) -> None:
    for u in units_of(f[Battle.retreating]):
        if not ways_back(p, u):
            p.lose(u, "FRO-BACK-01")
            leave(f, u)


def leave(battle: Frame, u: int) -> None:
    """A unit is no longer in the battle."""
    for units in (Battle.attackers, Battle.defenders, Battle.retreating):
        battle[units] &= ~(1 << u)


class Retreat(Box[Front]):
    name, title, clauses, forced = "retreat", "Who retreats, and where to?", ("FRO-BACK-01",), True

    def seat(self, p: Front, f: Frame) -> int:
        return SIDE[next(units_of(p.frame("battle")[Battle.retreating]))]

    def options(self, p: Front, f: Frame) -> list[int]:
        units = units_of(p.frame("battle")[Battle.retreating])
        return [RETREAT | u << ARG | h for u in units for h in GRID.hexes(ways_back(p, u))]

    def retreat(self, p: Front, f: Frame, u: int, h: int) -> None:
        p.end()
        leave(p.frame("battle"), u)
        p.place(u, h, "retreat")


# ------------------------------------------------------------------ FRO-AFTER-01


def advances(p: Front, f: Frame) -> list[int]:
    """The advances that a battle leaves open."""
    side = p.side
    room = LAND & ~(p.zones.occupied[1 - side] | p.zones.full[side])
    hexes = [h for h in p.left if room & GRID.bit[h]]
    return [ADVANCE | u << ARG | h for u in units_of(f[Battle.attackers]) for h in hexes if ON_LAND.leads(p.at[u], h)]


class Advance(SideBox):
    name, title, clauses = "advance", "Who advances?", ("FRO-AFTER-01",)

    def options(self, p: Front, f: Frame) -> list[int]:
        return [*advances(p, p.frame("battle")), HALT]

    def advance(self, p: Front, f: Frame, u: int, h: int) -> None:
        p.end()
        p.frame("battle")[Battle.attackers] &= ~(1 << u)
        p.place(u, h, "advance")

    def halt(self, p: Front, f: Frame) -> None:
        p.end()
        p.frame("battle")[Battle.attackers] = 0


# ------------------------------------------------------------------ the table


class TheFront(Table[Front]):
    """Everything that does not change in play."""

    def __init__(self, game: Game, edition: str, options: dict[str, Any], _own: Files | None) -> None:
        super().__init__(game, edition, options)
        pieces = [Noun(unit.id, unit.name) for unit in UNITS]
        names = {city["hex"]: f"{city['name']} ({city['hex']})" for city in CITIES}
        spaces = [Noun(name, names.get(name, name)) for name in GRID.ids]
        self.bind(sequence_of_play(), VERBS, {"piece": pieces, "space": spaces}, STEPS_OF_PLAY)
        self.invariants = (
            Invariant(
                "FRO-MOVE-02", "At most three units of one side share a hex, and never with enemies.", apart, heap
            ),
            Invariant("FRO-ZONE-01", "The zones are those of the units on the map.", zones_fit, forget_zones),
        )

    def start(self) -> Front:
        p = self.blank()
        p.call("game")
        p.settle()
        return p

    def blank(self) -> Front:
        return Front(self)

    def turn(self, p: Front) -> int:
        return p.turn

    def points(self, p: Front) -> list[int]:
        """FRO-WIN-01: the points of each side."""
        held = [CITIES[i]["points"] for i in units_of(p.held_by_east)]
        return [sum(city["points"] for city in CITIES) - sum(held), sum(held)]

    def facts(self, p: Front) -> dict[str, Any]:
        points = dict(zip(SIDES, self.points(p), strict=True))
        return {"turn": p.turn, **points, **{f"{seat}_units": len(p.units(s)) for s, seat in enumerate(SIDES)}}

    def returns(self, p: Front) -> list[float]:
        west, east = self.points(p)
        lead = float((west > east) - (west < east))
        return [lead, -lead]

    def result(self, p: Front) -> dict[str, Any]:
        points = self.points(p)
        why = f"West holds cities for {points[WEST]} points, East for {points[EAST]}."
        if points[WEST] == points[EAST]:
            return {"winner": None, "level": "Draw", "why": why}
        winner = SIDES[points[EAST] > points[WEST]]
        return {"winner": winner, "level": f"{winner.title()} wins", "why": why}


class Beginnings(Situations[Front]):
    def crowds(self) -> list[dict[str, Any]]:
        return [{}, {"unit.all": "lost"}]

    def change(self, p: Front, key: str, value: Any) -> None:
        """Before play: "unit.w1" = "CC25" or "lost", "reduced.w1" = true, "unit.all" = "lost", "turn" = 3."""
        what, _, name = key.partition(".")
        unit = next((u for u, entry in enumerate(UNITS) if entry.id == name), None)
        if key == "turn" and value in range(1, self.table.options["turns"] + 1):
            p.turn = value
        elif key == "unit.all" and value == "lost":
            p.at = [AWAY] * len(UNITS)
        elif what == "unit" and unit is not None and (value == "lost" or may_stand(p, unit, HEX.get(value, AWAY))):
            p.at[unit] = HEX.get(value, AWAY)
        elif what == "reduced" and unit is not None and value is True:
            p.reduced |= 1 << unit
        else:
            raise Refusal(f"“{key}” cannot become {value!r} at the start.", field=f"setup.{key}", malformed=True)
        p.derive()
        p.ready = p.units(p.side)


def series(p: Front) -> dict[str, float]:
    return {seat: float(points) for seat, points in zip(SIDES, p.table.points(p), strict=True)}


PLAN = Study(series=series, series_titles={seat: f"{seat.title()}: points for cities" for seat in SIDES})


def may_stand(p: Front, u: int, h: int) -> bool:
    """Whether a unit may be put into a hex before play."""
    if h == AWAY:
        return False
    return bool(LAND & ~p.zones.occupied[1 - SIDE[u]] & ~p.zones.full[SIDE[u]] & GRID.bit[h])


def apart(p: Front) -> bool:
    counts = Zones.of(ON_LAND, (STACK + 1, STACK + 1), standing(p))
    return not counts.occupied[WEST] & counts.occupied[EAST] and not any(counts.full)


def heap(p: Front) -> None:
    for u in range(STACK + 1):
        p.at[u] = UNITS[0].start


def standing(p: Front) -> Iterable[tuple[int, int, bool]]:
    return ((SIDE[u], h, True) for u, h in enumerate(p.at) if h != AWAY)


def zones_fit(p: Front) -> bool:
    return p.zones == p.make_zones()


def forget_zones(p: Front) -> None:
    p.zones.remove(SIDE[0], p.at[0])
