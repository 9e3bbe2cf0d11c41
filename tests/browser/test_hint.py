"""A hint on a phone: asked for in the menu, read and played without a search for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (320, 568)])
@pytest.mark.parametrize("game", ["barbarossa", "cauldron", "donnerschlag", "inferno"])
def test_two_taps_give_a_hint_and_a_third_plays_it(
    game: str, width: int, height: int, server: Server, table: Open
) -> None:
    at = table(width=width, height=height, has_touch=True)
    at.open(server.begin(game))
    before = at.state["version"]
    at.page.locator("[data-menu]").tap()
    at.page.locator(".menu").get_by_role("button", name="Hint").tap()
    expect(at.page.locator(".menu")).to_have_count(0)
    play = at.page.locator("[data-play-hint]")
    expect(play).to_be_in_viewport(ratio=1)
    play.tap()
    at.settled(before)
    expect(at.page.locator(".note.hint")).to_have_count(0)
