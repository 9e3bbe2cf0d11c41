"""How the browser's board feels: nodes, frames while panning and zooming, first paint, click to painted answer, and
what a page transfers. Prints one JSON object.

python bench/board.py [--game GAME ...] [--url URL] [--width 1440] [--height 900]

Each game is opened in headless Chromium without a GPU, at the first decision that is about units on the board, on the
server at URL or one of the benchmark's own. A frame's time is the distance between two animation frames while the
mouse drags the ground or turns its wheel; told apart are the longest frame of the redraw after a zoom, the time until
the ground is sharp again, and the longest task of the main thread (0: none took 50 ms). First paint is that of counters
and sharp ground. A click is one on a unit that may be chosen; its time is what the browser itself reports from the
input to the next paint (Event Timing, steps of 8 ms).
The targets, on two cores: under 4,000 elements, 95 of 100 frames in 33 ms, first paint in 2.5 s, clicks in 100 ms.
"""

import argparse
import json
import os
import shutil
import statistics
import time

import httpx2
from playwright.sync_api import Browser, Page, sync_playwright
from served import Json, at_a_move, own_server

from mamayev.engine.registry import names

WATCH = """
window.seen = { frames: [], clicks: [], tasks: [], paint: null };
addEventListener("DOMContentLoaded", () => {
  let before = performance.now();
  const frame = now => { seen.frames.push(now - before); before = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  const look = () => {
    if (!document.querySelector(".board:has([data-piece]) [data-sharp]")) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => (seen.paint = performance.now())));
  };
  look();
});
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (entry.name === "click") seen.clicks.push(entry.duration);
}).observe({ type: "event", durationThreshold: 16 });
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
}).observe({ type: "longtask" });
"""
SIZES = """performance.getEntries()
    .filter(entry => "transferSize" in entry && !/\\.woff2?$/.test(entry.name))
    .reduce((sum, entry) => sum + entry.transferSize, 0)"""
CLICKS = 12
FEW_MS = 16.0  # what the browser does not report was painted within this
PAINTED_S = 60  # a board that has not been painted by then never is


def quantiles(times: list[float], what: str) -> Json:
    """Of the milliseconds that some frames or clicks took, and how many they are."""
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return {"p50_ms": round(cuts[49], 1), "p95_ms": round(cuts[94], 1), what: len(times)}


def middle(page: Page) -> tuple[float, float]:
    box = page.locator(".board").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def frames(page: Page) -> list[float]:
    """The frames since the last time that this was asked."""
    times: list[float] = page.evaluate("seen.frames.splice(0)")
    return times


def pan(page: Page) -> Json:
    """The ground is dragged to and fro."""
    x, y = middle(page)
    corner = page.locator(".board").bounding_box()
    assert corner is not None
    page.mouse.move(corner["x"] + 20, y)  # the ground, where no counter is likely to be taken hold of
    page.mouse.down()
    frames(page)
    for step in range(160):
        turn = step if step < 80 else 160 - step
        page.mouse.move(corner["x"] + 20 + 5 * turn, y + 2 * turn)
        page.wait_for_timeout(4)
    found = frames(page)
    page.mouse.up()
    page.mouse.move(x, y)
    return quantiles(found, "frames")


WHEEL = """async direction => {
    const board = document.querySelector(".board");
    const box = board.getBoundingClientRect();
    const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height / 2];
    seen.frames.splice(0);
    for (let step = 0; step < 40; step++) {
        board.dispatchEvent(new WheelEvent("wheel", {
            deltaY: 18 * direction, clientX, clientY, bubbles: true, cancelable: true,
        }));
        await new Promise(requestAnimationFrame);
    }
    const turned = seen.frames.splice(0);
    const from = performance.now();
    let sharp = null;
    while (performance.now() - from < 700) {
        await new Promise(requestAnimationFrame);
        if (document.querySelector("[data-sharp]")) sharp ??= performance.now() - from;
    }
    return [turned, seen.frames.splice(0), sharp ?? 700];
}"""


