"""The state of a side as numbers for search and learning."""

from __future__ import annotations

from ..printed.map import GERMAN, SEAT_SIDES, SOVIET, STACK, TRACK, URBAN
from ..rules.arrivals import shown
from ..rules.position import DECK, HAND, City
from ..rules.victory import LOSSES

NEAR = 2
"""The distance in hexes from which a unit can soon attack."""


def features(p: City, seat: int) -> dict[str, float]:
    """Return the Germans' progress toward each ending (INF-WIN-01 to INF-WIN-05), based on public facts and on the
    strength of the seat's own blocks.
    """
    return race(p) | (of_germans(p) if SEAT_SIDES[seat] == GERMAN else of_soviets(p))


def race(p: City) -> dict[str, float]:
    """Return what both sides see of the race between the Spawn hexes, the cards and the losses."""
    board = p.board
    wanted = [*board.grid.hexes(p.spawns_held())]
    left, cards = len(wanted), p.count(SOVIET, DECK)
    return {
        "spawns": left / 6,
        "clock": cards / 20,
        "haste": left / (cards + 2),
        "late": float(cards < 3 * left),
        "losses": p.losses / LOSSES,
        "brink": max(0, p.losses - LOSSES + 3) / 3,
        "urban": sum(board.terrain[s] == URBAN for s in wanted) / 6,
        "blocks": sum(len(p.stacks[h]) for h in board.grid.hexes(p.soviet)) / 20,
        "waiting": sum(p.at[u] == TRACK for u in board.germans) / 15,
    }


def of_germans(p: City) -> dict[str, float]:
    """Return the features for a German seat."""
    board, grid = p.board, p.board.grid
    wanted = [*grid.hexes(p.spawns_held())]
    power = {h: sum(p.strength[u] * (7 - board.fire[u]) for u in p.stacks[h]) / 6 for h in grid.hexes(p.german)}
    near = [sum(power[h] for h in power if grid.distance(h, s) <= NEAR) for s in wanted]
    guards = [len(p.stacks[s]) if p.soviet & grid.bit[s] else 0 for s in wanted]
    steps = sum(p.strength[u] for h in power for u in p.stacks[h])
    on_map = sum(len(p.stacks[h]) for h in power)
    return {
        "units": on_map / 20,
        "steps": steps / 50,
        "power": sum(power.values()) / 25,
        "near": sum(min(1.0, each / (4 + 2 * held)) for each, held in zip(near, guards, strict=True)) / 6,
        "farthest": sum(min((grid.distance(h, s) for h in power), default=9) for s in wanted) / 20,
        "guards": sum(guards) / 10,
        "hand": p.count(GERMAN, HAND) / 8,
        "home": (board.spawn_hexes[GERMAN] & p.control).bit_count() / 6,
    }


def of_soviets(p: City) -> dict[str, float]:
    """Return the features for a Soviet player."""
    grid = p.board.grid
    held, blocks = [*grid.hexes(p.spawns_held())], [*grid.hexes(p.soviet)]
    height = {h: len(p.stacks[h]) for h in grid.hexes(p.german)}
    near = [sum(height[h] for h in height if grid.distance(h, s) <= NEAR) for s in held]
    own = [sum(known(p, u) for u in p.stacks[s]) if p.soviet & grid.bit[s] else 0 for s in held]
    top = max((len(p.stacks[h]) for h in blocks), default=0)
    return {
        "units": sum(height.values()) / 20,
        "threats": sum(near) / 20,
        "exposed": sum(enemy / (enemy + steps + 1) for enemy, steps in zip(near, own, strict=True)) / 6,
        "guards": sum(own) / 20,
        "empty": sum(not steps for steps in own) / 6,
        "steps": sum(known(p, u) for h in blocks for u in p.stacks[h]) / 30,
        "tops": sum(len(p.stacks[h]) == top for h in blocks) / 6,
        "height": top / STACK,
        "hand": p.count(SOVIET, HAND) / 8,
        "german hand": p.count(GERMAN, HAND) / 8,
    }


def known(p: City, u: int) -> int:
    """Return the strength of a Soviet block as its player knows it: 1 for a blank edge, and where the rules play the
    Soviets."""
    return (p.table.soviet_player and shown(p, u)) or 1
