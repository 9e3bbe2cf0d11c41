"""Trusted Types: no page makes markup, or a script's address, of a plain text. That no page of ours tries to is watched
in all tests of the browser."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from mamayev.engine.registry import names

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]

DIRECTIVES = {"require-trusted-types-for 'script'", "trusted-types mamayev svelte-trusted-html"}
SINKS = {
    "markup": "document.createElement('div').innerHTML = '<b>bold</b>'",
    "markup of SVG": "document.createElementNS('http://www.w3.org/2000/svg', 'g').innerHTML = '<path/>'",
    "outer markup": "document.body.appendChild(document.createElement('div')).outerHTML = '<b>bold</b>'",
    "markup beside": "document.body.insertAdjacentHTML('beforeend', '<b>bold</b>')",
    "a document": "new DOMParser().parseFromString('<b>bold</b>', 'text/html')",
    "a page in a frame": "document.createElement('iframe').srcdoc = '<b>bold</b>'",
    "a script's address": "document.createElement('script').src = location.href",
    "a script's text": "document.createElement('script').text = '1'",
    "a worker": "new Worker(location.href)",
    "another policy": "trustedTypes.createPolicy('other', {})",
    "the same policy again": "trustedTypes.createPolicy('mamayev', {})",
}
"""What page code must not do with a text."""


def directives(policy: str) -> set[str]:
    return {directive.strip() for directive in policy.split(";")}


def allowed(page: Page) -> list[str]:
    """Return the sinks that take a plain text."""
    tried = "{{ try {{ {}; return true; }} catch (error) {{ return !(error instanceof TypeError); }} }}"
    return [name for name, sink in SINKS.items() if page.evaluate(f"() => {tried.format(sink)}")]


def test_the_server_requires_them_of_every_page(server: Server) -> None:
    for path in ("/", "/assets/none.js", "/api/health", "/none"):
        request = urllib.request.Request(server.url + path)
        try:
            answer = urllib.request.urlopen(request, timeout=10)
        except urllib.error.HTTPError as error:
            answer = error
        assert directives(answer.headers["content-security-policy"]) >= DIRECTIVES, path


def test_no_page_takes_a_plain_text_for_markup_or_for_a_script(server: Server, chromium: Browser) -> None:
    page = chromium.new_page()
    for address in ("", f"play/{server.begin('cauldron')}", "workshop", "settings"):
        page.goto(f"{server.url}/#/{address}")
        page.locator("#app > *").first.wait_for()
        assert allowed(page) == [], address
    page.close()


@pytest.mark.parametrize("game", names())
def test_the_board_and_its_counters_are_drawn_all_the_same(server: Server, table: Open, game: str) -> None:
    """The ground by a worker, the symbols from markup of ours."""
    at = table(painted=True)
    at.open(server.begin(game))
    lines = "[...document.querySelectorAll('use')].filter(use => !document.querySelector(use.getAttribute('href')))"
    assert at.page.evaluate(f"{lines}.length") == 0
