"""A game of cards: the hand below the map, the panels of an activation and its combat, windows, threats."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from mamayev.match.match import Match

from .conftest import Server, Table

pytestmark = pytest.mark.browser
UNITS = {"6p-hq": "4015", "i-11-6p": "4017", "i-114-6p": "4016", "13-13t": "4018", "17-13t": "4118"}
"""A tank next to two units of a tank corps, a battalion behind it, and their headquarters."""
GOLDEN = Path(__file__).parents[1] / "golden"
QUIET = {"window": "pass", "muster": "begin", "exchange": "decline"}


def attacked(server: Server) -> str:
    """A game in which an attack is declared, and the Axis holds a card for it; the window before combat is open."""
    start = {"turn": 3, "unit.all": "out", **{f"unit.{unit}": place for unit, place in UNITS.items()}}
    start |= {"card.act1-1": "hand", "card.a2-1": "hand"}
    match = Match.new("donnerschlag", seed=1, start=start)
    for text in ("activate act1-1", "done", "attack i-11-6p 4018", "fight"):
        while match.decision is not None and text not in [str(action) for action in match.decision.actions]:
            match.play(QUIET[match.decision.box])
        match.play(text)
    return str(server.post("/api/records", json.loads(match.to_json()))["id"])


def test_a_card_that_cannot_be_played_is_clicked_or_pressed_for_its_reason(
    table: Callable[..., Table], server: Server
) -> None:
    start = {"turn": 3, "unit.all": "out", **{f"unit.{unit}": place for unit, place in UNITS.items()}}
    start |= {"card.act1-1": "hand", "card.act1-2": "hand", "card.a2-1": "hand"}
    match = Match.new("donnerschlag", seed=1, start=start)
    while match.decision is not None and match.decision.box != "activation-card":
        match.play(QUIET[match.decision.box])
    at = table()
    at.open(str(server.post("/api/records", json.loads(match.to_json()))["id"]))
    stuka = at.page.locator(".dock [data-card]", has_text="Stuka")
    expect(stuka).to_have_attribute("aria-disabled", "true")
    stuka.click(force=True)  # what is disabled for good is not clicked without
    note = at.page.locator("section.note")
    expect(note).to_contain_text("Stuka is a combat card: play it before combat.")
    expect(note).to_contain_text("DON-CCARD-05")
    at.page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    stuka.focus()
    at.page.keyboard.press("Enter")
    expect(note).to_contain_text("before combat")
    assert at.axe() == []


def test_what_can_be_attacked_shows_its_odds_before_a_click(table: Callable[..., Table], server: Server) -> None:
    start = {"turn": 3, "unit.all": "out", **{f"unit.{unit}": place for unit, place in UNITS.items()}}
    start |= {"card.act1-1": "hand"}
    match = Match.new("donnerschlag", seed=1, start=start)
    while match.decision is not None and match.decision.box != "declare":
        match.play(QUIET.get(match.decision.box, "done" if match.decision.box == "move" else "activate act1-1"))
    at = table()
    at.open(str(server.post("/api/records", json.loads(match.to_json()))["id"]))
    rows = at.page.locator("[data-offer]")
    expect(rows).to_have_count(2)
    expect(at.page.locator('[data-draft="4018"]')).to_contain_text(rows.first.locator(".odds").inner_text())
    version = at.state["version"]
    at.page.locator('[data-offer="4018"] [data-make]').click()
    at.settled(version)
    expect(at.page.locator("[data-panel]")).to_contain_text("4018: 1 unit against 1")
    expect(rows).to_have_count(0)


def test_a_card_is_read_and_played_from_the_hand_below_the_map(table: Callable[..., Table], server: Server) -> None:
    match = attacked(server)
    at = table()
    at.open(match)
    page = at.page
    panel = page.locator("[data-panel]")
    expect(panel).to_contain_text("Before combat: the Axis side can play a card.")
    expect(panel).to_contain_text("Tank")
    expect(page.locator('.choices [aria-current="step"]')).to_contain_text("Combat")
    expect(page.locator(".choices section", has_text="6th Panzer Division")).to_be_visible()
    stuka = page.locator(".dock [data-card]", has_text="Stuka")
    assert stuka.bounding_box()["height"] < 140  # type: ignore[index]
    stuka.hover()
    expect(stuka).to_contain_text("One column right (attack) or one left (defence).")
    expect(stuka).to_contain_text("Next, the combat on")
    assert stuka.bounding_box()["height"] > 140  # type: ignore[index]
    version = at.state["version"]
    scale = page.locator(".board .layer svg").get_attribute("width")
    stuka.locator("[data-action='play a2-1 tactical']").click()
    at.settled(version)
    expect(page.locator('[data-curtain="soviet"]')).to_be_visible()
    at.lift()
    expect(panel).to_contain_text("in play")
    assert page.locator(".board .layer svg").get_attribute("width") == scale, "the map opens as before"
    # Where two people share the screen nothing is answered for them; against a bot one may let the combat pass.
    expect(page.locator("[data-reply]")).to_have_count(0)
    found = at.axe()
    assert found == [], "\n".join(found)


def test_a_combat_is_let_pass_and_threats_are_shown(table: Callable[..., Table], server: Server) -> None:
    match = attacked(server)
    at = table()
    at.open(match)
    page = at.page
    at.show_layer("threats-axis")
    expect(page.locator("[data-overlay='threats-axis'] text").first).to_be_attached()
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-seat='soviet']").select_option("random")
    page.locator(".menu").get_by_role("button", name="Close").click()
    expect(page.locator("[data-reply='able']").first).to_have_attribute("aria-pressed", "true")
    line = page.locator(".choices [data-action='play a2-1 general']")
    expect(line).to_be_in_viewport(ratio=1)
    page.locator(".choices [data-about-windows]").click()
    expect(page.get_by_text("the computer passes when")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".choices [data-reply='armed']").click()
    expect(page.locator(".choices [data-arm]")).to_have_count(1)
    expect(page.locator(".choices [data-arm][aria-pressed='true']")).to_have_count(1)
    page.locator(".choices [data-reply='pass']").click()
    expect(page.get_by_role("region", name="Log")).to_contain_text("3 to 3, column")


# The titles that do not fit, if each was on the given card in turn.
CUT = """([selector, titles]) => {
    const head = document.querySelector(selector);
    const [old, card] = [head.textContent, head.closest("[data-card], .face")];
    const cut = titles.filter(title => {
        head.textContent = title;
        const words = document.createRange();
        words.selectNodeContents(head);
        const [at, box] = [words.getBoundingClientRect(), card.getBoundingClientRect()];
        const hidden = getComputedStyle(head).overflow !== "visible" && head.scrollHeight > head.clientHeight;
        return hidden || at.left < box.left || at.right > box.right + 0.5 || at.bottom > box.bottom + 0.5;
    });
    head.textContent = old;
    return cut;
}"""


def titles(server: Server, match: str) -> list[str]:
    decks = server.get(f"/api/matches/{match}/scene")["decks"]
    return sorted({card["title"] for deck in decks for card in deck["cards"]})


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1440, 900), (2560, 1440)])
def test_a_card_in_the_hand_shows_its_whole_title(
    width: int, height: int, table: Callable[..., Table], server: Server
) -> None:
    hand = ("a1-1", "a1-2", "a2-1", "a3-1", "a5-1", "a6-1", "act1-1", "act1-2", "act2-1")
    start = {"turn": 3, "unit.all": "out", **{f"unit.{unit}": place for unit, place in UNITS.items()}}
    match = Match.new("donnerschlag", seed=1, start=start | {f"card.{card}": "hand" for card in hand})
    opened = server.post("/api/records", json.loads(match.to_json()))["id"]
    server.seat(opened, soviet="random")
    at = table(width=width, height=height)
    at.open(opened)
    expect(at.page.locator(".card-place")).to_have_count(6)
    found = titles(server, opened)
    assert len(found) > 50
    assert at.page.evaluate(CUT, [".card-place h4", found]) == []


@pytest.mark.parametrize("game", ["cauldron", "inferno"])
def test_a_card_beside_the_map_shows_its_whole_title(game: str, table: Callable[..., Table], server: Server) -> None:
    record = json.loads(min((GOLDEN / game).glob("*.json")).read_text("utf-8"))["record"]
    whole = server.post("/api/records", json.loads(record))["id"]
    drawn = [event["ply"] for event in server.get(f"/api/matches/{whole}/log")["events"] if event["kind"] == "card"]
    match = server.post(f"/api/matches/{whole}/branch", {"ply": drawn[len(drawn) // 2]})["id"]
    at = table()
    at.open(match)
    expect(at.page.locator(".side .face.small h4").first).to_be_visible()
    assert at.page.evaluate(CUT, [".side .face.small h4", titles(server, match)]) == []
