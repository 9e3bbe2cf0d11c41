"""Worked examples in the terminal."""

from collections.abc import Callable
from typing import Any

from .conftest import last

Command = Callable[..., Any]


def test_they_are_listed(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("example", tiny)
    assert done.code == 0
    assert done.out.splitlines() == [
        "half-a-race: A race to the card (Rulebook, 2)",
        "half-a-field: Half a field (Rulebook, 3)",
    ]


def test_a_clause_names_its_examples(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("rules", tiny, "TINY-GO-02")
    assert "Example: A race to the card (mamayev example tiny half-a-race)" in done.out


def test_enter_goes_on_and_back_returns(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("example", tiny, "half-a-race", "--plain", typed="\nback\n" + "\n" * 6)
    assert done.code == 0
    said = ["1 of 6: Both runners", "2 of 6: North steps.", "1 of 6: Both runners", "2 of 6:", "6 of 6: Too far:"]
    place = -1
    for text in said:
        place = done.out.index(text, place + 1)


def test_play_begins_a_game_from_the_step(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("example", tiny, "half-a-race", "--plain", typed="\nplay\nquit\n")
    assert done.code == 0
    assert last().log[0] == "step north 1"


def test_one_without_a_position_is_read(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("example", tiny, "half-a-field")
    assert "Half a field is no field." in done.out
    assert "There is no position to step through: It names no runner." in done.out
    assert mamayev_command("example", tiny, "none").code == 2
