"""How many presses of mouse and keys a player needs for what comes up all the time, by a hand on the real page.

python bench/clicks.py [june] [activation] [hasty] [call] [turn]

The game's own bot says what is to be done; the hand does it as a practised player does: by stacks, by units that are
chosen by themselves, by targets first. Every press of a button or key counts one, a double click two, pointing none.
Prints a JSON object a line.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import time
from collections.abc import Callable
from typing import Any

import httpx2
from playwright.sync_api import Error, Locator, Page, TimeoutError, sync_playwright
from served import Json, own_server

from mamayev.engine.registry import find
from mamayev.match.match import Match, Record

WAIT_S = 20
SPOT = """element => {
    const box = element.getBoundingClientRect();
    const steps = [...Array(25).keys()].map(step => (step + 0.5) / 25);
    const inner = (a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5);
    for (const down of [...steps].sort(inner)) for (const along of [...steps].sort(inner)) {
        const [x, y] = [box.left + along * box.width, box.top + down * box.height];
        const top = document.elementFromPoint(x, y);
        if (top && (top === element || element.contains(top))) return [x, y];
    }
    return null;
}"""


class Unseen(Exception):
    """What is to be pressed cannot be seen or is not on offer."""


class Hand:
    """A player at the page of a match."""

    def __init__(self, page: Page, client: httpx2.Client, match: str) -> None:
        self.page, self.client, self.match = page, client, match
        self.presses = 0
        self._known: Match | None = None
        page.goto(f"{client.base_url}/#/play/{match}")
        page.locator(".board [data-space], .board [data-piece]").first.wait_for(state="attached")
        page.wait_for_timeout(500)

    @property
    def state(self) -> Json:
        found: Json = self.client.get(f"/api/matches/{self.match}").json()
        return found

    @property
    def local(self) -> Match:
        """A copy of the match as it stands on the server, brought on from the last one where it goes on from there."""
        record, known = Record.from_json(self.client.get(f"/api/matches/{self.match}/record").text), self._known
        if known is None or record.log[: len(known.record.log)] != known.record.log:
            known = Match.from_record(record)
        while len(known.record.log) < len(record.log):
            known.play(record.log[len(known.record.log)])
        assert known.record.log == record.log
        self._known = known
        return known.copy()

    def play(self, text: str) -> None:
        """Play past the page, uncounted; not where the match has gone on by itself."""
        body = {"text": text, "version": self.state["version"]}
        answer = self.client.post(f"/api/matches/{self.match}/actions", json=body)
        if answer.status_code != httpx2.codes.CONFLICT:
            answer.raise_for_status()
        self.rest()

    def rest(self) -> None:
        """Wait until the page shows the match as it stands."""
        game, until = self.page.locator(".game"), time.monotonic() + WAIT_S
        while game.get_attribute("data-version") != str(self.state["version"]):
            if time.monotonic() > until:
                raise TimeoutError("the page does not show the match as it stands")
            self.page.wait_for_timeout(30)
        self.page.wait_for_timeout(30)

    def done(self, before: int) -> bool:
        """Whether the match has gone on since a version; waits for the page, and a moment more."""
        self.answered()
        for _ in range(60):
            if self.state["version"] > before:
                self.rest()
                return True
            self.page.wait_for_timeout(10)
        return False

    def answered(self) -> None:
        """Wait until the page is no longer busy: who presses again before that may undo what he has just done."""
        self.page.locator('.game[data-busy="false"]').wait_for(state="attached", timeout=1000 * WAIT_S)

    # ------------------------------------------------------------------ presses

    def spot(self, target: Locator) -> list[float]:
        """Where something can be pressed; what lies beside the map is scrolled to. Raises Unseen."""
        target.first.evaluate("one => one instanceof HTMLElement && one.scrollIntoView({ block: 'nearest' })")
        found: list[float] | None = target.first.evaluate(SPOT)
        if found is None:
            raise Unseen(str(target))
        return found

    def press(self, target: Locator, times: int = 1) -> None:
        """Press what can be seen of something."""
        try:
            target.first.wait_for(state="attached", timeout=6000)
        except TimeoutError as error:
            raise Unseen(str(target)) from error
        spot = self.spot(target)
        self.page.mouse.move(*spot)
        for _ in range(times):
            self.page.mouse.down()
            self.page.mouse.up()
            self.presses += 1

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.presses += 1

    def fit(self) -> None:
        """Have all that is in play in sight."""
        self.press(self.page.locator(".zoom button").last)
        self.page.wait_for_timeout(300)

    def verb(self, verb: str) -> None:
        before = self.state["version"]
        self.press(self.page.locator(f'[data-verb="{verb}"]'))
        if self.page.locator("[data-confirm]").count():
            self.press(self.page.locator("[data-confirm]"))
        self.done(before)

    def let_pass(self) -> None:
        """No card is played until something else is asked; bots answer for themselves."""
        while True:
            for _ in range(400):
                state = self.state
                decision = state["decision"]
                if state["seats"][decision["seat"]] == "human" and not state.get("passes"):
                    break
                self.page.wait_for_timeout(25)
            self.rest()
            if decision["box"] != "window":
                return
            before, on = self.state["version"], {action["text"] for action in decision["actions"]}
            answer = "wait" if "wait" in on else "pass"
            self.press(self.page.locator(f'[data-action="{answer}"], [data-verb="{answer}"]'))
            self.done(before)

    def space(self, space: str, along: bool = False) -> bool:
        """Press a space, `along` with Ctrl, by which the whole stack goes; returns whether something was played."""
        before = self.state["version"]
        target = self.page.locator(f'.board [data-space="{space}"]')
        if target.count() == 0 or target.first.evaluate(SPOT) is None:
            counters = self.page.locator(f'.board [data-at="{space}"][data-piece]')
            target = counters.last if counters.count() else self.page.locator(f'[data-space="{space}"]')
        if along:
            self.page.keyboard.down("Control")
        try:
            self.press(target)
        finally:
            if along:
                self.page.keyboard.up("Control")
        return self.done(before)

    def piece(self, piece: str) -> None:
        """Press a counter, out of its stack where it lies under others."""
        self.page.mouse.move(3, 300)
        counter = self.page.locator(f'.board [data-piece="{piece}"]')
        if counter.count() == 0:
            self.press(self.page.locator(f'[data-piece="{piece}"]'))
            return
        spread = self.page.locator(f'[data-spread="{piece}"]')
        at = counter.first.get_attribute("data-at")
        top = self.page.locator(f'.board [data-at="{at}"][data-piece]').last
        spot = top.evaluate(SPOT) or counter.first.evaluate(SPOT)
        if spot is None:
            raise Unseen(piece)
        self.page.mouse.move(*spot)
        self.page.wait_for_timeout(450)
        self.press(spread if spread.count() else counter)
        self.page.wait_for_timeout(40)
        self.page.mouse.move(3, 300)

    def pick(self, piece: str) -> None:
        """Have a unit chosen that is to go somewhere; one that the question is about alone is. Raises Unseen where it
        cannot be."""
        offered = self.page.locator(f'[data-piece="{piece}"][aria-pressed]')
        if piece in self.chosen or not offered.count():
            return
        self.piece(piece)
        for _ in range(20):
            if piece in self.chosen:
                return
            self.page.wait_for_timeout(50)
        raise Unseen(piece)

    def release(self) -> None:
        """Begin again with nobody chosen."""
        self.key("Escape")

    @property
    def chosen(self) -> list[str]:
        """The units that are chosen on the map or beside it."""
        found: list[str] = self.page.locator('[data-piece][aria-pressed="true"]').evaluate_all(
            "all => all.map(one => one.dataset.piece)"
        )
        return found


def carry_out(hand: Hand, action: Json) -> bool:
    """Do one thing as a player does it; whether it was done."""
    page, before, text = hand.page, hand.state["version"], action["text"]
    shown = page.locator(f'[data-action="{text}"]')

    def confirmed() -> bool:
        if page.locator("[data-confirm]").count():
            hand.press(page.locator("[data-confirm]"))
        asked = page.locator(f'[data-asked] [data-action="{text}"], .chooser [data-action="{text}"]')
        for _ in range(6):
            if hand.state["version"] > before or asked.count():
                break
            page.wait_for_timeout(50)
        opened = asked if asked.count() else shown
        if hand.state["version"] == before and opened.count():
            hand.press(opened)
        return hand.done(before)

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
        if hand.chosen:  # a press of the space would move the unit that the question has chosen
            ways = ways[1:]
    else:
        piece, verb = action["piece"], page.locator(f'[data-verb="{action["verb"]}"]')

        def do() -> None:
            if "space" in action:
                hand.pick(piece)
                hand.space(action["space"])
            elif piece not in hand.chosen:
                hand.piece(piece)

        ways = [do, lambda: (hand.fit(), do()), lambda: (hand.press(verb), do())]
    for way in ways:
        with contextlib.suppress(Unseen, Error):
            way()
            if confirmed():
                return True
        if hand.state["version"] > before:
            return True
        with contextlib.suppress(Unseen, Error):
            hand.release()
    with contextlib.suppress(Unseen, Error):
        if "piece" in action and action["piece"] not in hand.chosen:
            hand.piece(action["piece"])
        hand.press(page.locator("[data-list]"))
        hand.press(page.locator(f'[data-action="{text}"]'))
        return confirmed()
    return False


def staff_plan(match: Match, name: str, stop: Callable[[Any], bool], seed: int = 1) -> tuple[list[str], Match]:
    """What the game's bot would do from here until it is at a position of a kind, and the match then."""
    bot, rng, row = find(name).bots["staff"], random.Random(seed), list[str]()
    while not match.over and not stop(match.position):
        text = match.position.name(bot.policy(match.position, rng))
        row.append(text)
        match.play(text)
    return row, match


