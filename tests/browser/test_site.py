"""The table at a link: the folder that `make site` writes, on a plain static server, under a path of its own."""

from __future__ import annotations

import functools
import gzip
import json
import random
import re
import shutil
import sqlite3
import threading
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from http.server import ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import ClassVar, cast
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Locator, Page, Route, expect

import mamayev
from mamayev.engine.foresight import Budget
from mamayev.engine.registry import find
from mamayev.match.match import Record
from mamayev.match.studies import Annotation, Chapter, Study
from mamayev.players.levels import Strategist

from .conftest import SCREEN, Server, Table, free_port
from .conftest import WAIT as SERVED
from .hosts import Breaking, Clean, Compressing, Declaring, Files, Forgetful, Ignorant, Lasting, Meddling, Packing
from .test_lesson import follow
from .test_trusted import allowed

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
WAIT = 120_000  # milliseconds; Python is compiled for the browser anew in each page


def payload(name: str, data: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/json", "buffer": data}


class Host:
    """A static server, and the folder on it."""

    def __init__(self, folder: Path, kind: type[Files] = Files) -> None:
        self.folder = folder
        self.kind = kind
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/some/path/"
        self.start()

    def start(self) -> None:
        handler = functools.partial(self.kind, directory=str(self.folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def publish_newer(folder: Path) -> str:
    """Put the same table under a newer version into the place of a folder; returns the version it had."""
    listed = json.loads((folder / "files.json").read_text())
    version = str(listed["version"])
    for name in ("index.html", "service.js", "files.json"):
        file = folder / name
        file.write_text(file.read_text().replace(version, f"{version}1"))
    old = next(one["integrity"] for one in listed["files"] if one["name"] == "index.html")
    new = b64encode(sha256((folder / "index.html").read_bytes()).digest()).decode()
    files = folder / "files.json"
    files.write_text(files.read_text().replace(old, f"sha256-{new}"))
    return version


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

    def library(self) -> None:
        self.page.goto(f"{self.host.url}#/")
        self.page.locator("[data-game] svg").first.wait_for()

    def list(self) -> None:
        """The library once more, with the games as they are now."""
        self.page.evaluate("location.hash = '#/settings'")
        self.page.evaluate("location.hash = '#/'")
        self.page.locator("[data-save-all]:enabled").wait_for()

    def begin(self, game: str, preset: str, seed: int, players: dict[str, str]) -> str:
        """Set up a game with these players at their seats; returns its id."""
        self.page.locator(f'[data-set-up="{game}"]').click()
        self.page.locator(f'[data-choice="{preset}"]').check()
        for seat, bot in players.items():
            self.page.locator(f'[data-who="{seat}:{"human" if bot == "human" else "bot"}"]').check()
            if bot != "human":
                self.page.locator(f'[data-bot="{seat}:{bot}"]').check()
        self.page.locator('[data-group="name"] > summary').click()
        self.page.locator("#seed").fill(str(seed))
        self.page.locator("[data-begin]").click()
        self.page.locator(".game[data-version]").wait_for()
        return self.match

    def resume(self, match: str) -> Locator:
        """The link to a game in the list of all."""
        return self.page.locator(f'[data-match="{match}"] [data-resume]')

    def export(self, match: str) -> bytes:
        """The file of a game, from the list."""
        self.page.locator(f'[data-match="{match}"] [data-more]').click()
        with self.page.expect_download() as given:
            self.page.locator(f'[data-match="{match}"] a[download]').click()
        return given.value.path().read_bytes()

    def ready(self) -> None:
        self.page.locator("[data-house=loading]").wait_for(state="detached")
        expect(self.page.locator("[data-house=failed] p")).to_have_text([])


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    site = ROOT / "build" / "site"
    assert (site / "files.json").is_file(), "there is no folder to try: make site"
    folder = tmp_path_factory.mktemp("host") / "site"
    shutil.copytree(site, folder)
    host = Host(folder)
    yield host
    host.stop()


@pytest.fixture(scope="module", autouse=True)
def _patience() -> Iterator[None]:
    """What a server does at once, Python in a browser does on a machine that is at work."""
    expect.set_options(timeout=WAIT)
    yield
    expect.set_options(timeout=SERVED)


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
    """A first visit: the library and the rules are there while the games load, and what is started meanwhile waits or
    is dropped."""
    link = Link(context, host, elsewhere)
    held: list[Route] = []
    context.route("**/table.zip.gz", lambda route: held.append(route))
    link.library()
    page = link.page
    expect(page.locator("[data-house=loading]")).to_contain_text("Loading the table")
    learn = page.locator('[data-learn="cauldron"]')
    learn.click()
    page.locator("[data-waiting]").wait_for()
    expect(learn).to_contain_text("Starts when loaded")
    page.keyboard.press("Escape")
    page.locator("[data-waiting]").wait_for(state="detached")
    expect(learn).to_contain_text("Learn")
    learn.click()
    for route in held:
        route.continue_()
    held.clear()
    context.unroute("**/table.zip.gz")
    page.locator("[data-lesson]").wait_for()
    return link


def test_a_whole_lesson(at: Link) -> None:
    follow(at, 90)


def test_a_second_tab_is_told(at: Link, context: BrowserContext, host: Host, elsewhere: list[str]) -> None:
    second = Link(context, host, elsewhere)
    second.library()
    expect(second.page.locator("[data-house=failed]")).to_contain_text("open in another tab")
    second.page.close()


def test_all_games_as_one_file(at: Link) -> None:
    at.library()
    with at.page.expect_download() as given:
        at.page.locator("[data-save-all]").click()
    every = given.value.path().read_bytes()
    at.page.locator("[data-load-all]").set_input_files(payload("all.jsonl", every))
    expect(at.page.locator("[data-this-browser] [role=status]")).to_contain_text("0 games loaded")
    at.page.locator("[data-load-all]").set_input_files(payload("all.jsonl", b"no backup"))
    expect(at.page.locator("[data-this-browser] [role=status]")).to_contain_text("is not a complete backup")
    # Each place knows the other's kind of file: it says where that is opened, or opens it.
    at.page.locator("[data-import]").set_input_files(payload("all.jsonl", every))
    expect(at.page.get_by_role("alert")).to_contain_text("“Load all” under “This browser”")
    one = mamayev.new("barbarossa", seed=5).to_json()
    at.page.locator("[data-load-all]").set_input_files(payload("one.json", one.encode()))
    expect(at.page.locator('[data-outcome="begun"]')).to_contain_text("Barbarossa is new here")
    # One that the rules stop is played on in a branch, whichever door it comes by.
    at.library()
    stopped = json.loads(one)
    del stopped["checksum"]
    stopped |= {"rules": "0", "log": ["historical", "confirm", "halt"]}
    at.page.locator("[data-load-all]:enabled").set_input_files(payload("old.json", json.dumps(stopped).encode()))
    at.page.locator("[data-this-browser] [data-play-on]").click()
    expect(at.page.get_by_role("group", name="Board")).to_be_visible()


def test_a_study_is_opened_from_a_file_and_goes_on(at: Link) -> None:
    match = mamayev.new("cauldron", seed=5)
    match.record.studies = [Study("", "A plan", (Annotation(1, "Here."),), (Chapter(1, "The start"),))]
    at.library()
    at.page.locator("[data-import]").set_input_files(payload("study.json", match.to_json().encode()))
    expect(at.page.locator('[data-study="1"]')).to_be_attached()
    expect(at.page.locator("[data-title]")).to_have_value("A plan")
    expect(at.page.locator("[data-lead]")).to_have_count(0)
    comment = at.page.locator("textarea[data-comment]")
    expect(comment).to_have_value("Here.")
    comment.fill("Here it turns.")
    at.page.locator('[data-saved="yes"]').wait_for()
    with at.page.expect_download() as given:
        at.page.locator("[data-save]").click()
    saved = Record.from_json(given.value.path().read_bytes())
    assert not saved.altered
    assert saved.studies[0].notes == (Annotation(1, "Here it turns."),)
    # The link to a moment opens with its comment.
    address = at.page.url.replace("#/study/", "#/match/")
    at.list()
    at.page.evaluate("address => (location.href = address)", address)
    expect(at.page.locator("[data-noted]")).to_have_text("Here it turns.")


# The seeds are those of short games.
GAMES = {
    "cauldron": ("first", 7, ("german",)),
    "inferno": ("solo", 1, ("german",)),
    "donnerschlag": ("first", 1, ("axis", "soviet")),
    "barbarossa": ("classic", 1, ("german", "russian")),
}


def test_a_whole_game_of_each_box(at: Link) -> None:
    at.library()
    matches = []
    for game, (preset, seed, seats) in GAMES.items():
        matches.append(at.begin(game, preset, seed, dict.fromkeys(seats, "random")))
        at.page.evaluate("location.hash = '#/'")
    for match in matches:
        while at.resume(match).text_content() != "Review":
            at.page.wait_for_timeout(500)
            at.list()
    for match in matches:
        at.resume(match).click()
        at.page.locator("[data-end]").wait_for()
        at.page.evaluate("location.hash = '#/'")


def test_a_record_goes_to_a_server_and_comes_back(at: Link, own: Server) -> None:
    at.library()
    match = at.begin("inferno", "solo", 3, {"german": "human"})
    at.list()
    begun = json.loads(at.export(match))
    there = own.post("/api/records", begun)
    own.play(there["id"], there["decision"]["actions"][0]["text"])
    after = own.get(f"/api/matches/{there['id']}/record")
    assert after["log"] != begun["log"]
    at.page.locator("[data-import]").set_input_files(payload("game.mamayev.json", json.dumps(after).encode()))
    at.page.locator(".game[data-version]").wait_for()
    back = at.match
    at.list()
    assert json.loads(at.export(back))["log"] == after["log"]


KEPT = """async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
    const store = (await done(indexedDB.open(names[0]))).transaction("blocks").objectStore("blocks");
    const blocks = await done(store.getAll(IDBKeyRange.lowerBound(0)));
    const text = (block) => btoa(Array.from(block, (byte) => String.fromCharCode(byte)).join(""));
    return { names, size: await done(store.get("size")), blocks: blocks.map(text) };
}"""


def test_what_the_browser_keeps_is_a_database_with_all_that_was_answered(at: Link, host: Host, tmp_path: Path) -> None:
    at.library()
    matches = set()
    for seed in (5, 6):
        matches.add(at.begin("inferno", "solo", seed, {"german": "human"}))
        at.list()
    kept = at.page.evaluate(KEPT)
    assert kept["names"] == [f"mamayev {urlsplit(host.url).path}python/"]
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"".join(b64decode(block) for block in kept["blocks"]))
    assert file.stat().st_size == kept["size"]
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        ids = {row[0] for row in database.execute("SELECT id FROM matches")}
    assert matches <= ids


def test_the_table_goes_on_without_its_host(at: Link, host: Host) -> None:
    at.library()
    at.page.locator("[data-offline=true]").wait_for()
    games = at.page.locator("[data-resume]").count()
    host.stop()
    try:
        at.page.reload()
        at.ready()
        expect(at.page.locator("[data-resume]")).to_have_count(games)
        # A new game, and one that is resumed, go on as ever.
        begun = at.begin("cauldron", "first", 7, {"german": "human"})
        expect(at.page.locator(".board [data-space]").first).to_be_attached()
        version = at.page.locator(".game").get_attribute("data-version")
        at.page.locator("[data-list]").click()
        at.page.locator("#listed [data-action]").first.click()
        expect(at.page.locator(f'.game[data-version="{version}"]')).to_have_count(0)
        at.list()
        at.resume(begun).click()
        expect(at.page.locator(f'.game[data-version]:not([data-version="{version}"])')).to_be_attached()
    finally:
        host.start()


def test_the_browser_finds_nothing_that_bars_it_from_being_installed(
    chromium: Browser, program: str, host: Host, tmp_path: Path
) -> None:
    # A private window, which other contexts are, installs nothing.
    context = chromium.browser_type.launch_persistent_context(tmp_path, executable_path=program)
    page = context.new_page()
    page.goto(host.url)
    page.locator("[data-offline=true]").wait_for(timeout=WAIT)
    session = context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert (found["url"], found["errors"]) == (f"{host.url}manifest.webmanifest", [])
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = json.loads(found["data"])
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert page.request.get(f"{host.url}{icon['src']}").headers["content-type"] == icon["type"]
    context.close()


@pytest.mark.parametrize(("kind", "end"), [(Files, ".gz"), (Packing, "")])
def test_the_runtime_comes_packed_once_and_is_kept_as_it_is(
    chromium: Browser, host: Host, kind: type[Files], end: str
) -> None:
    own = Host(host.folder, kind)
    (wasm,) = (host.folder / "python").glob("*.wasm")
    context = chromium.new_context(viewport=SCREEN)
    try:
        got: list[str] = []
        page = context.new_page()
        page.on("request", lambda one: got.append(one.url.split("/")[-1]) if one.method == "GET" else None)
        page.goto(own.url)
        page.locator("[data-offline=true]").wait_for(timeout=WAIT)
        assert {name for name in got if ".wasm" in name} == {wasm.name + end}
        kept = page.evaluate(
            """async url => {
                const answer = await caches.match(url);
                return [answer.headers.get("content-type"), (await answer.arrayBuffer()).byteLength];
            }""",
            f"{own.url}python/{wasm.name}",
        )
        assert kept == ["application/wasm", wasm.stat().st_size]
    finally:
        own.stop()
    page.reload()
    page.locator("[data-house=loading]").wait_for(state="detached", timeout=WAIT)
    expect(page.locator("[data-house=failed] p")).to_have_text([])
    context.close()


@pytest.mark.parametrize("kind", [Ignorant, Compressing, Declaring, Clean, Lasting])
def test_the_table_plays_from_any_host_and_then_without_it(chromium: Browser, host: Host, kind: type[Files]) -> None:
    own = Host(host.folder, kind)
    context = chromium.new_context(viewport=SCREEN)
    at = Link(context, own, [])
    try:
        at.library()
        at.page.locator("[data-offline=true]").wait_for()
        expect(at.page.locator("[data-version]")).to_contain_text("newest")
    finally:
        own.stop()
    for address in (own.url, f"{own.url}index.html"):
        at.page.goto(address)
        at.ready()
        at.page.locator("[data-save-all]:enabled").wait_for()
    expect(at.page.locator("[data-version]")).to_contain_text("could not check for updates")
    context.close()


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (Meddling, "The host sent a changed file (index.html)"),
        (Forgetful, "The host did not send a file (licences.md: 404)"),
    ],
)
def test_the_page_says_why_it_does_not_play_offline(
    chromium: Browser, host: Host, kind: type[Files], told: str
) -> None:
    own = Host(host.folder, kind)
    context = chromium.new_context(viewport=SCREEN)
    at = Link(context, own, [])
    at.library()
    expect(at.page.locator("[data-offline=false]")).to_contain_text(f"not yet. {told}")
    at.page.locator("[data-save-all]:enabled").wait_for()  # it plays all the same
    context.close()
    own.stop()


