"""A whole game at the page by a player's means: the game's own bot says what to do, mouse or finger does it.

python bench/whole_game.py GAME [--touch] [--seat SEAT] [--minutes N] [--ahead TURN] [--pictures FOLDER]
                           [--record FILE]

Other seats are the bot's. What cannot be done by pressing what is seen is played past the page and counted: less than
one in a hundred is the goal. `astray`: where the hand did something else than it meant. `--ahead`: the bots play up to
a turn before the hand begins. Each decision is a line on standard error; `--pictures` keeps the page every 40
decisions, and wherever something went wrong; `--record` goes on with the game in a file, where it is there, and keeps
it there. Prints a JSON object at the end.
"""

import argparse
import contextlib
import json
import math
import os
import random
import shutil
import sys
import time
from collections import Counter
from itertools import product
from pathlib import Path

import httpx2
from clicks import SPOT, Hand, Unseen, carry_out, declare, staff_plan
from playwright.sync_api import Locator, Page, sync_playwright
from served import Json, own_server

from mamayev.engine.registry import find
from mamayev.match.match import Match

PLACE = """element => {
    const board = element.closest(".board")?.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    return board ? { at: middle(box), middle: middle(board), size: [board.width, board.height] } : null;
}"""
GROUND = """([x, y]) => [[0, 0], [9, 0], [-9, 0], [0, 9], [0, -9]].every(([right, down]) => {
    const under = document.elementFromPoint(x + right, y + down);
    return under?.closest(".board") && !under.closest("[data-piece], [data-spread], button");
})"""


ASIDE = sorted(product(range(-120, 121, 24), repeat=2), key=lambda by: math.hypot(*by))
"""Where else a finger may be set down to drag the map, as near as can be to where it would be."""
EDGE = 16
"""Pixels from the edge of the map at which nobody would touch a hex."""
ANSWER_MS, DEAF_MS = 200, 320
"""How soon the page has begun to answer, and how long a second touch would still belong to the first."""


class Finger(Hand):
    """A player's finger: where a first touch only shows, a second one does it; the map is dragged to what lies beyond
    its edges, which counts as a press."""

    def spot(self, target: Locator) -> list[float]:
        for _ in range(8):
            with contextlib.suppress(Unseen):
                found = super().spot(target)
                if self.inside(target, found):
                    return found
            if not self.bring(target):
                break
        return super().spot(target)

    def piece(self, piece: str) -> None:
        counter = self.page.locator(f'.board [data-piece="{piece}"]')
        if counter.count() == 0:
            self.press(self.page.locator(f'[data-piece="{piece}"]'))
            return
        at = counter.first.get_attribute("data-at")
        covered = counter.first.evaluate(SPOT) is None
        self.touch(self.spot(self.page.locator(f'.board [data-at="{at}"][data-piece]').last if covered else counter))
        spread = self.page.locator(f'[data-spread="{piece}"]')
        if spread.count():
            self.touch(self.spot(spread))

    def touch(self, at: list[float]) -> None:
        """A touch, and a second one of what it has only shown."""
        shown = self.page.locator("[data-touched]")
        before = shown.first.get_attribute("data-touched") if shown.count() else None
        self.tap(at)
        if shown.count() and shown.first.get_attribute("data-touched") != before:
            self.page.wait_for_timeout(DEAF_MS)
            if (there := shown.first.evaluate(SPOT)) is not None:
                self.tap(there)

    def tap(self, at: list[float]) -> None:
        """A touch, and the page's answer to it."""
        self.page.touchscreen.tap(*at)
        self.presses += 1
        self.page.wait_for_timeout(ANSWER_MS)
        self.answered()

    def release(self) -> None:
        """A touch of a chosen unit lets it go."""
        if chosen := self.chosen:
            self.piece(chosen[0])

    def inside(self, target: Locator, at: list[float]) -> bool:
        """Whether a point of the map is no sliver at its edge."""
        place = target.first.evaluate(PLACE)
        return place is None or all(
            abs(one - middle) < size / 2 - EDGE
            for one, middle, size in zip(at, place["middle"], place["size"], strict=True)
        )

    def bring(self, target: Locator) -> bool:
        """Drag the map towards something; whether that was possible."""
        place = target.first.evaluate(PLACE)
        if place is None:
            return False
        way = [
            max(-0.6 * size, min(0.6 * size, middle - at))
            for at, middle, size in zip(place["at"], place["middle"], place["size"], strict=True)
        ]
        if max(map(abs, way)) < 5:
            return False
        begin = [middle - by / 2 for middle, by in zip(place["middle"], way, strict=True)]
        starts = ([begin[0] + right, begin[1] + down] for right, down in ASIDE)
        start = next((each for each in starts if self.page.evaluate(GROUND, each)), None)
        if start is None:
            return False
        touch = self.page.context.new_cdp_session(self.page)
        for step in range(9):
            kind = "touchStart" if step == 0 else "touchMove"
            x, y = (at + by * step / 8 for at, by in zip(start, way, strict=True))
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()
        self.presses += 1
        self.page.wait_for_timeout(150)
        return True

    def press(self, target: Locator, times: int = 1) -> None:
        if not target.count():
            raise Unseen(str(target))
        self.touch(self.spot(target))


