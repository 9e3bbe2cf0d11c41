"""The review of a finished game: begun, stopped and read at its page."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
GOLDEN = Path(__file__).parents[1] / "golden" / "cauldron" / "2020.json"


@pytest.fixture
def finished(server: Server) -> str:
    """A finished game of The Cauldron."""
    match: str = server.post("/api/records", json.loads(json.loads(GOLDEN.read_bytes())["record"]))["id"]
    return match


def test_a_review_is_read_turn_by_turn_with_the_keys(
    server: Server, table: Callable[..., Table], finished: str
) -> None:
    server.post(f"/api/matches/{finished}/review", {"budget": 40})
    until = time.monotonic() + 90
    while server.get(f"/api/matches/{finished}/review")["share"] is not None and time.monotonic() < until:
        time.sleep(0.1)
    at = table()
    at.page.goto(f"{server.url}/#/play/{finished}/review")
    page = at.page.locator('[data-review="known"]')
    expect(page.locator("h1")).to_contain_text("ecisions")
    expect(page.locator(".sum li.box")).to_have_count(4)
    expect(page.locator("[data-decision] .board")).to_be_visible()
    assert at.axe() == []
    at.page.keyboard.press("ArrowRight")
    before = page.locator("[data-decision]").get_attribute("data-decision")
    at.page.keyboard.press("ArrowRight")
    expect(page.locator("[data-decision]")).not_to_have_attribute("data-decision", before or "")
    # On an upright tablet, the lists stood on the sum.
    at.page.set_viewport_size({"width": 820, "height": 1180})
    sum_, lists = page.locator(".sum").bounding_box(), page.locator("aside").bounding_box()
    assert sum_ is not None
    assert lists is not None
    assert sum_["x"] + sum_["width"] <= 820
    assert sum_["y"] + sum_["height"] < lists["y"]
    at.page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_role("group", name="Parts of the review")).to_be_visible()
    assert at.page.evaluate("document.documentElement.scrollWidth") <= 390
    at.page.keyboard.press("Escape")
    expect(at.page.locator("[data-end]")).to_be_visible()


def test_a_review_is_begun_from_the_end_page_and_stopped(
    server: Server, table: Callable[..., Table], finished: str
) -> None:
    at = table()
    at.page.goto(f"{server.url}/#/play/{finished}")
    at.page.locator("[data-end] [data-review]").click()
    at.page.locator("[data-begin]").click()
    expect(at.page.locator('[data-review="working"]')).to_be_visible()
    at.page.locator("[data-stop]").click()
    expect(at.page.locator('[data-review="working"]')).to_have_count(0, timeout=60_000)
    assert server.get(f"/api/matches/{finished}/review")["share"] is None
    if server.get(f"/api/matches/{finished}/review")["review"] is not None:
        expect(at.page.locator('[data-mistakes="0"]')).to_contain_text("before the review was stopped")
