"""`mamayev report` with a player's edits."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Command

GOLDEN = Path(__file__).parents[1] / "golden" / "cauldron" / "2020.json"


def test_a_report_with_own_words(mamayev_command: Command, tmp_path: Path) -> None:
    (record := tmp_path / "war.json").write_text(json.loads(GOLDEN.read_bytes())["record"])
    (edits := tmp_path / "edits.json").write_text(json.dumps({"title": "Mine", "after": {"account": "Never again."}}))
    done = mamayev_command("report", record, "--format", "md", "--edits", edits)
    assert done.code == 0
    assert done.out.startswith("# Mine\n")
    assert done.out.rstrip().endswith("> Never again.")
    edits.write_text('{"figures": 3}')
    wrong = mamayev_command("report", record, "--edits", edits)
    assert (wrong.code, wrong.out) == (2, "")
    assert "figures" in wrong.err
    edits.write_text(json.dumps({"out": [f"t{turn}" for turn in range(40)] + ["opening", "top", "account"]}))
    assert mamayev_command("report", record, "--edits", edits).code == 1
