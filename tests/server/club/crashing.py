"""Announce turns by mail and push while the server is killed again and again. bench/notices.py also uses this."""

import http.client
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from mamayev.server.app import create_app
from mamayev.server.club import channels, sessions, ways
from mamayev.server.club.names import name_of
from mamayev.server.club.push import Browser
from mamayev.server.club.settings import Mailbox

from .pushes import Device, Web, web
from .sink import Sink, running

Json = dict[str, Any]
GAME = "skirmish"
TURN = "Your move"
LETTERS = "abcdefgh"  # none looks like another
PATIENCE = 120.0
"""Seconds that a turn may take to be told before the run is given up."""


class Figures(NamedTuple):
    """What became of the turns. `seconds`: from each action to its notice. `twice`: notices that arrived once more,
    with the same id, so that a mailbox or a browser shows one."""

    turns: int
    kills: int
    missing: int
    more: int
    twice: int
    seconds: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def p99(self) -> float:
        return sorted(self.seconds)[int(len(self.seconds) * 0.99)]


class Station:
    """A club whose members get mail and pushes in sinks, on a server that can be killed."""

    def __init__(self, folder: Path, members: int, sink: Sink, pushes: Web) -> None:
        self.port = _free_port()
        self.address = f"http://localhost:{self.port}"
        self.db = f"sqlite:///{folder / 'games.sqlite'}"
        self.file = folder / "club.toml"
        self.file.write_text(
            f'name = "Tuesday Club"\naddress = "{self.address}"\nimprint = "Jan Novak"\n'
            f'[notices]\ninside = ["127.0.0.0/8"]\n'
            f'[mail]\nserver = "127.0.0.1"\nport = {sink.port}\nsecurity = "none"\nsender = "club@example.org"\n',
            encoding="utf-8",
        )
        self.device = Device()
        keys = self.device.keys
        app = create_app(self.db, club=self.file)
        club = app.state.parts.access

        def join(connection: Any) -> list[str]:
            tokens = []
            for number in range(members):
                name = f"Member {LETTERS[number // len(LETTERS)]}{LETTERS[number % len(LETTERS)]}"
                member = f"{number:032}"
                ways.add_member(connection, member, name_of(name), Mailbox(f"m{number}@example.org"))
                tokens.append(sessions.begin(connection, member, ""))
                channels.add(
                    connection,
                    member,
                    "push",
                    "Browser",
                    address=f"{pushes.address}/{number}",
                    browser=Browser(keys["p256dh"], keys["auth"]),
                )
            return tokens

        self.tokens: list[str] = club.write(join)
        club.stop()
        app.state.parts.store.close()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "mamayev", "serve", "--no-browser", "--port", str(self.port)]
        command += ["--club", str(self.file), "--db", self.db]
        env = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        self.ask("GET", "health")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def ask(self, method: str, path: str, body: Any = None, key: str = "", token: str = "") -> Json:
        """The content of an answer or a refusal. A server that has just been killed is asked again."""
        headers = {"content-type": "application/json", "origin": self.address}
        if key:
            headers["authorization"] = f"Bearer {key}"
        if token:
            headers["cookie"] = f"{sessions.COOKIE}={token}"
        data = None if body is None else json.dumps(body).encode()
        end = time.monotonic() + PATIENCE
        while True:
            request = urllib.request.Request(f"{self.address}/api/{path}", data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=20) as answer:
                    content = answer.read()
                    return json.loads(content) if content else {}
            except urllib.error.HTTPError as error:
                return {"status": error.code, **json.loads(error.read())}
            except (OSError, http.client.HTTPException):
                assert time.monotonic() < end, "the server does not come back"
                time.sleep(0.1)


