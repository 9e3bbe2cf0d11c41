"""The staff study of Barbarossa: the reach of the attack, and when each city falls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median

from mamayev.engine.study import Brief, Measure, Rows, Study

from ..printed.board import AXIS, RUSSIAN, SEATS
from ..printed.calendar import LAST, MONTHS
from ..rules.position import Campaign
from ..rules.victory import VERDICTS, held_ground
from .conduct import CONDUCT

ENDS = tuple(VERDICTS)
VANGUARD = 10
"""The number of easternmost Axis units by which the advance is measured."""


def held(p: Campaign) -> Iterator[str]:
    """Return the ids of the hexes that the Russians hold."""
    grid = p.board.grid
    return (grid.ids[h] for h in grid.hexes(held_ground(p))) if p.turn else iter(())


def series(p: Campaign) -> dict[str, float]:
    """Return the values to plot, by turn: the units of both sides, the Russian cities under Axis control, and the mean
    column of the ten easternmost Axis units."""
    board = p.board
    columns = sorted((p.at[u] % board.last_column + 1 for u in p.units(AXIS)), reverse=True)[:VANGUARD]
    return {
        **{f"{seat}_units": float(len(p.units(side))) for side, seat in enumerate(SEATS)},
        "axis_cities": float(sum(city.russian and p.holds(AXIS, c) for c, city in enumerate(board.cities))),
        "axis_reach": sum(columns) / len(columns) if columns else 0.0,
    }


def series_titles() -> dict[str, str]:
    return {
        **{f"{seat}_units": f"{seat.title()} units on the board" for seat in SEATS},
        "axis_cities": "Russian cities under Axis control",
        "axis_reach": "Farthest advance (mean column of the ten easternmost Axis units)",
    }


MEASURES = (
    Measure("end", "How the games end", "word", "The victory condition that ends the game.", lambda p: p.verdict, ENDS),
    Measure(
        "axis_objectives",
        "Objectives under Axis control at the end",
        "number",
        "Of Leningrad, Moscow and Stalingrad.",
        lambda p: p.held(AXIS, p.board.objectives[AXIS]).bit_count(),
    ),
    Measure(
        "russian_units", "Russian units on the board at the end", "number", "Of 34.", lambda p: len(p.units(RUSSIAN))
    ),
    Measure("axis_units", "Axis units on the board at the end", "number", "Of 66.", lambda p: len(p.units(AXIS))),
)


def brief(games: Mapping[str, Rows]) -> Brief | None:
    """Report the German share of wins, when those wins came, and the objectives that the Germans held in other
    games.
    """
    rows = games.get("staff")
    if not rows:
        return None
    won = [row for row in rows if row["winner"] == SEATS[AXIS]]
    share = 100 * len(won) / len(rows)
    sentences = [f"The German staff wins {share:.0f}% of games against the Russian staff."]
    if won:
        month = MONTHS[min(round(median(row["turn"] for row in won)), LAST) - 1].name
        sentences.append(f"Half of its victories come by {month}.")
    short = [row for row in rows if row["winner"] != SEATS[AXIS]]
    if short:
        got = sum(row["axis_objectives"] for row in short) / len(short)
        sentences.append(f"In the other games it holds {got:.1f} of its three objectives at the end.")
    return Brief("Does the attack get there?", tuple(sentences))


PLAN = Study(
    series=series,
    series_titles=series_titles(),
    series_battles={**{f"{seat}_units": "falls" for seat in SEATS}, "axis_reach": "none"},
    commanders=("staff",),
    seat=SEATS[RUSSIAN],
    others="staff",
    levels=("German victory", "Russian victory"),
    measures=MEASURES,
    bands=("german_units", "russian_units", "axis_cities", "axis_reach"),
    brief=brief,
    held=held,
    conduct=CONDUCT,
)
