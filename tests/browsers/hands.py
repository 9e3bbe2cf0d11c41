"""Firefox and WebKit with the few things that a player does in them.

Playwright drives Debian's Firefox, and Selenium drives WebKitGTK's MiniBrowser: neither drives both.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Page, sync_playwright
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

WIDTH, HEIGHT = 1440, 900  # CSS pixels
WAIT = 120.0  # seconds; Python is compiled for the browser in each page
PAUSE = 0.1  # seconds between two looks at a page


class Hands(Protocol):
    """A page of a browser."""

    def go(self, address: str) -> None:
        """Open an address."""

    def reload(self) -> None:
        """Load the page again."""

    def run(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page."""

    def press_at(self, x: float, y: float) -> None:
        """Move the mouse to a point of the page and click."""

    def picture(self, file: Path) -> None:
        """Take a screenshot."""


class FirefoxHands:
    def __init__(self, page: Page) -> None:
        self.page = page

    def go(self, address: str) -> None:
        self.page.goto(address)

    def reload(self) -> None:
        self.page.reload()

    def run(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def press_at(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y)

    def picture(self, file: Path) -> None:
        self.page.screenshot(path=file)


class WebKitHands:
    def __init__(self, driver: webdriver.WebKitGTK) -> None:
        self.driver = driver

    def go(self, address: str) -> None:
        self.driver.get(address)

    def reload(self) -> None:
        self.driver.refresh()

    def run(self, expression: str) -> Any:
        return self.driver.execute_script(f"return ({expression})")

    def press_at(self, x: float, y: float) -> None:
        actions = ActionChains(self.driver)
        actions.w3c_actions.pointer_action.move_to_location(round(x), round(y)).click()
        actions.perform()

    def picture(self, file: Path) -> None:
        self.driver.save_screenshot(str(file))


SPOT = """(element => {
    if (!element || element.disabled) return null;
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const fits = [element, ...(element.labels ?? [])];
    const steps = [...Array(25).keys()].map(step => (step + 0.5) / 25);
    const inner = (a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5);
    for (const target of fits) {
        const box = target.getBoundingClientRect();
        for (const down of [...steps].sort(inner)) for (const along of [...steps].sort(inner)) {
            const [x, y] = [box.left + along * box.width, box.top + down * box.height];
            const top = document.elementFromPoint(x, y);
            if (top && fits.some(one => one === top || one.contains(top))) return [x, y];
        }
    }
    return null;
})(%s)"""
"""A point of the page where the element or its label is on top."""


def press(hands: Hands, selector: str) -> None:
    """Click the first element that fits, as soon as nothing covers it."""
    press_on(hands, f"document.querySelector({selector!r})")


def press_on(hands: Hands, element: str) -> None:
    """Click the element that an expression gives, as soon as it stays in its place."""
    deadline = time.monotonic() + WAIT
    before, spot = None, hands.run(SPOT % element)
    while spot is None or spot != before:
        assert time.monotonic() < deadline, f"nothing of {element} can be clicked"
        time.sleep(PAUSE)
        before, spot = spot, hands.run(SPOT % element)
    hands.press_at(*spot)


def wait(hands: Hands, expression: str, seconds: float = WAIT) -> None:
    """Wait until an expression is true in the page."""
    deadline = time.monotonic() + seconds
    while not hands.run(expression):
        assert time.monotonic() < deadline, f"{expression} is not true: {hands.run('document.body.innerText')[:2000]}"
        time.sleep(PAUSE)


def count(hands: Hands, selector: str) -> int:
    """Return how many elements fit."""
    return int(hands.run(f"document.querySelectorAll({selector!r}).length"))


def seen(hands: Hands, selector: str, seconds: float = WAIT) -> None:
    """Wait for an element."""
    wait(hands, f"document.querySelector({selector!r}) !== null", seconds)


def gone(hands: Hands, selector: str, seconds: float = WAIT) -> None:
    """Wait until no element fits."""
    wait(hands, f"document.querySelector({selector!r}) === null", seconds)


def text(hands: Hands, selector: str) -> str:
    """Return the text of the first element that fits, or an empty string."""
    return str(hands.run(f"(document.querySelector({selector!r}) ?? {{}}).innerText ?? ''"))


def given(variable: str) -> str:
    """Return the path that the environment names. `make browsers` sets it."""
    found = os.environ.get(variable)
    if not found:
        pytest.fail(f"{variable} names no program: run these tests with `make browsers`")
    return found


@contextmanager
def firefox() -> Iterator[Hands]:
    with sync_playwright() as driver:
        # A browser that the system installed, by the protocol that it speaks itself (WebDriver BiDi).
        browser = driver.firefox.launch(channel="moz-firefox", executable_path=given("FIREFOX"))
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce")
        page.set_default_timeout(WAIT * 1000)
        yield FirefoxHands(page)
        browser.close()


@contextmanager
def webkit() -> Iterator[Hands]:
    options = Options()
    options.binary_location = given("WEBKIT")
    options.add_argument("--automation")
    driver = webdriver.WebKitGTK(options=options, service=Service(given("WEBKIT_DRIVER")))
    driver.set_window_size(WIDTH, HEIGHT)
    yield WebKitHands(driver)
    driver.quit()


BROWSERS = {"firefox": firefox, "webkit": webkit}
