"""Every task of every lesson, done by pressing exactly where the pointer points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
SCREENS: dict[str, dict[str, Any]] = {"desk": {"width": 1440, "height": 900}}
"""The windows in which the lessons are walked; others can be tried by adding them."""
PRESSES = 4
"""How many presses one thing may take: a stack is spread and a finger sees what it does before it does it."""

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


def place(page: Page) -> tuple[float, float]:
    """Where the pointer points; where it points at nothing in sight, "Show me" brings it there."""
    settled(page)
    found = page.evaluate(PLACE)
    if found is None:
        page.locator("[data-show]").click()
        expect(page.locator(".pointer [data-point]")).to_have_count(1)
        settled(page)
        found = page.evaluate(PLACE)
    assert found is not None
    return found[0], found[1]


def walk(at: Table, game: str, touch: bool) -> list[str]:
    """Take a lesson to its end; returns what went wrong, with the task."""
    lesson = next(one["lessons"][0]["name"] for one in at.server.get("/api/games") if one["name"] == game)
    at.open(at.server.begin(game, lesson=lesson))
    page, card = at.page, at.page.locator("[data-lesson]")
    wrong: list[str] = []
    pressed = 0
    task = ""
    while True:
        while page.locator("[data-next]").count():
            page.locator("[data-next]").click()
            settled(page)
        if page.locator("[data-go-on]").count():
            return wrong
        state = at.state
        number = f"task {state['lesson']['number']}"
        if number != task:
            task, pressed = number, 0
            settled(page)
            if page.evaluate(COVERED, [0, 0]):
                wrong.append(f"{task}: the order is covered: {card.locator('.task').inner_text()}")
        where = place(page)
        word = page.locator(".pointer [data-point]").inner_text()
        if word != ("Tap here" if touch else "Click here"):
            wrong.append(f"{task}: {word}")
        if touch:
            page.touchscreen.tap(*where)
        else:
            page.mouse.move(*where)
            where = place(page)  # a stack under the pointer spreads, and the ring goes with its counter
            page.mouse.click(*where)
        pressed += 1
        settled(page)
        if page.locator("[data-lesson] .wrong").count():
            wrong.append(f"{task}: refused: {page.locator('[data-lesson] .wrong').inner_text()}")
        confirm = page.locator("[data-confirm]")
        if confirm.count():
            wrong.append(f"{task}: asks: {page.locator('.note').inner_text()}")
            confirm.click()
            settled(page)
        if pressed > 2 * PRESSES:
            wrong.append(f"{task}: not done after {pressed} presses at {page.evaluate(PLACE)}: {card.inner_text()}")
            return wrong


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_every_task_is_done_by_pressing_where_the_pointer_points(
    game: str, screen: str, server: Server, table: Open
) -> None:
    at = table(**SCREENS[screen])
    assert walk(at, game, touch=screen != "desk") == []
