"""Servers for the browser tests, and a person's hands at the table."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, ViewportSize, expect

from mamayev.testing import depth

WAIT = 15_000  # milliseconds; generous, for slow machines
expect.set_options(timeout=WAIT)
GRAVE = ("serious", "critical")
COLOURS = ["color-contrast", "link-in-text-block"]  # axe-core's rules about colours
SCREEN: ViewportSize = {"width": 1440, "height": 900}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(row: Sized, page: Page) -> None:
    """Let the page work until a list has an entry."""
    deadline = time.monotonic() + 20
    while not row:
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)


@contextmanager
def unanswered(page: Page, address: str) -> Iterator[list[int]]:
    """Lose every answer from an address. The first request still arrives, and its status is in the list."""
    stored: list[int] = []

    def lose(route: Route) -> None:
        if not stored:
            stored.append(route.fetch().status)
        route.abort()

    page.route(address, lose)
    yield stored
    page.unroute(address, lose)


class Server:
    """`mamayev serve` as a process, with its games in a file of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.db = f"sqlite:///{folder / 'games.sqlite'}"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "mamayev",
            "serve",
            "--no-browser",
            "--port",
            str(self.port),
            "--db",
            self.db,
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONUNBUFFERED": "1"})
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                self.get("/api/health")
            except OSError:
                assert self.process.poll() is None, "the server has stopped"
                time.sleep(0.1)
            else:
                return
        pytest.fail("the server did not start within two minutes")

    def kill(self) -> None:
        """Stop it as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=20)

    def get(self, path: str, key: str | None = None) -> Any:
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        with urllib.request.urlopen(urllib.request.Request(self.url + path, headers=headers), timeout=10) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any, key: str | None = None, method: str = "POST") -> Any:
        headers = {"Content-Type": "application/json"} | ({} if key is None else {"Authorization": f"Bearer {key}"})
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def begin(self, game: str, **more: Any) -> str:
        """A new game with a known seed; returns its id."""
        return str(self.post("/api/matches", {"game": game, "seed": 7, **more})["id"])

    def june(self, *actions: str) -> str:
        """A new game of Barbarossa after both historical setups and these actions; returns its id."""
        match = self.begin("barbarossa")
        for action in ("historical", "confirm", "historical", "confirm", *actions):
            self.play(match, action)
        return match

    def state(self, match: str) -> Any:
        return self.get(f"/api/matches/{match}")

    def seat(self, match: str, **seats: str) -> Any:
        """Put bots or people into seats."""
        return self.post(f"/api/matches/{match}", {"seats": seats}, method="PATCH")

    def play(self, match: str, text: str) -> Any:
        version = self.state(match)["version"]
        return self.post(f"/api/matches/{match}/actions", {"text": text, "version": version})

    def reach(self, match: str, wanted: Callable[[Any], bool], limit: int = 80) -> Any:
        """Play the plainest action until the decision is as wanted; returns that decision."""
        state = self.state(match)
        for _ in range(limit):
            decision = state["decision"]
            if wanted(decision):
                return decision
            grave = {verb["verb"] for verb in decision.get("verbs", ()) if verb.get("weight") == "grave"}
            text = next(a["text"] for a in decision["actions"] if a["verb"] not in grave)
            state = self.post(f"/api/matches/{match}/actions", {"text": text, "version": state["version"]})
        raise AssertionError("no such decision came up")


def moves(decision: Any) -> list[Any]:
    """The actions that take a piece on the board to a space."""
    return [action for action in decision["actions"] if action.get("piece") and action.get("space")]


def running(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that the tests share."""
    yield from running(tmp_path_factory.mktemp("server"))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, to be killed."""
    yield from running(tmp_path)


SPOT = """async element => {
    const look = () => {
        const box = element.getBoundingClientRect();
        const steps = [...Array(25).keys()].map(step => (step + 0.5) / 25);
        const inner = (a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5);
        for (const down of [...steps].sort(inner)) for (const along of [...steps].sort(inner)) {
            const [x, y] = [box.left + along * box.width, box.top + down * box.height];
            const top = document.elementFromPoint(x, y);
            if (top && (top === element || element.contains(top))) return [x, y];
        }
        return null;
    };
    const before = look();
    if (before) await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const now = look();
    return before && now && before.join() === now.join() ? now : null;
}"""


class Table:
    """A page of the client, and what a person does with it."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server

    @property
    def match(self) -> str:
        found = re.search(r"#/play/([^/]+)", self.page.url)
        assert found, f"no table is open at {self.page.url}"
        return found[1]

    @property
    def state(self) -> Any:
        return self.server.state(self.match)

    def open(self, match: str | None = None) -> None:
        self.page.goto(f"{self.server.url}/#/" + (f"play/{match}" if match else ""))
        if match:
            self.board()
            expect(self.space().first).to_be_attached()

    def board(self) -> None:
        """Wait for the board, behind the curtain if there is one."""
        board, curtain = self.page.get_by_role("group", name="Board"), self.page.locator("[data-curtain]")
        expect(board.or_(curtain).first).to_be_visible()
        if curtain.count():
            self.lift()
        expect(board).to_be_visible()

    def piece(self, name: str | None = None) -> Locator:
        return self.page.locator(f'.board [data-piece="{name}"]' if name else ".board [data-piece]")

    def space(self, name: str | None = None) -> Locator:
        return self.page.locator(f'.board [data-space="{name}"]' if name else ".board [data-space]")

    def point(self, target: Locator) -> None:
        """A click that does not mind counters lying over a space's middle."""
        target.dispatch_event("click")

    def spot(self, target: Locator) -> tuple[float, float]:
        """A point of the screen at which the target itself lies on top, once it keeps still for two frames."""
        found = target.evaluate(SPOT)
        deadline = time.monotonic() + WAIT / 1000
        while found is None and time.monotonic() < deadline:  # the map is still coming, or moves
            self.page.wait_for_timeout(50)
            found = target.evaluate(SPOT)
        assert found is not None, "nothing of it can be seen"
        return found[0], found[1]

    def choose(self, text: str) -> None:
        """Play an action out of the list of all legal actions."""
        plies = self.state["version"]
        if self.page.locator("#listed").count() == 0:
            self.page.locator("[data-list]").click()
        self.page.locator(f'#listed [data-action="{text}"]').click()
        confirm = self.page.locator("[data-confirm]")
        if confirm.count():
            confirm.click()
        self.settled(plies)

    def show_layer(self, overlay: str) -> None:
        """Press the switch of an overlay; where the switches are behind one button, that first."""
        layers = self.page.locator("[data-layers]")
        if layers.count() and layers.get_attribute("aria-expanded") == "false":
            layers.click()
        self.page.locator(f"[data-switch='{overlay}']").click()

    def lift(self, milliseconds: int | None = None) -> None:
        """Hold the curtain's button so long, or until it opens: that takes a second."""
        button, held = self.page.locator("[data-lift]"), self.page.locator("[data-lift].holding")
        button.hover()
        self.page.mouse.down()
        if milliseconds is None:
            while button.count() and not held.count():  # a line came in and moved the button from under the pointer
                self.page.mouse.up()
                button.hover()
                self.page.mouse.down()
            expect(button).to_have_count(0)
        else:
            self.page.wait_for_timeout(milliseconds)
        self.page.mouse.up()

    def settled(self, version: int) -> Any:
        """Wait until the match has gone beyond a version, and the page takes clicks again; returns its state."""
        deadline = time.monotonic() + WAIT / 1000
        while time.monotonic() < deadline:
            # The page itself waits for most of the time: each look at the server costs it a whole state.
            another = self.page.locator(f'.game[data-busy="false"]:not([data-version="{version}"])')
            another.wait_for(state="attached")
            state = self.state
            shown = self.page.locator(f'.game[data-version="{state["version"]}"][data-busy="false"]')
            if state["version"] > version and shown.count():
                return state
            self.page.wait_for_timeout(15)
        raise AssertionError("the game did not go on")

    def axe(self, impacts: tuple[str, ...] = GRAVE) -> list[str]:
        """What axe-core finds of these impacts, a line each; the colors by light and in the dark, in a short run only
        where every impact is asked for, because they take most of the time."""
        if depth.times < 1 and impacts == GRAVE:
            return self._axe(impacts, rules={rule: {"enabled": False} for rule in COLOURS})
        found = self._axe(impacts)
        root = self.page.locator("html")
        theme = root.get_attribute("data-theme")
        root.evaluate("(root, theme) => (root.dataset.theme = theme)", "light" if theme == "dark" else "dark")
        found += self._axe(impacts, runOnly=COLOURS)
        root.evaluate("(root, theme) => (root.dataset.theme = theme)", theme)
        return found

    def _axe(self, impacts: tuple[str, ...], **options: Any) -> list[str]:
        left = {"exclude": [["[data-alike]"]]} if depth.times < 1 and self.page.evaluate(ALIKE, FIRST_ALIKE) else None
        found = Axe().run(self.page, context=left, options={"resultTypes": ["violations"], "preload": False, **options})
        return [
            f"{one['id']} ({one['impact']}): {node['html'][:160]}"
            for one in found.response["violations"]
            if one["impact"] in impacts
            for node in one["nodes"]
        ]


