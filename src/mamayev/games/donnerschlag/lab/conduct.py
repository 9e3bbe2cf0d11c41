"""Behavior metrics for both sides: attacks and their odds, overrun headquarters, and unused cards."""

from __future__ import annotations

from collections.abc import Iterator

from mamayev.engine.event import Event
from mamayev.engine.study import Conduct, Figure, Told

from ..printed.map import SEATS
from ..rules.position import Operation

DECLARED = "DON-PROC-02"
OVERRUN = ("DON-OVERRUN-02",), ("DON-OVERRUN-06",)
UNSUPPLIED = "DON-SUP-06"
SURE = 7.0
"""The highest odds that are counted separately; higher odds count as these."""

FIGURES = (
    Figure("battles", "Attacks per turn", "Declared in the activations of a turn.", "turn", 1.5, 20.0),
    Figure("odds", "Odds of attacks", "Printed strengths, at most 7, without cards and terrain.", "each", 1.2, 6.0),
    Figure("poor", "Attacks below 1-1", "By printed strengths: without cards they lose without a roll.", high=2.0),
    Figure("own_hqs", "Own HQs overrun", "Lone headquarters in reach of the enemy.", high=3.0),
    Figure("hqs", "HQs taken", "Enemy headquarters overrun.", high=12.0),
    Figure("unsupplied", "Units out of supply", "When they were activated.", high=10.0),
    Figure("cards", "Unused cards", "In hand at the end.", high=4.0),
)  # fmt: skip


def heard(p: Operation, event: Event) -> Iterator[Told]:
    """Record an event: a declared attack, an overrun HQ, or a unit out of supply."""
    board = p.board
    if event.pieces and event.clauses[:1] == (DECLARED,):
        yield from declared(p, event)
    elif event.clauses[:1] == (UNSUPPLIED,):
        yield from (
            (board.side_of[u], "unsupplied", 1.0)
            for piece in event.pieces
            if p.unsupplied >> (u := board.unit[piece]) & 1
        )
    elif event.kind in ("loss", "note") and event.clauses[-1:] in OVERRUN:
        side = board.side_of[board.unit[event.pieces[0]]]
        yield side, "own_hqs", 1.0
        yield 1 - side, "hqs", 1.0


def declared(p: Operation, event: Event) -> Iterator[Told]:
    """Return the figures of an attack for the attacking side."""
    board = p.board
    enemies = [u for u in p.units_in(board.grid.index[event.spaces[0]], 1 - p.active) if board.troops >> u & 1]
    a, d = (
        sum(board.strength[u][p.steps[u]] for u in units) for units in ([board.unit[i] for i in event.pieces], enemies)
    )
    yield p.active, "battles", 1.0
    yield p.active, "odds", min(SURE, a / d) if d else SURE
    yield p.active, "poor", float(a < d)


def ended(p: Operation) -> Iterator[Told]:
    """Return the figures for the final position."""
    for side in range(len(SEATS)):
        yield side, "cards", float(len(p.hand(side)))


CONDUCT = Conduct(FIGURES, heard, ended=ended)
