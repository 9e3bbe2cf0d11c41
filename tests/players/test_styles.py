"""Styles: the same staff by other constants, plans that a search can compare."""

from __future__ import annotations

import random
from importlib import import_module

import pytest

from mamayev.engine.chance import Luck
from mamayev.engine.playout import playout
from mamayev.engine.registry import find

STYLES = {
    "barbarossa": "mamayev.games.barbarossa.staff.style",
    "donnerschlag": "mamayev.games.donnerschlag.staff.style",
}


@pytest.mark.parametrize("game", STYLES)
def test_a_staff_names_the_styles_that_are_its_data(game: str) -> None:
    data = import_module(STYLES[game])
    others = {name: styles for name, styles in data.STYLES.items() if name not in ("staff", "near", "brief")}
    assert set(find(game).bots["staff"].styles) == set(others)
    for styles in others.values():
        assert all(style != usual for style, usual in zip(styles, data.STAFF, strict=True))


def test_a_style_is_legal_and_another_way_of_the_staff() -> None:
    staff = find("barbarossa").bots["staff"]
    table, kept = find("barbarossa").table(), {}
    for name, policy in {"staff": staff.policy, **dict(list(staff.styles.items())[:2])}.items():
        p, taken = table.start(), list[int]()

        def noted(q: object, rng: random.Random, policy: object = policy, taken: list[int] = taken) -> int:
            taken.append(policy(q, rng))  # type: ignore[operator]
            assert q.allows(taken[-1])  # type: ignore[attr-defined]
            return taken[-1]

        playout(p, random.Random(1), dict.fromkeys((0, 1), noted), lambda q: q.turn >= 2, Luck(1), see=False)
        kept[name] = taken
    assert len({tuple(taken) for taken in kept.values()}) == 3
