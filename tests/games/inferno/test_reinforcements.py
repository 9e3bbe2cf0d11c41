"""The Call for Reinforcements."""

from __future__ import annotations

import pytest

from mamayev.games.inferno.printed.board import ours
from mamayev.games.inferno.printed.map import GERMAN

from .battle import at, begin, box, german_hand, offered, play, refused, told, verbs

BOARD = ours()

DECK = [card.id for card in BOARD.cards if card.side == GERMAN]
ROWS = {
    "chart__2": ["inf-191"],
    "chart__3": ["inf-267"],
    "chart__4": ["inf-208"],
    "chart__5": ["inf-194", "inf-211", "inf-516", "inf-517"],
}


@pytest.mark.rule("INF-REINF-01")
@pytest.mark.rule("INF-REINF-02")
@pytest.mark.rule("INF-REINF-03")
@pytest.mark.rule("INF-REINF-04")
@pytest.mark.rule("INF-REINF-05")
@pytest.mark.rule("INF-REINF-06")
@pytest.mark.rule("INF-REINF-09")
def test_six_dice_pick_up_the_leftmost_units_and_all_must_come_in_by_colour() -> None:
    match = play(begin({}, [2, 3, 4, 5, 5, 5], drawn=["pioneer-1"], **ROWS), "reinforce")
    assert german_hand(match) == {"pioneer-1"}
    up = {"inf-191", "inf-267", "inf-208", "inf-194", "inf-211", "inf-516"}
    assert {unit for unit in up if at(match, unit) == "picked up"} == up
    assert at(match, "inf-517") == "chart"
    assert offered(match, "deploy") == {
        *(f"{unit} {place}" for unit in ("inf-191", "inf-194", "inf-211", "inf-516") for place in "XY"),
        "inf-267 Z",
        *(f"inf-208 {place}" for place in "XYZ"),
    }
    assert verbs(match) == {"deploy", "deploy-all"}
    together = play(match.copy(), "deploy-all Y")
    assert sum(at(together, unit) == "Y" for unit in up) == 4, "Y is full"
    assert refused(together, "deploy-all Y") == ("INF-REINF-07", "INF-REINF-09")
    assert "No unit can come in at Y now." in [reason.text for _, reason in together.why(space="Y")]
    assert [reason.text for _, reason in match.why(space="6")] == ["6 is not an entry hex."]
    assert refused(match, "deploy inf-191 Z") == ("INF-REINF-05",)
    assert refused(match, "deploy inf-267 X") == ("INF-REINF-04",)
    assert refused(match, "deploy inf-208 W") == ("INF-REINF-06",)
    assert refused(match, "deploy inf-517 X") == ("INF-REINF-03",)


@pytest.mark.rule("INF-REINF-07")
@pytest.mark.rule("INF-REINF-08")
def test_who_finds_no_room_goes_back_to_the_row_with_the_fewest_units() -> None:
    crowd = {"pz-2": "X", "inf-546": "X", "pg-79": "X", "mot-8": "X", "mot-29": "Y", "mot-92": "Y", "inf-518": "Y"}
    match = begin(
        crowd, [1, 1, 1, 1, 1, 1], drawn=["pak-1"],
        chart__1=["inf-191", "inf-194", "inf-267"], chart__2=["inf-208"], chart__3=["inf-212"],
    )  # fmt: skip
    play(match, "reinforce")
    assert refused(match, "deploy inf-191 X") == ("INF-REINF-07", "INF-STACK-01")
    play(match, "deploy inf-194 Y")  # the last place; inf-267 then has Z alone
    assert (at(match, "inf-194"), at(match, "inf-267"), at(match, "inf-191")) == ("Y", "Z", "chart")
    # Rows 1, 4, 5 and 6 are empty: row 1 is the lowest of them.
    assert [text for text in told(match, "INF-REINF-08") if "row 1" in text]


@pytest.mark.rule("INF-REINF-10")
@pytest.mark.rule("INF-FLOW-29")
def test_a_spawn_hex_in_soviet_hands_takes_nobody() -> None:
    match = begin({}, [1, 1, 2, 2, 3, 3], drawn=["pak-1"], chart__1=["inf-191"], chart__2=["inf-267"],
                  control__X="soviet", control__Z="soviet")  # fmt: skip
    play(match, "reinforce")
    assert (at(match, "inf-191"), at(match, "inf-267")) == ("Y", "chart")
    back = [text for text in told(match, "INF-REINF-10") if "267th" in text]
    assert back == ["267th Infantry Regiment cannot come in and goes back to row 1."]


@pytest.mark.rule("INF-MOVE-03")
def test_units_may_come_in_next_to_the_enemy() -> None:
    match = begin({"rb-10": "84"}, [1, 1, 1, 1, 1, 1], drawn=["pak-1"], chart__1=["inf-191"], control__Y="soviet")
    assert at(play(match, "reinforce"), "inf-191") == "X"