HALVED = """async part => {
    const found = [];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) {
            if (!new RegExp(part).test(url)) continue;
            const bytes = await (await cache.match(url)).arrayBuffer();
            const half = bytes.slice(0, bytes.byteLength / 2);
            const type = url.endsWith(".js") ? "text/javascript" : url.endsWith(".html") ? "text/html" : "";
            await cache.put(url, new Response(half, { headers: { "Content-Type": type } }));
            found.push(url);
        }
    }
    return found;
}"""
"""Cut the files that the browser keeps in half whose address fits."""

GONE = """async part => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
            if (new RegExp(part).test(request.url)) await cache.delete(request);
    }
}"""


@pytest.mark.parametrize(
    "part",
    [
        "zip.gz$",
        r"\.wasm$",
        "pyodide.*js$",
        "index.html$",
        "assets/.*js$",
        "files.json$",
        "(zip.gz|wasm|js|json|html)$",
    ],
)
def test_damaged_files_come_again_and_the_games_stay(at: Link, part: str) -> None:
    at.library()
    at.page.locator("[data-offline=true]").wait_for()
    at.page.locator("[data-save-all]:enabled").wait_for()
    games = at.page.locator("[data-resume]").count()
    assert at.page.evaluate(HALVED, part)
    at.page.reload()
    at.page.locator("[data-save-all]:enabled").wait_for()
    at.ready()
    expect(at.page.locator("[data-resume]")).to_have_count(games)


