"""The clocks at the table, in two browsers: they tick, they are read out, and a game without time is claimed."""

import os
import re
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from mamayev.match.match import Match
from mamayev.server.app import create_app
from mamayev.server.clock import written
from mamayev.server.club.pace import LivePace, Pace, Terms, agree
from mamayev.server.keys import new_keys
from mamayev.server.rooms import Begun

from .conftest import free_port

pytestmark = pytest.mark.browser
GAME, SEATS = "skirmish", ("blue", "red")
PACES: dict[str, Pace | None] = {"claimed": LivePace(2), "bot": LivePace(2), "read": LivePace(20), "none": None}


class Club(NamedTuple):
    """A club on this machine: its address, its database, and its games with the keys of their seats."""

    address: str
    file: Path
    games: dict[str, tuple[str, dict[str, str]]]

    def open(self, chromium: Browser, game: str, seat: str) -> Page:
        match_id, keys = self.games[game]
        page = chromium.new_context(reduced_motion="reduce").new_page()
        page.goto(f"{self.address}/#/match/{match_id}/{keys[seat]}")
        page.wait_for_selector(".game[data-busy='false']")
        return page

    def left(self, game: str, milliseconds: int) -> None:
        """Leave this time on the clock that runs."""
        since = written(datetime.now(UTC))
        with sqlite3.connect(self.file, timeout=10) as database:
            database.execute(
                "UPDATE club_clocks SET left = ?, since = ? WHERE match = ? AND since IS NOT NULL",
                (milliseconds, since, self.games[game][0]),
            )
        database.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder, port = tmp_path_factory.mktemp("clocks"), free_port()
    address, file, settings = f"http://localhost:{port}", folder / "games.sqlite", folder / "club.toml"
    settings.write_text(f'name = "Clocks"\naddress = "{address}"\nimprint = "Jan Novak"\n', encoding="utf-8")
    app = create_app(f"sqlite:///{file}", club=settings)
    games = {}
    for name, pace in PACES.items():
        keys = new_keys(SEATS)
        new = Begun(Match.new(GAME, seed=3), {}, name, keys)
        [room] = app.state.parts.rooms.add_together(
            [new], lambda connection, rooms, pace=pace: agree(connection, rooms[0].id, Terms(pace))
        )
        games[name] = (room.id, keys)
    app.state.parts.access.stop()
    app.state.parts.store.close()
    command = [sys.executable, "-m", "mamayev", "serve", "--no-browser", "--port", str(port), "--club", str(settings)]
    process = subprocess.Popen([*command, "--db", f"sqlite:///{file}"], stdout=subprocess.DEVNULL, env=os.environ)
    end = time.monotonic() + 30
    while True:
        try:
            urllib.request.urlopen(f"{address}/api/health", timeout=5).close()
            break
        except OSError:
            assert process.poll() is None, "the server has stopped"
            assert time.monotonic() < end
            time.sleep(0.1)
    yield Club(address, file, games)
    process.terminate()
    process.wait(timeout=20)


def seconds(page: Page, seat: str) -> int:
    """What a clock of less than an hour shows."""
    minutes, rest = page.locator(f"[data-clock={seat}] b").inner_text().split(":")
    return 60 * int(minutes) + int(rest)


