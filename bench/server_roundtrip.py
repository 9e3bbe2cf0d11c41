"""An action's round trip over loopback HTTP, with many games open, each followed by a tab. Prints one JSON object.

python bench/server_roundtrip.py [--game GAME] [--games 50] [--actions 1000] [--thoughts 0]

A server runs in a process of its own, on a database file of its own. One action is sent at a time, round robin over
the games, chosen at random among those on offer (grave ones excepted); the clock runs from sending the request to
having read the answer, the whole State, which the server has stored by then. The target: 95 of 100 in under 20 ms on
two cores, also while so many strategists think about other games.
"""

import argparse
import asyncio
import json
import random
import statistics
import time

import httpx2
import websockets
from served import Json, at_a_move, own_server

from mamayev.engine.registry import names

TARGET_MS = 20.0
SETTLED_S = 5.0
"""So long the processes that think are given to start."""
LONGEST = "barbarossa"
"""The game whose strategist thinks longest."""


async def follow(address: str, received: list[int]) -> None:
    """A tab: read whatever comes."""
    async with websockets.connect(address, max_size=None) as tab:
        async for message in tab:
            received.append(len(message))


async def choose(client: httpx2.AsyncClient, state: Json, rng: random.Random) -> str:
    """An action on offer, no grave one; where they are too many to be listed, a piece is asked for its choices."""
    decision = state["decision"]
    grave = {verb["verb"] for verb in decision["verbs"] if verb.get("weight") == "grave"}
    texts = [action["text"] for action in decision["actions"] if action["verb"] not in grave]
    if not decision["listed"]:
        piece = rng.choice(decision["pieces"])
        answer = await client.get(f"/api/matches/{state['id']}/choices", params={"piece": piece})
        texts = [choice["actions"][0] for choice in answer.json() if len(choice["actions"]) == 1] or texts
    text: str = rng.choice(texts)
    return text


def begun(home: str, game: str, seed: int) -> Json:
    """A new game at its first move."""
    with httpx2.Client(base_url=home, timeout=30) as client:
        return at_a_move(client, game, seed)


async def think(home: str, seed: int) -> None:
    """Ask a strategist about a game: half a minute of a core."""
    state = await asyncio.to_thread(begun, home, LONGEST, seed)
    async with httpx2.AsyncClient(base_url=home, timeout=None) as client:
        asked = await client.post(f"/api/matches/{state['id']}/hint", json={"bot": "strategist"})
        asked.raise_for_status()


async def measure(home: str, game: str, games: int, actions: int, thoughts: int) -> Json:
    """The figures of one game."""
    rng = random.Random(7)
    times: list[float] = []
    sizes: list[int] = []
    received: list[int] = []
    async with httpx2.AsyncClient(base_url=home, timeout=30) as client:
        states = [await asyncio.to_thread(begun, home, game, seed) for seed in range(games)]
        live = [f"{home.replace('http', 'ws', 1)}/api/matches/{state['id']}/live" for state in states]
        tabs = [asyncio.create_task(follow(address, received)) for address in live]
        while len(received) < games:
            await asyncio.sleep(0.01)
        thinkers = [asyncio.create_task(think(home, seed)) for seed in range(thoughts)]
        await asyncio.sleep(SETTLED_S if thoughts else 0)
        for turn in range(actions):
            index = turn % games
            state = states[index]
            if state["over"]:
                state = await asyncio.to_thread(begun, home, game, games + turn)
            body = {"text": await choose(client, state, rng), "version": state["version"]}
            start = time.perf_counter()
            answer = await client.post(f"/api/matches/{state['id']}/actions", json=body)
            times.append((time.perf_counter() - start) * 1000)
            answer.raise_for_status()
            sizes.append(len(answer.content))
            states[index] = answer.json()
        assert not any(thinker.done() for thinker in thinkers), "nobody was thinking any more"
        for task in (*tabs, *thinkers):
            task.cancel()
        await asyncio.gather(*tabs, *thinkers, return_exceptions=True)
    cuts = statistics.quantiles(times, n=100)
    return {
        "game": game,
        "games_open": games,
        "actions": actions,
        "searches": thoughts,
        "p50_ms": round(cuts[49], 2),
        "p95_ms": round(cuts[94], 2),
        "p99_ms": round(cuts[98], 2),
        "max_ms": round(max(times), 2),
        "state_bytes": round(statistics.mean(sizes)),
        "plies_at_the_end": max(state["plies"] for state in states),
        "target_p95_ms": TARGET_MS,
    }


def figures(game: str, games: int = 50, actions: int = 1000, thoughts: int = 0) -> Json:
    """Start a server, measure, stop it."""
    with own_server() as server:
        return asyncio.run(measure(server.address, game, games, actions, thoughts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=names(), default=names()[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--actions", type=int, default=1000)
    parser.add_argument("--thoughts", type=int, default=0)
    wanted = parser.parse_args()
    print(json.dumps(figures(wanted.game, wanted.games, wanted.actions, wanted.thoughts)))


if __name__ == "__main__":
    main()
