"""The rules on paper, and their search on the screen."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

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


SHADES = """(selector) => {
    const light = (channels) => (channels[0] * 299 + channels[1] * 587 + channels[2] * 114) / 1000;
    const letters = getComputedStyle(document.querySelector(selector)).color.match(/[\\d.]+/g).map(Number);
    const paper = getComputedStyle(document.documentElement).getPropertyValue("--paper").match(/[\\da-f]{2}/g);
    return [light(letters), light(paper.map((two) => parseInt(two, 16)))];
}"""
"""How light an element's letters and the pages of the theme are: 0 is black, 255 is white."""


@pytest.mark.parametrize("address", ["rules/cauldron", "background/cauldron"])
def test_the_dark_theme_is_printed_black_on_white(address: str, server: Server, table: Open) -> None:
    page = table(dark=True).page
    page.goto(f"{server.url}/#/{address}")
    expect(page.locator("main h2, main h3").first).to_be_visible()
    letters, paper = page.evaluate(SHADES, "main h2, main h3")
    assert letters > 150 > 100 > paper
    page.emulate_media(media="print")
    letters, paper = page.evaluate(SHADES, "main h2, main h3")
    page.emulate_media(media="screen")
    assert letters < 80 < 200 < paper


def test_no_mark_of_what_scrolls_is_printed(server: Server, table: Open) -> None:
    at = table(width=1024, height=768)
    at.open(server.begin("donnerschlag"))
    at.page.keyboard.press("r")
    at.page.locator(".rules").get_by_role("button", name="Tables").click()
    marked = at.page.locator(".rules [data-beside]").first
    expect(marked).to_be_attached()  # a table that is wider than the rules beside the board
    # The page measures its tables again for paper, so an element of our own is marked.
    mark = """() => {
        const one = document.body.appendChild(document.createElement("div"));
        one.dataset.beside = "";
        const shown = getComputedStyle(one, "::after").display;
        one.remove();
        return shown;
    }"""
    assert at.page.evaluate(mark) != "none"
    at.page.emulate_media(media="print")
    shown = at.page.evaluate(mark)
    at.page.emulate_media(media="screen")
    assert shown == "none"


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


A4 = 718
"""The width of a page of A4 in pixels, without margins of 10 mm."""


def test_the_tables_of_a_staff_study_are_printed_whole(table: Open, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mamayev", "study", "cauldron", "--games", "2", "--variants", "none"]
    subprocess.run([*command, "--out", str(tmp_path)], check=True, capture_output=True)
    page = table(fresh=True, width=A4, height=1000).page
    page.set_content((tmp_path / "report.html").read_text(encoding="utf-8"))
    page.emulate_media(media="print")
    cut = """() => [...document.querySelectorAll("table, svg text")].flatMap((one) => {
        const edge = one.getBoundingClientRect().right;
        return edge > document.documentElement.clientWidth ? [one.textContent.trim().slice(0, 60)] : [];
    })"""
    assert page.locator("table").count() > 2
    assert page.evaluate(cut) == []
    page.emulate_media(media="screen")
