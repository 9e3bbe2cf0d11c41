"""What a game brings for the staff study: who commands, what is said of a finished game and of how it was
played, what it is held against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Measure:
    """Something said of every finished game: a column of the study's rows.

    `of` reads it off the final position. Kinds: "word", one of `words`, the worst first; "turn", the number of the
    turn in which something happened, None where it never did; "number". `doc` explains it in one sentence. A "number"
    with `counts` is, in place of `of`, how many decisions of the studied seat there are for which `counts(position,
    action)` holds.
    """

    name: str
    title: str
    kind: Literal["word", "turn", "number"]
    doc: str
    of: Callable[[Any], Any]
    words: tuple[str, ...] = ()
    counts: Callable[[Any, int], bool] | None = None


@dataclass(frozen=True)
class Brief:
    """The page that comes first in the report: a question, and its answer in a few sentences with figures."""

    question: str
    sentences: tuple[str, ...]


Rows = Sequence[Mapping[str, Any]]
"""Finished games, a row each: points, level, and the columns of the measures."""


def _no_brief(_games: Mapping[str, Rows]) -> Brief | None:
    return None


def _nothing(_p: Any) -> Iterable[str]:
    return ()


Told = tuple[int, str, float]
"""Something that a seat has done or suffered: its index, the name of the figure, how much."""


@dataclass(frozen=True)
class Figure:
    """A figure of how a seat conducts its games. `per`: "game", all that is told of it; "turn", that by the turns in
    which the seat decided; "each", the mean of what is told, none where nothing is.

    `low` and `high` are the range that sense allows to the mean of many games, None where it is open: outside of it
    something is wrong with the player, whoever wins. `seats` are those that it is about, all if empty; a name may
    stand twice, with a range for each seat.
    """

    name: str
    title: str
    doc: str
    per: Literal["game", "turn", "each"] = "game"
    low: float | None = None
    high: float | None = None
    seats: tuple[str, ...] = ()


@dataclass(frozen=True)
class Conduct:
    """How a game judges conduct: its figures, and what tells of them: `heard` an event as it is entered in the journal,
    `took` a decision before it is carried out, `ended` the final position."""

    figures: tuple[Figure, ...] = ()
    heard: Callable[[Any, Any], Iterable[Told]] = lambda _p, _event: ()
    took: Callable[[Any, int, int], Iterable[Told]] = lambda _p, _seat, _action: ()
    ended: Callable[[Any], Iterable[Told]] = lambda _p: ()


@dataclass(frozen=True)
class Study:
    """The plan of a game's staff study.

    `commanders` are bots for the studied `seat` (empty: the first that is open), in the order of the report; those
    that the game does not have are left out, and where none is named all the game's bots command. `others` is the
    bot on the other seats. `reference` are points to be compared with and what to call them: (4, "history").
    `levels` are the levels of the result, the worst first. `bands` names the values of `Table.series` that are
    plotted turn by turn. `brief` answers from the games of each commander by the plain rules what a reader wants to
    know first, None where they do not say it. `held` gives the ids of the spaces that the studied side holds.
    `conduct` are the figures of how each seat plays.
    """

    commanders: tuple[str, ...] = ()
    seat: str = ""
    others: str = "random"
    reference: tuple[float, str] | None = None
    levels: tuple[str, ...] = ()
    measures: tuple[Measure, ...] = ()
    bands: tuple[str, ...] = ()
    brief: Callable[[Mapping[str, Rows]], Brief | None] = _no_brief
    held: Callable[[Any], Iterable[str]] = _nothing
    conduct: Conduct = Conduct()
