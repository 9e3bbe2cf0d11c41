"""How the game is won (INF-WIN), and what happens when a hex changes hands (INF-MAP-03, INF-CAPT)."""

from __future__ import annotations

from typing import NamedTuple

from mamayev.engine import event

from ..printed.map import GERMAN, LOST, PARTNER, REMOVED, SEATS, SIDE_NAMES, SOVIET
from .position import City

LOSSES = 10
"""INF-WIN-03."""
FEWEST = 5
"""So many units at least are that many losses: none counts more than two."""


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
"""In the order of INF-FLOW-28; the first stands for a game that goes on."""


def judge(p: City, *, couplet_ends: bool = False) -> bool:
    """INF-WIN-06, INF-WIN-07: whether a side has won; then the game is over at once. Under one reading all but the deck
    is tested as a couplet ends."""
    wait = p.table.victory_test_couplet and not couplet_ends
    gone = p.at.count(LOST) + (p.at.count(REMOVED) if p.table.removed_units_lost else 0)
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
    """INF-MAP-03, INF-MAP-04: a unit of a side has entered a hex; nothing else changes its control. INF-CAPT-01,
    INF-CAPT-02, INF-FLOW-29: an enemy Spawn hex brings cards at once, unless the game is won with it."""
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
    """A side draws. INF-GCARD-03, INF-FLOW-27: Paulus doubles what the Germans draw for reinforcements and captures;
    INF-FLOW-26: an empty German deck gives nothing."""
    if side == SOVIET:
        p.call("soviet-draw", number)
        return
    number = min(2 if p.in_play(p.board.paulus) else 1, len(p.decks[GERMAN]))
    if number:
        p.call("german-draw", number)
    else:
        p.note("Card", "The German deck is empty.", "INF-FLOW-26")
