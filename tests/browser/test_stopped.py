"""A stored game that the installed rules stop: the list says so, and it is looked at, replayed and played on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from ..server.test_stored import changed_rules
from .conftest import SCREEN, Server, Table

pytestmark = pytest.mark.browser

WIDTHS = {"desk": SCREEN, "phone": {"width": 390, "height": 844, "has_touch": True}}


def stopped_game(own: Server) -> tuple[Any, int]:
    """A game on a server that was started again under rules that stop it: its state before, and the last entry that
    holds."""
    match = own.begin("cauldron", name="Winter")
    own.reach(match, lambda decision: decision["box"] == "german.actions")
    before = own.state(match)
    ply = before["plies"] - 2
    own.stop()
    changed_rules(own.db, match, ply)
    own.start()
    return before, ply


@pytest.mark.parametrize("width", WIDTHS)
def test_a_stopped_game_is_looked_at_replayed_and_played_on(
    width: str, table: Callable[..., Table], own: Server, request: pytest.FixtureRequest
) -> None:
    before, ply = stopped_game(own)
    at = table(of=own, **WIDTHS[width])
    page, row = at.page, at.page.locator(f'[data-match="{before["id"]}"]')
    while own.get("/api/matches")[0]["stopped"] is None:  # the server looks at its games after a start
        page.wait_for_timeout(50)
    at.open()
    expect(row.locator("[data-stopped]")).to_have_text(f"Replays up to entry {ply} of {before['plies']}")
    expect(row.locator("[data-resume]")).to_have_text("View")
    assert at.axe() == []
    row.locator("[data-more]").click()
    row.get_by_role("button", name="Rename").click()
    page.get_by_label("Game name").fill("Old winter")
    page.keyboard.press("Enter")
    expect(row.locator(".name")).to_have_text("Old winter")

    row.locator("[data-resume]").click()
    card = page.locator("section[data-stopped]")
    expect(card).to_be_visible()
    expect(card).to_contain_text(f"after {before['plies']} entries")
    expect(at.piece().first).to_be_attached()
    now = own.state(before["id"])
    assert (now["picture"], now["decision"]) == (before["picture"], None)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert at.axe() == []
    card.locator("summary").click()
    expect(card).to_contain_text(f"Entry {ply + 1} of the log, “step south 9”")

    card.locator("[data-replay]").click()
    expect(page.locator("[data-replay-side], [data-replay]").first).to_be_visible()
    page.locator("[data-now]").click()
    card.locator("[data-play-on]").click()
    page.wait_for_url(lambda url: before["id"] not in url)
    expect(page.locator(".prompt")).to_be_visible()
    branch = at.match
    state = own.state(branch)
    old = own.get(f"/api/matches/{before['id']}/record")["log"][:ply]
    assert own.get(f"/api/matches/{branch}/record")["log"][:ply] == old
    assert own.play(branch, state["decision"]["actions"][0]["text"])["plies"] > state["plies"]

    at.open()
    row.locator("[data-more]").click()
    row.locator("[data-delete]").click()
    expect(row).to_have_count(0)
    expect(page.locator("[data-match]")).to_have_count(1)
    page.locator("[data-restore]").click()
    expect(row).to_have_count(1)


@pytest.mark.parametrize(("page", "door"), [("", "[data-import]"), ("mail", "[data-turn]")])
def test_a_saved_game_that_the_rules_stop_is_played_on_in_a_branch(
    page: str, door: str, table: Callable[..., Table], server: Server, tmp_path: Path
) -> None:
    match = server.begin("cauldron")
    server.reach(match, lambda decision: decision["box"] == "german.actions")
    record = server.get(f"/api/matches/{match}/record")
    del record["checksum"]
    record["rules"], ply = "0", len(record["log"])
    record["log"].append("step south 9")
    file = tmp_path / "winter.json"
    file.write_text(json.dumps(record))
    at = table()
    at.page.goto(f"{server.url}/#/{page}")
    at.page.locator(door).set_input_files(file)
    told = at.page.get_by_role("alert")
    expect(told).to_contain_text(f"Entry {ply + 1} of the log, “step south 9”")
    told.get_by_role("button", name=f"Play from entry {ply}").click()
    expect(at.page.locator(".prompt")).to_be_visible()
    assert server.get(f"/api/matches/{at.match}/record")["log"][:ply] == record["log"][:ply]