def test_files_that_are_gone_come_again(at: Link, host: Host) -> None:
    at.library()
    at.page.locator("[data-offline=true]").wait_for()
    at.page.evaluate(GONE, "(table|standard).zip.gz$|worker|wasm$|icon")
    at.page.reload()
    at.page.locator("[data-save-all]:enabled").wait_for()
    expected = len(json.loads((host.folder / "files.json").read_text())["files"])  # one of two kinds of WebAssembly
    at.page.wait_for_function(
        """async count => (await (await caches.open((await caches.keys())[0])).keys()).length === count""", arg=expected
    )


def test_a_damaged_file_that_cannot_be_had_again_is_told(at: Link, host: Host) -> None:
    at.library()
    at.page.locator("[data-offline=true]").wait_for()
    at.page.locator("[data-save-all]:enabled").wait_for()
    assert at.page.evaluate(HALVED, "table.zip.gz$")
    host.stop()
    # The browser itself may still have it from before, and would give it without the host.
    at.context.new_cdp_session(at.page).send("Network.clearBrowserCache")
    try:
        at.page.reload()
        told = "A stored file is damaged and could not be downloaded again (python/table.zip.gz"
        expect(at.page.locator("[data-house=failed]")).to_contain_text(told)
    finally:
        host.start()
    at.page.locator("[data-house=failed] button").click()
    at.page.locator("[data-save-all]:enabled").wait_for()
    at.ready()


