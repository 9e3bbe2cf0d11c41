"""Thoughts that many ask for: one for each question, fair turns for callers, dropped when nobody waits, and in a held
match known to nobody but the asker."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from mamayev.engine.refusal import Refusal
from mamayev.server import app as served
from mamayev.server import fair
from mamayev.server.app import create_app
from mamayev.server.asker import ASKER
from mamayev.server.company import TooOften
from mamayev.server.fair import FEW, About, Thinkers, Thought
from mamayev.server.room import Room
from mamayev.server.thoughts import Found, Question, Tell, found
from mamayev.server.turns import THREADS

from .conftest import HOME, Json, begun, in_a_loop
from .test_patience import serving
from .test_thinking import record  # noqa: F401

ASKED = Question("tiny", "1", (), (), {}, "strategist", "1")
GOLDEN = Path(__file__).parents[1] / "golden"


class Slow:
    """A mind that thinks until it is let go on, or told to end. `answers`: what it finds in the end."""

    def __init__(self, places: int = 2, answers: Callable[[Thought], Found] | None = None) -> None:
        self.places, self.open = places, threading.Event()
        self.begun: list[Thought] = []
        self.under_way: list[Thought] = []
        self.stopped = False
        self.thinkers: Thinkers | None = None
        self._answers = answers or (lambda thought: Found(thought.about.match_id))

    async def find(self, thought: Thought) -> Found | None:
        quit_ = False

        def quit_now() -> None:
            nonlocal quit_
            quit_ = True

        thought.quit = quit_now
        self.begun.append(thought)
        self.under_way.append(thought)
        try:
            while not (self.open.is_set() or quit_ or thought.ended or self.stopped):
                thought.told(0.5)
                await asyncio.sleep(0.002)
        finally:
            self.under_way.remove(thought)
        return None if self.stopped else self._answers(thought)

    def stop(self) -> None:
        self.stopped = True

    @property
    def matches(self) -> list[str]:
        """What is thought about now."""
        return [thought.about.match_id for thought in self.under_way]


class Desk:
    """Thinkers with slow minds, and requests of callers."""

    def __init__(self, places: int = 2) -> None:
        self.told: list[tuple[str, str, float | None, str | None]] = []
        self.long, self.quick = Slow(places), Slow(1)
        self.thinkers = Thinkers(lambda *told: self.told.append(told), self.long, self.quick, Slow(1))

    def ask(self, caller: str, match: str, *, long: bool = True, owner: str | None = None) -> asyncio.Task[Found]:
        async def asking() -> Found:
            ASKER.set(caller)
            return await self.thinkers.tell(About(match, "advice", "strategist", (1,), "red", owner), ASKED, long=long)

        return asyncio.create_task(asking())

    def bot(self, caller: str, match: str, version: int = 1) -> asyncio.Task[str | Refusal]:
        async def asking() -> str | Refusal:
            ASKER.set(caller)
            return await self.thinkers.choose(match, version, "red", ASKED)

        return asyncio.create_task(asking())

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not condition():
                await asyncio.sleep(0.002)


async def settled() -> None:
    """Until all that can go on has gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_all_who_ask_the_same_share_one_thought_and_its_answer_is_remembered() -> None:
    async def play() -> None:
        desk = Desk()
        asked = [desk.ask(caller, "m") for caller in ("one", "one", "other")]
        await desk.until(lambda: bool(desk.long.begun))
        desk.long.open.set()
        assert {(await one).action for one in asked} == {"m"}
        assert (await desk.ask("third", "m")).action == "m"
        assert len(desk.long.begun) == 1
        assert (await desk.ask("third", "n")).action == "n"
        assert len(desk.long.begun) == 2

    in_a_loop(play())


