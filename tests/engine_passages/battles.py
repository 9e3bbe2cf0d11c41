"""Barbarossa: the attacker declares all battles of a combat step, soak-offs among them, then fights them one by one
and advances several hexes after each.

The clauses are those of its ledger. Left out around the passage: odds worse than 1-6, losses of an exchange by choice,
retreats hex by hex (who must retreat leaves this small map), doubled defenders.
"""

from __future__ import annotations

from mamayev.engine.box import Box, DieBox, Sequence, loop, when
from mamayev.engine.event import Move
from mamayev.engine.fields import OWN, Locals
from mamayev.engine.notation import ARG, Verb
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.terrain.contact import Contact, units_of
from mamayev.terrain.grid import Grid, numbered
from mamayev.terrain.paths import Net

from .plain import PlainPosition, number, plain_game

AXIS, RUSSIAN = 0, 1
GRID = Grid(numbered(range(1, 9), range(1, 8), shifted="even"), "flat")
ZONES = Net(GRID, lambda a, b: True)
AWAY = len(GRID)
SWAMP = GRID.ids.index("0503")
NAMES = ("pz-1", "pz-2", "inf-1", "inf-2", "inf-3", "rus-1", "rus-2", "rus-3", "rus-4")
PLACES = ("0303", "0303", "0304", "0205", "0304", "0403", "0404", "0305", "0606")
STRENGTH = (8, 6, 4, 4, 3, 4, 3, 5, 2)
SIDES = (0b11111, 0b111100000)
MOBILE = 0b11
RESULTS = (  # 1-6 to 6-1
    ("AE", "AE", "AB2", "AB2", "DB2", "DE", "DE", "DE", "DE", "DE", "DE"),
    ("AE", "AE", "AE", "AB2", "EX", "EX", "EX", "EX", "EX", "DB2", "DB2"),
    ("AB2", "AB2", "AB2", "AB2", "AB2", "DB2", "DB2", "DB2", "DE", "DE", "DE"),
    ("AE", "AB2", "AB2", "AB2", "AB2", "AB2", "AB2", "DB2", "DB2", "DB2", "DE"),
    ("AE", "AE", "AE", "AE", "AE", "AE", "EX", "EX", "DB2", "DE", "DE"),
    ("AE", "AE", "AE", "AE", "AE", "AE", "AE", "DE", "DE", "DE", "DE"),
)
VERBS = (
    Verb("target", ("piece",), "Attack", "{0} is attacked", ("BAR-COMBAT-02",)),
    Verb("attack", ("piece",), "Join in", "{0} attacks", ("BAR-COMBAT-03",)),
    Verb("declared", (), "Battle declared", "The battle is declared", ("BAR-COMBAT-09",)),
    Verb("resolve", ("number",), "Resolve", "Fight battle {0}", ("BAR-COMBAT-09",)),
    Verb("advance", ("piece", "space"), "Advance", "{0} advances to {1}", ("BAR-V-AFTER-04",)),
    Verb("halt", (), "Halt", "No further advance", ("BAR-V-AFTER-07",)),
)
TARGET, ATTACK, DECLARED, RESOLVE, ADVANCE, HALT = number(VERBS)


class Front(PlainPosition):
    """Sets of units are bit sets."""

    at: list[int] = [GRID.ids.index(h) for h in PLACES]
    free: int  # the units still under duty
    battles: list[int]  # those declared
    vacated: list[int]  # the hexes that the battle just fought has emptied
    snow: int

    def contact(self) -> Contact:
        """BAR-COMBAT-02, -03, BAR-ZOC-01: who stands beside whom and so must fight."""
        at = [{u: self.at[u] for u in units_of(side) if self.at[u] != AWAY} for side in SIDES]
        return Contact(ZONES, at[AXIS], at[RUSSIAN])

    def may_enter(self, h: int) -> bool:
        """BAR-V-AFTER-11."""
        return all(self.at[e] != h for e in units_of(SIDES[RUSSIAN])) and self.at[:5].count(h) < 3

    def stops(self, h: int) -> bool:
        """BAR-V-AFTER-09, -10."""
        return (h == SWAMP and not self.snow) or any(self.at[e] in GRID.neighbours[h] for e in units_of(SIDES[RUSSIAN]))


# --8<-- [start:declaration]
class Declared(Locals):
    battle: int  # that is being declared: both sides in one set of units


class Declaration(Box[Front]):
    """All battles before the first die, one after the other: whom it attacks, who attacks. A weak unit alone against
    a strong enemy is a soak-off (BAR-COMBAT-08)."""

    name, title, locals = "declaration", "Declare battles", Declared
    clauses = ("BAR-COMBAT-04", "BAR-COMBAT-06", "BAR-COMBAT-07", "BAR-COMBAT-09")

    def options(self, p: Front, f: Frame) -> list[int]:
        contact, battle = p.contact(), f[Declared.battle]
        units = contact.choices(p.free, battle)
        row = [TARGET | d << ARG for d in units_of(units & SIDES[RUSSIAN])]
        row += [ATTACK | a << ARG for a in units_of(units & SIDES[AXIS])]
        if contact.completed(p.free, battle) == battle:
            row.append(DECLARED)
        return row

    # --8<-- [end:declaration]

    def target(self, p: Front, f: Frame, unit: int) -> None:
        f[Declared.battle] |= 1 << unit

    def attack(self, p: Front, f: Frame, unit: int) -> None:
        f[Declared.battle] |= 1 << unit

    def refuse_attack(self, p: Front, f: Frame, unit: int) -> Reason | None:
        if not p.free & ~f[Declared.battle] & 1 << unit & SIDES[AXIS]:
            return Reason(f"{NAMES[unit]} has its battle, or no enemy beside it.", ("BAR-COMBAT-04", "BAR-COMBAT-13"))
        if f[Declared.battle] & SIDES[RUSSIAN] & ~p.contact().touching[unit]:
            return Reason(f"{NAMES[unit]} does not touch every defender of this battle.", ("BAR-COMBAT-05",))
        return Reason(f"Without {NAMES[unit]} an enemy would not be attacked.", ("BAR-COMBAT-02",))

    def declared(self, p: Front, f: Frame) -> None:
        p.battles.append(f[Declared.battle])
        p.free &= ~f[Declared.battle]
        p.end()


