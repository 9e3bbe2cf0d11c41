"""What was expected of a battle, beside what came of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mamayev.match.expected import battles, expected
from mamayev.match.match import Match, Record

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = {"barbarossa": "1963", "donnerschlag": "2022", "inferno": "2017"}
MOST = 12
"""Battles of each game that are looked at."""


def recorded(game: str, name: str) -> Match:
    return Match.from_record(
        Record.from_json(json.loads((GOLDEN / game / f"{name}.json").read_text("utf-8"))["record"])
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_battle_has_what_was_expected_of_it(game: str) -> None:
    match = recorded(game, GAMES[game])
    found = list(battles(match.table.look.kept, match.events))
    assert len(found) > 3
    for place, event in found[:: max(1, len(found) // MOST)]:
        assert match.events[place] == event
        before, line = match.at(event.ply - 1), match.record.log[event.ply - 1]
        seat = before.seat if before.seat >= 0 else 0
        trade = expected(before, line, event, seat)
        if not event.text.startswith("Soviet"):  # an attack that the rules make
            assert trade is not None, event.text
            assert trade.kills + trade.costs > 0
            assert 0 <= trade.chance <= 1


def test_a_game_that_knows_no_trade_expects_nothing() -> None:
    match = recorded("cauldron", "2020")
    for _, event in list(battles(match.table.look.kept, match.events))[:MOST]:
        assert expected(match.at(event.ply - 1), match.record.log[event.ply - 1], event, 0) is None
