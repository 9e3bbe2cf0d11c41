"""Disputed clauses: what changes where another reading than ours is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.games.donnerschlag.look.panel import begins
from mamayev.games.donnerschlag.rules.odds import beyond, quarters, ratio, shifted
from mamayev.match.match import Match

from .operation import BOARD, HQ6, M1, R1, R2, T1, begin, box, ends, play, steps, to_move


@pytest.mark.rule("DON-RATIO-04")
@pytest.mark.parametrize(("reading", "column"), [("first", 6), ("last", 7)])
def test_odds_above_seven_to_one_are_cut_before_the_shifts_or_after_them(reading: str, column: int) -> None:
    p: Any = begin({R1: "4018"}, options={"column_cap": reading}).position
    assert shifted(p, ratio(9, 1), -1 + beyond(p, 9, 1)) == column
    assert shifted(p, ratio(7, 1), -1 + beyond(p, 7, 1)) == 6
    assert shifted(p, ratio(15, 2), -1 + beyond(p, 15, 2)) == 6, "rounded down first"
    assert begins(p, -1, 2).get(7) == (16 if reading == "last" else None)


@pytest.mark.rule("DON-PROC-03")
@pytest.mark.parametrize(("reading", "worth"), [("halved", 6), ("whole", 8)])
def test_strength_from_a_card_is_halved_with_the_unit_or_added_whole(reading: str, worth: int) -> None:
    p: Any = begin({R1: "4018"}, options={"card_strength": reading}).position
    u = BOARD.unit[R1]
    p.unsupplied |= 1 << u
    assert quarters(p, p.frames[-1], u, 1, False) == worth
    assert quarters(p, p.frames[-1], u, 0, False) == 4


@pytest.mark.rule("DON-RETREAT-14")
@pytest.mark.parametrize(("reading", "left"), [("any", 1), ("stacks", 2)])
def test_a_lone_unit_that_retreats_into_a_zone_loses_a_step_or_none(reading: str, left: int) -> None:
    ring = {"18-18r": "3918", "90-18r": "4020", "92-18r": "4218"}
    units = {HQ6: "4015", T1: "4017", M1: "4118", R1: "4018"} | ring
    match = begin(units, retreat="4018", options={"zone_loss": reading})
    play(match, f"retreat {R1} 4019")
    assert steps(match, R1) == left


@pytest.mark.rule("DON-RETREAT-14")
def test_a_stack_that_retreats_into_a_zone_loses_a_step_under_both_readings() -> None:
    ring = {"18-18r": "3918", "90-18r": "4020", "92-18r": "4218"}
    units = {HQ6: "4015", T1: "4017", M1: "4118", R1: "4018", R2: "4018"} | ring
    match = begin(units, retreat="4018", options={"zone_loss": "stacks"})
    play(match, f"retreat {R1} 4019", f"retreat {R2} 4019")
    assert box(match) == ("soviet", "loss")


@pytest.mark.rule("DON-RIVER-05")
def test_an_hq_crosses_rivers_like_motorised_infantry_or_like_infantry() -> None:
    def reached(reading: str, place: str) -> set[str]:
        match: Match = to_move(
            begin({HQ6: place, T1: "4017"}, cards="act1-1", options={"hq_rivers": reading}), "act1-1"
        )
        return ends(match, HQ6)

    found = {place: (reached("motorised", place), reached("on-foot", place)) for place in roads_near_rivers()}
    assert all(first <= then for first, then in found.values())
    assert any(first < then for first, then in found.values())


def roads_near_rivers() -> list[str]:
    """Some road hexes two steps from an unbridged river."""
    p: Any = begin({}).position
    grid, wet = BOARD.grid, p.crossings.wet
    return [grid.ids[h] for h in grid.hexes(BOARD.road) if any(wet[n] for n in grid.neighbours[h])][:12]
