"""The options of each game: one entry each, with the clauses that they change."""

from __future__ import annotations

import json
import re

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


def about(text: str) -> set[str]:
    """Return the beginnings of the long words of a text, and its numbers."""
    return {word[:5] for word in re.findall(r"[a-z]{4,}|\d+", text.lower())}


@pytest.mark.parametrize("name", GAMES)
def test_every_rival_reading_of_a_ruling_is_an_option(name: str) -> None:
    """A ruling names a rival reading as “another reading”, which an option plays, or as “Rejected:” with a reason."""
    game = find(name)
    changed = {clause for option in game.options for clause in option.clauses}
    unplayed = [
        clause.id
        for clause in game.ledger().clauses.values()
        if re.search(r"\b(another|other) readings?\b", clause.ruling, re.IGNORECASE) and clause.id not in changed
    ]
    assert unplayed == []


@pytest.mark.parametrize("name", GAMES)
def test_no_ruling_rejects_a_reading_that_is_an_option(name: str) -> None:
    game, offered = find(name), []
    for clause in game.ledger().clauses.values():
        texts = [" ".join((option.doc, *option.labels)) for option in game.options if clause.id in option.clauses]
        for rejected in clause.ruling.split("Rejected:")[1:]:
            reading, because, _ = rejected.partition(", because")
            assert because, f"{clause.id} rejects a reading without a reason"
            said = about(reading)
            offered += [(clause.id, reading) for text in texts if 2 * len(said & about(text)) >= len(said)]
    assert offered == []
