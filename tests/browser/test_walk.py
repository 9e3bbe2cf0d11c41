"""Every task of every lesson, done by pressing exactly where the pointer points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from mamayev.testing import depth

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844, "has_touch": True},
    "landscape": {"width": 844, "height": 390, "has_touch": True},
}
WALKS = [
    *((game, "desk") for game in GAMES),
    ("barbarossa", "phone"),
    ("inferno", "phone"),
    ("cauldron", "landscape"),
    ("donnerschlag", "landscape"),
]
"""Every lesson at a desk and under a finger; all of them on every screen take four minutes."""
FIRST = 2
"""Tasks of a lesson that a short run does."""
PRESSES = 4
"""How many presses one thing may take: a stack is spread and a finger sees what it does before it does it."""

DOUBLE = 320
"""Milliseconds after which a second touch of a place no longer belongs to a double tap."""

WORD = """() => {
    const box = document.querySelector(".pointer [data-point]").getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
}"""
PLACE = """() => {
    const at = [...document.querySelectorAll(".pointer .at")].find((one) => one.querySelector("[data-point]"));
    if (!at) return null;
    const box = at.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
}"""
COVERED = """([x, y]) => {
    const order = document.querySelector("[data-lesson] .task");
    const box = order.getBoundingClientRect();
    const [left, top, right, bottom] = [box.left + 2, box.top + 2, box.right - 2, box.bottom - 2];
    const seen = (x, y) => order.contains(document.elementFromPoint(x, y));
    return !(seen(left, top) && seen(left, bottom));
}"""


def settled(page: Page) -> None:
    expect(page.locator('.game[data-busy="false"]')).to_be_attached()
    # While dice and cards are shown the lesson waits.
    expect(page.locator("[data-lesson] :is([data-show], [data-next], [data-go-on])").first).to_be_attached()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def press(button: Locator, touch: bool) -> None:
    if touch:
        button.tap()
    else:
        button.click()


def place(page: Page, touch: bool) -> tuple[float, float]:
    """Where the pointer points; where it points at nothing in sight, "Show me" brings it there."""
    settled(page)
    found = page.evaluate(PLACE)
    if found is None:
        press(page.locator("[data-show]"), touch)
        expect(page.locator(".pointer [data-point]")).to_have_count(1)
        settled(page)
        found = page.evaluate(PLACE)
    assert found is not None
    return found[0], found[1]


def walk(at: Table, game: str, touch: bool, on_word: bool = False) -> list[str]:
    """Take a lesson to its end, or in a short run through its first tasks, by presses on what the pointer points at or
    on its word.

    Return what went wrong, with the task.
    """
    lesson = next(one["lessons"][0]["name"] for one in at.server.get("/api/games") if one["name"] == game)
    at.open(at.server.begin(game, lesson=lesson))
    page, card = at.page, at.page.locator("[data-lesson]")
    wrong: list[str] = []
    pressed = 0
    task = ""
    last = None
    while True:
        while page.locator("[data-next]").count():
            press(page.locator("[data-next]"), touch)
            settled(page)
        if page.locator("[data-go-on]").count():
            return wrong
        state = at.state
        if depth.times < 1 and state["lesson"]["number"] > FIRST:
            return wrong
        number = f"task {state['lesson']['number']}"
        if number != task:
            task, pressed = number, 0
            settled(page)
            if page.evaluate(COVERED, [0, 0]):
                wrong.append(f"{task}: the order is covered: {card.locator('.task').inner_text()}")
        where = place(page, touch)
        word = page.locator(".pointer [data-point]").inner_text()
        if word != ("Tap here" if touch else "Click here"):
            wrong.append(f"{task}: {word}")
        if on_word:
            where = tuple(page.evaluate(WORD))
        if touch:
            if where == last:
                page.wait_for_timeout(DOUBLE)
            page.touchscreen.tap(*where)
        elif on_word:
            page.mouse.click(*where)
        else:
            page.mouse.move(*where)
            where = place(page, touch)  # a stack under the pointer spreads, and the ring goes with its counter
            page.mouse.click(*where)
        pressed += 1
        last = where
        settled(page)
        if page.locator("[data-lesson] .wrong").count():
            wrong.append(f"{task}: refused: {page.locator('[data-lesson] .wrong').inner_text()}")
        confirm = page.locator("[data-confirm]")
        if confirm.count():
            wrong.append(f"{task}: asks: {page.locator('.note').inner_text()}")
            press(confirm, touch)
            settled(page)
        if pressed > 2 * PRESSES:
            wrong.append(f"{task}: not done after {pressed} presses at {page.evaluate(PLACE)}: {card.inner_text()}")
            return wrong


@pytest.mark.parametrize(("game", "screen"), WALKS)
def test_every_task_is_done_by_pressing_where_the_pointer_points(
    game: str, screen: str, server: Server, table: Open
) -> None:
    at = table(**SCREENS[screen])
    assert walk(at, game, touch=screen != "desk") == []


@pytest.mark.parametrize(("game", "screen"), [("donnerschlag", "desk"), ("inferno", "phone")])
def test_every_task_is_done_by_pressing_the_word_of_the_pointer(
    game: str, screen: str, server: Server, table: Open
) -> None:
    at = table(**SCREENS[screen])
    assert walk(at, game, touch=screen != "desk", on_word=True) == []
