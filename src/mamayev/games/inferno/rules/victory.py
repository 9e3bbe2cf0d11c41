"""Victory (INF-WIN), and the effects when a hex changes hands (INF-MAP-03, INF-CAPT)."""

from __future__ import annotations

from typing import NamedTuple

from mamayev.engine import event

from ..printed.map import GERMAN, LOST, PARTNER, REMOVED, SEATS, SIDE_NAMES, SOVIET
from .position import City

LOSSES = 10
"""The number of German losses that ends the game (INF-WIN-03)."""
FEWEST = 5
"""The fewest lost units that can amount to this many losses, because no unit counts more than two."""


class Verdict(NamedTuple):
    """An ending. `winner`: a side."""

    winner: int
    why: str
    clause: str


VERDICTS = (
    Verdict(SOVIET, "", ""),
    Verdict(SOVIET, "The Germans have lost ten units, those with an R counted twice.", "INF-WIN-03"),
    Verdict(SOVIET, "No card is left in the Soviet deck.", "INF-WIN-05"),
    Verdict(GERMAN, "The Germans control all six Soviet Spawn hexes.", "INF-WIN-01"),
    Verdict(GERMAN, "No Soviet unit is on the map.", "INF-WIN-02"),
)
"""The endings in the order of INF-FLOW-28. The first means that the game continues."""


def judge(p: City, *, couplet_ends: bool = False) -> bool:
    """End the game if a side has won (INF-WIN-06, INF-WIN-07).

    Under one reading, all conditions except the deck are checked at the end of the Soviet round.
    """
    wait = p.table.readings["victory_test=couplet"] and not couplet_ends
    gone = p.at.count(LOST) + (p.at.count(REMOVED) if p.table.readings["removed_units=lost"] else 0)
    if not wait and gone >= FEWEST and p.losses >= LOSSES:
        p.verdict = 1
    elif not p.decks[SOVIET]:
        p.verdict = 2
    elif wait:
        return False
    elif not p.spawns_held():
        p.verdict = 3
    elif not p.soviet:
        p.verdict = 4
    else:
        return False
    p.frames.clear()
    return True


def enter(p: City, side: int, h: int) -> None:
    """Change control of a hex that a unit has entered.

    Nothing else changes it (INF-MAP-03, INF-MAP-04). An enemy Spawn hex brings cards at once, unless its capture wins
    the game (INF-CAPT-01, INF-CAPT-02, INF-FLOW-29).
    """
    bit = p.board.grid.bit[h]
    if bool(p.control & bit) == (side == GERMAN):
        return
    p.control ^= bit
    board, grid = p.board, p.board.grid
    if p.journal is not None:
        text = f"{grid.ids[h]} comes under {SIDE_NAMES[side]} control."
        p.say(event.Control(space=grid.ids[h], to=SEATS[side], who="Control", text=text, clauses=("INF-MAP-03",)))
    if side == GERMAN:
        new = board.spawn_hexes[SOVIET] & bit & ~p.taken
        p.taken |= new
        if p.leader == PARTNER:
            p.taken_by_partner |= new
    if judge(p):
        return
    if board.spawn_hexes[1 - side] & bit:
        p.note("Spawn hex", f"{grid.ids[h]} is captured.", "INF-CAPT-01", hexes=bit)
        draw(p, side)


def draw(p: City, side: int, number: int = 1) -> None:
    """Draw cards for a side.

    Paulus doubles German draws for reinforcements and captures (INF-GCARD-03, INF-FLOW-27). An empty German deck gives
    nothing (INF-FLOW-26).
    """
    if side == SOVIET:
        p.call("soviet-draw", number)
        return
    number = min(2 if p.in_play(p.board.paulus) else 1, len(p.decks[GERMAN]))
    if number:
        p.call("german-draw", number)
    else:
        p.note("Card", "The German deck is empty.", "INF-FLOW-26")
