"""Conduct: what the figures say of players whose faults are known, and that watching changes nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.lab.conduct import Observer, figures_of, warnings
from mamayev.lab.mass import play_number
from mamayev.lab.simulate import set_up, simulate
from mamayev.match.catalogue import strengths

GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno")


def conduct(game: str, players: list[str], games: int = 1, **options: Any) -> Any:
    return simulate(game, games, players, seed=4, options=options).summary()["conduct"]


@pytest.mark.parametrize("game", GAMES)
def test_each_figure_has_a_range_and_a_sentence_and_stands_once_for_a_seat(game: str) -> None:
    offer = find(game)
    plan = offer.study().conduct
    assert plan.figures
    for seat in range(len(offer.seats)):
        names = [figure.name for figure in figures_of(plan, offer, seat)]
        assert len(names) == len(set(names))
    for figure in plan.figures:
        assert figure.low is not None or figure.high is not None
        assert figure.low is None or figure.high is None or figure.low < figure.high
        assert figure.doc.endswith(".")
        assert not figure.seats or set(figure.seats) <= set(offer.seats)


def test_watching_changes_nothing() -> None:
    setup, observer = set_up("inferno", ["staff"]), Observer(find("inferno").study().conduct)
    plain, _ = play_number(setup, 1, 0)
    watched, _ = play_number(setup, 1, 0, observer.watch, observer.took)
    assert watched == plain


def test_a_german_who_never_moves_never_attacks_and_is_told_so() -> None:
    found = conduct("inferno", ["passive"])["german"]
    assert found["battles"]["mean"] == 0
    assert "Own attacks per round: 0, outside the plausible range 0.25 to 1" in warnings(found)


def test_a_hoarder_starves_with_full_stocks() -> None:
    found = conduct("cauldron", ["hoarder"], 3)["german"]
    assert found["starved"]["warning"]
    assert found["supply"]["mean"] > 12
    assert found["tactical"]["mean"] == 0


def test_an_army_that_stands_still_is_cut_off_and_saves_its_points() -> None:
    found = conduct("barbarossa", ["passive", "rush"])
    assert found["russian"]["battles"]["mean"] > 1
    assert found["german"]["isolated"]["mean"] + found["german"]["open_cities"]["mean"] > 0
    assert found["german"]["points"]["mean"] > found["russian"]["points"]["mean"]


def test_an_hq_that_one_side_loses_the_other_has_taken() -> None:
    found = conduct("donnerschlag", ["rush", "raider"])
    assert found["soviet"]["hqs"]["mean"] == found["axis"]["own_hqs"]["mean"] > 0


def test_chance_has_no_conduct(tiny: str) -> None:
    summary = simulate(tiny, 10, ["eager", "random"]).summary()
    assert list(summary["conduct"]) == ["north"]
    assert summary["conduct"]["north"]["first_turns"]["mean"] == 0
    assert "conduct" not in simulate(tiny, 2).summary()


def test_the_set_up_sheet_says_how_strong_an_opponent_is(tiny: str, tmp_path: Path) -> None:
    game = find(tiny)
    assert strengths(game)["eager"] == "not rated yet"
    file = tmp_path / "league.json"
    row = '{"share": 0.713, "low": 0.66, "high": 0.758, "games": 400}'
    file.write_text('{"day": "2026-01-01", "measure": "moody", "players": {"eager": ' + row + "}}")
    found = strengths(replace(game, league=file))
    assert found["eager"] == "beats moody in 71 of 100"
    assert found["moody"] == "the yardstick"
    assert found["random"] == "not rated yet"
