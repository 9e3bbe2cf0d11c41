"""Agents as players of a tournament: whole games, limits, and their behavior in the standings."""

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from mamayev.agents.contest import LIMITS, Agents, behavior
from mamayev.engine.refusal import Refusal
from mamayev.lab.league import report
from mamayev.lab.tournament import Tournament, prepare

AGENT = Path(__file__).parents[2] / "examples" / "agents" / "agent.py"
CLIENT = """
import asyncio, os, sys, time
import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

async def main(what):
    headers = {"authorization": "Bearer " + os.environ["MAMAYEV_MCP_TOKEN"]}
    http = httpx2.AsyncClient(headers=headers, timeout=60)
    async with Client(streamable_http_client(os.environ["MAMAYEV_MCP_URL"], http_client=http)) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert not tools & {"begin", "join", "games", "hint"}, tools
        if what == "resign":
            await client.call_tool("resign", {})
        while what == "wrong":
            await client.call_tool("play", {"actions": ["lay north-scout", "nonsense"]})
        while what == "play":
            found = await client.call_tool("legal", {})
            rows = (found.structured_content or {}).get("choices")
            if rows:
                open(sys.argv[2], "w").close()
                await client.call_tool("play", {"actions": [rows[0]["play"]]})
        while what == "reader":
            await client.call_tool("look", {})

if sys.argv[1] == "sleep":
    time.sleep(60)
if sys.argv[1] != "leave":
    asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture
def client(tmp_path: Path) -> str:
    """The command of an agent, which takes what it does as its argument."""
    file = tmp_path / "client.py"
    file.write_text(CLIENT)
    return f"mcp:{sys.executable} {file}"


def contest(game: str, agent: str, folder: Path, games: int = 1, **limits: int) -> Tournament:
    """A played tournament of an agent against random play."""
    guests = Agents({**LIMITS, **limits})
    found = prepare(game, games, [agent, "random"], folder, guests=guests)
    found.play_missing()
    return found


def test_the_client_of_the_page_plays_whole_games(duel: str, tmp_path: Path) -> None:
    agent = f"mcp:{sys.executable} {AGENT}"
    played = contest(duel, agent, tmp_path / "out")
    found = behavior(played)[agent]
    assert found["games"] == played.total == 2
    assert found["proposals"] > 4
    assert found["refused"] == found["surrenders"] == 0
    assert found["tokens"] > 200
    assert found["seconds"] > 0
    assert not found["forfeits"]
    rows = pq.read_table(tmp_path / "out" / "seats.parquet").to_pylist()
    assert {row["seat"] for row in rows if row["player"] == agent} == {"north", "south"}
    assert {row["worth"] for row in rows} <= {-1.0, 0.0, 1.0}
    assert sum(row["decisions"] for row in rows if row["player"] == agent) == found["proposals"]
    assert played.standings()["pairs"][0]["games"] == 2
    again = prepare(duel, 1, [agent, "random"], tmp_path / "out", guests=Agents())
    assert again.done == again.total


@pytest.mark.parametrize(
    ("what", "limits", "said"),
    [
        ("leave", {}, "ended before the game was over."),
        ("sleep", {"seconds": 1}, "has thought for more than 1 seconds."),
        ("wrong", {"refused": 5}, "has proposed more than 5 illegal actions."),
        ("reader", {"tokens": 300}, "has read more than 300 words and punctuation marks."),
    ],
)
def test_an_agent_that_leaves_or_passes_a_limit_loses_with_a_sentence(
    duel: str, client: str, tmp_path: Path, what: str, limits: dict[str, int], said: str
) -> None:
    agent = f"{client} {what}"
    played = contest(duel, agent, tmp_path / "out", **limits)
    found: dict[str, Any] = behavior(played)[agent]
    assert found["forfeits"] == {f"The agent “{agent.removeprefix('mcp:')}” {said}": 2}
    assert played.standings()["pairs"][0]["won"] == 0
    games = pq.read_table(tmp_path / "out" / "games.parquet").to_pylist()
    assert all(game["why"].endswith(said) and game["level"].endswith("forfeited") for game in games)
    page = report(played, played.standings() | {"agents": behavior(played)})
    assert f"{said} (2)" in page
    assert "Illegal per 100" in page
    if what == "wrong":
        assert all(f"{clause} ({count})" in page for clause, count in found["by_clause"].items())
        assert found["refused"] > 5
        assert found["refused_per_100"] > 50
        assert found["by_clause"]


def test_a_surrender_counts(duel: str, client: str, tmp_path: Path) -> None:
    agent = f"{client} resign"
    played = contest(duel, agent, tmp_path / "out")
    assert behavior(played)[agent]["surrenders"] == 2
    assert not behavior(played)[agent]["forfeits"]
    assert played.standings()["pairs"][0]["won"] == 0


def test_a_program_that_cannot_start_is_refused(duel: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="does not name a program"):
        contest(duel, "mcp:", tmp_path / "out")
    with pytest.raises(Refusal, match="cannot be started"):
        contest(duel, "mcp:/no/such/program", tmp_path / "out")


def test_ctrl_c_ends_a_call_that_waits_for_the_other_player(
    duel: str, client: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    began = tmp_path / "began"
    names = [f"{client} play {began}", f"{client} sleep"]
    tournament = prepare(duel, 1, names, tmp_path / "out", guests=Agents())

    def stop() -> None:
        while not began.exists():
            time.sleep(0.05)
        time.sleep(1)
        os.kill(os.getpid(), signal.SIGINT)

    stopping = threading.Thread(target=stop)
    stopping.start()
    with pytest.raises(KeyboardInterrupt):
        tournament.play_missing()
    stopping.join()
    assert "Traceback" not in capfd.readouterr().err
