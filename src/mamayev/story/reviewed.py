"""What a report takes from a review of the same match: the account of dice and decisions, and the costly decisions.

Only these fields are read; docs/telling.md lists them.
"""

from __future__ import annotations

import msgspec

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match


class Deed(msgspec.Struct):
    """An action in words."""

    label: str


class Costly(msgspec.Struct):
    """A decision that cost value; `error` is its standard error."""

    ply: int
    turn: int
    played: Deed
    better: Deed
    lost: float
    error: float


class SeatReview(msgspec.Struct):
    """The account of a seat: start, luck, decisions and end add up, with the decisions of `others`."""

    seat: str
    unit: str
    start: float = 0.0
    luck: float = 0.0
    decisions: float = 0.0
    others: float = 0.0
    end: float = 0.0
    mistakes: tuple[Costly, ...] = ()


class Review(msgspec.Struct):
    """A review."""

    game: str
    plies: int
    seats: tuple[SeatReview, ...]


def read(data: bytes, match: Match) -> Review:
    """Return the review in a JSON text. Raises Refusal if it is damaged, or about another match."""
    try:
        found = msgspec.json.decode(data, type=Review)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal(f"The review is damaged: {error}.", field="review", malformed=True) from None
    if found.game != match.game.name or found.plies != len(match.record.log):
        raise Refusal(
            f"This review is about a game of {found.game} with {found.plies} entries, not about this one.",
            field="review",
            malformed=True,
        )
    return found


def points(value: float, unit: str) -> int:
    """Return a value as points, or points in 100."""
    return round(abs(value) * (100 if unit == "chance" else 1))
