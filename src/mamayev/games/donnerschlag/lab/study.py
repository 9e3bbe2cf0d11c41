"""The staff study of Donnerschlag: the winner, the timing and value of the call, and the cards that change the
outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mamayev.engine.study import Brief, Measure, Rows, Study

from ..printed.board import ours
from ..printed.cards import COMBAT, REMOVED
from ..printed.map import AXIS, SEATS, SOVIET, ZONE_NAMES
from ..rules.position import SIDE_NAMES, Operation
from ..rules.victory import VERDICTS
from .conduct import CONDUCT

ENDS = ("never", "missed", "reached")
assert set(ENDS) == set(VERDICTS)

SWINGING = tuple(
    dict.fromkeys(
        (ours().cards[c].side, ours().cards[c].title)
        for side in (AXIS, SOVIET)
        for c in ours().deck[side][COMBAT]
        for event in ours().events[c][:1]
        if event is not None and event.removes
    )
)
"""The cards of our deck whose general event removes them from the game, by side and title.

The location of such a card shows whether its event happened.
"""


def column_of(side: int, title: str) -> str:
    """Return the column name for a card."""
    word = "".join(c if c.isalnum() else "_" for c in title.lower())
    return f"{SEATS[side]}_{word}"


def took_place(side: int, title: str) -> Callable[[Operation], int]:
    """Return a function that counts how many times a card's general event happened in a finished game."""

    def count(p: Operation) -> int:
        board = p.board
        return sum(p.where[c] == REMOVED for c in board.deck[side][COMBAT] if board.cards[c].title == title)

    return count


def series(p: Operation) -> dict[str, float]:
    """Return the values to plot, by turn."""
    strengths = {f"{seat}_strength": float(p.strength(side)) for side, seat in enumerate(SEATS)}
    cut = p.on_map(p.board.of_side[AXIS] & p.unsupplied)
    return {**strengths, "to_zone": float(p.to_zones()), "axis_cut": float(len(cut))}


SERIES = {
    **{f"{seat}_strength": f"{SIDE_NAMES[side]} strength on the map" for side, seat in enumerate(SEATS)},
    "to_zone": "Hexes from the foremost Axis unit to the nearest zone",
    "axis_cut": "Axis units out of supply",
}
"""The names of the plotted values."""


MEASURES = (
    Measure("end", "How the games end", "word", "What ends the game.", lambda p: p.verdict, ENDS),
    Measure("called", "The call", "turn", "The turn in which Donnerschlag is called.", lambda p: p.called or None),
    Measure("zone", "The meeting zone", "word", "The chosen zone, - for none.",
            lambda p: ZONE_NAMES[p.zone] if p.zone >= 0 else "-", ("-", *ZONE_NAMES)),
    Measure("survival", "Luftflotte 4", "turn", "The turn in which the 6th Army's survival was prolonged.",
            lambda p: p.survival or None),
    Measure("axis_left", "Axis strength at the end", "number", "On the map.", lambda p: p.strength(AXIS)),
    Measure("soviet_left", "Soviet strength at the end", "number", "On the map.", lambda p: p.strength(SOVIET)),
    *(
        Measure(column_of(side, title), f"{title} ({SIDE_NAMES[side]})", "number", "General events that happened.",
                took_place(side, title))
        for side, title in SWINGING
    ),
)  # fmt: skip

FEW = 8
"""The minimum number of games with an event, and without it, for a comparison."""


def won(rows: Rows) -> float:
    """Return the percentage of Axis victories in the given games."""
    count = sum(1 for row in rows if row["winner"] == SEATS[AXIS])
    return 100 * count / len(rows)


def swings(rows: Rows) -> list[tuple[float, int, str]]:
    """Return the change in Axis victories per 100 games when a card's general event happened, largest first.

    Cards with too few games on either side are left out.
    """
    found = []
    for side, title in SWINGING:
        column = column_of(side, title)
        with_it, without = [row for row in rows if row[column]], [row for row in rows if not row[column]]
        if min(len(with_it), len(without)) >= FEW:
            found.append((won(with_it) - won(without), side, title))
    return sorted(found, key=lambda each: -abs(each[0]))


def brief(games: Mapping[str, Rows]) -> Brief | None:
    """Report who won, how good each turn was for the call, and which cards go with victories."""
    rows = games.get("staff")
    if not rows:
        return None
    sentences = [f"The Axis staff reaches the meeting zone in {won(rows):.0f}% of games against the Soviet staff."]
    for turn in sorted({row["called"] for row in rows if row["called"]}):
        part = [row for row in rows if row["called"] == turn]
        sentences.append(f"It wins {won(part):.0f}% of {len(part)} games with a call in turn {turn}.")
    longer = [row for row in rows if row["survival"]]
    if longer:
        sentences.append(f"It wins {won(longer):.0f}% of {len(longer)} games with Luftflotte 4.")
    for gain, side, title in swings(rows)[:3]:
        word = "more" if gain > 0 else "fewer"
        text = f"When {title} ({SIDE_NAMES[side]}) happens, the Axis wins {abs(gain):.0f} {word} games in every 100."
        sentences.append(text)
    return Brief("Does the relief get there?", tuple(sentences))


PLAN = Study(
    commanders=("staff",),
    seat=SEATS[AXIS],
    others="staff",
    levels=("Soviet victory", "Axis victory"),
    measures=MEASURES,
    bands=("axis_strength", "soviet_strength"),
    brief=brief,
    conduct=CONDUCT,
    series=series,
    series_titles=SERIES,
    series_battles={**{f"{seat}_strength": "falls" for seat in SEATS}, "to_zone": "none", "axis_cut": "none"},
)
