"""The examples of the ledger are scripts; that they go as written is tested with those of all games."""

from __future__ import annotations

from pathlib import Path

from mamayev.engine.registry import find

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("ex-*.toml"))


def test_every_example_of_the_ledger_has_a_script() -> None:
    examples = {entry["id"].removeprefix("INF-EX-") for entry in find("inferno").ledger().data["example"]}
    assert examples == {file.stem.split("-")[1] for file in SCRIPTS}
