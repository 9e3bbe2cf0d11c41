"""The door for agents, as a client of the Model Context Protocol uses it."""

import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import repeat
from pathlib import Path
from typing import Any, cast

import bpe_openai
import httpx2
import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import TextContent, TextResourceContents

import mamayev
from mamayev.agents import joined
from mamayev.agents.server import Door, server
from mamayev.agents.serving import listening
from mamayev.agents.table import Table
from mamayev.engine import registry
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.match.match import Match

from ..server.conftest import in_a_loop
from .reading import read_all

BOXES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
TOKENS = bpe_openai.get_encoding("o200k_base")
COMMAND = [sys.executable, "-m", "mamayev", "mcp"]

Call = Callable[..., Awaitable[dict[str, Any]]]


def conversing(talk: Callable[[Call], Awaitable[None]], door: Door | None = None, way: Any = None) -> None:
    """Let a client talk with a server, in this process or another `way`."""

    async def converse() -> None:
        async with Client(way or server(door or Door())) as client:

            async def call(tool: str, **given: Any) -> dict[str, Any]:
                found = await client.call_tool(tool, given)
                assert found.structured_content is not None, found
                (block,) = found.content
                assert isinstance(block, TextContent)
                assert block.text == found.structured_content["text"]
                return dict(found.structured_content)

            await talk(call)

    in_a_loop(converse())


async def play_at_random(call: Call, rng: random.Random, calls: int) -> dict[str, Any]:
    """Play what legal lists, until the game is over or for a number of calls. Return the last answer."""
    found = await call("look")
    for _ in range(calls):
        if found["over"]:
            break
        found = await call("legal")
        rows = list(found["choices"])
        if found["pieces"] and (not rows or rng.random() < 0.5):
            rows = (await call("legal", piece=rng.choice(found["pieces"])))["choices"] or rows
        found = await call("play", actions=[rng.choice(rows)["play"]])
        assert "refused" not in found, found
    return found


@pytest.mark.parametrize("game", ["inferno", "cauldron"])
def test_an_agent_plays_a_whole_game_by_what_legal_lists(game: str) -> None:
    async def talk(call: Call) -> None:
        await call("begin", game=game, opponent="random", seed=11)
        found = await play_at_random(call, random.Random(5), 3000)
        assert found["over"]
        assert "The game is over" in found["text"]
        refused = await call("play", actions=["pass"])
        assert refused["refused"]["text"] == "The game is over."

    conversing(talk)


@pytest.mark.parametrize("game", ["barbarossa", "donnerschlag"])
def test_an_agent_plays_on_in_the_large_games(game: str) -> None:
    async def talk(call: Call) -> None:
        await call("begin", game=game, opponent="random", seed=11)
        await play_at_random(call, random.Random(5), 60)

    conversing(talk)


def test_games_lists_every_game_with_its_seats() -> None:
    async def talk(call: Call) -> None:
        text = (await call("games"))["text"]
        for name in registry.names():
            assert f"{name}: {find(name).title}" in text
        assert "seats: german, soviet, partner;" in text

    conversing(talk)


def test_an_illegal_action_says_why_and_changes_nothing() -> None:
    async def talk(call: Call) -> None:
        begun = await call("begin", game="inferno", seed=3)
        table = door.places[begun["table"]].table
        assert isinstance(table, Table)
        before = table.match.to_json()
        far = await call("play", actions=["short pz-2 19"])
        assert far["refused"]["clauses"]
        assert far["refused"]["instead"][0].startswith("short ")
        assert far["played"] == 0
        wrong = await call("play", actions=["jump"])
        assert wrong["refused"]["text"].startswith("There is no action “jump”.")
        assert table.match.to_json() == before
        same = await call("why", action="short pz-2 19")
        assert far["refused"]["text"] in same["text"]

    door = Door()
    conversing(talk, door)


