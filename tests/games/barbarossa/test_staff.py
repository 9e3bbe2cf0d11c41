"""The staff as an opponent: what it does is legal and makes sense."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mamayev.games.barbarossa import GAME
from mamayev.games.barbarossa.board import CITIES, GRID, LAKES, NAMED
from mamayev.match.match import Match
from mamayev.players import find, hint

from .campaign import A4, IN, PZ, PZ2, SHOCK, at, begin, box, play

TOWN = GRID.ids[CITIES[NAMED["Penza"]].hex]


def played(options: dict[str, Any], players: tuple[str, str], seed: int, months: int = 99) -> Any:
    """A position after some months between two players."""
    defaults = {option.name: option.default for option in GAME.options}
    p: Any = GAME.open("1963", defaults | options, None).start()
    bots, rng = [find(GAME, name) for name in players], random.Random(seed)
    while p.frames and p.turn < months:
        if p.box.chance:
            action = p.roll(rng.random)
        else:
            action = bots[p.seat].policy(p, rng)
            assert p.allows(action), p.name(action)
        p.apply(action)
    return p


@pytest.mark.parametrize("side", [0, 1])
def test_the_staff_beats_chance_from_either_side(side: int) -> None:
    players = ("staff", "random") if side == 0 else ("random", "staff")
    p = played({}, players, 1)
    assert p.table.returns(p)[side] == 1.0


def advice(match: Match) -> str:
    """What the staff would do now."""
    return str(hint(match, "staff")["text"])


def test_air_factors_fly_where_they_bring_something() -> None:
    """Supply for units that isolation would eliminate, and what a better column takes, no more."""
    lost = {f"city__{name}": "russian" for name in ("Warsaw", "Bucharest", "Helsinki")}
    both = {"airpower": True, "interception": True}
    supply = begin({IN: TOWN, A4: "A35"}, options=both, air__german=4, **lost, **{"isolated__ge-in-i": 1})
    assert (box(supply), advice(supply)) == (("german", "air-supply"), f"airlift {TOWN}")
    play(supply, f"airlift {TOWN}")
    assert box(supply) != ("german", "air-supply"), "one unit, so many factors as it takes"
    early = begin({IN: TOWN, A4: "A35"}, options=both, air__german=4, **lost)
    assert advice(early) == "stand-down", "it outlasts the month"

    match = begin({PZ: "F34", PZ2: "F34", A4: "F35", SHOCK: "G38"}, options=both, air__german=20, air__russian=4)
    play(match, "done", "propose", f"fight {A4}")
    assert (box(match), advice(match)) == (("german", "air-commitment"), "fly 2"), "18 to 6 is 3-1"
    play(match, "fly 2")
    assert (box(match), advice(match)) == (("russian", "interception"), "intercept 1"), "one less is 2-1 again"


def test_the_staff_leaves_the_ice_before_it_thaws() -> None:
    lake = GRID.ids[GRID.hexes(LAKES)[0]]
    match = begin({IN: lake, A4: "F35"}, turn=9, weather="snow")
    while box(match) == ("german", "move"):
        match.play(advice(match))
    assert at(match, IN) != lake, "March may bring mud"
