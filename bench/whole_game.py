"""A whole game at the page by a player's means: the game's own bot says what to do, mouse or finger does it.

python bench/whole_game.py GAME [--touch] [--minutes N] [--ahead TURN]

Other seats are the bot's. What cannot be done by pressing what is seen is played past the page and counted: less than
one in a hundred is the goal. `--ahead`: the bots play up to a turn before the hand begins. Prints a JSON object.
"""

import argparse
import contextlib
import json
import random
import time
from collections import Counter

import httpx2
from clicks import SPOT, Hand, Unseen
from playwright.sync_api import Error, Locator, Page, sync_playwright
from served import Json, own_server

from mamayev.engine.registry import find
from mamayev.match.match import Match


class Finger(Hand):
    """A player's finger: where a first touch only shows, a second one does it."""

    def press(self, target: Locator, times: int = 1) -> None:
        spot = target.first.evaluate(SPOT) if target.count() else None
        if spot is None:
            raise Unseen(str(target))
        self.page.touchscreen.tap(*spot)
        self.presses += 1
        self.page.wait_for_timeout(400)
        again = self.page.locator("[data-touched]")
        if again.count() and (there := again.first.evaluate(SPOT)) is not None:
            self.page.touchscreen.tap(*there)
            self.presses += 1


def ahead(game: str, turn: int, seed: int) -> Match:
    """A match that the bots have played to a turn."""
    bot, rng = find(game).bots["staff"], random.Random(seed)
    match = Match.new(game, seed=seed)
    while not match.over and match.table.turn(match.position) < turn:
        match.play(match.position.name(bot.policy(match.position, rng)))
    return match


def carry_out(hand: Hand, action: Json) -> bool:
    """Do one thing as a player does it; whether it was done."""
    page, before, text = hand.page, hand.state["version"], action["text"]

    def confirmed() -> bool:
        if page.locator("[data-confirm]").count():
            hand.press(page.locator("[data-confirm]"))
        asked = page.locator(f'[data-asked] [data-action="{text}"], .chooser [data-action="{text}"]')
        if hand.state["version"] == before and asked.count():
            hand.press(asked)
        return hand.done(before)

    shown = page.locator(f'[data-action="{text}"]')
    with contextlib.suppress(Unseen, Error):
        if shown.count():
            hand.press(shown)
            return confirmed()
    ways = []
    if "piece" not in action and "space" not in action and "card" not in action:
        ways = [lambda: hand.press(page.locator(f'[data-verb="{action["verb"]}"]'))]
    elif "card" in action:
        ways = [lambda: hand.press(page.locator(f'[data-card="{action["card"]}"] [data-action="{text}"]'))]
    elif "piece" not in action:
        verb = page.locator(f'[data-verb="{action["verb"]}"]')
        ways = [lambda: hand.space(action["space"]), lambda: (hand.press(verb), hand.space(action["space"]))]
    else:
        goes = (lambda: hand.space(action["space"])) if "space" in action else (lambda: None)
        verb = page.locator(f'[data-verb="{action["verb"]}"]')
        pick = action["piece"]
        ways = [
            lambda: (pick in hand.chosen or hand.piece(pick), goes()),
            lambda: (hand.press(verb), pick in hand.chosen or hand.piece(pick), goes()),
        ]
    for way in ways:
        with contextlib.suppress(Unseen, Error):
            way()
            if confirmed():
                return True
        if hand.state["version"] > before:
            return True
        page.keyboard.press("Escape")
    with contextlib.suppress(Unseen, Error):
        hand.key("l")
        hand.press(page.locator(f'[data-action="{text}"]'))
        return confirmed()
    return False


def play(page: Page, client: httpx2.Client, game: str, start: Match, minutes: float, touch: bool) -> Json:
    """The game from a moment on, as far as the time goes."""
    found = client.post("/api/records", json=json.loads(start.to_json())).raise_for_status().json()
    seats = find(game).seats
    human = found["decision"]["seat"] if found.get("decision", {}).get("seat") in seats else seats[0]
    others = {seat: "staff" for seat, who in found["seats"].items() if seat != human and who == "human"}
    if others:
        client.patch(f"/api/matches/{found['id']}", json={"seats": others}).raise_for_status()
    hand = (Finger if touch else Hand)(page, client, found["id"])
    bot, rng, past, done = find(game).bots["staff"], random.Random(1), Counter[str](), 0
    until, errors = time.monotonic() + 60 * minutes, []
    page.on("pageerror", lambda error: errors.append(str(error)))
    while time.monotonic() < until:
        state = hand.state
        if state["over"]:
            break
        if state["seats"].get(state["decision"]["seat"], "human") != "human":
            page.wait_for_timeout(100)
            continue
        hand.rest()
        match = hand.local
        position = match.position
        decision = match.decision
        assert decision is not None
        code = bot.policy(position, rng)
        done += 1
        action = decision.action_data(code)
        if not carry_out(hand, dict(action)):
            past[f"{decision.box} {action['verb']}"] += 1
            if hand.state["version"] == state["version"]:
                hand.play(action["text"])
    last = hand.local
    return {
        "game": game, "hand": "touch" if touch else "mouse", "decisions": done, "presses": hand.presses,
        "past": sum(past.values()), "where": dict(past), "over": last.over, "turn": last.table.turn(last.position),
        "errors": errors[:3],
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--touch", action="store_true")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--ahead", type=int, default=0, metavar="TURN")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    start = ahead(given.game, given.ahead, given.seed)
    size = {"width": 390, "height": 844} if given.touch else {"width": 1440, "height": 900}
    with own_server() as server, sync_playwright() as playwright:
        client = httpx2.Client(base_url=server.address, timeout=60)
        with contextlib.closing(client):
            chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium")
            page = chromium.new_page(viewport=size, has_touch=given.touch, reduced_motion="reduce")
            page.set_default_timeout(15_000)
            found = play(page, client, given.game, start, given.minutes, given.touch)
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