FIRST_ALIKE = 8
"""The number of rows, items, clauses, spaces or counters of one parent that a short run of axe-core looks at: the
others have the same faults, and each takes as long."""
ALIKE = """most => {
    const kinds = "tr, li, dt, dd, option, [data-clause], [data-space], [data-piece], svg :is(g, path, use, text)";
    const seen = new Map();
    let left = 0;
    for (const one of document.querySelectorAll(kinds)) {
        const counts = seen.get(one.parentNode) ?? new Map();
        seen.set(one.parentNode, counts);
        counts.set(one.tagName, (counts.get(one.tagName) ?? 0) + 1);
        const alike = counts.get(one.tagName) > most;
        one.toggleAttribute("data-alike", alike);
        left += alike;
    }
    return left;
}"""


BARE_GROUND = """(() => {
    const Real = window.Worker;
    class Painter extends EventTarget {
        onmessage = null;
        postMessage(order) {
            if (!order.part) return;
            createImageBitmap(new ImageData(1, 1)).then(data => this.onmessage?.({ data }));
        }
        terminate() {
            this.onmessage = null;
        }
    }
    window.Worker = new Proxy(Real, {
        construct: (_, [script, options]) =>
            String(script).includes("/painter") ? new Painter() : new Real(script, options),
    });
})()"""
"""Gives pages a painter of boards whose ground is one pixel: to paint it is a third of the work of opening a table."""


