"""A tab of headless Chromium that no test driver looks into: drivers have the page's process keep a copy of whatever it
loads, tens of megabytes at a link, which no player's browser does."""

from __future__ import annotations

import itertools
import json
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from websockets.sync.client import ClientConnection, connect

PATIENCE_S = 600.0


class Tab:
    """`page` and `browser`: the lines to Chromium's DevTools."""

    def __init__(self, page: ClientConnection, browser: ClientConnection) -> None:
        self.page, self.browser, self.numbers = page, browser, itertools.count(1)

    def command(self, line: ClientConnection, method: str, **params: Any) -> Any:
        """What Chromium answers to a command. Raises SystemExit where it refuses."""
        number = next(self.numbers)
        line.send(json.dumps({"id": number, "method": method, "params": params}))
        while (said := json.loads(line.recv())).get("id") != number:
            pass  # what happens meanwhile
        if "error" in said:
            raise SystemExit(f"{method}: {said['error']}")
        return said["result"]

    def evaluate(self, script: str) -> Any:
        """The value of an expression in the page."""
        return self.command(self.page, "Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until an expression holds in the page."""
        end = time.monotonic() + PATIENCE_S
        while not self.evaluate(f"Boolean({script})"):
            if time.monotonic() > end:
                raise SystemExit(f"{script} did not come true in {PATIENCE_S:.0f} seconds.")
            time.sleep(0.2)

    def memory(self) -> int | None:
        """The bytes of the page's process, the largest of a page; what it shares with others is divided among them.
        None where the system does not tell."""
        sizes = []
        for process in self.command(self.browser, "SystemInfo.getProcessInfo")["processInfo"]:
            rollup = Path(f"/proc/{process['id']}/smaps_rollup")
            if process["type"] == "renderer" and rollup.is_file():
                line = next(line for line in rollup.read_text().splitlines() if line.startswith("Pss:"))
                sizes.append(1024 * int(line.split()[1]))
        return max(sizes, default=None)


@contextmanager
def tab(program: str, width: int, height: int) -> Iterator[Tab]:
    """An empty tab, in a browser of its own that has never been anywhere."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        flags = ["--headless", "--no-sandbox", "--no-first-run", "--remote-debugging-port=0"]
        size = f"--window-size={width},{height}"
        command = [program, *flags, size, f"--user-data-dir={home}", "about:blank"]
        chromium = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        told = Path(home, "DevToolsActivePort")
        while not (told.is_file() and len(told.read_text().split()) == 2):
            if chromium.poll() is not None:
                raise SystemExit(f"{program} ended at once.")
            time.sleep(0.1)
        port, path = told.read_text().split()
        with urlopen(f"http://127.0.0.1:{port}/json") as listed:
            page = next(one for one in json.load(listed) if one["type"] == "page")
        with (
            connect(page["webSocketDebuggerUrl"], max_size=None) as to_page,
            connect(f"ws://127.0.0.1:{port}{path}", max_size=None) as to_browser,
        ):
            yield Tab(to_page, to_browser)
            chromium.terminate()
            chromium.wait()
