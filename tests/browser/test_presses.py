"""One press is one action: double clicks, held keys, and a server that is slow to answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Request, Route, expect

from .conftest import Server, Table, moves

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
