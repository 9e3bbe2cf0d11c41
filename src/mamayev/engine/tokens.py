"""Actions as short sequences of tokens, for learners: the piece or none, then the verb, then the other arguments.

On a large map, a flat list of all actions has tens of thousands of entries. The tokens of a table are its pieces, verbs
and other nouns, a few hundred to two thousand. The box provides the next tokens in the order in which people choose:
first the pieces, then the choices of one piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from .notation import ARG, CHANCE_VERBS, MASK, VERB
from .position import Position
from .refusal import Refusal
from .table import Table

NO_PIECE = 0
"""The first token of an action without a piece."""
DIGIT = 6
"""A number takes two tokens: two digits of this many bits each."""


class Place(NamedTuple):
    """The place of a token in the action: `first` is the token for noun 0 of its kind."""

    first: int
    shift: int
    wide: int
    nouns: int

    def of(self, action: int) -> int:
        """Return the token of an action in this place."""
        return self.first + (action >> self.shift & self.wide)


class Tokens:
    """The tokens of a table, numbered from 0 to `size` - 1. `names` describes each token.

    `standing`: whether masks include shortcuts and standing actions, such as a surrender. Without them, random play
    never surrenders. In either case, you can spell any action.
    """

    def __init__(self, table: Table[Any], *, standing: bool = False) -> None:
        self.table, self.standing = table, standing
        self.notation = notation = table.notation
        verbs = notation.verbs[len(CHANCE_VERBS) :]
        pieces = notation.nouns.get("piece", ())
        self.first_verb = NO_PIECE + 1 + len(pieces)
        names = ["none", *(f"piece {noun.id}" for noun in pieces), *(f"verb {verb.name}" for verb in verbs)]
        first = {"piece": NO_PIECE + 1}
        for kind in dict.fromkeys(kind for verb in verbs for kind in verb.args if kind != "piece"):
            first[kind] = len(names)
            nouns = [noun.id for noun in notation.nouns[kind]] if kind != "number" else range(1 << DIGIT)
            names += [f"{kind} {noun}" for noun in nouns]
        self.names = tuple(names)
        self.size = len(names)
        self.places = [self._places(verb.args, first) for verb in notation.verbs]

    def __deepcopy__(self, memo: dict[int, Any]) -> Tokens:
        return self  # They never change, so copies share them.

    def __reduce__(self) -> tuple[Callable[[Table[Any]], Tokens], tuple[Table[Any]]]:
        """Pickle as the table."""
        return partial(Tokens, standing=self.standing), (self.table,)

    def _places(self, args: tuple[str, ...], first: dict[str, int]) -> tuple[Place, ...]:
        """Return the places after piece and verb, in order, by verb."""
        found, named = [], False
        for kind, shift in zip(args, (ARG, 0), strict=False):
            if kind == "piece" and not named:
                named = True
            elif kind == "number":
                most = (1 << DIGIT) - 1
                found += [Place(first.get(kind, 0), shift + up, most, most + 1) for up in (DIGIT, 0)]
            else:
                found.append(Place(first[kind], shift, MASK, len(self.notation.nouns[kind])))
        return tuple(found)

    # ------------------------------------------------------------------ actions and texts

    def encode(self, action: int) -> tuple[int, ...]:
        """Return the tokens of a seat's action."""
        return (self.piece_token(action), self.verb_token(action), *(p.of(action) for p in self.places[action >> VERB]))

    def piece_token(self, action: int) -> int:
        """Return the first token of an action."""
        piece = self.notation.piece_of(action)
        return NO_PIECE if piece is None else NO_PIECE + 1 + piece

    def verb_token(self, action: int) -> int:
        """Return the second token of an action."""
        return self.first_verb - len(CHANCE_VERBS) + (action >> VERB)

    def decode(self, tokens: Sequence[int]) -> int:
        """Return the action that a complete sequence of tokens spells. For an invalid sequence, raises a malformed
        Refusal that names the wrong token."""
        row = [int(token) for token in tokens]
        if not row or not NO_PIECE <= row[0] < self.first_verb:
            raise self.wrong(row, 0)
        verb = row[1] - self.verb_token(0) if len(row) > 1 else 0
        if not len(CHANCE_VERBS) <= verb < len(self.places):
            raise self.wrong(row, 1)
        args, places = self.notation.verbs[verb].args, self.places[verb]
        if (row[0] != NO_PIECE) != ("piece" in args):
            raise self.wrong(row, 1)
        action = verb << VERB
        if row[0] != NO_PIECE:
            action |= row[0] - 1 - NO_PIECE << (ARG, 0)[args.index("piece")]
        for n, place in enumerate(places, 2):
            if n >= len(row) or not 0 <= row[n] - place.first < place.nouns:
                raise self.wrong(row, n)
            action |= row[n] - place.first << place.shift
        if len(row) > 2 + len(places):
            raise self.wrong(row, 2 + len(places))
        return action

    def wrong(self, row: Sequence[int], n: int) -> Refusal:
        """Return the refusal for a sequence of tokens that is wrong from token number `n` on."""
        said = " ".join(f"“{self.name(token)}”" for token in row[:n]) or "the beginning"
        what = f"“{self.name(row[n])}” cannot follow" if n < len(row) else "something must follow"
        return Refusal(f"{what} after {said}.", field="tokens", malformed=True)

    def name(self, token: int) -> str:
        """Return the meaning of a token: its kind and id."""
        return self.names[token] if 0 <= token < self.size else f"token {token}, which does not exist"

    def text(self, tokens: Sequence[int]) -> str:
        """Return the canonical text of a complete sequence of tokens. Raises Refusal."""
        return self.notation.text(self.decode(tokens))

    def parse(self, text: str) -> tuple[int, ...]:
        """Return the tokens of a canonical text. Raises Refusal, also for an outcome of chance, which has no tokens."""
        action = self.notation.parse(text)
        if action >> VERB < len(CHANCE_VERBS):
            raise Refusal(f"“{text}” is an outcome of chance: nobody chooses it.", field="tokens", malformed=True)
        return self.encode(action)

    # ------------------------------------------------------------------ what may come next

    def spelling(self, p: Position) -> Spelling:
        """Return an empty spelling of an action at a position, to fill token by token."""
        return Spelling(self, p)

    def legal(self, p: Position, prefix: Sequence[int] = ()) -> list[int]:
        """Return the tokens that can follow `prefix` at a position. The result is empty if no seat has a decision to
        make, or if the action is complete. Raises Refusal if the prefix itself is illegal there.
        """
        return _spelt(self, p, [int(token) for token in prefix]).legal()

    def mask(self, p: Position, prefix: Sequence[int] = ()) -> bytearray:
        """Return the result of `legal` as one byte per token: 1 if it can follow.

        `numpy.frombuffer(mask, "int8")` reads it.
        """
        return self.marked(self.legal(p, prefix))

    def marked(self, legal: Sequence[int]) -> bytearray:
        """Return a set of tokens as one byte per token."""
        mask = bytearray(self.size)
        for token in legal:
            mask[token] = 1
        return mask