@pytest.mark.parametrize("file", ["libraries.zip.gz", "*.wasm*", "standard.zip.gz", "worker-*.js"])
@pytest.mark.parametrize("answered", [True, False], ids=["not found", "no answer"])
def test_a_file_that_does_not_come_is_told(chromium: Browser, host: Host, file: str, answered: bool) -> None:
    context = chromium.new_context(viewport=SCREEN, service_workers="block")
    context.route(f"**/{file}", lambda route: route.fulfill(status=404) if answered else route.abort())
    page = context.new_page()
    page.goto(host.url)
    expect(page.locator("[data-house=failed]")).to_contain_text("Could not download a file", timeout=WAIT)
    expect(page.locator("[data-house=failed] button")).to_have_text("Try again")
    context.close()


@pytest.mark.parametrize("file", ["table.zip.gz", "libraries.zip.gz", "standard.zip.gz", "*.wasm.gz", "*.wasm"])
def test_a_file_that_breaks_off_is_told(chromium: Browser, host: Host, file: str) -> None:
    own = Host(host.folder, Breaking if file == "*.wasm" else Files)
    (whole,) = (host.folder / "python").glob(file)
    context = chromium.new_context(viewport=SCREEN, service_workers="block")
    if file != "*.wasm":
        part = whole.read_bytes()[: whole.stat().st_size // 2]
        context.route(f"**/{whole.name}", lambda route: route.fulfill(body=part))
    page = context.new_page()
    page.goto(own.url)
    name = re.escape(whole.name.removesuffix(".gz"))
    told = re.compile(rf"Could not download a file \(\S*{name}\S*: \w+: ")
    expect(page.locator("[data-house=failed]")).to_contain_text(told, timeout=WAIT)
    context.close()
    own.stop()


@pytest.mark.parametrize(
    ("file", "asked", "told"),
    [
        ("Library-*.js", "#/rules/inferno", "This page could not load"),
        ("Mail-*.js", "#/mail", "This page could not load"),
        ("NewGame-*.js", "", "This page could not load"),
        ("written/games/inferno/rules.json", "#/rules/inferno", "Could not download a file (written/games/inferno"),
    ],
)
def test_a_part_of_the_page_that_does_not_come_is_told(
    chromium: Browser, host: Host, file: str, asked: str, told: str
) -> None:
    context = chromium.new_context(viewport=SCREEN, service_workers="block")
    context.route("**/python/*", lambda _: None)  # the pages of the library and of the rules do not wait for Python
    context.route(f"**/{file}", lambda route: route.abort())
    page = context.new_page()
    page.goto(host.url + asked)
    if not asked:
        page.locator("[data-set-up]").first.click()
    expect(page.get_by_role("alert")).to_contain_text(told)
    context.close()


def test_a_page_that_is_opened_as_a_file_says_what_to_do(chromium: Browser, host: Host) -> None:
    page = chromium.new_page()
    page.goto((host.folder / "index.html").as_uri())
    expect(page.locator("#unserved")).to_be_visible()
    expect(page.locator("#unserved")).to_contain_text("run “python3 -m http.server” in the folder")
    page.goto(host.url)
    expect(page.locator("[data-game]").first).to_be_visible()
    expect(page.locator("#unserved")).to_be_hidden()
    page.close()


def failure(page: Page) -> str:
    """What the strip says of a page that cannot play; the library stands there all the same, and nothing else tells."""
    said = page.locator("[data-house=failed]").inner_text(timeout=WAIT)
    expect(page.locator("[data-game]")).to_have_count(len(GAMES))
    expect(page.locator(".problem")).to_have_count(0)
    return said


def test_a_browser_without_webassembly_is_told(chromium: Browser, host: Host) -> None:
    context = chromium.new_context(viewport=SCREEN, service_workers="block")
    (file,) = (host.folder / "assets").glob("worker-*.js")
    ours = file.read_text()
    file.write_text(f"delete globalThis.WebAssembly;{ours}")
    page = context.new_page()
    page.goto(host.url)
    assert "has no WebAssembly" in failure(page)
    file.write_text(ours)
    context.close()


def test_a_browser_that_tells_nothing_of_its_storage_plays(chromium: Browser, host: Host) -> None:
    """Some browsers on WebKit store games, but have no word about it."""
    context = chromium.new_context(viewport=SCREEN, service_workers="block")
    context.add_init_script("delete Navigator.prototype.storage")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(host.url)
    page.locator("[data-save-all]:enabled").wait_for(timeout=WAIT)
    expect(page.locator("[data-used]")).to_have_text("unknown")
    expect(page.locator("[data-lasting]")).to_have_text("not in this browser")
    assert errors == []
    context.close()


BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
"""The settings of somebody who lets no page store anything."""


def test_a_browser_that_lets_the_page_keep_nothing_is_told(
    chromium: Browser, program: str, host: Host, tmp_path: Path
) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(BLOCKED))
    context = chromium.browser_type.launch_persistent_context(tmp_path, executable_path=program)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(host.url)
    assert "The browser does not let this page store data" in failure(page)
    assert errors == []
    context.close()