def destinations(moves: list[str]) -> dict[str, str]:
    """Where each unit of some moves goes."""
    named = [text.split() for text in moves if text.startswith("move ")]
    return {unit: goal for _, unit, goal in named}


def move_all(hand: Hand, plan: dict[str, str]) -> None:
    """Units go to their places: whoever is chosen by himself first, else the next of a stack; stacks together."""
    tried: dict[str, int] = {}
    while plan:
        at = {one["id"]: one["at"] for one in hand.state["picture"]["pieces"]}
        chosen = [unit for unit in hand.chosen if unit in plan]
        if not chosen or tried.get(chosen[0], 0) > 1:
            unit = min((u for u in plan), key=lambda u: (tried.get(u, 0), at[u]))
            hand.piece(unit)
            chosen = [unit] if unit in hand.chosen else []
        if not chosen:
            raise Unseen(unit)
        unit = chosen[0]
        goal, here = plan[unit], at[unit]
        movable = set(hand.state["decision"]["pieces"])
        stack = [u for u in movable if at.get(u) == here]
        hand.page.wait_for_timeout(60)
        along = len(stack) > 1 and all(plan.get(u) == goal for u in stack)
        try:
            went = hand.space(goal, along)
        except Unseen:
            hand.fit()
            went = hand.space(goal, along)
        if went:
            now = {one["id"]: one["at"] for one in hand.state["picture"]["pieces"]}
            for u in [u for u, h in plan.items() if now.get(u) == h]:
                del plan[u]
        else:
            tried[unit] = tried.get(unit, 0) + 1
            if unit in hand.chosen:  # else the press has chosen one that stands there, who goes first
                hand.page.keyboard.press("Escape")
            if tried[unit] > 4:
                raise Unseen(f"{unit} to {goal}")


