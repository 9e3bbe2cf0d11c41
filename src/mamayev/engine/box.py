"""Boxes and sequences: the sequence of play as data.

A box is a decision node, after the numbered boxes of a printed sequence of play. It is a class with one method for each
verb, of the same name ("take-step" is `take_step`; a name in use by Python or Box gets a "_": "pass" is `pass_`).
`options` lists the legal actions, or `pieces` and `choices` return them one piece at a time. `bar_VERB` says why the
whole verb is closed now. `refuse_VERB` says why one choice is refused, None for a legal one. A chance box has the same
form, with the seat of chance. A sequence is a list of boxes and automatic steps, in the order of the rulebook.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable
from collections.abc import Sequence as Row
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, final

from .choices import Choice
from .event import Journal
from .fields import Locals
from .foretell import Forecast, forecast
from .names import check_names, meant
from .notation import ARG, CARD, DIE, LOT, MASK, VERB, act
from .refusal import Reason
from .state import CHANCE, Frame, State

P = TypeVar("P", bound=State)
Act = Callable[[Any, Frame, int, int], None]
Fall = Callable[[Any, Frame, Callable[[], float]], None]


class Box(Generic[P]):
    """A decision. An instance is shared by all positions of a table and has no state. Differences between instances of
    one class (name, title, seat) are set at creation.

    - `locals`: the named ints in its frame, 0 unless the caller gives them.
    - `forced`: a single legal answer is given without asking.
    - `reveals`: the choice reveals something hidden, so it ends undo.
    - `within`: of a window (see `waivers`), the sequence that a seat can pass as a whole, such as a combat.
    - `concludes`: a roll right after it belongs to the next step, not to its action.
    - `once`: a chance box takes a single die, card or lot, and ends without `end` before that is read.
    """

    name: str
    title: str = ""
    clauses: tuple[str, ...] = ()
    runs: ClassVar[bool] = False
    chance: ClassVar[str] = ""
    decider: int = 0
    locals: type[Locals] = Locals
    forced: ClassVar[bool] = False
    reveals: ClassVar[bool] = False
    once: ClassVar[bool] = False
    within: ClassVar[str] = ""
    concludes: ClassVar[bool] = False
    chart: str = ""
    own_steps: tuple[str, ...] = ()

    acts: dict[int, Act]
    verbs: tuple[int, ...]
    lists: bool
    read: Callable[[Any, Frame, int], None]
    """The method of a chance box that reads the outcome: `die`, `card` or `lot`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_names(cls, Box)

    def own_step(self, f: Frame) -> str:
        """Return the last of its own steps that a frame has reached (`step` in a sequence), or ""."""
        return ""

    def bind(self, table: Any) -> None:
        """Find this box's verbs among its methods, in the order of the table's verbs. The table calls this once."""
        self.lists = type(self).options is not Box.options
        self.acts = {}
        for index, verb in enumerate(table.notation.verbs):
            method = getattr(self, method_name(verb.name), None)
            if method is None:
                continue
            if self.once:
                self.acts[index] = _one_argument(_ending(method))
            elif len(verb.args) == 2:
                self.acts[index] = method
            elif len(verb.args) == 1:
                self.acts[index] = _one_argument(method)
            else:
                self.acts[index] = _no_argument(method)
        self.verbs = tuple(self.acts)
        if self.chance:
            method = getattr(self, self.chance)
            self.read = _ending(method) if self.once else method

    def seat(self, p: P, f: Frame) -> int:
        """Return the index of the deciding seat."""
        return self.decider

    def prompt(self, p: P, f: Frame) -> str:
        """Return the question, in the terms of the rulebook."""
        return self.title

    def help(self, p: P, f: Frame) -> str:
        """Return one or two more sentences, or ""."""
        return ""

    def waivers(self, p: P, f: Frame) -> tuple[int, ...]:
        """In a reaction window, return the legal actions that do nothing. The first is the one that a server plays for
        a seat that passes, or if all others would be `vain`. A window asks a seat even if it cannot do anything. Empty
        for any other question."""
        return ()

    # What is legal is asked in five ways. A small box writes `options` alone and the others follow from it; a box with
    # many choices writes `pieces` and `choices`, whose answers are found a piece at a time, and `options` follows.

    def options(self, p: P, f: Frame) -> list[int]:
        """Return all legal actions; if they follow from `pieces` and `choices`, those without a piece come last."""
        row = [action for piece in self.pieces(p, f) for action in self.choices(p, f, piece)]
        return row + self.choices(p, f, None)

    def pieces(self, p: P, f: Frame) -> list[int]:
        """Return the pieces that have a choice now, each once: those that the legal actions name first."""
        piece_of = p.table.notation.piece_of
        return list(dict.fromkeys(x for action in self.options(p, f) if (x := piece_of(action)) is not None))

    def choices(self, p: P, f: Frame, piece: int | None) -> list[int]:
        """Return the legal actions that name this piece first; for None, those that name no piece."""
        piece_of = p.table.notation.piece_of
        return [action for action in self.options(p, f) if piece_of(action) == piece]

    def shortcuts(self, p: P, f: Frame) -> list[int]:
        """Return actions that only save clicks: they answer this question and similar ones after it, in an order that
        their note shows. They name no piece. They are legal, but not in `options`, and never drawn."""
        return []

    def allows(self, p: P, f: Frame, action: int) -> bool:
        """Return whether an action is legal."""
        if self.lists:
            return action in self.options(p, f)
        return action in self.choices(p, f, p.table.notation.piece_of(action))

    def draw(self, p: P, f: Frame, uniform: Callable[[], float]) -> int:
        """Draw a random legal action: all with equal chance, or first a piece, then one of its choices (actions without
        a piece count as one more piece). `uniform` gives floats in [0, 1)."""
        if self.lists:
            row = self.options(p, f)
        else:
            pieces, rest = self.pieces(p, f), self.choices(p, f, None)
            drawn = int(uniform() * (len(pieces) + (1 if rest else 0)))
            row = rest if drawn == len(pieces) else self.choices(p, f, pieces[drawn])
        return row[int(uniform() * len(row))]

    def routes(self, p: P, f: Frame, piece: int) -> list[Choice]:
        """Return what a person sees of a piece: its choices with cost, path and note, including paths of several steps
        in games that move step by step (see `engine.routes`). Each choice of one action is included."""
        space_of = p.table.notation.space_of
        return [
            Choice((a,), space_of(a), self.cost(p, f, a), note=self.note(p, f, a)) for a in self.choices(p, f, piece)
        ]

    def ways(self, p: P, f: Frame, piece: int, by: tuple[int, ...]) -> list[Choice]:
        """Return the `routes` of a piece through the spaces `by`, in this order. A box whose steps are actions also
        finds more expensive ones (`engine.routes`); if only the end of a path counts, there are no others."""

        def passes(choice: Choice) -> bool:
            path = iter(choice.path)
            return all(space in path for space in by)

        return [choice for choice in self.routes(p, f, piece) if passes(choice)]

    def foretell(self, p: P, f: Frame, action: int) -> list[Forecast]:
        """Return the rolls of a legal action with their chances: the roll right after it. A box with later dice, or
        with a number that the player sets, overrides this (`engine.foretell`)."""
        here = p.copy()
        here.apply(action)
        found = forecast(here, p.table.game.seats[p.seat] if p.seat >= 0 else None)
        if found is None:
            return []
        found.next = self.concludes
        return [found]

    def outcomes(self, p: P, f: Frame) -> list[tuple[int, int]]:
        """Return every outcome of a chance box with its weight."""
        raise AssertionError(f"{self.name} is asked for outcomes")

    def sample(self, p: P, f: Frame, uniform: Callable[[], float]) -> int:
        """Draw one outcome of a chance box by its weight; `uniform` gives floats in [0, 1)."""
        outcomes = self.outcomes(p, f)
        mark = uniform() * sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            mark -= weight
            if mark < 0:
                return outcome
        return outcomes[-1][0]

    def happen(self, p: P, f: Frame, uniform: Callable[[], float]) -> None:
        """Draw one outcome of a chance box as `sample` does, and read it.

        This avoids encoding an action, a twentieth of a playout with many dice. A box that overrides `sample` must
        override this, too.
        """
        action = self.sample(p, f, uniform)
        self.acts[action >> VERB](p, f, action >> ARG & MASK, action & MASK)

    def falling(self) -> Fall:
        """For a chance box, return a function like `happen` that continues while the box has more to roll or draw, with
        the same numbers for the same outcomes; for a sequence, one like `run`. Only for play without a journal: a turn
        of its loop takes as long as a die. It is made once, with everything it needs."""
        return self.happen

    def possible(self, p: P, f: Frame, action: int) -> bool:
        """Return whether an outcome of a chance box is possible."""
        return any(outcome == action for outcome, _ in self.outcomes(p, f))

    def run(self, p: P, f: Frame, uniform: object = None) -> None:
        """Continue a sequence to the next box. The numbers of a playout are not used."""
        raise AssertionError(f"{self.name} is not a sequence")

    def after(self, entry: Any) -> int:
        """Return the place after an entry in the list of a sequence."""
        raise AssertionError(f"{self.name} is not a sequence")

    def cost(self, p: P, f: Frame, action: int) -> str:
        """Return the cost of an action for its button, or ""."""
        return ""

    def note(self, p: P, f: Frame, action: int) -> str:
        """Return useful information about an action before it is chosen, such as its effect or the odds, or ""."""
        return ""

    def vain(self, p: P, f: Frame, action: int) -> str:
        """Return why a legal action would have no effect now, such as a card whose event has no target; else ""."""
        return ""

    def terms(self, p: P, f: Frame, verb: str) -> tuple[str, str]:
        """Return a short note and the cost of a verb, for its button."""
        return "", ""

    def warning(self, p: P, f: Frame, verb: str) -> str:
        """Return a warning if the player probably does not mean to end the step with this verb, such as when no unit
        has moved; it asks for confirmation. Else ""."""
        return ""

    def why_not(self, p: P, f: Frame, action: int) -> Reason:
        """Return why an unavailable action is refused here. For an action of another decision, cite its verb's clauses
        and the sequence of play, unless a `bar_VERB` of this box knows better."""
        notation = p.table.notation
        verb = notation.verbs[action >> VERB]
        if action >> VERB not in self.acts:
            return self.barred(p, f, action >> VERB) or Reason(
                f"{verb.title or verb.name} is not possible now: {self.prompt(p, f)}",
                tuple(dict.fromkeys((*verb.clauses, *p.table.out_of_order(p)))),
            )
        name = verb.name.replace("-", "_")
        reason = self.barred(p, f, action >> VERB) or self.far(p, f, action)
        refuse = getattr(self, "refuse_" + name, None)
        if reason is None and refuse is not None:
            reason = refuse(p, f, *notation.args(action))
        return reason or Reason(
            f"“{p.table.label(p, action)}” is not among the choices here: {self.prompt(p, f)}",
            verb.clauses or self.clauses,
        )

    def far(self, p: P, f: Frame, action: int) -> Reason | None:
        """Return why a distant space is out of reach, for a box that moves step by step: see `engine.routes.hindrance`.
        None if there is nothing more to say than `refuse_VERB` does for one step."""
        return None

    @final
    def barred(self, p: P, f: Frame, verb: int) -> Reason | None:
        """Return the result of `bar_VERB`; None if the box has none for this verb."""
        bar = getattr(self, "bar_" + p.table.notation.verbs[verb].name.replace("-", "_"), None)
        reason: Reason | None = bar(p, f) if bar is not None else None
        return reason

    @final
    def closed(self, p: P, f: Frame, verb: int) -> Reason:
        """Return why no action of a verb is available now."""
        entry = p.table.notation.verbs[verb]
        return self.barred(p, f, verb) or Reason(
            f"{entry.title or entry.name}: nothing on the board allows it now.",
            entry.clauses or self.clauses,
        )