def zoom(page: Page) -> Json:
    """In and out by the wheel, a step each frame; after each turn a rest, in which the board is drawn anew."""
    turned: list[float] = []
    redraws = []
    waits = []
    page.evaluate("seen.tasks.splice(0)")
    for direction in (-1, 1, -1, 1):
        moving, resting, sharp = page.evaluate(WHEEL, direction)
        turned += moving
        redraws.append(max(resting))
        waits.append(sharp)
    return {
        **quantiles(turned, "frames"),
        "redraw_ms": round(statistics.median(redraws), 1),
        "sharp_ms": round(statistics.median(waits)),
        "longest_task_ms": round(max(page.evaluate("seen.tasks.splice(0)"), default=0)),
    }


def clicks(page: Page) -> Json:
    """Units that may be chosen, one after the other."""
    times = []
    spots = page.evaluate(
        """count => [...document.querySelectorAll(".board [data-piece][data-lit]")].flatMap(one => {
            const box = one.getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            return document.elementFromPoint(x, y)?.closest("[data-piece]") === one ? [[x, y]] : [];
        }).slice(0, count)""",
        CLICKS,
    )
    for x, y in spots:
        page.mouse.move(x, y)
        page.wait_for_timeout(60)
        page.evaluate("seen.clicks.splice(0)")
        page.mouse.click(x, y)
        page.wait_for_timeout(250)
        reported: list[float] = page.evaluate("seen.clicks.splice(0)")
        times.append(max(reported, default=FEW_MS))
        page.keyboard.press("Escape")
        page.wait_for_timeout(60)
    if len(times) < 2:
        return {"clicks": len(times)}
    return quantiles(times, "clicks")


def measure(page: Page, address: str) -> Json:
    """One board, from a page that has not been anywhere yet."""
    page.add_init_script(WATCH)
    page.goto(address)
    begun = time.monotonic()
    while page.evaluate("seen.paint") is None:  # asked again and again, for the page's policy allows no made-up script
        if time.monotonic() - begun > PAINTED_S:
            raise SystemExit(f"{address}: no counter stands on the board after {PAINTED_S} seconds.")
        page.wait_for_timeout(50)
    page.wait_for_timeout(1500)
    found: Json = {
        "nodes": page.evaluate("document.querySelectorAll('*').length"),
        "first_paint_ms": round(page.evaluate("seen.paint")),
        "transferred_bytes": page.evaluate(SIZES),
    }
    found["click"] = clicks(page)
    for _ in range(2):  # closer than the whole board
        page.locator(".zoom button").first.click()
        page.wait_for_timeout(400)
    found["nodes_near"] = page.evaluate("document.querySelectorAll('*').length")
    found["pan"] = pan(page)
    found["zoom"] = zoom(page)
    return found


def opened(chromium: Browser, width: int, height: int) -> Page:
    return chromium.new_context(viewport={"width": width, "height": height}).new_page()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="default: all that are installed")
    parser.add_argument("--url", help="a running server; default: one of the benchmark's own")
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--height", type=int, default=900)
    args = parser.parse_args()
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    found: Json = {}
    start = 0
    with own_server() as own, sync_playwright() as playwright:
        url = (args.url or own.address).rstrip("/")
        chromium = playwright.chromium.launch(executable_path=program)
        page = opened(chromium, args.width, args.height)
        page.set_default_timeout(120_000)
        page.goto(url)
        page.locator("[data-set-up]").first.wait_for()
        page.wait_for_load_state("networkidle")
        start = page.evaluate(SIZES)
        page.context.close()
        with httpx2.Client(base_url=url, timeout=60) as client:
            for game in args.game or names():
                page = opened(chromium, args.width, args.height)
                found[game] = measure(page, f"{url}/#/play/{at_a_move(client, game, 7)['id']}")
                page.context.close()
        chromium.close()
    print(json.dumps({"window": [args.width, args.height], "start_bytes": start, "boards": found}))


if __name__ == "__main__":
    main()