def test_a_page_that_came_without_https_is_told(chromium: Browser, program: str, host: Host, tmp_path: Path) -> None:
    context = chromium.browser_type.launch_persistent_context(
        tmp_path, executable_path=program, args=["--host-resolver-rules=MAP games.example 127.0.0.1"]
    )
    page = context.new_page()
    page.goto(host.url.replace("127.0.0.1", "games.example"))
    assert "Without HTTPS" in failure(page)
    context.close()


SPOILT = """async name => {
    const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("blocks");
    const database = await done(opening);
    const store = database.transaction("blocks", "readwrite").objectStore("blocks");
    store.put(new Uint8Array(16384).fill(77), 0);
    await done(store.put(16384, "size"));
    database.close();
}"""


def test_games_that_cannot_be_read_are_told(chromium: Browser, host: Host) -> None:
    context = chromium.new_context(viewport=SCREEN, service_workers="block")
    page = context.new_page()
    page.goto(f"{host.url}icon.svg")
    page.evaluate(SPOILT, f"mamayev {urlsplit(host.url).path}python/")
    page.goto(host.url)
    said = failure(page)
    assert "cannot be read (sqlite3.DatabaseError: file is not a database)" in said
    assert "Traceback" not in said
    context.close()


def test_a_newer_version_is_offered_and_taken_and_the_games_stay(at: Link, host: Host) -> None:
    at.library()
    at.page.locator("[data-offline=true]").wait_for()
    games = at.page.locator("[data-resume]").count()
    before = publish_newer(host.folder)
    shown = at.page.locator("[data-this-browser] [data-version]")
    # The page stays open: it hears of it when the player comes back.
    for _ in range(60):
        at.page.evaluate("dispatchEvent(new Event('focus'))")
        at.page.wait_for_timeout(1000)
        if at.page.locator("[data-newer]").count():
            break
    expect(shown).to_contain_text("Update available")
    at.page.locator("[data-newer]").click()
    expect(shown).to_contain_text(f"{before}1")
    at.ready()
    expect(at.page.locator("[data-resume]")).to_have_count(games)


