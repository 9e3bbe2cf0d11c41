"""The current question in a match: the legal actions, and why other actions are refused."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, Self, overload

from mamayev.engine.box import Box
from mamayev.engine.foretell import Forecast
from mamayev.engine.notation import ARG, CARD, CHANCE_VERBS, MASK, VERB, verb_of
from mamayev.engine.position import CHANCE, Position
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.routes import detours, stacked

from .foretold import Foretold, foretold, odds


@dataclass(frozen=True)
class Action:
    """An atomic choice. `str(action)` is its canonical text, `code` its int in search and simulation."""

    text: str
    code: int

    def __str__(self) -> str:
        return self.text


class Actions(Sequence[Action]):
    """The legal actions at a decision. The full list is built only when you count, iterate or index. `in` accepts an
    action or its text and checks it with the rules."""

    def __init__(self, decision: Question) -> None:
        self._decision = decision

    def __len__(self) -> int:
        return len(self._decision.codes)

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self._decision.action(code) for code in self._decision.codes[index]]
        return self._decision.action(self._decision.codes[index])

    def __iter__(self) -> Iterator[Action]:
        return map(self._decision.action, self._decision.codes)

    def __contains__(self, action: object) -> bool:
        try:
            return isinstance(action, (str, Action)) and bool(self._decision.parse(str(action)))
        except Refusal:
            return False

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, (list, Actions)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Actions({[str(action) for action in self]})"


class Choice(NamedTuple):
    """One choice for a piece: an action, or a path of several.

    `actions`: the actions, for a single `Match.play`. `space`: the destination. `path`: the ids of the spaces on the
    way. `cost`, `note`: texts for players. `stops`: whether the piece must stop at the destination.
    """

    actions: tuple[Action, ...]
    space: str
    cost: str
    path: tuple[str, ...]
    note: str
    stops: bool


class Question:
    """The current question in a match: its seat, prompt, legal actions and clauses."""

    def __init__(self, p: Position) -> None:
        table = p.table
        self.position = p
        self._frame = p.frames[-1]
        self._box: Box[Any] = table.boxes[self._frame[0]]
        self.index = p.seat
        self.seat = "chance" if self.index == CHANCE else table.game.seats[self.index]
        self.chance = self._box.chance
        self.box = self._box.name
        self.title = self._box.title or self._box.name
        self._codes: list[int] | None = None
        self._asked: dict[int | None, list[int]] = {}

    def __reduce__(self) -> tuple[type[Self], tuple[Position]]:
        """Let pickle and copy rebuild the question from its position."""
        return type(self), (self.position,)

    @property
    def drawer(self) -> str | None:
        """The seat that draws a card or lot, or rolls a die, in secret. None if everyone sees it, and for a decision
        of a seat."""
        seat = self._box.drawer(self.position, self._frame) if self.index == CHANCE else None
        return None if seat is None else self.position.table.game.seats[seat]

    @property
    def asked(self) -> str:
        """The seat that decides or draws in secret, or "chance" for what everyone sees."""
        return self.drawer or self.seat

    @property
    def prompt(self) -> str:
        """The question as a sentence."""
        return self._box.prompt(self.position, self._frame)

    @property
    def help(self) -> str:
        """One or two sentences that explain the question further, or ""."""
        return self._box.help(self.position, self._frame)

    @property
    def step(self) -> str:
        """The id of the numbered step in which the decision is made, or ""."""
        step = self.position.table.step(self.position)
        return step.id if step else ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the box, or else of its step."""
        if self._box.clauses:
            return self._box.clauses
        step = self.position.table.step(self.position)
        return step.clauses if step else ()

    @cached_property
    def waiver(self) -> Action | None:
        """The action that passes a reaction window; None for other questions."""
        waivers = self._box.waivers(self.position, self._frame)
        return self.action(waivers[0]) if waivers else None

    @property
    def idle(self) -> bool:
        """Whether a reaction window offers only passing and actions without effect."""
        return self.waiver is not None and self._box.idle(self.position, self._frame, self._reactions)

    def reacts(self, cards: Collection[int]) -> bool:
        """Whether a reaction window offers an action with an effect that uses one of the given cards, or no card."""
        card_of = self.position.table.notation.card_of
        ours = [code for code in self._reactions if (card := card_of(code)) is None or card in cards]
        return not self._box.idle(self.position, self._frame, ours)

    @property
    def _reactions(self) -> list[int]:
        """The actions in a reaction window other than passing."""
        waivers = set(self._box.waivers(self.position, self._frame))
        return [code for code in self.codes if code not in waivers]

    @property
    def within(self) -> str:
        """The sequence that the seat can pass as a whole in this reaction window, else ""."""
        inside = self.waiver is not None and self._box.within and self.position.inside(self._box.within)
        return self._box.within if inside else ""

    # -------------------------------------------------------------- what is legal

    @property
    def codes(self) -> list[int]:
        """Return all legal actions, or outcomes of chance, as ints."""
        if self._codes is None:
            codes = self.position.actions()
            self._codes = [outcome for outcome, _ in codes] if self.index == CHANCE else codes
        return self._codes

    @property
    def actions(self) -> Actions:
        """Return the legal actions."""
        return Actions(self)

    def action(self, code: int) -> Action:
        """Return the action for an int, legal or not."""
        return Action(self.position.table.notation.text(code), code)

    def pieces(self) -> list[str]:
        """Return the ids of the pieces that have a choice."""
        notation = self.position.table.notation
        return [notation.noun("piece", piece).id for piece in self._movable]

    @cached_property
    def _movable(self) -> list[int]:
        """Return the pieces that have a choice."""
        return self.position.pieces()

    def _choices_of(self, piece: int | None) -> list[int]:
        """Return the legal actions that name this piece first or, for None, no piece. Each list is computed once."""
        if piece not in self._asked:
            self._asked[piece] = self.position.choices(piece)
        return self._asked[piece]

    def choices(self, piece: str, *stack: str, by: Sequence[str] = (), space: str | None = None) -> list[Choice]:
        """Return the choices for a piece, including paths of several actions; empty if it has none.

        For several pieces, return the choices that they share. `by`: only paths through these spaces, in this order.
        `space`: only paths that lead there, the cheapest first. Raises a malformed Refusal for an unknown piece or
        space.
        """
        p, notation = self.position, self.position.table.notation
        named = self._indexes("piece", dict.fromkeys((piece, *stack)), "piece")
        bends = tuple(self._indexes("space", by, "by"))
        end = self._indexes("space", () if space is None else (space,), "space")
        if self.index < 0 or self.index in p.table.procedures:
            return []
        nouns = notation.nouns.get("space", ())
        return [
            Choice(
                tuple(self.action(code) for code in choice.actions),
                "" if choice.space is None else nouns[choice.space].id,
                choice.cost,
                tuple(nouns[at].id for at in choice.path),
                choice.note,
                choice.stops,
            )
            for choice in (detours(p, named, end[0], bends) if end else stacked(p, named, bends))
        ]

    def _indexes(self, kind: str, names: Iterable[str], field: str) -> list[int]:
        """Return the indexes of nouns. Raises a malformed Refusal for an unknown name."""
        found = []
        for name in names:
            index = self.position.table.notation.index(kind, name)
            if index is None:
                raise Refusal(f"There is no {kind} “{name}”.", field=field, malformed=True)
            found.append(index)
        return found

    def foretell(self, text: str) -> Foretold:
        """Return the consequences of an action that the deciding seat can know. Raises Refusal like `parse`."""
        code = self.parse(text).code
        return foretold(self.position, self._answering(code), code)

    def odds(self, text: str) -> list[Forecast]:
        """Return only the rolls in `foretell`, which is faster. In a game with secrets, the list is empty if the first
        determinization has no roll. Raises Refusal like `parse`."""
        code = self.parse(text).code
        return odds(self.position, self._answering(code), code)

    def _answering(self, code: int) -> Box[Any]:
        """Return the box that an action belongs to: the current box, or that of the standing actions."""
        standing = self.position.table.standing
        stands = standing is not None and code >> VERB in standing.acts and code >> VERB not in self._box.acts
        return standing if standing is not None and stands else self._box

    def parse(self, text: str) -> Action:
        """Return the legal action for a text. Raises Refusal if the text is malformed, or if the action is illegal,
        with the clauses that forbid it."""
        return self.action(self.code(text))

    def code(self, text: str) -> int:
        """Return the legal action for a text as an int."""
        notation = self.position.table.notation
        try:
            code = notation.parse(text)
        except Refusal as refusal:
            raise Refusal(refusal.text + self._numbers(text), field=refusal.field, malformed=True) from None
        if not self.position.allows(code):
            reason = self.why_not(code)
            raise Refusal(reason.text, reason.clauses, field="action")
        return code

    def _numbers(self, text: str) -> str:
        """Describe the valid numbers for this decision: the range, and an example; "" if the numbers are not the
        problem."""
        notation = self.position.table.notation
        word, *words = text.split() or [""]
        index = notation.verb_index.get(word.lower())
        args = () if index is None else notation.verbs[index].args
        wrong = [
            place
            for place, typed in enumerate(words)
            if not (typed.isascii() and typed.isdigit() and int(typed) <= MASK)
        ]
        if len(words) != len(args) or not wrong or args[wrong[0]] != "number":
            return ""
        shift = 0 if wrong[0] else ARG
        possible = [code for code in self.codes if code >> VERB == index]
        if not possible:
            return ""
        numbers = sorted({code >> shift & MASK for code in possible})
        runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), key=lambda one: one[1] - one[0])]
        ranges = " or ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
        return f" Possible here: {ranges}, for instance “{notation.text(possible[-1])}”."

    def why_not(self, code: int) -> Reason:
        """Return why an illegal action is refused."""
        p = self.position
        verb = code >> VERB
        if self.index == CHANCE:
            expected = ", ".join(p.table.notation.text(c) for c in self.codes[:8])
            more = ", …" if len(self.codes) > 8 else "."
            return Reason(f"{self._undrawn(code)}{self.prompt}. Possible: {expected}{more}", self.clauses)
        procedure = p.table.procedures.get(self.index)
        if procedure is not None:
            order = procedure(p)
            return Reason(order.why, order.clauses)
        if verb < len(CHANCE_VERBS):
            return Reason(f"Nothing is rolled or drawn now: {self.seat} decides. {self.prompt}", self.clauses)
        return self._answering(code).why_not(p, self._frame, code)

    def _undrawn(self, code: int) -> str:
        """Say why a card cannot be drawn; "" for anything else."""
        if self.chance != "card" or verb_of(code) != CARD:
            return ""
        number = code >> ARG & MASK
        decks = self.position.table.look.kept.decks
        cards = [card for deck in decks if deck.id == getattr(self._box, "deck", "") for card in deck.cards]
        card = next((card for card in cards if card.id == number), None)
        if card is not None:
            return f"Card {number}, {card.title}, is not in the deck now. "
        ids = [card.id for card in cards]
        return f"There is no card {number}; this deck has {min(ids)} to {max(ids)}. " if ids else ""
