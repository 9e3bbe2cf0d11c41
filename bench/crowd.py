"""A server with a crowd on it: many games at once, each with two open tabs and an action a second. Prints one JSON
object.

python bench/crowd.py [--games 200] [--seconds 20] [--club] [--db ADDRESS]
python bench/crowd.py --callers 45

A server runs in a process of its own, on a database file of its own. The games are of all kinds in turn and in the
middle of play; what will be played in them is known beforehand, so that nothing is asked for but the actions. Each game
has its own second; the clock runs from sending an action to having read the answer, the whole State, which is on the
disk by then. The target: 95 of 100 in under 100 ms on two cores, and none refused.

With --club, the server is a club's: each seat is a member's, who shows their account and no key, and each game has
clocks. `--db` is an empty database of its own, such as one of PostgreSQL.

With --callers so many ask for the choices of one match, each again as soon as it is answered,
while another match is played: how long do its actions take, without them and with them?
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import tempfile
import time
from collections import Counter
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import httpx2
import sqlalchemy as sa
import websockets
from served import Json, Server, at_a_move, own_server

import mamayev
from mamayev.engine.registry import names
from mamayev.match.match import Match
from mamayev.server.app import create_app
from mamayev.server.club import pace, seats, sessions, ways
from mamayev.server.club.club import Club
from mamayev.server.club.names import name_of
from mamayev.server.keys import new_keys
from mamayev.server.room import Room
from mamayev.server.rooms import Begun
from mamayev.server.seats import held_seats

TARGET_MS = 100.0
TABS = 2
PLAYED = 30
"""Up to so many decisions have been taken in a game when the crowd comes."""
IMPORTERS = 4
BATCH = 50
"""Games that one transaction stores."""
ADDRESSES = 16


HOST = "club.example.org"
CLUB_ADDRESS = f"https://{HOST}"
CLUB = f'name = "Crowd"\naddress = "{CLUB_ADDRESS}"\nimprint = "nobody"\n'
DIGITS, LETTERS = "0123456789", "abcdefghjk"  # none of these letters looks like another

Headers = dict[str, str]


class Script(NamedTuple):
    """A game in the middle of play, as it is saved, what will be played in it, and by which seats."""

    record: str
    actions: list[str]
    movers: list[str]


class Place(NamedTuple):
    """A game on the server: where it is, and what the player of each seat shows of themselves."""

    id: str
    version: int
    shown: dict[str, Headers]


def script(game: str, seed: int, actions: int) -> Script:
    """A game at random."""
    match, rng = mamayev.new(game, seed=seed), random.Random(seed)
    texts: list[str] = []
    movers: list[str] = []

    def play(count: int) -> None:
        for _ in range(count):
            if match.decision is None:
                return
            movers.append(match.decision.seat)
            texts.append(match.position.name(match.position.draw(rng.random)))
            match.play(texts[-1])

    play(rng.randrange(PLAYED))
    record = match.to_json()
    texts.clear()
    movers.clear()
    play(actions)
    return Script(record, texts, movers)


def settle(address: str, file: Path, scripts: list[Script]) -> list[Place]:
    """Put the games into the database of a club: members hold all seats, and the clocks run."""
    app = create_app(address, club=file)
    club: Club = app.state.parts.access
    new = []
    for number, script in enumerate(scripts):
        match = Match.from_json(script.record)
        new.append(Begun(match, {}, f"Game {number}", new_keys(held_seats(match, {}))))
    places: list[Place] = []

    def store(connection: sa.Connection, rooms: list[Room]) -> None:
        for room in rooms:
            shown: dict[str, Headers] = {}
            for seat, key in room.keys.items():
                number = f"{len(places):04}{len(shown)}"
                name = "Member " + number.translate(str.maketrans(DIGITS, LETTERS))
                ways.add_member(connection, number, name_of(name), None)
                seats.keep(connection, number, room.id, key)
                token = sessions.begin(connection, number, "")
                shown[seat] = {"cookie": f"{sessions.COOKIE}={token}", "origin": CLUB_ADDRESS}
            pace.agree(connection, room.id, pace.Terms(pace.DailyPace(5, 12)))
            places.append(Place(room.id, room.version, shown))

    for first in range(0, len(new), BATCH):
        app.state.parts.rooms.add_together(new[first : first + BATCH], store)
    club.stop()
    app.state.parts.store.close()
    return places


async def follow(address: str, port: int, received: list[int], number: int, shown: Headers) -> None:
    """A tab: read whatever comes. A server lets no address have as many tabs as all of them."""
    own = (f"127.0.0.{2 + number % ADDRESSES}", 0)
    where: Json = {"host": "127.0.0.1", "port": port, "local_addr": own}
    async with websockets.connect(address, max_size=None, additional_headers=shown, **where) as tab:
        if shown:
            await tab.send('{"key": null, "company": true}')
        async for message in tab:
            received.append(len(message))


class Crowd:
    """The figures of many games on one server."""

    def __init__(self, server: Server, client: httpx2.AsyncClient) -> None:
        self.server, self.client = server, client
        self.times: list[float] = []
        self.answers: Counter[int] = Counter()

    async def take_in(self, scripts: list[Script]) -> list[Place]:
        """The games, once the server has them."""
        at_once = asyncio.Semaphore(IMPORTERS)

        async def one(record: str) -> Place:
            async with at_once:
                answer = await self.client.post("/api/records", content=record)
                state: Json = answer.raise_for_status().json()
                return Place(state["id"], state["version"], {})

        return list(await asyncio.gather(*(one(script.record) for script in scripts)))

    async def play(self, place: Place, script: Script, begin: float) -> None:
        """Play an action a second; where one is answered late, the next follows at once."""
        path, version = f"/api/matches/{place.id}/actions", place.version
        for number, (text, mover) in enumerate(zip(script.actions, script.movers, strict=True)):
            await asyncio.sleep(max(0.0, begin + number - time.perf_counter()))
            shown = {"host": HOST, **place.shown[mover]} if place.shown else {}
            sent = time.perf_counter()
            answer = await self.client.post(path, json={"text": text, "version": version}, headers=shown)
            self.times.append((time.perf_counter() - sent) * 1000)
            self.answers[answer.status_code] += 1
            version += answer.status_code == 200


async def measure(server: Server, scripts: list[Script], places: list[Place]) -> Json:
    """The figures of games that the server has, or takes in first."""
    games = len(scripts)
    limits = httpx2.Limits(max_connections=games, max_keepalive_connections=games)
    received: list[int] = []
    if not places:
        async with httpx2.AsyncClient(base_url=server.address, timeout=60) as client:
            places = await Crowd(server, client).take_in(scripts)
    port = int(server.address.rpartition(":")[2])
    home = f"ws://{HOST}" if places[0].shown else server.address.replace("http", "ws", 1)
    tabs = [
        asyncio.create_task(follow(f"{home}/api/matches/{place.id}/live", port, received, number, shown))
        for number, place in enumerate(places)
        for shown in islice(cycle(place.shown.values() or [{}]), TABS)
    ]
    while len(received) < len(tabs):
        for tab in tabs:
            if tab.done():
                tab.result()
        await asyncio.sleep(0.05)
    # The connections are new, for the server closes those that are silent for long.
    async with httpx2.AsyncClient(base_url=server.address, timeout=60, limits=limits) as client:
        crowd = Crowd(server, client)
        before, own, begin = server.cpu_seconds(), time.process_time(), time.perf_counter() + 0.2
        await asyncio.gather(
            *(
                crowd.play(place, script, begin + number / games)
                for number, (place, script) in enumerate(zip(places, scripts, strict=True))
            )
        )
        took, spent = time.perf_counter() - begin, server.cpu_seconds() - before
        own = time.process_time() - own
    for tab in tabs:
        tab.cancel()
    await asyncio.gather(*tabs, return_exceptions=True)
    cuts = statistics.quantiles(crowd.times, n=100)
    actions = len(crowd.times)
    return {
        "games": games,
        "tabs": len(tabs),
        "actions": actions,
        "actions_a_second": round(actions / took, 1),
        "p50_ms": round(cuts[49], 1),
        "p95_ms": round(cuts[94], 1),
        "p99_ms": round(cuts[98], 1),
        "refused": {str(status): count for status, count in crowd.answers.items() if status != 200},
        "server_cpu_ms_an_action": round(spent / actions * 1000, 2),
        "crowd_cpu_ms_an_action": round(own / actions * 1000, 2),
        "server_megabytes": round(server.memory() / 1e6),
        "load": round(os.getloadavg()[0], 1),
        "target_p95_ms": TARGET_MS,
    }


def figures(games: int = 200, seconds: int = 20, *, club: bool = False, database: str = "") -> Json:
    """Start a server, measure, stop it."""
    kinds = names()
    scripts = [script(kinds[n % len(kinds)], n, seconds) for n in range(games)]
    with tempfile.TemporaryDirectory() as folder:
        database, file, places = database or f"sqlite:///{folder}/games.sqlite", Path(folder) / "club.toml", []
        if club:
            file.write_text(CLUB, encoding="utf-8")
            places = settle(database, file, scripts)
        with own_server(database=database, club=str(file) if club else "") as server:
            return {"club": club, **asyncio.run(measure(server, scripts, places))}


async def beside(address: str, state: Json, pieces: list[str], other: Json, actions: list[str], callers: int) -> Json:
    """How long the actions of another match take, in ms, while so many ask for choices of one."""
    limits = httpx2.Limits(max_connections=callers + 1, max_keepalive_connections=callers + 1)
    async with httpx2.AsyncClient(base_url=address, timeout=60, limits=limits) as client:
        asked = 0

        async def ask(number: int) -> None:
            nonlocal asked
            while True:
                piece = pieces[(number + asked) % len(pieces)]
                answer = await client.get(f"/api/matches/{state['id']}/choices", params={"piece": piece})
                answer.raise_for_status()
                asked += 1

        async def act(texts: list[str], version: int) -> list[float]:
            times = []
            for number, text in enumerate(texts):
                sent = time.perf_counter()
                body = {"text": text, "version": version + number}
                (await client.post(f"/api/matches/{other['id']}/actions", json=body)).raise_for_status()
                times.append((time.perf_counter() - sent) * 1000)
            return times

        half = len(actions) // 2
        alone = await act(actions[:half], other["version"])
        asking = [asyncio.create_task(ask(number)) for number in range(callers)]
        crowded = await act(actions[half:], other["version"] + half)
        for one in asking:
            one.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
    return {
        "callers": callers,
        "choices_answered": asked,
        "action_alone_p50_ms": round(statistics.median(alone), 1),
        "action_beside_p50_ms": round(statistics.median(crowded), 1),
        "action_beside_max_ms": round(max(crowded), 1),
        "load": round(os.getloadavg()[0], 1),
    }


def busy(game: str, callers: int) -> Json:
    """Start a server with a busy match of a game and another match on it, measure, stop it."""
    with own_server() as server:
        with httpx2.Client(base_url=server.address, timeout=60) as client:
            state = at_a_move(client, game, 1)
            played = script(names()[-1], 1, 30)
            other = client.post("/api/records", content=played.record).raise_for_status().json()
        pieces = state["decision"]["pieces"]
        found = asyncio.run(beside(server.address, state, pieces, other, played.actions, callers))
    return {"busy": game, **found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--club", action="store_true")
    parser.add_argument("--db", default="")
    parser.add_argument("--callers", type=int, default=0)
    parser.add_argument("--busy", default="barbarossa", help="the game of the match that they ask about")
    wanted = parser.parse_args()
    if wanted.callers:
        print(json.dumps(busy(wanted.busy, wanted.callers)))
    else:
        print(json.dumps(figures(wanted.games, wanted.seconds, club=wanted.club, database=wanted.db)))


if __name__ == "__main__":
    main()
