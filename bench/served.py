"""A server of the benchmark's own, and games on it that have come to their first move."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx2

SERVE = """
import sys, uvicorn
from pathlib import Path
from mamayev.server.app import create_app
from mamayev.server.serve import configured, few_heaps, listen
few_heaps()
listener, port = listen("127.0.0.1", int(sys.argv[5]))
print(port, flush=True)
club = Path(sys.argv[3]) if sys.argv[3] else None
pauses = {"bot_pause": float(sys.argv[2]), "reply_pause": float(sys.argv[4])}
app = create_app(sys.argv[1], rate="10000000/minute", games="10000000/hour", club=club, **pauses)
uvicorn.Server(configured(app)).run(sockets=[listener])
"""
SET_UP = 200
"""No setup takes more actions, each the first on offer."""

Json = dict[str, Any]


class Server(NamedTuple):
    """A server's address, and its process, of which Linux tells more."""

    address: str
    process: int

    def cpu_seconds(self) -> float:
        """The processor time that it has taken so far."""
        fields = Path(f"/proc/{self.process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """The bytes that it holds in memory now."""
        pages = int(Path(f"/proc/{self.process}/statm").read_text(encoding="utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def own_server(
    bot_pause: float = 0.3, database: str = "", club: str = "", reply_pause: float = 3.0, port: int = 0
) -> Iterator[Server]:
    """A server in a process of its own, on this database or one of its own; `bot_pause`, `reply_pause`, `club`: see
    `create_app`."""
    with tempfile.TemporaryDirectory() as folder:
        database = database or f"sqlite:///{Path(folder) / 'games.sqlite'}"
        given = [database, str(bot_pause), club, str(reply_pause), str(port)]
        process = subprocess.Popen([sys.executable, "-c", SERVE, *given], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield Server(f"http://127.0.0.1:{int(process.stdout.readline())}", process.pid)
        finally:
            process.terminate()
            process.wait(timeout=20)


def at_a_move(client: httpx2.Client, game: str, seed: int) -> Json:
    """The state of a new game played past its setup to its first decision about units and spaces."""
    state: Json = client.post("/api/matches", json={"game": game, "seed": seed}).raise_for_status().json()
    for _ in range(SET_UP):
        home, decision = f"/api/matches/{state['id']}", state["decision"]
        grave = {verb["verb"] for verb in decision["verbs"] if verb.get("weight") == "grave"}
        plain = [action for action in decision["actions"] if action["verb"] not in grave]
        events = client.get(f"{home}/log").raise_for_status().json()["events"]
        about_units = decision.get("pieces") or any(one.get("piece") and one.get("space") for one in plain)
        if about_units and events and events[-1].get("turn"):
            break
        if plain:
            text = plain[0]["text"]
        else:
            choices = client.get(f"{home}/choices", params={"piece": decision["pieces"][0]}).raise_for_status().json()
            text = choices[0]["actions"][0]
        body = {"text": text, "version": state["version"]}
        state = client.post(f"{home}/actions", json=body).raise_for_status().json()
    return state
