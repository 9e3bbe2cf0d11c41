"""Victory points and levels."""

from __future__ import annotations

from typing import Any

from mamayev.engine.words import counted

from . import survival
from .charts import FLOWN_OUT
from .control import army_is_gone, morale
from .position import LINK_UP, SSI_ZERO, Pocket

HISTORY = 4
"""The victory points for the historical result (CAU-NOTE-08)."""


def sum_lines(p: Pocket) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the lines of the victory sum and the unmet conditions (CAU-VP-10, CAU-SCOPE-04).

    The SSI is always in the sum.
    """
    given: list[dict[str, Any]] = []
    nothing: list[dict[str, Any]] = []

    def line(points: int, text: str, otherwise: str, *clauses: str) -> None:
        if points:
            given.append({"text": text, "points": int(points), "clauses": list(clauses)})
        else:
            nothing.append({"text": otherwise, "clauses": list(clauses)})

    given.append({"text": "Strategic Situation Index", "points": p.ssi, "clauses": ["CAU-VP-01"]})
    if p.outcome == LINK_UP:
        points = 3 if p.linked >= 15 else 2 if p.linked >= 10 else 1 if p.linked >= 5 else 0
        text = f"{counted(p.linked, '# German unit', '# German units')} linked up"
        given.append({"text": text, "points": points, "clauses": ["CAU-VP-02", "CAU-VP-03"]})
    else:
        line(0, "", "No link-up with the relief force", "CAU-VP-02")
    city, held = p.table.board.stalingrad, p.german & p.table.board.stalingrad
    lost = f"Stalingrad: {held.bit_count()} of {city.bit_count()} areas German-controlled"
    if p.surrendered and not p.table.readings["surrendered_city=held"]:
        held, lost = 0, "Stalingrad: an army that has surrendered holds no area"
    line(held == city, "All Stalingrad areas German-controlled", lost, "CAU-VP-04")
    line(morale(p) >= 25, f"Morale {morale(p)}", f"Morale {morale(p)}, below 25", "CAU-VP-05")
    front = "stabilized the Russian front"
    line(p.manstein, f"Manstein has {front}", f"Manstein has not {front}", "CAU-VP-06")
    line(not p.launched, "Final Offensive never launched", "Final Offensive launched", "CAU-VP-07")
    early = p.surrendered and p.surrender_turn < 14  # by a council, too (CAU-COUNCIL-13)
    line(-bool(early), f"Surrender on turn {p.surrender_turn}", "No surrender before turn 14", "CAU-VP-08")
    gone = not p.surrendered and army_is_gone(p) and not p.starved
    end = "entirely eliminated in combat"
    line(-gone, f"6th Army {end}", f"6th Army not {end}", "CAU-VP-09")
    if p.what_if == FLOWN_OUT:
        line(-1, "High officers flown out", "", "CAU-WHATIF-05")
    return given, nothing


def result(p: Pocket) -> dict[str, Any]:
    """Return the result of a game: winner, level, points, reason, sum, and unmet conditions."""
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
    """Return notes to show with the points (CAU-SURV-01)."""
    lines = survival.lines(p)
    return {"notes": lines} if lines else {}
