"""A lesson, learned at the table: what it says, what it points at, wrong clicks, the way back, out and on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]


def begun(at: Table, game: str) -> str:
    """A lesson at its first page."""
    lesson = next(one["lessons"][0]["name"] for one in at.server.get("/api/games") if one["name"] == game)
    match = at.server.begin(game, lesson=lesson)
    at.open(match)
    return match


def read(at: Table) -> None:
    """Read on to the task, or to the end. While the game plays by itself, the card has no button."""
    button = at.page.locator("[data-next], [data-show], [data-go-on]").first
    button.wait_for()
    while at.page.locator("[data-next]").count():
        at.page.locator("[data-next]").click()
        button.wait_for()


def pointed(at: Table) -> Locator:
    """What "Show me" gives the focus, ringed or named by the pointer."""
    at.page.locator("[data-show]").click()
    expect(at.page.locator(".pointer [data-point]")).to_have_text("Click here")
    return at.page.locator(":focus")


def middle(at: Table) -> tuple[float, float]:
    """The middle of the ring; an outlined space has none, and is clicked where it lies bare."""
    ring = at.page.locator(".pointer i")
    if ring.count() == 0:
        return at.spot(at.page.locator(":focus"))
    box = ring.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def follow(at: Table, limit: int) -> None:
    """Read, and click what is pointed at, until the lesson ends."""
    for _ in range(limit):
        read(at)
        if at.page.locator("[data-go-on]").count():
            return
        pointed(at)
        at.page.mouse.move(*middle(at))
        # A stack under the pointer spreads, and the ring goes with its counter.
        at.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        at.page.mouse.click(*middle(at))
        expect(at.page.locator('.game[data-busy="false"]')).to_be_attached()
    raise AssertionError("the lesson did not come to its end")


def test_a_whole_lesson_by_clicks_on_what_is_pointed_at_and_on_with_the_game(own: Server, table: Open) -> None:
    at = table(of=own)
    at.open()
    at.page.locator('[data-learn="cauldron"]').click()
    expect(at.page.locator("[data-lesson]")).to_contain_text("General Paulus")
    expect(at.page.locator(".prompt")).to_have_count(0)
    follow(at, 90)
    assert at.state["lesson"]["done"]
    assert at.state["picture"]["turn"] == 2
    # The first card of the next turn, which is not the lesson's, may change it again.
    log = own.get(f"/api/matches/{at.match}/log")["events"]
    assert next((e["from"], e["to"]) for e in log if e["kind"] == "track" and e["track"] == "ssi") == (10, 9)
    assert at.state["practice_used"] == 0
    version = at.state["version"]
    at.page.locator("[data-go-on]").click()
    state = at.settled(version)
    assert "lesson" not in state
    expect(at.page.locator("[data-lesson]")).to_have_count(0)
    at.choose(state["decision"]["actions"][0]["text"])
    at.open()
    expect(at.page.locator('[data-game="cauldron"] [data-continue]')).to_be_visible()
    expect(at.page.locator('[data-game="cauldron"] [data-learn]')).to_be_visible()


def test_wrong_clicks_are_explained_and_play_nothing(server: Server, table: Open) -> None:
    at = table()
    begun(at, "skirmish")
    read(at)
    card = at.page.locator("[data-lesson]")
    at.page.locator('[data-verb="done"]').click()
    expect(card).to_contain_text("Not that: Done")
    expect(card).to_contain_text("Nobody has moved yet. Move the Blue Guards into the village")
    at.point(at.piece("blue-rifles"))
    expect(card).to_contain_text("The Guards are the nearest")
    at.point(at.piece("red-guards"))
    expect(card).to_contain_text("Red Guards is not yours. SKI-TURN-01")
    at.point(at.piece("blue-guards"))
    expect(card).not_to_contain_text("Not that")
    at.point(at.space("0201"))
    expect(card).to_contain_text("That leads away from the village.")
    assert at.state["plies"] == server.state(at.match)["plies"] == 2
    at.point(at.space("0202"))
    expect(card).to_have_attribute("data-lesson", "2")
    expect(card).not_to_contain_text("Not that")


def test_pages_are_counted_kept_over_a_reload_and_read_before_anything_is_clicked(server: Server, table: Open) -> None:
    at = table(width=1280, height=800)
    begun(at, "cauldron")
    card = at.page.locator("[data-lesson]")
    pages = len(at.state["lesson"]["opening"]) + len(at.state["lesson"]["pages"])
    expect(card).to_contain_text(f"page 1 of {pages}")
    before = card.get_by_role("progressbar").evaluate("bar => bar.value")
    at.page.locator("[data-next]").click()
    at.page.locator("[data-next]").click()
    expect(card).to_contain_text(f"page 3 of {pages}")
    assert card.get_by_role("progressbar").evaluate("bar => bar.value") > before
    at.page.reload()
    expect(card).to_contain_text(f"page 3 of {pages}")
    at.point(at.piece("14th-pz"))
    expect(card).to_contain_text("Press Next to continue.")
    expect(card).not_to_contain_text("Not that")
    at.page.locator("[data-next]").click()
    expect(card).not_to_contain_text("Press Next")
    read(at)
    at.page.locator("[data-show]").click()
    expect(card).to_be_in_viewport(ratio=0.95)
    at.page.reload()
    expect(at.page.locator("[data-show]")).to_be_visible()


def test_a_lesson_by_keys_alone(server: Server, table: Open) -> None:
    at = table()
    begun(at, "skirmish")
    for _ in range(60):
        state = at.state
        if "lesson" not in state or state["lesson"].get("done"):
            break
        at.page.keyboard.press("n")
        if at.page.locator("[data-show]").count() and at.page.locator(".pointer [data-point]").count():
            at.page.keyboard.press("n")
            at.page.keyboard.press("Enter")
            expect(at.page.locator('.game[data-busy="false"]')).to_be_attached()
    assert at.state["lesson"]["done"]


def test_a_lesson_outlives_the_server_s_sudden_end(own: Server) -> None:
    match = own.begin("skirmish", lesson="first-fight")
    own.play(match, "move blue-guards 0202")
    before = own.state(match)
    own.kill()
    own.start()
    assert own.state(match) == before
    assert before["lesson"]["number"] == 2
    own.play(match, "done")


def test_steps_back_and_out(server: Server, table: Open) -> None:
    at = table()
    begun(at, "skirmish")
    read(at)
    at.choose("move blue-guards 0202")
    at.choose("done")
    card = at.page.locator("[data-lesson]")
    expect(card).to_have_attribute("data-lesson", "3")
    at.page.locator("[data-lesson] [data-undo]").click()
    expect(card).to_have_attribute("data-lesson", "2")
    at.page.locator("[data-lesson] [data-undo]").click()
    expect(card).to_have_attribute("data-lesson", "1")
    at.page.locator("[data-leave-first]").click()
    at.page.locator("[data-leave]").click()
    expect(card).to_have_count(0)
    at.choose("done")


@pytest.mark.parametrize("width", [400, 1440])
def test_a_lesson_is_accessible_and_fits(server: Server, table: Open, width: int) -> None:
    at = table(width=width, height=800)
    begun(at, "cauldron")
    expect(at.page.locator("[data-next]")).to_be_visible()
    assert at.axe() == []
    read(at)
    target = pointed(at)
    expect(target).to_be_in_viewport()
    assert at.axe() == []
    assert at.page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_was_shown_is_done_when_it_is_asked_for_again(table: Open) -> None:
    at = table()
    begun(at, "cauldron")
    read(at)
    button, version = at.page.locator("[data-show]"), at.state["version"]
    for _ in range(6):
        if at.state["version"] > version:
            return
        expect(button).to_contain_text("Show me")
        button.click()
        expect(button).to_contain_text("Do it for me")
        button.click()
        expect(at.page.locator('.game[data-busy="false"]')).to_be_attached()
    raise AssertionError("the task was not done")
