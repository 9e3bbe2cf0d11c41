"""Every worked example of the rulebook can be stepped through; that it goes as written is tested for every game."""

from __future__ import annotations

from mamayev.engine.registry import find


def test_every_example_of_the_rulebook_can_be_stepped_through() -> None:
    game = find("inferno")
    assert {file.stem.split("-")[1] for file in game.examples} == {f"{number:02}" for number in range(1, 27)}
