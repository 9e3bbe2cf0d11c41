"""Boxes: the decisions in a sequence of play, as data.

A box is a decision node, named after the numbered boxes of a printed sequence of play. It is a class with one method
for each verb, with the same name ("take-step" is `take_step`; a name in use by Python or Box gets a "_": "pass" is
`pass_`). `options` lists the legal actions, or `pieces` and `choices` return them one piece at a time. `bar_VERB`
returns the reason that the whole verb is unavailable. `refuse_VERB` returns the reason to refuse one choice, or None
for a legal choice. A chance box looks the same, but chance decides (`chancebox`). A `sequence` is a list of boxes.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, final

from .choices import Choice
from .fields import Locals
from .foretell import Forecast, forecast
from .names import check_names
from .notation import ARG, MASK, VERB
from .refusal import Reason
from .state import Frame, State

P = TypeVar("P", bound=State)
Act = Callable[[Any, Frame, int, int], None]
Fall = Callable[[Any, Frame, Callable[[], float]], None]


class Box(Generic[P]):
    """A decision. An instance is shared by all positions of a table and has no state. Differences between instances of
    one class (name, title, seat) are set at creation.

    - `question`, `hint`: the texts of `prompt` and `help`, if they are always the same.
    - `locals`: the named ints in its frame, 0 unless the caller gives them.
    - `forced`: if only one answer is legal, it is played without asking.
    - `reveals`: the choice reveals something hidden, so it ends undo.
    - `within`: for a reaction window (see `waivers`), the sequence in which a seat can pass on every window at once,
      such as a combat.
    - `concludes`: a roll right after this box belongs to the next step, not to the action chosen in this box.
    - `once`: a chance box rolls or draws once. It ends, without `end`, before its method reads the outcome.
    """

    name: str
    title: str = ""
    question: str = ""
    hint: str = ""
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
    bends: bool
    """Whether `ways` finds paths that `routes` leaves out."""
    read: Callable[[Any, Frame, int], None]
    """The method of a chance box that reads the outcome: `die`, `card` or `lot`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_names(cls, Box)

    def own_step(self, f: Frame) -> str:
        """Return the last `step` that a frame has reached in its sequence, or ""."""
        return ""

    def own(self) -> Box[P]:
        """Return the box that a table uses: this one, or a copy if tables cannot share it."""
        return self

    def bind(self, table: Any) -> None:
        """Find this box's verbs among its methods, in the order of the table's verbs. The table calls this once."""
        self.lists = type(self).options is not Box.options
        self.bends = type(self).ways is not Box.ways
        self.acts = {}
        for index, verb in enumerate(table.notation.verbs):
            method = getattr(self, method_name(verb.name), None)
            if method is None:
                continue
            if self.once:
                self.acts[index] = _one_argument(ending(method))
            elif len(verb.args) == 2:
                self.acts[index] = method
            elif len(verb.args) == 1:
                self.acts[index] = _one_argument(method)
            else:
                self.acts[index] = _no_argument(method)
        self.verbs = tuple(self.acts)

    def seat(self, p: P, f: Frame) -> int:
        """Return the index of the deciding seat."""
        return self.decider

    def prompt(self, p: P, f: Frame) -> str:
        """Return the question, in the terms of the rulebook. If the prompt is always the same, set `question`."""
        return self.question or self.title

    def help(self, p: P, f: Frame) -> str:
        """Return one or two sentences of help with the question, or "". If the text is always the same, set `hint`."""
        return self.hint

    def waivers(self, p: P, f: Frame) -> tuple[int, ...]:
        """In a reaction window, return the legal actions that do nothing. A server plays the first of these for a seat
        that passes, or if all other actions would be `vain`. A reaction window asks a seat even if the seat cannot do
        anything. For any other question, the tuple is empty.
        """
        return ()

    # What is legal is asked in five ways. A small box writes `options` alone and the others follow from it; a box with
    # many choices writes `pieces` and `choices`, whose answers are found a piece at a time, and `options` follows.

    def options(self, p: P, f: Frame) -> list[int]:
        """Return all legal actions. If they come from `pieces` and `choices`, the actions without a piece come last."""
        row = [action for piece in self.pieces(p, f) for action in self.choices(p, f, piece)]
        return row + self.choices(p, f, None)

    def pieces(self, p: P, f: Frame) -> list[int]:
        """Return the pieces that have a choice, each once: the pieces that legal actions name first."""
        piece_of = p.table.notation.piece_of
        return list(dict.fromkeys(x for action in self.options(p, f) if (x := piece_of(action)) is not None))

    def choices(self, p: P, f: Frame, piece: int | None) -> list[int]:
        """Return the legal actions that name this piece first. If `piece` is None, return those that name no piece."""
        piece_of = p.table.notation.piece_of
        return [action for action in self.options(p, f) if piece_of(action) == piece]

    def shortcuts(self, p: P, f: Frame) -> list[int]:
        """Return actions that only save clicks. Such an action answers this question and similar questions after it, in
        the order given in its note. It names no piece. It is legal, but not in `options`, and never drawn at random.
        """
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
        """Return the choices of a piece for a person, with cost, path and note, including paths of several steps in
        games that move step by step (see `engine.routes`). All choices with a single action are included."""
        space_of = p.table.notation.space_of
        return [
            Choice((a,), space_of(a), self.cost(p, f, a), note=self.note(p, f, a)) for a in self.choices(p, f, piece)
        ]

    def ways(self, p: P, f: Frame, piece: int, by: tuple[int, ...]) -> list[Choice]:
        """Return the `routes` of a piece through the spaces `by`, in this order. A box whose steps are actions also
        finds more expensive ones (`engine.routes`); if only the end of a path counts, there are no alternatives.
        """

        def passes(choice: Choice) -> bool:
            path = iter(choice.path)
            return all(space in path for space in by)

        return [choice for choice in self.routes(p, f, piece) if passes(choice)]

    def foretell(self, p: P, f: Frame, action: int) -> list[Forecast]:
        """Return the rolls that a legal action leads to, with their chances. By default, this is the roll right after
        it. A box with later dice, or with a number that the player sets, overrides this (`engine.foretell`)."""
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
        """Draw one outcome of a chance box, by weight. `uniform` gives floats in [0, 1)."""
        outcomes = self.outcomes(p, f)
        mark = uniform() * sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            mark -= weight
            if mark < 0:
                return outcome
        return outcomes[-1][0]

    def drawer(self, p: P, f: Frame) -> int | None:
        """Return the seat that draws in secret for a chance box: only this seat may see what can be drawn, and what is
        drawn. By default None: everyone sees it.

        If people at one screen enter their own dice and cards, the screen is handed to this seat first.
        """
        return None

    def throws(self, p: P, f: Frame) -> list[tuple[tuple[int, ...], float]]:
        """Return the results of a chance box's whole roll: for each, some outcomes that lead to it, and its chance from
        0 to 1. All dice that are read together belong to a roll. The list is empty if there are too many results."""
        outcomes = self.outcomes(p, f)
        total = sum(weight for _, weight in outcomes)
        return [((outcome,), weight / total) for outcome, weight in outcomes]

    def pooled(self, p: P, f: Frame) -> int:
        """Return the number of outcomes in a chance box's whole roll."""
        return 1

    def meaning(self, p: P, f: Frame, outcomes: tuple[int, ...]) -> object:
        """Return what the outcomes of a whole roll mean together. Rolls with the same meaning are one result."""
        return outcomes

    def falling(self) -> Fall:
        """For a chance box, return a function that draws and reads outcomes, like `sample`, until the box is done; for
        a sequence, a function like `run`. Use it only without a journal. It rolls in its own loop, because each pass
        through the loop of a playout takes as long as a die roll. It is created once, with everything that it needs.
        """

        def fall(p: P, f: Frame, uniform: Callable[[], float]) -> None:
            action = self.sample(p, f, uniform)
            self.acts[action >> VERB](p, f, action >> ARG & MASK, action & MASK)

        return fall

    def run(self, p: P, f: Frame, uniform: object = None) -> None:
        """Continue a sequence to the next box. `uniform` is ignored, because a sequence needs no random numbers."""
        raise AssertionError(f"{self.name} is not a sequence")

    def after(self, entry: Any) -> int:
        """Return the index after an entry in a sequence's list."""
        raise AssertionError(f"{self.name} is not a sequence")

    def cost(self, p: P, f: Frame, action: int) -> str:
        """Return the cost of an action for its button, or ""."""
        return ""

    def note(self, p: P, f: Frame, action: int) -> str:
        """Return information about an action that helps the player to choose, such as its effect or the odds, or ""."""
        return ""

    def vain(self, p: P, f: Frame, action: int) -> str:
        """Return the reason that a legal action would have no effect, such as a card without a target for its event, or
        "".
        """
        return ""

    def idle(self, p: P, f: Frame, actions: Sequence[int]) -> bool:
        """Return whether legal actions have no effect, neither one alone nor several of them together."""
        return all(self.vain(p, f, action) for action in actions)

    def terms(self, p: P, f: Frame, verb: str) -> tuple[str, str]:
        """Return a short note and the cost of a verb, for its button."""
        return "", ""

    def warning(self, p: P, f: Frame, verb: str) -> str:
        """Return a warning if the player probably does not want to end the step with this verb, for example because no
        unit has moved. The client then asks for confirmation. Otherwise, return "".
        """
        return ""

    def why_not(self, p: P, f: Frame, action: int) -> Reason:
        """Return why an unavailable action is refused here. For an action that belongs to another decision, cite its
        verb's clauses and the sequence of play, unless this box has a `bar_VERB` for it.
        """
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
        Return None if there is nothing to add to the `refuse_VERB` of a single step.
        """
        return None

    @final
    def barred(self, p: P, f: Frame, verb: int) -> Reason | None:
        """Return the result of `bar_VERB`, or None if the box has no such method."""
        bar = getattr(self, "bar_" + p.table.notation.verbs[verb].name.replace("-", "_"), None)
        reason: Reason | None = bar(p, f) if bar is not None else None
        return reason

    @final
    def closed(self, p: P, f: Frame, verb: int) -> Reason:
        """Return why no action with this verb is available now."""
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


def ending(method: Callable[[Any, Frame, int], None]) -> Callable[[Any, Frame, int], None]:
    """Wrap a method so that its box is popped before it runs."""

    def read(p: Any, f: Frame, x: int) -> None:
        p.frames.pop()
        method(p, f, x)

    return read


def _no_argument(method: Callable[[Any, Frame], None]) -> Act:
    def act(p: Any, f: Frame, _x: int, _y: int) -> None:
        method(p, f)

    return act
