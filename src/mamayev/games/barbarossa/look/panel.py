"""The declaration panel: battles as they are declared, with odds, chances and costs, and what is still owed."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from mamayev.engine import scene as sc
from mamayev.engine.foretell import Outcome
from mamayev.engine.words import counted
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes

from ..printed.board import Board
from ..rules.battle import RESULTS
from ..rules.declaration import Battle, open_battle, sides
from ..rules.odds import (
    COLUMNS,
    EVEN,
    attack,
    beside_terrain,
    column_used,
    defense,
    doubled_hexes,
    odds_name,
    why_doubled,
)
from ..rules.position import Campaign

SIDES = ("German", "Russian")


def combat(p: Campaign) -> sc.Combat | None:
    """What is declared, open, under way and owed; None outside combat."""
    open_ = open_battle(p)
    now = p.frame("battle") if p.inside("battle") else None
    battles = [declared(p, str(n), battle, "declared") for n, battle in enumerate(p.battles, 1) if battle]
    if open_:
        battles.append(declared(p, str(len(p.battles) + 1), open_, "open"))
    if now is not None and now[Battle.attackers] and now[Battle.defenders]:
        # Its sums were made when it was taken up; since then units may have retreated or advanced.
        sums = now[Battle.attack] + p.flying, now[Battle.defense]
        units, air = (now[Battle.attackers], now[Battle.defenders]), now[Battle.air] + p.flying
        battles.append(shown(p, "now", "now", units, p.left, p.doubled, sums, air))
    found = debts(p, duty(p)) if p.free else []
    return sc.Combat(battles, found) if battles or found else None


def declared(p: Campaign, name: str, battle: Units, state: Literal["open", "declared"]) -> sc.BattleShown:
    """A battle that is still to be fought, as the panel tells it."""
    attackers, defenders = sides(p, battle)
    hexes, doubled = sorted({p.at[u] for u in units_of(defenders)}), doubled_hexes(p, attackers, defenders)
    sums = attack(p, attackers, defenders) if attackers else 0, defense(p, attackers, defenders)
    return shown(p, name, state, (attackers, defenders), hexes, doubled, sums)


def shown(
    p: Campaign,
    name: str,
    state: Literal["open", "declared", "now"],
    units: tuple[Units, Units],
    hexes: list[int],
    doubled: list[int],
    sums: tuple[int, int],
    air: int = 0,
) -> sc.BattleShown:
    """A battle as the panel tells it: attackers and defenders, the hexes that it is fought for, those of them that are
    doubled, the strengths of attack and defense, the air factors in them."""
    board = p.board
    (attackers, defenders), (a, d) = units, sums
    found = column_used(p, a, d) if attackers and defenders else None
    return sc.BattleShown(
        id=name, title=title(board, hexes, attackers, defenders), state=state,
        spaces=tuple(board.grid.ids[h] for h in hexes), attackers=ids(board, attackers),
        defenders=ids(board, defenders), attack=a,
        defense=d, odds=odds_name(a, d) if attackers and defenders else "",
        column=NAMES[found] if found is not None else "", columns=near(p, found, d) if found is not None else (),
        steps={NAMES[n]: least(n, d) for n in range(len(NAMES))} if defenders else {},
        more=p.air[p.side] if state != "declared" and found is not None else 0, chart="combat",
        why=(
            *(doubling(p, h, h in doubled, bool(attackers)) for h in hexes),
            *(sc.Remark(f"{name[0].upper()}{name[1:]}.", (clause,))
              for name, clause in beside_terrain(p, attackers, defenders, hexes, doubled, air).items()),
        ),
        notes=costs(p, a, d, found) if found is not None else (),
    )  # fmt: skip


NAMES = (*COLUMNS, "7-1")


def title(board: Board, hexes: list[int], attackers: Units, defenders: Units) -> str:
    """Where it is fought, and by how many."""
    where = ", ".join(place(board, h) for h in hexes)
    if not attackers:
        return f"{where}: who attacks?" if where else "Whom do they attack?"
    return f"{where}: {attackers.bit_count()} against {defenders.bit_count()}"


def ids(board: Board, units: Units) -> tuple[str, ...]:
    """The ids of some units, the strongest first."""
    return tuple(board.units[u].id for u in sorted(units_of(units), key=lambda u: (-board.units[u].attack, u)))


def least(n: int, d: int) -> int:
    """BAR-ODDS-03: the least attack strength that reaches a column."""
    return d * (n - EVEN + 1) if n >= EVEN else -(-d // (EVEN + 1 - n))


def near(p: Campaign, found: int, d: int) -> tuple[sc.OddsColumn, ...]:
    """A column and its neighbours."""
    return tuple(
        sc.OddsColumn(NAMES[n], least(n, d), chances(p, n))
        for n in range(max(found - 1, 0), min(found + 2, len(NAMES)))
    )


def chances(p: Campaign, n: int) -> tuple[Outcome, ...]:
    """BAR-T-CRT: what a column gives."""
    if n == len(COLUMNS):
        return (Outcome(RESULTS["DE"], 1.0),)
    counted = Counter(row[n] for row in p.table.combat)
    return tuple(Outcome(RESULTS[key], counted[key] / 6) for key in reversed(RESULTS) if counted[key])


def doubling(p: Campaign, h: int, doubled: bool, attacked: bool) -> sc.Remark:
    """Why the defenders in a hex are doubled, or that they are not."""
    board = p.board
    place = p.table.places[h]
    if doubled:
        reason, clause = why_doubled(p, h)
        return sc.Remark(f"{place}: doubled, {reason}.", (clause,))
    if board.rivers & board.grid.bit[h] and attacked:
        return sc.Remark(f"{place}: not doubled, the river does not part all attackers from it.", ("BAR-TERRAIN-15",))
    return sc.Remark(f"{place}: not doubled.", ("BAR-TERRAIN-20",))


def costs(p: Campaign, a: int, d: int, found: int) -> tuple[sc.Remark, ...]:
    """BAR-RESULT-06, BAR-RESULT-07: what an Exchange would cost, where the column has one."""
    if not any(one.text == "Exchange" for one in chances(p, found)):
        return ()
    us, them = SIDES[p.side], SIDES[1 - p.side]
    if a == d:
        text = f"An Exchange costs both sides all their units, {counted(a, '# factor', '# factors')} each."
    elif a > d:
        text = f"An Exchange costs the {them} side all {d} factors, the {us} side units of at least {d}, by its choice."
    else:
        text = f"An Exchange costs the {us} side all {a} factors, the {them} side units of at least {a}, by its choice."
    return (sc.Remark(text, ("BAR-RESULT-06", "BAR-RESULT-07")),)


def debts(p: Campaign, free: Units) -> list[sc.Debt]:
    """BAR-COMBAT-02, BAR-COMBAT-03: the enemies that nobody attacks yet, by hex, with those that could."""
    board, grid = p.board, p.board.grid
    attackers, defenders = sides(p, free)
    found = []
    for h in grid.hexes(hexes_of(p, defenders)):
        there = sum(1 << u for u in units_of(defenders) if p.at[u] == h)
        able = attackers & p.contact.touched_by_all(there)
        a, d = attack(p, able, there) if able else 0, defense(p, able, there)
        who = f"{able.bit_count()} can attack it: {a} to {d}" if able else f"nobody is left to attack its {d}"
        names = p.names(there)
        odds = odds_name(a, d) if able else ""
        found.append(sc.Debt(grid.ids[h], f"{place(board, h)}: {names}", who, odds, ids(board, there)))
    return found


def place(board: Board, h: int) -> str:
    """The name of a hex."""
    return board.cities[board.city[h]].name if h in board.city else board.grid.ids[h]


def hexes_of(p: Campaign, units: Units) -> Hexes:
    """Where some units stand."""
    return p.board.grid.gather({p.at[u] for u in units_of(units)})


def duty(p: Campaign) -> Units:
    """The units that still owe an attack or are owed one, those of the open battle left out."""
    return p.free & ~open_battle(p)
