"""Setup: who, where, how many."""

from typing import Any

import pytest

from mamayev.games.barbarossa.printed.board import ours
from mamayev.match.match import Match

from .campaign import at, box, ends, play, quiet, refused

BOARD = ours()


def new(**options: str) -> Match:
    """A match before its setup."""
    return Match.new("barbarossa", seed=1, options=options)


@pytest.mark.rule("BAR-SETUP-01", "BAR-SETUP-08", "BAR-SETUP-09", "BAR-SEQ-01")
def test_the_russian_player_sets_up_first_and_completely_then_the_german_then_june_begins() -> None:
    match = new()
    assert box(match) == ("russian", "set-up")
    assert refused(match, "confirm") == ("BAR-SETUP-08",)
    play(match, "historical", "deploy ru-army-4 AA10", "confirm")
    assert (box(match), at(match, "ru-army-4")) == (("german", "set-up"), "AA10")
    assert refused(match, "deploy ru-army-4 AA9") == ("BAR-SETUP-01",)
    play(match, "historical", "confirm")
    assert (box(match), match.facts()["month"], match.facts()["weather"]) == (
        ("german", "move"),
        "June 1941",
        "perfect",
    )
    assert (match.facts()["russian_units"], match.facts()["german_units"]) == (34, 59)


@pytest.mark.rule("BAR-SETUP-08", "BAR-FLOW-04")
def test_the_suggested_set_up_is_legal_and_units_are_rearranged_until_it_is_confirmed() -> None:
    match = new()
    for side in ("russian", "german"):
        army = [u for u, unit in enumerate(BOARD.units) if (unit.side == 1) == (side == "russian") and not unit.enters]
        for u in army:
            match.play(f"deploy {BOARD.units[u].id} {BOARD.grid.ids[BOARD.suggested()[u]]}")
        assert "historical" not in quiet(match), "it stands so already"
        other = f"deploy {BOARD.units[army[0]].id} {'F35' if side == 'russian' else 'Z2'}"
        play(match, other, f"deploy {BOARD.units[army[0]].id} {BOARD.grid.ids[BOARD.suggested()[army[0]]]}")
        match.undo()
        play(match, "historical", "confirm")
    assert at(match, "ru-army-4") == BOARD.grid.ids[BOARD.suggested()[BOARD.unit["ru-army-4"]]]


@pytest.mark.rule("BAR-SETUP-02", "BAR-STACK-01", "BAR-STACK-02", "BAR-TERRAIN-04")
def test_russian_units_stand_anywhere_in_the_ussr_three_to_a_hex() -> None:
    match = new()
    assert {"Z7", "S26", "F35"} <= ends(match, "ru-army-4", "deploy"), "beside the border, too"
    for place, clause in (("Z4", "BAR-SETUP-02"), ("K14", "BAR-SETUP-08"), ("A1", "BAR-SETUP-08")):
        assert refused(match, f"deploy ru-army-4 {place}") == (clause,)
    play(match, "deploy ru-army-4 F35", "deploy ru-army-7 F35", "deploy ru-shock-1 F35")
    assert refused(match, "deploy ru-army-9 F35") == ("BAR-STACK-01",)


def german_set_up() -> Match:
    return play(new(), "historical", "confirm")


@pytest.mark.rule("BAR-SETUP-03", "BAR-SETUP-04", "BAR-SETUP-05", "BAR-SETUP-07")
def test_the_axis_stands_west_of_the_border_and_not_beside_it() -> None:
    match = german_set_up()
    assert refused(match, "deploy ge-in-i Z7") == ("BAR-SETUP-03",)
    assert refused(match, "deploy ge-in-i Z5") == ("BAR-SETUP-04",), "touches the USSR"
    assert refused(match, "deploy ge-in-i VV3") == ("BAR-SETUP-08",), "a closed country"
    assert {"Z4", "HH2", "TT7"} <= ends(match, "ge-in-i", "deploy"), "Germany, Hungary, Rumania"
    assert refused(match, "deploy hu-in-iii HH2") == ("BAR-SETUP-07",)
    assert refused(match, "deploy it-in-ii Z4") == ("BAR-SETUP-07",)
    assert refused(match, "deploy fi-in-ii Z4") == ("BAR-SETUP-05",)
    assert "F11" in ends(match, "fi-in-ii", "deploy")
    assert "confirm" not in quiet(play(match, "deploy fi-in-ii F11"))


@pytest.mark.rule("BAR-SETUP-06")
def test_eight_factors_of_germans_and_rumanians_may_begin_in_finland() -> None:
    match = german_set_up()
    play(match, "deploy ge-in-i C10", "deploy rm-in-i C10", "deploy rm-in-ii C9")
    assert refused(match, "deploy rm-in-iii C9") == ("BAR-SETUP-06",)
    play(match, "deploy fi-in-ii C9", "deploy ge-in-i Z4", "deploy rm-in-iii C9")
    p: Any = match.position
    assert p.zones.count(0, BOARD.grid.index["C9"]) == 3
