"""Predict a month under orders: the battles, and what a forecast measures at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mamayev.engine.orders import Foreseen, Mark, Orders, Part
from mamayev.engine.orders import Plan as OtherOrders
from mamayev.terrain.contact import units_of
from mamayev.terrain.grid import Hexes

from ..printed.board import LOST
from ..rules.odds import attack, defense
from ..rules.position import Campaign
from ..rules.trade import of_battle
from .attack import Battle
from .directions import DIE, OTHERS, about_to_move, other, target
from .orders import GROUPS, side_of, style_of
from .staff import Plan, arrived, to_declare, whole_plan
from .task import SECTORS, reached_by, sectors


def foreseen(p: Campaign, orders: Orders) -> list[Foreseen]:
    """Return the battles that the staff plans for this player turn, with the soak-offs last."""
    style = style_of(p.board, orders)
    if p.seat != side_of(orders):
        return []
    q = about_to_move(p, style)
    if q.box.name == "move":
        meant = whole_plan(q, style)
    elif q.box.name == "declare":
        meant = Plan((), to_declare(q, style))
    else:
        return []
    there = arrived(q, meant)
    return [one_of(there, battle) for battle in sorted(meant.battles, key=lambda battle: battle.soak)]


def second(p: Campaign, orders: Orders) -> OtherOrders | None:
    """Return the next best plan for this player turn as orders: the same orders at another risk."""
    style = style_of(p.board, orders)
    q = about_to_move(p, style)
    if p.seat != side_of(orders) or q.box.name != "move":
        return None
    found = other(q, whole_plan(q, style), style)
    return None if found is None else OtherOrders(OTHERS[found[0]], orders.changed() | {"risk": found[0]})


def one_of(q: Campaign, battle: Battle) -> Foreseen:
    """Return a battle in the form that players see, with its units in their hexes."""
    h = target(q, battle)
    lead = max(units_of(battle.attackers), key=lambda u: q.board.attack[u])
    falls = of_battle(q, battle.attackers, battle.defenders, h).falls
    what = "Soak-off" if battle.soak else q.called(lead)
    return Foreseen(
        title=f"{what} at {q.table.places[h]}",
        spaces=tuple(sorted({q.board.grid.ids[q.at[u]] for u in units_of(battle.defenders)})),
        own=attack(q, battle.attackers, battle.defenders),
        enemy=defense(q, battle.attackers, battle.defenders),
        odds=battle.odds,
        chance=f"clears it in {round(DIE * falls)} of {DIE}",
    )


def parts(p: Campaign, side: int) -> list[Part]:
    """Return the sectors, with a side's attack factors and the enemy's defense factors in each."""
    board, grid = p.board, p.board.grid

    def there(whose: int, factors: Sequence[int], hexes: Hexes) -> float:
        return float(sum(factors[u] for u in p.units(whose) if hexes & grid.bit[p.at[u]]))

    return [
        Part(
            title,
            there(side, board.attack, hexes),
            there(1 - side, board.defense, hexes),
            tuple(grid.ids[h] for h in grid.hexes(hexes)),
        )
        for title, hexes in zip(GROUPS.values(), sectors(board), strict=True)
    ]


def marks(before: Campaign, p: Campaign, orders: Orders) -> list[Mark]:
    """Return what a forecast measures at the end of a month: objectives, hexes and lines to hold, and losses."""
    return [*_chances(p, orders), *_losses(before, p, side_of(orders))]


def _chances(p: Campaign, orders: Orders) -> Iterator[Mark]:
    task, side, places = style_of(p.board, orders).task, side_of(orders), p.table.places
    for sector in task.sectors:
        name = SECTORS[sector.number]
        for h in sector.aims:
            yield Mark("chance", f"{places[h]} taken", float(reached_by(p, h, side)), f"objective_{name}")
        if sector.line:
            whole = not sector.line & ~p.zones.occupied[side]
            yield Mark("chance", f"{GROUPS[name]}: line manned", float(whole), f"line_{name}")
    for h in p.board.grid.hexes(task.stand):
        held = bool(p.zones.occupied[side] & p.board.grid.bit[h])
        yield Mark("chance", f"{places[h]} held", float(held), "stand")


def _losses(before: Campaign, p: Campaign, side: int) -> Iterator[Mark]:
    for label, whose in (("Own units lost", side), ("Enemy units lost", 1 - side)):
        yield Mark("amount", label, float(sum(p.at[u] == LOST for u in before.units(whose))))
