"""What the staff is after in a turn: the road to the relief force, or the front; as a sentence and arrows."""

from __future__ import annotations

from mamayev.engine.bot import Intent
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted

from ..board import bits
from ..position import BOX_0, Pocket
from .appreciation import doors, front, gate, road, spearheads, strength, time_to_go, worth

WEAK = 2
"""The places of the front that arrows show."""


def intent(p: Pocket) -> Intent | None:
    """The intent of the German Actions; None at all other decisions."""
    if p.box.name != "german.actions":
        return None
    names, ids = p.table.board.names, p.table.space_id
    target = gate(p)
    arrows = []
    if target and target <= BOX_0 and time_to_go(p):
        start = start_of(p, target)
        arrows.append(Arrow(kind="attack", from_=ids(start), to=ids(target)))
        what = f"Out to the relief force: {names[target]} bars the road"
    else:
        way = road(p)
        what = "The ring is held until it is time for the sortie"
        if way and way[0] <= BOX_0:
            arrows.append(Arrow(kind="later", from_=ids(start_of(p, way[0])), to=ids(way[0])))
    weak = sorted(bits(front(p)), key=lambda area: (strength(p, area) - 2 * worth(p, area), area))[:WEAK]
    for area in weak:
        enemy = bits(p.table.board.adjacent[area] & p.soviet)
        arrows.append(Arrow(kind="hold", from_=ids(area), to=ids(enemy[0])))
    must = f", {names[weak[0]]} must hold" if weak else ""
    stock = counted(p.supply, "# supply point", "# supply points")
    return Intent(f"{what}{must}; the army has {stock}.", tuple(arrows))


def start_of(p: Pocket, target: int) -> int:
    """The German area that a space would be attacked from."""
    ready = [p.at[unit] for unit in spearheads(p, target) if p.at[unit] <= BOX_0]
    return ready[0] if ready else bits(doors(p, target))[0]