class Told:
    """What has arrived: the first time of each notice of each match, by way."""

    def __init__(self, station: Station, sink: Sink, pushes: Web) -> None:
        self.arrived: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
        self.twice = 0
        self._lock = threading.Lock()
        self._station, self._sink, self._pushes = station, sink, pushes
        for listen in (self._mails, self._messages):
            threading.Thread(target=listen, daemon=True).start()

    def _mails(self) -> None:
        while True:
            mail = self._sink.mails.get()
            if not mail["Subject"].startswith(TURN):
                continue
            url = next(line for line in mail.get_content().splitlines() if "/#/play/" in line)
            self._note(url.rpartition("/")[2], "mail", mail["Message-ID"])

    def _messages(self) -> None:
        while True:
            message = self._station.device.read(self._pushes.got.get().body)
            if message["title"].startswith(TURN):
                self._note(message["tag"], "push", message["id"])

    def _note(self, match: str, way: str, name: str) -> None:
        with self._lock:
            known = self.arrived[match, way]
            self.twice += name in known
            known.setdefault(name, time.monotonic())

    def wait(self, match: str, count: int) -> None:
        """Wait until both ways have told of so many turns of a match."""
        end = time.monotonic() + PATIENCE
        while any(len(self.arrived[match, way]) < count for way in ("mail", "push")) and time.monotonic() < end:
            time.sleep(0.02)


def tell(folder: Path, *, turns: int, games: int, kills: int, seed: int = 1) -> Figures:
    """Play turns at several games at a time while the server is killed, and return what became of the notices."""
    rng, begun, done = random.Random(seed), [0], threading.Event()
    played: dict[str, list[float]] = {}
    with ExitStack() as stack:
        sink, pushes = stack.enter_context(running()), stack.enter_context(web())
        station = Station(folder, games, sink, pushes)
        told = Told(station, sink, pushes)
        station.start()

        def kill() -> int:
            """Kill the server when the next share of the turns has begun, at a random moment."""
            for number in range(kills):
                while begun[0] < turns * (number + 1) // (kills + 1) and not done.is_set():
                    time.sleep(0.05)
                if done.is_set():
                    return number
                time.sleep(rng.random())
                station.kill()
                station.start()
            return kills

        def play(number: int) -> None:
            token = station.tokens[number]
            while begun[0] < turns:
                state = station.ask("POST", "matches", {"game": GAME, "held": True})
                match, keys = state["id"], state["keys"]
                mover = state["decision"]["seat"]
                mine = next(seat for seat in keys if seat != mover)
                station.ask("PUT", f"club/games/{match}/seat", key=keys[mine], token=token)
                played[match] = []
                while begun[0] < turns and not state["over"]:
                    begun[0] += 1
                    at = time.monotonic()
                    state = passes(station, match, keys, mover)
                    if state["over"]:
                        break
                    played[match].append(at)
                    told.wait(match, len(played[match]))
                    state = passes(station, match, keys, mine)

        with ThreadPoolExecutor(games + 1) as pool:
            killing = pool.submit(kill)
            for player in [pool.submit(play, number) for number in range(games)]:
                player.result()
            done.set()
            killed = killing.result()
        station.kill()
    return figures(played, told, killed)


def passes(station: Station, match: str, keys: dict[str, str], seat: str) -> Json:
    """Let a seat end its turn. If the server dies, look whether that was stored."""
    while True:
        state = station.ask("GET", f"matches/{match}", key=keys[seat])
        if state["over"] or state["decision"]["seat"] != seat:
            return state
        body = {"text": "done", "version": state["version"]}
        station.ask("POST", f"matches/{match}/actions", body, key=keys[seat])


def figures(played: dict[str, list[float]], told: Told, kills: int) -> Figures:
    missing = more = 0
    seconds: list[float] = []
    for match, times in played.items():
        for way in ("mail", "push"):
            found = sorted(told.arrived[match, way].values())
            missing += max(0, len(times) - len(found))
            more += max(0, len(found) - len(times))
            seconds += [arrived - at for at, arrived in zip(times, found, strict=False)]
    return Figures(sum(map(len, played.values())), kills, missing, more, told.twice, seconds)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
