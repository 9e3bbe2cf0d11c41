"""The review of a match as data: how much dice and decisions won or lost, and which decisions cost the most.

`mamayev.players.reviewing` computes it, and `mamayev.story` puts it into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from mamayev.engine.refusal import Refusal

from .line import line_of
from .match import Match
from .reading import Unreadable, read

VERSION = 1
"""The version of the review's method. A stored review with another version is out of date."""

Unit = Literal["chance", "points"]
"""The unit of all values in a review: the chance to win, from 0 to 1, or points in a game that scores points."""


class Stand(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's value at the beginning of a period, or at the end of the game. It is the initial value plus the totals
    of `luck`, `decisions` and `others` so far. `error`: one standard error of the value. `known`: False if the review
    stopped before it reached this point. `title`: the turn as the game calls it; "" if it has no name.
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
    `more`: the number of actions that the label omits."""

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
    """A decision that cost value, or several decisions by one seat without a roll in between.

    `ply`, `until`: the length of the log before and after it. `lost`: how much more the staff's choice is worth.
    `error`: the standard error of `lost`, from `plays` playouts each way with fresh dice. `why`: the figures.
    `reaction`: whether it was made in a reaction window. `decisions`: the number of decisions that differ from the
    staff's.
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
    """A decision that was better than the staff's. `staff`: the staff's choice. `gained`: how much more the decision is
    worth. The other fields are as in `Costly`."""

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
    """A roll or draw that mattered: its sentence in the journal, the faces or cards, the chance of this outcome (0 if
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
    the effect of the other seats' decisions, 0 if they play like the staff. `start_error`, `error`: the standard errors
    of the start, and of luck and decisions. `resigned`: what the seat gave up by resigning, 0 if it did not; `on_time`:
    if it lost on time instead. `rest`: the effect of all decisions except that and those in `mistakes`. `made`: the
    number of decisions that the seat made. `as_known`: whether hidden information stays hidden, because the game is not
    over. `since`: the first known turn, to which `start` and `sentence` refer; "" if all turns are known.
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
    since: str = ""
    sentence: str = ""
    mistakes: tuple[Costly, ...] = ()
    better: tuple[Better, ...] = ()
    dice: tuple[Die, ...] = ()
    resigned: float = 0.0
    on_time: bool = False
    rest: float = 0.0
    made: int = 0
    as_known: bool = False


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a game.

    `plies`, `line`: the length of the game's log, and its checksum (`line_of`; "" in older reviews). `decisions`: the
    number of decisions. `different`: how many of them differ from the staff's. `looked`: how many of those were
    compared with the staff's in playouts. `plays`: the number of playouts. `budget`: the number allowed. `complete`:
    False if the review was stopped. `history`: captions for the plot of the value. `seconds`, `workers`: a description
    of the run, which is not part of the result.
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
    line: str = ""
    staff: str = ""
    seconds: float = 0.0
    workers: int = 1

    def about(self, log: Sequence[str]) -> bool:
        """Return whether the review is about the game with this log."""
        return self.plies == len(log) and self.line in ("", line_of(log))


def amount(value: float, unit: Unit) -> int:
    """Return a value as a whole number: points, or percent."""
    return round(abs(value) * (100 if unit == "chance" else 1))


def review_of(data: bytes, match: Match) -> Review:
    """Parse a review from JSON. Raises Refusal if it is damaged or belongs to another match."""
    try:
        found = read(data, Review)
    except Unreadable as error:
        raise Refusal(f"The review is damaged: {error}.", field="review", malformed=True) from None
    if found.game != match.game.name or not found.about(match.record.log):
        raise Refusal(
            f"This review is about a game of {found.game} with {found.plies} entries, not about this one.",
            field="review",
            malformed=True,
        )
    return found
