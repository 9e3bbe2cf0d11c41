"""Play a whole game by orders in the browser, at a person's pace, and count presses and minutes.

    python bench/commanded.py inferno                  # one game; --game-seed for another
    python bench/commanded.py cauldron --look FOLDER   # and a picture of each sheet, stop and report

The person presses every three seconds, reads the sheet, a stop or a report for as long as its words take at four words
a second, and waits for the film of the staff to end. Time that this machine takes to think beyond that is counted, too.
Needs Chromium on the PATH or in CHROMIUM.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, sync_playwright

PRESS, WORDS_A_SECOND, MOST_READING = 3.0, 4.0, 40.0
"""Seconds for a press, the words that a person reads in a second, and the longest time at one text."""
BARS = {"barbarossa": 75, "donnerschlag": 45, "inferno": 20, "cauldron": 30}
"""The most minutes of a whole game."""
MOST_PRESSES = 8
"""The most presses in the median turn."""
PORT = 8793
URL = f"http://127.0.0.1:{PORT}"
SEATS = {"barbarossa": ("german", {"russian": "staff"}), "donnerschlag": ("axis", {"soviet": "staff"})}
"""The seat of the person, and the bots of the others; The Cauldron and Inferno are played alone."""
CHANGES = {
    "barbarossa": [("stepper", "least_center"), ("segment", "posture_south"), ("stepper", "losses_north")],
    "donnerschlag": [("stepper", "least"), ("segment", "zone"), ("segment", "cards_for")],
    "inferno": [("stepper", "least"), ("segment", "prefer"), ("segment", "losses")],
    "cauldron": [("stepper", "keep_supply"), ("stepper", "least"), ("segment", "appeals")],
}
"""What the person changes: one field of the sheet in every other turn."""


def ask(path: str, body: Any = None, method: str = "GET") -> Any:
    """Return the answer of the server."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


@contextmanager
def served() -> Iterator[None]:
    """Run a server with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "mamayev", "serve", "--no-browser", "--port", str(PORT)]
        server = subprocess.Popen([*command, "--db", f"sqlite:///{folder}/games.sqlite"], stdout=subprocess.DEVNULL)
        try:
            for _ in range(300):
                try:
                    ask("/api/health")
                    break
                except OSError:
                    time.sleep(0.1)
            yield
        finally:
            server.terminate()
            server.wait(timeout=20)


class Person:
    """A person at the table: presses at their own pace, and reads what is new."""

    def __init__(self, page: Page, match: str, game: str, look: Path | None) -> None:
        self.page, self.match, self.game, self.look = page, match, game, look
        self.idle, self.presses, self.pictures = 0.0, 0, 0

    @property
    def state(self) -> Any:
        """The state of the match."""
        return ask(f"/api/matches/{self.match}")

    def read(self, place: Locator, name: str) -> None:
        """Read a text. Its time is added, not waited for."""
        text = " ".join(place.all_inner_texts())
        self.idle += min(MOST_READING, len(text.split()) / WORDS_A_SECOND)
        if self.look is not None:
            self.pictures += 1
            self.page.screenshot(path=self.look / f"{self.pictures:03}-{name}.png")

    def press(self, place: Locator) -> None:
        """Press a button."""
        self.presses += 1
        self.idle += PRESS
        place.click()

    def settle(self) -> Any:
        """Wait until the staff and the bots have finished and the page shows it; return the state."""
        page, limit = self.page, time.monotonic() + 600
        while time.monotonic() < limit:
            state = self.state
            command = state.get("command") or {}
            mine = state["over"] or (state["decision"] and state["decision"]["seat"] in (self.seat, "chance"))
            shown = page.locator(f'.game[data-version="{state["version"]}"][data-busy="false"]').count()
            if mine and shown and not command.get("carrying"):
                return state
            page.wait_for_timeout(100)
        raise TimeoutError(f"The table does not go on: {state['command']}, {state['decision']}")

    @property
    def seat(self) -> str:
        """The seat of the person."""
        return SEATS.get(self.game, ("german", {}))[0]

    def turn(self, number: int) -> None:
        """Give orders for a turn and have them carried out; let the staff go on at every stop."""
        page, now = self.page, self.state["picture"]["turn"]
        opener = page.locator("[data-new-orders], [data-begin-orders]").first
        opener.wait_for()
        report = page.locator("[data-situation]")
        if report.count():
            self.read(report, "report")
        if number % 2 and page.locator("[data-same-orders]").count():
            self.press(page.locator("[data-same-orders]"))
        else:
            self.press(opener)
            sheet = page.locator("[data-orders]")
            sheet.wait_for()
            kind, field = CHANGES[self.game][number // 2 % len(CHANGES[self.game])]
            place = page.locator(f"[data-order='{field}']")
            self.press(place.locator("button").last if kind == "stepper" else place.locator("button").nth(1))
            page.wait_for_timeout(1500)
            self.read(sheet.locator("[data-forecast]"), "sheet")
            self.press(page.locator("[data-carry-out]"))
        while True:
            state = self.settle()
            if state["over"] or state["picture"]["turn"] != now:
                return
            stop = page.locator("[data-stop-choice='on']")
            if stop.count():
                self.read(page.locator("[data-stop]"), "stop")
                self.press(stop)
                page.wait_for_timeout(500)
                continue
            if state["decision"]["seat"] == "chance":
                page.wait_for_timeout(200)
                continue
            return


def main() -> None:
    """Play a game and print its figures. Exit code 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=BARS)
    parser.add_argument("--game-seed", type=int, default=7)
    parser.add_argument("--look", type=Path, help="a folder for pictures")
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--height", type=int, default=900)
    given = parser.parse_args()
    if given.look is not None:
        given.look.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with served(), sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium)
        page = browser.new_page(viewport={"width": given.width, "height": given.height})
        page.set_default_timeout(120_000)
        match = str(ask("/api/matches", {"game": given.game, "seed": given.game_seed}, "POST")["id"])
        if bots := SEATS.get(given.game, ("", {}))[1]:
            ask(f"/api/matches/{match}", {"seats": bots}, "PATCH")
        person, turns, number = Person(page, match, given.game, given.look), list[int](), 0
        page.goto(f"{URL}/#/play/{match}")
        page.locator(".game").wait_for()
        began = time.monotonic()
        state = person.settle()
        while not state["over"]:
            person.presses = 0
            page.wait_for_timeout(500)
            person.turn(number)
            turns.append(person.presses)
            number += 1
            state = person.settle()
            print(
                f"turn {number}: {person.presses} presses, {(time.monotonic() - began + person.idle) / 60:.1f} minutes"
            )
            sys.stdout.flush()
        minutes = (time.monotonic() - began + person.idle) / 60
        browser.close()
    presses = statistics.median(turns)
    print(f"{given.game}: {len(turns)} turns, {minutes:.1f} minutes (bar {BARS[given.game]}), {presses:g} presses")
    sys.exit(0 if minutes <= BARS[given.game] and presses <= MOST_PRESSES else 1)


if __name__ == "__main__":
    main()
