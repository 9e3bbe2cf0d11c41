"""The best response to a bot: the search, its plans and what it reports."""

from __future__ import annotations

import random
from collections.abc import Generator
from typing import Any

import pytest

from mamayev.cli import tournament
from mamayev.engine.orders import text
from mamayev.engine.refusal import Refusal
from mamayev.lab import response
from mamayev.lab.response import Arm, Response, counted, prepare

SOVIET_PLAYER = {"soviet_side": "player"}
RIGHT = "consolidate"


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that one strategy always wins and every other loses."""

    def play(_setup: Any, _seat: str, orders: str, _seed: str, number: int, key: Any) -> tuple[Any, int, float]:
        return key, number, 1.0 if f"strategy={RIGHT}" in orders else -1.0

    monkeypatch.setattr(response, "play", play)


@pytest.mark.usefixtures("known")
def test_the_search_finds_the_plan_that_wins_and_stays_within_its_budget() -> None:
    search = prepare("cauldron", "german", "staff", 400, fresh=10)
    told = list[int]()
    search.search(told.append)
    search.compare(told.append)
    found = search.to_data()
    assert found["orders"]["strategy"] == RIGHT
    assert 200 < found["training_games"] <= 400
    assert len(told) == found["training_games"] + 20
    assert (found["plan"]["points"], found["staff"]["points"]) == (1.0, -1.0)


@pytest.mark.usefixtures("known")
def test_seconds_are_a_budget_as_well() -> None:
    search = prepare("cauldron", "german", "staff", 0.0)
    search.search()
    assert (search.played, search.best) == (0, None)


def test_the_same_seed_gives_the_same_plans_and_games() -> None:
    found = []
    for _ in range(2):
        search = prepare("cauldron", "", "staff", 32, fresh=2, seed=3)
        search.search()
        search.compare()
        found.append(search.to_data())
    assert found[0] == found[1]
    assert found[0]["plan"]["games"] == found[0]["staff"]["games"] == 2
    assert found[0]["training"]["games"] >= 4


@pytest.mark.parametrize("game", ["barbarossa", "cauldron", "donnerschlag", "inferno"])
def test_every_new_plan_is_one_that_the_form_allows(game: str) -> None:
    options = SOVIET_PLAYER if game == "inferno" else {}
    seats = prepare(game, "", "staff", 40, options=options).game.command
    assert seats is not None
    for seat in seats().forms:
        search, rng = prepare(game, seat, "staff", 40, options=options), random.Random(1)
        plans = [search.other(rng) for _ in range(30)]
        assert len({text(plan) for plan in plans}) > 20
        search.best = Arm(plans[0])
        assert all(isinstance(search.other(rng), search.form) for _ in range(10))


def test_a_few_lucky_games_count_less_than_many_good_ones() -> None:
    search = prepare("cauldron", "", "staff", 40)
    assert Arm(search.form(), [1.0]).mean < Arm(search.form(), [1.0] * 9 + [0.0]).mean


def test_draws_count_as_half() -> None:
    assert counted([1.0, 0.0, -1.0, -1.0], points=False)["won"] == 1.5
    assert counted([], points=True) == {"games": 0}


@pytest.mark.parametrize(
    ("game", "seat", "against", "budget", "said"),
    [
        ("cauldron", "soviet", "staff", 40, "takes no orders. Seats that do: german"),
        ("cauldron", "", "nobody", 40, "no bot “nobody”"),
        ("cauldron", "", "staff", 3, "The minimum budget is 32 games, not 3"),
    ],
)
def test_what_cannot_be_searched_is_refused(game: str, seat: str, against: str, budget: int, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        prepare(game, seat, against, budget)


def test_a_game_whose_staff_takes_no_orders_is_refused(tiny: str) -> None:
    with pytest.raises(Refusal, match="takes no orders"):
        prepare(tiny, "", "eager", 40)


@pytest.mark.usefixtures("known")
def test_ctrl_c_keeps_what_is_known(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stopped(*_given: Any) -> Generator[Any, None, None]:
        raise KeyboardInterrupt
        yield

    def trained(search: Response, progress: Any = None) -> None:
        search.best = Arm(search.form(), [1.0] * 5)
        search.played = 5

    monkeypatch.setattr(Response, "search", trained)
    monkeypatch.setattr(response, "run_all", stopped)
    found = tournament.respond("cauldron", "", "staff", 40, fresh=2)
    assert found["stopped"]
    assert found["training"]["games"] == 5
    assert found["plan"] == {"games": 0}
    assert "Stopped" in capsys.readouterr().err
