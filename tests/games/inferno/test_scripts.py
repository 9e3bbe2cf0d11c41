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
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    assert data["title"]
    assert data["clauses"]
    assert set(data["clauses"]) <= set(find("inferno").ledger().clauses)


def test_every_example_of_the_ledger_has_a_script() -> None:
    examples = {entry["id"].removeprefix("INF-EX-") for entry in find("inferno").ledger().data["example"]}
    assert examples == {file.stem.split("-")[1] for file in SCRIPTS if file.stem.startswith("ex-")}
