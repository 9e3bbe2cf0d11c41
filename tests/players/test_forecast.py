"""Forecasts of a turn by orders: rollouts with what a seat knows, and honest intervals."""

from __future__ import annotations

import math

from mamayev.engine.position import Position
from mamayev.match.match import Match
from mamayev.players.forecast import Forecast, forecast, interval, wilson


def always(_share: float) -> bool:
    return True


def of(match: Match, orders: str, plays: int = 12, seed: str = "a") -> Forecast:
    match.order(orders, "german")
    return forecast(match.position, 0, match.orders_of("german"), plays, seed, always)


def test_the_same_seed_and_number_give_the_same_forecast() -> None:
    match = Match.new("cauldron", seed=3)
    before = match.position.copy()
    found = of(match, "hold=23,24 keep_supply=8")
    assert of(match, "hold=23,24 keep_supply=8") == found
    assert of(match, "hold=23,24 keep_supply=8", seed="b") != found
    assert match.position == before


def test_the_true_hidden_pieces_do_not_matter() -> None:
    """Two positions that the seat cannot tell apart have the same forecast."""
    match = Match.new("inferno", seed=3, options={"soviet_side": "player"})
    match.order("objectives=3 hold=Y", "german")
    orders = match.orders_of("german")
    one = forecast(match.position, 0, orders, 6, "a", always)
    other: Position = match.seen_for_orders("german")
    assert other != match.position
    assert forecast(other, 0, orders, 6, "a", always) == one


def test_what_is_known_counts_when_a_forecast_is_ended() -> None:
    match = Match.new("cauldron", seed=3)
    match.order("hold=23", "german")
    found = forecast(match.position, 0, match.orders_of("german"), 40, "a", lambda share: share < 0.25)
    assert (found.plays, found.of) == (10, 40)


def test_intervals_of_shares_are_wilson_s() -> None:
    low, high = wilson(8, 20)
    assert (round(low, 4), round(high, 4)) == (0.2188, 0.6134)
    low, high = wilson(0, 10)
    assert (low, round(high, 4)) == (0.0, 0.2775)
    assert wilson(10, 10)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


def test_intervals_of_means_are_normal() -> None:
    mean, low, high = interval([1.0, 2.0, 3.0, 4.0])
    error = math.sqrt(5 / 3 / 4)
    assert (mean, round(low, 6), round(high, 6)) == (2.5, round(2.5 - 1.96 * error, 6), round(2.5 + 1.96 * error, 6))
