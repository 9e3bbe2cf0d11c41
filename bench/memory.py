"""What a server holds in memory. Prints one JSON object.

python bench/memory.py [--games 1000]
python bench/memory.py --bots 30 [--seconds 240]

The first form begins many games, of every game, edition and preset in turn, and looks at each once. The target: 1,000
begun games, 256 of them in memory, within 400 MB.

The second form lets bots play that many games at once, without their pauses. Where a game ends, the next one begins.
`megabytes` is the server's memory at equal steps of the time, `actions` is what had been played by then: at the table's
own pace, one action of each game in 0.3 seconds, 30 games play 120,000 actions in 20 minutes.
"""

import argparse
import itertools
import json
import time

import httpx2
from served import Json, own_server

from mamayev import players
from mamayev.engine.registry import find, names

TARGET_MB = 400
SAMPLES = 16
LOOK_SECONDS = 1.0


def kinds() -> list[Json]:
    """Return how games are begun: every edition, and every preset."""
    found: list[Json] = []
    for name in names():
        game = find(name)
        found += [{"game": name, "edition": edition} for edition in game.editions]
        found += [{"game": name, "edition": one.edition, "options": dict(one.options)} for one in game.presets]
    return found


def figures(games: int = 1000) -> Json:
    """Start a server, begin the games, look at each, stop it."""
    wanted = kinds()
    with own_server() as server, httpx2.Client(base_url=server.address, timeout=60) as client:
        client.get("/api/games").raise_for_status()
        empty = server.memory()
        for number in range(games):
            state = client.post("/api/matches", json=wanted[number % len(wanted)]).raise_for_status().json()
            client.get(f"/api/matches/{state['id']}/scene").raise_for_status()
        full = server.memory()
    return {
        "games": games,
        "kinds": len(wanted),
        "server_megabytes": round(empty / 1e6),
        "with_games_megabytes": round(full / 1e6),
        "target_megabytes": TARGET_MB,
    }


def among_bots() -> list[Json]:
    """Return the kinds of games with a staff on every seat."""
    found = []
    for kind in kinds():
        game = find(kind["game"])
        table = game.table(kind["edition"], kind.get("options"))
        seats = [seat for index, seat in enumerate(game.seats) if index not in table.procedures]
        found.append({**kind, "seats": dict.fromkeys(seats, players.names(game)[0])})
    return found


def bots(games: int, seconds: float) -> Json:
    """Start a server, let bots play so many games at once for so long, stop it."""
    wanted, number = among_bots(), itertools.count()
    with own_server(bot_pause=0.0) as server, httpx2.Client(base_url=server.address, timeout=60) as client:
        client.get("/api/games").raise_for_status()
        empty, ended, actions = server.memory(), 0, 0
        plies: dict[str, int] = {}

        def begin() -> None:
            turn = next(number)
            body = {**wanted[turn % len(wanted)], "seed": turn}
            plies[client.post("/api/matches", json=body).raise_for_status().json()["id"]] = 0

        for _ in range(games):
            begin()
        megabytes, played = [], []
        start = time.monotonic()
        for sample in range(1, SAMPLES + 1):
            while time.monotonic() < start + seconds * sample / SAMPLES:
                time.sleep(LOOK_SECONDS)
                for card in client.get("/api/matches").raise_for_status().json():
                    if card["id"] in plies:
                        actions += card["plies"] - plies[card["id"]]
                        plies[card["id"]] = card["plies"]
                        if card["over"]:
                            del plies[card["id"]]
                            ended += 1
                            begin()
            megabytes.append(round(server.memory() / 1e6))
            played.append(actions)
    return {
        "games": games,
        "seconds": seconds,
        "ended": ended,
        "server_megabytes": round(empty / 1e6),
        "megabytes": megabytes,
        "actions": played,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--bots", type=int, default=0, help="let bots play this many games at once")
    parser.add_argument("--seconds", type=float, default=240)
    wanted = parser.parse_args()
    print(json.dumps(bots(wanted.bots, wanted.seconds) if wanted.bots else figures(wanted.games)))


if __name__ == "__main__":
    main()
