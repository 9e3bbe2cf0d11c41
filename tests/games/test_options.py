"""The options of each game: one entry each, with the clauses that they change."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from mamayev.cli.main import app
from mamayev.engine.registry import find, installed

GAMES = [game.name for game in installed()]


@pytest.mark.parametrize("name", GAMES)
def test_every_option_names_clauses_that_exist(name: str) -> None:
    game = find(name)
    assert [option.name for option in game.options if option.offered and not option.clauses] == []
    cited = {clause for option in game.options for clause in option.clauses}
    assert cited - game.ledger().clauses.keys() == set()


@pytest.mark.parametrize("name", GAMES)
def test_an_option_tells_its_clauses_once(name: str) -> None:
    begin = next(iter(find(name).ledger().clauses)).partition("-")[0]
    assert [option.name for option in find(name).options if f"{begin}-" in option.doc] == []


@pytest.mark.parametrize("name", GAMES)
def test_presets_and_clauses_name_options_that_exist(name: str) -> None:
    game, names = find(name), {option.name for option in find(name).options}
    assert all(game.table(preset.edition, preset.options) for preset in game.presets)
    assert {clause.optional for clause in game.ledger().clauses.values()} - {""} <= names


@pytest.mark.parametrize("name", [name for name in GAMES if any(o.choices and o.offered for o in find(name).options)])
def test_a_clause_names_the_options_that_change_it(name: str) -> None:
    option = next(option for option in find(name).options if option.choices and option.offered)
    told = CliRunner().invoke(app, ["rules", name, option.clauses[0]]).stdout
    assert f"Option {option.name}, “{option.heading}”: {option.choices[0]} ({option.meanings[0]}), " in told
    assert f"Default: {option.default}." in told
    row = json.loads(CliRunner().invoke(app, ["rules", name, option.clauses[0], "--json"]).stdout)
    assert option.name in row["options"]
