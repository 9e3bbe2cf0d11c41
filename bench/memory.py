"""What a server holds in memory: many games begun, of every game, edition and preset in turn, each looked at once.
Prints one JSON object.

python bench/memory.py [--games 1000]

The target: 1,000 begun games, 256 of them in memory, within 400 MB.
"""

import argparse
import json

import httpx2
from served import Json, own_server

from mamayev.engine.registry import find, names

TARGET_MB = 400


def kinds() -> list[Json]:
    """How games are begun: every edition, and every preset."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    print(json.dumps(figures(parser.parse_args().games)))


if __name__ == "__main__":
    main()
