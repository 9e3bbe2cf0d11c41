"""Actions as ints in hot code and as text elsewhere.

An action is one int: verb in bits 24 and up, first argument in bits 12 to 23, second in bits 0 to 11. (Our largest map
has 2,184 hexes.) Its canonical text is the verb and the ids of its arguments: "move red-1 39".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .refusal import Refusal
from .words import alternatives, counted, suggestion

NEAREST = 3
"""Number of suggestions for an unknown word."""

Weight = Literal["main", "normal", "optional", "grave"]


class Noun(NamedTuple):
    """A thing that an action can name: its id in canonical text, its name in sentences, and any words before the name,
    such as "the ".
    """

    id: str
    name: str
    article: str = ""


@dataclass(frozen=True)
class Verb:
    """A verb of a game's actions.

    - `args`: kinds of nouns. "piece", "space" and "card" tell clients what to highlight; the int of a card is its id in
      the scene's decks. "number" is an int.
    - `label`: a sentence with the names of the arguments in {0} and {1}.
    - `heading`: the heading of its entries in the log, if it differs from `title`, the word on its button.
    - `weight`: "main" ends a step. "optional" is a side action such as a purchase, which the map offers only after the
      player selects the verb. "grave" needs confirmation.
    - `told`: the log's sentence ("The {0} moves to {1}"), if the label is an order ("Move the {0} to {1}").
    - `says`: kinds of events that the label already describes, so they are not listed as consequences.
    - `key`: keyboard shortcut.
    - `whole`: the verb applies to all units in a space, so a click on one selects them all.
    """

    name: str
    args: tuple[str, ...] = ()
    title: str = ""
    label: str = ""
    clauses: tuple[str, ...] = ()
    weight: Weight = "normal"
    told: str = ""
    says: tuple[str, ...] = ()
    key: str = ""
    whole: bool = False
    heading: str = ""


CHANCE_VERBS = (
    Verb("die", ("number",), "Die", "The die shows {0}"),
    Verb("card", ("number",), "Card", "Card {0} is drawn"),
    Verb("lot", ("piece",), "Lot", "The lot falls on {0}"),
)


NOBODY: Mapping[int, str] = {}
"""The value of `called` for positions where every piece has its listed name."""

VERB = 24
ARG = 12
MASK = (1 << ARG) - 1
"""The index of an action's verb is `action >> VERB`; its arguments are `action >> ARG & MASK` and `action & MASK`."""
ARGS = (1 << VERB) - 1


def codes(verbs: Sequence[Verb]) -> Iterator[int]:
    """Yield constants for a game's verbs, in order. Each constant is the action for its verb without arguments.

    MOVE, DONE = codes(VERBS)
    """
    return (n << VERB for n in range(len(CHANCE_VERBS), len(CHANCE_VERBS) + len(verbs)))


DIE, CARD, LOT = (n << VERB for n in range(len(CHANCE_VERBS)))


def act(verb: int, x: int = 0, y: int = 0) -> int:
    """Return the action for a verb and its arguments, each from 0 to 4095.

    Code that runs for every hex inlines this: `MOVE |
    unit << ARG | h`.
    """
    return verb | x << ARG | y


def verb_of(action: int) -> int:
    """Return the verb of an action, which is the action without its arguments."""
    return action & ~ARGS


def parts(action: int) -> tuple[int, int, int]:
    """Return the verb and both arguments of an action, whether used or not."""
    return action & ~ARGS, action >> ARG & MASK, action & MASK


KEPT = 20_000
"""The number of action texts, labels and log sentences to cache, because a match reads and writes each many times."""


def _place(verb: Verb, kind: str) -> int:
    """Return the shift that extracts the first noun of a kind from an action, or -1 if the verb takes no such noun."""
    return (ARG, 0)[verb.args.index(kind)] if kind in verb.args else -1


def _by_id(nouns: Sequence[Noun]) -> dict[str, int]:
    """Return the ints of nouns by lower-case id, so that players can type "cc25" for "CC25"."""
    return {noun.id.lower(): i for i, noun in enumerate(nouns) if noun.id}


