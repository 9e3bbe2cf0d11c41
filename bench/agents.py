"""How fast the door for agents answers, and whether agents come through it to the end of a game.

    python bench/agents.py [stdio|http] [--games 100] [--boxes barbarossa inferno]
    python bench/agents.py refused [--proposals 10000]      # illegal actions: each is refused with a clause
    python bench/agents.py twins [--twins 2000]             # answers to positions that a seat cannot tell apart
    python bench/agents.py advice [--games 100]             # an agent that follows hints, against random

A random client plays what `legal` lists against random bots. It prints the calls and the 95th percentile of a call's
time: by the clock, and of the server's processor. It prints the figures of each box every `STEP` games.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import psutil
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.agents.reading import read_all

import mamayev
from mamayev.agents.exam.asking import proposals
from mamayev.agents.server import Door, server
from mamayev.agents.table import Table
from mamayev.engine.registry import find
from mamayev.match.match import Match

BOXES = ("inferno", "cauldron", "donnerschlag", "barbarossa")
COMMAND = [sys.executable, "-m", "mamayev", "mcp"]


STEP = 10
"""The number of games between two lines of figures."""


def processor(pid: int) -> float:
    """Return the processor time of a process in seconds (Linux: the clock of a process is made from its number)."""
    return time.clock_gettime(~pid << 3 | 2)


class Agent:
    """A client that notes how long its calls take: `times` by the clock, `worked` of the processor of process `pid`."""

    def __init__(self, client: Client, pid: int) -> None:
        self.client, self.pid, self.table = client, pid, ""
        self.times, self.worked = list[float](), list[float]()

    async def call(self, tool: str, **given: Any) -> dict[str, Any]:
        """Call a tool and return its data."""
        named = given | ({"table": self.table} if self.table and tool != "begin" else {})
        before, worked = time.perf_counter(), processor(self.pid)
        found = await self.client.call_tool(tool, named)
        self.times.append(time.perf_counter() - before)
        self.worked.append(processor(self.pid) - worked)
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

    async def advised(self, game: str, seat: str, seed: int, options: dict[str, Any]) -> str:
        """Play a game by the hints, and return its last text."""
        found = await self.call("begin", game=game, seat=seat, opponent="random", seed=seed, options=options)
        while not found["over"]:
            advice = (await self.call("hint"))["text"]
            found = await self.call("play", actions=[advice.partition(":")[0]])
            assert "refused" not in found, found["text"]
        return str(found["text"])


@contextmanager
def over_http() -> Iterator[tuple[str, str, int]]:
    """Run a server over HTTP, and give its address, its authorization and its process."""
    with subprocess.Popen([*COMMAND, "--http", "0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address, header = process.stdout.readline().strip(), process.stdout.readline().strip()
            yield address, header.partition(": ")[2], process.pid
        finally:
            process.terminate()


@asynccontextmanager
async def agent(way: str) -> AsyncIterator[Agent]:
    """Give a client over standard input and output, over HTTP, or in this process."""
    if way == "http":
        with over_http() as (address, authorization, pid):
            http = httpx2.AsyncClient(headers={"authorization": authorization}, timeout=600)
            async with Client(streamable_http_client(address, http_client=http)) as client:
                yield Agent(client, pid)
    else:
        async with Client(stdio_client(StdioServerParameters(command=COMMAND[0], args=COMMAND[1:]))) as client:
            (process,) = psutil.Process().children()
            yield Agent(client, process.pid)


def said(way: str, box: str, games: int, one: Agent) -> None:
    """Print the figures of a box."""
    p95 = {
        name: round(1000 * sorted(times)[int(0.95 * len(times))], 1)
        for name, times in (("p95_ms", one.times), ("p95_processor_ms", one.worked))
    }
    print(json.dumps({"way": way, "box": box, "games": games, "calls": len(one.times), **p95}), flush=True)


async def whole_games(way: str, boxes: list[str], games: int) -> None:
    for box in boxes:
        async with agent(way) as one:
            for seed in range(games):
                await one.at_random(box, seed)
                if (seed + 1) % STEP == 0 or seed + 1 == games:
                    said(way, box, seed + 1, one)


async def by_advice(boxes: list[str], games: int, first: int) -> None:
    """Let a client follow hints, seat by seat, and count its wins. Where the rules play the enemy, it must get more
    points than random play with the same dice."""
    for box in boxes:
        door, won = Door(), 0.0
        async with Client(server(door)) as client:
            one = Agent(client, os.getpid())
            for seed in range(first, first + games):
                match = hidden(box, seed)
                seats = match.table.open_seats
                await one.advised(box, seats[seed % len(seats)], seed, match.record.options)
                table = door.places[one.table].table
                result = table.result or {}
                sides = match.table.look.sides
                if len({sides.get(seat, seat) for seat in seats}) > 1:
                    winner = result["winner"]
                    won += 0.5 if winner is None else float(sides.get(winner) == sides.get(table.seat))
                else:
                    rng = random.Random(seed)
                    while not match.over:
                        match.play(match.position.name(match.position.draw(rng.random)))
                    other = (match.result or {})["points"]
                    won += 0.5 if result["points"] == other else float(result["points"] > other)
                print(f"{box}, seed {seed}, {table.seat}: {won} of {seed + 1 - first}", file=sys.stderr, flush=True)
        print(json.dumps({"box": box, "games": games, "won": won}), flush=True)


async def leaks(boxes: list[str], number: int) -> None:
    """Read positions of random games and their twins, which the seat cannot distinguish, through every reading tool:
    the answers must be the same."""
    door = Door()
    async with Client(server(door)) as client:
        for box in boxes:
            rng, compared, differ, seed = random.Random(11), 0, Counter[str](), 0
            match = hidden(box, seed)
            while compared < number and match.table.secrets:
                if match.over:
                    seed += 1
                    match = hidden(box, seed)
                decision = match.decision
                assert decision is not None
                if rng.random() < 0.25:
                    twin = match.sample(decision.seat, random.Random(rng.random()))
                    if twin.position != match.position:
                        first, second = [await answers(client, door, one, decision.seat) for one in (match, twin)]
                        compared += 1
                        differ.update(
                            tool for (tool, one), (_, other) in zip(first, second, strict=True) if one != other
                        )
                        if compared % 100 == 0 or compared == number:
                            print(json.dumps({"box": box, "twins": compared, "leaks": differ}), flush=True)
                match.play(match.position.name(match.position.draw(rng.random)))


def hidden(box: str, seed: int) -> Match:
    """Begin a game in which people hold every side, if the box offers that."""
    options = {one.name: "player" for one in find(box).options if "player" in one.choices}
    return mamayev.new(box, seed=seed, options=options)


async def answers(client: Client, door: Door, match: Match, seat: str) -> list[tuple[str, str]]:
    """Return what an agent in a seat can read of a match, with the tools."""
    one = Agent(client, os.getpid())
    one.table = door.seat(Table(match.copy(), seat, {})).id
    return await read_all(one.call, match)


async def refused(boxes: list[str], number: int) -> None:
    """Propose illegal actions in positions of random games: each must be refused with a clause that bars it and change
    nothing."""
    for box in boxes:
        door, rng, tried, wrong = Door(), random.Random(7), 0, Counter[str]()
        async with Client(server(door)) as client:
            one = Agent(client, os.getpid())
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
                    if fault := not_barring(match, text, answer["refused"]):
                        wrong[fault] += 1
                    if tried % 1000 == 0 or tried == number:
                        print(
                            json.dumps({"box": box, "refused": tried, "not_barring": sum(wrong.values()),
                                        "examples": wrong.most_common(4)}, ensure_ascii=False), flush=True,
                        )  # fmt: skip
                last = rng.choice(rows)
                path = last.get("actions", [last["text"]])
                found = await one.call("play", actions=["; ".join(path)])


def not_barring(match: Match, text: str, told: dict[str, Any]) -> str:
    """Return how the clauses of a refusal do not bar an action; "" if one does.

    A clause of the ledger bars an action if it is about the action or about its hindrance: it is a clause of the verb,
    or of the decision if this offers no such verb, or it shares a word with the sentence that names the hindrance.
    """
    ledger = match.game.ledger().clauses
    if not told["clauses"]:
        return f"no clause: {told['text'][:80]}"
    if unknown := [one for one in told["clauses"] if one not in ledger]:
        return f"unknown: {unknown}"
    decision, verb = match.decision, match.table.notation.verb_index[text.split()[0]]
    assert decision is not None
    own = set(match.table.notation.verbs[verb].clauses)
    if verb not in decision.position.box.acts:
        own |= set(decision.clauses)
    said = stems(told["text"])
    for one in told["clauses"]:
        clause = ledger[one]
        if one in own or said & stems(f"{clause.section} {clause.text} {clause.ruling}"):
            return ""
    return f"{' '.join(told['clauses'])}: {told['text'][:100]}"


def stems(text: str) -> set[str]:
    """Return the beginnings of the words of a text that say something: they are the same for the forms of a word."""
    return {word[:4] for word in re.findall(r"[a-z]{4,}", text.lower())} - COMMON


COMMON = {"that", "this", "here", "only", "with", "from", "into", "have", "must", "then", "when", "than", "been",
          "some", "once", "they", "ther", "whic", "thei", "othe", "agai"}  # fmt: skip
"""Words that say nothing about a rule."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["stdio", "http", "refused", "twins", "advice"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed, for advice")
    parser.add_argument("--proposals", type=int, default=10_000)
    parser.add_argument("--twins", type=int, default=2_000)
    parser.add_argument("--boxes", nargs="+", default=list(BOXES))
    given = parser.parse_args()
    if given.what == "refused":
        asyncio.run(refused(given.boxes, given.proposals))
    elif given.what == "twins":
        asyncio.run(leaks(given.boxes, given.twins))
    elif given.what == "advice":
        asyncio.run(by_advice(given.boxes, given.games, given.seed))
    else:
        asyncio.run(whole_games(given.what, given.boxes, given.games))


if __name__ == "__main__":
    main()
