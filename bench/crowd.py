"""A server with a crowd on it: many games at once, each with two open tabs and an action a second. Prints one JSON
object.

python bench/crowd.py [--games 200] [--seconds 20]
python bench/crowd.py --callers 45

A server runs in a process of its own, on a database file of its own. The games are of all kinds in turn and in the
middle of play; what will be played in them is known beforehand, so that nothing is asked for but the actions. Each game
has its own second; the clock runs from sending an action to having read the answer, the whole State, which is on the
disk by then. The target: 95 of 100 in under 100 ms on two cores, and none refused.

With --callers so many ask for the choices of one match, each again as soon as it is answered,
while another match is played: how long do its actions take, without them and with them?
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import time
from collections import Counter
from typing import NamedTuple

import httpx2
import websockets
from served import Json, Server, at_a_move, own_server

import mamayev
from mamayev.engine.registry import names

TARGET_MS = 100.0
TABS = 2
PLAYED = 30
"""Up to so many decisions have been taken in a game when the crowd comes."""
IMPORTERS = 4
ADDRESSES = 16


class Script(NamedTuple):
    """A game in the middle of play, as it is saved, and what will be played in it."""

    record: str
    actions: list[str]


def script(game: str, seed: int, actions: int) -> Script:
    """A game at random."""
    match, rng = mamayev.new(game, seed=seed), random.Random(seed)
    texts: list[str] = []

    def play(count: int) -> None:
        for _ in range(count):
            if match.over:
                return
            texts.append(match.position.name(match.position.draw(rng.random)))
            match.play(texts[-1])

    play(rng.randrange(PLAYED))
    record = match.to_json()
    texts.clear()
    play(actions)
    return Script(record, texts)


async def follow(address: str, received: list[int], number: int) -> None:
    """A tab: read whatever comes. A server lets no address have as many tabs as all of them."""
    own = (f"127.0.0.{2 + number % ADDRESSES}", 0)
    async with websockets.connect(address, max_size=None, local_addr=own) as tab:
        async for message in tab:
            received.append(len(message))


class Crowd:
    """The figures of many games on one server."""

    def __init__(self, server: Server, client: httpx2.AsyncClient) -> None:
        self.server, self.client = server, client
        self.times: list[float] = []
        self.answers: Counter[int] = Counter()

    async def take_in(self, scripts: list[Script]) -> list[Json]:
        """The states of the games, once the server has them."""
        at_once = asyncio.Semaphore(IMPORTERS)

        async def one(record: str) -> Json:
            async with at_once:
                answer = await self.client.post("/api/records", content=record)
                state: Json = answer.raise_for_status().json()
                return state

        return list(await asyncio.gather(*(one(script.record) for script in scripts)))

    async def play(self, state: Json, actions: list[str], begin: float) -> None:
        """Play an action a second; where one is answered late, the next follows at once."""
        path, version = f"/api/matches/{state['id']}/actions", state["version"]
        for number, text in enumerate(actions):
            await asyncio.sleep(max(0.0, begin + number - time.perf_counter()))
            sent = time.perf_counter()
            answer = await self.client.post(path, json={"text": text, "version": version})
            self.times.append((time.perf_counter() - sent) * 1000)
            self.answers[answer.status_code] += 1
            version += answer.status_code == 200


async def measure(server: Server, games: int, seconds: int) -> Json:
    """The figures of so many games in so many seconds."""
    kinds = names()
    scripts = [script(kinds[n % len(kinds)], n, seconds) for n in range(games)]
    limits = httpx2.Limits(max_connections=games, max_keepalive_connections=games)
    received: list[int] = []
    async with httpx2.AsyncClient(base_url=server.address, timeout=60) as client:
        states = await Crowd(server, client).take_in(scripts)
    home = server.address.replace("http", "ws", 1)
    tabs = [
        asyncio.create_task(follow(f"{home}/api/matches/{state['id']}/live", received, number))
        for number, state in enumerate(states)
        for _ in range(TABS)
    ]
    while len(received) < len(tabs):
        await asyncio.sleep(0.05)
    # The connections are new, for the server closes those that are silent for long.
    async with httpx2.AsyncClient(base_url=server.address, timeout=60, limits=limits) as client:
        crowd = Crowd(server, client)
        before, own, begin = server.cpu_seconds(), time.process_time(), time.perf_counter() + 0.2
        await asyncio.gather(
            *(
                crowd.play(state, script.actions, begin + number / games)
                for number, (state, script) in enumerate(zip(states, scripts, strict=True))
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
        "refused": actions - crowd.answers[200],
        "server_cpu_ms_an_action": round(spent / actions * 1000, 2),
        "crowd_cpu_ms_an_action": round(own / actions * 1000, 2),
        "server_megabytes": round(server.memory() / 1e6),
        "load": round(os.getloadavg()[0], 1),
        "target_p95_ms": TARGET_MS,
    }


def figures(games: int = 200, seconds: int = 20) -> Json:
    """Start a server, measure, stop it."""
    with own_server() as server:
        return asyncio.run(measure(server, games, seconds))


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
    parser.add_argument("--callers", type=int, default=0)
    parser.add_argument("--busy", default="barbarossa", help="the game of the match that they ask about")
    wanted = parser.parse_args()
    if wanted.callers:
        print(json.dumps(busy(wanted.busy, wanted.callers)))
    else:
        print(json.dumps(figures(wanted.games, wanted.seconds)))


if __name__ == "__main__":
    main()
