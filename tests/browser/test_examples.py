"""A worked example from its clause to its end, and a game of one's own from one of its steps."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser


def test_an_example_is_opened_from_a_clause_read_to_its_end_and_played_on(
    table: Callable[..., Table], server: Server
) -> None:
    at = table()
    page = at.page
    page.goto(f"{server.url}/#/rules/inferno/INF-RUBBLE-06")
    page.locator('[data-examples-of="INF-RUBBLE-06"] a').first.click()
    card = page.locator("[data-example]")
    expect(card).to_contain_text("Step 1 of 4")
    expect(page.locator(".prompt")).to_have_count(0)
    expect(page.locator("[data-verb]")).to_have_count(0)
    assert at.axe() == []
    for number in (2, 3, 4):
        page.keyboard.press("ArrowRight")
        expect(card).to_contain_text(f"Step {number} of 4")
        page.keyboard.press("Escape")
    expect(page.locator("[data-next]")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    expect(card).to_contain_text("19")
    expect(page).to_have_url(re.compile(r"#/example/inferno/ex-11-nine-is-enough/3$"))
    page.locator("[data-play-on]").click()
    expect(page).to_have_url(re.compile(r"#/play/[0-9a-f]{16}$"))
    expect(page.locator("[data-example]")).to_have_count(0)
    assert at.state["seats"] == {"german": "human"}
    # What follows the step falls with new dice, and the turn may be over by then.
    ply = server.state("example.inferno.ex-11-nine-is-enough")["example"]["steps"][2]["ply"]
    assert at.state["plies"] >= ply
    assert server.get(f"/api/matches/{at.match}/at/{ply}")["picture"]["turn"] == 5


def test_examples_of_a_game_are_listed_and_one_is_read_on_a_phone(table: Callable[..., Table], server: Server) -> None:
    at = table(width=390, height=844, has_touch=True)
    page = at.page
    page.goto(f"{server.url}/#/rules/cauldron")
    page.locator("[data-examples]").click()
    expect(page.locator('[data-example-row="survival-statistics"]')).to_contain_text("6,696")
    expect(page.locator('[data-example-row="survival-statistics"] a')).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator('[data-example-row="sample-turn-2020"] a').tap()
    card = page.locator("[data-example]")
    expect(card).to_contain_text("Step 1 of 21")
    page.locator("[data-next]").tap()
    expect(card).to_contain_text("Step 2 of 21")
    assert at.axe() == []
    page.go_back()
    expect(card).to_contain_text("Step 1 of 21")