@pytest.mark.rule("INF-REINF-11")
@pytest.mark.rule("INF-REINF-12")
@pytest.mark.rule("INF-REINF-13")
@pytest.mark.rule("INF-REINF-14")
@pytest.mark.rule("INF-REINF-15")
@pytest.mark.rule("INF-REINF-16")
@pytest.mark.rule("INF-FLOW-31")
def test_a_surplus_die_removes_the_named_unit_once_and_for_good() -> None:
    """INF-EX-04."""
    six = ["inf-191", "inf-194", "inf-208", "inf-212", "inf-226"]
    match = begin({"pg-64": "88", "inf-54": "88"}, [1, 1, 6, 6, 6, 6], drawn=["pak-1"], chart__6=six)
    play(match, "reinforce")
    assert at(match, "pg-64") == "removed"
    assert match.facts()["losses"] == 0
    assert match.facts()["control.88"] == "german"
    assert at(match, "inf-54") == "88"
    assert [at(match, unit) for unit in six] == ["picked up"] * 4 + ["chart"]
    assert len(told(match, "INF-REINF-11")) == 1
    place = {piece["id"]: piece["at"] for piece in match.view("german")["pieces"]}
    assert place["pg-64"] == "penalty-1"
    # Nothing happens where the unit is lost, or still face down; but then it may be removed later.
    lost = play(begin({"pg-64": "lost"}, [1] * 6, drawn=["pak-1"]), "reinforce")
    assert (at(lost, "pg-64"), lost.facts()["losses"]) == ("lost", 2)
    waiting = play(begin({}, [1] * 6, drawn=["pak-1"], chart__6=["pg-64"]), "reinforce")
    assert at(waiting, "pg-64") == "chart"
    assert told(waiting, "INF-REINF-13")
    picked = play(begin({}, [1, 6, 6, 6, 6, 6], drawn=["pak-1"], chart__6=["pg-64"]), "reinforce")
    assert at(picked, "pg-64") == "removed"


@pytest.mark.rule("INF-REINF-14")
@pytest.mark.parametrize(("reading", "end"), [("again", "removed"), ("once", "X")])
def test_whether_an_empty_row_whose_unit_was_out_of_reach_may_remove_it_later(reading: str, end: str) -> None:
    """The 64th still lies in row 6 when the first 1 is rolled; it comes in, is moved up, and another 1 is rolled."""
    dice = [1, *[5] * 5, 5, 6, *[5] * 5, 5, 1, *[5] * 5]
    units, drawn = {"inf-578": "W", "rd-87": "60"}, ["pak-1", "pak-2", "sniper-1"]
    match = begin(units, dice, home=False, drawn=drawn, options={"empty_row": reading}, chart__6=["pg-64"])
    play(match, "reinforce")
    assert told(match, "INF-REINF-13")[0] == "Row 1 has no unit left for a die; there is nothing to remove."
    spent = [mark["at"] for mark in match.view("german").get("marks", []) if mark["mark"] == "spent"]
    assert spent == (["penalty-1", "penalty-5"] if reading == "once" else [])
    play(match, "reinforce", "deploy pg-64 X", "reinforce")
    assert at(match, "pg-64") == end
    again = "Row 1 has no unit left for a die: 64th Panzer Grenadier Regiment leaves the game."
    once = "Row 1 has no unit left for a die, and has had its one penalty."
    assert (again if reading == "again" else once) in told(
        match, "INF-REINF-11" if reading == "again" else "INF-REINF-14"
    )


def test_a_surplus_die_for_the_row_without_a_name_does_nothing() -> None:
    match = play(begin({"pg-64": "88", "pz-24": "74"}, [3] * 6, drawn=["pak-1"]), "reinforce")
    assert (at(match, "pg-64"), at(match, "pz-24")) == ("88", "74")


@pytest.mark.rule("INF-GCARD-03")
@pytest.mark.rule("INF-FLOW-27")
@pytest.mark.rule("INF-FLOW-26")
@pytest.mark.rule("INF-FLOW-35")
def test_paulus_doubles_the_draw_but_not_the_one_that_brings_him() -> None:
    two = play(begin({}, [1] * 6, drawn=["pak-1", "pak-2"], in_play=["paulus"]), "reinforce")
    assert german_hand(two) == {"pak-1", "pak-2"}
    brought = play(begin({}, [1] * 6, drawn=["paulus"]), "reinforce")
    assert german_hand(brought) == set()
    assert brought.facts()["leaders"] == "Paulus"
    empty = begin({}, [1] * 6, **{f"card__{name}": "used" for name in DECK})
    assert german_hand(play(empty, "reinforce")) == set()
    assert told(empty, "INF-FLOW-26")
    assert box(empty) == "movement-die"