def june(page: Page, client: httpx2.Client) -> Json:
    """A German June turn of Barbarossa: all moves of the staff, all its battles."""
    state = client.post("/api/matches", json={"game": "barbarossa", "seed": 7}).json()
    for text in ("historical", "confirm", "historical", "confirm"):
        body = {"text": text, "version": state["version"]}
        state = client.post(f"/api/matches/{state['id']}/actions", json=body).json()
    hand = Hand(page, client, state["id"])
    hand.key("f")
    page.wait_for_timeout(900)
    moves, _ = staff_plan(hand.local, "barbarossa", lambda p: p.box.name == "declare")
    plan = destinations(moves)
    counters = len(plan)
    move_all(hand, plan)
    hand.verb("done")
    moving, hand.presses = hand.presses, 0
    battles, _ = declare(hand)
    return {"june": {"counters": counters, "moves": moving, "battles": battles, "declaring": hand.presses}}


def declare(hand: Hand) -> tuple[int, int]:
    """Declare the staff's battles by their targets, add and remove units, and propose the rest; return how many battles
    there are, and how many of them could not be begun by their target."""
    from mamayev.games.barbarossa.rules.declaration import Declared, sides
    from mamayev.terrain.contact import units_of

    _, after = staff_plan(hand.local, "barbarossa", lambda p: p.box.name != "declare")
    wanted = list(after.position.battles)  # type: ignore[attr-defined]
    missed = 0
    for battle in sorted(wanted, key=lambda each: -each.bit_count()):
        p: Any = hand.local.position
        if p.box.name != "declare":
            break
        _, defenders = sides(p, battle)
        h = p.board.grid.ids[p.at[next(units_of(defenders))]]
        if not hand.space(h):
            missed += 1
            continue
        p = hand.local.position
        drafted = p.top[Declared.battle]
        for u in (*units_of(battle & ~drafted), *units_of(drafted & ~battle)):
            hand.piece(p.board.units[u].id)
            hand.rest()
    if hand.local.position.box.name == "declare":
        hand.verb("propose" if hand.page.locator('[data-verb="propose"]').count() else "declared")
    return len(wanted), missed


