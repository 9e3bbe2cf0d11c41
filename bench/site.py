"""The table at a link, in headless Chromium: what a visit loads and how long it waits, clicks to their painted answers,
how fast a staff plays beside a server, and the memory of the tab. Prints one JSON object.

python bench/site.py [--site build/site] [--clicks 40]

The folder lies on a static host of this machine, under a sub-path; it compresses texts as most hosts do. All is timed
on the clock of the page, from the beginning of its navigation, and nothing on the way is slowed down. The memory is
that of a tab which no driver looks into (`tab.py`): of its process alone, with the workers in it, proportional (PSS),
before any collection by force.
The targets, on two cores: TARGETS.
"""

import argparse
import gzip
import json
import os
import shutil
import sys
import threading
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
from board import quantiles
from clicks import SPOT, staff_plan
from playwright.sync_api import BrowserContext, BrowserType, Page, sync_playwright
from served import Json, own_server
from tab import tab

from mamayev.match.match import Match

GAMES = ("cauldron", "inferno", "donnerschlag", "barbarossa")
CLICKED = {"cauldron": 2, "barbarossa": 1}
"""The games in which clicks are timed, with the turn that the staff has come to by then."""
TARGETS = {
    "first visit, MB": 9.0,
    "start page, s": 1.5,
    "first visit, s to a board": 6.0,
    "second visit, s to a board": 3.5,
    "offline visit, s to a board": 3.5,
    "click to painted answer, p95 ms, cauldron": 200.0,
    "click to painted answer, p95 ms, barbarossa": 300.0,
    "staff, times the time on a server": 3.0,
    "tab after a whole game, MB": 400.0,
}
PATH = "/some/path/"
KINDS = {
    ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
    ".json": "application/json", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
    ".png": "image/png", ".woff2": "font/woff2", ".md": "text/markdown", ".wasm": "application/wasm",
}  # fmt: skip
BINARY = (".png", ".woff2", ".gz")
SIZE = {"width": 1440, "height": 900}
WAIT_MS = 120_000
SEED = 7
ROUNDS = 3
SETTLED_S, IDLE_S = 3.0, 30.0
FILLED = """((which, value, told) => document.querySelectorAll(which).forEach(one => {
    one.value = value;
    one.dispatchEvent(new Event(told, { bubbles: true }));
}))"""
WATCH = """
window.seen = { library: null, board: null };
addEventListener("DOMContentLoaded", () => {
  const painted = (name, ready) => {
    const look = () => {
      if (!ready()) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => (seen[name] = performance.now())));
    };
    look();
  };
  const tiles = () => [...document.querySelectorAll("[data-play]")];
  painted("library", () => tiles().length >= 4 && document.querySelectorAll("[data-game] svg").length >= 4);
  painted("board", () => document.querySelector(".board:has([data-piece]) [data-sharp]"));
});
window.answered = ready => new Promise(resolve => {
  let from = null;
  addEventListener("click", event => (from ??= event.timeStamp), { capture: true, once: true });
  const end = performance.now() + 5000;
  const look = () => {
    if (performance.now() > end) return resolve(null);
    if (from === null || !ready()) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
  };
  look();
});
window.version = () => document.querySelector(".game").dataset.version;
"""
CHOSEN = """() => { window.last = answered(() => document.querySelector(".board [data-space][data-lit]")); }"""
PLAYED = """() => {
    const before = version();
    window.last = answered(() => version() !== before && document.querySelector(".game[data-busy=false]"));
}"""
LAST = "() => window.last"


