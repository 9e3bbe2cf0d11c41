"""Whole ways and stacks at the table: one click goes several steps, one undo takes them back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]


@pytest.fixture
def at(server: Server, table: Open) -> Table:
    """The Cauldron at its first Action, where units move area by area."""
    match = server.begin("cauldron")
    server.reach(match, lambda decision: decision["box"] == "german.actions")
    at = table()
    at.open(match)
    return at


def places(state: Any) -> dict[str, str]:
    return {piece["id"]: piece["at"] for piece in state["picture"]["pieces"]}


def test_a_far_area_is_one_click_and_one_undo_away(at: Table) -> None:
    before = at.state
    at.page.mouse.click(*at.spot(at.piece("29th-mot")))
    expect(at.space("57")).to_have_attribute("data-lit", "yes")
    expect(at.page.locator(".prompt")).to_contain_text("Where should the 29th Motorized go?")
    at.page.mouse.move(*at.spot(at.space("57")))
    expect(at.page.locator(".pointed")).to_contain_text("tally +9 · pays 1 IP + 1 supply")
    at.page.mouse.click(*at.spot(at.space("57")))
    after = at.settled(before["version"])
    assert (places(after)["29th-mot"], after["plies"]) == ("57", before["plies"] + 6)
    expect(at.piece("29th-mot")).to_have_attribute("aria-pressed", "true")
    at.page.keyboard.press("z")
    assert at.settled(after["version"])["picture"] == before["picture"]


def test_a_stack_goes_together(at: Table) -> None:
    before = at.state
    at.page.mouse.click(*at.spot(at.piece("60th-mot")))
    at.page.get_by_role("button", name="Whole stack (2)").click()
    expect(at.page.locator(".prompt")).to_contain_text("and one more unit go?")
    expect(at.space("49")).to_have_attribute("data-lit", "yes")
    at.page.mouse.click(*at.spot(at.space("49")))
    after = at.settled(before["version"])
    assert {places(after)[piece] for piece in ("60th-mot", "113th-inf")} == {"49"}
    at.page.keyboard.press("z")
    assert at.settled(after["version"])["picture"] == before["picture"]


def test_a_way_is_changed_and_pinned_bend_by_bend(at: Table) -> None:
    """By keys over the map, by clicks, and by the buttons beside it; the unit goes the way that was drawn."""
    before, pointed, keys = at.state, at.page.locator(".pointed"), at.page.keyboard
    at.page.mouse.click(*at.spot(at.piece("29th-mot")))
    expect(at.space("57")).to_have_attribute("data-lit", "yes")
    at.page.mouse.move(*at.spot(at.space("57")))
    expect(pointed).to_contain_text("tally +9")
    keys.press("w")
    keys.press("w")
    expect(pointed).to_contain_text("tally +10 · pays 2 IP + 2 supply")
    at.page.mouse.move(*at.spot(at.space("43")))
    keys.press("p")
    at.page.mouse.click(*at.spot(at.space("57")))
    expect(at.page.locator(".bend")).to_have_count(2)
    keys.press("Escape")
    expect(at.page.locator(".bend")).to_have_count(1)
    at.page.mouse.click(*at.spot(at.space("53")))
    at.page.locator("[data-other-way]").click()
    expect(at.page.locator(".bend")).to_have_count(2)
    at.page.mouse.click(*at.spot(at.space("53")))
    after = at.settled(before["version"])
    assert places(after)["29th-mot"] == "53"
    log = at.server.get(f"/api/matches/{at.match}/log")["events"]
    gone = [event["to"] for event in log if event["kind"] == "move" and event.get("piece") == "29th-mot"]
    assert "43" in gone
    assert after["plies"] == before["plies"] + len(gone)
    keys.press("z")
    assert at.settled(after["version"])["picture"] == before["picture"]


def test_a_click_on_a_friend_goes_to_it_where_the_chosen_unit_may_go_and_with_shift_chooses_it(at: Table) -> None:
    before, friend = at.state, "16th-pz"
    goal = places(before)[friend]
    at.page.mouse.click(*at.spot(at.piece("6th-army-hq")))
    expect(at.space(goal)).to_have_attribute("data-lit", "yes")
    at.page.keyboard.down("Shift")
    at.page.mouse.click(*at.spot(at.piece(friend)))
    at.page.keyboard.up("Shift")
    expect(at.piece(friend)).to_have_attribute("aria-pressed", "true")
    assert at.state["version"] == before["version"]
    at.page.keyboard.press("Escape")
    at.page.mouse.click(*at.spot(at.piece("6th-army-hq")))
    expect(at.space(goal)).to_have_attribute("data-lit", "yes")
    at.page.mouse.click(*at.spot(at.piece(friend)))
    assert places(at.settled(before["version"]))["6th-army-hq"] == goal


def test_advice_about_a_unit_is_followed_with_one_press(table: Callable[..., Table], server: Server) -> None:
    match = server.begin("barbarossa")
    server.reach(match, lambda decision: decision["box"] == "move")
    at = table()
    at.open(match)
    version = at.state["version"]
    at.page.keyboard.press("i")
    at.page.get_by_role("button", name="Play it").click()
    at.settled(version)
