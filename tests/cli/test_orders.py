"""Command by orders in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mamayev

from .conftest import Command, last

INFERNO = ("play", "inferno", "--orders", "--seed", "4", "--plain")


def test_enter_carries_out_the_orders_and_the_staff_reports(mamayev_command: Command) -> None:
    done = mamayev_command(*INFERNO, typed="orders hold=y least=60\n\n\nquit\n")
    assert done.code == 0
    assert "Orders: as the staff would" in done.out
    assert "hold=Y least=60" in done.out
    assert done.out.count("hold: kept. Every hex is held.") == 2
    assert done.out.count("least: kept. Under this order, the staff began no attack below 60%.") == 2
    record = last("inferno")
    assert [(one.seat, one.orders) for one in record.orders] == [("german", {"hold": ["Y"], "least": 60})]


def test_the_staff_stops_for_the_commander_and_goes_on(mamayev_command: Command) -> None:
    done = mamayev_command(*INFERNO, typed="hasty pz-2 2\norders least=100\n\ncarry on\ncarry on\nquit\n")
    assert "Your decision: The chance to empty the hex is" in done.out
    assert "[INF-HASTY-02]" in done.out
    assert "least: broken. The chance to empty the hex is" in done.out
    assert "The staff has not stopped." in done.out


def test_several_turns_and_all_orders_in_words(mamayev_command: Command) -> None:
    done = mamayev_command("play", "inferno", "--seed", "4", "--plain", typed="orders\ncarry 3\norders staff\nquit\n")
    assert "hold: as the staff would" in done.out
    assert "Up to 6 spaces, separated by commas." in done.out
    assert "From 0 to 100." in done.out
    assert "One of: staff, attack, move." in done.out
    assert "Round 4" in done.out
    assert "The staff decides everything." in done.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("orders least=6x", "“least” is text, but must be a whole number."),
        ("orders least", "“least” has no value:"),
        ("orders hold=9", "hold: Soviet units are in 9: take it first.  [INF-MAP-02]"),
        ("orders objectives=5", "objectives: 5 is not a Soviet Spawn hex."),
        ("carry x", "Type carry, carry N for 1 to 100 turns"),
        ("carry 0", "Type carry, carry N for 1 to 100 turns"),
    ],
)
def test_wrong_orders_have_a_sentence_and_nothing_is_played(mamayev_command: Command, typed: str, said: str) -> None:
    done = mamayev_command(*INFERNO, typed=f"{typed}\nquit\n")
    assert said in done.out + done.err
    assert done.code == 0
    assert "Round 2" not in done.out


def test_a_game_without_orders_says_so(mamayev_command: Command) -> None:
    done = mamayev_command("play", "skirmish", "--orders")
    assert (done.code, done.err.strip()) == (2, "The staff of Skirmish at the Village takes no orders.")


def test_orders_that_cannot_be_read_can_be_given_again(mamayev_command: Command, tmp_path: Path) -> None:
    data = json.loads(mamayev.new("inferno", seed=3).to_json())
    del data["checksum"]
    data["orders"] = [{"ply": 0, "seat": "german", "orders": {"hold\x1b[2J": 1}}]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    typed = "orders staff\norders least=60\nquit\n"
    done = mamayev_command("play", "--resume", str(file), "--orders", "--plain", typed=typed)
    assert done.code == 0
    assert "\x1b" not in done.out + done.err
    assert "Type “orders staff” to leave everything to the staff." in done.out
    assert "least=60" in done.out
