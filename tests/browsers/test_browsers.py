"""The site and the server in browsers other than Chromium: a lesson, a game between bots, storage, offline play.

`make test` does not run these tests, `make browsers` does. It leaves a picture of each browser's table in
build/browsers.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..browser.conftest import Server, running
from ..browser.test_site import Host
from .hands import BROWSERS, PAUSE, WAIT, Hands, count, gone, press, press_on, seen, text, wait

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "browsers"
STEPS = 400
"""The most clicks that a lesson may take."""


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def hands(browser: str) -> Iterator[Hands]:
    with BROWSERS[browser]() as opened:
        yield opened


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A plain web host with the site."""
    folder = tmp_path_factory.mktemp("host") / "site"
    shutil.copytree(ROOT / "build" / "site", folder)
    opened = Host(folder)
    yield opened
    opened.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from running(tmp_path_factory.mktemp("server"))


@pytest.fixture(scope="module")
def site(hands: Hands, host: Host) -> Hands:
    """The first visit to the site, until the games have loaded."""
    hands.go(host.url)
    ready(hands)
    return hands


def ready(hands: Hands) -> None:
    """Wait until the site can play, and has said why if it cannot."""
    seen(hands, "[data-save-all]:enabled, [data-house=failed] p")
    assert text(hands, "[data-house=failed] p") == ""


def library(hands: Hands) -> None:
    hands.run("void (location.hash = '#/')")
    seen(hands, "[data-set-up]")


def settled(hands: Hands) -> None:
    seen(hands, '.game[data-busy="false"]')


def follow(hands: Hands) -> None:
    """Read, and click the place that the card points at, until the lesson ends."""
    for _ in range(STEPS):
        seen(hands, "[data-next], [data-show], [data-go-on]")
        if count(hands, "[data-go-on]"):
            return
        if count(hands, "[data-next]"):
            press(hands, "[data-next]")
            continue
        press(hands, "[data-show]")
        seen(hands, ".pointer [data-point]")
        # A stack under the pointer spreads, and the ring goes with its counter.
        ring = hands.run(RING)
        if ring is None:
            press_on(hands, "document.activeElement")
        else:
            hands.press_at(*ring)
        time.sleep(PAUSE)
        settled(hands)
    raise AssertionError("the lesson did not come to its end")


RING = """(ring => {
    const box = ring?.getBoundingClientRect();
    return box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
})(document.querySelector('.pointer i'))"""
"""The middle of the ring. An outlined space has none."""


def begin(hands: Hands, game: str, preset: str, bots: dict[str, str]) -> None:
    """Set up a game with these bots, and people at the other seats."""
    press(hands, f'[data-set-up="{game}"]')
    seen(hands, f'[data-choice="{preset}"]')
    press(hands, f'[data-choice="{preset}"]')
    for seat, bot in bots.items():
        press(hands, f'[data-who="{seat}:bot"]')
        seen(hands, f'[data-bot="{seat}:{bot}"]')
        press(hands, f'[data-bot="{seat}:{bot}"]')
    press(hands, "[data-begin]")
    seen(hands, ".game[data-version]")


def decide(hands: Hands) -> None:
    """Take the first action of the list, and wait until the game has gone on."""
    settled(hands)
    before = hands.run("document.querySelector('.game').dataset.version")
    while not count(hands, "#listed"):  # a list closes when the game goes on
        press(hands, "[data-list]")
        time.sleep(5 * PAUSE)
    press(hands, "#listed [data-action]")
    seen(hands, f".game[data-version]:not([data-version='{before}'])")


def test_a_whole_lesson(site: Hands) -> None:
    press(site, '[data-learn="cauldron"]')
    seen(site, "[data-lesson]")
    follow(site)
    press(site, "[data-go-on]")
    gone(site, "[data-lesson]")
    decide(site)


def test_a_whole_game_between_bots(site: Hands, browser: str) -> None:
    library(site)
    begin(site, "inferno", "solo", {"german": "random"})
    seen(site, ".board [data-piece]")
    PICTURES.mkdir(parents=True, exist_ok=True)
    site.picture(PICTURES / f"{browser}-table.png")
    seen(site, "[data-end]", 5 * WAIT)


def test_a_reload_keeps_the_games_and_the_page_says_what_the_browser_keeps(site: Hands, browser: str) -> None:
    library(site)
    begin(site, "cauldron", "first", {})
    decide(site)
    version = site.run("document.querySelector('.game').dataset.version")
    site.reload()
    seen(site, f'.game[data-version="{version}"]')
    library(site)
    ready(site)
    wait(site, "document.querySelector('[data-used]').innerText !== ''")
    site.picture(PICTURES / f"{browser}-library.png")
    assert count(site, "[data-resume]") >= 1


def test_the_site_plays_on_without_its_host(site: Hands, host: Host) -> None:
    library(site)
    seen(site, "[data-offline=true]")
    games = count(site, "[data-resume]")
    host.stop()
    try:
        site.reload()
        ready(site)
        seen(site, "[data-resume]")
        assert count(site, "[data-resume]") == games
        begin(site, "cauldron", "first", {})
        decide(site)
    finally:
        host.start()


def test_the_server_shows_every_action_and_a_reload_keeps_the_place(hands: Hands, server: Server, browser: str) -> None:
    hands.go(f"{server.url}/#/")
    seen(hands, "[data-set-up]")
    begin(hands, "donnerschlag", "first", {})
    match = str(hands.run("location.hash")).rpartition("/")[2]
    decide(hands)
    # An action that comes from elsewhere arrives over the open line.
    state = server.state(match)
    after = server.play(match, state["decision"]["actions"][0]["text"])
    seen(hands, f'.game[data-version="{after["version"]}"]')
    hands.reload()
    seen(hands, f'.game[data-version="{after["version"]}"]')
    seen(hands, ".board [data-piece]")
    time.sleep(3)  # the ground is drawn in workers
    PICTURES.mkdir(parents=True, exist_ok=True)
    hands.picture(PICTURES / f"{browser}-server.png")


def test_the_server_plays_a_whole_game_between_bots(hands: Hands, server: Server) -> None:
    hands.go(f"{server.url}/#/")
    seen(hands, "[data-set-up]")
    begin(hands, "inferno", "solo", {"german": "random"})
    seen(hands, "[data-end]", 5 * WAIT)