def test_wrong_arguments_are_sentences() -> None:
    async def talk(call: Call) -> None:
        assert (await call("look"))["refused"]["text"] == "There is no game yet. Start one with begin."
        assert "no game" in (await call("begin", game="chess"))["refused"]["text"]
        seat = await call("begin", game="inferno", seat="russian")
        assert seat["refused"]["field"] == "seat"
        assert "german" in seat["refused"]["text"]
        assert "no bot" in (await call("begin", game="inferno", opponent="nobody"))["refused"]["text"]
        assert "no preset" in (await call("begin", game="inferno", preset="none"))["refused"]["text"]
        await call("begin", game="inferno")
        assert "There is no piece" in (await call("legal", piece="tiger"))["refused"]["text"]
        assert "“xyzzy”" in (await call("rule", game="inferno", words="xyzzy"))["refused"]["text"]

    conversing(talk)


def test_a_game_of_another_client_needs_its_id() -> None:
    async def talk(call: Call) -> None:
        begun = await call("begin", game="inferno")
        assert (await call("look"))["refused"]["field"] == "table"
        assert (await call("look", table="1"))["refused"]["field"] == "table"
        assert "Round 1" in (await call("look", table=begun["table"]))["text"]

    conversing(talk, Door(shared=True))


def test_the_rules_answer_clauses_and_words() -> None:
    async def talk(call: Call) -> None:
        one = await call("rule", game="inferno", words="inf-win-01")
        assert one["text"].startswith("INF-WIN-01 (")
        several = await call("rule", game="barbarossa", words="soak-off")
        assert "BAR-" in several["text"]

    conversing(talk)


def test_what_happened_stands_first_and_once() -> None:
    async def talk(call: Call) -> None:
        begun = await call("begin", game="inferno", seed=3)
        assert begun["text"].startswith("Since you last looked:")
        assert not (await call("look"))["text"].startswith("Since")
        assert (await call("history", last=3))["text"].count("\n") == 2

    conversing(talk)


def test_orders_are_given_and_carried_out() -> None:
    async def talk(call: Call) -> None:
        await call("begin", game="inferno", seed=3)
        sheet = await call("orders")
        assert "least: as the staff would. " in sheet["text"]
        assert "[INF-COMBAT-11]" in sheet["text"]
        wrong = await call("orders", give={"least": 200})
        assert wrong["refused"]["field"] == "least"
        await call("orders", give={"least": 60, "keep_cards": 2})
        done = await call("orders", carry_out=True)
        assert "refused" not in done
        assert "Round" in done["text"] or "Your decision, least" in done["text"]

    conversing(talk)


def test_advice_can_be_closed() -> None:
    async def talk() -> None:
        async with Client(server(Door(hints=False))) as client:
            assert "hint" not in [tool.name for tool in (await client.list_tools()).tools]

    in_a_loop(talk())


def test_following_the_advice_wins() -> None:
    async def talk(call: Call) -> None:
        found = await call("begin", game="inferno", opponent="random", seed=1)
        while not found["over"]:
            advice = (await call("hint"))["text"]
            found = await call("play", actions=[advice.partition(":")[0]])
            assert "refused" not in found
        assert found["text"].endswith("German Decisive Victory")

    conversing(talk)


@pytest.mark.parametrize("game", BOXES)
def test_resources_and_the_prompt_introduce_a_box(game: str) -> None:
    async def talk() -> None:
        async with Client(server(Door())) as client:

            async def read(what: str) -> str:
                (found,) = (await client.read_resource(f"mamayev://{game}/{what}")).contents
                assert isinstance(found, TextResourceContents)
                return found.text

            offer = find(game)
            rules, charts, guide = [await read(what) for what in ("rules", "charts", "guide")]
            assert all(f"{clause} (" in rules for clause in offer.ledger().clauses)
            assert all(chart.title in charts for chart in mamayev.new(game).table.look.kept.charts)
            assert guide.startswith(f"# {offer.title}")
            (said,) = (await client.get_prompt("play", {"game": game})).messages
            assert isinstance(said.content, TextContent)
            assert offer.title in said.content.text

    in_a_loop(talk())


def test_every_tool_documents_its_arguments_and_its_answer() -> None:
    async def talk() -> None:
        async with Client(server(Door())) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == {
                "games", "begin", "join", "look", "legal", "why", "foresee", "play", "orders", "rule", "history",
                "resign", "hint",
            }  # fmt: skip
            for tool in tools.values():
                assert tool.description
                assert all(one.get("description") for one in tool.input_schema.get("properties", {}).values()), tool
                assert {"text", "over", "choices", "played", "refused"} <= set((tool.output_schema or {})["properties"])

    in_a_loop(talk())


