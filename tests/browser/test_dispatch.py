"""What happened in the turn before is told when the next one begins."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
GOLDEN = Path(__file__).parents[1] / "golden/barbarossa/1963.json"


def at_a_turn(server: Server) -> tuple[str, Any]:
    """A game at the beginning of a Russian turn with battles before it, and the dispatch of that German turn."""
    whole = server.post("/api/records", json.loads(json.loads(GOLDEN.read_text("utf-8"))["record"]))["id"]
    told = server.get(f"/api/matches/{whole}/diary")["dispatches"]
    last = next(one for one in told if one["seat"] == "german" and "attacked" in one["text"] and one.get("arrows"))
    return server.post(f"/api/matches/{whole}/branch", {"ply": last["to"]})["id"], last


def test_a_turn_begins_with_what_happened_before_it(table: Callable[..., Table], server: Server) -> None:
    match, told = at_a_turn(server)
    at = table()
    at.open(match)
    card = at.page.locator("[data-dispatch]")
    expect(card).to_contain_text(told["text"])
    card.get_by_role("button", name="Replay").hover()
    expect(at.page.locator("[data-intent-arrows]")).to_have_attribute("data-intent-arrows", str(len(told["arrows"])))
    expect(at.page.locator(".board .dot"), "its battles are stamped on the map").not_to_have_count(0)
    assert at.axe() == []
    expect(card, "it stays while the pointer is on its button").to_be_visible()
    # A key closes it, and does what it does.
    at.page.keyboard.press("l")
    expect(card).to_have_count(0)
    expect(at.page.locator("#listed")).to_be_visible()
    expect(at.page.locator(".board .dot")).to_have_count(0)
    expect(at.page.locator("[data-diary]").last).to_be_attached()
    assert told["text"] in at.page.locator("[data-diary]").all_text_contents()


def test_its_replay_is_a_press_away(table: Callable[..., Table], server: Server) -> None:
    match, told = at_a_turn(server)
    at = table(width=390, height=844, has_touch=True)
    at.open(match)
    card = at.page.locator("[data-dispatch]")
    box = card.bounding_box()
    assert box is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390  # noqa: PT018
    card.get_by_role("button", name="Replay").tap()
    expect(at.page.locator("[data-replay]")).to_be_visible()
    assert f"{told['from']}" in at.page.url


def test_it_goes_by_itself(table: Callable[..., Table], server: Server) -> None:
    match, _ = at_a_turn(server)
    at = table()
    at.open(match)
    card = at.page.locator("[data-dispatch]")
    expect(card).to_be_visible()
    expect(card).to_have_count(0)
    at.page.reload()
    expect(card).to_be_visible()


# Notes the stamps that come to the map, and the middle of each on the page.
WATCH = """() => {
    window.stamped = [];
    new MutationObserver(() => {
        for (const dot of document.querySelectorAll(".board .dot:not([data-noted])")) {
            const { left, top, height } = dot.getBoundingClientRect();
            dot.dataset.noted = "yes";
            window.stamped.push({ says: dot.getAttribute("aria-label"), at: [left, top + height / 2] });
        }
    }).observe(document.querySelector(".board"), { subtree: true, childList: true });
}"""


@pytest.mark.parametrize("still", [False, True])
def test_dice_that_fall_are_stamped_at_their_battle(still: bool, table: Callable[..., Table], server: Server) -> None:
    record = json.loads((GOLDEN.parents[1] / "cauldron/2020.json").read_text("utf-8"))["record"]
    whole = server.post("/api/records", json.loads(record))["id"]
    log = server.get(f"/api/matches/{whole}/log")["events"]
    first = next(event for event in log if event["kind"] == "chose" and event["action"].startswith("resolve "))
    match = server.post(f"/api/matches/{whole}/branch", {"ply": first["ply"]})["id"]
    at = table(still=still)
    at.open(match)
    at.page.keyboard.press("Shift")
    expect(at.page.locator("[data-dispatch]")).to_have_count(0)
    at.page.evaluate(WATCH)
    at.choose(next(one["text"] for one in at.state["decision"]["actions"] if one["verb"] == "resolve"))
    expect(at.page.locator(".board .dot")).to_have_count(0)
    [stamp] = at.page.evaluate("window.stamped")
    fell = [event for event in server.get(f"/api/matches/{match}/log")["events"] if event["kind"] == "roll"][-1]
    box = at.space(fell["spaces"][0]).bounding_box()
    assert stamp["says"]
    assert box is not None
    assert box["x"] < stamp["at"][0] < box["x"] + box["width"] + 30
    assert box["y"] < stamp["at"][1] < box["y"] + box["height"]
