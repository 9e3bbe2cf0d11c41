"""A whole game of two members of a club by a daily clock, in two browsers, with mail and pushes in sinks.

python bench/daily_game.py [GAME] [--seed N] [--pictures FOLDER] [--decisions N] [--hurry SHARE]
                           [--away HOURS]

One member puts up a rated challenge, the other accepts it. From then on, each comes only when a notice has arrived:
they open its link, play by mouse what the game's own bot advises, and leave for the lobby when the other one is to
move. Meanwhile hours pass: the clocks of the database are set back.

Each notice must arrive by mail and by push, at the player to move, once, with a link to the game, without the name of a
card that a player holds, and with the clock's notices at a half and a tenth of the bank. What could not be done by
pressing what can be seen is played past the page and counted. `--decisions`: stop after this many. `--hurry`: how
often a player ends moving or declaring attacks before the bot would, so that a game is shorter. Prints a JSON
object, and ends with 1 if something was wrong.
"""

import argparse
import json
import os
import random
import shutil
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from clicks import Hand, carry_out
from playwright.sync_api import Browser, Error, Page, TimeoutError, sync_playwright
from served import Json, own_server
from strangers import Stranger

from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.match.match import Match, Record
from mamayev.server.club.pace import DAY, HOUR
from mamayev.server.club.times import moment_of, text_of
from mamayev.server.store import Store

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.conftest import free_port
from tests.browser.test_notices import ALLOW, SUBSCRIBE
from tests.server.club.pushes import Device, Web, web
from tests.server.club.sink import Sink, running

DAYS = 5
"""The bank of the challenge that the page offers first. Each player turn adds 12 hours."""
LEAST_HOURS = 4
"""The time that a player does not let fall short."""
PATIENCE_S = 60.0
AGAIN = 10
"""How often a page may hang on a busy machine."""
WAYS = ("mail", "push")
HURRIED = ("move", "declare")
POST = """async ([path, body]) => {
    const headers = { "content-type": "application/json" };
    return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).status;
}"""


class Told(NamedTuple):
    """A notice that has arrived."""

    who: str
    way: str
    title: str
    text: str
    at: float


class Box:
    """All notices that arrive at both players, in order."""

    def __init__(self, sink: Sink, pushes: Web) -> None:
        self.all: list[Told] = []
        self.taken: set[int] = set()
        self.device = Device()
        self._lock = threading.Lock()
        self._sink, self._pushes = sink, pushes

    def open(self) -> None:
        """From now on, take in what arrives. Before that, the sink holds the codes of the mailboxes."""
        for listen in (self._mails, self._messages):
            threading.Thread(target=listen, daemon=True).start()

    def _mails(self) -> None:
        while True:
            mail = self._sink.mails.get()
            who = str(mail["To"]).partition("@")[0]
            self._add(Told(who, "mail", str(mail["Subject"]), str(mail.get_content()), time.monotonic()))

    def _messages(self) -> None:
        while True:
            got = self._pushes.got.get()
            message = self.device.read(got.body)
            text = f"{message['body']}\n{message['url']}"
            self._add(Told(got.path.strip("/"), "push", message["title"], text, time.monotonic()))

    def _add(self, told: Told) -> None:
        with self._lock:
            self.all.append(told)

    def take(self, who: str, kind: str, way: str, patience: float = PATIENCE_S) -> Told | None:
        """The next notice of a kind for a player, once it has arrived."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            for number, one in enumerate(list(self.all)):
                if number not in self.taken and (one.who, one.way) == (who, way) and one.title.startswith(kind):
                    self.taken.add(number)
                    return one
            time.sleep(0.05)
        return None

    @property
    def left(self) -> list[Told]:
        """What has arrived and nobody has expected."""
        return [one for number, one in enumerate(list(self.all)) if number not in self.taken]


class Answer(NamedTuple):
    """An answer, as `Hand` reads it."""

    status_code: int
    text: str = ""

    def json(self) -> Any:
        """The content."""
        return json.loads(self.text)

    def raise_for_status(self) -> None:
        """End the program if a fallback was refused."""
        assert self.status_code < 400, self.status_code


class Session:
    """The API as the page's own session reaches it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.base_url = page, address

    def get(self, path: str) -> Answer:
        # The server closes a connection that is silent, just when the next request may begin.
        answer = self.page.context.request.get(self.base_url + path, max_retries=3)
        return Answer(answer.status, answer.text())

    def post(self, path: str, json: Any) -> Answer:
        return Answer(self.page.evaluate(POST, [path, json]))


