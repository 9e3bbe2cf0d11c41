"""The state of the German side as numbers for search and learning."""

from __future__ import annotations

from ..printed.map import GERMAN, SEAT_SIDES, SOVIET, TRACK, URBAN
from ..rules.position import DECK, HAND, City
from ..rules.victory import LOSSES

NEAR = 2
"""The distance in hexes from which a unit can soon attack."""


def features(p: City, seat: int) -> dict[str, float]:
    """Return the Germans' progress toward each ending (INF-WIN-01 to INF-WIN-05), based on public facts and the
    strength of their own blocks.

    The result is empty for the Soviets.
    """
    if SEAT_SIDES[seat] != GERMAN:
        return {}
    board, grid = p.board, p.board.grid
    wanted = [*grid.hexes(p.spawns_held())]
    power = {h: sum(p.strength[u] * (7 - board.fire[u]) for u in p.stacks[h]) / 6 for h in grid.hexes(p.german)}
    near = [sum(power[h] for h in power if grid.distance(h, s) <= NEAR) for s in wanted]
    guards = [len(p.stacks[s]) if p.soviet & grid.bit[s] else 0 for s in wanted]
    left, cards = len(wanted), p.count(SOVIET, DECK)
    steps = sum(p.strength[u] for h in power for u in p.stacks[h])
    on_map = sum(len(p.stacks[h]) for h in power)
    return {
        "spawns": left / 6,
        "clock": cards / 20,
        "haste": left / (cards + 2),
        "late": float(cards < 3 * left),
        "losses": p.losses / LOSSES,
        "brink": max(0, p.losses - LOSSES + 3) / 3,
        "units": on_map / 20,
        "steps": steps / 50,
        "power": sum(power.values()) / 25,
        "near": sum(min(1.0, each / (4 + 2 * held)) for each, held in zip(near, guards, strict=True)) / 6,
        "farthest": sum(min((grid.distance(h, s) for h in power), default=9) for s in wanted) / 20,
        "guards": sum(guards) / 10,
        "urban": sum(board.terrain[s] == URBAN for s in wanted) / 6,
        "blocks": sum(len(p.stacks[h]) for h in grid.hexes(p.soviet)) / 20,
        "waiting": sum(p.at[u] == TRACK for u in board.germans) / 15,
        "hand": p.count(GERMAN, HAND) / 8,
        "home": (board.spawn_hexes[GERMAN] & p.control).bit_count() / 6,
    }
