"""The study: how the front moves, month by month."""

from __future__ import annotations

import re
from pathlib import Path

from mamayev.lab.report import report
from mamayev.lab.study import prepare


def test_small_maps_show_the_front_by_month(tmp_path: Path) -> None:
    study = prepare("barbarossa", 2, tmp_path / "study", commanders=["random"], variant_ids=[])
    study.play_missing()
    html = report(study)
    months = re.findall(r"<h3>((?:Jun|Jul|Aug|Sep|Oct|Nov|Dec|Jan|Feb|Mar|Apr|May) 194[123])</h3>", html)
    assert months[0] == "Jun 1941"
    assert 2 < len(months) <= 9
    assert "in how many games each hex has been lost by then" in html