class Rooms:
    """Browser contexts, and the page of each, that are taken up again: a new one costs as much as a table's first
    picture. Between two tests a page goes to a bare address of the server, other pages are closed, and what they have
    stored is deleted; what came over the line stays cached."""

    def __init__(self, chromium: Browser) -> None:
        self.chromium = chromium
        self.free: dict[tuple[Any, ...], list[BrowserContext]] = {}
        self.taken: list[tuple[tuple[Any, ...], BrowserContext]] = []

    def take(self, painted: bool = False, **options: Any) -> BrowserContext:
        """A context that no other page of this test is in, with a page or none."""
        kind = (painted, *sorted(options.items()))
        free = self.free.setdefault(kind, [])
        if not free:
            context = self.chromium.new_context(viewport=SCREEN, **options)
            if not painted:
                context.add_init_script(BARE_GROUND)
            free.append(context)
        self.taken.append((kind, free.pop()))
        return self.taken[-1][1]

    def leave(self, bare: str, origins: set[str], fresh: set[Page]) -> None:
        """Clear all that are taken; of their pages, those that a test has done something lasting to are not kept."""
        for kind, context in self.taken:
            kept = next((page for page in context.pages if page not in fresh), None)
            if kept is None:
                kept = context.new_page()
            else:
                kept.evaluate("sessionStorage.clear()")
                kept.unroute_all(behavior="ignoreErrors")
            for page in context.pages:
                if page is not kept:
                    page.close()
            kept.goto(bare)
            session = context.new_cdp_session(kept)
            for origin in origins:
                session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            session.detach()
            self.free[kind].append(context)
        self.taken.clear()


@pytest.fixture(scope="session")
def rooms(chromium: Browser) -> Rooms:
    return Rooms(chromium)


class Watch:
    """What goes wrong in the pages of a test: errors, requests to other hosts, breaches of the page's policy."""

    def __init__(self, page: Page) -> None:
        self.problems: list[str] = []
        self.home = ""
        page.on("pageerror", lambda error: self.problems.append(f"error in the page: {error}"))
        page.on("request", lambda request: self.asked(request.url))
        page.on("console", lambda said: self.said(said.text))

    def asked(self, url: str) -> None:
        if not url.startswith((self.home, self.home.replace("http", "ws"), "data:", "blob:")):
            self.problems.append(f"request to another host: {url}")

    def said(self, text: str) -> None:
        if "Content Security Policy" in text or "Trusted" in text:
            self.problems.append(f"console: {text}")


@pytest.fixture(scope="session")
def watches() -> dict[Page, Watch]:
    """Of each page that tests share."""
    return {}


@pytest.fixture
def table(rooms: Rooms, watches: dict[Page, Watch], server: Server) -> Iterator[Callable[..., Table]]:
    """Opens pages: `table(width=, dark=, still=, of=server, fresh=, painted=)`. A page that fails or asks another host
    fails the test. To a fresh one the test may do what no later test must meet. The ground of boards is painted where
    the test asks for it."""
    origins = {server.url}
    used: list[Watch] = []
    not_kept = set[Page]()

    def opened(
        width: int = SCREEN["width"],
        height: int = SCREEN["height"],
        dark: bool = False,
        still: bool = True,
        of: Server = server,
        fresh: bool = False,
        painted: bool = False,
        **more: Any,
    ) -> Table:
        origins.add(of.url)
        context = rooms.take(painted, **more)
        page = context.new_page() if fresh or not context.pages else context.pages[0]
        if fresh:
            not_kept.add(page)
        if page not in watches:
            watches[page] = Watch(page)
            page.set_default_timeout(WAIT)
        watch = watches[page]
        watch.home = of.url
        watch.problems.clear()
        used.append(watch)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            color_scheme="dark" if dark else "light", reduced_motion="reduce" if still else "no-preference"
        )
        return Table(page, of)

    yield opened
    problems = [problem for watch in used for problem in watch.problems]
    rooms.leave(f"{server.url}/api/health", origins, not_kept)
    assert problems == []