# --8<-- [start:combat-step]
COMBAT_STEP = Sequence(
    "play",
    lambda p, f: setattr(p, "free", p.contact().duty),  # BAR-COMBAT-10: judged once
    loop(lambda p, f: p.free, "declaration"),
    loop(lambda p, f: any(p.battles), "next-battle"),
)
# --8<-- [end:combat-step]


class Battle(Locals):
    units: int
    result: int


class NextBattle(Box[Front]):
    """The attacker picks the battle that is fought next."""

    name, title, clauses = "next-battle", "The next battle", ("BAR-COMBAT-09",)

    def options(self, p: Front, f: Frame) -> list[int]:
        return [RESOLVE | n << ARG for n, battle in enumerate(p.battles) if battle]

    def resolve(self, p: Front, f: Frame, n: int) -> None:
        p.end()
        p.call("battle", p.battles[n])
        p.battles[n] = 0


class BattleDie(DieBox[Front]):
    name, title, clauses = "battle-die", "Battle", ("BAR-ODDS-05",)

    def die(self, p: Front, f: Frame, n: int) -> None:
        p.end()
        battle = p.frames[-1]
        attack, defence = (sum(STRENGTH[u] for u in units_of(battle[Battle.units] & side)) for side in SIDES)
        column = 4 + attack // defence if attack >= defence else 6 + -defence // attack  # BAR-ODDS-03
        result = RESULTS[n - 1][max(0, min(10, column))]
        battle[Battle.result] = ("AE", "AB2", "EX", "DB2", "DE").index(result)
        p.note("Battle", f"{attack} to {defence}, a {n}: {result}.", "BAR-ODDS-03", "BAR-ODDS-05")


def apply_result(p: Front, f: Frame) -> None:
    """BAR-RESULT-01 to -06; the hexes that end up empty are open to an advance (BAR-V-AFTER-01)."""
    units, result = f[OWN:]
    defenders = units & SIDES[RUSSIAN]
    lost = units if result == 2 else defenders if result > 2 else units & SIDES[AXIS]
    left = {p.at[u] for u in units_of(lost & defenders)}
    for u in units_of(lost):
        p.at[u] = AWAY
    f[Battle.units] &= ~lost
    p.vacated = sorted(left - set(p.at))


# --8<-- [start:advance]
LIMIT = {"EX": (1, 1), "DB2": (2, 1), "DE": (3, 2)}  # BAR-V-AFTER-05, -06: for mobile units, without and with snow


class Advancing(Locals):
    unit: int  # on its way, plus 1; or 0
    gone: int  # hexes


class Advance(Box[Front]):
    """The attackers of the battle go forward, none, some or all, each to its limit before the next starts."""

    name, title, locals = "advance", "Advance after battle", Advancing
    clauses = ("BAR-V-AFTER-01", "BAR-V-AFTER-04", "BAR-V-AFTER-07", "BAR-V-AFTER-08")

    def options(self, p: Front, f: Frame) -> list[int]:
        if f[Advancing.unit]:
            u = f[Advancing.unit] - 1
            steps = [ADVANCE | u << ARG | h for h in GRID.neighbours[p.at[u]] if p.may_enter(h)]
        else:  # BAR-V-AFTER-08: first into a hex that the defender left
            steps = [
                ADVANCE | u << ARG | h
                for u in units_of(p.frames[-2][Battle.units] & SIDES[AXIS])
                for h in p.vacated
                if h in GRID.neighbours[p.at[u]] and p.may_enter(h)
            ]
        return [HALT, *steps]

    def advance(self, p: Front, f: Frame, unit: int, space: int) -> None:
        p.say(Move(piece=NAMES[unit], to=GRID.ids[space], how="advance", text=f"{NAMES[unit]} advances."))
        p.frames[-2][Battle.units] &= ~(1 << unit)
        p.at[unit], f[Advancing.unit], f[Advancing.gone] = space, unit + 1, f[Advancing.gone] + 1
        limit = LIMIT[("EX", "DB2", "DE")[p.frames[-2][Battle.result] - 2]][p.snow] if MOBILE >> unit & 1 else 1
        if f[Advancing.gone] == limit or p.stops(space):
            f[Advancing.unit] = f[Advancing.gone] = 0

    def halt(self, p: Front, f: Frame) -> None:
        if f[Advancing.unit]:
            f[Advancing.unit] = f[Advancing.gone] = 0
        else:
            p.end()


ONE_BATTLE = Sequence(
    "battle",
    "battle-die",
    apply_result,
    when(lambda p, f: p.vacated and f[Battle.units] & SIDES[AXIS], "advance"),
    locals=Battle,
)
# --8<-- [end:advance]

GAME = plain_game(
    "battles",
    ("axis", "russian"),
    Front,
    [COMBAT_STEP, ONE_BATTLE, Declaration(), NextBattle(), BattleDie(), Advance()],
    VERBS,
    {"piece": NAMES, "space": GRID.ids},
)
