"""Victory points and levels."""

from __future__ import annotations

from typing import Any

from mamayev.engine.words import counted

from . import survival
from .charts import FLOWN_OUT
from .control import army_is_gone, morale
from .position import LINK_UP, SSI_ZERO, Pocket

HISTORY = 4
"""Victory points of the historical result (CAU-NOTE-08)."""


def sum_lines(p: Pocket) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The victory sum line by line, all of them added up (CAU-VP-10, CAU-SCOPE-04), the SSI always among them; and what
    gave nothing."""
    given: list[dict[str, Any]] = []
    nothing: list[dict[str, Any]] = []

    def line(points: int, text: str, *clauses: str) -> None:
        given.append({"text": text, "points": points, "clauses": list(clauses)})

    def none(text: str, *clauses: str) -> None:
        nothing.append({"text": text, "clauses": list(clauses)})

    line(p.ssi, "Strategic Situation Index", "CAU-VP-01")
    if p.outcome == LINK_UP:
        points = 3 if p.linked >= 15 else 2 if p.linked >= 10 else 1 if p.linked >= 5 else 0
        line(points, f"{counted(p.linked, '# German unit', '# German units')} linked up", "CAU-VP-02", "CAU-VP-03")
    else:
        none("No link-up with the relief force", "CAU-VP-02")
    city = p.table.board.stalingrad
    given_up = p.surrendered and not p.table.surrendered_city_held
    if not given_up and p.german & city == city:
        line(1, "All Stalingrad areas German-controlled", "CAU-VP-04")
    elif given_up:
        none("Stalingrad: an army that has surrendered holds no area", "CAU-VP-04")
    else:
        held = (p.german & city).bit_count()
        none(f"Stalingrad: {held} of {city.bit_count()} areas German-controlled", "CAU-VP-04")
    if morale(p) >= 25:
        line(1, f"Morale {morale(p)}", "CAU-VP-05")
    else:
        none(f"Morale {morale(p)}, below 25", "CAU-VP-05")
    if p.manstein:
        line(1, "Manstein has stabilized the Russian front", "CAU-VP-06")
    else:
        none("Manstein has not stabilized the Russian front", "CAU-VP-06")
    if not p.launched:
        line(1, "Final Offensive never launched", "CAU-VP-07")
    else:
        none("Final Offensive launched", "CAU-VP-07")
    if p.surrendered and p.surrender_turn < 14:  # by a council, too (CAU-COUNCIL-13)
        line(-1, f"Surrender on turn {p.surrender_turn}", "CAU-VP-08")
    else:
        none("No surrender before turn 14", "CAU-VP-08")
    if not p.surrendered and army_is_gone(p) and not p.starved:
        line(-1, "6th Army entirely eliminated in combat", "CAU-VP-09")
    else:
        none("6th Army not entirely eliminated in combat", "CAU-VP-09")
    if p.what_if == FLOWN_OUT:
        line(-1, "High officers flown out", "CAU-WHATIF-05")
    return given, nothing


def result(p: Pocket) -> dict[str, Any]:
    """The end of a game: winner, level, points, why, the sum, and what gave nothing."""
    if p.outcome == SSI_ZERO:
        return {
            "winner": "soviet",
            "level": "Soviet Decisive Victory",
            "points": 0,
            "why": "The Strategic Situation Index fell to zero: a Soviet Decisive Victory at once.",
            "sum": [],
            "turn": p.turn,
            "clauses": ["CAU-SSI-02"],
        } | notes(p)
    lines, nothing = sum_lines(p)
    points = sum(entry["points"] for entry in lines)
    level = p.table.charts.level(points)
    if p.outcome == LINK_UP:
        why = f"6th Army and the relief force linked up on turn {p.turn}."
    elif p.surrendered:
        why = f"6th Army surrendered on turn {p.surrender_turn}; the front was judged to the end of turn {p.turn}."
    elif army_is_gone(p):
        why = f"6th Army was destroyed; the front was judged to the end of turn {p.turn}."
    else:
        areas = counted(p.german.bit_count(), "# area is", "# areas are")
        why = f"The game ends with turn {p.turn}: {areas} still in German hands."
    winner = "soviet" if level.startswith("Soviet") else None if "Moral" in level else "german"
    return {
        "winner": winner,
        "level": level,
        "points": points,
        "why": why,
        "sum": lines,
        "none": nothing,
        "turn": p.turn,
        "clauses": ["CAU-END-02"],
    } | notes(p)


def notes(p: Pocket) -> dict[str, Any]:
    """What is worth knowing beside the points (CAU-SURV-01)."""
    lines = survival.lines(p)
    return {"notes": lines} if lines else {}