def test_two_players_see_the_same_clocks_and_a_game_without_time_is_claimed(chromium: Browser, club: Club) -> None:
    blue, red = club.open(chromium, "claimed", "blue"), club.open(chromium, "claimed", "red")
    for page, first in ((blue, "blue"), (red, "red")):
        expect(page.locator("[data-clock]")).to_have_count(2)
        assert page.locator("[data-clock]").first.get_attribute("data-clock") == first
        expect(page.locator(".clock.runs")).to_have_attribute("data-clock", "blue")
    shown = [seconds(page, "blue") for page in (blue, red)]
    assert abs(shown[0] - shown[1]) <= 2
    assert seconds(red, "red") == 120
    blue.locator("[data-clock=blue]").click()
    card = blue.locator("[data-clock-card]")
    expect(card).to_contain_text("Your clock is running")
    expect(card).to_contain_text("live: 2 minutes")
    expect(card.get_by_role("meter")).to_be_visible()
    blue.keyboard.press("Escape")
    expect(card).to_have_count(0)
    club.left("claimed", 1_500)
    blue.reload()
    red.reload()
    expect(blue.locator("[data-time-up]")).to_contain_text("Your time is up")
    expect(red.locator("[data-time-up]")).to_contain_text("is out of time")
    red.locator("[data-claim]").click()
    for page in (blue, red):
        expect(page.locator(".game")).to_contain_text(re.compile("lost on time|run out of time"))
        expect(page.locator("[data-clock]")).to_have_count(0)
        page.context.close()


def test_the_seat_of_a_player_without_time_goes_to_a_bot(chromium: Browser, club: Club) -> None:
    red = club.open(chromium, "bot", "red")
    club.left("bot", 500)
    red.reload()
    red.set_viewport_size({"width": 1440, "height": 900})
    asked = red.locator("aside .ask")
    expect(asked.locator("[data-time-up]")).to_be_visible()
    assert asked.evaluate("one => one.scrollHeight <= one.clientHeight + 1")  # all that is asked, without scrolling
    red.locator("[data-time-up] select").select_option("random")
    red.locator("[data-give]").click()
    expect(red.locator("[data-time-up]")).to_have_count(0)
    expect(red.locator(".clock.runs")).to_have_attribute("data-clock", "red")
    red.context.close()


def test_the_clock_is_read_at_a_tenth_and_in_each_of_the_last_minutes(chromium: Browser, club: Club) -> None:
    blue = club.open(chromium, "read", "blue")
    news = blue.locator("[data-clock-news]")
    for left, said in (
        (10 * 60_000, "You: half of the time is left, 10 minutes."),
        (2 * 60_000, "You: 10% of the time is left, 2 minutes."),
        (60_000, "You: 1 minute left."),
    ):
        club.left("read", left + 2_500)
        blue.reload()
        blue.wait_for_selector("[data-clock]")
        expect(news).to_have_text("")
        expect(news).to_have_text(said)
    blue.context.close()


def test_both_agree_to_a_pause(chromium: Browser, club: Club) -> None:
    blue, red = club.open(chromium, "read", "blue"), club.open(chromium, "read", "red")
    blue.locator("[data-clock=blue]").click()
    blue.get_by_role("button", name="Ask for a pause").click()
    red.locator("[data-clock=blue]").click()
    red.get_by_role("button", name="Agree to a pause").click()
    for page in (blue, red):
        expect(page.locator(".clock.runs")).to_have_count(0)
        expect(page.locator("[data-clock=red]")).to_contain_text("paused by both players")
    red.get_by_role("button", name="End the pause").click()
    expect(blue.locator(".clock.runs")).to_have_attribute("data-clock", "blue")
    for page in (blue, red):
        page.context.close()


def test_on_a_phone_the_own_clock_is_told_by_its_whole_name(chromium: Browser, club: Club) -> None:
    page = club.open(chromium, "read", "blue")
    page.set_viewport_size({"width": 360, "height": 740})
    own = page.locator("[data-clock=blue] .who")
    expect(own).to_have_text("You")
    assert own.evaluate("one => one.scrollWidth <= one.clientWidth")
    expect(page.locator("[data-clock=red]")).to_be_in_viewport(ratio=1)
    page.context.close()


def test_a_game_without_a_pace_has_no_clocks(chromium: Browser, club: Club) -> None:
    page = club.open(chromium, "none", "blue")
    with page.expect_response(re.compile("/clocks$")):
        page.reload()
    page.wait_for_selector(".game[data-busy='false']")
    expect(page.locator("[data-clock]")).to_have_count(0)
    expect(page.locator(".phases")).to_be_visible()
    page.context.close()