def test_a_thought_is_dropped_with_the_last_who_waits_for_it() -> None:
    async def play() -> None:
        desk = Desk(places=1)
        one, other, waiting = desk.ask("one", "m"), desk.ask("other", "m"), desk.ask("one", "n")
        await desk.until(lambda: desk.long.matches == ["m"])
        waiting.cancel()
        one.cancel()
        await settled()
        assert desk.long.matches == ["m"], "the other caller still waits for it"
        other.cancel()
        await desk.until(lambda: not desk.long.under_way)
        await settled()
        assert [thought.about.match_id for thought in desk.long.begun] == ["m"], "n was dropped before it began"
        assert desk.told[-1] == ("m", "red", None, None)
        desk.long.open.set()
        assert (await desk.ask("one", "m")).action == "m"
        assert len(desk.long.begun) == 2, "a dropped thought leaves no answer"

    in_a_loop(play())


def test_a_request_that_is_canceled_at_once_leaves_nothing_behind() -> None:
    async def play() -> None:
        desk = Desk()
        asked = desk.ask("one", "m")
        await asyncio.sleep(0)
        asked.cancel()
        await settled()
        assert (desk.long.under_way, desk.thinkers._tasks, desk.thinkers._under_way) == ([], {}, {})

    in_a_loop(play())


def test_a_caller_who_holds_all_places_gives_one_to_another() -> None:
    async def play() -> None:
        desk = Desk(places=2)
        own = [desk.bot("one", f"{n}") for n in range(20)]
        await desk.until(lambda: desk.long.matches == ["0", "1"])
        other = desk.ask("other", "m")
        await desk.until(lambda: desk.long.matches == ["0", "m"])
        third = desk.ask("third", "n")
        await settled()
        assert desk.long.matches == ["0", "m"], "each holds one place, so the third waits for its turn"
        other.cancel()
        await desk.until(lambda: desk.long.matches == ["0", "n"])
        desk.long.open.set()
        assert (await third).action == "n"
        assert [await one for one in own] == [f"{n}" for n in range(20)], "what gave way is thought later"

    in_a_loop(play())


def test_callers_take_turns_whoever_has_asked_for_more() -> None:
    async def play() -> None:
        desk = Desk(places=1)
        asked = [desk.bot("one", f"one {n}") for n in range(5)]
        await desk.until(lambda: bool(desk.long.begun))
        asked += [desk.bot("other", f"other {n}") for n in range(3)]
        await settled()
        desk.long.open.set()
        await asyncio.gather(*asked)
        order = [thought.about.match_id for thought in desk.long.begun]
        assert order == ["one 0", "other 0", "one 1", "other 1", "one 2", "other 2", "one 3", "one 4"]

    in_a_loop(play())


def test_a_caller_waits_for_few_hints_and_the_bots_go_on_all_the_same() -> None:
    async def play() -> None:
        desk = Desk()
        for n in range(FEW):
            desk.ask("one", f"{n}")
        again = desk.ask("one", "0")
        await settled()
        with pytest.raises(TooOften, match="You are already waiting for"):
            await desk.ask("one", "beyond")
        moves, other = [desk.bot("one", f"{n}") for n in range(9)], desk.ask("other", "beyond")
        await settled()
        assert not any(task.done() for task in (again, other, *moves))
        desk.long.open.set()
        assert (await desk.ask("one", "beyond")).action == "beyond"
        await asyncio.gather(*moves)

    in_a_loop(play())


def test_a_quick_question_never_waits_for_long_ones_and_nobody_hears_of_it() -> None:
    async def play() -> None:
        desk = Desk(places=1)
        desk.quick.open.set()
        long = desk.ask("one", "m")
        await desk.until(lambda: bool(desk.long.under_way))
        desk.told.clear()
        assert (await desk.ask("one", "n", long=False)).action == "n"
        assert not any(match == "n" for match, *_ in desk.told)
        long.cancel()

    in_a_loop(play())


