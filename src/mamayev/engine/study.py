"""A game's plan for the staff study: commanders, measures of finished games and of behavior, and a reference result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Measure:
    """A measure of every finished game: a column of the study's rows.

    `of` reads it from the final position. Kinds: "word", one of `words`, the worst first; "turn", the number of a turn,
    or None if it was never reached; "number", a number. `doc` explains it in a sentence. A "number" can have `counts`
    instead of `of`. Its value is then the number of the studied seat's decisions for which `counts(position, action)`
    is true.
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
    """The first page of the report: a question, and its answer in a few sentences with numbers."""

    question: str
    sentences: tuple[str, ...]


Rows = Sequence[Mapping[str, Any]]
"""Finished games, one row each: points, level, and the columns of the measures."""


def _no_brief(_games: Mapping[str, Rows]) -> Brief | None:
    return None


def _no_series(_p: Any) -> dict[str, float]:
    return {}


def _nothing(_p: Any) -> Iterable[str]:
    return ()


Told = tuple[int, str, float]
"""Something that a seat did or suffered: the index of the seat, the name of the metric, and the amount."""


@dataclass(frozen=True)
class Figure:
    """A behavior metric of a seat.

    `per`: "game", the total; "turn", the total divided by the seat's turns; "each", the mean, or None if there are no
    data.

    `low` and `high`: the plausible range of the mean over many games, or None for no bound. A mean outside the range
    means that something is wrong with the player. `seats`: the seats to which it applies, or all seats if empty. Two
    metrics with different ranges can have the same name.
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
    """A game's behavior metrics and their sources.

    `heard` gets each event when it is logged, `took` gets each decision before it is played, and `ended` gets the final
    position.
    """

    figures: tuple[Figure, ...] = ()
    heard: Callable[[Any, Any], Iterable[Told]] = lambda _p, _event: ()
    took: Callable[[Any, int, int], Iterable[Told]] = lambda _p, _seat, _action: ()
    ended: Callable[[Any], Iterable[Told]] = lambda _p: ()


Battles = Literal["all", "falls", "none"]
"""The changes of a plotted value that a battle can explain. Losses explain only that a strength falls."""


@dataclass(frozen=True)
class Study:
    """The plan of a game's staff study.

    - `commanders`: bots for the studied `seat` ("": the first open one), in the order of the report. Unknown names are
      ignored. If no name is left, all the game's bots are commanders.
    - `others`: the bot for the other seats.
    - `reference`: a number of points for comparison, and its name: (4, "history").
    - `levels`: levels of the result, the worst first.
    - `bands`: values of `series` to plot turn by turn.
    - `brief`: answers the reader's first question from the games of each commander under the default rules, or None.
    - `held`: a function that returns the ids of the spaces that the studied side controls.
    - `conduct`: the behavior metrics.
    - `series`: the values of a position that are plotted turn by turn; keys are track ids or names of
      `series_titles`.
    - `series_pieces`: the pieces whose moves change a value that no track shows.
    - `series_battles`: which changes of a value a battle can explain, if not all.
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
    series: Callable[[Any], dict[str, float]] = _no_series
    series_titles: Mapping[str, str] = field(default_factory=dict, hash=False)
    series_pieces: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    series_battles: Mapping[str, Battles] = field(default_factory=dict, hash=False)