def begun(client: httpx2.Client, game: str, wanted: Callable[[Any, Match], bool]) -> str:
    """A game that its own bot plays until the next thing it means to do is the wanted one; the match's id."""
    bot, rng = find(game).bots["staff"], random.Random(3)
    for seed in range(1, 30):
        match = Match.new(game, seed=seed)
        for _ in range(400):
            if match.over:
                break
            code = bot.policy(match.position, rng)
            if wanted(match.position.name(code), match):
                record = json.loads(match.to_json())
                return str(client.post("/api/records", json=record).raise_for_status().json()["id"])
            match.play(match.position.name(code))
    raise Unseen(f"nothing of the kind comes up in {game}")


def hasty(page: Page, client: httpx2.Client) -> Json:
    """A Hasty Attack of Inferno by three units."""

    def by_three(text: str, match: Match) -> bool:
        if not text.startswith("hasty") or match.position.box.name != "german-round":
            return False
        at = match.facts()
        unit, to = text.split()[1:]
        here = [key for key, place in at.items() if key.startswith("unit.") and place == at[f"unit.{unit}"]]
        assert match.decision is not None
        return len(here) > 2 and not [key for key, place in at.items() if key.startswith("unit.") and place == to]

    hand = Hand(page, client, begun(client, "inferno", by_three))
    match = hand.local
    bot = find("inferno").bots["staff"]
    _, unit, goal = match.position.name(bot.policy(match.position, random.Random(3))).split()
    hand.piece(unit)
    page.wait_for_timeout(100)
    for _ in range(3):
        hand.space(goal)
    strikes = [one for one in hand.state["decision"]["actions"] if one["verb"] == "strike"]
    hand.space(strikes[0]["space"])
    return {"hasty": {"presses": hand.presses, "box": hand.local.position.box.name}}


def call(page: Page, client: httpx2.Client) -> Json:
    """A Call for Reinforcements of Inferno, all units deployed."""
    hand = Hand(page, client, begun(client, "inferno", lambda text, match: text == "reinforce"))
    hand.verb("reinforce")
    units = len({one["piece"] for one in hand.state["decision"]["actions"] if one["verb"] == "deploy"})
    while (decision := hand.state["decision"])["box"] == "deploy":
        room: dict[str, int] = {}
        for action in decision["actions"]:
            if action["verb"] == "deploy":
                room[action["space"]] = room.get(action["space"], 0) + 1
        hand.space(max(room, key=lambda space: room[space]))
    return {"call": {"units": units, "presses": hand.presses}}


def activation(page: Page, client: httpx2.Client) -> Json:
    """An activation of Donnerschlag with nine units or more: the card, all moves of the staff, an attack by as many as
    may, up to its card window."""

    def large(text: str, match: Match) -> bool:
        p: Any = match.position
        return p.box.name == "muster" and text == "begin" and p.activated.bit_count() == 9

    match = begun(client, "donnerschlag", large)
    seat = client.get(f"/api/matches/{match}").json()["decision"]["seat"]
    seats = {other: "staff" for other in find("donnerschlag").seats if other != seat}
    client.patch(f"/api/matches/{match}", json={"seats": seats}).raise_for_status()
    hand = Hand(page, client, match)
    hand.key("f")
    page.wait_for_timeout(700)
    hand.let_pass()
    if hand.state["decision"]["box"] == "muster":
        hand.verb("begin")
        hand.let_pass()
    moves, _ = staff_plan(hand.local, "donnerschlag", lambda p: p.box.name != "move")
    plan = destinations(moves)
    moved = len(plan)
    move_all(hand, plan)
    hand.verb("done")
    hand.let_pass()
    attackers = 0
    if hand.local.position.box.name == "declare":
        bot = find("donnerschlag").bots["staff"]
        text = hand.local.position.name(bot.policy(hand.local.position, random.Random(1)))
        spaces = [one["space"] for one in hand.state["decision"]["actions"] if one["verb"] == "assault"]
        hand.space(text.split()[-1] if text.split()[-1] in spaces else spaces[0])
        attackers = hand.local.position.top[3].bit_count()
        hand.verb("fight")
    return {"activation": {"units": 9, "moved": moved, "attackers": attackers, "presses": hand.presses}}