class Player(Stranger):
    """A member at a browser whose pushes go to the sink."""

    def __init__(self, chromium: Browser, address: str, name: str, box: Box, pushes: Web) -> None:
        super().__init__(chromium, address)
        self.name, self.address, self.seat, self.looked = name, address, "", False
        self.who = name.split()[0].lower()
        self.page.set_default_timeout(1000 * PATIENCE_S)
        for script in (ALLOW, SUBSCRIBE % (json.dumps(f"{pushes.address}/{self.who}"), json.dumps(box.device.keys))):
            self.page.context.add_init_script(script)
        self.page.reload()
        self.session: Any = Session(self.page, address)

    def enter(self, sink: Sink) -> None:
        """Join with a passkey and a mailbox, and let this browser get pushes, all at the page."""
        page = self.page
        page.locator("[data-entry]").click()
        page.locator("[data-name]:focus").wait_for()
        page.keyboard.type(self.name)
        page.locator("[data-passkey]").click()
        page.locator("[data-club] [data-mail]").fill(f"{self.who}@example.org")
        page.locator("[data-club] [data-send]").click()
        page.locator("[data-code]").fill(sink.code())
        page.get_by_text(f"{self.who}@example.org").first.wait_for()
        page.locator("[data-club] [data-done]").click()
        page.reload()
        page.locator("[data-entry]").click()
        page.locator("[data-add-browser]").click()
        page.locator("[data-notices-of-mine] thead th").nth(1).wait_for()
        for kind in ("accepted", "over"):
            for tick in page.locator(f"[data-take={kind}]:not(:checked)").all():
                tick.check()
                page.locator(f"[data-take={kind}]:enabled").nth(1).wait_for()
        page.keyboard.press("Escape")

    def leave(self) -> None:
        """Go to the lobby."""
        self.page.goto(f"{self.address}/#/")
        self.page.locator("[data-your-games]").wait_for()


class Seat(Hand):
    """A player at the table, who has come by the link of a notice."""

    def __init__(self, player: Player, match: str, store: Store, known: Match | None) -> None:
        super().__init__(player.page, player.session, match)
        self._store, self._known = store, known

    @property
    def local(self) -> Match:
        """The match as it is in the database: no player may have the record of a private game before it is over."""
        saved = self._store.matches.get(self.match)
        assert saved is not None
        record, known = Record.from_json(saved.record), self._known
        if known is None or record.log[: len(known.record.log)] != known.record.log:
            known = Match.from_record(record)
        while len(known.record.log) < len(record.log):
            known.play(record.log[len(known.record.log)])
        self._known = known
        return known.copy()