NEVER_READY = ""
"""A bot's worker that goes on loading."""


@contextmanager
def thinker(host: Host, script: str) -> Iterator[None]:
    """Put another worker in the place of the one in which bots think: what a worker loads, no page can route."""
    (file,) = (host.folder / "assets").glob("thinker-*.js")
    ours = file.read_bytes()
    file.write_text(script)
    yield
    file.write_bytes(ours)


def test_a_thought_is_ended_and_the_bot_plays_on(chromium: Browser, host: Host) -> None:
    context = chromium.new_context(viewport=SCREEN, reduced_motion="reduce", service_workers="block")
    at = Link(context, host, [])
    with thinker(host, NEVER_READY):
        at.library()
        at.begin("cauldron", "first", 3, {"german": "strategist"})
        at.page.get_by_text("Thinking… 0%").wait_for()
        version = at.page.locator(".game").get_attribute("data-version")
        at.page.get_by_role("button", name="play now").click()
        expect(at.page.locator(f'.game[data-version="{version}"]')).to_have_count(0)
    context.close()


def reached(verb: str, seed: int) -> FilePayload:
    """A game of The Cauldron, as a file, that its staff has played until this can be done."""
    match, staff, rng = mamayev.new("cauldron", seed=seed), find("cauldron").bots["staff"], random.Random(7)
    while match.decision is None or not any(str(one).startswith(verb) for one in match.decision.actions):
        match.play(match.position.name(staff.policy(match.position, rng)))
    return payload("game.mamayev.json", match.to_json().encode())