def play(page: Page, client: httpx2.Client, start: Match, given: argparse.Namespace) -> Json:
    """The game from a moment on, as far as the time goes."""
    game, touch, pictures = given.game, given.touch, given.pictures
    found = client.post("/api/records", json=json.loads(start.to_json())).raise_for_status().json()
    human = given.seat or next(seat for seat, who in found["seats"].items() if who == "human")
    others = {seat: "staff" for seat, who in found["seats"].items() if seat != human and who == "human"}
    if others:
        client.patch(f"/api/matches/{found['id']}", json={"seats": others}).raise_for_status()
    hand = (Finger if touch else Hand)(page, client, found["id"])
    bot, rng, past, done = find(game).bots["staff"], random.Random(1), Counter[str](), 0
    until, errors = time.monotonic() + 60 * given.minutes, []
    page.on("pageerror", lambda error: errors.append(str(error)))
    astray = Counter[str]()
    while time.monotonic() < until:
        state = hand.state
        if state["over"]:
            break
        if state["decision"] is None or state["decision"]["seat"] != human or state.get("passes"):
            page.wait_for_timeout(100)
            continue
        hand.rest()
        match = hand.local
        position, decision = match.position, match.decision
        if decision is None or decision.seat != human:
            continue
        began, pressed = time.monotonic(), hand.presses
        if game == "barbarossa" and decision.box == "declare":
            try:
                battles, missed = declare(hand)
            except Unseen as unseen:
                battles, missed = 0, 1
                print(f"unseen: {unseen}", file=sys.stderr)
                if pictures:
                    page.screenshot(path=pictures / f"{done}-declare.png")
                hand.play("propose")
            past["declare strike"] += missed
            played = hand.local.record.log[len(match.record.log) :]
            done += len(played)
            told = f"{battles} battles, {missed} missed, {hand.presses - pressed} presses"
            print(f"{done} declare: {' '.join(played)}: {told}", file=sys.stderr)
            continue
        code = bot.policy(position, rng)
        action = decision.action_data(code)
        seen = carry_out(hand, dict(action))
        played = hand.local.record.log[len(match.record.log) :]
        if hand.presses == pressed and played:
            continue  # a window that passed by itself
        done += 1
        other = bool(played) and played[0] != action["text"]
        if other:
            astray[f"{decision.box} {action['verb']}"] += 1
        took = f"{time.monotonic() - began:.1f} s, {hand.presses - pressed} presses"
        turn = match.table.turn(position)
        told = f" ASTRAY {played[0]}" if other else "" if seen else " PAST"
        print(f"{done} {turn} {decision.box}: {action['text']}: {took}{told}", file=sys.stderr)
        if pictures and (told or done % 40 == 0):
            page.screenshot(path=pictures / f"{done}{told.lower().replace(' ', '-')}.png")
        if not seen:
            past[f"{decision.box} {action['verb']}"] += 1
            if len(hand.local.record.log) == len(match.record.log):
                hand.play(action["text"])
    last = hand.local
    if given.record:
        given.record.write_text(last.to_json(), encoding="utf-8")
    return {
        "game": game, "seat": human, "hand": "touch" if touch else "mouse", "decisions": done, "presses": hand.presses,
        "past": sum(past.values()), "where": dict(+past), "astray": dict(astray), "over": last.over,
        "turn": last.table.turn(last.position), "errors": errors[:3],
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--touch", action="store_true")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--ahead", type=int, default=0, metavar="TURN")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seat")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    parser.add_argument("--record", type=Path, metavar="FILE")
    given = parser.parse_args()
    if given.record and given.record.exists():
        start = Match.from_json(given.record.read_text(encoding="utf-8"))
    else:
        begun = Match.new(given.game, seed=given.seed)
        _, start = staff_plan(begun, given.game, lambda p: p.table.turn(p) >= given.ahead, given.seed)
    size = {"width": 390, "height": 844} if given.touch else {"width": 1440, "height": 900}
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with own_server(bot_pause=0.02) as server, sync_playwright() as playwright:
        client = httpx2.Client(base_url=server.address, timeout=60)
        with contextlib.closing(client):
            chromium = playwright.chromium.launch(executable_path=program)
            page = chromium.new_page(viewport=size, has_touch=given.touch, reduced_motion="reduce")
            page.set_default_timeout(15_000)
            found = play(page, client, start, given)
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