@cache
def method_name(verb: str) -> str:
    """Return the name of the method that plays a verb."""
    name = verb.replace("-", "_")
    taken = keyword.iskeyword(name) or hasattr(Box, name) or name in Box.__annotations__
    return name + "_" if taken else name


def _one_argument(method: Callable[[Any, Frame, int], None]) -> Act:
    def act(p: Any, f: Frame, x: int, _y: int) -> None:
        method(p, f, x)

    return act


def _ending(method: Callable[[Any, Frame, int], None]) -> Callable[[Any, Frame, int], None]:
    """Wrap a method so that its box is popped before it runs."""

    def read(p: Any, f: Frame, x: int) -> None:
        p.frames.pop()
        method(p, f, x)

    return read


def _no_argument(method: Callable[[Any, Frame], None]) -> Act:
    def act(p: Any, f: Frame, _x: int, _y: int) -> None:
        method(p, f)

    return act


class EvenBox(Box[P]):
    """A chance box whose outcomes are numbers with equal chance: `even` returns them. All ways to roll follow from it.
    A box that takes several counts them in its frame and ends with the last; a box that takes one can set `once`."""

    decider = CHANCE
    _kind: ClassVar[int]
    """The verb of its outcomes."""
    _row: tuple[int, ...] = ()
    """The numbers, if they are always the same."""

    def even(self, p: P, f: Frame) -> Row[int]:
        """Return the possible numbers, each with equal chance."""
        raise AssertionError(f"{self.name} does not say what may be drawn")

    def _number(self, p: P, f: Frame, uniform: Callable[[], float]) -> int:
        """Draw one of the possible numbers."""
        row = self.even(p, f)
        return row[int(uniform() * len(row))]

    def outcomes(self, p: P, f: Frame) -> list[tuple[int, int]]:
        return [(act(self._kind, n), 1) for n in self.even(p, f)]

    def sample(self, p: P, f: Frame, uniform: Callable[[], float]) -> int:
        return self._kind | self._number(p, f, uniform) << ARG

    def happen(self, p: P, f: Frame, uniform: Callable[[], float]) -> None:
        self.read(p, f, self._number(p, f, uniform))

    def falling(self) -> Fall:
        # `_number` is written out here: a call for each die would be felt in a playout
        even, fixed = self.even, self._row
        if self.once:
            method = getattr(self, self.chance)

            def fall_once(p: P, f: Frame, uniform: Callable[[], float]) -> None:
                row = fixed or even(p, f)
                p.frames.pop()
                method(p, f, row[int(uniform() * len(row))])

            return fall_once
        read = self.read

        def fall(p: P, f: Frame, uniform: Callable[[], float]) -> None:
            frames = p.frames
            while True:
                row = fixed or even(p, f)
                read(p, f, row[int(uniform() * len(row))])
                if not frames or frames[-1] is not f:
                    return

        return fall


