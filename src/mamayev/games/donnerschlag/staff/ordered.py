"""What orders add to the staff's plan: hexes to hold, formations that withdraw, and the sequence of activations.

Without orders (`style`), units only stay at the Soviet gates (`appreciation.gates`).
"""

from __future__ import annotations

from mamayev.terrain.grid import Hexes

from ..printed.units import members
from ..rules.position import Operation
from .appreciation import apart, charge, danger_from, ways_to
from .attack import Council
from .style import JUDGMENT, Style


def urgency(p: Operation, style: Style, units: int) -> float:
    """Return the bonus that the ordered sequence adds to the value of an activation, in proportion to its share of such
    units.
    """
    row = members(units) if style.early | style.late else []
    if not row:
        return 0.0
    early, late = (sum(bool(charge(p, u) & wanted) for u in row) for wanted in (style.early, style.late))
    return style.urgent * (early - late) / len(row)


def hold(p: Operation, style: Style, council: Council) -> None:
    """Keep a unit in each hex to hold, and send the nearest unit to each hex under a hold order that is empty."""
    for h, u in council.kept.items():
        if u in council.reach:
            council.put(u, h)
    send(p, council, style.held, council.free_to_march())


def send(p: Operation, council: Council, hexes: Hexes, units: list[int]) -> None:
    """Send one of some units to each of these hexes without a unit: the nearest that gets there, or the nearest."""
    grid = p.board.grid
    for h in grid.hexes(hexes & ~p.troops(p.active) & ~p.troops(1 - p.active)):
        able = [u for u in units if u not in council.places and grid.distance(p.at[u], h) <= JUDGMENT.sent]
        if able:
            sent = min(able, key=lambda u: (not council.reach[u] & grid.bit[h], grid.distance(p.at[u], h)))
            council.posts[sent] = h
            close_up(council, [sent], apart(p.board, h))


def leaves_empty(p: Operation, hexes: Hexes, u: int) -> bool:
    """Return whether one of these hexes would be empty without this unit."""
    h, side = p.at[u], p.board.side_of[u]
    if not hexes & p.board.grid.bit[h]:
        return False
    return all(v == u or not p.board.is_combat[v] for v in p.units_in(h, side))


def withdraw(p: Operation, style: Style, council: Council) -> None:
    """Move the withdrawing formations toward their supply edges, out of the enemy's reach."""
    if not style.back:
        return
    side, board = p.active, p.board
    rear = ways_to(board, board.sources[side], p.troops(1 - side), p.controlled(1 - side), p.built)
    danger = danger_from(p, 1 - side)
    for u in [u for u in council.reach if charge(p, u) & style.back]:
        council.settle([u], lambda u, h: rear[h] + style.risk_others * danger.risk(h, council.strength(u, h)))


def converge(p: Operation, style: Style, council: Council) -> None:
    """Move units near an ordered target hex to hexes next to it."""
    board = p.board
    for h in board.grid.hexes(style.target & p.troops(1 - p.active)):
        away = apart(board, h)
        near = [u for u in council.free_to_march() if away[p.at[u]] <= JUDGMENT.sent]
        close_up(council, sorted(near, key=lambda u: away[p.at[u]]), away)


def stand_by(p: Operation, style: Style, council: Council) -> None:
    """Move the units nearest to the meeting zones there, as a reserve."""
    if not style.reserve:
        return
    board = p.board
    away = board.to_zones
    row = sorted(p.on_map(board.of_side[p.active] & board.troops), key=lambda u: (away[p.at[u]], u))
    units = [u for u in row[: style.reserve] if u in council.reach and u not in council.places]
    council.settle(units, lambda _, h: away[h])


def close_up(council: Council, units: list[int], away: list[int]) -> None:
    """Move units as close to a hex as possible. `away`: the distance from each hex."""
    council.settle(units, lambda _, h: away[h])
