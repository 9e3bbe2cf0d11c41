"""Soviet arrivals: units drawn blind from a pool at random strength (INF-SOLO-03, INF-SOLO-04), and how they are
revealed.
"""

from __future__ import annotations

from collections.abc import Iterable

from mamayev.engine import event
from mamayev.engine.chancebox import DieBox, LotBox
from mamayev.engine.fields import Locals
from mamayev.engine.position import Frame

from ..printed.board import Board
from ..printed.map import IN_HAND, MARINE_POOL, POOL_NAMES, SOVIET
from .position import City, names, without
from .victory import draw

SET_UP, BY_SPAWN, BY_INFILTRATION, BY_T34 = range(4)
"""The reasons for which a Soviet unit arrives."""
CLAUSES = (("INF-SETUP-04",), ("INF-SPAWN-01", "INF-SPAWN-03"), ("INF-SCARD-10",), ("INF-SCARD-12",))
"""The clauses behind each reason."""


class Arriving(Locals):
    """The pool that a unit comes from, its destination, and the reason."""

    pool: int
    hex: int
    cause: int


class Arrival(LotBox[City]):
    """The blind draw of a unit from a pool (INF-SOLO-03)."""

    name = "arrival"
    title = "a Soviet unit from a pool, unseen"
    clauses = ("INF-SOLO-03",)
    once = True
    locals = Arriving

    def drawer(self, p: City, f: Frame) -> int:
        return SOVIET

    def pieces(self, p: City, f: Frame) -> list[int]:
        return list(p.pools[f[Arriving.pool]])

    def lot(self, p: City, f: Frame, unit: int) -> None:
        pool, h, cause = f[Arriving.pool], f[Arriving.hex], f[Arriving.cause]
        p.pools[pool] = without(p.pools[pool], unit)
        spin(p, unit, h, cause)


def arrive(p: City, pool: int, h: int, cause: int) -> None:
    """Place a unit from a pool in a hex (INF-SPAWN-06, INF-SPAWN-07, INF-FLOW-12).

    If the pool is empty, the Soviets draw a card for each missing unit.
    """
    if p.pools[pool]:
        p.call("arrival", pool, h, cause)
        return
    clauses = ("INF-SPAWN-07", "INF-SPAWN-06") if pool == MARINE_POOL else ("INF-SPAWN-06",)
    text = f"The {POOL_NAMES[pool]} pool is empty: a card instead."
    p.note("Pool", text, *clauses, *(() if cause == BY_SPAWN else ("INF-FLOW-12",)), hexes=p.board.grid.bit[h])
    draw(p, SOVIET)


class Spun(Locals):
    """A Soviet unit about to be deployed, its hex, and the reason."""

    unit: int
    hex: int
    cause: int


class Spin(DieBox[City]):
    """The blind choice of one of the block's four edges, blank ones included (INF-SOLO-04, INF-FLOW-03)."""

    name = "spin"
    title = "random strength, one of four edges"
    clauses = ("INF-SOLO-04", "INF-FLOW-03")
    faces = 4
    once = True
    locals = Spun

    def drawer(self, p: City, f: Frame) -> int:
        return SOVIET

    def die(self, p: City, f: Frame, n: int) -> None:
        unit, h = f[Spun.unit], f[Spun.hex]
        p.strength[unit] = n
        p.put(unit, h)
        if p.journal is not None:
            board, cause = p.board, f[Spun.cause]
            place, clauses = board.grid.ids[h], (*CLAUSES[cause], "INF-SOLO-03", "INF-SOLO-04")
            # Units of the setup were drawn from all pools.
            box = "" if cause == SET_UP else f" from the {pool_of(board, unit)} pool"
            edge = f"at strength {n}" if shown(p, unit) else "on a blank edge"
            p.tell(
                SOVIET,
                event.Move(piece=board.units[unit].id, to=place, how="place", who="Deployed",
                           text=f"{board.units[unit].name} comes{box} to {place}, {edge}.",
                           clauses=(*clauses, "INF-HUMAN-05")),
                event.Event(who="Deployed", text=f"A Soviet unit comes{box} to {place}.", clauses=clauses,
                            spaces=(place,)),
            )  # fmt: skip
        if p.battle and p.battle & p.board.grid.bit[h]:  # INF-FLOW-11
            reveal(p, [unit])
            adjust(p, [unit])


def pool_of(board: Board, unit: int) -> str:
    """Return the name of a Soviet unit's pool."""
    return POOL_NAMES[board.pool_of[unit]]


def spin(p: City, unit: int, h: int, cause: int) -> None:
    """Deploy a drawn unit in a hex; its strength is drawn next (INF-FLOW-32)."""
    p.at[unit] = IN_HAND
    p.call("spin", unit, h, cause)


def reveal(p: City, units: Iterable[int]) -> None:
    """Reveal units; a blank edge shows no strength (INF-COMBAT-04, INF-FOG-03, INF-FLOW-02)."""
    board = p.board
    for u in units:
        p.seen |= 1 << u
    if p.journal is None:
        return
    p.journal.shown = True
    for side in (0, 1):
        row = {u: shown(p, u) for u in units if board.side[u] == side}
        if row:
            text = "; ".join(f"{board.units[u].name} {strength}" for u, strength in row.items()) + "."
            pieces = tuple(board.units[u].id for u in row)
            p.say(event.Event(who="Showdown", text=text, clauses=("INF-COMBAT-04",), pieces=pieces))
        for u, strength in row.items():
            p.say(
                event.Strength(
                    piece=board.units[u].id, to=strength, text=f"{board.units[u].name}: strength {strength}."
                )
            )


def shown(p: City, u: int) -> int:
    """Return the strength on the upper edge of a block, or 0 if the edge is blank."""
    return p.strength[u] if p.strength[u] <= p.board.most[u] else 0


def adjust(p: City, units: Iterable[int]) -> None:
    """Set a revealed Soviet unit on a blank edge to its lowest strength (INF-COMBAT-05, INF-SOLO-06)."""
    board = p.board
    blank = [u for u in units if not shown(p, u)]
    for u in blank:
        p.strength[u] = 1
        if p.journal is not None:
            p.say(event.Strength(piece=board.units[u].id, from_=0, to=1, text=f"{board.units[u].name}: strength 1."))
    if blank:
        text = f"On a blank edge, now at strength 1: {names(board, blank)}."
        p.note("Adjusted", text, "INF-COMBAT-05", "INF-SOLO-06")
