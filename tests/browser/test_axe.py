"""Axe-core finds nothing, of any impact, on any page: by light and in the dark, at a desk and on a phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
WIDTHS = [1440, 390]
BARE = {"": "[data-game]", "import": "[data-game]", "settings": "main", "mail": "main", "workshop": "main"}
"""The pages that belong to no game, and what is there once they stand."""


def ended(server: Server, game: str) -> str:
    """A game that is over, as it was saved."""
    saved = next((Path(__file__).parents[1] / "golden" / game).glob("*.json"))
    return str(server.post("/api/records", json.loads(json.loads(saved.read_text(encoding="utf-8"))["record"]))["id"])


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("page", BARE)
def test_pages_of_no_game(page: str, width: int, server: Server, table: Open) -> None:
    server.begin("skirmish")
    at = table(width=width, height=844)
    at.page.goto(f"{server.url}/#/{page}")
    expect(at.page.locator(BARE[page]).first).to_be_visible()
    assert at.axe() == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", GAMES)
def test_pages_of_a_game(game: str, width: int, server: Server, table: Open) -> None:
    at = table(width=width, height=844)
    at.page.goto(f"{server.url}/#/rules/{game}")
    expect(at.page.locator("[data-clause]").first).to_be_visible()
    found = {"rules": at.axe()}
    at.open(server.begin(game))
    found["table"] = at.axe()
    at.page.locator("[data-menu]").click()
    expect(at.page.locator(".menu")).to_be_visible()
    found["menu"] = at.axe()
    at.page.keyboard.press("Escape")
    at.page.keyboard.press("r")
    if width > 700:
        expect(at.page.locator("[data-clause]").first).to_be_visible()
        found["rules at the table"] = at.axe()
        at.page.get_by_role("button", name="Tables", exact=True).click()
        found["charts"] = at.axe()
    at.page.keyboard.press("Escape")
    at.page.keyboard.press("l")
    found["list"] = at.axe()
    lesson = next(one["lessons"][0]["name"] for one in server.get("/api/games") if one["name"] == game)
    at.open(server.begin(game, lesson=lesson))
    found["lesson"] = at.axe()
    at.open(ended(server, game))
    expect(at.page.locator("[data-end] figure").first).to_be_visible()
    found["end"] = at.axe()
    assert {page: problems for page, problems in found.items() if problems} == {}
