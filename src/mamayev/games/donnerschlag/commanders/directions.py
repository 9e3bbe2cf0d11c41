"""What the staff is after in an activation: the Axis its zone, the Soviets the way to bar; as a sentence and arrows."""

from __future__ import annotations

from mamayev.engine.bot import Intent
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes

from ..board import AXIS, OFF_MAP, SOVIET, ZONE_NAMES
from ..components import Board
from ..position import Operation
from .appreciation import FAR, aim, foremost, in_question, nearest_zone, path, way

SAID = ("activation-card", "whom", "move", "declare")
"""Where an activation begins, and goes on."""
AHEAD = 6
"""How many hexes of the way are the concern of this turn."""


def intent(p: Operation) -> Intent | None:
    """The intent of whoever activates or moves; None at all other decisions."""
    if p.box.name not in SAID:
        return None
    return axis(p) if p.active == AXIS else soviet(p)


def axis(p: Operation) -> Intent | None:
    """On to the zone: the way of the foremost unit, as far as a turn may bring it, and the rest of it later."""
    grid = p.board.grid
    goals = aim(p)
    way_there = best_way(p, goals)
    name = ZONE_NAMES[p.zone if p.zone >= 0 else nearest_zone(p)]
    if not way_there:
        return Intent(f"No way leads to the zone {name}: it has to be opened.")
    arrows = legs(p.board, way_there)
    barred = [h for h in way_there if p.troops(SOVIET) & grid.bit[h]]
    left = counted(len(way_there) - 1, "# hex", "# hexes")
    what = f"{left} to the zone {name}" if len(way_there) > 1 else f"The zone {name} is held"
    past = f", past {grid.ids[barred[0]]}" if barred else ", and nobody stands in the way" if len(way_there) > 1 else ""
    return Intent(f"{what}{past}.", tuple(arrows))


def soviet(p: Operation) -> Intent | None:
    """The best way of the foremost enemy is barred."""
    grid = p.board.grid
    way_there = best_way(p, in_question(p))
    if not way_there:
        return Intent("No way is left to the zones: the ring around them is held.")
    open_ = [h for h in way_there[1:] if not p.troops(SOVIET) & grid.bit[h]]
    if not open_:
        return Intent("The enemy stands in a zone that may be his: he is to be thrown out.")
    start = min(grid.hexes(p.troops(SOVIET)), key=lambda h: grid.distance(h, open_[0]), default=-1)
    arrows = [Arrow(kind="later", from_=grid.ids[way_there[0]], to=grid.ids[way_there[-1]])]
    if start >= 0 and start != open_[0]:
        arrows.insert(0, Arrow(kind="hold", from_=grid.ids[start], to=grid.ids[open_[0]]))
    away = counted(len(way_there) - 1, "# hex", "# hexes")
    text = f"{grid.ids[way_there[0]]} is {away} from a zone that may be his: his way by {grid.ids[open_[0]]} is barred."
    return Intent(text, tuple(arrows))


def best_way(p: Operation, goals: Hexes) -> list[int]:
    """The way of the foremost unit to some hexes; nothing where there is none."""
    costs = way(p, goals)
    lead = foremost(p, costs)
    return [] if lead >= OFF_MAP or costs[lead] >= FAR else path(p.board, costs, lead, p.built)


def legs(board: Board, way_there: list[int]) -> list[Arrow]:
    """A way as arrows: what may be gone now, and what remains."""
    grid = board.grid
    bend = way_there[min(AHEAD, len(way_there) - 1)]
    parts = (("attack", way_there[0], bend), ("later", bend, way_there[-1]))
    return [Arrow(kind=kind, from_=grid.ids[a], to=grid.ids[b]) for kind, a, b in parts if a != b]
