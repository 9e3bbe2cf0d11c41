"""How long a member takes on a new device to get back to a game whose link is lost, and how many clicks.

python bench/lost_link.py [GAME]

A member begins a game in one browser. A fresh browser that knows nothing but the address of the club then signs in: by
a passkey that the member's devices share, by a code in a mail, and by a recovery code. The time runs from opening the
address to the board with the member's seat, and includes no time for thinking or for finding the mail. Prints a JSON
object, and ends with 1 if a way takes longer than the target.
"""

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from strangers import Stranger, club

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.club.sink import Sink, running

TARGET_S = 60.0
MAIL = "marta@example.org"


class Owner(Stranger):
    """A member at a browser whose authenticator can be looked into."""

    def __init__(self, chromium: Browser, address: str, passkeys: list[Any]) -> None:
        super().__init__(chromium, address)
        for passkey in passkeys:
            self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.device, "credential": passkey})

    def passkeys(self) -> list[Any]:
        found: list[Any] = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.device})["credentials"]
        return found

    def enter(self, sink: Sink) -> list[str]:
        """Become a member by every way in, and return the recovery codes."""
        page = self.page
        page.locator("[data-entry]").click()
        page.locator("[data-name]:focus").wait_for()
        page.keyboard.type("Marta K")
        page.locator("[data-passkey]").click()
        page.locator("[data-club] [data-mail]").fill(MAIL)
        page.locator("[data-club] [data-send]").click()
        page.locator("[data-code]").fill(sink.code())
        page.locator("[data-codes]").click()
        page.locator("[data-printed] li").first.wait_for()
        codes: list[str] = page.locator("[data-printed] li").all_inner_texts()
        page.locator("[data-kept]").check()
        page.locator("[data-club] [data-done]").click()
        return codes

    def begin(self, game: str) -> str:
        """Begin a game against the game's bot, and return its id."""
        tile = self.page.locator(f"[data-play-game={game}]")
        tile.click()
        self.page.locator("[data-opponent=bot]").click()
        self.page.locator("[data-play-now]").click()
        self.page.get_by_role("group", name="Board").wait_for()
        return self.page.url.split("#")[1].split("/")[2]

    def sign_in(self) -> None:
        self.click(self.page.locator("[data-entry]"))
        self.click(self.page.locator("[data-club]").get_by_role("button", name="Sign in", exact=True))

    def by_passkey(self) -> None:
        self.sign_in()
        self.click(self.page.locator("[data-passkey]"))

    def by_mail(self, sink: Sink) -> None:
        self.sign_in()
        self.page.locator("[data-mail]").fill(MAIL)
        while not sink.mails.empty():  # notices of the game
            sink.mail()
        self.click(self.page.locator("[data-send]"))
        self.page.locator("[data-code]").fill(sink.code())

    def by_recovery(self, code: str) -> None:
        self.sign_in()
        self.page.locator("[data-recovery]").fill(code)
        self.page.keyboard.press("Enter")
        self.clicks += 1


def regained(chromium: Browser, address: str, passkeys: list[Any], match: str, way: Callable[[Owner], None]) -> Any:
    """Let a fresh browser come back to a match, and return its seconds and clicks."""
    begun = time.monotonic()
    owner = Owner(chromium, address, passkeys)
    way(owner)
    owner.click(owner.page.locator("[data-your-games] [data-resume]").first)
    owner.page.get_by_role("group", name="Board").wait_for()
    assert owner.page.url.endswith(f"/{match}"), owner.page.url
    state = owner.state()
    assert state["viewer"], state["viewer"]
    found = {"seconds": round(time.monotonic() - begun, 1), "clicks": owner.clicks, "seat": state["viewer"]}
    owner.page.context.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="donnerschlag")
    given = parser.parse_args()
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with running() as sink, club(sink.port) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program)
        first = Owner(chromium, address, [])
        codes = first.enter(sink)
        match, passkeys = first.begin(given.game), first.passkeys()
        first.page.context.close()
        found = {
            "passkey": regained(chromium, address, passkeys, match, Owner.by_passkey),
            "mail": regained(chromium, address, [], match, lambda owner: owner.by_mail(sink)),
            "recovery code": regained(chromium, address, [], match, lambda owner: owner.by_recovery(codes[0])),
        }
        chromium.close()
    print(json.dumps({**found, "load": round(os.getloadavg()[0], 1), "target_s": TARGET_S}))
    return 0 if all(one["seconds"] < TARGET_S for one in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
