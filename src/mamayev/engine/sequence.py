"""Sequences: the numbered lists of a rulebook, made of boxes, other sequences and automatic steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .box import Box, Fall
from .event import Journal
from .fields import Locals
from .names import meant
from .state import Frame, State


class _When:
    def __init__(self, test: Callable[[Any, Frame], object], entries: tuple[Any, ...]) -> None:
        self.test, self.entries = test, entries


class _Loop(_When):
    pass


def when(test: Callable[[Any, Frame], object], *entries: Any) -> _When:
    """Take these entries only if the test is true."""
    return _When(test, entries)


def loop(test: Callable[[Any, Frame], object], *entries: Any) -> _Loop:
    """Repeat these entries while the test is true."""
    return _Loop(test, entries)


class _Step:
    def __init__(self, name: str, skipped: Callable[[Any, Frame], str] | None) -> None:
        self.name, self.skipped = name, skipped

    def __call__(self, p: State, f: Frame, journal: Journal) -> None:
        journal.add(p.table.steps[self.name].event(self.skipped(p, f) if self.skipped else ""))


def step(name: str, skipped: Callable[[Any, Frame], str] | None = None) -> _Step:
    """Begin a numbered step of the sequence of play without a separate box or sequence. It lasts until the next
    step. `skipped` returns the reason that nothing happens in the step, else ""."""
    return _Step(name, skipped)


class _Part:
    def __init__(self, whose: Callable[[Any], int]) -> None:
        self.whose = whose

    def __call__(self, p: State, f: Frame, journal: Journal) -> None:
        journal.part(p.table.game.seats[self.whose(p)])


def part(whose: Callable[[Any], int]) -> _Part:
    """Begin a part of the game that is replayed and reported as one, such as a player turn or an activation. `whose`
    returns the index of its seat. It ends where the next part or turn begins."""
    return _Part(whose)


def _resume(p: State, _f: Frame, journal: Journal) -> None:
    """After a sequence with its own steps, continue the step that called it."""
    around = p.table.step(p, 1)
    if around is not None:
        journal.add(around.event())


_CALL, _DO, _TELL, _TEST, _JUMP, _END = range(6)
_OVER = -1
_Taken = tuple[Callable[[Any, Frame], object] | None, int, Callable[[Any, Frame], None] | None, Frame | None, int]
"""The work at one place in a sequence's list: the test, the place to go to if it fails, the automatic step, the frame
of the called box, and the next place.
"""


class Sequence(Box[State]):
    """A numbered list of the rulebook: names of boxes or sequences, automatic functions of position and frame, `when`,
    `loop`, `part` and `step`. Its place in the list is f[1], so a position can be stored in the middle of a sequence. A
    sequence can have `locals`.
    """

    runs = True

    def __init__(self, name: str, *entries: Any, locals: type[Locals] = Locals) -> None:
        self.name = name
        self.entries = entries
        self.own_steps = tuple(entry.name for entry in entries if isinstance(entry, _Step))
        self.locals = locals

    def own(self) -> Sequence:
        """Return a copy, because a rulebook's list exists once, and each table adds its own steps."""
        return Sequence(self.name, *self.entries, locals=self.locals)

    def bind(self, table: Any) -> None:
        self.acts, self.verbs = {}, ()
        self.boxes: dict[Any, int] = dict(table.box_index)
        self.ops: list[tuple[int, Any, Any]] = []
        self._compile(self.entries, table)
        if self.own_steps:
            self.ops.append((_TELL, _resume, 0))
        self.ops.append((_END, None, 0))
        self.told = _going([self._taken(pc, quiet=False) for pc in range(len(self.ops))])
        self.quiet = _going([self._taken(pc, quiet=True) for pc in range(len(self.ops))])

    def _taken(self, pc: int, quiet: bool) -> _Taken:
        """Return the work at place `pc`. This method resolves jumps once, omits log steps that no one reads, and
        combines a test with its first entry.
        """
        test, beside = None, 0
        while True:
            kind, what, more = self.ops[pc]
            if kind == _JUMP:
                pc = more
            elif kind == _TELL and quiet:
                pc += 1
            elif kind == _TEST and test is None:
                test, beside, pc = what, more, pc + 1
            else:
                break
        if kind == _TEST:
            return test, beside, None, None, pc
        if kind == _END:
            return test, beside, None, None, _OVER
        if kind == _CALL and (quiet or what is None):
            return test, beside, None, more, pc + 1
        return test, beside, _telling(what, more) if kind != _DO else what, None, pc + 1

    def _compile(self, entries: tuple[Any, ...], table: Any) -> None:
        for entry in entries:
            if isinstance(entry, str):
                if entry not in table.box_index:
                    raise TypeError(
                        f"The sequence “{self.name}” goes through “{entry}”, but no box or sequence has this name."
                        f"{meant(entry, table.box_index)}"
                    )
                self.ops.append((_CALL, table.steps.get(entry), table.blanks[table.box_index[entry]]))
            elif isinstance(entry, _When):
                start = len(self.ops)
                self.ops.append((_TEST, entry.test, 0))
                self._compile(entry.entries, table)
                if isinstance(entry, _Loop):
                    self.ops.append((_JUMP, None, start))
                self.ops[start] = (_TEST, entry.test, len(self.ops))
            elif isinstance(entry, _Step | _Part):
                self.ops.append((_TELL, entry, 0))
            else:
                self.ops.append((_DO, entry, 0))

    def own_step(self, f: Frame) -> str:
        if self.own_steps:
            for _, what, _ in reversed(self.ops[: f[1]]):
                if isinstance(what, _Step):
                    return what.name
        return ""

    def after(self, entry: Any) -> int:
        """Return the index after an entry, the name of a box or a function, where a frame would continue. Raises
        ValueError if the list has no such entry."""
        for n, (kind, what, more) in enumerate(self.ops):
            if what == entry or (kind == _CALL and more[0] == self.boxes.get(entry)):
                return n + 1
        raise ValueError(f"The sequence “{self.name}” has no entry {entry!r}.")

    def run(self, p: State, f: Frame, uniform: object = None) -> None:
        go = self.quiet if p.journal is None else self.told
        go(p, f)

    def falling(self) -> Fall:
        return self.quiet


def _going(ops: list[_Taken]) -> Callable[..., None]:
    """Return a function that continues a sequence with this list, as `run` does."""

    def go(p: Any, f: Frame, uniform: object = None) -> None:
        frames = p.frames
        pc = f[1]
        while True:
            test, beside, do, blank, pc = ops[pc]
            if test is not None and not test(p, f):
                pc = beside
            elif do is not None:
                f[1] = pc
                do(p, f)
                if not frames or frames[-1] is not f:
                    return
            elif blank is not None:
                f[1] = pc
                frames.append(blank.copy())
                return
            elif pc == _OVER:
                frames.pop()
                return

    return go


def _telling(what: Any, blank: Any) -> Callable[[Any, Frame], None]:
    """Return a function that logs a step and then calls its box or sequence."""

    def tell(p: Any, f: Frame) -> None:
        if blank:
            p.journal.add(what.event())
            p.frames.append(blank[:])
        else:
            what(p, f, p.journal)

    return tell
