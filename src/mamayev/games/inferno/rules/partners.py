"""Two German players (INF-SHARE): leading a round, handing it over, and the partner's consent."""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.fields import Locals
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.terrain.grid import Hexes

from ..printed.map import PARTNER
from .actions import TO_ADVANCE, TO_DRIVE, TO_JOIN, TO_MOVE, Deliberate, GermanRound, ask, joins, long_move
from .boxes import Unforetold
from .combat import advances, drives
from .fire import Combat
from .position import City
from .verbs import AGREE, DECLINE, HAND_OVER

PLAYERS = {0: "first", PARTNER: "second"}
"""The German players by seat."""
HANDED = 0.1
"""The chance that random play hands over a round."""


class Led(Locals):
    """Whether the round was handed over, and the hexes whose stacks the partner refused to move."""

    handed: int
    declined: int


class SharedRound(GermanRound):
    """The choice to take one of the five actions or hand over the round (INF-SHARE-02 to INF-SHARE-05)."""

    locals = Led

    def starts(self, p: City, f: Frame) -> Hexes:
        return p.commanded() & ~f[Led.declined]

    def choices(self, p: City, f: Frame, piece: int | None) -> list[int]:
        row = super().choices(p, f, piece)
        return [*row, HAND_OVER] if piece is None and not f[Led.handed] else row

    def draw(self, p: City, f: Frame, uniform: Callable[[], float]) -> int:
        if not f[Led.handed] and uniform() < HANDED:
            return HAND_OVER
        return super().draw(p, f, uniform)

    def long(self, p: City, f: Frame, start: int, end: int) -> None:
        if all(map(p.commands, p.stacks[start])):
            super().long(p, f, start, end)
        else:
            ask(p, TO_MOVE, start, end)

    def hand_over(self, p: City, f: Frame) -> None:
        f[Led.handed] = 1
        p.leader = p.other
        if p.journal is not None:
            after = PLAYERS[PARTNER if p.round % 2 else 0]
            text = f"The {PLAYERS[p.leader]} player leads round {p.round}; the {after} one leads the next."
            p.note("Round", text, "INF-SHARE-03", "INF-SHARE-02")

    def bar_hand_over(self, p: City, f: Frame) -> Reason | None:
        return Reason("The round has already been handed over.", ("INF-SHARE-03",)) if f[Led.handed] else None

    def refuse_long(self, p: City, f: Frame, start: int, end: int) -> Reason | None:
        grid = p.board.grid
        if f[Led.declined] & grid.bit[start]:
            return Reason(f"Your partner does not let the stack in {grid.ids[start]} move.", ("INF-SHARE-04",))
        return super().refuse_long(p, f, start, end)


class Asked(Locals):
    """The question to the partner, and its arguments."""

    what: int
    first: int
    second: int


class Consent(Unforetold):
    """The partner's consent, asked once before anything moves (INF-SHARE-04, INF-SHARE-05, INF-SHARE-08)."""

    name = "consent"
    title = "Do you agree?"
    clauses = ("INF-SHARE-04", "INF-SHARE-05", "INF-SHARE-08")
    locals = Asked

    def seat(self, p: City, f: Frame) -> int:
        what, u = f[Asked.what], f[Asked.first]
        return p.owner(u) if what in (TO_ADVANCE, TO_DRIVE) else p.other

    def prompt(self, p: City, f: Frame) -> str:
        board, grid = p.board, p.board.grid
        what, first, second = f[Asked.what], f[Asked.first], f[Asked.second]
        if what == TO_MOVE:
            return f"Let the stack in {grid.ids[first]} make a Long Move to {grid.ids[second]}?"
        if what == TO_JOIN:
            return f"Let the stack in {grid.ids[first]} join the attack?"
        if what == TO_ADVANCE:
            return f"Let {board.units[first].name} advance?"
        return f"Let {board.units[first].name} Blitz to {grid.ids[second]}?"

    def options(self, p: City, f: Frame) -> list[int]:
        return [AGREE, DECLINE]

    def agree(self, p: City, f: Frame) -> None:
        what, first, second = f[Asked.what], f[Asked.first], f[Asked.second]
        asking = p.caller(f)
        p.end()
        if what == TO_MOVE:
            p.end()
            long_move(p, first, second)
        elif what == TO_JOIN:
            joins(p, asking, first)
        elif what == TO_ADVANCE:
            advances(p, first)
        else:
            drives(p, first, second)

    def decline(self, p: City, f: Frame) -> None:
        grid = p.board.grid
        what, first = f[Asked.what], f[Asked.first]
        asking = p.caller(f)
        p.end()
        if what == TO_MOVE:
            asking[Led.declined] |= grid.bit[first]
        elif what == TO_JOIN:
            asking[Deliberate.declined] |= grid.bit[first]
        else:
            p.frame("combat")[Combat.declined] |= 1 << first
