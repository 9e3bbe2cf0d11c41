"""What thoughts of one address cost another. Prints one JSON object.

python bench/thoughts.py [--hints 20] [--intents 120] [--actions 100]

A server runs in a process of its own. First an address asks a strategist for so many hints about games of Barbarossa
and closes the connections; another one then asks for a hint about The Cauldron, once while the connections close and
once while they stay open: the clock runs until it is answered. Then an address asks at once what the staff meant at so
many plies of a finished game of Barbarossa; the clock runs for each action of another address in a game of its own.
The addresses are 127.0.0.2 and 127.0.0.1.
"""

import argparse
import asyncio
import json
import random
import statistics
import time
from contextlib import suppress
from pathlib import Path

import httpx2
from served import Json, at_a_move, own_server
from server_roundtrip import choose

GOLDEN = Path(__file__).parents[1] / "tests" / "golden" / "barbarossa"
ATTACKER = "127.0.0.2"
SETTLED_S = 2.0
"""So long the attacker's requests are given to arrive."""
PATIENCE_S = 90.0


def of(home: str, address: str) -> httpx2.AsyncClient:
    """The requests of an address."""
    transport = httpx2.AsyncHTTPTransport(local_address=address, limits=httpx2.Limits(max_connections=250))
    return httpx2.AsyncClient(base_url=home, transport=transport, timeout=PATIENCE_S)


def begun(home: str, game: str, seed: int) -> Json:
    with httpx2.Client(base_url=home, timeout=60) as client:
        return at_a_move(client, game, seed)


async def hint_after(home: str, hints: int, *, closed: bool) -> float | None:
    """Seconds until another address has its hint; None where it has none in time."""
    theirs = [await asyncio.to_thread(begun, home, "barbarossa", seed) for seed in range(4)]
    mine = await asyncio.to_thread(begun, home, "cauldron", 3)
    async with of(home, ATTACKER) as many, of(home, "127.0.0.1") as one:
        asked = [
            asyncio.create_task(many.post(f"/api/matches/{theirs[n % 4]['id']}/hint", json={"bot": "strategist"}))
            for n in range(hints)
        ]
        await asyncio.sleep(SETTLED_S)
        if closed:
            await cancel(asked)
        start = time.perf_counter()
        try:
            (await one.post(f"/api/matches/{mine['id']}/hint", json={"bot": "strategist"})).raise_for_status()
            return round(time.perf_counter() - start, 2)
        except httpx2.TimeoutException:
            return None
        finally:
            await cancel(asked)


async def cancel(tasks: list[asyncio.Task[httpx2.Response]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def actions_during(home: str, intents: int, actions: int) -> list[float]:
    """Milliseconds of each action while so many intents are asked for."""
    rng = random.Random(7)
    times: list[float] = []
    file = sorted(GOLDEN.glob("*.json"))[0]
    record = json.loads(file.read_text("utf-8"))["record"]
    state = await asyncio.to_thread(begun, home, "cauldron", 5)
    async with of(home, ATTACKER) as many, of(home, "127.0.0.1") as one:
        over = (await many.post("/api/records", content=record)).raise_for_status().json()
        plies = [over["plies"] * n // max(1, intents) for n in range(intents)]
        asked = [asyncio.create_task(many.get(f"/api/matches/{over['id']}/intent/{ply}")) for ply in plies]
        await asyncio.sleep(0.2 if asked else 0)
        while len(times) < actions and (not asked or not all(task.done() for task in asked) or len(times) < 10):
            body = {"text": await choose(one, state, rng), "version": state["version"]}
            start = time.perf_counter()
            answer = await one.post(f"/api/matches/{state['id']}/actions", json=body)
            times.append((time.perf_counter() - start) * 1000)
            state = answer.raise_for_status().json()
            if state["over"]:
                state = await asyncio.to_thread(begun, home, "cauldron", 5 + len(times))
        with suppress(asyncio.CancelledError):
            await cancel(asked)
    return times


def told(times: list[float]) -> Json:
    return {"actions": len(times), "p50_ms": round(statistics.median(times), 1), "max_ms": round(max(times), 1)}


async def measure(home: str, hints: int, intents: int, actions: int) -> Json:
    return {
        "hints": hints,
        "another_hint_alone_s": await hint_after(home, 0, closed=True),
        "another_hint_after_they_closed_s": await hint_after(home, hints, closed=True),
        "another_hint_while_they_wait_s": await hint_after(home, hints, closed=False),
        "intents": intents,
        "action_alone": told(await actions_during(home, 0, actions)),
        "action_during_intents": told(await actions_during(home, intents, actions)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hints", type=int, default=20)
    parser.add_argument("--intents", type=int, default=120)
    parser.add_argument("--actions", type=int, default=100)
    wanted = parser.parse_args()
    with own_server() as server:
        print(json.dumps(asyncio.run(measure(server.address, wanted.hints, wanted.intents, wanted.actions))))


if __name__ == "__main__":
    main()
