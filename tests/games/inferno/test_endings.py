"""How the game ends, and that it ends at once."""

from __future__ import annotations

import pytest

from mamayev.match.match import Match

from .battle import GDS, INF, PZ, RB, RD, at, begin, play, told
from .test_combat import volleys
from .test_soviet import soviet, stacked

MISS = [1] * 40


def ending(match: Match) -> tuple[str, str]:
    assert match.result is not None
    assert match.over
    return match.result["winner"], match.result["notes"][0]["clauses"][0]


@pytest.mark.rule("INF-WIN-01")
@pytest.mark.rule("INF-WIN-06")
@pytest.mark.rule("INF-FLOW-28")
@pytest.mark.rule("INF-CAPT-02")
def test_the_sixth_spawn_hex_wins_at_once_and_brings_no_card() -> None:
    held = {f"control__{h}": "german" for h in ("6", "7", "13", "15", "19")}
    match = begin({PZ: "2", "rd-422": "59"}, home=False, **held)
    play(match, f"short {PZ} 3")
    assert ending(match) == ("german", "INF-WIN-01")
    assert match.facts()["german_deck"] == 23
    taken = begin({PZ: "2", RB: "3", RD: "59"}, [1, 1] + [6] * 4, home=False, **held)
    play(taken, "attack 3")
    assert ending(taken) == ("german", "INF-WIN-01")


@pytest.mark.rule("INF-WIN-02")
def test_no_soviet_unit_on_the_map_wins_though_the_pools_are_full() -> None:
    match = begin({PZ: "74", RB: "59"}, [1, 1] + [6] * 4, home=False)
    play(match, "attack 59")
    assert ending(match) == ("german", "INF-WIN-02")
    assert match.facts()["infantry_pool"] == 33


@pytest.mark.rule("INF-WIN-03")
@pytest.mark.rule("INF-WIN-04")
@pytest.mark.rule("INF-FLOW-30")
def test_ten_losses_those_with_an_r_twice() -> None:
    """INF-EX-23."""
    eight = ["mot-92", "inf-194", "inf-211", "inf-516", "inf-517", "inf-518", "inf-544", "inf-545"]
    lost = dict.fromkeys(eight, "lost")
    match = begin({**lost, "pg-64": "74", GDS: "59"}, [5, 1, 1, 1, 1], **{"strength__pg-64": 1})
    assert match.facts()["losses"] == 9
    play(match, "attack 59")
    assert match.facts()["losses"] == 11
    assert ending(match) == ("soviet", "INF-WIN-03")


@pytest.mark.rule("INF-WIN-05")
@pytest.mark.rule("INF-FLOW-25")
@pytest.mark.rule("INF-SEQ-03")
def test_the_last_card_of_the_soviet_deck_ends_the_game_in_the_middle_of_an_action() -> None:
    """INF-EX-22: 2, 2, 1, 1: the first 1 draws two, the second the third."""
    cards = ["chuikov", "khrushchev", "thompson-1"]
    match = soviet(stacked({"59": 2, "60": 2, "61": 2, "48": 2}), [2, 2, 1, 1], soviet_deck=3, drawn=cards)
    assert ending(match) == ("soviet", "INF-WIN-05")
    assert match.facts()["soviet_hand"] == 3
    assert len(told(match, "INF-SMOVE-07")) == 2, "the twos are not resolved"


@pytest.mark.rule("INF-WIN-07")
@pytest.mark.rule("INF-FLOW-28")
@pytest.mark.rule("INF-FLOW-06")
def test_where_both_sides_win_by_one_exchange_the_soviets_do() -> None:
    nine = ["mot-92", "inf-194", "inf-211", "inf-516", "inf-517", "inf-518", "inf-544", "inf-545"]
    units = {**dict.fromkeys(nine, "lost"), INF: "74", RB: "59"}
    match = begin(units, [6, 6], home=False, **{"strength__inf-191": 1, "strength__rb-10": 1})
    play(match, "attack 59")
    assert len(volleys(match)) == 2
    assert (at(match, INF), at(match, RB)) == ("lost", "pool")
    assert ending(match) == ("soviet", "INF-WIN-03")
