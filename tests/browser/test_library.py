"""The page of games: what is on it when it comes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from mamayev.engine.registry import names

from .conftest import Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]


def test_pictures_are_there_with_the_tiles(table: Open) -> None:
    at = table(fresh=True)
    for game in names():
        at.server.get(f"/api/games/{game}/thumbnail")  # drawn once by a server, and kept
    held: list[Route] = []
    at.page.route("**/thumbnail", lambda route: held.append(route))
    at.page.add_init_script("""
        window.bare = [];
        new MutationObserver(() => requestAnimationFrame(() => {
            for (const tile of document.querySelectorAll("[data-game]"))
                if (!tile.querySelector(".picture svg")) window.bare.push(tile.dataset.game);
        })).observe(document, { subtree: true, childList: true });
    """)
    at.page.goto(f"{at.server.url}/#/")
    expect(at.page.get_by_role("heading", name="Library")).to_be_visible()
    at.page.wait_for_timeout(300)
    assert at.page.locator("[data-game]").count() == 0
    assert len(held) == len(names())
    for route in held:
        route.continue_()
    expect(at.page.locator("[data-game] .picture svg")).to_have_count(len(names()))
    assert at.page.evaluate("window.bare") == []


def test_further_games_are_a_line_and_no_tile(table: Open) -> None:
    at = table()
    at.open()
    line = at.page.get_by_text("To add a game, install its Python package.")
    expect(line).to_be_visible()
    tile = at.page.locator("[data-game]").first.bounding_box()
    told = line.bounding_box()
    assert tile is not None
    assert told is not None
    assert told["height"] < tile["height"] / 8
    assert at.page.locator(".tiles > li").count() == len(names())
