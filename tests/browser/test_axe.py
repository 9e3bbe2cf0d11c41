"""Axe-core finds nothing, of any impact, on the pages that belong to no game: at a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
EVERY = ("minor", "moderate", "serious", "critical")
WIDTHS = [1440, 390]
BARE = {"": "[data-game]", "import": "[data-game]", "settings": "main", "mail": "main", "workshop": "main"}
"""The pages that belong to no game, and what is there once they stand."""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("page", BARE)
def test_pages_of_no_game(page: str, width: int, server: Server, table: Open) -> None:
    server.begin("skirmish")
    at = table(width=width, height=844)
    at.page.goto(f"{server.url}/#/{page}")
    expect(at.page.locator(BARE[page]).first).to_be_visible()
    assert at.axe(EVERY) == []