def test_a_thought_is_ended_by_a_person_and_by_a_change_of_what_it_is_about() -> None:
    async def play() -> None:
        desk = Desk()
        assert not desk.thinkers.end("m", None)
        move, hint = desk.bot("one", "m", version=7), desk.ask("one", "m", owner="red")
        await desk.until(lambda: len(desk.long.under_way) == 2)
        desk.thinkers.changed("m", 7, 1)
        desk.thinkers.changed("other", 8, 2)
        await settled()
        assert not any(task.done() for task in (move, hint))
        desk.thinkers.changed("m", 8, 1)  # a new name, or somebody asks to take something back
        await move
        assert not hint.done()
        assert not desk.thinkers.end("m", "blue")
        assert not desk.thinkers.end("m", None)
        await settled()
        assert not hint.done()
        assert desk.thinkers.end("m", "red")
        await hint
        again = desk.ask("one", "m", owner="red")
        await desk.until(lambda: len(desk.long.begun) == 3)
        desk.thinkers.changed("m", 8, 2)
        await again
        assert {owner for *_, share, owner in desk.told if share == 0.5} == {None, "red"}

    in_a_loop(play())


def test_whoever_waits_hears_that_the_server_stops() -> None:
    async def play() -> None:
        desk = Desk(places=1)
        asked = [desk.ask("one", "m"), desk.ask("one", "n")]
        await desk.until(lambda: bool(desk.long.under_way))
        desk.thinkers.stop()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(answer, Refusal) for answer in answers)

    in_a_loop(play())


# ------------------------------------------------------------------ over HTTP


@pytest.fixture
def minds(monkeypatch: pytest.MonkeyPatch) -> tuple[Slow, Slow]:
    """The minds of a server, for long and quick thoughts: they find what bots find without a search."""

    def plain(thought: Thought) -> Found:
        return found(thought.about.what, thought.asked, lambda _share: False)

    long, quick = Slow(2, plain), Slow(1, plain)

    def made(tell: Tell) -> Thinkers:
        long.thinkers = Thinkers(tell, long, quick, Slow(1, plain))
        return long.thinkers

    monkeypatch.setattr(served, "thinkers", made)
    return long, quick


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


