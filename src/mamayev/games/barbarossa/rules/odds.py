"""The strengths and odds of a battle (BAR-ODDS), and when terrain doubles the defender (BAR-TERRAIN)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Protocol

from mamayev.engine.words import counted
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes

from ..printed.board import Board
from ..printed.calendar import SNOW
from .setting import Setting

COLUMNS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
EVEN = COLUMNS.index("1-1")
AUTOMATIC = 7  # BAR-ODDS-04
HOPELESS = 6  # BAR-COMBAT-11


class Stands(Protocol):
    """The part of a position that strengths depend on."""

    table: Setting
    board: Board
    at: list[int]
    cut_off_early: Units
    weather: int


class Phasing(Stands, Protocol):
    """The part of a position that strengths depend on, with the side whose player turn it is."""

    side: int


class Standing:
    """A snapshot of the part of a position that strengths depend on."""

    __slots__ = ("at", "board", "cut_off_early", "table", "weather")

    def __init__(self, p: Stands) -> None:
        self.table, self.board = p.table, p.board
        self.at = list(p.at)
        self.cut_off_early = p.cut_off_early
        self.weather = p.weather


def is_doubled(p: Stands, h: int, hexes: Iterable[int]) -> bool:
    """Return whether defenders in a hex are doubled against attackers from the given hexes. BAR-TERRAIN-20: at most
    once; BAR-TERRAIN-21: each hex against all attackers of the battle. BAR-TERRAIN-12, BAR-TERRAIN-15, BAR-TERRAIN-16:
    a river doubles the defenders if all attackers are on one bank. Under one reading, where a river has three banks,
    it also doubles them if the attackers are on two of the three. BAR-TERRAIN-17: it does so in any weather or, under
    one reading, except in snow."""
    board, grid = p.board, p.board.grid
    bit = grid.bit[h]
    if not board.may_double & bit:
        return False
    if board.always_doubled & bit:
        return True
    if p.table.readings["frozen_rivers=freeze"] and p.weather == SNOW:
        return False
    found = {board.banks[h][grid.direction(h, at)] for at in hexes}
    if p.table.readings["river_doubling=any"]:
        return any(found)
    if p.table.readings["third_bank=doubled"]:
        return 0 not in found and len(found) < max(2, len({*board.banks[h]} - {0}))
    return len(found) == 1 and 0 not in found


def can_double(p: Stands, h: int) -> bool:
    """BAR-ADVANCE-02, one reading: return whether defenders in a hex would be doubled against attacks from some
    direction.
    """
    board = p.board
    if board.always_doubled & board.grid.bit[h]:
        return True
    return any(board.banks.get(h, ())) and not (p.table.readings["frozen_rivers=freeze"] and p.weather == SNOW)


def why_doubled(p: Stands, h: int) -> tuple[str, str]:
    """Return why the defenders in a hex are doubled, and the clause."""
    board = p.board
    bit = board.grid.bit[h]
    if board.major & bit:
        return "in a major city", "BAR-TERRAIN-18"
    if board.mountains & bit:
        return "in mountains", "BAR-TERRAIN-08"
    if p.table.readings["river_doubling=any"]:
        return "attacked across the river", "BAR-TERRAIN-15"
    if p.table.readings["third_bank=doubled"] and len({*board.banks[h]} - {0}) > 2:
        return "attacked from no more than two of three banks", "BAR-TERRAIN-16"
    return "attacked from one bank alone", "BAR-TERRAIN-15"


def doubled_hexes(p: Stands, attackers: Units, defenders: Units) -> list[int]:
    """Return the hexes of a battle whose defenders are doubled."""
    hexes = {p.at[u] for u in units_of(attackers)}
    return [h for h in sorted({p.at[u] for u in units_of(defenders)}) if is_doubled(p, h, hexes)]


def modifiers(
    p: Stands, attackers: Units, defenders: Units, hexes: Iterable[int], doubled: Iterable[int], air: int = 0
) -> dict[str, str]:
    """Return the modifiers of the printed factors in a battle, each with its clause.

    `hexes`: the defenders' hexes when the battle began. `doubled`: the hexes that double them. `air`: the attackers'
    air factors.
    """
    terrain = {f"defenders doubled ({why})": clause for why, clause in (why_doubled(p, h) for h in doubled)}
    return terrain | beside_terrain(p, attackers, defenders, hexes, doubled, air)


def beside_terrain(
    p: Stands, attackers: Units, defenders: Units, hexes: Iterable[int], doubled: Iterable[int], air: int
) -> dict[str, str]:
    """Return the modifiers that do not come from terrain."""
    board, grid = p.board, p.board.grid
    found = {}
    targets = grid.gather(hexes)
    at_home = targets & p.table.clear_finland & ~grid.gather(doubled)
    if p.table.finns:
        if any(
            grid.bit[p.at[u]] & at_home or not grid.bit[p.at[u]] & targets for u in finnish(board, defenders) if at_home
        ):
            found["Finnish defenders doubled (in clear Finland)"] = "BAR-V-FINN-01"
        if finnish(board, attackers) and targets and not targets & ~p.table.clear_finland:
            found["Finnish attackers doubled (in clear Finland)"] = "BAR-V-FINN-02"
    if p.table.readings["isolation=halve"] and attackers & p.cut_off_early:
        found["isolated attackers halved"] = "BAR-ISO-07"
    if air:
        found[counted(air, "# air factor", "# air factors")] = "BAR-V-TAC-01"
    return found


def finnish(board: Board, units: Units) -> list[int]:
    """Return the Finnish units among `units`."""
    return [u for u in units_of(units) if board.units[u].nation == "Finnish"]


def attack_halves(p: Stands, u: int, targets: Hexes = 0) -> int:
    """Return the attack factor of a unit in half factors.

    BAR-ISO-07: under one reading, the factor is halved if the unit is isolated. BAR-V-FINN-02, BAR-V-FINN-05: for
    Finns, it is doubled if all target hexes are clear hexes in Finland.
    """
    board = p.board
    halves = board.units[u].attack * (1 if p.table.readings["isolation=halve"] and p.cut_off_early >> u & 1 else 2)
    at_home = p.table.finns and targets and not targets & ~p.table.clear_finland
    return halves * 2 if at_home and board.units[u].nation == "Finnish" else halves


def defense_factor(p: Stands, u: int, doubled: bool) -> int:
    """Return the defense factor of a unit.

    `doubled`: whether its hex is doubled. BAR-V-FINN-01, BAR-V-FINN-04, BAR-V-FLOW-13: with the option finns, Finns are
    doubled in clear hexes of Finland. No unit is doubled twice.
    """
    board = p.board
    at_home = p.table.finns and board.units[u].nation == "Finnish" and p.table.clear_finland & board.grid.bit[p.at[u]]
    return board.units[u].defense * (2 if doubled or at_home else 1)


def attack(p: Stands, attackers: Units, defenders: Units) -> int:
    """BAR-ODDS-01: return the attack strength, which terrain never changes."""
    targets = p.board.grid.gather(p.at[u] for u in units_of(defenders)) if p.table.finns else 0
    return sum(attack_halves(p, u, targets) for u in units_of(attackers)) // 2


def defense(p: Stands, attackers: Units, defenders: Units) -> int:
    """BAR-ODDS-02: return the defense strength against the given attackers."""
    doubled = doubled_hexes(p, attackers, defenders)
    return sum(defense_factor(p, u, p.at[u] in doubled) for u in units_of(defenders))


def column(attack: int, defense: int) -> int | None:
    """BAR-ODDS-03: return the index of the column, with odds rounded in the defender's favor. The index is one past the
    last column at 7-1 or better, and None below 1-6.
    """
    if attack >= defense:
        return EVEN - 1 + min(attack // defense, AUTOMATIC)
    if attack * HOPELESS < defense:
        return None
    return EVEN + 1 - -(-defense // attack)


def least_attack(n: int, d: int) -> int:
    """BAR-ODDS-03: return the lowest attack strength that reaches a column against a defense."""
    return d * (n - EVEN + 1) if n >= EVEN else -(-d // (EVEN + 1 - n))


def column_used(p: Stands, attack: int, defense: int) -> int | None:
    """BAR-ODDS-04: return the column to use. Under one reading, odds of 7-1 or better also use the last column."""
    found = column(attack, defense)
    return len(COLUMNS) - 1 if found == len(COLUMNS) and p.table.throws_at_seven else found


def odds_name(attack: int, defense: int) -> str:
    """Return the odds in words."""
    found = column(attack, defense)
    if found is None:
        return "worse than 1-6"
    return COLUMNS[found] if found < len(COLUMNS) else "7-1 or better"


def hopeless(p: Stands, attackers: Units, defenders: Units) -> bool:
    """BAR-COMBAT-11: return whether a battle would be at worse than 1-6."""
    return attack(p, attackers, defenders) * HOPELESS < defense(p, attackers, defenders)


class Hopeless:
    """BAR-COMBAT-11 as a cost function (`terrain.declarations`): the cost of a battle at worse than 1-6 is its
    attackers, which are lost without a die roll.
    """

    def __init__(self, p: Phasing) -> None:
        board = p.board
        self.stands = Standing(p)
        self.attackers, self.defenders = board.all_of[p.side], board.all_of[1 - p.side]

    def cost(self, battle: Units) -> int:
        """Return the number of attackers that would be lost without a die roll."""
        attackers, defenders = battle & self.attackers, battle & self.defenders
        return attackers.bit_count() if hopeless(self.stands, attackers, defenders) else 0

    def least(self, battle: Units, helpers: Units) -> int:
        """Return the least possible cost, with all helpers and without any doubling that the helpers could cancel."""
        attackers, defenders = battle & self.attackers, battle & self.defenders
        beside = attackers if self.stands.table.readings["river_doubling=any"] else attackers | helpers
        most = attack(self.stands, attackers | helpers, defenders)
        return attackers.bit_count() if most * HOPELESS < defense(self.stands, beside, defenders) else 0

    def sure(self, a: int, d: int) -> bool:
        """Return whether one attacker is enough against the defender, even if the defender is doubled."""
        board = self.stands.board
        bit = board.grid.bit[self.stands.at[d]]
        factor = defense_factor(self.stands, d, bool(board.may_double & bit))
        return attack_halves(self.stands, a, bit) // 2 * HOPELESS >= factor

    def alike(self, u: int) -> Hashable:
        """Return a unit's hex and its factors there. Equivalent units have equal values."""
        unit, stands = self.stands.board.units[u], self.stands
        finnish, cut_off = unit.nation == "Finnish", stands.cut_off_early >> u & 1
        return stands.at[u], unit.attack, unit.defense, finnish, cut_off
