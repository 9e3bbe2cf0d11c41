"""The report of a finished game: edited at its page, saved with the game, and exported."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from .conftest import Server, Table, unanswered, wait_for

pytestmark = pytest.mark.browser
GOLDEN = Path(__file__).parents[1] / "golden" / "cauldron" / "2020.json"
OWN = 'I had stared at this map <b>for hours</b> & "went".'


@pytest.fixture
def finished(server: Server) -> str:
    """A finished game of The Cauldron."""
    match: str = server.post("/api/records", json.loads(json.loads(GOLDEN.read_bytes())["record"]))["id"]
    return match


@pytest.fixture
def at(server: Server, table: Callable[..., Table], finished: str) -> Table:
    """The editor of its report, opened from its end page."""
    at = table()
    at.page.goto(f"{server.url}/#/play/{finished}")
    at.page.locator("[data-tell-it]").click()
    expect(at.page.locator('[data-tell="open"]')).to_be_visible()
    return at


def words(at: Table) -> int:
    return int(at.page.locator("[data-words]").get_attribute("data-words") or "")


def saved(at: Table) -> None:
    expect(at.page.locator('[data-saved="true"]')).to_contain_text("Saved with the game")


def exported(at: Table, format_: str, to: Path) -> str:
    with at.page.expect_download() as found:
        at.page.locator(f'[data-format="{format_}"]').click()
    found.value.save_as(to)
    expect(at.page.locator("[data-said]")).to_contain_text(found.value.suggested_filename)
    return to.read_text()


def boxes(at: Table) -> Locator:
    return at.page.locator("[data-box]:checked")


def test_a_report_is_edited_saved_and_exported(server: Server, at: Table, finished: str, tmp_path: Path) -> None:
    assert at.axe() == []
    before = words(at)
    section = at.page.locator("section[data-part]").nth(2)
    name = section.get_attribute("data-part")
    at.page.locator("[data-title]").fill("My war")
    at.page.locator(f'[data-own="before {name}"]').fill(OWN)
    several = at.page.locator(".paragraph:has([data-reword])").nth(2)
    told = several.locator("p").inner_text()
    several.hover()
    several.locator("[data-reword]").click()
    expect(several.locator("p")).not_to_have_text(told)
    last = at.page.locator("section[data-part]").nth(3).locator(".paragraph").first
    last.hover()
    last.locator("[data-leave-out]").click()
    off = at.page.locator("section[data-part]").nth(4).get_attribute("data-part")
    at.page.locator(f'[data-box="{off}"]').click()
    expect(at.page.locator(f'[data-part="{off}"]')).to_have_count(0)
    at.page.locator('[data-with="clauses"]').click()
    assert words(at) < before
    saved(at)
    kept = server.get(f"/api/matches/{finished}/report/draft")["edits"]
    assert (kept["title"], kept["before"], kept["out"], kept["clauses"]) == ("My war", {name: OWN}, [off], True)

    at.page.reload()
    expect(at.page.locator("[data-title]")).to_have_value("My war")
    expect(at.page.locator(f'[data-own="before {name}"]')).to_have_value(OWN)
    text = exported(at, "html", tmp_path / "war.html")
    said = at.page.locator("[data-said]").inner_text()
    assert f"({words(at):,} words)" in said  # the page counts as the server does
    assert "<h1>My war</h1>" in text
    assert "&lt;b&gt;for hours&lt;/b&gt; &amp; &quot;went&quot;." in text
    assert f'id="{off}"' not in text
    moment = re.search(rf"{server.url}/#/play/{finished}/at/[1-9]\d*", text)
    assert moment
    assert r"\<b\>for hours" in exported(at, "md", tmp_path / "war.md")
    at.page.goto(moment[0])
    expect(at.page.locator("[data-now]")).to_be_visible()


def test_edits_are_saved_when_the_page_is_left_at_once(server: Server, at: Table, finished: str) -> None:
    at.page.locator("[data-title]").fill("My war")
    at.page.goto(f"{server.url}/api/health")
    deadline = time.monotonic() + 15
    while server.get(f"/api/matches/{finished}/report/draft")["edits"].get("title") != "My war":
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_changes_are_taken_back_and_own_words_stay(at: Table) -> None:
    every = boxes(at).count()
    title = at.page.locator("[data-title]").input_value()
    boxes(at).nth(1).click()
    expect(boxes(at)).to_have_count(every - 1)
    at.page.locator("[data-undo]").click()
    expect(boxes(at)).to_have_count(every)
    at.page.locator("[data-title]").press_sequentially("!!")
    boxes(at).nth(1).click()
    at.page.locator("[data-as-written]").click()
    at.page.locator("[data-sure]").click()
    expect(boxes(at)).to_have_count(every)
    expect(at.page.locator("[data-title]")).to_have_value(re.compile("!!$"))
    boxes(at).nth(1).click()
    at.page.locator("[data-as-written]").click()  # asked once
    expect(boxes(at)).to_have_count(every)
    for _ in range(4):
        at.page.locator("[data-undo]").click()
    expect(at.page.locator("[data-title]")).to_have_value(title + "!!")
    at.page.locator("[data-undo]").click()
    expect(at.page.locator("[data-title]")).to_have_value(title)


def test_without_sections_there_is_nothing_to_export(at: Table) -> None:
    for box in at.page.locator("[data-box]").all():
        if box.is_checked():
            box.click()
    export = at.page.locator('[data-format="html"]')
    expect(export).to_have_text("No section is included")
    expect(export).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("width", [390, 1440])
def test_the_button_prints_the_report(width: int, at: Table) -> None:
    """On a phone, the button is not on the page of the report."""
    at.page.set_viewport_size({"width": width, "height": 844})
    if width == 390:
        at.page.get_by_role("tab", name="Export").or_(at.page.get_by_role("button", name="Export")).last.click()
    # What lies on the paper when the page asks for it: a browser of tests has no printer.
    at.page.evaluate("window.print = () => { window.printed = document.querySelector('#app').innerText; }")
    at.page.locator("[data-print]").click()
    at.page.wait_for_function("window.printed !== undefined")
    assert "Final account" in str(at.page.evaluate("window.printed"))
    at.page.emulate_media(media="print")
    expect(at.page.locator("[data-part]").last).to_be_visible()
    expect(at.page.locator("[data-print]")).to_be_hidden()
    at.page.emulate_media(media="screen")


def test_a_phone_has_sections_title_and_own_words(at: Table) -> None:
    at.page.set_viewport_size({"width": 390, "height": 844})
    tabs = at.page.get_by_role("group", name="Report editor")
    expect(tabs).to_be_visible()
    at.page.locator("[data-title]").fill("On the way")
    expect(at.page.locator("[data-reword]")).to_have_count(0)
    assert at.page.evaluate("document.documentElement.scrollWidth") <= 390
    tabs.get_by_role("button", name="Sections").click()
    boxes(at).nth(2).click()
    assert at.axe() == []
    tabs.get_by_role("button", name="Export").click()
    expect(at.page.locator('[data-format="html"]')).to_be_visible()
    saved(at)
    at.page.keyboard.press("Escape")
    expect(at.page.locator("[data-end]")).to_be_visible()


def test_what_another_tab_stored_is_not_replaced_without_a_question(
    server: Server, at: Table, table: Callable[..., Table], finished: str
) -> None:
    title = at.page.get_by_label("Title")
    other = table()
    other.page.goto(at.page.url)
    expect(other.page.locator('[data-tell="open"]')).to_be_visible()
    title.fill("The first tab")
    saved(at)
    other.page.get_by_label("Title").fill("The second tab")
    expect(other.page.get_by_role("alert")).to_contain_text("edited in another tab")
    assert server.get(f"/api/matches/{finished}/report/draft")["edits"]["title"] == "The first tab"
    other.page.locator("[data-theirs]").click()
    expect(other.page.get_by_label("Title")).to_have_value("The first tab")
    other.page.locator("[data-undo]").click()
    expect(other.page.get_by_label("Title")).to_have_value("The second tab")
    saved(other)
    title.fill("The first tab again")
    expect(at.page.get_by_role("alert")).to_be_visible()
    at.page.locator("[data-mine]").click()
    saved(at)
    assert server.get(f"/api/matches/{finished}/report/draft")["edits"]["title"] == "The first tab again"


def test_a_save_without_an_answer_is_nobody_elses(server: Server, at: Table, finished: str) -> None:
    with unanswered(at.page, "**/report/edits*") as stored:
        at.page.locator("[data-title]").fill("My war")
        wait_for(stored, at.page)
        at.page.wait_for_timeout(200)
    at.page.locator("[data-title]").fill("My long war")
    saved(at)
    expect(at.page.get_by_text("edited in another tab")).to_have_count(0)
    assert server.get(f"/api/matches/{finished}/report/draft?told=both")["edits"]["title"] == "My long war"


def test_what_another_tab_stored_stays_when_a_page_with_a_failed_save_is_left(
    server: Server, at: Table, finished: str
) -> None:
    at.page.route("**/report/edits*", lambda route: route.abort())
    at.page.locator("[data-title]").fill("My war")
    expect(at.page.get_by_text("Not saved")).to_be_visible()
    server.post(f"/api/matches/{finished}/report/edits?since=", {"title": "The other tab"}, method="PUT")
    at.page.unroute_all()
    at.page.goto(f"{server.url}/api/health")
    time.sleep(1)
    assert server.get(f"/api/matches/{finished}/report/draft")["edits"]["title"] == "The other tab"


def test_a_report_is_exported_with_what_was_typed_after_a_failed_save(at: Table, tmp_path: Path) -> None:
    at.page.route("**/report/edits*", lambda route: route.abort())
    at.page.locator("[data-title]").fill("My war")
    expect(at.page.get_by_text("Not saved")).to_be_visible()
    at.page.unroute_all()
    at.page.locator("[data-title]").fill("My long war")
    assert "My long war" in exported(at, "md", tmp_path / "report.md")


def test_a_failed_save_is_tried_again(at: Table) -> None:
    at.page.route("**/report/edits*", lambda route: route.abort())
    at.page.locator("[data-title]").fill("My war")
    expect(at.page.get_by_text("Not saved")).to_be_visible()
    at.page.unroute_all()
    saved(at)
