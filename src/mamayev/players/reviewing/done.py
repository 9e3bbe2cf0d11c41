"""The plays of a review that are done, from which it continues.

A job depends only on the game and its seeds, so a result that is known is the result that would be found again.
"""

from __future__ import annotations

from hashlib import blake2b
from importlib.metadata import version
from itertools import islice
from typing import Self

import msgspec

from mamayev.match.match import Match
from mamayev.match.reviewed import VERSION

from .plays import Compared, Valued


class Done(msgspec.Struct):
    """The results of jobs by their names. `mark`: of the game, the seat and the staff that they belong to."""

    mark: str = ""
    values: dict[str, Valued] = {}
    pairs: dict[str, Compared] = {}

    def of(self, match: Match, seat: str | None) -> Self:
        """Return this, without results that belong to another game, seat or staff."""
        mark = mark_of(match, seat)
        if self.mark != mark:
            self.mark, self.values, self.pairs = mark, {}, {}
        return self

    def found(self, name: str) -> Valued | Compared | None:
        """Return the result of a job; None if it is not done."""
        return self.values.get(name) or self.pairs.get(name)

    def add(self, name: str, result: object) -> None:
        """Note the result of a job, if it is one of plays."""
        if isinstance(result, Valued):
            self.values[name] = result
        elif isinstance(result, Compared):
            self.pairs[name] = result

    def after(self, values: int, pairs: int) -> Self:
        """Return the results that were noted after so many."""
        new = dict(islice(self.values.items(), values, None)), dict(islice(self.pairs.items(), pairs, None))
        return type(self)(self.mark, *new)

    def take(self, other: Done) -> None:
        """Note the results of another part of the same review."""
        if other.mark != self.mark:
            self.mark, self.values, self.pairs = other.mark, {}, {}
        self.values |= other.values
        self.pairs |= other.pairs


def mark_of(match: Match, seat: str | None) -> str:
    """Return a mark of a game as it is, a reviewed seat, and the staff and the review of this version."""
    parts = (match.to_json(), seat, match.over, VERSION, version("mamayev"))
    return blake2b(repr(parts).encode(), digest_size=12).hexdigest()
