"""Map overlays and the arrows of an attack."""

from __future__ import annotations

from mamayev.engine import scene as sc
from mamayev.engine.words import counted, listed
from mamayev.terrain.look import attacks, named, shading

from ..printed.map import GERMAN
from ..rules.actions import targets
from ..rules.fire import DELIBERATE, Combat
from ..rules.position import City, names
from ..rules.soviet import attackers, top_hexes
from ..rules.trade import of_attack, of_soviet_attack


def overlays(p: City, side: int | None) -> list[sc.Overlay]:
    """Return the overlays: Spawn hexes by controlling side, the hexes that the Soviets will count next, the stacks in
    contact, and each side's targets. `side`: the side whose blocks the viewer sees.
    """
    board, grid = p.board, p.board.grid
    tops = named(grid, top_hexes(p))
    spawns = grid.gather(board.soviet_spawn + board.german_spawn)
    order = {name: str(n) for n, name in enumerate(tops, 1)} if len(tops) <= p.spawns_held().bit_count() else {}
    return [
        shading(grid, "spawn-german", "Spawn hexes", "range", spawns & p.control, "german", shown=True),
        shading(grid, "spawn-soviet", "Spawn hexes", "range", spawns & ~p.control, "soviet", shown=True),
        sc.Overlay(id="tops", title="Top stacks", kind="range", spaces=tops, values=order, side="soviet"),
        shading(grid, "targets", "Stacks in contact", "zone", p.soviet & grid.around(p.german), "german"),
        *([attacks_overlay(p, empty=True)] if side == GERMAN and attacks_now(p) else []),
        *([] if side is None else [dangers_overlay(p, side, empty=True)]),
    ]


ATTACKS, DANGERS = "attacks", "dangers"


def attacks_now(p: City) -> bool:
    """Return whether the leader can choose a Deliberate Attack now. A list without one would deny Hasty Attacks."""
    return bool(p.frames) and p.box.name == "german-round" and bool(targets(p))


def attacks_overlay(p: City, *, empty: bool = False) -> sc.Overlay:
    """Return the Deliberate Attacks that the leader can choose now, the best trade first. For each target, different
    numbers of adjacent stacks attack.
    """
    grid = p.board.grid
    shown = sc.Overlay(
        id=ATTACKS, title="What the Germans can attack", kind="threat", side="german", asked=True, now=attacks_now(p)
    )
    if empty or not shown.now:
        return shown
    found = [ways(p, h) for h in grid.hexes(targets(p))]
    shown.offers = sorted(found, key=lambda each: -gain(each.ways[each.best]))
    for each in found:
        best = each.ways[each.best]
        shown.spaces += (each.space,)
        shown.values[each.space], shown.trades[each.space] = best.odds, best.trade
        shown.notes[each.space], shown.drafts[each.space] = best.text, best.draft
        shown.origins[each.space] = best.origins
    return shown


def ways(p: City, target: int) -> sc.Offers:
    """Return the ways to attack a hex: with the strongest stack of the leader beside it, the two strongest, and so
    on. In 240 attacks of six games between bots, no other stacks had a better trade."""
    board, grid = p.board, p.board.grid
    beside = board.near[target] & p.german
    stacks = sorted(grid.hexes(beside & p.commanded()), key=lambda h: (-sum(p.strength[u] for u in p.stacks[h]), h))
    found = []
    for number in range(1, len(stacks) + 1):
        origins = stacks[:number]
        hexes = named(grid, sorted(origins))
        traded = of_attack(p, DELIBERATE, target, grid.gather(origins))
        assert traded is not None, "a stack has units"
        units = [u for h in origins for u in p.stacks[h]]
        dice = sum(p.strength[u] for u in units)
        alone = beside.bit_count() == 1
        found.append(
            sc.Offer(
                odds=counted(dice, "# die", "# dice"), attack=dice, defense=len(p.stacks[target]), trade=traded,
                text=f"{names(board, units)} attack from {listed(hexes)}.",
                pieces=tuple(board.units[u].id for u in units), origins=hexes,
                draft=[f"attack {grid.ids[target]}"] if alone else
                [f"attack {grid.ids[target]}", *(f"join {h}" for h in hexes), "begin"],
            )
        )  # fmt: skip
    title = f"{grid.ids[target]} {board.place_names[target]}".strip()
    best = max(range(len(found)), key=lambda n: gain(found[n]))
    return sc.Offers(grid.ids[target], f"{title}: {counted(len(p.stacks[target]), '# block', '# blocks')}", found, best)


def gain(way: sc.Offer) -> float:
    """Return how many more steps an attack kills than it costs."""
    return way.trade.kills - way.trade.costs


def dangers_overlay(p: City, side: int, *, empty: bool = False) -> sc.Overlay:
    """Return the German stacks that a Soviet die could send a stack against, each with the worst trade for the Germans,
    as far as a side knows. Without a Soviet player, only the top stacks get a die (INF-SMOVE-01).
    """
    board, grid = p.board, p.board.grid
    shown = sc.Overlay(id=DANGERS, title="What the Soviets can attack", kind="threat", side="soviet", asked=True)
    if empty:
        return shown
    able = p.soviet if p.table.soviet_player else grid.gather(top_hexes(p))
    for target in grid.hexes(p.german & grid.around(able)):
        sent = (attackers(p, h, target) for h in grid.hexes(board.near[target] & able))
        found = [(hexes, of_soviet_attack(p, target, hexes, side)) for hexes in dict.fromkeys(sent)]
        hexes, traded = max(found, key=lambda each: each[1].kills - each[1].costs)
        name, blocks = grid.ids[target], counted(len(p.units_in(hexes)), "# block", "# blocks")
        shown.spaces += (name,)
        shown.values[name], shown.trades[name], shown.origins[name] = blocks, traded, named(grid, hexes)
        shown.notes[name] = f"A die can send {blocks} from {listed(shown.origins[name])}."
    return shown


def arrows(p: City) -> list[sc.Arrow]:
    """Return arrows from the attacking hexes to the target."""
    if not p.inside("combat"):
        return []
    f = p.frame("combat")
    return attacks(p.board.grid, ((h, f[Combat.target]) for h in p.board.grid.hexes(f[Combat.origins])))