class Host:
    """A host of files, and how many bytes it has sent."""

    def __init__(self, folder: Path) -> None:
        self.sent, self.gone = 0, False
        host = self
        files = {f.relative_to(folder).as_posix(): f.read_bytes() for f in folder.rglob("*") if f.is_file()}
        packed = {name: gzip.compress(data, 6) for name, data in files.items() if not name.endswith(BINARY)}

        class Files(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                sent = self.wfile.write(self.described())
                host.sent += sent

            def do_HEAD(self) -> None:
                self.described()

            def described(self) -> bytes:
                """Send the heads of a file's answer, and give its body."""
                if host.gone:  # a connection that was kept open
                    self.close_connection = True
                    return b""
                name = self.path.partition("?")[0].removeprefix(PATH) or "index.html"
                body = packed.get(name, files.get(name))
                self.send_response(404 if body is None else 200)
                self.send_header("content-type", KINDS.get(Path(name).suffix, "application/octet-stream"))
                if name in packed:
                    self.send_header("content-encoding", "gzip")
                self.send_header("cache-control", "max-age=600")
                self.send_header("content-length", str(len(body or b"")))
                self.end_headers()
                return body or b""

            def log_message(self, format: str, *args: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
        self.url = f"http://127.0.0.1:{self.server.server_port}{PATH}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.gone = True
        self.server.shutdown()
        self.server.server_close()


def waited(page: Page, name: str) -> float:
    """The seconds from the beginning of the page until something was painted."""
    end = time.monotonic() + WAIT_MS / 1000
    while (found := page.evaluate("name => seen[name]", name)) is None:
        if time.monotonic() > end:
            raise SystemExit(f"{page.url}: no {name} after {WAIT_MS / 1000:.0f} seconds.")
        page.wait_for_timeout(50)
    return round(float(found) / 1000, 2)


def visit(context: BrowserContext, host: Host, game: str) -> tuple[Page, Json]:
    """A page that goes to the library and begins a game at once."""
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    page.add_init_script(WATCH)
    sent = host.sent
    page.goto(host.url)
    library = waited(page, "library")
    page.locator(f'[data-play="{game}"]').last.click()
    board = waited(page, "board")
    return page, {"game": game, "library_s": library, "board_s": board, "bytes": host.sent - sent}


def away(page: Page, host: Host) -> None:
    """Wait until the browser keeps all files, and leave."""
    page.goto(f"{host.url}#/")
    page.locator("[data-offline=true]").wait_for()
    page.close()


def visits(chromium: BrowserType, program: str | None, folder: Path) -> Json:
    """For each game the medians of ROUNDS browsers that have never been here, each with a profile on disk as people's
    are, in which it keeps what it has translated: its first visit, the second, and one when the host is gone."""
    return {
        kind: [
            {
                "game": game,
                **{what: median(float(one[what]) for one in seen) for what in ("library_s", "board_s", "bytes")},
            }
            for game, seen in zip(GAMES, by_game, strict=True)
        ]
        for kind, by_game in _visited(chromium, program, folder).items()
    }


def _visited(chromium: BrowserType, program: str | None, folder: Path) -> dict[str, list[list[Json]]]:
    found: dict[str, list[list[Json]]] = {kind: [[] for _ in GAMES] for kind in ("first", "second", "offline")}
    for _ in range(ROUNDS):
        for number, game in enumerate(GAMES):
            host = Host(folder)
            profile = TemporaryDirectory()
            context = chromium.launch_persistent_context(profile.name, executable_path=program, viewport=SIZE)
            for kind in found:
                if kind == "offline":
                    host.stop()
                sent = host.sent
                page, seen = visit(context, host, game)
                away(page, host)
                found[kind][number].append(seen | {"bytes": host.sent - sent})
            context.close()
            profile.cleanup()
    return found


def ahead(game: str, turn: int) -> Match:
    """A match that the staff has played to a decision about units, in a turn."""

    def asked(p: Any) -> bool:
        return p.table.turn(p) >= turn and len(list(p.pieces())) >= 4

    return staff_plan(Match.new(game, seed=SEED), game, asked, SEED)[1]


def bring_in(page: Page, host: Host, match: Match) -> None:
    """Take a saved game in, and open its table."""
    page.goto(f"{host.url}#/")
    file: Any = {"name": "game.json", "mimeType": "application/json", "buffer": match.to_json().encode()}
    page.locator("[data-import]").set_input_files(file)
    page.locator("[data-to-table], .game").first.wait_for()
    if page.locator("[data-to-table]").count():
        page.locator("[data-to-table]").click()
    page.locator(".board [data-piece][data-lit]").first.wait_for(state="attached")
    page.wait_for_timeout(2000)


def clicks(page: Page, wanted: int) -> list[float]:
    """Units are chosen and sent to spaces that are offered: the milliseconds from each click to its painted answer."""
    times: list[float] = []
    units = page.locator(".board [data-piece][data-lit]")
    names = [name for name in (one.get_attribute("data-piece") for one in units.all()) if name]
    for name in names:
        unit = page.locator(f'.board [data-piece="{name}"][data-lit]')
        for target, armed in ((unit, CHOSEN), (page.locator(".board [data-space][data-lit]"), PLAYED)):
            spots = [spot for one in target.all()[:12] if (spot := one.evaluate(SPOT)) is not None]
            if not spots:
                break
            page.mouse.move(*spots[-1])
            page.wait_for_timeout(300)
            page.evaluate(armed)
            page.mouse.click(*spots[-1])
            if (took := page.evaluate(LAST)) is None:
                break
            times.append(took)
            page.wait_for_timeout(700)
        page.keyboard.press("Escape")
        if len(times) >= wanted:
            break
    return times


def staff_at_a_link(game: str, host: Host, program: str) -> tuple[float, dict[str, int | None]]:
    """The seconds that two staffs take for a whole game, and the bytes of the tab: empty, ready to play, as soon as the
    finished game is shown, and after it has been left alone for a while. Nothing is collected by force."""
    with tab(program, **SIZE) as page:
        held = {"empty": page.memory()}
        page.command(page.page, "Page.navigate", url=host.url)
        page.wait("document.querySelector('[data-save-all]:enabled')")
        time.sleep(SETTLED_S)
        held["ready"] = page.memory()
        page.evaluate(f"document.querySelector('[data-set-up={game}]').click()")
        page.wait("document.querySelector('[data-begin]')")
        page.evaluate("document.querySelectorAll('[data-who$=\":bot\"]:not(:checked)').forEach(one => one.click())")
        page.wait("document.querySelector('[data-bot]')")
        page.evaluate("document.querySelectorAll('[data-bot$=\":staff\"]').forEach(one => one.click())")
        page.evaluate(f"{FILLED}('#seed', '{SEED}', 'input')")
        page.evaluate("document.querySelector('[data-begin]').click()")
        begun = time.monotonic()
        page.wait("document.querySelector('.game[data-version]')")
        address = page.evaluate("location.hash")
        row = f"document.querySelector('[data-match=\"{address.rpartition('/')[2]}\"] [data-resume]')"
        over = False
        while not over:
            page.evaluate("location.hash = '#/settings'")
            time.sleep(0.5)
            page.evaluate("location.hash = '#/'")
            page.wait(row)
            over = page.evaluate(f"{row}.textContent.trim() === 'Review'")
        took = time.monotonic() - begun
        page.evaluate(f"location.hash = '{address}'")
        page.wait("document.querySelector('[data-end]')")
        time.sleep(SETTLED_S)
        held["shown"] = page.memory()
        time.sleep(IDLE_S)
        held["later"] = page.memory()
    return took, held


def staff_at_a_server(game: str) -> tuple[float, int]:
    """The same on a server without pauses; and the length of its log."""
    with own_server(bot_pause=0.0) as server, closing(httpx2.Client(base_url=server.address, timeout=60)) as client:
        seats = dict.fromkeys(Match.new(game).game.seats, "staff")
        begun = time.monotonic()
        body = {"game": game, "seed": SEED, "seats": seats}
        state = client.post("/api/matches", json=body).raise_for_status().json()
        while not state["over"]:
            time.sleep(0.1)
            state = client.get(f"/api/matches/{state['id']}").raise_for_status().json()
        return time.monotonic() - begun, int(state["plies"])


def _megabytes(size: int | None) -> int | None:
    return size and round(size / 1e6)


def figures(folder: Path, count: int) -> Json:
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    found: Json = {"targets": TARGETS, "rounds": ROUNDS, "clicks": {}, "staff": {}}
    with sync_playwright() as playwright:
        found["visits"] = visits(playwright.chromium, program, folder)
        host = Host(folder)
        for game, turn in CLICKED.items():
            chromium = playwright.chromium.launch(executable_path=program)
            context = chromium.new_context(viewport=SIZE, reduced_motion="reduce")
            page = context.new_page()
            page.set_default_timeout(WAIT_MS)
            page.add_init_script(WATCH)
            bring_in(page, host, ahead(game, turn))
            found["clicks"][game] = quantiles(clicks(page, count), "clicks")
            chromium.close()
            link_s, held = staff_at_a_link(game, host, program or "chromium")
            server_s, plies = staff_at_a_server(game)
            found["staff"][game] = {
                "plies": plies,
                "link_s": round(link_s, 1),
                "server_s": round(server_s, 1),
                "times": round(link_s / server_s, 2),
                "tab_megabytes": _megabytes(held["shown"]),
                "tab": {when: _megabytes(size) for when, size in held.items()},
            }
        host.stop()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path, default=Path(__file__).parents[1] / "build" / "site")
    parser.add_argument("--clicks", type=int, default=40)
    given = parser.parse_args()
    if not (given.site / "files.json").is_file():
        sys.exit(f"{given.site} is no folder of the table: make site.")
    print(json.dumps(figures(given.site, given.clicks)))


if __name__ == "__main__":
    main()