class Game:
    """The game of two players, and everything that was wrong with it."""

    def __init__(self, given: argparse.Namespace, box: Box, file: Path, players: list[Player]) -> None:
        self.given, self.box, self.file, self.players = given, box, file, players
        self.store = Store(f"sqlite:///{file}")
        self.match, self.rng = "", random.Random(given.seed)
        self.known: Match | None = None
        self.counts: Counter[str] = Counter()
        self.past: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.seconds: list[float] = []
        self.hours = 0.0

    def picture(self, player: Player, name: str) -> None:
        if self.given.pictures:
            player.page.wait_for_timeout(400)
            player.page.screenshot(path=self.given.pictures / f"{name}.png")

    # ------------------------------------------------------------------ the clock

    def clock(self, seat: str) -> tuple[int, bool]:
        """The milliseconds that a seat has left, and whether its clock runs."""
        with sqlite3.connect(self.file, timeout=30) as database:
            query = 'SELECT "left", since FROM club_clocks WHERE "match" = ? AND seat = ?'
            left, since = database.execute(query, (self.match, seat)).fetchone()
        return left - (0 if since is None else round(time.time() * 1000) - moment_of(since)), since is not None

    def stay_away(self, player: Player) -> list[str]:
        """Let hours pass on the clock of a player, and return the clock's notices that are due by that."""
        left, runs = self.clock(player.seat)
        if not runs:
            self.wrong.append(f"{player.name} is to move, but their clock stands still")
        hours = min(self.rng.expovariate(1 / self.given.away), left / HOUR - LEAST_HOURS)
        if hours <= 0:
            return []
        self.hours += hours
        by = round(hours * HOUR)
        with sqlite3.connect(self.file, timeout=30) as database:
            for table, column in (("club_clocks", "since"), ("club_deadlines", "due"), ("club_answers", "since")):
                rows = f'FROM {table} WHERE "match" = ? AND {column} IS NOT NULL'
                for number, text in database.execute(f"SELECT rowid, {column} {rows}", (self.match,)).fetchall():
                    change = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"
                    database.execute(change, (text_of(moment_of(text) - by), number))
        marks = [share * DAYS * DAY for share in (0.5, 0.1)]
        return ["Clock" for mark in marks if left - by <= mark < left]

    # ------------------------------------------------------------------ notices

    def expect(self, player: Player, kind: str, since: float) -> None:
        """Wait for a notice by both ways, and look at what it says."""
        for way in WAYS:
            told = self.box.take(player.who, kind, way)
            if told is None:
                self.wrong.append(f"no “{kind}” for {player.name} by {way}")
                self.picture(player, f"missing-{len(self.wrong)}")
                continue
            self.counts[f"{kind} by {way}"] += 1
            self.seconds.append(told.at - since)
            if f"{player.address}/#/play/{self.match}" not in told.text:
                self.wrong.append(f"no link to the game: {told}")
            if told_cards := [card for card in self.hands() if card in f"{told.title} {told.text}"]:
                self.wrong.append(f"cards {told_cards} in {told}")
            if self.counts[f"{kind} by {way}"] <= 2:
                print(f"{way} for {player.name}: {told.title} | {told.text!r}", file=sys.stderr)

    def hands(self) -> list[str]:
        """The titles of the cards that the players hold."""
        titles = []
        for player in self.players:
            state = player.session.get(f"/api/matches/{self.match}").json()
            scene = player.session.get(f"/api/matches/{self.match}/scene").json()
            cards = {(deck["id"], card["id"]): card["title"] for deck in scene["decks"] for card in deck["cards"]}
            for hand in state["picture"].get("hands", []):
                titles += [cards[hand["deck"], one] for one in hand.get("cards", [])]
        return titles

    # ------------------------------------------------------------------ play

    def begin(self) -> None:
        """Put up the challenge, and accept it."""
        one, other = self.players
        page = one.page
        page.locator("[data-new-challenge]").click()
        page.locator(f"[data-challenge-sheet] [data-for={self.given.game}]").click()
        page.locator("[data-challenge-sheet] [data-pace=daily]").click()
        page.locator("[data-challenge-sheet] [data-days]").fill(str(DAYS))
        page.locator("[data-challenge-sheet] [data-rated=yes]").click()
        self.picture(one, "challenge")
        page.locator("[data-put-up]").click()
        page.locator("[data-challenge-sheet]").wait_for(state="detached")
        accept = other.page.locator(f'[data-challenge][data-by="{one.name}"] [data-accept]')
        other.page.mouse.move(3, 300)
        self.picture(other, "lobby")
        accept.wait_for()
        begun = time.monotonic()
        accept.click()
        other.page.get_by_role("group", name="Board").wait_for()
        self.match = other.page.url.split("#")[1].split("/")[2]
        for player in self.players:
            player.seat = player.session.get(f"/api/matches/{self.match}").json()["viewer"]
        self.expect(one, "Challenge accepted", begun)

    def play(self) -> bool:
        """Play to the end, and return whether the game is over."""
        here: Player | None = self.players[1]
        bot, rng, errors = find(self.given.game).bots["staff"], random.Random(1), list[str]()
        for player in self.players:
            player.page.on("pageerror", lambda error: errors.append(str(error)))
        handed = time.monotonic()
        while True:
            match = self.settled()
            if match.decision is None or self.counts["decisions"] >= self.given.decisions:
                break
            mover = next(player for player in self.players if player.seat == match.decision.seat)
            if here is not mover:
                if here is not None:
                    here.leave()
                    # The notice that the challenge was accepted is the only one until its player looks at the game.
                    if mover.looked:
                        self.expect(mover, "Your move", handed)
                    gone = time.monotonic()
                    for kind in self.stay_away(mover):
                        self.expect(mover, kind, gone)
                here = mover
            try:
                self.visit(mover, bot, rng)
            except (Error, TimeoutError) as error:
                self.counts["opened again"] += 1
                print(f"{mover.name} opens the game again: {error}", file=sys.stderr)
                if self.counts["opened again"] > AGAIN:
                    raise
                mover.leave()
            handed = time.monotonic()
        self.wrong += errors
        return match.decision is None

    def settled(self) -> Match:
        """The match, once the server has answered the windows that it answers."""
        while True:
            saved = self.store.matches.get(self.match)
            assert saved is not None
            match = Match.from_record(Record.from_json(saved.record)) if self.known is None else self.brought(saved)
            self.known = match
            decision = match.decision
            if decision is None or decision.waiver is None or not decision.idle:
                return match.copy()
            time.sleep(0.05)

    def brought(self, saved: Any) -> Match:
        record, known = Record.from_json(saved.record), self.known
        assert known is not None
        while len(known.record.log) < len(record.log):
            known.play(record.log[len(known.record.log)])
        return known if record.log == known.record.log else Match.from_record(record)

    def visit(self, player: Player, bot: Any, rng: random.Random) -> None:
        """Open the game, and play until the other player is to move."""
        hand = Seat(player, self.match, self.store, self.known)
        player.looked = True
        self.counts["visits"] += 1
        if hand.state.get("reply") == "ask":
            self.let_pass(player)
        if self.counts["visits"] % 25 == 3:
            self.picture(player, f"visit-{self.counts['visits']}")
        while self.counts["decisions"] < self.given.decisions:
            match = self.settled()
            if match.decision is None or match.decision.seat != player.seat:
                break
            hand.rest()
            action, before = self.wanted(match, bot, rng), len(match.record.log)
            began = time.monotonic()
            seen = carry_out(hand, action)
            after = self.settled()
            if len(after.record.log) == before:
                seen = False
                hand.play(action["text"])
            self.counts["decisions"] += 1
            if not seen:
                self.past[f"{match.decision.box} {action['verb']}"] += 1
            took, turn = time.monotonic() - began, match.table.turn(match.position)
            told = "" if seen else " PAST"
            line = f"{self.counts['decisions']} turn {turn} {player.seat} {match.decision.box}: {action['text']}"
            print(f"{line}: {took:.1f} s{told}", file=sys.stderr, flush=True)
        self.counts["presses"] += hand.presses

    def wanted(self, match: Match, bot: Any, rng: random.Random) -> Json:
        """What a player does: what the bot advises, or the end of a step before its time."""
        assert match.decision is not None
        if match.decision.box in HURRIED and rng.random() < self.given.hurry:
            with suppress(Refusal):
                match.copy().play("done")
                return {"verb": "done", "text": "done"}
        return dict(match.decision.action_data(bot.policy(match.position, rng)))

    def let_pass(self, player: Player) -> None:
        """Let the server answer the windows in which the player can do nothing."""
        player.page.locator("[data-menu]").click()
        player.page.locator("[data-reply=able]").click()
        player.page.locator("[data-reply=able][aria-pressed=true]").wait_for()
        player.page.keyboard.press("Escape")

    def end(self) -> Json:
        """Look at the end of the game, and return what it took."""
        for player in self.players:
            player.page.goto(f"{player.address}/#/play/{self.match}")
            self.picture(player, f"end-{player.who}")
            player.leave()
            self.picture(player, f"lobby-{player.who}")
        time.sleep(5)
        over = {told.who for told in self.box.left if told.title.startswith("Game over")}
        for player in self.players:
            if player.who in over:
                self.expect(player, "Game over", time.monotonic())
        self.wrong += [f"not expected: {told}" for told in self.box.left]
        match = self.settled()
        return {
            "game": self.given.game, "over": match.decision is None, "result": (match.result or {}).get("level"),
            **self.counts, "hours": round(self.hours), "past": dict(self.past),
            "seconds_to_notice_median": round(statistics.median(self.seconds), 1),
            "seconds_to_notice_most": round(max(self.seconds), 1), "wrong": self.wrong,
        }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="donnerschlag")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    parser.add_argument("--away", type=float, default=12.0, help="mean hours before a player looks at a notice")
    parser.add_argument("--hurry", type=float, default=0.0)
    parser.add_argument("--decisions", type=int, default=1_000_000)
    given = parser.parse_args()
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    port = free_port()
    address = f"http://localhost:{port}"
    with tempfile.TemporaryDirectory() as folder, running() as sink, web() as pushes:
        file, settings = Path(folder) / "games.sqlite", Path(folder) / "club.toml"
        settings.write_text(
            f'name = "Tuesday Club"\naddress = "{address}"\nimprint = "Jan Novak"\n'
            f'[notices]\ninside = ["127.0.0.0/8"]\n'
            f'[mail]\nserver = "127.0.0.1"\nport = {sink.port}\nsecurity = "none"\nsender = "club@example.org"\n',
            encoding="utf-8",
        )
        server = own_server(database=f"sqlite:///{file}", club=str(settings), reply_pause=0.1, port=port)
        with server, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=program)
            box = Box(sink, pushes)
            players = [Player(chromium, address, name, box, pushes) for name in ("Marta K", "Jaro R")]
            for player in players:
                player.enter(sink)
            box.open()
            game = Game(given, box, file, players)
            game.begin()
            over = game.play()
            found = game.end() if over or game.counts["decisions"] else {}
            print(json.dumps(found))
            game.store.close()
            chromium.close()
    return 1 if game.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
