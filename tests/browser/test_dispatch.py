"""What happened in the turn before is told when the next one begins."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
GOLDEN = Path(__file__).parents[1] / "golden/barbarossa/1963.json"
DONNERSCHLAG = Path(__file__).parents[1] / "golden/donnerschlag/2022.json"


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
    expect(at.page.locator("[data-diary]").get_by_text(told["text"], exact=True)).to_be_attached()


def asked(server: Server, match: str, seat: str) -> Any:
    """The state in which a seat is asked next, when the bots have played."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        state = server.state(match)
        if state["decision"]["seat"] == seat and not state.get("passes"):
            return state
        time.sleep(0.3)
    raise AssertionError("the bots play on and on")


def test_the_activation_of_a_bot_is_told_before_the_next_question(table: Callable[..., Table], server: Server) -> None:
    whole = server.post("/api/records", json.loads(json.loads(DONNERSCHLAG.read_text("utf-8"))["record"]))["id"]
    begins = [one for one in server.get(f"/api/matches/{whole}/diary")["parts"] if one.get("seat") == "soviet"][3]
    match = server.post(f"/api/matches/{whole}/branch", {"ply": begins["from"]})["id"]
    at = table()
    assert at.page.request.patch(f"{server.url}/api/matches/{match}", data={"seats": {"soviet": "staff"}}).ok
    at.open(match)
    card = at.page.locator("[data-dispatch]")
    while True:
        decision = asked(server, match, "axis")["decision"]
        diary = server.get(f"/api/matches/{match}/diary?from={begins['from']}")
        if diary["dispatches"]:
            break
        assert "Soviet player" not in " ".join(card.all_text_contents()), "while it goes on it is not told"
        server.play(match, decision["actions"][-1]["text"])
    [told, *_] = diary["dispatches"]
    assert (told["seat"], told["from"]) == ("soviet", begins["from"])
    expect(card).to_contain_text("Soviet player")
    expect(card).to_contain_text(told["text"])


def test_a_table_that_is_opened_asks_for_one_dispatch_and_its_log_for_those_in_view(
    table: Callable[..., Table], server: Server
) -> None:
    match = server.post("/api/records", json.loads(json.loads(DONNERSCHLAG.read_text("utf-8"))["record"]))["id"]
    at = table()
    urls = list[str]()
    at.page.on("response", lambda answer: urls.append(answer.url) if "/diary" in answer.url else None)
    with at.page.expect_response("**/diary?*") as first:
        at.open(match)
    answer = first.value.json()
    assert len(answer["parts"]) > 40
    assert len(answer["dispatches"]) == 1
    at.page.get_by_role("button", name="Show the map").click()
    places = at.page.locator("[data-diary]")
    expect(places.last).not_to_be_empty()
    expect(places.first).to_be_empty()
    places.first.scroll_into_view_if_needed()
    expect(places.first).to_have_text(server.get(f"/api/matches/{match}/diary?to=60")["dispatches"][0]["text"])
    assert len(urls) < 8, "those in view are asked for together"


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
            document.documentElement.dataset.stamped = "yes";
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
    at.page.locator("html[data-stamped]").wait_for()
    expect(at.page.locator(".board .dot")).to_have_count(0)
    [stamp] = at.page.evaluate("window.stamped")
    fell = [event for event in server.get(f"/api/matches/{match}/log")["events"] if event["kind"] == "roll"][-1]
    box = at.space(fell["spaces"][0]).bounding_box()
    assert stamp["says"]
    assert box is not None
    assert box["x"] < stamp["at"][0] < box["x"] + box["width"] + 30
    assert box["y"] < stamp["at"][1] < box["y"] + box["height"]


def test_a_battle_of_the_log_says_what_was_expected_of_it(table: Callable[..., Table], server: Server) -> None:
    match, _ = at_a_turn(server)
    at = table()
    at.open(match)
    expect(at.page.locator("[data-expected]").last).to_have_text(re.compile(r"^expected: kills [\d.]+, costs [\d.]+$"))
    rows = at.page.locator(".line:has([data-expected])")
    assert all("1-" in text or "-1" in text for text in rows.all_text_contents()), "it stands beside the odds"
