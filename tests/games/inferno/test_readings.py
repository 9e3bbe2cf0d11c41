"""Disputed clauses: what changes where another reading than ours is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.games.inferno.actions import short_ends
from mamayev.games.inferno.board import REMOVED
from mamayev.games.inferno.fire import shooters
from mamayev.games.inferno.victory import judge

from .battle import BOARD, INF, INF2, PZ, RD, RD2, begin, offered, refused


@pytest.mark.rule("INF-REINF-15", "INF-WIN-03")
@pytest.mark.parametrize(("reading", "losses"), [("apart", 0), ("lost", 10)])
def test_units_that_the_chart_removes_are_losses_or_not(reading: str, losses: int) -> None:
    p: Any = begin({INF: "W"}, options={"removed_units": reading}).position
    count = 0
    for u in BOARD.germans:
        if count < 10 and p.at[u] != BOARD.grid.index["W"]:
            p.at[u] = REMOVED
            count += 1 + BOARD.units[u].r
    assert p.losses >= losses
    assert bool(p.losses) == bool(losses)
    assert judge(p) == bool(losses)


@pytest.mark.rule("INF-SHORT-02")
def test_a_unit_breaks_contact_by_a_short_move_or_may_not() -> None:
    for reading, free in (("any", True), ("free", False)):
        match = begin({INF: "29", RD: "27", INF2: "X"}, options={"short_start": reading})
        p: Any = match.position
        u = BOARD.unit[INF]
        if not any(BOARD.grid.distance(p.at[u], h) == 1 for h in BOARD.grid.hexes(p.soviet)):
            place = BOARD.grid.ids[BOARD.grid.neighbours[BOARD.grid.index["27"]][0]]
            match = begin({INF: place, RD: "27", INF2: "X"}, options={"short_start": reading})
            p = match.position
        assert bool(short_ends(p, u)) == free
        moves = {text.split()[0] for text in offered(match, "short")}
        assert (INF in moves) == free
        assert INF2 in moves
        if not free:
            away = next(BOARD.grid.ids[n] for n in BOARD.grid.neighbours[p.at[u]] if n >= 0)
            assert refused(match, f"short {INF} {away}") in (("INF-SHORT-02",), ("INF-STACK-03",))


@pytest.mark.rule("INF-OPFIRE-02")
@pytest.mark.parametrize(("reading", "dice"), [("others", 1), ("all", 3)])
def test_the_attacked_hex_gives_no_opportunity_fire_but_under_one_reading(reading: str, dice: int) -> None:
    grid = BOARD.grid
    target = grid.index["27"]
    beside = [n for n in grid.neighbours[target] if n >= 0]
    start = beside[0]
    other = next(n for n in grid.neighbours[start] if n >= 0 and n != target)
    units = {PZ: grid.ids[start], RD: "27", RD2: "27", "rd-126": grid.ids[other]}
    p: Any = begin(units, options={"opportunity_fire": reading}).position
    assert shooters(p, target, grid.bit[start]) == dice


@pytest.mark.rule("INF-CLOSE-09")
@pytest.mark.parametrize(("reading", "offers"), [("both", True), ("attack", False)])
def test_the_combined_force_bonus_in_defense(reading: str, offers: bool) -> None:
    from mamayev.games.inferno.fire import BY_SOVIETS, STRUCK_HASTILY, Combat, bonus

    clear = next(h for h in BOARD.grid.hexes(BOARD.clear_hexes) if BOARD.grid.ids[h] not in ("W", "X", "Y", "Z"))
    place = BOARD.grid.ids[clear]
    match = begin({PZ: place, INF: place}, in_play=["hoth"], options={"combined_force": reading})
    p: Any = match.position
    p.call("combat")
    f = p.frame("combat")
    f[Combat.target], f[Combat.kind] = clear, BY_SOVIETS
    assert bonus(p, f) == offers
    f[Combat.kind], f[Combat.origins] = STRUCK_HASTILY, BOARD.grid.bit[clear]
    assert bonus(p, f)