class DieBox(EvenBox[P]):
    """A chance box for one die, which the method `die(p, f, n)` reads. A box for several dice counts them in its frame
    and ends with the last; a box that never does sets `once`."""

    chance, _kind = "die", DIE
    faces: ClassVar[int] = 6

    def bind(self, table: Any) -> None:
        self._row = tuple(range(1, self.faces + 1))
        super().bind(table)

    def even(self, p: P, f: Frame) -> Row[int]:
        return self._row

    def prompt(self, p: P, f: Frame) -> str:
        return f"Roll one die: {self.title}"


class PoolBox(DieBox[P]):
    """A chance box for a pool of dice, rolled one after another and read together. `pool(p, f)` stores the dice so far.
    `size(p, f)` returns their final number, at least one. `fallen(p, f)` reads them all after the box has ended. `tell`
    logs each die."""

    def pool(self, p: P, f: Frame) -> bytearray:
        """Return the dice so far, stored in the position."""
        raise AssertionError(f"{self.name} does not say where its dice are stored")

    def size(self, p: P, f: Frame) -> int:
        """Return the number of dice to roll."""
        raise AssertionError(f"{self.name} does not say how many dice it rolls")

    def fallen(self, p: P, f: Frame) -> None:
        """Apply the result of all dice, unless the caller of the box does that."""

    def tell(self, p: P, f: Frame, n: int) -> None:
        """Log the last die."""

    def die(self, p: P, f: Frame, n: int) -> None:
        pool = self.pool(p, f)
        pool.append(n)
        if p.journal is not None:
            self.tell(p, f, n)
        if len(pool) == self.size(p, f):
            p.end()
            self.fallen(p, f)

    def falling(self) -> Fall:
        pool_of, size_of, fallen, row = self.pool, self.size, self.fallen, self._row
        faces = len(row)

        def fall(p: P, f: Frame, uniform: Callable[[], float]) -> None:
            pool = pool_of(p, f)
            for _ in range(size_of(p, f) - len(pool)):
                pool.append(row[int(uniform() * faces)])
            p.frames.pop()
            fallen(p, f)

        return fall


