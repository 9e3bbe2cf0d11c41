"""The column beside the map: the log keeps its height whatever is asked, and advice is one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from mamayev.engine.registry import names
from mamayev.match.match import Match

from .conftest import Server, Table

pytestmark = pytest.mark.browser
GOLDEN = Path(__file__).parents[1] / "golden"
DESKS = ((1440, 900), (1024, 768))
LOG = 222  # pixels
LINE = 44  # pixels: a line of advice with its buttons


def turns(server: Server, game: str) -> list[str]:
    """A recorded game, taken up again at two moments."""
    whole = json.loads(min((GOLDEN / game).glob("*.json")).read_text("utf-8"))["record"]
    match = server.post("/api/records", json.loads(whole))
    plies = match["plies"]
    return [
        server.post(f"/api/matches/{match['id']}/branch", {"ply": plies * share // 100})["id"] for share in (12, 55)
    ]


def several(match: Match, ply: int) -> bool:
    """Whether a player chooses among several actions there."""
    return len(match.at(ply).actions()) > 1


def height(page: Page, part: str) -> float:
    box = page.locator(part).bounding_box()
    assert box is not None
    return box["height"]


def test_a_mark_for_more_goes_with_what_was_more(server: Server, table: Callable[..., Table]) -> None:
    at = table()
    at.open(server.begin("barbarossa"))
    pane = at.page.locator(".side .cards")
    pane.evaluate("""pane => {
        const long = pane.appendChild(document.createElement("p"));
        long.className = "long";
        long.style.cssText = "flex: none; height: 600px";
    }""")
    expect(pane).to_have_attribute("data-below", "")
    pane.evaluate("pane => pane.querySelector('.long').remove()")
    expect(pane).not_to_have_attribute("data-below", "")


@pytest.mark.parametrize("game", names())
def test_the_log_keeps_its_height_and_advice_is_a_line(game: str, server: Server, table: Callable[..., Table]) -> None:
    at = table(fresh=True)
    at.page.add_init_script("localStorage.setItem('mamayev.settings', JSON.stringify({ hints: true }))")
    advice, why = at.page.locator("[data-advice]"), at.page.locator("[data-why]")
    for match in turns(server, game):
        at.open(match)
        expect(advice).not_to_contain_text("…")
        for width, tall in DESKS:
            at.page.set_viewport_size({"width": width, "height": tall})
            assert height(at.page, ".log") >= LOG
            assert height(at.page, "[data-advice]") <= LINE
            why.click()
            expect(why).to_have_attribute("aria-expanded", "true")
            assert height(at.page, "[data-advice]") > LINE
            assert height(at.page, ".log") >= LOG, "its reasons scroll"
            expect(at.page.locator(".choices")).to_be_in_viewport(ratio=1)
            assert height(at.page, ".choices") >= 110
            why.click()
    assert at.axe() == []


def test_what_all_choices_trigger_is_said_once(server: Server, table: Callable[..., Table]) -> None:
    whole = json.loads((GOLDEN / "cauldron" / "2020.json").read_text("utf-8"))["record"]
    match = Match.from_json(whole)
    ply = next(ply for ply, line in enumerate(match.record.log) if line.startswith("roll ") and several(match, ply))
    at = table()
    at.open(str(server.post("/api/records", json.loads(match.record.replay(ply).to_json()))["id"]))
    rows = at.page.locator(".side .option")
    expect(rows.nth(1)).to_contain_text("Roll for the")
    expect(at.page.locator(".side")).to_contain_text("Each choice rolls the dice.")
    expect(rows.filter(has_text="rolls the dice")).to_have_count(0)


def test_the_sentence_of_a_roll_beside_a_tall_board_is_whole(server: Server, table: Callable[..., Table]) -> None:
    match = server.begin("donnerschlag")
    state = server.state(match)
    while "roll" not in {event["kind"] for event in server.get(f"/api/matches/{match}/log")["events"]}:
        actions = state["decision"]["actions"]
        state = server.play(match, next((one for one in actions if one["verb"] == "play"), actions[0])["text"])
    at = table()
    at.open(match)
    at.page.get_by_role("button", name="Show this roll again").last.click()
    said = at.page.locator("[data-roll] .says p")
    expect(said).to_be_visible()
    assert said.evaluate("said => ((said.scrollTop = 99), said.scrollTop)") == 0
