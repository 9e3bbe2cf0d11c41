"""Every situation in scripts/ goes as it is written there."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mamayev.engine.registry import find
from mamayev.lab.script import run_script

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.toml"))


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.stem)
def test_a_script_goes_as_written(file: Path) -> None:
    report = run_script(file)
    assert report.ok, report.failure
    assert report.checks


def test_scripts_say_what_they_show() -> None:
    clauses = find("cauldron").ledger().clauses
    for file in SCRIPTS:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        assert data["title"], file.name
        assert data["clauses"], file.name
        assert set(data["clauses"]) <= set(clauses), file.name