THINKS_ON = """onmessage = ({ data }) => {
    if (data.kind === "open") return postMessage({ kind: "ready" });
    postMessage({ kind: "share", share: 0.25 });
    for (;;);
};"""
"""A bot's worker whose thought takes all of a processor, and has no end."""


def test_the_table_answers_while_a_bot_thinks(chromium: Browser, host: Host) -> None:
    context = chromium.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        service_workers="block",
    )
    at = Link(context, host, [])
    at.library()
    with thinker(host, THINKS_ON):
        at.page.locator("[data-import]").set_input_files(reached("move", 7))
        at.page.locator("[data-menu]").click()
        at.page.locator('[data-seat="german"]').select_option("strategist")
        at.page.keyboard.press("Escape")
        at.page.get_by_text("Thinking… 25%").wait_for()
        thinking = at.page.url
        version = at.page.locator(".game").get_attribute("data-version")
        # An earlier moment, the choices of a unit and the odds in other games are the house's to answer.
        at.page.goto(f"{thinking}/at/2")
        at.page.locator("[data-now]").wait_for()
        at.library()
        at.page.locator("[data-import]").set_input_files(reached("move", 8))
        at.page.locator(".board [data-piece][data-lit]").first.dispatch_event("click")
        at.page.locator(".board [data-space][data-lit]").first.wait_for(state="attached")
        at.library()
        at.page.locator("[data-import]").set_input_files(reached("resolve", 9))
        at.page.locator("[data-list]").tap()
        at.page.locator('#listed [data-action^="resolve"]').first.tap()
        expect(at.page.get_by_role("list", name="Result by die face").first).to_be_visible()
        # Who comes to the table later is offered to end the thought.
        at.page.goto(thinking)
        at.page.get_by_text("Thinking… 25%").wait_for()
        assert at.page.locator(".game").get_attribute("data-version") == version
        at.page.get_by_role("button", name="play now").click()
        expect(at.page.locator(f'.game[data-version="{version}"]')).to_have_count(0)
    context.close()


