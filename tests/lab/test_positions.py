"""Behaviour data: what players saw and did, as Parquet."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
from typer.testing import CliRunner

from mamayev.cli.main import app
from mamayev.engine.tokens import Tokens
from mamayev.lab.mass import table_of
from mamayev.lab.positions import positions_of, write_positions
from mamayev.lab.simulate import set_up


def test_every_decision_is_a_row_that_can_be_read_back(tmp_path: Path) -> None:
    setup = set_up("skirmish", ["random"])
    file = tmp_path / "skirmish.parquet"
    count = write_positions(file, setup, seed=3, games=4)
    read = pyarrow.parquet.read_table(file)
    table = table_of(setup)
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


def test_the_staffs_own_decisions_are_written_with_what_their_seat_saw() -> None:
    rows = positions_of(set_up("cauldron", ["staff"]), 1, 0)
    assert len({row["returns"] for row in rows}) == 1
    assert positions_of(set_up("cauldron", ["staff"]), 1, 0) == rows


def test_the_command_writes_the_rows(tmp_path: Path) -> None:
    file = tmp_path / "rows.parquet"
    ran = CliRunner().invoke(app, ["simulate", "skirmish", "--games", "2", "--positions", str(file), "--json"])
    assert ran.exit_code == 0, ran.output
    assert json.loads(ran.output)["positions"] == pyarrow.parquet.read_table(file).num_rows


def test_a_file_in_no_folder_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    wrong = tmp_path / "missing" / "rows.parquet"
    ran = CliRunner().invoke(app, ["simulate", "skirmish", "--games", "1", "--positions", str(wrong)])
    assert "there is no folder" in ran.output + str(ran.exception)
