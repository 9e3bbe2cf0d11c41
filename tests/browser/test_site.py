"""The table at a link: the folder that `make site` writes, on a plain static server, under a path of its own."""

from __future__ import annotations

import functools
import json
import shutil
import threading
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from mamayev.match.match import Match
from mamayev.match.record import Record
from mamayev.testing.golden import Golden

from .conftest import SCREEN, Server, Table, free_port
from .test_lesson import follow

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
BOXES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
WAIT = 120_000  # milliseconds; Python is compiled for the browser anew in each page
LAST = 12  # so many plies of a game are left to bots


class Files(SimpleHTTPRequestHandler):
    """A host that knows files, and nothing of us."""

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix("/some/path/")
        return super().translate_path(inside if inside != path else "nowhere")

    def log_message(self, format: str, *args: object) -> None:
        return


class Host:
    """A static server, and the folder on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/some/path/"
        self.start()

    def start(self) -> None:
        handler = functools.partial(Files, directory=str(self.folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Link(Table):
    """A page of the table at a link."""

    def __init__(self, context: BrowserContext, host: Host, elsewhere: list[str]) -> None:
        super().__init__(context.new_page(), cast(Server, None))
        self.context, self.host = context, host
        self.page.set_default_timeout(WAIT)
        self.page.on(
            "request",
            lambda asked: None if asked.url.startswith((host.url, "data:", "blob:")) else elsewhere.append(asked.url),
        )
        self.page.on("pageerror", lambda error: elsewhere.append(f"error in the page: {error}"))

    def shelf(self) -> None:
        self.page.goto(f"{self.host.url}#/")
        self.page.locator("[data-game] svg").first.wait_for()

    def ready(self) -> None:
        self.page.locator("[data-house=loading]").wait_for(state="detached")
        expect(self.page.locator("[data-house=failed]")).to_have_count(0)

    def bring(self, name: str, record: str) -> None:
        """Bring a saved game in; its table opens."""
        self.shelf()
        file: Any = {"name": name, "mimeType": "application/json", "buffer": record.encode()}
        self.page.locator("[data-import]").set_input_files(file)
        self.page.wait_for_url("**/#/play/*")
        expect(self.page.locator(".game[data-version]")).to_be_attached(timeout=WAIT)

    def choose_first(self) -> None:
        """Play the first of all legal actions."""
        version = int(self.page.locator(".game").get_attribute("data-version") or 0)
        self.page.locator("[data-list]").click()
        self.page.locator("#listed [data-action]").first.click()
        expect(self.page.locator(f'.game[data-version="{version + 1}"]')).to_be_attached(timeout=WAIT)

    def record(self) -> Any:
        """The record of the open table, as the menu gives it."""
        self.page.locator("[data-menu]").click()
        with self.page.expect_download() as given:
            self.page.locator("a[download]").first.click()
        self.page.keyboard.press("Escape")
        return json.loads(given.value.path().read_bytes())


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    site = ROOT / "build" / "site"
    assert (site / "files.json").is_file(), "there is no folder to try: make site"
    folder = tmp_path_factory.mktemp("host") / "site"
    shutil.copytree(site, folder)
    host = Host(folder)
    yield host
    host.stop()


@pytest.fixture(scope="module")
def elsewhere() -> list[str]:
    """What was asked of another origin."""
    return []


@pytest.fixture(scope="module")
def context(chromium: Browser, elsewhere: list[str]) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport=SCREEN, reduced_motion="reduce")
    yield context
    context.close()
    assert elsewhere == []


@pytest.fixture(scope="module")
def at(context: BrowserContext, host: Host, elsewhere: list[str]) -> Link:
    """A page that has come for the first time: the shelf and the rules are there while the games are on their way, and
    what is begun meanwhile waits, or is let go of."""
    link = Link(context, host, elsewhere)
    held: list[Route] = []
    context.route("**/table.zip.gz", lambda route: held.append(route))
    link.shelf()
    page = link.page
    expect(page.locator("[data-house=loading]")).to_contain_text("on its way")
    page.locator('[data-learn="cauldron"]').click()
    page.locator("[data-waiting]").wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-waiting]").wait_for(state="detached")
    page.locator('[data-learn="cauldron"]').click()
    context.unroute("**/table.zip.gz")
    for route in held:
        route.continue_()
    page.locator("[data-lesson]").wait_for()
    return link


def test_a_whole_lesson(at: Link) -> None:
    expect(at.page.locator("[data-lesson]")).to_contain_text("General Paulus")
    follow(at, 90)
    expect(at.page.locator("[data-go-on]")).to_be_visible()


@pytest.mark.parametrize("game", BOXES)
def test_a_whole_game_of_each_box(at: Link, game: str) -> None:
    file = sorted((ROOT / "tests" / "golden" / game).glob("*.json"))[-1]
    record = Record.from_json(msgspec.json.decode(file.read_bytes(), type=Golden).record)
    begun = Match.from_record(record, len(record.log) - LAST, run_on=True)
    at.bring(f"{game}.json", begun.to_json())
    at.page.locator("[data-menu]").click()
    for seat in at.page.locator("select[data-seat]:not(:disabled)").all():
        seat.select_option(index=1)
    at.page.keyboard.press("Escape")
    name = at.match
    at.shelf()
    expect(at.page.locator(f'li:has(a[href*="{name}"]) [data-move].over')).to_be_visible(timeout=WAIT)


def test_a_record_goes_to_a_server_and_back(at: Link, server: Server) -> None:
    at.bring("game.json", json.dumps(server.get(f"/api/matches/{server.begin('cauldron')}/record")))
    at.choose_first()
    record = at.record()
    there = server.post("/api/records", record)["id"]
    assert server.get(f"/api/matches/{there}/record")["log"] == record["log"]
    at.bring("back.json", json.dumps(server.get(f"/api/matches/{there}/record")))
    assert at.record()["log"] == record["log"]


def test_a_second_tab_is_told(at: Link, context: BrowserContext, host: Host, elsewhere: list[str]) -> None:
    second = Link(context, host, elsewhere)
    second.shelf()
    expect(second.page.locator("[data-house=failed]")).to_contain_text("open in another tab")
    second.page.close()


def test_all_games_as_one_file(at: Link) -> None:
    at.shelf()
    with at.page.expect_download() as given:
        at.page.locator("[data-save-all]").click()
    data: Any = {"name": "all.jsonl", "mimeType": "text/plain", "buffer": given.value.path().read_bytes()}
    at.page.locator("[data-load-all]").set_input_files(data)
    expect(at.page.locator("[data-this-browser] [role=status]")).to_contain_text("0 games taken in")
    at.page.locator("[data-load-all]").set_input_files({**data, "buffer": b"no backup"})
    expect(at.page.locator("[data-this-browser] [role=status]")).to_contain_text("is not a complete backup")


def test_the_table_goes_on_without_its_host(at: Link, host: Host) -> None:
    at.shelf()
    at.page.locator("[data-offline=true]").wait_for()
    games = at.page.locator("[data-resume]").count()
    host.stop()
    try:
        at.page.reload()
        at.ready()
        expect(at.page.locator("[data-resume]")).to_have_count(games, timeout=WAIT)
        at.page.locator("[data-resume]").first.click()
        expect(at.page.locator(".board [data-space]").first).to_be_attached(timeout=WAIT)
    finally:
        host.start()


def test_a_newer_version_is_offered_and_taken_when_the_player_says_so(at: Link, host: Host) -> None:
    old = json.loads((host.folder / "files.json").read_text())["version"]
    for name in ("service.js", "files.json", "index.html"):
        file = host.folder / name
        file.write_text(file.read_text().replace(old, "next"))
    listed = json.loads((host.folder / "files.json").read_text())
    page = next(one for one in listed["files"] if one["name"] == "index.html")
    page["integrity"] = integrity((host.folder / "index.html").read_bytes())
    (host.folder / "files.json").write_text(json.dumps(listed))
    at.shelf()
    expect(at.page.locator("[data-version]")).to_contain_text(old)
    at.page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    at.page.locator("[data-newer]").click()
    expect(at.page.locator("[data-version]")).to_contain_text("next · newest", timeout=WAIT)


def integrity(data: bytes) -> str:
    return f"sha256-{b64encode(sha256(data).digest()).decode()}"


def test_a_file_that_does_not_come_is_told(chromium: Browser, host: Host) -> None:
    context = chromium.new_context(viewport=SCREEN)
    context.route("**/libraries.zip.gz", lambda route: route.abort())
    page = context.new_page()
    page.goto(host.url)
    expect(page.locator("[data-house=failed]")).to_contain_text("A file did not come", timeout=WAIT)
    expect(page.locator("[data-house=failed] button")).to_have_text("Try again")
    context.close()
