"""Take the pictures of the README and the documents, docs/img/GAME.jpg and workshop-*.jpg, from the game as it stands.

    python tools/pictures.py [GAME | workshop ...]

Each game is played by its staff to the moment named below and opened in Chromium, 1440 x 900.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image
from playwright.sync_api import Page, sync_playwright

import mamayev
from mamayev.engine import registry
from mamayev.match.match import Match
from mamayev.players.bots import find
from mamayev.players.seat import take
from mamayev.server.site.previews import HEIGHT, PICTURE, WIDTH, packed

ROOT = Path(__file__).parents[1]
PORT = 8659
ADDRESS = f"http://127.0.0.1:{PORT}"
SETTLED = 5000  # milliseconds until nothing moves any more


@dataclass(frozen=True)
class Moment:
    """Of a game with a seed: the decision in a box before which so many were taken in it. `first`: what is played
    before its staff takes over."""

    game: str
    seed: int
    box: str
    after: int
    first: tuple[str, ...] = ()


DRAWN = "donnerschlag"
"""The game whose files are shown in the workshop."""
MOMENTS = (
    Moment("cauldron", 7, "german.actions", 24),
    Moment("barbarossa", 7, "move", 20, ("historical", "confirm") * 2),
    Moment("inferno", 7, "hasty", 12),
    Moment("donnerschlag", 7, "declare", 2),
)


def reached(moment: Moment) -> Match:
    """The game at the moment."""
    match = mamayev.new(moment.game, seed=moment.seed)
    for action in moment.first:
        match.play(action)
    staff, rng, met = find(match.game, "staff"), random.Random(moment.seed), 0
    while match.decision is not None:
        met += match.table.boxes[match.position.frames[-1][0]].name == moment.box
        if met > moment.after:
            return match
        take(match, staff, rng, "staff")
    raise SystemExit(f"{moment.game} ends before the moment of its picture.")


def post(path: str, body: bytes) -> Any:
    request = urllib.request.Request(ADDRESS + path, body, {"Content-Type": "application/json"}, method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return msgspec.json.decode(answer.read())


def shoot(page: Page, match: Match, file: Path) -> None:
    """The match as the browser shows it."""
    page.goto(f"{ADDRESS}/#/play/{post('/api/records', match.to_json().encode())['id']}")
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=file, type="jpeg", quality=85)
    print(file.relative_to(ROOT))


def shoot_workshop(page: Page) -> None:
    """The workshop's pages, with a draft begun from ours."""

    def take_it(name: str) -> None:
        page.wait_for_timeout(SETTLED)
        file = ROOT / "docs/img" / f"workshop-{name}.jpg"
        page.screenshot(path=file, type="jpeg", quality=85)
        print(file.relative_to(ROOT))

    page.goto(f"{ADDRESS}/#/workshop")
    take_it("start")
    page.locator(f'[data-draw="{DRAWN}"]').click()
    page.locator("[data-start]").click()
    page.locator("[data-sheet]").wait_for()
    page.locator("[data-zoom-in]").click()
    page.locator('[data-tool="river"]').click()
    take_it("map")
    page.locator('[data-tab="counters"]').click()
    take_it("counters")


def main(wanted: list[str]) -> None:
    """Serve, open and shoot."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        command = ["serve", "--no-browser", "--port", str(PORT), "--db", f"sqlite:///{folder}/games.sqlite"]
        server = subprocess.Popen([sys.executable, "-m", "mamayev", *command], stdout=subprocess.DEVNULL)
        try:
            while server.poll() is None and not answers():
                time.sleep(0.2)
            browser = driver.chromium.launch(executable_path=chromium())
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            for moment in MOMENTS:
                if not wanted or moment.game in wanted:
                    shoot(page, reached(moment), ROOT / "docs/img" / f"{moment.game}.jpg")
            if not wanted or "workshop" in wanted:
                shoot_workshop(page)
            browser.close()
            previews()
        finally:
            server.terminate()
            server.wait()


def previews() -> None:
    """Make the small pictures that a shared link shows, from those of the README."""
    for name in packed():
        with Image.open(ROOT / "docs/img" / f"{name}.jpg") as whole:
            part = whole.crop((0, 0, whole.width, whole.width * HEIGHT // WIDTH))
            small = part.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
            small.save(Path(registry.source(name)).parent / PICTURE, quality=72, optimize=True)


def answers() -> bool:
    try:
        urllib.request.urlopen(f"{ADDRESS}/api/health", timeout=5).close()
    except OSError:
        return False
    return True


def chromium() -> str:
    found = subprocess.run(["sh", ROOT / "tools/chromium.sh"], stdout=subprocess.PIPE, text=True, check=True)
    return found.stdout.strip()


if __name__ == "__main__":
    main(sys.argv[1:])
