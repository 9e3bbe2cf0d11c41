"""Attack what is kept, and print what became of it as a table in Markdown: servers killed in the middle of play, saved
games with flipped bits, cut off, and with two lines of the log exchanged.

python bench/reliability.py [--kills 40] [--damage 300]

A server runs in a process of its own and is killed (SIGKILL) at a random moment while three matches are played on it;
then it is started again, and every match must stand where the last answer said, or one action further, which was under
way. The saved games are those of tests/golden; each damaged one must be refused in a sentence.
"""

import argparse
import http.client
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match, Record

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
GAME = "cauldron"
Json = dict[str, Any]


def call(home: str, path: str, body: Json | None = None) -> Json:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{home}api/{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        found: Json = json.load(answer)
    return found


def start(address: str) -> "tuple[subprocess.Popen[str], str]":
    command = [sys.executable, "-m", "mamayev", "serve", "--port", "0", "--no-browser", "--db", address]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().split()[3]


def play(home: str, state: Json, answered: dict[str, Json], rng: random.Random) -> None:
    """Play one match until the server is gone; `answered` has its last answer."""
    try:
        while not state["over"]:
            grave = {verb["verb"] for verb in state["decision"]["verbs"] if verb.get("weight") == "grave"}
            texts = [a["text"] for a in state["decision"]["actions"] if a["verb"] not in grave]
            body = {"text": rng.choice(texts), "version": state["version"]}
            state = call(home, f"matches/{state['id']}/actions", body)
            answered[state["id"]] = state
    except (http.client.HTTPException, json.JSONDecodeError, OSError):
        return


def kills(times: int, rng: random.Random) -> tuple[int, int]:
    """How many answers were given before all the kills, and how many of them were lost."""
    given, lost = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder) / 'games.sqlite'}"
        process, home = start(address)
        answered: dict[str, Json] = {}
        for number in range(times):
            answered = {match: state for match, state in answered.items() if not state["over"]}
            while len(answered) < 3:
                state = call(home, "matches", {"game": GAME, "seed": 3 * number + len(answered)})
                answered[state["id"]] = state
            before = {match: state["version"] for match, state in answered.items()}
            players = [
                threading.Thread(target=play, args=(home, state, answered, random.Random(rng.random())))
                for state in list(answered.values())
            ]
            for player in players:
                player.start()
            time.sleep(rng.uniform(0.1, 1.0))
            process.kill()
            process.wait()
            for player in players:
                player.join()
            process, home = start(address)
            for match, state in answered.items():
                found = call(home, f"matches/{match}")
                given += state["version"] - before[match]
                if found["version"] not in (state["version"], state["version"] + 1):
                    lost += abs(state["version"] - found["version"])
                elif found["version"] == state["version"] and found["picture"] != state["picture"]:
                    lost += 1
                answered[match] = found
        process.kill()
        process.wait()
    return given, lost


def told(data: bytes) -> bool:
    """Whether a damaged saved game is refused in a sentence."""
    try:
        Match.from_json(data)
    except Refusal:
        return True
    return False


def damage(each: int, rng: random.Random) -> dict[str, tuple[int, int]]:
    """For each kind of damage: how often it was done, and how often it was not told."""
    found = {"flipped bits": (0, 0), "cuts": (0, 0), "exchanged lines of the log": (0, 0)}

    def note(kind: str, data: bytes) -> None:
        done, missed = found[kind]
        found[kind] = (done + 1, missed + (not told(data)))

    for file in sorted(GOLDEN.glob("*/*.json")):
        text = json.loads(file.read_bytes())["record"]
        data, record = text.encode(), Record.from_json(text)
        for _ in range(each):
            place, bit = rng.randrange(len(data)), rng.randrange(8)
            note("flipped bits", data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :])
            note("cuts", data[: rng.randrange(len(data))])
        for _ in range(each // 10):
            one, other = rng.sample(range(len(record.log)), 2)
            log = list(record.log)
            log[one], log[other] = log[other], log[one]
            if log != record.log:
                note("exchanged lines of the log", json.dumps({**json.loads(text), "log": log}).encode())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--damage", type=int, default=300, help="flips and cuts of each golden game")
    wanted = parser.parse_args()
    rng = random.Random(1942)
    print("| attack | done | lost or not told |\n|---|---|---|")
    if wanted.kills:
        given, lost = kills(wanted.kills, rng)
        print(f"| kill -9 of a server in play | {wanted.kills}, {given} answers before them | {lost} |", flush=True)
    for kind, (done, missed) in damage(wanted.damage, rng).items() if wanted.damage else ():
        print(f"| {kind} | {done:,} | {missed} |", flush=True)


if __name__ == "__main__":
    main()
