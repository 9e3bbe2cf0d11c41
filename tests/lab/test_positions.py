"""Behaviour data: what players saw and did, as Parquet."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest
from typer.testing import CliRunner

from mamayev.cli.main import app
from mamayev.engine.tokens import Tokens
from mamayev.lab import mass, positions
from mamayev.lab.mass import table_of
from mamayev.lab.positions import writing
from mamayev.lab.simulate import set_up, simulate


def test_every_decision_is_a_row_that_can_be_read_back(tmp_path: Path) -> None:
    setup = set_up("skirmish", ["random"])
    file = tmp_path / "skirmish.parquet"
    table = table_of(setup)
    with writing(file, table) as note:
        count = sum(row["decisions"] for row in simulate("skirmish", 4, ["random"], seed=3, decisions=note).rows)
    read = pyarrow.parquet.read_table(file)
    assert read.num_rows == count > 20
    form: Any = {key.decode(): value.decode() for key, value in read.schema.metadata.items()}
    assert form["mamayev.game"] == "skirmish"
    assert form["mamayev.observation"] == str(table.observation().version)
    kind, *shape = form["pieces"].split()
    tokens = Tokens(table)
    for row in read.to_pylist():
        pieces = np.frombuffer(row["pieces"], kind).reshape([int(n) for n in shape])
        assert pieces.shape == table.observe(table.start(), 0)["pieces"].shape
        assert tokens.text(row["tokens"]) == row["action"]
    first = [row for row in read.to_pylist() if row["game"] == 0]
    assert [row["decision"] for row in first] == list(range(len(first)))
    assert {row["returns"] for row in first if row["seat"] == 0} <= {-1.0, 0.0, 1.0}


def noted(game: str, player: str, **wanted: Any) -> list[dict[str, Any]]:
    """The decisions of some games."""
    found: list[dict[str, Any]] = []
    simulate(game, decisions=found.extend, players=[player], **wanted)
    return found


def test_the_staffs_own_decisions_are_noted_with_what_their_seat_saw() -> None:
    rows = noted("cauldron", "staff", games=1, seed=1)
    assert len({row["returns"] for row in rows}) == 1
    assert noted("cauldron", "staff", games=1, seed=1) == rows


def test_the_games_are_played_once_on_any_number_of_processes(tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The processes go on for other tests, and know what was installed when they began.
    begun: list[int] = []
    whole = mass.play_out

    def counted(*given: Any) -> int:
        begun.append(1)
        return whole(*given)

    monkeypatch.setattr(mass, "play_out", counted)
    rows = noted(tiny, "random", games=3, seed=5)
    assert len(begun) == 3
    alone = sorted(rows, key=lambda row: (row["game"], row["decision"]))
    both = sorted(noted(tiny, "random", games=3, seed=5, workers=2), key=lambda row: (row["game"], row["decision"]))
    assert both == alone


def test_no_more_than_a_row_group_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "GROUP", 10)
    file = tmp_path / "rows.parquet"
    with writing(file, table_of(set_up("skirmish", ["random"]))) as note:
        simulate("skirmish", 4, ["random"], decisions=note)
        assert not file.exists()
    groups = pyarrow.parquet.ParquetFile(file)
    assert groups.num_row_groups >= 4
    assert not list(tmp_path.glob(".mamayev*"))


def test_the_command_writes_the_rows(tmp_path: Path) -> None:
    file = tmp_path / "rows.parquet"
    ran = CliRunner().invoke(app, ["simulate", "skirmish", "--games", "2", "--positions", str(file), "--json"])
    assert ran.exit_code == 0, ran.output
    assert json.loads(ran.output)["positions"] == pyarrow.parquet.read_table(file).num_rows


def test_a_file_in_no_folder_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    wrong = tmp_path / "missing" / "rows.parquet"
    ran = CliRunner().invoke(app, ["simulate", "skirmish", "--games", "1", "--positions", str(wrong)])
    assert "there is no folder" in ran.output + str(ran.exception)