# ------------------------------------------------------------------ a running server


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server with its own games."""
    command = [sys.executable, "-m", "mamayev", "serve", "--no-browser", "--port", "0"]
    database = f"sqlite:///{folder / 'games.sqlite'}"
    with subprocess.Popen([*command, "--db", database], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield next(word for line in process.stdout for word in line.split() if word.startswith("http://"))
        finally:
            process.terminate()


def test_an_agent_joins_a_seat_of_a_running_server_by_its_key(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        wanted = {"game": "inferno", "seed": 3, "options": {"soviet_side": "player"}, "seats": {"soviet": "random"}}
        made = httpx2.post(f"{address.rstrip('/')}/api/matches", json={**wanted, "held": True}).json()
        place = f"{address.rstrip('/')}/#/match/{made['id']}"
        two = httpx2.post(f"{address.rstrip('/')}/api/matches", json={**wanted, "seats": {}, "held": True}).json()

        async def talk(call: Call) -> None:
            wrong = await call("join", address=place, key="no")
            assert wrong["refused"]["text"] == "This key does not open a seat of this match."
            assert (await call("join", address="nowhere"))["refused"]["field"] == "address"
            assert "does not open a seat" in (await call("join", address=place))["refused"]["text"]
            joined = await call("join", address=f"{place}/{made['keys']['german']}")
            assert "Round 1" in joined["text"]
            assert "Rules: The Soviets: a player" in joined["text"]  # another player chose it
            refused = await call("play", actions=["short pz-2 19"])
            assert refused["refused"]["clauses"]
            assert "INF-" in (await call("why", verb="attack"))["text"]
            await call("orders", give={"least": 60})
            assert "least: 60. " in (await call("orders"))["text"]
            await play_at_random(call, random.Random(4), 12)
            assert (await call("history", last=5))["text"]
            assert "resigned" in (await call("resign"))["text"]
            waiting = f"{address.rstrip('/')}/#/match/{two['id']}/{two['keys']['soviet']}"
            await call("join", address=waiting)
            assert (await call("foresee", action="reinforce"))["refused"]["text"] == "It is not your turn."

        conversing(talk)


# ------------------------------------------------------------------ what a seat may know


@pytest.mark.parametrize("game", ["inferno", "donnerschlag"])
def test_every_answer_is_the_same_whatever_the_enemy_holds(game: str) -> None:
    match = mamayev.new(game, seed=21, options={"soviet_side": "player"} if game == "inferno" else None)
    rng = random.Random(8)
    compared = 0
    while compared < 12 and not match.over:
        decision = match.decision
        assert decision is not None
        seat = decision.seat
        twin = match.sample(seat, random.Random(rng.random()))
        if twin.position != match.position:
            answers = [in_a_loop(answers_of(one, seat)) for one in (match, twin)]
            assert answers[0] == answers[1]
            compared += 1
        match.play(rng.choice(list(decision.actions)))
    assert compared == 12


async def answers_of(match: Match, seat: str) -> list[tuple[str, str]]:
    """What an agent in a seat can read of a match."""
    door = Door()
    door.seat(Table(match.copy(), seat, {}))
    async with Client(server(door)) as client:

        async def call(tool: str, **given: Any) -> dict[str, Any]:
            answer = (await client.call_tool(tool, given)).structured_content
            assert isinstance(answer, dict)
            return answer

        return await read_all(call, match)


@pytest.mark.parametrize("game", BOXES)
def test_the_table_in_words_is_short(game: str) -> None:
    most = 3000 if game == "barbarossa" else 1500
    door = Door()
    counts = []

    async def talk(call: Call) -> None:
        found = await call("begin", game=game, opponent="random", seed=2)
        rng = random.Random(1)
        for _ in range(25):
            found = await play_at_random(call, rng, 4)
            if found["over"]:
                break
            counts.append(len(TOKENS.encode((await call("look"))["text"])))

    conversing(talk, door)
    counts.sort()
    assert counts[int(0.95 * len(counts))] <= most, counts


# ------------------------------------------------------------------ ways in


def test_a_client_starts_the_command_and_plays() -> None:
    async def talk(call: Call) -> None:
        begun = await call("begin", game="inferno", seed=3)
        assert "Round 1" in begun["text"]
        assert (await call("play", actions=["pass"]))["played"] == 1

    conversing(talk, way=stdio_client(StdioServerParameters(command=COMMAND[0], args=COMMAND[1:])))


@contextmanager
def over_http() -> Iterator[tuple[str, str]]:
    """The address and the authorization of a server over HTTP."""
    with subprocess.Popen([*COMMAND, "--http", "0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address, header = process.stdout.readline().strip(), process.stdout.readline().strip()
            yield address, header.partition(": ")[2]
        finally:
            process.terminate()


def test_a_call_over_http_waits_for_no_delayed_acknowledgment() -> None:
    with listening(Door()) as (_, place, _, _):
        assert place.proto == socket.IPPROTO_TCP


def test_over_http_only_who_shows_the_token_plays() -> None:
    with over_http() as (address, authorization):
        assert httpx2.post(address, json={}).status_code == 401
        assert httpx2.post(address, json={}, headers={"authorization": "Bearer no"}).status_code == 401

        async def talk(call: Call) -> None:
            begun = await call("begin", game="inferno", seed=3)
            assert (await call("play", actions=["pass"], table=begun["table"]))["played"] == 1

        client = httpx2.AsyncClient(headers={"authorization": authorization}, timeout=60)
        conversing(talk, way=streamable_http_client(address, http_client=client))


# ------------------------------------------------------------------ an address that is no server of ours


class Endless(BaseHTTPRequestHandler):
    """Answers every request with the content of the server's `answer`, again and again, until the other end leaves."""

    def do_GET(self) -> None:
        self.send_response(int(self.path.split("/")[-1]))
        self.end_headers()
        with suppress(OSError):
            for part in cast("Answering", self.server).parts():
                self.wfile.write(part)

    def log_message(self, *_given: object) -> None:
        return


