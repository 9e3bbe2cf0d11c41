"""What the figures of conduct tell of a battle, and of a city that is lost."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.games.barbarossa.lab.conduct import CONDUCT
from mamayev.lab.conduct import Observer

from .campaign import A3, A4, A5, A7, A9, A12, CAV, HU, PZ, SHOCK, begin


def told(units: dict[str, str], *actions: str, **more: Any) -> list[str]:
    """The names of the figures that some actions tell of."""
    match = begin(units, **more)
    p: Any = match.position.copy()
    observer = Observer(CONDUCT)
    observer.watch(p)
    for action in actions:
        p.apply(next(a for a in p.actions() if p.name(a) == action))
    return sorted(name for _, name in observer.told)


LONE = {HU: "F34", SHOCK: "F35"}
STRUCK = ("done", f"target {SHOCK}", f"attack {HU}", "declared")


@pytest.mark.parametrize(
    ("others", "poor"),
    [
        ({}, ["poor"]),
        ({PZ: "F37", CAV: "F38"}, ["poor"]),
        ({PZ: "F36", CAV: "F37"}, []),  # it stands beside the shock army as well, and is free for the cavalry
    ],
)
def test_poor_dice_are_told_of_but_soak_offs_are_not(others: dict[str, str], poor: list[str]) -> None:
    assert told(LONE | others, *STRUCK) == ["battles", "odds", *poor]


def test_who_is_hemmed_in_has_no_choice() -> None:
    ring = dict(zip((A4, A7, A9, A12, A3, A5), ("F33", "F33", "F33", "F35", "F35", "F35"), strict=True))
    names = told({HU: "F34"} | ring, "done", *(f"target {unit}" for unit in ring), f"attack {HU}", "declared")
    assert names == ["battles", "odds"]


def test_a_city_is_missed_where_an_aim_hangs_on_it() -> None:
    assert told({PZ: "T26"}, f"move {PZ} S26") == ["open_cities"]  # Moscow
    assert told({PZ: "X22"}, f"move {PZ} Y21") == []  # Bryansk
    assert told({PZ: "EE15"}, f"move {PZ} FF15") == []  # Kiev
    assert told({PZ: "EE15"}, f"move {PZ} FF15", options={"replacement_hexes": True}) == ["open_cities"]
