"""Two servers on one database: whoever is at one of them hears what is said, asked, studied, reviewed and played at the
other."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Queue
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from mamayev.match.reviewed import Review, SeatReview
from mamayev.server import others
from mamayev.server.app import create_app
from mamayev.server.fair import About, Thinkers
from mamayev.server.others import HERE_SECONDS, LOOK_SECONDS
from mamayev.server.store import Store
from mamayev.server.store.reviews import Made
from mamayev.server.store.tables import ATTENDANCE, MAKING
from mamayev.server.thoughts import Found, Hear, Question

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


def test_a_study_that_may_be_read_is_told_at_the_other_server(servers: tuple[TestClient, TestClient]) -> None:
    one, two = servers
    here = held(one)
    there = elsewhere(here, two)
    with one.websocket_connect(live(here)) as near, two.websocket_connect(live(there)) as far:
        blue, red = Ear(near, here, "blue"), Ear(far, there, "red")
        time.sleep(2 * LOOK_SECONDS)
        here.ask("blue", "PUT", "/study/notes/0", {"text": "Mine alone."})
        here.ask("blue", "PUT", "/study", {"title": "Ours", "shared": True})
        for _ in range(2):  # both changes; its own server tells each at once, and not again
            assert blue.hears(lambda told: "studied" in told) == {"studied": "blue"}
        assert red.hears(lambda told: "studied" in told) == {"studied": "blue"}
        assert there.ask("red", "GET", "/studies").json()["studies"][0]["title"] == "Ours"
        there.ask("red", "PUT", "/study/notes/0", {"text": "A secret."})
        here.ask("blue", "PUT", "/study/notes/0", {})
        here.ask("blue", "PUT", "/study", {})
        blue.hears(lambda told: "studied" in told)
        blue.hears(lambda told: "studied" in told)
        red.hears(lambda told: told == {"studied": "red"})
        red.hears(lambda told: told == {"studied": "blue"})
        assert there.ask("red", "GET", "/studies").json()["studies"][0]["seat"] == "red"
        time.sleep(3 * LOOK_SECONDS)
        here.play("blue", "done")
        assert blue.hears(lambda told: "presence" not in told)["version"] == 2  # red's secret is not told


def test_a_review_is_seen_and_stopped_at_the_other_server(
    servers: tuple[TestClient, TestClient], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    path = f"/api/matches/{one.post('/api/matches', json={'game': 'inferno', 'seed': 5}).json()['id']}/review"
    german = SeatReview(seat="german", unit="chance", points=())
    known = Review(game="inferno", rules="", plies=0, seats=(german,))
    stopped, begun = list[About](), list[About]()

    async def review(_: Thinkers, about: About, asked: Question, hear: Hear, told: Callable[[float], None]) -> Found:
        begun.append(about)
        told(0.25)
        hear(Found(review=known, title="Round 1", partial=True))
        while about not in stopped:
            await asyncio.sleep(0.02)
        return Found(review=msgspec.structs.replace(known, plays=7))

    monkeypatch.setattr(Thinkers, "review", review)
    monkeypatch.setattr(Thinkers, "end_review", lambda _, about: stopped.append(about))

    def until(client: TestClient, share: float | None) -> Json:
        end = time.monotonic() + WAIT
        while (now := client.get(path).json())["share"] != share:
            assert time.monotonic() < end, now
            time.sleep(0.02)
        return dict(now)

    assert one.post(path, json={}).json()["share"] is not None
    now = until(two, 0.25)
    assert (now["title"], now["review"]["plays"]) == ("Round 1", 0)
    assert two.post(path, json={}).json()["share"] == 0.25
    time.sleep(3 * LOOK_SECONDS)
    assert len(begun) == 1  # it is not made twice
    assert two.delete(path).status_code == 204
    assert len(stopped) >= 1
    for client in servers:
        assert until(client, None)["review"]["plays"] == 7


def test_a_review_at_a_server_that_was_killed_is_forgotten(address: str) -> None:
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        match_id = client.post("/api/matches", json={"game": "inferno", "seed": 3}).json()["id"]
        store = Store(address)
        store.making.keep("killed", {(match_id, "german"): Made(0.5, "Round 1", None)}, 60)
        now = client.get(f"/api/matches/{match_id}/review").json()
        assert (now["share"], now["title"]) == (0.5, "Round 1")
        with store.database.engine.begin() as connection:
            connection.execute(MAKING.update().values(seen="2026-01-01T00:00:00.000000Z"))
        assert client.get(f"/api/matches/{match_id}/review").json()["share"] is None
        store.making.keep("another", {}, 60)
        with store.database.engine.connect() as connection:
            assert connection.execute(MAKING.select()).all() == []
        store.close()


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
