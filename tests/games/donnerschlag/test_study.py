"""What the staff study says of finished games."""

from typing import Any

from mamayev.engine.registry import find
from mamayev.games.donnerschlag.lab.study import FEW, MEASURES, PLAN, SWINGING, brief, column_of
from mamayev.games.donnerschlag.printed.board import ours
from mamayev.games.donnerschlag.printed.cards import REMOVED

from .operation import HQ6, R1, begin

BOARD = ours()


def test_every_measure_reads_a_position_and_has_a_column_of_its_own() -> None:
    match = begin({HQ6: "4015", R1: "1010"}, turn=5, called=4, zone="B", survival=5)
    p: Any = match.position
    p.where[BOARD.card_index["al11-1"]] = REMOVED
    found = {measure.name: measure.of(p) for measure in MEASURES}
    assert len(found) == len(MEASURES)
    assert (found["called"], found["zone"], found["survival"]) == (4, "B", 5)
    assert found["axis_versorgungskolonne"] == 1
    assert found["axis_stuka"] == 0
    assert set(PLAN.commanders) <= set(find("donnerschlag").bots)


def game(wins: bool, called: int, card: int) -> dict[str, Any]:
    row: dict[str, Any] = {column_of(side, title): 0 for side, title in SWINGING}
    return row | {"winner": "axis" if wins else "soviet", "called": called, "survival": None, "axis_stuka": card}


def test_the_brief_tells_what_the_call_and_the_cards_go_with() -> None:
    rows = [game(n < 12, 3 if n < 4 else 4, int(n < 12)) for n in range(12 + FEW)]
    told = brief({"staff": rows})
    assert told is not None
    assert told.sentences == (
        "The Axis staff reaches the meeting zone in 60% of games against the Soviet staff.",
        "It wins 100% of 4 games with a call in turn 3.",
        "It wins 50% of 16 games with a call in turn 4.",
        "When Stuka (Axis) happens, the Axis wins 100 more games in every 100.",
    )
    assert brief({}) is None
