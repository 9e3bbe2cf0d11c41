"""One press is one action: double clicks, held keys, and a server that is slow to answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Request, Route, expect

from .conftest import SPOT, Server, Table, moves

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
SLOW = 600  # milliseconds: longer than a double click


@contextmanager
def posted(at: Table) -> Iterator[list[str]]:
    """The changes that the page asks the server for."""
    found: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and "/api/matches/" in request.url:
            found.append(request.url)

    at.page.on("request", note)
    yield found
    at.page.remove_listener("request", note)


def button(at: Table) -> Locator:
    """A button beside the map that plays an action, or chooses a verb, of the question that is asked."""
    found = at.page.locator(":is(.choices, .footer) :is([data-action], [data-verb], [data-piece]):visible").first
    expect(found).to_be_visible()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_double_click_is_one_action(game: str, server: Server, table: Open) -> None:
    at = table()
    at.open(server.begin(game))
    pressed, before = button(at), at.state["version"]
    with posted(at) as asked:
        pressed.dblclick()
        at.page.wait_for_timeout(SLOW)
    assert len([url for url in asked if url.endswith("/actions")]) <= 1
    assert at.state["version"] - before <= 1
    expect(at.page.locator(".note.refused")).to_have_count(0)


def test_a_press_counts_where_it_began_even_if_the_page_moves(server: Server, table: Open) -> None:
    at = table()
    at.open(server.begin("cauldron"))
    opener, menu, mouse = at.page.locator("[data-menu]"), at.page.locator("[data-menu-replay]"), at.page.mouse

    def press(moved: str, then: tuple[float, float] | None = None) -> None:
        mouse.move(*at.spot(opener))
        mouse.down()
        opener.evaluate("(button, moved) => (button.style.translate = moved)", moved)
        if then:
            mouse.move(*then)
        mouse.up()
        opener.evaluate("button => (button.style.translate = '')")

    press("0 90px", then=(500.0, 300.0))  # moved away before it ends: taken back
    expect(menu).to_have_count(0)
    press("0 90px")
    expect(menu).to_be_visible()


def test_a_double_click_on_a_choice_plays_it_and_nothing_after_it(server: Server, table: Open) -> None:
    at = table()
    at.open(server.begin("cauldron"))
    pay = at.page.locator(".choices [data-action^='pay ']").first
    text, before = pay.get_attribute("data-action"), at.state
    with posted(at) as asked:
        pay.dblclick()
        at.page.wait_for_timeout(SLOW)
    assert len(asked) == 1
    log = [one["text"] for one in server.get(f"/api/matches/{at.match}/log")["events"] if one["kind"] == "chose"]
    assert len(log) == 1, (text, log)
    assert at.state["version"] == before["version"] + 1
    expect(at.page.locator(".note:is(.refused, .why)")).to_have_count(0)


@pytest.mark.parametrize("key", ["Enter", " ", "e", "1"])
def test_a_held_key_is_one_action(key: str, server: Server, table: Open) -> None:
    at = table()
    at.open(server.begin("cauldron"))
    before = at.state["version"]
    if key in ("Enter", " "):
        at.page.locator(".choices [data-action^='pay ']").first.focus()
    with posted(at) as asked:
        for _ in range(12):  # a key that is down already repeats
            at.page.keyboard.down(key)
            at.page.wait_for_timeout(40)
        at.page.keyboard.up(key)
        at.page.wait_for_timeout(SLOW)
    assert len(asked) == (0 if key == "e" else 1)  # nothing ends this question but paying
    assert at.state["version"] == before + len(asked)
    expect(at.page.locator(".note.refused")).to_have_count(0)


def test_a_slow_server_is_asked_once_however_often_one_presses(server: Server, table: Open) -> None:
    at = table()
    at.open(server.begin("cauldron"))
    before = at.state["version"]

    def late(route: Route) -> None:
        at.page.wait_for_timeout(SLOW)
        route.continue_()

    at.page.route(re.compile("/actions$"), late)
    with posted(at) as asked:
        pay = at.page.locator(".choices [data-action^='pay ']").first
        box = pay.bounding_box()
        assert box is not None
        for _ in range(4):
            at.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        at.settled(before)
    assert len(asked) == 1
    expect(at.page.locator(".note.refused")).to_have_count(0)


def test_undo_pressed_twice_takes_back_once(server: Server, table: Open) -> None:
    at = table()
    match = server.begin("skirmish")
    at.open(match)
    for _ in range(2):
        at.choose(moves(at.state["decision"])[0]["text"])
    undo, plies = at.page.locator("[data-undo]").first, at.state["plies"]
    assert at.state["undo"]["free"] == 2
    with posted(at) as asked:
        undo.dblclick()
        at.page.wait_for_timeout(SLOW)
    assert len(asked) == 1
    assert at.state["plies"] == plies - 1
    expect(at.page.locator(".note.refused")).to_have_count(0)


def test_colors_that_tell_something_are_kept_where_the_browser_forces_its_own(server: Server, table: Open) -> None:
    at = table(forced_colors="active")
    at.open(server.begin("cauldron"))
    faces = at.page.locator(".choices .strip i, .choices .small i, .odds .small i")
    expect(faces.first).to_be_attached()
    drawn = {face.evaluate("face => getComputedStyle(face).backgroundColor") for face in faces.all()}
    assert len(drawn) > 1, f"every square of the odds is {drawn}"


AT_ONCE = """([version, x, y]) => {
    const game = document.querySelector(".game");
    new MutationObserver((_, watch) => {
        if (game.dataset.version !== `${version}`) return;
        watch.disconnect();
        const of = { bubbles: true, detail: 1, clientX: x + 3, clientY: y };
        document.elementFromPoint(x + 3, y).dispatchEvent(new MouseEvent("click", of));
        window.clickedAtOnce = true;
    }).observe(game, { attributeFilter: ["data-version"] });
}"""
"""A click of its own, not the second of a double click, as soon as the game has reached a version."""


def test_the_second_click_does_not_send_the_unit_that_is_chosen_next(server: Server, table: Open) -> None:
    match = server.june()
    at = table()
    at.open(match)
    at.point(at.piece("ge-pz-xxiv"))
    goal = at.space("V5")
    expect(goal).to_have_attribute("data-lit", "yes")
    version, spot = at.state["version"], at.spot(goal)
    at.page.evaluate(AT_ONCE, [version + 1, *spot])
    at.page.mouse.click(*spot)
    at.page.wait_for_function("() => window.clickedAtOnce")
    at.page.wait_for_timeout(SLOW)
    assert at.state["version"] == version + 1
    chosen = at.page.locator('.board [data-piece][aria-pressed="true"]')
    expect(chosen).to_have_attribute("data-at", "V3")
    at.page.mouse.click(*spot)
    at.settled(version + 1)


def test_the_question_about_a_unit_is_put_in_one_way(server: Server, table: Open) -> None:
    match = server.june()
    at = table()
    at.open(match)
    at.point(at.piece("ge-pz-xxiv"))
    expect(at.space("V5")).to_have_attribute("data-lit", "yes")
    at.page.evaluate("""() => {
        window.headings = [];
        const note = () => {
            const said = document.querySelector(".prompt [data-heading]")?.textContent ?? "";
            if (said && said !== window.headings.at(-1)) window.headings.push(said);
        };
        new MutationObserver(note).observe(document.querySelector(".game"), {
            subtree: true, childList: true, characterData: true,
        });
    }""")
    for unit in ("ge-pz-xxiv", "ge-pz-xxxix"):
        version = at.state["version"]
        chosen = at.piece(unit)
        if chosen.get_attribute("aria-pressed") != "true":
            at.point(chosen)
        expect(at.space("V5")).to_have_attribute("data-lit", "yes")
        at.point(at.space("V5"))
        at.settled(version)
    headings = at.page.evaluate("window.headings")
    assert headings
    assert [said for said in headings if not said.startswith("Where should the ")] == []


def test_what_is_named_under_the_pointer_is_what_a_click_takes(server: Server, table: Open) -> None:
    match = server.june()
    at = table()
    at.open(match)
    stacks = at.page.locator(".board .counters [data-piece][data-lit]").evaluate_all(
        "all => [...new Set(all.map(one => one.dataset.at))]"
    )
    tried = 0
    for space in stacks:
        counter = at.page.locator(f'.board .counters [data-at="{space}"]')
        if counter.count() < 2 or (spot := counter.last.evaluate(SPOT)) is None:
            continue
        tried += 1
        at.page.mouse.move(3, 300)
        at.page.keyboard.press("Escape")
        at.page.mouse.move(*spot)
        at.page.wait_for_timeout(SLOW)  # the stack spreads
        named = at.page.locator(".pointed").inner_text()
        at.page.mouse.click(*spot)
        chosen = at.page.locator('.board [data-piece][aria-pressed="true"]')
        expect(chosen).to_have_count(1)
        unit = next(one for one in at.state["picture"]["pieces"] if one["id"] == chosen.get_attribute("data-piece"))
        assert unit["at"] == space
        heading = at.page.locator(".prompt [data-heading]")
        expect(heading).to_contain_text(named.split(" · ")[0].strip())
        if tried == 6:
            break
    assert tried >= 4


def test_a_click_beside_a_counter_means_what_one_on_it_means(server: Server, table: Open) -> None:
    match = server.june()
    at = table()
    at.open(match)
    chosen, said = at.page.locator('.board [data-piece][aria-pressed="true"]'), at.page.locator(".pointed")

    def go(spot: tuple[float, float]) -> tuple[str, list[str], list[str]]:
        """Send the chosen unit; returns the next one, chosen automatically, and its goals with one unit and several."""
        version = at.state["version"]
        at.page.mouse.click(*spot)
        state = at.settled(version)
        expect(chosen).to_have_count(1)
        unit, may = str(chosen.get_attribute("data-piece")), set(state["decision"]["pieces"])
        goals = {choice.get("space") for choice in server.get(f"/api/matches/{match}/choices?piece={unit}")}
        places = Counter(one["at"] for one in state["picture"]["pieces"] if one["id"] in may and one["at"] in goals)
        seen = [one for one in sorted(places) if at.space(one).count() and at.space(one).evaluate(SPOT)]
        return unit, [one for one in seen if places[one] == 1], [one for one in seen if places[one] > 1]

    at.point(at.piece("ge-pz-xxiv"))
    expect(at.space("V5")).to_have_attribute("data-lit", "yes")
    unit, alone, _ = go(at.spot(at.space("V5")))
    version, spot = at.state["version"], at.spot(at.space(alone[0]))
    at.page.mouse.move(*spot)
    expect(said).to_contain_text("Click to choose a unit here")
    at.page.mouse.click(*spot)
    expect(chosen).to_have_attribute("data-at", alone[0])
    assert at.state["version"] == version

    at.page.keyboard.press("Escape")
    at.point(at.piece(unit))  # the player's own choice goes there
    expect(chosen).to_have_attribute("data-piece", unit)
    expect(at.space(alone[0])).to_have_attribute("data-lit", "yes")
    at.page.mouse.move(3, 300)
    at.page.mouse.move(*spot)
    expect(said).not_to_contain_text("Click to choose a unit here")
    _, _, stacks = go(spot)
    version, spot = at.state["version"], at.spot(at.space(stacks[0]))
    at.page.mouse.click(*spot)
    expect(at.page.locator(f'.fan [data-at="{stacks[0]}"]').first).to_be_visible()
    assert at.state["version"] == version
