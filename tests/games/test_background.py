"""The background of each box: history, reasons for options, and what is reconstructed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mamayev.cli.main import app
from mamayev.engine.background import Background
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find, installed

BOXES = [game.name for game in installed() if game.background]


@pytest.mark.parametrize("name", BOXES)
def test_every_option_has_a_reason_to_change_it(name: str) -> None:
    game = find(name)
    assert set(game.read_background().options) == {option.name for option in game.options}


@pytest.mark.parametrize("name", BOXES)
def test_what_is_reconstructed_names_clauses_that_exist(name: str) -> None:
    game = find(name)
    parts = game.read_background().reconstructed
    assert len({part.id for part in parts}) == len(parts)
    assert [clause for part in parts for clause in part.clauses if clause not in game.ledger().clauses] == []


@pytest.mark.parametrize("name", BOXES)
def test_every_id_in_a_clause_can_be_shown(name: str) -> None:
    game = find(name)
    ledger = game.ledger()
    shown = {*ledger.clauses, *(one.id for one in ledger.differences())}
    shown |= {part.id for part in game.read_background().reconstructed}
    begin = next(iter(shown)).partition("-")[0]
    named = re.compile(rf"\b{begin}-[A-Z0-9]+(?:-[A-Z0-9]+)*")
    lost = [
        (clause.id, found)
        for clause in ledger.clauses.values()
        for found in named.findall(f"{clause.text}\n{clause.ruling}\n{clause.where}")
        if found not in shown
    ]
    assert lost == []


@pytest.mark.parametrize("name", BOXES)
def test_the_terminal_shows_the_background_and_each_part(name: str) -> None:
    game, run = find(name), CliRunner()
    told = run.invoke(app, ["rules", name, "--background"])
    assert told.exit_code == 0
    background = game.read_background()
    for text in (background.history[0].title, background.turns[0].dates, background.reconstructed[-1].ours):
        assert text in told.stdout
    part = background.reconstructed[0]
    one = run.invoke(app, ["rules", name, part.id, "--json"])
    assert json.loads(one.stdout)["ours"] == part.ours


def test_a_damaged_background_names_its_file(tmp_path: Path) -> None:
    file = tmp_path / "background.toml"
    file.write_text("[[reconstructed]]\nid = 'XYZ-MISS-01'\n")
    with pytest.raises(Refusal, match=r"background\.toml.*part"):
        Background.load(file)
