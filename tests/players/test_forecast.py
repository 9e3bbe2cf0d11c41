"""Forecasts of a turn by orders: rollouts with what a seat knows, and honest intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest

from mamayev.engine.position import Position
from mamayev.match.match import Match
from mamayev.players import play_on
from mamayev.players.command import Commander
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


# ------------------------------------------------------------------ the staff's own plans


def begun(game: str, seat: str, turns: int) -> Iterator[Match]:
    """Yield a match at the first decision of a seat in each turn, with the staff in all seats."""
    options = {"soviet_side": "player"} if game == "inferno" else {}
    match = Match.new(game, seed=3, options=options)
    others = {name: "staff" for name in match.game.seats if name != seat}
    for _ in range(turns):
        play_on(match, others)
        yield match
        Commander(match, seat).play_out(others)


def meant(match: Match, seat: str, orders: dict[str, Any]) -> Forecast:
    """Return the staff's plan under orders, without rollouts."""
    index = match.game.seats.index(seat)
    return forecast(match.seen_for_orders(seat), index, match.read_orders(orders, seat), 0, "a", always)


def test_an_objective_that_is_taken_is_to_be_held() -> None:
    said = [of(match, "objectives=3", 2).chances[0].label for match in begun("inferno", "german", 6)]
    place = "3 Rynok landing / Spartakovka N"
    assert (said[0], said[-1]) == (f"{place} taken", f"{place} held")


SEATS = [("inferno", "german"), ("cauldron", "german"), ("donnerschlag", "axis"), ("barbarossa", "german")]


@pytest.mark.parametrize(("game", "seat"), [*SEATS, ("donnerschlag", "soviet"), ("inferno", "soviet")])
def test_a_forecast_says_what_is_meant_from_the_first_decision_of_a_turn(game: str, seat: str) -> None:
    for match in begun(game, seat, 4):
        if match.table.turn(match.position):  # not during the setup
            assert meant(match, seat, {}).sentence, match.position.box.name


@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_the_staff_s_second_plan_is_turned_into_orders(game: str, seat: str) -> None:
    seen = 0
    for match in begun(game, seat, 5):
        first = meant(match, seat, {})
        if first.second is not None:
            other = meant(match, seat, dict(first.second.orders))
            assert (other.sentence, other.battles) != (first.sentence, first.battles)
            assert game != "inferno" or other.sentence.startswith(first.second.title)
            seen += 1
    assert seen >= 2


def test_a_second_plan_keeps_what_the_player_has_ordered() -> None:
    (match,) = begun("cauldron", "german", 1)
    second = meant(match, "german", {"hold": ["23"], "strategy": "breakout"}).second
    assert second is not None
    assert second.orders == {"hold": ["23"], "strategy": "stay-put"}
