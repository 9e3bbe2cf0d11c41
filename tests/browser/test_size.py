"""What a page costs on the line."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from mamayev.engine.registry import names

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]

START_BYTES = 150_000
TABLE_BYTES = 400_000

SIZES = """() => performance.getEntries()
    .filter(entry => "transferSize" in entry && !/\\.woff2?$/.test(entry.name))
    .map(entry => [new URL(entry.name).pathname, entry.transferSize])"""


def uncached(at: Table) -> Table:
    """The page as on a first visit."""
    session = at.page.context.new_cdp_session(at.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    return at


def transferred(page: Page) -> dict[str, int]:
    """Bytes by file, as they came over the line, fonts aside."""
    page.wait_for_load_state("networkidle")
    sizes = dict(page.evaluate(SIZES))
    assert all(sizes.values()), f"not all came over the line: {sizes}"
    return sizes


def test_the_start_page_is_light(table: Open) -> None:
    at = uncached(table(fresh=True, painted=True))
    at.open()
    at.page.locator("[data-game] svg").first.wait_for()
    sizes = transferred(at.page)
    assert any(name.endswith("/thumbnail") for name in sizes)
    assert any(name.endswith(".js") for name in sizes)
    assert sum(sizes.values()) < START_BYTES, sizes


@pytest.mark.parametrize("game", names())
def test_a_table_is_light(game: str, server: Server, table: Open) -> None:
    at = uncached(table(fresh=True, painted=True))
    at.open(server.begin(game))
    sizes = transferred(at.page)
    assert any("/scene" in name for name in sizes)
    assert sum(sizes.values()) < TABLE_BYTES, sizes
