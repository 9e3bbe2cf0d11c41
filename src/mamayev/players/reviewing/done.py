"""The finished playouts of a review, so that an interrupted review can continue.

A job depends only on the game and its seeds, so running it again would give the same result.
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
    """The results of jobs by name. `mark`: identifies their game, seat and staff."""

    mark: str = ""
    values: dict[str, Valued] = {}
    pairs: dict[str, Compared] = {}

    def of(self, match: Match, seat: str | None) -> Self:
        """Return this object without results for other games, seats or versions of the staff."""
        mark = mark_of(match, seat)
        if self.mark != mark:
            self.mark, self.values, self.pairs = mark, {}, {}
        return self

    def found(self, name: str) -> Valued | Compared | None:
        """Return the result of a job, or None if it has not run."""
        return self.values.get(name) or self.pairs.get(name)

    def add(self, name: str, result: object) -> None:
        """Record the result of a job, if the job consists of playouts."""
        if isinstance(result, Valued):
            self.values[name] = result
        elif isinstance(result, Compared):
            self.pairs[name] = result

    def after(self, values: int, pairs: int) -> Self:
        """Return the results recorded after the first `values` and `pairs`."""
        new = dict(islice(self.values.items(), values, None)), dict(islice(self.pairs.items(), pairs, None))
        return type(self)(self.mark, *new)

    def take(self, other: Done) -> None:
        """Record the results of another part of the same review."""
        if other.mark != self.mark:
            self.mark, self.values, self.pairs = other.mark, {}, {}
        self.values |= other.values
        self.pairs |= other.pairs


def mark_of(match: Match, seat: str | None) -> str:
    """Return a mark that identifies a game with its log, the reviewed seat, and the version of staff and review."""
    parts = (match.to_json(), seat, match.over, VERSION, version("mamayev"))
    return blake2b(repr(parts).encode(), digest_size=12).hexdigest()
