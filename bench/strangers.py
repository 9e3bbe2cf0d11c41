"""How long two strangers take from signing up at a club to the first move of their game, and how many clicks.

python bench/strangers.py [GAME]

Each has a fresh browser with a virtual authenticator. One puts up a challenge by Play now, the other accepts it by Play
now, and the player to move plays. Every press of a button counts one; typing the name counts none. Prints a JSON object
with the clicks and seconds of both together.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clicks import SPOT, WAIT_S
from playwright.sync_api import Browser, Locator, Page, sync_playwright
from served import Json

AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
STATE = "id => fetch(`/api/matches/${id}`).then(answer => answer.json())"
START_S = 30


@contextmanager
def club(mail: int = 0) -> Iterator[str]:
    """A club on this machine, in a process of its own; its address. `mail`: the port of a mail server, if any."""
    with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        probe.close()
        address, file = f"http://localhost:{port}", Path(folder) / "club.toml"
        text = f'name = "Tuesday Club"\naddress = "{address}"\nimprint = "Jan Novak"\n'
        if mail:
            text += f'[mail]\nserver = "127.0.0.1"\nport = {mail}\nsecurity = "none"\nsender = "club@example.org"\n'
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "mamayev", "serve", "--no-browser", "--port", str(port), "--club", str(file)]
        command += ["--db", f"sqlite:///{Path(folder) / 'games.sqlite'}"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            until = time.monotonic() + START_S
            while time.monotonic() < until:
                try:
                    urllib.request.urlopen(f"{address}/api/games", timeout=START_S).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait(timeout=20)


class Stranger:
    """A person at a fresh browser."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.clicks = 0
        context = chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        self.page: Page = context.new_page()
        self.page.set_default_timeout(1000 * WAIT_S)
        self.cdp = context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable")
        self.device = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]
        self.page.goto(address)

    def click(self, target: Locator) -> None:
        target.click()
        self.clicks += 1

    def press(self, target: Locator) -> None:
        """Press a counter or a space where it can be seen."""
        target.first.wait_for(state="attached")
        spot = target.first.evaluate(SPOT)
        assert spot is not None, f"{target} cannot be seen"
        self.page.mouse.click(*spot)
        self.clicks += 1

    def join(self, name: str) -> None:
        self.click(self.page.locator("[data-entry]"))
        self.page.locator("[data-name]:focus").wait_for()
        self.page.keyboard.type(name)
        self.click(self.page.locator("[data-passkey]"))
        self.click(self.page.locator("[data-club] [data-done]", has_text="Done"))

    def play_now(self, game: str) -> None:
        tile = self.page.locator(f"[data-play-game={game}]")
        tile.wait_for()
        if tile.get_attribute("aria-pressed") != "true":
            self.click(tile)
        self.click(self.page.locator("[data-play-now]"))

    def state(self) -> Json:
        found: Json = self.page.evaluate(STATE, self.page.url.split("#")[1].split("/")[2])
        return found

    def move(self) -> None:
        """Play the first action of the own seat: a unit to a space, or a button."""
        state = self.state()
        plain = [one for one in state["decision"]["actions"] if one["text"]]
        moves = [one for one in plain if one.get("piece") and one.get("space")]
        if moves:
            self.press(self.page.locator(f'.board [data-piece="{moves[0]["piece"]}"]'))
            self.press(self.page.locator(f'.board [data-space="{moves[0]["space"]}"]'))
        else:
            self.click(self.page.locator(f'[data-verb="{plain[0]["verb"]}"], [data-action="{plain[0]["text"]}"]').first)
            if self.page.locator("[data-confirm]").count():
                self.click(self.page.locator("[data-confirm]"))
        until = time.monotonic() + WAIT_S
        while self.state()["plies"] == state["plies"]:
            assert time.monotonic() < until, f"nothing was played: {state['decision']['prompt']}"
            self.page.wait_for_timeout(50)


def meet(chromium: Browser, address: str, game: str) -> Json:
    """Let two strangers meet, and return their clicks and seconds."""
    one, other = Stranger(chromium, address), Stranger(chromium, address)
    begun = time.monotonic()
    one.join("Marta K")
    one.play_now(game)
    other.join("Jaro R")
    other.play_now(game)
    other.page.get_by_role("group", name="Board").wait_for()
    state = other.state()
    mover = other
    if state["decision"]["seat"] not in (state["viewer"], "chance"):
        one.click(one.page.locator("[data-your-games] [data-resume]").first)
        one.page.get_by_role("group", name="Board").wait_for()
        mover = one
    mover.move()
    return {"game": game, "seconds": round(time.monotonic() - begun, 1), "clicks": one.clicks + other.clicks}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="barbarossa")
    given = parser.parse_args()
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with club() as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program)
        print(json.dumps(meet(chromium, address, given.game)))
        chromium.close()


if __name__ == "__main__":
    main()
