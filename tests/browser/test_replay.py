"""A turn shown again: its dice, the ways on from them, and the links from the end of a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser


def test_a_turn_is_shown_again_and_played_on_from_before_a_die(table: Callable[..., Table], server: Server) -> None:
    match = server.begin("cauldron")
    server.reach(match, lambda decision: decision["box"] == "german.actions")
    at = table()
    at.open(match)
    at.page.locator("[data-replay-tab]").click()
    rows, dots = at.page.locator("[data-battle-row]"), at.page.locator("[data-replay] [data-dot]")
    expect(dots.first).to_be_visible()
    expect(rows).to_have_count(dots.count())
    assert at.axe() == []
    rows.first.click()
    expect(at.page.locator("[data-replay] .dot.now")).to_have_count(1)
    ply = int(rows.first.get_attribute("data-battle-row") or 0)
    at.page.locator("[data-replay-on]").click()
    expect(at.page.locator("[data-replay]")).to_have_count(0)
    assert at.match != match, "a branch"
    logs = [server.get(f"/api/matches/{one}/log")["events"] for one in (match, at.match)]
    before, branch = ([(e["kind"], e["text"]) for e in log if e["ply"] < ply] for log in logs)
    assert before == branch


def test_the_way_back_from_a_replay_on_a_phone(table: Callable[..., Table], server: Server) -> None:
    match = server.begin("cauldron")
    server.reach(match, lambda decision: decision["box"] == "german.actions")
    at = table(width=390, height=844, has_touch=True)
    at.open(match)
    at.page.locator("[data-menu]").click()
    at.page.locator("[data-menu-replay]").click()
    expect(at.page.locator("[data-replay-side]")).to_be_visible()
    assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert at.axe() == []
    at.page.locator("[data-now]").click()
    expect(at.page.locator("[data-replay-side]")).to_have_count(0)
    expect(at.page.locator(".prompt")).to_be_visible()


def test_an_address_of_a_replay_waits_for_the_parts_of_the_game(table: Callable[..., Table], server: Server) -> None:
    match = server.begin("cauldron")
    server.reach(match, lambda decision: decision["box"] == "german.actions")
    at = table()
    late: list[Route] = []
    at.page.route("**/diary?*", lambda route: late.append(route))
    at.page.goto(f"{server.url}/#/play/{match}/replay/{server.state(match)['plies'] // 2}")
    expect(at.page.locator(".board [data-piece]").first).to_be_visible()
    at.page.wait_for_timeout(300)
    assert late
    for route in late:
        route.continue_()
    expect(at.page.locator("[data-replay]").first).to_be_visible()
