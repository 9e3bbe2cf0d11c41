"""Boxes and sequences: the sequence of play as data.

A box is one decision of the rulebook's sequence of play. It is a class with one method for each verb, named like it
("take-step" is played by `take_step`; a word that Python or Box has taken gets a "_": "pass" by `pass_`); `options`
lists the legal actions, or `pieces` and `choices` tell them a piece at a time; `bar_VERB` says why the verb as a whole
is closed now, and `refuse_VERB` why one choice is refused, None for a legal one. A chance box has the same form, with
the seat of chance. A sequence is a list of boxes, and of what happens by itself, in the order in which the rulebook
prints them.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable
from collections.abc import Sequence as Row
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, final

from .checks import check_box, check_names, meant
from .choices import Choice
from .event import Journal
from .fields import Locals
from .foretell import Forecast, forecast
from .notation import ARG, CARD, DIE, LOT, MASK, VERB, act
from .position import CHANCE, Frame, Position
from .refusal import Reason

if TYPE_CHECKING:
    from .table import Table

P = TypeVar("P", bound=Position)
Act = Callable[[Any, Frame, int, int], None]
Fall = Callable[[Any, Frame, Callable[[], float]], None]


class Box(Generic[P]):
    """A decision. An instance is shared by all positions of a table and keeps no state; what sets two instances of one
    class apart (name, title, seat) is given when they are made.

    `locals`: the ints of its own that its frame has, by name, 0 unless the caller gives them; `forced`: where only
    one answer is legal it is given without asking; `reveals`: something hidden is shown by the choice, so
    that it cannot be taken back; `within`: of a window (see `waivers`), the sequence that a seat may let pass as a
    whole, such as a combat; `concludes`: a roll that follows at once is not for its action, it belongs to what comes
    next; `once`: a chance box takes one die, card or lot alone, and has ended, without `end`, when that is read.
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
    """Of a chance box the method that reads what has come: `die`, `card` or `lot`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_names(cls, Box)

    def own_step(self, f: Frame) -> str:
        """The last of its own steps that a frame of it has reached (`step` in a sequence), "" where it has none."""
        return ""

    def bind(self, table: Table[Any]) -> None:
        """Find this box's verbs among its methods, in the order of the table's verbs. Called once by the table."""
        written = type(self)
        self.lists = written.options is not Box.options
        asked = written.pieces is not Box.pieces and written.choices is not Box.choices
        if not (self.chance or self.lists or asked):
            raise TypeError(
                f"The box “{self.name}” does not say what is legal: write `options`, or `pieces` and `choices`."
            )
        check_box(self, [v.name for v in table.notation.verbs], [method_name(v.name) for v in table.notation.verbs])
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
        """Index of the seat that decides here."""
        return self.decider

    def prompt(self, p: P, f: Frame) -> str:
        """The question, in the rulebook's terms."""
        return self.title

    def help(self, p: P, f: Frame) -> str:
        """One or two more sentences, or nothing."""
        return ""

    def waivers(self, p: P, f: Frame) -> tuple[int, ...]:
        """Of a window, in which a seat is asked whether or not it can do anything that counts: the legal actions that
        do nothing, first the one that a server gives for a seat that lets it pass, or for which all others would be
        `vain`. Empty for any other question."""
        return ()

    # What is legal is asked in five ways. A small box writes `options` alone and the others follow from it; a box with
    # many choices writes `pieces` and `choices`, whose answers are found a piece at a time, and `options` follows.

    def options(self, p: P, f: Frame) -> list[int]:
        """All legal actions, those that name no piece last where they follow from `pieces` and `choices`."""
        row = [action for piece in self.pieces(p, f) for action in self.choices(p, f, piece)]
        return row + self.choices(p, f, None)

    def pieces(self, p: P, f: Frame) -> list[int]:
        """The pieces that have a choice now, each once: those that the legal actions name first."""
        piece_of = p.table.notation.piece_of
        return list(dict.fromkeys(x for action in self.options(p, f) if (x := piece_of(action)) is not None))

    def choices(self, p: P, f: Frame, piece: int | None) -> list[int]:
        """The legal actions that name this piece first, any piece of the game; for None those that name no piece."""
        piece_of = p.table.notation.piece_of
        return [action for action in self.options(p, f) if piece_of(action) == piece]

    def shortcuts(self, p: P, f: Frame) -> list[int]:
        """Actions that only save a person clicks: they answer this question and those like it that follow, in an order
        that their note shows. They name no piece; they are legal, but no part of `options`, and are never drawn."""
        return []

    def allows(self, p: P, f: Frame, action: int) -> bool:
        """Whether an action is legal."""
        if self.lists:
            return action in self.options(p, f)
        return action in self.choices(p, f, p.table.notation.piece_of(action))

    def draw(self, p: P, f: Frame, uniform: Callable[[], float]) -> int:
        """A legal action at random: each as likely as the others, or first a piece, then one of its choices (those that
        name no piece count as one piece more). `uniform` gives floats in [0, 1)."""
        if self.lists:
            row = self.options(p, f)
        else:
            pieces, rest = self.pieces(p, f), self.choices(p, f, None)
            drawn = int(uniform() * (len(pieces) + (1 if rest else 0)))
            row = rest if drawn == len(pieces) else self.choices(p, f, pieces[drawn])
        return row[int(uniform() * len(row))]

    def routes(self, p: P, f: Frame, piece: int) -> list[Choice]:
        """What a person is shown of a piece: its choices with price, way and note; ways of several steps where a game
        moves step by step (see `engine.routes`). Each choice of one action is among them."""
        space_of = p.table.notation.space_of
        return [
            Choice((a,), space_of(a), self.cost(p, f, a), note=self.note(p, f, a)) for a in self.choices(p, f, piece)
        ]

    def ways(self, p: P, f: Frame, piece: int, by: tuple[int, ...]) -> list[Choice]:
        """The `routes` of a piece that go past the spaces `by`, in this order. A box whose steps are actions finds
        dearer ones as well (`engine.routes`); where only the end of a way counts, there are no others."""

        def passes(choice: Choice) -> bool:
            path = iter(choice.path)
            return all(space in path for space in by)

        return [choice for choice in self.routes(p, f, piece) if passes(choice)]

    def foretell(self, p: P, f: Frame, action: int) -> list[Forecast]:
        """What will be rolled for a legal action that has not been taken yet, with the chances: the roll that follows
        at once. A box whose dice come later, or where the player sets a number, writes its own (`engine.foretell`)."""
        here = p.copy()
        here.apply(action)
        found = forecast(here, p.table.game.seats[p.seat] if p.seat >= 0 else None)
        if found is None:
            return []
        found.next = self.concludes
        return [found]

    def outcomes(self, p: P, f: Frame) -> list[tuple[int, int]]:
        """Chance boxes: every outcome with its weight."""
        raise AssertionError(f"{self.name} is asked for outcomes")

    def sample(self, p: P, f: Frame, uniform: Callable[[], float]) -> int:
        """Chance boxes: one outcome, as often as its weight says; `uniform` gives floats in [0, 1)."""
        outcomes = self.outcomes(p, f)
        mark = uniform() * sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            mark -= weight
            if mark < 0:
                return outcome
        return outcomes[-1][0]

    def happen(self, p: P, f: Frame, uniform: Callable[[], float]) -> None:
        """Chance boxes: draw one outcome as `sample` does, and read it. Dice, cards and lots are read here without the
        way through an action and back, a twentieth of a playout where there are many; a box with a `sample` of its own
        writes its own."""
        action = self.sample(p, f, uniform)
        self.acts[action >> VERB](p, f, action >> ARG & MASK, action & MASK)

    def falling(self) -> Fall:
        """Chance boxes: what does as `happen`, and on as long as the box has more to roll or draw and nothing comes
        between, with the same numbers for the same outcomes; sequences: what does as `run`. Play that nobody watches or
        reads asks for this: a turn of its loop for each die takes as long again as the die. It is made once, with all
        that it needs of the box at hand."""
        return self.happen

    def possible(self, p: P, f: Frame, action: int) -> bool:
        """Chance boxes: whether an outcome may come."""
        return any(outcome == action for outcome, _ in self.outcomes(p, f))

    def run(self, p: P, f: Frame, uniform: object = None) -> None:
        """Sequences: go on to the next box. They have no use for the numbers that a playout gives whatever goes on by
        itself."""
        raise AssertionError(f"{self.name} is no sequence")

    def after(self, entry: Any) -> int:
        """Sequences: the place in its list behind an entry."""
        raise AssertionError(f"{self.name} is no sequence")

    def cost(self, p: P, f: Frame, action: int) -> str:
        """What an action costs, for its button; may be empty."""
        return ""

    def note(self, p: P, f: Frame, action: int) -> str:
        """What is worth knowing of an action before it is chosen: what it brings about, the odds; may be empty."""
        return ""

    def vain(self, p: P, f: Frame, action: int) -> str:
        """Why a legal action would bring nothing as things stand, such as a card whose event finds nothing to act on;
        it is marked with this sentence. Empty for all others."""
        return ""

    def terms(self, p: P, f: Frame, verb: str) -> tuple[str, str]:
        """A short note and the cost of a verb, for its button."""
        return "", ""

    def warning(self, p: P, f: Frame, verb: str) -> str:
        """What a player would hardly mean by ending the step with this verb now, such as that nobody has moved: it is
        asked once more. Empty where nothing is lost."""
        return ""

    def why_not(self, p: P, f: Frame, action: int) -> Reason:
        """Why an action that is not among the options is refused here; one of another decision cites its verb's clauses
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
        """Why a space several steps away is out of reach, for a box that moves step by step, whose `refuse_VERB` speaks
        of one step: see `engine.routes.hindrance`. None where there is no more to say than of one step."""
        return None

    @final
    def barred(self, p: P, f: Frame, verb: int) -> Reason | None:
        """What `bar_VERB` says; None where the box has none for this verb."""
        bar = getattr(self, "bar_" + p.table.notation.verbs[verb].name.replace("-", "_"), None)
        reason: Reason | None = bar(p, f) if bar is not None else None
        return reason

    @final
    def closed(self, p: P, f: Frame, verb: int) -> Reason:
        """Why no action of a verb is open now."""
        entry = p.table.notation.verbs[verb]
        return self.barred(p, f, verb) or Reason(
            f"{entry.title or entry.name}: nothing on the board allows it now.",
            entry.clauses or self.clauses,
        )


@cache
def method_name(verb: str) -> str:
    """The name of the method that plays a verb."""
    name = verb.replace("-", "_")
    taken = keyword.iskeyword(name) or hasattr(Box, name) or name in Box.__annotations__
    return name + "_" if taken else name


def _one_argument(method: Callable[[Any, Frame, int], None]) -> Act:
    def act(p: Any, f: Frame, x: int, _y: int) -> None:
        method(p, f, x)

    return act


def _ending(method: Callable[[Any, Frame, int], None]) -> Callable[[Any, Frame, int], None]:
    """What takes the box off before its method reads what has come."""

    def read(p: Any, f: Frame, x: int) -> None:
        p.frames.pop()
        method(p, f, x)

    return read


def _no_argument(method: Callable[[Any, Frame], None]) -> Act:
    def act(p: Any, f: Frame, _x: int, _y: int) -> None:
        method(p, f)

    return act


class DieBox(Box[P]):
    """Chance rolls one die; the method `die(p, f, n)` reads it. A box that rolls several keeps count in its frame and
    ends with the last; one that never does says so (`once`)."""

    chance = "die"
    decider = CHANCE
    faces: ClassVar[int] = 6

    def outcomes(self, p: P, f: Frame) -> list[tuple[int, int]]:
        return [(act(DIE, n), 1) for n in range(1, self.faces + 1)]

    def sample(self, p: P, f: Frame, uniform: Callable[[], float]) -> int:
        return DIE | 1 + int(uniform() * self.faces) << ARG

    def happen(self, p: P, f: Frame, uniform: Callable[[], float]) -> None:
        self.read(p, f, 1 + int(uniform() * self.faces))

    def falling(self) -> Fall:
        read, faces = self.read, self.faces
        if self.once:  # as below, with one call less
            method = getattr(self, self.chance)

            def fall_once(p: P, f: Frame, uniform: Callable[[], float]) -> None:
                p.frames.pop()
                method(p, f, 1 + int(uniform() * faces))

            return fall_once

        def fall(p: P, f: Frame, uniform: Callable[[], float]) -> None:
            read(p, f, 1 + int(uniform() * faces))
            frames = p.frames
            while frames and frames[-1] is f:
                read(p, f, 1 + int(uniform() * faces))

        return fall

    def prompt(self, p: P, f: Frame) -> str:
        return f"Roll one die: {self.title}"


class PoolBox(DieBox[P]):
    """Chance rolls a pool of dice, one after the other, and all before they count: `pool(p, f)` keeps those that have
    fallen, `size(p, f)` says how many they are in the end, one at least, and `fallen(p, f)` reads them together
    when the box has ended with the last. `tell` puts each into the log as it falls."""

    def pool(self, p: P, f: Frame) -> bytearray:
        """The dice so far, in the position."""
        raise AssertionError(f"{self.name} does not say where its dice lie")

    def size(self, p: P, f: Frame) -> int:
        """How many dice it rolls."""
        raise AssertionError(f"{self.name} does not say how many dice it rolls")

    def fallen(self, p: P, f: Frame) -> None:
        """All dice lie: what comes of them, unless those who have called the box see to it."""

    def tell(self, p: P, f: Frame, n: int) -> None:
        """The log of the die that has fallen last."""

    def die(self, p: P, f: Frame, n: int) -> None:
        pool = self.pool(p, f)
        pool.append(n)
        if p.journal is not None:
            self.tell(p, f, n)
        if len(pool) == self.size(p, f):
            p.end()
            self.fallen(p, f)

    def falling(self) -> Fall:
        pool_of, size_of, fallen, faces = self.pool, self.size, self.fallen, self.faces

        def fall(p: P, f: Frame, uniform: Callable[[], float]) -> None:
            pool = pool_of(p, f)
            for _ in range(size_of(p, f) - len(pool)):
                pool.append(1 + int(uniform() * faces))
            p.frames.pop()
            fallen(p, f)

        return fall


class DrawBox(Box[P]):
    """Chance draws a card; `cards` gives the ids still in the deck, the method `card(p, f, id)` reads it."""

    chance = "card"
    decider = CHANCE
    deck: ClassVar[str] = ""

    def cards(self, p: P, f: Frame) -> Row[int]:
        """The ids of the cards that may come, each as likely as the others."""
        raise AssertionError(f"{self.name} does not say what may be drawn")

    def outcomes(self, p: P, f: Frame) -> list[tuple[int, int]]:
        return [(act(CARD, c), 1) for c in self.cards(p, f)]

    def sample(self, p: P, f: Frame, uniform: Callable[[], float]) -> int:
        cards = self.cards(p, f)
        return CARD | cards[int(uniform() * len(cards))] << ARG

    def happen(self, p: P, f: Frame, uniform: Callable[[], float]) -> None:
        cards = self.cards(p, f)
        self.read(p, f, cards[int(uniform() * len(cards))])

    def falling(self) -> Fall:
        may_come, read = self.cards, self.read

        def fall(p: P, f: Frame, uniform: Callable[[], float]) -> None:
            cards = may_come(p, f)
            read(p, f, cards[int(uniform() * len(cards))])

        return fall

    def prompt(self, p: P, f: Frame) -> str:
        return f"Draw a card: {self.title}"


class LotBox(Box[P]):
    """Chance picks a piece; `pieces` gives the ints of those that may be picked, the method `lot(p, f, piece)` takes
    it. Lots over pieces that a seat cannot tell apart make no difference to what that seat sees.
    """

    chance = "lot"
    decider = CHANCE

    def pieces(self, p: P, f: Frame) -> list[int]:
        """The pieces that may be picked, each as likely as the others."""
        raise AssertionError(f"{self.name} does not say what may be drawn")

    def outcomes(self, p: P, f: Frame) -> list[tuple[int, int]]:
        return [(act(LOT, piece), 1) for piece in self.pieces(p, f)]

    def sample(self, p: P, f: Frame, uniform: Callable[[], float]) -> int:
        pieces = self.pieces(p, f)
        return LOT | pieces[int(uniform() * len(pieces))] << ARG

    def happen(self, p: P, f: Frame, uniform: Callable[[], float]) -> None:
        pieces = self.pieces(p, f)
        self.read(p, f, pieces[int(uniform() * len(pieces))])

    def falling(self) -> Fall:
        may_come, read = self.pieces, self.read
        if self.once:  # as below, with one call less
            method = getattr(self, self.chance)

            def fall_once(p: P, f: Frame, uniform: Callable[[], float]) -> None:
                pieces = may_come(p, f)
                p.frames.pop()
                method(p, f, pieces[int(uniform() * len(pieces))])

            return fall_once

        def fall(p: P, f: Frame, uniform: Callable[[], float]) -> None:
            pieces = may_come(p, f)
            read(p, f, pieces[int(uniform() * len(pieces))])

        return fall

    def prompt(self, p: P, f: Frame) -> str:
        return f"Draw lots: {self.title}"


class Dealing(Locals):
    """How many pieces have been dealt."""

    number: int


class DealBox(LotBox[P]):
    """Chance deals out a number of pieces, `size`, one after the other: `place(p, number, piece)` puts each where its
    number, from 0, says. Whoever is dealt is no longer among the `pieces` that may come, and all others still are,
    whatever is rolled for each; nothing that `place` does ends the box. So a playout lists them once."""

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
    """Take these entries only if the test holds."""
    return _When(test, entries)


def loop(test: Callable[[Any, Frame], object], *entries: Any) -> _Loop:
    """Repeat these entries as long as the test holds."""
    return _Loop(test, entries)


class _Step:
    def __init__(self, name: str, skipped: Callable[[Any, Frame], str] | None) -> None:
        self.name, self.skipped = name, skipped

    def __call__(self, p: Position, f: Frame, journal: Journal) -> None:
        journal.add(p.table.steps[self.name].event(self.skipped(p, f) if self.skipped else ""))


def step(name: str, skipped: Callable[[Any, Frame], str] | None = None) -> _Step:
    """Here begins a numbered step of the sequence of play that is no box or sequence of its own; it lasts until the
    next one. `skipped` says why nothing is done in it, "" where something may be."""
    return _Step(name, skipped)


def _resume(p: Position, _f: Frame, journal: Journal) -> None:
    """After a sequence with steps of its own: the step in which it was called goes on."""
    around = p.table.step(p, 1)
    if around is not None:
        journal.add(around.event())


_CALL, _DO, _TELL, _TEST, _JUMP, _END = range(6)
_OVER = -1
_Taken = tuple[Callable[[Any, Frame], object] | None, int, Callable[[Any, Frame], None] | None, Frame | None, int]
"""What a sequence does at a place of its list: the test, and the place to go on from where it fails; what happens by
itself, or the frame of what is called; the place after it, or that the list is over."""


class Sequence(Box[Position]):
    """A numbered list of the rulebook: names of boxes or sequences, functions of position and frame that happen by
    themselves, `when`, `loop` and `step`. Its place in the list is f[1], so that a position can be stored in the
    middle; it may have `locals` of its own."""

    runs = True

    def __init__(self, name: str, *entries: Any, locals: type[Locals] = Locals) -> None:
        self.name = name
        self.entries = entries
        self.own_steps = tuple(entry.name for entry in entries if isinstance(entry, _Step))
        self.locals = locals

    def bind(self, table: Table[Any]) -> None:
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
        """What is done at the place `pc`. What only leads on, a jump back or, where nobody reads them, the steps of the
        log, is passed here once and for all, and a test is taken together with the first thing that it leads to."""
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

    def _compile(self, entries: tuple[Any, ...], table: Table[Any]) -> None:
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
        """The place behind an entry, the name of a box or a function: a frame with it goes on from there. Raises
        ValueError where the list has no such entry."""
        for n, (kind, what, more) in enumerate(self.ops):
            if what == entry or (kind == _CALL and more[0] == self.boxes.get(entry)):
                return n + 1
        raise ValueError(f"The sequence “{self.name}” has no entry {entry!r}.")

    def run(self, p: Position, f: Frame, uniform: object = None) -> None:
        go = self.quiet if p.journal is None else self.told
        go(p, f)

    def falling(self) -> Fall:
        return self.quiet


def _going(ops: list[_Taken]) -> Callable[..., None]:
    """What has a sequence with this list go on, as `run` does."""

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
    """What writes a step of the log, and where it is that of a box or sequence calls this."""

    def tell(p: Any, f: Frame) -> None:
        if blank:
            p.journal.add(what.event())
            p.frames.append(blank[:])
        else:
            what(p, f, p.journal)

    return tell
