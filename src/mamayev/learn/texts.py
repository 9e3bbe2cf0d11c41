"""Whole actions as numbers, for learners and evaluation harnesses that choose an action by its text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from math import prod
from typing import Any

from mamayev.engine.notation import ARG, CHANCE_VERBS, MASK, VERB
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table


class Texts:
    """The actions of a table, numbered from 0 to `size` - 1, by verb and nouns, legal or not.

    Each action has the same number in every position. `standing`: as in `Tokens`.
    """

    places: tuple[tuple[()], ...] = ((),)
    """An action is a single move, so it has no further places (`Tokens.places`)."""

    def __init__(self, table: Table[Any], *, standing: bool = False) -> None:
        self.table, self.standing = table, standing
        self.notation = notation = table.notation
        verbs = notation.verbs[len(CHANCE_VERBS) :]
        self._nouns = [
            tuple(MASK + 1 if kind == "number" else len(notation.nouns[kind]) for kind in verb.args) for verb in verbs
        ]
        self._first = [0, *accumulate(prod(nouns) for nouns in self._nouns)]
        self.size = self._first[-1]

    def __deepcopy__(self, memo: dict[int, Any]) -> Texts:
        return self  # They never change, so copies share them.

    def __reduce__(self) -> tuple[Callable[[Table[Any]], Texts], tuple[Table[Any]]]:
        """Pickle as the table."""
        return partial(Texts, standing=self.standing), (self.table,)

    def number(self, code: int) -> int:
        """Return the number of an action."""
        verb = (code >> VERB) - len(CHANCE_VERBS)
        nouns, number = self._nouns[verb], 0
        for most, shift in zip(nouns, (ARG, 0), strict=False):
            number = number * most + (code >> shift & MASK)
        return self._first[verb] + number

    def code(self, number: int) -> int:
        """Return the action for a number."""
        verb = bisect_right(self._first, number) - 1
        rest, code = number - self._first[verb], verb + len(CHANCE_VERBS) << VERB
        nouns = self._nouns[verb]
        for most, shift in reversed(list(zip(nouns, (ARG, 0), strict=False))):
            rest, noun = divmod(rest, most)
            code |= noun << shift
        return code

    def name(self, number: int) -> str:
        """Return the canonical text of an action."""
        if not 0 <= number < self.size:
            return f"action {number}, which does not exist"
        return self.notation.text(self.code(number))

    def spelling(self, p: Position) -> Whole:
        """Return an object for choosing a whole action at a position."""
        return Whole(self, p)


class Whole:
    """The choice of a whole action (`engine.tokens.Spelling`). It is never incomplete."""

    __slots__ = ("_legal", "_texts", "p")
    prefix: tuple[()] = ()

    def __init__(self, texts: Texts, p: Position) -> None:
        self._texts, self.p = texts, p
        self._legal: list[int] | None = None

    def legal(self) -> list[int]:
        """Return the numbers of the legal actions, each once."""
        if self._legal is None:
            self._legal = list(dict.fromkeys(map(self._texts.number, self._codes())))
        return self._legal

    def take(self, number: int) -> int:
        """Return the action for a legal number. Raises Refusal."""
        if number not in self.legal():
            raise Refusal(f"“{self._texts.name(number)}” is not legal here.", field="action", malformed=True)
        return self._texts.code(number)

    def _codes(self) -> list[int]:
        p, standing = self.p, self.p.table.standing
        if p.seat < 0:
            return []
        if self._texts.standing or p.seat in p.table.procedures:
            return p.actions()
        found = [code for piece in (*p.pieces(), None) for code in p.choices(piece)]
        return [code for code in found if standing is None or code >> VERB not in standing.acts]
