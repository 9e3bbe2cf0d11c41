"""The declaration panel: battles with their odds, chances and costs, and the units that must still be attacked."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from mamayev.engine import scene as sc
from mamayev.engine.foretell import Outcome, Trade
from mamayev.engine.words import counted, listed
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes

from ..printed.board import Board
from ..rules import odds, trade
from ..rules.battle import BattleDie
from ..rules.declaration import Battle, Declaration, open_battle, sides
from ..rules.position import Campaign
from ..rules.results import RESULTS

SIDES = ("German", "Russian")


def combat(p: Campaign) -> sc.Combat | None:
    """Return the declared battles, the open battle, the current battle, and the units that must still fight, or None
    outside combat.
    """
    open_ = open_battle(p)
    now = p.frame("battle") if p.inside("battle") else None
    battles = [declared(p, str(n), battle, "declared") for n, battle in enumerate(p.battles, 1) if battle]
    if open_:
        battles.append(declared(p, str(len(p.battles) + 1), open_, "open"))
    if now is not None and now[Battle.attackers] and now[Battle.defenders]:
        # Its sums were made when the battle began, and units may have retreated or advanced since.
        sums = now[Battle.attack] + p.flying, now[Battle.defense]
        units, air = (now[Battle.attackers], now[Battle.defenders]), now[Battle.air] + p.flying
        battles.append(shown(p, "now", "now", units, p.left, p.doubled, sums, air))
        if p.box.name == BattleDie.name:
            battles[-1].trade = trade.shown(trade.of_battle(p, *units, p.left[0], air))
    found = debts(p, duty(p)) if p.frames and p.free else []
    return sc.Combat(battles, found, whole(battles)) if battles or found else None


def whole(battles: list[sc.BattleShown]) -> Trade | None:
    """Return the expected losses in all battles that are still to be fought, or None if there are fewer than two."""
    trades = [one.trade for one in battles if one.trade is not None and one.state != "now"]
    if len(trades) < 2:
        return None
    return Trade(sum(one.kills for one in trades), sum(one.costs for one in trades), 0.0, enters=False)


def declared(p: Campaign, name: str, battle: Units, state: Literal["open", "declared"]) -> sc.BattleShown:
    """Return a battle that has not been fought yet, in the form that the panel shows."""
    attackers, defenders = sides(p, battle)
    hexes, doubled = sorted({p.at[u] for u in units_of(defenders)}), odds.doubled_hexes(p, attackers, defenders)
    sums = odds.attack(p, attackers, defenders) if attackers else 0, odds.defense(p, attackers, defenders)
    found = shown(p, name, state, (attackers, defenders), hexes, doubled, sums)
    if attackers and defenders:
        found.trade = trade.shown(trade.of_attack(p, [(attackers, defenders)], hexes[0]))
    return found


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
    """Return a battle in the form that the panel shows: the attackers and defenders, the target hexes, the doubled
    hexes among them, the strengths, and the air factors in the strengths.
    """
    board = p.board
    (attackers, defenders), (a, d) = units, sums
    found = odds.column_used(p, a, d) if attackers and defenders else None
    return sc.BattleShown(
        id=name, title=title(board, hexes, attackers, defenders), state=state,
        spaces=tuple(board.grid.ids[h] for h in hexes), attackers=ids(board, attackers),
        defenders=ids(board, defenders), attack=a,
        defense=d, odds=odds.odds_name(a, d) if attackers and defenders else "",
        column=NAMES[found] if found is not None else "", columns=near(p, found, d) if found is not None else (),
        steps={NAMES[n]: odds.least_attack(n, d) for n in range(len(NAMES))} if defenders else {},
        more=p.air[p.side] if state != "declared" and found is not None else 0, chart="combat",
        why=(
            *(doubling(p, h, h in doubled, bool(attackers)) for h in hexes),
            *(sc.Remark(f"{name[0].upper()}{name[1:]}.", (clause,))
              for name, clause in odds.beside_terrain(p, attackers, defenders, hexes, doubled, air).items()),
        ),
        notes=costs(p, a, d, found) if found is not None else (),
    )  # fmt: skip


NAMES = (*odds.COLUMNS, "7-1")


def title(board: Board, hexes: list[int], attackers: Units, defenders: Units) -> str:
    """Return the place and the size of a battle."""
    where = ", ".join(place(board, h) for h in hexes)
    if not attackers:
        return f"{where}: no attackers yet" if where else "No target yet"
    number = attackers.bit_count()
    units = "one unit" if number == 1 else f"{in_letters(number)} units"
    return f"{where}: {units} against {in_letters(defenders.bit_count())}"


LETTERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_letters(number: int) -> str:
    """Return a small number as a word."""
    return LETTERS[number] if number < len(LETTERS) else str(number)


def ids(board: Board, units: Units) -> tuple[str, ...]:
    """Return the ids of the given units, the strongest first."""
    return tuple(board.units[u].id for u in sorted(units_of(units), key=lambda u: (-board.units[u].attack, u)))


def near(p: Campaign, found: int, d: int) -> tuple[sc.OddsColumn, ...]:
    """Return a column and its neighbors."""
    return tuple(
        sc.OddsColumn(NAMES[n], odds.least_attack(n, d), chances(p, n))
        for n in range(max(found - 1, 0), min(found + 2, len(NAMES)))
    )


def chances(p: Campaign, n: int) -> tuple[Outcome, ...]:
    """BAR-T-CRT: return the chance of each result in a column."""
    if n == len(odds.COLUMNS):
        return (Outcome(RESULTS["DE"], 1.0),)
    counted = Counter(row[n] for row in p.table.combat)
    return tuple(Outcome(RESULTS[key], counted[key] / 6) for key in reversed(RESULTS) if counted[key])


def doubling(p: Campaign, h: int, doubled: bool, attacked: bool) -> sc.Remark:
    """Return why the defenders in a hex are doubled, or why they are not."""
    board = p.board
    place = p.table.places[h]
    if doubled:
        reason, clause = odds.why_doubled(p, h)
        return sc.Remark(f"{place}: doubled, {reason}.", (clause,))
    if board.rivers & board.grid.bit[h] and attacked:
        return sc.Remark(f"{place}: not doubled, because not all attackers are across the river.", ("BAR-TERRAIN-15",))
    return sc.Remark(f"{place}: not doubled.", ("BAR-TERRAIN-20",))


def costs(p: Campaign, a: int, d: int, found: int) -> tuple[sc.Remark, ...]:
    """BAR-RESULT-06, BAR-RESULT-07: return the cost of an Exchange, if the column has one."""
    if not any(one.text == "Exchange" for one in chances(p, found)):
        return ()
    us, them = SIDES[p.side], SIDES[1 - p.side]
    if a < d:
        us, them, a, d = them, us, d, a
    if a == d:
        text = f"An Exchange eliminates both sides, {counted(a, '# factor', '# factors')} each."
    else:
        text = f"An Exchange costs the {them} side all {d} factors, and the {us} side at least {d} of its choice."
    return (sc.Remark(text, ("BAR-RESULT-06", "BAR-RESULT-07")),)


def debts(p: Campaign, free: Units) -> list[sc.Debt]:
    """BAR-COMBAT-02, BAR-COMBAT-03: return the enemies that must still be attacked, by hex, each with the attack that a
    click on the hex starts.
    """
    board, grid = p.board, p.board.grid
    _, defenders = sides(p, free)
    found = []
    for h in grid.hexes(hexes_of(p, defenders)):
        there = sum(1 << u for u in units_of(defenders) if p.at[u] == h)
        title = f"{place(board, h)}: {p.names(there)}"
        attackers, targets = sides(p, p.box.struck(p, p.top, h)) if isinstance(p.box, Declaration) else (0, 0)
        if not attackers:
            found.append(sc.Debt(grid.ids[h], title, untouched(p, free, there), "", ids(board, there)))
            continue
        a, d = odds.attack(p, attackers, targets), odds.defense(p, attackers, targets)
        others = [place(board, one) for one in grid.hexes(hexes_of(p, targets)) if one != h]
        also = f" with {listed(others)}" if others else ""
        who = f"{counted(attackers.bit_count(), '# unit', '# units')} can attack it{also}: {a} to {d}"
        expected = trade.shown(trade.of_attack(p, [(attackers, targets)], h))
        found.append(sc.Debt(grid.ids[h], title, who, odds.odds_name(a, d), ids(board, there), expected))
    return found


def untouched(p: Campaign, free: Units, there: Units) -> str:
    """Return why a click on the hex starts no attack on the given enemies."""
    able = sides(p, free)[0] & p.contact.touched_by_all(there)
    if not able:
        return f"no unit is left to attack its {odds.defense(p, 0, there)} factors"
    if open_battle(p):
        return f"{counted(able.bit_count(), '# unit', '# units')} can attack it after the open battle"
    return "every unit that could attack it is needed elsewhere"


def place(board: Board, h: int) -> str:
    """Return the short name of a hex."""
    return board.cities[board.city[h]].name if h in board.city else board.grid.ids[h]


def hexes_of(p: Campaign, units: Units) -> Hexes:
    """Return the hexes of the given units."""
    return p.board.grid.gather({p.at[u] for u in units_of(units)})


def duty(p: Campaign) -> Units:
    """Return the units that must still attack or be attacked, except those in the open battle."""
    return p.free & ~open_battle(p)
