"""Many matches, and many who ask about one: what stays in memory, and who waits for whom."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient

import mamayev
from mamayev.match.decision import Decision
from mamayev.server import others
from mamayev.server import rooms as rooms_module
from mamayev.server.access import Everybody
from mamayev.server.app import create_app
from mamayev.server.questions import CHOICES_KEPT
from mamayev.server.room import Room
from mamayev.server.rooms import Rooms
from mamayev.server.store import Store

from .conftest import HOME, begun, played

KEPT = 3
THREADS = 40
"""As many as a server has for all its requests."""


@contextmanager
def rooms_of(address: str) -> Iterator[Rooms]:
    store = Store(address)
    yield Rooms(store, KEPT, lambda _: None, Everybody())
    store.close()


def in_memory(rooms: Rooms) -> list[str]:
    return list(rooms._live)


def test_matches_that_are_begun_leave_the_memory_like_those_that_are_opened(address: str) -> None:
    with rooms_of(address) as rooms:
        ids = [rooms.add(mamayev.new("skirmish", seed=n), {}, None).id for n in range(2 * KEPT)]
        assert in_memory(rooms) == ids[-KEPT:]
        for wanted in (*ids, ids[-1], ids[0]):
            with rooms.open(wanted) as room:
                assert room.id == wanted
            assert len(in_memory(rooms)) == KEPT
            assert in_memory(rooms)[-1] == wanted


def test_long_matches_leave_the_memory_sooner(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "ENTRIES_KEPT", 10)
    monkeypatch.setattr(rooms_module, "LONG_KEPT", 1)
    with rooms_of(address) as rooms:
        short, long = mamayev.new("skirmish", seed=1), mamayev.new("skirmish", seed=2)
        while len(long.record.log) <= 10:
            assert long.decision is not None
            long.play(long.decision.actions[0].text)
        first = rooms.add(short, {}, None).id
        second = rooms.add(long, {}, None).id
        assert in_memory(rooms) == [second]  # one stays, however long it is
        with rooms.open(first):
            assert in_memory(rooms) == [second, first]
        assert in_memory(rooms) == [first]
        with rooms.open(second) as room:
            assert room.match.record.log == long.record.log


def test_undos_in_practice_mode_make_a_match_long(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "ENTRIES_KEPT", 10)
    monkeypatch.setattr(rooms_module, "LONG_KEPT", 1)
    with rooms_of(address) as rooms:
        first, second = mamayev.new("skirmish", seed=1), mamayev.new("skirmish", seed=2)
        first.record.note_practice([[2, 1]] * 11)
        rooms.add(first, {}, None)
        newest = rooms.add(second, {}, None).id
        assert in_memory(rooms) == [newest]


def test_a_match_that_somebody_is_inside_stays(address: str) -> None:
    with rooms_of(address) as rooms:
        ids = [rooms.add(mamayev.new("skirmish", seed=n), {}, None).id for n in range(3 * KEPT)]
        with ExitStack() as stack:
            inside = [stack.enter_context(rooms.open(wanted)) for wanted in ids[: 2 * KEPT]]
            for wanted in ids[2 * KEPT :]:
                with rooms.open(wanted):
                    pass
            rooms.add(mamayev.new("skirmish", seed=99), {}, None)
            assert set(ids[: 2 * KEPT]) <= set(in_memory(rooms))
            assert all(rooms._live[room.id] is room for room in inside)
        assert len(in_memory(rooms)) == KEPT


def test_many_threads_at_few_rooms_meet_in_the_same_one(address: str) -> None:
    """However often a room leaves the memory: no two threads are ever in two rooms of one match."""
    inside: dict[str, int] = {}
    with rooms_of(address) as rooms:
        ids = [rooms.add(mamayev.new("skirmish", seed=n), {}, None).id for n in range(2 * KEPT)]

        def visit(number: int) -> None:
            with rooms.open(ids[number * 7 % len(ids)]) as room:
                inside[room.id] = inside.get(room.id, 0) + 1
                assert inside[room.id] == 1
                time.sleep(0.002)
                inside[room.id] -= 1

        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(visit, range(80))) == [None] * 80
        assert len(in_memory(rooms)) == KEPT


def test_rooms_of_one_table_share_its_look(address: str) -> None:
    with rooms_of(address) as rooms:
        one, other = (rooms.add(mamayev.new("cauldron", seed=n), {}, None) for n in range(2))
        elsewhere = rooms.add(mamayev.new("cauldron", edition="1996"), {}, None)
        assert one.scene is other.scene
        assert one.scene_json() is other.scene_json()
        assert elsewhere.scene is not one.scene


class Gate:
    """Holds whoever comes to it until it is opened."""

    def __init__(self) -> None:
        self.came, self.open = 0, threading.Event()

    def around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def held(*given: Any, **named: Any) -> Any:
            self.came += 1
            assert self.open.wait(20)
            return call(*given, **named)

        return held


def test_a_busy_match_delays_no_other_one(tiny: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as many as there are threads wait for one match; another one is played meanwhile."""
    gate = Gate()
    with (
        TestClient(create_app(address), base_url=HOME) as client,
        ThreadPoolExecutor(2 * THREADS) as pool,
    ):
        busy, other = begun(client, tiny), begun(client, tiny)
        with monkeypatch.context() as patched:
            patched.setattr(Room, "overlay", gate.around(Room.overlay))
            path = f"/api/matches/{busy['id']}/overlays/none"
            waiting = [pool.submit(client.get, path) for _ in range(2 * THREADS)]
            while not gate.came:
                time.sleep(0.01)
            for _ in range(3):
                other = played(client, other, "rest")
            assert (gate.came, any(one.done() for one in waiting)) == (1, False)
            gate.open.set()
            assert {one.result().status_code for one in waiting} == {422}
        assert gate.came == 2 * THREADS
        assert played(client, busy, "rest")["version"] == 2


