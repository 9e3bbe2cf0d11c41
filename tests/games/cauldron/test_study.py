"""What the staff study of The Cauldron says first."""

from __future__ import annotations

from typing import Any

from mamayev.games.cauldron.lab.study import PLAN


def rows(points: int, link_up: int | None, offensive: int | None = 9, end: str = "held out") -> list[dict[str, Any]]:
    return [{"points": points, "link_up": link_up, "final_offensive": offensive, "end": end}] * 10


def test_five_sentences_say_what_paulus_should_do() -> None:
    games = dict.fromkeys(PLAN.commanders, rows(4, None))
    games |= {"staff": rows(11, 7) + rows(5, None), "paulus": rows(5, None, end="index at zero")}
    games |= {"stay-put": rows(6, None, None)}
    brief = PLAN.brief(games)
    assert brief is not None
    assert brief.question == "What should Paulus do?"
    first, second, third, fourth, fifth = brief.sentences
    assert "averages 8.0 points. Paulus as history knows him averages 5.0, and history made 4" in first
    assert "11.0 points" in second
    assert "in 50% of games, half of them by turn 7" in second
    assert "in 0% of games, without them (Paulus) in 100%" in third
    assert "leaves 4.0 points, holding the whole perimeter to the end 6.0" in fourth
    assert "in 14% of games" in fifth


def test_nothing_is_said_of_commanders_who_did_not_play() -> None:
    assert PLAN.brief({"staff": rows(4, None)}) is None