def turn(page: Page, client: httpx2.Client) -> Json:
    """The Axis's whole second turn of Donnerschlag, cards, advances and losses included."""
    bot, rng, match = find("donnerschlag").bots["staff"], random.Random(1), Match.new("donnerschlag", seed=7)
    while match.table.turn(match.position) < 2:
        match.play(match.position.name(bot.policy(match.position, rng)))
    found = client.post("/api/records", json=json.loads(match.to_json())).raise_for_status().json()
    client.patch(f"/api/matches/{found['id']}", json={"seats": {"soviet": "staff"}}).raise_for_status()
    hand, past, activations = Hand(page, client, found["id"]), 0, 0
    hand.key("f")
    while True:
        state = hand.state
        waits = state["decision"] is not None and (state["decision"]["seat"] != "axis" or state.get("passes"))
        if waits:
            page.wait_for_timeout(100)
            continue
        hand.rest()
        match = hand.local
        if match.over or match.table.turn(match.position) > 2:
            return {"turn": {"activations": activations, "presses": hand.presses, "past": past}}
        p: Any = match.position
        activations += p.box.name == "activation-card"
        with contextlib.suppress(Unseen):
            if p.box.name == "move" and p.to_move == p.activated:
                moves, _ = staff_plan(match, "donnerschlag", lambda p: p.box.name != "move")
                move_all(hand, destinations(moves))
                continue
            if p.box.name == "declare" and not p.top[3]:
                strike(hand, match)
                continue
        action = match.decision.action_data(bot.policy(p, rng))
        reply = page.locator('[data-reply="pass"]:enabled')
        if p.box.name == "window" and reply.count() and not plays(match, "axis"):
            with contextlib.suppress(Unseen, Error):
                hand.press(reply)
            for _ in range(100):
                if len(hand.local.record.log) > len(match.record.log):
                    break
                page.wait_for_timeout(20)
        elif not carry_out(hand, dict(action)) and len(hand.local.record.log) == len(match.record.log):
            past += 1
            hand.play(action["text"])


def plays(match: Match, seat: str) -> bool:
    """Whether the staff means to play a card for a seat before the combat is over."""
    bot, rng, there = find("donnerschlag").bots["staff"], random.Random(1), Match.from_json(match.to_json())
    while not there.over and there.position.inside("combat"):
        text = there.position.name(bot.policy(there.position, rng))
        if there.decision is not None and there.decision.seat == seat and text.startswith("play "):
            return True
        there.play(text)
    return False


def strike(hand: Hand, match: Match) -> None:
    """The next attack that the staff means to make in Donnerschlag, or its last word: target first, who is not wanted
    is taken out."""
    p: Any = match.position
    texts, _ = staff_plan(match, "donnerschlag", lambda p: p.box.name != "declare")
    named = [text.split() for text in texts if text.startswith("attack ")]
    if not named:
        hand.verb(texts[0].split()[0])
        return
    hand.space(named[0][2])
    p = hand.local.position
    joined = {unit.id for u, unit in enumerate(p.board.units) if p.top[3] >> u & 1}
    for unit in joined ^ {unit for _, unit, _ in named}:
        hand.piece(unit)
        hand.rest()
    hand.verb("fight")


TASKS: dict[str, Callable[[Page, httpx2.Client], Json]] = {
    "june": june, "hasty": hasty, "call": call, "activation": activation, "turn": turn,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", default=list(TASKS))
    given = parser.parse_args()
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with (
        own_server() as server,
        sync_playwright() as playwright,
        httpx2.Client(base_url=server.address, timeout=60) as client,
    ):
        chromium = playwright.chromium.launch(executable_path=program)
        for task in given.tasks:
            page = chromium.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            page.set_default_timeout(60_000)
            print(json.dumps(TASKS[task](page, client)), flush=True)
            page.close()


if __name__ == "__main__":
    main()
