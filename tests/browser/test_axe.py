"""Axe-core finds nothing, of any impact, on the pages: at a desk and on a phone, by light and in the dark."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from mamayev.engine.registry import find

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
EVERY = ("minor", "moderate", "serious", "critical")
WIDTHS = [1440, 390]
GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
GOLDEN = Path(__file__).parents[1] / "golden"
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


def opened(at: Table, address: str, there: str) -> Locator:
    """Go to a page; return what is there once it stands."""
    at.page.goto(f"{at.server.url}/#/{address}")
    found = at.page.locator(there).first
    expect(found).to_be_visible()
    return found


def played(at: Table, game: str) -> str:
    """A game that is over; returns its id."""
    golden = next(iter(sorted(GOLDEN.glob(f"{game}/*.json"))))
    return str(at.server.post("/api/records", json.loads(json.loads(golden.read_bytes())["record"]))["id"])


def rules(at: Table, game: str) -> None:
    opened(at, f"rules/{game}", "[data-clause]")


def background(at: Table, game: str) -> None:
    part = find(game).read_background().reconstructed[0]
    opened(at, f"background/{game}", f"[id='{part.id}']")


def board(at: Table, game: str) -> None:
    at.open(at.server.begin(game))
    expect(at.page.locator(".prompt")).to_be_visible()


def charts(at: Table, game: str) -> None:
    board(at, game)
    at.page.locator("[data-rules]:visible, nav button:has-text('Rules'):visible").click()
    at.page.get_by_role("button", name="Tables").click()
    expect(at.page.locator(".rules table").first).to_be_visible()


def menu(at: Table, game: str) -> None:
    board(at, game)
    at.page.locator("[data-menu]").click()
    expect(at.page.locator(".menu")).to_be_visible()


def lesson(at: Table, game: str) -> None:
    at.open(at.server.begin(game, lesson=find(game).lessons[0].stem))
    expect(at.page.locator("[data-lesson] [data-next]")).to_be_visible()


def example(at: Table, game: str) -> None:
    listed = at.server.get(f"/api/games/{game}/rules")["examples"]
    opened(at, f"example/{game}/{next(one['name'] for one in listed if not one.get('still'))}/1", "[data-example]")


def replay(at: Table, game: str) -> None:
    match = played(at, game)
    opened(at, f"play/{match}/replay/{at.server.state(match)['plies'] // 2}", "[data-replay]")


def end(at: Table, game: str) -> None:
    opened(at, f"play/{played(at, game)}", "[data-end] figure")


PAGES: dict[str, Callable[[Table, str], None]] = {
    page.__name__: page for page in (rules, background, board, menu, charts, lesson, example, replay, end)
}
OF_EACH = ("rules", "background")
"""The pages that are a box's own text; the others are the same for all boxes, which take turns at them."""


def spread() -> list[tuple[str, str, int, bool]]:
    """The pages, each at every width and of every box or of the next ones, by light and in the dark in turn."""
    turns, dark = cycle(GAMES), cycle((False, True, True, False))
    return [
        (page, game, width, next(dark))
        for page in PAGES
        for game, width in (
            zip(GAMES, cycle(WIDTHS), strict=False) if page in OF_EACH else ((next(turns), width) for width in WIDTHS)
        )
    ]


@pytest.mark.parametrize(("page", "game", "width", "dark"), spread())
def test_pages_of_a_game(page: str, game: str, width: int, dark: bool, server: Server, table: Open) -> None:
    at = table(width=width, height=844, dark=dark, has_touch=width < 700)
    PAGES[page](at, game)
    assert at.axe(EVERY) == []
