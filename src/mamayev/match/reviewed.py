"""The review of a match as data: its account of dice and decisions, and the costliest decisions.

`mamayev.players.reviewing` computes it, and `mamayev.story` puts it into words.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from mamayev.engine.refusal import Refusal

from .match import Match
from .reading import Unreadable, read

VERSION = 1
"""The version of the review itself. A stored review of another version is out of date."""

Unit = Literal["chance", "points"]
"""The unit of all values of a review: the chance to win, from 0 to 1, or the points of a game that scores points."""


class Stand(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's account at the beginning of a period, or at the end of the game. The value is the start plus the sums of
    `luck`, `decisions` and `others` so far. `error`: one standard error of the value. `known`: False if the review
    stopped before it reached this point. `title`: the turn in the game's own terms, "" if it has none.
    """

    ply: int
    turn: int
    title: str
    value: float = 0.0
    error: float = 0.0
    luck: float = 0.0
    decisions: float = 0.0
    others: float = 0.0
    known: bool = False


class Deed(msgspec.Struct, frozen=True):
    """Actions as a player sees them: their canonical texts, a label, and the spaces and pieces that they name.
    `more`: the number of further actions that the label leaves out."""

    actions: tuple[str, ...]
    label: str
    spaces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    more: int = 0


class Line(msgspec.Struct, frozen=True):
    """A branch of the game: the entries that replace the log after `ply`, with dice and cards, up to the end of the
    turn. The staff plays every seat, with the dice of the game."""

    ply: int
    entries: tuple[str, ...]


class Costly(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that cost value, or several of one seat without a roll in between.

    `ply` and `until`: the log before and after it. `lost`: how much more the staff's choice is worth; `error`: its
    standard error from `plays` playouts each way with fresh dice. `why`: the figures. `reaction`: it was made in a
    reaction window. `decisions`: the number of decisions that differ from the staff's.
    """

    ply: int
    until: int
    turn: int
    title: str
    seat: str
    played: Deed
    better: Deed
    lost: float
    error: float
    why: str
    plays: int
    reaction: bool = False
    decisions: int = 1
    line: Line | None = None


class Better(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that was better than the staff's. `staff`: the staff's choice. `gained`: how much more it is worth;
    the other fields are as in `Costly`."""

    ply: int
    until: int
    turn: int
    title: str
    seat: str
    played: Deed
    staff: Deed
    gained: float
    error: float
    plays: int
    decisions: int = 1


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """A roll or draw that mattered: the sentence of the log, the faces or cards, the chance of this outcome (0 if
    unknown), and the value that the seat gained or lost."""

    ply: int
    turn: int
    title: str
    text: str
    faces: tuple[int, ...]
    chance: float
    gained: float


class Happened(msgspec.Struct, frozen=True):
    """A historical caption for a turn, such as "The town falls". `ply`: the length of the log at that point."""

    ply: int
    turn: int
    text: str


class SeatReview(msgspec.Struct, frozen=True, kw_only=True):
    """The review for a seat.

    `start` + `luck` + `decisions` + `others` = `end`. `decisions`: the effect of the seat's own decisions. `others`:
    the effect of the other seats' decisions, 0 if they play like the staff. `start_error`, `error`: standard errors of
    the start, and of luck and decisions. `rest`: all decisions except those in `mistakes`. `made`: the number of the
    seat's decisions. `as_known`: hidden information is unknown, because the game is not over.
    """

    seat: str
    unit: Unit
    points: tuple[Stand, ...]
    start: float = 0.0
    luck: float = 0.0
    decisions: float = 0.0
    others: float = 0.0
    end: float = 0.0
    start_error: float = 0.0
    error: float = 0.0
    won: bool | None = None
    sentence: str = ""
    mistakes: tuple[Costly, ...] = ()
    better: tuple[Better, ...] = ()
    dice: tuple[Die, ...] = ()
    rest: float = 0.0
    made: int = 0
    as_known: bool = False


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a game.

    `plies`: the length of its log. `looked`: the number of decisions compared with the staff's in playouts, out of the
    `different` ones, out of all `decisions`. `plays`: the number of playouts. `budget`: the number allowed. `complete`:
    False if it was stopped. `history`: captions for the plot of the value. `seconds` and `workers` describe the run,
    and are not part of the result.
    """

    game: str
    rules: str
    plies: int
    seats: tuple[SeatReview, ...]
    history: tuple[Happened, ...] = ()
    looked: int = 0
    different: int = 0
    decisions: int = 0
    plays: int = 0
    budget: int = 0
    complete: bool = False
    version: int = VERSION
    mamayev: str = ""
    staff: str = ""
    seconds: float = 0.0
    workers: int = 1


def amount(value: float, unit: Unit) -> int:
    """Return a value as a whole number: points, or percent."""
    return round(abs(value) * (100 if unit == "chance" else 1))


def review_of(data: bytes, match: Match) -> Review:
    """Return the review in a JSON text. Raises Refusal if it is damaged or belongs to another match."""
    try:
        found = read(data, Review)
    except Unreadable as error:
        raise Refusal(f"The review is damaged: {error}.", field="review", malformed=True) from None
    if found.game != match.game.name or found.plies != len(match.record.log):
        raise Refusal(
            f"This review is about a game of {found.game} with {found.plies} entries, not about this one.",
            field="review",
            malformed=True,
        )
    return found