class Answering(ThreadingHTTPServer):
    parts: Callable[[], Iterable[bytes]]


@pytest.mark.parametrize(
    ("status", "parts", "why"),
    [
        (200, lambda: repeat(b" " * 65536), "over the limit of 1 MB"),
        (200, lambda: repeat(b" ", 100_000), "took more than 0 seconds"),
        (200, lambda: [b"[" * 100_000], "returned status 200 without data"),
        (404, lambda: [b"[]"], "returned status 404 without data"),
        (404, lambda: [b'{"error": "No such game."}'], "No such game."),
    ],
)
def test_a_strange_answer_is_refused(
    status: int, parts: Callable[[], Iterable[bytes]], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined, "ANSWER_BYTES", 1_000_000)
    monkeypatch.setattr(joined, "ANSWER_SECONDS", 0.0 if "seconds" in why else 60.0)
    with Answering(("127.0.0.1", 0), Endless) as server:
        server.parts = parts
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with pytest.raises(Refusal, match=re.escape(why)):
                joined.Joined(f"http://127.0.0.1:{server.server_port}/#/match/{status}", "key")
        finally:
            server.shutdown()


@pytest.mark.parametrize("stop", ["SIGINT", "SIGTERM"])
def test_over_http_stopping_says_only_that(stop: str) -> None:
    """Whatever is connected: an open call, or a request whose body never comes."""
    command = [*COMMAND, "--http", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().strip()
        authorization = process.stdout.readline().strip().partition(": ")[2]
        port = int(address.rpartition(":")[2].partition("/")[0])
        with socket.create_connection(("127.0.0.1", port)) as slow:
            head = f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: {authorization}\r\n"
            more = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
            slow.sendall(f"{head}{more}Content-Length: 5000\r\n\r\n{{".encode())
            httpx2.get(address)  # is refused, after the server has read the head of the slow one
            process.send_signal(getattr(signal, stop))
            said = process.stderr.read()
    assert said.split() == ["Stopped."]
