"""Victory points and levels."""

from __future__ import annotations

from typing import Any

from . import survival
from .control import army_is_gone, morale
from .position import FLOWN_OUT, LINK_UP, SSI_ZERO, Pocket


def sum_lines(p: Pocket) -> list[dict[str, Any]]:
    """The victory sum line by line, all of them added up (CAU-VP-10); lines that give nothing are left out, the SSI
    never."""

    def line(points: int, text: str, *clauses: str) -> dict[str, Any]:
        return {"text": text, "points": points, "clauses": list(clauses)}

    lines = [line(p.ssi, "Strategic Situation Index", "CAU-VP-01")]
    if p.outcome == LINK_UP:
        points = 3 if p.linked >= 15 else 2 if p.linked >= 10 else 1 if p.linked >= 5 else 0
        lines.append(line(points, f"{p.linked} German units linked up", "CAU-VP-02", "CAU-VP-03"))
    city = p.table.board.stalingrad
    if not p.surrendered and p.german & city == city:
        lines.append(line(1, "All Stalingrad areas German-controlled", "CAU-VP-04"))
    if morale(p) >= 25:
        lines.append(line(1, f"Morale {morale(p)}", "CAU-VP-05"))
    if p.manstein:
        lines.append(line(1, "Manstein has stabilized the Russian front", "CAU-VP-06"))
    if not p.launched:
        lines.append(line(1, "Final Offensive never launched", "CAU-VP-07"))
    if p.surrendered and p.surrender_turn < 14:
        lines.append(line(-1, f"Surrender on turn {p.surrender_turn}", "CAU-VP-08"))
    if not p.surrendered and army_is_gone(p) and not p.starved:
        lines.append(line(-1, "6th Army entirely eliminated in combat", "CAU-VP-09"))
    if p.what_if == FLOWN_OUT:
        lines.append(line(-1, "High officers flown out", "CAU-WHATIF-05"))
    return lines


def result(p: Pocket) -> dict[str, Any]:
    """The end of a game: winner, level, points, why, and the sum."""
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
    lines = sum_lines(p)
    points = sum(entry["points"] for entry in lines)
    level = p.table.charts.level(points)
    if p.outcome == LINK_UP:
        why = f"6th Army and the relief force linked up on turn {p.turn}."
    elif p.surrendered:
        why = f"6th Army surrendered on turn {p.surrender_turn}; the front was judged to the end of turn {p.turn}."
    elif army_is_gone(p):
        why = f"6th Army was destroyed; the front was judged to the end of turn {p.turn}."
    else:
        why = f"6th Army holds out at the end of turn {p.turn}."
    winner = "soviet" if level.startswith("Soviet") else None if "Moral" in level else "german"
    return {
        "winner": winner,
        "level": level,
        "points": points,
        "why": why,
        "sum": lines,
        "turn": p.turn,
        "clauses": ["CAU-END-02"],
    } | notes(p)


def notes(p: Pocket) -> dict[str, Any]:
    """What is worth knowing beside the points (CAU-SURV-01)."""
    lines = survival.lines(p)
    return {"notes": lines} if lines else {}
