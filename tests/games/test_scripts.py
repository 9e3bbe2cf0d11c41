"""Every situation in the scripts of every game goes as it is written there."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mamayev.engine.registry import find
from mamayev.match.run import run_script

SCRIPTS = sorted(Path(__file__).parent.glob("*/scripts/*.toml"))


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: f"{file.parent.parent.name} {file.stem}")
def test_a_script_goes_as_written(file: Path) -> None:
    report = run_script(file)
    assert report.ok, report.failure
    assert report.checks
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    assert data["title"]
    assert data["clauses"]
    assert set(data["clauses"]) <= set(find(file.parent.parent.name).ledger().clauses)
