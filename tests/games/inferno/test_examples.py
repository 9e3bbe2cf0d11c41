"""Every worked example of the ledger can be stepped through; that it goes as written is tested for every game."""

from __future__ import annotations

from mamayev.engine.registry import find


def test_every_example_of_the_ledger_can_be_stepped_through() -> None:
    game = find("inferno")
    listed = {entry["id"].removeprefix("INF-EX-") for entry in game.ledger().data["example"]}
    assert listed == {file.stem.split("-")[1] for file in game.examples}
