"""Control of the objectives, and victory (BAR-WIN)."""

from __future__ import annotations

from typing import NamedTuple

from mamayev.engine.box import Box
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.terrain.grid import Hexes

from ..printed.board import AXIS, RUSSIAN, SEATS, WAITING
from .position import SIDE_NAMES, Campaign
from .setting import CLOCK
from .verbs import RESIGN


class Verdict(NamedTuple):
    """The winner, the reason and the clause."""

    winner: int
    why: str
    clause: str


VERDICTS = {
    "cities": Verdict(AXIS, "Leningrad, Moscow and Stalingrad were German-held for two turns.", "BAR-WIN-01"),
    "capitals": Verdict(RUSSIAN, "Helsinki, Warsaw and Bucharest were Russian-held for two turns.", "BAR-WIN-04"),
    "economy": Verdict(AXIS, "The Axis held enough replacement hexes for two turns.", "BAR-V-WIN-02"),
    "no Russians": Verdict(AXIS, "No Russian unit is left on the board.", "BAR-WIN-03"),
    "no Axis": Verdict(RUSSIAN, "No Axis unit is left on the board.", "BAR-WIN-03"),
    "time": Verdict(RUSSIAN, "May 1943 is over and the German player has not won.", "BAR-WIN-07"),
    "German resigns": Verdict(RUSSIAN, "The German player has resigned.", "BAR-WIN-09"),
    "Russian resigns": Verdict(AXIS, "The Russian player has resigned.", "BAR-WIN-09"),
}
"""BAR-WIN-09: there is no draw."""


def finish(p: Campaign, verdict: str) -> None:
    """End the game."""
    p.verdict = verdict
    p.frames.clear()
    if p.journal is not None:
        found = VERDICTS[verdict]
        p.journal.note("Victory", f"{found.why} The {SIDE_NAMES[found.winner]} side wins.", (found.clause,))


def held(p: Campaign, side: int) -> int:
    """Return the number of its objectives that a side holds (BAR-WIN-06)."""
    cities = p.held(side, p.board.objectives[side])
    return (cities & p.zones.occupied[side] if p.table.readings["city_holding=garrison"] else cities).bit_count()


def held_ground(p: Campaign) -> Hexes:
    """Return the land that is nearer to Russian units and cities than to Axis units and cities.

    The map shows it, but no rule uses it.
    """
    board = p.board
    net, land = board.nets[False], board.open_land
    axis = p.zones.occupied[AXIS] | p.enemy_cities(RUSSIAN) & ~p.zones.occupied[RUSSIAN]
    russian = p.zones.occupied[RUSSIAN] | p.enemy_cities(AXIS) & ~p.zones.occupied[AXIS]
    free = land & ~(axis | russian)
    while free and (axis or russian):
        to_axis, to_russian = net.spread(axis) & free, net.spread(russian) & free
        if not to_axis | to_russian:
            break
        disputed = to_axis & to_russian
        axis |= to_axis & ~disputed | disputed & ~board.ussr
        russian |= to_russian & ~disputed | disputed & board.ussr
        free &= ~(to_axis | to_russian)
    return russian | free & board.ussr


def judge_elimination(p: Campaign, _f: Frame) -> None:
    """BAR-WIN-03, BAR-WIN-08: a side without a unit on the board loses.

    If neither side has a unit, the Russian player wins.
    """
    if is_gone(p, AXIS):
        finish(p, "no Axis")
    elif is_gone(p, RUSSIAN):
        finish(p, "no Russians")


def is_gone(p: Campaign, side: int) -> bool:
    """BAR-WIN-03: return whether a side has no units on the board and, under one reading, no units that are due."""
    due = p.table.readings["last_units=due"] and any(p.at[u] == WAITING for u in p.board.of_side[side])
    return not p.zones.occupied[side] and not due


def read_clock(p: Campaign, _f: Frame) -> None:
    """BAR-WIN-02, BAR-WIN-05: update the clock of the non-phasing side or, under one reading, of the phasing side."""
    side = p.side if p.table.readings["city_clock=capture"] else 1 - p.side
    before = p.clocks[side]
    p.clocks[side] = before + 1 if held(p, side) == len(p.board.objectives[side]) else 0
    if p.clocks[side] == p.table.clock:
        finish(p, ("cities", "capitals")[side])
    elif p.clocks[side] != before:
        clause = ("BAR-WIN-02", "BAR-WIN-05")[side]
        p.note("Victory", f"The {SIDE_NAMES[side]} clock is at {p.clocks[side]} of {p.table.clock}.", clause)
    if p.side == RUSSIAN and not p.verdict and p.table.extra_victory:
        read_run(p)


def hexes_taken(p: Campaign) -> int:
    """BAR-V-WIN-03: return the number of replacement hexes that contain an Axis unit or, under one reading, are under
    Axis control.

    BAR-V-FLOW-05: all five count, regardless of the replacement cities.
    """
    board = p.board
    standing = p.zones.occupied[AXIS] if p.table.readings["extra_victory_hold=garrison"] else p.enemy_cities(RUSSIAN)
    return sum(bool(standing & board.grid.bit[board.cities[city].hex]) for city in board.replacement_hexes)


def read_run(p: Campaign) -> None:
    """BAR-V-WIN-01, BAR-V-WIN-02, BAR-V-WIN-04: update the Germans' additional victory condition."""
    before = p.run
    p.run = p.run + 1 if hexes_taken(p) >= p.table.economy_needs else 0
    if p.run == CLOCK:
        finish(p, "economy")
    elif p.run != before:
        p.note("Victory", f"Replacement hexes: {p.run} of {CLOCK} months in a row.", "BAR-V-WIN-04")


def time_is_up(p: Campaign, _f: Frame) -> None:
    """BAR-WIN-07: end the game after the last month."""
    finish(p, "time")


class Resign(Box[Campaign]):
    """BAR-WIN-09: resignation, which is available at every decision once play has begun."""

    name = "resign"
    title = "Resign"
    clauses = ("BAR-WIN-09",)

    def options(self, p: Campaign, f: Frame) -> list[int]:
        return [RESIGN] if p.turn else []

    def bar_resign(self, p: Campaign, f: Frame) -> Reason | None:
        return None if p.turn else Reason("Play has not begun yet.", self.clauses)

    def resign(self, p: Campaign, f: Frame) -> None:
        seat = p.seat
        finish(p, ("German resigns", "Russian resigns")[seat])


assert SEATS == ("german", "russian")
