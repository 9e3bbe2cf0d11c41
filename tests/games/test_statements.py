"""What the rulebooks state of map, counters and cards: ours agree with all of it, and a board that differs is told."""

import pytest
from tests.games.test_own_boards import ours

from mamayev.engine.registry import find
from mamayev.engine.table import Game
from mamayev.match.components import Checks, check

GAMES = ("cauldron", "inferno", "barbarossa", "donnerschlag")


def of(game: str) -> Game:
    found = find(game)
    assert found.statements is not None
    return found


def beside(game: str, changes: dict[str, tuple[str, str]], **undone: list[str]) -> Checks:
    """The checks of our files with a change in some, by name without its ending."""
    files = ours(game)
    for name, (old, new) in changes.items():
        assert old in files[f"{name}.toml"]
        files[f"{name}.toml"] = files[f"{name}.toml"].replace(old, new)
    return check(find(game), files, {f"{name}.toml": names for name, names in undone.items()})


def states(found: Checks) -> dict[str, str]:
    return {one.id: one.state for one in found.statements}


@pytest.mark.parametrize("game", GAMES)
def test_ours_agree_with_every_statement(game: str) -> None:
    table = of(game).table()
    found = of(game).statements().beside(table)  # type: ignore[misc]
    assert [(one.id, one.found) for one in found if one.state == "differs"] == []
    assert sum(one.state == "agrees" for one in found) >= 30
    assert {one.state for one in found} == {"agrees", "not stated"}


@pytest.mark.parametrize("game", GAMES)
def test_each_statement_names_a_clause_a_file_and_what_is_there(game: str) -> None:
    known = of(game)
    table, statements = known.table(), known.statements()  # type: ignore[misc]
    nouns = {noun.id for row in table.notation.nouns.values() for noun in row}
    found = statements.beside(table)
    assert len({one.id for one in found}) == len(found)
    for one in found:
        assert one.clause in known.ledger().clauses, one.id
        assert one.place.file in known.component_files, one.id
        assert nouns.issuperset(one.place.names), one.id
    asked = {entry.ask for _, entry, _ in statements.entries}
    assert asked - {""} == set(statements.questions)