class DrawBox(EvenBox[P]):
    """A chance box that draws a card; `cards` returns the ids still in the deck, and `card(p, f, id)` reads the
    card."""

    chance, _kind = "card", CARD
    deck: ClassVar[str] = ""

    def cards(self, p: P, f: Frame) -> Row[int]:
        """Return the ids of the possible cards, each with equal chance."""
        raise AssertionError(f"{self.name} does not say what may be drawn")

    def even(self, p: P, f: Frame) -> Row[int]:
        return self.cards(p, f)

    def prompt(self, p: P, f: Frame) -> str:
        return f"Draw a card: {self.title}"


class LotBox(EvenBox[P]):
    """A chance box that picks a piece; `pieces` returns the ints of the possible ones, and `lot(p, f, piece)` takes the
    piece. Lots over pieces that a seat cannot distinguish do not change what the seat sees."""

    chance, _kind = "lot", LOT

    def pieces(self, p: P, f: Frame) -> list[int]:
        """Return the possible pieces, each with equal chance."""
        raise AssertionError(f"{self.name} does not say what may be drawn")

    def even(self, p: P, f: Frame) -> Row[int]:
        return self.pieces(p, f)

    def prompt(self, p: P, f: Frame) -> str:
        return f"Draw lots: {self.title}"


