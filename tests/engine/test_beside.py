"""What stands beside a table: defaults for a game with rules alone, and the old form of a guest."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import pytest

from mamayev.engine.late import late
from mamayev.engine.look import Look
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.engine.situations import Situations
from mamayev.engine.study import Study


def bare(name: str) -> Any:
    """A game as if it had rules alone."""
    return replace(find(name), look=Look, situations=Situations, study=Study)


def test_a_game_with_rules_alone_shows_its_spaces_and_pieces() -> None:
    game = bare("donnerschlag")
    table = game.open(game, "2022", game.check_options({}), None)
    p = table.start()
    scene, picture = table.look.kept, table.look.picture(p, 0)
    assert [space.id for space in scene.spaces] == list(table.board.grid.ids)
    assert len({tuple(space.shape) for space in scene.spaces}) == len(scene.spaces)
    assert table.look.sides == {"axis": "axis", "soviet": "soviet"}
    at = {piece.id: piece.at for piece in picture.pieces}
    assert at["i-11-6p"] == table.facts(p)["unit.i-11-6p"]
    assert picture.turn == p.turn
    assert (table.look.purse(p), table.look.card_use(0), game.study().series(p)) == ([], None, {})
    with pytest.raises(Refusal, match="There is no overlay “roads”"):
        table.look.overlay(p, 0, "roads")
    with pytest.raises(Refusal, match="“turn” cannot become 3 at the start"):
        table.situations.change(p, "turn", 3)


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("picture", r"Move it to a subclass of `Look` and name that in `Game\(\.\.\., look=\.\.\.\)`"),
        ("change", r"Move it to a subclass of `Situations` and name that in `Game\(\.\.\., situations=\.\.\.\)`"),
        ("series", r"Move it to the `Study` and name that in `Game\(\.\.\., study=\.\.\.\)`"),
        ("features", r"Make it a function and name that in `Game\(\.\.\., features=\.\.\.\)`"),
    ],
)
def test_the_old_form_of_a_guest_is_told_what_to_change(tiny: str, name: str, home: str) -> None:
    find(tiny)
    table = sys.modules["tiny_game"].TinyTable
    with pytest.raises(TypeError, match=f"The engine does not call `{name}` on a table, as `OldTable` expects. {home}"):
        type("OldTable", (table,), {name: lambda self, *_: {}})


def test_a_late_part_is_loaded_when_it_is_asked_for() -> None:
    assert late("mamayev.engine.words:counted")(2, "# game", "# games") == "2 games"
    assert late("mamayev.engine.look:TOLD")() == 5
    assert late("mamayev.engine.words:counted").__name__ == "counted"
    with pytest.raises(ModuleNotFoundError, match=r"mamayev\.nowhere"):
        late("mamayev.nowhere:name")()
