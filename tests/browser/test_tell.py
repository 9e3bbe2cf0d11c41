"""The report of a finished game, saved from its end page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
GOLDEN = Path(__file__).parents[1] / "golden" / "cauldron" / "2020.json"


def test_a_finished_game_is_saved_as_a_report(server: Server, table: Callable[..., Table], tmp_path: Path) -> None:
    at = table()
    match = server.post("/api/records", json.loads(json.loads(GOLDEN.read_bytes())["record"]))["id"]
    at.page.goto(f"{server.url}/#/play/{match}")
    at.page.locator("[data-tell-it]").click()
    sheet = at.page.locator("[data-tell]")
    assert at.axe() == []
    with at.page.expect_download() as saved:
        sheet.locator('[data-format="html"]').click()
    saved.value.save_as(page := tmp_path / "war.html")
    expect(sheet.locator("[data-said]")).to_contain_text(saved.value.suggested_filename)
    at.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    moment = re.search(rf"{server.url}/#/play/{match}/at/[1-9]\d*", page.read_text())
    assert moment
    at.page.goto(moment[0])
    expect(at.page.locator("[data-now]")).to_be_visible()
