"""How soon a link to a moment shows it: counters, sharp ground, arrows and comment. Prints one JSON object.

python bench/moment.py [--game GAME ...] [--runs 5]

A golden game of each box is stored on a server of the benchmark's own, with a note in its middle. Headless Chromium
without a GPU opens `#/match/ID@PLY` in a window of 1440 x 900, in a new context for each run: the first visit of a
browser, with nothing in its cache. The time is that from the navigation to the first frame with everything in it.
The bar is 2 s.
"""

import argparse
import json
import os
import shutil
import statistics
from pathlib import Path

import httpx2
from playwright.sync_api import Browser, sync_playwright
from served import Json, own_server

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
THERE = """() => new Promise(done => {
    const look = () => {
        const there = document.querySelector("[data-noted]") && document.querySelector('[data-sketches="1"]')
            && document.querySelector(".board:has([data-piece]) [data-sharp]");
        if (!there) return requestAnimationFrame(look);
        requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    };
    look();
})"""


def noted(client: httpx2.Client, game: str) -> str:
    """The address of a moment in the middle of a game, with a note."""
    file = min((GOLDEN / game).glob("*.json"))
    record = json.loads(json.loads(file.read_text(encoding="utf-8"))["record"])
    state = client.post("/api/records", json=record).raise_for_status().json()
    home, ply = f"/api/matches/{state['id']}", state["plies"] // 2
    scene = client.get(f"{home}/scene").raise_for_status().json()
    note = {"text": "Here it turns.", "marks": [{"at": scene["spaces"][0]["id"]}]}
    client.put(f"{home}/study/notes/{ply}", json=note).raise_for_status()
    return f"#/match/{state['id']}@{ply}"


def opened(chromium: Browser, address: str) -> float:
    """The milliseconds until a moment is there."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(address, wait_until="commit")
    time: float = page.evaluate(THERE)
    context.close()
    return time


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="default: all boxes")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    found: Json = {"load": os.getloadavg()[0]}
    with own_server() as own, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program)
        with httpx2.Client(base_url=own.address, timeout=60) as client:
            for game in args.game or GAMES:
                address = f"{own.address}/{noted(client, game)}"
                times = [opened(chromium, address) for _ in range(args.runs)]
                found[game] = {"median_s": statistics.median(times) / 1000, "worst_s": max(times) / 1000}
        chromium.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
