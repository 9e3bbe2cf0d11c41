"""How long an action at one server takes to reach the tabs of another on the same database. Prints one JSON object.

python bench/two_servers.py ADDRESS [--game GAME] [--games 20] [--actions 400] [--every 0.05]

ADDRESS is that of an empty database that both servers can use, such as postgresql+psycopg://user@host/name. Two servers
run in processes of their own. Each game has a tab at the second; actions go to the first, one every so many seconds,
round robin over the games. The clock runs from sending the request to having read the new state in the tab. The
target: 95 of 100 in under 0.3 s.
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
from server_roundtrip import choose

from mamayev.engine.registry import names

TARGET_S = 0.3


class Table:
    """A game, its state at the first server, and when its tab at the second has got each version."""

    def __init__(self, state: Json) -> None:
        self.state = state
        self.came: dict[int, asyncio.Future[float]] = {}

    def version(self, number: int) -> "asyncio.Future[float]":
        """When the tab gets a version."""
        return self.came.setdefault(number, asyncio.get_running_loop().create_future())

    async def follow(self, address: str) -> None:
        """The tab: note when each version comes, and those that it overtakes."""
        async with websockets.connect(address, max_size=None) as tab:
            await tab.send("{}")
            async for message in tab:
                told = json.loads(message)
                for number in range(self.state["version"], told.get("version", 0) + 1):
                    if not self.version(number).done():
                        self.version(number).set_result(time.perf_counter())


async def act(client: httpx2.AsyncClient, table: Table, text: str) -> float:
    """Send an action, and return the seconds until the tab at the other server has its state."""
    state, begin = table.state, time.perf_counter()
    body = {"text": text, "version": state["version"]}
    answer = await client.post(f"/api/matches/{state['id']}/actions", json=body)
    table.state = answer.raise_for_status().json()
    return await asyncio.wait_for(table.version(table.state["version"]), 30) - begin


async def measure(one: str, two: str, game: str, games: int, actions: int, every: float) -> list[float]:
    """The seconds of each action."""
    with httpx2.Client(base_url=one, timeout=60) as client:
        tables = [Table(at_a_move(client, game, seed)) for seed in range(games)]
    tabs = [
        asyncio.create_task(table.follow(f"{two.replace('http', 'ws')}/api/matches/{table.state['id']}/live"))
        for table in tables
    ]
    rng, waits = random.Random(0), []
    async with httpx2.AsyncClient(base_url=one, timeout=60) as client:
        await asyncio.gather(*(table.version(table.state["version"]) for table in tables))
        for number in range(actions):
            table = tables[number % games]
            if table.state["decision"] is None:
                continue
            text = await choose(client, table.state, rng)
            begin = time.perf_counter()
            waits.append(await act(client, table, text))
            await asyncio.sleep(max(0.0, every * rng.uniform(0.5, 1.5) - (time.perf_counter() - begin)))
    for tab in tabs:
        tab.cancel()
    return waits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--game", default="barbarossa", choices=names())
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--actions", type=int, default=400)
    parser.add_argument("--every", type=float, default=0.05)
    asked = parser.parse_args()
    with own_server(database=asked.address) as one, own_server(database=asked.address) as two:
        running = measure(one.address, two.address, asked.game, asked.games, asked.actions, asked.every)
        waits = sorted(asyncio.run(running))
    shares = statistics.quantiles(waits, n=100)
    found = {
        "game": asked.game,
        "actions": len(waits),
        "median_s": round(shares[49], 3),
        "p95_s": round(shares[94], 3),
        "max_s": round(waits[-1], 3),
        "target_s": TARGET_S,
    }
    print(json.dumps(found | {"holds": found["p95_s"] < TARGET_S}))


if __name__ == "__main__":
    main()