@contextmanager
def asking(port: int, method: str, path: str, body: str = "", source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection on which a request was sent, and nothing read."""
    with socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0)) as line:
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        line.sendall(f"{head}{kind}\r\n{body}".encode())
        yield line


def answer(line: socket.socket) -> tuple[int, Json]:
    data = b""
    while some := line.recv(65536):
        data += some
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def begun_at(port: int, record: str) -> str:  # noqa: F811
    """The path of a game from a record."""
    with asking(port, "POST", "/api/records", record) as line:
        return f"/api/matches/{answer(line)[1]['id']}"


STRATEGIST = '{"bot": "strategist"}'


def test_hints_are_dropped_with_their_connections_and_another_person_gets_one(
    address: str,
    record: str,  # noqa: F811
    minds: tuple[Slow, Slow],
) -> None:
    long, _ = minds
    with serving(address) as port:
        paths = [begun_at(port, record) for _ in range(FEW)]
        with ExitStack() as held:
            for path in paths * 5:
                held.enter_context(asking(port, "POST", f"{path}/hint", STRATEGIST))
            until(lambda: len(long.under_way) == 2)
        until(lambda: not long.under_way)
        assert len(long.begun) <= FEW, "twenty requests, four questions"
        mine = begun_at(port, record)
        with asking(port, "POST", f"{mine}/hint", STRATEGIST, "127.0.0.2") as line:
            until(lambda: len(long.under_way) == 1)
            long.open.set()
            status, told = answer(line)
    assert (status, bool(told["why"])) == (200, True)


def test_hints_that_hold_their_connections_leave_a_place_to_another_person_and_beyond_a_few_are_refused(
    address: str,
    record: str,  # noqa: F811
    minds: tuple[Slow, Slow],
) -> None:
    long, _ = minds
    with serving(address) as port, ExitStack() as held:
        paths = [begun_at(port, record) for _ in range(FEW + 1)]
        for path in paths[:FEW]:
            held.enter_context(asking(port, "POST", f"{path}/hint", STRATEGIST))
        until(lambda: long.thinkers is not None and len(long.thinkers._under_way) == FEW)
        with asking(port, "POST", f"{paths[FEW]}/hint", STRATEGIST) as line:
            status, told = answer(line)
        assert (status, told["error"]) == (429, fair.TOO_MANY)
        held.enter_context(asking(port, "POST", f"{paths[FEW]}/hint", STRATEGIST, "127.0.0.2"))
        until(lambda: any(thought.callers.keys() == {"127.0.0.2"} for thought in long.under_way))
        long.open.set()


def test_what_a_staff_meant_is_thought_outside_the_server_one_at_a_time_and_remembered(
    address: str, minds: tuple[Slow, Slow]
) -> None:
    """Many ask for the intents of a finished game: none is worked out in the server's own threads, and another game is
    played meanwhile."""
    _, quick = minds
    game = json.loads((GOLDEN / "inferno" / "2017.json").read_text("utf-8"))["record"]
    with TestClient(create_app(address), base_url=HOME) as client, ThreadPoolExecutor(24) as pool:
        over, other = client.post("/api/records", content=game).json(), begun(client, "skirmish")
        path = f"/api/matches/{over['id']}/intent"
        crowd = [TestClient(client.app, base_url=HOME, client=(f"203.0.113.{n}", 1)) for n in range(6)]
        for one in crowd:
            one.portal = client.portal
        asked = [pool.submit(crowd[n % 6].get, f"{path}/{n // 2}") for n in range(24)]
        until(lambda: len(quick.under_way) == 1)
        played = client.post(f"/api/matches/{other['id']}/actions", json={"text": "done", "version": 1})
        assert played.status_code == 200
        assert len(quick.under_way) == 1
        quick.open.set()
        answers = [one.result() for one in asked]
        assert {one.status_code for one in answers} <= {200, 429}
        again = client.get(f"{path}/0")
        first = next(one for one in answers[:2] if one.status_code == 200)
        assert again.json() == first.json()
        plies = [thought.about.moment[1] for thought in quick.begun]
        assert len(plies) == len(set(plies)), "each ply is thought about once"
        assert quick.begun


def test_an_intent_is_dropped_with_its_connection(address: str, minds: tuple[Slow, Slow]) -> None:
    _, quick = minds
    game = json.loads((GOLDEN / "inferno" / "2017.json").read_text("utf-8"))["record"]
    with serving(address) as port:
        path = begun_at(port, game)
        with asking(port, "GET", f"{path}/intent/0"):
            until(lambda: len(quick.under_way) == 1)
        until(lambda: not quick.under_way)


def test_the_work_of_one_caller_leaves_threads_to_the_others(
    tiny: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, gate = [0, 0], threading.Event()
    overlay = Room.overlay

    def held(*given: Any, **named: Any) -> Any:
        inside[0] += 1
        inside[1] = max(inside)
        assert gate.wait(20)
        inside[0] -= 1
        return overlay(*given, **named)

    monkeypatch.setattr(Room, "overlay", held)
    with TestClient(create_app(address), base_url=HOME) as client, ThreadPoolExecutor(60) as pool:
        alone, *states = [begun(client, tiny) for _ in range(61)]
        waiting = [pool.submit(client.get, f"/api/matches/{state['id']}/overlays/none") for state in states]
        until(lambda: inside[0] == THREADS)
        other = TestClient(client.app, base_url=HOME, client=("203.0.113.8", 1))
        other.portal = client.portal
        assert other.get(f"/api/matches/{alone['id']}/log").status_code == 200
        gate.set()
        assert {one.result().status_code for one in waiting} == {422}
    assert inside[1] == THREADS


# ------------------------------------------------------------------ held matches


def barbarossa(client: TestClient) -> Json:
    """A held game at the German player's first plan for a month."""
    state = begun(client, "barbarossa", held=True, name="A game")
    for text in ("historical", "confirm", "historical", "confirm"):
        key = state["keys"][state["decision"]["seat"]]
        answer = client.post(
            f"/api/matches/{state['id']}/actions",
            json={"text": text, "version": state["version"]},
            headers={"Authorization": f"Bearer {key}"},
        )
        assert answer.status_code == 200, answer.text
        state = answer.json() | {"keys": state["keys"]}
    return state


def streams(client: TestClient, minds: tuple[Slow, Slow], *, hint: bool) -> dict[str, list[str]]:
    """What each tab at a held game receives, in which the German player does or does not ask for a hint and then plays;
    the Russian player meanwhile tries to end it and asks to take something back."""
    long, _ = minds
    long.open.clear()
    state = barbarossa(client)
    path = f"/api/matches/{state['id']}"
    heard: dict[str, list[str]] = {"german": [], "russian": [], "": []}
    assert set(state["keys"]) == {"german", "russian"}

    def post(seat: str, rest: str, body: Any = None) -> Any:
        return client.post(path + rest, json=body, headers={"Authorization": f"Bearer {state['keys'][seat]}"})

    with ExitStack() as open_, ThreadPoolExecutor(1) as other:
        tabs = {}
        for seat in heard:
            tabs[seat] = open_.enter_context(client.websocket_connect(f"ws{HOME.removeprefix('http')}{path}/live"))
            tabs[seat].send_json({"key": state["keys"].get(seat)})
            heard[seat].append(tabs[seat].receive_text())
        found = other.submit(post, "german", "/hint", {"bot": "strategist"}) if hint else None
        if hint:
            until(lambda: len(long.under_way) == 1)
        late = open_.enter_context(client.websocket_connect(f"ws{HOME.removeprefix('http')}{path}/live"))
        late.send_json({"key": None})
        assert post("russian", "/thought/end").json() == {"ended": False}
        asked = post("russian", "/undo", {"version": state["version"], "ask": True})
        assert asked.status_code == 200, asked.text
        if found is not None:
            assert len(long.under_way) == 1, "the rival ends nobody's hint"
            assert post("german", "/thought/end").json() == {"ended": True}
            assert found.result(20).status_code == 200
        text = next(
            choice["actions"][0]
            for piece in state["decision"]["pieces"]
            for choice in client.get(
                f"{path}/choices",
                params={"piece": piece},
                headers={"Authorization": f"Bearer {state['keys']['german']}"},
            ).json()
        )
        played = post("german", "/actions", {"text": text, "version": asked.json()["version"]})
        assert played.status_code == 200, played.text
        for seat, tab in (*tabs.items(), ("late", late)):
            lines = heard.setdefault(seat, [])
            while f'"version":{played.json()["version"]},' not in (lines[-1] if lines else ""):
                lines.append(tab.receive_text())
    return {seat: [line.replace(state["id"], "ID") for line in lines] for seat, lines in heard.items()}


def test_nobody_but_its_holder_ends_the_thoughts_of_a_bot_on_a_held_seat(
    address: str, minds: tuple[Slow, Slow]
) -> None:
    """Ended early it plays worse, and the rival would like that."""
    long, _ = minds
    with TestClient(create_app(address, bot_pause=0), base_url=HOME) as client:
        state = barbarossa(client)
        path = f"/api/matches/{state['id']}"
        german, russian = ({"Authorization": f"Bearer {state['keys'][seat]}"} for seat in ("german", "russian"))
        assert client.patch(path, json={"seats": {"german": "strategist"}}, headers=german).status_code == 200
        until(lambda: len(long.under_way) == 1)
        assert client.post(f"{path}/thought/end").status_code == 403
        assert client.post(f"{path}/thought/end", headers=russian).json() == {"ended": False}
        assert len(long.begun) == len(long.under_way) == 1
        assert client.post(f"{path}/thought/end", headers=german).json() == {"ended": True}
        until(lambda: client.get(path).json()["version"] > state["version"] + 1)
        long.open.set()


def test_nobody_but_the_asker_can_tell_that_a_hint_was_asked_for(address: str, minds: tuple[Slow, Slow]) -> None:
    with TestClient(create_app(address), base_url=HOME) as client:
        without, with_one = streams(client, minds, hint=False), streams(client, minds, hint=True)
    for seat in ("russian", "", "late"):
        assert with_one[seat] == without[seat]
    assert not any("thinking" in line for line in without["german"])
    assert any("thinking" in line for line in with_one["german"])
