"""How fast the door for agents answers, and whether agents come through it to the end of a game.

    python bench/agents.py [stdio|http] [--games 100] [--boxes barbarossa inferno]
    python bench/agents.py refused [--proposals 10000]      # illegal actions: each is refused with a clause
    python bench/agents.py advice [--games 100]             # an agent that follows hints, against random

A random client plays what `legal` lists against random bots. It prints games, calls and the 95th percentile of a call's
time. Interrupted, it prints what it has.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx2
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from mamayev.agents.exam.asking import proposals
from mamayev.agents.server import Door, server

BOXES = ("inferno", "cauldron", "donnerschlag", "barbarossa")
COMMAND = [sys.executable, "-m", "mamayev", "mcp"]


class Agent:
    """A client that notes how long its calls take."""

    def __init__(self, client: Client) -> None:
        self.client, self.times, self.table = client, list[float](), ""

    async def call(self, tool: str, **given: Any) -> dict[str, Any]:
        """Call a tool and return its data."""
        named = given | ({"table": self.table} if self.table and tool != "begin" else {})
        before = time.perf_counter()
        found = await self.client.call_tool(tool, named)
        self.times.append(time.perf_counter() - before)
        assert found.structured_content is not None, found
        self.table = found.structured_content.get("table", self.table)
        return dict(found.structured_content)

    async def at_random(self, game: str, seed: int) -> None:
        """Play a game to its end by what legal lists."""
        rng = random.Random(seed)
        found = await self.call("begin", game=game, opponent="random", seed=seed)
        while not found["over"]:
            found = await self.call("legal")
            rows = list(found["choices"])
            if found["pieces"] and (not rows or rng.random() < 0.5):
                rows = (await self.call("legal", piece=rng.choice(found["pieces"])))["choices"] or rows
            found = await self.call("play", actions=[rng.choice(rows)["play"]])
            assert "refused" not in found, found["text"]

    async def advised(self, game: str, seat: str, seed: int) -> str:
        """Play a game by the hints, and return its last text."""
        found = await self.call("begin", game=game, seat=seat, opponent="random", seed=seed)
        while not found["over"]:
            advice = (await self.call("hint"))["text"]
            found = await self.call("play", actions=[advice.partition(":")[0]])
            assert "refused" not in found, found["text"]
        return str(found["text"])


@contextmanager
def over_http() -> Iterator[tuple[str, str]]:
    """Run a server over HTTP, and give its address and authorization."""
    with subprocess.Popen([*COMMAND, "--http", "0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), process.stdout.readline().strip().partition(": ")[2]
        finally:
            process.terminate()


@asynccontextmanager
async def agent(way: str) -> AsyncIterator[Agent]:
    """Give a client over standard input and output, over HTTP, or in this process."""
    if way == "http":
        with over_http() as (address, authorization):
            http = httpx2.AsyncClient(headers={"authorization": authorization}, timeout=120)
            async with Client(streamable_http_client(address, http_client=http)) as client:
                yield Agent(client)
    elif way == "stdio":
        async with Client(stdio_client(StdioServerParameters(command=COMMAND[0], args=COMMAND[1:]))) as client:
            yield Agent(client)
    else:
        async with Client(server(Door())) as client:
            yield Agent(client)


def said(name: str, games: int, times: list[float]) -> None:
    """Print the figures of a box."""
    ordered = sorted(times)
    p95 = 1000 * ordered[int(0.95 * len(ordered))] if ordered else 0.0
    print(json.dumps({"box": name, "games": games, "calls": len(times), "p95_ms": round(p95, 1)}), flush=True)


async def whole_games(way: str, boxes: list[str], games: int) -> None:
    for box in boxes:
        async with agent(way) as one:
            done = 0
            try:
                for seed in range(games):
                    await one.at_random(box, seed)
                    done += 1
            finally:
                said(box, done, one.times)


async def by_advice(boxes: list[str], games: int) -> None:
    for box in boxes:
        async with agent("here") as one:
            ends = Counter([(await one.advised(box, "", seed)).splitlines()[-1] for seed in range(games)])
            print(json.dumps({"box": box, "games": games, "ends": ends.most_common()}), flush=True)


async def refused(boxes: list[str], number: int) -> None:
    """Propose illegal actions in positions of random games: each must be refused with a clause and change nothing."""
    for box in boxes:
        door, rng, tried, bare = Door(), random.Random(7), 0, Counter[str]()
        async with Client(server(door)) as client:
            one = Agent(client)
            seed = 0
            found = await one.call("begin", game=box, opponent="random", seed=seed)
            while tried < number:
                if found["over"]:
                    seed += 1
                    found = await one.call("begin", game=box, opponent="random", seed=seed)
                match = door.places[one.table].table.match
                decision = match.decision
                assert decision is not None
                piece = rng.choice(pieces) if (pieces := decision.pieces()) else None
                rows = (decision.choices_data(piece) if piece else []) or decision.to_data()["actions"]
                for text in map(decision.position.name, proposals(decision.position, rng, 10)):
                    before = len(match.record.log)
                    answer = await one.call("play", actions=[text])
                    tried += 1
                    assert "refused" in answer, (text, answer)
                    assert len(match.record.log) == before, text
                    if not answer["refused"]["clauses"]:
                        bare[answer["refused"]["text"][:80]] += 1
                last = rng.choice(rows)
                path = last.get("actions", [last["text"]])
                found = await one.call("play", actions=["; ".join(path)])
        print(
            json.dumps(
                {"box": box, "refused": tried, "without_clause": sum(bare.values()), "examples": bare.most_common(4)}
            )
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["stdio", "http", "refused", "advice"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--proposals", type=int, default=10_000)
    parser.add_argument("--boxes", nargs="+", default=list(BOXES), choices=BOXES)
    given = parser.parse_args()
    if given.what == "refused":
        asyncio.run(refused(given.boxes, given.proposals))
    elif given.what == "advice":
        asyncio.run(by_advice(given.boxes, given.games))
    else:
        asyncio.run(whole_games(given.what, given.boxes, given.games))


if __name__ == "__main__":
    main()