class Counting(Files):
    """Counts the scripts of the workers in which bots think; nothing is kept from one to the next."""

    thinkers: ClassVar[list[str]] = []

    def translate_path(self, path: str) -> str:
        if "/thinker-" in path:
            self.thinkers.append(path)
        return super().translate_path(path)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def briefer(folder: Path, game: str, old: str, new: str) -> None:
    """Put a line of a game in the place of another at a host, as source beside the compiled file."""
    pack = folder / "python" / "table.zip.gz"
    data = BytesIO(gzip.decompress(pack.read_bytes()))
    source = (ROOT / "src" / "mamayev" / "games" / game / "__init__.py").read_text()
    assert old in source
    with zipfile.ZipFile(data, "a") as packed:
        packed.writestr(f"mamayev/games/{game}/__init__.py", source.replace(old, new))
    pack.write_bytes(gzip.compress(data.getvalue()))


def test_a_search_is_shared_by_workers_and_chooses_what_one_core_chooses(
    chromium: Browser, host: Host, tmp_path: Path
) -> None:
    match, rng = mamayev.new("donnerschlag", seed=1), random.Random(7)
    foresight, staff = match.game.foresight, match.game.bots["staff"]
    assert foresight is not None
    assert foresight.begins is not None
    while match.table.turn(match.position) < 6 or not foresight.begins(match.position):
        match.play(match.position.name(staff.policy(match.position, rng)))
    thought = Strategist(staff, foresight, Budget(1, 2, 1)).thought(match.position, lambda _share: True)
    assert thought is not None
    ply, chosen = len(match.record.log), match.position.name(thought.plan.action)

    shutil.copytree(host.folder, tmp_path / "site")
    briefer(tmp_path / "site", "donnerschlag", f"budget={foresight.budget!r}", "budget=Budget(1, 2, 1)")
    host = Host(tmp_path / "site", Counting)
    context = chromium.new_context(viewport=SCREEN, reduced_motion="reduce", service_workers="block")
    at = Link(context, host, [])
    at.library()
    at.page.locator("[data-import]").set_input_files(payload("game.mamayev.json", match.to_json().encode()))
    at.lift()
    played = at.match
    at.page.locator("[data-menu]").click()
    at.page.locator('[data-seat="axis"]').select_option("strategist")
    at.page.keyboard.press("Escape")
    at.page.get_by_text("Thinking…").wait_for()
    at.page.get_by_text("Thinking…").wait_for(state="detached")
    hands = len(Counting.thinkers) - 1
    assert hands == min(8, max(2, at.page.evaluate("navigator.hardwareConcurrency"))) - 1
    at.library()
    assert Record.from_json(at.export(played)).log[ply] == chosen
    context.close()
    host.stop()


def test_no_text_becomes_markup_at_a_link(at: Link) -> None:
    """By the page's own policy, for its host sends none."""
    at.library()
    assert allowed(at.page) == []


def test_a_report_is_edited_at_a_link_and_kept(at: Link) -> None:
    at.library()
    record = json.loads((ROOT / "tests" / "golden" / "cauldron" / "2020.json").read_bytes())["record"]
    at.page.locator("[data-import]").set_input_files(payload("war.mamayev.json", record.encode()))
    at.page.locator("[data-tell-it]").click()
    title = at.page.locator("[data-title]")
    title.fill("My war, in the browser")
    expect(at.page.locator('[data-saved="true"]')).to_contain_text("Saved with the game")
    with at.page.expect_download() as given:
        at.page.locator('[data-format="html"]').click()
    assert "<h1>My war, in the browser</h1>" in given.value.path().read_text()
    at.page.reload()
    expect(title).to_have_value("My war, in the browser")
