"""The rules on paper, and their search on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno")


def pages(page: Page) -> int:
    """How many pages the browser prints."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


def lost(page: Page, selector: str) -> list[str]:
    """What does not lie whole on the printed sheet: cut off by a frame that scrolls, or not drawn at all."""
    found = page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
            const box = one.getBoundingClientRect();
            if (box.height === 0) return true;
            for (let frame = one.parentElement; frame; frame = frame.parentElement) {
                if (getComputedStyle(frame).overflowY === "visible") continue;
                const edge = frame.getBoundingClientRect();
                if (box.bottom > edge.bottom + 1 || box.top < edge.top - 1) return true;
            }
            return getComputedStyle(one).breakInside !== "avoid";
        }).map((one) => one.textContent.trim().slice(0, 60))""",
        selector,
    )
    return list(found)


@pytest.mark.parametrize("game", GAMES)
def test_all_clauses_of_a_game_are_printed(game: str, server: Server, table: Open) -> None:
    at = table()
    at.page.goto(f"{server.url}/#/rules/{game}")
    articles = at.page.locator("[data-clause]")
    expect(articles.first).to_be_visible()
    count, characters = articles.count(), len(at.page.locator(".body").inner_text())
    at.page.emulate_media(media="print")
    assert count > 100
    assert lost(at.page, "[data-clause]") == []
    expect(at.page.get_by_role("searchbox")).to_be_hidden()
    expect(at.page.get_by_role("navigation").first).to_be_hidden()
    printed = pages(at.page)
    assert printed > characters / 6000  # a full page of A4 holds fewer
    at.page.emulate_media(media="screen")


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("game", GAMES)
def test_rules_and_charts_of_a_table_are_printed_alone(game: str, width: int, server: Server, table: Open) -> None:
    at = table(width=width, height=900)
    at.open(server.begin(game))
    if width == 390:
        at.page.get_by_role("tab", name="Rules").or_(at.page.get_by_role("button", name="Rules")).last.click()
    else:
        at.page.keyboard.press("r")
    expect(at.page.locator("[data-clause]").first).to_be_attached()
    at.page.emulate_media(media="print")
    assert lost(at.page, "[data-clause]") == []
    expect(at.page.locator(".map")).to_be_hidden()
    assert pages(at.page) > 3
    at.page.emulate_media(media="screen")
    tables = at.page.locator(".rules").get_by_role("button", name="Tables")
    tables.click()
    expect(at.page.locator(".rules .chart").first).to_be_attached()
    at.page.emulate_media(media="print")
    assert lost(at.page, ".rules .chart") == []
    at.page.emulate_media(media="screen")


SEARCHED = [
    ("barbarossa", "ZOC", "BAR-ZOC-01", ""),
    ("barbarossa", "over-run", "BAR-ZOC-01", "Barbarossa has no overruns."),
    ("cauldron", "fortifications", "CAU-PDM-01", ""),
    ("donnerschlag", "combined arms", "DON-SHIFT-01", ""),
    ("inferno", "line of supply", None, "Inferno has no supply rules."),
]
"""What is searched for in the rules of a game, a clause that is found, and what is said about it."""


def test_the_search_knows_players_words(server: Server, table: Open) -> None:
    page = table().page
    for game, typed, clause, said in SEARCHED:
        page.goto(f"{server.url}/#/rules/{game}")
        page.get_by_label("Search all clauses").fill(typed)
        if clause:
            expect(page.locator(f'[data-clause="{clause}"]')).to_be_visible()
        else:
            expect(page.locator("[data-clause]")).to_have_count(0)
        expect(page.locator(".rules [role=status]")).to_contain_text(said)
