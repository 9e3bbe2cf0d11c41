"""What a search judges positions by, learned from games between staffs."""

from __future__ import annotations

import random

import pytest

from mamayev.engine.registry import find
from mamayev.lab.values import KEPT_OUT, Seen, fitted, positions


def rows(games: int, noise: float) -> list[Seen]:
    """Positions whose worth is 1 + 2 a - b, and a feature that means nothing."""
    rng, found = random.Random(1), []
    for game in range(games):
        for _ in range(5):
            a, b = rng.random(), rng.random()
            gave = 1 + 2 * a - b + rng.gauss(0, noise)
            found.append(Seen(game, {"a": a, "b": b, "idle": rng.random(), "still": 1.0}, gave))
    return found


def test_the_fit_finds_what_counts_and_says_how_well_it_does() -> None:
    exact, rough = fitted(rows(200, 0.01), 1), fitted(rows(200, 1.0), 1)
    assert exact.weights["a"] == pytest.approx(2, abs=0.05)
    assert exact.weights["b"] == pytest.approx(-1, abs=0.05)
    assert abs(exact.weights["idle"]) < 0.02
    assert (exact.games, exact.weights["still"]) == (200, 0)
    assert exact.fit > 0.95
    assert 0.1 < rough.fit < 0.6, "of games that it has not seen"
    assert exact.of({"a": 0.5, "b": 0.5, "idle": 0.0, "still": 1.0}) == pytest.approx(1.5, abs=0.05)
    assert exact.of({"a": 99.0, "b": 0.0, "idle": 0.0, "still": 1.0}) == exact.high, "no more than a game ever gave"


def test_some_games_are_kept_to_test_the_fit() -> None:
    with pytest.raises(ValueError, match="Too few games"):
        fitted(rows(1, 0.1), 1)


def test_each_turn_of_a_game_is_a_position_with_what_the_game_gave() -> None:
    found = positions(find("cauldron"), [0], KEPT_OUT, seed=2)[0]
    assert {row.game for row in found} == set(range(KEPT_OUT))
    for game in range(KEPT_OUT):
        assert len({row.gave for row in found if row.game == game}) == 1
        lefts = [row.features["left"] for row in found if row.game == game]
        assert lefts == sorted(set(lefts), reverse=True), "one a turn"
    assert found == positions(find("cauldron"), [0], KEPT_OUT, seed=2)[0]
