"""Chance boxes: the dice, cards and lots of a rulebook.

An `EvenBox` lists the possible numbers (`even`), and all ways to roll follow from this list. The sources of dice are in
`chance`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from .box import Box, Fall, ending
from .fields import Locals
from .notation import ARG, CARD, DIE, LOT, MASK, act
from .state import CHANCE, Frame, State

P = TypeVar("P", bound=State)

RESULTS = 4000
"""The maximum number of different results of a pool that are enumerated."""


class EvenBox(Box[P]):
    """A chance box whose outcomes are equally likely numbers. `even` returns the numbers, and all ways to roll
    follow from it. A box with several rolls counts them in its frame and ends with the last roll. A box with a single
    roll can set `once`."""

    decider = CHANCE
    _kind: ClassVar[int]
    """The verb of its outcomes."""
    _row: tuple[int, ...] = ()
    """The possible numbers, if they are always the same."""

    def even(self, p: P, f: Frame) -> Sequence[int]:
        """Return the possible numbers, each with equal chance."""
        raise AssertionError(f"{self.name} does not say what may be drawn")

    def bind(self, table: Any) -> None:
        super().bind(table)
        method = getattr(self, self.chance)
        self.read = ending(method) if self.once else method

    def outcomes(self, p: P, f: Frame) -> list[tuple[int, int]]:
        return [(act(self._kind, n), 1) for n in self.even(p, f)]

    def sample(self, p: P, f: Frame, uniform: Callable[[], float]) -> int:
        row = self.even(p, f)
        return self._kind | row[int(uniform() * len(row))] << ARG

    def falling(self) -> Fall:
        # `sample` without the action: encoding it would be felt in a playout
        even, fixed, read = self.even, self._row, self.read

        def fall(p: P, f: Frame, uniform: Callable[[], float]) -> None:
            frames = p.frames
            while True:
                row = fixed or even(p, f)
                read(p, f, row[int(uniform() * len(row))])
                if not frames or frames[-1] is not f:
                    return

        return fall


class DieBox(EvenBox[P]):
    """A chance box for dice that are read one by one, with the method `die(p, f, n)`. A box for several dice counts
    them in its frame and ends with the last die. A box for a single die sets `once`."""

    chance, _kind = "die", DIE
    faces: ClassVar[int] = 6

    def bind(self, table: Any) -> None:
        self._row = tuple(range(1, self.faces + 1))
        super().bind(table)

    def even(self, p: P, f: Frame) -> Sequence[int]:
        return self._row

    def prompt(self, p: P, f: Frame) -> str:
        return f"Roll one die: {self.title}"


class PoolBox(DieBox[P]):
    """A chance box for a pool of dice, rolled one after another and read together. `pool(p, f)` stores the dice so far.
    `size(p, f)` returns the total number of dice to roll, at least one. `fallen(p, f)` reads them all after the box has
    ended. `tell` logs each die. `alike` keeps the number of different results small.
    """

    def pool(self, p: P, f: Frame) -> bytearray:
        """Return the dice so far, stored in the position."""
        raise AssertionError(f"{self.name} does not say where its dice are stored")

    def size(self, p: P, f: Frame) -> int:
        """Return the number of dice to roll."""
        raise AssertionError(f"{self.name} does not say how many dice it rolls")

    def alike(self, p: P, f: Frame, place: int, n: int) -> Any:
        """Return what `n` on the die with this 0-based number means. Pools with the same meanings, in any order, have
        the same result. By default, each die has its own meaning."""
        return place, n

    def throws(self, p: P, f: Frame) -> list[tuple[tuple[int, ...], float]]:
        found: dict[tuple[Any, ...], tuple[tuple[int, ...], float]] = {(): ((), 1.0)}
        for place in range(len(self.pool(p, f)), self.size(p, f)):
            means: dict[Any, list[int]] = {}
            for n in self._row:
                means.setdefault(self.alike(p, f, place, n), []).append(n)
            longer: dict[tuple[Any, ...], tuple[tuple[int, ...], float]] = {}
            for key, (dice, chance) in found.items():
                for meaning, faces in means.items():
                    whole = tuple(sorted((*key, meaning)))
                    kept, so_far = longer.get(whole, ((*dice, act(DIE, faces[0])), 0.0))
                    longer[whole] = kept, so_far + chance * len(faces) / len(self._row)
            found = longer
            if len(found) > RESULTS:
                return []
        return list(found.values())

    def pooled(self, p: P, f: Frame) -> int:
        return self.size(p, f) - len(self.pool(p, f))

    def meaning(self, p: P, f: Frame, outcomes: tuple[int, ...]) -> object:
        first = len(self.pool(p, f))
        return tuple(sorted(self.alike(p, f, first + at, one >> ARG & MASK) for at, one in enumerate(outcomes)))

    def fallen(self, p: P, f: Frame) -> None:
        """Apply the result of all dice, unless the caller of the box does that."""

    def tell(self, p: P, f: Frame, n: int) -> None:
        """Log the last die."""

    def die(self, p: P, f: Frame, n: int) -> None:
        self._add(p, f, (n,))

    def _add(self, p: P, f: Frame, dice: Sequence[int]) -> None:
        """Add the next dice to the pool, and end the box after the last."""
        pool = self.pool(p, f)
        pool.extend(dice)
        if p.journal is not None:
            for n in dice:
                self.tell(p, f, n)
        if len(pool) == self.size(p, f):
            p.end()
            self.fallen(p, f)

    def falling(self) -> Fall:
        pool, size, add, row = self.pool, self.size, self._add, self._row
        faces = len(row)

        def fall(p: P, f: Frame, uniform: Callable[[], float]) -> None:
            add(p, f, [row[int(uniform() * faces)] for _ in range(size(p, f) - len(pool(p, f)))])

        return fall


class DrawBox(EvenBox[P]):
    """A chance box that draws a card. `cards` returns the ids that are still in the deck, and `card(p, f, id)` reads
    the card.
    """

    chance, _kind = "card", CARD
    deck: ClassVar[str] = ""

    def cards(self, p: P, f: Frame) -> Sequence[int]:
        """Return the ids of the possible cards, each with equal chance."""
        raise AssertionError(f"{self.name} does not say what may be drawn")

    def even(self, p: P, f: Frame) -> Sequence[int]:
        return self.cards(p, f)

    def prompt(self, p: P, f: Frame) -> str:
        return f"Draw a card: {self.title}"


class LotBox(EvenBox[P]):
    """A chance box that picks a piece. `pieces` returns the numbers of the possible pieces, and `lot(p, f, piece)`
    receives the picked piece. A draw among pieces that a seat cannot distinguish does not change that seat's view.
    """

    chance, _kind = "lot", LOT

    def pieces(self, p: P, f: Frame) -> list[int]:
        """Return the possible pieces, each with equal chance."""
        raise AssertionError(f"{self.name} does not say what may be drawn")

    def even(self, p: P, f: Frame) -> Sequence[int]:
        return self.pieces(p, f)

    def prompt(self, p: P, f: Frame) -> str:
        return f"Draw lots: {self.title}"


class Dealing(Locals):
    """The number of pieces dealt so far."""

    number: int


class DealBox(LotBox[P]):
    """A chance box that deals `size` pieces, one after another. `place(p, number, piece)` places each piece by its
    0-based number. Once dealt, a piece is no longer in `pieces`. All other pieces stay in it, regardless of the rolls.
    `place` never ends the box, so a playout lists the pieces only once.
    """

    locals = Dealing
    size: int
    place: Callable[[Any, int, int], None]

    def lot(self, p: P, f: Frame, piece: int) -> None:
        number = f[Dealing.number]
        f[Dealing.number] = number + 1
        if number + 1 == self.size:
            p.end()
        self.place(p, number, piece)

    def falling(self) -> Fall:
        pieces, lot, last, dealt = self.pieces, self.lot, self.size - 1, Dealing.number

        def fall(p: P, f: Frame, uniform: Callable[[], float]) -> None:
            frames, falls, left = p.frames, p.table.falls, list(pieces(p, f))
            for number in range(f[dealt], last + 1):
                lot(p, f, left.pop(int(uniform() * len(left))))
                while number < last and (top := frames[-1]) is not f:  # a roll for the one that was dealt
                    other = falls[top[0]]
                    if other is None:
                        return
                    other(p, top, uniform)

        return fall