class Spelling:
    """An incomplete spelling of an action. `prefix` contains the tokens so far. The position must not change until it
    is complete."""

    __slots__ = ("_legal", "_row", "_tokens", "p", "prefix")

    def __init__(self, tokens: Tokens, p: Position) -> None:
        self._tokens, self.p = tokens, p
        self.prefix: list[int] = []
        self._row: list[int] | None = None  # the actions that begin this way; None: ask the box
        self._legal: list[int] | None = None

    def __reduce__(self) -> tuple[Callable[..., Spelling], tuple[Tokens, Position, list[int]]]:
        """Pickle and copy as the tokens so far."""
        return _spelt, (self._tokens, self.p, self.prefix)

    def legal(self) -> list[int]:
        """Return the possible next tokens, each once. The result is empty if the action is complete."""
        if self._legal is None:
            self._legal = self._next() if self.prefix else self._first()
        return self._legal

    def _first(self) -> list[int]:
        """Return the pieces that have a choice, and `NO_PIECE` if a choice names no piece."""
        p, tokens = self.p, self._tokens
        if p.seat < 0:
            return []
        frame, box = p.frames[-1], p.box
        if tokens.standing or p.seat in p.table.procedures:
            self._row = p.actions()
        elif box.lists:
            self._row = box.options(p, frame)
        else:
            first = [NO_PIECE + 1 + piece for piece in box.pieces(p, frame)]
            return [*first, NO_PIECE] if box.choices(p, frame, None) else first
        return list(dict.fromkeys(map(tokens.piece_token, self._row)))

    def _next(self) -> list[int]:
        """Return the next parts of the actions that begin this way. Once the prefix contains the piece and the verb,
        all of these actions share that verb.
        """
        tokens, row, n = self._tokens, self._row, len(self.prefix)
        assert row is not None
        if n == 1:
            first = tokens.verb_token(0)
            return [first + verb for verb in dict.fromkeys([action >> VERB for action in row])]
        places = tokens.places[row[0] >> VERB]
        if n - 2 == len(places):
            return []
        first, shift, wide, _ = places[n - 2]
        return list(dict.fromkeys([first + (action >> shift & wide) for action in row]))

    def take(self, token: int) -> int | None:
        """Add a token.

        Return the action if it is now complete, or None. For an illegal token, raises Refusal and changes nothing.
        """
        tokens, n = self._tokens, len(self.prefix)
        if token not in self.legal():
            raise tokens.wrong([*self.prefix, token], n)
        if self._row is None:
            piece = None if token == NO_PIECE else token - NO_PIECE - 1
            self._row = self.p.box.choices(self.p, self.p.frames[-1], piece)
        else:
            self._row = self._kept(token, n)
        self.prefix.append(token)
        self._legal = None
        return self._row[0] if n and n - 1 == len(tokens.places[self._row[0] >> VERB]) else None

    def _kept(self, token: int, n: int) -> list[int]:
        """Return the actions whose token number `n` is this one."""
        tokens, row = self._tokens, self._row
        assert row is not None
        if n == 0:
            return [action for action in row if tokens.piece_token(action) == token]
        if n == 1:
            verb = token - tokens.verb_token(0)
            return [action for action in row if action >> VERB == verb]
        first, shift, wide, _ = tokens.places[row[0] >> VERB][n - 2]
        wanted = token - first
        return [action for action in row if action >> shift & wide == wanted]


def _spelt(tokens: Tokens, p: Position, prefix: Sequence[int]) -> Spelling:
    """Return an action at a position with these tokens so far."""
    spelling = Spelling(tokens, p)
    for token in prefix:
        spelling.take(token)
    return spelling