class Notation:
    """Converts the actions of one table to text and back."""

    def __init__(self, verbs: Sequence[Verb], nouns: Mapping[str, Sequence[Noun]]) -> None:
        self.verbs = (*CHANCE_VERBS, *verbs)
        self.nouns = nouns
        self.verb_index = {v.name: i for i, v in enumerate(self.verbs)}
        self._texts: dict[int, str] = {}
        self._codes: dict[str, int] = {}
        self._labels: dict[int, str] = {}
        self._tellings: dict[int, str] = {}
        self._piece = [_place(verb, "piece") for verb in self.verbs]
        self._space = [_place(verb, "space") for verb in self.verbs]
        self._card = [_place(verb, "card") for verb in self.verbs]
        self._index = {kind: _by_id(row) for kind, row in nouns.items()}
        self._counts = [tuple(self._count(verb, place) for place in (0, 1)) for verb in self.verbs]

    def _count(self, verb: Verb, place: int) -> int:
        """Return the number of possible ints for the first or second argument of a verb. If the verb takes no such
        argument, this is 1, because only 0 is possible.
        """
        if place >= len(verb.args):
            return 1
        kind = verb.args[place]
        return MASK + 1 if kind == "number" else len(self.nouns.get(kind, ()))

    def makes_sense(self, action: int) -> bool:
        """Return whether an int is an action of this table: a known verb with valid nouns and nothing else.

        It need not be legal.
        """
        verb = action >> VERB
        if not 0 <= verb < len(self._counts):
            return False
        first, second = self._counts[verb]
        return action >> ARG & MASK < first and action & MASK < second

    def is_piece(self, piece: int) -> bool:
        """Return whether an int is the number of a piece."""
        return 0 <= piece < len(self.nouns.get("piece", ()))

    def args(self, action: int) -> tuple[int, ...]:
        """Return the arguments of an action as ints."""
        return (action >> ARG & MASK, action & MASK)[: len(self.verbs[action >> VERB].args)]

    def piece_of(self, action: int) -> int | None:
        """Return the piece that an action names first, or None."""
        shift = self._piece[action >> VERB]
        return None if shift < 0 else action >> shift & MASK

    def space_of(self, action: int) -> int | None:
        """Return the space that an action names first, or None."""
        shift = self._space[action >> VERB]
        return None if shift < 0 else action >> shift & MASK

    def card_of(self, action: int) -> int | None:
        """Return the card that an action names first, or None."""
        shift = self._card[action >> VERB]
        return None if shift < 0 else action >> shift & MASK

    def noun(self, kind: str, index: int) -> Noun:
        """Return the noun of a kind with this int. For a number, its name is the number itself."""
        return Noun(str(index), str(index)) if kind == "number" else self.nouns[kind][index]

    def index(self, kind: str, noun_id: str) -> int | None:
        """Return the int of a noun, ignoring upper and lower case in its id. Return None if there is no such noun."""
        return self._index.get(kind, {}).get(noun_id.lower())

    def text(self, action: int) -> str:
        """Return the canonical text of an action."""
        found = self._texts.get(action)
        if found is None:
            verb = self.verbs[action >> VERB]
            words = [self.noun(kind, arg).id for kind, arg in zip(verb.args, self.args(action), strict=True)]
            if len(self._texts) >= KEPT:
                self._texts.clear()
                self._codes.clear()
            found = self._texts[action] = " ".join((verb.name, *words))
            self._codes[found] = action
        return found

    def label(self, action: int, stack: Sequence[int] = (), called: Mapping[int, str] = NOBODY) -> str:
        """Return the sentence on the button of an action.

        If `stack` is given, the sentence fits every piece in it. `called`: the current names of pieces whose name
        differs from the listed one.
        """
        if len(stack) > 1 or called:
            return self._written(action, stack, called)
        return self._kept(self._labels, action)

    def told(self, action: int, called: Mapping[int, str] = NOBODY) -> str:
        """Return the log's sentence for an action. `called`: as in `label`."""
        sentence = self.verbs[action >> VERB].told
        if called:
            return self._written(action, (), called, sentence)
        return self._kept(self._tellings, action, sentence)

    def _kept(self, known: dict[int, str], action: int, sentence: str = "") -> str:
        """Return the sentence for an action. Cached."""
        found = known.get(action)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            found = known[action] = self._written(action, sentence=sentence)
        return found

    def _written(
        self, action: int, stack: Sequence[int] = (), called: Mapping[int, str] = NOBODY, sentence: str = ""
    ) -> str:
        verb = self.verbs[action >> VERB]

        def name(kind: str, of: int) -> str:
            noun = self.noun(kind, of)
            return (called.get(of) if kind == "piece" else None) or noun.article + noun.name

        names = [name(k, a) for k, a in zip(verb.args, self.args(action), strict=True)]
        if len(stack) > 1 and "piece" in verb.args:
            *others, last = (name("piece", piece) for piece in stack)
            names[verb.args.index("piece")] = f"{', '.join(others)} and {last}"
        sentence = sentence or verb.label or verb.title or verb.name
        if sentence.startswith("{0}") and self.noun(verb.args[0], action >> ARG & MASK).article:
            names[0] = names[0][0].upper() + names[0][1:]
        return sentence.format(*names)

    def parse(self, text: str) -> int:
        """Return the action with this canonical text. For invalid text, raises a malformed Refusal that names the wrong
        word.
        """
        code = self._codes.get(text)
        if code is not None:
            return code
        words = text.split()
        if not words:
            raise Refusal("An action needs at least a verb.", field="action", malformed=True)
        verb_index = self.verb_index.get(words[0].lower())
        if verb_index is None:
            known = ", ".join(v.name for v in self.verbs[len(CHANCE_VERBS) :])
            raise Refusal(
                f"There is no action “{words[0]}”. The verbs are: {known}.",
                field="action",
                malformed=True,
            )
        verb = self.verbs[verb_index]
        if len(words) - 1 != len(verb.args):
            form = " ".join((verb.name, *(f"<{kind}>" for kind in verb.args)))
            raise Refusal(
                f"“{text.strip()}” has {counted(len(words) - 1, '# word', '# words')} after the verb. Use “{form}”.",
                field="action",
                malformed=True,
            )
        args = [self._argument(kind, word) for kind, word in zip(verb.args, words[1:], strict=True)]
        return act(verb_index << VERB, *args)

    def _argument(self, kind: str, word: str) -> int:
        if kind == "number":
            if not word.isascii() or not word.isdigit():
                raise Refusal(f"“{word}” is not a number.", field="action", malformed=True)
            if len(word) > 9 or int(word) > MASK:
                raise Refusal(f"“{word}” is too large a number.", field="action", malformed=True)
            return int(word)
        index = self.index(kind, word)
        if index is None:
            known = [noun for noun in self.nouns.get(kind, ()) if noun.id]
            named = [noun.id for noun in known if word.lower() in noun.name.lower().split()][:NEAREST]
            near = suggestion(named) or alternatives(word, [noun.id for noun in known], NEAREST)
            raise Refusal(f"There is no {kind} “{word}”. {near}".rstrip(), field="action", malformed=True)
        return index
