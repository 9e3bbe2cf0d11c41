"""The background of a game in the browser, and the choice of counter set."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from mamayev.engine.registry import installed

from .conftest import Server, Table

Open = Callable[..., Table]
TOLD = [game for game in installed() if game.background]


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_background_leads_to_its_clauses(size: tuple[int, int], server: Server, table: Open) -> None:
    game = TOLD[0]
    part = next(one for one in game.read_background().reconstructed if one.clauses)
    page = table(width=size[0], height=size[1]).page
    page.goto(f"{server.url}/#/rules/{game.name}")
    page.get_by_role("link", name="Background").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(game.title)
    section = page.locator(f"[id='{part.id}']")
    expect(section).to_contain_text(part.lacks)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    section.get_by_role("link", name=part.clauses[0]).click()
    expect(page.locator(f"[data-clause='{part.clauses[0]}']")).to_be_in_viewport()


def test_a_link_to_a_part_opens_at_that_part(server: Server, table: Open) -> None:
    game = TOLD[-1]
    part = game.read_background().reconstructed[-1]
    page = table().page
    page.goto(f"{server.url}/#/background/{game.name}/{part.id}")
    expect(page.locator(f"[id='{part.id}']")).to_be_in_viewport()


def test_counters_show_silhouettes_where_a_game_has_them(server: Server, table: Open) -> None:
    games = [
        game.name
        for game in installed()
        if any("silhouette" in piece.symbol for piece in game.table().look.kept.pieces)
    ]
    assert games
    at = table()
    at.page.goto(f"{server.url}/#/settings")
    at.page.get_by_label("Counters").select_option("silhouettes")
    at.open(server.begin(games[0]))
    expect(at.page.locator(".counter use[href^='#silhouette-']").first).to_be_visible()
    expect(at.page.locator(".counter use[href^='#symbol-']")).to_have_count(0)