class Dealing(Locals):
    """The number of pieces dealt so far."""

    number: int


class DealBox(LotBox[P]):
    """A chance box that deals a number of pieces, `size`, one after another; `place(p, number, piece)` puts each where
    its number, from 0, says. A dealt piece is no longer in `pieces`, and all others stay, regardless of the rolls.
    Nothing in `place` ends the box, so a playout lists them once."""

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
        may_come, place, last, dealt = self.pieces, self.place, self.size - 1, Dealing.number

        def fall(p: P, f: Frame, uniform: Callable[[], float]) -> None:
            frames, falls, left = p.frames, p.table.falls, list(may_come(p, f))
            for number in range(f[dealt], last):
                place(p, number, left.pop(int(uniform() * len(left))))
                while (top := frames[-1]) is not f:  # a roll for the one that was dealt
                    other = falls[top[0]]
                    if other is None:
                        f[dealt] = number + 1
                        return
                    other(p, top, uniform)
            p.end()
            place(p, last, left.pop(int(uniform() * len(left))))

        return fall


# ------------------------------------------------------------------ sequences


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
    """Begin a numbered step of the sequence of play that has no box or sequence of its own; it lasts until the next
    one. `skipped` says why nothing happens in it, else ""."""
    return _Step(name, skipped)


def _resume(p: State, _f: Frame, journal: Journal) -> None:
    """After a sequence with its own steps, continue the step that called it."""
    around = p.table.step(p, 1)
    if around is not None:
        journal.add(around.event())


_CALL, _DO, _TELL, _TEST, _JUMP, _END = range(6)
_OVER = -1
_Taken = tuple[Callable[[Any, Frame], object] | None, int, Callable[[Any, Frame], None] | None, Frame | None, int]
"""The work at a place in a sequence's list: the test and the place after a failure; the automatic step, or the frame of
the called box; the next place, or the end of the list."""


class Sequence(Box[State]):
    """A numbered list of the rulebook: names of boxes or sequences, automatic functions of position and frame, `when`,
    `loop` and `step`. Its place in the list is f[1], so a position can be stored in the middle. It may have
    `locals`."""

    runs = True

    def __init__(self, name: str, *entries: Any, locals: type[Locals] = Locals) -> None:
        self.name = name
        self.entries = entries
        self.own_steps = tuple(entry.name for entry in entries if isinstance(entry, _Step))
        self.locals = locals

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
        """Return the work at place `pc`. Jumps, and steps of the log without a reader, are resolved here once, and a
        test is combined with its first entry."""
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
            elif isinstance(entry, _Step):
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
        """Return the place after an entry, the name of a box or a function, where a frame would continue. Raises
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
