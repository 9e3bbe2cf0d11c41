"""The guide's code runs as it stands."""

import re
from pathlib import Path
from typing import Any

import pytest

from mamayev.lab.mass import table_of
from mamayev.lab.positions import writing
from mamayev.lab.simulate import set_up, simulate

GUIDE = Path(__file__).parents[2] / "docs" / "learning.md"


def test_the_code_of_the_guide_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with writing(Path("rows.parquet"), table_of(set_up("cauldron", ["random"]))) as note:
        simulate("cauldron", 1, ["random"], seed=1, decisions=note)
    names: dict[str, Any] = {}
    for code in re.findall(r"``` \{ \.python \}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL):
        exec(code.replace("processes=True", "processes=False"), names)
    assert len(names["tokens"]) == len(names["returns"]) == len(names["arrays"]["pieces"])
    assert names["mask"].count(1) > 0 or names["state"] is not None