def test_bots_tabs_and_hints_wait_in_no_thread(tiny: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever enters a room has it to himself already."""
    waited: list[str] = []
    come_in = Rooms._come_in

    def seen(rooms: Rooms, match_id: str) -> Room:
        room = come_in(rooms, match_id)
        if room.inside > 1:
            waited.append(match_id)
        return room

    monkeypatch.setattr(Rooms, "_come_in", seen)
    monkeypatch.setattr(others, "LOOK_SECONDS", 0.01)
    with TestClient(create_app(address, bot_pause=0), base_url=HOME) as client, ThreadPoolExecutor(8) as pool:
        state = begun(client, tiny, seats={"north": "eager"})
        path = f"/api/matches/{state['id']}"
        asked = [pool.submit(client.post, f"{path}/hint", json={}) for _ in range(8)]
        asked += [pool.submit(client.get, path) for _ in range(16)]
        for _ in range(3):
            with client.websocket_connect(f"ws{HOME.removeprefix('http')}{path}/live") as tab:
                tab.receive_json()
        assert {one.result().status_code for one in asked} <= {200, 409}
    assert waited == []


def test_the_same_choices_are_worked_out_once_for_a_version(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    worked = 0
    choices = Decision.choices_data

    def counted(decision: Decision, *given: Any, **named: Any) -> Any:
        nonlocal worked
        worked += 1
        return choices(decision, *given, **named)

    monkeypatch.setattr(Decision, "choices_data", counted)
    with TestClient(create_app(address), base_url=HOME) as client:
        state = begun(client, "skirmish")
        path = f"/api/matches/{state['id']}"
        pieces = state["decision"]["pieces"]

        def asked(piece: str, **more: str) -> Any:
            return client.get(f"{path}/choices", params={"piece": piece, **more}).json()

        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(asked, [pieces[0]] * 24))
        assert (worked, len(found[0]) > 0, found) == (1, True, [found[0]] * 24)
        asked(pieces[1])
        assert asked(pieces[0], seat="red") == []
        assert worked == 2
        after = played(client, state, found[0][0]["actions"][0])
        asked(after["decision"]["pieces"][0])
        assert worked == 3
        # What is kept of one version has a bound.
        for count in range(1, 2 + CHOICES_KEPT):
            client.get(f"{path}/choices", params={"piece": pieces[:1] * count})
        before = worked
        client.get(f"{path}/choices", params={"piece": pieces[:1] * count})
        assert worked == before
        client.get(f"{path}/choices", params={"piece": pieces[:1]})
        assert worked == before + 1
