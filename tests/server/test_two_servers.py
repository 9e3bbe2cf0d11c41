"""Two servers on one database: whoever is at one of them hears what is said, asked and played at the other."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Queue
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from mamayev.server import others
from mamayev.server.app import create_app
from mamayev.server.others import HERE_SECONDS, LOOK_SECONDS
from mamayev.server.store import Store
from mamayev.server.store.tables import ATTENDANCE

from .conftest import HOME, Json
from .test_company import answered, asked, company
from .test_held import Table, held, live

SOON, SLACK, WAIT = 2.0, 1.0, 20.0
"""Seconds within which the other server's tabs hear; what a busy machine may add; when a test gives up."""


@pytest.fixture
def servers(address: str) -> Iterator[tuple[TestClient, TestClient]]:
    with (
        TestClient(create_app(address, bot_pause=60), base_url=HOME) as one,
        TestClient(create_app(address, bot_pause=60), base_url=HOME) as two,
    ):
        yield one, two


def elsewhere(table: Table, client: TestClient) -> Table:
    """The same match through another server."""
    return Table(client, {"id": table.path.rpartition("/")[2], "keys": table.keys})


class Ear:
    """What a tab is told, with the time that it may take."""

    def __init__(self, tab: WebSocketTestSession, table: Table, seat: str) -> None:
        self._told: Queue[Json] = Queue()
        self._waiting: list[Json] = []
        tab.send_json({"key": table.keys[seat], "company": True})
        threading.Thread(target=self._listen, args=(tab,), daemon=True).start()
        self.hears(lambda told: "version" in told)

    def _listen(self, tab: WebSocketTestSession) -> None:
        with suppress(Exception):  # the tab is closed
            while True:
                self._told.put(tab.receive_json())

    def hears(self, wanted: Callable[[Json], Any]) -> Json:
        """The next message of a kind, which must come soon; the others wait to be asked for."""
        begin = time.monotonic()
        while (found := next((told for told in self._waiting if wanted(told)), None)) is None:
            self._waiting.append(self._told.get(timeout=WAIT))
        assert time.monotonic() - begin < SOON + SLACK
        self._waiting.remove(found)
        return found


def test_lines_presence_and_requests_cross(servers: tuple[TestClient, TestClient]) -> None:
    one, two = servers
    here = held(one)
    there = elsewhere(here, two)
    here.ask("blue", "POST", "/chat", {"text": "Before anybody came."})
    with two.websocket_connect(live(there)) as tab:
        red = Ear(tab, there, "red")
        with one.websocket_connect(live(here)) as tab:
            blue = Ear(tab, here, "blue")
            come = red.hears(lambda told: "presence" in told and told["presence"]["blue"]["here"])
            assert come["presence"]["red"] == {"here": True}
            blue.hears(lambda told: "presence" in told and told["presence"]["red"]["here"])
            assert company(here)["presence"] == company(there)["presence"]
            said = here.ask("blue", "POST", "/chat", {"text": "Ready?"}).json()
            red.hears(lambda told: told.get("line") == said)
            answer = there.ask("red", "POST", "/chat", {"text": "Ready."}).json()
            # One's own line is told at once; the other's comes once, and so does each of both.
            assert [blue.hears(lambda told: "line" in told)["line"] for _ in range(2)] == [said, answer]
            here.play("blue", "done")
            there.play("red", "done")
            asked(here, "blue")
            assert red.hears(lambda told: told.get("state", {}).get("asked"))["state"]["asked"]["seat"] == "blue"
            red.hears(lambda told: "Blue asks to undo 2 decisions." in told.get("line", {}).values())
            assert answered(there, "red", "grant").status_code == 200
            blue.hears(lambda told: told.get("state", {}).get("plies") == 2)
            time.sleep(3 * LOOK_SECONDS)
        gone = red.hears(lambda told: "presence" in told)["presence"]
        assert (gone["blue"]["here"], gone["red"]) == (False, {"here": True})
        assert gone["blue"]["since"].endswith("Z")
    lines = [line["text"] for line in company(there)["lines"]]
    assert lines[:3] == ["Before anybody came.", "Ready?", "Ready."]
    assert company(here)["lines"] == company(there)["lines"]


def test_nothing_is_told_twice(servers: tuple[TestClient, TestClient]) -> None:
    one, two = servers
    here = held(one)
    there = elsewhere(here, two)
    with one.websocket_connect(live(here)) as tab:
        blue = Ear(tab, here, "blue")
        for number in range(4):
            (here if number % 2 else there).ask("red", "POST", "/chat", {"text": str(number)})
            time.sleep(1.5 * LOOK_SECONDS)
        here.play("blue", "done")
        told = list[str]()
        while "version" not in (message := blue.hears(lambda _: True)):
            told += [message["line"]["text"]] if "line" in message else []
    assert told == ["0", "1", "2", "3"]


def test_a_seat_with_tabs_of_two_servers_leaves_with_the_second(
    servers: tuple[TestClient, TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(others, "LOOK_SECONDS", 0.05)
    one, two = servers
    here = held(one)
    there = elsewhere(here, two)
    with one.websocket_connect(live(here)) as tab:
        blue = Ear(tab, here, "blue")
        with two.websocket_connect(live(there)) as tab:
            Ear(tab, there, "blue")
            with one.websocket_connect(live(here)) as tab:
                Ear(tab, here, "red")
                blue.hears(lambda told: "presence" in told and told["presence"]["red"]["here"])
            blue.hears(lambda told: "presence" in told and not told["presence"]["red"]["here"])
        time.sleep(4 * LOOK_SECONDS)
        for table in (here, there):
            assert company(table)["presence"]["blue"] == {"here": True}
    until = time.monotonic() + SOON
    while company(there)["presence"]["blue"]["here"] and time.monotonic() < until:
        time.sleep(0.02)
    assert not company(there)["presence"]["blue"]["here"]


def test_who_was_at_a_server_that_was_killed_is_away_after_a_while(address: str) -> None:
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        table = held(client)
        match_id = table.path.rpartition("/")[2]
        store = Store(address)
        store.attending.keep("killed", [(match_id, "red")], 60)
        assert company(table)["presence"]["red"] == {"here": True}
        with store.database.engine.begin() as connection:
            connection.execute(ATTENDANCE.update().values(seen="2026-01-01T00:00:00.000000Z"))
        gone = company(table)["presence"]["red"]
        assert (gone["here"], gone["since"] != "") == (False, True)
        store.attending.keep("another", [(match_id, "blue")], 3 * HERE_SECONDS)
        with store.database.engine.connect() as connection:
            assert [row.server for row in connection.execute(ATTENDANCE.select())] == ["another"]
        store.close()


def test_a_server_that_ends_takes_its_tabs_along(address: str) -> None:
    store = Store(address)
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        table = held(client)
        with client.websocket_connect(live(table)) as tab:
            Ear(tab, table, "blue")
            until = time.monotonic() + 10
            while not store.attending.elsewhere("", 60) and time.monotonic() < until:
                time.sleep(0.02)
            assert store.attending.elsewhere("", 60) == {(table.path.rpartition("/")[2], "blue")}
    assert store.attending.elsewhere("", 60) == set()
    store.close()
